//! Statements, what they declare, and statement expressions.

use super::TypeError;
use crate::decl::{Init, Storage};
use crate::expr::{Effects, ExprKind};
use crate::ids::{BlockId, ExprId, FuncId, VarId};
use crate::program::Program;
use crate::stmt::Stmt;
use crate::types::{FnType, RecordKind, Ty};

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

/// Statements.
impl Program {
    /// Appends a statement that is an expression.
    pub fn expr_stmt(&mut self, block: BlockId, e: ExprId) {
        let e = self.decay(e);
        self.append(block, Stmt::Expr(e));
    }

    /// Declares a local at the end of a block, with an initial value if one is given.
    pub fn declare(
        &mut self,
        block: BlockId,
        func: FuncId,
        name: &str,
        ty: Ty,
        value: Option<ExprId>,
    ) -> Result<VarId, TypeError> {
        let var = self.add_local(name, ty, Storage::Auto, func);
        if let Some(value) = value {
            let value = self.assign_convert(value, ty)?;
            self.vars[var].init = Some(self.push_init(Init::Expr(value)));
        }
        self.append(block, Stmt::Decl(var));
        Ok(var)
    }

    /// Appends `return value;`, with the value converted to the type of the function.
    pub fn return_value(&mut self, block: BlockId, func: FuncId, value: ExprId) -> Result<(), TypeError> {
        let ret = self.types.fn_type(self.funcs[func].ty).ok_or(TypeError::NotAFunction)?.ret;
        let value = self.assign_convert(value, ret)?;
        self.append(block, Stmt::Return(Some(value)));
        Ok(())
    }

    /// Declares a function type from parts.
    pub fn fn_type(&mut self, ret: Ty, params: &[Ty]) -> Ty {
        self.types.function(FnType { ret, params: params.to_vec(), variadic: false, prototype: true })
    }

    /// A complete struct or union with named fields, for tests and generators.
    pub fn record(&mut self, kind: RecordKind, tag: &str, fields: &[(&str, Ty)]) -> Ty {
        let tag = self.names.intern(tag);
        let id = self.types.declare_record(tag, kind);
        let fields = fields
            .iter()
            .map(|(name, ty)| crate::types::Field {
                name: Some(self.names.intern(name)),
                ty: *ty,
                bits: None,
            })
            .collect();
        self.types.complete_record(id, fields);
        self.types.record_type(id)
    }

    /// Whether evaluating the expression twice is the same as once.
    pub fn is_pure(&self, e: ExprId) -> bool {
        self.exprs[e].effects == Effects::NONE
    }
}
