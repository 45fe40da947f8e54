//! Functions and variables that nothing mentions.

use super::Group;
use crate::edit::{Edit, Lit};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, FuncId, Id, Program, VarId};

/// All of them are one group: there is no reason to keep a part of them, and what they mentioned comes next time.
pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let used = Used::of(p);
    let funcs = p.funcs.iter().filter(|(id, f)| f.body.is_some() && !used.funcs[id.index()]);
    let funcs = funcs.map(|(id, _)| Edit::DropFunc(id));
    let vars = visit::variables(p).into_iter().filter(|v| !used.vars[v.index()] && !is_param(p, *v));
    let vars = vars.map(|var| Edit::DropVar(var, Lit::ZERO));
    let edits: Vec<Edit> = funcs.chain(vars).collect();
    if edits.is_empty() { Vec::new() } else { vec![edits] }
}

fn is_param(p: &Program, var: VarId) -> bool {
    p.vars[var].storage == ir::Storage::Param
}

/// What is mentioned from `main` on.
struct Used {
    funcs: Vec<bool>,
    vars: Vec<bool>,
    todo: Vec<FuncId>,
}

impl Used {
    fn of(p: &Program) -> Used {
        let mut used =
            Used { funcs: vec![false; p.funcs.len()], vars: vec![false; p.vars.len()], todo: Vec::new() };
        used.todo.extend(p.main());
        if let Some(main) = p.main() {
            used.funcs[main.index()] = true;
        }
        while let Some(func) = used.todo.pop() {
            for site in visit::statements_of(p, func) {
                visit::roots(p, site.stmt).into_iter().for_each(|root| used.expr(p, root));
            }
        }
        used
    }

    fn expr(&mut self, p: &Program, root: ExprId) {
        let mut vars = Vec::new();
        visit::tree(p, root, &mut |e| match p.exprs[e].kind {
            ExprKind::Func(func) if !self.funcs[func.index()] => {
                self.funcs[func.index()] = true;
                self.todo.push(func);
            }
            ExprKind::Var(var) if !self.vars[var.index()] => {
                self.vars[var.index()] = true;
                vars.push(var);
            }
            _ => {}
        });
        // A global's initialiser may mention others.
        for var in vars.into_iter().filter(|v| p.vars[*v].owner.is_none()) {
            let mut roots = Vec::new();
            if let Some(init) = p.vars[var].init {
                visit::init_roots(p, init, &mut roots);
            }
            roots.into_iter().for_each(|root| self.expr(p, root));
        }
    }
}
