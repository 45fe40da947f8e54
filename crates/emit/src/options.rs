//! What a caller asks of the printer and what it gets back. Every default is here, and nowhere else.

use std::fmt;

/// A version of the C standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Std {
    C89,
    C99,
    C11,
    C17,
    C23,
}

impl Std {
    pub const ALL: [Std; 5] = [Std::C89, Std::C99, Std::C11, Std::C17, Std::C23];

    pub fn name(self) -> &'static str {
        match self {
            Std::C89 => "c89",
            Std::C99 => "c99",
            Std::C11 => "c11",
            Std::C17 => "c17",
            Std::C23 => "c23",
        }
    }

    pub fn from_name(name: &str) -> Option<Std> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Longest string literal that an implementation has to support (C17 5.2.4.1p1), in characters.
    pub(crate) fn string_limit(self) -> usize {
        match self {
            Std::C89 => 509,
            Std::C99 | Std::C11 | Std::C17 | Std::C23 => 4095,
        }
    }
}

impl fmt::Display for Std {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a program is cut into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    #[default]
    Single,
    /// Data and `main` in one file, all other functions in another, a header between: so that no
    /// initial value is known where the functions are compiled.
    Split,
}

/// How many parentheses an expression gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Parens {
    /// Only those without which it would mean something else.
    #[default]
    Minimal,
    /// Around every operand that is an operation itself.
    Full,
}

/// How much room a text takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Looks {
    /// Every body has braces, every declaration a line, every function a prototype.
    #[default]
    Roomy,
    /// What a person writes for a bug report: nothing that could be left out. Not for the split layout and C90.
    Compact,
}

/// What becomes of a program that is still growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Holes {
    #[default]
    Refuse,
    /// For looking at programs while they grow.
    Comment,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub std: Std,
    pub layout: Layout,
    pub parens: Parens,
    pub looks: Looks,
    pub holes: Holes,
    /// Printed as a comment at the top of each file.
    pub header_comment: Option<String>,
    /// The files are called after it: `test.c`, or `test.h`, `test_main.c` and `test_funcs.c`.
    pub name: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            std: Std::C11,
            layout: Layout::Single,
            parens: Parens::Minimal,
            looks: Looks::Roomy,
            holes: Holes::Refuse,
            header_comment: None,
            name: "test".to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// The files of a program. Those whose names end in `.c` are to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub files: Vec<SourceFile>,
}

impl Output {
    /// The text of all files, one after the other: for a single file, just its text.
    pub fn text(&self) -> String {
        self.files.iter().map(|f| f.text.as_str()).collect()
    }
}

/// Why a program cannot be written as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    #[error("the program still has a hole")]
    Hole,
    #[error("{std} has no {feature}")]
    NotInStandard { feature: &'static str, std: Std },
    #[error("a floating constant is infinite or not a number")]
    NotFinite,
    #[error("no constant {value} has that type")]
    NoSuchConstant { value: u64 },
    #[error("a guard around something that cannot be guarded")]
    NotGuardable,
}
