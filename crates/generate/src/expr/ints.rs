//! Expressions: raw arithmetic over what is in scope. Nothing is guarded here; the machine evaluates the result, and
//! [`crate::repair`] mends what would be undefined.

use crate::expr::{float_expr, inner_calls, lvalue, operators, pointer_arith, scopes, vector_expr};
use crate::policy::forbidden::Forbidden;
use crate::state::access::{GlobalRole, Use};
use crate::state::cx::{Cx, SideEffects};
use crate::state::operator_context::OperatorContext;
use crate::state::{Run, forbidden, grammar, sites, tokens};
use crate::types::{constants, enums, strings, variables};
use ir::{BinaryOp, BlockId, Effects, ExprId, ExprKind, LogicOp, Ty, UnaryOp, VarId};

/// A kind of node: how often it is wanted, and how it is made. `None` means that it cannot be made here and now.
pub struct Row {
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
    /// Only where side effects are allowed.
    effect: bool,
    /// Also where operators are restricted to a context.
    context: bool,
}

pub const fn row(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: false, context: false }
}

/// A row that occurs in contexts too.
pub const fn anywhere(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: false, context: true }
}

const fn acting(
    weight: fn(&crate::policy::Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
) -> Row {
    Row { weight, build, effect: true, context: false }
}

pub const ROWS: [Row; 20] = [
    anywhere(|e| e.constant, |m, cx| Some(constant_here(m, cx))),
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
];

/// An expression of some integer type.
pub fn expr(m: &mut Run, cx: &mut Cx) -> ExprId {
    if cx.budget <= 2 {
        return leaf(m, cx);
    }
    let region = m.grow.policy.expressions.region;
    if cx.context.is_none() && cx.constant_leaves.is_none() && m.grow.ch.chance("region", region) {
        return in_region(m, cx);
    }
    let (effects, context) = (cx.effects == SideEffects::Allowed, cx.context.is_some());
    let fits = |row: &Row| (effects || !row.effect) && (row.context || !context);
    let weights = ROWS.map(|row| if fits(&row) { (row.weight)(&m.grow.policy.expressions) } else { 0 });
    let chosen = m.grow.ch.weighted("expression", weights.into_iter()).unwrap_or(0);
    match (ROWS[chosen].build)(m, cx) {
        Some(e) => e,
        None => leaf(m, cx),
    }
}

/// A part of the tree with operators of one context, or with many constants.
fn in_region(m: &mut Run, cx: &mut Cx) -> ExprId {
    let o = &m.grow.policy.operators;
    let c = &m.grow.policy.constants;
    let (contexts, all, half) = (o.contexts, c.all_constant_region, c.half_constant_region);
    let outer = cx.context;
    let drawn = m.grow.ch.weighted("context", contexts.into_iter());
    cx.context = drawn.map(|i| OperatorContext::ALL[i]);
    cx.constant_leaves = match m.grow.ch.below("constant-region", 100) as u32 {
        n if n < all => Some(100),
        n if n < all + half => Some(50),
        _ => None,
    };
    if let Some(context) = cx.context {
        m.grow.stats.policy(context.name());
    }
    match cx.constant_leaves {
        Some(100) => m.grow.stats.policy("leaves: all constant"),
        Some(_) => m.grow.stats.policy("leaves: half constant"),
        None => {}
    }
    let e = binary(m, cx).unwrap_or_else(|| leaf(m, cx));
    cx.context = outer;
    cx.constant_leaves = None;
    e
}

pub fn leaf(m: &mut Run, cx: &mut Cx) -> ExprId {
    cx.budget -= 1;
    let constant = match cx.constant_leaves {
        Some(percent) => percent,
        None => {
            let e = &m.grow.policy.expressions;
            100 * e.constant / (e.constant + e.variable).max(1)
        }
    };
    if m.grow.ch.chance("constant-leaf", constant) {
        return constant_here(m, cx);
    }
    variable(m, cx).unwrap_or_else(|| constant_here(m, cx))
}

/// A constant that suits the context.
fn constant_here(m: &mut Run, cx: &Cx) -> ExprId {
    if cx.context != Some(OperatorContext::Logical) {
        return constant_leaf(m);
    }
    let kind = variables::int_kind(m);
    let kind = if kind.rank() < ir::IntKind::Int.rank() { ir::IntKind::Int } else { kind };
    constants::new_constant(m, kind)
}

pub fn constant_leaf(m: &mut Run) -> ExprId {
    let kind = variables::int_kind(m);
    let kind = if kind.rank() < ir::IntKind::Int.rank() { ir::IntKind::Int } else { kind };
    constants::constant(m, kind)
}

pub fn variable(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    lvalue::int_lvalue(m, cx, Use::Read)
}

/// Two operands that share the budget.
pub fn two(m: &mut Run, cx: &mut Cx, own: i32) -> (ExprId, ExprId) {
    let budget = (cx.budget - own).max(2);
    let left = 1 + m.grow.ch.below("left-share", budget as usize) as i32;
    cx.budget = left;
    let a = grammar::int(m, cx);
    cx.budget = budget - left;
    let b = grammar::int(m, cx);
    cx.budget = 0;
    (a, b)
}

pub fn binary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let op = operator(m, cx);
    let Some(op) = op else { return logic(m, cx) };
    if op.is_shift() {
        return shift(m, cx, op);
    }
    let edge = m.grow.policy.operators.edge;
    let product = matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
    let (a, b) = if product && edge > 0 && m.grow.ch.chance("edge", edge) {
        edge_operands(m, cx)
    } else {
        two(m, cx, 2)
    };
    let e = m.grow.p.binary(op, a, b).ok()?;
    remember(m, cx, e);
    Some(e)
}

