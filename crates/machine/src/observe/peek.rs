//! Looking at memory without an access: no rule is checked, nothing is recorded, nothing changes. For the
//! generator, which chooses in full view of the state, and for reports.

use crate::grow::Grow;
use crate::machine::Machine;
use crate::ub::Culprit;
use crate::value::{Pointer, Value};
use ir::arith::int;
use ir::{Class, FuncId, Ty, VarId};

impl<G: Grow> Machine<G> {
    /// A pointer to the object that a variable names now.
    pub fn address_of(&self, var: VarId) -> Option<Pointer> {
        self.mem.bound(var).map(|object| self.mem.pointer_to(object))
    }

    /// The scalar of this type that is stored where the pointer points, if there is one.
    pub fn peek(&self, at: Pointer, ty: Ty) -> Option<Value> {
        if !at.is_object() || self.mem.alive(at).is_err() {
            return None;
        }
        let types = &self.program().types;
        if u64::from(at.offset) + types.size(ty) > u64::from(at.high) || at.offset < at.low {
            return None;
        }
        let pos = self.mem.object(at.object).base + at.offset;
        match types.class(ty) {
            Class::Int(t) if t.bits <= 64 => {
                let raw = self.mem.load(pos, crate::memory::access::int_size(t)).ok()?;
                Some(Value::Int(int::wrap(t, raw as i64)))
            }
            Class::Int(t) => self.mem.load_wide(pos, 16).ok().map(|raw| Value::from_wide(t, raw as i128)),
            Class::Float(format) => self.load_float(pos, format).ok().map(Value::Float),
            Class::Pointer => self.mem.load_pointer(pos).ok().map(|p| Value::Pointer(self.mem.plain(p))),
            _ => None,
        }
    }

    /// The variable that a pointer points into, if that is alive.
    pub fn target_of(&self, pointer: Pointer) -> Option<VarId> {
        if !pointer.is_object() || self.mem.alive(pointer).is_err() {
            return None;
        }
        match self.mem.origin(pointer) {
            Some(Culprit::Var(var)) => Some(var),
            _ => None,
        }
    }

    /// The variable that a pointer points into, or did before that died.
    pub fn origin_of(&self, pointer: Pointer) -> Option<VarId> {
        match self.mem.origin(pointer) {
            Some(Culprit::Var(var)) => Some(var),
            _ => None,
        }
    }

    /// Whether the pointer can be followed to something of this size.
    pub fn can_follow(&self, pointer: Pointer, size: u64) -> bool {
        pointer.is_object()
            && self.mem.alive(pointer).is_ok()
            && pointer.offset >= pointer.low
            && u64::from(pointer.offset) + size <= u64::from(pointer.high)
    }

    /// How many calls of the function are under way.
    pub fn activations(&self, func: FuncId) -> usize {
        self.frames.iter().filter(|f| f.func == func).count()
    }

    /// The function whose statements are under execution.
    pub fn current_function(&self) -> Option<FuncId> {
        self.frames.last().map(|f| f.func)
    }

    /// How deep calls are nested now.
    pub fn depth(&self) -> u32 {
        self.depth
    }
}
