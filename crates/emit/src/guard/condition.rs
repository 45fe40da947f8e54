//! When an operation is undefined: a table of conditions, one row per operator. The conditions themselves are
//! defined for all operand values.

use super::key::GuardOp;
use ir::{BinaryOp, LogicOp};
use std::ops::{Add, Div, Mul, Neg, Rem, Shl, Shr, Sub};

/// An expression over the operands, whose types are not known yet.
#[derive(Clone, Debug)]
pub(super) enum Term {
    A,
    B,
    /// The limits of the left operand's type.
    Max,
    Min,
    /// The right operand is no count by which the left one can be shifted (C17 6.5.7p3).
    BadCount,
    Number(u64),
    Neg(Box<Term>),
    Binary(BinaryOp, Box<[Term; 2]>),
    Logic(LogicOp, Box<[Term; 2]>),
    Cond(Box<[Term; 3]>),
}

use Term::{A, B, BadCount, Max, Min, Number};

/// One operator: its part of a helper's name, the operation, and when it is undefined for each class of types.
pub(super) struct Row {
    op: GuardOp,
    pub name: &'static str,
    pub raw: fn() -> Term,
    pub signed: Option<fn() -> Term>,
    pub unsigned: Option<fn() -> Term>,
    pub float: Option<fn() -> Term>,
}

impl Row {
    pub fn of(op: GuardOp) -> &'static Row {
        let row = &ROWS[op as usize];
        debug_assert_eq!(row.op, op);
        row
    }
}

const ROWS: [Row; 9] = [
    Row {
        op: GuardOp::Add,
        name: "add",
        raw: || A + B,
        // C17 6.5p5: the result is not in the range of its type.
        signed: Some(|| B.gt(Number(0)).choose(A.gt(Max - B), A.lt(Min - B))),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Sub,
        name: "sub",
        raw: || A - B,
        signed: Some(|| B.gt(Number(0)).choose(A.lt(Min + B), A.gt(Max + B))),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Mul,
        name: "mul",
        raw: || A * B,
        signed: Some(|| {
            let by_positive = |then, els| B.gt(Number(0)).choose(then, els);
            A.gt(Number(0)).choose(
                by_positive(A.gt(Max / B), B.lt(Min / A)),
                by_positive(A.lt(Min / B), A.ne(Number(0)).and(B.lt(Max / A))),
            )
        }),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Div,
        name: "div",
        raw: || A / B,
        signed: Some(no_quotient),
        unsigned: Some(|| B.eq(Number(0))),
        float: Some(|| B.eq(Number(0))),
    },
    Row {
        op: GuardOp::Rem,
        name: "rem",
        raw: || A % B,
        signed: Some(no_quotient),
        unsigned: Some(|| B.eq(Number(0))),
        float: None,
    },
    Row {
        op: GuardOp::Shl,
        name: "shl",
        raw: || A << B,
        // C17 6.5.7p4.
        signed: Some(|| BadCount.or(A.lt(Number(0))).or(A.gt(Max >> B))),
        unsigned: Some(|| BadCount),
        float: None,
    },
    Row {
        op: GuardOp::Shr,
        name: "shr",
        raw: || A >> B,
        // The result for a negative value is implementation-defined (C17 6.5.7p5), and so not undefined.
        signed: Some(|| BadCount),
        unsigned: Some(|| BadCount),
        float: None,
    },
    Row {
        op: GuardOp::Neg,
        name: "neg",
        raw: || -A,
        signed: Some(|| A.eq(Min)),
        unsigned: None,
        float: None,
    },
    // The condition depends on two types, and is made by `Site::in_range`.
    Row { op: GuardOp::Cast, name: "to", raw: || A, signed: None, unsigned: None, float: None },
];

/// C17 6.5.5p5, 6.5.5p6.
fn no_quotient() -> Term {
    B.eq(Number(0)).or(A.eq(Min).and(B.eq(-Number(1))))
}

impl Term {
    pub fn binary(self, op: BinaryOp, other: Term) -> Term {
        Term::Binary(op, Box::new([self, other]))
    }

    pub fn lt(self, other: Term) -> Term {
        self.binary(BinaryOp::Lt, other)
    }

    pub fn ge(self, other: Term) -> Term {
        self.binary(BinaryOp::Ge, other)
    }

    fn gt(self, other: Term) -> Term {
        self.binary(BinaryOp::Gt, other)
    }

    fn eq(self, other: Term) -> Term {
        self.binary(BinaryOp::Eq, other)
    }

    fn ne(self, other: Term) -> Term {
        self.binary(BinaryOp::Ne, other)
    }

    pub fn or(self, other: Term) -> Term {
        Term::Logic(LogicOp::Or, Box::new([self, other]))
    }

    fn and(self, other: Term) -> Term {
        Term::Logic(LogicOp::And, Box::new([self, other]))
    }

    fn choose(self, then: Term, els: Term) -> Term {
        Term::Cond(Box::new([self, then, els]))
    }
}

impl Neg for Term {
    type Output = Term;

    fn neg(self) -> Term {
        Term::Neg(Box::new(self))
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident)*) => {
        $(impl $operator for Term {
            type Output = Term;

            fn $method(self, other: Term) -> Term {
                self.binary(BinaryOp::$operator, other)
            }
        })*
    };
}

operators! { Add add Sub sub Mul mul Div div Rem rem Shl shl Shr shr }
