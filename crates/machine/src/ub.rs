//! Undefined behaviour as values: one variant for each kind, with the numbers that show it, and its
//! clause. Words are made only here, in `Display`.

use ir::{BinaryOp, FuncId, IntType, Ty, VarId};
use std::fmt;

/// How an object came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Death {
    /// Execution left the block or function that declares it.
    ScopeLeft,
    /// `free` was called, or `realloc`.
    Freed,
    /// The expression that made the temporary has ended.
    Temporary,
}

impl Death {
    /// The only end that an object of this origin can have.
    pub(crate) fn of(origin: Culprit) -> Death {
        match origin {
            Culprit::Var(_) | Culprit::StringLiteral => Death::ScopeLeft,
            Culprit::Heap => Death::Freed,
            Culprit::Temporary => Death::Temporary,
        }
    }
}

/// The operator of an integer overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// A binary operator.
    Binary(BinaryOp),
    /// `-a`
    Neg,
    /// `++`
    Inc,
    /// `--`
    Dec,
}

impl Arith {
    /// How C writes it.
    pub fn token(self) -> &'static str {
        match self {
            Arith::Binary(op) => op.token(),
            Arith::Neg => "-",
            Arith::Inc => "++",
            Arith::Dec => "--",
        }
    }
}

/// What two unsequenced accesses, or two calls in unspecified order, disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// Both write.
    Writes,
    /// One writes what the other reads.
    WriteRead,
    /// Both access volatile objects or print: their order can be seen.
    Observable,
}

/// What a program tells its compiler, who believes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// A function writes nothing but its own variables.
    Pure,
    /// It reads nothing else either.
    Const,
    /// Its pointer arguments are not null.
    Nonnull,
    /// Its result is not null.
    ReturnsNonnull,
    /// Its result is the only way to what it leads to, which leads nowhere else.
    Malloc,
    /// Its result is a multiple of this.
    Aligned(u32),
    /// An argument leads to so many elements.
    AtLeast(u32),
    /// A condition holds.
    Assumed,
}

/// How a restrict pointer is not used as C asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breach {
    /// An object is modified, and accessed through it and in another way.
    Shared,
    /// An object is modified that is accessed through a restrict pointer to const.
    Const,
    /// Its value is given to a restrict pointer of the same block, or of one around it.
    Assigned,
}

