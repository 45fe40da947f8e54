//! Edits: what can be done to a program, as data. Any set of edits of one program can be combined; what they come to
//! together is decided by [`crate::rebuild`]. Nothing here changes a program.

use ir::{
    BinaryOp, ExprId, FuncId, InitId, IntKind, LabelId, ObjectPath, Program, RecordId, StmtId, Ty, VarId,
};

/// One small change. It may give a program that is no C, or has another meaning: it is validated when it is applied.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Removes a statement with all in it.
    Drop(StmtId),
    /// Puts statements from within a compound statement in its place.
    Unwrap(StmtId, Part),
    /// Puts the body of the called function in the place of a statement that is a call, or assigns one.
    Inline(StmtId),
    /// Writes the body of a loop so many times.
    Unroll(StmtId, u32),
    /// No `#pragma` before a loop; one case in the place of a range.
    PlainStmt(StmtId),
    /// Removes a label and all jumps to it.
    DropLabel(LabelId),

    Literal(ExprId, Lit),
    /// Puts the n-th operand in the place of an expression; arguments of a call count after the callee.
    Operand(ExprId, usize),
    /// Puts a variable, or a part of it, in the place of an lvalue.
    Place(ExprId, ObjectPath),
    /// Another operator on the same operands.
    Operator(ExprId, BinaryOp),
    /// `x op= y` becomes `x = y`.
    PlainAssign(ExprId),
    /// A guarded operation becomes the raw one.
    Unguard(ExprId),

    /// Removes a variable or parameter: what reads it has the value, what writes it has what was to be written.
    DropVar(VarId, Lit),
    /// The same, with an expression in the place of what reads it.
    Forward(VarId, ExprId),
    /// A variable of its own for each of these fields or elements; there is no use of the whole.
    Split(VarId, Vec<u32>),
    /// Uses the second variable wherever the first was.
    Merge(VarId, VarId),
    /// Gives a variable another type, which every program has.
    Retype(VarId, Ty),
    /// Gives the elements of an array, or what a pointer points to, another type.
    RetypeLeaf(VarId, Ty),
    /// An array becomes its element, whatever the index.
    Element(VarId),
    /// A struct or union becomes one of its fields; the others are zero.
    OnlyField(VarId, u32),
    /// A struct or union becomes one of its fields, and so do the others.
    AnyField(VarId, u32),
    /// An array gets this length.
    Length(VarId, u64),
    DropInit(VarId),
    /// Removes one item of a list.
    DropItem(InitId, u32),
    /// No qualifiers, alignment or storage class.
    PlainVar(VarId),
    /// A parameter becomes a local variable with this value.
    LocalParam(VarId, Lit),
    /// A global becomes a local variable of the only function that mentions it.
    LocalGlobal(VarId, FuncId),

    /// Removes a function: calls have the value zero.
    DropFunc(FuncId),
    Returns(FuncId, Ty),
    /// No attributes, `inline` or `static`.
    PlainFunc(FuncId),

    DropField(RecordId, u32),
    RetypeField(RecordId, u32, Ty),
    /// A bit-field becomes an ordinary one.
    NoBits(RecordId, u32),
    /// The type becomes that of one of its fields, wherever it is used, and every field is the whole.
    Unrecord(RecordId, u32),
    /// Not packed, no alignment of its own.
    PlainRecord(RecordId),

    /// Another type in the place of one, wherever it is written. Every program has both.
    Everywhere(Ty, Ty),
    /// Prints a scalar at the end of `main`.
    Watch(ObjectPath),
    /// A statement that prints prints just one of its values, the n-th argument, in its usual form.
    PrintOne(StmtId, usize),
    /// A statement that prints one value becomes one that aborts unless the value is this one.
    Abort(StmtId, Lit),
    Whole(Whole),
}

/// Which statements replace a compound one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Of a block, a switch or a loop: what is in it, once. With the first clause of a `for`.
    Body,
    Then,
    Else,
}

