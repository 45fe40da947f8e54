//! A variable that a pointer outlives becomes static. What was its initialiser becomes an assignment in its old place.

use crate::policy::forbidden::Forbidden;
use crate::state::{Gen, forbidden, tokens};
use crate::types::{strings, variables};
use ir::{BlockId, Builtin, ExprId, Init, InitId, IntKind, Quals, Stmt, StmtId, Storage, Ty, VarId};
use machine::{Amendment, View};

/// A variable that a pointer will outlive becomes static: its object is the one that has always been there. False if
/// there is more than one of it, or none.
pub fn make_static(g: &mut Gen, view: &View, var: VarId) -> bool {
    if g.p.vars[var].storage != Storage::Auto || !is_alone(g, view, var) {
        return false;
    }
    let Some((block, at)) = declaration(g, var) else { return false };
    let decl = g.p.blocks[block][at];
    if g.p.vars[var].init.is_some() && assigned_instead(g, var, decl).is_none() {
        return false;
    }
    if !view.can_be_permanent(var) {
        return false;
    }
    g.amend(Amendment::MakePermanent(var));
    g.p.vars[var].storage = Storage::Static;
    g.p.vars[var].init = None;
    if g.p.stmts[decl] != Stmt::Decl(var) {
        let stmt = g.p.push_stmt(Stmt::Decl(var));
        g.p.blocks[block].insert(at, stmt);
    }
    g.info_mut(var).level = 0;
    g.amend(Amendment::ForgetPaths);
    g.amend(Amendment::ZeroUninitialised(var));
    true
}

/// Whether one call of the variable's function is under way, so that there is one object at most.
pub fn is_alone(g: &Gen, view: &View, var: VarId) -> bool {
    g.p.vars[var].owner.is_some_and(|f| view.activations(f) == 1)
}

/// The block that declares a variable, and where in it.
pub fn declaration(g: &Gen, var: VarId) -> Option<(BlockId, usize)> {
    g.p.blocks.iter().find_map(|(block, list)| {
        let at = list.iter().position(|s| g.p.stmts[*s] == Stmt::Decl(var))?;
        g.growing(block).map(|_| (block, at))
    })
}

/// Turns a declaration into an assignment of what initialised it, and gives an initialiser of zeros.
pub fn assigned_instead(g: &mut Gen, var: VarId, decl: StmtId) -> Option<InitId> {
    let mark = g.mark();
    let ty = g.p.vars[var].ty;
    let init = g.p.vars[var].init?;
    let lhs = g.p.var(var);
    let e = match g.p.inits[init] {
        Init::Expr(e) if !g.p.types.is_array(ty) => g.p.assign(lhs, e).ok()?,
        _ => copy_of_constant(g, lhs, ty, init)?,
    };
    g.p.stmts[decl] = Stmt::Expr(e);
    g.tokens += 4;
    let zero = zero_of(g, ty);
    g.own(mark, decl, None);
    Some(zero)
}

/// An array or record cannot be assigned a list: it is copied from a constant that has it.
fn copy_of_constant(g: &mut Gen, lhs: ExprId, ty: Ty, init: InitId) -> Option<ExprId> {
    let plain = g.p.types.canonical(ty);
    let quals = if forbidden::is(g, Forbidden::Const) { Quals::NONE } else { Quals::CONST };
    let constant = g.p.types.qualify(plain, quals);
    let from = variables::global_with(g, constant, Some(init));
    let rhs = g.p.var(from);
    g.tokens += tokens::of_local(&g.p, from);
    if g.p.types.is_record(ty) || g.p.types.is_vector(ty) {
        return g.p.assign(lhs, rhs).ok();
    }
    if forbidden::is(g, Forbidden::Library) {
        return None;
    }
    let copy = g.p.copy_expr(lhs);
    let size = g.p.sizeof_expr(copy);
    strings::library(g, Builtin::Memcpy, &[lhs, rhs, size])
}

/// An initialiser of zeros.
pub fn zero_of(g: &mut Gen, ty: Ty) -> InitId {
    let plain = g.p.types.canonical(ty).unqualified();
    if !g.p.types.is_scalar(plain) {
        return g.p.push_init(Init::List(Vec::new()));
    }
    let zero = g.p.int_lit(0, IntKind::Int);
    let zero = g.p.convert(zero, plain);
    g.p.push_init(Init::Expr(zero))
}
