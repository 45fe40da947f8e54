//! What is in the statements that ran: nodes, and arithmetic that is undefined for some operands, raw or guarded.

use ir::{BlockId, ExprId, ExprKind, FuncId, Init, InitId, Program, Stmt};
use machine::{Cold, Machine};

/// The sum over the bodies of some functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Contents {
    pub statements: u64,
    pub live_statements: u64,
    /// Nodes of the statements that ran.
    pub live_nodes: u64,
    /// Operations that were executed, as often as their statement was.
    pub raw: u64,
    pub guarded: u64,
}

/// One statement that ran so many times.
struct Visit<'a> {
    p: &'a Program,
    runs: u64,
    into: &'a mut Contents,
}

impl Contents {
    pub fn of(machine: &Machine<Cold<'_>>, funcs: impl Iterator<Item = FuncId>) -> Contents {
        let mut contents = Contents::default();
        let p = machine.program();
        for body in funcs.filter_map(|id| p.funcs[id].body) {
            contents.block(machine, body);
        }
        contents
    }

    fn block(&mut self, machine: &Machine<Cold<'_>>, block: BlockId) {
        let p = machine.program();
        for id in &p.blocks[block] {
            let stmt = p.stmts[*id];
            let runs = u64::from(machine.observed.runs(*id));
            self.statements += 1;
            if runs > 0 {
                self.live_statements += 1;
                let mut visit = Visit { p, runs, into: self };
                stmt.for_each_expr(|e| visit.expr(e));
                if let Stmt::Decl(var) = stmt {
                    p.vars[var].init.into_iter().for_each(|init| visit.init(init));
                }
            }
            stmt.for_each_block(|inner| self.block(machine, inner));
        }
    }
}

impl Visit<'_> {
    fn init(&mut self, init: InitId) {
        match &self.p.inits[init] {
            Init::Expr(e) => self.expr(*e),
            Init::List(items) => items.iter().for_each(|item| self.init(item.init)),
        }
    }

    fn expr(&mut self, id: ExprId) {
        let p = self.p;
        self.into.live_nodes += 1;
        match p.exprs[id].kind {
            ExprKind::Guard(inner, _) => {
                self.into.guarded += self.runs;
                self.into.live_nodes += 1;
                p.for_each_child(inner, |child| self.expr(child));
            }
            ExprKind::CompoundLit(var) => p.vars[var].init.into_iter().for_each(|init| self.init(init)),
            _ => {
                self.into.raw += if is_arithmetic(p, id) { self.runs } else { 0 };
                p.for_each_child(id, |child| self.expr(child));
            }
        }
    }
}

/// Whether it is an operation that a guard can stand around: accesses of memory have no guards.
fn is_arithmetic(p: &Program, id: ExprId) -> bool {
    let access =
        matches!(p.exprs[id].kind, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Arrow { .. });
    !access && machine::may_be_undefined(p, id)
}
