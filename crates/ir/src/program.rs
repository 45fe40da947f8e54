//! A whole program: arenas of everything, and the bookkeeping that keeps them consistent.
//! How typed expressions are made is in [`crate::build`]; whether a program is valid C, in [`crate::validate`].

use crate::asm::Asm;
use crate::decl::{Builtin, Func, Init, Label, Storage, Var};
use crate::expr::{BinaryOp, Effects, Expr, ExprKind, ExprList};
use crate::ids::{
    Arena, AsmId, BlockId, ExprId, FloatId, FuncId, InitId, LabelId, StmtId, StrId, Symbol, VarId,
};
use crate::stmt::Stmt;
use crate::target::{FloatKind, Target};
use crate::types::{FnType, Ty, TypeKind, Types};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Interned identifiers.
#[derive(Clone, Default)]
pub struct Names {
    texts: Arena<Symbol, Arc<str>>,
    known: FxHashMap<Arc<str>, Symbol>,
}

impl Names {
    /// The symbol of a text, which is remembered if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.known.get(text) {
            return *symbol;
        }
        let text: Arc<str> = text.into();
        let symbol = self.texts.push(text.clone());
        self.known.insert(text, symbol);
        symbol
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol]
    }

    /// The symbol of a text, if it is known.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.known.get(text).copied()
    }
}

/// A floating constant: its exact value, not its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatLit {
    /// The type that its suffix gives it.
    pub kind: FloatKind,
    /// In the format that the target gives the kind.
    pub bits: u128,
    /// Written as `0x1.8p+1`.
    pub hex: bool,
}

/// A string literal without its final zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrLit {
    /// The bytes without the final zero.
    pub bytes: Vec<u8>,
}

/// The expressions of a program. Everybody can read them; only the program changes one, so that each knows its effects.
#[derive(Clone)]
pub struct Nodes(Arena<ExprId, Expr>);

impl std::ops::Deref for Nodes {
    type Target = Arena<ExprId, Expr>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::ops::Index<ExprId> for Nodes {
    type Output = Expr;

    #[inline]
    fn index(&self, id: ExprId) -> &Expr {
        &self.0[id]
    }
}

/// A translation unit: types and names, and arenas of everything that is declared and done.
#[derive(Clone)]
pub struct Program {
    /// The types, and the target that they are for.
    pub types: Types,
    /// The names of everything.
    pub names: Names,
    /// All expressions; a node may only be in one place. They change through [`Program::set_expr`] and its like alone.
    pub exprs: Nodes,
    args: Vec<ExprId>,
    /// All statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// The statements of each block, in order.
    pub blocks: Arena<BlockId, Vec<StmtId>>,
    /// All variables and parameters.
    pub vars: Arena<VarId, Var>,
    /// All initialisers.
    pub inits: Arena<InitId, Init>,
    /// All functions, those that are only declared included.
    pub funcs: Arena<FuncId, Func>,
    /// All labels.
    pub labels: Arena<LabelId, Label>,
    /// All string literals.
    pub strings: Arena<StrId, StrLit>,
    /// All floating literals.
    pub floats: Arena<FloatId, FloatLit>,
    /// All inline assembly.
    pub asms: Arena<AsmId, Asm>,
    /// GNU's `case 1 ... 5`: the last value, by the statement that is the case of the first.
    pub case_ends: FxHashMap<StmtId, i128>,
    /// `#pragma GCC unroll N`: N, by the loop that it stands before.
    pub unrolls: FxHashMap<StmtId, u32>,
    /// The variables at file scope, in the order of their definitions.
    pub globals: Vec<VarId>,
    /// GNU's `may_alias` was met, which is kept of no type: an access through a wrong one may be allowed.
    pub may_alias: bool,
}

impl Program {
    /// A program without anything in it.
    pub fn new(target: Target) -> Self {
        Program {
            types: Types::new(target),
            names: Names::default(),
            exprs: Nodes(Arena::new()),
            args: Vec::new(),
            stmts: Arena::new(),
            blocks: Arena::new(),
            vars: Arena::new(),
            inits: Arena::new(),
            funcs: Arena::new(),
            labels: Arena::new(),
            strings: Arena::new(),
            floats: Arena::new(),
            asms: Arena::new(),
            case_ends: FxHashMap::default(),
            unrolls: FxHashMap::default(),
            globals: Vec::new(),
            may_alias: false,
        }
    }

