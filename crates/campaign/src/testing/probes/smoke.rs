//! Does a compiler work at all? Each gets an empty `main` before a campaign begins. A command line with a misspelt flag, or a
//! program that is no compiler, rejects every program, and each of them would look like a bug.
//!
//! A compiler that crashes or hangs on it has one, and is tested.

use emit::Std;
use harness::{Expected, Setup, Source, Verdict};

use crate::draw::configuration::Configuration;
use crate::plan::Mode;
use crate::testing::surroundings::is_lasting;

/// What a working compiler is asked, and how.
pub struct Smoke<'a> {
    pub setup: &'a Setup,
    pub mode: Mode,
    pub std: Std,
}

const EMPTY: &str = "int main(void) { return 0; }\n";

impl Smoke<'_> {
    /// Why a configuration cannot be tested, in the compiler's own words; `None` if it can.
    pub fn complaint(&self, configuration: &Configuration) -> Result<Option<String>, harness::Error> {
        self.with_flags(configuration, &configuration.flags)
    }

    /// Those of the flags that tests draw from which the compiler does not take.
    pub fn refused_flags(&self, configuration: &Configuration) -> Result<Vec<String>, harness::Error> {
        let with = |flags: &[String]| [&configuration.flags, flags].concat();
        let from = &configuration.random.from;
        if from.is_empty() || self.with_flags(configuration, &with(from))?.is_none() {
            return Ok(Vec::new());
        }
        let mut refused = Vec::new();
        for flag in from {
            if self.with_flags(configuration, &with(std::slice::from_ref(flag)))?.is_some() {
                refused.push(flag.clone());
            }
        }
        Ok(refused)
    }

    fn with_flags(
        &self,
        configuration: &Configuration,
        flags: &[String],
    ) -> Result<Option<String>, harness::Error> {
        let toolchain = configuration.toolchain_for(0);
        let sources = [Source { name: format!("probe.{}", self.std.extension()), text: EMPTY.to_owned() }];
        let tried = match self.mode {
            Mode::Crash => self.setup.test_objects(&toolchain, flags, &sources),
            Mode::WrongCode => {
                let nothing = Expected { stdout: Vec::new(), code: 0 };
                self.setup.test(&toolchain, flags, &sources, Some(&nothing))
            }
        };
        match tried {
            Ok(trial) => Ok(complaint(&trial.verdict)),
            // What passes is met again, or not, by the tests.
            Err(harness::Error::Environment(cause)) if !is_lasting(&cause) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn complaint(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Ok | Verdict::CompilerCrash { .. } | Verdict::CompilerHang { .. } => None,
        Verdict::CompilerReject { first_error } => Some(first_error.clone()),
        Verdict::BadOutput { .. }
        | Verdict::WrongResult(_)
        | Verdict::ProgramCrash { .. }
        | Verdict::ProgramHang { .. } => Some(format!("its program does not run: {verdict}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_command;
    use crate::draw::configuration::RandomFlags;

    fn complaint(line: &str) -> Option<String> {
        let setup = Setup::default();
        let smoke = Smoke { setup: &setup, mode: Mode::WrongCode, std: Std::C11 };
        smoke.complaint(&from_command(line).expect("a command")).expect("an answer")
    }

    #[test]
    fn what_is_no_compiler_is_told() {
        assert_eq!(complaint("gcc -O2"), None);
        let rows = [
            ("gcc -Obogus", "argument to"),
            ("gcc -no-such-flag", "no-such-flag"),
            ("false", "exit code 1 without a message"),
            ("gcc -Dmain=mane", "undefined reference"),
            ("gcc -Dreturn=__builtin_trap();return", "does not run"),
        ];
        for (line, part) in rows {
            let words = complaint(line).unwrap_or_default();
            assert!(words.contains(part), "{line}: {words}");
        }
    }

    #[test]
    fn flags_that_are_drawn_are_asked_for_too() {
        let setup = Setup::default();
        let smoke = Smoke { setup: &setup, mode: Mode::Crash, std: Std::C11 };
        let mut gcc = from_command("gcc -O1").expect("a command");
        let flags = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        gcc.random =
            RandomFlags { from: flags(&["-g", "-fbogus", "-fwrapv"]), count: 2, ..RandomFlags::default() };
        assert_eq!(smoke.refused_flags(&gcc).expect("an answer"), ["-fbogus"]);
        gcc.random.from = flags(&["-g", "-fwrapv"]);
        assert!(smoke.refused_flags(&gcc).expect("an answer").is_empty());
    }
}
