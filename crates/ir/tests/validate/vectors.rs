//! GNU's short vectors: their types, their lanes and their operators.

use super::bench::Case;
use assay_ir::validate::ViolationKind as V;
use assay_ir::{BinaryOp, ExprKind, Ty};

pub const CASES: &[Case] = &[
    (V::VectorElement, |b| {
        let element = b.or(Ty::BOOL, Ty::SHORT);
        let vector = b.p.types.vector(element, 4);
        b.new_var(vector);
    }),
    (V::VectorSize, |b| {
        let lanes = b.or(3, 4);
        let vector = b.p.types.vector(Ty::INT, lanes);
        b.new_var(vector);
    }),
    (V::AddressOfLane, |b| {
        let vector = b.p.types.vector(Ty::INT, 4);
        let array = b.p.types.array(Ty::INT, 4);
        let x = b.new_var(b.or(vector, array));
        let zero = b.p.int_lit(0, assay_ir::IntKind::Int);
        let lane = b.p.index(x, zero).unwrap();
        let pointer = b.ptr(Ty::INT);
        b.eval_raw(ExprKind::AddrOf(lane), pointer);
    }),
    (V::VectorSubscript, |b| {
        let vector = b.p.types.vector(Ty::INT, 4);
        let array = b.p.types.array(Ty::INT, 4);
        let x = b.new_var(b.or(vector, array));
        let pointer = b.ptr(Ty::INT);
        let first = b.p.push_expr(ExprKind::Decay(x), pointer);
        b.eval_raw(ExprKind::Deref(first), Ty::INT);
    }),
    (V::VectorOperands, |b| {
        let (one, other) = (b.p.types.vector(Ty::INT, 4), b.p.types.vector(Ty::UINT, 4));
        let (x, y) = (b.new_var(one), b.new_var(b.or(other, one)));
        b.eval_raw(ExprKind::Binary(BinaryOp::Add, x, y), one);
    }),
    (V::VectorOperands, |b| {
        let vector = b.p.types.vector(Ty::UCHAR, 8);
        let x = b.new_var(vector);
        let n = b.or(256, 255);
        let n = b.p.int_lit(n, assay_ir::IntKind::Int);
        let spread = b.p.push_expr(ExprKind::Convert(n), vector);
        b.eval_raw(ExprKind::Binary(BinaryOp::And, x, spread), vector);
    }),
    (V::ConvertedLanes, |b| {
        let (from, to) = (b.p.types.vector(Ty::INT, b.or(2, 4)), b.p.types.vector(Ty::SHORT, 4));
        let x = b.new_var(from);
        b.eval_raw(ExprKind::ConvertLanes(x), to);
    }),
];