    /// The target that its types are for.
    pub fn target(&self) -> &Target {
        self.types.target()
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    // --- expressions ---

    /// Adds a node as it is; [`crate::build`] is the way to make nodes that are typed as C wants.
    pub fn push_expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        let effects = self.effects_of(&kind, ty);
        self.exprs.0.push(Expr { kind, ty, effects })
    }

    /// Makes room for so many more nodes.
    pub fn reserve_exprs(&mut self, nodes: usize) {
        self.exprs.0.reserve(nodes);
    }

    /// Gives a node another type, and the effects that go with it.
    pub fn set_type(&mut self, id: ExprId, ty: Ty) {
        self.set_expr(id, self.exprs[id].kind, ty);
    }

    /// A node becomes what another one is, in the same type; what refers to the other one goes on doing so.
    pub fn set_copy(&mut self, id: ExprId, of: ExprId) {
        self.exprs.0[id] = self.exprs[of];
    }

    /// Forgets the nodes from this one on, which nothing refers to.
    pub fn forget_exprs(&mut self, from: usize) {
        self.exprs.0.truncate(from);
    }

    /// Replaces a node in place. Nodes above it keep the effects they had: see [`Program::refresh_effects`].
    pub fn set_expr(&mut self, id: ExprId, kind: ExprKind, ty: Ty) {
        let effects = self.effects_of(&kind, ty);
        self.exprs.0[id] = Expr { kind, ty, effects };
    }

    /// Puts arguments in a list of their own.
    pub fn push_args(&mut self, args: &[ExprId]) -> ExprList {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        ExprList { start, len: args.len() as u32 }
    }

    /// The expressions of a list.
    #[inline]
    pub fn args(&self, list: ExprList) -> &[ExprId] {
        &self.args[list.start as usize..][..list.len as usize]
    }

    /// The same, to be exchanged; the effects of the node with the list are the caller's to refresh.
    pub fn args_mut(&mut self, list: ExprList) -> &mut [ExprId] {
        &mut self.args[list.start as usize..][..list.len as usize]
    }

    /// Calls `f` with every operand of a node, arguments of calls included, in the order of the text.
    pub fn for_each_child(&self, id: ExprId, mut f: impl FnMut(ExprId)) {
        let kind = self.exprs[id].kind;
        kind.for_each_operand(&mut f);
        if let Some(list) = kind.list() {
            self.args(list).iter().copied().for_each(f);
        }
    }

    fn effects_of(&self, kind: &ExprKind, ty: Ty) -> Effects {
        let mut effects = match kind {
            ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec(..)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. }
            | ExprKind::CompoundLit(_) => Effects::WRITE,
            ExprKind::Call { .. } => Effects::CALL,
            ExprKind::Asm { .. } => Effects::CALL.with(Effects::WRITE),
            ExprKind::Stmts(_) => Effects::CALL.with(Effects::WRITE).with(Effects::VOLATILE),
            // The operand is not evaluated (C17 6.5.3.4p2).
            ExprKind::SizeofExpr(_) => return Effects::NONE,
            _ => Effects::NONE,
        };
        if ty.quals().is_volatile() && !self.types.is_array(ty) {
            effects = effects.with(Effects::VOLATILE);
        }
        let mut add = |e: ExprId| effects = effects.with(self.exprs[e].effects);
        kind.for_each_operand(&mut add);
        if let Some(list) = kind.list() {
            self.args(list).iter().copied().for_each(add);
        }
        if let ExprKind::CompoundLit(var) = kind
            && let Some(init) = self.vars[*var].init
        {
            effects = effects.with(self.init_effects(init));
        }
        effects
    }

    fn init_effects(&self, init: InitId) -> Effects {
        match &self.inits[init] {
            Init::Expr(e) => self.exprs[*e].effects,
            Init::List(items) => {
                items.iter().fold(Effects::NONE, |sum, item| sum.with(self.init_effects(item.init)))
            }
        }
    }

