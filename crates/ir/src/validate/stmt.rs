//! Statements: where they may stand, and what they want of their expressions.

use super::consts::{self, Broken};
use super::expr::operand::{assigned, plain, promotes, scalar, source};
use super::typing::value_type;
use super::{Check, Holes, Outcome, Place, ViolationKind as V, ensure};
use crate::decl::Storage;
use crate::expr::ExprKind;
use crate::ids::{BlockId, ExprId, FuncId, Id, LabelId, StmtId, Symbol, VarId};
use crate::program::Program;
use crate::stmt::{LONGEST_RANGE, Stmt};
use crate::types::{Ty, TypeKind};
use std::collections::HashSet;

pub(super) fn check(cx: &mut Check) {
    let p = cx.p;
    let mut placed = vec![false; p.labels.len()];
    for (id, func) in p.funcs.iter() {
        let (Some(body), Some(ty)) = (func.body, p.types.fn_type(func.ty)) else { continue };
        let mut walk = Walk {
            cx,
            func: id,
            ret: ty.ret,
            placed: &mut placed,
            labels: HashSet::new(),
            gotos: Vec::new(),
            switches: Vec::new(),
        };
        walk.block(body, Around::default());
        walk.gotos();
    }
}

/// The statements around one, as far as `break` and `continue` ask.
#[derive(Clone, Copy, Default)]
struct Around {
    breakable: bool,
    looped: bool,
}

impl Around {
    const LOOP: Around = Around { breakable: true, looped: true };
}

/// What a switch has so far.
struct Switch {
    ty: Ty,
    cases: HashSet<i128>,
    default: bool,
}

struct Walk<'c, 'p> {
    cx: &'c mut Check<'p>,
    func: FuncId,
    ret: Ty,
    /// Labels that stand somewhere in the program.
    placed: &'c mut [bool],
    /// Names of the labels of this function.
    labels: HashSet<Symbol>,
    gotos: Vec<(StmtId, LabelId)>,
    switches: Vec<Switch>,
}

impl Walk<'_, '_> {
    fn block(&mut self, block: BlockId, around: Around) {
        for stmt in &self.cx.p.blocks[block] {
            let outcome = self.stmt(*stmt, around);
            self.cx.note(Place::Stmt(*stmt), outcome);
        }
    }

    fn stmt(&mut self, id: StmtId, around: Around) -> Outcome {
        let p = self.cx.p;
        let outcome = match p.stmts[id] {
            Stmt::Empty | Stmt::Decl(_) | Stmt::Block(_) => Ok(()),
            Stmt::Hole => ensure(self.cx.rules.holes == Holes::Allowed, V::Hole),
            Stmt::Expr(e) => {
                self.asm_labels(id, e);
                plain(p, e).map(|_| ())
            }
            Stmt::If { cond, .. } | Stmt::While { cond, .. } | Stmt::DoWhile { cond, .. } => {
                condition(p, cond)
            }
            Stmt::For { init, cond, step, .. } => for_head(p, init, cond, step),
            Stmt::Switch { on, .. } => switch_operand(p, on),
            Stmt::Case(e) => self.case(id, e),
            Stmt::Default => self.default(),
            Stmt::Break => ensure(around.breakable, V::BreakOutside),
            Stmt::Continue => ensure(around.looped, V::ContinueOutside),
            Stmt::Goto(label) => {
                self.gotos.push((id, label));
                Ok(())
            }
            Stmt::Label(label) => self.label(label),
            Stmt::Return(value) => self.returned(value),
        };
        self.bodies(p.stmts[id], around);
        let unrolled = p.unrolls.contains_key(&id);
        self.cx.note(Place::Stmt(id), ensure(!unrolled || p.stmts[id].may_be_unrolled(), V::Unrolled));
        self.inner_blocks(id);
        outcome
    }

    fn bodies(&mut self, stmt: Stmt, around: Around) {
        match stmt {
            Stmt::Block(b) => self.block(b, around),
            Stmt::If { then, els, .. } => {
                self.block(then, around);
                els.into_iter().for_each(|b| self.block(b, around));
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
                self.block(body, Around::LOOP);
            }
            Stmt::Switch { on, body } => {
                let ty = value_type(self.cx.p, on);
                self.switches.push(Switch { ty, cases: HashSet::new(), default: false });
                self.block(body, Around { breakable: true, ..around });
                self.switches.pop();
            }
            Stmt::Empty
            | Stmt::Hole
            | Stmt::Decl(_)
            | Stmt::Expr(_)
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Return(_) => {}
        }
    }

    /// The blocks of statement expressions; jumps do not leave them.
    fn inner_blocks(&mut self, id: StmtId) {
        let blocks = crate::visit::inner_blocks(self.cx.p, id);
        blocks.into_iter().for_each(|block| self.block(block, Around::default()));
    }

