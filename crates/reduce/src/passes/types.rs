//! Types of variables and members: `int` where that will do, else the shortest name of the same width.

use super::Group;
use crate::edit::Edit;
use crate::facts::Facts;
use crate::walk;
use ir::{Program, Ty, TypeKind};

pub fn propose(facts: &Facts) -> Vec<Group> {
    let p = &facts.program;
    let mut groups = Vec::new();
    for var in walk::variables(p) {
        groups.extend(simpler(p, p.vars[var].ty).into_iter().map(|ty| vec![Edit::Retype(var, ty)]));
    }
    for (id, record) in p.types.records.iter() {
        for (n, field) in record.fields.iter().enumerate() {
            let types = simpler(p, field.ty).into_iter();
            groups.extend(types.map(|ty| vec![Edit::RetypeField(id, n as u32, ty)]));
        }
    }
    groups
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
        TypeKind::Void | TypeKind::VaList | TypeKind::Function(_) | TypeKind::Alias(_) => Vec::new(),
    }
}
