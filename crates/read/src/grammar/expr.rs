//! Expressions (C17 6.5): precedence, and which builder of ir makes each node. Types are ir's business.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::reader::{Binding, Reader};
use crate::text::literal::{self, Number};
use crate::text::token::{Keyword, Name, Punct, Tok};
use ir::build::TypeError;
use ir::{
    Base, BinaryOp, Builtin, ExprId, ExprKind, Field, IncDec, Init, InitId, InitItem, IntKind, LitStyle,
    LogicOp, RecordKind, Storage, Ty, UnaryOp,
};

#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Logic(LogicOp),
}

/// What `sizeof` is applied to.
enum Operand {
    /// With the alignment that a typedef name in it asks for.
    Type(Ty, Option<u64>),
    Expr(ExprId),
}

/// The binary operators with their precedence; higher binds tighter.
const INFIX: [(Punct, u8, Infix); 18] = [
    (Punct::Star, 10, Infix::Binary(BinaryOp::Mul)),
    (Punct::Slash, 10, Infix::Binary(BinaryOp::Div)),
    (Punct::Percent, 10, Infix::Binary(BinaryOp::Rem)),
    (Punct::Plus, 9, Infix::Binary(BinaryOp::Add)),
    (Punct::Minus, 9, Infix::Binary(BinaryOp::Sub)),
    (Punct::Shl, 8, Infix::Binary(BinaryOp::Shl)),
    (Punct::Shr, 8, Infix::Binary(BinaryOp::Shr)),
    (Punct::Lt, 7, Infix::Binary(BinaryOp::Lt)),
    (Punct::Gt, 7, Infix::Binary(BinaryOp::Gt)),
    (Punct::Le, 7, Infix::Binary(BinaryOp::Le)),
    (Punct::Ge, 7, Infix::Binary(BinaryOp::Ge)),
    (Punct::EqEq, 6, Infix::Binary(BinaryOp::Eq)),
    (Punct::NotEq, 6, Infix::Binary(BinaryOp::Ne)),
    (Punct::And, 5, Infix::Binary(BinaryOp::And)),
    (Punct::Xor, 4, Infix::Binary(BinaryOp::Xor)),
    (Punct::Or, 3, Infix::Binary(BinaryOp::Or)),
    (Punct::AndAnd, 2, Infix::Logic(LogicOp::And)),
    (Punct::OrOr, 1, Infix::Logic(LogicOp::Or)),
];

const COMPOUND_ASSIGN: [(Punct, BinaryOp); 10] = [
    (Punct::PlusAssign, BinaryOp::Add),
    (Punct::MinusAssign, BinaryOp::Sub),
    (Punct::StarAssign, BinaryOp::Mul),
    (Punct::SlashAssign, BinaryOp::Div),
    (Punct::PercentAssign, BinaryOp::Rem),
    (Punct::AndAssign, BinaryOp::And),
    (Punct::OrAssign, BinaryOp::Or),
    (Punct::XorAssign, BinaryOp::Xor),
    (Punct::ShlAssign, BinaryOp::Shl),
    (Punct::ShrAssign, BinaryOp::Shr),
];

const PREFIX: [(Punct, UnaryOp); 4] = [
    (Punct::Minus, UnaryOp::Neg),
    (Punct::Not, UnaryOp::Not),
    (Punct::Tilde, UnaryOp::BitNot),
    (Punct::Plus, UnaryOp::Plus),
];

