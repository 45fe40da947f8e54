//! Which operation is guarded: an operator and the types of its operands. There is one helper for each.

use super::condition::{Row, Term};
use crate::names::short_name;
use ir::{BinaryOp, Expr, ExprId, ExprKind, FloatKind, IntKind, Program, Ty, TypeKind, UnaryOp};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum GuardOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Neg,
    /// From a floating type to an integer type.
    Cast,
}

impl GuardOp {
    fn of(op: BinaryOp) -> Option<GuardOp> {
        match op {
            BinaryOp::Add => Some(GuardOp::Add),
            BinaryOp::Sub => Some(GuardOp::Sub),
            BinaryOp::Mul => Some(GuardOp::Mul),
            BinaryOp::Div => Some(GuardOp::Div),
            BinaryOp::Rem => Some(GuardOp::Rem),
            BinaryOp::Shl => Some(GuardOp::Shl),
            BinaryOp::Shr => Some(GuardOp::Shr),
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => None,
        }
    }

    fn is_shift(self) -> bool {
        matches!(self, GuardOp::Shl | GuardOp::Shr)
    }
}

/// An arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Arith {
    Int(IntKind),
    Float(FloatKind),
}

impl Arith {
    pub fn of(p: &Program, ty: Ty) -> Option<Arith> {
        match p.types.kind(ty) {
            TypeKind::Int(kind) => Some(Arith::Int(kind)),
            TypeKind::Float(kind) => Some(Arith::Float(kind)),
            TypeKind::Enum(id) => Some(Arith::Int(p.types.enums[id].repr)),
            TypeKind::Void
            | TypeKind::VaList
            | TypeKind::Pointer(_)
            | TypeKind::Array(..)
            | TypeKind::Vector(..)
            | TypeKind::Function(_)
            | TypeKind::Record(_)
            | TypeKind::Alias(_) => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Arith::Int(kind) => short_name(kind),
            Arith::Float(FloatKind::Float) => "float",
            Arith::Float(FloatKind::Double) => "double",
            Arith::Float(FloatKind::LongDouble) => "ldouble",
        }
    }

    pub fn ty(self) -> Ty {
        match self {
            Arith::Int(kind) => Ty::int(kind),
            Arith::Float(kind) => Ty::float(kind),
        }
    }
}

/// An operator with the types of its operands; for a cast, `right` is the type it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub op: GuardOp,
    pub left: Arith,
    pub right: Arith,
}

impl Key {
    /// What is guarded, or nothing if it is never undefined.
    pub fn of(p: &Program, raw: ExprId) -> Option<Key> {
        let Expr { kind, ty, .. } = p.exprs[raw];
        let of = |e| Arith::of(p, p.ty(e));
        match kind {
            ExprKind::Binary(op, a, b) => {
                let (op, left) = (GuardOp::of(op)?, of(a)?);
                Some(Key { op, left, right: if op.is_shift() { of(b)? } else { left } })
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let left = of(a)?;
                Some(Key { op: GuardOp::Neg, left, right: left })
            }
            ExprKind::Cast(a) => {
                let (left, right) = (of(a)?, Arith::of(p, ty)?);
                // Any value converts to `_Bool` (C17 6.3.1.2).
                let undefined =
                    matches!((left, right), (Arith::Float(_), Arith::Int(to)) if to != IntKind::Bool);
                undefined.then_some(Key { op: GuardOp::Cast, left, right })
            }
            _ => None,
        }
    }

    pub fn is_unary(self) -> bool {
        matches!(self.op, GuardOp::Neg | GuardOp::Cast)
    }

    pub fn result(self) -> Arith {
        if self.op == GuardOp::Cast { self.right } else { self.left }
    }

    /// When the operation is undefined, if it can be. That of a cast is not in the table.
    pub fn undefined(self, p: &Program) -> Option<Term> {
        let row = Row::of(self.op);
        let condition = match self.left {
            Arith::Int(kind) if p.target().is_signed(kind) => row.signed,
            Arith::Int(_) => row.unsigned,
            Arith::Float(_) => row.float,
        };
        condition.map(|term| term())
    }

    /// Whether there are operands for which the operation is undefined.
    pub fn is_partial(self, p: &Program) -> bool {
        self.op == GuardOp::Cast || self.undefined(p).is_some()
    }

    /// `add_int`, `shl_long_uint`, `double_to_int`
    pub fn name(self) -> String {
        let (op, left, right) = (Row::of(self.op).name, self.left.name(), self.right.name());
        match self.op {
            GuardOp::Cast => format!("{left}_{op}_{right}"),
            GuardOp::Shl | GuardOp::Shr => format!("{op}_{left}_{right}"),
            GuardOp::Add | GuardOp::Sub | GuardOp::Mul | GuardOp::Div | GuardOp::Rem | GuardOp::Neg => {
                format!("{op}_{left}")
            }
        }
    }
}

/// Whether a guard may stand around the operation. Bounds of pointers cannot be asked for.
pub(super) fn is_guardable(p: &Program, raw: ExprId) -> bool {
    match p.exprs[raw].kind {
        ExprKind::Binary(_, a, b) => [a, b].iter().all(|e| Arith::of(p, p.ty(*e)).is_some()),
        kind => matches!(kind, ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Cast(_)),
    }
}
