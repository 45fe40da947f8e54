//! Guards: an operation that gives its left operand where it would be undefined. Made by repairs, and in Csmith's manner for
//! every operation of a new statement.

use crate::state::census::RepairKind;
use crate::state::{Gen, sites, tokens};
use ir::arith::int;
use ir::{
    BinaryOp, ExprId, ExprKind, GuardStyle, IncDec, Init, IntKind, IntType, Program, Stmt, Ty, UnaryOp,
};

pub fn style(g: &mut Gen) -> GuardStyle {
    let drawn = g.policy.repairs.styles.draw(&mut g.ch, "guard-style");
    drawn.unwrap_or(GuardStyle::Inline)
}

/// The operation keeps its place; what was there moves below a guard.
pub fn guard(g: &mut Gen, site: ExprId) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let style = style(g);
    let inner = g.p.push_expr(e.kind, e.ty);
    g.set_rewritten(inner);
    g.p.set_expr(site, ExprKind::Guard(inner, style), e.ty);
    count_guard(g, inner, style);
    Some(RepairKind::Guard)
}

/// What a guard costs in tokens: a condition in place, or a call and once the function.
fn count_guard(g: &mut Gen, inner: ExprId, style: GuardStyle) {
    const CONDITION: u32 = 18;
    const FUNCTION: u32 = 45;
    let e = g.p.exprs[inner];
    let small = tokens::of_expr(&g.p, inner) <= 8;
    if style == GuardStyle::Inline && small && e.effects.is_pure() {
        g.tokens += CONDITION;
        return;
    }
    g.tokens += 3;
    let op = match e.kind {
        ExprKind::Binary(op, ..) => Some(op),
        _ => None,
    };
    if !g.guards.contains(&(op, e.ty, style)) {
        g.guards.push((op, e.ty, style));
        g.tokens += FUNCTION;
    }
}

/// `x op= y` becomes `x = guard(x op y)`.
pub fn guard_compound(
    g: &mut Gen,
    site: ExprId,
    op: BinaryOp,
    lhs: ExprId,
    rhs: ExprId,
    calc: Ty,
) -> Option<RepairKind> {
    if !g.p.is_pure(lhs) {
        return None;
    }
    let ty = g.p.ty(site);
    let copy = sites::copy(g, lhs);
    let left = g.p.convert(copy, calc);
    let raw = g.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let style = style(g);
    let guarded = g.p.push_expr(ExprKind::Guard(raw, style), calc);
    let value = g.p.convert(guarded, ty);
    g.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, ty);
    count_guard(g, raw, style);
    Some(RepairKind::GuardCompound)
}

/// `x != LIMIT ? x++ : x`
pub fn guard_increment(g: &mut Gen, site: ExprId, op: IncDec, lhs: ExprId) -> Option<RepairKind> {
    if !g.p.is_pure(lhs) {
        return None;
    }
    let ty = g.p.ty(site);
    let t = g.p.types.int_type(ty)?;
    let kind = g.p.types.int_kind(ty)?;
    // A bit-field of 31 bits is promoted to `int`, and reaches its limit where the field does.
    let width = g.p.bit_field_width(lhs);
    let t = IntType { bits: width.unwrap_or(t.bits), ..t };
    let limit = if op.is_inc() { int::max::<i128>(t) } else { int::min::<i128>(t) };
    let limit = g.p.int_const(limit, Ty::int(kind));
    let tested = sites::copy(g, lhs);
    let cond = g.p.binary(BinaryOp::Ne, tested, limit).ok()?;
    let mut els = sites::copy(g, lhs);
    let mut then = g.p.push_expr(ExprKind::IncDec(op, lhs), ty);
    if width.is_some() {
        // GCC and clang promote `s.b++` differently.
        then = g.p.cast(then, ty).ok()?;
        els = g.p.cast(els, ty).ok()?;
    }
    let chosen = g.p.cond(cond, then, els).ok()?;
    // Between two values of an enumerated type, the choice has the integer type below it.
    let kind = if g.p.ty(chosen) == ty { g.p.exprs[chosen].kind } else { ExprKind::Cast(chosen) };
    g.p.set_expr(site, kind, ty);
    g.tokens += 8;
    Some(RepairKind::GuardIncrement)
}

