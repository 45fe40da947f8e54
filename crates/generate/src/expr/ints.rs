//! Expressions: raw arithmetic over what is in scope. Nothing is guarded here; the machine evaluates the result, and
//! [`crate::repair`] mends what would be undefined.

use crate::expr::{
    bits, float_expr, inner_calls, literals, lvalue, operators, pointer_arith, scopes, statement_expr,
    vector_expr,
};
use crate::policy::forbidden::Forbidden;
use crate::state::access::{GlobalRole, Use};
use crate::state::cx::{Cx, SideEffects};
use crate::state::operator_context::OperatorContext;
use crate::state::{Gen, forbidden, grammar, sites, tokens};
use crate::types::{constants, enums, strings, variables};
use ir::{BinaryOp, BlockId, Effects, ExprId, ExprKind, LogicOp, Ty, UnaryOp, VarId};
use machine::View;

/// A kind of node: how often it is wanted, and how it is made. `None` means that it cannot be made here and now.
pub struct Row {
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>,
    /// Only where side effects are allowed.
    effect: bool,
    /// Also where operators are restricted to a context.
    context: bool,
}

pub const fn row(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: false, context: false }
}

/// A row that occurs in contexts too.
pub const fn anywhere(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: false, context: true }
}

const fn acting(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: true, context: false }
}

pub const ROWS: [Row; 24] = [
    anywhere(|e| e.constant, |g, _, cx| Some(constant_here(g, cx))),
    anywhere(|e| e.variable, variable),
    anywhere(|e| e.binary, binary),
    row(|e| e.compare, compare),
    anywhere(|e| e.unary, unary),
    anywhere(|e| e.cast, cast),
    row(|e| e.conditional, conditional),
    row(|e| e.logic, logic),
    acting(|e| e.comma, comma),
    acting(|e| e.assign, embedded_assign),
    acting(|e| e.increment, increment),
    acting(|e| e.inner_call, inner_calls::within),
    row(|e| e.pointer_test, lvalue::pointer_test),
    row(|e| e.sizeof, sizeof),
    anywhere(|e| e.common, common),
    row(|e| e.enum_constant, enums::constant),
    row(|e| e.pointer_pair, pointer_arith::pair),
    row(|e| e.character, character),
    row(|e| e.float_compare, float_expr::compare),
    row(|e| e.float_to_int, float_expr::to_int),
    row(|e| e.bits, bits::call),
    acting(|e| e.statement, statement_expr::value),
    acting(|e| e.literal, literals::int),
    row(|e| e.special, float_expr::specials::question),
];

/// An expression of some integer type.
pub fn expr(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    if cx.budget <= 2 {
        return leaf(g, view, cx);
    }
    let region = g.policy.expressions.region;
    if cx.context.is_none() && cx.constant_leaves.is_none() && g.ch.chance("region", region) {
        return in_region(g, view, cx);
    }
    let (effects, context) = (cx.effects == SideEffects::Allowed, cx.context.is_some());
    let fits = |row: &Row| (effects || !row.effect) && (row.context || !context);
    let weights = ROWS.map(|row| if fits(&row) { (row.weight)(&g.policy.expressions) } else { 0 });
    let chosen = g.ch.weighted("expression", weights.into_iter()).unwrap_or(0);
    match (ROWS[chosen].build)(g, view, cx) {
        Some(e) => e,
        None => leaf(g, view, cx),
    }
}

/// A part of the tree with operators of one context, or with many constants.
fn in_region(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    let c = &g.policy.constants;
    let (all, half) = (c.all_constant_region, c.half_constant_region);
    let outer = cx.context;
    cx.context = g.policy.operators.contexts.draw(&mut g.ch, "context");
    cx.constant_leaves = match g.ch.below("constant-region", 100) as u32 {
        n if n < all => Some(100),
        n if n < all + half => Some(50),
        _ => None,
    };
    if let Some(context) = cx.context {
        g.stats.policy(context.name());
    }
    match cx.constant_leaves {
        Some(100) => g.stats.policy("leaves: all constant"),
        Some(_) => g.stats.policy("leaves: half constant"),
        None => {}
    }
    let e = binary(g, view, cx).unwrap_or_else(|| leaf(g, view, cx));
    cx.context = outer;
    cx.constant_leaves = None;
    e
}

pub fn leaf(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    cx.budget -= 1;
    let constant = match cx.constant_leaves {
        Some(percent) => percent,
        None => {
            let e = &g.policy.expressions;
            100 * e.constant / (e.constant + e.variable).max(1)
        }
    };
    if g.ch.chance("constant-leaf", constant) {
        return constant_here(g, cx);
    }
    variable(g, view, cx).unwrap_or_else(|| constant_here(g, cx))
}

