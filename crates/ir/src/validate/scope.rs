//! Names: what is visible where, and whether a name means what the program means by it.
//!
//! A program is written in this order: types, all functions' prototypes, global variables, bodies. So only
//! variables can be used too early.

use super::names::{self, Reach};
use super::tree::{self, Mention};
use super::{Check, Outcome, Place, ViolationKind as V, ensure};
use crate::decl::{Builtin, Init, Storage};
use crate::ids::{AliasId, BlockId, EnumId, ExprId, FuncId, Id, InitId, StmtId, Symbol, VarId};
use crate::stmt::Stmt;
use crate::types::{Ty, TypeKind};
use std::collections::HashSet;

pub(super) fn check(cx: &mut Check) {
    tags(cx);
    members(cx);
    let vars = cx.p.vars.len();
    let mut walk = Walk {
        cx,
        names: Names::default(),
        func: None,
        visible: vec![false; vars],
        declared: vec![false; vars],
        exprs: Vec::new(),
    };
    walk.file();
    walk.functions();
}

/// Structs, unions and enums share one name space (C17 6.2.3p1).
fn tags(cx: &mut Check) {
    let types = &cx.p.types;
    let records = types.records.iter().map(|(id, r)| (Place::Record(id), Some(r.tag)));
    let enums = types.enums.iter().map(|(id, e)| (Place::Enum(id), e.tag));
    let mut seen = HashSet::new();
    for (at, tag) in records.chain(enums) {
        let Some(tag) = tag else { continue };
        let unique = ensure(seen.insert(tag), V::DuplicateTag);
        cx.note(at, unique.and_then(|()| names::check(cx.p.name(tag), Reach::Inner)));
    }
}

fn members(cx: &mut Check) {
    for (id, record) in cx.p.types.records.iter() {
        for (i, name) in record.fields.iter().enumerate().filter_map(|(i, f)| Some((i, f.name?))) {
            let outcome = names::check(cx.p.name(name), Reach::Inner);
            cx.note(Place::Field(id, i as u32), outcome);
        }
    }
}

/// What an ordinary identifier can mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Var(VarId),
    Func(FuncId),
    Constant(EnumId, u32),
    Alias(AliasId),
}

/// What each name means at this point of the text, and what it meant outside.
#[derive(Default)]
struct Names {
    /// By symbol: the meaning, and how deep the scope is that gives it.
    now: Vec<Option<(Meaning, usize)>>,
    /// What the open scopes have hidden.
    hidden: Vec<(Symbol, Option<(Meaning, usize)>)>,
    /// Where in the list above each open scope starts.
    scopes: Vec<usize>,
}

impl Names {
    fn open(&mut self) {
        self.scopes.push(self.hidden.len());
    }

    /// Ends a scope. Gives what its names meant.
    fn close(&mut self) -> Vec<Meaning> {
        let start = self.scopes.pop().unwrap_or(0);
        let mut ended = Vec::new();
        for (name, before) in self.hidden.drain(start..).rev() {
            let inner = std::mem::replace(&mut self.now[name.index()], before);
            ended.extend(inner.map(|(meaning, _)| meaning));
        }
        ended
    }

    /// Adds a name to the current scope. Whether it was new there.
    fn declare(&mut self, name: Symbol, meaning: Meaning) -> bool {
        if self.now.len() <= name.index() {
            self.now.resize(name.index() + 1, None);
        }
        let depth = self.scopes.len();
        let before = self.now[name.index()].replace((meaning, depth));
        self.hidden.push((name, before));
        before.is_none_or(|(_, d)| d != depth)
    }

    fn means(&self, name: Symbol, meaning: Meaning) -> bool {
        self.now.get(name.index()).copied().flatten().is_some_and(|(m, _)| m == meaning)
    }
}

struct Walk<'c, 'p> {
    cx: &'c mut Check<'p>,
    names: Names,
    func: Option<FuncId>,
    /// Variables whose scope is open.
    visible: Vec<bool>,
    /// Variables that some statement has declared.
    declared: Vec<bool>,
    /// Expressions still to be visited.
    exprs: Vec<ExprId>,
}

impl Walk<'_, '_> {
    // --- declarations ---

    fn declare(&mut self, at: Place, name: Symbol, meaning: Meaning, reach: Option<Reach>) {
        let new = ensure(self.names.declare(name, meaning), V::Redeclared);
        let text = self.cx.p.name(name);
        let outcome = new.and_then(|()| reach.map_or(Ok(()), |reach| names::check(text, reach)));
        self.cx.note(at, outcome);
    }

    fn declare_var(&mut self, at: Place, var: VarId, reach: Reach) {
        self.visible[var.index()] = true;
        self.declare(at, self.cx.p.vars[var].name, Meaning::Var(var), Some(reach));
    }

    fn close(&mut self) {
        for meaning in self.names.close() {
            if let Meaning::Var(var) = meaning {
                self.visible[var.index()] = false;
            }
        }
    }

    fn file(&mut self) {
        let p = self.cx.p;
        for (id, alias) in p.types.aliases.iter() {
            // The names that headers define are the implementation's own.
            let reach = alias.header.is_none().then_some(Reach::File);
            self.declare(Place::Alias(id), alias.name, Meaning::Alias(id), reach);
        }
        for (id, e) in p.types.enums.iter() {
            for (n, (name, _)) in e.constants.iter().enumerate() {
                let meaning = Meaning::Constant(id, n as u32);
                self.declare(Place::Enum(id), *name, meaning, Some(Reach::File));
            }
        }
        for (id, func) in p.funcs.iter() {
            if matches!(func.builtin, Some(Builtin::Atomic(_))) {
                // One name for all types of objects.
                continue;
            }
            let reach = func.builtin.is_none().then_some(Reach::File);
            self.declare(Place::Func(id), func.name, Meaning::Func(id), reach);
        }
        for var in &p.globals {
            self.declare_var(Place::Var(*var), *var, Reach::File);
            self.init(p.vars[*var].init);
        }
    }

