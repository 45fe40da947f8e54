//! The compiler's own functions on the bits of one integer, and bounds of the size of an object.

use crate::expr::lvalue;
use crate::policy::{BitFunction, ZeroForm};
use crate::state::access::Use;
use crate::state::census::RepairKind;
use crate::state::cx::Cx;
use crate::state::{Gen, grammar};
use crate::types::{strings, variables};
use ir::{BinaryOp, Builtin, ExprId, ExprKind, IntKind, Ty};
use machine::View;

/// A function for `int`, `long` and `long long`.
type Widths = [Builtin; 3];

const LEADING: Widths = [Builtin::Clz, Builtin::ClzL, Builtin::ClzLl];
const TRAILING: Widths = [Builtin::Ctz, Builtin::CtzL, Builtin::CtzLl];
const ONES: Widths = [Builtin::Popcount, Builtin::PopcountL, Builtin::PopcountLl];
const PARITY: Widths = [Builtin::Parity, Builtin::ParityL, Builtin::ParityLl];
const SIGN: Widths = [Builtin::Clrsb, Builtin::ClrsbL, Builtin::ClrsbLl];
const FIRST: Widths = [Builtin::Ffs, Builtin::FfsL, Builtin::FfsLl];
const ABSOLUTE: Widths = [Builtin::Abs, Builtin::Labs, Builtin::Llabs];
const SWAPPED: [Builtin; 3] = [Builtin::Bswap16, Builtin::Bswap32, Builtin::Bswap64];

/// A call of one of them. What it is given assigns nothing.
pub fn call(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let function = g.policy.weights.bit_functions.draw(&mut g.ch, "bit-function")?;
    match function {
        BitFunction::Leading => count_zeros(g, view, cx, LEADING),
        BitFunction::Trailing => count_zeros(g, view, cx, TRAILING),
        BitFunction::Ones => counted(g, view, cx, ONES),
        BitFunction::Parity => counted(g, view, cx, PARITY),
        BitFunction::Sign => counted(g, view, cx, SIGN),
        BitFunction::First => counted(g, view, cx, FIRST),
        BitFunction::Swapped => {
            let builtin = *g.ch.pick("swapped-bytes", &SWAPPED)?;
            let arg = operand(g, view, cx);
            strings::library(g, builtin, &[arg])
        }
        BitFunction::Absolute => absolute(g, view, cx),
        BitFunction::ObjectSize => object_size(g, view, cx),
    }
}

fn operand(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    cx.without_effects(|cx| grammar::int(g, view, cx))
}

/// The function for one of the types that the policy has.
fn width(g: &mut Gen, of: Widths) -> Option<Builtin> {
    let kinds = [IntKind::Int, IntKind::Long, IntKind::LongLong];
    let fit: Vec<Builtin> =
        of.into_iter().zip(kinds).filter(|(_, kind)| variables::is_on(g, *kind)).map(|(b, _)| b).collect();
    g.ch.pick("bit-width", &fit).copied()
}

fn counted(g: &mut Gen, view: &View, cx: &mut Cx, of: Widths) -> Option<ExprId> {
    let builtin = width(g, of)?;
    let arg = operand(g, view, cx);
    strings::library(g, builtin, &[arg])
}

/// The argument must not be zero: that is left to the repair, or seen to here.
fn count_zeros(g: &mut Gen, view: &View, cx: &mut Cx, of: Widths) -> Option<ExprId> {
    let builtin = width(g, of)?;
    let arg = operand(g, view, cx);
    let form = g.policy.weights.zero_forms.draw(&mut g.ch, "zero-form")?;
    // A repair looks at the argument twice.
    let pure = g.p.is_pure(arg);
    match form {
        ZeroForm::Raw if pure => strings::library(g, builtin, &[arg]),
        ZeroForm::Condition if pure => {
            let (cond, bits) = (g.p.copy_expr(arg), *g.ch.pick("no-bit", &[0, 16, 31, 32, 64])?);
            let unsigned = parameter(g, builtin)?;
            let cond = g.p.cast(cond, unsigned).ok()?;
            let count = strings::library(g, builtin, &[arg])?;
            let none = g.p.int_lit(bits, IntKind::Int);
            g.p.cond(cond, count, none).ok()
        }
        ZeroForm::Raw | ZeroForm::Condition | ZeroForm::Or => {
            let call = strings::library(g, builtin, &[arg])?;
            add_bit(g, call)?;
            Some(call)
        }
    }
}

fn parameter(g: &mut Gen, builtin: Builtin) -> Option<Ty> {
    let func = g.p.builtin(builtin);
    g.p.types.fn_type(g.p.funcs[func].ty)?.params.first().copied()
}

/// Gives the argument the bit that is looked for last, so that all others are found as before.
fn add_bit(g: &mut Gen, call: ExprId) -> Option<()> {
    let ExprKind::Call { callee, args } = g.p.exprs[call].kind else { return None };
    let ExprKind::Func(func) = g.p.exprs[callee].kind else { return None };
    let arg = *g.p.args(args).first()?;
    let ty = g.p.ty(arg);
    let bit = match g.p.funcs[func].builtin? {
        builtin if LEADING.contains(&builtin) => 0,
        builtin if TRAILING.contains(&builtin) => u32::from(g.p.types.int_type(ty)?.bits) - 1,
        _ => return None,
    };
    let bit = g.p.int_const(1i128 << bit, ty);
    // A conversion that was the parameter's has to be written now.
    let arg = match g.p.exprs[arg].kind {
        ExprKind::Convert(inner) => g.p.push_expr(ExprKind::Cast(inner), ty),
        _ => arg,
    };
    let more = g.p.binary(BinaryOp::Or, arg, bit).ok()?;
    let args = g.p.push_args(&[more]);
    let ty = g.p.ty(call);
    g.p.set_expr(call, ExprKind::Call { callee, args }, ty);
    Some(())
}

/// A count of zeros that is about to be one of a value without any bit.
pub fn mend(g: &mut Gen, site: ExprId) -> Option<RepairKind> {
    add_bit(g, site)?;
    Some(RepairKind::AddBit)
}

/// `abs` of a value that came from a narrower type, so that it is never the least one.
fn absolute(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let widths = [(ABSOLUTE[0], IntKind::Short), (ABSOLUTE[1], IntKind::Int), (ABSOLUTE[2], IntKind::Int)];
    let on = |kind: IntKind| variables::is_on(g, kind);
    let fit: Vec<(Builtin, IntKind)> = widths
        .into_iter()
        .filter(|(b, kind)| on(*kind) && (*b != Builtin::Llabs || on(IntKind::LongLong)))
        .filter(|(b, _)| *b != Builtin::Labs || g.p.target().int_type(IntKind::Long).bits > 32)
        .collect();
    let (builtin, kind) = *g.ch.pick("absolute-width", &fit)?;
    let arg = operand(g, view, cx);
    let narrow = g.p.cast(arg, Ty::int(kind)).ok()?;
    strings::library(g, builtin, &[narrow])
}

/// `__builtin_object_size(&x, 0) >= n`, which holds whatever the compiler knows of the object.
fn object_size(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let e = lvalue::lvalue(g, view, cx, Use::Address, |_, _| true)?;
    let size = g.p.types.size(g.p.ty(e));
    let address = g.p.addr_of(e).ok()?;
    let whole = g.p.int_lit(0, IntKind::Int);
    let known = strings::library(g, Builtin::ObjectSize, &[address, whole])?;
    let least = g.ch.below("least-size", size as usize + 1) as u64;
    let least = g.p.int_lit(least, g.p.target().size_t);
    g.p.binary(BinaryOp::Ge, known, least).ok()
}