    /// A copy of a tree, node by node: no two places of a program share a node. The object of a compound literal is
    /// shared, so trees with one cannot be copied.
    pub fn copy_expr(&mut self, e: ExprId) -> ExprId {
        let Expr { mut kind, ty, .. } = self.exprs[e];
        kind.for_each_operand_mut(|operand| *operand = self.copy_expr(*operand));
        if let Some(list) = kind.list_mut() {
            let copies: Vec<ExprId> =
                self.args(*list).to_vec().into_iter().map(|a| self.copy_expr(a)).collect();
            *list = self.push_args(&copies);
        }
        self.push_expr(kind, ty)
    }

    /// Computes the effects of a tree anew, after nodes in it were replaced.
    pub fn refresh_effects(&mut self, root: ExprId) {
        let mut children = Vec::new();
        self.for_each_child(root, |e| children.push(e));
        for child in children {
            self.refresh_effects(child);
        }
        let Expr { kind, ty, .. } = self.exprs[root];
        self.set_expr(root, kind, ty);
    }

    // --- statements ---

    /// Adds a statement that is in no block yet.
    pub fn push_stmt(&mut self, stmt: Stmt) -> StmtId {
        self.stmts.push(stmt)
    }

    /// Adds a block that is in no statement yet.
    pub fn push_block(&mut self, stmts: Vec<StmtId>) -> BlockId {
        self.blocks.push(stmts)
    }

    /// Adds a statement to the end of a block.
    pub fn append(&mut self, block: BlockId, stmt: Stmt) -> StmtId {
        let id = self.stmts.push(stmt);
        self.blocks[block].push(id);
        id
    }

    // --- declarations ---

    /// A variable at file scope.
    pub fn add_global(&mut self, name: &str, ty: Ty, storage: Storage, init: Option<InitId>) -> VarId {
        debug_assert!(storage.is_static());
        let var = self.add_var(name, ty, storage, None);
        self.vars[var].init = init;
        self.globals.push(var);
        var
    }

    /// A variable that belongs to a function; the caller adds the statement that declares it.
    pub fn add_local(&mut self, name: &str, ty: Ty, storage: Storage, owner: FuncId) -> VarId {
        self.add_var(name, ty, storage, Some(owner))
    }

    fn add_var(&mut self, name: &str, ty: Ty, storage: Storage, owner: Option<FuncId>) -> VarId {
        let name = self.names.intern(name);
        self.vars.push(Var {
            name,
            ty,
            storage,
            init: None,
            owner,
            thread: false,
            array_size: None,
            size_of: None,
            aligned: None,
            at_least: 0,
        })
    }

    /// Whether a function of the type can be `main`: as C has it, or with `const` strings, without them, or with the environment
    /// behind them, as all hosted compilers take it (C17 5.1.2.2.1p1, J.5.1).
    pub fn is_main_type(&self, f: &FnType) -> bool {
        let pointee = |ty: Ty| self.types.pointee(ty);
        let strings = |ty: Ty| {
            pointee(ty).and_then(pointee).is_some_and(|to| self.types.same_unqualified(to, Ty::CHAR))
        };
        let params = match f.params.as_slice() {
            [] => true,
            [count, rest @ ..] => {
                self.types.same(*count, Ty::INT) && rest.len() <= 2 && rest.iter().all(|ty| strings(*ty))
            }
        };
        self.types.same(f.ret, Ty::INT) && params && !f.variadic
    }