/// Undefined behaviour of C, or a result that C leaves open, with what it was about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ub {
    /// A result that its signed type does not have.
    SignedOverflow {
        /// The operator.
        op: Arith,
        /// The type of the result.
        ty: IntType,
        /// The left operand.
        a: i128,
        /// The right operand; of a unary operator, the same.
        b: i128,
    },
    /// A division or a remainder by zero.
    DivideByZero {
        /// The operator.
        op: BinaryOp,
    },
    /// The least value divided by -1.
    DivideOverflow {
        /// The operator.
        op: BinaryOp,
        /// The type of the operands.
        ty: IntType,
    },
    /// A count that is negative, or not less than the width.
    ShiftCount {
        /// The width of the left operand.
        width: u8,
        /// The count.
        count: i128,
    },
    /// A negative value shifted to the left.
    ShiftNegative {
        /// The value.
        value: i128,
    },
    /// A value that loses bits when it is shifted to the left.
    ShiftOverflow {
        /// The value.
        value: i128,
        /// The count.
        count: i128,
        /// The width of its type.
        width: u8,
    },
    /// A floating value that the integer type does not have.
    FloatToInt {
        /// The type that it is converted to.
        to: IntType,
    },
    /// A floating value that a smaller format does not have.
    FloatNarrowing,
    /// An index outside of its array.
    IndexOutOfBounds {
        /// The index.
        index: i128,
        /// How many elements there are.
        len: u64,
    },
    /// A pointer that leaves its array.
    PointerArithmetic {
        /// Where it would point to, in bytes.
        offset: i128,
        /// Where the array begins in its object.
        low: u32,
        /// Where it ends.
        high: u32,
    },
    /// Pointers to different objects, asked which is larger.
    PointerComparison,
    /// Pointers to different objects, subtracted.
    PointerDifference,
    /// A pointer behind one object, compared with one to the start of another.
    PointerEquality,
    /// An access beyond what the pointer was made for.
    OutOfBounds {
        /// Where it begins, in bytes.
        offset: u64,
        /// How many bytes it has.
        size: u64,
        /// Where it might begin at the earliest.
        low: u32,
        /// Where it might end at the latest.
        high: u32,
    },
    /// A null pointer that is dereferenced.
    NullPointer,
    /// A number made into a pointer, and dereferenced.
    InvalidPointer,
    /// A pointer to an object whose life is over, and dereferenced.
    Dangling {
        /// How its life ended.
        death: Death,
    },
    /// The pointer's value is only read, not dereferenced; that is undefined all the same.
    DanglingRead {
        /// How its life ended.
        death: Death,
    },
    /// A variable that has no value yet is read.
    Uninitialized,
    /// Some of the bytes have no specified value, and might be none of the type.
    Indeterminate,
    /// Something depends on bytes whose value is not specified: padding, the rest of a union, what was never stored.
    Unspecified,
    /// A representation that stands for no value, as 2 in a `_Bool`.
    TrapValue,
    /// The sign of a NaN is looked at, which compilers do not agree on.
    NanSign,
    /// The result depends on the type to which a bit-field wider than `int` is promoted.
    BitFieldType {
        /// The width of the bit-field.
        width: u8,
    },
    /// Something const is written to.
    ConstModified,
    /// A string literal is written to.
    StringModified,
    /// An array in the value of an expression is written to.
    TemporaryModified,
    /// Something volatile is accessed as if it were not.
    VolatileBypassed,
    /// An access through a type that the object does not have.
    EffectiveType {
        /// The type that was stored, if one was.
        stored: Option<Ty>,
        /// The type that it is accessed through.
        used: Ty,
    },
    /// An assignment between objects that share bytes, and are not the same.
    OverlappingAssignment,
    /// Two accesses in no order, of which one is a store.
    Unsequenced {
        /// Which accesses they are.
        conflict: Conflict,
    },
    /// A result that depends on which operand is evaluated first.
    UnspecifiedOrder {
        /// Which accesses it depends on.
        conflict: Conflict,
    },
    /// A pointer that is not aligned for what it points to.
    Misaligned {
        /// The alignment that it needs.
        align: u64,
    },
    /// A function that ends without the value that is used.
    MissingReturn,
    /// A call through a null pointer.
    CalledNull,
    /// A call through a pointer that is to no function.
    CalledObject,
    /// A call through the type of another function.
    CallType,
    /// A function returns that says it does not.
    NoreturnReturned,
    /// `free` of something that was not allocated.
    BadFree,
    /// `free` of something that was freed before.
    DoubleFree,
    /// A copy between regions that share bytes, where they may not.
    OverlappingCopy,
    /// A format that is not one.
    Format,
    /// An argument that does not fit its conversion.
    FormatArgument {
        /// Which one, from 0.
        index: usize,
    },
    /// A `va_list` that was not started, or whose call is over.
    VaList,
    /// The last parameter has a type that arguments do not have, or is no plain parameter.
    VaStart,
    /// A second `va_start` without a `va_end` between them.
    VaStartTwice,
    /// A function returns whose `va_start` has no `va_end`.
    VaEndMissing,
    /// There are no more arguments.
    VaArgMissing,
    /// An argument of another type than is asked for.
    VaArgType {
        /// The type of the argument.
        passed: Ty,
    },
    /// A loop that never ends and does nothing.
    EndlessLoop,
    /// `__builtin_unreachable` is reached.
    Unreachable,
    /// `__builtin_clz` or `__builtin_ctz` of zero.
    ZeroBits,
    /// A promise to the compiler is broken.
    BrokenPromise {
        /// Which one.
        promise: Promise,
        /// The function that makes it.
        func: FuncId,
        /// The parameter that it is about, if it is one.
        param: Option<VarId>,
    },
    /// A restrict pointer is not used as C asks for.
    Restrict {
        /// The variable that it is, or is in, if it is not allocated.
        pointer: Option<VarId>,
        /// What it is used for.
        breach: Breach,
    },
}

