//! GNU's inline assembly: what is written, as it is written. What it does is the machine's to say, which understands
//! templates that are empty or one jump.

use crate::expr::ExprKind;
use crate::ids::{ExprId, LabelId};
use crate::program::Program;
use crate::types::Ty;

/// One `asm` statement. Its operands are the node's own list, outputs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asm {
    /// The text between the quotes, with its `%0` and `%[name]`.
    pub template: String,
    /// Whether it is `asm volatile`: it is not left out.
    pub volatile: bool,
    /// How many of the operands are outputs.
    pub outputs: usize,
    /// The constraint of each operand, and the name that the template knows it by.
    pub operands: Vec<AsmOperand>,
    /// What it changes beside its outputs: registers, `memory`, `cc`.
    pub clobbers: Vec<String>,
    /// The labels of `asm goto`.
    pub labels: Vec<LabelId>,
}

/// An output or an input of inline assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmOperand {
    /// Where the operand has to be, as in `"=r"`.
    pub constraint: String,
    /// Its name in the template, if it has one.
    pub name: Option<String>,
}

impl AsmOperand {
    /// An output that is an input, too.
    pub fn is_read_write(&self) -> bool {
        self.constraint.starts_with('+')
    }

    /// Only in memory, so that nothing is loaded or stored for it.
    pub fn is_memory(&self) -> bool {
        let mut letters = self.constraint.chars().filter(|c| !matches!(c, '+' | '=' | '&' | '%' | ','));
        letters.clone().next().is_some() && letters.all(|c| matches!(c, 'm' | 'o' | 'V'))
    }

    /// The output whose register an input takes: `"0"` or `"[name]"`.
    pub fn tied_to(&self, outputs: &[AsmOperand]) -> Option<usize> {
        if let Some(name) = self.constraint.strip_prefix('[').and_then(|c| c.strip_suffix(']')) {
            return outputs.iter().position(|o| o.name.as_deref() == Some(name));
        }
        self.constraint.parse().ok().filter(|n| *n < outputs.len())
    }
}

impl Asm {
    /// Whether the operand wants the object itself and not its value.
    pub fn wants_lvalue(&self, operand: usize) -> bool {
        operand < self.outputs || self.operands[operand].is_memory()
    }

    /// The label that the template jumps to, if a jump of x86-64 is all there is: `jmp %l0`, `jmp %l[name]`. Labels are
    /// numbered behind the operands.
    pub fn jump(&self, name: impl Fn(LabelId) -> String) -> Option<LabelId> {
        let target = self.template.trim().strip_prefix("jmp")?.trim().strip_prefix("%l")?;
        match target.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            Some(wanted) => self.labels.iter().copied().find(|l| name(*l) == wanted),
            None => {
                let number: usize = target.parse().ok()?;
                let read_write = self.operands.iter().filter(|o| o.is_read_write()).count();
                let first = self.operands.len() + read_write;
                self.labels.get(number.checked_sub(first)?).copied()
            }
        }
    }

    /// Nothing is executed.
    pub fn is_empty(&self) -> bool {
        self.template.trim().is_empty()
    }
}

impl Program {
    /// An `asm` statement with its operands as they are written.
    pub fn assembly(&mut self, asm: Asm, operands: &[ExprId]) -> ExprId {
        let operands: Vec<ExprId> = operands
            .iter()
            .enumerate()
            .map(|(i, e)| if asm.wants_lvalue(i) { *e } else { self.decay(*e) })
            .collect();
        let operands = self.push_args(&operands);
        let asm = self.asms.push(asm);
        self.push_expr(ExprKind::Asm { asm, operands }, Ty::VOID)
    }
}
