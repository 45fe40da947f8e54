//! What kind of bug a finding shows, as its verdict tells.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The program prints something else than it should.
    #[serde(rename = "wrong-code", alias = "wrong-result")]
    WrongResult,
    CompilerCrash,
    CompilerHang,
    CompilerReject,
    /// The compiler reports success, and what it wrote is missing, empty or no program.
    BadOutput,
    ProgramCrash,
    ProgramHang,
    /// A foreign program on which compilers differ, with no majority to say who is right.
    Disagreement,
    /// All compilers agree with each other and not with us: the suspect is Assay.
    OracleSuspect,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::WrongResult,
        Kind::CompilerCrash,
        Kind::CompilerHang,
        Kind::CompilerReject,
        Kind::BadOutput,
        Kind::ProgramCrash,
        Kind::ProgramHang,
        Kind::Disagreement,
        Kind::OracleSuspect,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::WrongResult => "wrong-code",
            Kind::CompilerCrash => "compiler-crash",
            Kind::CompilerHang => "compiler-hang",
            Kind::CompilerReject => "compiler-reject",
            Kind::BadOutput => "bad-output",
            Kind::ProgramCrash => "program-crash",
            Kind::ProgramHang => "program-hang",
            Kind::Disagreement => "disagreement",
            Kind::OracleSuspect => "oracle-suspect",
        }
    }

    /// The compiler's program does something else than it should.
    pub fn is_wrong_code(self) -> bool {
        matches!(self, Kind::WrongResult | Kind::ProgramCrash | Kind::ProgramHang)
    }

    /// The verdict says nothing of the cause: findings of this kind may have many.
    pub fn is_silent(self) -> bool {
        self.is_wrong_code() || self == Kind::CompilerHang
    }

    /// Whether examining a finding of this kind can tell something. Where compilers disagree, nobody knows who is wrong.
    pub fn is_worth_examining(self) -> bool {
        !matches!(self, Kind::Disagreement | Kind::OracleSuspect)
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        // What campaigns before 0.2 call it.
        let name = if name == "wrong-result" { "wrong-code" } else { name };
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
