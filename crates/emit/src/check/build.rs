//! Small steps from which both checks are built. All operands have types that fit, so nothing can fail.

use super::Helpers;
use ir::build::TypeError;
use ir::{
    Attrs, BinaryOp, BlockId, Builtin, ExprId, FuncId, IncDec, Init, InitItem, IntKind, LitStyle, Program,
    Quals, Stmt, Storage, Ty, VarId,
};

/// A table of constants that are taken one after the other.
#[derive(Clone, Copy)]
pub(super) struct Table {
    values: VarId,
    taken: VarId,
}

pub(super) struct Build<'p> {
    pub p: &'p mut Program,
    /// The 64-bit types of the target; `long` where that has 64 bits, so that C90 has them too.
    pub signed: Ty,
    pub unsigned: Ty,
    helpers: Helpers,
}

/// The check is made by this crate, and typed right.
pub(super) fn typed<T>(built: Result<T, TypeError>) -> T {
    built.expect("the check is well typed")
}

impl<'p> Build<'p> {
    pub fn new(p: &'p mut Program, helpers: Helpers) -> Self {
        let kind = p.target().exact(64, true).unwrap_or(IntKind::LongLong);
        Build { p, signed: Ty::int(kind), unsigned: Ty::int(kind.to_unsigned()), helpers }
    }

    /// A name that the program does not use.
    pub fn fresh(&self, wanted: &str) -> String {
        crate::names::fresh(self.p, wanted)
    }

    // --- declarations ---

    pub fn main(&mut self, params: &[(&str, Ty)]) -> (FuncId, BlockId) {
        self.define("main", Ty::INT, params)
    }

    /// A static function whose name is ours.
    pub fn helper(&mut self, name: &str, params: &[(&str, Ty)]) -> (FuncId, BlockId) {
        self.function(name, Ty::VOID, params)
    }

    /// The same with a result.
    pub fn function(&mut self, name: &str, ret: Ty, params: &[(&str, Ty)]) -> (FuncId, BlockId) {
        let name = self.fresh(name);
        let (func, body) = self.define(&name, ret, params);
        self.p.funcs[func].is_static = true;
        if self.helpers == Helpers::OutOfLine {
            self.p.funcs[func].attrs = Attrs::NOINLINE;
        }
        (func, body)
    }

    fn define(&mut self, name: &str, ret: Ty, params: &[(&str, Ty)]) -> (FuncId, BlockId) {
        let types: Vec<Ty> = params.iter().map(|(_, ty)| *ty).collect();
        let names: Vec<&str> = params.iter().map(|(name, _)| *name).collect();
        let ty = self.p.fn_type(ret, &types);
        let func = self.p.add_func(name, ty, &names);
        let body = self.p.push_block(Vec::new());
        self.p.funcs[func].body = Some(body);
        (func, body)
    }

    pub fn param(&mut self, func: FuncId, n: usize) -> ExprId {
        let var = self.p.params(func)[n];
        self.p.var(var)
    }

    pub fn global(&mut self, name: &str, ty: Ty, value: ExprId) -> VarId {
        let init = self.p.push_init(Init::Expr(value));
        let name = self.fresh(name);
        self.p.add_global(&name, ty, Storage::Static, Some(init))
    }

    /// A table of constants, and a counter that says how many of them have been taken.
    pub fn table(&mut self, name: &str, element: Ty, values: &[ExprId]) -> Table {
        let element = self.p.types.qualify(element, Quals::CONST);
        let ty = self.p.types.array(element, values.len() as u64);
        let item = |p: &mut Program, (n, value): (usize, &ExprId)| InitItem {
            place: n as u32,
            init: p.push_init(Init::Expr(*value)),
            designated: false,
        };
        let items = values.iter().enumerate().map(|entry| item(self.p, entry)).collect();
        let init = self.p.push_init(Init::List(items));
        let fresh = self.fresh(name);
        let values = self.p.add_global(&fresh, ty, Storage::Static, Some(init));
        let zero = self.int(0);
        let taken = self.global(&format!("{name}_taken"), Ty::INT, zero);
        Table { values, taken }
    }

