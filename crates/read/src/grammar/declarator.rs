//! Declarators (C17 6.7.6) and type names (6.7.7): how pointers, arrays and functions wrap a type.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::attribute::Attributes;
use crate::grammar::specifiers::{Specifiers, StorageWord};
use crate::reader::{Binding, Reader, Tag};
use crate::text::token::{Keyword, Name, Punct, Tok};
use ir::build::TypeError;
use ir::{FnType, LastParam, Quals, Ty};

/// A declarator, taken apart: the name, and what it makes of the type before it.
#[derive(Debug, Default)]
pub(crate) struct Declarator {
    pub name: Option<(Name, u32)>,
    /// In the order in which they apply to the specifiers' type; the last is nearest to the name.
    pub derive: Vec<Derive>,
}

#[derive(Debug)]
pub(crate) enum Derive {
    Pointer(Quals),
    /// The qualifiers are those that a parameter gets when it turns into a pointer.
    Array(Bound, Quals),
    Function(Params),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    Missing,
    Fixed(u64),
    /// `[static 4]`, of a parameter.
    AtLeast(u64),
    /// Not constant: harmless where a parameter turns into a pointer, unsupported elsewhere.
    /// With the number of its first token; `[*]` has none.
    Variable(usize),
}

#[derive(Debug, Default)]
pub(crate) struct Params {
    pub list: Vec<Param>,
    pub variadic: bool,
    pub prototype: bool,
    /// What else the list declares, which a body can see (C17 6.2.1p4).
    pub declares: Declares,
}

/// Tags and enumerators that are declared in a list of parameters.
#[derive(Debug, Default)]
pub(crate) struct Declares {
    pub constants: Vec<(Name, Binding)>,
    pub tags: Vec<(Name, Tag)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Param {
    pub name: Option<Name>,
    /// Adjusted to a pointer where it has to be, with its qualifiers.
    pub ty: Ty,
    /// What `[static 4]` promises, or zero.
    pub at_least: u32,
    /// How it was written, where that is not seen in its type.
    pub written: LastParam,
    /// The type that an old-style definition gives it, if its argument is promoted to another.
    pub narrow: Option<Ty>,
    pub at: u32,
}

impl Attributes {
    /// The alignment of the type is that of what is declared, unless that is a pointer or function.
    pub fn align_as_type(&mut self, derive: &[Derive]) {
        if derive.iter().all(|step| matches!(step, Derive::Array(..))) {
            self.aligned = self.aligned.max(self.of_type);
        }
    }
}

/// Objects larger than this are mistakes, or attacks.
pub(crate) const MAX_OBJECT: u64 = 1 << 31;

impl Reader<'_> {
    /// A type name, as in casts and `sizeof`.
    pub fn type_name(&mut self) -> Res<Ty> {
        self.attributed_type_name().map(|(ty, _)| ty)
    }

    /// The same, with the attributes among its specifiers.
    pub fn attributed_type_name(&mut self) -> Res<(Ty, Attributes)> {
        let specifiers = self.specifiers()?;
        if specifiers.storage.is_some() || specifiers.inline {
            return fail(specifiers.at, ErrorKind::BadSpecifiers);
        }
        let at = self.offset();
        let declarator = self.declarator()?;
        if let Some((_, at)) = declarator.name {
            return fail(at, ErrorKind::BadDeclaration);
        }
        let ty = self.derive(at, specifiers.ty, &declarator.derive)?;
        let mut attributes = specifiers.attributes;
        attributes.align_as_type(&declarator.derive);
        Ok((ty, attributes))
    }

