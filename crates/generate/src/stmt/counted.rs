//! Loops that count in what is there already: a global, an outer local, a parameter, a member, an element, or what a pointer
//! points to. The counter has any integer type and starts where it stands or anywhere; the comparison, the step and the
//! bound are drawn, and the number of iterations is found by counting as the loop will. What writes the counter
//! meanwhile may make the loop longer: fuel ends it then, and only then.

use crate::expr::operators::COMPARISONS;
use crate::expr::{lvalue, operators};
use crate::policy::{LoopBound, LoopForm, LoopStart, LoopStep};
use crate::state::Gen;
use crate::state::access::{GlobalRole, Use};
use crate::state::cx::Cx;
use crate::state::scopes::{Lock, Role};
use crate::stmt::{blocks, branches, loops};
use crate::types::{constants, variables};
use ir::arith::int;
use ir::{
    Attrs, BinaryOp, BlockId, ExprId, ExprKind, IncDec, Init, IntKind, IntType, Stmt, Storage, Ty, TypeKind,
    UnaryOp, VarId,
};
use machine::View;

/// What the loop counts in.
struct Counter {
    place: ExprId,
    kind: IntKind,
    /// The type in which it is compared and changed.
    promoted: IntKind,
    /// The variables that lead to it.
    roots: Vec<VarId>,
    /// The value it has now, if that is known.
    value: Option<i128>,
}

/// How the counter changes from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    One(IncDec),
    By(BinaryOp, i128),
    /// `x = x + 3`
    Set(BinaryOp, i128),
    /// `x = f(x)`, with a function that does the same.
    Call(BinaryOp, i128),
}

impl Step {
    fn operation(self) -> (BinaryOp, i128) {
        match self {
            Step::One(op) => (if op.is_inc() { BinaryOp::Add } else { BinaryOp::Sub }, 1),
            Step::By(op, by) | Step::Set(op, by) | Step::Call(op, by) => (op, by),
        }
    }
}

/// A loop that is planned: what it counts, and the test that ends it.
struct Plan {
    counter: Counter,
    step: Step,
    /// The value that the counter is given first, if it is given one.
    start: Option<i128>,
    /// A second variable that changes too, and is the bound: its place, first value and step.
    second: Option<(ExprId, i128, Step)>,
    comparison: BinaryOp,
    bound: i128,
    iterations: u64,
    /// The values that the counter has at the tests.
    values: Vec<i128>,
}

pub fn counted_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let wanted = loops::trips(g, view, block)?;
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let counter = existing(g, view, &mut cx)?;
    let form = g.policy.loops.forms.draw(&mut g.ch, "loop-form")?;
    let form = if form == LoopForm::Goto && !is_own(g, &counter) { LoopForm::For } else { form };
    let plan = plan(g, view, &mut cx, counter, form, wanted)?;
    tell(g, &plan, form);
    let cond = condition(g, view, &mut cx, &plan)?;
    // Nothing but the loop writes the counter while it runs, unless the policy wants it.
    let unlocked = g.ch.chance("counter-unlocked", g.policy.loops.unlocked);
    if form == LoopForm::Goto || !(unlocked || g.dead) {
        lock(g, block, &plan);
    }
    build(g, view, block, mark, form, &plan, cond)
}

