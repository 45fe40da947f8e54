//! The list of everything that can be wrong with a program: one row per constraint, with the clause of C17
//! that makes it one, the dialects that do without it, and its words. Not how any of it is found.

/// Which language the program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// C17 to the letter; what `-std=c17 -pedantic-errors` accepts.
    #[default]
    C17,
    /// C23, which allows what older standards do not.
    C23,
    /// What GCC and clang accept beyond C17, for programs that others wrote.
    Gnu,
}

/// The dialects in which a row of the table is not an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waived {
    Never,
    /// Only by GNU.
    Gnu,
    /// By C23, and by GNU.
    Later,
}

impl Waived {
    fn by(self, dialect: Dialect) -> bool {
        match dialect {
            Dialect::C17 => false,
            Dialect::C23 => self == Waived::Later,
            Dialect::Gnu => self != Waived::Never,
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $clause:literal $waived:ident $message:literal;)*) => {
        /// What is wrong. The place is in the [`Violation`](super::Violation).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ViolationKind {
            $(#[doc = concat!("C17 ", $clause, ": ", $message, ".")] $(#[$doc])* $variant,)*
        }

        impl ViolationKind {
            /// All kinds.
            pub const ALL: &'static [ViolationKind] = &[$(ViolationKind::$variant,)*];

            /// The clause of C17 that is broken; `ir` where it is a rule of the representation.
            pub fn clause(self) -> &'static str {
                match self {
                    $(ViolationKind::$variant => $clause,)*
                }
            }

            /// Whether the dialect allows it.
            pub fn is_waived(self, dialect: Dialect) -> bool {
                let waived = match self {
                    $(ViolationKind::$variant => Waived::$waived,)*
                };
                waived.by(dialect)
            }

            fn message(self) -> &'static str {
                match self {
                    $(ViolationKind::$variant => $message,)*
                }
            }
        }
    };
}

