//! Which operations can be undefined at all, by their operator and types. Whether one is depends on values, and is
//! found out by executing it.

use ir::{BinaryOp, Class, ExprId, ExprKind, IntKind, Program, Ty, UnaryOp};

/// Whether the operation is undefined for some values of its operands.
pub fn is_partial(p: &Program, id: ExprId) -> bool {
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
    let binary = |op: BinaryOp, a: Ty, b: Ty| match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => signed(a) || signed(b),
        BinaryOp::Div | BinaryOp::Rem => p.types.is_integer(lane(a)),
        BinaryOp::Shl | BinaryOp::Shr => true,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Eq | BinaryOp::Ne => false,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => p.types.is_pointer(a),
    };
    match p.exprs[id].kind {
        ExprKind::Binary(op, a, b) => binary(op, p.ty(a), p.ty(b)),
        ExprKind::AssignOp { op, rhs, calc, .. } => binary(op, calc, p.ty(rhs)),
        // What is narrower than `int` is promoted, and converted back.
        ExprKind::IncDec(_, lhs) => {
            let int = p.target().int_type(IntKind::Int).bits;
            let narrow = p.bit_field_width(lhs).is_some_and(|width| width < int)
                || matches!(p.types.class(p.ty(lhs)), Class::Int(t) if t.bits < int);
            signed(p.ty(lhs)) && !narrow
        }
        ExprKind::Unary(UnaryOp::Neg, a) => signed(p.ty(a)),
        ExprKind::Cast(a) | ExprKind::Convert(a) => {
            p.types.is_integer(p.ty(id)) && matches!(p.types.class(p.ty(a)), Class::Float(_))
        }
        ExprKind::ConvertLanes(a) => p.types.is_float(lane(p.ty(a))),
        ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Arrow { .. } => true,
        _ => false,
    }
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
        let mut compound = |op: BinaryOp, var: ir::VarId| {
            let (lhs, rhs) = (p.var(var), p.int_lit(3, IntKind::Int));
            let e = p.assign_op(op, lhs, rhs).expect("it has types");
            is_partial(&p, e)
        };
        assert!(compound(BinaryOp::Add, wide) && compound(BinaryOp::Shl, unsigned));
        assert!(compound(BinaryOp::Rem, unsigned) && compound(BinaryOp::Mul, narrow));
        assert!(!compound(BinaryOp::And, wide) && !compound(BinaryOp::Add, unsigned));
        let mut step = |var: ir::VarId| {
            let lhs = p.var(var);
            let e = p.inc_dec(IncDec::PostInc, lhs).expect("it has types");
            is_partial(&p, e)
        };
        assert!(step(wide) && !step(narrow) && !step(unsigned));
    }
}
