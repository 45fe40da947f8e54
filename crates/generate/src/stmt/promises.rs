//! Promises to the compiler as statements, placed in the hope that they hold, and withdrawn by the first execution that breaks
//! them: conditions that never hold, places that are never reached.

use crate::expr::ints;
use crate::state::Run;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use ir::{Attrs, BlockId, Builtin, FuncId, Stmt, Ty};

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
    let cond = ints::known_condition(m, &mut cx, false)?;
    let call = m.grow.p.call_func(func, &[]).ok()?;
    let stmt = m.grow.p.push_stmt(Stmt::Expr(call));
    let then = m.grow.p.push_block(vec![stmt]);
    m.grow.tokens += 5;
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// `__builtin_assume(c);`, in the words that each compiler has for it.
fn assume(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let cond = ints::known_condition(m, &mut cx, true)?;
    // A volatile object would be read, or not.
    if !m.grow.p.is_pure(cond) {
        return None;
    }
    let assume = m.grow.p.builtin(Builtin::BuiltinAssume);
    let call = m.grow.p.call_func(assume, &[cond]).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(call), None);
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
