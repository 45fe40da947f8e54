//! Declaration specifiers (C17 6.7p1): storage, qualifiers, and the words that together name a type.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::attribute::Attributes;
use crate::reader::{AliasState, Binding, Reader};
use crate::text::token::{Keyword, Punct, Tok};
use ir::{Attrs, IntKind, Quals, RecordKind, Ty};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Specifiers {
    pub at: u32,
    pub storage: Option<StorageWord>,
    pub inline: bool,
    pub ty: Ty,
    pub attributes: Attributes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageWord {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// What the specifiers said so far.
struct Gathered {
    words: u16,
    ty: Option<Ty>,
    quals: Quals,
    specifiers: Specifiers,
}

const VOID: u16 = 1 << 0;
const BOOL: u16 = 1 << 1;
const CHAR: u16 = 1 << 2;
const SHORT: u16 = 1 << 3;
const INT: u16 = 1 << 4;
const LONG: u16 = 1 << 5;
const LONG_LONG: u16 = 1 << 6;
const FLOAT: u16 = 1 << 7;
const DOUBLE: u16 = 1 << 8;
const SIGNED: u16 = 1 << 9;
const UNSIGNED: u16 = 1 << 10;
const INT128: u16 = 1 << 11;
const UINT128: u16 = 1 << 12;
const VA_LIST: u16 = 1 << 13;

const BASIC_WORDS: [(Keyword, u16); 13] = [
    (Keyword::Int, INT),
    (Keyword::Char, CHAR),
    (Keyword::Void, VOID),
    (Keyword::Unsigned, UNSIGNED),
    (Keyword::Long, LONG),
    (Keyword::Short, SHORT),
    (Keyword::Signed, SIGNED),
    (Keyword::Float, FLOAT),
    (Keyword::Double, DOUBLE),
    (Keyword::Bool, BOOL),
    (Keyword::Int128, INT128),
    (Keyword::UInt128, UINT128),
    (Keyword::VaList, VA_LIST),
];

/// The sets of words that name a type (C17 6.7.2p2). `int` beside `short` or `long`, and `signed` beside all
/// but `char`, are removed before.
const BASIC_TYPES: [(u16, Ty); 19] = [
    (VOID, Ty::VOID),
    (BOOL, Ty::BOOL),
    (CHAR, Ty::CHAR),
    (SIGNED | CHAR, Ty::SCHAR),
    (UNSIGNED | CHAR, Ty::UCHAR),
    (SHORT, Ty::SHORT),
    (UNSIGNED | SHORT, Ty::USHORT),
    (INT, Ty::INT),
    (UNSIGNED | INT, Ty::UINT),
    (LONG, Ty::LONG),
    (UNSIGNED | LONG, Ty::ULONG),
    (LONG | LONG_LONG, Ty::LLONG),
    (UNSIGNED | LONG | LONG_LONG, Ty::ULLONG),
    (FLOAT, Ty::FLOAT),
    (DOUBLE, Ty::DOUBLE),
    (LONG | DOUBLE, Ty::LDOUBLE),
    (INT128, Ty::INT128),
    (UNSIGNED | INT128, Ty::UINT128),
    (VA_LIST, Ty::VA_LIST),
];

const STORAGE_WORDS: [(Keyword, StorageWord); 5] = [
    (Keyword::Static, StorageWord::Static),
    (Keyword::Extern, StorageWord::Extern),
    (Keyword::Typedef, StorageWord::Typedef),
    (Keyword::Register, StorageWord::Register),
    (Keyword::Auto, StorageWord::Auto),
];

const QUALIFIERS: [(Keyword, Quals); 3] = [
    (Keyword::Const, Quals::CONST),
    (Keyword::Volatile, Quals::VOLATILE),
    (Keyword::Restrict, Quals::RESTRICT),
];

const UNSUPPORTED: [(Keyword, Construct); 4] = [
    (Keyword::Complex, Construct::Complex),
    (Keyword::ExtendedFloat, Construct::DecimalFloat),
    (Keyword::Atomic, Construct::Atomic),
    (Keyword::AutoType, Construct::AutoType),
];

fn row<T: Copy>(rows: &[(Keyword, T)], word: Keyword) -> Option<T> {
    rows.iter().find(|(w, _)| *w == word).map(|(_, value)| *value)
}

/// Whether the keyword says that there are no words for the type.
pub(crate) fn is_unsupported(word: Keyword) -> bool {
    row(&UNSUPPORTED, word).is_some()
}

/// Whether the keyword alone says something about the type, so that an identifier behind it is no type.
pub(crate) fn is_type_word(word: Keyword) -> bool {
    row(&BASIC_WORDS, word).is_some()
        || matches!(
            word,
            Keyword::Struct
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typeof
                | Keyword::Complex
                | Keyword::ExtendedFloat
                | Keyword::AutoType
        )
}

fn starts_specifiers(word: Keyword) -> bool {
    is_type_word(word)
        || row(&QUALIFIERS, word).is_some()
        || row(&STORAGE_WORDS, word).is_some()
        || matches!(
            word,
            Keyword::Inline
                | Keyword::Noreturn
                | Keyword::Alignas
                | Keyword::Attribute
                | Keyword::Extension
                | Keyword::Atomic
                | Keyword::Thread
        )
}

impl Reader<'_> {
    /// Whether declaration specifiers, or a type name, start at the current token.
    pub fn at_type(&mut self) -> Res<bool> {
        self.is_type(self.tok())
    }

    pub fn is_type(&mut self, tok: Tok) -> Res<bool> {
        match tok {
            Tok::Word(word) => Ok(starts_specifiers(word)),
            Tok::Ident(name) => Ok(matches!(self.find(name)?, Some(Binding::Typedef(_)))),
            Tok::Punct(_) | Tok::Number | Tok::Char | Tok::Str | Tok::Pragma | Tok::End => Ok(false),
        }
    }

    pub fn specifiers(&mut self) -> Res<Specifiers> {
        let specifiers = Specifiers {
            at: self.offset(),
            storage: None,
            inline: false,
            ty: Ty::VOID,
            attributes: Attributes::default(),
        };
        let mut gathered = Gathered { words: 0, ty: None, quals: Quals::NONE, specifiers };
        while self.specifier(&mut gathered)? {}
        let Gathered { words, ty, quals, mut specifiers } = gathered;
        let ty = match (ty, words) {
            (Some(ty), 0) => ty,
            (None, words) if words != 0 => self.basic_type(specifiers.at, words)?,
            (None, 0) if specifiers.storage == Some(StorageWord::Auto) => {
                return unsupported(specifiers.at, Construct::AutoType);
            }
            (None, 0) if self.means_int(specifiers.at) => Ty::INT,
            (None, 0) => return self.expected("a declaration"),
            _ => return fail(specifiers.at, ErrorKind::BadSpecifiers),
        };
        let ty = self.attributed(ty, &mut specifiers.attributes)?;
        specifiers.ty = self.p.types.qualify(ty, quals);
        Ok(specifiers)
    }

    /// Takes one specifier; false if there is none.
    fn specifier(&mut self, into: &mut Gathered) -> Res<bool> {
        match self.tok() {
            Tok::Word(word) => self.word_specifier(word, into),
            Tok::Ident(name) if into.ty.is_none() && into.words == 0 => match self.find(name)? {
                Some(Binding::Typedef(index)) => {
                    self.advance();
                    into.ty = Some(self.typedef_type(index));
                    let attributes = &mut into.specifiers.attributes;
                    attributes.of_type = self.typedefs[index].aligned;
                    Ok(true)
                }
                _ => Ok(false),
            },
            Tok::Punct(Punct::LBracket) if self.at_attribute() => {
                let attributes = self.attributes()?;
                into.specifiers.attributes.merge(attributes);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn word_specifier(&mut self, word: Keyword, into: &mut Gathered) -> Res<bool> {
        let at = self.offset();
        if let Some(bit) = row(&BASIC_WORDS, word) {
            self.advance();
            return Ok(add_word(&mut into.words, bit).is_some() || fail(at, ErrorKind::BadSpecifiers)?);
        }
        if let Some(quals) = row(&QUALIFIERS, word) {
            self.advance();
            into.quals = into.quals.with(quals);
            return Ok(true);
        }
        if let Some(storage) = row(&STORAGE_WORDS, word) {
            self.advance();
            let first = into.specifiers.storage.replace(storage).is_none();
            return if first { Ok(true) } else { fail(at, ErrorKind::BadSpecifiers) };
        }
        if let Some(construct) = row(&UNSUPPORTED, word) {
            return unsupported(at, construct);
        }
        self.other_specifier(word, into)
    }

    fn other_specifier(&mut self, word: Keyword, into: &mut Gathered) -> Res<bool> {
        let ty = match word {
            Keyword::Struct => self.record(RecordKind::Struct)?,
            Keyword::Union => self.record(RecordKind::Union)?,
            Keyword::Enum => self.enumeration()?,
            Keyword::Typeof => self.type_of()?,
            _ => return self.function_specifier(word, into),
        };
        let at = into.specifiers.at;
        if into.ty.replace(ty).is_none() { Ok(true) } else { fail(at, ErrorKind::BadSpecifiers) }
    }

    fn function_specifier(&mut self, word: Keyword, into: &mut Gathered) -> Res<bool> {
        let attributes = &mut into.specifiers.attributes;
        match word {
            Keyword::Inline => into.specifiers.inline = true,
            Keyword::Noreturn => attributes.of_function = attributes.of_function.with(Attrs::NORETURN),
            Keyword::Extension => {}
            Keyword::Thread => attributes.thread = true,
            Keyword::Alignas => {
                let align = self.alignas()?;
                attributes.aligned = attributes.aligned.max(align);
                return Ok(true);
            }
            Keyword::Attribute => {
                let more = self.attributes()?;
                attributes.merge(more);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    fn basic_type(&self, at: u32, words: u16) -> Res<Ty> {
        let words = normal(words);
        let Some((_, ty)) = BASIC_TYPES.iter().find(|(set, _)| *set == words) else {
            return fail(at, ErrorKind::BadSpecifiers);
        };
        if self.p.types.int_kind(*ty).is_some_and(|kind: IntKind| !self.p.target().has(kind)) {
            return unsupported(at, Construct::Int128);
        }
        Ok(*ty)
    }

    /// The type that a typedef name means, spelled with the name where ir keeps it.
    fn typedef_type(&mut self, index: usize) -> Ty {
        let typedef = &self.typedefs[index];
        match typedef.alias {
            AliasState::Transparent => typedef.ty,
            AliasState::Made(ty) => ty,
            AliasState::Unused(header) => {
                let (name, ty) = (typedef.name, typedef.ty);
                let name = self.symbol(name);
                let alias = self.p.types.add_alias(ir::Alias { name, ty, header: Some(header) });
                self.typedefs[index].alias = AliasState::Made(alias);
                alias
            }
        }
    }

    /// GNU's and C23's `typeof`, of a type or of an expression that is not evaluated.
    fn type_of(&mut self) -> Res<Ty> {
        self.advance();
        self.expect(Punct::LParen)?;
        let ty = if self.at_type()? {
            self.type_name()?
        } else {
            let before = self.checkpoint();
            let (at, e) = (self.offset(), self.expr()?);
            self.refuse_variable(at, e)?;
            let ty = self.p.ty(e);
            self.discard(before);
            ty
        };
        self.expect(Punct::RParen)?;
        Ok(ty)
    }
}

/// Adds a word, of which only `long` may come twice.
fn add_word(words: &mut u16, bit: u16) -> Option<()> {
    let bit = if bit == LONG && *words & LONG != 0 { LONG_LONG } else { bit };
    let new = *words & bit == 0;
    *words |= bit;
    new.then_some(())
}

/// Removes the words that add nothing.
fn normal(words: u16) -> u16 {
    let mut words = if words & UINT128 != 0 { words & !UINT128 | UNSIGNED | INT128 } else { words };
    if words & (SHORT | LONG | INT128) != 0 {
        words &= !INT;
    } else if words & (SIGNED | UNSIGNED) != 0 && words & CHAR == 0 {
        words |= INT;
    }
    // `signed unsigned` and `signed float` stay, and are found nowhere.
    let plain = words & SIGNED != 0 && words & (INT | SHORT | LONG | INT128) != 0;
    if plain && words & (CHAR | UNSIGNED | DOUBLE) == 0 { words & !SIGNED } else { words }
}