    /// A declarator with a name or, as in type names and parameters, without.
    pub fn declarator(&mut self) -> Res<Declarator> {
        self.enter()?;
        let mut derive = Vec::new();
        loop {
            if self.accept(Punct::Star) {
                derive.push(Derive::Pointer(self.qualifiers()?));
            } else if self.at_attribute() {
                self.attributes()?;
            } else {
                break;
            }
        }
        let inner = self.direct_declarator()?;
        let mut suffixes = Vec::new();
        while let Some(suffix) = self.suffix()? {
            suffixes.push(suffix);
        }
        derive.extend(suffixes.into_iter().rev());
        derive.extend(inner.derive);
        self.leave();
        Ok(Declarator { name: inner.name, derive })
    }

    fn direct_declarator(&mut self) -> Res<Declarator> {
        match self.tok() {
            Tok::Ident(name) => {
                let at = self.offset();
                self.advance();
                Ok(Declarator { name: Some((name, at)), derive: Vec::new() })
            }
            Tok::Punct(Punct::LParen) if !self.parameters_follow()? => {
                self.advance();
                let inner = self.declarator()?;
                self.expect(Punct::RParen)?;
                Ok(inner)
            }
            _ => Ok(Declarator::default()),
        }
    }

    /// Whether a parenthesis opens a parameter list of a nameless function (C17 6.7.6.3p11).
    fn parameters_follow(&mut self) -> Res<bool> {
        match self.ahead(1) {
            Tok::Punct(Punct::RParen | Punct::Ellipsis) => Ok(true),
            Tok::Word(Keyword::Attribute) => Ok(false),
            next => self.is_type(next),
        }
    }

    pub fn qualifiers(&mut self) -> Res<Quals> {
        let mut quals = Quals::NONE;
        loop {
            let more = match self.tok() {
                Tok::Word(Keyword::Const) => Quals::CONST,
                Tok::Word(Keyword::Volatile) => Quals::VOLATILE,
                Tok::Word(Keyword::Restrict) => Quals::RESTRICT,
                Tok::Word(Keyword::Atomic) => return unsupported(self.offset(), Construct::Atomic),
                _ if self.at_attribute() => {
                    self.attributes()?;
                    continue;
                }
                _ => return Ok(quals),
            };
            quals = quals.with(more);
            self.advance();
        }
    }

    fn suffix(&mut self) -> Res<Option<Derive>> {
        match self.tok() {
            Tok::Punct(Punct::LBracket) if !self.at_attribute() => self.array_suffix().map(Some),
            Tok::Punct(Punct::LParen) => self.function_suffix().map(Some),
            _ => Ok(None),
        }
    }

    fn array_suffix(&mut self) -> Res<Derive> {
        self.advance();
        let mut promised = self.accept_word(Keyword::Static);
        let quals = self.qualifiers()?;
        promised |= self.accept_word(Keyword::Static);
        if self.accept(Punct::RBracket) {
            return Ok(Derive::Array(Bound::Missing, quals));
        }
        if self.is(Punct::Star) && self.ahead(1) == Tok::Punct(Punct::RBracket) {
            self.advance();
            self.advance();
            return Ok(Derive::Array(Bound::Variable(self.at), quals));
        }
        let bound = match self.bound()? {
            Bound::Fixed(len) if promised => Bound::AtLeast(len),
            bound => bound,
        };
        self.expect(Punct::RBracket)?;
        Ok(Derive::Array(bound, quals))
    }

    fn bound(&mut self) -> Res<Bound> {
        let (start, depth, at) = (self.at, self.depth, self.offset());
        match self.constant() {
            Ok(len) if len < 0 => fail(at, ErrorKind::BadSize),
            Ok(len) => match u64::try_from(len) {
                Ok(len) if len <= MAX_OBJECT => Ok(Bound::Fixed(len)),
                _ => fail(at, ErrorKind::TooLarge),
            },
            Err(error) if is_variable(&error.kind) => {
                (self.at, self.depth) = (start, depth);
                self.skip_to_bracket()?;
                Ok(Bound::Variable(start))
            }
            Err(error) => Err(error),
        }
    }