/// An integer that can be written and whose value is known, or that can be given one.
fn existing(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<Counter> {
    let place = cx.updating(|cx| lvalue::int_lvalue(g, view, cx, Use::Write))?;
    if !g.p.is_pure(place) || g.p.bit_field_width(place).is_some() {
        return None;
    }
    let kind = counting_kind(g, g.p.ty(place))?;
    let promoted = g.p.types.int_kind(g.p.promoted_type(place))?;
    let roots = cx.used.iter().map(|(v, _)| *v).collect();
    Some(Counter { place, kind, promoted, roots, value: lvalue::known_value(g, view, place) })
}

/// The kind of a type that loops can count in: an enumeration has no arithmetic in C++, and constants of 128 bits are not
/// written as such.
fn counting_kind(g: &Gen, ty: Ty) -> Option<IntKind> {
    let ty = g.p.types.canonical(ty);
    let kind = g.p.types.int_kind(ty)?;
    let is_enum = matches!(g.p.types.kind(ty), TypeKind::Enum(_));
    (!is_enum && kind.rank() <= IntKind::LongLong.rank()).then_some(kind)
}

/// A variable that a loop over arrays can count in up to the limit, from zero; nothing else writes it meanwhile.
pub fn whole_variable(g: &mut Gen, block: BlockId, limit: u64) -> Option<VarId> {
    let share = g.policy.loops.array_counter;
    if share == 0 || !g.ch.chance("array-counter", share) {
        return None;
    }
    let mut seen = Vec::new();
    g.visible(block, &mut seen);
    seen.retain(|v| {
        let ty = g.p.types.canonical(g.p.vars[*v].ty);
        let info = g.info(*v);
        let is_wide = |kind: IntKind| {
            kind != IntKind::Bool && int::fits(g.p.target().int_type(kind), i128::from(limit) * 4)
        };
        counting_kind(g, ty).is_some_and(is_wide)
            && ty.quals().is_empty()
            && !info.counter
            && !info.pinned
            && info.part == GlobalRole::Mixed
    });
    let var = *g.ch.pick("array-counter-variable", &seen)?;
    let outside = g.p.vars[var].storage.is_static();
    g.stats.policy(if outside { "array loop: global counter" } else { "array loop: outer counter" });
    lock_one(g, block, var, limit as u32);
    Some(var)
}

/// Whether the counter is a local that nothing else leads to.
fn is_own(g: &Gen, counter: &Counter) -> bool {
    match g.p.exprs[counter.place].kind {
        ExprKind::Var(v) => {
            matches!(g.p.vars[v].storage, Storage::Auto | Storage::Param) && !g.info(v).address_taken
        }
        _ => false,
    }
}

/// The value after a step, as the conversions make it; `None` where the step would be undefined.
fn next(g: &Gen, counter: &Counter, step: Step, value: i128) -> Option<i128> {
    let target = g.p.target();
    let wide: IntType = target.int_type(counter.promoted);
    let (op, by) = step.operation();
    let result = match op {
        BinaryOp::Add => value + by,
        BinaryOp::Sub => value - by,
        BinaryOp::Mul => value * by,
        BinaryOp::Div => value / by,
        BinaryOp::Xor => value ^ by,
        BinaryOp::Shr if value >= 0 => value >> by,
        _ => return None,
    };
    let result = if wide.signed && !int::fits(wide, result) { return None } else { int::wrap(wide, result) };
    match counter.kind {
        IntKind::Bool => Some(i128::from(result != 0)),
        kind => Some(int::wrap(target.int_type(kind), result)),
    }
}

fn holds(op: BinaryOp, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Gt => a > b,
        BinaryOp::Le => a <= b,
        BinaryOp::Ge => a >= b,
        BinaryOp::Eq => a == b,
        _ => a != b,
    }
}

