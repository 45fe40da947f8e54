//! Guards: an operation that gives its left operand where the operation would be undefined. Before a program is
//! printed they become ordinary representation, so that the printer knows nothing of them and a program that is
//! read back prints as it did before: a conditional in place, or a call of a helper function.
//!
//! A macro is a call as well, of a function that is printed as a `#define`. `read` knows it by its name, and makes
//! that function of it again.

mod condition;
mod key;
mod macros;
mod site;

use crate::names::fresh;
use crate::options::EmitError;
use ir::{
    Expr, ExprId, ExprKind, ExprList, FuncId, GuardStyle, Init, InitId, Program, Stmt, Storage, Ty, VarId,
};
use key::{GuardOp, Key, is_guardable};
use rustc_hash::FxHashMap;
use site::{Site, typed};

/// An operand is written in place several times if it has no more nodes than this.
const MAX_REPEATED_NODES: usize = 4;

/// A program without guards.
pub(crate) struct Lowered {
    pub program: Program,
    /// The functions that are macros. Their body is one `return`.
    pub macros: Vec<FuncId>,
    /// How many functions are the program's own; the helpers are behind them.
    own: usize,
}

impl Lowered {
    /// The functions to print, helpers first.
    pub fn functions(&self) -> Vec<FuncId> {
        let ids: Vec<FuncId> = self.program.funcs.ids().collect();
        let (own, helpers) = ids.split_at(self.own);
        helpers.iter().chain(own).copied().filter(|id| !self.macros.contains(id)).collect()
    }
}

/// The program as it is printed, with every guard written out; nothing if it has none.
pub fn written_out(p: &Program) -> Result<Option<Program>, EmitError> {
    Ok(lower(p)?.map(|lowered| lowered.program))
}

