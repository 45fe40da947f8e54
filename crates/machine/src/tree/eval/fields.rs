//! Bit-fields where compilers differ. One that is wider than `int` keeps its own width as an operand for GCC, and gets its
//! declared type for clang (C17 6.3.1.1p2 promotes only what fits in `int`): where that makes a difference to a result, the
//! result is unspecified. Here is what GCC would have computed; the rest of the machine computes what clang does.

use crate::grow::Grow;
use crate::machine::Machine;
use crate::ops;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::{Place, Value};
use ir::arith::int;
use ir::{BinaryOp, Class, ExprId, ExprKind, IntKind, IntType, Program, Ty, UnaryOp};

impl<G: Grow> Machine<G> {
    /// Whether GCC gives a binary node the same value.
    #[cold]
    pub(super) fn check_binary_width(
        &self,
        id: ExprId,
        op: BinaryOp,
        (a, x): (ExprId, Value),
        (b, y): (ExprId, Value),
        value: Value,
    ) -> Eval<()> {
        let p = self.program();
        let Some(narrow) = operation_type(p, op, a, b) else { return Ok(()) };
        let (Some(wide), Some(count)) = (int_type(p, p.ty(a)), int_type(p, p.ty(b))) else { return Ok(()) };
        let (Some(left), Some(right)) = (x.wide(wide), y.wide(count)) else { return Ok(()) };
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let right = if is_shift { right } else { int::wrap(narrow, right) };
        let (left, right) = (int::wrap(narrow, left), right);
        let result = ops::word_binary(op, narrow, left, right, self.config.shift_rules);
        let expected = value.wide(if op.is_comparison() { IntType::signed(32) } else { wide });
        self.same_width(id, narrow, result.is_ok_and(|r| Some(r) == expected))
    }

    #[cold]
    pub(super) fn check_unary_width(
        &self,
        id: ExprId,
        op: UnaryOp,
        a: ExprId,
        x: Value,
        value: Value,
    ) -> Eval<()> {
        let p = self.program();
        let (Some(narrow), Some(wide)) = (narrow(p, a), int_type(p, p.ty(a))) else { return Ok(()) };
        let Some(operand) = x.wide(wide) else { return Ok(()) };
        let result = ops::int_unary(
            op,
            narrow,
            Value::from_wide(narrow, int::wrap(narrow, operand)),
            self.config.shift_rules,
        );
        let same = result.is_ok_and(|r| r.wide(narrow) == value.wide(wide));
        self.same_width(id, narrow, same)
    }

    /// Whether GCC gives a compound assignment the same value: `x op y` in fewer bits, as far as the field holds it.
    #[cold]
    pub(super) fn check_change_width(
        &self,
        id: ExprId,
        (place, x): (Place, Value),
        y: Value,
        value: Value,
    ) -> Eval<()> {
        let p = self.program();
        let ExprKind::AssignOp { op, lhs, rhs, .. } = p.exprs[id].kind else { return Ok(()) };
        let Some(narrow) = operation_type(p, op, lhs, rhs) else { return Ok(()) };
        let (Some(left), Some(right)) = (int_type(p, p.ty(lhs)), int_type(p, p.ty(rhs))) else {
            return Ok(());
        };
        let (Some(x), Some(y)) = (x.wide(left), y.wide(right)) else { return Ok(()) };
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let y = if is_shift { y } else { int::wrap(narrow, y) };
        let result = ops::word_binary(op, narrow, int::wrap(narrow, x), y, self.config.shift_rules);
        let bits = if place.width > 0 { place.width } else { left.bits };
        let kept = IntType { bits, signed: left.signed };
        let expected = value.wide(left).map(|v| int::wrap(kept, v));
        self.same_width(id, narrow, result.is_ok_and(|r| Some(int::wrap(kept, r)) == expected))
    }

    /// Whether what is chosen by a conditional is the same in the type that GCC gives it.
    #[cold]
    pub(super) fn check_chosen_width(&self, id: ExprId, value: Value) -> Eval<()> {
        let p = self.program();
        let (Some(narrow), Some(wide)) = (narrow(p, id), int_type(p, p.ty(id))) else { return Ok(()) };
        let same = value.wide(wide).is_none_or(|v| int::wrap(narrow, v) == v);
        self.same_width(id, narrow, same)
    }

