//! Expressions. Every node carries its C type, and implicit conversions are nodes of their own
//! ([`ExprKind::Convert`], [`ExprKind::Decay`]) which the printer leaves out.
//!
//! One rule is not a node: an lvalue of scalar or record type in a place that wants a value is read there.
//! Operands of `&`, `sizeof`, `.` and `Decay`, and left sides of assignments, want the lvalue itself.

use crate::ids::{AsmId, BlockId, EnumId, ExprId, FloatId, FuncId, RecordId, StrId, VarId};
use crate::types::Ty;

/// A node: what it does, its type, and what evaluating it may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// For an lvalue the type of the object, with its qualifiers; as a value it is unqualified.
    pub ty: Ty,
    /// What evaluating the node and all below it may do besides giving a value.
    pub effects: Effects,
}

/// What a node does, with its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    /// The type is one that a C constant can have: `int` and up.
    Int {
        /// The value, as the bits of its type.
        value: u64,
        /// How it is written.
        style: LitStyle,
    },
    /// A floating literal.
    Float(FloatId),
    /// An lvalue of type `char[n]`.
    Str(StrId),
    /// The n-th constant of an enum; its type is `int`.
    EnumConst(EnumId, u32),
    /// A variable, as an lvalue.
    Var(VarId),
    /// A function designator; it is either decayed or called.
    Func(FuncId),
    /// An lvalue: an unnamed variable that is initialised each time the node is evaluated.
    CompoundLit(VarId),
    /// `base.field`; an lvalue if the base is one.
    Member {
        /// The record.
        base: ExprId,
        /// The member's number.
        field: u32,
    },
    /// `base->field`
    Arrow {
        /// The pointer to the record.
        base: ExprId,
        /// The member's number.
        field: u32,
    },
    /// `base[index]`, where the base is a pointer (often a decayed array).
    Index {
        /// The pointer, or an array that has decayed.
        base: ExprId,
        /// Which element.
        index: ExprId,
    },
    /// `*p`.
    Deref(ExprId),
    /// `&e`.
    AddrOf(ExprId),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// Both operands have the common type already, but for shifts and pointer arithmetic.
    Binary(BinaryOp, ExprId, ExprId),
    /// `&&` and `||`
    Logic(LogicOp, ExprId, ExprId),
    /// `cond ? then : els`.
    Cond {
        /// What is decided by.
        cond: ExprId,
        /// What is evaluated if it is not zero.
        then: ExprId,
        /// What is evaluated if it is zero.
        els: ExprId,
    },
    /// `a, b`.
    Comma(ExprId, ExprId),
    /// The right side has the (unqualified) type of the left.
    Assign {
        /// What is assigned to.
        lhs: ExprId,
        /// What is assigned.
        rhs: ExprId,
    },
    /// `lhs op= rhs`: the left side is converted to `calc`, combined, and converted back. The
    /// right side has the type the operator wants: `calc`, a shift count, or a pointer offset.
    AssignOp {
        /// The operator before the `=`.
        op: BinaryOp,
        /// What is read and assigned to.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
        /// The type in which it is calculated.
        calc: Ty,
    },
    /// `++` or `--`.
    IncDec(IncDec, ExprId),
    /// A cast as written; the type may be spelled with an alias.
    Cast(ExprId),
    /// An implicit conversion, which is not printed.
    Convert(ExprId),
    /// GNU's `__builtin_convertvector(v, type)`: each lane converted. The type is the node's own, and may be spelled with an alias.
    ConvertLanes(ExprId),
    /// An array or function that turns into a pointer, which is not printed. A vector does so only as the base of an index.
    Decay(ExprId),
    /// A raw operation that gives its left operand where it would be undefined, in the manner of Csmith's
    /// safe-math wrappers. Below it is `Binary`, `Unary(Neg)`, or a `Cast` from a floating type (which gives 0).
    Guard(ExprId, GuardStyle),
    /// The callee is a `Func` (a direct call), or a pointer to a function.
    Call {
        /// The function, or a pointer to it.
        callee: ExprId,
        /// The arguments, after their conversions.
        args: ExprList,
    },
    /// `sizeof(type)`.
    SizeofType(Ty),
    /// The operand is not evaluated.
    SizeofExpr(ExprId),
    /// `_Alignof(type)`.
    AlignofType(Ty),
    /// `offsetof(record, field)`
    Offsetof(RecordId, u32),
    /// `va_start(ap, last)`: the operand is the lvalue `ap`; the last parameter is known from the function.
    VaStart(ExprId),
    /// `va_arg(ap, type)`: the type is the node's own, and may be spelled with an alias.
    VaArg(ExprId),
    /// `va_end(list)`.
    VaEnd(ExprId),
    /// `va_copy(to, from)`.
    VaCopy {
        /// The list that is made.
        to: ExprId,
        /// The list that is copied.
        from: ExprId,
    },
    /// GNU's `({ … })`: its value is that of the last statement, if that is an expression. No jump leads into or out of it.
    Stmts(BlockId),
    /// GNU's inline assembly, with no value: always a whole statement.
    Asm {
        /// The template and its constraints.
        asm: AsmId,
        /// The outputs, and then the inputs.
        operands: ExprList,
    },
}