    /// Skips a length that is not constant. That of a parameter means nothing, unless evaluating it does something.
    fn skip_to_bracket(&mut self) -> Res<()> {
        let mut open = 0;
        loop {
            match self.tok() {
                Tok::Punct(Punct::RBracket) if open == 0 => return Ok(()),
                Tok::Punct(Punct::LBracket) => open += 1,
                Tok::Punct(Punct::RBracket) => open -= 1,
                Tok::Punct(Punct::LParen) if matches!(self.before(), Tok::Ident(_)) => {
                    return unsupported(self.offset(), Construct::VariableLength);
                }
                Tok::Punct(punct) if punct.modifies() => {
                    return unsupported(self.offset(), Construct::VariableLength);
                }
                Tok::End => return self.expected("]"),
                _ => {}
            }
            self.advance();
        }
    }

    fn before(&self) -> Tok {
        self.at.checked_sub(1).map_or(Tok::End, |at| self.tokens[at].tok)
    }

    fn function_suffix(&mut self) -> Res<Derive> {
        self.advance();
        if self.accept(Punct::RParen) {
            return Ok(Derive::Function(Params::default()));
        }
        if let Tok::Ident(name) = self.tok() {
            let known = matches!(self.find(name)?, Some(Binding::Typedef(_)));
            if !known && matches!(self.ahead(1), Tok::Punct(Punct::Comma | Punct::RParen)) {
                return self.old_style_names().map(Derive::Function);
            }
        }
        self.open_scope();
        let mut params = self.parameters()?;
        params.declares = self.take_scope();
        Ok(Derive::Function(params))
    }

    fn parameters(&mut self) -> Res<Params> {
        let mut params = Params { prototype: true, ..Params::default() };
        loop {
            if self.accept(Punct::Ellipsis) {
                params.variadic = true;
                break;
            }
            let param = self.parameter()?;
            params.list.push(param);
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RParen)?;
        self.check_void(&mut params)?;
        Ok(params)
    }

    /// `(void)` is no parameter (C17 6.7.6.3p10), and no parameter is `void`.
    fn check_void(&self, params: &mut Params) -> Res<()> {
        let Some(first) = params.list.iter().find(|p| self.p.types.is_void(p.ty)).copied() else {
            return Ok(());
        };
        let alone = params.list.len() == 1 && !params.variadic && first.name.is_none();
        if !alone || !first.ty.quals().is_empty() {
            return fail(first.at, ErrorKind::Type(TypeError::Incomplete));
        }
        params.list.clear();
        Ok(())
    }

    fn parameter(&mut self) -> Res<Param> {
        let specifiers = self.specifiers()?;
        if !matches!(specifiers.storage, None | Some(StorageWord::Register)) {
            return fail(specifiers.at, ErrorKind::BadSpecifiers);
        }
        let param = self.parameter_of(specifiers)?;
        if let Some(name) = param.name {
            if self.ordinary.find_here(name).is_some() {
                return fail(param.at, ErrorKind::Redefined(self.name_text(name).to_owned()));
            }
            self.ordinary.bind(name, Binding::Parameter);
        }
        Ok(param)
    }

    /// The parameter that a declarator makes of its specifiers.
    pub fn parameter_of(&mut self, specifiers: Specifiers) -> Res<Param> {
        let start = self.offset();
        let mut declarator = self.declarator()?;
        let mut attributes = self.trailing_attributes()?;
        let base = self.attributed(specifiers.ty, &mut attributes)?;
        let at = declarator.name.map_or(start, |(_, at)| at);
        let at_least = match declarator.derive.last() {
            Some(Derive::Array(Bound::AtLeast(len), _)) => u32::try_from(*len).unwrap_or(u32::MAX),
            _ => 0,
        };
        let register = specifiers.storage == Some(StorageWord::Register);
        let written = self.written(base, declarator.derive.last(), register);
        let ty = self.parameter_type(at, base, &mut declarator.derive)?;
        let name = declarator.name.map(|(name, _)| name);
        Ok(Param { name, ty, at_least, written, narrow: None, at })
    }

