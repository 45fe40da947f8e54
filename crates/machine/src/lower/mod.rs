//! From the program to [`crate::bytecode`]: scopes, jumps, types and places become explicit, and what can be known beforehand is.

mod conflicts;
mod expressions;
mod inline;
mod jumps;
mod statements;
mod subobject;

use crate::bytecode::Bytecode;
use crate::bytecode::variables::Variables;
use crate::config::{Engine, Order};
use crate::grow::Grow;
use crate::machine::Machine;
use ir::{FuncId, Id, Program};
use rustc_hash::FxHashSet;
use statements::{Builder, Literals};
use std::rc::Rc;

impl<G: Grow> Machine<G> {
    /// The code of a function, if it is to be run that way.
    #[inline]
    pub(crate) fn code_of(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        if !G::FINISHED || self.config.engine == Engine::Tree {
            return None;
        }
        match self.codes.made.get(func.index()) {
            Some(Some(code)) => code.clone(),
            _ => self.make_code(func),
        }
    }

    #[cold]
    fn make_code(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        let runs = !self.observed.wants_values();
        let code = if runs { self.compiled(func) } else { None };
        if self.codes.made.len() <= func.index() {
            self.codes.made.resize(func.index() + 1, None);
        }
        self.codes.made[func.index()] = Some(code.clone());
        code
    }

    fn compiled(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        let known = self.codes.variables.take();
        let variables = known.unwrap_or_else(|| Variables::of(self.program()));
        let code = compile(self.program(), (self.config.order, &variables), func);
        self.codes.variables = Some(variables);
        code.map(Rc::new)
    }
}

/// Makes the code of a function, unless it has holes or no body.
fn compile(p: &Program, rules: (Order, &Variables), func: FuncId) -> Option<Bytecode> {
    let mut in_memory = FxHashSet::default();
    let mut literals = Literals::None;
    loop {
        let mut builder = Builder::new(p, rules, func, &in_memory, literals)?;
        builder.function()?;
        if builder.kept.is_empty() && builder.found == literals {
            return Some(builder.finish());
        }
        // Variables that turned out to be used where only memory serves.
        in_memory.extend(builder.kept);
        literals = builder.found;
    }
}