/// A run of expressions in the program's argument pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ExprList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl ExprList {
    /// How many expressions are in the list.
    pub fn len(self) -> usize {
        self.len as usize
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A unary operator that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `+`, which only promotes.
    Plus,
    /// `-`.
    Neg,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

impl UnaryOp {
    /// All of them.
    pub const ALL: [UnaryOp; 4] = [UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not];

    /// How C writes it.
    pub fn token(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
        }
    }
}

/// A binary operator on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// `+`, of numbers or of a pointer and a number.
    Add,
    /// `-`, of numbers, of a pointer and a number, or of two pointers.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// `<`.
    Lt,
    /// `>`.
    Gt,
    /// `<=`.
    Le,
    /// `>=`.
    Ge,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 16] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Lt,
        BinaryOp::Gt,
        BinaryOp::Le,
        BinaryOp::Ge,
        BinaryOp::Eq,
        BinaryOp::Ne,
    ];

    /// How C writes it.
    pub fn token(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
        }
    }

    /// Whether it gives 0 or 1 by comparing.
    pub fn is_comparison(self) -> bool {
        self.is_relational() || self.is_equality()
    }
    /// Whether it asks which of two operands is larger.
    pub fn is_relational(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge)
    }
    /// Whether it is `==` or `!=`.
    pub fn is_equality(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne)
    }
    /// Whether it is `<<` or `>>`.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
    /// `%`, shifts and bitwise operators want integers.
    pub fn is_integer_only(self) -> bool {
        matches!(
            self,
            BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
        )
    }
}

/// An operator that may leave its right operand unevaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LogicOp {
    /// `&&`.
    And,
    /// `||`.
    Or,
}

impl LogicOp {
    /// How C writes it.
    pub fn token(self) -> &'static str {
        match self {
            LogicOp::And => "&&",
            LogicOp::Or => "||",
        }
    }
}

/// An operator that adds or subtracts one in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IncDec {
    /// `++a`.
    PreInc,
    /// `--a`.
    PreDec,
    /// `a++`.
    PostInc,
    /// `a--`.
    PostDec,
}

impl IncDec {
    /// All of them.
    pub const ALL: [IncDec; 4] = [IncDec::PreInc, IncDec::PreDec, IncDec::PostInc, IncDec::PostDec];

    /// Whether it gives the value from before.
    pub fn is_post(self) -> bool {
        matches!(self, IncDec::PostInc | IncDec::PostDec)
    }
    /// Whether it adds.
    pub fn is_inc(self) -> bool {
        matches!(self, IncDec::PreInc | IncDec::PostInc)
    }
}

/// How a guard is printed; it never changes what the guard means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum GuardStyle {
    /// A conditional in place, or the function where an operand cannot be written twice.
    #[default]
    Inline,
    /// A call of a function that is defined for it.
    Function,
    /// A use of a macro that is defined for it.
    Macro,
}

/// The base in which an integer literal is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Base {
    /// Base ten.
    #[default]
    Decimal,
    /// Base eight, with a `0` before it.
    Octal,
    /// Base sixteen, with a `0x` before it.
    Hex,
    /// C23, and GNU before that.
    Binary,
    /// A character constant, of type `int`.
    Char,
}

