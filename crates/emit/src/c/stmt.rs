//! Statements and blocks. Every body has braces, every declaration a line of its own.

use super::Printer;
use super::types::base_of;
use crate::options::{EmitError, Holes, Looks, Std};
use ir::{BlockId, ExprId, IntKind, LabelId, Stmt, StmtId, Storage, Ty, VarId};

impl Printer<'_> {
    /// `{`, the items, `}`; the brace stands where the line is, and no line is ended.
    pub(super) fn block(&mut self, block: BlockId) {
        let p = self.p;
        if self.looks == Looks::Compact && p.blocks[block].is_empty() {
            return self.out.str("{}");
        }
        self.open();
        self.items(&p.blocks[block]);
        self.close();
    }

    pub(super) fn open(&mut self) {
        self.out.str("{\n");
        self.out.deeper();
    }

    pub(super) fn close(&mut self) {
        self.settle_label();
        self.out.shallower();
        self.out.begin();
        self.out.byte(b'}');
    }

    fn items(&mut self, stmts: &[StmtId]) {
        if self.std == Std::C89 {
            return self.items_c89(stmts);
        }
        let mut last = None;
        for stmt in stmts {
            match (last, self.p.stmts[*stmt]) {
                (Some(last), Stmt::Decl(var)) if self.shares_line(last, var) => self.continue_line(var),
                _ => self.stmt(*stmt),
            }
            last = match self.p.stmts[*stmt] {
                Stmt::Decl(var) => Some(var),
                _ => None,
            };
        }
    }

    /// The body of a statement: in braces, unless one statement that cannot be misread is all of it.
    fn body(&mut self, block: BlockId) {
        let p = self.p;
        if self.looks == Looks::Compact && p.blocks[block].is_empty() {
            return self.out.byte(b';');
        }
        if self.looks == Looks::Compact
            && let [only] = p.blocks[block].as_slice()
            && let simple @ (Stmt::Expr(_) | Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_)) =
                p.stmts[*only]
        {
            return self.statement(simple);
        }
        self.block(block);
    }

    /// A label belongs to a statement, and a declaration is none (C17 6.8.1p1). The empty statement does no
    /// harm in C23, which has dropped the rule.
    fn settle_label(&mut self) {
        if std::mem::take(&mut self.open_label) {
            self.out.line(";");
        }
    }

    pub(super) fn stmt(&mut self, id: StmtId) {
        match self.p.stmts[id] {
            Stmt::Decl(var) => {
                self.settle_label();
                self.local(var);
            }
            Stmt::Case(value) => self.case(id, value),
            Stmt::Default => self.marker("default"),
            Stmt::Label(label) => self.label(label),
            Stmt::Hole => self.hole(),
            statement => {
                if let Some(note) = self.notes.statements.get(&id) {
                    self.out.line(&format!("/* {note} */"));
                }
                self.open_label = false;
                self.unrolled(id);
                self.out.begin();
                self.statement(statement);
                self.out.end();
            }
        }
    }

    fn statement(&mut self, stmt: Stmt) {
        match stmt {
            Stmt::Empty => self.out.byte(b';'),
            Stmt::Expr(e) => self.terminated(e),
            Stmt::Block(block) => self.block(block),
            Stmt::If { cond, then, els } => self.if_else(cond, then, els),
            Stmt::For { init, cond, step, body } => self.for_loop(init, cond, step, body),
            Stmt::While { cond, body } => self.headed("while (", cond, body),
            Stmt::DoWhile { body, cond } => self.do_while(body, cond),
            Stmt::Switch { on, body } => self.headed("switch (", on, body),
            Stmt::Break => self.out.str("break;"),
            Stmt::Continue => self.out.str("continue;"),
            Stmt::Goto(label) => self.goto(label),
            Stmt::Return(None) => self.out.str("return;"),
            Stmt::Return(Some(value)) => {
                self.out.str("return ");
                self.terminated(value);
            }
            Stmt::Decl(_) | Stmt::Case(_) | Stmt::Default | Stmt::Label(_) | Stmt::Hole => {
                unreachable!("stmt() prints what has no line of its own")
            }
        }
    }

    fn terminated(&mut self, e: ExprId) {
        self.expr(e);
        self.out.byte(b';');
    }

    fn hole(&mut self) {
        match self.holes {
            Holes::Refuse => self.fail(EmitError::Hole),
            Holes::Comment => {
                self.settle_label();
                self.out.line("/* hole */");
            }
        }
    }

    // --- labels ---

    fn marker(&mut self, text: &str) {
        self.out.begin_outdented();
        self.out.str(text);
        self.out.str(":\n");
        self.open_label = true;
    }

    fn label(&mut self, label: LabelId) {
        let p = self.p;
        self.marker(p.name(p.labels[label].name));
    }

    fn case(&mut self, id: StmtId, value: ExprId) {
        self.out.begin_outdented();
        self.out.str("case ");
        self.case_value(value);
        if let Some(last) = self.p.case_ends.get(&id) {
            self.out.str(" ... ");
            self.range_end(value, *last);
        }
        self.out.str(":\n");
        self.open_label = true;
    }

    /// The last value of a range, of the type that the first one has.
    fn range_end(&mut self, first: ExprId, last: i128) {
        let kind = self.p.types.int_kind(self.p.value_type(first)).unwrap_or(IntKind::Int);
        let suffix = suffix(kind);
        // The least value of a type has no literal.
        let least = last < -i128::from(i32::MAX) && last.unsigned_abs().is_power_of_two();
        if least {
            self.out.fmt(format_args!("({}{suffix} - 1)", last + 1));
        } else {
            self.out.fmt(format_args!("{last}{suffix}"));
        }
    }

    /// A constant expression, which is one without assignment and comma (C17 6.6p1).
    fn case_value(&mut self, value: ExprId) {
        self.operand(value, super::expr::prec::COND);
    }

    /// `#pragma GCC unroll N`, unless something else comes between it and its loop.
    fn unrolled(&mut self, id: StmtId) {
        let p = self.p;
        let apart = matches!(p.stmts[id], Stmt::For { init, .. } if !self.fits_for_head(&p.blocks[init]));
        if let Some(times) = p.unrolls.get(&id)
            && !apart
        {
            self.out.line(&format!("#pragma GCC unroll {times}"));
        }
    }

    fn goto(&mut self, label: LabelId) {
        let p = self.p;
        self.out.str("goto ");
        self.out.str(p.name(p.labels[label].name));
        self.out.byte(b';');
    }

    // --- choices and loops ---

    fn headed(&mut self, head: &str, e: ExprId, body: BlockId) {
        self.out.str(head);
        self.expr(e);
        self.out.str(") ");
        self.body(body);
    }

    fn if_else(&mut self, cond: ExprId, then: BlockId, els: Option<BlockId>) {
        self.headed("if (", cond, then);
        let Some(els) = els else {
            return;
        };
        self.out.str(" else ");
        match self.only_if(els) {
            Some((cond, then, els)) => self.if_else(cond, then, els),
            None => self.body(els),
        }
    }

    /// The parts of a block's only statement, if that is an `if` of which nothing is to be said.
    fn only_if(&self, block: BlockId) -> Option<(ExprId, BlockId, Option<BlockId>)> {
        match self.p.blocks[block].as_slice() {
            [only] if !self.notes.statements.contains_key(only) => match self.p.stmts[*only] {
                Stmt::If { cond, then, els } => Some((cond, then, els)),
                _ => None,
            },
            _ => None,
        }
    }

    fn do_while(&mut self, body: BlockId, cond: ExprId) {
        self.out.str("do ");
        self.block(body);
        self.out.str(" while (");
        self.expr(cond);
        self.out.str(");");
    }

    fn for_loop(&mut self, init: BlockId, cond: Option<ExprId>, step: Option<ExprId>, body: BlockId) {
        let p = self.p;
        let stmts = &p.blocks[init];
        if !self.fits_for_head(stmts) {
            // What does not fit into the parentheses stands in a block around the loop.
            self.open();
            self.items(stmts);
            self.settle_label();
            self.out.begin();
            self.for_head(&[], cond, step);
            self.block(body);
            self.out.end();
            return self.close();
        }
        self.for_head(stmts, cond, step);
        self.body(body);
    }

    fn for_head(&mut self, init: &[StmtId], cond: Option<ExprId>, step: Option<ExprId>) {
        self.out.str("for (");
        self.for_init(init);
        self.out.byte(b';');
        if let Some(cond) = cond {
            self.out.byte(b' ');
            self.expr(cond);
        }
        self.out.byte(b';');
        if let Some(step) = step {
            self.out.byte(b' ');
            self.expr(step);
        }
        self.out.str(") ");
    }

    /// One expression, or declarations that share their specifiers and name automatic objects (C17 6.8.5p3).
    fn fits_for_head(&self, stmts: &[StmtId]) -> bool {
        let p = self.p;
        let vars = stmts.iter().map(|s| match p.stmts[*s] {
            Stmt::Decl(var) => Some(&p.vars[var]),
            _ => None,
        });
        match stmts.first().map(|s| p.stmts[*s]) {
            None => true,
            Some(Stmt::Expr(_)) => stmts.len() == 1,
            Some(Stmt::Decl(first)) if self.std > Std::C89 => {
                let first = &p.vars[first];
                let base = base_of(p, first.ty);
                vars.into_iter().all(|var| {
                    var.is_some_and(|v| {
                        v.storage == first.storage && !v.storage.is_static() && base_of(p, v.ty) == base
                    })
                })
            }
            Some(_) => false,
        }
    }

    fn for_init(&mut self, stmts: &[StmtId]) {
        let p = self.p;
        for (i, stmt) in stmts.iter().enumerate() {
            match p.stmts[*stmt] {
                Stmt::Expr(e) => self.expr(e),
                Stmt::Decl(var) => {
                    if i == 0 {
                        self.storage(p.vars[var].storage);
                        self.specifiers(base_of(p, p.vars[var].ty));
                    } else {
                        self.out.byte(b',');
                    }
                    self.out.byte(b' ');
                    self.init_declarator(var);
                }
                _ => unreachable!("fits_for_head() allows nothing else"),
            }
        }
    }

    // --- local variables ---

    /// The line that declares a local variable.
    pub(super) fn local(&mut self, var: VarId) {
        let ir::Var { ty, storage, init, .. } = self.p.vars[var];
        if self.p.is_array_size(var) {
            return;
        }
        if let Some((count, element)) = self.p.variable_array(var) {
            return self.variable_array(var, count, element);
        }
        self.out.begin();
        let automatic = !storage.is_static();
        if self.std == Std::C89 && init.is_some_and(|init| self.needs_extension(init, ty, automatic)) {
            self.out.str("__extension__ ");
        }
        self.storage(storage);
        self.thread(var);
        self.full_declaration(var);
        self.out.str(";\n");
    }

    /// `int a[n];`: its size is not declared, and has no name but `sizeof(a)`.
    fn variable_array(&mut self, var: VarId, count: ExprId, element: Ty) {
        if self.std.is_cxx() {
            self.fail(EmitError::NotInStandard { feature: "array of variable length", std: self.std });
        }
        let start = self.out.text.len();
        self.operand(count, super::expr::prec::ASSIGN);
        let count = self.out.text.split_off(start);
        let name = format!("{}[{count}]", self.p.name(self.p.vars[var].name));
        self.out.begin();
        if self.std == Std::C89 {
            self.out.str("__extension__ ");
        }
        self.specifiers(base_of(self.p, element));
        self.declarator(element, &name);
        self.out.str(";\n");
    }

    /// The keyword that all standards' compilers know.
    pub(super) fn thread(&mut self, var: VarId) {
        if self.p.vars[var].thread {
            self.out.str("__thread ");
        }
    }

    pub(super) fn storage(&mut self, storage: Storage) {
        self.out.str(match storage {
            // C++17 has no such storage class.
            Storage::Register if self.std.is_cxx() => "",
            Storage::Static => "static ",
            Storage::Extern => "extern ",
            Storage::Register => "register ",
            Storage::Global | Storage::Auto | Storage::Param => "",
        });
    }

    /// The name with what is around it, its alignment and its initialiser.
    pub(super) fn init_declarator(&mut self, var: VarId) {
        let ir::Var { ty, init, .. } = self.p.vars[var];
        self.bare_declarator(var);
        if let Some(init) = init {
            self.out.str(" = ");
            self.initialiser(init, ty);
        } else if self.missing_initialiser(ty) {
            self.out.str(" = {}");
        }
    }

    pub(super) fn bare_declarator(&mut self, var: VarId) {
        let p = self.p;
        let v = &p.vars[var];
        if self.is_member(var) {
            let name = self.qualified_name(var);
            self.declarator(v.ty, &name);
        } else {
            self.declarator(v.ty, p.name(v.name));
        }
        if let Some(bytes) = v.aligned {
            self.out.fmt(format_args!(" __attribute__((aligned({bytes})))"));
        }
    }
}

/// What gives a decimal constant of a promoted type that type, whatever its value is.
fn suffix(kind: IntKind) -> &'static str {
    match kind {
        IntKind::UInt => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        _ => "",
    }
}
