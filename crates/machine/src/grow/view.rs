//! The machine as the generator sees it: what memory holds, which calls are under way, what has happened. No rule is
//! checked, nothing is recorded, nothing changes. New static variables that the machine has not made yet
//! are seen as they will be.

use super::{Amendment, Grow, initial};
use crate::memory::Memory;
use crate::memory::scalars::{int_size, load_float};
use crate::observe::observations::Observations;
use crate::state::frame::Frame;
use crate::ub::Culprit;
use crate::value::{Pointer, Unmade, Value};
use ir::arith::int;
use ir::{Class, FuncId, Id, StrId, Ty, Types, VarId};

/// The read-only side of a machine.
#[derive(Clone, Copy)]
pub struct View<'m> {
    pub(crate) mem: &'m Memory,
    /// What has been counted and recorded so far.
    pub observed: &'m Observations,
    pub(crate) scopes: &'m [(VarId, u32)],
    pub(crate) frames: &'m [Frame],
    pub(crate) strings: &'m [u32],
    pub(crate) steps: u64,
    pub(crate) depth: u32,
}

impl View<'_> {
    /// How many nodes have been evaluated, with those of initialisers that are still to be.
    pub fn steps(&self, g: &impl Grow) -> u64 {
        let to_come = |amendment: &Amendment| match amendment {
            Amendment::AddStatic(var) => initial::steps(g.program(), *var),
            _ => 0,
        };
        self.steps + g.pending().iter().map(to_come).sum::<u64>()
    }

    /// How deep calls are nested now.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many calls of the function are under way.
    pub fn activations(&self, func: FuncId) -> usize {
        self.frames.iter().filter(|f| f.func == func).count()
    }

    /// The function whose statements are under execution.
    pub fn current_function(&self) -> Option<FuncId> {
        self.frames.last().map(|f| f.func)
    }

    /// A pointer to the object that a variable names now.
    pub fn address_of(&self, g: &impl Grow, var: VarId) -> Option<Pointer> {
        match self.mem.bound(var) {
            Some(object) => Some(self.mem.pointer_to(object)),
            None => g.pending().contains(&Amendment::AddStatic(var)).then(|| {
                let p = g.program();
                Pointer::unmade(Unmade::Var(var), p.types.size(p.vars[var].ty) as u32)
            }),
        }
    }

    /// A pointer to a string literal.
    pub(super) fn string(&self, g: &impl Grow, id: StrId) -> Pointer {
        match self.strings.get(id.index()).filter(|object| **object != 0) {
            Some(object) => self.mem.pointer_to(*object),
            None => Pointer::unmade(Unmade::Str(id), g.program().strings[id].bytes.len() as u32 + 1),
        }
    }

    /// The scalar of this type that is stored where the pointer points, if there is one.
    pub fn peek(&self, g: &impl Grow, at: Pointer, ty: Ty) -> Option<Value> {
        if !self.can_dereference(at, g.program().types.size(ty)) {
            return None;
        }
        if let Some(unmade) = at.as_unmade() {
            return initial::peek(self, g, unmade, at.offset, ty);
        }
        peek(self.mem, self.mem.object(at.object).base + at.offset, &g.program().types, ty)
    }

    /// Whether the pointer can be dereferenced as something of this size.
    pub fn can_dereference(&self, pointer: Pointer, size: u64) -> bool {
        self.is_alive(pointer)
            && pointer.offset >= pointer.low
            && u64::from(pointer.offset) + size <= u64::from(pointer.high)
    }

    /// The variable that a pointer points into, if that is alive.
    pub fn target_of(&self, pointer: Pointer) -> Option<VarId> {
        if self.is_alive(pointer) { self.origin_of(pointer) } else { None }
    }

    /// The variable that a pointer points into, or did before that died.
    pub fn origin_of(&self, pointer: Pointer) -> Option<VarId> {
        match pointer.as_unmade() {
            Some(Unmade::Var(var)) => return Some(var),
            Some(Unmade::Str(_)) => return None,
            None => {}
        }
        match self.mem.origin(pointer) {
            Some(Culprit::Var(var)) => Some(var),
            _ => None,
        }
    }

    fn is_alive(&self, pointer: Pointer) -> bool {
        pointer.is_object() && (pointer.as_unmade().is_some() || self.mem.alive(pointer).is_ok())
    }

    /// Whether the object of a local could stay for good: there is one, and no block inside the variable's own is open.
    pub fn can_be_permanent(&self, var: VarId) -> bool {
        let outer = self.scopes.iter().rfind(|(v, _)| *v == var).map(|(_, outer)| *outer);
        outer == Some(0) && self.mem.bound(var).is_some()
    }
}

/// The scalar of this type that is stored at the position, if there is one.
pub(super) fn peek(mem: &Memory, pos: u32, types: &Types, ty: Ty) -> Option<Value> {
    match types.class(ty) {
        Class::Int(t) if t.bits <= 64 => {
            let raw = mem.load(pos, int_size(t)).ok()?;
            Some(Value::Int(int::wrap(t, raw as i64)))
        }
        Class::Int(t) => mem.load_wide(pos, 16).ok().map(|raw| Value::from_wide(t, raw as i128)),
        Class::Float(format) => load_float(mem, pos, format).ok().map(Value::Float),
        Class::Pointer => mem.load_pointer(pos).ok().map(|p| Value::Pointer(mem.plain(p))),
        _ => None,
    }
}
