//! Two programs as one: all of the second is in it, under names of its own, and its start is called behind that of the
//! first. Growth then goes on with the variables, types and functions of both.

use crate::subject::{ENTRY, entry};
use ir::{Program, Stmt};

pub fn join(first: &Program, second: &Program) -> Option<Program> {
    let (mut p, other) = reduce::rebuild::join(first, second, entry(second)?).ok()?;
    let symbol = p.names.intern(&crate::subject::fresh(&p, &format!("{ENTRY}_with")));
    p.funcs[other].name = symbol;
    let body = p.funcs[entry(&p)?].body?;
    let call = p.call_func(other, &[]).ok()?;
    let stmt = p.push_stmt(Stmt::Expr(call));
    p.blocks[body].push(stmt);
    Some(p)
}
