//! A variable that a pointer outlives becomes static. What was its initialiser becomes an assignment in its old place.

use crate::policy::forbidden::Forbidden;
use crate::state::{Run, forbidden, tokens};
use crate::types::{strings, variables};
use ir::{BlockId, Builtin, ExprId, Init, InitId, IntKind, Quals, Stmt, StmtId, Storage, Ty, VarId};

/// A variable that a pointer will outlive becomes static: its object is the one that has always been there. False if
/// there is more than one of it, or none.
pub fn make_static(m: &mut Run, var: VarId) -> bool {
    if m.grow.p.vars[var].storage != Storage::Auto || !is_alone(m, var) {
        return false;
    }
    let Some((block, at)) = declaration(m, var) else { return false };
    let decl = m.grow.p.blocks[block][at];
    if m.grow.p.vars[var].init.is_some() && assigned_instead(m, var, decl).is_none() {
        return false;
    }
    if !m.amend().make_permanent(var) {
        return false;
    }
    m.grow.p.vars[var].storage = Storage::Static;
    m.grow.p.vars[var].init = None;
    if m.grow.p.stmts[decl] != Stmt::Decl(var) {
        let stmt = m.grow.p.push_stmt(Stmt::Decl(var));
        m.grow.p.blocks[block].insert(at, stmt);
    }
    m.grow.info_mut(var).level = 0;
    m.amend().forget_paths();
    m.amend().zero_uninitialised(var);
    true
}

/// Whether one call of the variable's function is under way, so that there is one object at most.
pub fn is_alone(m: &Run, var: VarId) -> bool {
    m.grow.p.vars[var].owner.is_some_and(|f| m.activations(f) == 1)
}

/// The block that declares a variable, and where in it.
pub fn declaration(m: &Run, var: VarId) -> Option<(BlockId, usize)> {
    m.grow.p.blocks.iter().find_map(|(block, list)| {
        let at = list.iter().position(|s| m.grow.p.stmts[*s] == Stmt::Decl(var))?;
        m.grow.growing(block).map(|_| (block, at))
    })
}

/// Turns a declaration into an assignment of what initialised it, and gives an initialiser of zeros.
pub fn assigned_instead(m: &mut Run, var: VarId, decl: StmtId) -> Option<InitId> {
    let mark = m.grow.mark();
    let ty = m.grow.p.vars[var].ty;
    let init = m.grow.p.vars[var].init?;
    let lhs = m.grow.p.var(var);
    let e = match m.grow.p.inits[init] {
        Init::Expr(e) if !m.grow.p.types.is_array(ty) => m.grow.p.assign(lhs, e).ok()?,
        _ => copy_of_constant(m, lhs, ty, init)?,
    };
    m.grow.p.stmts[decl] = Stmt::Expr(e);
    m.grow.tokens += 4;
    let zero = zero_of(m, ty);
    m.grow.own(mark, decl, None);
    Some(zero)
}

/// An array or record cannot be assigned a list: it is copied from a constant that has it.
fn copy_of_constant(m: &mut Run, lhs: ExprId, ty: Ty, init: InitId) -> Option<ExprId> {
    let plain = m.grow.p.types.canonical(ty);
    let quals = if forbidden::is(&m.grow, Forbidden::Const) { Quals::NONE } else { Quals::CONST };
    let constant = m.grow.p.types.qualify(plain, quals);
    let from = variables::global_with(m, constant, Some(init));
    let rhs = m.grow.p.var(from);
    m.grow.tokens += tokens::of_local(&m.grow.p, from);
    if m.grow.p.types.is_record(ty) || m.grow.p.types.is_vector(ty) {
        return m.grow.p.assign(lhs, rhs).ok();
    }
    let copy = m.grow.p.copy_expr(lhs);
    let size = m.grow.p.sizeof_expr(copy);
    strings::library(m, Builtin::Memcpy, &[lhs, rhs, size])
}

/// An initialiser of zeros.
pub fn zero_of(m: &mut Run, ty: Ty) -> InitId {
    let plain = m.grow.p.types.canonical(ty).unqualified();
    if !m.grow.p.types.is_scalar(plain) {
        return m.grow.p.push_init(Init::List(Vec::new()));
    }
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let zero = m.grow.p.convert(zero, plain);
    m.grow.p.push_init(Init::Expr(zero))
}