fn draw_step(g: &mut Gen, kind: IntKind) -> Step {
    let by = i128::from(g.ch.between("step-by", 1, g.policy.loops.max_step));
    let down = g.ch.chance("step-down", g.policy.odds.count_down);
    let sum = if down { BinaryOp::Sub } else { BinaryOp::Add };
    if kind == IntKind::Bool {
        return Step::Set(*g.ch.pick("bool-step", &[BinaryOp::Add, BinaryOp::Xor]).unwrap_or(&sum), 1);
    }
    let compound = g.policy.statements.compound_assign > 0;
    let drawn = match g.policy.loops.steps.draw(&mut g.ch, "loop-step-kind") {
        Some(LoopStep::Some) if compound => Step::By(sum, by),
        Some(LoopStep::Multiplied) if compound => Step::By(BinaryOp::Mul, by.clamp(2, 5)),
        Some(LoopStep::Divided) if compound => Step::By(BinaryOp::Div, by.clamp(2, 9)),
        Some(LoopStep::Shifted) if compound => Step::By(BinaryOp::Shr, by.clamp(1, 4)),
        Some(LoopStep::Call) => Step::Call(sum, by),
        _ => {
            let ops =
                if down { [IncDec::PostDec, IncDec::PreDec] } else { [IncDec::PostInc, IncDec::PreInc] };
            let op = ops[g.ch.below("loop-step", 2)];
            if operators::may_step(g, op) { Step::One(op) } else { Step::Set(sum, 1) }
        }
    };
    let (op, by) = drawn.operation();
    if operators::is_on(g, op) { drawn } else { Step::Set(BinaryOp::Add, by) }
}

/// What the counter is given first: nothing, something small, or something near the limits of its type.
fn draw_start(g: &mut Gen, counter: &Counter) -> Option<i128> {
    let t = g.p.target().int_type(counter.kind);
    let known = counter.value.is_some();
    let drawn = g.policy.loops.starts.draw(&mut g.ch, "loop-start");
    if counter.kind == IntKind::Bool {
        return if known && drawn == Some(LoopStart::Kept) { None } else { Some(0) };
    }
    match drawn {
        Some(LoopStart::Kept) if known => None,
        Some(LoopStart::Negative) if t.signed => {
            Some(-i128::from(g.ch.between("negative-start", 1, g.policy.loops.max_negative)))
        }
        Some(LoopStart::NearLimit) => {
            let near = i128::from(g.ch.between("large-start", 0, g.policy.loops.near_limit));
            let low = g.ch.chance("lowest-start", g.policy.loops.lowest);
            Some(if low { int::min::<i128>(t) + near } else { int::max::<i128>(t) - near })
        }
        _ => Some(i128::from(g.ch.between("small-start", 0, g.policy.loops.max_small))),
    }
}

/// Draws steps and starts until a loop of about as many iterations as wanted comes out.
fn plan(
    g: &mut Gen,
    view: &View,
    cx: &mut Cx,
    counter: Counter,
    form: LoopForm,
    wanted: u64,
) -> Option<Plan> {
    const TRIES: usize = 4;
    let first = usize::from(matches!(form, LoopForm::Do | LoopForm::Goto));
    let pair = g.ch.chance("two-counters", g.policy.loops.pair) && form == LoopForm::For;
    let second = if pair { second(g, view, cx, &counter) } else { None };
    for attempt in 0..TRIES {
        let step = if attempt + 1 < TRIES { draw_step(g, counter.kind) } else { Step::Set(BinaryOp::Add, 1) };
        // What goes round in a loop of its own needs a start that is always the same.
        let start = draw_start(g, &counter).or(if form == LoopForm::Goto { Some(0) } else { None });
        let Some(now) = start.or(counter.value) else { continue };
        let mut values = vec![now];
        while values.len() as u64 <= wanted
            && let Some(more) = next(g, &counter, step, values[values.len() - 1])
        {
            values.push(more);
        }
        if let Some(place) = second
            && let Some((start2, step2, comparison, iterations)) = opposite(g, &counter, &values)
        {
            let start = start.or(Some(now));
            let second = Some((place, start2, step2));
            return Some(Plan { counter, step, start, second, comparison, bound: 0, iterations, values });
        }
        let ends = ends(g, &counter, &values, first);
        if let Some((comparison, bound)) = g.ch.pick("loop-end", &ends).copied() {
            let iterations = values.len() as u64 - 1;
            return Some(Plan { counter, step, start, second: None, comparison, bound, iterations, values });
        }
    }
    None
}

