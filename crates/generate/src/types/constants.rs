//! Constants: small ones, those near the limits of a type, blocks of bits, and those used before.

use crate::state::Run;
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
pub fn constant(m: &mut Run, kind: IntKind) -> ExprId {
    let value = value(m, kind);
    literal(m, value, kind)
}

/// A constant that is not one used before: logical operators see only whether it is zero.
pub fn new_constant(m: &mut Run, kind: IntKind) -> ExprId {
    let reused = std::mem::replace(&mut m.grow.policy.constants.reused, 0);
    let value = value(m, kind);
    m.grow.policy.constants.reused = reused;
    literal(m, value, kind)
}

/// A constant expression with the value, written in one of its ways.
pub fn literal(m: &mut Run, value: i128, kind: IntKind) -> ExprId {
    let e = m.grow.p.int_const(value, Ty::int(kind));
    let style = style(m);
    restyle(m, e, style);
    e
}

fn style(m: &mut Run) -> LitStyle {
    let policy = &m.grow.policy.constants;
    let (hex, octal) = (policy.hex, policy.octal);
    let base = match m.grow.ch.below("literal-base", 100) as u32 {
        n if n < hex => Base::Hex,
        n if n < hex + octal => Base::Octal,
        _ => Base::Decimal,
    };
    LitStyle {
        base,
        lower: m.grow.ch.chance("lower-suffix", m.grow.policy.odds.lower_suffix),
        full: m.grow.ch.chance("full-suffix", m.grow.policy.odds.full_suffix),
    }
}

/// Small numbers stay decimal: nobody writes 0x1.
fn restyle(m: &mut Run, e: ExprId, style: LitStyle) {
    let expr = m.grow.p.exprs[e];
    match expr.kind {
        ExprKind::Int { value, .. } => {
            let style = if value < 10 { LitStyle { base: Base::Decimal, ..style } } else { style };
            m.grow.p.set_expr(e, ExprKind::Int { value, style }, expr.ty);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => restyle(m, a, style),
        _ => {}
    }
}

/// The value of a constant of this kind.
pub fn value(m: &mut Run, kind: IntKind) -> i128 {
    let t = m.grow.p.target().int_type(kind);
    let c = &m.grow.policy.constants;
    let weights = [c.small, c.limit, c.bits, c.any, c.reused];
    let kind_of_value = m.grow.ch.weighted("constant", weights.into_iter());
    m.grow.stats.policy(KINDS[kind_of_value.unwrap_or(0)]);
    let raw = match kind_of_value {
        Some(0) | None => any_small(m),
        Some(1) => near_limit(m, kind),
        Some(2) => bit_block(m),
        Some(3) => i128::from(m.grow.ch.bits("constant-any") as i64),
        Some(_) => reused(m),
    };
    let value = if kind == IntKind::Bool { raw & 1 } else { int::wrap(t, raw) };
    remember(m, value);
    value
}

/// A small number of the kind; without a sign where it has none.
pub fn small(m: &mut Run, kind: IntKind) -> i128 {
    let n = any_small(m);
    if m.grow.p.target().int_type(kind).signed { n } else { n.abs() }
}

fn any_small(m: &mut Run) -> i128 {
    let (more, most) = (m.grow.policy.amounts.more_small, m.grow.policy.amounts.most_small);
    let n = m.grow.ch.steps("constant-small", more, most) as i128;
    if m.grow.ch.chance("constant-negative", m.grow.policy.odds.constant_negative) { -n } else { n }
}

fn near_limit(m: &mut Run, kind: IntKind) -> i128 {
    let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::LongLong, kind];
    let kind = *m.grow.ch.pick("limit-kind", &kinds).unwrap_or(&kind);
    let signed = m.grow.p.target().int_type(kind.to_signed());
    let edge = match m.grow.ch.below("limit-edge", 3) {
        0 => int::min::<i128>(signed),
        1 => int::max::<i128>(signed),
        _ => int::max::<i128>(ir::IntType { signed: false, ..signed }),
    };
    // The limit itself more often than its neighbours: some operations fail only there.
    const OFFSETS: [i128; 7] = [0, 0, 0, -2, -1, 1, 2];
    edge.wrapping_add(OFFSETS[m.grow.ch.below("limit-offset", OFFSETS.len())])
}

/// A number between so much below zero and so much above.
pub fn near(m: &mut Run, most: u32) -> i128 {
    i128::from(m.grow.ch.between("near", 0, 2 * most)) - i128::from(most)
}

/// A run of ones in zeros, or of zeros in ones.
fn bit_block(m: &mut Run) -> i128 {
    let start = m.grow.ch.below("block-start", 64);
    let len = m.grow.ch.below("block-len", 64 - start) + 1;
    let ones = ((1u128 << len) - 1) << start;
    if m.grow.ch.chance("block-inverted", m.grow.policy.odds.block_inverted) {
        !(ones as i128)
    } else {
        ones as i128
    }
}

fn reused(m: &mut Run) -> i128 {
    let Some(value) = m.grow.ch.pick("constant-reused", &m.grow.constants).copied() else {
        return any_small(m);
    };
    let changes = m.grow.policy.constants.changes;
    match m.grow.ch.weighted("constant-change", changes.into_iter()) {
        Some(1) => {
            m.grow.stats.policy("constant: negated");
            value.wrapping_neg()
        }
        Some(2) => {
            m.grow.stats.policy("constant: complement");
            !value
        }
        _ => value,
    }
}

fn remember(m: &mut Run, value: i128) {
    let g = &mut m.grow;
    if g.constants.len() < REMEMBERED {
        g.constants.push(value);
    } else {
        let at = g.ch.below("constant-forget", REMEMBERED);
        g.constants[at] = value;
    }
}
