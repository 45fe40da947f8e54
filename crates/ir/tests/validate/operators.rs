//! Operators with operands that they do not take.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

/// The operator between two numbers, or with a pointer on the left.
fn with_pointer(b: &mut Bench, op: BinaryOp) {
    let ty = b.ptr(Ty::INT);
    let (pointer, x, y) = (b.new_var(ty), b.int(1), b.int(2));
    b.eval_raw(ExprKind::Binary(op, b.or(pointer, x), y), Ty::INT);
}

/// The operator between two integers, or two floats.
fn with_floats(b: &mut Bench, op: BinaryOp) {
    let ty = b.or(Ty::DOUBLE, Ty::INT);
    let (x, y) = (b.new_var(ty), b.new_var(ty));
    b.eval_raw(ExprKind::Binary(op, x, y), ty);
}

/// The operator between variables of these types.
fn between(b: &mut Bench, op: BinaryOp, left: Ty, right: Ty, result: Ty) {
    let (x, y) = (b.new_var(left), b.new_var(right));
    b.eval_raw(ExprKind::Binary(op, x, y), result);
}

fn assign(b: &mut Bench, lhs: ExprId) {
    let (ty, one) = (b.p.value_type(lhs), b.int(1));
    b.eval_raw(ExprKind::Assign { lhs, rhs: one }, ty);
}

/// `cond ? x : y` of variables of these types.
fn choose(b: &mut Bench, then: Ty, els: Ty, result: Ty) {
    let (cond, then, els) = (b.int(1), b.new_var(then), b.new_var(els));
    b.eval_raw(ExprKind::Cond { cond, then, els }, result);
}

