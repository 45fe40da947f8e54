//! What the generator may change behind the program's back. Each change is to the past: afterwards memory is as if the
//! program, as it reads now, had been executed from the start. No rule is checked and nothing is recorded. A finished program
//! has no such changes: asking for them does not compile.

use super::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::tree::jump::Paths;
use crate::value::Pointer;
use ir::{Ty, VarId};

/// The machine, open for changes to its past.
pub struct Amend<'m, G: Grow>(&'m mut Machine<G>);

impl<G: Grow> Machine<G> {
    /// Changes to the past of a program that grows.
    #[inline]
    pub fn amend(&mut self) -> Amend<'_, G> {
        const { assert!(!G::FINISHED, "a finished program has no past to change") };
        Amend(self)
    }
}

impl<G: Grow> Amend<'_, G> {
    /// A static variable that is new has always had its object, with the value of its initialiser.
    pub fn add_static(&mut self, var: VarId) -> Eval<()> {
        self.0.make_static(var)?;
        self.0.init_static(var)
    }

    /// A variable that was declared just now, before the statement under execution, has its object.
    pub fn declare(&mut self, var: VarId) -> Eval<()> {
        self.0.declare_auto(var)
    }

    /// The object of a local stays for good, where it is and as it is, because the variable has become static. False if
    /// the variable has no object, or more than one. No block inside the variable's own may be open.
    pub fn make_permanent(&mut self, var: VarId) -> bool {
        let m = &mut *self.0;
        let Some(at) = m.scopes.iter().rposition(|(v, _)| *v == var) else { return false };
        let (_, outer) = m.scopes[at];
        let (Some(object), 0) = (m.mem.bound(var), outer) else { return false };
        m.scopes.remove(at);
        m.mem.make_static(object);
        true
    }

    /// Every byte of a variable's objects that has no value is zero, in all calls under way: as if its declaration had
    /// always had an initialiser of zeros.
    pub fn zero_uninitialised(&mut self, var: VarId) {
        let m = &mut *self.0;
        let mut objects: Vec<u32> = m.mem.bound(var).into_iter().collect();
        objects.extend(m.scopes.iter().filter(|(v, old)| *v == var && *old != 0).map(|(_, old)| *old));
        for object in objects {
            let (base, size) = (m.mem.object(object).base, m.mem.object(object).size);
            for pos in base..base + size {
                m.mem.give_zero(pos);
            }
        }
    }

    /// A static integer has this value: for counters that start as if they had always been there.
    pub fn set_int(&mut self, var: VarId, ty: Ty, value: i64) {
        let m = &mut *self.0;
        let object = m.mem.bound(var).expect("a static variable that was made");
        let base = m.mem.object(object).base;
        m.mem.store(base, m.grow.program().types.size(ty) as u32, value as u64);
    }

    /// A pointer variable is null: as if something had always seen to it.
    pub fn set_null(&mut self, var: VarId) {
        let m = &mut *self.0;
        if let Some(object) = m.mem.bound(var) {
            let base = m.mem.object(object).base;
            m.mem.store_pointer(base, Pointer::NULL);
        }
    }

    /// Statements were added or moved: what is known of where labels and cases are is found out again.
    pub fn forget_paths(&mut self) {
        self.0.paths = Paths::default();
    }
}