/// A constant that suits the context.
fn constant_here(g: &mut Gen, cx: &Cx) -> ExprId {
    if cx.context != Some(OperatorContext::Logical) {
        return constant_leaf(g);
    }
    let kind = variables::int_kind(g);
    let kind = constants::written_kind(g, kind);
    constants::new_constant(g, kind)
}

pub fn constant_leaf(g: &mut Gen) -> ExprId {
    let kind = variables::int_kind(g);
    let kind = constants::written_kind(g, kind);
    constants::constant(g, kind)
}

pub fn variable(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    lvalue::int_lvalue(g, view, cx, Use::Read)
}

/// Two operands that share the budget.
pub fn two(g: &mut Gen, view: &View, cx: &mut Cx, own: i32) -> (ExprId, ExprId) {
    let budget = (cx.budget - own).max(2);
    let left = 1 + g.ch.below("left-share", budget as usize) as i32;
    cx.budget = left;
    let a = grammar::int(g, view, cx);
    cx.budget = budget - left;
    let b = grammar::int(g, view, cx);
    cx.budget = 0;
    (a, b)
}

pub fn binary(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let op = operator(g, cx);
    let Some(op) = op else { return logic(g, view, cx) };
    if op.is_shift() {
        return shift(g, view, cx, op);
    }
    let edge = g.policy.operators.edge;
    let product = matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
    let (a, b) = if product && edge > 0 && g.ch.chance("edge", edge) {
        edge_operands(g, view, cx)
    } else {
        two(g, view, cx, 2)
    };
    let e = g.p.binary(op, a, b).ok()?;
    remember(g, cx, e);
    Some(e)
}

/// The operands for which products, quotients and remainders have rules of their own: the least value, and -1, 0 or 1.
fn edge_operands(g: &mut Gen, view: &View, cx: &mut Cx) -> (ExprId, ExprId) {
    cx.budget -= 3;
    let a = if g.ch.chance("edge-least", g.policy.odds.edge_least) {
        let kind = variables::int_kind(g).to_signed();
        let kind = constants::written_kind(g, kind);
        let least = ir::arith::int::min::<i128>(g.p.target().int_type(kind));
        constants::literal(g, least, kind)
    } else {
        grammar::int(g, view, cx)
    };
    let value = g.ch.below("edge-value", 3) as i128 - 1;
    (a, constants::literal(g, value, ir::IntKind::Int))
}

/// The count of a shift is mostly in range: wild ones are all alike after repair.
pub fn shift(g: &mut Gen, view: &View, cx: &mut Cx, op: BinaryOp) -> Option<ExprId> {
    cx.budget -= 3;
    let a = grammar::int(g, view, cx);
    let bits = g.p.types.int_type(g.p.promoted_type(a)).map_or(32, |t| t.bits);
    let b = if g.ch.chance("constant-count", g.policy.odds.constant_count) {
        let n = g.ch.below("shift-count", usize::from(bits)) as u64;
        g.p.int_lit(n, ir::IntKind::Int)
    } else {
        cx.budget = 3;
        grammar::int(g, view, cx)
    };
    let e = g.p.binary(op, a, b).ok()?;
    remember(g, cx, e);
    Some(e)
}

/// An operator of the context; `None` for the logical ones, which are nodes of another kind.
pub fn operator(g: &mut Gen, cx: &Cx) -> Option<BinaryOp> {
    let o = &g.policy.operators;
    let all = o.all();
    let allowed = |op: BinaryOp| cx.context.is_none_or(|context| context.allows(op));
    // A context counts even where the policy has turned its operators off.
    let floor = u32::from(cx.context.is_some());
    let quiet = g.quiet(cx.block);
    let weights = all.map(|(op, w)| if allowed(op) && quiet.allows(op) { w.max(floor) } else { 0 });
    g.ch.weighted("operator", weights.into_iter()).map(|i| all[i].0)
}

pub fn compare(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let op = *g.ch.pick("comparison", &operators::COMPARISONS)?;
    let actual = g.policy.expressions.actual;
    if g.ch.chance("compare-actual", actual) {
        return compare_actual(g, view, cx, op);
    }
    let (a, b) = two(g, view, cx, 1);
    g.p.binary(op, a, b).ok()
}