/// The operands for which products, quotients and remainders have rules of their own: the least value, and -1, 0 or 1.
fn edge_operands(m: &mut Run, cx: &mut Cx) -> (ExprId, ExprId) {
    cx.budget -= 3;
    let a = if m.grow.ch.chance("edge-least", m.grow.policy.odds.edge_least) {
        let kind = variables::int_kind(m).to_signed();
        let kind = if kind.rank() < ir::IntKind::Int.rank() { ir::IntKind::Int } else { kind };
        let least = ir::arith::int::min::<i128>(m.grow.p.target().int_type(kind));
        constants::literal(m, least, kind)
    } else {
        grammar::int(m, cx)
    };
    let value = m.grow.ch.below("edge-value", 3) as i128 - 1;
    (a, constants::literal(m, value, ir::IntKind::Int))
}

/// The count of a shift is mostly in range: wild ones are all alike after repair.
pub fn shift(m: &mut Run, cx: &mut Cx, op: BinaryOp) -> Option<ExprId> {
    cx.budget -= 3;
    let a = grammar::int(m, cx);
    let bits = m.grow.p.types.int_type(m.grow.p.promoted_type(a)).map_or(32, |t| t.bits);
    let b = if m.grow.ch.chance("constant-count", m.grow.policy.odds.constant_count) {
        let n = m.grow.ch.below("shift-count", usize::from(bits)) as u64;
        m.grow.p.int_lit(n, ir::IntKind::Int)
    } else {
        cx.budget = 3;
        grammar::int(m, cx)
    };
    let e = m.grow.p.binary(op, a, b).ok()?;
    remember(m, cx, e);
    Some(e)
}

/// An operator of the context; `None` for the logical ones, which are nodes of another kind.
pub fn operator(m: &mut Run, cx: &Cx) -> Option<BinaryOp> {
    let o = &m.grow.policy.operators;
    let all = o.all();
    let allowed = |op: BinaryOp| cx.context.is_none_or(|context| context.allows(op));
    // A context counts even where the policy has turned its operators off.
    let floor = u32::from(cx.context.is_some());
    let quiet = m.grow.quiet(cx.block);
    let weights = all.map(|(op, w)| if allowed(op) && quiet.allows(op) { w.max(floor) } else { 0 });
    m.grow.ch.weighted("operator", weights.into_iter()).map(|i| all[i].0)
}

pub fn compare(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let op = *m.grow.ch.pick("comparison", &operators::COMPARISONS)?;
    let actual = m.grow.policy.expressions.actual;
    if m.grow.ch.chance("compare-actual", actual) {
        return compare_actual(m, cx, op);
    }
    let (a, b) = two(m, cx, 1);
    m.grow.p.binary(op, a, b).ok()
}

