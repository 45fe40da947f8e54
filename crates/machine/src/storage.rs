//! Objects that change their storage while a program grows, as if they had always had it.

use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use ir::VarId;

impl<G: Grow> Machine<G> {
    /// The object of a local stays for good, where it is and as it is, because the variable has become static. False if
    /// the variable has no object, or more than one. No block inside the variable's own may be open.
    pub fn make_permanent(&mut self, var: VarId) -> bool {
        let Some(at) = self.scopes.iter().rposition(|(v, _)| *v == var) else { return false };
        let (_, outer) = self.scopes[at];
        let (Some(object), 0) = (self.mem.bound(var), outer) else { return false };
        self.scopes.remove(at);
        self.mem.make_static(object);
        true
    }

    /// Gives a variable that was declared just now, before the statement under execution, its object.
    pub fn declare_now(&mut self, var: VarId) -> Eval<()> {
        self.declare_auto(var)
    }
}
