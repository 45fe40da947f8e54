//! Which operations can be undefined at all, by their operator, types and constant operands. Whether one is depends on
//! values, and is found out by executing it.

use ir::{BinaryOp, Class, ExprId, ExprKind, IntKind, Program, Ty, UnaryOp};

/// Whether the operation is undefined for some values of its operands.
pub fn may_be_undefined(p: &Program, id: ExprId) -> bool {
    let lane = |ty: Ty| p.types.lanes(ty).map_or(ty, |(element, _)| element);
    let signed = |ty: Ty| match p.types.class(lane(ty)) {
        Class::Int(t) => t.signed,
        Class::Pointer => true,
        Class::Void
        | Class::Float(_)
        | Class::Array
        | Class::Vector
        | Class::Record
        | Class::Function
        | Class::VaList => false,
    };
    // By another constant than zero, which is not -1 either, division is always defined; shifts are by a small one.
    let binary = |op: BinaryOp, a: Ty, b: ExprId| match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => signed(a) || signed(p.ty(b)),
        BinaryOp::Div | BinaryOp::Rem => p.types.is_integer(lane(a)) && literal(p, b).is_none_or(|n| n == 0),
        BinaryOp::Shl | BinaryOp::Shr => {
            let bits = p.types.int_type(a).map_or(0, |t| u64::from(t.bits));
            let fits = literal(p, b).is_some_and(|count| count < bits);
            !fits || (op == BinaryOp::Shl && signed(a))
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Eq | BinaryOp::Ne => false,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => p.types.is_pointer(a),
    };
    match p.exprs[id].kind {
        ExprKind::Binary(op, a, b) => !is_least_number(p, op, a, b) && binary(op, p.ty(a), b),
        ExprKind::AssignOp { op, rhs, calc, .. } => binary(op, calc, rhs),
        // What is narrower than `int` is promoted, and converted back.
        ExprKind::IncDec(_, lhs) => {
            let int = p.target().int_type(IntKind::Int).bits;
            let narrow = p.bit_field_width(lhs).is_some_and(|width| width < int)
                || matches!(p.types.class(p.ty(lhs)), Class::Int(t) if t.bits < int);
            signed(p.ty(lhs)) && !narrow
        }
        ExprKind::Unary(UnaryOp::Neg, a) => signed(p.ty(a)) && literal(p, a).is_none(),
        ExprKind::Cast(a) | ExprKind::Convert(a) => {
            p.types.is_integer(p.ty(id)) && matches!(p.types.class(p.ty(a)), Class::Float(_))
        }
        ExprKind::ConvertLanes(a) => p.types.is_float(lane(p.ty(a))),
        ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Arrow { .. } => true,
        _ => false,
    }
}

/// A constant as it is written: not negative.
fn literal(p: &Program, e: ExprId) -> Option<u64> {
    match p.exprs[e].kind {
        ExprKind::Int { value, .. } => Some(value),
        ExprKind::Convert(inner) => literal(p, inner),
        _ => None,
    }
}

/// `-2147483647 - 1`, which is how the least number of a type is written.
fn is_least_number(p: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
    op == BinaryOp::Sub
        && literal(p, b) == Some(1)
        && matches!(p.exprs[a].kind, ExprKind::Unary(UnaryOp::Neg, n) if literal(p, n).is_some())
}

/// Whether the program has bit-fields whose type as an operand is in doubt.
pub(crate) fn has_doubtful_fields(p: &Program) -> bool {
    let int = p.target().int_type(IntKind::Int).bits;
    let mut fields = p.types.records.iter().flat_map(|(_, r)| &r.fields);
    fields.any(|f| f.bits.is_some_and(|w| w > int && p.types.int_type(f.ty).is_some_and(|t| w < t.bits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{IncDec, Storage, Target};

    #[test]
    fn the_operator_and_the_promoted_type_decide() {
        let mut p = Program::new(Target::LP64);
        let var = |p: &mut Program, name: &str, ty: Ty| p.add_global(name, ty, Storage::Global, None);
        let (narrow, wide) = (var(&mut p, "c", Ty::CHAR), var(&mut p, "i", Ty::INT));
        let unsigned = var(&mut p, "u", Ty::int(IntKind::UInt));
        let mut compound = |op: BinaryOp, var: ir::VarId, by: ir::VarId| {
            let (lhs, rhs) = (p.var(var), p.var(by));
            let e = p.assign_op(op, lhs, rhs).expect("it has types");
            may_be_undefined(&p, e)
        };
        assert!(compound(BinaryOp::Add, wide, wide) && compound(BinaryOp::Shl, unsigned, wide));
        assert!(compound(BinaryOp::Rem, unsigned, unsigned) && compound(BinaryOp::Mul, narrow, wide));
        assert!(!compound(BinaryOp::And, wide, wide) && !compound(BinaryOp::Add, unsigned, unsigned));
        let mut by = |op: BinaryOp, var: ir::VarId, n: u64| {
            let (a, b) = (p.var(var), p.int_lit(n, IntKind::Int));
            let e = p.binary(op, a, b).expect("it has types");
            may_be_undefined(&p, e)
        };
        assert!(by(BinaryOp::Div, wide, 0) && by(BinaryOp::Shl, wide, 3) && by(BinaryOp::Shr, wide, 32));
        assert!(
            !by(BinaryOp::Div, wide, 3) && !by(BinaryOp::Shl, unsigned, 3) && !by(BinaryOp::Shr, wide, 3)
        );
        let least = p.int_const(i128::from(i32::MIN), Ty::INT);
        assert!(!may_be_undefined(&p, least));
        let mut step = |var: ir::VarId| {
            let lhs = p.var(var);
            let e = p.inc_dec(IncDec::PostInc, lhs).expect("it has types");
            may_be_undefined(&p, e)
        };
        assert!(step(wide) && !step(narrow) && !step(unsigned));
    }
}