/// Changes of the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Types are written without typedef names, and enums are integers.
    PlainTypes,
    NoVolatile,
    NoConst,
    NoRestrict,
    /// No guards are left.
    Unguarded,
    /// Functions stand before those that call them.
    CalleesFirst,
    /// Integer constants are decimal.
    Decimal,
    /// Printing needs no header.
    BuiltinPrintf,
    ShortNames,
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lit {
    Int(i128, IntKind),
    /// The bits of the target's `double`.
    Double(u128),
    /// The null pointer, which is a plain zero.
    Null,
}

impl Lit {
    pub const ZERO: Lit = Lit::Int(0, IntKind::Int);
}

/// What an edit is about. Two edits of one set should not be about the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    Stmt(StmtId),
    StmtPlain(StmtId),
    Expr(ExprId),
    Label(LabelId),
    Var(VarId),
    VarInit(VarId),
    Plain(VarId),
    Scope(VarId),
    Item(InitId, u32),
    Func(FuncId),
    FuncPlain(FuncId),
    Return(FuncId),
    Field(RecordId, u32),
    Bits(RecordId, u32),
    Record(RecordId),
    Type(Ty),
    Watch,
    Whole(u8),
}

impl Edit {
    pub fn subject(&self) -> Subject {
        match *self {
            Edit::Drop(s)
            | Edit::Unwrap(s, _)
            | Edit::Inline(s)
            | Edit::Unroll(s, _)
            | Edit::PrintOne(s, _)
            | Edit::Abort(s, _) => Subject::Stmt(s),
            Edit::PlainStmt(s) => Subject::StmtPlain(s),
            Edit::DropLabel(l) => Subject::Label(l),
            Edit::Literal(e, _)
            | Edit::Operand(e, _)
            | Edit::Place(e, _)
            | Edit::Operator(e, _)
            | Edit::PlainAssign(e)
            | Edit::Unguard(e) => Subject::Expr(e),
            Edit::DropVar(v, _)
            | Edit::Merge(v, _)
            | Edit::Retype(v, _)
            | Edit::RetypeLeaf(v, _)
            | Edit::Element(v)
            | Edit::Forward(v, _)
            | Edit::Split(v, _)
            | Edit::OnlyField(v, _)
            | Edit::AnyField(v, _)
            | Edit::LocalParam(v, _)
            | Edit::Length(v, _) => Subject::Var(v),
            Edit::DropInit(v) => Subject::VarInit(v),
            Edit::PlainVar(v) => Subject::Plain(v),
            Edit::LocalGlobal(v, _) => Subject::Scope(v),
            Edit::DropItem(i, n) => Subject::Item(i, n),
            Edit::DropFunc(f) => Subject::Func(f),
            Edit::PlainFunc(f) => Subject::FuncPlain(f),
            Edit::Returns(f, _) => Subject::Return(f),
            Edit::DropField(r, n) | Edit::RetypeField(r, n, _) => Subject::Field(r, n),
            Edit::NoBits(r, n) => Subject::Bits(r, n),
            Edit::Unrecord(r, _) | Edit::PlainRecord(r) => Subject::Record(r),
            Edit::Everywhere(ty, _) => Subject::Type(ty),
            Edit::Watch(_) => Subject::Watch,
            Edit::Whole(w) => Subject::Whole(w as u8),
        }
    }
}

/// The kind of constant that holds the value with the fewest letters: `int` where that is wide enough.
pub fn smallest_kind(p: &Program, value: i128) -> IntKind {
    let fits = |kind: &IntKind| {
        let t = p.target().int_type(*kind);
        let (low, high) = if t.signed {
            (-1i128 << (t.bits - 1), (1i128 << (t.bits - 1)) - 1)
        } else {
            (0, (1i128 << t.bits) - 1)
        };
        (low..=high).contains(&value)
    };
    let kinds = [IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::ULong, IntKind::ULongLong];
    kinds.into_iter().find(fits).unwrap_or(IntKind::Int128)
}
