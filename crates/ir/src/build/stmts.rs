//! Statement expressions.

use super::TypeError;
use crate::expr::ExprKind;
use crate::ids::{BlockId, ExprId};
use crate::program::Program;
use crate::stmt::Stmt;
use crate::types::Ty;

impl Program {
    /// `({ … })` of a block that no jump leaves or enters.
    pub fn statement_expression(&mut self, block: BlockId) -> Result<ExprId, TypeError> {
        if leaves(self, block) {
            return Err(TypeError::Operand("a statement expression"));
        }
        let ty = match self.blocks[block].last().map(|last| self.stmts[*last]) {
            Some(Stmt::Expr(value)) => self.value_type(value),
            _ => Ty::VOID,
        };
        Ok(self.push_expr(ExprKind::Stmts(block), ty))
    }
}

/// Whether something in the block leads out of it, or could lead into it.
pub fn leaves(p: &Program, block: BlockId) -> bool {
    p.blocks[block].iter().any(|stmt| jumps(p, p.stmts[*stmt], Within::Nothing))
}

/// What a jump may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    Switch,
    Loop,
}

fn jumps(p: &Program, stmt: Stmt, within: Within) -> bool {
    let inner = match stmt {
        Stmt::Goto(_) | Stmt::Label(_) | Stmt::Return(_) | Stmt::Hole => return true,
        Stmt::Break => return within == Within::Nothing,
        Stmt::Continue => return within != Within::Loop,
        Stmt::Case(_) | Stmt::Default => return within == Within::Nothing,
        Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => Within::Loop,
        Stmt::Switch { .. } if within == Within::Loop => Within::Loop,
        Stmt::Switch { .. } => Within::Switch,
        Stmt::Expr(e) => return is_asm_goto(p, e),
        Stmt::Empty | Stmt::Decl(_) | Stmt::Block(_) | Stmt::If { .. } => within,
    };
    let mut found = false;
    stmt.for_each_block(|block| found |= p.blocks[block].iter().any(|s| jumps(p, p.stmts[*s], inner)));
    found
}

fn is_asm_goto(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Asm { asm, .. } => !p.asms[asm].labels.is_empty(),
        _ => false,
    }
}
