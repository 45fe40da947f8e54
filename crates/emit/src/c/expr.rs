//! Expressions, with parentheses where C's grammar needs them. Implicit conversions are not printed:
//! they are what a compiler does by itself.

use super::Printer;
use crate::options::{Parens, Std};
use ir::{
    BinaryOp, Builtin, ExprId, ExprKind, ExprList, FuncId, Id, IncDec, LogicOp, RecordId, Ty, UnaryOp, VarId,
};

/// Levels of C's expression grammar (C17 6.5), loosest first.
pub(super) mod prec {
    pub const COMMA: u8 = 1;
    pub const ASSIGN: u8 = 2;
    pub const COND: u8 = 3;
    pub const LOGIC_OR: u8 = 4;
    pub const LOGIC_AND: u8 = 5;
    pub const OR: u8 = 6;
    pub const XOR: u8 = 7;
    pub const AND: u8 = 8;
    pub const EQUALITY: u8 = 9;
    pub const RELATIONAL: u8 = 10;
    pub const SHIFT: u8 = 11;
    pub const ADDITIVE: u8 = 12;
    pub const MULTIPLICATIVE: u8 = 13;
    pub const CAST: u8 = 14;
    pub const UNARY: u8 = 15;
    pub const POSTFIX: u8 = 16;
    pub const PRIMARY: u8 = 17;
}

pub(super) fn binary_prec(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => prec::MULTIPLICATIVE,
        BinaryOp::Add | BinaryOp::Sub => prec::ADDITIVE,
        BinaryOp::Shl | BinaryOp::Shr => prec::SHIFT,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => prec::RELATIONAL,
        BinaryOp::Eq | BinaryOp::Ne => prec::EQUALITY,
        BinaryOp::And => prec::AND,
        BinaryOp::Xor => prec::XOR,
        BinaryOp::Or => prec::OR,
    }
}

/// The levels that both operands of an operator need, at least. A comparison of comparisons has parentheses that C does
/// not ask for: clang refuses `a < b <= c` from version 21 on.
fn operand_levels(op: BinaryOp) -> (u8, u8) {
    match binary_prec(op) {
        prec::EQUALITY | prec::RELATIONAL => (prec::SHIFT, prec::SHIFT),
        level => from_the_left(level),
    }
}

/// All binary operators associate to the left.
fn from_the_left(level: u8) -> (u8, u8) {
    (level, level + 1)
}

fn logic_prec(op: LogicOp) -> u8 {
    match op {
        LogicOp::And => prec::LOGIC_AND,
        LogicOp::Or => prec::LOGIC_OR,
    }
}

