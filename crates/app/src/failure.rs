//! Why a verb could not do its work, with the exit code that scripts see. What a program did is not a failure: see
//! the verbs.

use std::io;
use std::path::{Path, PathBuf};

/// A bug of ours.
pub const INTERNAL: u8 = 70;

/// All exit codes, for the reference.
pub const EXIT_CODES: [(u8, &str); 11] = [
    (0, "done, and nothing found; of `assay run`, the program's own"),
    (
        1,
        "`hunt`: findings that are not known; `check`: somebody objects; `report --check`: something is missing; `demo`: not found",
    ),
    (USAGE, "wrong usage: flags, names, files that cannot be read, a folder of another campaign"),
    (ENVIRONMENT, "trouble around it: no compiler, no room, no permission, a damaged store"),
    (INTERNAL, "a bug in assay"),
    (110, "`run`: undefined behaviour, or a result that C leaves unspecified and compilers make differently"),
    (111, "`run`: something that the reader or the machine does not support, named with its position"),
    (112, "`run`: out of budget (steps, depth, memory), or a loop or jumps that never end"),
    (INVALID, "`run`: not a C program"),
    (134, "`run`: the program called `abort`"),
    (BROKEN_PIPE, "whoever read the output went away"),
];

const USAGE: u8 = 2;
const ENVIRONMENT: u8 = 3;
const INVALID: u8 = 113;
/// What a shell reports for a process that SIGPIPE ended.
const BROKEN_PIPE: u8 = 141;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("cannot read {}: {error}", .file.display())]
    File { file: PathBuf, error: io::Error },
    #[error("cannot read {}: it is a directory", .0.display())]
    Directory(PathBuf),
    #[error("{0}")]
    Usage(String),
    #[error("cannot write {}: {error}", .file.display())]
    Write { file: PathBuf, error: io::Error },
    /// No compiler, no room, no permission: nothing that we or a compiler did wrong.
    #[error("{0}")]
    Environment(String),
    #[error("a bug in assay: {0}")]
    Internal(String),
    #[error("cannot start the compiler `{command}` to preprocess: {error}")]
    NoCompiler { command: String, error: harness::process::StartError },
    #[error("{0}")]
    Preprocessor(String),
    #[error("{}: not a text: byte {at} after preprocessing is not valid UTF-8", .file.display())]
    NotText { file: PathBuf, at: usize },
    #[error("{0}")]
    NotC(String),
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// Nobody listens any more, so nothing is said.
    #[error("the reader of the output has gone")]
    BrokenPipe,
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::File { .. } | Failure::Directory(_) | Failure::Usage(_) => USAGE,
            Failure::NoCompiler { .. }
            | Failure::Output(_)
            | Failure::Write { .. }
            | Failure::Environment(_) => ENVIRONMENT,
            Failure::Preprocessor(_) | Failure::NotText { .. } | Failure::NotC(_) => INVALID,
            Failure::Internal(_) => INTERNAL,
            Failure::BrokenPipe => BROKEN_PIPE,
        }
    }

    /// A failed write to a file or folder.
    pub fn write(file: &Path, error: io::Error) -> Failure {
        Failure::Write { file: file.to_owned(), error }
    }

    /// A failed write to the standard output.
    pub fn output(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Output(error),
        }
    }
}

impl From<campaign::StoreError> for Failure {
    fn from(error: campaign::StoreError) -> Failure {
        use campaign::StoreError as E;
        use campaign::store::{Trouble, TroubleKind};
        let words = error.to_string();
        match error {
            E::Foreign(_) | E::Missing(_) | E::OtherCampaign { .. } | E::Newer { .. } | E::Older { .. } => {
                Failure::Usage(words)
            }
            E::Busy { .. }
            | E::Io { .. }
            | E::Unreadable { .. }
            | E::Damaged { .. }
            | E::Gone { .. }
            | E::Database { .. } => Failure::Environment(words),
            E::Server(Trouble { kind: TroubleKind::Address, .. }) => Failure::Usage(words),
            E::Server(_) => Failure::Environment(words),
        }
    }
}

impl From<campaign::ConfigError> for Failure {
    fn from(error: campaign::ConfigError) -> Failure {
        use campaign::ConfigError as E;
        let words = error.to_string();
        match error {
            E::Unreadable { .. }
            | E::Syntax { .. }
            | E::Command { .. }
            | E::Target { .. }
            | E::Standard { .. }
            | E::Profile(_)
            | E::SameName { .. }
            | E::OutOfRange { .. }
            | E::Senseless(_)
            | E::KnowsEverything { .. } => Failure::Usage(words),
            E::Version { .. } | E::Compiler(_) => Failure::Environment(words),
        }
    }
}

impl From<campaign::Fatal> for Failure {
    fn from(fatal: campaign::Fatal) -> Failure {
        use campaign::Fatal as E;
        let words = fatal.to_string();
        match fatal {
            E::Cancelled
            | E::Environment(_)
            | E::Surroundings { .. }
            | E::Rejected { .. }
            | E::Away { .. } => Failure::Environment(words),
            E::Store(error) => error.into(),
            E::Internal { .. } => Failure::Internal(words),
        }
    }
}
