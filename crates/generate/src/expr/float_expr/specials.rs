//! Infinities and NaNs, and questions about the class and the sign of floating values. Nothing is computed with what is not finite, and
//! nobody looks at the sign of a NaN. The functions go by the compiler's names, and need no library.

use crate::expr::{float_expr, operators};
use crate::policy::{Special, SpecialQuestion};
use crate::state::cx::Cx;
use crate::state::{Gen, grammar};
use crate::types::{floats, inexact};
use ir::{Builtin, ExprId, FloatKind, MathFn, Ty};
use machine::View;

/// A value, its type, and whether its sign is known.
struct Made {
    e: ExprId,
    ty: Ty,
    signed: bool,
}

/// A number of the type: what is not finite is never converted.
fn number(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let e = cx.without_effects(|cx| float_expr::tree(g, view, cx));
    if g.p.value_type(e) == ty { Some(e) } else { g.p.cast(e, ty).ok() }
}

/// `__builtin_isnan(x ? __builtin_inf() : y)` and its like.
pub fn question(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if inexact::is_on(g) {
        return None;
    }
    cx.budget = (cx.budget - 4).min(g.policy.expressions.float_tokens as i32);
    let budget = cx.budget;
    let made = cx.without_effects(|cx| special(g, view, cx))?;
    let drawn = g.policy.extensions.special_questions.draw(&mut g.ch, "special-question")?;
    match drawn {
        SpecialQuestion::Sign if made.signed => call(g, MathFn::Signbit, FloatKind::Double, &[made.e]),
        SpecialQuestion::Operator => {
            cx.budget = budget / 2;
            let other = number(g, view, cx, made.ty)?;
            let op = *g.ch.pick("special-operator", &operators::COMPARISONS)?;
            g.p.binary(op, made.e, other).ok()
        }
        SpecialQuestion::Quiet => {
            const ALL: [MathFn; 6] = [
                MathFn::Isgreater,
                MathFn::Isgreaterequal,
                MathFn::Isless,
                MathFn::Islessequal,
                MathFn::Islessgreater,
                MathFn::Isunordered,
            ];
            cx.budget = budget / 2;
            let other = number(g, view, cx, made.ty)?;
            let function = *g.ch.pick("quiet-comparison", &ALL)?;
            call(g, function, FloatKind::Double, &[made.e, other])
        }
        SpecialQuestion::Class | SpecialQuestion::Sign => {
            const ALL: [MathFn; 4] = [MathFn::Isnan, MathFn::Isinf, MathFn::Isfinite, MathFn::Isnormal];
            let function = *g.ch.pick("float-class", &ALL)?;
            let e = call(g, function, FloatKind::Double, &[made.e])?;
            truth(g, e)
        }
    }
}

/// Which number is true is the compiler's choice.
fn truth(g: &mut Gen, e: ExprId) -> Option<ExprId> {
    let zero = g.p.int_lit(0, ir::IntKind::Int);
    g.p.binary(ir::BinaryOp::Ne, e, zero).ok()
}

/// A special value, or a choice between one and a number.
fn special(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<Made> {
    // A `float` would be promoted as an argument.
    let wide = floats::any_type(g) == Ty::LDOUBLE;
    let kind = if wide { FloatKind::LongDouble } else { FloatKind::Double };
    let ty = Ty::float(kind);
    let budget = cx.budget;
    cx.budget = budget / 3;
    let drawn = g.policy.extensions.specials.draw(&mut g.ch, "special")?;
    let e = match drawn {
        Special::Infinity => call(g, MathFn::Inf, kind, &[])?,
        Special::SignedInfinity => {
            let infinity = call(g, MathFn::Inf, kind, &[])?;
            let sign = number(g, view, cx, ty)?;
            call(g, MathFn::Copysign, kind, &[infinity, sign])?
        }
        Special::Nan => {
            let empty = g.p.str_lit(b"");
            call(g, MathFn::Nan, kind, &[empty])?
        }
    };
    let signed = drawn != Special::Nan;
    if !g.ch.chance("chosen-special", g.policy.extensions.chosen_special) {
        return Some(Made { e, ty, signed });
    }
    cx.budget = budget / 3;
    let cond = grammar::int(g, view, cx);
    cx.budget = budget / 3;
    let finite = number(g, view, cx, ty)?;
    let e = g.p.cond(cond, e, finite).ok()?;
    Some(Made { e, ty, signed })
}

/// A call by the compiler's own name.
fn call(g: &mut Gen, function: MathFn, kind: FloatKind, args: &[ExprId]) -> Option<ExprId> {
    let builtin = Builtin::Math(function, kind);
    let func = g.p.builtin(builtin);
    if !builtin.name().starts_with("__") {
        g.p.funcs[func].name = g.p.names.intern(&format!("__builtin_{}", builtin.name()));
    }
    g.p.call_func(func, args).ok()
}
