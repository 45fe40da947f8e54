//! How the machine makes the changes that the generator has asked for.

use crate::grow::{Amendment, Grow, initial};
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::state::jumps::Paths;
use crate::value::Pointer;
use ir::VarId;

impl<G: Grow> Machine<G> {
    /// Makes the changes that the generator has asked for.
    #[inline]
    pub fn amend(&mut self) -> Eval<()> {
        const { assert!(!G::FINISHED, "a finished program has no past to change") };
        self.amend_if_asked()
    }

    #[inline]
    pub(crate) fn amend_if_asked(&mut self) -> Eval<()> {
        if G::FINISHED || self.grow.pending().is_empty() {
            return Ok(());
        }
        self.grow.take_amendments().into_iter().try_for_each(|amendment| self.carry_out(amendment))
    }

    fn carry_out(&mut self, amendment: Amendment) -> Eval<()> {
        match amendment {
            Amendment::AddStatic(var) => {
                let before = self.steps;
                self.make_static(var)?;
                self.init_static(var)?;
                debug_assert_eq!(self.steps - before, initial::steps(self.program(), var));
                debug_assert!(initial::came_true(&self.view(), &self.grow, var));
            }
            Amendment::Declare(var) => self.declare_auto(var)?,
            Amendment::MakePermanent(var) => self.make_permanent(var),
            Amendment::ZeroUninitialised(var) => self.zero_uninitialised(var),
            Amendment::SetInt(var, ty, value) => {
                let object = self.mem.bound(var).expect("a static variable that was made");
                let base = self.mem.object(object).base;
                self.mem.store(base, self.grow.program().types.size(ty) as u32, value as u64);
            }
            Amendment::SetNull(var) => {
                if let Some(object) = self.mem.bound(var) {
                    let base = self.mem.object(object).base;
                    self.mem.store_pointer(base, Pointer::NULL);
                }
            }
            Amendment::ForgetPaths => self.paths = Paths::default(),
        }
        Ok(())
    }

    fn make_permanent(&mut self, var: VarId) {
        let at = self.scopes.iter().rposition(|(v, _)| *v == var);
        if let (Some(at), Some(object)) = (at, self.mem.bound(var)) {
            self.scopes.remove(at);
            self.mem.make_static(object);
        }
    }

    fn zero_uninitialised(&mut self, var: VarId) {
        let mut objects: Vec<u32> = self.mem.bound(var).into_iter().collect();
        objects.extend(self.scopes.iter().filter(|(v, old)| *v == var && *old != 0).map(|(_, old)| *old));
        for object in objects {
            let (base, size) = (self.mem.object(object).base, self.mem.object(object).size);
            for pos in base..base + size {
                self.mem.give_zero(pos);
            }
        }
    }
}