macro_rules! kinds {
    ($($variant:ident $name:literal $clause:literal;)*) => {
        impl Ub {
            /// The names of all kinds.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The kind without its numbers: what tests and buckets compare.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Ub::$variant { .. } => $name,)*
                }
            }

            /// The clause of C17 that leaves the behaviour undefined (or unspecified, where the name says so).
            pub fn clause(&self) -> &'static str {
                match self {
                    $(Ub::$variant { .. } => $clause,)*
                }
            }
        }
    };
}

// One row for each kind: its name in tests and reports, and its clause.
kinds! {
    SignedOverflow "signed-overflow" "6.5p5";
    DivideByZero "divide-by-zero" "6.5.5p5";
    DivideOverflow "divide-overflow" "6.5.5p6";
    ShiftCount "shift-count" "6.5.7p3";
    ShiftNegative "shift-negative" "6.5.7p4";
    ShiftOverflow "shift-overflow" "6.5.7p4";
    FloatToInt "float-to-int" "6.3.1.4p1";
    FloatNarrowing "float-narrowing" "6.3.1.5p1";
    IndexOutOfBounds "index-out-of-bounds" "6.5.6p8";
    PointerArithmetic "pointer-arithmetic" "6.5.6p8";
    PointerComparison "pointer-comparison" "6.5.8p5";
    PointerDifference "pointer-difference" "6.5.6p9";
    PointerEquality "unspecified-pointer-equality" "6.5.9p6";
    OutOfBounds "out-of-bounds" "6.5.6p8";
    NullPointer "null-pointer" "6.5.3.2p4";
    InvalidPointer "invalid-pointer" "6.5.3.2p4";
    Dangling "dangling" "6.2.4p2";
    DanglingRead "dangling-read" "6.2.4p2";
    Uninitialized "uninitialized" "6.3.2.1p2";
    Indeterminate "indeterminate" "6.2.6.1p5";
    Unspecified "unspecified-value" "6.2.6.1p6";
    TrapValue "trap-value" "6.2.6.1p5";
    NanSign "unspecified-nan-sign" "5.2.4.2.2p4";
    BitFieldType "unspecified-bit-field-type" "6.3.1.1p2";
    ConstModified "const-modified" "6.7.3p6";
    StringModified "string-modified" "6.4.5p7";
    TemporaryModified "temporary-modified" "6.2.4p8";
    VolatileBypassed "volatile-bypassed" "6.7.3p6";
    EffectiveType "effective-type" "6.5p7";
    OverlappingAssignment "overlapping-assignment" "6.5.16.1p3";
    Unsequenced "unsequenced" "6.5p2";
    UnspecifiedOrder "unspecified-order" "6.5.2.2p10";
    Misaligned "misaligned" "6.3.2.3p7";
    MissingReturn "missing-return" "6.9.1p12";
    CalledNull "called-null" "6.5.3.2p4";
    CalledObject "called-object" "6.3.2.3p8";
    CallType "call-type" "6.5.2.2p9";
    NoreturnReturned "noreturn-returned" "6.7.4p8";
    BadFree "bad-free" "7.22.3.3p2";
    DoubleFree "double-free" "7.22.3.3p2";
    OverlappingCopy "overlapping-copy" "7.24.2.1p2";
    Format "format" "7.21.6.1p9";
    FormatArgument "format-argument" "7.21.6.1p9";
    VaList "va-list" "7.16p3";
    VaStart "va-start" "7.16.1.4p4";
    VaStartTwice "va-start-twice" "7.16.1.4p3";
    VaEndMissing "va-end-missing" "7.16.1p1";
    VaArgMissing "va-arg-missing" "7.16.1.1p2";
    VaArgType "va-arg-type" "7.16.1.1p2";
    EndlessLoop "endless-loop" "6.8.5p6";
    Unreachable "unreachable" "4p2";
    ZeroBits "zero-bits" "4p2";
    BrokenPromise "broken-promise" "4p2";
    Restrict "restrict" "6.7.3.1p4";
}

