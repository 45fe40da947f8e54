//! Inline assembly in functions: `asm volatile ("" : "+r" (x) : "0" (y) : "memory" : label);`. What it says is kept; what
//! it does is the machine's to understand.

use crate::error::{ErrorKind, Res, fail};
use crate::reader::Reader;
use crate::text::token::{Keyword, Punct, Tok};
use ir::build::TypeError;
use ir::{Asm, AsmOperand, ExprId, LabelId, Stmt};

impl Reader<'_> {
    pub fn asm_statement(&mut self, at: u32) -> Res<Stmt> {
        self.advance();
        let mut volatile = false;
        while let Tok::Word(word @ (Keyword::Volatile | Keyword::Inline | Keyword::Goto)) = self.tok() {
            volatile |= word == Keyword::Volatile;
            self.advance();
        }
        self.expect(Punct::LParen)?;
        let template = self.asm_text()?;
        let (mut all, mut operands) = (Vec::new(), Vec::new());
        self.asm_operands(&mut all, &mut operands)?;
        let outputs = all.len();
        self.asm_operands(&mut all, &mut operands)?;
        let clobbers = self.clobbers()?;
        let labels = self.asm_labels()?;
        self.expect(Punct::RParen)?;
        self.expect(Punct::Semi)?;
        let asm = Asm { template, volatile, outputs, operands: all, clobbers, labels };
        self.check_asm(at, &asm, &operands)?;
        let e = self.p.assembly(asm, &operands);
        Ok(Stmt::Expr(self.marked(at, e)))
    }

    /// Outputs are lvalues that can be stored to; what is in memory is an lvalue.
    fn check_asm(&mut self, at: u32, asm: &Asm, operands: &[ExprId]) -> Res<()> {
        for (i, e) in operands.iter().enumerate() {
            let marked = asm.operands[i].constraint.starts_with(['=', '+']);
            let fits = marked == (i < asm.outputs)
                && (i >= asm.outputs || self.p.modifiable(*e, "asm").is_ok())
                && (!asm.wants_lvalue(i) || (self.p.is_lvalue(*e) && self.p.bit_field_width(*e).is_none()));
            if !fits {
                return fail(at, ErrorKind::Type(TypeError::Operand("asm")));
            }
        }
        Ok(())
    }

    fn asm_text(&mut self) -> Res<String> {
        if self.tok() != Tok::Str {
            return self.expected("a string");
        }
        Ok(String::from_utf8_lossy(&self.strings()?).into_owned())
    }

    /// The section behind a colon, if there is one.
    fn asm_operands(&mut self, all: &mut Vec<AsmOperand>, operands: &mut Vec<ExprId>) -> Res<()> {
        if !self.accept(Punct::Colon) || !matches!(self.tok(), Tok::Str | Tok::Punct(Punct::LBracket)) {
            return Ok(());
        }
        loop {
            let mut name = None;
            if self.accept(Punct::LBracket) {
                let text = self.expect_name()?;
                name = Some(self.name_text(text).to_owned());
                self.expect(Punct::RBracket)?;
            }
            let constraint = self.asm_text()?;
            self.expect(Punct::LParen)?;
            let operand = self.expr()?;
            self.expect(Punct::RParen)?;
            all.push(AsmOperand { constraint, name });
            operands.push(operand);
            if !self.accept(Punct::Comma) {
                return Ok(());
            }
        }
    }

    fn clobbers(&mut self) -> Res<Vec<String>> {
        let mut all = Vec::new();
        if self.accept(Punct::Colon) && self.tok() == Tok::Str {
            all.push(self.asm_text()?);
            while self.accept(Punct::Comma) {
                all.push(self.asm_text()?);
            }
        }
        Ok(all)
    }

    fn asm_labels(&mut self) -> Res<Vec<LabelId>> {
        let mut all = Vec::new();
        if self.accept(Punct::Colon) && matches!(self.tok(), Tok::Ident(_)) {
            loop {
                let at = self.offset();
                let name = self.expect_name()?;
                match self.label_id(at, name) {
                    Some((_, id)) => all.push(id),
                    None => return fail(at, ErrorKind::BadDeclaration),
                }
                if !self.accept(Punct::Comma) {
                    break;
                }
            }
        }
        Ok(all)
    }
}