/// The tests that hold for all the values from the first on, but not for the last one.
fn ends(g: &Gen, counter: &Counter, values: &[i128], first: usize) -> Vec<(BinaryOp, i128)> {
    let wide = g.p.target().int_type(counter.promoted);
    let (Some(last), Some(before)) = (values.last(), values.iter().rev().nth(1)) else { return Vec::new() };
    let mut found = Vec::new();
    for op in COMPARISONS {
        for bound in [*last, last + 1, last - 1, *before, before + 1, before - 1] {
            let held = &values[first.min(values.len() - 1)..values.len() - 1];
            if int::fits(wide, bound)
                && held.iter().all(|v| holds(op, *v, bound))
                && !holds(op, *last, bound)
                && !found.contains(&(op, bound))
            {
                found.push((op, bound));
            }
        }
    }
    found
}

/// Another variable of the same type, to be the bound and to change as well.
fn second(g: &mut Gen, view: &View, cx: &mut Cx, counter: &Counter) -> Option<ExprId> {
    let wanted = counter.kind;
    if wanted.rank() < IntKind::Int.rank() {
        return None;
    }
    let fits = |g: &Gen, ty: Ty| counting_kind(g, ty) == Some(wanted);
    let place = cx.updating(|cx| lvalue::lvalue(g, view, cx, Use::Write, fits))?;
    (g.p.is_pure(place) && g.p.bit_field_width(place).is_none()).then_some(place)
}

/// How the second counter starts and changes so that the two meet: its start, its step, the comparison, the iterations.
fn opposite(g: &mut Gen, counter: &Counter, values: &[i128]) -> Option<(i128, Step, BinaryOp, u64)> {
    let n = values.len() - 1;
    if n == 0 {
        return None;
    }
    let step = [
        Step::One(IncDec::PostDec),
        Step::One(IncDec::PreInc),
        Step::By(BinaryOp::Sub, 2),
        Step::By(BinaryOp::Add, 3),
    ];
    let step = *g.ch.pick("second-step", &step)?;
    let (op, by) = step.operation();
    let change = if op == BinaryOp::Add { by } else { -by };
    let wide = g.p.target().int_type(counter.kind);
    let mut found = Vec::new();
    for near in -2..=2 {
        let start = values[n] - change * n as i128 + near;
        let other = |i: usize| start + change * i as i128;
        if !int::fits(wide, start) || !int::fits(wide, other(n)) {
            continue;
        }
        for op in COMPARISONS {
            let held = (0..n).all(|i| holds(op, values[i], other(i)));
            if held && !holds(op, values[n], other(n)) {
                found.push((start, op));
            }
        }
    }
    let (start, op) = *g.ch.pick("second-start", &found)?;
    Some((start, step, op, n as u64))
}

fn constant(g: &mut Gen, value: i128, kind: IntKind) -> ExprId {
    constants::literal(g, value, kind)
}

/// The test: `x < 5`, `x < y + 2`, `x != bound`, `x` or `x < y` with another counter.
fn condition(g: &mut Gen, view: &View, cx: &mut Cx, plan: &Plan) -> Option<ExprId> {
    let x = g.p.copy_expr(plan.counter.place);
    if let Some((place, _, _)) = plan.second {
        let y = g.p.copy_expr(place);
        return g.p.binary(plan.comparison, x, y).ok();
    }
    let is_truth = plan.comparison == BinaryOp::Ne && plan.bound == 0;
    if is_truth && g.ch.chance("bare-condition", g.policy.loops.bare) {
        return Some(x);
    }
    let bound = bound(g, view, cx, plan)?;
    g.p.binary(plan.comparison, x, bound).ok()
}

