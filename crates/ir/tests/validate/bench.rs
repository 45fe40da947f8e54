//! A program to spoil: a main function, some variables, and short ways to add raw nodes.

use assay_ir::validate::ViolationKind;
use assay_ir::*;

/// A kind of violation, and what it takes to have it. For the good twin, the same without it.
pub type Case = (ViolationKind, fn(&mut Bench));

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Twin {
    Bad,
    Good,
}

pub struct Bench {
    pub p: Program,
    pub twin: Twin,
    pub main: FuncId,
    pub body: BlockId,
}

impl Bench {
    pub fn new(twin: Twin) -> Bench {
        Bench::on(Target::LP64, twin)
    }

    pub fn on(target: Target, twin: Twin) -> Bench {
        let mut p = Program::new(target);
        let ty = p.fn_type(Ty::INT, &[]);
        let main = p.add_func("main", ty, &[]);
        let body = p.push_block(Vec::new());
        p.funcs[main].body = Some(body);
        Bench { p, twin, main, body }
    }

    pub fn bad(&self) -> bool {
        self.twin == Twin::Bad
    }

    /// One or the other, by the twin. What is made for the other is not part of the program.
    pub fn or<T>(&self, bad: T, good: T) -> T {
        if self.bad() { bad } else { good }
    }

    // --- variables ---

    /// A local variable that is declared in main's block.
    pub fn local(&mut self, name: &str, ty: Ty) -> VarId {
        let var = self.undeclared(name, ty);
        self.p.append(self.body, Stmt::Decl(var));
        var
    }

    pub fn undeclared(&mut self, name: &str, ty: Ty) -> VarId {
        self.p.add_local(name, ty, Storage::Auto, self.main)
    }

    /// A new local variable of the type, named.
    pub fn new_var(&mut self, ty: Ty) -> ExprId {
        let name = format!("v{}", self.p.vars.len());
        let var = self.local(&name, ty);
        self.p.var(var)
    }

    pub fn global(&mut self, name: &str, ty: Ty, storage: Storage) -> VarId {
        self.p.add_global(name, ty, storage, None)
    }

    /// A static variable with the initial value.
    pub fn static_with(&mut self, ty: Ty, value: ExprId) -> VarId {
        let init = self.p.push_init(Init::Expr(value));
        let name = format!("g{}", self.p.vars.len());
        self.p.add_global(&name, ty, Storage::Static, Some(init))
    }

    /// A local variable with the initialiser.
    pub fn with_init(&mut self, ty: Ty, init: Init) -> VarId {
        let init = self.p.push_init(init);
        let name = format!("v{}", self.p.vars.len());
        let var = self.undeclared(&name, ty);
        self.p.vars[var].init = Some(init);
        self.p.append(self.body, Stmt::Decl(var));
        var
    }

    // --- types ---

    pub fn ptr(&mut self, to: Ty) -> Ty {
        self.p.types.pointer(to)
    }

    pub fn konst(&mut self, ty: Ty) -> Ty {
        self.p.types.qualify(ty, Quals::CONST)
    }

    pub fn array(&mut self, element: Ty, len: u64) -> Ty {
        self.p.types.array(element, len)
    }

    /// Gives main a variable that points to the type, so that the program mentions it.
    pub fn mention(&mut self, ty: Ty) {
        let ty = self.ptr(ty);
        self.new_var(ty);
    }

    pub fn incomplete(&mut self) -> Ty {
        let tag = self.p.names.intern("opaque");
        let id = self.p.types.declare_record(tag, RecordKind::Struct);
        self.p.types.record_type(id)
    }

    pub fn field(&mut self, name: &str, ty: Ty, bits: Option<u8>) -> Field {
        let name = if name.is_empty() { None } else { Some(self.p.names.intern(name)) };
        Field { name, ty, bits }
    }

    pub fn record(&mut self, kind: RecordKind, tag: &str, fields: Vec<Field>) -> Ty {
        let tag = self.p.names.intern(tag);
        let id = self.p.types.declare_record(tag, kind);
        self.p.types.complete_record(id, fields);
        self.p.types.record_type(id)
    }

    /// `struct s { int x; unsigned b : 3; unsigned long w : 40; int a[2]; const int k; }`, or without the last.
    pub fn sample(&mut self) -> Ty {
        let pair = self.array(Ty::INT, 2);
        let fields = vec![
            self.field("x", Ty::INT, None),
            self.field("b", Ty::UINT, Some(3)),
            self.field("w", Ty::ULONG, Some(40)),
            self.field("a", pair, None),
        ];
        self.record(RecordKind::Struct, "sample", fields)
    }

    pub fn fn_ptr(&mut self) -> Ty {
        let f = self.p.fn_type(Ty::INT, &[]);
        self.ptr(f)
    }

    // --- expressions ---

    pub fn raw(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.p.push_expr(kind, ty)
    }

    pub fn int(&mut self, value: u64) -> ExprId {
        self.p.int_lit(value, IntKind::Int)
    }

    pub fn float(&mut self) -> ExprId {
        self.p.float_lit(FloatKind::Double, 1.5f64.to_bits().into(), false)
    }

    pub fn null(&mut self) -> ExprId {
        let zero = self.int(0);
        let ty = self.ptr(Ty::VOID);
        self.raw(ExprKind::Cast(zero), ty)
    }

    pub fn convert(&mut self, e: ExprId, ty: Ty) -> ExprId {
        self.raw(ExprKind::Convert(e), ty)
    }

    /// A call of a new function `void f(void)`.
    pub fn void_call(&mut self) -> ExprId {
        let ty = self.p.fn_type(Ty::VOID, &[]);
        let name = format!("f{}", self.p.funcs.len());
        let f = self.p.add_func(&name, ty, &[]);
        self.p.call_func(f, &[]).unwrap()
    }

    /// A call of a new function that returns the type.
    pub fn call_of(&mut self, ret: Ty) -> ExprId {
        let ty = self.p.fn_type(ret, &[]);
        let name = format!("f{}", self.p.funcs.len());
        let f = self.p.add_func(&name, ty, &[]);
        let callee = self.p.func(f);
        let args = self.p.push_args(&[]);
        self.raw(ExprKind::Call { callee, args }, ret)
    }

    /// Adds a statement that evaluates the expression.
    pub fn eval(&mut self, e: ExprId) {
        self.p.append(self.body, Stmt::Expr(e));
    }

    pub fn eval_raw(&mut self, kind: ExprKind, ty: Ty) {
        let e = self.raw(kind, ty);
        self.eval(e);
    }

    pub fn stmt(&mut self, stmt: Stmt) {
        self.p.append(self.body, stmt);
    }

    /// Another function, with an empty body.
    pub fn other(&mut self) -> FuncId {
        let ty = self.p.fn_type(Ty::VOID, &[]);
        let f = self.p.add_func("other", ty, &[]);
        self.p.funcs[f].body = Some(self.p.push_block(Vec::new()));
        f
    }
}