impl Ub {
    /// Whether the order of operands is open, and only the program can tell: output and volatile accesses are what they are.
    pub(crate) fn is_open_order(&self) -> bool {
        matches!(self, Ub::UnspecifiedOrder { conflict: Conflict::Writes | Conflict::WriteRead })
    }

    /// Each of the things that could happen is defined; only which of them does is left open, and compilers differ.
    pub fn is_unspecified(&self) -> bool {
        matches!(
            self,
            Ub::UnspecifiedOrder { .. }
                | Ub::PointerEquality
                | Ub::Unspecified
                | Ub::NanSign
                | Ub::BitFieldType { .. }
        )
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Death::ScopeLeft => "whose block has been left",
            Death::Freed => "that was freed",
            Death::Temporary => "that was a temporary of an expression now complete",
        })
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Promise::Malloc => "what a malloc function returns is not new memory that nothing else leads to",
            Promise::Aligned(n) => {
                return write!(f, "what a function returns is not aligned to {n} bytes, as it promises");
            }
            Promise::AtLeast(n) => {
                return write!(f, "an argument does not lead to {n} elements, as its parameter promises");
            }
            Promise::Pure => "a pure function has an effect besides its value",
            Promise::Const => "a const function depends on more than its arguments, or has an effect",
            Promise::Nonnull => "a null pointer is passed to a nonnull parameter",
            Promise::ReturnsNonnull => "a function that returns_nonnull returns a null pointer",
            Promise::Assumed => "a condition that is assumed does not hold",
        })
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Breach::Shared => {
                "an object is modified, and accessed both through a restrict pointer and in another way"
            }
            Breach::Const => "an object is modified that is accessed through a restrict pointer to const",
            Breach::Assigned => {
                "a restrict pointer is assigned the value of one that is declared in the same block or in an inner one"
            }
        })
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Conflict::Writes => "two modifications of one object",
            Conflict::WriteRead => "a modification and a read of one object",
            Conflict::Observable => "two volatile accesses or outputs",
        })
    }
}

struct TypeName(IntType);

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-bit {} integer", self.0.bits, if self.0.signed { "signed" } else { "unsigned" })
    }
}

