//! A subobject by name: a variable, and the steps from it to one of its parts. Not a pointer: no address, no type of its own.

use crate::build::TypeError;
use crate::ids::{ExprId, VarId};
use crate::program::Program;
use crate::target::IntKind;
use crate::types::{Ty, TypeKind};
use smallvec::SmallVec;
use std::fmt::Write;

/// One step from an object to a subobject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// A member of a record, by its position in the declaration.
    Field(u32),
    /// An element of an array, or a lane of a vector.
    Element(u64),
}

/// The steps from an object to a subobject, from the outside in; none for the object itself.
pub type PathSteps = SmallVec<[PathStep; 3]>;

/// A variable or a part of it: `g_3.f0[2]`. Ordered by variable, then in the order of the members.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectPath {
    /// The variable.
    pub var: VarId,
    /// Where in it.
    pub steps: PathSteps,
}

impl ObjectPath {
    /// A whole variable.
    pub fn new(var: VarId) -> ObjectPath {
        ObjectPath { var, steps: PathSteps::new() }
    }

    /// The named part of a variable that begins at an offset and has this type, qualifiers aside. The outermost, where there
    /// are several; no bit-field.
    pub fn at_offset(p: &Program, var: VarId, offset: u64, wanted: Ty) -> Option<ObjectPath> {
        let mut steps = PathSteps::new();
        find_part(p, p.vars[var].ty, offset, wanted, &mut steps).then_some(ObjectPath { var, steps })
    }

    /// The type of that part.
    pub fn ty(&self, p: &Program) -> Ty {
        self.steps.iter().fold(p.vars[self.var].ty, |ty, step| part_ty(p, ty, *step))
    }

    /// A new expression for the object.
    pub fn lvalue(&self, p: &mut Program) -> Result<ExprId, TypeError> {
        let mut e = p.var(self.var);
        for step in &self.steps {
            e = match *step {
                PathStep::Field(n) => p.member(e, n)?,
                PathStep::Element(i) => {
                    let index = p.int_lit(i, IntKind::Int);
                    p.index(e, index)?
                }
            };
        }
        Ok(e)
    }

    /// How a program would write it: `g_3.f0[2]`. Members without a name are passed over, as C does.
    pub fn text(&self, p: &Program) -> String {
        name_of(p, self.var, &self.steps)
    }
}

/// The same for a variable and steps that are not one value yet.
pub fn name_of(p: &Program, var: VarId, steps: &[PathStep]) -> String {
    let mut text = p.name(p.vars[var].name).to_owned();
    let mut ty = p.vars[var].ty;
    for step in steps {
        match (p.types.kind(ty), *step) {
            (_, PathStep::Element(i)) => write!(text, "[{i}]").expect("a string takes it"),
            (TypeKind::Record(id), PathStep::Field(n)) => {
                let name = p.types.records[id].fields[n as usize].name;
                name.into_iter().for_each(|name| text.extend([".", p.name(name)]));
            }
            (_, PathStep::Field(_)) => {}
        }
        ty = part_ty(p, ty, *step);
    }
    text
}

fn part_ty(p: &Program, ty: Ty, step: PathStep) -> Ty {
    match (p.types.kind(ty), step) {
        (TypeKind::Record(id), PathStep::Field(n)) => p.types.records[id].fields[n as usize].ty,
        (TypeKind::Array(element, _) | TypeKind::Vector(element, _), PathStep::Element(_)) => element,
        _ => ty,
    }
}

fn find_part(p: &Program, ty: Ty, offset: u64, wanted: Ty, steps: &mut PathSteps) -> bool {
    if offset == 0 && p.types.same_unqualified(ty, wanted) {
        return true;
    }
    let mut enter = |step: PathStep, ty: Ty, offset: u64| {
        steps.push(step);
        let found = find_part(p, ty, offset, wanted, steps);
        if !found {
            steps.pop();
        }
        found
    };
    match p.types.kind(ty) {
        TypeKind::Array(element, Some(len)) => {
            let size = p.types.size(element).max(1);
            let i = offset / size;
            i < len && enter(PathStep::Element(i), element, offset % size)
        }
        TypeKind::Record(id) => {
            let record = &p.types.records[id];
            let places = record.layout.iter().flat_map(|layout| &layout.fields);
            record.fields.iter().zip(places).enumerate().any(|(n, (field, place))| {
                let extent = place.offset..place.offset + p.types.size(field.ty).max(1);
                field.name.is_some()
                    && field.bits.is_none()
                    && extent.contains(&offset)
                    && enter(PathStep::Field(n as u32), field.ty, offset - place.offset)
            })
        }
        _ => false,
    }
}
