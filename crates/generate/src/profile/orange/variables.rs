//! The variables: types, qualifiers, classes and values, all drawn.

use crate::state::Run;
use crate::state::scopes::VarInfo;
use crate::types::variables;
use ir::{Init, Quals, Storage, VarId};

/// Those that an expression can read.
pub struct Variables {
    /// x-variables: initialised, and never written.
    pub inputs: Vec<VarId>,
    /// t-variables: assigned once.
    pub results: Vec<VarId>,
}

impl Variables {
    /// As many as the policy's expressions need.
    pub fn make(m: &mut Run) -> Variables {
        let a = &m.grow.policy.arithmetic;
        let leaves = u64::from(a.expressions) * (u64::from(a.operators) + 1);
        let wanted = leaves * u64::from(a.variables) / 100;
        let inputs = wanted.clamp(2, u64::from(a.max_variables.max(2)));
        let results = a.expressions;
        Variables {
            inputs: (0..inputs).map(|i| variable(m, &format!("x{i}"), Role::Input)).collect(),
            results: (0..results).map(|i| variable(m, &format!("t{i}"), Role::Result)).collect(),
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

fn variable(m: &mut Run, name: &str, role: Role) -> VarId {
    let ty = variables::scalar_type(m);
    let quals = quals(m, role);
    let ty = m.grow.p.types.qualify(ty, quals);
    let init = value(m, ty);
    let is_static = m.grow.policy.types.static_global;
    let storage =
        if m.grow.ch.chance("static-variable", is_static) { Storage::Static } else { Storage::Global };
    let var = m.grow.p.add_global(name, ty, storage, init);
    m.grow.set_info(var, VarInfo::at(0));
    var
}

/// Whether it is const and whether it is volatile are two questions, so that it can be both.
fn quals(m: &mut Run, role: Role) -> Quals {
    let t = &m.grow.policy.types;
    let (constant, volatile) = (t.r#const, t.volatile);
    let mut quals = Quals::NONE;
    if m.grow.ch.chance("const-variable", constant) && role == Role::Input {
        quals = quals.with(Quals::CONST);
    }
    if m.grow.ch.chance("volatile-variable", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    quals
}

/// Every variable has an initialiser, also where it would be zero without one.
fn value(m: &mut Run, ty: ir::Ty) -> Option<ir::InitId> {
    if m.grow.p.types.is_float(ty) {
        return variables::static_init(m, ty, 0);
    }
    let kind = m.grow.p.types.int_kind(ty)?;
    let value = crate::types::constants::value(m, kind);
    let init = variables::int_init(m, value, ty);
    debug_assert!(matches!(m.grow.p.inits[init], Init::Expr(_)));
    Some(init)
}
