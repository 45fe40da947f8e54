//! The functions of `<math.h>`. Where libraries round differently, a result that is not exact is unsupported.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::Value;
use crate::value::Values;
use ir::arith::float::{self, Float, Magnitude};
use ir::arith::functions::{self as exact, Round};
use ir::{ExprId, ExprList, FloatKind, IntKind, MathFn, Ty};

impl<G: Grow> Machine<G> {
    pub(super) fn mathematics(
        &mut self,
        id: ExprId,
        (function, kind): (MathFn, FloatKind),
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let floats: Vec<Float> =
            values.iter().filter_map(|v| if let Value::Float(f) = v { Some(*f) } else { None }).collect();
        let format = self.program().target().float_format(kind);
        use MathFn as F;
        match (function, floats.as_slice()) {
            (F::Inf | F::HugeVal, _) => Ok(Value::Float(exact::infinity(format))),
            (F::Nan, _) => Ok(Value::Float(float::sub(exact::infinity(format), exact::infinity(format)))),
            (F::Frexp | F::Modf, [v]) => self.parted(id, function, *v, args, values),
            (F::Ldexp | F::Scalbn | F::Powi, [v]) => {
                let n = self.int_arg(values, 1) as i32;
                let result = if function == F::Powi {
                    let n = float::from_int(i128::from(n), ir::IntType::signed(32), v.format());
                    exact::exactly(F::Pow, &[*v, n])
                } else {
                    Some(exact::scaled(*v, n))
                };
                result.map(Value::Float).ok_or_else(|| self.rounding(id, function, kind))
            }
            (F::Lround | F::Llround | F::Lrint | F::Llrint, [v]) => self.nearest_integer(id, function, *v),
            (F::Fpclassify, [v]) => Ok(Value::Int(self.int_arg(values, classified(*v)))),
            (_, floats) if let Some(truth) = question(function, floats) => Ok(Value::Int(truth)),
            (_, floats) => self.computed(id, (function, kind), floats),
        }
    }

    fn rounding(&self, id: ExprId, function: MathFn, kind: FloatKind) -> crate::outcome::Stop {
        self.unsupported(Missing::Rounding(function.name(kind)), Some(id))
    }

    fn computed(&mut self, id: ExprId, (function, kind): (MathFn, FloatKind), args: &[Float]) -> Eval<Value> {
        use MathFn as F;
        let result = match (function, args) {
            (F::Fabs, [v]) => exact::abs(*v),
            (F::Copysign, [v, sign]) => exact::copy_sign(*v, *sign),
            (F::Floor, [v]) => exact::rounded(*v, Round::TowardNegative),
            (F::Ceil, [v]) => exact::rounded(*v, Round::TowardPositive),
            (F::Trunc, [v]) => exact::rounded(*v, Round::TowardZero),
            (F::Round, [v]) => exact::rounded(*v, Round::NearestTiesToAway),
            (F::Rint | F::Nearbyint, [v]) => exact::rounded(*v, Round::NearestTiesToEven),
            (F::Fmod, [a, b]) => exact::modulo(*a, *b),
            (F::Remainder, [a, b]) => exact::remainder(*a, *b),
            (F::Nextafter, [v, to]) => exact::next_after(*v, *to),
            (F::Fmin | F::Fmax | F::Fdim, [a, b]) => selected(function, *a, *b),
            (F::Logb, [v]) => match exact::exponent(*v) {
                Some(n) => float::from_int(i128::from(n), ir::IntType::signed(32), v.format()),
                None if v.is_zero() => float::neg(exact::infinity(v.format())),
                None => exact::abs(*v),
            },
            (F::Ilogb, [v]) => {
                let n = exact::exponent(*v).ok_or_else(|| self.rounding(id, function, kind))?;
                return Ok(Value::Int(i64::from(n)));
            }
            (F::Sqrt, [v]) => {
                let root = exact::square_root(*v).ok_or_else(|| self.rounding(id, function, kind))?;
                return self.kept(id, Value::Float(root)).map_err(|ub| self.ub(id, ub));
            }
            (F::Fma, [a, b, c]) => {
                let sum = Value::Float(exact::fused(*a, *b, *c));
                return self.kept(id, sum).map_err(|ub| self.ub(id, ub));
            }
            (_, []) => return Err(self.ub(id, Ub::CallType)),
            (_, args) => exact::exactly(function, args).ok_or_else(|| self.rounding(id, function, kind))?,
        };
        Ok(Value::Float(result))
    }

