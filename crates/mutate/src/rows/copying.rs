//! Copies of statements and functions, each with variables and labels of its own.

use ir::{BlockId, ExprId, ExprKind, FuncId, Init, InitId, InitItem, LabelId, Program, Stmt, StmtId, VarId};
use std::collections::BTreeMap;

/// What has been copied so far, and whose the copies are.
pub struct Copier {
    owner: FuncId,
    vars: BTreeMap<VarId, VarId>,
    labels: BTreeMap<LabelId, LabelId>,
}

/// Whether a tree can be copied: it has no object of its own.
pub fn is_copyable(p: &Program, e: ExprId) -> bool {
    let own = matches!(
        p.exprs[e].kind,
        ExprKind::CompoundLit(_)
            | ExprKind::Stmts(_)
            | ExprKind::Asm { .. }
            | ExprKind::VaStart(_)
            | ExprKind::VaEnd(_)
    );
    let mut fine = !own;
    p.for_each_child(e, |child| fine = fine && is_copyable(p, child));
    fine
}

impl Copier {
    pub fn new(owner: FuncId) -> Copier {
        Copier { owner, vars: BTreeMap::new(), labels: BTreeMap::new() }
    }

    /// The variable is this one in the copy.
    pub fn map(&mut self, var: VarId, copy: VarId) {
        self.vars.insert(var, copy);
    }

    pub fn block(&mut self, p: &mut Program, block: BlockId) -> Option<BlockId> {
        let list = p.blocks[block].clone();
        let mut copies = Vec::new();
        for stmt in list {
            copies.push(self.stmt(p, stmt)?);
        }
        Some(p.push_block(copies))
    }

    pub fn stmt(&mut self, p: &mut Program, stmt: StmtId) -> Option<StmtId> {
        let copy = match p.stmts[stmt] {
            Stmt::Hole => return None,
            Stmt::Empty => Stmt::Empty,
            Stmt::Break => Stmt::Break,
            Stmt::Continue => Stmt::Continue,
            Stmt::Default => Stmt::Default,
            Stmt::Case(e) => Stmt::Case(self.expr(p, e)?),
            Stmt::Decl(var) => Stmt::Decl(self.local(p, var)?),
            Stmt::Expr(e) => Stmt::Expr(self.expr(p, e)?),
            Stmt::Block(b) => Stmt::Block(self.block(p, b)?),
            Stmt::If { cond, then, els } => Stmt::If {
                cond: self.expr(p, cond)?,
                then: self.block(p, then)?,
                els: match els {
                    Some(els) => Some(self.block(p, els)?),
                    None => None,
                },
            },
            Stmt::For { init, cond, step, body } => Stmt::For {
                init: self.block(p, init)?,
                cond: self.maybe(p, cond)?,
                step: self.maybe(p, step)?,
                body: self.block(p, body)?,
            },
            Stmt::While { cond, body } => {
                Stmt::While { cond: self.expr(p, cond)?, body: self.block(p, body)? }
            }
            Stmt::DoWhile { body, cond } => {
                Stmt::DoWhile { body: self.block(p, body)?, cond: self.expr(p, cond)? }
            }
            Stmt::Switch { on, body } => Stmt::Switch { on: self.expr(p, on)?, body: self.block(p, body)? },
            Stmt::Goto(label) => Stmt::Goto(self.label(p, label)),
            Stmt::Label(label) => Stmt::Label(self.label(p, label)),
            Stmt::Return(value) => Stmt::Return(self.maybe(p, value)?),
        };
        let copy = p.push_stmt(copy);
        p.unrolls.get(&stmt).copied().map(|times| p.unrolls.insert(copy, times));
        p.case_ends.get(&stmt).copied().map(|last| p.case_ends.insert(copy, last));
        Some(copy)
    }

    fn maybe(&mut self, p: &mut Program, e: Option<ExprId>) -> Option<Option<ExprId>> {
        match e {
            Some(e) => self.expr(p, e).map(Some),
            None => Some(None),
        }
    }

    pub fn expr(&mut self, p: &mut Program, e: ExprId) -> Option<ExprId> {
        if !is_copyable(p, e) {
            return None;
        }
        let copy = p.copy_expr(e);
        self.rename(p, copy);
        Some(copy)
    }

    fn rename(&self, p: &mut Program, e: ExprId) {
        if let ExprKind::Var(var) = p.exprs[e].kind
            && let Some(other) = self.vars.get(&var)
        {
            p.set_expr(e, ExprKind::Var(*other), p.exprs[e].ty);
        }
        let mut children = Vec::new();
        p.for_each_child(e, |child| children.push(child));
        children.into_iter().for_each(|child| self.rename(p, child));
    }

    fn local(&mut self, p: &mut Program, var: VarId) -> Option<VarId> {
        // The object of a static one is shared by all calls: a copy would be another one.
        if p.vars[var].storage.is_static() {
            return None;
        }
        let v = p.vars[var].clone();
        let name = crate::subject::fresh(p, p.name(v.name).to_owned().as_str());
        let copy = p.add_local(&name, v.ty, v.storage, self.owner);
        p.vars[copy].aligned = v.aligned;
        self.vars.insert(var, copy);
        if let Some(init) = v.init {
            p.vars[copy].init = Some(self.init(p, init)?);
        }
        Some(copy)
    }

    fn init(&mut self, p: &mut Program, init: InitId) -> Option<InitId> {
        let copy = match p.inits[init].clone() {
            Init::Expr(e) => Init::Expr(self.expr(p, e)?),
            Init::List(items) => {
                let mut copies = Vec::new();
                for item in items {
                    copies.push(InitItem { init: self.init(p, item.init)?, ..item });
                }
                Init::List(copies)
            }
        };
        Some(p.push_init(copy))
    }

    fn label(&mut self, p: &mut Program, label: LabelId) -> LabelId {
        if let Some(known) = self.labels.get(&label) {
            return *known;
        }
        let name = crate::subject::fresh(p, p.name(p.labels[label].name).to_owned().as_str());
        let copy = p.push_label(&name, self.owner);
        self.labels.insert(label, copy);
        copy
    }
}
