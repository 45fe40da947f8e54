//! Promises to the compiler, placed in the hope that they hold, and withdrawn by the first execution that breaks them:
//! conditions that never hold, attributes of functions and their parameters, restrict pointers, parameters that lead to
//! a number of elements.
//!
//! Functions that are to be pure or const grow *quietly*: they write nothing that they do not own. A compiler may call such
//! a function where the program does not, so it must not trap either: there is no division, no loop but by a counter, and
//! no pointer is followed.

use crate::expr::Cx;
use crate::expr::lvalue::Use;
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::{expr, stmt};
use ir::{Attrs, BinaryOp, BlockId, Builtin, ExprId, ExprKind, FuncId, Program, Quals, Stmt, Ty, VarId};
use machine::Promise;

/// What a function that grows must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Quiet {
    #[default]
    No,
    /// It writes nothing but its own variables.
    Pure,
    /// It does not read anything else either.
    Const,
}

impl Quiet {
    /// Whether only the function's own variables are there for this use.
    pub fn hides(self, usage: Use) -> bool {
        match self {
            Quiet::No => false,
            Quiet::Pure => usage == Use::Write,
            Quiet::Const => true,
        }
    }

    pub fn allows(self, op: BinaryOp) -> bool {
        self == Quiet::No || !(matches!(op, BinaryOp::Div | BinaryOp::Rem) || op.is_shift())
    }
}

