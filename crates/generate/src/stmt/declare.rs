//! Declarations of locals, with first values that are chosen in view of memory.

use crate::expr::initialisers;
use crate::state::access::Quiet;
use crate::state::scopes::VarInfo;
use crate::state::{Gen, tokens};
use crate::stmt::blocks;
use crate::types::{qualifiers, variables, vectors};
use ir::{BlockId, ExprId, Init, Stmt, Storage, Ty, VarId};
use machine::{Amendment, View};

pub fn declare(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let quiet = g.quiet(block) != Quiet::No;
    let any = g.policy.types.local_aggregates;
    let ty = if quiet {
        variables::int_type(g)
    } else if any >= 100 || g.ch.chance("local-aggregate", any) {
        variables::any_type(g, view)
    } else {
        vectors::maybe_type(g).unwrap_or_else(|| variables::scalar_type(g))
    };
    let ty = if quiet { ty } else { qualifiers::local(g, ty) };
    let share = g.policy.statements.static_local;
    let is_static = !quiet && g.ch.chance("static-local", share);
    let bare = g.policy.statements.uninitialised;
    let may_be_bare = !is_static && qualifiers::is_of_integers(g, ty) && !qualifiers::is_const(g, ty);
    let bare = may_be_bare && g.ch.chance("uninitialised", bare);
    let (init, reach) = if bare {
        (None, 0)
    } else if is_static {
        (variables::static_init(g, view, ty, 0), 0)
    } else {
        let (init, reach) = initialisers::local_init(g, view, block, ty)?;
        (Some(init), reach)
    };
    let var = variables::new_local(g, block, ty);
    g.p.vars[var].init = init;
    if is_static {
        g.p.vars[var].storage = Storage::Static;
        g.set_info(var, VarInfo::at(0));
    }
    g.info_mut(var).reach = reach;
    if !bare {
        storage_class(g, var);
    }
    if is_static {
        g.amend(Amendment::AddStatic(var));
    }
    g.tokens += tokens::of_local(&g.p, var);
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    Some(())
}

/// A local may be a `register` variable, whose address is never taken, one of the thread, or aligned more than its type.
fn storage_class(g: &mut Gen, var: VarId) {
    let ty = g.p.types.canonical(g.p.vars[var].ty);
    let share = g.policy.extensions.register;
    let fits = g.p.vars[var].storage == Storage::Auto && g.p.types.is_scalar(ty) && !ty.quals().is_volatile();
    if fits && share > 0 && g.ch.chance("register", share) {
        g.p.vars[var].storage = Storage::Register;
        g.info_mut(var).written_inside = true;
        return;
    }
    variables::thread(g, var);
    variables::align(g, var);
}

/// A new local of the block that begins with this value, whose nodes are made since the mark.
pub fn with_value(g: &mut Gen, block: BlockId, mark: usize, value: ExprId, ty: Ty) -> VarId {
    let var = variables::new_local(g, block, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(value)));
    g.tokens += tokens::of_local(&g.p, var);
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    var
}

/// A new local of the block with a value of its own.
pub fn with_type(g: &mut Gen, view: &View, block: BlockId, ty: Ty) -> Option<VarId> {
    let mark = g.mark();
    let (init, reach) = initialisers::local_init(g, view, block, ty)?;
    let var = variables::new_local(g, block, ty);
    g.p.vars[var].init = Some(init);
    g.info_mut(var).reach = reach;
    g.tokens += tokens::of_local(&g.p, var);
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    Some(var)
}
