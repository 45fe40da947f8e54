//! Types of variables and members: `int` where that will do, else the shortest name of the same width.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, Program, Ty, TypeKind};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut groups: Vec<Group> = Vec::new();
    for ty in used(p) {
        groups.extend(simpler(p, ty).into_iter().map(|to| vec![Edit::Everywhere(ty, to)]));
    }
    for var in visit::variables(p) {
        groups.extend(simpler(p, p.vars[var].ty).into_iter().map(|ty| vec![Edit::Retype(var, ty)]));
        let leaves = leaf(p, p.vars[var].ty).map(|ty| simpler(p, ty)).unwrap_or_default();
        groups.extend(leaves.into_iter().map(|ty| vec![Edit::RetypeLeaf(var, ty)]));
    }
    for (id, record) in p.types.records.iter() {
        for (n, field) in record.fields.iter().enumerate() {
            let types = simpler(p, field.ty).into_iter();
            groups.extend(types.map(|ty| vec![Edit::RetypeField(id, n as u32, ty)]));
        }
    }
    groups
}

/// Types of numbers at the ends of variables' types and in casts, each once.
fn used(p: &Program) -> Vec<Ty> {
    let vars = visit::variables(p).into_iter().map(|var| p.vars[var].ty);
    let casts = visit::expressions(p).into_iter().filter(|e| matches!(p.exprs[*e].kind, ExprKind::Cast(_)));
    let mut all: Vec<Ty> = Vec::new();
    for ty in vars.chain(casts.map(|e| p.ty(e))) {
        let ty = p.types.canonical(leaf(p, ty).unwrap_or(ty)).unqualified();
        let is_number = matches!(p.types.kind(ty), TypeKind::Int(_) | TypeKind::Float(_));
        if is_number && !all.contains(&ty) {
            all.push(ty);
        }
    }
    all
}

/// The number at the end of arrays and pointers.
fn leaf(p: &Program, ty: Ty) -> Option<Ty> {
    let mut at = p.types.element(ty).map(|(element, _)| element).or_else(|| p.types.pointee(ty))?;
    while let Some(next) = p.types.element(at).map(|(element, _)| element).or_else(|| p.types.pointee(at)) {
        at = next;
    }
    p.types.is_arithmetic(at).then_some(at)
}

/// Types that are shorter to write, the shortest first.
fn simpler(p: &Program, ty: Ty) -> Vec<Ty> {
    let order = [Ty::INT, Ty::CHAR, Ty::LONG, Ty::SHORT, Ty::UINT];
    match p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => {
            let now = p.types.canonical(ty).unqualified();
            order.into_iter().take_while(|one| *one != now).collect()
        }
        TypeKind::Float(_) => vec![Ty::INT, Ty::FLOAT],
        TypeKind::Pointer(_) => vec![Ty::INT],
        TypeKind::Array(..) | TypeKind::Record(_) => vec![Ty::INT],
        TypeKind::Vector(element, _) => vec![Ty::INT, element],
        TypeKind::Void | TypeKind::VaList | TypeKind::Function(_) | TypeKind::Alias(_) => Vec::new(),
    }
}