/// The bound: a constant, a variable with what is missing, or a global of its own.
fn bound(g: &mut Gen, view: &View, cx: &mut Cx, plan: &Plan) -> Option<ExprId> {
    let kind = plan.counter.promoted;
    match g.policy.loops.bounds.draw(&mut g.ch, "loop-bound") {
        Some(LoopBound::Variable) => {
            if let Some(e) = variable_bound(g, view, cx, plan) {
                g.stats.policy("bound: variable");
                return Some(e);
            }
        }
        Some(LoopBound::Global) => {
            let e = constant(g, plan.bound, kind);
            let init = g.p.push_init(Init::Expr(e));
            let var = variables::hidden_global(g, "bound", Ty::int(kind), init);
            g.stats.policy("bound: global of its own");
            return Some(g.p.var(var));
        }
        _ => {}
    }
    Some(constant(g, plan.bound, kind))
}

fn variable_bound(g: &mut Gen, view: &View, cx: &mut Cx, plan: &Plan) -> Option<ExprId> {
    let kind = plan.counter.promoted;
    let before = cx.used.len();
    let e = lvalue::int_lvalue(g, view, cx, Use::Read)?;
    let is_counter = cx.used[before..].iter().any(|(v, _)| plan.counter.roots.contains(v));
    if is_counter || !g.p.is_pure(e) {
        return None;
    }
    let value = lvalue::known_value(g, view, e)?;
    let t = g.p.target().int_type(kind);
    let missing = plan.bound - int::wrap(t, value);
    let same = g.p.types.int_kind(g.p.promoted_type(e)) == Some(kind);
    let e = if same { e } else { g.p.cast(e, Ty::int(kind)).ok()? };
    if missing == 0 {
        return Some(e);
    }
    let (op, by) = if missing > 0 { (BinaryOp::Add, missing) } else { (BinaryOp::Sub, -missing) };
    if !int::fits(t, by) || !operators::is_on(g, op) {
        return None;
    }
    let by = constant(g, by, kind);
    g.p.binary(op, e, by).ok()
}

/// `x++`, `x += 3`, or `x = step_1(x)`.
fn step_of(g: &mut Gen, place: ExprId, kind: IntKind, step: Step) -> Option<ExprId> {
    let x = g.p.copy_expr(place);
    match step {
        Step::One(op) => g.p.inc_dec(op, x).ok(),
        Step::By(op, by) => {
            let by = constant(g, by, IntKind::Int);
            g.p.assign_op(op, x, by).ok()
        }
        Step::Set(op, by) => {
            let (old, by) = (g.p.copy_expr(place), constant(g, by, IntKind::Int));
            let new = g.p.binary(op, old, by).ok()?;
            g.p.assign(x, new).ok()
        }
        Step::Call(op, by) => {
            let func = step_function(g, kind, op, by)?;
            let argument = g.p.copy_expr(place);
            let call = g.p.call_func(func, &[argument]).ok()?;
            g.p.assign(x, call).ok()
        }
    }
}

/// `T step_1(T p) { return p + 3; }`, made once for each.
fn step_function(g: &mut Gen, kind: IntKind, op: BinaryOp, by: i128) -> Option<ir::FuncId> {
    let known = g.step_functions.iter().find(|(k, o, n, _)| (*k, *o, *n) == (kind, op, by));
    if let Some((_, _, _, func)) = known {
        return Some(*func);
    }
    let ty = g.p.fn_type(Ty::int(kind), &[Ty::int(kind)]);
    let (number, param) = (g.number(), g.number());
    let func = g.p.add_func(&format!("step_{number}"), ty, &[&format!("p_{param}")]);
    let x = g.p.var(g.p.funcs[func].params[0]);
    let by_constant = constant(g, by, IntKind::Int);
    let sum = g.p.binary(op, x, by_constant).ok()?;
    let value = g.p.assign_convert(sum, Ty::int(kind)).ok()?;
    let stmt = g.p.push_stmt(Stmt::Return(Some(value)));
    g.p.funcs[func].body = Some(g.p.push_block(vec![stmt]));
    let barriers = &g.policy.barriers;
    let (noipa, noinline, is_static) = (barriers.noipa, barriers.noinline, barriers.static_function);
    let mut attrs = Attrs::NONE;
    if g.ch.chance("step-noipa", noipa) {
        attrs = attrs.with(Attrs::NOIPA);
    }
    if g.ch.chance("step-noinline", noinline) {
        attrs = attrs.with(Attrs::NOINLINE);
    }
    g.p.funcs[func].attrs = attrs;
    g.p.funcs[func].is_static = g.ch.chance("step-static", is_static);
    g.tokens += 20;
    g.step_functions.push((kind, op, by, func));
    Some(func)
}