impl Printer<'_> {
    /// An expression where commas are as good as anything: a statement, a condition, an index.
    pub(super) fn expr(&mut self, e: ExprId) {
        self.at_least(e, prec::COMMA);
    }

    /// An argument, an initialiser: anything but a comma.
    pub(super) fn assignment(&mut self, e: ExprId) {
        self.at_least(e, prec::ASSIGN);
    }

    /// An operand that has to bind at least as tightly as the level.
    pub(super) fn operand(&mut self, e: ExprId, level: u8) {
        let level = match self.parens {
            Parens::Minimal => level,
            Parens::Full => level.max(prec::POSTFIX),
        };
        self.at_least(e, level);
    }

    #[inline]
    fn at_least(&mut self, e: ExprId, level: u8) {
        let e = self.written(e);
        if self.level(e) < level {
            self.out.byte(b'(');
            self.node(e);
            self.out.byte(b')');
        } else {
            self.node(e);
        }
    }

    /// The node that is printed for this one.
    #[inline]
    pub(super) fn written(&self, mut e: ExprId) -> ExprId {
        if self.std.is_cxx() {
            return self.written_cxx(e);
        }
        loop {
            e = match self.p.exprs[e].kind {
                ExprKind::Convert(inner) | ExprKind::Decay(inner) => inner,
                _ => return e,
            };
        }
    }

    fn level(&self, e: ExprId) -> u8 {
        match self.p.exprs[e].kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Var(_)
            | ExprKind::Func(_) => prec::PRIMARY,
            ExprKind::Stmts(_) => prec::UNARY,
            ExprKind::EnumConst(..) if self.std.is_cxx() => prec::CAST,
            ExprKind::EnumConst(..) => prec::PRIMARY,
            ExprKind::Call { callee, .. } if self.loses_const(callee) => prec::CAST,
            ExprKind::CompoundLit(_)
            | ExprKind::Member { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Call { .. }
            | ExprKind::ConvertLanes(_)
            | ExprKind::Offsetof(..)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. }
            | ExprKind::Asm { .. } => prec::POSTFIX,
            ExprKind::IncDec(op, _) => {
                if op.is_post() {
                    prec::POSTFIX
                } else {
                    prec::UNARY
                }
            }
            ExprKind::Deref(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Unary(..)
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofType(_) => prec::UNARY,
            ExprKind::Cast(_) => prec::CAST,
            ExprKind::Binary(op, ..) => binary_prec(op),
            ExprKind::Logic(op, ..) => logic_prec(op),
            ExprKind::Cond { .. } => prec::COND,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } => prec::ASSIGN,
            ExprKind::Comma(..) => prec::COMMA,
            ExprKind::Convert(inner) | ExprKind::Decay(inner) if self.std.is_cxx() => {
                self.conversion_level(e, inner)
            }
            ExprKind::Convert(e) | ExprKind::Decay(e) | ExprKind::Guard(e, _) => self.level(e),
        }
    }

    fn node(&mut self, e: ExprId) {
        let p = self.p;
        let ir::Expr { kind, ty, .. } = p.exprs[e];
        match kind {
            ExprKind::Int { value, style } => self.int(value, style, ty),
            ExprKind::Float(id) => self.float(id),
            ExprKind::Str(id) => self.string(id),
            ExprKind::EnumConst(id, n) => {
                // In C it is an `int`.
                self.out.str(if self.std.is_cxx() { "(int)" } else { "" });
                self.out.str(p.name(p.types.enums[id].constants[n as usize].0));
            }
            ExprKind::Var(var) => self.variable(var),
            ExprKind::Func(func) => self.function_name(func),
            ExprKind::CompoundLit(var) => self.compound_literal(var),
            ExprKind::Member { base, field } => self.member(base, field, "."),
            ExprKind::Arrow { base, field } => self.member(base, field, "->"),
            ExprKind::Index { base, index } => self.index(base, index),
            ExprKind::Deref(inner) => self.prefix("*", inner),
            ExprKind::AddrOf(inner) => {
                if !self.container_address(inner) {
                    self.prefix("&", inner);
                }
            }
            ExprKind::Unary(op, inner) => self.unary(op, inner),
            ExprKind::Binary(op, a, b) => self.infix(a, op.token(), b, operand_levels(op)),
            ExprKind::Logic(op, a, b) => self.infix(a, op.token(), b, from_the_left(logic_prec(op))),
            ExprKind::Cond { cond, then, els } => self.conditional(cond, then, els),
            ExprKind::Comma(a, b) => self.comma(a, b),
            ExprKind::Assign { lhs, rhs } => self.assign(lhs, "", rhs),
            ExprKind::AssignOp { op, lhs, rhs, .. } => self.assign(lhs, op.token(), rhs),
            ExprKind::IncDec(op, inner) => self.inc_dec(op, inner),
            ExprKind::Cast(inner) => self.cast(ty, inner),
            ExprKind::ConvertLanes(inner) => self.convert_lanes(ty, inner),
            ExprKind::Convert(inner) | ExprKind::Decay(inner) if self.std.is_cxx() => {
                self.conversion(e, inner)
            }
            ExprKind::Convert(inner) | ExprKind::Decay(inner) => self.node(inner),
            ExprKind::Guard(..) => unreachable!("guards are lowered before"),
            ExprKind::Call { callee, args } => {
                if self.loses_const(callee) {
                    self.out.str("(char *)");
                }
                self.call(callee, args);
            }
            ExprKind::SizeofType(of) => self.of_type("sizeof", of),
            ExprKind::SizeofExpr(inner) => self.sizeof_expr(inner),
            ExprKind::AlignofType(of) => self.alignof(of),
            ExprKind::Offsetof(record, field) => self.offsetof(record, field),
            ExprKind::VaStart(ap) => self.va_start(ap),
            ExprKind::VaArg(ap) => self.va_arg(ap, ty),
            ExprKind::VaEnd(ap) => self.va_call("va_end", &[ap]),
            ExprKind::VaCopy { to, from } => self.va_copy(to, from),
            ExprKind::Stmts(block) => {
                self.out.str("__extension__ (");
                self.block(block);
                self.out.byte(b')');
            }
            ExprKind::Asm { asm, operands } => self.assembly(&p.asms[asm], p.args(operands)),
        }
    }

    fn variable(&mut self, var: VarId) {
        let p = self.p;
        self.mention(var);
        if let Some(array) = p.vars[var].size_of.filter(|_| p.is_array_size(var)) {
            self.out.str("sizeof(");
            self.out.str(p.name(p.vars[array].name));
            return self.out.byte(b')');
        }
        if self.in_macro {
            // A parameter, which stands for anything.
            self.out.byte(b'(');
            self.out.str(p.name(p.vars[var].name));
            self.out.byte(b')');
        } else if self.is_member(var) {
            self.variable_name(var);
        } else {
            self.out.str(p.name(p.vars[var].name));
        }
    }

    fn function_name(&mut self, func: FuncId) {
        let p = self.p;
        let f = &p.funcs[func];
        match f.builtin {
            // C90's library has no such function, but the compiler has.
            Some(Builtin::Snprintf) if self.std == Std::C89 => return self.out.str("__builtin_snprintf"),
            Some(Builtin::BuiltinAssume) => {
                let assume = self.uses.assume(p);
                return self.out.str(assume);
            }
            // By the compiler's name, it needs no header.
            Some(builtin) if p.name(f.name) == builtin.name() => {
                if let Some(header) = builtin.header() {
                    self.uses.header(header);
                }
            }
            _ => {}
        }
        if !self.begun.get(func.index()).copied().unwrap_or(true) {
            self.early[func.index()] = true;
        }
        self.out.str(p.name(f.name));
    }

    fn convert_lanes(&mut self, ty: Ty, vector: ExprId) {
        self.out.str("__builtin_convertvector(");
        self.assignment(vector);
        self.out.str(", ");
        self.type_name(ty);
        self.out.byte(b')');
    }

    fn compound_literal(&mut self, var: VarId) {
        let ir::Var { ty, init, .. } = self.p.vars[var];
        if self.std.is_cxx() && self.p.types.is_vector(ty) {
            // A list in C++, which wants a name before it.
            self.type_name(ty);
            return init.map_or((), |init| self.braced(init, ty));
        }
        self.fail_in_cxx("compound literal");
        let extension = self.std == Std::C89;
        if extension {
            self.out.str("(__extension__ ");
        }
        self.out.byte(b'(');
        self.type_name(ty);
        self.out.byte(b')');
        match init {
            Some(init) => self.braced(init, ty),
            None => self.out.str("{0}"),
        }
        if extension {
            self.out.byte(b')');
        }
    }

    /// Members of C11's anonymous structs and unions are named as if they were the outer record's.
    fn member(&mut self, base: ExprId, field: u32, separator: &'static str) {
        let p = self.p;
        let (object, separator) = self.skip_unnamed(base, separator);
        self.operand(object, prec::POSTFIX);
        self.out.str(separator);
        if let Some(name) = self.field_name(self.record_of(base), field) {
            self.out.str(p.name(name));
        }
    }

    fn skip_unnamed(&self, base: ExprId, separator: &'static str) -> (ExprId, &'static str) {
        let (outer, field, outer_separator) = match self.p.exprs[base].kind {
            ExprKind::Member { base, field } if separator == "." => (base, field, "."),
            ExprKind::Arrow { base, field } if separator == "." => (base, field, "->"),
            _ => return (base, separator),
        };
        match self.field_name(self.record_of(outer), field) {
            Some(_) => (base, separator),
            None => self.skip_unnamed(outer, outer_separator),
        }
    }

    fn field_name(&self, record: Option<RecordId>, field: u32) -> Option<ir::Symbol> {
        record.and_then(|id| self.p.types.records[id].fields[field as usize].name)
    }

    /// The record that an expression is, or points to.
    fn record_of(&self, e: ExprId) -> Option<RecordId> {
        let ty = self.p.exprs[e].ty;
        self.p.types.record(self.p.types.pointee(ty).unwrap_or(ty))
    }

    fn index(&mut self, base: ExprId, index: ExprId) {
        if self.container_element(base, index) {
            return;
        }
        self.operand(base, prec::POSTFIX);
        self.out.byte(b'[');
        self.expr(index);
        self.out.byte(b']');
    }

    fn prefix(&mut self, token: &str, inner: ExprId) {
        self.out.str(token);
        self.operand(inner, prec::CAST);
    }

    fn unary(&mut self, op: UnaryOp, inner: ExprId) {
        self.out.str(op.token());
        if self.parens == Parens::Minimal && self.begins_with_sign(op, inner) {
            self.out.byte(b' ');
        }
        self.operand(inner, prec::CAST);
    }

    /// Whether the operand's first character would make `--` or `++` of the operator (C17 6.4p4).
    fn begins_with_sign(&self, op: UnaryOp, inner: ExprId) -> bool {
        matches!(
            (op, self.p.exprs[self.written(inner)].kind),
            (UnaryOp::Neg, ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::IncDec(IncDec::PreDec, _))
                | (UnaryOp::Plus, ExprKind::Unary(UnaryOp::Plus, _) | ExprKind::IncDec(IncDec::PreInc, _))
        )
    }

    fn infix(&mut self, a: ExprId, token: &str, b: ExprId, (left, right): (u8, u8)) {
        self.operand(a, left);
        self.out.byte(b' ');
        self.out.str(token);
        self.out.byte(b' ');
        self.operand(b, right);
    }

    fn conditional(&mut self, cond: ExprId, then: ExprId, els: ExprId) {
        self.operand(cond, prec::LOGIC_OR);
        self.out.str(" ? ");
        self.branch(then, prec::ASSIGN);
        self.out.str(" : ");
        self.branch(els, prec::COND);
    }

    fn comma(&mut self, a: ExprId, b: ExprId) {
        self.operand(a, prec::COMMA);
        self.out.str(", ");
        self.operand(b, prec::ASSIGN);
    }

    fn assign(&mut self, lhs: ExprId, op: &str, rhs: ExprId) {
        self.operand(lhs, prec::UNARY);
        self.out.byte(b' ');
        self.out.str(op);
        self.out.str("= ");
        self.operand(rhs, prec::ASSIGN);
    }

    fn inc_dec(&mut self, op: IncDec, inner: ExprId) {
        let token = if op.is_inc() { "++" } else { "--" };
        if op.is_post() {
            self.operand(inner, prec::POSTFIX);
            self.out.str(token);
        } else {
            self.out.str(token);
            self.operand(inner, prec::UNARY);
        }
    }

    pub(super) fn cast(&mut self, to: Ty, inner: ExprId) {
        self.out.byte(b'(');
        self.type_name(to);
        self.out.byte(b')');
        self.operand(inner, prec::CAST);
    }

    fn call(&mut self, callee: ExprId, args: ExprList) {
        let p = self.p;
        self.operand(callee, prec::POSTFIX);
        self.out.byte(b'(');
        self.arguments(p.args(args));
        self.out.byte(b')');
    }

    fn arguments(&mut self, args: &[ExprId]) {
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.str(", ");
            }
            self.assignment(*arg);
        }
    }

    fn of_type(&mut self, operator: &str, ty: Ty) {
        self.out.str(operator);
        self.out.byte(b'(');
        self.type_name(ty);
        self.out.byte(b')');
    }

    fn sizeof_expr(&mut self, inner: ExprId) {
        self.out.str("sizeof(");
        self.expr(inner);
        self.out.byte(b')');
    }

    /// Not GNU's `__alignof__`, which on i386 is more than the type's own alignment.
    fn alignof(&mut self, ty: Ty) {
        if self.std < Std::C11 {
            self.out.str("__extension__ ");
        }
        self.of_type(if self.std.is_cxx() { "alignof" } else { "_Alignof" }, ty);
    }

    fn offsetof(&mut self, record: RecordId, field: u32) {
        let p = self.p;
        self.uses.header("stddef.h");
        let r = &p.types.records[record];
        self.out.str("offsetof(");
        self.out.str(super::types::record_keyword(r.kind));
        self.out.str(p.name(r.tag));
        self.out.str(", ");
        if let Some(name) = r.fields[field as usize].name {
            self.out.str(p.name(name));
        }
        self.out.byte(b')');
    }

    fn va_call(&mut self, name: &str, args: &[ExprId]) {
        self.uses.header("stdarg.h");
        self.out.str(name);
        self.out.byte(b'(');
        self.arguments(args);
        self.out.byte(b')');
    }

    fn va_start(&mut self, ap: ExprId) {
        let p = self.p;
        self.uses.header("stdarg.h");
        self.out.str("va_start(");
        self.assignment(ap);
        // The last parameter with a name (C17 7.16.1.4p4); C23 may do without.
        if let Some(last) = self.func.and_then(|f| p.params(f).last()) {
            self.out.str(", ");
            self.out.str(p.name(p.vars[*last].name));
        }
        self.out.byte(b')');
    }

    fn va_arg(&mut self, ap: ExprId, ty: Ty) {
        self.uses.header("stdarg.h");
        self.out.str("va_arg(");
        self.assignment(ap);
        self.out.str(", ");
        self.type_name(ty);
        self.out.byte(b')');
    }

    /// C99's name; before that GNU's header calls it otherwise.
    fn va_copy(&mut self, to: ExprId, from: ExprId) {
        let name = if self.std == Std::C89 { "__va_copy" } else { "va_copy" };
        self.va_call(name, &[to, from]);
    }
}