impl Reader<'_> {
    /// An expression with commas.
    pub fn expr(&mut self) -> Res<ExprId> {
        let mut e = self.assignment()?;
        while self.is(Punct::Comma) {
            let at = self.offset();
            self.advance();
            let right = self.assignment()?;
            let comma = self.p.comma(e, right);
            e = self.marked(at, comma);
        }
        Ok(e)
    }

    pub fn assignment(&mut self) -> Res<ExprId> {
        self.enter()?;
        let lhs = self.conditional()?;
        let at = self.offset();
        let e = match self.tok() {
            Tok::Punct(Punct::Assign) => {
                self.advance();
                let rhs = self.assignment()?;
                self.assign(at, lhs, rhs)?
            }
            Tok::Punct(punct) => match COMPOUND_ASSIGN.iter().find(|(p, _)| *p == punct) {
                Some((_, op)) => {
                    self.advance();
                    let rhs = self.assignment()?;
                    let built = self.p.assign_op(*op, lhs, rhs);
                    self.built(at, built)?
                }
                None => lhs,
            },
            _ => lhs,
        };
        self.leave();
        Ok(e)
    }

    fn assign(&mut self, at: u32, lhs: ExprId, rhs: ExprId) -> Res<ExprId> {
        if let Err(error) = self.p.modifiable(lhs, "=") {
            return fail(at, error.into());
        }
        let rhs = self.assign_convert(at, rhs, self.p.value_type(lhs))?;
        let built = self.p.assign(lhs, rhs);
        self.built(at, built)
    }

    pub fn conditional(&mut self) -> Res<ExprId> {
        let cond = self.binary(0)?;
        if !self.is(Punct::Question) {
            return Ok(cond);
        }
        let at = self.offset();
        self.advance();
        let then = if self.is(Punct::Colon) { self.omitted(at, cond)? } else { self.expr()? };
        self.expect(Punct::Colon)?;
        self.enter()?;
        let els = self.conditional()?;
        self.leave();
        self.cond_node(at, cond, then, els)
    }

    /// GNU's `a ?: b`, as long as evaluating `a` twice is the same.
    fn omitted(&mut self, at: u32, cond: ExprId) -> Res<ExprId> {
        if !self.p.is_pure(cond) {
            return unsupported(at, Construct::OmittedOperand);
        }
        let copy = self.p.copy_expr(cond);
        Ok(self.marked(at, copy))
    }

    /// Precedence climbing: operators of one level are gathered in a loop, so long sums cost no stack.
    fn binary(&mut self, least: u8) -> Res<ExprId> {
        let mut lhs = self.cast()?;
        while let Tok::Punct(punct) = self.tok() {
            let Some((_, level, op)) = INFIX.iter().find(|(p, ..)| *p == punct).copied() else { break };
            if level < least {
                break;
            }
            let at = self.offset();
            self.advance();
            let rhs = self.binary(level + 1)?;
            lhs = match op {
                Infix::Binary(op) => self.binary_node(at, op, lhs, rhs)?,
                Infix::Logic(op) => {
                    let built = self.p.logic(op, lhs, rhs);
                    self.built(at, built)?
                }
            };
        }
        Ok(lhs)
    }

    fn cast(&mut self) -> Res<ExprId> {
        if !self.opens_type()? {
            return self.unary();
        }
        self.enter()?;
        let at = self.offset();
        self.advance();
        let ty = self.type_name()?;
        self.expect(Punct::RParen)?;
        let e = if self.is(Punct::LBrace) {
            let literal = self.compound_literal(at, ty)?;
            self.postfix(at, literal)?
        } else {
            let operand = self.cast()?;
            self.cast_to(at, operand, ty)?
        };
        self.leave();
        Ok(e)
    }

    /// Whether a parenthesis opens here with a type in it. `__extension__` begins both types and expressions.
    fn opens_type(&mut self) -> Res<bool> {
        let first = match self.ahead(1) {
            Tok::Word(Keyword::Extension) => self.ahead(2),
            first => first,
        };
        Ok(self.is(Punct::LParen) && self.is_type(first)?)
    }

    fn cast_to(&mut self, at: u32, operand: ExprId, ty: Ty) -> Res<ExprId> {
        if self.p.types.is_record(ty) && !self.p.types.same_unqualified(ty, self.p.value_type(operand)) {
            return self.union_cast(at, operand, ty);
        }
        let built = self.p.cast(operand, ty);
        self.built(at, built)
    }

    /// GNU's cast to a union: the first member of the operand's type gets its value.
    fn union_cast(&mut self, at: u32, operand: ExprId, ty: Ty) -> Res<ExprId> {
        let from = self.p.value_type(operand);
        let record = self.p.types.record(ty).map(|id| &self.p.types.records[id]);
        let field = record
            .filter(|r| r.kind == RecordKind::Union)
            .and_then(|record| record.fields.iter().position(|f| self.p.types.same_unqualified(f.ty, from)));
        let Some(field) = field else { return fail(at, TypeError::Operand("cast").into()) };
        let value = self.p.push_init(Init::Expr(operand));
        let item = InitItem { place: field as u32, init: value, designated: field > 0 };
        let init = self.p.push_init(Init::List(vec![item]));
        Ok(self.literal_of(at, ty, init))
    }

    /// An unnamed object (C17 6.5.2.5); outside of functions it lives as long as the program.
    fn compound_literal(&mut self, at: u32, ty: Ty) -> Res<ExprId> {
        let (init, ty) = self.initialiser_of(at, ty)?;
        Ok(self.literal_of(at, ty, init))
    }

    fn literal_of(&mut self, at: u32, ty: Ty, init: InitId) -> ExprId {
        self.literals += 1;
        let owner = self.function.as_ref().map(|f| f.id);
        let storage = if owner.is_some() { Storage::Auto } else { Storage::Static };
        let name = self.p.names.intern("");
        let var = ir::Var {
            name,
            ty,
            storage,
            init: Some(init),
            owner,
            thread: false,
            array_size: None,
            size_of: None,
            aligned: None,
            at_least: 0,
        };
        let var = self.p.vars.push(var);
        self.place_var(at, var);
        let literal = self.p.compound_lit(var);
        self.marked(at, literal)
    }

    fn unary(&mut self) -> Res<ExprId> {
        let at = self.offset();
        match self.tok() {
            Tok::Punct(Punct::PlusPlus) => self.prefix_step(at, IncDec::PreInc),
            Tok::Punct(Punct::MinusMinus) => self.prefix_step(at, IncDec::PreDec),
            Tok::Punct(Punct::And) => self.address(at),
            Tok::Punct(Punct::Star) => self.indirection(at),
            Tok::Punct(Punct::AndAnd) => self.label_address(at),
            Tok::Punct(punct) => match PREFIX.iter().find(|(p, _)| *p == punct) {
                Some((_, op)) => self.prefix(at, |r, e| r.p.unary(*op, e)),
                None => self.postfix_expr(),
            },
            Tok::Word(Keyword::Sizeof) => self.size_of(at),
            Tok::Word(Keyword::Alignof) => self.align_of(at),
            Tok::Word(Keyword::Extension) => {
                self.advance();
                self.enter()?;
                let e = self.cast()?;
                self.leave();
                Ok(e)
            }
            _ => self.postfix_expr(),
        }
    }

    fn prefix(
        &mut self,
        at: u32,
        build: impl FnOnce(&mut Self, ExprId) -> Result<ExprId, TypeError>,
    ) -> Res<ExprId> {
        self.enter()?;
        self.advance();
        let operand = self.cast()?;
        self.leave();
        let built = build(self, operand);
        self.built(at, built)
    }

    fn address(&mut self, at: u32) -> Res<ExprId> {
        let address = self.prefix(at, |r, e| r.p.addr_of(e))?;
        if let ExprKind::AddrOf(of) = self.p.exprs[address].kind {
            self.refuse_variable(at, of)?;
        }
        Ok(address)
    }

    fn indirection(&mut self, at: u32) -> Res<ExprId> {
        let e = self.prefix(at, |r, e| r.p.deref(e))?;
        self.complete_late(self.p.ty(e))?;
        Ok(e)
    }

    fn prefix_step(&mut self, at: u32, op: IncDec) -> Res<ExprId> {
        self.enter()?;
        self.advance();
        let operand = self.cast()?;
        self.leave();
        let built = self.p.inc_dec(op, operand);
        self.built(at, built)
    }

    fn size_of(&mut self, at: u32) -> Res<ExprId> {
        self.advance();
        let operand = match self.type_or_expr()? {
            Operand::Type(ty, _) => {
                self.require_complete(at, ty)?;
                let e = self.p.sizeof_type(ty);
                return Ok(self.marked(at, e));
            }
            Operand::Expr(e) => e,
        };
        if let Some(size) = self.variable_size(at, operand) {
            return Ok(size);
        }
        self.require_complete(at, self.p.ty(operand))?;
        if self.p.bit_field_width(operand).is_some() {
            return fail(at, TypeError::NotAddressable("sizeof").into());
        }
        let e = self.p.sizeof_expr(operand);
        Ok(self.marked(at, e))
    }

    /// `(type)`, or a unary expression, which may be a compound literal.
    fn type_or_expr(&mut self) -> Res<Operand> {
        self.enter()?;
        let at = self.offset();
        let operand = if self.opens_type()? {
            self.advance();
            let (ty, attributes) = self.attributed_type_name()?;
            self.expect(Punct::RParen)?;
            if self.is(Punct::LBrace) {
                let literal = self.compound_literal(at, ty)?;
                Operand::Expr(self.postfix(at, literal)?)
            } else {
                Operand::Type(ty, attributes.aligned)
            }
        } else {
            Operand::Expr(self.unary()?)
        };
        self.leave();
        Ok(operand)
    }

    /// `_Alignof` of a type and, in GNU C, of an expression.
    fn align_of(&mut self, at: u32) -> Res<ExprId> {
        self.advance();
        let before = self.checkpoint();
        let (ty, aligned) = match self.type_or_expr()? {
            Operand::Type(ty, aligned) => (ty, aligned.filter(|_| !self.p.types.is_pointer(ty))),
            Operand::Expr(e) => (self.p.ty(e), self.alignment_of_variable(e)),
        };
        self.discard(before);
        if let Some(aligned) = aligned {
            let size_t = self.p.types.size_t();
            let e = self.p.int_const(i128::from(aligned), size_t);
            return Ok(self.marked(at, e));
        }
        self.require_complete(at, ty)?;
        let size_t = self.p.types.size_t();
        let e = self.p.push_expr(ExprKind::AlignofType(ty), size_t);
        Ok(self.marked(at, e))
    }

    /// What its declaration asks for beyond its type.
    fn alignment_of_variable(&self, e: ExprId) -> Option<u64> {
        match self.p.exprs[e].kind {
            ExprKind::Var(var) => self.p.vars[var].aligned,
            _ => None,
        }
    }

    // --- postfix ---

    fn postfix_expr(&mut self) -> Res<ExprId> {
        let at = self.offset();
        let e = match self.special_call()? {
            Some(e) => e,
            None => self.primary()?,
        };
        self.postfix(at, e)
    }

    fn postfix(&mut self, start: u32, mut e: ExprId) -> Res<ExprId> {
        loop {
            let at = self.offset();
            let Tok::Punct(punct) = self.tok() else { return Ok(e) };
            e = match punct {
                Punct::LBracket => self.subscript(at, e)?,
                Punct::LParen => self.call(start, e)?,
                Punct::Dot => self.member_of(at, e)?,
                Punct::Arrow => self.member_through(at, e)?,
                Punct::PlusPlus => self.suffix_step(at, e, IncDec::PostInc)?,
                Punct::MinusMinus => self.suffix_step(at, e, IncDec::PostDec)?,
                _ => return Ok(e),
            };
        }
    }

    fn suffix_step(&mut self, at: u32, e: ExprId, op: IncDec) -> Res<ExprId> {
        self.advance();
        let built = self.p.inc_dec(op, e);
        self.built(at, built)
    }

    fn subscript(&mut self, at: u32, base: ExprId) -> Res<ExprId> {
        self.advance();
        let index = self.expr()?;
        self.expect(Punct::RBracket)?;
        if let Some(element) = self.p.types.pointee(self.p.ty(base)) {
            self.complete_late(element)?;
        }
        let base = self.with_lanes(at, base)?;
        let built = self.p.index(base, index);
        self.built(at, built)
    }

    /// GNU subscripts the value of a vector, too. ir has lanes of objects only: the value becomes the member of a literal.
    fn with_lanes(&mut self, at: u32, base: ExprId) -> Res<ExprId> {
        let ty = self.p.value_type(base);
        if !self.p.types.is_vector(ty) || self.p.is_lvalue(base) {
            return Ok(base);
        }
        let record = self.declare_record(None, RecordKind::Struct);
        let name = Some(self.invent("lanes"));
        self.p.types.complete_record(record, vec![Field { name, ty, bits: None }]);
        let whole = self.p.types.record_type(record);
        let value = self.p.push_init(Init::Expr(base));
        let item = InitItem { place: 0, init: value, designated: false };
        let init = self.p.push_init(Init::List(vec![item]));
        let literal = self.literal_of(at, whole, init);
        let built = self.p.member(literal, 0);
        self.built(at, built)
    }

    fn call(&mut self, at: u32, callee: ExprId) -> Res<ExprId> {
        self.advance();
        let mut args = Vec::new();
        while !self.accept(Punct::RParen) {
            args.push(self.argument()?);
            if !self.accept(Punct::Comma) {
                self.expect(Punct::RParen)?;
                break;
            }
        }
        if let ExprKind::Func(func) = self.p.exprs[callee].kind
            && self.old_style.get(&func).is_some_and(|index| !self.functions[*index].prototyped)
        {
            return self.old_style_call(at, callee, &args);
        }
        self.adapt_arguments(at, callee, &mut args)?;
        let built = self.p.call(callee, &args);
        self.built(at, built)
    }

    pub fn argument(&mut self) -> Res<ExprId> {
        let at = self.offset();
        let e = self.assignment()?;
        if self.p.types.is_void(self.p.value_type(e)) { fail(at, ErrorKind::VoidValue) } else { Ok(e) }
    }

    fn member_of(&mut self, at: u32, base: ExprId) -> Res<ExprId> {
        self.advance();
        let path = self.member_named(self.p.ty(base))?;
        path.into_iter().try_fold(base, |e, field| {
            let built = self.p.member(e, field);
            self.built(at, built)
        })
    }

    fn member_through(&mut self, at: u32, base: ExprId) -> Res<ExprId> {
        self.advance();
        let base = self.p.decay(base);
        self.mark(at);
        let Some(pointee) = self.p.types.pointee(self.p.ty(base)) else {
            return fail(at, TypeError::Operand("->").into());
        };
        let path = self.member_named(pointee)?;
        path.into_iter().enumerate().try_fold(base, |e, (i, field)| {
            let built = if i == 0 { self.p.arrow(e, field) } else { self.p.member(e, field) };
            self.built(at, built)
        })
    }

    /// The name behind `.` or `->`, as the way to the member.
    fn member_named(&mut self, record: Ty) -> Res<Vec<u32>> {
        let at = self.offset();
        let name = self.expect_name()?;
        self.complete_late(record)?;
        let path = self.p.types.record(record).and_then(|id| self.find_member(id, name));
        path.map_or_else(|| fail(at, ErrorKind::UnknownMember(self.name_text(name).to_owned())), Ok)
    }

    // --- primary ---

    fn primary(&mut self) -> Res<ExprId> {
        let at = self.offset();
        match self.tok() {
            Tok::Ident(name) => {
                self.advance();
                self.name(at, name)
            }
            Tok::Number => self.number(at),
            Tok::Char => self.character(at),
            Tok::Str if self.is_wide_string() => self.wide_string(at),
            Tok::Str => {
                let bytes = self.strings()?;
                let e = self.p.str_lit(&bytes);
                Ok(self.marked(at, e))
            }
            Tok::Punct(Punct::LParen) => self.parenthesised(),
            Tok::Word(Keyword::Generic) => self.generic(at),
            Tok::Word(_) | Tok::Punct(_) | Tok::Pragma | Tok::End => self.expected("an expression"),
        }
    }

    fn parenthesised(&mut self) -> Res<ExprId> {
        let at = self.expect(Punct::LParen)?;
        if self.is(Punct::LBrace) {
            return self.statement_expression(at);
        }
        let e = self.expr()?;
        self.expect(Punct::RParen)?;
        Ok(e)
    }

    /// GNU's `({ … })`; ir has those that no jump leaves.
    fn statement_expression(&mut self, at: u32) -> Res<ExprId> {
        if self.function.is_none() {
            return fail(at, ErrorKind::BadDeclaration);
        }
        self.enter()?;
        let block = self.compound()?;
        self.leave();
        self.expect(Punct::RParen)?;
        match self.p.statement_expression(block) {
            Ok(e) => Ok(self.marked(at, e)),
            Err(_) => unsupported(at, Construct::StatementExpression),
        }
    }

    fn name(&mut self, at: u32, name: Name) -> Res<ExprId> {
        let e = match self.find(name)? {
            Some(Binding::Local(var) | Binding::Variable(var)) => self.p.var(var),
            Some(Binding::Global(index)) => {
                let var = self.global_var(index);
                self.p.var(var)
            }
            Some(Binding::Function(index)) => {
                let func = self.func_id(index);
                self.p.func(func)
            }
            Some(Binding::EnumConst(id, n)) => self.p.push_expr(ExprKind::EnumConst(id, n), Ty::INT),
            Some(Binding::Number(value, ty)) => self.p.int_const(value, ty),
            Some(Binding::Parameter) => return unsupported(at, Construct::VariableLength),
            Some(Binding::Typedef(_)) => {
                let found = format!("the type `{}`", self.name_text(name));
                return fail(at, ErrorKind::Expected { wanted: "an expression", found });
            }
            None => self.undeclared(at, name)?,
        };
        Ok(self.marked(at, e))
    }

    /// Names that need no declaration: the library's known functions, `__func__`, and C23's constants.
    fn undeclared(&mut self, at: u32, name: Name) -> Res<ExprId> {
        if let Some(e) = self.kept_call(at, name)? {
            return Ok(e);
        }
        let text = self.name_text(name);
        // `__builtin_strlen` is `strlen`, whatever the program calls so itself.
        let known = Builtin::from_name(text)
            .or_else(|| text.strip_prefix("__builtin_").and_then(Builtin::from_name))
            .filter(|_| self.is(Punct::LParen));
        if let Some(builtin) = known {
            let func = self.implicit_builtin(name, at, builtin);
            return Ok(self.p.func(func));
        }
        match text {
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => self.function_name(at, name),
            "true" | "false" => {
                let value = self.p.int_lit(u64::from(text == "true"), IntKind::Int);
                let built = self.p.cast(value, Ty::BOOL);
                self.built(at, built)
            }
            "nullptr" => {
                let zero = self.p.int_lit(0, IntKind::Int);
                let void_ptr = self.p.types.pointer(Ty::VOID);
                let built = self.p.cast(zero, void_ptr);
                self.built(at, built)
            }
            _ if ["__builtin_", "__sync_", "__atomic_"].iter().any(|p| text.starts_with(p)) => {
                fail(at, ErrorKind::UnsupportedBuiltin(text.to_owned()))
            }
            _ if self.is(Punct::LParen) && self.function.is_some() => {
                let func = self.implicit_function(name, at);
                Ok(self.p.func(func))
            }
            _ => fail(at, ErrorKind::UnknownName(text.to_owned())),
        }
    }

    fn function_name(&mut self, at: u32, name: Name) -> Res<ExprId> {
        match &self.function {
            Some(function) => {
                let text = self.name_text(function.name);
                Ok(self.p.str_lit(text.as_bytes()))
            }
            None => fail(at, ErrorKind::UnknownName(self.name_text(name).to_owned())),
        }
    }

    fn number(&mut self, at: u32) -> Res<ExprId> {
        let text = self.token_text(self.tokens[self.at]);
        self.advance();
        let e = match literal::number(text, self.p.target()) {
            Ok(Number::Int { value, kind, style }) => self.p.int_lit_styled(value, kind, style),
            Ok(Number::Float { kind, bits, hex }) => self.p.float_lit(kind, bits, hex),
            Ok(Number::Imaginary) => return unsupported(at, Construct::Complex),
            Ok(Number::Extended) => return unsupported(at, Construct::DecimalFloat),
            Err(why) => return fail(at, ErrorKind::BadConstant(why)),
        };
        Ok(self.marked(at, e))
    }

    fn character(&mut self, at: u32) -> Res<ExprId> {
        let text = self.token_text(self.tokens[self.at]);
        self.advance();
        let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) else {
            return self.wide_character(at, text);
        };
        let e = match literal::character(inner, self.p.target()) {
            Ok((value, true)) if (0..=127).contains(&value) => {
                let style = LitStyle { base: Base::Char, ..LitStyle::DECIMAL };
                self.p.int_lit_styled(value as u64, IntKind::Int, style)
            }
            // Others are written as numbers, so that they mean the same where `char` has another sign.
            Ok((value, _)) => self.p.int_const(i128::from(value), Ty::INT),
            Err(why) => return fail(at, ErrorKind::BadConstant(why)),
        };
        Ok(self.marked(at, e))
    }

    // --- _Generic ---

    /// C17 6.5.1.1: only the association that is chosen is kept.
    fn generic(&mut self, at: u32) -> Res<ExprId> {
        self.advance();
        self.expect(Punct::LParen)?;
        let control = self.assignment()?;
        let control = self.p.decay(control);
        self.mark(at);
        let wanted = self.p.value_type(control);
        let (mut fitting, mut fallback) = (None, None);
        while self.accept(Punct::Comma) {
            let chosen = match self.association_type()? {
                Some(ty) if self.fits_association(ty, wanted) => &mut fitting,
                Some(_) => &mut None,
                None => &mut fallback,
            };
            self.expect(Punct::Colon)?;
            let e = self.assignment()?;
            if chosen.replace(e).is_some() {
                return fail(at, ErrorKind::NoAssociation);
            }
        }
        self.expect(Punct::RParen)?;
        fitting.or(fallback).map_or_else(|| fail(at, ErrorKind::NoAssociation), Ok)
    }

    fn fits_association(&self, ty: Ty, wanted: Ty) -> bool {
        self.p.types.canonical(ty).quals().is_empty() && self.p.compatible(ty, wanted)
    }

    /// The type before the colon, or nothing for `default`.
    fn association_type(&mut self) -> Res<Option<Ty>> {
        if self.accept_word(Keyword::Default) { Ok(None) } else { self.type_name().map(Some) }
    }
}
