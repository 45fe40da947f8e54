//! Variables by Csmith's table of scopes: one that is there, or a new one.

use crate::expr::{csmith_pointers, init_loops, initialisers, lvalue};
use crate::policy::Scope;
use crate::state::access::{GlobalRole, Quiet};
use crate::state::census::RepairKind;
use crate::state::cx::{Cx, Declare};
use crate::state::{Gen, tokens};
use crate::types::{qualifiers, variables};
use ir::{InitId, Stmt, Storage, Ty, VarId};
use machine::View;

/// Whether nothing but the statements of its function can ever reach the variable.
pub fn is_private(g: &Gen, var: VarId) -> bool {
    let v = &g.p.vars[var];
    matches!(v.storage, Storage::Auto | Storage::Param)
        && !g.info(var).address_taken
        && !g.p.types.canonical(v.ty).quals().is_volatile()
}

/// As statistics have it.
fn name(scope: Scope) -> &'static str {
    match scope {
        Scope::Global => "global",
        Scope::Local => "local",
        Scope::Parameter => "parameter",
        Scope::New => "new",
    }
}

/// A variable by the table of scopes; where there is none, a new one.
pub fn pick(g: &mut Gen, view: &View, cx: &Cx, seen: &[VarId]) -> Option<VarId> {
    let scope = g.policy.manner.scopes.draw(&mut g.ch, "scope")?;
    *g.stats.scopes.entry(name(scope)).or_default() += 1;
    let of = |g: &Gen, storage: Storage| -> Vec<VarId> {
        let here = |v: &&VarId| g.p.vars[**v].storage == storage && (!cx.is_private() || is_private(g, **v));
        seen.iter().filter(here).copied().collect()
    };
    let mut known = match scope {
        Scope::Global if !cx.is_private() => g.p.globals.clone(),
        Scope::Parameter => {
            Some(of(g, Storage::Param)).filter(|p| !p.is_empty()).unwrap_or_else(|| of(g, Storage::Auto))
        }
        Scope::Global | Scope::Local => of(g, Storage::Auto),
        Scope::New => Vec::new(),
    };
    let locally = cx.is_private() || matches!(scope, Scope::Local | Scope::Parameter) || {
        let share = g.policy.manner.new_local;
        scope == Scope::New && g.ch.chance("new-local", share)
    };
    let manner = &g.policy.manner;
    let fresh = if locally { manner.fresh_local } else { manner.fresh_global };
    let plain = g.policy.manner.no_pointer;
    if plain > 0 && g.ch.chance("no-pointer", plain) {
        known.retain(|v| !csmith_pointers::is_pointer(&g.p, g.p.vars[*v].ty));
    }
    let is_old = fresh == 0 || !g.ch.chance("fresh-variable", fresh);
    if is_old && let Some(var) = g.ch.pick("in-scope", &known).copied() {
        return Some(var);
    }
    if locally && cx.declare == Declare::BeforeStatement {
        return new_local(g, view, cx);
    }
    if cx.is_private() {
        return None;
    }
    let ty = variables::any_type(g, view);
    Some(variables::new_global(g, view, ty, GlobalRole::Mixed))
}

/// A local to point to, where one can be declared. Pointers to pointers reach only what is static.
pub fn new_pointee(g: &mut Gen, view: &View, cx: &Cx, ty: Ty) -> Option<VarId> {
    let fits = g.p.types.is_complete(ty) && !g.p.types.is_pointer(ty);
    if cx.declare == Declare::Nowhere || !fits || g.quiet(cx.block) != Quiet::No {
        return None;
    }
    let var = local_of(g, view, cx, ty)?;
    g.info_mut(var).address_taken = true;
    Some(var)
}

/// A local with constants for its value, declared right before the statement that wants it.
pub fn new_local(g: &mut Gen, view: &View, cx: &Cx) -> Option<VarId> {
    let ty = if cx.is_private() { variables::int_type(g) } else { variables::any_type(g, view) };
    local_of(g, view, cx, ty)
}

fn local_of(g: &mut Gen, view: &View, cx: &Cx, ty: Ty) -> Option<VarId> {
    if csmith_pointers::is_array(&g.p, ty) {
        return csmith_pointers::new_array(g, view, cx, ty);
    }
    let by_loop = g.policy.manner.init_loop;
    if by_loop > 0 && init_loops::fits(g, cx, ty) && g.ch.chance("init-loop", by_loop) {
        return init_loops::declare(g, cx, ty);
    }
    let (init, reach) = initialisers::constant_init(g, view, cx.block, ty)?;
    let bare = g.policy.relax.rates.uninitialised;
    let bare = qualifiers::is_of_integers(g, ty) && g.ch.chance("relaxed-local", bare);
    if bare {
        lvalue::relaxed(g, RepairKind::RelaxedValue);
    }
    let var = declared(g, cx, ty, Some(init).filter(|_| !bare));
    g.info_mut(var).reach = reach;
    Some(var)
}

/// A new local, declared before the statement under construction.
pub fn declared(g: &mut Gen, cx: &Cx, ty: Ty, init: Option<InitId>) -> VarId {
    let var = variables::new_local(g, cx.block, ty);
    g.p.vars[var].init = init;
    g.tokens += 2 + tokens::of_local(&g.p, var);
    g.insert(cx.block, Stmt::Decl(var));
    g.block_mut(cx.block).vars.push(var);
    var
}
