//! Inline assembly that does nothing but hide values from the compiler, or jump: what an empty template leaves in its outputs is known.
//! Everything else is unsupported.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Missing};
use crate::tree::exec::Flow;
use crate::value::{Place, Value};
use ir::arith::int;
use ir::{AsmId, Class, ExprId, ExprList, Ty};
use smallvec::SmallVec;

/// An operand that was evaluated.
#[derive(Clone, Copy)]
enum Operand {
    Place(Place),
    Value(Value),
}

impl<G: Grow> Machine<G> {
    /// Evaluates the operands in the order of the text, and gives each output the value that an empty template leaves there.
    pub(crate) fn assembly(&mut self, id: ExprId, asm: AsmId, operands: ExprList) -> Eval<Flow> {
        let description = self.program().asms[asm].clone();
        let jump = {
            let p = self.program();
            description.jump(|label| p.name(p.labels[label].name).to_owned())
        };
        if !description.is_empty() && jump.is_none() {
            return Err(self.unsupported(Missing::Assembly(description.template), Some(id)));
        }
        let mut found = SmallVec::<[Operand; 4]>::new();
        for i in 0..operands.len() {
            let e = self.program().args(operands)[i];
            found.push(if description.wants_lvalue(i) {
                Operand::Place(self.place(e)?)
            } else {
                Operand::Value(self.value(e)?)
            });
        }
        for i in 0..description.outputs {
            self.output_operand(id, &description, operands, i, &found)?;
        }
        self.changes += 1;
        Ok(jump.map_or(Flow::Next, Flow::Goto))
    }

    /// `"+r"` keeps its value, `"=r"` takes that of the input which shares its register. What another output has is open.
    fn output_operand(
        &mut self,
        id: ExprId,
        asm: &ir::Asm,
        operands: ExprList,
        i: usize,
        found: &[Operand],
    ) -> Eval<()> {
        let e = self.program().args(operands)[i];
        let ty = self.program().ty(e);
        let Operand::Place(place) = found[i] else { return Ok(()) };
        if asm.operands[i].is_read_write() {
            if asm.operands[i].is_memory() {
                return Ok(());
            }
            let value = self.read(e, place, ty)?;
            return self.write(e, place, ty, value, Intent::Write);
        }
        let outputs = &asm.operands[..asm.outputs];
        let tied = (asm.outputs..operands.len()).find(|n| asm.operands[*n].tied_to(outputs) == Some(i));
        let value = tied.and_then(|n| match found[n] {
            Operand::Value(value) => Some((self.program().args(operands)[n], value)),
            Operand::Place(_) => None,
        });
        match value.and_then(|(input, value)| self.in_register(input, value, ty)) {
            Some(value) => self.write(e, place, ty, value, Intent::Write),
            None => Err(self.unsupported(Missing::AssemblyOutput, Some(id))),
        }
    }

    /// What a register with the input's value holds for an output: the upper part of a wider one would be open.
    fn in_register(&self, input: ExprId, value: Value, to: Ty) -> Option<Value> {
        let p = self.program();
        match (p.types.class(p.ty(input)), p.types.class(to), value) {
            (Class::Int(a), Class::Int(b), Value::Int(v)) if a.bits == b.bits && b.bits > 1 => {
                Some(Value::Int(int::convert(a, b, v)))
            }
            (a, b, _) if a == b && a != Class::Record => Some(value),
            _ => None,
        }
    }
}
