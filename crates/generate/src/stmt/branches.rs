//! Branches and the jumps out of them: `if`, `switch`, `break`, `continue`, early returns, forward `goto`, and promises
//! about what never happens. Loops are in [`crate::stmt::loops`].

use crate::expr::{ints, lvalue};
use crate::state::access::Use;
use crate::state::cx::{Calls, Cx, Reads};
use crate::state::grammar;
use crate::state::scopes::{Ahead, Role};
use crate::state::{Gen, tokens};
use crate::stmt::{blocks, relaxations};
use crate::types::{constants, enums, functions};
use ir::{BlockId, Builtin, ExprId, IntKind, LabelId, Stmt, StmtId, Ty};
use machine::View;

pub fn deep_enough(g: &Gen, block: BlockId) -> bool {
    g.depth_of(block) > g.policy.shape.max_block_depth
}

/// A condition whose truth now is chosen where that can be done, sometimes with a word on how likely it is.
pub fn condition(g: &mut Gen, view: &View, block: BlockId, wanted: bool) -> ExprId {
    let cond = plain_condition(g, view, block, wanted);
    let share = g.policy.statements.expect;
    if !g.ch.chance("expect", share) {
        return cond;
    }
    let expect = g.p.builtin(Builtin::BuiltinExpect);
    let likely = g.ch.below("likely", 2) as u64;
    let likely = g.p.int_lit(likely, IntKind::Int);
    g.p.call_func(expect, &[cond, likely]).unwrap_or(cond)
}

fn plain_condition(g: &mut Gen, view: &View, block: BlockId, wanted: bool) -> ExprId {
    let share = g.policy.manner.constant_condition;
    if g.ch.chance("constant-condition", share) {
        return g.p.int_lit(u64::from(wanted), IntKind::Int);
    }
    let mut cx = Cx::pure(g, block);
    let known = g.policy.statements.known_condition;
    let known = known >= 100 || g.ch.chance("known-condition", known);
    match if known { ints::known_condition(g, view, &mut cx, wanted) } else { None } {
        Some(e) => e,
        None => {
            let mut cx = Cx::pure(g, block);
            let share = if functions::are_few(g) { g.policy.manner.call_in_condition } else { 0 };
            if share > 0 && g.ch.chance("call-in-condition", share) {
                (cx.reads, cx.calls) = (Reads::Private, Calls::One);
            }
            grammar::int(g, view, &mut cx)
        }
    }
}

pub fn if_statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if deep_enough(g, block) {
        return None;
    }
    let mark = g.mark();
    let taken = g.policy.statements.taken;
    let wanted = g.ch.chance("taken", taken);
    let cond = condition(g, view, block, wanted);
    let then = blocks::child(g, view, block, Role::Plain, 1);
    let share = g.policy.statements.r#else;
    let els = g.ch.chance("else", share).then(|| blocks::child(g, view, block, Role::Plain, 1));
    blocks::finish(g, block, mark, Stmt::If { cond, then, els }, None);
    Some(())
}

