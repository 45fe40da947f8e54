//! Promises to the compiler as statements, placed in the hope that they hold, and withdrawn by the first execution that breaks
//! them: conditions that never hold, places that are never reached.

use crate::expr::ints;
use crate::state::Gen;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use ir::{Attrs, BlockId, Builtin, FuncId, Stmt, Ty};
use machine::View;

/// What does not hold now is promised never to hold.
pub fn promise(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let p = &g.policy.promises;
    let weights = [p.unreachable, p.assume, p.noreturn];
    match g.ch.weighted("promise", weights.into_iter())? {
        0 => {
            let unreachable = g.p.builtin(Builtin::BuiltinUnreachable);
            never(g, view, block, unreachable)
        }
        1 => assume(g, view, block),
        _ => {
            let fatal = fatal(g)?;
            never(g, view, block, fatal)
        }
    }
}

/// `if (c) f();` where c does not hold, and f does not return.
fn never(g: &mut Gen, view: &View, block: BlockId, func: FuncId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let cond = ints::known_condition(g, view, &mut cx, false)?;
    let call = g.p.call_func(func, &[]).ok()?;
    let stmt = g.p.push_stmt(Stmt::Expr(call));
    let then = g.p.push_block(vec![stmt]);
    g.tokens += 5;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// `__builtin_assume(c);`, in the words that each compiler has for it.
fn assume(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let cond = ints::known_condition(g, view, &mut cx, true)?;
    // A volatile object would be read, or not.
    if !g.p.is_pure(cond) {
        return None;
    }
    let assume = g.p.builtin(Builtin::BuiltinAssume);
    let call = g.p.call_func(assume, &[cond]).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(call), None);
    Some(())
}

/// A function that does not return, and is never called: one of a few.
fn fatal(g: &mut Gen) -> Option<FuncId> {
    let most = g.policy.promises.max_fatal as usize;
    let known = g.fatal.len();
    if known > 0 && (known >= most || g.ch.chance("known-fatal", g.policy.odds.known_fatal)) {
        return g.ch.pick("fatal", &g.fatal).copied();
    }
    let number = g.number();
    let ty = g.p.fn_type(Ty::VOID, &[]);
    let func = g.p.add_func(&format!("fatal_{number}"), ty, &[]);
    g.p.funcs[func].attrs = Attrs::NORETURN;
    g.p.funcs[func].is_static = true;
    let end = if g.ch.chance("fatal-abort", g.policy.odds.fatal_abort) {
        Builtin::Abort
    } else {
        Builtin::BuiltinTrap
    };
    let end = g.p.builtin(end);
    let call = g.p.call_func(end, &[]).ok()?;
    let stmt = g.p.push_stmt(Stmt::Expr(call));
    g.p.funcs[func].body = Some(g.p.push_block(vec![stmt]));
    g.tokens += 16;
    g.fatal.push(func);
    Some(func)
}
