//! Csmith's manner, where it differs from the engine's own: every operation guarded as it is made, expressions from
//! its table, variables by scope, calls within expressions, types made up front. All of it is off unless the policy
//! asks for it.
//!
//! A call within an expression may write whatever it can reach, and nothing orders it against the operands beside it. So
//! such an expression reads only *private* variables: locals whose address is never taken, neither before nor later.

use crate::expr::Cx;
use crate::policy::Expressions;
use crate::state::census::RepairKind;
use crate::state::{Grower, Run, tokens};
use crate::stmt::promises::Quiet;
use crate::stmt::{calls, declare, recursion};
use crate::types::roles::GlobalRole;
use crate::types::variables;
use crate::{expr, repair, stmt};
use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, IncDec, Init, IntKind, LogicOp, Program, Stmt, Storage, Ty,
    TypeKind, UnaryOp, VarId,
};

/// Makes what Csmith makes before the first function: all struct and union types.
pub fn prepare(m: &mut Run) {
    let t = &m.grow.policy.types;
    if !m.grow.policy.manner.records_up_front || !t.records || t.max_records == 0 {
        return;
    }
    let most = t.max_records;
    let count = m.grow.ch.between("records-up-front", 1, most);
    m.grow.policy.types.max_records = count;
    while (m.grow.records.len() as u32) < count {
        variables::new_record(m);
    }
}

// --- guards ---