/// A comparison with the value that the variable has right now, or one next to it.
fn compare_actual(m: &mut Run, cx: &mut Cx, op: BinaryOp) -> Option<ExprId> {
    cx.budget -= 3;
    let a = lvalue::int_lvalue(m, cx, Use::Read)?;
    let b = match lvalue::known_value(m, a) {
        Some(value) => lvalue::near(m, a, value),
        None => constant_here(m, cx),
    };
    m.grow.p.binary(op, a, b).ok()
}

pub fn unary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let ops: &[UnaryOp] = match cx.context {
        Some(context) => context.unary(),
        None => &[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot],
    };
    let op = *m.grow.ch.pick("unary", ops)?;
    cx.budget -= 1;
    let a = grammar::int(m, cx);
    m.grow.p.unary(op, a).ok()
}

pub fn cast(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let ty = variables::int_type(m);
    let a = grammar::int(m, cx);
    m.grow.p.cast(a, ty).ok()
}

pub fn conditional(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 3;
    cx.budget = budget / 3;
    let cond = grammar::int(m, cx);
    cx.budget = budget * 2 / 3;
    let (a, b) = two(m, cx, 0);
    m.grow.p.cond(cond, a, b).ok()
}

pub fn logic(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let op =
        if m.grow.ch.chance("logic-and", m.grow.policy.odds.logic_and) { LogicOp::And } else { LogicOp::Or };
    let (a, b) = two(m, cx, 1);
    m.grow.p.logic(op, a, b).ok()
}

pub fn comma(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let a = if forbidden::is(&m.grow, Forbidden::Assign) {
        grammar::int(m, cx)
    } else {
        embedded_assign(m, cx).or_else(|| increment(m, cx))?
    };
    let b = grammar::int(m, cx);
    Some(m.grow.p.comma(a, b))
}

/// A whole integer variable that no pointer can reach, for writing within an expression.
fn own_variable(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let clash = m.grow.policy.relax.conflict > 0 && lvalue::may_clash(m);
    let free = if clash {
        0
    } else if cx.is_loose(m) {
        cx.to_place
    } else {
        cx.used.len()
    };
    let hidden = m.grow.quiet(cx.block).hides(Use::Write);
    seen.retain(|v| {
        let info = m.grow.info(*v);
        if hidden && m.grow.p.vars[*v].storage.is_static() {
            return false;
        }
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        m.grow.p.types.is_integer(ty)
            && ty.quals().is_empty()
            && !info.counter
            && !info.address_taken
            && info.part == GlobalRole::Mixed
            && !cx.used[..free].iter().any(|(u, _)| u == v)
            && (!cx.is_private() || scopes::is_private(m, *v))
    });
    let var = *m.grow.ch.pick("written-inside", &seen)?;
    m.grow.info_mut(var).written_inside = true;
    cx.used.push((var, true));
    Some(m.grow.p.var(var))
}

