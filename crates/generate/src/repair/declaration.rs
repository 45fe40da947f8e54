//! Declarations that a jump has passed.

use crate::state::Run;
use crate::state::census::RepairKind;
use crate::stmt::storage;
use ir::{Stmt, VarId};

/// The variable was read though a jump had passed its declaration: from now on it is declared, as zero, where its block
/// begins. Nothing could name it between there and its old place, so nobody can tell the difference.
pub fn hoist(m: &mut Run, var: VarId) -> Option<RepairKind> {
    let info = m.grow.info(var);
    if !info.skippable || info.hoisted || !storage::is_alone(m, var) {
        return None;
    }
    let (block, at) = storage::declaration(m, var)?;
    let decl = m.grow.p.blocks[block][at];
    let zero = if m.grow.p.vars[var].init.is_some() {
        storage::assigned_instead(m, var, decl)?
    } else {
        m.grow.p.stmts[decl] = Stmt::Empty;
        storage::zero_of(m, m.grow.p.vars[var].ty)
    };
    m.grow.p.vars[var].init = Some(zero);
    let first = m.grow.p.blocks[block][0];
    let top = usize::from(m.grow.fuel_checks.contains(&first));
    let stmt = m.grow.p.push_stmt(Stmt::Decl(var));
    m.grow.p.blocks[block].insert(top, stmt);
    m.grow.info_mut(var).hoisted = true;
    m.amend().forget_paths();
    m.amend().zero_uninitialised(var);
    Some(RepairKind::HoistDeclaration)
}