    /// `table[taken++]`
    pub fn take(&mut self, table: Table) -> ExprId {
        let taken = self.p.var(table.taken);
        let index = typed(self.p.inc_dec(IncDec::PostInc, taken));
        let values = self.p.var(table.values);
        typed(self.p.index(values, index))
    }

    // --- statements ---

    pub fn call_entry(&mut self, block: BlockId, entry: FuncId) {
        self.call(block, entry, &[]);
    }

    pub fn call(&mut self, block: BlockId, func: FuncId, args: &[ExprId]) {
        let call = typed(self.p.call_func(func, args));
        self.p.expr_stmt(block, call);
    }

    pub fn printf(&mut self, block: BlockId, format: &str, args: &[ExprId]) {
        let printf = self.p.builtin(Builtin::Printf);
        let mut all = vec![self.text(format)];
        all.extend(args);
        self.call(block, printf, &all);
    }

    pub fn assign(&mut self, block: BlockId, to: ExprId, value: ExprId) {
        let assign = typed(self.p.assign(to, value));
        self.p.expr_stmt(block, assign);
    }

    /// An `if` without `else`; gives the block to fill.
    pub fn when(&mut self, block: BlockId, cond: ExprId) -> BlockId {
        let cond = typed(self.p.condition(cond));
        let then = self.p.push_block(Vec::new());
        self.p.append(block, Stmt::If { cond, then, els: None });
        then
    }

    /// An `if` with `else`; gives the blocks to fill.
    pub fn either(&mut self, block: BlockId, cond: ExprId) -> (BlockId, BlockId) {
        let cond = typed(self.p.condition(cond));
        let (then, els) = (self.p.push_block(Vec::new()), self.p.push_block(Vec::new()));
        self.p.append(block, Stmt::If { cond, then, els: Some(els) });
        (then, els)
    }

    /// `for (var = 0; var < len; var++)`; gives the block to fill.
    pub fn count(&mut self, block: BlockId, var: VarId, len: u64) -> BlockId {
        let init = self.p.push_block(Vec::new());
        let (v, zero) = (self.p.var(var), self.int(0));
        self.assign(init, v, zero);
        let (v, len) = (self.p.var(var), self.int(len));
        let cond = self.binary(BinaryOp::Lt, v, len);
        let v = self.p.var(var);
        let step = typed(self.p.inc_dec(IncDec::PostInc, v));
        let body = self.p.push_block(Vec::new());
        self.p.append(block, Stmt::For { init, cond: Some(cond), step: Some(step), body });
        body
    }

    pub fn return_zero(&mut self, func: FuncId, block: BlockId) {
        let zero = self.int(0);
        typed(self.p.return_value(block, func, zero));
    }

    // --- expressions ---

    pub fn int(&mut self, value: u64) -> ExprId {
        self.p.int_lit(value, IntKind::Int)
    }

    pub fn text(&mut self, text: &str) -> ExprId {
        self.p.str_lit(text.as_bytes())
    }

    pub fn hex(&mut self, value: u64) -> ExprId {
        let kind = self.p.types.int_kind(self.unsigned).unwrap_or(IntKind::ULongLong);
        self.p.int_lit_styled(value, kind, LitStyle::HEX)
    }

    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        typed(self.p.binary(op, a, b))
    }

    pub fn shifted(&mut self, value: ExprId, by: u64) -> ExprId {
        let by = self.int(by);
        self.binary(BinaryOp::Shr, value, by)
    }

    pub fn cast(&mut self, value: ExprId, ty: Ty) -> ExprId {
        typed(self.p.cast(value, ty))
    }

    /// The two halves of a 64-bit value, as `%08lx%08lx` wants them: every standard can print those. The value
    /// is made anew for each.
    pub fn halves(&mut self, mut value: impl FnMut(&mut Self) -> ExprId) -> [ExprId; 2] {
        let high = value(self);
        let high = self.shifted(high, 32);
        let (low, mask) = (value(self), self.hex(0xffff_ffff));
        let low = self.binary(BinaryOp::And, low, mask);
        [self.cast(high, Ty::ULONG), self.cast(low, Ty::ULONG)]
    }

    /// How `printf` writes the 64-bit types: signed and unsigned.
    pub fn formats(&self) -> [&'static str; 2] {
        if self.signed == Ty::LONG { ["%ld", "%lu"] } else { ["%lld", "%llu"] }
    }
}
