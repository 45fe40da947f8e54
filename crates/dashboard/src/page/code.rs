//! A program of C or C++ with colours. Only words are looked at: comments, texts, numbers, keywords, types, the preprocessor.

use campaign::report::markup::Text;
use maud::{Markup, Render, html};

const KEYWORDS: [&str; 34] = [
    "asm",
    "auto",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "namespace",
    "register",
    "restrict",
    "return",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "try",
    "typedef",
    "union",
    "using",
    "virtual",
    "volatile",
    "while",
];

const TYPES: [&str; 14] = [
    "_Bool", "_Complex", "__int128", "bool", "char", "double", "float", "int", "long", "short", "signed",
    "size_t", "unsigned", "void",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Plain,
    Comment,
    Text,
    Number,
    Keyword,
    Type,
    Preprocessor,
}

impl Class {
    /// As the style knows it; nothing for what has no colour.
    fn name(self) -> Option<&'static str> {
        match self {
            Class::Plain => None,
            Class::Comment => Some("k-comment"),
            Class::Text => Some("k-text"),
            Class::Number => Some("k-number"),
            Class::Keyword => Some("k-word"),
            Class::Type => Some("k-type"),
            Class::Preprocessor => Some("k-pre"),
        }
    }
}

pub fn program(text: &str) -> Markup {
    html! {
        pre.code tabindex="0" { code { @for (class, piece) in pieces(text) {
            @match class.name() {
                Some(name) => span class=(name) { (Text(piece)) },
                None => (Text(piece).render()),
            }
        } } }
    }
}

/// The text in pieces of one class each; together they are the text.
fn pieces(text: &str) -> Vec<(Class, &str)> {
    let mut pieces: Vec<(Class, &str)> = Vec::new();
    let (mut rest, mut plain, mut is_line_start) = (text, 0, true);
    while let Some(first) = rest.chars().next() {
        let (class, length) = piece(rest, first, is_line_start);
        let at = text.len() - rest.len();
        if class != Class::Plain {
            if plain < at {
                pieces.push((Class::Plain, &text[plain..at]));
            }
            pieces.push((class, &rest[..length]));
            plain = at + length;
        }
        is_line_start = first == '\n' || (is_line_start && first.is_whitespace());
        rest = &rest[length..];
    }
    if plain < text.len() {
        pieces.push((Class::Plain, &text[plain..]));
    }
    pieces
}

/// What the text begins with, and how long that is.
fn piece(rest: &str, first: char, is_line_start: bool) -> (Class, usize) {
    let until = |end: Option<usize>| end.unwrap_or(rest.len());
    let line = || until(rest.find('\n'));
    match first {
        '/' if rest.starts_with("//") => (Class::Comment, line()),
        '/' if rest.starts_with("/*") => (Class::Comment, until(rest[2..].find("*/").map(|at| at + 4))),
        '#' if is_line_start => (Class::Preprocessor, line()),
        '"' | '\'' => (Class::Text, quoted(rest, first)),
        c if c.is_ascii_digit() => {
            (Class::Number, until(rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_')))
        }
        c if c.is_alphabetic() || c == '_' => {
            let length = until(rest.find(|c: char| !c.is_alphanumeric() && c != '_'));
            (word(&rest[..length]), length)
        }
        c => (Class::Plain, c.len_utf8()),
    }
}

fn word(word: &str) -> Class {
    let is_fixed = word.ends_with("_t") && (word.starts_with("int") || word.starts_with("uint"));
    if KEYWORDS.contains(&word) {
        Class::Keyword
    } else if TYPES.contains(&word) || is_fixed {
        Class::Type
    } else {
        Class::Plain
    }
}

/// To the closing quote, or to the end of the line where there is none.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            c if c == quote && !is_escaped => return at + 1,
            c => is_escaped = c == '\\' && !is_escaped,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text_and_have_their_class() {
        let text = "#define A 1\nstatic uint32_t a = 0x1fU; // b\nchar c = '\\''; /* d\n */ f(\"<x>\", é);";
        let all = pieces(text);
        assert_eq!(all.iter().map(|(_, piece)| *piece).collect::<String>(), text);
        let of = |class| all.iter().filter(|one| one.0 == class).map(|one| one.1).collect::<Vec<_>>();
        assert_eq!(of(Class::Preprocessor), ["#define A 1"]);
        assert_eq!(of(Class::Keyword), ["static"]);
        assert_eq!(of(Class::Type), ["uint32_t", "char"]);
        assert_eq!(of(Class::Number), ["0x1fU"]);
        assert_eq!(of(Class::Comment), ["// b", "/* d\n */"]);
        assert_eq!(of(Class::Text), ["'\\''", "\"<x>\""]);
        assert!(program(text).into_string().contains("<span class=\"k-text\">&quot;&lt;x&gt;&quot;</span>"));
    }

    #[test]
    fn what_does_not_end_is_no_trouble() {
        for text in ["\"abc", "/* abc", "'\\", "#", "/", "0x"] {
            assert_eq!(pieces(text).iter().map(|(_, piece)| *piece).collect::<String>(), text);
        }
    }
}
