//! The kinds of repairs: by which name the statistics count each, what would have gone wrong, and whose repair it is. A
//! census over many seeds must see each of them.

/// What would have been undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A signed result that its type does not have.
    Overflow,
    /// Division by zero, or of the least value by -1.
    Division,
    /// A count or a value that cannot be shifted.
    Shift,
    /// An index outside of its array.
    Index,
    /// A pointer that leaves its array.
    PointerArithmetic,
    /// A null pointer that is dereferenced.
    NullPointer,
    /// A pointer to an object whose life is over.
    DeadObject,
    /// A variable that has no value yet.
    Uninitialised,
    /// A variable whose initialiser was jumped over.
    SkippedInitialiser,
    /// Operands whose order matters, and is open.
    OperandOrder,
    /// A floating result that is no whole number within the mantissa.
    InexactFloat,
    /// A loop that goes on for longer than it may.
    EndlessLoop,
    /// An attribute or a qualifier that does not hold.
    BrokenPromise,
    /// The first or last bit of a number without any.
    NoBit,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 14] = [
        Cause::Overflow,
        Cause::Division,
        Cause::Shift,
        Cause::Index,
        Cause::PointerArithmetic,
        Cause::NullPointer,
        Cause::DeadObject,
        Cause::Uninitialised,
        Cause::SkippedInitialiser,
        Cause::OperandOrder,
        Cause::InexactFloat,
        Cause::EndlessLoop,
        Cause::BrokenPromise,
        Cause::NoBit,
    ];

    /// As statistics have it.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Overflow => "signed overflow",
            Cause::Division => "division",
            Cause::Shift => "shift",
            Cause::Index => "array index",
            Cause::PointerArithmetic => "pointer arithmetic",
            Cause::NullPointer => "null pointer",
            Cause::DeadObject => "pointer to a dead object",
            Cause::Uninitialised => "uninitialised read",
            Cause::SkippedInitialiser => "jump past an initialiser",
            Cause::OperandOrder => "order of operands",
            Cause::InexactFloat => "inexact floating point",
            Cause::EndlessLoop => "loop past its budget",
            Cause::BrokenPromise => "broken promise",
            Cause::NoBit => "place of a bit in zero",
        }
    }
}

/// Whose repair it is, and for which sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Ours, for a site that is evaluated for the first time.
    First,
    /// Ours, for one with a history.
    Later,
    /// A line of YARPGen's table 1.
    Yarpgen,
    /// A line of Orange's table, or one of its rules for floating point.
    Orange,
    /// Csmith's guards that turn out not to be needed.
    Csmith,
    /// What the edge profile's relaxations leave as it is, or repair late.
    Relaxed,
}

macro_rules! repair_kinds {
    ($($kind:ident $name:literal $source:ident [$($cause:ident)*];)*) => {
        /// What was done about a site that was about to be undefined.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum RepairKind {
            $(#[doc = concat!("`", $name, "`")] $kind,)*
        }

        impl RepairKind {
            /// All of them.
            pub const ALL: &'static [RepairKind] = &[$(RepairKind::$kind,)*];

            /// As censuses have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(RepairKind::$kind => $name,)*
                }
            }

            /// Whose repair it is.
            pub const fn source(self) -> Source {
                match self {
                    $(RepairKind::$kind => Source::$source,)*
                }
            }

            /// Against what a census of default programs must see it.
            pub const fn causes(self) -> &'static [Cause] {
                match self {
                    $(RepairKind::$kind => &[$(Cause::$cause),*],)*
                }
            }
        }
    };
}