impl fmt::Display for Ub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ub::SignedOverflow { op: op @ Arith::Binary(_), ty, a, b } => {
                write!(f, "{a} {} {b} does not fit in a {}", op.token(), TypeName(ty))
            }
            Ub::SignedOverflow { op, ty, a, .. } => {
                write!(f, "{}({a}) does not fit in a {}", op.token(), TypeName(ty))
            }
            Ub::DivideByZero { op } => write!(f, "the right operand of {} is zero", op.token()),
            Ub::DivideOverflow { op, ty } => {
                write!(f, "the least {} {} -1 does not fit", TypeName(ty), op.token())
            }
            Ub::ShiftCount { width, count } => {
                write!(f, "shift of a {width}-bit value by {count}")
            }
            Ub::ShiftNegative { value } => write!(f, "left shift of the negative value {value}"),
            Ub::ShiftOverflow { value, count, width } => {
                write!(f, "{value} << {count} does not fit in {width} bits with a sign")
            }
            Ub::FloatToInt { to } => write!(f, "the floating value does not fit in a {}", TypeName(to)),
            Ub::FloatNarrowing => f.write_str("the value is outside the range of the narrower floating type"),
            Ub::IndexOutOfBounds { index, len } => {
                write!(f, "index {index} is outside of an array of {len} elements")
            }
            Ub::PointerArithmetic { offset, low, high } => {
                write!(f, "pointer arithmetic leads to byte {offset} of an array at bytes {low} to {high}")
            }
            Ub::PointerComparison => f.write_str("the pointers compared are not into one array or object"),
            Ub::PointerDifference => f.write_str("the pointers subtracted are not into one array"),
            Ub::PointerEquality => f.write_str(
                "whether a pointer past one object's end equals another object's address is unspecified",
            ),
            Ub::OutOfBounds { offset, size, low, high } => {
                write!(
                    f,
                    "access of {size} bytes at byte {offset}, where the pointer may reach bytes {low} to {high}"
                )
            }
            Ub::NullPointer => f.write_str("a null pointer is dereferenced"),
            Ub::InvalidPointer => f.write_str("a pointer that designates no object is dereferenced"),
            Ub::Dangling { death } => write!(f, "the pointer is to an object {death}"),
            Ub::DanglingRead { death } => write!(f, "the value of a pointer is used, to an object {death}"),
            Ub::Uninitialized => f.write_str("the object has no value yet"),
            Ub::Indeterminate => {
                f.write_str("some of the bytes read have no value, and may be none of the type")
            }
            Ub::Unspecified => f.write_str("something depends on bytes whose value is not specified"),
            Ub::TrapValue => f.write_str("the bytes read are no value of the type"),
            Ub::NanSign => f.write_str("the sign of a NaN is printed, which compilers do not agree on"),
            Ub::BitFieldType { width } => {
                write!(
                    f,
                    "the result depends on whether a bit-field of {width} bits has {width} bits as an operand too, as for GCC, or those of its type, as for clang"
                )
            }
            Ub::ConstModified => f.write_str("an object defined as const is modified"),
            Ub::StringModified => f.write_str("a string literal is modified"),
            Ub::TemporaryModified => {
                f.write_str("the value of an expression is modified, which is no variable")
            }
            Ub::VolatileBypassed => {
                f.write_str("a volatile object is accessed through a type that is not volatile")
            }
            Ub::EffectiveType { .. } => f.write_str("the object is accessed through an incompatible type"),
            Ub::OverlappingAssignment => f.write_str("source and destination of the assignment overlap"),
            Ub::Unsequenced { conflict } => write!(f, "{conflict}, unsequenced"),
            Ub::UnspecifiedOrder { conflict } => {
                write!(f, "the result depends on an order that is unspecified: {conflict}")
            }
            Ub::Misaligned { align } => write!(f, "the pointer is not aligned to {align} bytes"),
            Ub::MissingReturn => f.write_str("the function ended without the value that it should return"),
            Ub::CalledNull => f.write_str("a null pointer is called"),
            Ub::CalledObject => f.write_str("a pointer that is to no function is called"),
            Ub::CallType => f.write_str("the function called has another type than the call"),
            Ub::NoreturnReturned => f.write_str("a noreturn function returns"),
            Ub::BadFree => f.write_str("the pointer freed was not made by an allocation"),
            Ub::DoubleFree => f.write_str("the memory was freed before"),
            Ub::OverlappingCopy => f.write_str("source and destination of the copy overlap"),
            Ub::Format => f.write_str("the format string is malformed"),
            Ub::FormatArgument { index } => {
                write!(f, "argument {index} of the format is missing or of the wrong type")
            }
            Ub::VaList => f.write_str(
                "the va_list is not started, or ended, or of another function, or was used up by one it was passed to",
            ),
            Ub::VaStart => f.write_str(
                "va_start names a parameter that is not the last, or one of promoted, array, function or register type",
            ),
            Ub::VaStartTwice => f.write_str("the va_list is started again before va_end"),
            Ub::VaEndMissing => f.write_str("the function returns without va_end for this va_list"),
            Ub::VaArgMissing => f.write_str("there is no further argument"),
            Ub::VaArgType { .. } => f.write_str("the next argument has another type"),
            Ub::EndlessLoop => f.write_str("the loop has no effect and its condition never changes"),
            Ub::ZeroBits => f.write_str("zero has no first bit to count to"),
            Ub::Unreachable => f.write_str("execution reaches what is promised to be unreachable"),
            Ub::BrokenPromise { promise, .. } => write!(f, "{promise}"),
            Ub::Restrict { breach, .. } => write!(f, "{breach}"),
        }
    }
}

/// What is known of the object that an undefined behaviour is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// A variable.
    Var(VarId),
    /// Memory that was allocated.
    Heap,
    /// A string literal.
    StringLiteral,
    /// The value of an expression that has an array in it.
    Temporary,
}
