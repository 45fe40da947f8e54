//! Calls that are part of their callers: see [`crate::lower::inline`].

use super::{Cx, Run};
use crate::bytecode::int_expr::REGISTERS;
use crate::bytecode::{Inlined, Slot};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Limit, Stop};

impl<G: Grow> Machine<G> {
    /// The value of a call that is part of its caller.
    #[inline(never)]
    pub(super) fn int_inlined(&mut self, cx: Cx, call: u32) -> Run<i64> {
        let call = &cx.code.inlined[call as usize];
        let mut registers = [0; REGISTERS];
        let since = if call.acts { self.begin_sequence() } else { None };
        for (register, arg) in registers.iter_mut().zip(&call.args) {
            *register = self.int(cx, *arg)?;
        }
        self.sequence_point(since);
        if self.depth >= self.config.max_depth {
            return self.halt(Stop::Budget(Limit::Depth));
        }
        self.changes += call.args.len() as u64;
        if let Some(int_expr) = &call.int_expr
            && let Some((value, steps)) = int_expr.value(&mut registers, self.config.shift_rules)
            && self.steps + 1 + steps <= self.config.max_steps
        {
            self.steps += 1 + steps;
            self.observed.count_op(call.op.block, call.op.stmt);
            return Ok(value);
        }
        // A int_expr leaves its arguments where they are.
        self.inlined_by_nodes(cx, call, &registers)
    }

    fn inlined_by_nodes(&mut self, cx: Cx, call: &Inlined, args: &[i64]) -> Run<i64> {
        let first = cx.base + call.first as usize;
        for (i, value) in args[..call.args.len()].iter().enumerate() {
            self.codes.slots[first + i] = Slot::of(*value);
        }
        self.begin_op(&call.op)?;
        self.int_counted(cx, &cx.code.nodes[call.value as usize])
    }
}
