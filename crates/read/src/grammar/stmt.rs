//! Statements (C17 6.8). Bodies become blocks; labels and cases become markers before what they name.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::attribute::Attributes;
use crate::reader::{LabelUse, Reader};
use crate::text::token::{Keyword, Name, Punct, Tok};
use ir::build::TypeError;
use ir::{BlockId, Builtin, ExprId, LabelId, Stmt, StmtId, Ty, constant};

impl Reader<'_> {
    /// The items of a block, up to and with its closing brace. The scope is the caller's.
    pub fn block_items(&mut self) -> Res<Vec<StmtId>> {
        let mut stmts = Vec::new();
        while !self.accept(Punct::RBrace) {
            self.block_item(&mut stmts)?;
        }
        Ok(stmts)
    }

    fn block_item(&mut self, into: &mut Vec<StmtId>) -> Res<()> {
        if self.tok() == Tok::Pragma {
            self.pragma();
            return Ok(());
        }
        // A label may have the name of a type.
        let labelled = matches!(self.tok(), Tok::Ident(_)) && self.ahead(1) == Tok::Punct(Punct::Colon);
        if !labelled && (self.is_word(Keyword::StaticAssert) || self.starts_declaration()?) {
            return self.local_declaration(into);
        }
        self.statement(into)
    }

    fn starts_declaration(&mut self) -> Res<bool> {
        if self.is_word(Keyword::Extension) {
            return self.is_type(self.ahead(1));
        }
        if !self.at_attribute() {
            return self.at_type();
        }
        // `__attribute__((unused)) int x;` is a declaration, `__attribute__((fallthrough));` a statement.
        let start = self.at;
        self.attributes()?;
        let declares = self.at_type();
        self.at = start;
        declares
    }

    /// A statement with the labels before it, added to the list.
    fn statement(&mut self, into: &mut Vec<StmtId>) -> Res<()> {
        self.enter()?;
        while self.label(into)? {
            // C23, and GNU before: a declaration may follow, or nothing.
            if self.is(Punct::RBrace) || self.starts_declaration()? {
                self.leave();
                return Ok(());
            }
        }
        if self.is_word(Keyword::Return) {
            self.return_statement(into)?;
        } else if let Some(stmt) = self.unlabelled()? {
            into.push(stmt);
        }
        self.leave();
        Ok(())
    }

    /// Takes one label; false if there is none.
    fn label(&mut self, into: &mut Vec<StmtId>) -> Res<bool> {
        let at = self.offset();
        let mut last = None;
        let stmt = match self.tok() {
            Tok::Ident(name) if self.ahead(1) == Tok::Punct(Punct::Colon) => {
                self.advance();
                Stmt::Label(self.define_label(at, name)?)
            }
            Tok::Word(Keyword::Case) => {
                self.advance();
                let (first, end) = self.case_values(at)?;
                last = end;
                Stmt::Case(first)
            }
            Tok::Word(Keyword::Default) => {
                self.advance();
                if self.function.as_ref().is_none_or(|f| f.switches.is_empty()) {
                    return fail(at, ErrorKind::OutsideSwitch("default"));
                }
                Stmt::Default
            }
            _ => return Ok(false),
        };
        self.expect(Punct::Colon)?;
        let behind = self.at;
        if self.at_attribute() && self.attributes()?.assumed.is_some() {
            // An assumption is a statement of its own.
            self.at = behind;
        }
        let stmt = self.stmt(at, stmt);
        last.map(|last| self.p.case_ends.insert(stmt, last));
        into.push(stmt);
        Ok(true)
    }

    /// The value of a case, or the first one of a range and the last.
    fn case_values(&mut self, at: u32) -> Res<(ExprId, Option<i128>)> {
        let value = self.conditional()?;
        let Some(ty) = self.function.as_ref().and_then(|f| f.switches.last().copied()) else {
            return fail(at, ErrorKind::OutsideSwitch("case"));
        };
        let Some(first) = constant::int_value(&self.p, value) else {
            return fail(at, ErrorKind::NotConstant);
        };
        let last = if self.accept(Punct::Ellipsis) { Some(self.case_end(at, first, ty)?) } else { None };
        let value = self.p.convert(value, ty);
        Ok((self.marked(at, value), last))
    }

    /// The end of GNU's `case 1 ... 5`, as the switch sees it.
    fn case_end(&mut self, at: u32, first: i128, ty: Ty) -> Res<i128> {
        let last = self.constant()?;
        if self.p.types.int_type(ty).is_none_or(|t| t.bits > 64) {
            return unsupported(at, Construct::CaseRange);
        }
        let wrap = |value: i128| self.p.types.int_type(ty).map_or(value, |t| ir::arith::int::wrap(t, value));
        if !(0..ir::LONGEST_RANGE).contains(&wrap(last).wrapping_sub(wrap(first))) {
            return unsupported(at, Construct::CaseRange);
        }
        Ok(wrap(last))
    }

    pub fn label_id(&mut self, at: u32, name: Name) -> Option<(usize, LabelId)> {
        let text = self.names.text(name);
        let function = self.function.as_mut()?;
        if let Some(index) = function.label_index.get(&name) {
            return Some((*index, function.labels[*index].id));
        }
        let id = self.p.push_label(text, function.id);
        function.label_index.insert(name, function.labels.len());
        function.labels.push(LabelUse { name, id, defined: false, at, address: None });
        Some((function.labels.len() - 1, id))
    }

    fn define_label(&mut self, at: u32, name: Name) -> Res<LabelId> {
        let found = self.label_id(at, name);
        let (Some((index, id)), Some(function)) = (found, self.function.as_mut()) else {
            return fail(at, ErrorKind::BadDeclaration);
        };
        if std::mem::replace(&mut function.labels[index].defined, true) {
            return fail(at, ErrorKind::DuplicateLabel(self.name_text(name).to_owned()));
        }
        Ok(id)
    }

    /// A statement without labels; attributes and declarations of labels give none.
    fn unlabelled(&mut self) -> Res<Option<StmtId>> {
        let (at, unroll) = (self.offset(), self.unroll.take());
        let stmt = match self.tok() {
            Tok::Punct(Punct::LBrace) => Stmt::Block(self.compound()?),
            Tok::Punct(Punct::Semi) => {
                self.advance();
                Stmt::Empty
            }
            Tok::Word(word) => match self.keyword_statement(at, word)? {
                Some(stmt) => stmt,
                None => self.expression_statement()?,
            },
            Tok::Pragma => {
                self.pragma();
                return self.unlabelled();
            }
            Tok::Punct(Punct::LBracket) if self.at_attribute() => {
                let attributes = self.attributes()?;
                if attributes.assumed.is_none() {
                    return self.unlabelled();
                }
                self.attribute_statement(at, attributes)?
            }
            Tok::Ident(_) | Tok::Punct(_) | Tok::Number | Tok::Char | Tok::Str | Tok::End => {
                self.expression_statement()?
            }
        };
        let id = self.stmt(at, stmt);
        if let Some(times) = unroll
            && stmt.may_be_unrolled()
        {
            self.p.unrolls.insert(id, times);
        }
        Ok(Some(id))
    }

    fn keyword_statement(&mut self, at: u32, word: Keyword) -> Res<Option<Stmt>> {
        let stmt = match word {
            Keyword::If => self.own_block(at, Self::if_statement)?,
            Keyword::For => self.for_statement(at)?,
            Keyword::While => self.own_block(at, Self::while_statement)?,
            Keyword::Do => self.own_block(at, Self::do_statement)?,
            Keyword::Switch => self.own_block(at, Self::switch_statement)?,
            Keyword::Goto => self.goto_statement()?,
            Keyword::Break => self.plain(Stmt::Break)?,
            Keyword::Continue => self.plain(Stmt::Continue)?,
            Keyword::Asm => self.asm_statement(at)?,
            Keyword::Label => return self.local_labels().map(|()| Some(Stmt::Empty)),
            Keyword::Attribute => {
                let attributes = self.attributes()?;
                self.attribute_statement(at, attributes)?
            }
            _ => return Ok(None),
        };
        Ok(Some(stmt))
    }

    fn plain(&mut self, stmt: Stmt) -> Res<Stmt> {
        self.advance();
        self.expect(Punct::Semi)?;
        Ok(stmt)
    }

    /// `__attribute__((fallthrough));` or `[[assume(x > 0)]];`, behind the attributes.
    fn attribute_statement(&mut self, at: u32, attributes: Attributes) -> Res<Stmt> {
        self.expect(Punct::Semi)?;
        let Some(assumed) = attributes.assumed else { return Ok(Stmt::Empty) };
        let behind = std::mem::replace(&mut self.at, assumed);
        self.expect(Punct::LParen)?;
        let condition = self.conditional()?;
        self.expect(Punct::RParen)?;
        self.at = behind;
        // It is not evaluated (C23 6.7.13.6): effects would have to be left out.
        if !self.p.is_pure(condition) {
            return unsupported(at, Construct::AttributeEffect);
        }
        let condition = self.p.decay(condition);
        let assume = self.p.builtin(Builtin::BuiltinAssume);
        let call = self.p.call_func(assume, &[condition]);
        let call = self.built(at, call)?;
        Ok(Stmt::Expr(self.marked(at, call)))
    }

    fn expression_statement(&mut self) -> Res<Stmt> {
        let e = self.statement_expr()?;
        self.expect(Punct::Semi)?;
        Ok(Stmt::Expr(e))
    }

    /// An expression whose value is not used.
    fn statement_expr(&mut self) -> Res<ExprId> {
        let at = self.offset();
        let e = self.expr()?;
        let e = self.p.decay(e);
        Ok(self.marked(at, e))
    }

    /// `{ … }` with a scope of its own.
    pub fn compound(&mut self) -> Res<BlockId> {
        self.expect(Punct::LBrace)?;
        self.open_scope();
        let (literals, covered) = (self.literals, self.covered_labels());
        let stmts = self.block_items()?;
        self.uncover_labels(covered);
        self.literals = literals;
        self.close_scope();
        Ok(self.block_of(stmts))
    }

    /// The body of a statement: always a block, also where the text has none (C17 6.8.4p3, 6.8.5p5).
    fn body(&mut self) -> Res<BlockId> {
        if self.is(Punct::LBrace) {
            return self.compound();
        }
        self.open_scope();
        let literals = self.literals;
        let mut stmts = Vec::new();
        self.statement(&mut stmts)?;
        self.literals = literals;
        self.close_scope();
        Ok(self.block_of(stmts))
    }

    fn condition(&mut self) -> Res<ExprId> {
        let at = self.offset();
        let e = self.expr()?;
        let built = self.p.condition(e);
        self.built(at, built)
    }

    /// `(condition)` behind a keyword.
    fn head(&mut self) -> Res<ExprId> {
        self.advance();
        self.expect(Punct::LParen)?;
        let cond = self.condition()?;
        self.expect(Punct::RParen)?;
        Ok(cond)
    }

    /// A selection or iteration statement is a block of its own (C17 6.8.4p3, 6.8.5p5): what its expressions declare ends
    /// with it. Enumerators and tags do so by their scope; the objects of compound literals need a block.
    fn own_block(&mut self, at: u32, read: impl FnOnce(&mut Self, u32) -> Res<Stmt>) -> Res<Stmt> {
        self.open_scope();
        let literals = self.literals;
        let stmt = read(self, at)?;
        self.close_scope();
        if self.literals == literals {
            return Ok(stmt);
        }
        let inner = self.stmt(at, stmt);
        let block = self.p.push_block(vec![inner]);
        self.own_block = Some(block);
        Ok(Stmt::Block(block))
    }

    /// The block of some statements. One that a single statement was given needs no other around it.
    fn block_of(&mut self, stmts: Vec<StmtId>) -> BlockId {
        if let [only] = stmts[..]
            && let Stmt::Block(inner) = self.p.stmts[only]
            && self.own_block == Some(inner)
        {
            self.p.stmts[only] = Stmt::Empty;
            return inner;
        }
        self.p.push_block(stmts)
    }

    fn if_statement(&mut self, _: u32) -> Res<Stmt> {
        let cond = self.head()?;
        let then = self.body()?;
        let els = if self.accept_word(Keyword::Else) { Some(self.body()?) } else { None };
        Ok(Stmt::If { cond, then, els })
    }

    fn while_statement(&mut self, _: u32) -> Res<Stmt> {
        let cond = self.head()?;
        let body = self.body()?;
        Ok(Stmt::While { cond, body })
    }

    fn do_statement(&mut self, _: u32) -> Res<Stmt> {
        self.advance();
        let body = self.body()?;
        if !self.is_word(Keyword::While) {
            return self.expected("while");
        }
        let cond = self.head()?;
        self.expect(Punct::Semi)?;
        Ok(Stmt::DoWhile { body, cond })
    }

    fn for_statement(&mut self, _: u32) -> Res<Stmt> {
        self.advance();
        self.expect(Punct::LParen)?;
        self.open_scope();
        let init = self.for_init()?;
        let cond = if self.is(Punct::Semi) { None } else { Some(self.condition()?) };
        self.expect(Punct::Semi)?;
        let step = if self.is(Punct::RParen) { None } else { Some(self.statement_expr()?) };
        self.expect(Punct::RParen)?;
        let body = self.body()?;
        self.close_scope();
        Ok(Stmt::For { init, cond, step, body })
    }

    fn for_init(&mut self) -> Res<BlockId> {
        let mut stmts = Vec::new();
        if self.starts_declaration()? {
            self.local_declaration(&mut stmts)?;
        } else if !self.accept(Punct::Semi) {
            let at = self.offset();
            let stmt = self.expression_statement()?;
            stmts.push(self.stmt(at, stmt));
        }
        Ok(self.p.push_block(stmts))
    }

    fn switch_statement(&mut self, at: u32) -> Res<Stmt> {
        self.advance();
        self.expect(Punct::LParen)?;
        let on = self.expr()?;
        if !self.p.types.is_integer(self.p.value_type(on)) {
            return fail(at, TypeError::Operand("switch").into());
        }
        let on = self.p.promote(on);
        self.mark(at);
        self.expect(Punct::RParen)?;
        let ty = self.p.value_type(on);
        if let Some(function) = &mut self.function {
            function.switches.push(ty);
        }
        let body = self.body()?;
        if let Some(function) = &mut self.function {
            function.switches.pop();
        }
        Ok(Stmt::Switch { on, body })
    }

    fn goto_statement(&mut self) -> Res<Stmt> {
        self.advance();
        let at = self.offset();
        if self.is(Punct::Star) {
            return self.computed_goto(at);
        }
        let name = self.expect_name()?;
        self.expect(Punct::Semi)?;
        match self.label_id(at, name) {
            Some((_, id)) => Ok(Stmt::Goto(id)),
            None => fail(at, ErrorKind::BadDeclaration),
        }
    }

    fn return_statement(&mut self, into: &mut Vec<StmtId>) -> Res<()> {
        let at = self.offset();
        self.advance();
        let Some(ret) = self.function.as_ref().map(|f| f.ret) else {
            return fail(at, ErrorKind::BadDeclaration);
        };
        let mut value = None;
        if !self.is(Punct::Semi) {
            let e = self.expr()?;
            value = self.returned(at, e, ret, into)?;
        }
        self.expect(Punct::Semi)?;
        let stmt = self.stmt(at, Stmt::Return(value));
        into.push(stmt);
        Ok(())
    }

    /// The value to return. Compilers let a void function return one, which is dropped: then it is a statement of
    /// its own.
    fn returned(&mut self, at: u32, e: ExprId, ret: Ty, into: &mut Vec<StmtId>) -> Res<Option<ExprId>> {
        if !self.p.types.is_void(ret) {
            return self.assign_convert(at, e, ret).map(Some);
        }
        let e = self.p.decay(e);
        self.mark(at);
        let stmt = self.stmt(at, Stmt::Expr(e));
        into.push(stmt);
        Ok(None)
    }
}
