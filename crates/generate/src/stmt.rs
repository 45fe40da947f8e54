//! Statements: a table of rows, each with its weight and the function that builds it at a hole.

use crate::expr::{self, Cx};
use crate::grower::{BlockInfo, FuncInfo, Role, Run, VarInfo};
use crate::pointers::{self, Use};
use crate::policy::Statements;
use crate::{enums, floats, functions, heap, offsets, recursion, strings, tokens, vars};
use ir::{
    Attrs, BinaryOp, BlockId, Builtin, ExprId, ExprKind, IncDec, Init, IntKind, Stmt, StmtId, Storage, Ty,
    TypeKind, UnaryOp, VarId,
};
use machine::{Eval, Filled, Limit, Stop};

/// A kind of statement. `build` adds it before the hole, or finds that it cannot be made here.
struct Row {
    name: &'static str,
    weight: fn(&Statements) -> u32,
    build: fn(&mut Run, BlockId) -> Option<()>,
}

const ROWS: [Row; 28] = [
    Row { name: "assign", weight: |s| s.assign, build: assign },
    Row { name: "compound", weight: |s| s.compound_assign, build: compound },
    Row { name: "increment", weight: |s| s.increment, build: increment },
    Row { name: "pointer-assign", weight: |s| s.pointer_assign, build: pointer_assign },
    Row { name: "record-assign", weight: |s| s.record_assign, build: record_assign },
    Row { name: "call", weight: |s| s.call, build: call },
    Row { name: "indirect-call", weight: |s| s.indirect_call, build: functions::indirect_call },
    Row { name: "recurse", weight: |s| s.recurse, build: recursion::recurse },
    Row { name: "move-pointer", weight: |s| s.move_pointer, build: offsets::move_pointer },
    Row { name: "walk-loop", weight: |s| s.walk_loop, build: offsets::walk_loop },
    Row { name: "heap", weight: |s| s.heap, build: heap::block },
    Row { name: "library", weight: |s| s.library, build: strings::call },
    Row { name: "float-assign", weight: |s| s.float_assign, build: floats::assign },
    Row { name: "declare", weight: |s| s.declare, build: declare },
    Row { name: "if", weight: |s| s.r#if, build: if_statement },
    Row { name: "for", weight: |s| s.r#for, build: for_loop },
    Row { name: "while", weight: |s| s.r#while, build: while_loop },
    Row { name: "do", weight: |s| s.do_while, build: do_loop },
    Row { name: "switch", weight: |s| s.switch, build: switch },
    Row { name: "goto-forward", weight: |s| s.goto_forward, build: goto_forward },
    Row { name: "goto-back", weight: |s| s.goto_back, build: goto_back },
    Row { name: "break", weight: |s| s.r#break, build: break_statement },
    Row { name: "continue", weight: |s| s.r#continue, build: continue_statement },
    Row { name: "return", weight: |s| s.r#return, build: early_return },
    Row { name: "block", weight: |s| s.block, build: nested_block },
    Row { name: "array-loop", weight: |s| s.array_loop, build: array_loop },
    Row { name: "effect", weight: |s| s.effect, build: effect },
    Row { name: "promise", weight: |s| s.promise, build: promise },
];

/// How many rows are tried before a block is sealed for lack of ideas.
const TRIES: usize = 8;

/// Execution has reached a hole: another statement, or the end of the block.
pub fn at_hole(m: &mut Run, block: BlockId, hole: StmtId) -> Eval<Filled> {
    if m.steps() > m.grow.policy.shape.max_steps().saturating_mul(4) {
        return Err(Stop::Budget(Limit::Steps));
    }
    if is_full(m, block) || !add(m, block) {
        if block_is_entry(m, block) && hide(m, block) {
            return Ok(Filled::Again);
        }
        seal(m, block, hole);
    }
    Ok(Filled::Again)
}

fn block_is_entry(m: &Run, block: BlockId) -> bool {
    let info = m.grow.block(block);
    info.func == 0 && info.role == Role::Function
}

/// A branch that is not taken, for dead code to live in; false when there are enough of them.
fn hide(m: &mut Run, block: BlockId) -> bool {
    let left = m.grow.policy.shape.size.saturating_sub(m.grow.total_tokens());
    let wanted = left / m.grow.policy.dead.tokens_per_block.max(1);
    if m.grow.hidden >= wanted {
        return false;
    }
    m.grow.hidden += 1;
    let mark = m.grow.mark();
    let cond = condition(m, block, false);
    let then = child(m, block, Role::Plain, 1);
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    true
}

/// Adds one statement; false if none could be made.
pub fn add(m: &mut Run, block: BlockId) -> bool {
    let weights = ROWS.map(|row| (row.weight)(&m.grow.policy.statements));
    for _ in 0..TRIES {
        let Some(i) = m.grow.ch.weighted("statement", weights.into_iter()) else { return false };
        if (ROWS[i].build)(m, block).is_some() {
            *m.grow.stats.statements.entry(ROWS[i].name).or_default() += 1;
            if let Some(left) = &mut m.grow.block_mut(block).left {
                *left = left.saturating_sub(1);
            }
            return true;
        }
    }
    false
}

/// Whether the block has enough statements, or the program enough tokens or steps.
fn is_full(m: &Run, block: BlockId) -> bool {
    let info = m.grow.block(block);
    let shape = &m.grow.policy.shape;
    let live = u64::from(shape.size) * u64::from(shape.live.min(100)) / 100;
    let steps_left = shape.max_steps().saturating_sub(m.steps());
    info.left == Some(0)
        || u64::from(m.grow.total_tokens()) >= live
        || steps_left < info.mult.saturating_mul(60)
}

/// Closes a block: its hole goes, and a function returns.
pub fn seal(m: &mut Run, block: BlockId, hole: StmtId) {
    reset_pointers(m, block);
    let info = m.grow.block(block).clone();
    if info.role == Role::Function {
        return_at_end(m, block);
        let cost = m.steps() - m.grow.funcs[info.func].started;
        m.grow.funcs[info.func].cost.get_or_insert(cost);
    }
    m.grow.p.blocks[block].retain(|s| *s != hole);
}

fn return_at_end(m: &mut Run, block: BlockId) {
    let func = m.grow.funcs[m.grow.block(block).func].id;
    let ret = return_type(m, func);
    if m.grow.p.types.is_void(ret) {
        return;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let value = return_value(m, &mut cx, ret);
    finish(m, block, mark, Stmt::Return(value), None);
}

fn return_type(m: &Run, func: ir::FuncId) -> Ty {
    m.grow.p.types.fn_type(m.grow.p.funcs[func].ty).map_or(Ty::VOID, |f| f.ret)
}

fn return_value(m: &mut Run, cx: &mut Cx, ret: Ty) -> Option<ExprId> {
    if m.grow.p.types.is_pointer(ret) {
        // What is returned must live longer than the function.
        let e = pointers::pointer_value(m, cx, ret, 0)?;
        return m.grow.p.assign_convert(e, ret).ok();
    }
    expr::value_of(m, cx, ret)
}

/// Adds the statement, and books its tokens and nodes.
pub fn finish(m: &mut Run, block: BlockId, mark: usize, stmt: Stmt, body: Option<BlockId>) -> StmtId {
    let id = m.grow.insert(block, stmt);
    m.grow.own(mark, id, body);
    let mut sum = 2;
    stmt.for_each_expr(|e| sum += tokens::of_expr(&m.grow.p, e));
    stmt.for_each_block(|_| sum += 3);
    m.grow.tokens += sum;
    id
}

/// A block inside this one.
pub fn child(m: &mut Run, block: BlockId, role: Role, trips: u64) -> BlockId {
    let now = m.steps();
    m.grow.child_block(block, role, trips, now)
}

// --- simple statements ---

fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = pointers::int_lvalue(m, &mut cx, Use::Write)?;
    let rhs = expr::expr(m, &mut cx);
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

const COMPOUND: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

fn compound(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = pointers::int_lvalue(m, &mut cx, Use::Write)?;
    // Reading and writing a volatile object is one thing here; guarding it would be two.
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let op = *m.grow.ch.pick("compound", &COMPOUND)?;
    let rhs = if op.is_shift() && m.grow.ch.chance("compound-count", 70) {
        let n = m.grow.ch.below("compound-shift", 8) as u64;
        m.grow.p.int_lit(n, IntKind::Int)
    } else {
        expr::expr(m, &mut cx)
    };
    let e = m.grow.p.assign_op(op, lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn increment(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = pointers::int_lvalue(m, &mut cx, Use::Write)?;
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let op = *m.grow.ch.pick("increment", &IncDec::ALL)?;
    let e = m.grow.p.inc_dec(op, lhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn pointer_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.repairs.short_lived;
    if m.grow.ch.chance("short-lived", share) && short_lived(m, block).is_some() {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = pointers::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_pointer(ty))?;
    let ty = m.grow.p.value_type(lhs);
    // Only a pointer variable itself can be known to live in an inner block.
    let reach = match m.grow.p.exprs[lhs].kind {
        ExprKind::Var(v) => m.grow.info(v).reach,
        _ => 0,
    };
    let rhs = pointers::pointer_value(m, &mut cx, ty, reach)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// `p = &x;` where x dies before p: the block of x ends with `if (p == &x) p = 0;`, and nothing jumps out of it.
fn short_lived(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    if info.role == Role::Function || m.grow.dead {
        return None;
    }
    let mut seen = Vec::new();
    m.grow.visible(block, &mut seen);
    let own = |m: &Run, v: &VarId| {
        info.vars.contains(v) && !m.grow.info(*v).counter && !m.grow.info(*v).written_inside
    };
    let outer = |m: &Run, p: &VarId| {
        let v = &m.grow.p.vars[*p];
        let i = m.grow.info(*p);
        !info.vars.contains(p)
            && matches!(v.storage, Storage::Auto | Storage::Param)
            && m.grow.p.types.canonical(v.ty).quals().is_empty()
            && !i.address_taken
            && !i.pinned
    };
    let pairs: Vec<(VarId, VarId)> = seen
        .iter()
        .filter(|p| outer(m, p))
        .filter_map(|p| Some((*p, m.grow.p.types.canonical(m.grow.p.types.pointee(m.grow.p.vars[*p].ty)?))))
        .flat_map(|(p, to)| {
            let fits = |x: &VarId| {
                m.grow.p.types.canonical(m.grow.p.vars[*x].ty) == to && !m.grow.p.types.is_pointer(to)
            };
            seen.iter().copied().filter(|x| own(m, x) && fits(x)).map(move |x| (p, x)).collect::<Vec<_>>()
        })
        .collect();
    let (p, x) = *m.grow.ch.pick("short-lived-pair", &pairs)?;
    let mark = m.grow.mark();
    m.grow.info_mut(x).address_taken = true;
    // Nobody may reach the pointer by another way, so that all copies of what it holds are known.
    m.grow.info_mut(p).written_inside = true;
    m.grow.info_mut(p).holds = m.grow.info(p).holds.max(info.level);
    let (lhs, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let rhs = m.grow.p.addr_of(of).ok()?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    m.grow.block_mut(block).resets.push((p, x));
    m.grow.stats.repair("scope-end-reset");
    Some(())
}

/// `if (p == &x) p = 0;` for every pointer that must let go of a variable of the block.
fn reset_pointers(m: &mut Run, block: BlockId) {
    for (p, x) in m.grow.block(block).resets.clone() {
        let mark = m.grow.mark();
        let Some((cond, e)) = reset(m, p, x) else { continue };
        let stmt = m.grow.p.push_stmt(Stmt::Expr(e));
        let then = m.grow.p.push_block(vec![stmt]);
        m.grow.tokens += 4;
        finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    }
}

fn reset(m: &mut Run, p: VarId, x: VarId) -> Option<(ExprId, ExprId)> {
    let (v, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let address = m.grow.p.addr_of(of).ok()?;
    let cond = m.grow.p.binary(BinaryOp::Eq, v, address).ok()?;
    let (v, zero) = (m.grow.p.var(p), m.grow.p.int_lit(0, IntKind::Int));
    let e = m.grow.p.assign(v, zero).ok()?;
    Some((cond, e))
}

fn record_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = pointers::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_record(ty))?;
    let ty = m.grow.p.value_type(lhs);
    let rhs = expr::record_value(m, &mut cx, ty)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An expression whose value nobody wants.
fn effect(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let e = expr::expr(m, &mut cx);
    if m.grow.p.is_pure(e) {
        return None;
    }
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

// --- declarations ---

fn declare(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let ty = vars::any_type(m);
    let share = m.grow.policy.statements.static_local;
    let is_static = m.grow.ch.chance("static-local", share);
    let bare = m.grow.policy.statements.uninitialised;
    let whole = is_of_integers(m, ty);
    let bare = !is_static && whole && m.grow.ch.chance("uninitialised", bare);
    let (init, reach) = if bare {
        (None, 0)
    } else if is_static {
        (vars::static_init(m, ty, 0), 0)
    } else {
        let (init, reach) = local_init(m, block, ty)?;
        (Some(init), reach)
    };
    let var = vars::new_local(m, block, ty);
    m.grow.p.vars[var].init = init;
    if is_static {
        m.grow.p.vars[var].storage = Storage::Static;
        m.grow.set_info(var, VarInfo::at(0));
        m.make_static(var).ok()?;
        m.init_static(var).ok()?;
    }
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(())
}

/// An integer, or an array of them: records could be copied without values, and pointers to functions are never null.
fn is_of_integers(m: &Run, mut ty: Ty) -> bool {
    while let Some((element, _)) = m.grow.p.types.element(ty) {
        ty = element;
    }
    m.grow.p.types.is_integer(ty)
}

/// A first value, and for pointers how far they may reach.
fn local_init(m: &mut Run, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    let level = m.grow.block(block).level;
    match m.grow.p.types.kind(ty) {
        TypeKind::Array(..) => Some((list_init(m, ty)?, 0)),
        TypeKind::Record(_) if m.grow.ch.chance("record-copy", 40) => {
            let mut cx = Cx::pure(m, block);
            let e = expr::record_value(m, &mut cx, ty)?;
            Some((m.grow.p.push_init(Init::Expr(e)), 0))
        }
        TypeKind::Record(_) => Some((list_init(m, ty)?, 0)),
        TypeKind::Pointer(to) => {
            let mut cx = Cx::pure(m, block);
            // Pointers to pointers reach only what is static, whatever they are told later.
            let reach =
                if m.grow.p.types.is_pointer(to) || m.grow.ch.chance("far-reach", 40) { 0 } else { level };
            let e = pointers::pointer_value(m, &mut cx, ty, reach)?;
            let e = m.grow.p.assign_convert(e, ty).ok()?;
            Some((m.grow.p.push_init(Init::Expr(e)), reach))
        }
        _ => {
            let mut cx = Cx::new(m, block);
            let e = expr::value_of(m, &mut cx, ty)?;
            Some((m.grow.p.push_init(Init::Expr(e)), 0))
        }
    }
}

/// A list of constants; everything gets a value.
fn list_init(m: &mut Run, ty: Ty) -> Option<ir::InitId> {
    match vars::static_init(m, ty, 0) {
        Some(init) => Some(init),
        None => Some(m.grow.p.push_init(Init::List(Vec::new()))),
    }
}

// --- branches ---

fn deep_enough(m: &Run, block: BlockId) -> bool {
    m.grow.depth_of(block) > m.grow.policy.shape.max_block_depth
}

/// A condition whose truth now is chosen where that can be done, sometimes with a word on how likely it is.
fn condition(m: &mut Run, block: BlockId, wanted: bool) -> ExprId {
    let cond = plain_condition(m, block, wanted);
    let share = m.grow.policy.statements.expect;
    if !m.grow.ch.chance("expect", share) {
        return cond;
    }
    let expect = m.grow.p.builtin(Builtin::BuiltinExpect);
    let likely = m.grow.ch.below("likely", 2) as u64;
    let likely = m.grow.p.int_lit(likely, IntKind::Int);
    m.grow.p.call_func(expect, &[cond, likely]).unwrap_or(cond)
}

fn plain_condition(m: &mut Run, block: BlockId, wanted: bool) -> ExprId {
    let mut cx = Cx::pure(m, block);
    match expr::known_condition(m, &mut cx, wanted) {
        Some(e) => e,
        None => {
            let mut cx = Cx::pure(m, block);
            expr::expr(m, &mut cx)
        }
    }
}

fn if_statement(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let taken = m.grow.policy.statements.taken;
    let wanted = m.grow.ch.chance("taken", taken);
    let cond = condition(m, block, wanted);
    let then = child(m, block, Role::Plain, 1);
    let share = m.grow.policy.statements.r#else;
    let els = m.grow.ch.chance("else", share).then(|| child(m, block, Role::Plain, 1));
    finish(m, block, mark, Stmt::If { cond, then, els }, None);
    Some(())
}

fn switch(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let on = pointers::int_lvalue(m, &mut cx, Use::Read)?;
    let value = pointers::known_value(m, on);
    let source = m.grow.p.value_type(on);
    let on = m.grow.p.promote(on);
    let kind = m.grow.p.types.int_kind(m.grow.p.ty(on))?;
    if kind.rank() > IntKind::LongLong.rank() {
        return None;
    }
    let labels = case_values(m, source, kind, value);
    let body = m.grow.p.push_block(Vec::new());
    let default_at = m.grow.ch.below("default-position", labels.len() + 2);
    for (i, label) in labels.iter().enumerate() {
        if i == default_at {
            case_body(m, block, body, None);
        }
        let e = enums::label(m, source, Ty::int(kind), *label);
        case_body(m, block, body, Some(e));
    }
    if default_at == labels.len() {
        case_body(m, block, body, None);
    }
    m.grow.tokens += 6 * labels.len() as u32;
    finish(m, block, mark, Stmt::Switch { on, body }, None);
    Some(())
}

/// Different values, among them the one that is there now.
fn case_values(m: &mut Run, ty: Ty, kind: IntKind, value: Option<i128>) -> Vec<i128> {
    let count = m.grow.ch.between("cases", 1, 6);
    let mut values: Vec<i128> = Vec::new();
    let t = m.grow.p.target().int_type(kind);
    let live = m.grow.ch.below("live-case", count as usize + 1);
    for i in 0..count as usize {
        let v = match value {
            Some(v) if i == live => v,
            Some(v) if m.grow.ch.chance("dense-case", 60) => {
                ir::arith::int::wrap(t, v.wrapping_add(i as i128 - live as i128))
            }
            _ => match enums::value_in(m, ty) {
                Some(v) => v,
                None => crate::constants::value(m, kind),
            },
        };
        if !values.contains(&v) {
            values.push(v);
        }
    }
    values
}

fn case_body(m: &mut Run, block: BlockId, body: BlockId, value: Option<ExprId>) {
    let marker = match value {
        Some(e) => Stmt::Case(e),
        None => Stmt::Default,
    };
    m.grow.p.append(body, marker);
    let inner = child(m, block, Role::Case, 1);
    m.grow.p.append(body, Stmt::Block(inner));
    let share = m.grow.policy.statements.fallthrough;
    if !m.grow.ch.chance("fallthrough", share) {
        m.grow.p.append(body, Stmt::Break);
    }
}

fn nested_block(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let inner = child(m, block, Role::Plain, 1);
    finish(m, block, mark, Stmt::Block(inner), None);
    Some(())
}

// --- loops ---

/// How many turns a loop may take here: few where much is already repeated.
pub fn trips(m: &mut Run, block: BlockId) -> Option<u64> {
    if deep_enough(m, block) {
        return None;
    }
    let mult = m.grow.block(block).mult.max(1);
    let left = m.grow.policy.shape.max_steps().saturating_sub(m.steps());
    let most = (left / 4 / (mult * 400)).min(u64::from(m.grow.policy.shape.max_trips));
    if most < 2 { None } else { Some(u64::from(m.grow.ch.between("trips", 1, most as u32))) }
}

/// A counter with its first value, for the scope of a loop.
pub fn counter(m: &mut Run, block: BlockId, kind: IntKind, start: i128, bound: u32) -> VarId {
    let var = vars::new_local(m, block, Ty::int(kind));
    let info = m.grow.info_mut(var);
    info.counter = true;
    info.level += 1;
    info.local_index_bound = bound;
    let e = m.grow.p.int_const(start, Ty::int(kind));
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(e)));
    var
}

fn counter_kind(m: &mut Run) -> IntKind {
    let kinds = [IntKind::Int, IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong];
    *m.grow.ch.pick("counter-kind", &kinds).unwrap_or(&IntKind::Int)
}

fn for_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)? as i128;
    let mark = m.grow.mark();
    let stride =
        if m.grow.ch.chance("stride", 25) { m.grow.ch.between("stride-by", 2, 4) as i128 } else { 1 };
    let kind = counter_kind(m);
    let down = kind == IntKind::Int && m.grow.ch.chance("count-down", 25);
    let end = turns * stride;
    let (start, limit) = if down { (end - stride, 0) } else { (0, end) };
    let var = counter(m, block, kind, start, end as u32);
    let (cond, step) = for_head(m, var, kind, down, stride, limit)?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = child(m, block, Role::Loop, turns as u64);
    m.grow.block_mut(body).vars.push(var);
    m.grow.tokens += 10;
    finish(m, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    Some(())
}

fn for_head(
    m: &mut Run,
    var: VarId,
    kind: IntKind,
    down: bool,
    stride: i128,
    limit: i128,
) -> Option<(ExprId, ExprId)> {
    let v = m.grow.p.var(var);
    let end = m.grow.p.int_const(limit, Ty::int(kind));
    let ops: &[BinaryOp] = if down { &[BinaryOp::Ge] } else { &[BinaryOp::Lt, BinaryOp::Lt, BinaryOp::Ne] };
    let op = *m.grow.ch.pick("loop-comparison", ops)?;
    let cond = m.grow.p.binary(op, v, end).ok()?;
    let v = m.grow.p.var(var);
    let step = if stride == 1 {
        let ops = if down { [IncDec::PostDec, IncDec::PreDec] } else { [IncDec::PostInc, IncDec::PreInc] };
        let op = *m.grow.ch.pick("loop-step", &ops)?;
        m.grow.p.inc_dec(op, v).ok()?
    } else {
        let by = m.grow.p.int_const(stride, Ty::INT);
        m.grow.p.assign_op(if down { BinaryOp::Sub } else { BinaryOp::Add }, v, by).ok()?
    };
    Some((cond, step))
}

/// A local counter declared before the loop.
fn outer_counter(m: &mut Run, block: BlockId, start: i128, bound: u32) -> VarId {
    let mark = m.grow.mark();
    let var = counter(m, block, IntKind::Int, start, bound);
    m.grow.info_mut(var).level -= 1;
    finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    m.grow.tokens += 4;
    var
}

/// A condition that counts down: `l-- > 0`, `--l >= 0` or `l--`.
fn count_down(m: &mut Run, var: VarId) -> Option<ExprId> {
    let v = m.grow.p.var(var);
    match m.grow.ch.below("count-down-form", 3) {
        0 => {
            let e = m.grow.p.inc_dec(IncDec::PostDec, v).ok()?;
            let zero = m.grow.p.int_lit(0, IntKind::Int);
            m.grow.p.binary(BinaryOp::Gt, e, zero).ok()
        }
        1 => {
            let e = m.grow.p.inc_dec(IncDec::PreDec, v).ok()?;
            let zero = m.grow.p.int_lit(0, IntKind::Int);
            m.grow.p.binary(BinaryOp::Ge, e, zero).ok()
        }
        _ => m.grow.p.inc_dec(IncDec::PostDec, v).ok(),
    }
}

/// A condition that nobody has looked at: fuel ends the loop if nothing else does.
fn wild_condition(m: &mut Run, block: BlockId) -> Option<ExprId> {
    let wild = m.grow.block(block).mult <= 2 && m.grow.ch.chance("wild-loop", 25);
    wild.then(|| condition(m, block, true))
}

fn while_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let (mark, cond, turns) = loop_condition(m, block, turns)?;
    let body = child(m, block, Role::Loop, turns);
    finish(m, block, mark, Stmt::While { cond, body }, Some(body));
    Some(())
}

fn loop_condition(m: &mut Run, block: BlockId, turns: u64) -> Option<(usize, ExprId, u64)> {
    let mark = m.grow.mark();
    if let Some(cond) = wild_condition(m, block) {
        return Some((mark, cond, u64::from(m.grow.policy.shape.fuel)));
    }
    let var = outer_counter(m, block, turns as i128, turns as u32 + 1);
    let mark = m.grow.mark();
    Some((mark, count_down(m, var)?, turns))
}

fn do_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let (mark, cond, turns) = loop_condition(m, block, turns)?;
    let body = child(m, block, Role::Loop, turns + 1);
    finish(m, block, mark, Stmt::DoWhile { body, cond }, None);
    // Its condition is evaluated after the body has grown: by then it has no claim to be fresh.
    Some(())
}

// --- jumps ---

/// `if (cond) jump;`, where the jump is mostly not taken now.
fn guarded_jump(m: &mut Run, block: BlockId, jump: Stmt) -> Option<()> {
    if m.grow.must_reach_end(block) {
        return None;
    }
    let mark = m.grow.mark();
    let taken = m.grow.ch.chance("jump-taken", 15);
    let cond = condition(m, block, taken);
    let leave = m.grow.p.push_stmt(jump);
    let then = m.grow.p.push_block(vec![leave]);
    m.grow.tokens += 3;
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

fn break_statement(m: &mut Run, block: BlockId) -> Option<()> {
    let inside = m.grow.inside(block, Role::Loop) || m.grow.inside(block, Role::Case);
    if inside { guarded_jump(m, block, Stmt::Break) } else { None }
}

fn continue_statement(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.inside(block, Role::Loop) { guarded_jump(m, block, Stmt::Continue) } else { None }
}

fn early_return(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    if info.func == 0 || info.role == Role::Function || m.grow.must_reach_end(block) {
        return None;
    }
    let func = m.grow.funcs[info.func].id;
    let ret = return_type(m, func);
    let mark = m.grow.mark();
    let taken = m.grow.ch.chance("return-taken", 10);
    let cond = condition(m, block, taken);
    let mut cx = Cx::pure(m, block);
    let value = if m.grow.p.types.is_void(ret) { None } else { Some(return_value(m, &mut cx, ret)?) };
    let leave = m.grow.p.push_stmt(Stmt::Return(value));
    let then = m.grow.p.push_block(vec![leave]);
    m.grow.tokens += 3 + value.map_or(0, |e| tokens::of_expr(&m.grow.p, e));
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// What does not hold now is promised never to hold. The first execution that breaks the promise withdraws it.
fn promise(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let cond = expr::known_condition(m, &mut cx, false)?;
    let unreachable = m.grow.p.builtin(Builtin::BuiltinUnreachable);
    let call = m.grow.p.call_func(unreachable, &[]).ok()?;
    let stmt = m.grow.p.push_stmt(Stmt::Expr(call));
    let then = m.grow.p.push_block(vec![stmt]);
    m.grow.tokens += 5;
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// A jump out of the block, to right behind the statement that it is in.
fn goto_forward(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    let parent = info.parent?;
    let last = *m.grow.p.blocks[parent].last()?;
    if m.grow.p.stmts[last] != Stmt::Hole || !is_last(m, parent, block) || m.grow.must_reach_end(block) {
        return None;
    }
    let number = m.grow.number();
    let func = m.grow.funcs[info.func].id;
    let label = m.grow.p.push_label(&format!("L{number}"), func);
    m.grow.insert(parent, Stmt::Label(label));
    m.grow.tokens += 3;
    guarded_jump(m, block, Stmt::Goto(label))
}

/// Whether nothing has grown yet behind the statement that the inner block is part of: a jump would pass over
/// declarations.
fn is_last(m: &Run, outer: BlockId, inner: BlockId) -> bool {
    let list = &m.grow.p.blocks[outer];
    list.len().checked_sub(2).is_some_and(|at| contains(m, list[at], inner))
}

fn contains(m: &Run, stmt: StmtId, inner: BlockId) -> bool {
    let mut found = false;
    m.grow.p.stmts[stmt].for_each_block(|b| {
        found = found || b == inner || m.grow.p.blocks[b].iter().any(|s| contains(m, *s, inner));
    });
    found
}

/// A loop made of a jump: `L: { … } if (--l > 0) goto L;`.
fn goto_back(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let var = outer_counter(m, block, turns as i128, turns as u32 + 1);
    let number = m.grow.number();
    let func = m.grow.funcs[m.grow.block(block).func].id;
    let label = m.grow.p.push_label(&format!("L{number}"), func);
    m.grow.insert(block, Stmt::Label(label));
    let inner = child(m, block, Role::Plain, turns);
    m.grow.insert(block, Stmt::Block(inner));
    let mark = m.grow.mark();
    let v = m.grow.p.var(var);
    let e = m.grow.p.inc_dec(IncDec::PreDec, v).ok()?;
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let cond = m.grow.p.binary(BinaryOp::Gt, e, zero).ok()?;
    let back = m.grow.p.push_stmt(Stmt::Goto(label));
    let then = m.grow.p.push_block(vec![back]);
    m.grow.tokens += 8;
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

// --- array loops ---

/// A global array of one dimension with elements that are fit for loops.
fn loop_array(m: &mut Run, len: u64) -> VarId {
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long, IntKind::ULong];
    let fits = |m: &Run, v: &VarId| {
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        match m.grow.p.types.element(ty) {
            Some((element, Some(n))) => {
                n >= len
                    && m.grow.p.types.is_integer(element)
                    && m.grow.p.types.canonical(element).quals().is_empty()
            }
            _ => false,
        }
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    if known.len() > 2 || (!known.is_empty() && m.grow.ch.chance("known-array", 60)) {
        return *m.grow.ch.pick("loop-array", &known).expect("not empty");
    }
    let kind = *m.grow.ch.pick("array-kind", &kinds).unwrap_or(&IntKind::Int);
    let extra = m.grow.ch.below("array-extra", 3) as u64;
    let ty = m.grow.p.types.array(Ty::int(kind), len + extra);
    vars::plain_global(m, ty)
}

/// The loops that vectorisers look for: element-wise, with neighbours, reversed, and reductions.
fn array_loop(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) || m.grow.block(block).mult > 64 {
        return None;
    }
    let mark = m.grow.mark();
    let len = u64::from(m.grow.ch.between("loop-len", 4, 40));
    let kind = counter_kind(m);
    let var = counter(m, block, kind, 0, len as u32);
    let (cond, step) = for_head(m, var, kind, false, 1, len as i128)?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = m.grow.p.push_block(Vec::new());
    let stmt = Stmt::For { init, cond: Some(cond), step: Some(step), body };
    let id = finish(m, block, mark, stmt, Some(body));
    let _ = id;
    let count = m.grow.ch.between("array-statements", 1, 3);
    for _ in 0..count {
        let mark = m.grow.mark();
        let e = array_statement(m, block, var, len)?;
        let inner = m.grow.p.append(body, Stmt::Expr(e));
        m.grow.own(mark, inner, None);
        m.grow.tokens += 2 + tokens::of_expr(&m.grow.p, e);
    }
    m.grow.tokens += 8;
    Some(())
}

fn array_statement(m: &mut Run, block: BlockId, i: VarId, len: u64) -> Option<ExprId> {
    if m.grow.ch.chance("reduction", 30) {
        let mut cx = Cx::pure(m, block);
        let sum = pointers::int_lvalue(m, &mut cx, Use::Write)?;
        if !m.grow.p.is_pure(sum) {
            return None;
        }
        let value = array_value(m, i, len, 2)?;
        let ops = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Add];
        let op = *m.grow.ch.pick("reduction-op", &ops)?;
        return m.grow.p.assign_op(op, sum, value).ok();
    }
    let array = loop_array(m, len);
    let lhs = element(m, array, i, len)?;
    let value = array_value(m, i, len, 3)?;
    if m.grow.ch.chance("array-compound", 30) {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul];
        let op = *m.grow.ch.pick("array-compound-op", &ops)?;
        return m.grow.p.assign_op(op, lhs, value).ok();
    }
    m.grow.p.assign(lhs, value).ok()
}

/// `a[i]`, or `a[n - 1 - i]`.
fn element(m: &mut Run, array: VarId, i: VarId, len: u64) -> Option<ExprId> {
    let a = m.grow.p.var(array);
    let v = m.grow.p.var(i);
    let index = if m.grow.ch.chance("reversed", 15) {
        let kind = m.grow.p.types.int_kind(m.grow.p.ty(v))?;
        let last = m.grow.p.int_const(len as i128 - 1, Ty::int(kind));
        m.grow.p.binary(BinaryOp::Sub, last, v).ok()?
    } else {
        v
    };
    m.grow.p.index(a, index).ok()
}

fn array_value(m: &mut Run, i: VarId, len: u64, depth: u32) -> Option<ExprId> {
    match m.grow.ch.below("array-value", 6) {
        0 => Some(m.grow.p.var(i)),
        1 => Some(crate::constants::constant(m, IntKind::Int)),
        2 | 3 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            let b = array_value(m, i, len, depth - 1)?;
            let ops =
                [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::And, BinaryOp::Or];
            let op = *m.grow.ch.pick("array-op", &ops)?;
            m.grow.p.binary(op, a, b).ok()
        }
        4 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            let b = array_value(m, i, len, depth - 1)?;
            let cond = m.grow.p.binary(BinaryOp::Lt, a, b).ok()?;
            let x = array_value(m, i, len, depth - 1)?;
            let y = array_value(m, i, len, depth - 1)?;
            m.grow.p.cond(cond, x, y).ok()
        }
        5 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            m.grow.p.unary(UnaryOp::BitNot, a).ok()
        }
        _ => {
            let array = loop_array(m, len);
            element(m, array, i, len)
        }
    }
}

// --- calls ---

fn call(m: &mut Run, block: BlockId) -> Option<()> {
    let fresh = m.grow.policy.statements.new_function;
    let few = m.grow.funcs.len() < 3;
    let index = if few || m.grow.ch.chance("new-function", fresh) {
        new_function(m, block).or_else(|| old_function(m, block))?
    } else {
        old_function(m, block).or_else(|| new_function(m, block))?
    };
    let caller = m.grow.block(block).func;
    m.grow.funcs[caller].calls.push(index);
    let mark = m.grow.mark();
    let func = m.grow.funcs[index].id;
    let mut cx = Cx::pure(m, block);
    let params: Vec<Ty> = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = 6;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(if limits { recursion::first_depth(m) } else { expr::value_of(m, &mut cx, ty)? });
    }
    let call = m.grow.p.call_func(func, &args).ok()?;
    let ret = m.grow.p.ty(call);
    if m.grow.p.types.is_void(ret) || m.grow.ch.chance("drop-result", 10) {
        finish(m, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    keep_result(m, block, mark, call, ret)
}

/// The result goes to a new local, which nothing else can be looking at while the call runs.
pub fn keep_result(m: &mut Run, block: BlockId, mark: usize, call: ExprId, ret: Ty) -> Option<()> {
    let var = vars::new_local(m, block, ret);
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(call)));
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(())
}

/// A function that has run before, and is not too expensive to run again here.
fn old_function(m: &mut Run, block: BlockId) -> Option<usize> {
    let (mult, caller) = (m.grow.block(block).mult.max(1), m.grow.block(block).func);
    let left = m.grow.policy.shape.max_steps().saturating_sub(m.steps());
    let known: Vec<usize> = (1..m.grow.funcs.len())
        .filter(|i| m.grow.funcs[*i].cost.is_some_and(|c| c.saturating_mul(mult) < left / 12))
        .filter(|i| !m.grow.reaches(*i, caller))
        .collect();
    m.grow.ch.pick("old-function", &known).copied()
}

fn new_function(m: &mut Run, block: BlockId) -> Option<usize> {
    let shape = &m.grow.policy.shape;
    let (most, depth, params) = (shape.max_functions, shape.max_call_depth, shape.max_params);
    if m.grow.funcs.len() as u32 >= most || m.depth() >= depth {
        return None;
    }
    let ret = match m.grow.ch.below("return-type", 12) {
        0 => Ty::VOID,
        1 => vars::pointer_type(m),
        2 if !m.grow.records.is_empty() => vars::record_type(m),
        _ => vars::scalar_type(m),
    };
    let count = m.grow.ch.steps("params", 65, params);
    let mut types: Vec<Ty> = (0..count).map(|_| param_type(m)).collect();
    let mult = m.grow.block(block).mult;
    let (share, deepest) = (m.grow.policy.statements.recursive_function, m.grow.policy.shape.max_recursion);
    if !m.grow.ch.chance("recursive-function", share) {
        return Some(make_function(m, ret, &types, mult));
    }
    types.push(Ty::INT);
    let index = make_function(m, ret, &types, mult.saturating_mul(u64::from(deepest) + 1));
    recursion::limit_depth(m, index);
    Some(index)
}

fn param_type(m: &mut Run) -> Ty {
    let share = m.grow.policy.types.function_pointer;
    if let Some(ty) = functions::maybe_type(m, share) {
        return ty;
    }
    match m.grow.ch.below("param-type", 10) {
        0..=2 => vars::pointer_type(m),
        3 => vars::record_type(m),
        _ => vars::scalar_type(m),
    }
}

/// A function with a hole for a body.
pub fn make_function(m: &mut Run, ret: Ty, params: &[Ty], mult: u64) -> usize {
    let number = m.grow.funcs.len() + 1;
    let ty = m.grow.p.fn_type(ret, params);
    let names: Vec<String> = params.iter().map(|_| format!("p_{}", m.grow.number())).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let func = m.grow.p.add_func(&format!("func_{number}"), ty, &names);
    let index = m.grow.funcs.len();
    m.grow.funcs.push(FuncInfo {
        id: func,
        cost: None,
        started: m.steps(),
        calls: Vec::new(),
        depth_param: None,
        self_calls: 0,
    });
    let vars = m.grow.p.funcs[func].params.clone();
    for v in &vars {
        let plain =
            m.grow.p.types.pointee(m.grow.p.vars[*v].ty).is_some_and(|to| !m.grow.p.types.is_pointer(to));
        m.grow.set_info(*v, VarInfo { reach: u32::from(plain), ..VarInfo::at(1) });
    }
    let most = m.grow.policy.shape.max_block_statements;
    let left = if index == 0 { None } else { Some(m.grow.ch.between("body-statements", 2, most * 2)) };
    let body = m.grow.new_block(BlockInfo {
        func: index,
        parent: None,
        role: Role::Function,
        level: 1,
        vars,
        outer_vars: 0,
        mult,
        resets: Vec::new(),
        trips: 1,
        started: m.steps(),
        left,
    });
    m.grow.p.funcs[func].body = Some(body);
    barriers(m, func, index);
    m.grow.tokens += 2 * (6 + 3 * params.len() as u32);
    index
}

fn barriers(m: &mut Run, func: ir::FuncId, index: usize) {
    let b = &m.grow.policy.barriers;
    let (noinline, noipa, is_static) = (b.noinline, b.noipa, b.static_function);
    let mut attrs = Attrs::NONE;
    if m.grow.ch.chance("noinline", noinline) {
        attrs = attrs.with(Attrs::NOINLINE);
    }
    if m.grow.ch.chance("noipa", noipa) {
        attrs = attrs.with(Attrs::NOIPA);
    }
    m.grow.p.funcs[func].attrs = attrs;
    m.grow.p.funcs[func].is_static = index > 0 && m.grow.ch.chance("static-function", is_static);
}
