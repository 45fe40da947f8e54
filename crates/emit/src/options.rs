//! What a caller asks of the printer and what it gets back. Every default is here, and nowhere else.

use crate::lowering::Lowering;
use std::collections::BTreeMap;
use std::fmt;

/// A version of the C or C++ standard. Those of C come first, each after its elders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Std {
    C89,
    C99,
    C11,
    C17,
    C23,
    Cxx11,
    Cxx14,
    Cxx17,
    Cxx20,
    Cxx23,
}

impl Std {
    pub const C: [Std; 5] = [Std::C89, Std::C99, Std::C11, Std::C17, Std::C23];
    pub const CXX: [Std; 5] = [Std::Cxx11, Std::Cxx14, Std::Cxx17, Std::Cxx20, Std::Cxx23];

    pub fn name(self) -> &'static str {
        match self {
            Std::C89 => "c89",
            Std::C99 => "c99",
            Std::C11 => "c11",
            Std::C17 => "c17",
            Std::C23 => "c23",
            Std::Cxx11 => "c++11",
            Std::Cxx14 => "c++14",
            Std::Cxx17 => "c++17",
            Std::Cxx20 => "c++20",
            Std::Cxx23 => "c++23",
        }
    }

    pub fn all() -> impl Iterator<Item = Std> {
        Self::C.into_iter().chain(Self::CXX)
    }

    pub fn from_name(name: &str) -> Option<Std> {
        Self::all().find(|s| s.name() == name)
    }

    pub fn is_cxx(self) -> bool {
        self >= Std::Cxx11
    }

    /// What the names of source files end in.
    pub fn extension(self) -> &'static str {
        if self.is_cxx() { "cpp" } else { "c" }
    }

    /// `0b1010` (C23; C++14).
    pub(crate) fn has_binary_literals(self) -> bool {
        self == Std::C23 || self >= Std::Cxx14
    }

    /// `0x1.8p+1` (C99; C++17).
    pub(crate) fn has_hex_floats(self) -> bool {
        match self {
            Std::C89 | Std::Cxx11 | Std::Cxx14 => false,
            Std::C99 | Std::C11 | Std::C17 | Std::C23 | Std::Cxx17 | Std::Cxx20 | Std::Cxx23 => true,
        }
    }

    /// Longest string literal that an implementation has to support (C17 5.2.4.1p1), in characters.
    pub(crate) fn string_limit(self) -> usize {
        match self {
            Std::C89 => 509,
            Std::C99 | Std::C11 | Std::C17 | Std::C23 => 4095,
            // C++ recommends 65,536 characters (annex B).
            Std::Cxx11 | Std::Cxx14 | Std::Cxx17 | Std::Cxx20 | Std::Cxx23 => 65535,
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
    /// Data, `main` and the check in one file, all other functions in another, a header between: so that no
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

/// What is printed as comments before single statements and functions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Notes {
    pub statements: BTreeMap<ir::StmtId, String>,
    pub functions: BTreeMap<ir::FuncId, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub std: Std,
    pub layout: Layout,
    pub parens: Parens,
    pub looks: Looks,
    pub holes: Holes,
    /// What variables become in C++.
    pub lowering: Lowering,
    /// Printed as a comment at the top of each file.
    pub header_comment: Option<String>,
    pub notes: Notes,
    /// The files are called after it: `test.c`, or `test.h`, `test_main.c` and `test_funcs.c`; `.cpp` in C++.
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
            lowering: Lowering::default(),
            header_comment: None,
            notes: Notes::default(),
            name: "test".to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// The files of a program. Those whose names end in `.c` or `.cpp` are to be compiled.
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
