//! YARPGen's arithmetic contexts: an expression, or a whole block, that keeps to one family of operators.

pub use crate::policy::OperatorContext;
use ir::{BinaryOp, UnaryOp};

impl OperatorContext {
    /// As censuses have it, for a part of an expression.
    pub const fn name(self) -> &'static str {
        match self {
            OperatorContext::Additive => "context: additive",
            OperatorContext::Bitwise => "context: bitwise",
            OperatorContext::Logical => "context: logical",
            OperatorContext::Multiplicative => "context: multiplicative",
            OperatorContext::BitwiseShift => "context: bitwise-shift",
            OperatorContext::AdditiveMultiplicative => "context: additive-multiplicative",
        }
    }

    /// The same for a block.
    pub const fn block_name(self) -> &'static str {
        match self {
            OperatorContext::Additive => "block: additive",
            OperatorContext::Bitwise => "block: bitwise",
            OperatorContext::Logical => "block: logical",
            OperatorContext::Multiplicative => "block: multiplicative",
            OperatorContext::BitwiseShift => "block: bitwise-shift",
            OperatorContext::AdditiveMultiplicative => "block: additive-multiplicative",
        }
    }

    pub const fn allows(self, op: BinaryOp) -> bool {
        use BinaryOp::{Add, And, Div, Mul, Or, Shl, Shr, Sub, Xor};
        match self {
            OperatorContext::Additive => matches!(op, Add | Sub),
            OperatorContext::Bitwise => matches!(op, And | Or | Xor),
            OperatorContext::Logical => false,
            OperatorContext::Multiplicative => matches!(op, Mul | Div),
            OperatorContext::BitwiseShift => matches!(op, And | Or | Xor | Shl | Shr),
            OperatorContext::AdditiveMultiplicative => matches!(op, Add | Sub | Mul | Div),
        }
    }

    /// Its unary operators; of multiplication and division there is none.
    pub const fn unary(self) -> &'static [UnaryOp] {
        match self {
            OperatorContext::Additive | OperatorContext::AdditiveMultiplicative => &[UnaryOp::Neg],
            OperatorContext::Bitwise | OperatorContext::BitwiseShift => &[UnaryOp::BitNot],
            OperatorContext::Logical => &[UnaryOp::Not],
            OperatorContext::Multiplicative => &[],
        }
    }
}
