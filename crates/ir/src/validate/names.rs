//! What can be a name at all: identifiers, keywords, reserved names. Not what a name refers to.

use super::{Outcome, ViolationKind as V, ensure};
use crate::decl::Builtin;

/// Keywords of C17, C23 and GNU, in the order of bytes. A program can be written for any of them.
const KEYWORDS: [&str; 60] = [
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// Those that are no keywords before C23.
const LATER_KEYWORDS: [&str; 11] = [
    "alignas",
    "alignof",
    "bool",
    "constexpr",
    "false",
    "nullptr",
    "static_assert",
    "thread_local",
    "true",
    "typeof",
    "typeof_unqual",
];

/// How far a name is visible, which decides whether it is reserved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    File,
    Inner,
}

pub(super) fn check(text: &str, reach: Reach) -> Outcome {
    ensure(is_identifier(text), V::Identifier)?;
    let later = LATER_KEYWORDS.contains(&text);
    ensure(later || KEYWORDS.binary_search(&text).is_err(), V::Keyword)?;
    ensure(!later, V::LaterKeyword)?;
    ensure(text.bytes().all(is_plain), V::ExtendedName)?;
    ensure(!is_reserved(text, reach), V::ReservedName)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_identifier(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.chars().all(word) && text.bytes().next().is_some_and(|b| !b.is_ascii_digit())
}

/// Two underscores, or one and a capital, everywhere; any underscore, and the library's names, at file scope.
fn is_reserved(text: &str, reach: Reach) -> bool {
    let mut bytes = text.bytes();
    if bytes.next() == Some(b'_') {
        return reach == Reach::File || bytes.next().is_some_and(|b| b == b'_' || b.is_ascii_uppercase());
    }
    reach == Reach::File && Builtin::from_name(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn some_names() {
        assert_eq!(check("l_1", Reach::Inner), Ok(()));
        assert_eq!(check("1st", Reach::Inner), Err(V::Identifier));
        assert_eq!(check("", Reach::Inner), Err(V::Identifier));
        assert_eq!(check("while", Reach::Inner), Err(V::Keyword));
        assert_eq!(check("true", Reach::Inner), Err(V::LaterKeyword));
        assert_eq!(check("a$b", Reach::Inner), Err(V::ExtendedName));
        assert_eq!(check("_x", Reach::Inner), Ok(()));
        assert_eq!(check("_x", Reach::File), Err(V::ReservedName));
        assert_eq!(check("_X", Reach::Inner), Err(V::ReservedName));
        assert_eq!(check("memcpy", Reach::File), Err(V::ReservedName));
    }
}