pub fn switch(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if deep_enough(g, block) {
        return None;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let on = lvalue::int_lvalue(g, view, &mut cx, Use::Read)?;
    let value = lvalue::known_value(g, view, on);
    let source = g.p.value_type(on);
    let on = g.p.promote(on);
    let kind = g.p.types.int_kind(g.p.ty(on))?;
    if kind.rank() > IntKind::LongLong.rank() {
        return None;
    }
    let labels = case_values(g, source, kind, value);
    let body = g.p.push_block(Vec::new());
    let mut ends = Vec::new();
    let default_at = g.ch.below("default-position", labels.len() + 2);
    for (i, label) in labels.iter().enumerate() {
        if i == default_at {
            case_body(g, view, block, body, None);
        }
        let e = enums::label(g, source, Ty::int(kind), *label);
        let case = case_body(g, view, block, body, Some(e));
        if let Some(last) = range_end(g, kind, &labels, *label, &ends) {
            g.p.case_ends.insert(case, last);
            ends.push((*label, last));
        }
    }
    if default_at == labels.len() {
        case_body(g, view, block, body, None);
    }
    g.tokens += 6 * labels.len() as u32;
    blocks::finish(g, block, mark, Stmt::Switch { on, body }, None);
    Some(())
}

/// Where a range of cases ends that begins with this value, if the program is to have one: before the next case.
fn range_end(
    g: &mut Gen,
    kind: IntKind,
    labels: &[i128],
    first: i128,
    others: &[(i128, i128)],
) -> Option<i128> {
    let share = g.policy.extensions.case_range;
    if share == 0 || !g.ch.chance("case-range", share) {
        return None;
    }
    let last = first + i128::from(g.ch.between("case-values", 1, g.policy.amounts.max_range.max(1)));
    let taken = |value: i128| {
        labels.iter().any(|label| (first + 1..=value).contains(label))
            || others.iter().any(|(low, high)| *low <= value && first <= *high)
    };
    let t = g.p.target().int_type(kind);
    let fits = ir::arith::int::wrap(t, last) == last && !taken(last);
    fits.then_some(last)
}

/// Different values, among them the one that is there now.
fn case_values(g: &mut Gen, ty: Ty, kind: IntKind, value: Option<i128>) -> Vec<i128> {
    let count = g.ch.between("cases", 1, g.policy.amounts.max_cases);
    let mut values: Vec<i128> = Vec::new();
    let t = g.p.target().int_type(kind);
    let live = g.ch.below("live-case", count as usize + 1);
    for i in 0..count as usize {
        let v = match value {
            Some(v) if i == live => v,
            Some(v) if g.ch.chance("dense-case", g.policy.odds.dense_case) => {
                ir::arith::int::wrap(t, v.wrapping_add(i as i128 - live as i128))
            }
            _ => match enums::value_in(g, ty) {
                Some(v) => v,
                None => constants::value(g, kind),
            },
        };
        if !values.contains(&v) {
            values.push(v);
        }
    }
    values
}

fn case_body(g: &mut Gen, view: &View, block: BlockId, body: BlockId, value: Option<ExprId>) -> StmtId {
    let marker = match value {
        Some(e) => Stmt::Case(e),
        None => Stmt::Default,
    };
    let marker = g.p.append(body, marker);
    let inner = blocks::child(g, view, block, Role::Case, 1);
    g.p.append(body, Stmt::Block(inner));
    let share = g.policy.statements.fallthrough;
    if !g.ch.chance("fallthrough", share) {
        g.p.append(body, Stmt::Break);
    }
    marker
}

pub fn nested_block(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if deep_enough(g, block) {
        return None;
    }
    let mark = g.mark();
    let inner = blocks::child(g, view, block, Role::Plain, 1);
    blocks::finish(g, block, mark, Stmt::Block(inner), None);
    Some(())
}

/// `if (cond) jump;`, where the jump is mostly not taken now.
fn guarded_jump(g: &mut Gen, view: &View, block: BlockId, jump: Stmt) -> Option<()> {
    if g.must_reach_end(block) {
        return None;
    }
    let mark = g.mark();
    let taken = g.ch.chance("jump-taken", g.policy.odds.jump_taken);
    let cond = condition(g, view, block, taken);
    let leave = g.p.push_stmt(jump);
    let then = g.p.push_block(vec![leave]);
    g.tokens += 3;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

pub fn break_statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let inside = g.inside(block, Role::Loop) || g.inside(block, Role::Case);
    if inside { guarded_jump(g, view, block, Stmt::Break) } else { None }
}

pub fn continue_statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if g.inside(block, Role::Loop) { guarded_jump(g, view, block, Stmt::Continue) } else { None }
}

