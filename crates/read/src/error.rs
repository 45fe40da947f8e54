//! Why a text could not be read: a position, and a structured kind that is worded here only.

use crate::text::source::Position;
use ir::build::TypeError;
use std::fmt;

/// The first thing wrong with a text. Reading stops there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {kind}")]
pub struct ReadError {
    /// Where it is.
    pub position: Position,
    /// What it is.
    pub kind: ErrorKind,
}

/// What is wrong with a text, or beyond what is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// Something else is there than the grammar asks for.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What the grammar asks for.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A character that C has no use for.
    #[error("unexpected character {0:?}")]
    StrayCharacter(char),
    /// A comment, a literal or a list of arguments that does not end.
    #[error("{0} without its end")]
    Unterminated(&'static str),
    /// A literal that is not one.
    #[error("this constant is not valid: {0}")]
    BadConstant(BadConstant),
    /// A directive, which a preprocessor would have carried out.
    #[error("directive #{0} in text that should be preprocessed")]
    NotPreprocessed(String),
    /// A name that nothing declares.
    #[error("`{0}` is not declared")]
    UnknownName(String),
    /// A member that the record does not have.
    #[error("there is no member `{0}`")]
    UnknownMember(String),
    /// A label that the function does not have.
    #[error("label `{0}` is used and not defined")]
    UnknownLabel(String),
    /// A label that the function has twice.
    #[error("label `{0}` is defined twice")]
    DuplicateLabel(String),
    /// A name that is declared again as something else.
    #[error("`{0}` is declared again as something else")]
    Redeclared(String),
    /// A function or variable that was not static when it was first declared, and is now.
    #[error("`{0}` is declared static here, and was declared without static before")]
    StaticAfter(String),
    /// A function or variable that was static when it was first declared, and is not now.
    #[error("`{0}` is declared without static here, and was declared static before")]
    StaticBefore(String),
    /// A second definition.
    #[error("`{0}` is defined twice")]
    Redefined(String),
    /// Specifiers that do not go together.
    #[error("these specifiers do not make a type")]
    BadSpecifiers,
    /// Declarators that do not go together.
    #[error("a declaration of this kind is not allowed here")]
    BadDeclaration,
    /// An expression whose operands do not fit.
    #[error("{0}")]
    Type(#[from] TypeError),
    /// An expression where a constant is needed.
    #[error("an integer constant expression is needed here")]
    NotConstant,
    /// The length of an array that is negative or no integer.
    #[error("a negative or impossible size or width")]
    BadSize,
    /// An object that no address space has room for.
    #[error("an object or type this large is not supported")]
    TooLarge,
    /// The width of a bit-field that its type does not have.
    #[error("a bit-field needs an integer type and a width that fits it")]
    BadBitField,
    /// A value of type `void` where one is used.
    #[error("a void expression has no value to use")]
    VoidValue,
    /// More values than there are elements or members.
    #[error("more initialisers than there are places")]
    ExcessInitialiser,
    /// An initialiser that its type does not take.
    #[error("this initialiser does not fit the object")]
    BadInitialiser,
    /// `case`, `default`, `break` or `continue` where nothing is there for it.
    #[error("`{0}` outside of a switch")]
    OutsideSwitch(&'static str),
    /// A `_Generic` without an association for its type.
    #[error("no association of _Generic fits the type, or more than one does")]
    NoAssociation,
    /// A `_Static_assert` that does not hold, with its message.
    #[error("static assertion failed{}", Message(.0))]
    StaticAssert(Option<String>),
    /// A construct that is not read.
    #[error("unsupported: {0}")]
    Unsupported(Construct),
    /// A builtin function that is not read.
    #[error("unsupported: the compiler's own function `{0}`")]
    UnsupportedBuiltin(String),
    /// Nesting that is deeper than the stack.
    #[error("nested too deeply")]
    TooDeep,
}

impl ErrorKind {
    /// Whether the text may well be C, of which this reader has not enough.
    pub fn is_unsupported(&self) -> bool {
        matches!(
            self,
            ErrorKind::Unsupported(_)
                | ErrorKind::UnsupportedBuiltin(_)
                | ErrorKind::TooDeep
                | ErrorKind::TooLarge
        )
    }
}

/// The text of a failed static assertion, if it has one.
struct Message<'a>(&'a Option<String>);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, ": {text}"),
            None => Ok(()),
        }
    }
}

/// What is wrong with a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConstant {
    /// It has digits that its base does not have, or none.
    #[error("it has no valid digits")]
    Digits,
    /// It has a suffix that C does not have.
    #[error("its suffix is unknown")]
    Suffix,
    /// No type holds the value.
    #[error("it is too large for any integer type")]
    TooLarge,
    /// There is no character between the quotes.
    #[error("it is empty")]
    Empty,
    /// It has an escape that C does not have.
    #[error("its escape sequence is unknown or out of range")]
    Escape,
}

macro_rules! constructs {
    ($($variant:ident $name:literal;)*) => {
        /// Valid C, of some dialect, for which ir has no words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Construct {
            $(#[doc = $name] $variant,)*
        }

        impl fmt::Display for Construct {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Construct::$variant => $name,)*
                })
            }
        }
    };
}

constructs! {
    AlignedMember "a bit-field or type with an alignment of its own";
    Asm "inline assembly";
    Atomic "_Atomic";
    AttributeEffect "an attribute that changes what the program does";
    AutoType "a deduced type (auto, __auto_type)";
    CaseRange "an empty range of cases, or one of more than a thousand";
    Complex "complex numbers";
    DecimalFloat "a decimal or extended floating type";
    FixedEnum "an enum with a type of its own";
    FlexibleArray "an initialised or lone flexible array member";
    ForwardEnum "an enum that is used before it is defined";
    Int128 "__int128 on this target";
    KeptMacro "a guard of Assay's whose arguments are not plain values";
    MainType "a main that does not return int, or whose parameters are not (int), (int, char **) or (int, char **, char **)";
    NestedFunction "a nested function";
    OmittedOperand "a conditional without its middle operand, whose condition has effects";
    OverriddenPart "an initialiser that replaces part of an earlier expression";
    PackPragma "#pragma pack that lowers an alignment to more than one byte";
    RegionInitialiser "a range of designators";
    StatementExpression "a statement expression that a jump leaves or enters";
    TypeMode "a type attribute that changes the type";
    VariableLength "an array of variable length";
    WideString "a wide character or string literal";
}

/// An error on its way up: the offset is resolved at the end.
#[derive(Debug)]
pub(crate) struct Fail {
    pub at: u32,
    pub kind: ErrorKind,
}

/// Boxed, so that results of expressions stay small.
pub(crate) type Res<T> = Result<T, Box<Fail>>;

pub(crate) fn fail<T>(at: u32, kind: ErrorKind) -> Res<T> {
    Err(Box::new(Fail { at, kind }))
}

pub(crate) fn unsupported<T>(at: u32, construct: Construct) -> Res<T> {
    fail(at, ErrorKind::Unsupported(construct))
}