/// Until the loop is done, nothing else writes the counter, or what leads to it.
fn lock(g: &mut Gen, block: BlockId, plan: &Plan) {
    let own = match g.p.exprs[plan.counter.place].kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    };
    let least = plan.values.iter().min().copied().unwrap_or(-1);
    let most = plan.values.iter().max().copied().unwrap_or(0);
    for var in plan.counter.roots.clone() {
        let indexes = own == Some(var) && least >= 0;
        let bound = if indexes { (most + 1).min(i128::from(u32::MAX)) as u32 } else { 0 };
        lock_one(g, block, var, bound);
    }
}

fn lock_one(g: &mut Gen, block: BlockId, var: VarId, index_bound: u32) {
    let info = g.info(var);
    let lock = Lock { block, var, counter: info.counter, index_bound: info.local_index_bound };
    g.locks.push(lock);
    let info = g.info_mut(var);
    (info.counter, info.local_index_bound) = (true, index_bound);
}

/// What is assigned before the loop starts.
fn start_of(g: &mut Gen, plan: &Plan) -> Option<Option<ExprId>> {
    let mut all = None;
    let second = plan.second.map(|(place, start, _)| (place, start));
    let first = plan.start.map(|start| (plan.counter.place, start));
    for (place, start) in [first, second].into_iter().flatten() {
        let (x, value) = (g.p.copy_expr(place), constant(g, start, plan.counter.promoted));
        let e = g.p.assign(x, value).ok()?;
        all = Some(match all {
            None => e,
            Some(before) => g.p.comma(before, e),
        });
    }
    Some(all)
}

fn steps_of(g: &mut Gen, plan: &Plan) -> Option<ExprId> {
    let step = step_of(g, plan.counter.place, plan.counter.kind, plan.step)?;
    let Some((place, _, other)) = plan.second else { return Some(step) };
    let other = step_of(g, place, plan.counter.kind, other)?;
    Some(g.p.comma(step, other))
}

fn build(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    mark: usize,
    form: LoopForm,
    plan: &Plan,
    cond: ExprId,
) -> Option<()> {
    let start = start_of(g, plan)?;
    let step = steps_of(g, plan)?;
    let iterations = plan.iterations.max(1);
    g.tokens += 6;
    if form == LoopForm::For {
        let init = start.map(|e| g.p.push_stmt(Stmt::Expr(e)));
        let init = g.p.push_block(init.into_iter().collect());
        let body = blocks::child(g, view, block, Role::Loop, iterations);
        let stmt = Stmt::For { init, cond: Some(cond), step: Some(step), body };
        blocks::finish(g, block, mark, stmt, Some(body));
        return Some(());
    }
    if let Some(start) = start {
        blocks::finish(g, block, mark, Stmt::Expr(start), None);
    }
    let label = jump_into(g, view, block, form);
    let role = if form == LoopForm::Goto { Role::Plain } else { Role::Loop };
    let body = blocks::child(g, view, block, role, iterations);
    if form == LoopForm::Goto {
        return goto_loop(g, block, mark, body, cond, step);
    }
    if let Some(label) = label {
        g.insert(body, Stmt::Label(label));
        g.tokens += 3;
    }
    let stmt = match form {
        LoopForm::Endless => {
            leave_unless(g, body, mark, cond)?;
            let (init, one) = (g.p.push_block(Vec::new()), g.p.int_lit(1, IntKind::Int));
            if g.ch.chance("while-one", g.policy.loops.while_one) {
                Stmt::While { cond: one, body }
            } else {
                Stmt::For { init, cond: None, step: None, body }
            }
        }
        LoopForm::Do => Stmt::DoWhile { body, cond },
        _ => Stmt::While { cond, body },
    };
    blocks::finish(g, body, mark, Stmt::Expr(step), None);
    blocks::finish(g, block, mark, stmt, Some(body));
    Some(())
}

