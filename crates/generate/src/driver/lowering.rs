//! How the variables of a program are written in C++: drawn for each, from a stream of its own, so that the program is
//! the same in every language.

use crate::choice::Choice;
use crate::policy::Cxx;
use emit::{Access, ArrayForm, Lowering, VarForm};
use ir::{Program, VarId};

/// How many classes there are to be static members of.
const CLASSES: usize = 3;

pub fn draw(p: &Program, policy: &Cxx, ch: &mut Choice) -> Lowering {
    let mut lowering = Lowering::default();
    let is_plain = |(form, weight): (ArrayForm, u32)| form == ArrayForm::Plain || weight == 0;
    if policy.arrays.rows().all(is_plain) && policy.member == 0 {
        return lowering;
    }
    for (var, v) in p.vars.iter() {
        let array = if p.types.is_array(v.ty) { array(policy, ch) } else { ArrayForm::Plain };
        let class = if v.owner.is_none() { class(p, var, policy, ch) } else { None };
        let access = access(policy, ch);
        lowering.forms.insert(var, VarForm { array, access, class });
    }
    lowering
}

fn array(policy: &Cxx, ch: &mut Choice) -> ArrayForm {
    policy.arrays.draw(ch, "array-form").unwrap_or(ArrayForm::Plain)
}

fn access(policy: &Cxx, ch: &mut Choice) -> Access {
    let at = policy.at.min(100);
    let weights = [100 - at, at / 2, at - at / 2];
    match ch.weighted("array-access", weights.into_iter()) {
        Some(1) => Access::At,
        Some(2) => Access::Both,
        _ => Access::Subscript,
    }
}

fn class(p: &Program, var: VarId, policy: &Cxx, ch: &mut Choice) -> Option<u8> {
    let is_global = p.globals.contains(&var) && !p.vars[var].thread;
    (is_global && ch.chance("static-member", policy.member)).then(|| ch.below("class", CLASSES) as u8)
}