/// Guards every operation of a new statement that could be undefined, whether or not it ever will be.
pub fn guard_statement(m: &mut Run, stmt: Stmt) {
    let share = m.grow.policy.manner.guard_all;
    if share == 0 {
        return;
    }
    let mut roots = Vec::new();
    roots_of(&m.grow.p, stmt, &mut roots);
    let mut sites = Vec::new();
    roots.iter().for_each(|root| collect(&m.grow, *root, &mut sites));
    // From the leaves up: a compound assignment copies its left side, guards and all.
    for site in sites.into_iter().rev() {
        if m.grow.ch.chance("guard-all", share) {
            guard_site(m, site);
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

fn collect(g: &Grower, e: ExprId, sites: &mut Vec<ExprId>) {
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
fn is_unsafe(g: &Grower, e: ExprId) -> bool {
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
fn counts(g: &Grower, lhs: ExprId) -> bool {
    matches!(g.p.exprs[lhs].kind, ExprKind::Var(v) if g.info(v).counter)
}

fn guard_site(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    match m.grow.p.exprs[site].kind {
        ExprKind::AssignOp { op, lhs, rhs, calc } => repair::guard_compound(m, site, op, lhs, rhs, calc),
        ExprKind::IncDec(op, lhs) => repair::guard_increment(m, site, op, lhs),
        _ => repair::guard(m, site),
    }
}

/// Takes guards away that never had to step in; where the program is only compiled, any of them.
pub fn drop_guards(m: &mut Run) {
    let share = m.grow.policy.manner.drop_unneeded;
    let all = m.grow.policy.relax.compile_only;
    if share == 0 {
        return;
    }
    for site in m.grow.p.exprs.ids().collect::<Vec<_>>() {
        let e = m.grow.p.exprs[site];
        let ExprKind::Guard(inner, _) = e.kind else { continue };
        let needed = m.record.stepped_in(inner) && !all;
        if !needed && m.grow.ch.chance("drop-guard", share) {
            let kind = m.grow.p.exprs[inner].kind;
            m.grow.p.set_expr(site, kind, e.ty);
            m.grow.stats.repair(RepairKind::DropGuard);
        }
    }
}

// --- expressions ---

/// A row of Csmith's table of expressions.
struct Row {
    name: &'static str,
    weight: fn(&Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
    effect: bool,
}

const ROWS: [Row; 5] = [
    Row { name: "call", weight: |e| e.call, build: invocation, effect: false },
    Row {
        name: "constant",
        weight: |e| e.constant,
        build: |m, _| Some(expr::constant_leaf(m)),
        effect: false,
    },
    Row { name: "variable", weight: |e| e.variable, build: expr::variable, effect: false },
    Row { name: "comma", weight: |e| e.comma, build: comma, effect: false },
    Row { name: "assignment", weight: |e| e.assign, build: assignment, effect: true },
];

/// An expression by Csmith's table.
pub fn expression(m: &mut Run, cx: &mut Cx) -> ExprId {
    let most = m.grow.policy.manner.max_expression_depth;
    if cx.budget <= 2 || (most > 0 && cx.depth + 1 >= most) {
        return expr::leaf(m, cx);
    }
    let effects = cx.effects;
    let weights =
        ROWS.map(|row| if row.effect && !effects { 0 } else { (row.weight)(&m.grow.policy.expressions) });
    let Some(chosen) = m.grow.ch.weighted("csmith-expression", weights.into_iter()) else {
        return expr::leaf(m, cx);
    };
    *m.grow.stats.expressions.entry(ROWS[chosen].name).or_default() += 1;
    cx.depth += 1;
    let made = (ROWS[chosen].build)(m, cx);
    cx.depth -= 1;
    made.unwrap_or_else(|| expr::leaf(m, cx))
}

/// A call where there can be one; else an operation.
fn invocation(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    call(m, cx, None).or_else(|| operation(m, cx))
}

#[derive(Clone, Copy)]
enum Operator {
    Binary(BinaryOp),
    Logic(LogicOp),
}

fn operation(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let share = m.grow.policy.manner.unary;
    if m.grow.ch.chance("operation-unary", share) {
        return unary(m, cx);
    }
    match operator(m)? {
        Operator::Binary(op) if op.is_shift() => expr::shift(m, cx, op),
        Operator::Binary(op) => {
            let (a, b) = expr::two(m, cx, 2);
            m.grow.p.binary(op, a, b).ok()
        }
        Operator::Logic(op) => {
            let (a, b) = expr::two(m, cx, 1);
            m.grow.p.logic(op, a, b).ok()
        }
    }
}

/// Whether the policy has the operator at all.
pub fn is_on(m: &Run, op: BinaryOp) -> bool {
    let o = &m.grow.policy.operators;
    let weight = match op {
        BinaryOp::Add => o.add,
        BinaryOp::Sub => o.sub,
        BinaryOp::Mul => o.mul,
        BinaryOp::Div => o.div,
        BinaryOp::Rem => o.rem,
        BinaryOp::Shl => o.shl,
        BinaryOp::Shr => o.shr,
        BinaryOp::And => o.and,
        BinaryOp::Or => o.or,
        BinaryOp::Xor => o.xor,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => 1,
    };
    weight > 0
}

/// All operators alike, but for those that are switched off.
fn operator(m: &mut Run) -> Option<Operator> {
    let mut all: Vec<Operator> =
        BinaryOp::ALL.into_iter().filter(|op| is_on(m, *op)).map(Operator::Binary).collect();
    all.extend([Operator::Logic(LogicOp::And), Operator::Logic(LogicOp::Or)]);
    m.grow.ch.pick("csmith-operator", &all).copied()
}

fn unary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let plus = m.grow.policy.manner.unary_plus;
    let ops: Vec<UnaryOp> = UnaryOp::ALL.into_iter().filter(|op| plus || *op != UnaryOp::Plus).collect();
    let op = *m.grow.ch.pick("csmith-unary", &ops)?;
    cx.budget -= 1;
    let a = expr::expr(m, cx);
    m.grow.p.unary(op, a).ok()
}

fn comma(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (a, b) = expr::two(m, cx, 1);
    Some(m.grow.p.comma(a, b))
}

fn assignment(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let share = m.grow.policy.manner.embedded_step;
    if m.grow.ch.chance("embedded-step", share) {
        return expr::increment(m, cx);
    }
    expr::embedded_assign(m, cx)
}

/// One of the four steps that may be written.
pub fn step(m: &mut Run) -> Option<IncDec> {
    let allowed: Vec<IncDec> = IncDec::ALL.into_iter().filter(|op| may_step(m, *op)).collect();
    m.grow.ch.pick("increment", &allowed).copied()
}

pub fn may_step(m: &Run, op: IncDec) -> bool {
    let [pre_inc, pre_dec, post_inc, post_dec] = m.grow.policy.manner.steps;
    match op {
        IncDec::PreInc => pre_inc,
        IncDec::PreDec => pre_dec,
        IncDec::PostInc => post_inc,
        IncDec::PostDec => post_dec,
    }
}

/// The counter after one step down, as an expression, in a form that may be written: `--x` or `x = x - 1`.
pub fn count_down(m: &mut Run, var: VarId) -> Option<ExprId> {
    let v = m.grow.p.var(var);
    if may_step(m, IncDec::PreDec) {
        return m.grow.p.inc_dec(IncDec::PreDec, v).ok();
    }
    let (old, one) = (m.grow.p.var(var), m.grow.p.int_lit(1, IntKind::Int));
    let less = m.grow.p.binary(BinaryOp::Sub, old, one).ok()?;
    m.grow.p.assign(v, less).ok()
}

/// A variable that a loop can count with, and anything else can write.
pub fn shared_counter(m: &mut Run, block: BlockId) -> Option<VarId> {
    let mut seen = Vec::new();
    m.grow.visible(block, &mut seen);
    seen.retain(|v| {
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        m.grow.p.types.int_kind(ty).is_some_and(|k| k != IntKind::Bool)
            && !matches!(m.grow.p.types.kind(ty), TypeKind::Enum(_))
            && ty.quals().is_empty()
            && !m.grow.info(*v).counter
    });
    m.grow.ch.pick("shared-counter-variable", &seen).copied()
}

// --- calls within expressions ---

/// `x = …f(…)…;` for a whole variable: it is written when the call is over.
pub fn call_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    (cx.private, cx.calls) = (true, true);
    let lhs = assigned(m, &mut cx)?;
    let ty = m.grow.p.value_type(lhs);
    let direct =
        !m.grow.p.types.is_integer(ty) || m.grow.ch.chance("direct-call", m.grow.policy.odds.direct_call);
    let rhs = if direct { call(m, &mut cx, Some(ty))? } else { expr::expr(m, &mut cx) };
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    stmt::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// A whole variable to assign the result of a call to.
fn assigned(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let special = m.grow.ch.chance("special-result", m.grow.policy.odds.special_result);
    seen.retain(|v| {
        let info = m.grow.info(*v);
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        let fits = if special { may_return(m, ty) } else { m.grow.p.types.is_integer(ty) };
        fits && ty.quals().is_empty() && !info.counter && !info.pinned
    });
    let var = *m.grow.ch.pick("assigned", &seen)?;
    cx.used.push((var, true));
    Some(m.grow.p.var(var))
}

/// Whether functions may return pointers or records of this type.
fn may_return(m: &Run, ty: Ty) -> bool {
    let types = &m.grow.p.types;
    types.is_pointer(ty) && !crate::expr::function_pointers::is_pointer(m, ty)
        || (types.is_record(ty) && returns(m, ty))
}

/// Whether the policy lets functions return this record type.
pub fn returns(m: &Run, record: Ty) -> bool {
    let manner = &m.grow.policy.manner;
    if variables::is_union(m, record) { manner.return_unions } else { manner.return_structs }
}

/// Whether the policy lets parameters have this record type.
pub fn takes(m: &Run, record: Ty) -> bool {
    let manner = &m.grow.policy.manner;
    if variables::is_union(m, record) { manner.arg_unions } else { manner.arg_structs }
}

/// A call, of a function that is made for it or an older one. Only one in an expression, but for its arguments.
fn call(m: &mut Run, cx: &mut Cx, ret: Option<Ty>) -> Option<ExprId> {
    if !std::mem::replace(&mut cx.calls, false) {
        return None;
    }
    let index = calls::function_for(m, cx.block, ret)?;
    let caller = m.grow.block(cx.block).func;
    m.grow.funcs[caller].calls.push(index);
    let func = m.grow.funcs[index].id;
    let share = m.grow.policy.manner.nested_call;
    cx.calls = m.grow.ch.chance("nested-call", share);
    let params: Vec<Ty> = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = 6;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(if limits { recursion::first_depth(m) } else { expr::value_of(m, cx, ty)? });
        cx.calls = false;
    }
    cx.calls = false;
    *m.grow.stats.expressions.entry("call-made").or_default() += 1;
    m.grow.p.call_func(func, &args).ok()
}

/// Whether nothing but the statements of its function can ever reach the variable.
pub fn is_private(m: &Run, var: VarId) -> bool {
    let v = &m.grow.p.vars[var];
    matches!(v.storage, Storage::Auto | Storage::Param)
        && !m.grow.info(var).address_taken
        && !m.grow.p.types.canonical(v.ty).quals().is_volatile()
}

// --- variables ---

/// A variable by the table of scopes; where there is none, a new one.
pub fn pick(m: &mut Run, cx: &Cx, seen: &[VarId]) -> Option<VarId> {
    const NAMES: [&str; 4] = ["global", "local", "parameter", "new"];
    let weights = m.grow.policy.manner.scopes;
    let scope = m.grow.ch.weighted("scope", weights.into_iter())?;
    *m.grow.stats.scopes.entry(NAMES[scope]).or_default() += 1;
    let of = |m: &Run, storage: Storage| -> Vec<VarId> {
        let here = |v: &&VarId| m.grow.p.vars[**v].storage == storage && (!cx.private || is_private(m, **v));
        seen.iter().filter(here).copied().collect()
    };
    let known = match scope {
        0 if !cx.private => m.grow.p.globals.clone(),
        2 => Some(of(m, Storage::Param)).filter(|p| !p.is_empty()).unwrap_or_else(|| of(m, Storage::Auto)),
        0 | 1 => of(m, Storage::Auto),
        _ => Vec::new(),
    };
    if let Some(var) = m.grow.ch.pick("in-scope", &known).copied() {
        return Some(var);
    }
    let locally = cx.private || scope == 1 || scope == 2 || {
        let share = m.grow.policy.manner.new_local;
        scope == 3 && m.grow.ch.chance("new-local", share)
    };
    if locally && cx.declare {
        return new_local(m, cx);
    }
    if cx.private {
        return None;
    }
    let ty = variables::any_type(m);
    Some(variables::new_global(m, ty, GlobalRole::Mixed))
}

/// A local to point to, where one can be declared. Pointers to pointers reach only what is static.
pub fn new_pointee(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    if !cx.declare || m.grow.p.types.is_pointer(ty) || m.grow.quiet(cx.block) != Quiet::No {
        return None;
    }
    let var = local_of(m, cx, ty)?;
    m.grow.info_mut(var).address_taken = true;
    Some(var)
}

/// A local with constants for its value, declared right before the statement that wants it.
fn new_local(m: &mut Run, cx: &Cx) -> Option<VarId> {
    let ty = if cx.private { variables::int_type(m) } else { variables::any_type(m) };
    local_of(m, cx, ty)
}

fn local_of(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    let (init, reach) = declare::constant_init(m, cx.block, ty)?;
    let var = variables::new_local(m, cx.block, ty);
    let bare = m.grow.policy.relax.uninitialised;
    let bare = declare::is_of_integers(m, ty) && m.grow.ch.chance("relaxed-local", bare);
    m.grow.p.vars[var].init = Some(init).filter(|_| !bare);
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += 2 + tokens::of_local(&m.grow.p, var);
    m.grow.insert(cx.block, Stmt::Decl(var));
    m.grow.block_mut(cx.block).vars.push(var);
    Some(var)
}