pub fn embedded_assign(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 3;
    let lhs = own_variable(m, cx)?;
    let rhs = grammar::int(m, cx);
    let compound = m.grow.policy.statements.compound_assign > 0;
    if m.grow.ch.chance("embedded-compound", m.grow.policy.odds.embedded_compound) && compound {
        let op =
            *m.grow.ch.pick("embedded-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or])?;
        return m.grow.p.assign_op(op, lhs, rhs).ok();
    }
    m.grow.p.assign(lhs, rhs).ok()
}

pub fn increment(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 2;
    let lhs = own_variable(m, cx)?;
    let op = operators::step(m)?;
    m.grow.p.inc_dec(op, lhs).ok()
}

pub fn sizeof(m: &mut Run, _cx: &mut Cx) -> Option<ExprId> {
    let ty = variables::int_type(m);
    Some(m.grow.p.sizeof_type(ty))
}

/// How many subexpressions are remembered.
pub const REMEMBERED: usize = 24;

pub fn remember(m: &mut Run, cx: &Cx, e: ExprId) {
    let share = m.grow.policy.expressions.remember;
    if !m.grow.p.exprs[e].effects.is_pure() || m.grow.dead || !m.grow.ch.chance("remember", share) {
        return;
    }
    let size = tokens::of_expr(&m.grow.p, e);
    let (low, high) = (m.grow.policy.amounts.small_remembered, m.grow.policy.amounts.large_remembered);
    if !(low..=high).contains(&size) {
        return;
    }
    if m.grow.common.len() < REMEMBERED {
        m.grow.common.push((e, cx.block));
    } else {
        let at = m.grow.ch.below("forget-common", REMEMBERED);
        m.grow.common[at] = (e, cx.block);
    }
}

/// A subexpression from before, written again.
pub fn common(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (e, from) = *m.grow.ch.pick("common", &m.grow.common)?;
    if !is_around(m, from, cx.block) || m.grow.dead {
        return None;
    }
    let mut roots = Vec::new();
    if !collect(m, e, &mut roots) {
        return None;
    }
    // Where the block is older than some of what has grown around it, not everything is in scope.
    let mut seen = std::mem::take(&mut m.grow.scratch);
    m.grow.visible(cx.block, &mut seen);
    let in_scope = roots.iter().all(|r| seen.contains(r));
    m.grow.scratch = seen;
    if !in_scope {
        return None;
    }
    let written = cx.used.iter().any(|(_, w)| *w);
    if written && roots.iter().any(|r| cx.used.iter().any(|(v, w)| v == r && *w)) {
        return None;
    }
    m.grow.stats.policy("common subexpression");
    cx.budget -= tokens::of_expr(&m.grow.p, e) as i32;
    cx.used.extend(roots.into_iter().map(|r| (r, false)));
    Some(sites::copy(m, e))
}

/// Whether the block is this one or around it.
fn is_around(m: &Run, outer: BlockId, inner: BlockId) -> bool {
    let mut at = Some(inner);
    while let Some(b) = at {
        if b == outer {
            return true;
        }
        at = m.grow.block(b).parent;
    }
    false
}

/// The variables of a tree; false if it follows a pointer, whose target may be another one now.
pub fn collect(m: &Run, e: ExprId, roots: &mut Vec<VarId>) -> bool {
    let p = &m.grow.p;
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
    p.for_each_child(e, |child| fine = fine && collect(m, child, roots));
    fine
}

/// A condition that is true or false now, as wanted, but does not look it.
pub fn known_condition(m: &mut Run, cx: &mut Cx, wanted: bool) -> Option<ExprId> {
    cx.budget -= 3;
    let a = lvalue::int_lvalue(m, cx, Use::Read)?;
    let value = lvalue::known_value(m, a)?;
    let ty = m.grow.p.promoted_type(a);
    let kind = m.grow.p.types.int_kind(ty)?;
    let t = m.grow.p.target().int_type(kind);
    let offset = constants::near(m, m.grow.policy.amounts.condition_near);
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
    let op = *m.grow.ch.pick("condition-operator", &ops)?;
    let b = constants::literal(m, other, kind);
    let e = m.grow.p.binary(op, a, b).ok()?;
    if cx.budget > 6 && m.grow.ch.chance("condition-more", m.grow.policy.odds.condition_more) {
        cx.depth += 2;
        let more = grammar::int(m, cx);
        cx.depth -= 2;
        let op = if wanted { LogicOp::Or } else { LogicOp::And };
        return m.grow.p.logic(op, e, more).ok();
    }
    Some(e)
}

/// A value of the type, by conversion if need be.
pub fn value_of(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let e = if m.grow.p.types.is_pointer(ty) {
        lvalue::pointer_value(m, cx, ty, u32::MAX)?
    } else if m.grow.p.types.is_record(ty) {
        lvalue::record_value(m, cx, ty)?
    } else if m.grow.p.types.is_float(ty) {
        float_expr::expr(m, cx)
    } else if m.grow.p.types.is_vector(ty) {
        vector_expr::value(m, cx, ty)?
    } else {
        grammar::int(m, cx)
    };
    m.grow.p.assign_convert(e, ty).ok()
}

/// `"abc"[i]`
pub fn character(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 4;
    let (e, len) = strings::literal(m);
    let (index, _) = lvalue::index(m, cx, len + 1);
    m.grow.p.index(e, index).ok()
}
