//! Structs, unions and enums (C17 6.7.2.1-3).

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::attribute::Attributes;
use crate::grammar::deferred::Space;
use crate::grammar::specifiers::Specifiers;
use crate::reader::{Binding, Reader, Tag};
use crate::text::lex::FastMap;
use crate::text::token::{Name, Punct, Tok};
use ir::arith::int;
use ir::build::TypeError;
use ir::{EnumId, Field, IntKind, Placing, Quals, RecordId, RecordKind, Symbol, Ty};

/// Records larger than this are mistakes, or attacks.
const MAX_RECORD: u64 = 1 << 24;

/// From here on, members are found by an index.
const MANY: usize = 64;

/// The members read so far, and their names.
#[derive(Default)]
struct Members {
    fields: Vec<Field>,
    names: FastMap<Symbol, ()>,
    placed: Vec<(u32, Placing)>,
}

impl Reader<'_> {
    /// `struct` or `union` with a tag, a list of members, or both.
    pub fn record(&mut self, kind: RecordKind) -> Res<Ty> {
        self.advance();
        let mut attributes = self.attributes()?;
        let at = self.offset();
        let tag = match self.tok() {
            Tok::Ident(name) => {
                self.advance();
                Some(name)
            }
            _ => None,
        };
        let defines = self.is(Punct::LBrace);
        let id = match tag {
            Some(name) => self.tagged_record(at, name, kind, defines)?,
            None if defines => self.declare_record(None, kind),
            None => return self.expected("a tag or {"),
        };
        if defines {
            if self.p.types.records[id].layout.is_some() {
                return fail(at, ErrorKind::Redefined(tag.map_or("", |t| self.name_text(t)).to_owned()));
            }
            self.advance();
            let members = self.members(kind)?;
            if tag.is_none() {
                self.tagless = Some(id);
            }
            attributes.merge(self.attributes()?);
            self.complete(at, id, members, attributes)?;
        }
        Ok(self.p.types.record_type(id))
    }

    /// The record of a tag: that of the scope itself where it is defined or declared anew, else any visible.
    fn tagged_record(&mut self, at: u32, name: Name, kind: RecordKind, defines: bool) -> Res<RecordId> {
        let declares = defines || self.is(Punct::Semi);
        if defines && self.tags.is_file_scope() {
            self.force(Space::Tag, name)?;
        }
        let found = if declares { self.tags.find_here(name) } else { self.tags.find(name) };
        match found {
            Some(Tag::Record(id)) if self.p.types.records[id].kind == kind => Ok(id),
            Some(_) => fail(at, ErrorKind::Redeclared(self.name_text(name).to_owned())),
            None => {
                let id = self.reserved_or_new(name, kind);
                // One that a header defines stays incomplete until that is not enough.
                if !declares && self.deferred.has(Space::Tag, name) {
                    self.tags.bind_in_file(name, Tag::Record(id));
                } else {
                    self.tags.bind(name, Tag::Record(id));
                }
                Ok(id)
            }
        }
    }

    /// Reads the definition of a record from its header, if it has one there and was only mentioned so far.
    pub fn complete_late(&mut self, ty: Ty) -> Res<()> {
        let Some(id) = self.p.types.record(self.p.types.leaf(ty)) else { return Ok(()) };
        let record = &self.p.types.records[id];
        if record.layout.is_some() {
            return Ok(());
        }
        match self.names.find(self.p.name(record.tag)) {
            Some(name) => self.force(Space::Tag, name),
            None => Ok(()),
        }
    }

    pub fn require_complete(&mut self, at: u32, ty: Ty) -> Res<()> {
        self.complete_late(ty)?;
        if self.p.types.is_complete(ty) { Ok(()) } else { fail(at, TypeError::Incomplete.into()) }
    }

    fn reserved_or_new(&mut self, name: Name, kind: RecordKind) -> RecordId {
        let reserved = self.reserved_tags.get(&name).copied();
        match reserved.filter(|id| self.tags.is_file_scope() && self.p.types.records[*id].kind == kind) {
            Some(id) => id,
            None => self.declare_record(Some(name), kind),
        }
    }

    pub fn declare_record(&mut self, tag: Option<Name>, kind: RecordKind) -> RecordId {
        let tag = self.unique_tag(tag).unwrap_or_else(|| self.invent("anon"));
        self.p.types.declare_record(tag, kind)
    }

    /// Tags of different scopes may be the same; in ir they are not.
    fn unique_tag(&mut self, tag: Option<Name>) -> Option<Symbol> {
        let name = tag?;
        if self.used_tags.insert(name, ()).is_some() {
            let stem = self.name_text(name);
            return Some(self.invent(stem));
        }
        Some(self.symbol(name))
    }

    fn members(&mut self, kind: RecordKind) -> Res<Members> {
        self.enter()?;
        let mut members = Members::default();
        while !self.accept(Punct::RBrace) {
            if self.accept(Punct::Semi) {
                continue;
            }
            if self.tok() == Tok::Pragma {
                self.pragma();
                continue;
            }
            if self.is_word(crate::text::token::Keyword::StaticAssert) {
                self.static_assert()?;
                continue;
            }
            self.member_declaration(kind, &mut members)?;
        }
        self.leave();
        Ok(members)
    }

    fn member_declaration(&mut self, kind: RecordKind, members: &mut Members) -> Res<()> {
        let specifiers = self.specifiers()?;
        if specifiers.storage.is_some() || specifiers.inline {
            return fail(specifiers.at, ErrorKind::BadSpecifiers);
        }
        if self.accept(Punct::Semi) {
            self.anonymous_member(specifiers, &mut members.fields);
            return Ok(());
        }
        loop {
            let (field, placing) = self.member(specifiers, kind)?;
            if placing != Placing::default() {
                members.placed.push((members.fields.len() as u32, placing));
            }
            if let Some(name) = field.name
                && members.names.insert(name, ()).is_some()
            {
                return fail(self.offset(), ErrorKind::Redefined(self.p.name(name).to_owned()));
            }
            members.fields.push(field);
            if !self.accept(Punct::Comma) {
                self.expect(Punct::Semi)?;
                return Ok(());
            }
        }
    }

    /// Members of a struct or union without tag and name belong to the whole (C17 6.7.2.1p13).
    fn anonymous_member(&mut self, specifiers: Specifiers, fields: &mut Vec<Field>) {
        let record = self.p.types.record(specifiers.ty);
        if record.is_some() && record == self.tagless {
            fields.push(Field { name: None, ty: specifiers.ty, bits: None });
        }
    }

    fn member(&mut self, specifiers: Specifiers, kind: RecordKind) -> Res<(Field, Placing)> {
        let start = self.offset();
        let declarator = self.declarator()?;
        let at = declarator.name.map_or(start, |(_, at)| at);
        let ty = self.derive(at, specifiers.ty, &declarator.derive)?;
        let name = declarator.name.map(|(name, _)| name);
        let bits = if self.accept(Punct::Colon) { Some(self.bit_width(ty, name)?) } else { None };
        let mut attributes = specifiers.attributes;
        attributes.merge(self.attributes()?);
        attributes.align_as_type(&declarator.derive);
        let ty = match (attributes.vector, attributes.mode) {
            (Some(_), _) | (_, Some(_)) => {
                let base = self.attributed(specifiers.ty, &mut attributes)?;
                self.derive(at, base, &declarator.derive)?
            }
            (None, None) => ty,
        };
        if bits.is_none() {
            if name.is_none() {
                return self.expected("a member's name");
            }
            self.check_member(at, ty, kind)?;
        }
        let placing = self.placing(at, ty, bits, attributes)?;
        let name = name.map(|name| self.symbol(name));
        Ok((Field { name, ty, bits }, placing))
    }

    fn check_member(&mut self, at: u32, ty: Ty, kind: RecordKind) -> Res<()> {
        if self.is_flexible(ty) && kind == RecordKind::Struct {
            return Ok(());
        }
        self.require_complete(at, ty)
    }

    fn is_flexible(&self, ty: Ty) -> bool {
        matches!(self.p.types.element(ty), Some((_, None)))
    }

    /// Only the last of several members may be an array without length (C17 6.7.2.1p18).
    fn check_flexible(&self, at: u32, fields: &[Field]) -> Res<()> {
        match fields.iter().position(|f| self.is_flexible(f.ty)) {
            Some(index) if index + 1 < fields.len() => fail(at, TypeError::Incomplete.into()),
            _ => Ok(()),
        }
    }

    /// How a member is aligned, where its attributes say more than its type.
    fn placing(&self, at: u32, ty: Ty, bits: Option<u8>, attributes: Attributes) -> Res<Placing> {
        if let Some((at, construct)) = attributes.unsupported {
            return unsupported(at, construct);
        }
        let natural = if attributes.packed { 1 } else { self.p.types.align(ty) };
        let aligned = attributes.aligned.filter(|align| *align > natural);
        if bits.is_some() && aligned.is_some() {
            return unsupported(at, Construct::AlignedMember);
        }
        let packed = attributes.packed && (bits.is_some() || self.p.types.align(ty) > 1);
        Ok(Placing { packed, aligned })
    }

    /// The width of a bit-field (C17 6.7.2.1p4-5); only a nameless one may be zero bits wide.
    fn bit_width(&mut self, ty: Ty, name: Option<Name>) -> Res<u8> {
        let at = self.offset();
        let width = self.constant()?;
        let Some(int) = self.p.types.int_type(ty) else { return fail(at, ErrorKind::BadBitField) };
        let least = i128::from(name.is_some());
        if width < least || width > i128::from(int.bits) {
            return fail(at, ErrorKind::BadBitField);
        }
        Ok(width as u8)
    }

    fn complete(&mut self, at: u32, id: RecordId, members: Members, attributes: Attributes) -> Res<()> {
        let Members { fields, placed, .. } = members;
        if let Some((at, construct)) = attributes.unsupported {
            return unsupported(at, construct);
        }
        if self.p.types.records[id].layout.is_some() {
            return fail(at, ErrorKind::Redefined(self.p.name(self.p.types.records[id].tag).to_owned()));
        }
        self.check_flexible(at, &fields)?;
        let sizes = fields.iter().map(|f| self.p.types.size(f.ty));
        if sizes.fold(0u64, u64::saturating_add) > MAX_RECORD {
            return fail(at, ErrorKind::TooLarge);
        }
        let packed = self.is_packed(at, &fields)? || attributes.packed;
        self.p.types.records[id].packed = packed;
        self.p.types.records[id].placed = placed;
        self.p.types.records[id].aligned = attributes.aligned;
        if fields.len() >= MANY {
            let named = fields.iter().enumerate().filter_map(|(i, f)| Some((f.name?, i as u32)));
            self.member_index.insert(id, named.collect());
        }
        self.p.types.complete_record(id, fields);
        Ok(())
    }

    /// `#pragma pack(1)` means the same as the attribute; other values are known only where they do nothing. They
    /// always do something to bit-fields, which GCC then lets cross the boundaries of their types.
    fn is_packed(&self, at: u32, fields: &[Field]) -> Res<bool> {
        let Some(pack) = self.pack.last().copied().flatten() else { return Ok(false) };
        if pack == 1 {
            return Ok(true);
        }
        let fits = |f: &Field| f.bits.is_none() && self.p.types.align(f.ty) <= pack;
        if fields.iter().all(fits) { Ok(false) } else { unsupported(at, Construct::PackPragma) }
    }

    /// A pragma that does something, and is the token here.
    pub fn pragma(&mut self) {
        let text = self.token_text(self.tokens[self.at]);
        let Some((_, times)) = text.split_once("unroll") else { return self.pack_pragma() };
        self.unroll = times.trim().parse().ok();
        self.advance();
    }

    /// `#pragma pack(1)`, `pack()`, `pack(push)`, `pack(push, 1)`, `pack(pop)`.
    fn pack_pragma(&mut self) {
        let text = self.token_text(self.tokens[self.at]);
        self.advance();
        let arguments =
            text.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(a, _)| a);
        let now = self.pack.last().copied().flatten();
        let value = arguments.split(',').find_map(|word| word.trim().parse().ok());
        if arguments.contains("push") {
            self.pack.push(value.or(now));
        } else if arguments.contains("pop") {
            if self.pack.len() > 1 {
                self.pack.pop();
            }
        } else if let Some(top) = self.pack.last_mut() {
            *top = value;
        }
    }

    // --- enums ---

    pub fn enumeration(&mut self) -> Res<Ty> {
        self.advance();
        self.attributes()?;
        let at = self.offset();
        let tag = match self.tok() {
            Tok::Ident(name) => {
                self.advance();
                Some(name)
            }
            _ => None,
        };
        if self.is(Punct::Colon) && !matches!(self.ahead(1), Tok::Number) {
            return unsupported(at, Construct::FixedEnum);
        }
        if self.is(Punct::LBrace) {
            return self.define_enum(at, tag);
        }
        let Some(name) = tag else { return self.expected("a tag or {") };
        match self.find_tag(name)? {
            Some(Tag::Enum(id)) => Ok(self.p.types.enum_type(id)),
            Some(Tag::Integer(ty)) => Ok(ty),
            Some(Tag::Record(_)) => fail(at, ErrorKind::Redeclared(self.name_text(name).to_owned())),
            None => unsupported(at, Construct::ForwardEnum),
        }
    }

    fn define_enum(&mut self, at: u32, tag: Option<Name>) -> Res<Ty> {
        self.advance();
        if let Some(name) = tag {
            self.force(Space::Tag, name)?;
            if self.tags.find_here(name).is_some() {
                return fail(at, ErrorKind::Redefined(self.name_text(name).to_owned()));
            }
        }
        let mut constants: Vec<(Name, i128)> = Vec::new();
        let mut next = 0;
        while !self.accept(Punct::RBrace) {
            let (name, value) = self.enumerator(next)?;
            constants.push((name, value));
            next = value + 1;
            if !self.accept(Punct::Comma) {
                self.expect(Punct::RBrace)?;
                break;
            }
        }
        if constants.is_empty() {
            return self.expected("an enumerator");
        }
        self.attributes()?;
        if let Some(ty) = self.wide_enum(at, &constants)? {
            constants.iter().for_each(|(name, value)| self.ordinary.bind(*name, Binding::Number(*value, ty)));
            if let Some(name) = tag {
                self.tags.bind(name, Tag::Integer(ty));
            }
            return Ok(ty);
        }
        let id = self.add_enum(tag, &constants);
        if let Some(name) = tag {
            self.tags.bind(name, Tag::Enum(id));
        }
        Ok(self.p.types.enum_type(id))
    }

    /// `A` or `A = 5`; it can be used by those that follow.
    fn enumerator(&mut self, next: i128) -> Res<(Name, i128)> {
        let at = self.offset();
        let name = self.expect_name()?;
        self.attributes()?;
        let value = if self.accept(Punct::Assign) { self.constant()? } else { next };
        self.force(Space::Ordinary, name)?;
        if self.ordinary.find_here(name).is_some() {
            return fail(at, ErrorKind::Redefined(self.name_text(name).to_owned()));
        }
        let ty = self.enumerator_type(at, value)?;
        self.ordinary.bind(name, Binding::Number(value, ty));
        Ok((name, value))
    }

    fn enumerator_type(&self, at: u32, value: i128) -> Res<Ty> {
        let kinds = [
            IntKind::Int,
            IntKind::UInt,
            IntKind::Long,
            IntKind::ULong,
            IntKind::LongLong,
            IntKind::ULongLong,
        ];
        let fits = |kind: &IntKind| {
            let t = self.p.target().int_type(*kind);
            int::convert::<i128, i128>(ir::IntType::signed(128), t, value) == value
        };
        kinds.into_iter().find(fits).map_or_else(|| fail(at, ErrorKind::TooLarge), |kind| Ok(Ty::int(kind)))
    }

    /// The type of an enum whose constants do not fit `int` (GNU, C23 6.7.3.3): that integer type is used in its place.
    fn wide_enum(&self, at: u32, constants: &[(Name, i128)]) -> Res<Option<Ty>> {
        let (least, most) =
            constants.iter().fold((0, 0), |(a, b), (_, v)| (v.min(&a).to_owned(), v.max(&b).to_owned()));
        let int = self.p.target().int_type(IntKind::Int);
        if int::fits(int, least as i64) && int::fits(int, most as i64) && i128::from(most as i64) == most {
            return Ok(None);
        }
        if least == 0 {
            return self
                .enumerator_type(at, most)
                .map(|ty| Some(self.p.types.int_kind(ty).map_or(ty, |k| Ty::int(k.to_unsigned()))));
        }
        let wider = least.min(-most - 1);
        self.enumerator_type(at, wider).map(Some)
    }

    fn add_enum(&mut self, tag: Option<Name>, constants: &[(Name, i128)]) -> EnumId {
        let tag = self.unique_tag(tag);
        let rows = constants.iter().map(|(name, value)| (self.constant_symbol(*name), *value));
        let rows = rows.collect();
        let id = self.p.types.add_enum(tag, rows);
        for (n, (name, _)) in constants.iter().enumerate() {
            self.ordinary.bind(*name, Binding::EnumConst(id, n as u32));
        }
        id
    }

    /// ir keeps enums at file scope, where a constant of a block may meet another name.
    fn constant_symbol(&mut self, name: Name) -> Symbol {
        if self.ordinary.is_file_scope() || self.p.names.find(self.name_text(name)).is_none() {
            return self.symbol(name);
        }
        let stem = self.name_text(name);
        self.invent(stem)
    }

    // --- members by name ---

    /// The way to a member: the indices of the fields, through anonymous members (C17 6.7.2.1p13).
    pub fn find_member(&mut self, id: RecordId, name: Name) -> Option<Vec<u32>> {
        let symbol = self.p.names.find(self.name_text(name))?;
        self.member_path(id, symbol)
    }

    fn member_path(&self, id: RecordId, name: Symbol) -> Option<Vec<u32>> {
        let fields = &self.p.types.records[id].fields;
        let index = match self.member_index.get(&id) {
            Some(index) => index.get(&name).copied(),
            None => fields.iter().position(|f| f.name == Some(name)).map(|index| index as u32),
        };
        if let Some(index) = index {
            return Some(vec![index]);
        }
        fields.iter().enumerate().filter(|(_, f)| f.name.is_none() && f.bits.is_none()).find_map(|(i, f)| {
            let mut path = self.member_path(self.p.types.record(f.ty)?, name)?;
            path.insert(0, i as u32);
            Some(path)
        })
    }

    /// The type of a member with the qualifiers of the whole.
    pub fn member_type(&mut self, record: Ty, field: u32) -> Option<Ty> {
        let id = self.p.types.record(record)?;
        let ty = self.p.types.records[id].fields.get(field as usize)?.ty;
        let quals = self.p.types.canonical(record).quals().without(Quals::RESTRICT);
        Some(self.p.types.qualify(ty, quals))
    }
}
