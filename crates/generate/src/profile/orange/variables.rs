//! The variables: types, qualifiers, classes and values, all drawn.

use crate::state::Gen;
use crate::state::scopes::VarInfo;
use crate::types::variables;
use ir::{Init, Quals, Storage, VarId};
use machine::View;

/// Those that an expression can read.
pub struct Variables {
    /// x-variables: initialised, and never written.
    pub inputs: Vec<VarId>,
    /// t-variables: assigned once.
    pub results: Vec<VarId>,
}

impl Variables {
    /// As many as the policy's expressions need.
    pub fn make(g: &mut Gen, view: &View) -> Variables {
        let a = &g.policy.arithmetic;
        let leaves = u64::from(a.expressions) * (u64::from(a.operators) + 1);
        let wanted = leaves * u64::from(a.variables) / 100;
        let inputs = wanted.clamp(2, u64::from(a.max_variables.max(2)));
        let results = a.expressions;
        Variables {
            inputs: (0..inputs).map(|i| variable(g, view, &format!("x{i}"), Role::Input)).collect(),
            results: (0..results).map(|i| variable(g, view, &format!("t{i}"), Role::Result)).collect(),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = VarId> {
        self.inputs.iter().chain(&self.results).copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Input,
    Result,
}

fn variable(g: &mut Gen, view: &View, name: &str, role: Role) -> VarId {
    let ty = variables::scalar_type(g);
    let quals = quals(g, role);
    let ty = g.p.types.qualify(ty, quals);
    let init = value(g, view, ty);
    let is_static = g.policy.types.static_global;
    let storage = if g.ch.chance("static-variable", is_static) { Storage::Static } else { Storage::Global };
    let var = g.p.add_global(name, ty, storage, init);
    g.set_info(var, VarInfo::at(0));
    var
}

/// Whether it is const and whether it is volatile are two questions, so that it can be both.
fn quals(g: &mut Gen, role: Role) -> Quals {
    let t = &g.policy.types;
    let (constant, volatile) = (t.r#const, t.volatile);
    let mut quals = Quals::NONE;
    if g.ch.chance("const-variable", constant) && role == Role::Input {
        quals = quals.with(Quals::CONST);
    }
    if g.ch.chance("volatile-variable", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    quals
}

/// Every variable has an initialiser, also where it would be zero without one.
fn value(g: &mut Gen, view: &View, ty: ir::Ty) -> Option<ir::InitId> {
    if g.p.types.is_float(ty) {
        return variables::static_init(g, view, ty, 0);
    }
    let kind = g.p.types.int_kind(ty)?;
    let value = crate::types::constants::value(g, kind);
    let init = variables::int_init(g, value, ty);
    debug_assert!(matches!(g.p.inits[init], Init::Expr(_)));
    Some(init)
}