    fn case(&mut self, id: StmtId, e: ExprId) -> Outcome {
        let p = self.cx.p;
        let switch = self.switches.last_mut().ok_or(V::CaseOutside)?;
        let (_, from) = source(p, e)?;
        ensure(p.types.is_integer(from), V::CaseConstant)?;
        ensure(value_type(p, e) == switch.ty, V::CaseType)?;
        let value = consts::integer(p, e).map_err(|broken| match broken {
            Broken::Form => V::CaseConstant,
            Broken::Value => V::ConstantOverflow,
        })?;
        let last = p.case_ends.get(&id).copied().unwrap_or(value);
        ensure((0..LONGEST_RANGE).contains(&(last - value)), V::CaseRange)?;
        let t = p.types.int_type(switch.ty).ok_or(V::CaseType)?;
        ensure(crate::arith::int::wrap(t, last) == last, V::CaseRange)?;
        ensure((value..=last).all(|value| switch.cases.insert(value)), V::DuplicateCase)
    }

    fn default(&mut self) -> Outcome {
        let switch = self.switches.last_mut().ok_or(V::CaseOutside)?;
        ensure(!std::mem::replace(&mut switch.default, true), V::DuplicateDefault)
    }

    fn label(&mut self, id: LabelId) -> Outcome {
        let label = &self.cx.p.labels[id];
        ensure(label.func == self.func, V::LabelElsewhere)?;
        ensure(!std::mem::replace(&mut self.placed[id.index()], true), V::LabelTwice)?;
        ensure(self.labels.insert(label.name), V::DuplicateLabelName)?;
        super::names::check(self.cx.p.name(label.name), super::names::Reach::Inner)
    }

    /// The labels of `asm goto` are targets as those of `goto` are.
    fn asm_labels(&mut self, at: StmtId, e: ExprId) {
        if let ExprKind::Asm { asm, .. } = self.cx.p.exprs[e].kind {
            let labels = self.cx.p.asms.get(asm).map_or(&[][..], |asm| &asm.labels);
            self.gotos.extend(labels.iter().map(|label| (at, *label)));
        }
    }

    /// A goto may stand before its label, so all of them are looked at when the labels are known.
    fn gotos(&mut self) {
        for (at, label) in std::mem::take(&mut self.gotos) {
            let here = self.cx.p.labels[label].func == self.func && self.placed[label.index()];
            self.cx.note(Place::Stmt(at), ensure(here, V::GotoTarget));
        }
    }

    fn returned(&self, value: Option<ExprId>) -> Outcome {
        let p = self.cx.p;
        ensure(value.is_none() == p.types.is_void(self.ret), V::ReturnValue)?;
        value.map_or(Ok(()), |e| assigned(p, e, self.ret, V::ReturnType))
    }
}

fn condition(p: &Program, e: ExprId) -> Outcome {
    scalar(p, e, V::StatementCondition)
}

fn switch_operand(p: &Program, on: ExprId) -> Outcome {
    let (_, ty) = source(p, on)?;
    ensure(p.types.is_integer(ty), V::SwitchOperand)?;
    promotes(p, on).map(|_| ())
}

fn for_head(p: &Program, init: BlockId, cond: Option<ExprId>, step: Option<ExprId>) -> Outcome {
    for_init(p, &p.blocks[init])?;
    cond.map_or(Ok(()), |e| condition(p, e))?;
    step.map_or(Ok(()), |e| plain(p, e).map(|_| ()))
}

/// Nothing, one expression, or one declaration with several declarators.
fn for_init(p: &Program, stmts: &[StmtId]) -> Outcome {
    let mut base = None;
    for id in stmts {
        match p.stmts[*id] {
            Stmt::Expr(e) if stmts.len() == 1 => {
                plain(p, e)?;
            }
            Stmt::Decl(var) => {
                let storage = p.vars[var].storage;
                ensure(matches!(storage, Storage::Auto | Storage::Register), V::ForStorage)?;
                let specifiers = (storage, specified(p, var));
                ensure(*base.get_or_insert(specifiers) == specifiers, V::ForInit)?;
            }
            _ => return Err(V::ForInit),
        }
    }
    Ok(())
}

/// The type that the specifiers of a declaration name, without what its declarator adds.
fn specified(p: &Program, var: VarId) -> Ty {
    let mut ty = p.vars[var].ty;
    loop {
        ty = match p.types.spelled(ty) {
            TypeKind::Pointer(to) => to,
            TypeKind::Array(element, _) => element,
            TypeKind::Function(id) => p.types.fns[id].ret,
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Vector(..)
            | TypeKind::Record(_)
            | TypeKind::Alias(_) => return ty,
        }
    }
}
