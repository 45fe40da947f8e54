//! The final value of every global, scalar by scalar, by variable and path.

use crate::grow::Grow;
use crate::machine::Machine;
use ir::arith::float::Float;
use ir::arith::int;
use ir::{Class, IntType, ObjectPath, PathStep, Ty, TypeKind, VarId};

/// The value of a scalar as it can be compared and printed; what a pointer points to is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer of any type.
    Int(i128),
    /// A floating value.
    Float(Float),
    /// A null pointer.
    Null,
    /// Any other pointer.
    NotNull,
    /// The bytes have no value.
    Unknown,
}

/// A scalar at the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// The variable, and where in it.
    pub path: ObjectPath,
    /// What it holds.
    pub value: Scalar,
}

/// Final values that can be asked for when the machine and the program are gone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finals {
    /// By variable and path.
    all: Vec<Final>,
}

impl Finals {
    /// One scalar of a global.
    pub fn value(&self, var: VarId, path: &[PathStep]) -> Option<Scalar> {
        let at = self.all.binary_search_by(|one| (one.path.var, one.path.steps.as_slice()).cmp(&(var, path)));
        at.ok().map(|at| self.all[at].value)
    }

    /// Whether a union's member can be read: every bit of it has a value.
    pub fn is_readable(&self, var: VarId, path: &[PathStep]) -> bool {
        self.value(var, path).is_some_and(|v| match v {
            Scalar::Unknown => false,
            // Which of its bits are set does not matter.
            Scalar::Float(f) => !f.is_nan(),
            Scalar::Int(_) | Scalar::Null | Scalar::NotNull => true,
        })
    }

    /// Keeps those that are wanted.
    pub fn retain(&mut self, keep: impl FnMut(&Final) -> bool) {
        self.all.retain(keep);
    }
}

impl std::ops::Deref for Finals {
    type Target = [Final];

    fn deref(&self) -> &[Final] {
        &self.all
    }
}

impl<G: Grow> Machine<G> {
    /// Every scalar of every global. Members of unions are given for each member.
    pub fn finals(&self) -> Finals {
        let mut all = Vec::new();
        for var in &self.program().globals {
            let ty = self.program().vars[*var].ty;
            if let Some(object) = self.mem.bound(*var) {
                let base = self.mem.object(object).base;
                self.collect(base, ty, &mut ObjectPath::new(*var), &mut all);
            }
        }
        all.sort_by(|a, b| a.path.cmp(&b.path));
        Finals { all }
    }

    /// One scalar of a global.
    pub fn final_value(&self, var: VarId, path: &[PathStep]) -> Option<Scalar> {
        let types = &self.program().types;
        let mut ty = self.program().vars[var].ty;
        let mut pos = self.mem.object(self.mem.bound(var)?).base;
        let mut bits = None;
        for step in path {
            match (types.kind(ty), step) {
                (TypeKind::Array(element, _), PathStep::Element(i)) => {
                    pos += *i as u32 * types.size(element) as u32;
                    ty = element;
                }
                (TypeKind::Vector(element, _), PathStep::Element(i)) => {
                    pos += *i as u32 * types.size(element) as u32;
                    ty = element;
                }
                (TypeKind::Record(id), PathStep::Field(n)) => {
                    let place = types.layout(id).fields[*n as usize];
                    pos += place.offset as u32;
                    ty = types.records[id].fields[*n as usize].ty;
                    bits = (place.width > 0).then_some((place.bit, place.width));
                }
                _ => return None,
            }
        }
        Some(self.scalar_at(pos, ty, bits))
    }

    fn collect(&self, pos: u32, ty: Ty, path: &mut ObjectPath, all: &mut Vec<Final>) {
        let types = &self.program().types;
        match types.kind(ty) {
            TypeKind::Array(element, len) => {
                self.collect_elements(pos, (element, len.unwrap_or(0)), path, all);
            }
            TypeKind::Vector(element, lanes) => {
                self.collect_elements(pos, (element, u64::from(lanes)), path, all);
            }
            TypeKind::Record(id) => {
                let layout = types.layout(id);
                for (n, field) in types.records[id].fields.iter().enumerate() {
                    let place = layout.fields[n];
                    if field.name.is_none() && field.bits.is_some() {
                        continue;
                    }
                    path.steps.push(PathStep::Field(n as u32));
                    let at = pos + place.offset as u32;
                    if place.width > 0 {
                        let value = self.scalar_at(at, field.ty, Some((place.bit, place.width)));
                        all.push(Final { path: path.clone(), value });
                    } else {
                        self.collect(at, field.ty, path, all);
                    }
                    path.steps.pop();
                }
            }
            _ => {
                let value = self.scalar_at(pos, ty, None);
                all.push(Final { path: path.clone(), value });
            }
        }
    }

    fn collect_elements(
        &self,
        pos: u32,
        (element, len): (Ty, u64),
        path: &mut ObjectPath,
        all: &mut Vec<Final>,
    ) {
        let size = self.program().types.size(element) as u32;
        for i in 0..len {
            path.steps.push(PathStep::Element(i));
            self.collect(pos + i as u32 * size, element, path, all);
            path.steps.pop();
        }
    }

    fn scalar_at(&self, pos: u32, ty: Ty, bits: Option<(u8, u8)>) -> Scalar {
        let types = &self.program().types;
        let value = match (types.class(ty), bits) {
            (Class::Int(t), Some((bit, width))) => self.mem.load_wide_bits(pos, bit, width).ok().map(|raw| {
                let field = IntType { bits: width, signed: t.signed };
                Scalar::Int(int::wrap(field, raw as i128))
            }),
            (Class::Int(t), None) => {
                let size = crate::memory::scalars::int_size(t);
                self.mem.load_wide(pos, size).ok().map(|raw| Scalar::Int(int::wrap(t, raw as i128)))
            }
            (Class::Float(format), _) => self.load_float(pos, format).ok().map(Scalar::Float),
            (Class::Pointer, _) => self
                .mem
                .load_pointer(pos)
                .ok()
                // A pointer to what has died cannot even be compared (C17 6.2.4p2).
                .filter(|p| !p.is_object() || self.mem.alive(*p).is_ok())
                .map(|p| if p.is_null() { Scalar::Null } else { Scalar::NotNull }),
            _ => None,
        };
        value.unwrap_or(Scalar::Unknown)
    }
}
