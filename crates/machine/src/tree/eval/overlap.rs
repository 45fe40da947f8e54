//! Assignments from one member of a union to another. If the value comes from an object that overlaps the one it is stored in, they
//! must be exactly the same bytes and of one type (C17 6.5.16.1p3).

use crate::access::bits;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::Place;
use ir::{Class, ExprId, ExprKind, Program, RecordId, RecordKind};

impl<G: Grow> Machine<G> {
    /// Refuses an assignment whose sides are different parts of one union. The right side has been evaluated already, and is found
    /// again, which has no effects.
    pub(super) fn check_overlap(&mut self, id: ExprId, place: Place, lhs: ExprId, rhs: ExprId) -> Eval<()> {
        let Some(source) = overlapping(self.program(), lhs, rhs) else { return Ok(()) };
        let steps = self.steps;
        let from = self.place(source);
        self.steps = steps;
        let from = from?;
        let (to_size, from_size) = (self.access_size(lhs), self.access_size(source));
        let (to, from_bits) = (bits(place, to_size), bits(from, from_size));
        let same_object = self.mem.plain(from.pointer).same_object(self.mem.plain(place.pointer));
        let apart = !same_object || to.1 <= from_bits.0 || from_bits.1 <= to.0;
        let p = self.program();
        let same = to == from_bits && p.compatible(p.value_type(lhs), p.value_type(source));
        if apart || same { Ok(()) } else { self.reorder(id, Ub::OverlappingAssignment, place) }
    }
}

/// The lvalue whose value is stored, if it and the left side are in unions of one type.
pub(crate) fn overlapping(p: &Program, lhs: ExprId, mut rhs: ExprId) -> Option<ExprId> {
    let outer = union_of(p, lhs)?;
    while let ExprKind::Convert(inner) = p.exprs[rhs].kind {
        rhs = inner;
    }
    let scalar = !matches!(p.types.class(p.ty(rhs)), Class::Record | Class::Array | Class::Vector);
    let same = scalar && p.is_pure(rhs) && p.is_lvalue(rhs) && union_of(p, rhs) == Some(outer);
    same.then_some(rhs)
}

/// The outermost union that an lvalue is known to be in.
fn union_of(p: &Program, e: ExprId) -> Option<RecordId> {
    let (outer, record) = match p.exprs[e].kind {
        ExprKind::Member { base, .. } => (union_of(p, base), p.types.record(p.ty(base))),
        ExprKind::Arrow { base, .. } => {
            (None, p.types.pointee(p.ty(base)).and_then(|record| p.types.record(record)))
        }
        ExprKind::Index { base, .. } => match p.exprs[base].kind {
            ExprKind::Decay(array) => (union_of(p, array), None),
            _ => (None, None),
        },
        _ => (None, None),
    };
    outer.or(record.filter(|id| p.types.records[*id].kind == RecordKind::Union))
}
