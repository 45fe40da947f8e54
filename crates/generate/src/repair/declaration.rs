//! Declarations that a jump has passed.

use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::stmt::storage;
use ir::{Stmt, VarId};
use machine::{Amendment, View};

/// The variable was read though a jump had passed its declaration: from now on it is declared, as zero, where its block
/// begins. Nothing could name it between there and its old place, so there is no difference.
pub fn hoist(g: &mut Gen, view: &View, var: VarId) -> Option<RepairKind> {
    let info = g.info(var);
    if !info.skippable || info.hoisted || !storage::is_alone(g, view, var) {
        return None;
    }
    let (block, at) = storage::declaration(g, var)?;
    let decl = g.p.blocks[block][at];
    let zero = if g.p.vars[var].init.is_some() {
        storage::assigned_instead(g, var, decl)?
    } else {
        g.p.stmts[decl] = Stmt::Empty;
        storage::zero_of(g, g.p.vars[var].ty)
    };
    g.p.vars[var].init = Some(zero);
    let first = g.p.blocks[block][0];
    let top = usize::from(g.fuel_checks.contains(&first));
    let stmt = g.p.push_stmt(Stmt::Decl(var));
    g.p.blocks[block].insert(top, stmt);
    g.info_mut(var).hoisted = true;
    g.amend(Amendment::ForgetPaths);
    g.amend(Amendment::ZeroUninitialised(var));
    Some(RepairKind::HoistDeclaration)
}
