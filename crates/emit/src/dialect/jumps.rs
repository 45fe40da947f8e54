//! Jumps that C++ does not allow: into the scope of a variable, past its initialiser (C++17 9.7p3). In C the variable
//! is there without its value.

use ir::{BlockId, ExprKind, LabelId, Program, Stmt, VarId};

/// Whether some jump of the program is forbidden in C++.
pub(super) fn past_initialiser(p: &Program) -> bool {
    p.funcs.iter().filter_map(|(_, f)| f.body).any(|body| {
        let mut walk =
            Walk { p, scope: Vec::new(), places: Vec::new(), jumps: Vec::new(), switches: Vec::new() };
        walk.block(body);
        walk.is_bad()
    })
}

struct Walk<'p> {
    p: &'p Program,
    /// The initialised variables in scope.
    scope: Vec<VarId>,
    /// Where labels and cases stand, and what is in scope there.
    places: Vec<(Place, Vec<VarId>)>,
    /// What is in scope where a jump starts.
    jumps: Vec<(Place, Vec<VarId>)>,
    /// The switch statements around, by their bodies.
    switches: Vec<BlockId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Label(LabelId),
    /// Some case of the switch with this body.
    Case(BlockId),
}

impl Walk<'_> {
    fn block(&mut self, block: BlockId) {
        let outer = self.scope.len();
        self.items(block);
        self.scope.truncate(outer);
    }

    fn items(&mut self, block: BlockId) {
        for stmt in &self.p.blocks[block] {
            self.stmt(self.p.stmts[*stmt]);
        }
    }

    fn stmt(&mut self, stmt: Stmt) {
        match stmt {
            Stmt::Decl(var) => {
                let v = &self.p.vars[var];
                if v.init.is_some() && !v.storage.is_static() {
                    self.scope.push(var);
                }
            }
            Stmt::Label(label) => self.places.push((Place::Label(label), self.scope.clone())),
            Stmt::Goto(label) => self.jumps.push((Place::Label(label), self.scope.clone())),
            Stmt::Case(_) | Stmt::Default => {
                if let Some(body) = self.switches.last() {
                    self.places.push((Place::Case(*body), self.scope.clone()));
                }
            }
            Stmt::Switch { body, .. } => {
                self.jumps.push((Place::Case(body), self.scope.clone()));
                self.switches.push(body);
                self.block(body);
                self.switches.pop();
            }
            Stmt::For { init, body, .. } => {
                let outer = self.scope.len();
                self.items(init);
                self.block(body);
                self.scope.truncate(outer);
            }
            Stmt::Block(block) | Stmt::While { body: block, .. } | Stmt::DoWhile { body: block, .. } => {
                self.block(block);
            }
            Stmt::If { then, els, .. } => {
                self.block(then);
                els.into_iter().for_each(|block| self.block(block));
            }
            Stmt::Expr(e) => {
                if let ExprKind::Asm { asm, .. } = self.p.exprs[e].kind {
                    for label in &self.p.asms[asm].labels {
                        self.jumps.push((Place::Label(*label), self.scope.clone()));
                    }
                }
            }
            Stmt::Empty | Stmt::Break | Stmt::Continue | Stmt::Return(_) | Stmt::Hole => {}
        }
    }

    fn is_bad(&self) -> bool {
        self.jumps.iter().any(|(to, from_scope)| {
            let targets = self.places.iter().filter(|(place, _)| place == to);
            targets.into_iter().any(|(_, scope)| scope.iter().any(|var| !from_scope.contains(var)))
        })
    }
}
