//! The compiler's own functions on integers: counting bits, swapping bytes, and arithmetic that tells of its overflow.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::Value;
use crate::value::Values;
use ir::arith::int;
use ir::{Builtin, Class, ExprId, ExprKind, ExprList, IntType, Ty};

/// An operation whose result may not fit.
#[derive(Clone, Copy)]
pub(super) enum Exact {
    Add,
    Sub,
    Mul,
}

impl<G: Grow> Machine<G> {
    /// A function of the bits of one integer of at most 64 bits.
    pub(super) fn count_bits(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let p = self.program();
        let (Some(arg), Some(Value::Int(v))) = (p.args(args).first(), values.first()) else {
            return Err(self.ub(id, Ub::CallType));
        };
        let Class::Int(t) = p.types.class(p.ty(*arg)) else { return Err(self.ub(id, Ub::CallType)) };
        let bits = u32::from(t.bits);
        let raw = (*v as u64) & (u64::MAX >> (64 - bits));
        use Builtin as B;
        let result = match builtin {
            B::Clz | B::ClzL | B::ClzLl | B::Ctz | B::CtzL | B::CtzLl if raw == 0 => {
                // The generator may see to that.
                return self.repair_site(id, Ub::ZeroBits, &[]);
            }
            B::Clz | B::ClzL | B::ClzLl => i64::from(raw.leading_zeros() - (64 - bits)),
            B::Ctz | B::CtzL | B::CtzLl => i64::from(raw.trailing_zeros()),
            B::Popcount | B::PopcountL | B::PopcountLl => i64::from(raw.count_ones()),
            B::Parity | B::ParityL | B::ParityLl => i64::from(raw.count_ones() & 1),
            B::Ffs | B::FfsL | B::FfsLl => i64::from(if raw == 0 { 0 } else { raw.trailing_zeros() + 1 }),
            B::Clrsb | B::ClrsbL | B::ClrsbLl => {
                let folded = if *v < 0 { !*v } else { *v } as u64;
                i64::from(folded.leading_zeros() - (64 - bits)) - 1
            }
            _ => int::wrap(t, (raw.swap_bytes() >> (64 - bits)) as i64),
        };
        Ok(Value::Int(result))
    }

    /// `__builtin_add_overflow(a, b, &r)`: the result as if by unlimited precision, converted to what the pointer is to.
    pub(super) fn overflow(&mut self, id: ExprId, op: Exact, args: ExprList, values: &Values) -> Eval<Value> {
        let p = self.program();
        let Some(&[_, _, to]) = p.args(args).get(..3) else { return Err(self.ub(id, Ub::CallType)) };
        let Some(ty) = p.types.pointee(p.ty(to)) else { return Err(self.ub(id, Ub::CallType)) };
        let ty = p.types.canonical(ty);
        let (result, overflows, t) = self.exactly(id, op, args, values, ty)?;
        let Value::Pointer(pointer) = values[2] else { return Err(self.ub(id, Ub::CallType)) };
        let place = self.deref_place(id, to, Value::Pointer(pointer), ty, None)?;
        self.write(id, place, ty, Value::from_wide(t, result), Intent::Write)?;
        Ok(Value::from_bool(overflows))
    }

    /// `__builtin_add_overflow_p(a, b, c)`: the last argument only has a type, as it is written.
    pub(super) fn overflows(
        &mut self,
        id: ExprId,
        op: Exact,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let p = self.program();
        let Some(&[_, _, like]) = p.args(args).get(..3) else { return Err(self.ub(id, Ub::CallType)) };
        let written = match p.exprs[like].kind {
            ExprKind::Convert(inner) => inner,
            _ => like,
        };
        let ty = p.value_type(written);
        let (_, overflows, _) = self.exactly(id, op, args, values, ty)?;
        Ok(Value::from_bool(overflows))
    }

    /// The wrapped result, and whether it is another than the exact one.
    fn exactly(
        &self,
        id: ExprId,
        op: Exact,
        args: ExprList,
        values: &Values,
        ty: Ty,
    ) -> Eval<(i128, bool, IntType)> {
        let p = self.program();
        let operand = |i: usize| {
            let arg = p.args(args)[i];
            match p.types.class(p.ty(arg)) {
                Class::Int(t) => values[i].wide(t).map(|v| (v, Magnitude::of(t, v))),
                _ => None,
            }
        };
        let (Some((x, a)), Some((y, b)), Class::Int(t)) = (operand(0), operand(1), p.types.class(ty)) else {
            return Err(self.ub(id, Ub::CallType));
        };
        let (pattern, exact) = match op {
            Exact::Add => (x.wrapping_add(y), a.plus(b)),
            Exact::Sub => (x.wrapping_sub(y), a.plus(b.negated())),
            Exact::Mul => (x.wrapping_mul(y), a.times(b)),
        };
        let wrapped = int::wrap(t, pattern);
        Ok((wrapped, exact != Some(Magnitude::of(t, wrapped)), t))
    }
}

/// A whole number of any sign; `None` where results are beyond every type.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Magnitude {
    negative: bool,
    size: u128,
}

impl Magnitude {
    fn new(negative: bool, size: u128) -> Magnitude {
        Magnitude { negative: negative && size != 0, size }
    }

    /// The number that a type's value is; an unsigned one of 128 bits is given by its pattern.
    fn of(t: IntType, v: i128) -> Magnitude {
        if t.signed || t.bits < 128 {
            Magnitude::new(v < 0, v.unsigned_abs())
        } else {
            Magnitude::new(false, v as u128)
        }
    }

    fn negated(self) -> Magnitude {
        Magnitude::new(!self.negative, self.size)
    }

    fn plus(self, other: Magnitude) -> Option<Magnitude> {
        if self.negative == other.negative {
            return Some(Magnitude::new(self.negative, self.size.checked_add(other.size)?));
        }
        let larger = if self.size >= other.size { self } else { other };
        Some(Magnitude::new(larger.negative, self.size.abs_diff(other.size)))
    }

    fn times(self, other: Magnitude) -> Option<Magnitude> {
        Some(Magnitude::new(self.negative != other.negative, self.size.checked_mul(other.size)?))
    }
}
