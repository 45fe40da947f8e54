//! Guarded operations as typed expressions, for operands that are repeated as often as the condition mentions them.

use super::condition::{Row, Term};
use super::key::{Arith, GuardOp, Key};
use ir::arith::float;
use ir::build::TypeError;
use ir::{
    BinaryOp, ExprId, ExprKind, FloatFormat, FloatKind, IntKind, IntType, LogicOp, Program, Ty, UnaryOp,
};

/// What is built here has operands of the right types.
pub(super) fn typed<T>(built: Result<T, TypeError>) -> T {
    built.expect("a guard is well typed")
}

/// The node that is written for this one.
pub(super) fn written(p: &Program, mut e: ExprId) -> ExprId {
    while let ExprKind::Convert(inner) | ExprKind::Decay(inner) = p.exprs[e].kind {
        e = inner;
    }
    e
}

/// The operand in the type of the operation, with a cast if it would have another by itself: `b == -1` means something
/// else for an `unsigned` that is still to become a `long`.
pub(super) fn in_type(p: &mut Program, e: ExprId, ty: Arith) -> ExprId {
    let shown = written(p, e);
    if Arith::of(p, p.promoted_type(shown)) == Some(ty) { e } else { typed(p.cast(shown, ty.ty())) }
}

/// One operation and its operands, of which all uses are copies.
pub(super) struct Site<'p> {
    pub p: &'p mut Program,
    pub key: Key,
    pub a: ExprId,
    pub b: ExprId,
}