pub const CASES: &[Case] = &[
    (V::NotLvalue, |b| {
        let (value, object) = (b.int(1), b.new_var(Ty::INT));
        assign(b, b.or(value, object));
    }),
    (V::NotModifiable, |b| {
        let read_only = b.konst(Ty::INT);
        let x = b.new_var(b.or(read_only, Ty::INT));
        assign(b, x);
    }),
    (V::NotModifiable, |b| {
        let read_only = b.konst(Ty::INT);
        let ty = b.or(read_only, Ty::INT);
        let array = b.array(ty, 2);
        let fields = vec![b.field("a", array, None)];
        let ty = b.record(RecordKind::Struct, "s", fields);
        let (lhs, rhs) = (b.new_var(ty), b.new_var(ty));
        b.eval_raw(ExprKind::Assign { lhs, rhs }, ty);
    }),
    (V::NotModifiable, |b| {
        let array = b.array(Ty::INT, 2);
        let lhs = b.new_var(b.or(array, Ty::INT));
        let ty = b.or(array, Ty::INT);
        let one = b.int(1);
        let e = b.raw(ExprKind::Assign { lhs, rhs: one }, ty);
        let e = if b.bad() { b.p.sizeof_expr(e) } else { e };
        b.eval(e);
    }),
    (V::IncrementOperand, |b| {
        let sample = b.sample();
        let ty = b.or(sample, Ty::DOUBLE);
        let x = b.new_var(ty);
        b.eval_raw(ExprKind::IncDec(IncDec::PostInc, x), ty);
    }),
    (V::ArithmeticOperand, |b| {
        let ty = b.ptr(Ty::INT);
        let (pointer, number) = (b.new_var(ty), b.new_var(Ty::DOUBLE));
        let ty = b.or(ty, Ty::DOUBLE);
        b.eval_raw(ExprKind::Unary(UnaryOp::Neg, b.or(pointer, number)), ty);
    }),
    (V::IntegerOperand, |b| {
        let ty = b.or(Ty::DOUBLE, Ty::LONG);
        let x = b.new_var(ty);
        b.eval_raw(ExprKind::Unary(UnaryOp::BitNot, x), ty);
    }),
    (V::ScalarOperand, |b| {
        let (sample, pointer) = (b.sample(), b.ptr(Ty::INT));
        let x = b.new_var(b.or(sample, pointer));
        b.eval_raw(ExprKind::Unary(UnaryOp::Not, x), Ty::INT);
    }),
    (V::CastTypes, |b| {
        let sample = b.sample();
        let x = b.new_var(sample);
        b.eval_raw(ExprKind::Cast(x), b.or(Ty::INT, Ty::VOID));
    }),
    (V::CastPointerFloat, |b| {
        let pointer = b.ptr(Ty::INT);
        let x = b.new_var(pointer);
        b.eval_raw(ExprKind::Cast(x), b.or(Ty::DOUBLE, Ty::LONG));
    }),
    (V::CastFunctionPointer, |b| {
        let (f, to_void) = (b.fn_ptr(), b.ptr(Ty::VOID));
        let other = b.p.fn_type(Ty::VOID, &[Ty::INT]);
        let other = b.ptr(other);
        let x = b.new_var(f);
        b.eval_raw(ExprKind::Cast(x), b.or(to_void, other));
    }),
    (V::MultiplicativeOperands, |b| with_floats(b, BinaryOp::Rem)),
    (V::MultiplicativeOperands, |b| with_pointer(b, BinaryOp::Mul)),
    (V::AdditiveOperands, |b| {
        let pointer = b.ptr(Ty::INT);
        between(b, BinaryOp::Add, pointer, b.or(pointer, Ty::INT), pointer);
    }),
    (V::AdditiveOperands, |b| {
        let (pointer, other) = (b.ptr(Ty::INT), b.ptr(Ty::LONG));
        between(b, BinaryOp::Sub, pointer, b.or(other, pointer), Ty::LONG);
    }),
    (V::AdditiveOperands, |b| {
        let pointer = b.ptr(Ty::INT);
        let (left, right) = b.or((Ty::INT, pointer), (pointer, Ty::INT));
        between(b, BinaryOp::Sub, left, right, pointer);
    }),
    (V::AdditiveOperands, |b| {
        let sample = b.sample();
        between(b, BinaryOp::Add, b.or(sample, Ty::INT), Ty::INT, Ty::INT);
    }),
    (V::PointerArithmetic, |b| {
        let opaque = b.incomplete();
        let pointer = b.ptr(b.or(opaque, Ty::INT));
        between(b, BinaryOp::Add, pointer, Ty::INT, pointer);
    }),
    (V::PointerArithmetic, |b| {
        let (f, plain) = (b.fn_ptr(), b.ptr(Ty::INT));
        let ty = b.or(f, plain);
        let x = b.new_var(ty);
        b.eval_raw(ExprKind::IncDec(IncDec::PreDec, x), ty);
    }),
    (V::VoidArithmetic, |b| {
        let pointer = b.ptr(b.or(Ty::VOID, Ty::CHAR));
        between(b, BinaryOp::Sub, pointer, Ty::INT, pointer);
    }),
    (V::ShiftOperands, |b| with_floats(b, BinaryOp::Shl)),
    (V::RelationalOperands, |b| {
        let (pointer, other) = (b.ptr(Ty::INT), b.ptr(Ty::VOID));
        between(b, BinaryOp::Lt, pointer, b.or(other, pointer), Ty::INT);
    }),
    (V::RelationalOperands, |b| {
        let (pointer, f) = (b.ptr(Ty::INT), b.fn_ptr());
        let ty = b.or(f, pointer);
        between(b, BinaryOp::Ge, ty, ty, Ty::INT);
    }),
    (V::EqualityOperands, |b| {
        let (pointer, other, to_void) = (b.ptr(Ty::INT), b.ptr(Ty::LONG), b.ptr(Ty::VOID));
        between(b, BinaryOp::Eq, pointer, b.or(other, to_void), Ty::INT);
    }),
    (V::EqualityOperands, |b| {
        let (f, to_void) = (b.fn_ptr(), b.ptr(Ty::VOID));
        let (x, y, null) = (b.new_var(f), b.new_var(to_void), b.null());
        let null = b.convert(null, f);
        b.eval_raw(ExprKind::Binary(BinaryOp::Ne, x, b.or(y, null)), Ty::INT);
    }),
    (V::EqualityOperands, |b| {
        let pointer = b.ptr(Ty::INT);
        let (x, number, zero) = (b.new_var(pointer), b.new_var(Ty::INT), b.int(0));
        let null = b.convert(zero, pointer);
        b.eval_raw(ExprKind::Binary(BinaryOp::Eq, b.or(number, null), x), Ty::INT);
    }),
    (V::BitwiseOperands, |b| with_floats(b, BinaryOp::Xor)),
    (V::BitwiseOperands, |b| with_pointer(b, BinaryOp::And)),
    (V::LogicalOperands, |b| {
        let sample = b.sample();
        let (x, y) = (b.int(1), b.new_var(b.or(sample, Ty::DOUBLE)));
        b.eval_raw(ExprKind::Logic(LogicOp::And, x, y), Ty::INT);
    }),
    (V::ConditionOperand, |b| {
        let sample = b.sample();
        let (cond, then, els) = (b.new_var(b.or(sample, Ty::INT)), b.int(1), b.int(2));
        b.eval_raw(ExprKind::Cond { cond, then, els }, Ty::INT);
    }),
    (V::ConditionalOperands, |b| {
        let sample = b.sample();
        choose(b, sample, b.or(Ty::INT, sample), sample);
    }),
    (V::ConditionalOperands, |b| {
        let (pointer, other) = (b.ptr(Ty::INT), b.ptr(Ty::LONG));
        choose(b, pointer, b.or(other, pointer), pointer);
    }),
    (V::ConditionalOperands, |b| {
        let (cond, value, nothing, other) = (b.int(1), b.int(2), b.void_call(), b.void_call());
        b.eval_raw(ExprKind::Cond { cond, then: b.or(value, nothing), els: other }, Ty::VOID);
    }),
    (V::ResultType, |b| {
        // The qualifiers of both pointees come together.
        let (read_only, plain) = (b.konst(Ty::INT), b.ptr(Ty::INT));
        let read_only = b.ptr(read_only);
        let (cond, x, y) = (b.int(1), b.new_var(plain), b.new_var(read_only));
        let converted = b.convert(x, read_only);
        let e = b.raw(ExprKind::Cond { cond, then: b.or(x, converted), els: y }, b.or(plain, read_only));
        b.eval(e);
    }),
    (V::ResultType, |b| {
        // A null pointer constant takes the other type; other pointers to void do not.
        let (pointer, to_void) = (b.ptr(Ty::INT), b.ptr(Ty::VOID));
        let (cond, then, null) = (b.int(1), b.new_var(pointer), b.null());
        let (bad, good) = (b.convert(then, to_void), b.convert(null, pointer));
        let (then, els, ty) = b.or((bad, null, to_void), (then, good, pointer));
        b.eval_raw(ExprKind::Cond { cond, then, els }, ty);
    }),
    (V::AssignmentType, |b| {
        let (lhs, one) = (b.new_var(Ty::LONG), b.int(1));
        let converted = b.convert(one, Ty::LONG);
        b.eval_raw(ExprKind::Assign { lhs, rhs: b.or(one, converted) }, Ty::LONG);
    }),
    (V::CompoundOperands, |b| {
        let (lhs, rhs) = (b.new_var(Ty::DOUBLE), b.new_var(Ty::DOUBLE));
        let op = b.or(BinaryOp::Rem, BinaryOp::Div);
        b.eval_raw(ExprKind::AssignOp { op, lhs, rhs, calc: Ty::DOUBLE }, Ty::DOUBLE);
    }),
    (V::CompoundOperands, |b| {
        let ty = b.ptr(Ty::INT);
        let (lhs, rhs) = (b.new_var(ty), b.int(1));
        let op = b.or(BinaryOp::Mul, BinaryOp::Sub);
        b.eval_raw(ExprKind::AssignOp { op, lhs, rhs, calc: ty }, ty);
    }),
    (V::CompoundOperands, |b| {
        let (lhs, rhs) = (b.new_var(Ty::INT), b.int(1));
        let op = b.or(BinaryOp::Lt, BinaryOp::Shl);
        b.eval_raw(ExprKind::AssignOp { op, lhs, rhs, calc: Ty::INT }, Ty::INT);
    }),
    (V::CompoundCalculation, |b| {
        let (lhs, rhs) = (b.new_var(Ty::CHAR), b.int(1));
        let calc = b.or(Ty::CHAR, Ty::INT);
        b.eval_raw(ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, calc }, Ty::CHAR);
    }),
    (V::CompoundCalculation, |b| {
        // The count of a shift has no say in its type.
        let (lhs, rhs) = (b.new_var(Ty::SHORT), b.new_var(Ty::LONG));
        let calc = b.or(Ty::LONG, Ty::INT);
        b.eval_raw(ExprKind::AssignOp { op: BinaryOp::Shl, lhs, rhs, calc }, Ty::SHORT);
    }),
    (V::GuardOperand, |b| {
        let (x, y) = (b.int(1), b.int(2));
        let op = b.or(BinaryOp::Lt, BinaryOp::Div);
        let inner = b.raw(ExprKind::Binary(op, x, y), Ty::INT);
        b.eval_raw(ExprKind::Guard(inner, GuardStyle::Inline), Ty::INT);
    }),
    (V::GuardOperand, |b| {
        let (x, y) = (b.int(1), b.new_var(Ty::DOUBLE));
        let inner = b.raw(ExprKind::Cast(b.or(x, y)), Ty::INT);
        b.eval_raw(ExprKind::Guard(inner, GuardStyle::Function), Ty::INT);
    }),
];
