//! Calls of functions that only compute: integers in, an integer out, one `return`. Wrappers around operators are like that, and
//! programs with wrappers call them everywhere. Their one expression becomes part of the caller, with slots of the caller's
//! frame for the parameters. What can be seen of a call stays: its depth, its steps, and what is counted.

use super::statements::Builder;
use crate::bytecode::int_expr::{IntExpr, int_expr};
use crate::bytecode::{Inlined, Insn, InsnKind, Kind, MAX_PLAIN, NodeId};
use crate::tree::call::promises;
use ir::{Attrs, Effects, ExprId, ExprKind, FuncId, Program, Stmt, VarId};
use std::rc::Rc;

/// What a function consists of that can be part of its callers.
pub(super) struct Computing {
    op: Insn,
    value: ExprId,
    int_expr: Option<Rc<IntExpr>>,
}

fn only_expression(p: &Program, func: FuncId) -> Option<Computing> {
    let f = &p.funcs[func];
    let body = f.body?;
    let [stmt] = p.blocks[body][..] else { return None };
    let Stmt::Return(Some(value)) = p.stmts[stmt] else { return None };
    let plain = !promises(p, func) && !f.attrs.has(Attrs::NORETURN);
    let op = Insn { block: Some(body), stmt: Some(stmt), steps: 0, kind: InsnKind::Nothing };
    let computes = plain && f.params.len() <= MAX_PLAIN && computes(p, &f.params, value);
    computes.then(|| Computing { op, value, int_expr: int_expr(p, &f.params, value).map(Rc::new) })
}

/// Whether an expression is made of integers, the parameters among them, and nothing else.
fn computes(p: &Program, params: &[VarId], e: ExprId) -> bool {
    let expr = &p.exprs[e];
    let allowed = match expr.kind {
        ExprKind::Var(var) => params.contains(&var),
        ExprKind::Int { .. }
        | ExprKind::EnumConst(..)
        | ExprKind::SizeofType(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Logic(..)
        | ExprKind::Cond { .. }
        | ExprKind::Cast(_)
        | ExprKind::Convert(_) => true,
        _ => false,
    };
    let mut all = allowed && expr.effects.is_pure() && is_word(p, expr.ty);
    expr.kind.for_each_operand(|operand| all = all && computes(p, params, operand));
    all
}

fn is_word(p: &Program, ty: ir::Ty) -> bool {
    matches!(p.types.class(ty), ir::Class::Int(t) if t.bits <= 64)
}

impl Builder<'_> {
    /// Whether calls of a function become part of their callers, and so access nothing.
    pub fn is_inlined(&mut self, func: FuncId) -> bool {
        let p = self.p;
        self.computing.entry(func).or_insert_with(|| only_expression(p, func)).is_some()
    }

    /// A call with one integer for each parameter, as a part of this function.
    pub fn inlined(&mut self, e: ExprId, func: FuncId, args: &[ExprId]) -> Option<NodeId> {
        if !self.is_inlined(func) {
            return None;
        }
        let computing = self.computing[&func].as_ref()?;
        let (mut op, value, int_expr) = (computing.op, computing.value, computing.int_expr.clone());
        let first = self.passed;
        let count = args.len() as u32;
        // The arguments may be such calls themselves, under way when some parameters have their values.
        self.passed += count;
        let nodes = args.iter().map(|arg| self.expr(*arg)).collect();
        self.passed = first;
        self.reserve(first + count, func);
        let value = match self.bodies.get(&(func, first)) {
            Some(value) => *value,
            None => {
                let params = self.p.funcs[func].params.iter();
                let before: Vec<_> =
                    params.zip(first..).map(|(var, slot)| self.put(*var, Some(slot))).collect();
                let value = self.expr(value);
                for (var, slot) in before {
                    self.put(var, slot);
                }
                self.bodies.insert((func, first), value);
                value
            }
        };
        op.steps = 1 + self.code.nodes[value as usize].cost;
        let effects = args.iter().fold(Effects::NONE, |sum, arg| sum.with(self.p.exprs[*arg].effects));
        let acts = effects.has(Effects::WRITE) || effects.has(Effects::CALL);
        self.code.inlined.push(Inlined { args: nodes, first, op, value, int_expr, acts });
        let n = (self.code.inlined.len() - 1) as u32;
        Some(self.make(e, Kind::Inlined(n)))
    }

    /// Gives a parameter another slot, and tells what it had before.
    fn put(&mut self, var: VarId, slot: Option<u32>) -> (VarId, Option<u32>) {
        let old = match slot {
            Some(slot) => self.slots.insert(var, slot),
            None => self.slots.remove(&var),
        };
        (var, old)
    }

    /// Makes the frame long enough for parameters.
    fn reserve(&mut self, len: u32, func: FuncId) {
        if let Some(param) = self.p.funcs[func].params.first() {
            let len = (len as usize).max(self.code.slots.len());
            self.code.slots.resize(len, *param);
        }
    }
}
