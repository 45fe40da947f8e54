//! Typed constructors: how operands become a node that C accepts, with promotions, the usual arithmetic
//! conversions, decay and result types. The reader, the generator and tests build through these; the
//! validator checks the outcome without them.
//!
//! Every function takes operands as they are written (lvalues, arrays, narrow integers) and inserts the
//! implicit conversions that C does.

mod stmts;
mod vector;

pub use stmts::leaves;

use crate::arith::float::{self, Float};
use crate::constant;
use crate::decl::Storage;
use crate::expr::{BinaryOp, ExprKind, IncDec, LitStyle, LogicOp, UnaryOp};
use crate::ids::{ExprId, FuncId, StrId, VarId};
use crate::program::{FloatLit, Program, StrLit};
use crate::target::{FloatKind, IntKind};
use crate::types::{FnType, Quals, Ty, TypeKind};

/// Why operands do not fit an operator. The reader adds the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// The operator, which the operand's type does not fit.
    #[error("operand of {0} has the wrong type")]
    Operand(&'static str),
    /// The operator, which the types of the two operands do not fit together.
    #[error("operands of {0} do not fit together")]
    Operands(&'static str),
    /// What needs an lvalue, and has none.
    #[error("{0} wants an lvalue")]
    NotLvalue(&'static str),
    /// What writes to something that is const, or no object that can be assigned to.
    #[error("{0} cannot modify a read-only or array operand")]
    NotModifiable(&'static str),
    /// There is no implicit conversion between the types.
    #[error("a value of this type cannot be converted implicitly to the type wanted")]
    Conversion,
    /// There is no cast between the types.
    #[error("this cast is not allowed")]
    Cast,
    /// The record has no member with this number, or it is no record.
    #[error("there is no such member")]
    NoMember,
    /// What is called is neither a function nor a pointer to one.
    #[error("the object called is not a function")]
    NotAFunction,
    /// A call has too many or too few arguments.
    #[error("wrong number of arguments: {wanted} wanted, {given} given")]
    ArgumentCount {
        /// How many parameters there are.
        wanted: usize,
        /// How many arguments the call has.
        given: usize,
    },
    /// The type is incomplete where a complete one is needed.
    #[error("the type is not complete here")]
    Incomplete,
    /// What has no address: a bit-field, or a register variable.
    #[error("{0} cannot take the address of a bit-field or register variable")]
    NotAddressable(&'static str),
}

type Built = Result<ExprId, TypeError>;

/// Leaves.
impl Program {
    /// A constant of one of the types that C constants have: `int` and up.
    pub fn int_lit(&mut self, value: u64, kind: IntKind) -> ExprId {
        self.int_lit_styled(value, kind, LitStyle::DECIMAL)
    }

    /// An integer literal that is written in a style of its own.
    pub fn int_lit_styled(&mut self, value: u64, kind: IntKind, style: LitStyle) -> ExprId {
        self.push_expr(ExprKind::Int { value, style }, Ty::int(kind))
    }

    /// An expression of any integer type with the given value: a literal where C has one, else with a minus,
    /// a cast, or, for the least value and for 128 bits, arithmetic. It is a constant expression and defined.
    pub fn int_const(&mut self, value: i128, ty: Ty) -> ExprId {
        let ty = self.types.canonical(ty).unqualified();
        let kind = self.types.int_kind(ty).expect("int_const makes integers");
        if kind.rank() > IntKind::LongLong.rank() {
            return self.wide_const(value, ty);
        }
        // Narrow types have no literals: write an int and cast it.
        if kind.rank() < IntKind::Int.rank() || matches!(self.types.kind(ty), TypeKind::Enum(_)) {
            let inner = self.int_const(value, Ty::INT);
            return self.push_expr(ExprKind::Cast(inner), ty);
        }
        if value >= 0 {
            return self.int_lit(value as u64, kind);
        }
        let t = self.target().int_type(kind);
        let min = -1i128 << (t.bits - 1);
        let magnitude = if value == min { -(value + 1) } else { -value };
        let lit = self.int_lit(magnitude as u64, kind);
        let neg = self.push_expr(ExprKind::Unary(UnaryOp::Neg, lit), ty);
        if value != min {
            return neg;
        }
        let one = self.int_lit(1, kind);
        self.push_expr(ExprKind::Binary(BinaryOp::Sub, neg, one), ty)
    }

    /// High and low halves, put together as unsigned and cast.
    fn wide_const(&mut self, value: i128, ty: Ty) -> ExprId {
        if let Ok(small) = i64::try_from(value) {
            let long = Ty::int(self.target().exact(64, true).unwrap_or(IntKind::LongLong));
            let inner = self.int_const(i128::from(small), long);
            return self.push_expr(ExprKind::Cast(inner), ty);
        }
        let half = self.target().exact(64, false).unwrap_or(IntKind::ULongLong);
        let high = self.int_lit((value >> 64) as u64, half);
        let high = self.push_expr(ExprKind::Cast(high), Ty::UINT128);
        let by = self.int_lit(64, IntKind::Int);
        let high = self.push_expr(ExprKind::Binary(BinaryOp::Shl, high, by), Ty::UINT128);
        let low = self.int_lit(value as u64, half);
        let low = self.push_expr(ExprKind::Convert(low), Ty::UINT128);
        let both = self.push_expr(ExprKind::Binary(BinaryOp::Or, high, low), Ty::UINT128);
        if ty == Ty::UINT128 { both } else { self.push_expr(ExprKind::Cast(both), ty) }
    }

    /// A floating literal by its bits, decimal or hexadecimal.
    pub fn float_lit(&mut self, kind: FloatKind, bits: u128, hex: bool) -> ExprId {
        let id = self.floats.push(FloatLit { kind, bits, hex });
        self.push_expr(ExprKind::Float(id), Ty::float(kind))
    }

    /// An expression with any floating value that is a number, of either sign.
    pub fn float_const(&mut self, kind: FloatKind, value: Float) -> ExprId {
        if !value.is_negative() {
            return self.float_lit(kind, value.to_bits(), false);
        }
        let magnitude = self.float_lit(kind, float::neg(value).to_bits(), false);
        self.push_expr(ExprKind::Unary(UnaryOp::Neg, magnitude), Ty::float(kind))
    }

    /// A string literal with these bytes, without the final zero.
    pub fn str_lit(&mut self, bytes: &[u8]) -> ExprId {
        let id = self.strings.push(StrLit { bytes: bytes.to_vec() });
        self.str_ref(id)
    }

    /// A string literal that is there already.
    pub fn str_ref(&mut self, id: StrId) -> ExprId {
        let len = self.strings[id].bytes.len() as u64 + 1;
        let ty = self.types.array(Ty::CHAR, len);
        self.push_expr(ExprKind::Str(id), ty)
    }

    /// The variable as an lvalue.
    pub fn var(&mut self, var: VarId) -> ExprId {
        let ty = self.types.canonical(self.vars[var].ty);
        self.push_expr(ExprKind::Var(var), ty)
    }

    /// The function as a designator.
    pub fn func(&mut self, func: FuncId) -> ExprId {
        let ty = self.types.canonical(self.funcs[func].ty);
        self.push_expr(ExprKind::Func(func), ty)
    }

    /// The object of a compound literal is the variable; its initialiser is the variable's.
    pub fn compound_lit(&mut self, var: VarId) -> ExprId {
        let ty = self.types.canonical(self.vars[var].ty);
        self.push_expr(ExprKind::CompoundLit(var), ty)
    }
}

/// Conversions.
impl Program {
    /// The type of the expression, with its qualifiers.
    #[inline]
    pub fn ty(&self, e: ExprId) -> Ty {
        self.exprs[e].ty
    }

    /// The canonical, unqualified type that the expression has as a value.
    pub fn value_type(&self, e: ExprId) -> Ty {
        self.types.canonical(self.exprs[e].ty).unqualified()
    }

    /// Whether the expression designates an object (C17 6.3.2.1p1).
    pub fn is_lvalue(&self, e: ExprId) -> bool {
        match self.exprs[e].kind {
            ExprKind::Var(_)
            | ExprKind::Str(_)
            | ExprKind::CompoundLit(_)
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => !self.types.is_function(self.ty(e)),
            ExprKind::Member { base, .. } => self.is_lvalue(base),
            _ => false,
        }
    }

    /// The width of the bit-field that an lvalue designates.
    pub fn bit_field_width(&self, e: ExprId) -> Option<u8> {
        let (record, field) = match self.exprs[e].kind {
            ExprKind::Member { base, field } => (self.types.record(self.ty(base))?, field),
            ExprKind::Arrow { base, field } => {
                let pointee = self.types.pointee(self.ty(base))?;
                (self.types.record(pointee)?, field)
            }
            // The value of these is that of the field, and GCC and clang promote it by the field's width.
            ExprKind::Assign { lhs, .. }
            | ExprKind::AssignOp { lhs, .. }
            | ExprKind::IncDec(IncDec::PreInc | IncDec::PreDec, lhs) => return self.bit_field_width(lhs),
            ExprKind::Comma(_, last) => return self.bit_field_width(last),
            _ => return None,
        };
        self.types.records[record].fields[field as usize].bits
    }

    /// Array to pointer and function to pointer (C17 6.3.2.1p3-4); other operands stay as they are.
    pub fn decay(&mut self, e: ExprId) -> ExprId {
        let ty = self.ty(e);
        let to = match self.types.kind(ty) {
            TypeKind::Array(element, _) => element,
            TypeKind::Function(_) => ty,
            _ => return e,
        };
        let pointer = self.types.pointer(to);
        self.push_expr(ExprKind::Decay(e), pointer)
    }

    /// A conversion node to the type, unless the value has it already. No check that C allows it.
    pub fn convert(&mut self, e: ExprId, ty: Ty) -> ExprId {
        let ty = self.types.canonical(ty).unqualified();
        if self.value_type(e) == ty {
            return e;
        }
        self.push_expr(ExprKind::Convert(e), ty)
    }

    /// The integer promotions (C17 6.3.1.1p2). A bit-field wider than `int` keeps its declared type, as in clang.
    pub fn promote(&mut self, e: ExprId) -> ExprId {
        let promoted = self.promoted_type(e);
        self.convert(e, promoted)
    }

    /// The type of the expression after the integer promotions (C17 6.3.1.1p2).
    pub fn promoted_type(&self, e: ExprId) -> Ty {
        let ty = self.value_type(e);
        let Some(kind) = self.types.int_kind(ty) else { return ty };
        let int_bits = self.target().int_type(IntKind::Int).bits;
        let int_type = self.target().int_type(kind);
        if let Some(width) = self.source_width(e) {
            if width < int_bits || (width == int_bits && int_type.signed) {
                return Ty::INT;
            }
            if width == int_bits {
                return Ty::UINT;
            }
        }
        if kind.rank() > IntKind::Int.rank() {
            return Ty::int(kind);
        }
        if kind.rank() == IntKind::Int.rank() {
            return Ty::int(kind);
        }
        // All values of the narrow type fit in int, unless it is unsigned and as wide.
        if int_type.bits < int_bits || int_type.signed { Ty::INT } else { Ty::UINT }
    }

    /// The width of the bit-field that a value comes from. GCC and clang know it also after an assignment,
    /// `++s.b` and `0, s.b`; after `s.b++` only GCC does, which we follow.
    fn source_width(&self, mut e: ExprId) -> Option<u8> {
        loop {
            e = match self.exprs[e].kind {
                ExprKind::IncDec(_, inner) => inner,
                ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
                ExprKind::Comma(_, last) => last,
                _ => return self.bit_field_width(e),
            }
        }
    }

    /// The common type of two arithmetic operands (C17 6.3.1.8p1).
    pub fn common_type(&self, a: ExprId, b: ExprId) -> Option<Ty> {
        let (ta, tb) = (self.promoted_type(a), self.promoted_type(b));
        if !self.types.is_arithmetic(ta) || !self.types.is_arithmetic(tb) {
            return None;
        }
        for kind in [FloatKind::LongDouble, FloatKind::Double, FloatKind::Float] {
            if ta == Ty::float(kind) || tb == Ty::float(kind) {
                return Some(Ty::float(kind));
            }
        }
        let (ka, kb) = (self.types.int_kind(ta)?, self.types.int_kind(tb)?);
        Some(Ty::int(self.common_int(ka, kb)))
    }

    /// The common type of two promoted integer types.
    pub fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let target = self.target();
        let (low, high) = if a.rank() <= b.rank() { (a, b) } else { (b, a) };
        let (signed_low, signed_high) = (target.is_signed(low), target.is_signed(high));
        if low.rank() == high.rank() {
            return if signed_low { high } else { low };
        }
        if signed_low == signed_high || !signed_high {
            return high;
        }
        // The unsigned one has the lower rank: the other wins if it can hold all its values.
        if target.int_type(high).bits > target.int_type(low).bits { high } else { high.to_unsigned() }
    }

    fn usual(&mut self, a: ExprId, b: ExprId, what: &'static str) -> Result<(ExprId, ExprId, Ty), TypeError> {
        let ty = self.common_type(a, b).ok_or(TypeError::Operands(what))?;
        // Promote first, then convert, in one node.
        Ok((self.convert(a, ty), self.convert(b, ty), ty))
    }

    /// An integer constant zero, or such a constant cast to `void *` (C17 6.3.2.3p3).
    pub fn is_null_constant(&self, e: ExprId) -> bool {
        let ty = self.ty(e);
        match self.exprs[e].kind {
            ExprKind::Int { value, .. } => value == 0,
            ExprKind::Cast(inner) | ExprKind::Convert(inner) if self.types.is_pointer(ty) => {
                self.types.pointee(ty) == Some(Ty::VOID) && self.is_null_constant(inner)
            }
            _ => self.types.is_integer(ty) && constant::int_value(self, e) == Some(0),
        }
    }

    /// Converts as if by assignment (C17 6.5.16.1p1), for initialisers, arguments and `return` too.
    pub fn assign_convert(&mut self, e: ExprId, to: Ty) -> Built {
        let to = self.types.canonical(to).unqualified();
        let e = self.decay(e);
        let from = self.value_type(e);
        if from == to {
            return Ok(e);
        }
        let types = &self.types;
        let fits = (types.is_arithmetic(to) && types.is_arithmetic(from))
            || (to == Ty::BOOL && types.is_pointer(from))
            || (types.is_pointer(to) && self.is_null_constant(e))
            || self.pointers_assignable(to, from);
        if fits { Ok(self.convert(e, to)) } else { Err(TypeError::Conversion) }
    }

    fn pointers_assignable(&self, to: Ty, from: Ty) -> bool {
        let (Some(to), Some(from)) = (self.types.pointee(to), self.types.pointee(from)) else { return false };
        let (to_quals, from_quals) = (self.pointee_quals(to), self.pointee_quals(from));
        let compatible = self.compatible(to, from)
            || (self.types.is_void(to) && !self.types.is_function(from))
            || (self.types.is_void(from) && !self.types.is_function(to));
        compatible && to_quals.has(from_quals)
    }

    /// The qualifiers of what a pointer points to; an array's are its elements'.
    fn pointee_quals(&self, mut ty: Ty) -> Quals {
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        self.types.canonical(ty).quals()
    }

    /// Whether two types are compatible but for outermost qualifiers (C17 6.2.7, 6.7.6).
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.types.canonical(a).unqualified(), self.types.canonical(b).unqualified());
        if a == b {
            return true;
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
                (n == m || n.is_none() || m.is_none()) && self.compatible(x, y)
            }
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                self.types.canonical(x).quals() == self.types.canonical(y).quals() && self.compatible(x, y)
            }
            (TypeKind::Enum(id), TypeKind::Int(kind)) | (TypeKind::Int(kind), TypeKind::Enum(id)) => {
                self.types.enums[id].repr == kind
            }
            (TypeKind::Function(x), TypeKind::Function(y)) => {
                self.compatible_functions(&self.types.fns[x], &self.types.fns[y])
            }
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &FnType, b: &FnType) -> bool {
        if !self.compatible(a.ret, b.ret) {
            return false;
        }
        if !a.prototype || !b.prototype {
            return self.is_promoted(a) && self.is_promoted(b);
        }
        a.variadic == b.variadic
            && a.params.len() == b.params.len()
            && a.params.iter().zip(&b.params).all(|(x, y)| self.compatible(*x, *y))
    }

    /// Whether a call without a prototype can pass what a function takes: no variable arguments, and no parameter of a type
    /// that arguments do not have after their promotion (C17 6.7.6.3p15).
    fn is_promoted(&self, f: &FnType) -> bool {
        !f.variadic && f.params.iter().all(|param| self.types.default_promoted(*param).is_none())
    }
}

