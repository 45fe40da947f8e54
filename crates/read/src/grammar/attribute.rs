//! GNU's attributes, C23's, and assembler names: which of them ir keeps, which are honoured by the layout,
//! which would change the program's meaning, and which do not matter.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::reader::Reader;
use crate::text::token::{Keyword, Punct, Tok};
use ir::{Attrs, FloatKind, IntKind, Ty, TypeKind};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attributes {
    pub of_function: Attrs,
    pub packed: bool,
    /// `_Thread_local`, which is a storage class that stands beside others.
    pub thread: bool,
    pub aligned: Option<u64>,
    /// What the typedef name asks for that the type was named by.
    pub of_type: Option<u64>,
    /// GNU's `vector_size`: where it stands, and how many bytes.
    pub vector: Option<(u32, u64)>,
    /// GNU's `mode`: the type of this machine mode in place of the one that is named.
    pub mode: Option<(u32, Mode)>,
    /// What `assume` is told: the token at which its parentheses open.
    pub assumed: Option<usize>,
    /// Something that cannot be ignored: where it matters, it is an error.
    pub unsupported: Option<(u32, Construct)>,
}

impl Attributes {
    pub fn merge(&mut self, other: Attributes) {
        self.of_function = self.of_function.with(other.of_function);
        self.packed |= other.packed;
        self.thread |= other.thread;
        self.aligned = self.aligned.max(other.aligned);
        self.of_type = self.of_type.or(other.of_type);
        self.vector = self.vector.or(other.vector);
        self.mode = self.mode.or(other.mode);
        self.assumed = self.assumed.or(other.assumed);
        self.unsupported = self.unsupported.or(other.unsupported);
    }
}

/// What a machine mode asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// An integer of so many bits, with the sign of the type that is named.
    Int(u8),
    Float(FloatKind),
    /// A vector of so many integers of so many bits.
    IntVector(u32, u8),
    FloatVector(u32, FloatKind),
}

impl Mode {
    fn from_name(name: &str) -> Option<Mode> {
        let name = name.strip_prefix("__").and_then(|t| t.strip_suffix("__")).unwrap_or(name);
        const WORD: u8 = 64;
        let scalar = |name: &str| {
            Some(match name {
                "QI" | "byte" => Mode::Int(8),
                "HI" => Mode::Int(16),
                "SI" => Mode::Int(32),
                "DI" | "word" | "pointer" | "unwind_word" => Mode::Int(WORD),
                "TI" => Mode::Int(128),
                "SF" => Mode::Float(FloatKind::Float),
                "DF" => Mode::Float(FloatKind::Double),
                "XF" => Mode::Float(FloatKind::LongDouble),
                _ => return None,
            })
        };
        let Some(lanes) = name.strip_prefix('V') else { return scalar(name) };
        let digits = lanes.bytes().take_while(u8::is_ascii_digit).count();
        let count = lanes[..digits].parse().ok()?;
        match scalar(&lanes[digits..])? {
            Mode::Int(bits) => Some(Mode::IntVector(count, bits)),
            Mode::Float(kind) => Some(Mode::FloatVector(count, kind)),
            Mode::IntVector(..) | Mode::FloatVector(..) => None,
        }
    }
}

/// Attributes that cannot be left out. All others are promises or requests, or only matter to a linker.
const MEANINGFUL: [(&str, Construct); 9] = [
    ("scalar_storage_order", Construct::TypeMode),
    ("ms_struct", Construct::TypeMode),
    ("gcc_struct", Construct::TypeMode),
    ("cleanup", Construct::AttributeEffect),
    ("constructor", Construct::AttributeEffect),
    ("destructor", Construct::AttributeEffect),
    ("alias", Construct::AttributeEffect),
    ("ifunc", Construct::AttributeEffect),
    ("address_space", Construct::AttributeEffect),
];

/// What GNU's `aligned` without an argument asks for: the largest alignment of any type.
const LARGEST: u64 = 16;
/// Larger alignments than a page are mistakes.
const MAX_ALIGN: i128 = 1 << 16;