    fn same_width(&self, id: ExprId, narrow: IntType, same: bool) -> Eval<()> {
        if same { Ok(()) } else { Err(self.ub(id, Ub::BitFieldType { width: narrow.bits })) }
    }

    /// A floating value that is stored in a bit-field must fit in it: its type is one of so many bits (C17 6.3.1.4p1, 6.7.2.1p10),
    /// and compilers make different things of one that does not.
    pub(crate) fn check_held(&self, id: ExprId, place: Place, ty: Ty, value: Value) -> Eval<()> {
        let p = self.program();
        let converts = match p.exprs[id].kind {
            ExprKind::Assign { rhs, .. } => is_from_float(p, rhs),
            ExprKind::AssignOp { calc, .. } => p.types.is_float(calc),
            _ => is_from_float(p, id),
        };
        match p.types.class(ty) {
            Class::Int(t) if converts && self.stored(place, ty, value) != value => {
                let to = IntType { bits: place.width, signed: t.signed };
                Err(self.ub(id, Ub::FloatToInt { to }))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a floating value becomes an integer here, by an implicit conversion: `(int)x` has been converted before.
pub(crate) fn is_from_float(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) => p.types.is_float(p.ty(inner)),
        ExprKind::Guard(inner, _) => is_from_float(p, inner),
        _ => false,
    }
}

/// Whether the value of a node is in doubt for that reason.
pub(crate) fn is_doubtful(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => operation_type(p, op, a, b).is_some(),
        ExprKind::AssignOp { op, lhs, rhs, .. } => operation_type(p, op, lhs, rhs).is_some(),
        ExprKind::Unary(_, a) => narrow(p, a).is_some(),
        ExprKind::Cond { .. } => narrow(p, e).is_some(),
        _ => false,
    }
}

fn int_type(p: &Program, ty: Ty) -> Option<IntType> {
    match p.types.class(ty) {
        Class::Int(t) => Some(t),
        _ => None,
    }
}

/// The type that an expression has for GCC, if that has fewer bits than its own.
fn narrow(p: &Program, e: ExprId) -> Option<IntType> {
    let own = int_type(p, p.ty(e))?;
    match p.exprs[e].kind {
        ExprKind::Member { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec(..) => {
            let lvalue = match p.exprs[e].kind {
                ExprKind::IncDec(_, lhs) => lhs,
                _ => e,
            };
            let bits = p.bit_field_width(lvalue)?;
            let int = p.target().int_type(IntKind::Int).bits;
            (bits > int && bits < own.bits).then_some(IntType { bits, signed: own.signed })
        }
        ExprKind::Comma(_, e) | ExprKind::Guard(e, _) => narrow(p, e),
        ExprKind::Unary(op, a) if op != UnaryOp::Not => narrow(p, a),
        ExprKind::Binary(op, a, b) if !op.is_comparison() => operation_type(p, op, a, b),
        ExprKind::Cond { then, els, .. } => common(p, then, els),
        _ => None,
    }
}

/// The type in which GCC computes, if that has fewer bits than the operands here.
fn operation_type(p: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> Option<IntType> {
    match op {
        BinaryOp::Shl | BinaryOp::Shr => narrow(p, a),
        _ => common(p, a, b),
    }
}

fn common(p: &Program, a: ExprId, b: ExprId) -> Option<IntType> {
    let own = int_type(p, p.ty(a))?;
    let (x, y) = (operand(p, a)?, operand(p, b)?);
    let common = match x.bits.cmp(&y.bits) {
        std::cmp::Ordering::Less => y,
        std::cmp::Ordering::Greater => x,
        std::cmp::Ordering::Equal => IntType { bits: x.bits, signed: x.signed && y.signed },
    };
    (common.bits < own.bits).then_some(common)
}

/// The type of an operand for GCC before the usual arithmetic conversions.
fn operand(p: &Program, mut e: ExprId) -> Option<IntType> {
    while let ExprKind::Convert(inner) = p.exprs[e].kind {
        e = inner;
    }
    narrow(p, e).or_else(|| int_type(p, p.promoted_type(e)))
}
