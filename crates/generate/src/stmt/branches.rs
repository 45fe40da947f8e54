//! Branches and the jumps out of them: `if`, `switch`, `break`, `continue`, early returns, forward `goto`, and promises
//! about what never happens. Loops are in [`crate::stmt::loops`].

use crate::expr::{ints, lvalue};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::{Ahead, Role};
use crate::state::{Run, tokens};
use crate::stmt::{blocks, relaxations};
use crate::types::{constants, enums, functions};
use ir::{BlockId, Builtin, ExprId, IntKind, LabelId, Stmt, StmtId, Ty};

pub fn deep_enough(m: &Run, block: BlockId) -> bool {
    m.grow.depth_of(block) > m.grow.policy.shape.max_block_depth
}

/// A condition whose truth now is chosen where that can be done, sometimes with a word on how likely it is.
pub fn condition(m: &mut Run, block: BlockId, wanted: bool) -> ExprId {
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
    let share = m.grow.policy.manner.constant_condition;
    if m.grow.ch.chance("constant-condition", share) {
        return m.grow.p.int_lit(u64::from(wanted), IntKind::Int);
    }
    let mut cx = Cx::pure(m, block);
    let known = m.grow.policy.statements.known_condition;
    let known = known >= 100 || m.grow.ch.chance("known-condition", known);
    match if known { ints::known_condition(m, &mut cx, wanted) } else { None } {
        Some(e) => e,
        None => {
            let mut cx = Cx::pure(m, block);
            grammar::int(m, &mut cx)
        }
    }
}

pub fn if_statement(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let taken = m.grow.policy.statements.taken;
    let wanted = m.grow.ch.chance("taken", taken);
    let cond = condition(m, block, wanted);
    let then = blocks::child(m, block, Role::Plain, 1);
    let share = m.grow.policy.statements.r#else;
    let els = m.grow.ch.chance("else", share).then(|| blocks::child(m, block, Role::Plain, 1));
    blocks::finish(m, block, mark, Stmt::If { cond, then, els }, None);
    Some(())
}

pub fn switch(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let on = lvalue::int_lvalue(m, &mut cx, Use::Read)?;
    let value = lvalue::known_value(m, on);
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
    blocks::finish(m, block, mark, Stmt::Switch { on, body }, None);
    Some(())
}