    /// `frexp` and `modf`, which store a part of their result.
    fn parted(
        &mut self,
        id: ExprId,
        function: MathFn,
        v: Float,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let p = self.program();
        let (Some(to), Some(Value::Pointer(pointer))) =
            (p.args(args).get(1).copied(), values.get(1).copied())
        else {
            return Err(self.ub(id, Ub::CallType));
        };
        let ty = p.types.pointee(p.ty(to)).map_or(Ty::INT, |ty| p.types.canonical(ty));
        let (result, stored) = if function == MathFn::Frexp {
            match exact::exponent(v) {
                Some(n) => (exact::scaled(v, -n - 1), Value::Int(i64::from(n) + 1)),
                None if v.is_zero() => (v, Value::Int(0)),
                // What is stored for those is unspecified (C17 7.12.6.4p2).
                None => return Err(self.unsupported(Missing::Rounding("frexp"), Some(id))),
            }
        } else {
            let whole = exact::rounded(v, Round::TowardZero);
            let rest = if v.is_finite() { float::sub(v, whole) } else { Float::zero(v.format()) };
            let rest = if v.is_nan() { v } else { exact::copy_sign(rest, v) };
            (rest, Value::Float(whole))
        };
        let place = self.deref_place(id, to, Value::Pointer(pointer), ty, None)?;
        self.write(id, place, ty, stored, Intent::Write)?;
        Ok(Value::Float(result))
    }

    fn nearest_integer(&self, id: ExprId, function: MathFn, v: Float) -> Eval<Value> {
        let kind = if matches!(function, MathFn::Lround | MathFn::Lrint) {
            IntKind::Long
        } else {
            IntKind::LongLong
        };
        let away = matches!(function, MathFn::Lround | MathFn::Llround);
        let whole = exact::rounded(v, if away { Round::NearestTiesToAway } else { Round::NearestTiesToEven });
        // The result for others is unspecified (C17 7.12.9.5p2).
        let result = float::to_int(whole, self.program().target().int_type(kind));
        let result = result.map_err(|_| self.rounding(id, function, FloatKind::Double))?;
        Ok(Value::Int(result as i64))
    }
}

/// `fmin`, `fmax`, `fdim` (C17 7.12.12): of one NaN the other operand.
fn selected(function: MathFn, a: Float, b: Float) -> Float {
    match function {
        MathFn::Fdim if a.is_nan() || b.is_nan() => float::sub(a, b),
        MathFn::Fdim if float::gt(a, b) => float::sub(a, b),
        MathFn::Fdim => Float::zero(a.format()),
        _ if a.is_nan() => b,
        _ if b.is_nan() => a,
        MathFn::Fmin if float::lt(b, a) => b,
        MathFn::Fmax if float::gt(b, a) => b,
        _ => a,
    }
}

/// The answer of a function that asks for a property; nothing for others.
fn question(function: MathFn, args: &[Float]) -> Option<i64> {
    use MathFn as F;
    let v = *args.first()?;
    let infinite = v.parts().magnitude == Magnitude::Infinite;
    let answer = match (function, args.get(1)) {
        (F::Isnan, _) => v.is_nan(),
        (F::Isinf, _) => infinite,
        (F::IsinfSign, _) => {
            return Some(if !infinite {
                0
            } else if v.is_negative() {
                -1
            } else {
                1
            });
        }
        (F::Finite | F::Isfinite, _) => v.is_finite(),
        (F::Isnormal, _) => classified(v) == NORMAL,
        (F::Signbit, _) => v.is_negative(),
        (F::Isgreater, Some(w)) => float::gt(v, *w),
        (F::Isgreaterequal, Some(w)) => float::ge(v, *w),
        (F::Isless, Some(w)) => float::lt(v, *w),
        (F::Islessequal, Some(w)) => float::le(v, *w),
        (F::Islessgreater, Some(w)) => float::lt(v, *w) || float::gt(v, *w),
        (F::Isunordered, Some(w)) => v.is_nan() || w.is_nan(),
        _ => return None,
    };
    Some(i64::from(answer))
}

const NORMAL: usize = 2;

/// Which argument of `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)` is the answer.
fn classified(v: Float) -> usize {
    match v.parts().magnitude {
        Magnitude::NaN => 0,
        Magnitude::Infinite => 1,
        Magnitude::Finite { mantissa: 0, .. } => 4,
        Magnitude::Finite { .. } if is_subnormal(v) => 3,
        Magnitude::Finite { .. } => NORMAL,
    }
}

/// Whether the mantissa has lost its leading bit.
fn is_subnormal(v: Float) -> bool {
    let smallest = match v.format() {
        ir::FloatFormat::Single => -126,
        ir::FloatFormat::Double => -1022,
        ir::FloatFormat::X87 | ir::FloatFormat::Quad => -16382,
    };
    exact::exponent(v).is_some_and(|n| n < smallest)
}