/// The program with all guards replaced, or nothing if it has neither guards nor macros.
pub(crate) fn lower(p: &Program) -> Result<Option<Lowered>, EmitError> {
    let macros = macros::writable(p);
    if macros.is_empty() && !p.exprs.iter().any(|(_, e)| matches!(e.kind, ExprKind::Guard(..))) {
        return Ok(None);
    }
    let mut lower = Lower {
        p: p.clone(),
        helpers: FxHashMap::default(),
        macros,
        within: None,
        kept: Vec::new(),
        error: None,
    };
    for func in p.funcs.ids() {
        if let Some(body) = p.funcs[func].body {
            lower.within = Some(func);
            lower.block(body);
            lower.declare(body);
        }
    }
    lower.within = None;
    p.globals.iter().for_each(|var| lower.var(*var));
    // By name, because a reader meets them in another order.
    lower.macros.sort_by_key(|func| lower.p.name(lower.p.funcs[*func].name).to_owned());
    match lower.error {
        None => Ok(Some(Lowered { program: lower.p, macros: lower.macros, own: p.funcs.len() })),
        Some(error) => Err(error),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum HelperKind {
    Function,
    Macro,
}

impl HelperKind {
    fn name(self, key: Key) -> String {
        match self {
            HelperKind::Function => format!("guard_{}", key.name()),
            HelperKind::Macro => format!("GUARD_{}", key.name().to_uppercase()),
        }
    }
}

/// What becomes of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The operation is never undefined.
    Raw,
    Inline,
    Helper(HelperKind),
    /// A macro, of operands that are evaluated before it.
    Kept,
}

struct Lower {
    p: Program,
    helpers: FxHashMap<(HelperKind, Key), FuncId>,
    macros: Vec<FuncId>,
    /// The function that is walked, and what is to be declared at its start: operands of macros that can be written only once.
    within: Option<FuncId>,
    kept: Vec<VarId>,
    /// The first thing that went wrong.
    error: Option<EmitError>,
}

/// The walk over what is printed: nodes that nothing refers to any more stay as they are.
impl Lower {
    fn block(&mut self, block: ir::BlockId) {
        for i in 0..self.p.blocks[block].len() {
            let stmt = self.p.stmts[self.p.blocks[block][i]];
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: Stmt) {
        if let Stmt::Decl(var) = stmt {
            self.var(var);
        }
        stmt.for_each_expr(|e| {
            self.expr(e);
        });
        stmt.for_each_block(|block| self.block(block));
    }

    fn var(&mut self, var: VarId) {
        if let Some(init) = self.p.vars[var].init {
            self.init(init);
        }
    }

    fn init(&mut self, init: InitId) {
        let items = match &self.p.inits[init] {
            Init::Expr(e) => {
                let e = *e;
                self.expr(e);
                return;
            }
            Init::List(items) => items.clone(),
        };
        items.iter().for_each(|item| self.init(item.init));
    }

    /// Lowers a tree from its leaves up; whether there was a guard in it.
    fn expr(&mut self, e: ExprId) -> bool {
        let Expr { kind, ty, .. } = self.p.exprs[e];
        let mut changed = false;
        kind.for_each_operand(|operand| changed |= self.expr(operand));
        if let Some(list) = kind.list() {
            changed |= self.args(list);
        }
        if let ExprKind::CompoundLit(var) = kind {
            self.var(var);
        }
        if let ExprKind::Stmts(block) = kind {
            self.block(block);
        }
        if let ExprKind::Guard(raw, style) = kind {
            self.guard(e, raw, style);
            return true;
        }
        if changed {
            // A call below has effects that the operation had not.
            self.p.set_expr(e, kind, ty);
        }
        changed
    }

    fn args(&mut self, args: ExprList) -> bool {
        let mut changed = false;
        for i in 0..args.len() {
            changed |= self.expr(self.p.args(args)[i]);
        }
        changed
    }
}

/// One guard.
impl Lower {
    fn guard(&mut self, e: ExprId, raw: ExprId, style: GuardStyle) {
        let lowered = match Key::of(&self.p, raw) {
            Some(key) => self.lowered(key, raw, style),
            None if is_guardable(&self.p, raw) => raw,
            None => {
                self.error.get_or_insert(EmitError::NotGuardable);
                return;
            }
        };
        // The node moves to the guard's place, and nothing refers to its own any more.
        self.p.set_copy(e, lowered);
    }

    fn lowered(&mut self, key: Key, raw: ExprId, style: GuardStyle) -> ExprId {
        match self.form(key, raw, style) {
            Form::Raw => raw,
            Form::Inline => self.inline(key, raw),
            Form::Helper(kind) => self.call(key, raw, kind),
            Form::Kept => self.kept(key, raw),
        }
    }

    fn form(&self, key: Key, raw: ExprId, style: GuardStyle) -> Form {
        if style == GuardStyle::Function {
            return Form::Helper(HelperKind::Function);
        }
        if !key.is_partial(&self.p) {
            return Form::Raw;
        }
        let mut repeatable = true;
        self.p.exprs[raw].kind.for_each_operand(|e| repeatable &= self.is_repeatable(e));
        match style {
            GuardStyle::Inline if repeatable => Form::Inline,
            GuardStyle::Macro if repeatable => Form::Helper(HelperKind::Macro),
            GuardStyle::Macro if self.within.is_some() => Form::Kept,
            GuardStyle::Inline | GuardStyle::Macro | GuardStyle::Function => {
                Form::Helper(HelperKind::Function)
            }
        }
    }

    fn is_repeatable(&self, e: ExprId) -> bool {
        self.nodes_left(e, MAX_REPEATED_NODES).is_some()
    }

    /// What is left of the limit, if the expression stays within it and is pure, also where it is not evaluated.
    fn nodes_left(&self, e: ExprId, limit: usize) -> Option<usize> {
        let e = site::written(&self.p, e);
        if !self.p.is_pure(e) {
            return None;
        }
        let mut left = Some(limit.checked_sub(1)?);
        self.p.for_each_child(e, |child| left = left.and_then(|left| self.nodes_left(child, left)));
        left
    }

    fn inline(&mut self, key: Key, raw: ExprId) -> ExprId {
        let (a, b) = operands(&self.p, raw);
        let to = self.p.ty(raw);
        let mut site = Site { p: &mut self.p, key, a, b };
        if key.op == GuardOp::Cast {
            return site.checked_cast(to);
        }
        site.checked(raw)
    }

    /// The operands move from the operation to the call.
    fn call(&mut self, key: Key, raw: ExprId, kind: HelperKind) -> ExprId {
        let (a, b) = operands(&self.p, raw);
        let func = self.helper(key, kind);
        let mut args = vec![a];
        if !key.is_unary() {
            args.push(b);
        }
        if kind == HelperKind::Macro {
            // A function converts its arguments; a macro does not.
            let types = [key.left, key.right];
            args = args.iter().zip(types).map(|(e, ty)| site::in_type(&mut self.p, *e, ty)).collect();
        }
        typed(self.p.call_func(func, &args))
    }

    /// `(t_1 = a, t_2 = b, GUARD_ADD_INT(t_1, t_2))`: a macro evaluates its arguments as often as it mentions them.
    fn kept(&mut self, key: Key, raw: ExprId) -> ExprId {
        let (a, b) = operands(&self.p, raw);
        let func = self.helper(key, HelperKind::Macro);
        let given = if key.is_unary() { vec![(a, key.left)] } else { vec![(a, key.left), (b, key.right)] };
        let (mut before, mut args) = (Vec::new(), Vec::new());
        for (e, ty) in given {
            if self.is_repeatable(e) {
                args.push(site::in_type(&mut self.p, e, ty));
                continue;
            }
            let var = self.temporary(ty.ty());
            let place = self.p.var(var);
            let value = site::in_type(&mut self.p, e, ty);
            before.push(typed(self.p.assign(place, value)));
            args.push(self.p.var(var));
        }
        let call = typed(self.p.call_func(func, &args));
        before.into_iter().rev().fold(call, |last, first| self.p.comma(first, last))
    }

    /// A local of the function that is walked.
    fn temporary(&mut self, ty: Ty) -> VarId {
        let func = self.within.expect("only asked for within a function");
        let name = fresh(&self.p, &format!("t_{}", self.p.vars.len()));
        let var = self.p.add_local(&name, ty, Storage::Auto, func);
        self.kept.push(var);
        var
    }

    /// Declares what the function's guards need, at its start.
    fn declare(&mut self, body: ir::BlockId) {
        for var in std::mem::take(&mut self.kept).into_iter().rev() {
            let stmt = self.p.push_stmt(Stmt::Decl(var));
            self.p.blocks[body].insert(0, stmt);
        }
    }

    fn helper(&mut self, key: Key, kind: HelperKind) -> FuncId {
        if let Some(known) = self.helpers.get(&(kind, key)) {
            return *known;
        }
        let func = self.new_helper(key, kind);
        self.helpers.insert((kind, key), func);
        if kind == HelperKind::Macro {
            self.p.funcs[func].is_macro = true;
            self.macros.push(func);
        }
        func
    }

    fn new_helper(&mut self, key: Key, kind: HelperKind) -> FuncId {
        let arity = if key.is_unary() { 1 } else { 2 };
        let types = [key.left.ty(), key.right.ty()];
        let p = &mut self.p;
        let name = fresh(p, &kind.name(key));
        let ty = p.fn_type(key.result().ty(), &types[..arity]);
        let func = p.add_func(&name, ty, &["a", "b"][..arity]);
        let params: Vec<ExprId> = p.params(func).to_vec().into_iter().map(|var| p.var(var)).collect();
        let value = Site { p, key, a: params[0], b: params[arity - 1] }.helper_value();
        let body = p.push_block(Vec::new());
        typed(p.return_value(body, func, value));
        p.funcs[func].body = Some(body);
        p.funcs[func].is_static = true;
        func
    }
}

/// The operands of the operation; one that has a single operand has it twice.
fn operands(p: &Program, raw: ExprId) -> (ExprId, ExprId) {
    let mut found = [raw; 2];
    let mut n = 0;
    p.exprs[raw].kind.for_each_operand(|e| {
        found[n] = e;
        n += 1;
    });
    if n == 1 { (found[0], found[0]) } else { (found[0], found[1]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{BinaryOp, IntKind, Target, UnaryOp};

    const STYLES: [GuardStyle; 3] = [GuardStyle::Inline, GuardStyle::Function, GuardStyle::Macro];
    const OPS: [BinaryOp; 4] = [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Shl];
    const TYPES: [Ty; 5] = [Ty::UCHAR, Ty::INT, Ty::UINT, Ty::LONG, Ty::INT128];

    fn guarded(p: &mut Program, raw: ExprId, style: GuardStyle) -> ExprId {
        let ty = p.value_type(raw);
        p.push_expr(ExprKind::Guard(raw, style), ty)
    }

    /// `x op y`, `-(x op y)` and `(int)d`, all of them guarded.
    fn program(style: GuardStyle) -> Program {
        let mut p = Program::new(Target::LP64);
        let vars: Vec<VarId> = TYPES
            .iter()
            .enumerate()
            .map(|(i, ty)| p.add_global(&format!("g_{i}"), *ty, Storage::Global, None))
            .collect();
        let d = p.add_global("d", Ty::DOUBLE, Storage::Global, None);
        let ty = p.fn_type(Ty::VOID, &[]);
        let f = p.add_func("f", ty, &[]);
        let body = p.push_block(Vec::new());
        p.funcs[f].body = Some(body);
        for x in &vars {
            for (y, op) in vars.iter().flat_map(|y| OPS.map(|op| (y, op))) {
                let (a, b) = (p.var(*x), p.var(*y));
                let raw = typed(p.binary(op, a, b));
                let e = guarded(&mut p, raw, style);
                let raw = typed(p.unary(UnaryOp::Neg, e));
                let e = guarded(&mut p, raw, style);
                p.expr_stmt(body, e);
            }
            let value = p.var(d);
            let raw = typed(p.cast(value, p.vars[*x].ty));
            let e = guarded(&mut p, raw, style);
            p.expr_stmt(body, e);
        }
        p
    }

    #[test]
    fn what_guards_become_is_valid() {
        for style in STYLES {
            let p = program(style);
            assert!(ir::validate::validate(&p).is_empty());
            let lowered = lower(&p).expect("they can be guarded").expect("there are guards");
            let violations = ir::validate::validate(&lowered.program);
            assert!(violations.is_empty(), "{style:?}: {}", violations[0]);
            assert_eq!(lowered.macros.is_empty(), style != GuardStyle::Macro);
            assert_eq!(lowered.functions().last(), p.func_named("f").as_ref());
        }
    }

    #[test]
    fn without_guards_there_is_nothing_to_do() {
        let mut p = Program::new(Target::LP64);
        p.int_lit(1, IntKind::Int);
        assert!(lower(&p).expect("nothing goes wrong").is_none());
    }
}
