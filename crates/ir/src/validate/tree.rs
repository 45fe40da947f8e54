//! The arenas as a tree: every id exists, and every expression, statement, block and initialiser that the
//! program reaches has one place in it. Also the list of what is reached, which the other checks go through.

use super::{Check, Place, ViolationKind as V};
use crate::decl::Init;
use crate::expr::ExprKind;
use crate::ids::{
    Arena, AsmId, BlockId, EnumId, ExprId, FloatId, FuncId, Id, InitId, RecordId, StmtId, StrId, VarId,
};
use crate::program::Program;
use crate::stmt::Stmt;
use crate::types::{Ty, table_index};

/// What a program consists of, in the order of the text; nodes that nothing refers to are not part of it.
pub(super) struct Reached {
    /// Each expression, and the function it is in.
    pub exprs: Vec<(ExprId, Option<FuncId>)>,
    /// Each variable that is declared or is the object of a compound literal, and the function it is in.
    pub vars: Vec<(VarId, Option<FuncId>)>,
}

#[derive(Clone, Copy)]
enum Item {
    Expr(ExprId),
    Stmt(StmtId),
    Block(BlockId),
    Init(InitId),
}

/// Which items of an arena were met before.
struct Seen(Vec<bool>);

impl Seen {
    fn of<I: Id, T>(arena: &Arena<I, T>) -> Seen {
        Seen(vec![false; arena.len()])
    }

    /// Marks the item, and says what is wrong about meeting it now.
    fn enter(&mut self, id: impl Id, again: V) -> Option<V> {
        match self.0.get_mut(id.index()) {
            None => Some(V::Dangling),
            Some(true) => Some(again),
            Some(seen) => {
                *seen = true;
                None
            }
        }
    }
}

struct Walk<'c, 'p> {
    cx: &'c mut Check<'p>,
    exprs: Seen,
    stmts: Seen,
    blocks: Seen,
    inits: Seen,
    literals: Seen,
    /// What is still to be visited, the next last.
    todo: Vec<Item>,
    func: Option<FuncId>,
    reached: Reached,
}

pub(super) fn check(cx: &mut Check) -> Reached {
    let p = cx.p;
    let mut walk = Walk {
        cx,
        exprs: Seen::of(&p.exprs),
        stmts: Seen::of(&p.stmts),
        blocks: Seen::of(&p.blocks),
        inits: Seen::of(&p.inits),
        literals: Seen::of(&p.vars),
        todo: Vec::new(),
        func: None,
        reached: Reached { exprs: Vec::new(), vars: Vec::new() },
    };
    for var in &p.globals {
        walk.declared(*var, None);
        walk.run();
    }
    for (id, func) in p.funcs.iter() {
        walk.func = Some(id);
        walk.function_types(id);
        for param in &func.params {
            walk.declared(*param, Some(Place::Func(id)));
        }
        walk.todo.extend(func.body.map(Item::Block));
        walk.run();
    }
    walk.reached
}

impl Walk<'_, '_> {
    fn run(&mut self) {
        while let Some(item) = self.todo.pop() {
            let start = self.todo.len();
            match item {
                Item::Expr(id) => self.expr(id),
                Item::Stmt(id) => self.stmt(id),
                Item::Block(id) => self.block(id),
                Item::Init(id) => self.init(id),
            }
            self.todo[start..].reverse();
        }
    }

    /// Reports what is wrong with meeting an item; whether it may be entered.
    fn admit(&mut self, at: Place, wrong: Option<V>) -> bool {
        if let Some(kind) = wrong {
            self.cx.report(at, kind);
        }
        wrong.is_none()
    }

    fn exists<I: Id, T>(&mut self, at: Place, arena: &Arena<I, T>, id: I) -> bool {
        let wrong = arena.get(id).is_none().then_some(V::Dangling);
        self.admit(at, wrong)
    }

    fn type_exists(&mut self, at: Place, ty: Ty) -> bool {
        let wrong = (table_index(ty) >= self.cx.p.types.count()).then_some(V::Dangling);
        self.admit(at, wrong)
    }

    fn function_types(&mut self, id: FuncId) {
        self.type_exists(Place::Func(id), self.cx.p.funcs[id].ty);
    }

