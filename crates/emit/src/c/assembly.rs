//! Inline assembly, with the keywords that every standard leaves to the compiler.

use super::Printer;
use ir::{Asm, ExprId, LabelId};

impl Printer<'_> {
    pub(super) fn assembly(&mut self, asm: &Asm, operands: &[ExprId]) {
        self.out.str("__asm__");
        self.out.str(if asm.volatile { " __volatile__" } else { "" });
        self.out.str(if asm.labels.is_empty() { "" } else { " goto" });
        self.out.str(" (");
        self.quoted(&asm.template);
        let sections = [
            !operands.is_empty(),
            operands.len() > asm.outputs,
            !asm.clobbers.is_empty(),
            !asm.labels.is_empty(),
        ];
        let wanted = sections.iter().rposition(|s| *s).map_or(0, |last| last + 1);
        for section in 0..wanted {
            self.out.str(" : ");
            match section {
                0 => self.asm_operands(asm, operands, 0..asm.outputs),
                1 => self.asm_operands(asm, operands, asm.outputs..operands.len()),
                2 => self.clobbers(&asm.clobbers),
                _ => self.asm_labels(&asm.labels),
            }
        }
        self.out.byte(b')');
    }

    fn asm_operands(&mut self, asm: &Asm, operands: &[ExprId], range: std::ops::Range<usize>) {
        let first = range.start;
        for i in range {
            self.out.str(if i > first { ", " } else { "" });
            if let Some(name) = &asm.operands[i].name {
                self.out.str(&format!("[{name}] "));
            }
            self.quoted(&asm.operands[i].constraint);
            self.out.str(" (");
            self.expr(operands[i]);
            self.out.byte(b')');
        }
    }

    fn clobbers(&mut self, clobbers: &[String]) {
        for (i, clobber) in clobbers.iter().enumerate() {
            self.out.str(if i > 0 { ", " } else { "" });
            self.quoted(clobber);
        }
    }

    fn asm_labels(&mut self, labels: &[LabelId]) {
        for (i, label) in labels.iter().enumerate() {
            self.out.str(if i > 0 { ", " } else { "" });
            self.out.str(self.p.name(self.p.labels[*label].name));
        }
    }

    fn quoted(&mut self, text: &str) {
        self.out.byte(b'"');
        self.out.str(&text.escape_default().to_string());
        self.out.byte(b'"');
    }
}