/// Whether a new function is to grow quietly; it must have something to return.
pub fn draw_quiet(m: &mut Run) -> Quiet {
    let p = &m.grow.policy.promises;
    let (pure, constant) = (p.pure, p.r#const);
    match m.grow.ch.below("quiet", 100) as u32 {
        n if n < pure => Quiet::Pure,
        n if n < pure + constant => Quiet::Const,
        _ => Quiet::No,
    }
}

/// The attributes of a new function that are promises.
pub fn attributes(m: &mut Run, func: FuncId, quiet: Quiet) -> Attrs {
    let p = &m.grow.policy.promises;
    let (nonnull, returns, malloc, aligned) = (p.nonnull, p.returns_nonnull, p.malloc, p.aligned);
    let mut attrs = match quiet {
        Quiet::No => Attrs::NONE,
        Quiet::Pure => Attrs::PURE,
        Quiet::Const => Attrs::CONST,
    };
    let params = &m.grow.p.funcs[func].params;
    let takes = params.iter().any(|v| m.grow.p.types.is_pointer(m.grow.p.vars[*v].ty));
    let gives = m.grow.p.types.is_pointer(stmt::return_type(m, func));
    if takes && m.grow.ch.chance("nonnull", nonnull) {
        attrs = attrs.with(Attrs::NONNULL);
    }
    if gives && m.grow.ch.chance("returns-nonnull", returns) {
        attrs = attrs.with(Attrs::RETURNS_NONNULL);
    }
    if gives && m.grow.ch.chance("malloc", malloc) {
        attrs = attrs.with(Attrs::MALLOC);
    }
    if gives && m.grow.ch.chance("aligned-result", aligned) {
        attrs = attrs.with(alignment(m));
    }
    attrs
}

/// The attributes of a function that allocates memory.
pub fn of_allocator(m: &mut Run) -> Attrs {
    let p = &m.grow.policy.promises;
    let any = [p.malloc, p.returns_nonnull, p.aligned];
    let drawn = m.grow.policy.odds.allocator_promise;
    let mut attrs = Attrs::NONE;
    for (name, share, attr) in [
        ("allocator-malloc", any[0], Attrs::MALLOC),
        ("allocator-nonnull", any[1], Attrs::RETURNS_NONNULL),
        ("allocator-aligned", any[2], alignment(m)),
    ] {
        if share > 0 && m.grow.ch.chance(name, drawn) {
            attrs = attrs.with(attr);
        }
    }
    attrs
}

/// That a result is aligned.
fn alignment(m: &mut Run) -> Attrs {
    m.grow.ch.pick("result-alignment", &Attrs::ALIGNMENTS).map_or(Attrs::NONE, |(_, attr)| *attr)
}

/// Makes some of the pointers that a function takes lead to a number of elements at least.
pub fn at_least(m: &mut Run, func: FuncId) {
    let (share, most) = (m.grow.policy.promises.at_least, m.grow.policy.promises.max_at_least.max(1));
    for v in m.grow.p.funcs[func].params.clone() {
        let ty = m.grow.p.vars[v].ty;
        let object = m
            .grow
            .p
            .types
            .pointee(ty)
            .is_some_and(|to| !m.grow.p.types.is_void(to) && !m.grow.p.types.is_function(to));
        if object && m.grow.ch.chance("at-least", share) {
            // One is the most frequent number of elements that there are.
            let n = m.grow.ch.between("elements", 1, most * 2);
            m.grow.p.vars[v].at_least = if n > most { 1 } else { n };
        }
    }
}

/// Makes some of the pointers that a function takes restrict; nothing writes those.
pub fn restrict(m: &mut Run, func: FuncId) {
    let share = m.grow.policy.promises.restrict;
    for v in m.grow.p.funcs[func].params.clone() {
        let to = m.grow.p.types.pointee(m.grow.p.vars[v].ty);
        let plain = to.is_some_and(|to| !m.grow.p.types.is_pointer(to) && !m.grow.p.types.is_function(to));
        if plain && m.grow.ch.chance("restrict", share) {
            m.grow.p.vars[v].ty = m.grow.p.types.qualify(m.grow.p.vars[v].ty, Quals::RESTRICT);
            m.grow.info_mut(v).pinned = true;
        }
    }
}

/// What does not hold now is promised never to hold.
pub fn promise(m: &mut Run, block: BlockId) -> Option<()> {
    let p = &m.grow.policy.promises;
    let weights = [p.unreachable, p.assume, p.noreturn];
    match m.grow.ch.weighted("promise", weights.into_iter())? {
        0 => {
            let unreachable = m.grow.p.builtin(Builtin::BuiltinUnreachable);
            never(m, block, unreachable)
        }
        1 => assume(m, block),
        _ => {
            let fatal = fatal(m)?;
            never(m, block, fatal)
        }
    }
}

/// `if (c) f();` where c does not hold, and f does not return.
fn never(m: &mut Run, block: BlockId, func: FuncId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let cond = expr::known_condition(m, &mut cx, false)?;
    let call = m.grow.p.call_func(func, &[]).ok()?;
    let stmt = m.grow.p.push_stmt(Stmt::Expr(call));
    let then = m.grow.p.push_block(vec![stmt]);
    m.grow.tokens += 5;
    stmt::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// `__builtin_assume(c);`, in the words that each compiler has for it.
fn assume(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let cond = expr::known_condition(m, &mut cx, true)?;
    // A volatile object would be read, or not.
    if !m.grow.p.is_pure(cond) {
        return None;
    }
    let assume = m.grow.p.builtin(Builtin::BuiltinAssume);
    let call = m.grow.p.call_func(assume, &[cond]).ok()?;
    stmt::finish(m, block, mark, Stmt::Expr(call), None);
    Some(())
}

/// A function that does not return, and is never called: one of a few.
fn fatal(m: &mut Run) -> Option<FuncId> {
    let most = m.grow.policy.promises.max_fatal as usize;
    let known = m.grow.fatal.len();
    if known > 0 && (known >= most || m.grow.ch.chance("known-fatal", m.grow.policy.odds.known_fatal)) {
        return m.grow.ch.pick("fatal", &m.grow.fatal).copied();
    }
    let number = m.grow.number();
    let ty = m.grow.p.fn_type(Ty::VOID, &[]);
    let func = m.grow.p.add_func(&format!("fatal_{number}"), ty, &[]);
    m.grow.p.funcs[func].attrs = Attrs::NORETURN;
    m.grow.p.funcs[func].is_static = true;
    let end = if m.grow.ch.chance("fatal-abort", m.grow.policy.odds.fatal_abort) {
        Builtin::Abort
    } else {
        Builtin::BuiltinTrap
    };
    let end = m.grow.p.builtin(end);
    let call = m.grow.p.call_func(end, &[]).ok()?;
    let stmt = m.grow.p.push_stmt(Stmt::Expr(call));
    m.grow.p.funcs[func].body = Some(m.grow.p.push_block(vec![stmt]));
    m.grow.tokens += 16;
    m.grow.fatal.push(func);
    Some(func)
}

/// A promise of a function or parameter that has been broken is no longer made.
pub fn withdraw(m: &mut Run, promise: Promise, func: FuncId, param: Option<VarId>) -> Option<RepairKind> {
    let (attr, kind) = match promise {
        Promise::Pure => (Attrs::PURE, RepairKind::WithdrawPure),
        Promise::Const => (Attrs::CONST, RepairKind::WithdrawConst),
        Promise::Nonnull => (Attrs::NONNULL, RepairKind::WithdrawNonnull),
        Promise::ReturnsNonnull => (Attrs::RETURNS_NONNULL, RepairKind::WithdrawReturnsNonnull),
        Promise::Malloc => (Attrs::MALLOC, RepairKind::WithdrawMalloc),
        Promise::Aligned(n) => {
            let (_, attr) = Attrs::ALIGNMENTS.into_iter().find(|(align, _)| *align == n)?;
            (attr, RepairKind::WithdrawAlignment)
        }
        Promise::AtLeast(_) => {
            m.grow.p.vars[param?].at_least = 0;
            return Some(RepairKind::WithdrawElements);
        }
        Promise::Restrict => {
            drop_restrict(&mut m.grow.p, param?);
            return Some(RepairKind::WithdrawRestrict);
        }
        Promise::Assumed => return None,
    };
    let attrs = &mut m.grow.p.funcs[func].attrs;
    *attrs = attrs.without(attr);
    Some(kind)
}

/// A function turns out to write something after all, and always to have done so: it is not pure, nor is what calls it.
pub fn withdraw_quiet(m: &mut Run, func: usize) {
    let quiet = Attrs::PURE.with(Attrs::CONST);
    for f in 0..m.grow.funcs.len() {
        if m.grow.reaches(f, func) {
            let attrs = &mut m.grow.p.funcs[m.grow.funcs[f].id].attrs;
            *attrs = attrs.without(quiet);
        }
    }
}

/// A pointer is copied by code that always was there, as it were. What is then reached through the copy is not reached
/// through the parameters that it is made of, so that these are not `restrict`.
pub fn withdraw_restrict(p: &mut Program, copied: ExprId) {
    if let ExprKind::Var(var) = p.exprs[copied].kind
        && p.vars[var].ty.quals().has(Quals::RESTRICT)
    {
        drop_restrict(p, var);
    }
    let mut operands = Vec::new();
    p.for_each_child(copied, |operand| operands.push(operand));
    operands.into_iter().for_each(|operand| withdraw_restrict(p, operand));
}

fn drop_restrict(p: &mut Program, param: VarId) {
    let ty = p.vars[param].ty.without(Quals::RESTRICT);
    p.vars[param].ty = ty;
    let is_named = |kind| matches!(kind, ExprKind::Var(v) if v == param);
    let named: Vec<ExprId> = p.exprs.iter().filter(|(_, e)| is_named(e.kind)).map(|(id, _)| id).collect();
    let ty = p.types.canonical(ty);
    for id in named {
        p.exprs[id].ty = ty;
    }
}