/// Guards every operation of a new statement that could be undefined, whether or not it ever will be.
pub fn guard_statement(g: &mut Gen, stmt: Stmt) {
    let share = g.policy.manner.guard_all;
    if share == 0 {
        return;
    }
    let mut roots = Vec::new();
    roots_of(&g.p, stmt, &mut roots);
    let mut sites = Vec::new();
    roots.iter().for_each(|root| collect(g, *root, &mut sites));
    // From the leaves up: a compound assignment copies its left side, guards and all.
    for site in sites.into_iter().rev() {
        if g.ch.chance("guard-all", share) {
            guard_site(g, site);
        }
    }
}

/// The expressions of a statement and of those in its blocks. Labels of cases are constants, and stay so.
fn roots_of(p: &Program, stmt: Stmt, roots: &mut Vec<ExprId>) {
    match stmt {
        Stmt::Case(_) => return,
        Stmt::Decl(var) if !p.vars[var].storage.is_static() => {
            if let Some(Init::Expr(e)) = p.vars[var].init.map(|init| &p.inits[init]) {
                roots.push(*e);
            }
        }
        _ => {}
    }
    stmt.for_each_expr(|e| roots.push(e));
    stmt.for_each_block(|b| p.blocks[b].iter().for_each(|s| roots_of(p, p.stmts[*s], roots)));
}

pub fn collect(g: &Gen, e: ExprId, sites: &mut Vec<ExprId>) {
    let at = match g.p.exprs[e].kind {
        // It has its guard already.
        ExprKind::Guard(inner, _) => inner,
        _ => {
            if is_unsafe(g, e) {
                sites.push(e);
            }
            e
        }
    };
    g.p.for_each_child(at, |child| collect(g, child, sites));
}

const UNSAFE: [BinaryOp; 7] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Shr];

/// Whether Csmith has a wrapper for the operation: integer arithmetic and shifts, of unsigned types too.
fn is_unsafe(g: &Gen, e: ExprId) -> bool {
    let p = &g.p;
    let is_int = |e: ExprId| p.types.is_integer(p.ty(e));
    match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => UNSAFE.contains(&op) && is_int(a) && is_int(b) && !is_literal(p, e),
        ExprKind::Unary(UnaryOp::Neg, a) => is_int(a) && !is_literal(p, e),
        ExprKind::AssignOp { op, lhs, calc, .. } => {
            UNSAFE.contains(&op) && p.types.is_integer(calc) && is_int(lhs) && !counts(g, lhs)
        }
        ExprKind::IncDec(_, lhs) => {
            // A narrow type is promoted, and cannot overflow.
            let kind = p.types.int_kind(p.ty(lhs));
            let wide = kind.is_some_and(|k| k.rank() >= IntKind::Int.rank());
            wide && p.types.int_type(p.ty(lhs)).is_some_and(|t| t.signed) && !counts(g, lhs)
        }
        _ => false,
    }
}

/// A negative constant, as it is written: `-5`, or `-2147483647 - 1`.
fn is_literal(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int { .. } => true,
        ExprKind::Unary(UnaryOp::Neg, a) => matches!(p.exprs[a].kind, ExprKind::Int { .. }),
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            matches!(p.exprs[a].kind, ExprKind::Unary(UnaryOp::Neg, _))
                && is_literal(p, a)
                && matches!(p.exprs[b].kind, ExprKind::Int { value: 1, .. })
        }
        _ => false,
    }
}

/// Counters of loops stay within what they were made for.
pub fn counts(g: &Gen, lhs: ExprId) -> bool {
    matches!(g.p.exprs[lhs].kind, ExprKind::Var(v) if g.info(v).counter)
}

fn guard_site(g: &mut Gen, site: ExprId) -> Option<RepairKind> {
    match g.p.exprs[site].kind {
        ExprKind::AssignOp { op, lhs, rhs, calc } => guard_compound(g, site, op, lhs, rhs, calc),
        ExprKind::IncDec(op, lhs) => guard_increment(g, site, op, lhs),
        _ => guard(g, site),
    }
}
