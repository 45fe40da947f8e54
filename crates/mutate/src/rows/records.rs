//! The order of fields.

use super::scene::Scene;
use ir::{ExprKind, Init, InitId, Program, RecordId, RecordKind, Ty, TypeKind, VarId};

/// Two fields of a struct change places: wherever it is used, and in all its initialisers.
pub fn reorder(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let records: Vec<RecordId> = p.types.records.ids().filter(|id| can_be(&p, *id)).collect();
    let id = *s.ch.pick("reordered-record", &records)?;
    let count = p.types.records[id].fields.len();
    let (a, b) = (s.ch.below("field-a", count), s.ch.below("field-b", count));
    if a == b || p.types.is_flexible(p.types.clone().record_type(id)) {
        return None;
    }
    let mut fields = p.types.records[id].fields.clone();
    fields.swap(a, b);
    p.types.complete_record(id, fields);
    let (a, b) = (a as u32, b as u32);
    let other = |n: u32| match n {
        n if n == a => b,
        n if n == b => a,
        n => n,
    };
    for e in p.exprs.ids().collect::<Vec<_>>() {
        let (kind, ty) = (p.exprs[e].kind, p.ty(e));
        let kind = match kind {
            ExprKind::Member { base, field } if p.types.record(p.ty(base)) == Some(id) => {
                ExprKind::Member { base, field: other(field) }
            }
            ExprKind::Arrow { base, field } if points_to(&p, p.ty(base), id) => {
                ExprKind::Arrow { base, field: other(field) }
            }
            ExprKind::Offsetof(of, field) if of == id => ExprKind::Offsetof(of, other(field)),
            _ => continue,
        };
        p.set_expr(e, kind, ty);
    }
    for var in p.vars.ids().collect::<Vec<VarId>>() {
        if let Some(init) = p.vars[var].init {
            let ty = p.vars[var].ty;
            reorder_init(&mut p, init, ty, id, &other);
        }
    }
    Some(p)
}

/// Every field has a name, and the first of an initialiser without designators stays what it is.
fn can_be(p: &Program, id: RecordId) -> bool {
    let record = &p.types.records[id];
    record.kind == RecordKind::Struct
        && record.layout.is_some()
        && record.fields.len() >= 2
        && record.fields.iter().all(|f| f.name.is_some())
}

fn points_to(p: &Program, ty: Ty, id: RecordId) -> bool {
    p.types.pointee(ty).is_some_and(|to| p.types.record(to) == Some(id))
}

fn reorder_init(p: &mut Program, init: InitId, ty: Ty, id: RecordId, other: &dyn Fn(u32) -> u32) {
    let Init::List(mut items) = p.inits[init].clone() else { return };
    let here = p.types.record(ty);
    for item in &mut items {
        if here == Some(id) {
            item.place = other(item.place);
        }
        let part = match p.types.kind(ty) {
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => element,
            TypeKind::Record(of) => p.types.records[of].fields[item.place as usize].ty,
            _ => ty,
        };
        reorder_init(p, item.init, part, id, other);
    }
    items.sort_by_key(|item| item.place);
    p.inits[init] = Init::List(items);
}