/// A comparison with the value that the variable has right now, or one next to it.
fn compare_actual(g: &mut Gen, view: &View, cx: &mut Cx, op: BinaryOp) -> Option<ExprId> {
    cx.budget -= 3;
    let a = lvalue::int_lvalue(g, view, cx, Use::Read)?;
    let b = match lvalue::known_value(g, view, a) {
        Some(value) => lvalue::near(g, a, value),
        None => constant_here(g, cx),
    };
    g.p.binary(op, a, b).ok()
}

pub fn unary(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let ops: &[UnaryOp] = match cx.context {
        Some(context) => context.unary(),
        None => &[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot],
    };
    let op = *g.ch.pick("unary", ops)?;
    cx.budget -= 1;
    let a = grammar::int(g, view, cx);
    g.p.unary(op, a).ok()
}

pub fn cast(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let ty = variables::int_type(g);
    let a = grammar::int(g, view, cx);
    g.p.cast(a, ty).ok()
}

pub fn conditional(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 3;
    cx.budget = budget / 3;
    let cond = grammar::int(g, view, cx);
    cx.budget = budget * 2 / 3;
    let (a, b) = two(g, view, cx, 0);
    g.p.cond(cond, a, b).ok()
}

pub fn logic(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let op = if g.ch.chance("logic-and", g.policy.odds.logic_and) { LogicOp::And } else { LogicOp::Or };
    let (a, b) = two(g, view, cx, 1);
    g.p.logic(op, a, b).ok()
}

pub fn comma(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let a = if forbidden::is(g, Forbidden::Assign) {
        grammar::int(g, view, cx)
    } else {
        embedded_assign(g, view, cx).or_else(|| increment(g, view, cx))?
    };
    let b = grammar::int(g, view, cx);
    Some(g.p.comma(a, b))
}

/// A whole integer variable that no pointer can reach, for writing within an expression.
fn own_variable(g: &mut Gen, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    let clash = g.policy.relax.rates.conflict > 0 && lvalue::may_clash(g);
    let free = if clash {
        0
    } else if cx.is_loose(g) {
        cx.to_place
    } else {
        cx.used.len()
    };
    let hidden = g.quiet(cx.block).hides(Use::Write);
    seen.retain(|v| {
        let info = g.info(*v);
        if hidden && g.p.vars[*v].storage.is_static() {
            return false;
        }
        let ty = g.p.types.canonical(g.p.vars[*v].ty);
        g.p.types.is_integer(ty)
            && ty.quals().is_empty()
            && !info.counter
            && !info.address_taken
            && info.part == GlobalRole::Mixed
            && !cx.used[..free].iter().any(|(u, _)| u == v)
            && (!cx.is_private() || scopes::is_private(g, *v))
    });
    let var = *g.ch.pick("written-inside", &seen)?;
    g.info_mut(var).written_inside = true;
    cx.used.push((var, true));
    Some(g.p.var(var))
}