kinds! {
    // --- the arena is a tree ---
    Dangling "ir" Never "an id does not exist in its arena";
    ExprReused "ir" Never "an expression has two parents";
    StmtReused "ir" Never "a statement is in two places";
    BlockReused "ir" Never "a block is in two places";
    InitReused "ir" Never "an initialiser is in two places";
    LiteralReused "ir" Never "two compound literals share one object";
    StaleEffects "ir" Never "a node does more than its effects say";

    // --- types ---
    StaleLayout "ir" Never "the layout is not that of the fields";
    AliasCycle "6.7.8p3" Never "a typedef name is defined by itself";
    NoInt128 "6.2.5p4" Never "the target has no 128-bit integers";
    RestrictQualifier "6.7.3p2" Never "restrict on something other than a pointer to an object type";
    QualifiedFunction "6.7.3p9" Never "a function type is qualified";
    ArrayElement "6.7.6.2p1" Never "the elements of an array are incomplete or functions";
    ArrayLength "6.7.6.2p1" Gnu "an array has no elements";
    FunctionReturn "6.7.6.3p1" Never "a function returns an array or a function";
    ParameterType "6.7.6.3p4" Never "a parameter is void, or not adjusted to a pointer, or qualified in the type";
    VariadicType "6.7.6.3p9" Later "a variadic function has no parameter before the ellipsis";
    NoPrototype "6.7.6.3p14" Never "a function type without prototype lists parameters";
    EmptyRecord "6.7.2.1p8" Gnu "a struct or union has no named member";
    RecordInItself "6.7.2.1p3" Never "a struct or union contains itself";
    FieldType "6.7.2.1p3" Never "a member has incomplete or function type";
    FieldName "6.7.2.1p2" Never "a member that is no bit-field, struct or union has no name";
    DuplicateField "6.7p3" Never "two members have the same name";
    BitFieldType "6.7.2.1p5" Never "a bit-field does not have integer type";
    BitFieldWidth "6.7.2.1p4" Never "a bit-field is wider than its type";
    BitFieldName "6.7.2.1p4" Never "a bit-field of width zero has a name";
    FlexibleArray "6.7.2.1p3" Never "an array without length is not the last of several members of a struct";
    FlexibleNested "6.7.2.1p3" Gnu "a struct with a flexible array is a member or element";
    VectorElement "ir" Never "the elements of a vector are not integers or floats";
    VectorSize "ir" Never "the size of a vector is not a power of two";
    Alignment "6.7.5p3" Never "an alignment is not a power of two";
    EmptyEnum "6.7.2.2p1" Never "an enum has no constants";
    EnumRange "6.7.2.2p2" Later "an enum constant is not an int";
    EnumType "6.7.2.2p4" Never "the type of an enum cannot hold its constants";

    // --- declarations ---
    VariableType "6.7p7" Never "a variable is void, incomplete or a function";
    VariableSize "5.2.4.1p1" Never "an object is larger than ptrdiff_t can count";
    FileScopeStorage "6.9p2" Never "a variable at file scope is not static, or a local one is global";
    Unlisted "ir" Never "the global variables list a local one, or one of them twice";
    ExternInit "6.7.9p4" Never "a variable that is defined elsewhere, or a parameter, has an initialiser";
    VariableArray "ir" Never "the pointer that stands for an array of variable length is used as one";
    ThreadStorage "6.7.1p3" Never "a variable of the thread is neither static nor external";
    AlignedRegister "6.7.5p2" Never "a parameter or register variable has an alignment";
    StaticBound "6.7.6.3p7" Never "what is no parameter, or no pointer to objects, promises a number of elements";
    FunctionType "6.9.1p2" Never "a function does not have function type";
    DefinitionReturn "6.9.1p3" Never "a function is defined to return an incomplete type";
    DefinitionParameters "6.9.1p7" Never "the parameters of a definition are not those of its type";
    StaticUndefined "6.9p3" Never "a static function has no body";
    InlineStatic "6.7.4p3" Never "an inline function with external linkage uses a static one or has a static variable";
    MainInline "6.7.4p4" Never "main is inline";
    MainType "5.1.2.2.1p1" Never "main does not return int, or its parameters are not those of main";

    // --- scopes and names ---
    Undeclared "6.5.1p2" Never "a name is used where it is not visible";
    Hidden "6.2.1p4" Never "a name means something else here";
    Redeclared "6.7p3" Never "a name is declared twice in one scope";
    DeclaredTwice "ir" Never "a variable is declared by two statements";
    DeclaredElsewhere "ir" Never "a statement declares a variable that is not a local one of its function";
    DuplicateTag "6.7.2.3p1" Never "two types have the same tag";
    DuplicateLabelName "6.8.1p3" Never "two labels of a function have the same name";
    Identifier "6.4.2.1p1" Never "a name is not an identifier";
    ExtendedName "6.4.2.1p3" Gnu "a name has other characters than letters, digits and _";
    Keyword "6.4.1p2" Never "a name is a keyword";
    LaterKeyword "C23 6.4.1p2" Gnu "a name is a keyword of a later standard";
    ReservedName "7.1.3p1" Gnu "a name is reserved for the implementation";

    // --- primary expressions ---
    NotCanonical "ir" Never "the type of an expression is spelled with an alias";
    IntegerConstantType "6.4.4.1p5" Never "an integer constant cannot have this type";
    IntegerConstantValue "6.4.4.1p6" Never "an integer constant does not fit its type";
    CharacterConstant "6.4.4.4p10" Never "a character constant is not an int from 0 to 127";
    FloatConstant "6.4.4.2p3" Never "a floating constant is negative, not finite, or of another type";
    StringType "6.4.5p6" Never "a string literal is not an array of char of its length";
    EnumConstant "ir" Never "an enum has no such constant, or it is not an int";
    DeclaredType "6.5.1p2" Never "a name does not have the type it was declared with";
    LiteralObject "6.5.2.5p5" Never "the object of a compound literal is not static at file scope and automatic elsewhere";
    LiteralInit "6.5.2.5p1" Never "a compound literal has no initialiser";

    // --- conversions ---
    ResultType "6.5p1" Never "an expression has a type other than its operator gives";
    Promotion "6.3.1.1p2" Never "an operand is not promoted as C does";
    UsualConversions "6.3.1.8p1" Never "an operand does not have the common type";
    DisputedBitField "6.7.2.1p5" Gnu "compilers disagree about the promoted type of this bit-field";
    MisplacedConversion "6.3p1" Never "an implicit conversion where C has none";
    NotDecayed "6.3.2.1p3" Never "an array or function is used as a value";
    DecayOperand "6.3.2.1p3" Never "what decays is not an array or function, or a register array";
    VoidValue "6.3.2.2p1" Never "a value is expected, and there is none";
    IncompleteValue "6.3.2.1p2" Never "an lvalue of incomplete type is read";
    ImplicitConversion "6.5.16.1p1" Never "C has no such implicit conversion";
    DiscardedQualifiers "6.5.16.1p1" Never "a conversion of pointers loses qualifiers";
    ArrayQualifiers "6.5.16.1p1" Later "pointers to arrays differ in the qualifiers of the elements";
    NotNullConstant "6.5.16.1p1" Never "an integer other than constant zero turns into a pointer";

    // --- postfix and unary operators ---
    SubscriptOperands "6.5.2.1p1" Never "[] wants a pointer to a complete object type and an integer";
    Callee "6.5.2.2p1" Never "what is called is not a function that returns void or a complete type";
    ArgumentCount "6.5.2.2p2" Never "a call has the wrong number of arguments";
    ArgumentType "6.5.2.2p2" Never "an argument does not have the type of its parameter";
    DefaultPromotion "6.5.2.2p6" Never "an argument without parameter is not promoted";
    MemberBase "6.5.2.3p1" Never ". wants a complete struct or union";
    ArrowBase "6.5.2.3p2" Never "-> wants a pointer to a complete struct or union";
    MemberName "6.5.2.3p1" Never "there is no such member, or it cannot be named";
    NotLvalue "6.5.16p2" Never "an lvalue is wanted";
    NotModifiable "6.3.2.1p1" Never "an lvalue that cannot be modified is";
    IncrementOperand "6.5.2.4p1" Never "++ and -- want a number or a pointer";
    AddressOperand "6.5.3.2p1" Never "& wants an lvalue or a function";
    AddressOfBitField "6.5.3.2p1" Never "a bit-field has no address";
    AddressOfRegister "6.5.3.2p1" Never "a register variable has no address";
    AddressOfLane "ir" Never "a lane of a vector has no address";
    VectorSubscript "ir" Never "a vector turns into a pointer where it is not subscripted";
    VectorOperands "ir" Never "the operands of an operator on vectors are not vectors of one type, or scalars that fit its lanes";
    ConvertedLanes "ir" Never "__builtin_convertvector wants vectors of as many lanes";
    IndirectionOperand "6.5.3.2p2" Never "* wants a pointer";
    ArithmeticOperand "6.5.3.3p1" Never "unary + and - want a number";
    IntegerOperand "6.5.3.3p1" Never "~ wants an integer";
    ScalarOperand "6.5.3.3p1" Never "! wants a scalar";
    SizeofOperand "6.5.3.4p1" Never "sizeof or _Alignof wants a complete object type, and no bit-field";
    OffsetofMember "7.19p3" Never "offsetof wants a named member that is no bit-field";
    CastTypes "6.5.4p2" Never "a cast is not between scalars or to void";
    CastPointerFloat "6.5.4p4" Never "a cast is between a pointer and a floating type";
    CastFunctionPointer "6.3.2.3p8" Gnu "a cast is between pointers to a function and to an object";

    // --- binary operators ---
    MultiplicativeOperands "6.5.5p2" Never "* and / want numbers, % wants integers";
    AdditiveOperands "6.5.6p2" Never "+ and - want numbers, or a pointer and an integer, or for - two like pointers";
    PointerArithmetic "6.5.6p2" Never "arithmetic on a pointer to an incomplete type or a function";
    VoidArithmetic "6.5.6p2" Gnu "arithmetic on a pointer to void";
    ShiftOperands "6.5.7p2" Never "a shift wants integers";
    RelationalOperands "6.5.8p2" Never "a comparison wants numbers or pointers to compatible object types";
    EqualityOperands "6.5.9p2" Never "== and != want numbers or pointers that fit together";
    BitwiseOperands "6.5.10p2" Never "& ^ | want integers";
    LogicalOperands "6.5.13p2" Never "&& and || want scalars";
    ConditionOperand "6.5.15p2" Never "the condition of ?: is not a scalar";
    ConditionalOperands "6.5.15p3" Never "the alternatives of ?: do not fit together";
    AssignmentType "6.5.16.1p1" Never "the right side of an assignment does not have the type of the left";
    CompoundOperands "6.5.16.2p1" Never "these operands do not fit this compound assignment";
    CompoundCalculation "6.5.16.2p3" Never "a compound assignment does not calculate in the type C says";
    GuardOperand "ir" Never "a guard does not wrap an operation that it can guard";

    // --- statement expressions ---
    StatementExpression "gnu" Never "a statement expression outside of functions, or one that a jump leaves or enters";

    // --- inline assembly ---
    AsmOperand "gnu" Never "an operand of asm does not fit its constraint";
    AsmPlace "gnu" Never "asm is a statement, and no part of an expression";

    // --- variable arguments ---
    VaList "7.16.1p1" Never "a va_ macro wants an lvalue of type va_list";
    VaStart "7.16.1.4p2" Never "va_start outside of a variadic function";
    VaArgType "7.16.1.1p2" Never "va_arg wants a complete type that arguments can have";

    // --- initialisers ---
    InitShape "6.7.9p11" Never "an initialiser is a list where a value is wanted, or the other way round";
    InitType "6.7.9p11" Never "an initialiser does not have the type of its object";
    InitOrder "ir" Never "the items of an initialiser are not in ascending order";
    InitRange "6.7.9p2" Never "an initialiser provides a value for something outside of its object";
    InitString "6.7.9p14" Never "a string literal is too long for its array";
    InitUnion "6.7.9p17" Never "an initialiser gives a union two values";
    InitUnnamed "6.7.9p9" Never "an initialiser gives an unnamed member a value";
    InitFlexible "6.7.9p3" Gnu "an initialiser gives a flexible array a value";
    InitConstant "6.7.9p4" Never "an object of static storage is initialised with something not constant";
    ConstantOverflow "6.6p4" Never "a constant expression has a value outside of its type";

    // --- statements ---
    Hole "ir" Never "a hole is left in the program";
    StatementCondition "6.8.5p2" Never "the condition of a statement is not a scalar";
    CaseOutside "6.8.1p2" Never "case or default outside of a switch";
    SwitchOperand "6.8.4.2p1" Never "switch wants an integer";
    CaseConstant "6.8.4.2p3" Never "a case is not an integer constant expression";
    CaseRange "ir" Never "a range of cases ends before it begins, or has more than a thousand values";
    Unrolled "ir" Never "what is to be unrolled is no loop with a condition";
    CaseType "6.8.4.2p5" Never "a case is not converted to the type of the switch";
    DuplicateCase "6.8.4.2p3" Never "two cases of a switch are equal";
    DuplicateDefault "6.8.4.2p3" Never "a switch has two defaults";
    ForInit "6.8.5.3p1" Never "the first clause of a for statement is neither declarations of one base type nor one expression";
    ForStorage "6.8.5p3" Never "the first clause of a for statement declares a static variable";
    GotoTarget "6.8.6.1p1" Never "goto to a label that is not in this function";
    LabelTwice "6.8.1p3" Never "a label stands in two places";
    LabelElsewhere "ir" Never "a label stands in another function than its own";
    ContinueOutside "6.8.6.2p1" Never "continue outside of a loop";
    BreakOutside "6.8.6.3p1" Never "break outside of a loop or switch";
    ReturnValue "6.8.6.4p1" Never "return has a value in a void function, or has none in another";
    ReturnType "6.8.6.4p3" Never "the value returned does not have the type of the function";
}

impl std::fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.clause() {
            "ir" => write!(f, "{}", self.message()),
            clause => write!(f, "{} (C17 {clause})", self.message()),
        }
    }
}
