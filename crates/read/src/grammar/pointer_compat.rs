//! Pointers of different types where C wants the same. Compilers warn and go on, and Csmith's programs are full
//! of them (qualifiers two levels down); so here they get the cast that their authors left out, and ir stays
//! strictly typed. Integers and pointers are not mixed like that.

use crate::error::Res;
use crate::reader::Reader;
use ir::build::TypeError;
use ir::{BinaryOp, ExprId, Ty, TypeKind};

impl Reader<'_> {
    /// Converts as if by assignment.
    pub fn assign_convert(&mut self, at: u32, e: ExprId, to: Ty) -> Res<ExprId> {
        let built = match self.p.assign_convert(e, to) {
            Err(TypeError::Conversion) if self.is_object_pointer(to) => self.cast_pointer(e, to),
            built => built,
        };
        self.built(at, built)
    }

    fn cast_pointer(&mut self, e: ExprId, to: Ty) -> Result<ExprId, TypeError> {
        let e = self.p.decay(e);
        if !self.p.types.is_pointer(self.p.ty(e)) {
            return Err(TypeError::Conversion);
        }
        let to = self.p.types.canonical(to).unqualified();
        self.p.cast(e, to)
    }

    fn is_object_pointer(&self, ty: Ty) -> bool {
        self.p.types.pointee(ty).is_some_and(|to| !self.p.types.is_function(to))
    }

    pub fn binary_node(&mut self, at: u32, op: BinaryOp, a: ExprId, b: ExprId) -> Res<ExprId> {
        let built = match self.p.binary(op, a, b) {
            Err(TypeError::Operands(_)) if op.is_comparison() => self.compare_pointers(op, a, b),
            built => built,
        };
        self.built(at, built)
    }

    fn compare_pointers(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Result<ExprId, TypeError> {
        let a = self.p.decay(a);
        let ty = self.p.value_type(a);
        if !self.is_object_pointer(ty) {
            return Err(TypeError::Operands(op.token()));
        }
        let b = self.cast_pointer(b, ty).map_err(|_| TypeError::Operands(op.token()))?;
        self.p.binary(op, a, b)
    }

    /// Two different pointers make a `void *`, as GCC and clang have it.
    pub fn cond_node(&mut self, at: u32, cond: ExprId, then: ExprId, els: ExprId) -> Res<ExprId> {
        let built = match self.p.cond(cond, then, els) {
            Err(TypeError::Operands(_)) => self.cond_pointers(cond, then, els),
            built => built,
        };
        self.built(at, built)
    }

    fn cond_pointers(&mut self, cond: ExprId, then: ExprId, els: ExprId) -> Result<ExprId, TypeError> {
        let void_ptr = self.p.types.pointer(Ty::VOID);
        let mismatch = |_| TypeError::Operands("?:");
        let then = self.cast_pointer(then, void_ptr).map_err(mismatch)?;
        let els = self.cast_pointer(els, void_ptr).map_err(mismatch)?;
        self.p.cond(cond, then, els)
    }

    /// Arguments, converted to the types of the parameters of what is called.
    pub fn adapt_arguments(&mut self, at: u32, callee: ExprId, args: &mut [ExprId]) -> Res<()> {
        let ty = self.p.ty(callee);
        let ty = self.p.types.pointee(ty).unwrap_or(ty);
        let TypeKind::Function(id) = self.p.types.kind(ty) else { return Ok(()) };
        for (i, arg) in args.iter_mut().enumerate() {
            let f = &self.p.types.fns[id];
            let Some(param) = f.params.get(i).copied().filter(|_| f.prototype) else { break };
            *arg = self.assign_convert(at, *arg, param)?;
        }
        Ok(())
    }
}