impl Reader<'_> {
    /// Whether an attribute list starts here.
    pub fn at_attribute(&self) -> bool {
        self.is_word(Keyword::Attribute) || self.at_standard_attribute()
    }

    fn at_standard_attribute(&self) -> bool {
        self.is(Punct::LBracket) && self.ahead(1) == Tok::Punct(Punct::LBracket)
    }

    /// All attribute lists that start here.
    pub fn attributes(&mut self) -> Res<Attributes> {
        let mut all = Attributes::default();
        while self.at_attribute() {
            let close = if self.accept_word(Keyword::Attribute) {
                self.expect(Punct::LParen)?;
                self.expect(Punct::LParen)?;
                Punct::RParen
            } else {
                self.advance();
                self.advance();
                Punct::RBracket
            };
            self.attribute_list(close, &mut all)?;
            self.expect(close)?;
            self.expect(close)?;
        }
        Ok(all)
    }

    /// Attributes and assembler names behind a declarator.
    pub fn trailing_attributes(&mut self) -> Res<Attributes> {
        let mut all = self.attributes()?;
        while self.accept_word(Keyword::Asm) {
            if !self.is(Punct::LParen) {
                return self.expected("(");
            }
            self.skip_balanced()?;
            all.merge(self.attributes()?);
        }
        Ok(all)
    }

    fn attribute_list(&mut self, close: Punct, all: &mut Attributes) -> Res<()> {
        while !self.is(close) {
            if !self.accept(Punct::Comma) {
                self.attribute(all)?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, all: &mut Attributes) -> Res<()> {
        let at = self.offset();
        if !matches!(self.tok(), Tok::Ident(_) | Tok::Word(_)) {
            return self.expected("an attribute");
        }
        let text = self.token_text(self.tokens[self.at]);
        self.advance();
        if self.is(Punct::Colon) && self.ahead(1) == Tok::Punct(Punct::Colon) {
            // The prefix of `[[gnu::packed]]`.
            self.advance();
            self.advance();
            return self.attribute(all);
        }
        let name = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).unwrap_or(text);
        if name == "aligned" {
            return self.aligned_attribute(all);
        }
        if name == "vector_size" {
            return self.vector_attribute(at, all);
        }
        if name == "assume_aligned" {
            return self.alignment_promise(all);
        }
        if name == "mode" {
            return self.mode_attribute(at, all);
        }
        let bare = !self.is(Punct::LParen);
        if name == "nonnull" && !bare {
            return self.nonnull_attribute(all);
        }
        if name == "visibility" && !bare {
            return self.visibility(all);
        }
        if name == "assume" && !bare {
            all.assumed = Some(self.at);
        }
        if !bare {
            self.skip_balanced()?;
        }
        self.p.may_alias |= name == "may_alias";
        self.note_attribute(at, name, bare, all);
        Ok(())
    }

    /// `visibility("hidden")` is kept, other kinds change nothing either.
    fn visibility(&mut self, all: &mut Attributes) -> Res<()> {
        self.expect(Punct::LParen)?;
        if self.token_text(self.tokens[self.at]) == "\"hidden\"" {
            all.of_function = all.of_function.with(Attrs::HIDDEN);
        }
        self.advance();
        self.expect(Punct::RParen).map(drop)
    }

    fn note_attribute(&self, at: u32, name: &str, bare: bool, all: &mut Attributes) {
        all.packed |= name == "packed";
        // With arguments, `malloc` speaks of a deallocator.
        if let Some((attr, _)) = Attrs::NAMES.iter().find(|(_, n)| bare && *n == name) {
            all.of_function = all.of_function.with(*attr);
        }
        if let Some((_, construct)) = MEANINGFUL.iter().find(|(n, _)| *n == name) {
            all.unsupported = all.unsupported.or(Some((at, *construct)));
        }
    }

    fn aligned_attribute(&mut self, all: &mut Attributes) -> Res<()> {
        let mut align = LARGEST;
        if self.accept(Punct::LParen) {
            align = self.alignment()?;
            self.expect(Punct::RParen)?;
        }
        all.aligned = all.aligned.max(Some(align));
        Ok(())
    }

    /// `nonnull(1, 3)`: the parameters, counted from one.
    fn nonnull_attribute(&mut self, all: &mut Attributes) -> Res<()> {
        self.expect(Punct::LParen)?;
        while !self.accept(Punct::RParen) {
            let param = usize::try_from(self.constant()? - 1).unwrap_or(usize::MAX);
            all.of_function = all.of_function.with(Attrs::nonnull_at(param));
            if !self.is(Punct::RParen) {
                self.expect(Punct::Comma)?;
            }
        }
        Ok(())
    }

    fn vector_attribute(&mut self, at: u32, all: &mut Attributes) -> Res<()> {
        self.expect(Punct::LParen)?;
        all.vector = Some((at, self.alignment()?));
        self.expect(Punct::RParen).map(drop)
    }

    fn mode_attribute(&mut self, at: u32, all: &mut Attributes) -> Res<()> {
        self.expect(Punct::LParen)?;
        let name = self.expect_name()?;
        match Mode::from_name(self.name_text(name)) {
            Some(mode) => all.mode = Some((at, mode)),
            None => all.unsupported = all.unsupported.or(Some((at, Construct::TypeMode))),
        }
        self.expect(Punct::RParen).map(drop)
    }

    /// The type that attributes make of the one that is named.
    pub fn attributed(&mut self, ty: Ty, attributes: &mut Attributes) -> Res<Ty> {
        let ty = match attributes.mode.take() {
            Some((at, mode)) => self.in_mode(at, ty, mode)?,
            None => ty,
        };
        self.vector_of(ty, attributes)
    }

    fn in_mode(&mut self, at: u32, ty: Ty, mode: Mode) -> Res<Ty> {
        let types = &mut self.p.types;
        let meant = types.canonical(ty);
        let Some(signed) =
            types.int_type(meant).map(|t| t.signed).or(types.is_arithmetic(meant).then_some(true))
        else {
            return unsupported(at, Construct::TypeMode);
        };
        let exact = |types: &ir::Types, bits| match bits {
            128 => Some(if signed { Ty::INT128 } else { Ty::UINT128 }),
            bits => types.target().exact(bits, signed).map(Ty::int),
        };
        let made = match mode {
            Mode::Int(bits) => exact(types, bits),
            Mode::Float(kind) => Some(Ty::float(kind)),
            Mode::IntVector(lanes, bits) => exact(types, bits).map(|element| types.vector(element, lanes)),
            Mode::FloatVector(lanes, kind) => Some(types.vector(Ty::float(kind), lanes)),
        };
        match made {
            Some(made) => Ok(types.qualify(made, meant.quals())),
            None => unsupported(at, Construct::TypeMode),
        }
    }

    /// `assume_aligned(16)`; one with an offset is left out, which is always allowed.
    fn alignment_promise(&mut self, all: &mut Attributes) -> Res<()> {
        self.expect(Punct::LParen)?;
        let align = self.alignment()?;
        if self.accept(Punct::Comma) {
            self.constant()?;
        } else if let Some((_, attr)) = Attrs::ALIGNMENTS.iter().find(|(n, _)| u64::from(*n) == align) {
            all.of_function = all.of_function.with(*attr);
        }
        self.expect(Punct::RParen).map(drop)
    }

    /// The vector of elements of a type that an attribute asks for.
    fn vector_of(&mut self, ty: Ty, attributes: &mut Attributes) -> Res<Ty> {
        let Some((at, bytes)) = attributes.vector.take() else { return Ok(ty) };
        let types = &mut self.p.types;
        let (element, quals) = (types.canonical(ty).unqualified(), types.canonical(ty).quals());
        let number = match types.kind(element) {
            TypeKind::Int(kind) => kind != IntKind::Bool && kind.rank() <= IntKind::LongLong.rank(),
            TypeKind::Float(kind) => kind != FloatKind::LongDouble,
            _ => false,
        };
        let size = types.size(element);
        if !number || bytes < size {
            return fail(at, ErrorKind::BadSize);
        }
        let vector = types.vector(element, (bytes / size) as u32);
        Ok(types.qualify(vector, quals))
    }

    fn alignment(&mut self) -> Res<u64> {
        let at = self.offset();
        let value = self.constant()?;
        let valid = (1..=MAX_ALIGN).contains(&value) && value.count_ones() == 1;
        if valid { Ok(value as u64) } else { fail(at, ErrorKind::BadSize) }
    }

    /// `_Alignas(type)` or `_Alignas(constant)` (C17 6.7.5).
    pub fn alignas(&mut self) -> Res<Option<u64>> {
        self.advance();
        self.expect(Punct::LParen)?;
        let align = if self.at_type()? {
            let (ty, attributes) = self.attributed_type_name()?;
            Some(self.p.types.align(ty).max(attributes.aligned.unwrap_or(1)))
        } else if matches!(self.tok(), Tok::Number) && self.token_text(self.tokens[self.at]) == "0" {
            // C17 6.7.5p6: zero has no effect.
            self.advance();
            None
        } else {
            Some(self.alignment()?)
        };
        self.expect(Punct::RParen)?;
        Ok(align)
    }
}