    fn functions(&mut self) {
        for (id, func) in self.cx.p.funcs.iter() {
            let Some(body) = func.body else { continue };
            self.func = Some(id);
            self.names.open();
            for param in &func.params {
                self.declare_var(Place::Var(*param), *param, Reach::Inner);
            }
            // The parameters are in the scope of the outermost block (C17 6.2.1p4).
            self.stmts(body);
            self.close();
        }
    }

    fn local(&mut self, at: StmtId, var: VarId) -> Outcome {
        let object = &self.cx.p.vars[var];
        let local = matches!(object.storage, Storage::Auto | Storage::Register | Storage::Static);
        ensure(local && object.owner == self.func, V::DeclaredElsewhere)?;
        ensure(!std::mem::replace(&mut self.declared[var.index()], true), V::DeclaredTwice)?;
        let spelled = self.type_names(object.ty);
        self.cx.note(Place::Var(var), spelled);
        // The scope begins before the initialiser (C17 6.2.1p7).
        self.declare_var(Place::Stmt(at), var, Reach::Inner);
        self.init(object.init);
        Ok(())
    }

    // --- the text in its order ---

    fn block(&mut self, block: BlockId) {
        self.names.open();
        self.stmts(block);
        self.close();
    }

    fn stmts(&mut self, block: BlockId) {
        for id in &self.cx.p.blocks[block] {
            self.stmt(*id);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        match self.cx.p.stmts[id] {
            Stmt::Decl(var) => {
                let outcome = self.local(id, var);
                self.cx.note(Place::Stmt(id), outcome);
            }
            Stmt::For { init, cond, step, body } => {
                self.names.open();
                self.stmts(init);
                cond.into_iter().chain(step).for_each(|e| self.expr(e));
                self.block(body);
                self.close();
            }
            stmt @ (Stmt::Empty
            | Stmt::Hole
            | Stmt::Expr(_)
            | Stmt::Block(_)
            | Stmt::If { .. }
            | Stmt::While { .. }
            | Stmt::DoWhile { .. }
            | Stmt::Switch { .. }
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Return(_)) => {
                stmt.for_each_expr(|e| self.expr(e));
                stmt.for_each_block(|b| self.block(b));
            }
        }
    }

    fn init(&mut self, init: Option<InitId>) {
        self.queue_init(init);
        self.run();
    }

    fn queue_init(&mut self, init: Option<InitId>) {
        match init.map(|id| &self.cx.p.inits[id]) {
            None => {}
            Some(Init::Expr(e)) => self.exprs.push(*e),
            Some(Init::List(items)) => items.iter().for_each(|item| self.queue_init(Some(item.init))),
        }
    }

    fn expr(&mut self, e: ExprId) {
        self.exprs.push(e);
        self.run();
    }

    /// Visits the expressions in the queue and all below them; no scope changes meanwhile.
    fn run(&mut self) {
        while let Some(e) = self.exprs.pop() {
            self.mentions(e);
            self.cx.p.for_each_child(e, |child| self.exprs.push(child));
        }
    }

    // --- uses ---

    fn mentions(&mut self, e: ExprId) {
        let p = self.cx.p;
        let at = Place::Expr(e);
        let used = match tree::mention(p.exprs[e].kind) {
            Mention::Var(var) => ensure(self.visible[var.index()], V::Undeclared)
                .and_then(|()| self.means(p.vars[var].name, Meaning::Var(var))),
            Mention::Func(func) if matches!(p.funcs[func].builtin, Some(Builtin::Atomic(_))) => Ok(()),
            Mention::Func(func) => self.means(p.funcs[func].name, Meaning::Func(func)),
            Mention::Constant(id, n) => {
                let name = p.types.enums[id].constants.get(n as usize).map(|c| c.0);
                name.map_or(Ok(()), |name| self.means(name, Meaning::Constant(id, n)))
            }
            Mention::Literal(var) => {
                self.queue_init(p.vars[var].init);
                self.type_names(p.vars[var].ty)
            }
            Mention::OwnType => self.type_names(p.exprs[e].ty),
            Mention::Type(ty) => self.type_names(ty),
            Mention::Nothing | Mention::Float(_) | Mention::Str(_) | Mention::Record(_) | Mention::Asm(_) => {
                Ok(())
            }
            Mention::Stmts(block) => {
                let rest = std::mem::take(&mut self.exprs);
                self.block(block);
                self.exprs = rest;
                Ok(())
            }
        };
        self.cx.note(at, used);
    }

    fn means(&self, name: Symbol, meaning: Meaning) -> Outcome {
        ensure(self.names.means(name, meaning), V::Hidden)
    }

    /// The typedef names that a type is spelled with mean that type here.
    fn type_names(&self, ty: Ty) -> Outcome {
        let types = &self.cx.p.types;
        match types.spelled(ty) {
            TypeKind::Alias(id) => self.means(types.aliases[id].name, Meaning::Alias(id)),
            TypeKind::Pointer(to) => self.type_names(to),
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => self.type_names(element),
            TypeKind::Function(id) => {
                let f = &types.fns[id];
                self.type_names(f.ret)?;
                f.params.iter().try_for_each(|ty| self.type_names(*ty))
            }
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Record(_) => Ok(()),
        }
    }
}
