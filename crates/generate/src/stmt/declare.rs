//! Declarations of locals, with first values that are chosen in view of memory.

use crate::expr::initialisers;
use crate::state::access::Quiet;
use crate::state::scopes::VarInfo;
use crate::state::{Run, tokens};
use crate::stmt::blocks;
use crate::types::{qualifiers, variables, vectors};
use ir::{BlockId, Stmt, Storage, Ty, VarId};

pub fn declare(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let quiet = m.grow.quiet(block) != Quiet::No;
    let any = m.grow.policy.types.local_aggregates;
    let ty = if quiet {
        variables::int_type(m)
    } else if any >= 100 || m.grow.ch.chance("local-aggregate", any) {
        variables::any_type(m)
    } else {
        vectors::maybe_type(m).unwrap_or_else(|| variables::scalar_type(m))
    };
    let ty = if quiet { ty } else { qualifiers::local(m, ty) };
    let share = m.grow.policy.statements.static_local;
    let is_static = !quiet && m.grow.ch.chance("static-local", share);
    let bare = m.grow.policy.statements.uninitialised;
    let may_be_bare = !is_static && qualifiers::is_of_integers(m, ty) && !qualifiers::is_const(m, ty);
    let bare = may_be_bare && m.grow.ch.chance("uninitialised", bare);
    let (init, reach) = if bare {
        (None, 0)
    } else if is_static {
        (variables::static_init(m, ty, 0), 0)
    } else {
        let (init, reach) = initialisers::local_init(m, block, ty)?;
        (Some(init), reach)
    };
    let var = variables::new_local(m, block, ty);
    m.grow.p.vars[var].init = init;
    if is_static {
        m.grow.p.vars[var].storage = Storage::Static;
        m.grow.set_info(var, VarInfo::at(0));
        m.amend().add_static(var).ok()?;
    }
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    blocks::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(())
}

/// A new local of the block with a value of its own.
pub fn with_type(m: &mut Run, block: BlockId, ty: Ty) -> Option<VarId> {
    let mark = m.grow.mark();
    let (init, reach) = initialisers::local_init(m, block, ty)?;
    let var = variables::new_local(m, block, ty);
    m.grow.p.vars[var].init = Some(init);
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    blocks::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(var)
}
