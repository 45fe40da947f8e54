//! Types of the copy.

use super::table::{FieldEdit, VarEdit};
use super::{Made, Rebuild, Refused};
use crate::edit::Whole;
use ir::{Alias, EnumId, Field, FnType, FuncId, Quals, RecordId, Ty, TypeKind, VarId};

impl Rebuild<'_> {
    pub(super) fn ty(&mut self, ty: Ty) -> Made<Ty> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let bare = self.bare(ty.unqualified())?;
        let quals = self.quals(ty.quals());
        let copy = self.out.types.qualify(bare, quals);
        self.types.insert(ty, copy);
        Ok(copy)
    }

    fn quals(&self, quals: Quals) -> Quals {
        let dropped = [
            (Whole::NoConst, Quals::CONST),
            (Whole::NoVolatile, Quals::VOLATILE),
            (Whole::NoRestrict, Quals::RESTRICT),
        ];
        dropped.iter().filter(|(what, _)| self.table.whole(*what)).fold(quals, |q, (_, one)| q.without(*one))
    }

    fn bare(&mut self, ty: Ty) -> Made<Ty> {
        Ok(match self.src.types.spelled(ty) {
            // Built-in types have the same index in every program.
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::VaList => {
                self.table.types.get(&ty).copied().unwrap_or(ty)
            }
            TypeKind::Enum(id) if self.table.whole(Whole::PlainTypes) => {
                Ty::int(self.src.types.enums[id].repr)
            }
            TypeKind::Enum(id) => {
                let id = self.enumeration(id);
                self.out.types.enum_type(id)
            }
            TypeKind::Pointer(to) => {
                let to = self.ty(to)?;
                self.out.types.pointer(to)
            }
            TypeKind::Array(element, len) => {
                let element = self.ty(element)?;
                match len {
                    Some(len) => self.out.types.array(element, len),
                    None => self.out.types.unsized_array(element),
                }
            }
            TypeKind::Vector(element, lanes) => {
                let element = self.ty(element)?;
                self.out.types.vector(element, lanes)
            }
            TypeKind::Function(id) => {
                let f = self.src.types.fns[id].clone();
                let ret = self.ty(f.ret)?;
                let params = f.params.iter().map(|p| self.ty(*p)).collect::<Made<Vec<Ty>>>()?;
                self.out.types.function(FnType { ret, params, ..f })
            }
            TypeKind::Record(id) => match self.table.unrecorded.get(&id).copied() {
                Some(n) => self.field_instead(id, n)?,
                None => {
                    let id = self.record(id)?;
                    self.out.types.record_type(id)
                }
            },
            TypeKind::Alias(id) => {
                let alias = self.src.types.aliases[id].clone();
                let meaning = self.ty(alias.ty)?;
                if self.table.whole(Whole::PlainTypes) {
                    return Ok(meaning);
                }
                if let Some(known) = self.aliases.get(&id) {
                    return Ok(*known);
                }
                let name = match alias.header {
                    // What a header declares has the name that it has there.
                    Some(_) => self.src.name(alias.name).to_owned(),
                    None => self.own_name(self.src.name(alias.name)),
                };
                let name = self.out.names.intern(&name);
                let known = self.out.types.aliases.iter().find(|(_, a)| a.name == name && a.header.is_some());
                if let (true, Some((there, _))) = (self.beside, known) {
                    let copy = self.out.types.alias_type(there);
                    self.aliases.insert(id, copy);
                    return Ok(copy);
                }
                let copy = self.out.types.add_alias(Alias { name, ty: meaning, header: alias.header });
                self.aliases.insert(id, copy);
                copy
            }
        })
    }

    /// The type of the field that a record has become.
    fn field_instead(&mut self, id: RecordId, n: u32) -> Made<Ty> {
        if self.unrecording.contains(&id) {
            return Err(Refused);
        }
        self.unrecording.push(id);
        let ty = self.src.types.records[id].fields[n as usize].ty;
        let copy = self.ty(ty);
        self.unrecording.pop();
        copy
    }

    pub(super) fn enumeration(&mut self, id: EnumId) -> EnumId {
        if let Some(known) = self.enums.get(&id) {
            return *known;
        }
        let e = self.src.types.enums[id].clone();
        let tag = e.tag.map(|tag| self.own_name(self.src.name(tag)));
        let tag = tag.map(|tag| self.out.names.intern(&tag));
        let mut constants = Vec::new();
        for (n, v) in &e.constants {
            let name = self.own_name(self.src.name(*n));
            constants.push((self.out.names.intern(&name), *v));
        }
        self.taken.extend(e.constants.iter().map(|(n, _)| self.src.name(*n).to_owned()));
        let copy = self.out.types.add_enum(tag, constants);
        self.enums.insert(id, copy);
        copy
    }

    pub(super) fn record(&mut self, id: RecordId) -> Made<RecordId> {
        if let Some(known) = self.records.get(&id) {
            return Ok(*known);
        }
        let src = &self.src.types.records[id];
        let tag = self.own_name(self.src.name(src.tag));
        let tag = self.out.names.intern(&tag);
        let copy = self.out.types.declare_record(tag, src.kind);
        self.records.insert(id, copy);
        if !self.table.plain_records.contains(&id) {
            self.out.types.records[copy].packed = src.packed;
            self.out.types.records[copy].aligned = src.aligned;
            let kept =
                src.placed.iter().filter_map(|(n, placing)| Some((self.field_index(id, *n).ok()?, *placing)));
            self.out.types.records[copy].placed = kept.collect();
        }
        if src.layout.is_none() {
            return Ok(copy);
        }
        let mut fields = Vec::new();
        for n in 0..src.fields.len() as u32 {
            fields.extend(self.field(id, n)?);
        }
        if fields.iter().all(|f| f.name.is_none() && f.bits.is_some()) {
            return Err(Refused);
        }
        self.out.types.complete_record(copy, fields);
        Ok(copy)
    }

    fn field(&mut self, id: RecordId, n: u32) -> Made<Option<Field>> {
        let src = &self.src.types.records[id].fields[n as usize];
        let ty = match self.table.fields.get(&(id, n)) {
            Some(FieldEdit::Drop) => return Ok(None),
            Some(FieldEdit::Retype(ty)) => *ty,
            None => self.ty(src.ty)?,
        };
        if !self.out.types.is_complete(ty) && !self.out.types.is_array(ty) {
            return Err(Refused);
        }
        let bits = src.bits.filter(|_| !self.table.no_bits.contains(&(id, n)));
        let name = src.name.map(|name| self.out.names.intern(self.src.name(name)));
        Ok(Some(Field { name, ty, bits }))
    }

    /// The index of a field in the copy.
    pub(super) fn field_index(&self, id: RecordId, n: u32) -> Made<u32> {
        let gone = |n: u32| matches!(self.table.fields.get(&(id, n)), Some(FieldEdit::Drop));
        if gone(n) { Err(Refused) } else { Ok(n - (0..n).filter(|m| gone(*m)).count() as u32) }
    }

    /// The type of a variable.
    pub(super) fn var_type(&mut self, var: VarId) -> Made<Ty> {
        let src = self.src.vars[var].ty;
        let types = &self.src.types;
        let ty = match self.table.vars.get(&var).cloned() {
            Some(VarEdit::Retype(ty)) => ty,
            Some(VarEdit::RetypeLeaf(leaf)) => {
                let ty = self.ty(src)?;
                self.with_leaf(ty, leaf)
            }
            Some(VarEdit::Element) => {
                let (element, _) = types.element(src).ok_or(Refused)?;
                self.ty(element)?
            }
            Some(VarEdit::Length(len)) => {
                let (element, _) = types.element(src).ok_or(Refused)?;
                let element = self.ty(element)?;
                self.out.types.array(element, len)
            }
            Some(VarEdit::OnlyField(n) | VarEdit::AnyField(n)) => {
                let id = types.record(src).ok_or(Refused)?;
                let field = types.records[id].fields[n as usize].ty;
                self.ty(field)?
            }
            Some(VarEdit::Drop(_) | VarEdit::Split(_) | VarEdit::Merge(_) | VarEdit::Local(_)) | None => {
                self.ty(src)?
            }
        };
        Ok(if self.table.plain_vars.contains(&var) { self.unqualified(ty) } else { ty })
    }

    /// The same arrays and pointers of something else.
    fn with_leaf(&mut self, ty: Ty, leaf: Ty) -> Ty {
        let copy = match self.out.types.kind(ty) {
            TypeKind::Array(element, Some(len)) => {
                let element = self.with_leaf(element, leaf);
                self.out.types.array(element, len)
            }
            TypeKind::Pointer(to) => {
                let to = self.with_leaf(to, leaf);
                self.out.types.pointer(to)
            }
            _ => leaf,
        };
        let quals = self.out.types.canonical(ty).quals();
        self.out.types.qualify(copy, quals)
    }

    /// Without the qualifiers of the object, which are an array's elements'.
    fn unqualified(&mut self, ty: Ty) -> Ty {
        match self.out.types.spelled(ty) {
            TypeKind::Array(element, Some(len)) => {
                let element = self.unqualified(element);
                self.out.types.array(element, len)
            }
            _ => ty.unqualified(),
        }
    }

    pub(super) fn func_type(&mut self, func: FuncId) -> Made<Ty> {
        let f = &self.src.funcs[func];
        let src = self.src.types.fn_type(f.ty).ok_or(Refused)?.clone();
        let ret = match self.table.returns.get(&func) {
            Some(ty) => *ty,
            None => self.ty(spelled_return(self.src, f.ty).unwrap_or(src.ret))?,
        };
        let mut params = Vec::new();
        if f.body.is_some() {
            for param in self.kept_params(func) {
                params.push(self.var_type(param)?.unqualified());
            }
        } else {
            for param in &src.params {
                params.push(self.ty(*param)?);
            }
        }
        Ok(self.out.types.function(FnType { ret, params, variadic: src.variadic, prototype: src.prototype }))
    }
}

/// As the declaration writes it.
fn spelled_return(p: &ir::Program, ty: Ty) -> Option<Ty> {
    match p.types.spelled(ty) {
        TypeKind::Function(id) => Some(p.types.fns[id].ret),
        _ => None,
    }
}