repair_kinds! {
    Flip "flip" First [Overflow Division];
    FlipCompound "flip-compound" First [Overflow];
    FlipNegation "flip-negation" First [Overflow];
    FlipIncrement "flip-increment" First [Overflow];
    InsertLeft "insert-left" First [Overflow];
    FlipDivisor "flip-divisor" First [Division];
    InsertDivisor "insert-divisor" First [Division];
    InsertCount "insert-count" First [Shift];
    ShrinkLeft "shrink-left" First [Shift];
    Guard "guard" Later [Overflow Division Shift];
    GuardCompound "guard-compound" Later [Overflow Division Shift];
    GuardIncrement "guard-increment" Later [Overflow];
    UnsignedLanes "unsigned-lanes" Later [Overflow];
    AnotherIndex "another-index" First [Index];
    IndexModulo "index-modulo" Later [Index];
    AnotherOffset "another-offset" First [PointerArithmetic];
    ExcludePointer "exclude-pointer" Later [PointerArithmetic];
    AnotherPointer "another-pointer" First [NullPointer];
    NullGuard "null-guard" Later [NullPointer];
    NullGuardOnce "null-guard-once" Later [NullPointer];
    NullRead "null-read" Later [NullPointer];
    NullWrite "null-write" Later [NullPointer];
    ScopeEndReset "scope-end-reset" Later [DeadObject];
    StaticPointee "static-pointee" Later [DeadObject];
    AnotherVariable "another-variable" First [Uninitialised SkippedInitialiser];
    Initialise "initialise" Later [Uninitialised];
    HoistDeclaration "hoist-declaration" Later [SkippedInitialiser];
    ReplaceOperand "replace-operand" First [OperandOrder];
    SequenceOperands "sequence-operands" Later [OperandOrder];
    FloatFlip "float-flip" First [InexactFloat];
    FloatNegation "float-negation" First [InexactFloat];
    FloatZero "float-zero" First [InexactFloat];
    FloatGuard "float-guard" Later [InexactFloat];
    FloatBound "float-bound" Later [InexactFloat];
    FloatCompound "float-compound" Later [InexactFloat];
    FloatConstant "float-constant" Later [];
    FloatStep "float-step" Later [];
    FloatLanesNegation "float-lanes-negation" Later [];
    FloatLanesOperand "float-lanes-operand" Later [];
    FloatLanesMask "float-lanes-mask" Later [];
    AddBit "add-bit" Later [NoBit];
    Fuel "fuel" Later [EndlessLoop];
    WithdrawUnreachable "withdraw-unreachable" Later [BrokenPromise];
    WithdrawAssume "withdraw-assume" Later [BrokenPromise];
    WithdrawNoreturn "withdraw-noreturn" Later [BrokenPromise];
    WithdrawPure "withdraw-pure" Later [BrokenPromise];
    WithdrawConst "withdraw-const" Later [BrokenPromise];
    WithdrawNonnull "withdraw-nonnull" Later [BrokenPromise];
    WithdrawReturnsNonnull "withdraw-returns-nonnull" Later [BrokenPromise];
    WithdrawMalloc "withdraw-malloc" Later [BrokenPromise];
    WithdrawAlignment "withdraw-alignment" Later [BrokenPromise];
    WithdrawElements "withdraw-elements" Later [BrokenPromise];
    WithdrawRestrict "withdraw-restrict" Later [BrokenPromise];

    YarpgenNeg "-a" Yarpgen [];
    YarpgenAdd "a + b" Yarpgen [];
    YarpgenSub "a - b" Yarpgen [];
    YarpgenMul "a * b" Yarpgen [];
    YarpgenMulMin "MIN * -1" Yarpgen [];
    YarpgenDivZero "a / 0" Yarpgen [];
    YarpgenDivMin "MIN / -1" Yarpgen [];
    YarpgenRemZero "a % 0" Yarpgen [];
    YarpgenRemMin "MIN % -1" Yarpgen [];
    YarpgenShlUnsignedNegative "unsigned a << negative" Yarpgen [];
    YarpgenShlSignedNegative "signed a << negative" Yarpgen [];
    YarpgenShlByMin "a << MIN" Yarpgen [];
    YarpgenShlUnsignedLarge "unsigned a << large" Yarpgen [];
    YarpgenShlSignedLarge "signed a << large" Yarpgen [];
    YarpgenShlOfNegative "negative << b" Yarpgen [];
    YarpgenShlOfMin "MIN << b" Yarpgen [];
    YarpgenShlIntoSign "a << b into the sign" Yarpgen [];
    YarpgenShrNegative "a >> negative" Yarpgen [];
    YarpgenShrByMin "a >> MIN" Yarpgen [];
    YarpgenShrLarge "a >> large" Yarpgen [];
    YarpgenShrOfNegative "negative >> b" Yarpgen [];
    YarpgenShrOfMin "MIN >> b" Yarpgen [];

    OrangeAddFlip "a+b: a-b" Orange [];
    OrangeSubFlip "a-b: a+b" Orange [];
    OrangeMulFlip "a*b: a/b" Orange [];
    OrangeDivComparison "a/(b cmp c): other cmp" Orange [];
    OrangeRemComparison "a%(b cmp c): other cmp" Orange [];
    OrangeDivInsert "a/b: a/(b+K)" Orange [];
    OrangeRemInsert "a%b: a%(b+K)" Orange [];
    OrangeShlCount "a<<b: a<<(b+K)" Orange [];
    OrangeShlShifted "a<<b: (a+K)<<b" Orange [];
    OrangeShrCount "a>>b: a>>(b+K)" Orange [];
    OrangeAddInsert "a+b: (a+K)+b" Orange [];
    OrangeSubInsert "a-b: (a+K)-b" Orange [];
    OrangeMulInsert "a*b: (a+K)*b" Orange [];
    OrangeFloatAddFlip "float a+b: a-b" Orange [];
    OrangeFloatSubFlip "float a-b: a+b" Orange [];
    OrangeFloatMulFlip "float a*b: a/b" Orange [];
    OrangeFloatInsert "float a+b: (a+K)+b" Orange [];
    OrangeFloatDivisor "float a/b: a/(b+K)" Orange [];
    OrangeFloatFraction "float a/b: (a-K)/b" Orange [];
    OrangeFloatFactor "float a*b is -0: (a+K)*b" Orange [];
    OrangeToFloat "(float)a: (float)(a+K)" Orange [];
    OrangeNarrower "(float)a: (float)(a+K), narrower" Orange [];
    OrangeToInt "(int)a: (int)(a+K)" Orange [];
    OrangeFloatDividend "float a/b is -0: (a+K)/b" Orange [];

    DropGuard "drop-guard" Csmith [];

    LateReset "late-reset" Relaxed [];
    LeftDangling "left-dangling" Relaxed [];
    RelaxedJump "relaxed-jump" Relaxed [];
    LiveConflict "live-conflict" Relaxed [];
    RelaxedNull "relaxed-null" Relaxed [];
    RelaxedDangling "relaxed-dangling" Relaxed [];
    RelaxedValue "relaxed-value" Relaxed [];
    RelaxedIndex "relaxed-index" Relaxed [];
    DeadIndex "dead-index" Relaxed [];
    RelaxedParameter "relaxed-parameter" Relaxed [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_one_kind_and_every_cause_has_one() {
        for (i, kind) in RepairKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, i);
            assert!(RepairKind::ALL[..i].iter().all(|other| other.name() != kind.name()), "{}", kind.name());
        }
        for cause in Cause::ALL {
            assert!(RepairKind::ALL.iter().any(|kind| kind.causes().contains(&cause)), "{}", cause.name());
        }
    }
}