impl Site<'_> {
    /// What a helper returns.
    pub fn helper_value(&mut self) -> ExprId {
        if self.key.op == GuardOp::Cast {
            return self.checked_cast(self.key.right.ty());
        }
        let raw = self.build(&(Row::of(self.key.op).raw)());
        self.checked(raw)
    }

    /// `undefined ? a : raw`, which has the type of the raw operation.
    pub fn checked(&mut self, raw: ExprId) -> ExprId {
        let Some(undefined) = self.key.undefined(self.p) else { return raw };
        let cond = self.build(&undefined);
        let then = self.p.copy_expr(self.a);
        typed(self.p.cond(cond, then, raw))
    }

    fn build(&mut self, term: &Term) -> ExprId {
        match term {
            Term::A => self.operand(self.a, self.key.left),
            Term::B => self.operand(self.b, self.key.right),
            Term::Max => self.max(),
            Term::Min => self.min(),
            Term::BadCount => self.bad_count(),
            Term::Number(value) => self.p.int_lit(*value, IntKind::Int),
            Term::Neg(inner) => {
                let inner = self.build(inner);
                typed(self.p.unary(UnaryOp::Neg, inner))
            }
            Term::Binary(op, terms) => {
                let [a, b] = terms.each_ref().map(|term| self.build(term));
                typed(self.p.binary(*op, a, b))
            }
            Term::Logic(op, terms) => {
                let [a, b] = terms.each_ref().map(|term| self.build(term));
                typed(self.p.logic(*op, a, b))
            }
            Term::Cond(terms) => {
                let [cond, then, els] = terms.each_ref().map(|term| self.build(term));
                typed(self.p.cond(cond, then, els))
            }
        }
    }

    fn operand(&mut self, e: ExprId, ty: Arith) -> ExprId {
        let copy = self.p.copy_expr(e);
        in_type(self.p, copy, ty)
    }

    fn int_type(&self, ty: Arith) -> (Ty, IntType) {
        let ty = ty.ty();
        (ty, self.p.types.int_type(ty).expect("only integers have limits"))
    }

    fn bad_count(&mut self) -> ExprId {
        let (_, left) = self.int_type(self.key.left);
        let (_, right) = self.int_type(self.key.right);
        let too_much = Term::B.ge(Term::Number(u64::from(left.bits)));
        let bad = if right.signed { Term::B.lt(Term::Number(0)).or(too_much) } else { too_much };
        self.build(&bad)
    }

    fn max(&mut self) -> ExprId {
        let (ty, t) = self.int_type(self.key.left);
        if t.bits <= 64 {
            return self.p.int_const((1 << (t.bits - 1)) - 1, ty);
        }
        // No constant has 128 bits: `(__int128)(~(unsigned __int128)0 >> 1)`.
        let zero = self.p.int_lit(0, IntKind::Int);
        let zero = typed(self.p.cast(zero, Ty::UINT128));
        let ones = typed(self.p.unary(UnaryOp::BitNot, zero));
        let one = self.p.int_lit(1, IntKind::Int);
        let half = typed(self.p.binary(BinaryOp::Shr, ones, one));
        typed(self.p.cast(half, ty))
    }

    fn min(&mut self) -> ExprId {
        let max = self.max();
        let minus = typed(self.p.unary(UnaryOp::Neg, max));
        let one = self.p.int_lit(1, IntKind::Int);
        typed(self.p.binary(BinaryOp::Sub, minus, one))
    }

    // --- casts ---

    /// `(int)(x > -2147483649.0 && x < 2147483648.0 ? x : 0)`: so its type is that of the cast, also where that is
    /// narrower than `int`. A value converts if its integral part is in range (C17 6.3.1.4p1).
    pub fn checked_cast(&mut self, to: Ty) -> ExprId {
        let in_range = self.in_range();
        let value = self.operand(self.a, self.key.left);
        let zero = self.p.int_lit(0, IntKind::Int);
        let safe = typed(self.p.cond(in_range, value, zero));
        typed(self.p.cast(safe, to))
    }

    fn in_range(&mut self) -> ExprId {
        let (_, to) = self.int_type(self.key.right);
        let Arith::Float(from) = self.key.left else {
            unreachable!("only casts from floating types are guarded")
        };
        let (precision, max_exponent) = float_limits(self.p.target().float_format(from));
        let above = if !to.signed {
            let one = self.p.int_lit(1, IntKind::Int);
            self.compare_with_minus(BinaryOp::Gt, one)
        } else if u32::from(to.bits) <= precision {
            let bound = self.power_of_two(to.bits - 1, 1, from);
            self.compare_with_minus(BinaryOp::Gt, bound)
        } else {
            // The value below the least one is not representable, and so neither is anything between the two.
            let bound = self.power_of_two(to.bits - 1, 0, from);
            self.compare_with_minus(BinaryOp::Ge, bound)
        };
        let top = to.bits - u8::from(to.signed);
        // `float` ends before `unsigned __int128` does.
        if u32::from(top) > max_exponent {
            return above;
        }
        let (value, bound) = (self.operand(self.a, self.key.left), self.power_of_two(top, 0, from));
        let below = typed(self.p.binary(BinaryOp::Lt, value, bound));
        typed(self.p.logic(LogicOp::And, above, below))
    }

    fn compare_with_minus(&mut self, op: BinaryOp, bound: ExprId) -> ExprId {
        let value = self.operand(self.a, self.key.left);
        let bound = typed(self.p.unary(UnaryOp::Neg, bound));
        typed(self.p.binary(op, value, bound))
    }

    fn power_of_two(&mut self, exponent: u8, plus: i128, kind: FloatKind) -> ExprId {
        let format = self.p.target().float_format(kind);
        let unsigned = |value: i128| float::from_int(value, IntType::unsigned(128), format);
        let value = match exponent {
            128 => float::mul(unsigned(1 << 64), unsigned(1 << 64)),
            _ => unsigned((1 << exponent) + plus),
        };
        self.p.float_lit(kind, value.to_bits(), false)
    }
}

/// Bits of precision, and the exponent of the largest power of two.
fn float_limits(format: FloatFormat) -> (u32, u32) {
    match format {
        FloatFormat::Single => (24, 127),
        FloatFormat::Double => (53, 1023),
        FloatFormat::X87 => (64, 16383),
        FloatFormat::Quad => (113, 16383),
    }
}
