//! Expressions. Every node carries its C type, and implicit conversions are nodes of their own
//! ([`ExprKind::Convert`], [`ExprKind::Decay`]) which the printer leaves out.
//!
//! One rule is not a node: an lvalue of scalar or record type in a place that wants a value is read there.
//! Operands of `&`, `sizeof`, `.` and `Decay`, and left sides of assignments, want the lvalue itself.

use crate::ids::{AsmId, BlockId, EnumId, ExprId, FloatId, FuncId, RecordId, StrId, VarId};
use crate::types::Ty;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    /// For an lvalue the type of the object, with its qualifiers; as a value it is unqualified.
    pub ty: Ty,
    /// What evaluating the node and all below it may do besides giving a value.
    pub effects: Effects,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    /// The type is one that a C constant can have: `int` and up.
    Int {
        value: u64,
        style: LitStyle,
    },
    Float(FloatId),
    /// An lvalue of type `char[n]`.
    Str(StrId),
    /// The n-th constant of an enum; its type is `int`.
    EnumConst(EnumId, u32),
    Var(VarId),
    /// A function designator; it is either decayed or called.
    Func(FuncId),
    /// An lvalue: an unnamed variable that is initialised each time the node is evaluated.
    CompoundLit(VarId),
    /// `base.field`; an lvalue if the base is one.
    Member {
        base: ExprId,
        field: u32,
    },
    /// `base->field`
    Arrow {
        base: ExprId,
        field: u32,
    },
    /// `base[index]`, where the base is a pointer (often a decayed array).
    Index {
        base: ExprId,
        index: ExprId,
    },
    Deref(ExprId),
    AddrOf(ExprId),
    Unary(UnaryOp, ExprId),
    /// Both operands have the common type already, but for shifts and pointer arithmetic.
    Binary(BinaryOp, ExprId, ExprId),
    /// `&&` and `||`
    Logic(LogicOp, ExprId, ExprId),
    Cond {
        cond: ExprId,
        then: ExprId,
        els: ExprId,
    },
    Comma(ExprId, ExprId),
    /// The right side has the (unqualified) type of the left.
    Assign {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `lhs op= rhs`: the left side is converted to `calc`, combined, and converted back. The
    /// right side has the type the operator wants: `calc`, a shift count, or a pointer offset.
    AssignOp {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        calc: Ty,
    },
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
        callee: ExprId,
        args: ExprList,
    },
    SizeofType(Ty),
    /// The operand is not evaluated.
    SizeofExpr(ExprId),
    AlignofType(Ty),
    /// `offsetof(record, field)`
    Offsetof(RecordId, u32),
    /// `va_start(ap, last)`: the operand is the lvalue `ap`; the last parameter is known from the function.
    VaStart(ExprId),
    /// `va_arg(ap, type)`: the type is the node's own, and may be spelled with an alias.
    VaArg(ExprId),
    VaEnd(ExprId),
    VaCopy {
        to: ExprId,
        from: ExprId,
    },
    /// GNU's `({ … })`: its value is that of the last statement, if that is an expression. No jump leads into or out of it.
    Stmts(BlockId),
    /// GNU's inline assembly, with no value: always a whole statement.
    Asm {
        asm: AsmId,
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
    pub fn len(self) -> usize {
        self.len as usize
    }
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 4] = [UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not];

    pub fn token(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
}

impl BinaryOp {
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

    pub fn is_comparison(self) -> bool {
        self.is_relational() || self.is_equality()
    }
    pub fn is_relational(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge)
    }
    pub fn is_equality(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne)
    }
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LogicOp {
    And,
    Or,
}

impl LogicOp {
    pub fn token(self) -> &'static str {
        match self {
            LogicOp::And => "&&",
            LogicOp::Or => "||",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IncDec {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

impl IncDec {
    pub const ALL: [IncDec; 4] = [IncDec::PreInc, IncDec::PreDec, IncDec::PostInc, IncDec::PostDec];

    pub fn is_post(self) -> bool {
        matches!(self, IncDec::PostInc | IncDec::PostDec)
    }
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
    Function,
    Macro,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Base {
    #[default]
    Decimal,
    Octal,
    Hex,
    /// C23, and GNU before that.
    Binary,
    /// A character constant, of type `int`.
    Char,
}

/// How an integer constant is written. Its type decides which suffix it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LitStyle {
    pub base: Base,
    /// `ul` for `UL`.
    pub lower: bool,
    /// Writes the suffix of the type also where the value has that type without.
    pub full: bool,
}

impl LitStyle {
    pub const DECIMAL: LitStyle = LitStyle { base: Base::Decimal, lower: false, full: false };
    pub const HEX: LitStyle = LitStyle { base: Base::Hex, lower: false, full: false };
}

/// What an evaluation may do, as a set of bits: an upper bound, known without running anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Effects(u8);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Modifies an object.
    pub const WRITE: Effects = Effects(1);
    /// Calls a function, which may do anything.
    pub const CALL: Effects = Effects(2);
    /// Mentions a volatile lvalue.
    pub const VOLATILE: Effects = Effects(4);

    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }
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
