//! The edits of one copy, by what they are about.

use crate::edit::{Edit, Lit, Part, Whole};
use ir::{BinaryOp, ExprId, FuncId, InitId, LabelId, ObjectPath, RecordId, StmtId, Ty, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, Debug)]
pub(super) enum StmtEdit {
    Drop,
    Unwrap(Part),
    Inline,
    Unroll(u32),
    PrintOne(usize),
    Abort(Lit),
}

#[derive(Clone, Debug)]
pub(super) enum ExprEdit {
    Literal(Lit),
    Operand(usize),
    Place(ObjectPath),
    Operator(BinaryOp),
    PlainAssign,
    Unguard,
}

#[derive(Clone, Debug)]
pub(super) enum VarEdit {
    Drop(StandIn),
    Split(Vec<u32>),
    AnyField(u32),
    Merge(VarId),
    Retype(Ty),
    RetypeLeaf(Ty),
    Element,
    OnlyField(u32),
    Length(u64),
    Local(Lit),
}

/// What is in the place of something that is gone.
#[derive(Clone, Copy, Debug)]
pub(super) enum StandIn {
    Lit(Lit),
    Expr(ExprId),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FieldEdit {
    Drop,
    Retype(Ty),
}

#[derive(Default)]
pub(super) struct Table {
    pub stmts: FxHashMap<StmtId, StmtEdit>,
    pub plain_stmts: FxHashSet<StmtId>,
    pub exprs: FxHashMap<ExprId, ExprEdit>,
    pub vars: FxHashMap<VarId, VarEdit>,
    pub labels: FxHashSet<LabelId>,
    pub no_init: FxHashSet<VarId>,
    pub plain_vars: FxHashSet<VarId>,
    /// Globals that become local to a function.
    pub local_to: FxHashMap<VarId, FuncId>,
    pub items: FxHashSet<(InitId, u32)>,
    pub dropped_funcs: FxHashSet<FuncId>,
    pub plain_funcs: FxHashSet<FuncId>,
    pub returns: FxHashMap<FuncId, Ty>,
    pub fields: FxHashMap<(RecordId, u32), FieldEdit>,
    pub no_bits: FxHashSet<(RecordId, u32)>,
    pub types: FxHashMap<Ty, Ty>,
    pub unrecorded: FxHashMap<RecordId, u32>,
    pub plain_records: FxHashSet<RecordId>,
    pub watch: Vec<ObjectPath>,
    whole: Vec<Whole>,
}

impl Table {
    pub fn new(edits: &[Edit]) -> Table {
        let mut table = Table::default();
        for edit in edits {
            table.add(edit);
        }
        table
    }

    pub fn whole(&self, what: Whole) -> bool {
        self.whole.contains(&what)
    }

    /// Whether the variable has no object in the copy.
    pub fn is_gone(&self, var: VarId) -> bool {
        matches!(self.vars.get(&var), Some(VarEdit::Drop(_) | VarEdit::Merge(_)))
    }

    /// Whether the parameter is none in the copy.
    pub fn is_no_param(&self, var: VarId) -> bool {
        self.is_gone(var) || matches!(self.vars.get(&var), Some(VarEdit::Local(_)))
    }

    fn add(&mut self, edit: &Edit) {
        match edit {
            Edit::Drop(s) => drop(self.stmts.insert(*s, StmtEdit::Drop)),
            Edit::Unwrap(s, part) => drop(self.stmts.insert(*s, StmtEdit::Unwrap(*part))),
            Edit::Inline(s) => drop(self.stmts.insert(*s, StmtEdit::Inline)),
            Edit::Unroll(s, times) => drop(self.stmts.insert(*s, StmtEdit::Unroll(*times))),
            Edit::PrintOne(s, n) => drop(self.stmts.insert(*s, StmtEdit::PrintOne(*n))),
            Edit::Abort(s, lit) => drop(self.stmts.insert(*s, StmtEdit::Abort(*lit))),
            Edit::PlainStmt(s) => drop(self.plain_stmts.insert(*s)),
            Edit::DropLabel(l) => drop(self.labels.insert(*l)),
            Edit::Literal(e, lit) => drop(self.exprs.insert(*e, ExprEdit::Literal(*lit))),
            Edit::Operand(e, n) => drop(self.exprs.insert(*e, ExprEdit::Operand(*n))),
            Edit::Place(e, target) => drop(self.exprs.insert(*e, ExprEdit::Place(target.clone()))),
            Edit::Operator(e, op) => drop(self.exprs.insert(*e, ExprEdit::Operator(*op))),
            Edit::PlainAssign(e) => drop(self.exprs.insert(*e, ExprEdit::PlainAssign)),
            Edit::Unguard(e) => drop(self.exprs.insert(*e, ExprEdit::Unguard)),
            Edit::DropVar(v, lit) => drop(self.vars.insert(*v, VarEdit::Drop(StandIn::Lit(*lit)))),
            Edit::Forward(v, e) => drop(self.vars.insert(*v, VarEdit::Drop(StandIn::Expr(*e)))),
            Edit::Split(v, parts) => drop(self.vars.insert(*v, VarEdit::Split(parts.clone()))),
            Edit::AnyField(v, n) => drop(self.vars.insert(*v, VarEdit::AnyField(*n))),
            Edit::Merge(v, into) => drop(self.vars.insert(*v, VarEdit::Merge(*into))),
            Edit::Retype(v, ty) => drop(self.vars.insert(*v, VarEdit::Retype(*ty))),
            Edit::RetypeLeaf(v, ty) => drop(self.vars.insert(*v, VarEdit::RetypeLeaf(*ty))),
            Edit::Element(v) => drop(self.vars.insert(*v, VarEdit::Element)),
            Edit::OnlyField(v, n) => drop(self.vars.insert(*v, VarEdit::OnlyField(*n))),
            Edit::Length(v, n) => drop(self.vars.insert(*v, VarEdit::Length(*n))),
            Edit::LocalParam(v, lit) => drop(self.vars.insert(*v, VarEdit::Local(*lit))),
            Edit::DropInit(v) => drop(self.no_init.insert(*v)),
            Edit::DropItem(i, n) => drop(self.items.insert((*i, *n))),
            Edit::LocalGlobal(v, f) => drop(self.local_to.insert(*v, *f)),
            Edit::PlainVar(v) => drop(self.plain_vars.insert(*v)),
            Edit::DropFunc(f) => drop(self.dropped_funcs.insert(*f)),
            Edit::Returns(f, ty) => drop(self.returns.insert(*f, *ty)),
            Edit::PlainFunc(f) => drop(self.plain_funcs.insert(*f)),
            Edit::DropField(r, n) => drop(self.fields.insert((*r, *n), FieldEdit::Drop)),
            Edit::RetypeField(r, n, ty) => drop(self.fields.insert((*r, *n), FieldEdit::Retype(*ty))),
            Edit::NoBits(r, n) => drop(self.no_bits.insert((*r, *n))),
            Edit::Unrecord(r, n) => drop(self.unrecorded.insert(*r, *n)),
            Edit::PlainRecord(r) => drop(self.plain_records.insert(*r)),
            Edit::Everywhere(from, to) => drop(self.types.insert(*from, *to)),
            Edit::Watch(target) => self.watch.push(target.clone()),
            Edit::Whole(what) => self.whole.push(*what),
        }
    }
}