    fn block(&mut self, id: BlockId) {
        let wrong = self.blocks.enter(id, V::BlockReused);
        if self.admit(Place::Block(id), wrong) {
            self.todo.extend(self.cx.p.blocks[id].iter().map(|s| Item::Stmt(*s)));
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let wrong = self.stmts.enter(id, V::StmtReused);
        if !self.admit(Place::Stmt(id), wrong) {
            return;
        }
        let p = self.cx.p;
        let stmt = p.stmts[id];
        match stmt {
            Stmt::Decl(var) => self.declared(var, Some(Place::Stmt(id))),
            Stmt::Goto(label) | Stmt::Label(label) => {
                self.exists(Place::Stmt(id), &p.labels, label);
            }
            Stmt::Empty
            | Stmt::Hole
            | Stmt::Expr(_)
            | Stmt::Block(_)
            | Stmt::If { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::DoWhile { .. }
            | Stmt::Switch { .. }
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(_) => {}
        }
        // The condition of a loop stands after or before its body; here that does not matter.
        stmt.for_each_expr(|e| self.todo.push(Item::Expr(e)));
        stmt.for_each_block(|b| self.todo.push(Item::Block(b)));
    }

    /// A variable at the place that declares it.
    fn declared(&mut self, var: VarId, at: Option<Place>) {
        let p = self.cx.p;
        let at = at.unwrap_or(Place::Var(var));
        if self.exists(at, &p.vars, var) && self.type_exists(Place::Var(var), p.vars[var].ty) {
            self.reached.vars.push((var, self.func));
            self.todo.extend(p.vars[var].init.map(Item::Init));
        }
    }

    fn init(&mut self, id: InitId) {
        let wrong = self.inits.enter(id, V::InitReused);
        if !self.admit(Place::Init(id), wrong) {
            return;
        }
        match &self.cx.p.inits[id] {
            Init::Expr(e) => self.todo.push(Item::Expr(*e)),
            Init::List(items) => self.todo.extend(items.iter().map(|item| Item::Init(item.init))),
        }
    }

    fn expr(&mut self, id: ExprId) {
        let wrong = self.exprs.enter(id, V::ExprReused);
        let at = Place::Expr(id);
        if !self.admit(at, wrong) {
            return;
        }
        self.reached.exprs.push((id, self.func));
        let p = self.cx.p;
        if self.type_exists(at, p.exprs[id].ty) && self.leaf_exists(at, p, p.exprs[id].kind) {
            p.for_each_child(id, |child| self.todo.push(Item::Expr(child)));
        }
    }

    /// Checks the ids of other arenas in a node; the object of a compound literal is part of the tree.
    fn leaf_exists(&mut self, at: Place, p: &Program, kind: ExprKind) -> bool {
        match mention(kind) {
            Mention::Nothing | Mention::OwnType => true,
            Mention::Float(id) => self.exists(at, &p.floats, id),
            Mention::Str(id) => self.exists(at, &p.strings, id),
            Mention::Constant(id, _) => self.exists(at, &p.types.enums, id),
            Mention::Var(id) => self.exists(at, &p.vars, id),
            Mention::Func(id) => self.exists(at, &p.funcs, id),
            Mention::Record(id) => self.exists(at, &p.types.records, id),
            Mention::Type(ty) => self.type_exists(at, ty),
            Mention::Asm(id) => self.exists(at, &p.asms, id),
            Mention::Stmts(block) => {
                self.todo.push(Item::Block(block));
                true
            }
            Mention::Literal(id) => {
                let wrong = self.literals.enter(id, V::LiteralReused);
                let fits = self.admit(at, wrong);
                if fits {
                    self.declared(id, Some(at));
                }
                fits
            }
        }
    }
}

/// What a node mentions besides its operands.
pub(super) enum Mention {
    Nothing,
    Float(FloatId),
    Str(StrId),
    Constant(EnumId, u32),
    Var(VarId),
    Func(FuncId),
    Literal(VarId),
    Record(RecordId),
    Type(Ty),
    Asm(AsmId),
    Stmts(BlockId),
    /// Its own type, as it is spelled.
    OwnType,
}

pub(super) fn mention(kind: ExprKind) -> Mention {
    match kind {
        ExprKind::Float(id) => Mention::Float(id),
        ExprKind::Str(id) => Mention::Str(id),
        ExprKind::EnumConst(id, n) => Mention::Constant(id, n),
        ExprKind::Var(id) => Mention::Var(id),
        ExprKind::Func(id) => Mention::Func(id),
        ExprKind::CompoundLit(id) => Mention::Literal(id),
        ExprKind::Offsetof(id, _) => Mention::Record(id),
        ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => Mention::Type(ty),
        ExprKind::AssignOp { calc, .. } => Mention::Type(calc),
        ExprKind::Asm { asm, .. } => Mention::Asm(asm),
        ExprKind::Stmts(block) => Mention::Stmts(block),
        ExprKind::Cast(_) | ExprKind::ConvertLanes(_) | ExprKind::VaArg(_) => Mention::OwnType,
        ExprKind::Int { .. }
        | ExprKind::Member { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Logic(..)
        | ExprKind::Cond { .. }
        | ExprKind::Comma(..)
        | ExprKind::Assign { .. }
        | ExprKind::IncDec(..)
        | ExprKind::Convert(_)
        | ExprKind::Decay(_)
        | ExprKind::Guard(..)
        | ExprKind::Call { .. }
        | ExprKind::SizeofExpr(_)
        | ExprKind::VaStart(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaCopy { .. } => Mention::Nothing,
    }
}