pub fn embedded_assign(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let lhs = own_variable(g, cx)?;
    let rhs = grammar::int(g, view, cx);
    let compound = g.policy.statements.compound_assign > 0;
    if g.ch.chance("embedded-compound", g.policy.odds.embedded_compound) && compound {
        let op = *g.ch.pick("embedded-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or])?;
        return g.p.assign_op(op, lhs, rhs).ok();
    }
    g.p.assign(lhs, rhs).ok()
}

pub fn increment(g: &mut Gen, _: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 2;
    let lhs = own_variable(g, cx)?;
    let op = operators::step(g)?;
    g.p.inc_dec(op, lhs).ok()
}

pub fn sizeof(g: &mut Gen, _: &View, _cx: &mut Cx) -> Option<ExprId> {
    let ty = variables::int_type(g);
    Some(g.p.sizeof_type(ty))
}

/// How many subexpressions are remembered.
pub const REMEMBERED: usize = 24;

pub fn remember(g: &mut Gen, cx: &Cx, e: ExprId) {
    let share = g.policy.expressions.remember;
    if !g.p.exprs[e].effects.is_pure() || g.dead || !g.ch.chance("remember", share) {
        return;
    }
    let size = tokens::of_expr(&g.p, e);
    let (low, high) = (g.policy.amounts.small_remembered, g.policy.amounts.large_remembered);
    if !(low..=high).contains(&size) {
        return;
    }
    if g.common.len() < REMEMBERED {
        g.common.push((e, cx.block));
    } else {
        let at = g.ch.below("forget-common", REMEMBERED);
        g.common[at] = (e, cx.block);
    }
}

/// A subexpression from before, written again.
pub fn common(g: &mut Gen, _: &View, cx: &mut Cx) -> Option<ExprId> {
    let (e, from) = *g.ch.pick("common", &g.common)?;
    if !is_around(g, from, cx.block) || g.dead {
        return None;
    }
    let mut roots = Vec::new();
    if !collect(g, e, &mut roots) {
        return None;
    }
    // Where the block is older than some of what has grown around it, not everything is in scope.
    let mut seen = std::mem::take(&mut g.scratch);
    g.visible(cx.block, &mut seen);
    let in_scope = roots.iter().all(|r| seen.contains(r));
    g.scratch = seen;
    if !in_scope {
        return None;
    }
    let written = cx.used.iter().any(|(_, w)| *w);
    if written && roots.iter().any(|r| cx.used.iter().any(|(v, w)| v == r && *w)) {
        return None;
    }
    g.stats.policy("common subexpression");
    cx.budget -= tokens::of_expr(&g.p, e) as i32;
    cx.used.extend(roots.into_iter().map(|r| (r, false)));
    Some(sites::copy(g, e))
}

/// Whether the block is this one or around it.
fn is_around(g: &Gen, outer: BlockId, inner: BlockId) -> bool {
    let mut at = Some(inner);
    while let Some(b) = at {
        if b == outer {
            return true;
        }
        at = g.block(b).parent;
    }
    false
}

/// The variables of a tree; false if it dereferences a pointer, whose target may be another one now.
pub fn collect(g: &Gen, e: ExprId, roots: &mut Vec<VarId>) -> bool {
    let p = &g.p;
    match p.exprs[e].kind {
        ExprKind::Var(v) => roots.push(v),
        ExprKind::Deref(_) | ExprKind::Arrow { .. } => return false,
        ExprKind::Index { base, .. } if !matches!(p.exprs[base].kind, ExprKind::Decay(_)) => return false,
        _ => {}
    }
    if p.exprs[e].effects != Effects::NONE {
        return false;
    }
    let mut fine = true;
    p.for_each_child(e, |child| fine = fine && collect(g, child, roots));
    fine
}

/// A condition that is true or false now, as wanted, but does not look it.
pub fn known_condition(g: &mut Gen, view: &View, cx: &mut Cx, wanted: bool) -> Option<ExprId> {
    cx.budget -= 3;
    let a = lvalue::int_lvalue(g, view, cx, Use::Read)?;
    let value = lvalue::known_value(g, view, a)?;
    let ty = g.p.promoted_type(a);
    let kind = g.p.types.int_kind(ty)?;
    let t = g.p.target().int_type(kind);
    let offset = constants::near(g, g.policy.amounts.condition_near);
    let other = ir::arith::int::wrap(t, value.wrapping_add(offset));
    let holds = |op: BinaryOp| match op {
        BinaryOp::Lt => ir::arith::int::lt(t, value, other),
        BinaryOp::Gt => ir::arith::int::gt(t, value, other),
        BinaryOp::Le => ir::arith::int::le(t, value, other),
        BinaryOp::Ge => ir::arith::int::ge(t, value, other),
        BinaryOp::Eq => value == other,
        _ => value != other,
    };
    let ops: Vec<BinaryOp> = operators::COMPARISONS.into_iter().filter(|op| holds(*op) == wanted).collect();
    let op = *g.ch.pick("condition-operator", &ops)?;
    let b = constants::literal(g, other, kind);
    let e = g.p.binary(op, a, b).ok()?;
    if cx.budget > 6 && g.ch.chance("condition-more", g.policy.odds.condition_more) {
        cx.depth += 2;
        let more = grammar::int(g, view, cx);
        cx.depth -= 2;
        let op = if wanted { LogicOp::Or } else { LogicOp::And };
        return g.p.logic(op, e, more).ok();
    }
    Some(e)
}

/// A value of the type, by conversion if need be.
pub fn value_of(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let e = if g.p.types.is_pointer(ty) {
        lvalue::pointer_value(g, view, cx, ty, u32::MAX)?
    } else if g.p.types.is_record(ty) {
        lvalue::record_value(g, view, cx, ty)?
    } else if g.p.types.is_float(ty) {
        float_expr::expr(g, view, cx)
    } else if g.p.types.is_vector(ty) {
        vector_expr::value(g, view, cx, ty)?
    } else {
        grammar::int(g, view, cx)
    };
    g.p.assign_convert(e, ty).ok()
}

/// `"abc"[i]`
pub fn character(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 4;
    let (e, len) = strings::literal(g);
    let (index, _) = lvalue::index(g, view, cx, len + 1);
    g.p.index(e, index).ok()
}
