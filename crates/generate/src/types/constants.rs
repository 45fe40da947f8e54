//! Constants: small ones, those near the limits of a type, blocks of bits, and those used before.

use crate::policy::ConstantChange;
use crate::state::Gen;
use ir::arith::int;
use ir::{Base, ExprId, ExprKind, IntKind, LitStyle, Ty};

/// The names of the kinds, for censuses.
const KINDS: [&str; 5] = [
    "constant: small",
    "constant: near a limit",
    "constant: block of bits",
    "constant: any",
    "constant: reused",
];

/// How many used constants are remembered.
const REMEMBERED: usize = 32;

/// A constant of one of the integer kinds.
pub fn constant(g: &mut Gen, kind: IntKind) -> ExprId {
    let value = value(g, kind);
    literal(g, value, kind)
}

/// A constant that is not one used before: logical operators see only whether it is zero.
pub fn new_constant(g: &mut Gen, kind: IntKind) -> ExprId {
    let reused = std::mem::replace(&mut g.policy.constants.reused, 0);
    let value = value(g, kind);
    g.policy.constants.reused = reused;
    literal(g, value, kind)
}

/// A constant expression with the value, written in one of its ways.
/// What a constant of the kind is written as: there is none that is narrower than `int`, and not every `unsigned short` is an
/// `int` where that has 16 bits.
pub fn written_kind(g: &Gen, kind: IntKind) -> IntKind {
    if kind.rank() >= IntKind::Int.rank() {
        return kind;
    }
    let (narrow, int) = (g.p.target().int_type(kind), g.p.target().int_type(IntKind::Int));
    if !narrow.signed && narrow.bits >= int.bits { IntKind::UInt } else { IntKind::Int }
}

pub fn literal(g: &mut Gen, value: i128, kind: IntKind) -> ExprId {
    let e = g.p.int_const(value, Ty::int(kind));
    let style = style(g);
    restyle(g, e, style);
    e
}

fn style(g: &mut Gen) -> LitStyle {
    let policy = &g.policy.constants;
    let (hex, octal) = (policy.hex, policy.octal);
    let base = match g.ch.below("literal-base", 100) as u32 {
        n if n < hex => Base::Hex,
        n if n < hex + octal => Base::Octal,
        _ => Base::Decimal,
    };
    LitStyle {
        base,
        lower: g.ch.chance("lower-suffix", g.policy.odds.lower_suffix),
        full: g.ch.chance("full-suffix", g.policy.odds.full_suffix),
    }
}

/// Small numbers stay decimal: people do not write 0x1.
fn restyle(g: &mut Gen, e: ExprId, style: LitStyle) {
    let expr = g.p.exprs[e];
    match expr.kind {
        ExprKind::Int { value, .. } => {
            let style = if value < 10 { LitStyle { base: Base::Decimal, ..style } } else { style };
            g.p.set_expr(e, ExprKind::Int { value, style }, expr.ty);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => restyle(g, a, style),
        _ => {}
    }
}

/// The value of a constant of this kind.
pub fn value(g: &mut Gen, kind: IntKind) -> i128 {
    let t = g.p.target().int_type(kind);
    let c = &g.policy.constants;
    let weights = [c.small, c.limit, c.bits, c.any, c.reused];
    let kind_of_value = g.ch.weighted("constant", weights.into_iter());
    g.stats.policy(KINDS[kind_of_value.unwrap_or(0)]);
    let raw = match kind_of_value {
        Some(0) | None => any_small(g),
        Some(1) => near_limit(g, kind),
        Some(2) => bit_block(g),
        Some(3) => i128::from(g.ch.bits("constant-any") as i64),
        Some(_) => reused(g),
    };
    let value = if kind == IntKind::Bool { raw & 1 } else { int::wrap(t, raw) };
    remember(g, value);
    value
}

/// A small number of the kind; without a sign where it has none.
pub fn small(g: &mut Gen, kind: IntKind) -> i128 {
    let n = any_small(g);
    if g.p.target().int_type(kind).signed { n } else { n.abs() }
}

fn any_small(g: &mut Gen) -> i128 {
    let (more, most) = (g.policy.amounts.more_small, g.policy.amounts.most_small);
    let n = g.ch.steps("constant-small", more, most) as i128;
    if g.ch.chance("constant-negative", g.policy.odds.constant_negative) { -n } else { n }
}

fn near_limit(g: &mut Gen, kind: IntKind) -> i128 {
    let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::LongLong, kind];
    let kind = *g.ch.pick("limit-kind", &kinds).unwrap_or(&kind);
    let signed = g.p.target().int_type(kind.to_signed());
    let edge = match g.ch.below("limit-edge", 3) {
        0 => int::min::<i128>(signed),
        1 => int::max::<i128>(signed),
        _ => int::max::<i128>(ir::IntType { signed: false, ..signed }),
    };
    // The limit itself more often than its neighbours: some operations fail only there.
    const OFFSETS: [i128; 7] = [0, 0, 0, -2, -1, 1, 2];
    edge.wrapping_add(OFFSETS[g.ch.below("limit-offset", OFFSETS.len())])
}

/// A number between so much below zero and so much above.
pub fn near(g: &mut Gen, most: u32) -> i128 {
    i128::from(g.ch.between("near", 0, 2 * most)) - i128::from(most)
}

/// A run of ones in zeros, or of zeros in ones.
fn bit_block(g: &mut Gen) -> i128 {
    let start = g.ch.below("block-start", 64);
    let len = g.ch.below("block-len", 64 - start) + 1;
    let ones = ((1u128 << len) - 1) << start;
    if g.ch.chance("block-inverted", g.policy.odds.block_inverted) { !(ones as i128) } else { ones as i128 }
}

fn reused(g: &mut Gen) -> i128 {
    let Some(value) = g.ch.pick("constant-reused", &g.constants).copied() else {
        return any_small(g);
    };
    match g.policy.constants.changes.draw(&mut g.ch, "constant-change") {
        Some(ConstantChange::Negated) => {
            g.stats.policy("constant: negated");
            value.wrapping_neg()
        }
        Some(ConstantChange::Complement) => {
            g.stats.policy("constant: complement");
            !value
        }
        _ => value,
    }
}

fn remember(g: &mut Gen, value: i128) {
    if g.constants.len() < REMEMBERED {
        g.constants.push(value);
    } else {
        let at = g.ch.below("constant-forget", REMEMBERED);
        g.constants[at] = value;
    }
}
