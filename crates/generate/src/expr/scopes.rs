//! Variables by Csmith's table of scopes: one that is there, or a new one.

use crate::expr::initialisers;
use crate::state::access::{GlobalRole, Quiet};
use crate::state::cx::{Cx, Declare};
use crate::state::{Run, tokens};
use crate::types::{qualifiers, variables};
use ir::{Stmt, Storage, Ty, VarId};

/// Whether nothing but the statements of its function can ever reach the variable.
pub fn is_private(m: &Run, var: VarId) -> bool {
    let v = &m.grow.p.vars[var];
    matches!(v.storage, Storage::Auto | Storage::Param)
        && !m.grow.info(var).address_taken
        && !m.grow.p.types.canonical(v.ty).quals().is_volatile()
}

/// A variable by the table of scopes; where there is none, a new one.
pub fn pick(m: &mut Run, cx: &Cx, seen: &[VarId]) -> Option<VarId> {
    const NAMES: [&str; 4] = ["global", "local", "parameter", "new"];
    let weights = m.grow.policy.manner.scopes;
    let scope = m.grow.ch.weighted("scope", weights.into_iter())?;
    *m.grow.stats.scopes.entry(NAMES[scope]).or_default() += 1;
    let of = |m: &Run, storage: Storage| -> Vec<VarId> {
        let here =
            |v: &&VarId| m.grow.p.vars[**v].storage == storage && (!cx.is_private() || is_private(m, **v));
        seen.iter().filter(here).copied().collect()
    };
    let known = match scope {
        0 if !cx.is_private() => m.grow.p.globals.clone(),
        2 => Some(of(m, Storage::Param)).filter(|p| !p.is_empty()).unwrap_or_else(|| of(m, Storage::Auto)),
        0 | 1 => of(m, Storage::Auto),
        _ => Vec::new(),
    };
    if let Some(var) = m.grow.ch.pick("in-scope", &known).copied() {
        return Some(var);
    }
    let locally = cx.is_private() || scope == 1 || scope == 2 || {
        let share = m.grow.policy.manner.new_local;
        scope == 3 && m.grow.ch.chance("new-local", share)
    };
    if locally && cx.declare == Declare::BeforeStatement {
        return new_local(m, cx);
    }
    if cx.is_private() {
        return None;
    }
    let ty = variables::any_type(m);
    Some(variables::new_global(m, ty, GlobalRole::Mixed))
}

/// A local to point to, where one can be declared. Pointers to pointers reach only what is static.
pub fn new_pointee(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    if cx.declare == Declare::Nowhere || m.grow.p.types.is_pointer(ty) || m.grow.quiet(cx.block) != Quiet::No
    {
        return None;
    }
    let var = local_of(m, cx, ty)?;
    m.grow.info_mut(var).address_taken = true;
    Some(var)
}

/// A local with constants for its value, declared right before the statement that wants it.
pub fn new_local(m: &mut Run, cx: &Cx) -> Option<VarId> {
    let ty = if cx.is_private() { variables::int_type(m) } else { variables::any_type(m) };
    local_of(m, cx, ty)
}

fn local_of(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    let (init, reach) = initialisers::constant_init(m, cx.block, ty)?;
    let var = variables::new_local(m, cx.block, ty);
    let bare = m.grow.policy.relax.uninitialised;
    let bare = qualifiers::is_of_integers(m, ty) && m.grow.ch.chance("relaxed-local", bare);
    m.grow.p.vars[var].init = Some(init).filter(|_| !bare);
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += 2 + tokens::of_local(&m.grow.p, var);
    m.grow.insert(cx.block, Stmt::Decl(var));
    m.grow.block_mut(cx.block).vars.push(var);
    Some(var)
}