/// Operators.
impl Program {
    /// A unary operator, with the conversions that C makes for it.
    pub fn unary(&mut self, op: UnaryOp, e: ExprId) -> Built {
        let e = self.decay(e);
        let ty = self.value_type(e);
        if self.types.is_vector(ty) {
            return self.vector_unary(op, e);
        }
        let fits = match op {
            UnaryOp::Plus | UnaryOp::Neg => self.types.is_arithmetic(ty),
            UnaryOp::BitNot => self.types.is_integer(ty),
            UnaryOp::Not => self.types.is_scalar(ty),
        };
        if !fits {
            return Err(TypeError::Operand(op.token()));
        }
        if op == UnaryOp::Not {
            return Ok(self.push_expr(ExprKind::Unary(op, e), Ty::INT));
        }
        let e = self.promote(e);
        let ty = self.value_type(e);
        Ok(self.push_expr(ExprKind::Unary(op, e), ty))
    }

    /// A binary operator, with the conversions that C makes for it.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Built {
        let (a, b) = (self.decay(a), self.decay(b));
        let (ta, tb) = (self.value_type(a), self.value_type(b));
        if self.types.is_pointer(ta) || self.types.is_pointer(tb) {
            return self.pointer_binary(op, a, b);
        }
        if self.types.is_vector(ta) || self.types.is_vector(tb) {
            return self.vector_binary(op, a, b);
        }
        if op.is_integer_only() && !(self.types.is_integer(ta) && self.types.is_integer(tb)) {
            return Err(TypeError::Operands(op.token()));
        }
        if op.is_shift() {
            let (a, b) = (self.promote(a), self.promote(b));
            let ty = self.value_type(a);
            return Ok(self.push_expr(ExprKind::Binary(op, a, b), ty));
        }
        let (a, b, ty) = self.usual(a, b, op.token())?;
        let ty = if op.is_comparison() { Ty::INT } else { ty };
        Ok(self.push_expr(ExprKind::Binary(op, a, b), ty))
    }

    fn pointer_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Built {
        let (ta, tb) = (self.value_type(a), self.value_type(b));
        let err = Err(TypeError::Operands(op.token()));
        match op {
            BinaryOp::Add | BinaryOp::Sub if self.types.is_integer(tb) => {
                self.steppable(ta)?;
                let b = self.promote(b);
                Ok(self.push_expr(ExprKind::Binary(op, a, b), ta))
            }
            BinaryOp::Add if self.types.is_integer(ta) => {
                self.steppable(tb)?;
                let a = self.promote(a);
                Ok(self.push_expr(ExprKind::Binary(op, a, b), tb))
            }
            BinaryOp::Sub => {
                let (Some(x), Some(y)) = (self.types.pointee(ta), self.types.pointee(tb)) else { return err };
                if !self.compatible(x, y) {
                    return err;
                }
                self.steppable(ta)?;
                let ty = self.types.ptrdiff_t();
                Ok(self.push_expr(ExprKind::Binary(op, a, b), ty))
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
                let (a, b) = self.comparable_pointers(op, a, b)?;
                Ok(self.push_expr(ExprKind::Binary(op, a, b), Ty::INT))
            }
            _ => err,
        }
    }

    /// Arithmetic wants a pointer to a complete type (C17 6.5.6p2); GNU C adds `void`.
    fn steppable(&self, pointer: Ty) -> Result<(), TypeError> {
        let known =
            self.types.pointee(pointer).is_none_or(|to| self.types.is_complete(to) || self.types.is_void(to));
        if known { Ok(()) } else { Err(TypeError::Incomplete) }
    }

    fn comparable_pointers(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Result<(ExprId, ExprId), TypeError> {
        let (ta, tb) = (self.value_type(a), self.value_type(b));
        if op.is_equality() && self.is_null_constant(b) && self.types.is_pointer(ta) {
            return Ok((a, self.convert(b, ta)));
        }
        if op.is_equality() && self.is_null_constant(a) && self.types.is_pointer(tb) {
            return Ok((self.convert(a, tb), b));
        }
        let (Some(x), Some(y)) = (self.types.pointee(ta), self.types.pointee(tb)) else {
            return Err(TypeError::Operands(op.token()));
        };
        let void = self.types.is_void(x) || self.types.is_void(y);
        if self.compatible(x, y) || (void && op.is_equality()) {
            return Ok((a, b));
        }
        Err(TypeError::Operands(op.token()))
    }

    /// `&&` or `||`.
    pub fn logic(&mut self, op: LogicOp, a: ExprId, b: ExprId) -> Built {
        let (a, b) = (self.condition(a)?, self.condition(b)?);
        Ok(self.push_expr(ExprKind::Logic(op, a, b), Ty::INT))
    }

    /// A scalar that is compared with zero: operand of `&&`, `||`, `!`, `?:`, `if` and loops.
    pub fn condition(&mut self, e: ExprId) -> Built {
        let e = self.decay(e);
        if self.types.is_scalar(self.value_type(e)) { Ok(e) } else { Err(TypeError::Operand("a condition")) }
    }

    /// `cond ? then : els`, with the type that both sides have in common.
    pub fn cond(&mut self, cond: ExprId, then: ExprId, els: ExprId) -> Built {
        let cond = self.condition(cond)?;
        let (then, els) = (self.decay(then), self.decay(els));
        let (t, e) = (self.value_type(then), self.value_type(els));
        if self.types.is_arithmetic(t) && self.types.is_arithmetic(e) {
            let (then, els, ty) = self.usual(then, els, "?:")?;
            return Ok(self.push_expr(ExprKind::Cond { cond, then, els }, ty));
        }
        let ty = if t == e { t } else { self.composite_pointer(then, els)? };
        let (then, els) = (self.convert(then, ty), self.convert(els, ty));
        Ok(self.push_expr(ExprKind::Cond { cond, then, els }, ty))
    }

    /// The type of a conditional with two pointers (C17 6.5.15p6).
    fn composite_pointer(&mut self, a: ExprId, b: ExprId) -> Result<Ty, TypeError> {
        let (ta, tb) = (self.value_type(a), self.value_type(b));
        if self.types.is_pointer(ta) && self.is_null_constant(b) {
            return Ok(ta);
        }
        if self.types.is_pointer(tb) && self.is_null_constant(a) {
            return Ok(tb);
        }
        let (Some(x), Some(y)) = (self.types.pointee(ta), self.types.pointee(tb)) else {
            return Err(TypeError::Operands("?:"));
        };
        let quals = self.types.canonical(x).quals().with(self.types.canonical(y).quals());
        let to = if self.types.is_void(x) || self.types.is_void(y) {
            Ty::VOID
        } else if self.compatible(x, y) {
            // Of two arrays, the one with a length (C17 6.2.7p3).
            let known = if self.types.is_complete(x) { x } else { y };
            self.types.canonical(known).unqualified()
        } else {
            return Err(TypeError::Operands("?:"));
        };
        let to = self.types.qualify(to, quals);
        Ok(self.types.pointer(to))
    }

    /// `a, b`.
    pub fn comma(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (self.decay(a), self.decay(b));
        let ty = self.value_type(b);
        self.push_expr(ExprKind::Comma(a, b), ty)
    }

    /// Whether the expression can be assigned to (C17 6.3.2.1p1); `what` wants to, for the message.
    pub fn modifiable(&self, e: ExprId, what: &'static str) -> Result<(), TypeError> {
        if !self.is_lvalue(e) {
            return Err(TypeError::NotLvalue(what));
        }
        let ty = self.types.canonical(self.ty(e));
        if !self.types.is_array(ty) && !self.types.is_complete(ty) {
            return Err(TypeError::Incomplete);
        }
        let read_only = ty.quals().is_const()
            || self.types.is_array(ty)
            || self.types.record(ty).is_some_and(|r| self.types.layout(r).has_const);
        if read_only { Err(TypeError::NotModifiable(what)) } else { Ok(()) }
    }

    /// `lhs = rhs`, with the right side converted to the type of the left.
    pub fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> Built {
        self.modifiable(lhs, "=")?;
        let ty = self.value_type(lhs);
        let rhs = self.assign_convert(rhs, ty)?;
        Ok(self.push_expr(ExprKind::Assign { lhs, rhs }, ty))
    }

    /// `lhs op= rhs`; the node knows in which type it is calculated.
    pub fn assign_op(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Built {
        self.modifiable(lhs, "a compound assignment")?;
        let rhs = self.decay(rhs);
        let (ty, rhs_ty) = (self.value_type(lhs), self.value_type(rhs));
        if op.is_comparison() {
            return Err(TypeError::Operand("a compound assignment"));
        }
        let (calc, rhs) = if self.types.is_vector(ty) {
            (ty, self.lane_operand(op, rhs, ty)?)
        } else if self.types.is_pointer(ty) {
            if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || !self.types.is_integer(rhs_ty) {
                return Err(TypeError::Operands(op.token()));
            }
            self.steppable(ty)?;
            (ty, self.promote(rhs))
        } else if op.is_integer_only() && !(self.types.is_integer(ty) && self.types.is_integer(rhs_ty)) {
            return Err(TypeError::Operands(op.token()));
        } else if op.is_shift() {
            (self.promoted_type(lhs), self.promote(rhs))
        } else {
            let calc = self.common_type(lhs, rhs).ok_or(TypeError::Operands(op.token()))?;
            (calc, self.convert(rhs, calc))
        };
        Ok(self.push_expr(ExprKind::AssignOp { op, lhs, rhs, calc }, ty))
    }

    /// `++` or `--`, before or after its operand.
    pub fn inc_dec(&mut self, op: IncDec, e: ExprId) -> Built {
        self.modifiable(e, "++ or --")?;
        let ty = self.value_type(e);
        if !self.types.is_scalar(ty) {
            return Err(TypeError::Operand("++ or --"));
        }
        self.steppable(ty)?;
        Ok(self.push_expr(ExprKind::IncDec(op, e), ty))
    }

    /// An explicit cast.
    pub fn cast(&mut self, e: ExprId, ty: Ty) -> Built {
        let e = self.decay(e);
        let (from, to) = (self.value_type(e), self.types.canonical(ty).unqualified());
        let types = &self.types;
        let fits = types.is_void(to)
            || (types.is_arithmetic(to) && types.is_arithmetic(from))
            || (types.is_pointer(to) && (types.is_pointer(from) || types.is_integer(from)))
            || (types.is_integer(to) && types.is_pointer(from))
            || (types.is_vector(to) && types.is_vector(from) && types.size(to) == types.size(from));
        if !fits {
            return Err(TypeError::Cast);
        }
        Ok(self.push_expr(ExprKind::Cast(e), ty.unqualified()))
    }

    /// `*e`.
    pub fn deref(&mut self, e: ExprId) -> Built {
        let e = self.decay(e);
        let pointee = self.types.pointee(self.ty(e)).ok_or(TypeError::Operand("*"))?;
        let pointee = self.types.canonical(pointee);
        Ok(self.push_expr(ExprKind::Deref(e), pointee))
    }

    /// `&e`.
    pub fn addr_of(&mut self, e: ExprId) -> Built {
        let ty = self.ty(e);
        if self.types.is_function(ty) {
            let pointer = self.types.pointer(ty);
            return Ok(self.push_expr(ExprKind::AddrOf(e), pointer));
        }
        if !self.is_lvalue(e) {
            return Err(TypeError::NotLvalue("&"));
        }
        if self.bit_field_width(e).is_some() || self.is_register(e) || self.is_lane(e) {
            return Err(TypeError::NotAddressable("&"));
        }
        let pointer = self.types.pointer(self.types.canonical(ty));
        Ok(self.push_expr(ExprKind::AddrOf(e), pointer))
    }

    fn is_register(&self, e: ExprId) -> bool {
        match self.exprs[e].kind {
            ExprKind::Var(v) => self.vars[v].storage == Storage::Register,
            ExprKind::Member { base, .. } => self.is_register(base),
            _ => false,
        }
    }

    /// `base[index]`.
    pub fn index(&mut self, base: ExprId, index: ExprId) -> Built {
        let (base, index) = (self.decay(base), self.decay(index));
        let base = if self.types.is_vector(self.ty(base)) { self.decay_lanes(base)? } else { base };
        // `2[a]` is `a[2]`.
        let swapped = self.types.is_integer(self.ty(base));
        let (base, index) = if swapped { (index, base) } else { (base, index) };
        let element = self.types.pointee(self.ty(base)).ok_or(TypeError::Operands("[]"))?;
        if !self.types.is_integer(self.ty(index)) {
            return Err(TypeError::Operands("[]"));
        }
        if !self.types.is_complete(element) {
            return Err(TypeError::Incomplete);
        }
        let index = self.promote(index);
        let element = self.types.canonical(element);
        Ok(self.push_expr(ExprKind::Index { base, index }, element))
    }

    /// `base.field`, by the member's number.
    pub fn member(&mut self, base: ExprId, field: u32) -> Built {
        let ty = self.field_type(self.ty(base), field)?;
        Ok(self.push_expr(ExprKind::Member { base, field }, ty))
    }

    /// `base->field`, by the member's number.
    pub fn arrow(&mut self, base: ExprId, field: u32) -> Built {
        let base = self.decay(base);
        let pointee = self.types.pointee(self.ty(base)).ok_or(TypeError::Operand("->"))?;
        let ty = self.field_type(pointee, field)?;
        Ok(self.push_expr(ExprKind::Arrow { base, field }, ty))
    }

    /// A member has the qualifiers of the whole and its own (C17 6.5.2.3p3).
    fn field_type(&mut self, record: Ty, field: u32) -> Result<Ty, TypeError> {
        let record = self.types.canonical(record);
        let id = self.types.record(record).ok_or(TypeError::NoMember)?;
        let field = self.types.records[id].fields.get(field as usize).ok_or(TypeError::NoMember)?;
        let quals = record.quals().without(Quals::RESTRICT);
        let ty = self.types.canonical(field.ty);
        Ok(self.types.qualify(ty, quals))
    }

    /// A call of a function designator (direct) or of a pointer to a function.
    pub fn call(&mut self, callee: ExprId, args: &[ExprId]) -> Built {
        let (callee, fn_ty) = match self.types.kind(self.ty(callee)) {
            TypeKind::Function(id) if matches!(self.exprs[callee].kind, ExprKind::Func(_)) => (callee, id),
            _ => {
                let callee = self.decay(callee);
                let pointee = self.types.pointee(self.ty(callee)).ok_or(TypeError::NotAFunction)?;
                match self.types.kind(pointee) {
                    TypeKind::Function(id) => (callee, id),
                    _ => return Err(TypeError::NotAFunction),
                }
            }
        };
        let f = self.types.fns[fn_ty].clone();
        let enough = if f.variadic { args.len() >= f.params.len() } else { args.len() == f.params.len() };
        if f.prototype && !enough {
            return Err(TypeError::ArgumentCount { wanted: f.params.len(), given: args.len() });
        }
        let mut converted = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let arg = match f.params.get(i) {
                Some(param) if f.prototype => self.assign_convert(*arg, *param)?,
                _ => self.default_promote(*arg),
            };
            converted.push(arg);
        }
        let args = self.push_args(&converted);
        let ret = self.types.canonical(f.ret).unqualified();
        Ok(self.push_expr(ExprKind::Call { callee, args }, ret))
    }

    /// The default argument promotions (C17 6.5.2.2p6).
    pub fn default_promote(&mut self, e: ExprId) -> ExprId {
        let e = self.decay(e);
        if self.value_type(e) == Ty::FLOAT {
            return self.convert(e, Ty::DOUBLE);
        }
        self.promote(e)
    }

    /// A call of a known function by id.
    pub fn call_func(&mut self, func: FuncId, args: &[ExprId]) -> Built {
        let callee = self.func(func);
        self.call(callee, args)
    }

    /// `sizeof(type)`.
    pub fn sizeof_type(&mut self, ty: Ty) -> ExprId {
        let size_t = self.types.size_t();
        self.push_expr(ExprKind::SizeofType(ty), size_t)
    }

    /// `sizeof e`, which is not evaluated.
    pub fn sizeof_expr(&mut self, e: ExprId) -> ExprId {
        let size_t = self.types.size_t();
        self.push_expr(ExprKind::SizeofExpr(e), size_t)
    }
}