/// Different values, among them the one that is there now.
fn case_values(m: &mut Run, ty: Ty, kind: IntKind, value: Option<i128>) -> Vec<i128> {
    let count = m.grow.ch.between("cases", 1, m.grow.policy.amounts.max_cases);
    let mut values: Vec<i128> = Vec::new();
    let t = m.grow.p.target().int_type(kind);
    let live = m.grow.ch.below("live-case", count as usize + 1);
    for i in 0..count as usize {
        let v = match value {
            Some(v) if i == live => v,
            Some(v) if m.grow.ch.chance("dense-case", m.grow.policy.odds.dense_case) => {
                ir::arith::int::wrap(t, v.wrapping_add(i as i128 - live as i128))
            }
            _ => match enums::value_in(m, ty) {
                Some(v) => v,
                None => constants::value(m, kind),
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
    let inner = blocks::child(m, block, Role::Case, 1);
    m.grow.p.append(body, Stmt::Block(inner));
    let share = m.grow.policy.statements.fallthrough;
    if !m.grow.ch.chance("fallthrough", share) {
        m.grow.p.append(body, Stmt::Break);
    }
}

pub fn nested_block(m: &mut Run, block: BlockId) -> Option<()> {
    if deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let inner = blocks::child(m, block, Role::Plain, 1);
    blocks::finish(m, block, mark, Stmt::Block(inner), None);
    Some(())
}

/// `if (cond) jump;`, where the jump is mostly not taken now.
fn guarded_jump(m: &mut Run, block: BlockId, jump: Stmt) -> Option<()> {
    if m.grow.must_reach_end(block) {
        return None;
    }
    let mark = m.grow.mark();
    let taken = m.grow.ch.chance("jump-taken", m.grow.policy.odds.jump_taken);
    let cond = condition(m, block, taken);
    let leave = m.grow.p.push_stmt(jump);
    let then = m.grow.p.push_block(vec![leave]);
    m.grow.tokens += 3;
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

pub fn break_statement(m: &mut Run, block: BlockId) -> Option<()> {
    let inside = m.grow.inside(block, Role::Loop) || m.grow.inside(block, Role::Case);
    if inside { guarded_jump(m, block, Stmt::Break) } else { None }
}

pub fn continue_statement(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.inside(block, Role::Loop) { guarded_jump(m, block, Stmt::Continue) } else { None }
}

pub fn early_return(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    if info.func == 0 || info.role == Role::Function || m.grow.must_reach_end(block) {
        return None;
    }
    let func = m.grow.funcs[info.func].id;
    let ret = functions::return_type(m, func);
    let mark = m.grow.mark();
    let taken = m.grow.ch.chance("return-taken", m.grow.policy.odds.return_taken);
    let cond = condition(m, block, taken);
    let mut cx = Cx::pure(m, block);
    let value = if m.grow.p.types.is_void(ret) { None } else { Some(blocks::return_value(m, &mut cx, ret)?) };
    let leave = m.grow.p.push_stmt(Stmt::Return(value));
    let then = m.grow.p.push_block(vec![leave]);
    m.grow.tokens += 3 + value.map_or(0, |e| tokens::of_expr(&m.grow.p, e));
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// A jump out of the block, to right behind the statement that it is in.
pub fn goto_forward(m: &mut Run, block: BlockId) -> Option<()> {
    let rate = m.grow.policy.relax.jump;
    if rate > 0 && m.grow.ch.chance("jump-anywhere", rate) && relaxations::jump(m, block).is_some() {
        return Some(());
    }
    let info = m.grow.block(block).clone();
    let parent = info.parent?;
    let last = *m.grow.p.blocks[parent].last()?;
    if m.grow.p.stmts[last] != Stmt::Hole || !is_last(m, parent, block) || m.grow.must_reach_end(block) {
        return None;
    }
    let func = m.grow.funcs[info.func].id;
    let label = m.grow.new_label(func);
    m.grow.insert(parent, Stmt::Label(label));
    m.grow.tokens += 3;
    guarded_jump(m, block, Stmt::Goto(label))
}

/// `if (c) goto L;` over what grows next in this block, declarations and all, where c does not hold now.
pub fn goto_over(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block);
    if info.ahead.is_some() || info.left.is_some_and(|left| left < 2) {
        return None;
    }
    let label = jump_ahead(m, block, |m| {
        let mut cx = Cx::pure(m, block);
        ints::known_condition(m, &mut cx, false)
    })?;
    m.grow.insert(block, Stmt::Label(label));
    let most = m.grow.policy.shape.max_block_statements.max(1);
    let left = m.grow.ch.between("passed-statements", 1, most);
    let entries = m.record.entries(block);
    m.grow.block_mut(block).ahead = Some(Ahead { entries, left });
    Some(())
}

/// `if (c) goto L;` to a label that is still to be placed, in a function of which one call at most is under way.
pub fn jump_ahead(
    m: &mut Run,
    block: BlockId,
    cond: impl FnOnce(&mut Run) -> Option<ExprId>,
) -> Option<LabelId> {
    let index = m.grow.block(block).func;
    let func = m.grow.funcs[index].id;
    if m.grow.is_recursive(index) || m.activations(func) > 1 {
        return None;
    }
    let mark = m.grow.mark();
    let cond = cond(m)?;
    m.grow.funcs[index].jumps = true;
    let label = m.grow.new_label(func);
    let leave = m.grow.p.push_stmt(Stmt::Goto(label));
    let then = m.grow.p.push_block(vec![leave]);
    m.grow.tokens += 6;
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(label)
}

/// A label that was ahead stays where it is once enough has grown before it, or when execution may come from the jump.
pub fn settle_label(m: &mut Run, block: BlockId) {
    if let Some(ahead) = m.grow.block(block).ahead
        && (ahead.left == 0 || ahead.entries != m.record.entries(block))
    {
        m.grow.block_mut(block).ahead = None;
    }
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
