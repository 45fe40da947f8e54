//! What a caller asks of the printer and what it gets back. Every default is here, and nowhere else.

use crate::lowering::Lowering;
use std::collections::BTreeMap;
use std::fmt;

/// A version of the C or C++ standard. Those of C come first, each after its elders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Std {
    /// C89.
    C89,
    /// C99.
    C99,
    /// C11.
    C11,
    /// C17.
    C17,
    /// C23.
    C23,
    /// C++11.
    Cxx11,
    /// C++14.
    Cxx14,
    /// C++17.
    Cxx17,
    /// C++20.
    Cxx20,
    /// C++23.
    Cxx23,
}

impl Std {
    /// The standards of C, the oldest first.
    pub const C: [Std; 5] = [Std::C89, Std::C99, Std::C11, Std::C17, Std::C23];
    /// The standards of C++, the oldest first.
    pub const CXX: [Std; 5] = [Std::Cxx11, Std::Cxx14, Std::Cxx17, Std::Cxx20, Std::Cxx23];

    /// Its name on the command line: `c11`.
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

    /// All standards, those of C first.
    pub fn all() -> impl Iterator<Item = Std> {
        Self::C.into_iter().chain(Self::CXX)
    }

    /// The standard with this name.
    pub fn from_name(name: &str) -> Option<Std> {
        Self::all().find(|s| s.name() == name)
    }

    /// Whether it is one of C++.
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
    /// One file.
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
    /// A program with holes is not printed.
    #[default]
    Refuse,
    /// For looking at programs while they grow.
    Comment,
}

/// What is printed as comments before single statements and functions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Notes {
    /// Comments before statements.
    pub statements: BTreeMap<ir::StmtId, String>,
    /// Comments before functions.
    pub functions: BTreeMap<ir::FuncId, String>,
}

/// How a program is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// In which standard.
    pub std: Std,
    /// In which files.
    pub layout: Layout,
    /// With how many parentheses.
    pub parens: Parens,
    /// With which spellings, where C has several.
    pub looks: Looks,
    /// What becomes of holes.
    pub holes: Holes,
    /// What variables become in C++.
    pub lowering: Lowering,
    /// Printed as a comment at the top of each file.
    pub header_comment: Option<String>,
    /// Comments for people.
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

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The files of a program. Those whose names end in `.c` or `.cpp` are to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The files.
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
    /// The program has a hole, and is to be finished.
    #[error("the program still has a hole")]
    Hole,
    /// The standard has no way to say something that the program says.
    #[error("{std} has no {feature}")]
    NotInStandard {
        /// What it does not have.
        feature: &'static str,
        /// The standard.
        std: Std,
    },
    /// A floating literal is infinite or no number, which has no literal.
    #[error("a floating constant is infinite or not a number")]
    NotFinite,
    /// The enumerated type has no constant with the value.
    #[error("no constant {value} has that type")]
    NoSuchConstant {
        /// The value.
        value: u64,
    },
    /// A guard stands where none can be written.
    #[error("a guard around something that cannot be guarded")]
    NotGuardable,
}