/// How an integer constant is written. Its type decides which suffix it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LitStyle {
    /// The base of its digits.
    pub base: Base,
    /// `ul` for `UL`.
    pub lower: bool,
    /// Writes the suffix of the type also where the value has that type without.
    pub full: bool,
}

impl LitStyle {
    /// Decimal, with no more suffixes than are needed.
    pub const DECIMAL: LitStyle = LitStyle { base: Base::Decimal, lower: false, full: false };
    /// Hexadecimal, with no more suffixes than are needed.
    pub const HEX: LitStyle = LitStyle { base: Base::Hex, lower: false, full: false };
}

/// What an evaluation may do, as a set of bits: an upper bound, known without running anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Effects(u8);

impl Effects {
    /// It does nothing but give a value.
    pub const NONE: Effects = Effects(0);
    /// Modifies an object.
    pub const WRITE: Effects = Effects(1);
    /// Calls a function, which may do anything.
    pub const CALL: Effects = Effects(2);
    /// Mentions a volatile lvalue.
    pub const VOLATILE: Effects = Effects(4);

    /// Whether all of the other effects are among these.
    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }
    /// These effects and the others.
    pub const fn with(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
    /// Evaluating twice is the same as evaluating once.
    #[inline]
    pub const fn is_pure(self) -> bool {
        self.0 == 0
    }
}

/// The operands of a kind, given to a function: by value, or to be changed if the kind is.
macro_rules! operands {
    ($kind:expr, $f:ident) => {
        match $kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::EnumConst(..)
            | ExprKind::Var(_)
            | ExprKind::Func(_)
            | ExprKind::CompoundLit(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::Offsetof(..)
            | ExprKind::Stmts(_)
            | ExprKind::Asm { .. } => {}
            ExprKind::Member { base: e, .. }
            | ExprKind::Arrow { base: e, .. }
            | ExprKind::Deref(e)
            | ExprKind::AddrOf(e)
            | ExprKind::Unary(_, e)
            | ExprKind::IncDec(_, e)
            | ExprKind::Cast(e)
            | ExprKind::Convert(e)
            | ExprKind::ConvertLanes(e)
            | ExprKind::Decay(e)
            | ExprKind::Guard(e, _)
            | ExprKind::SizeofExpr(e)
            | ExprKind::VaStart(e)
            | ExprKind::VaArg(e)
            | ExprKind::VaEnd(e)
            | ExprKind::Call { callee: e, .. } => $f(e),
            ExprKind::Index { base: a, index: b }
            | ExprKind::Binary(_, a, b)
            | ExprKind::Logic(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Assign { lhs: a, rhs: b }
            | ExprKind::AssignOp { lhs: a, rhs: b, .. }
            | ExprKind::VaCopy { to: a, from: b } => {
                $f(a);
                $f(b);
            }
            ExprKind::Cond { cond, then, els } => {
                $f(cond);
                $f(then);
                $f(els);
            }
        }
    };
}

impl ExprKind {
    /// Calls `f` with each direct operand, in the order in which they are written.
    /// Arguments of a call are not among them: they live in the program's pool, see [`ExprKind::list`].
    pub fn for_each_operand(&self, mut f: impl FnMut(ExprId)) {
        operands!(*self, f);
    }

    /// The operands that live in the program's pool: arguments of a call, operands of an `asm`.
    #[inline]
    pub fn list(&self) -> Option<ExprList> {
        match self {
            ExprKind::Call { args, .. } => Some(*args),
            ExprKind::Asm { operands, .. } => Some(*operands),
            _ => None,
        }
    }

    /// The same as [`ExprKind::list`], to change it.
    pub fn list_mut(&mut self) -> Option<&mut ExprList> {
        match self {
            ExprKind::Call { args, .. } => Some(args),
            ExprKind::Asm { operands, .. } => Some(operands),
            _ => None,
        }
    }

    /// The same, to change the operands.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut ExprId)) {
        operands!(self, f);
    }
}

const _: () = assert!(std::mem::size_of::<Expr>() <= 24);
