//! Which operations can be undefined at all, by their operator and types. Whether one is depends on values, and is
//! found out by executing it.

use ir::{BinaryOp, Class, ExprId, ExprKind, Program, UnaryOp};

/// Whether the operation is undefined for some values of its operands.
pub fn is_partial(p: &Program, id: ExprId) -> bool {
    let lane = |e: ExprId| p.types.lanes(p.ty(e)).map_or(p.ty(e), |(element, _)| element);
    let signed = |e: ExprId| match p.types.class(lane(e)) {
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
    match p.exprs[id].kind {
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => signed(a) || signed(b),
            BinaryOp::Div | BinaryOp::Rem => p.types.is_integer(lane(a)),
            BinaryOp::Shl | BinaryOp::Shr => true,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Eq | BinaryOp::Ne => false,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => p.types.is_pointer(p.ty(a)),
        },
        ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => signed(lhs),
        ExprKind::Unary(UnaryOp::Neg, a) => signed(a),
        ExprKind::Cast(a) | ExprKind::Convert(a) => {
            p.types.is_integer(p.ty(id)) && matches!(p.types.class(p.ty(a)), Class::Float(_))
        }
        ExprKind::ConvertLanes(a) => p.types.is_float(lane(a)),
        ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Arrow { .. } => true,
        _ => false,
    }
}