    /// What a parameter is before it turns into a pointer, and its storage class.
    fn written(&self, base: Ty, outermost: Option<&Derive>, register: bool) -> LastParam {
        match outermost {
            Some(Derive::Array(..)) => LastParam::Array,
            Some(Derive::Function(_)) => LastParam::Function,
            None if self.p.types.is_array(base) => LastParam::Array,
            None if self.p.types.is_function(base) => LastParam::Function,
            Some(Derive::Pointer(_)) | None if register => LastParam::Register,
            Some(Derive::Pointer(_)) | None => LastParam::Plain,
        }
    }

    /// Arrays and functions turn into pointers (C17 6.7.6.3p7-8).
    fn parameter_type(&mut self, at: u32, base: Ty, derive: &mut Vec<Derive>) -> Res<Ty> {
        if let Some(Derive::Array(_, quals)) = derive.last() {
            let quals = *quals;
            derive.pop();
            let element = self.derive(at, base, derive)?;
            self.require_complete(at, element)?;
            let pointer = self.p.types.pointer(element);
            return Ok(self.p.types.qualify(pointer, quals));
        }
        let ty = self.derive(at, base, derive)?;
        if let Some((element, _)) = self.p.types.element(ty) {
            return Ok(self.p.types.pointer(element));
        }
        if self.p.types.is_function(ty) { Ok(self.p.types.pointer(ty)) } else { Ok(ty) }
    }

    /// The type that a declarator makes.
    pub fn derive(&mut self, at: u32, base: Ty, derive: &[Derive]) -> Res<Ty> {
        let mut ty = base;
        for step in derive {
            ty = match step {
                Derive::Pointer(quals) => {
                    let pointer = self.p.types.pointer(ty);
                    self.p.types.qualify(pointer, *quals)
                }
                Derive::Array(bound, _) => self.array_type(at, ty, *bound)?,
                Derive::Function(params) => self.function_type(at, ty, params)?,
            };
        }
        Ok(ty)
    }

    fn array_type(&mut self, at: u32, element: Ty, bound: Bound) -> Res<Ty> {
        self.require_complete(at, element)?;
        match bound {
            Bound::Missing => Ok(self.p.types.unsized_array(element)),
            Bound::Variable(_) => unsupported(at, Construct::VariableLength),
            Bound::Fixed(len) => self.sized_array(at, element, len),
            // Only the outermost one of a parameter's, which is a pointer (C17 6.7.6.2p1).
            Bound::AtLeast(_) => fail(at, ErrorKind::BadDeclaration),
        }
    }

    pub fn sized_array(&mut self, at: u32, element: Ty, len: u64) -> Res<Ty> {
        let size = self.p.types.size(element).saturating_mul(len);
        if size > MAX_OBJECT { fail(at, ErrorKind::TooLarge) } else { Ok(self.p.types.array(element, len)) }
    }

    fn function_type(&mut self, at: u32, ret: Ty, params: &Params) -> Res<Ty> {
        if self.p.types.is_function(ret) || self.p.types.is_array(ret) {
            return fail(at, ErrorKind::BadDeclaration);
        }
        Ok(self.p.types.function(FnType {
            // Qualifiers of a returned value mean nothing (C17 6.7.6.3p5).
            ret: if self.p.types.is_void(ret) { ret } else { self.without_qualifiers(ret) },
            params: params
                .list
                .iter()
                .filter(|_| params.prototype)
                .map(|param| self.without_qualifiers(param.ty))
                .collect(),
            variadic: params.variadic,
            prototype: params.prototype,
        }))
    }

    /// The type without qualifiers, those of a typedef name among them.
    fn without_qualifiers(&self, ty: Ty) -> Ty {
        let plain = ty.unqualified();
        let meant = self.p.types.canonical(plain);
        if meant.quals().is_empty() { plain } else { meant.unqualified() }
    }
}

fn is_variable(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotConstant | ErrorKind::Unsupported(Construct::VariableLength))
}