    /// The number of elements and their type, if the variable stands for an array of variable length. It is a constant pointer to
    /// memory that `alloca` has made, by a variable for `count * sizeof(element)` that is declared right before:
    ///
    /// `const size_t size = n * sizeof(int); int *const a = __builtin_alloca_with_align(size, 32);` is `int a[n];`, and the
    /// variable `size` is `sizeof(a)`. What has lost this form by a change is what it looks like.
    pub fn variable_array(&self, array: VarId) -> Option<(ExprId, Ty)> {
        let (a, size) = (&self.vars[array], self.vars[array].array_size?);
        let s = &self.vars[size];
        let element = self.types.pointee(a.ty)?;
        let constant = |ty: Ty| self.types.canonical(ty).quals().is_const();
        let local = |v: &Var| v.storage == Storage::Auto && v.owner == a.owner;
        if s.size_of != Some(array) || !constant(a.ty) || !constant(s.ty) || !local(a) || !local(s) {
            return None;
        }
        let ExprKind::Call { callee, args } = self.exprs[self.first_value(a.init?)?].kind else {
            return None;
        };
        let ExprKind::Func(func) = self.exprs[self.bare(callee)].kind else { return None };
        let bytes = self.args(args).first().map(|e| self.exprs[self.bare(*e)].kind);
        if self.funcs[func].builtin != Some(Builtin::AllocaWithAlign) || bytes != Some(ExprKind::Var(size)) {
            return None;
        }
        match self.exprs[self.first_value(s.init?)?].kind {
            ExprKind::Binary(BinaryOp::Mul, count, each) => match self.exprs[each].kind {
                // As it is spelled there.
                ExprKind::SizeofType(of) if self.types.same(of, element) => Some((count, of)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the variable is the size of such an array.
    pub fn is_array_size(&self, size: VarId) -> bool {
        self.vars[size].size_of.is_some_and(|array| {
            self.vars[array].array_size == Some(size) && self.variable_array(array).is_some()
        })
    }

    /// The value that a scalar is initialised with, without conversions.
    fn first_value(&self, init: InitId) -> Option<ExprId> {
        match self.inits[init] {
            Init::Expr(e) => Some(self.bare(e)),
            Init::List(_) => None,
        }
    }

    /// What is converted without a word.
    fn bare(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Convert(inner) | ExprKind::Decay(inner) = self.exprs[e].kind {
            e = inner;
        }
        e
    }

    /// Adds an initialiser that belongs to no variable yet.
    pub fn push_init(&mut self, init: Init) -> InitId {
        self.inits.push(init)
    }

    /// Adds a label to a function.
    pub fn push_label(&mut self, name: &str, func: FuncId) -> LabelId {
        let name = self.names.intern(name);
        self.labels.push(Label { name, func })
    }

    /// A function of the given type with no body yet. Its parameters are made here, with these names.
    pub fn add_func(&mut self, name: &str, ty: Ty, param_names: &[&str]) -> FuncId {
        let symbol = self.names.intern(name);
        let func = self.funcs.push(Func {
            name: symbol,
            ty,
            params: Vec::new(),
            body: None,
            is_static: false,
            inline: false,
            is_macro: false,
            attrs: Default::default(),
            builtin: None,
            last: Default::default(),
        });
        // As they are spelled, unless the whole type is an alias.
        let types = match (self.types.spelled(ty), self.types.kind(ty)) {
            (TypeKind::Function(f), _) | (_, TypeKind::Function(f)) => self.types.fns[f].params.clone(),
            _ => Vec::new(),
        };
        for (name, ty) in param_names.iter().zip(types) {
            let param = self.add_local(name, ty, Storage::Param, func);
            self.funcs[func].params.push(param);
        }
        func
    }

    /// The declaration of a library function that the machine knows, made at most once.
    pub fn builtin(&mut self, builtin: Builtin) -> FuncId {
        if let Some((id, _)) = self.funcs.iter().find(|(_, f)| f.builtin == Some(builtin)) {
            return id;
        }
        let ty = crate::library::type_of(&mut self.types, builtin);
        let func = self.add_func(builtin.name(), ty, &[]);
        self.funcs[func].builtin = Some(builtin);
        func
    }

    /// The function in which execution starts.
    pub fn main(&self) -> Option<FuncId> {
        self.func_named("main")
    }

    /// The function with this name.
    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        let symbol = self.names.find(name)?;
        self.funcs.iter().find(|(_, f)| f.name == symbol && f.body.is_some()).map(|(id, _)| id)
    }

    /// Whether a function should return a value; `main` may do without (C17 5.1.2.2.3p1).
    pub fn gives_value(&self, func: FuncId) -> bool {
        let result = self.types.fn_type(self.funcs[func].ty).map(|of| of.ret);
        result.is_some_and(|ty| !self.types.is_void(ty)) && self.main() != Some(func)
    }

    /// The parameters a function with a body really declares, in order.
    pub fn params(&self, func: FuncId) -> &[VarId] {
        &self.funcs[func].params
    }

    /// How many nodes and statements there are: what growth has cost so far.
    pub fn node_count(&self) -> usize {
        self.exprs.len() + self.stmts.len()
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("exprs", &self.exprs.len())
            .field("stmts", &self.stmts.len())
            .field("vars", &self.vars.len())
            .field("funcs", &self.funcs.len())
            .finish_non_exhaustive()
    }
}