pub fn early_return(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let info = g.block(block).clone();
    if info.func == 0 || info.role == Role::Function || g.must_reach_end(block) {
        return None;
    }
    let func = g.funcs[info.func].id;
    let ret = functions::return_type(g, func);
    let mark = g.mark();
    let taken = g.ch.chance("return-taken", g.policy.odds.return_taken);
    let cond = condition(g, view, block, taken);
    let mut cx = Cx::pure(g, block);
    let value =
        if g.p.types.is_void(ret) { None } else { Some(blocks::return_value(g, view, &mut cx, ret)?) };
    let leave = g.p.push_stmt(Stmt::Return(value));
    let then = g.p.push_block(vec![leave]);
    g.tokens += 3 + value.map_or(0, |e| tokens::of_expr(&g.p, e));
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// A jump out of the block, to right behind the statement that it is in.
pub fn goto_forward(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let rate = g.policy.relax.rates.jump;
    if rate > 0 && g.ch.chance("jump-anywhere", rate) && relaxations::jump(g, view, block).is_some() {
        return Some(());
    }
    let info = g.block(block).clone();
    let parent = info.parent?;
    let last = *g.p.blocks[parent].last()?;
    if g.p.stmts[last] != Stmt::Hole || !is_last(g, parent, block) || g.must_reach_end(block) {
        return None;
    }
    let func = g.funcs[info.func].id;
    let label = g.new_label(func);
    g.insert(parent, Stmt::Label(label));
    g.tokens += 3;
    guarded_jump(g, view, block, Stmt::Goto(label))
}

/// `if (c) goto L;` over what grows next in this block, declarations and all, where c does not hold now.
pub fn goto_over(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let info = g.block(block);
    if info.ahead.is_some() || info.left.is_some_and(|left| left < 2) {
        return None;
    }
    let label = jump_ahead(g, view, block, |g| {
        let mut cx = Cx::pure(g, block);
        ints::known_condition(g, view, &mut cx, false)
    })?;
    g.insert(block, Stmt::Label(label));
    let most = g.policy.shape.max_block_statements.max(1);
    let left = g.ch.between("passed-statements", 1, most);
    let entries = view.observed.entries(block);
    g.block_mut(block).ahead = Some(Ahead { entries, left });
    Some(())
}

/// `if (c) goto L;` to a label that is still to be placed, in a function of which one call at most is under way.
pub fn jump_ahead(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    cond: impl FnOnce(&mut Gen) -> Option<ExprId>,
) -> Option<LabelId> {
    let index = g.block(block).func;
    let func = g.funcs[index].id;
    if g.is_recursive(index) || view.activations(func) > 1 {
        return None;
    }
    let mark = g.mark();
    let cond = cond(g)?;
    g.funcs[index].jumps = true;
    let label = g.new_label(func);
    let leave = g.p.push_stmt(Stmt::Goto(label));
    let then = g.p.push_block(vec![leave]);
    g.tokens += 6;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(label)
}

/// A label that was ahead stays where it is once enough has grown before it, or when execution may come from the jump.
pub fn settle_label(g: &mut Gen, view: &View, block: BlockId) {
    if let Some(ahead) = g.block(block).ahead
        && (ahead.left == 0 || ahead.entries != view.observed.entries(block))
    {
        g.block_mut(block).ahead = None;
    }
}

/// Whether nothing has grown yet behind the statement that the inner block is part of: a jump would pass over
/// declarations.
fn is_last(g: &Gen, outer: BlockId, inner: BlockId) -> bool {
    let list = &g.p.blocks[outer];
    list.len().checked_sub(2).is_some_and(|at| contains(g, list[at], inner))
}

fn contains(g: &Gen, stmt: StmtId, inner: BlockId) -> bool {
    let mut found = false;
    g.p.stmts[stmt].for_each_block(|b| {
        found = found || b == inner || g.p.blocks[b].iter().any(|s| contains(g, *s, inner));
    });
    found
}