/// `if (!(x < 5)) break;`
fn leave_unless(g: &mut Gen, body: BlockId, mark: usize, cond: ExprId) -> Option<()> {
    let done = g.p.unary(UnaryOp::Not, cond).ok()?;
    let leave = g.p.push_stmt(Stmt::Break);
    let then = g.p.push_block(vec![leave]);
    blocks::finish(g, body, mark, Stmt::If { cond: done, then, els: None }, None);
    Some(())
}

fn goto_loop(
    g: &mut Gen,
    block: BlockId,
    mark: usize,
    body: BlockId,
    cond: ExprId,
    step: ExprId,
) -> Option<()> {
    let func = g.funcs[g.block(block).func].id;
    let label = g.new_label(func);
    g.insert(block, Stmt::Label(label));
    blocks::finish(g, body, mark, Stmt::Expr(step), None);
    g.insert(block, Stmt::Block(body));
    let back = g.p.push_stmt(Stmt::Goto(label));
    let then = g.p.push_block(vec![back]);
    g.tokens += 8;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// `if (c) goto L;` before a loop that has the label where its body begins; c does not hold now.
fn jump_into(g: &mut Gen, view: &View, block: BlockId, form: LoopForm) -> Option<ir::LabelId> {
    let share = g.policy.loops.jump_into;
    if g.policy.statements.goto_over == 0
        || !matches!(form, LoopForm::While | LoopForm::Endless | LoopForm::Do)
        || !g.ch.chance("jump-into", share)
    {
        return None;
    }
    let label = branches::jump_ahead(g, view, block, |g| Some(branches::condition(g, view, block, false)))?;
    g.stats.policy("loop: jumped into");
    Some(label)
}

/// Counts what the loop is, for the census.
fn tell(g: &mut Gen, plan: &Plan, form: LoopForm) {
    let place = match g.p.exprs[plan.counter.place].kind {
        ExprKind::Var(v) => match g.p.vars[v].storage {
            Storage::Param => "counter: parameter",
            Storage::Auto => "counter: local",
            _ => "counter: global",
        },
        ExprKind::Member { .. } | ExprKind::Arrow { .. } => "counter: member",
        ExprKind::Deref(_) => "counter: pointee",
        _ => "counter: element",
    };
    let step = match plan.step.operation().0 {
        _ if matches!(plan.step, Step::Call(..)) => "step: by a call",
        BinaryOp::Mul => "step: multiplied",
        BinaryOp::Div | BinaryOp::Shr => "step: divided",
        _ if matches!(plan.step, Step::One(_)) => "step: by one",
        _ => "step: by some",
    };
    let start = match plan.start {
        None => "start: as it stands",
        Some(n) if n < 0 => "start: negative",
        Some(n) if n > 100 => "start: large",
        Some(_) => "start: small",
    };
    let form = match form {
        LoopForm::For => "loop: for",
        LoopForm::While => "loop: while",
        LoopForm::Endless => "loop: endless with a break",
        LoopForm::Do => "loop: do",
        LoopForm::Goto => "loop: goto",
    };
    let mut names = vec![place, step, start, form];
    if plan.second.is_some() {
        names.push("bound: second counter");
    }
    match plan.counter.kind {
        IntKind::Bool => names.push("counter: bool"),
        kind if kind.rank() < IntKind::Int.rank() => names.push("counter: narrow"),
        _ => {}
    }
    for name in names {
        g.stats.policy(name);
    }
}
