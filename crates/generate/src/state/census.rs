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

/// How it is checked that a repair changes nothing for operand values that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// For all operands of a few bits.
    AllValues,
    /// By a program in `tests/repairs`, which prints before and after what is repaired.
    Program,
    /// By programs that grow, each of which is run from its start: the repair needs what the generator knows of blocks and
    /// variables that it has made itself.
    Growth,
}

macro_rules! repair_kinds {
    ($($kind:ident $name:literal $source:ident $proof:ident [$($cause:ident)*];)*) => {
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

            /// How it is checked.
            pub const fn proof(self) -> Proof {
                match self {
                    $(RepairKind::$kind => Proof::$proof,)*
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
    Flip "flip" First AllValues [Overflow Division];
    FlipCompound "flip-compound" First AllValues [Overflow];
    FlipNegation "flip-negation" First AllValues [Overflow];
    FlipIncrement "flip-increment" First AllValues [Overflow];
    InsertLeft "insert-left" First AllValues [Overflow];
    FlipDivisor "flip-divisor" First AllValues [Division];
    InsertDivisor "insert-divisor" First AllValues [Division];
    InsertCount "insert-count" First AllValues [Shift];
    ShrinkLeft "shrink-left" First AllValues [Shift];
    Guard "guard" Later AllValues [Overflow Division Shift];
    GuardCompound "guard-compound" Later AllValues [Overflow Division Shift];
    GuardIncrement "guard-increment" Later AllValues [Overflow];
    UnsignedLanes "unsigned-lanes" Later AllValues [Overflow];
    AnotherIndex "another-index" First Program [Index];
    IndexModulo "index-modulo" Later Program [Index];
    AnotherOffset "another-offset" First Program [PointerArithmetic];
    ExcludePointer "exclude-pointer" Later Program [PointerArithmetic];
    AnotherPointer "another-pointer" First Program [NullPointer];
    NullGuard "null-guard" Later Program [NullPointer];
    NullGuardOnce "null-guard-once" Later Program [NullPointer];
    NullRead "null-read" Later Program [NullPointer];
    NullWrite "null-write" Later Program [NullPointer];
    ScopeEndReset "scope-end-reset" Later Growth [DeadObject];
    StaticPointee "static-pointee" Later Growth [DeadObject];
    AnotherVariable "another-variable" First Program [Uninitialised SkippedInitialiser];
    Initialise "initialise" Later Program [Uninitialised];
    HoistDeclaration "hoist-declaration" Later Growth [SkippedInitialiser];
    ReplaceOperand "replace-operand" First Program [OperandOrder];
    SequenceOperands "sequence-operands" Later Program [OperandOrder];
    FloatFlip "float-flip" First AllValues [InexactFloat];
    FloatNegation "float-negation" First AllValues [InexactFloat];
    FloatZero "float-zero" First AllValues [InexactFloat];
    FloatGuard "float-guard" Later AllValues [InexactFloat];
    FloatBound "float-bound" Later AllValues [InexactFloat];
    FloatCompound "float-compound" Later AllValues [InexactFloat];
    FloatConstant "float-constant" Later AllValues [];
    FloatStep "float-step" Later AllValues [];
    FloatLanesNegation "float-lanes-negation" Later AllValues [];
    FloatLanesOperand "float-lanes-operand" Later AllValues [];
    FloatLanesMask "float-lanes-mask" Later AllValues [];
    AddBit "add-bit" Later Program [NoBit];
    Fuel "fuel" Later Growth [EndlessLoop];
    WithdrawUnreachable "withdraw-unreachable" Later Program [BrokenPromise];
    WithdrawAssume "withdraw-assume" Later Program [BrokenPromise];
    WithdrawNoreturn "withdraw-noreturn" Later Program [BrokenPromise];
    WithdrawPure "withdraw-pure" Later Program [BrokenPromise];
    WithdrawConst "withdraw-const" Later Program [BrokenPromise];
    WithdrawNonnull "withdraw-nonnull" Later Program [BrokenPromise];
    WithdrawReturnsNonnull "withdraw-returns-nonnull" Later Program [BrokenPromise];
    WithdrawMalloc "withdraw-malloc" Later Program [BrokenPromise];
    WithdrawAlignment "withdraw-alignment" Later Program [BrokenPromise];
    WithdrawElements "withdraw-elements" Later Program [BrokenPromise];
    WithdrawRestrict "withdraw-restrict" Later Program [BrokenPromise];

    YarpgenNeg "-a" Yarpgen AllValues [];
    YarpgenAdd "a + b" Yarpgen AllValues [];
    YarpgenSub "a - b" Yarpgen AllValues [];
    YarpgenMul "a * b" Yarpgen AllValues [];
    YarpgenMulMin "MIN * -1" Yarpgen AllValues [];
    YarpgenDivZero "a / 0" Yarpgen AllValues [];
    YarpgenDivMin "MIN / -1" Yarpgen AllValues [];
    YarpgenRemZero "a % 0" Yarpgen AllValues [];
    YarpgenRemMin "MIN % -1" Yarpgen AllValues [];
    YarpgenShlUnsignedNegative "unsigned a << negative" Yarpgen AllValues [];
    YarpgenShlSignedNegative "signed a << negative" Yarpgen AllValues [];
    YarpgenShlByMin "a << MIN" Yarpgen AllValues [];
    YarpgenShlUnsignedLarge "unsigned a << large" Yarpgen AllValues [];
    YarpgenShlSignedLarge "signed a << large" Yarpgen AllValues [];
    YarpgenShlOfNegative "negative << b" Yarpgen AllValues [];
    YarpgenShlOfMin "MIN << b" Yarpgen AllValues [];
    YarpgenShlIntoSign "a << b into the sign" Yarpgen AllValues [];
    YarpgenShrNegative "a >> negative" Yarpgen AllValues [];
    YarpgenShrByMin "a >> MIN" Yarpgen AllValues [];
    YarpgenShrLarge "a >> large" Yarpgen AllValues [];
    YarpgenShrOfNegative "negative >> b" Yarpgen AllValues [];
    YarpgenShrOfMin "MIN >> b" Yarpgen AllValues [];

    OrangeAddFlip "a+b: a-b" Orange AllValues [];
    OrangeSubFlip "a-b: a+b" Orange AllValues [];
    OrangeMulFlip "a*b: a/b" Orange AllValues [];
    OrangeDivComparison "a/(b cmp c): other cmp" Orange AllValues [];
    OrangeRemComparison "a%(b cmp c): other cmp" Orange AllValues [];
    OrangeDivInsert "a/b: a/(b+K)" Orange AllValues [];
    OrangeRemInsert "a%b: a%(b+K)" Orange AllValues [];
    OrangeShlCount "a<<b: a<<(b+K)" Orange AllValues [];
    OrangeShlShifted "a<<b: (a+K)<<b" Orange AllValues [];
    OrangeShrCount "a>>b: a>>(b+K)" Orange AllValues [];
    OrangeAddInsert "a+b: (a+K)+b" Orange AllValues [];
    OrangeSubInsert "a-b: (a+K)-b" Orange AllValues [];
    OrangeMulInsert "a*b: (a+K)*b" Orange AllValues [];
    OrangeFloatAddFlip "float a+b: a-b" Orange AllValues [];
    OrangeFloatSubFlip "float a-b: a+b" Orange AllValues [];
    OrangeFloatMulFlip "float a*b: a/b" Orange AllValues [];
    OrangeFloatInsert "float a+b: (a+K)+b" Orange AllValues [];
    OrangeFloatDivisor "float a/b: a/(b+K)" Orange AllValues [];
    OrangeFloatFraction "float a/b: (a-K)/b" Orange AllValues [];
    OrangeFloatFactor "float a*b is -0: (a+K)*b" Orange AllValues [];
    OrangeToFloat "(float)a: (float)(a+K)" Orange AllValues [];
    OrangeNarrower "(float)a: (float)(a+K), narrower" Orange AllValues [];
    OrangeToInt "(int)a: (int)(a+K)" Orange AllValues [];
    OrangeFloatDividend "float a/b is -0: (a+K)/b" Orange AllValues [];

    DropGuard "drop-guard" Csmith Growth [];

    LateReset "late-reset" Relaxed Growth [];
    LeftDangling "left-dangling" Relaxed Growth [];
    RelaxedJump "relaxed-jump" Relaxed Growth [];
    LiveConflict "live-conflict" Relaxed Growth [];
    RelaxedNull "relaxed-null" Relaxed Growth [];
    RelaxedDangling "relaxed-dangling" Relaxed Growth [];
    RelaxedValue "relaxed-value" Relaxed Growth [];
    RelaxedIndex "relaxed-index" Relaxed Growth [];
    DeadIndex "dead-index" Relaxed Growth [];
    RelaxedParameter "relaxed-parameter" Relaxed Growth [];
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
