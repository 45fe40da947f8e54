//! What around a test may fail.

use harness::Environment;

/// Whether every further test would fail like this one. The others are incidents: they concern one program, or pass.
pub fn is_lasting(cause: &Environment) -> bool {
    match cause {
        Environment::MissingProgram { .. }
        | Environment::MissingLoader { .. }
        | Environment::ForeignProgram { .. }
        | Environment::NotExecutable { .. }
        | Environment::NoExecScratch { .. }
        | Environment::MissingTool { .. }
        | Environment::MissingHeader { .. }
        | Environment::MissingLibrary { .. }
        | Environment::DiskFull
        | Environment::NoOutput { .. }
        | Environment::Upgraded { .. }
        | Environment::Scratch { .. } => true,
        Environment::NotStarted { .. }
        | Environment::OutOfMemory { .. }
        | Environment::NoProcesses { .. }
        | Environment::OurLimit { .. }
        | Environment::KilledFromOutside { .. } => false,
    }
}
