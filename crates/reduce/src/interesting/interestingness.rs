//! Is a candidate still interesting? In the order of the cost: valid C, well defined on the machine, not seen before, and
//! last the compiler.

use crate::edit::Edit;
use crate::interesting::accesses;
use crate::interesting::expected::expecting;
use crate::interesting::failure::Failure;
use crate::rebuild::{Refused, rebuild};
use crate::search::timeouts::{Clock, Timeouts};
use crate::size::Size;
use crate::task::{Error, Oracle, Stage, Strategy, Task};
use emit::{Looks, Options, Std};
use harness::{Cancel, Compilation, Expected, Setup, Source, Trial, Verdict};
use ir::validate::{Dialect, Rules, validate_with};
use ir::{Builtin, ObjectPath, Program};
use machine::{Alignment, Config, Endings, FloatMode, Outcome};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A program that is C, well defined, and whose output is known.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub program: Program,
    pub size: Size,
    pub expected: Expected,
}

/// What became of a candidate.
#[derive(Debug)]
pub(crate) enum TestOutcome {
    /// No C, undefined, too large, or not failing.
    Refused,
    Passes(Box<Candidate>),
    Cancelled,
}

/// By which rules programs are judged: as strict as the first program allows.
#[derive(Clone, Debug)]
pub(crate) struct Acceptance {
    rules: Rules,
    floats: Floats,
    std: Std,
    looks: Looks,
    pub config: Config,
    /// Why the machine is not asked, if it has no answer to the first program. Only the compiler's own failures are followed then.
    unanswered: Option<Why>,
    oracle: Oracle,
}

/// Why the machine does not execute the first program to its end.
#[derive(Clone, Debug)]
enum Why {
    Undefined(String),
    Unsupported(String),
}

impl From<Why> for Error {
    fn from(why: Why) -> Error {
        match why {
            Why::Undefined(words) => Error::Undefined(words),
            Why::Unsupported(words) => Error::Unsupported(words),
        }
    }
}

/// What is asked of floating values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Floats {
    /// They are whole numbers that no precision changes.
    Exact,
    /// They may be inexact, but what is printed does not depend on that.
    Stable,
    Any,
}

pub(crate) struct Interestingness<'t> {
    task: &'t Task,
    pub failure: Failure,
    pub acceptance: Acceptance,
    pub timeouts: Timeouts,
    known: Mutex<HashMap<String, bool>>,
    tests: AtomicU64,
}

/// What a run may take beyond what the first program took.
const MORE_STEPS: u64 = 100_000;

/// How often the compiler compiles nothing to see how long it takes: the machine may be busy at one moment.
const MEASUREMENTS: usize = 3;

/// How often the first failure is repeated.
const REPETITIONS: usize = 2;

impl<'t> Interestingness<'t> {
    /// Looks at the first program: it has to be well defined, and to fail. It is written as briefly as the compiler
    /// allows.
    pub fn new(task: &'t Task, stop: &Cancel) -> Result<(Interestingness<'t>, Candidate), Error> {
        let mut interestingness = Interestingness {
            task,
            failure: Failure::WrongResult,
            acceptance: Acceptance::of(&task.program, task.std, task.oracle)?,
            timeouts: Timeouts::default(),
            known: Mutex::default(),
            tests: AtomicU64::new(0),
        };
        let setup = Setup { cancel: stop.clone(), ..task.setup.clone() };
        interestingness.measure(&setup)?;
        for looks in [Looks::Compact, Looks::Roomy] {
            interestingness.acceptance.looks = looks;
            let Some(first) = interestingness.acceptance.candidate(task.program.clone()) else { continue };
            let limited = interestingness.timeouts.first(&setup, first.size.bytes);
            let trial = interestingness.trial(&first, &task.flags, &limited)?;
            interestingness.check_answered(&trial.verdict)?;
            if let Some(failure) = Failure::of(&trial.verdict)
                && !(looks == Looks::Compact && matches!(failure, Failure::Reject(_)))
            {
                interestingness.failure = failure;
                interestingness.repeat(&first, stop)?;
                return Ok((interestingness, first));
            }
        }
        Err(interestingness.acceptance.unanswered.map_or(Error::NotInteresting, Error::from))
    }

    /// That a compiler crashes is its bug whatever the program does. Whether its output is right, only the machine knows.
    fn check_answered(&self, verdict: &Verdict) -> Result<(), Error> {
        let is_its_own = matches!(verdict, Verdict::CompilerCrash { .. } | Verdict::CompilerHang { .. });
        match &self.acceptance.unanswered {
            Some(why) if !is_its_own => Err(why.clone().into()),
            Some(_) | None => Ok(()),
        }
    }

    /// What does not come again cannot be followed.
    fn repeat(&self, first: &Candidate, stop: &Cancel) -> Result<(), Error> {
        let setup = Setup { cancel: stop.clone(), ..self.setup(first) };
        for _ in 1..REPETITIONS {
            let again = self.trial(first, &self.task.flags, &setup)?;
            if !self.is_met(first, &again.verdict) {
                return Err(Error::Flaky);
            }
        }
        Ok(())
    }

    pub fn tests(&self) -> u64 {
        self.tests.load(Ordering::Relaxed)
    }

    /// The program after the edits, by the task's strategy.
    pub fn make(&self, base: &Program, edits: &[Edit]) -> Result<Program, Refused> {
        let program = rebuild(base, edits)?;
        Ok(match self.task.strategy {
            Strategy::Usual => program,
            Strategy::Orange if !validate_with(&program, self.acceptance.rules).is_empty() => program,
            Strategy::Orange => expecting(program, &self.acceptance.config),
        })
    }

    /// Whether a program is C, defined, below the bound, and fails as it should. The clock tells when a hang is overdue.
    pub fn test(
        &self,
        program: Program,
        below: Option<&Size>,
        cancel: &Cancel,
        clock: &Clock,
    ) -> TestOutcome {
        let Some(candidate) = self.acceptance.candidate(program) else { return TestOutcome::Refused };
        if below.is_some_and(|bound| candidate.size >= *bound) {
            return TestOutcome::Refused;
        }
        clock.start(self.timeouts.overdue(&self.failure, candidate.size.bytes));
        match self.fails(&candidate, cancel) {
            Ok(true) => TestOutcome::Passes(Box::new(candidate)),
            Ok(false) => TestOutcome::Refused,
            Err(harness::Error::Cancelled) => TestOutcome::Cancelled,
            // One program too many for memory or disk is no failure of the compiler's.
            Err(harness::Error::Environment(_)) => TestOutcome::Refused,
        }
    }

    fn fails(&self, candidate: &Candidate, cancel: &Cancel) -> Result<bool, harness::Error> {
        let text = candidate.size.text();
        if let Some(known) = self.known.lock().unwrap_or_else(|e| e.into_inner()).get(text) {
            return Ok(*known);
        }
        let setup = Setup { cancel: cancel.clone(), ..self.setup(candidate) };
        let trial = self.trial(candidate, &self.task.flags, &setup)?;
        let fails = self.failure.is_met(&trial.verdict, checks_itself(&candidate.program));
        self.known.lock().unwrap_or_else(|e| e.into_inner()).insert(text.to_owned(), fails);
        Ok(fails)
    }

    /// Compiles and runs a candidate without asking the memory.
    pub fn trial(
        &self,
        candidate: &Candidate,
        flags: &[String],
        setup: &Setup,
    ) -> Result<Trial, harness::Error> {
        self.tests.fetch_add(1, Ordering::Relaxed);
        let sources = [Source { name: self.file(), text: candidate.size.text().to_owned() }];
        // What the machine does not answer for is not run.
        let stage = if self.acceptance.unanswered.is_some() { Stage::Compile } else { self.task.stage };
        let trial = match stage {
            Stage::Run => setup.test(&self.task.toolchain, flags, &sources, Some(&candidate.expected))?,
            Stage::Compile => setup.test_objects(&self.task.toolchain, flags, &sources)?,
        };
        self.timeouts.learn(candidate.size.bytes, &trial);
        Ok(trial)
    }

    /// What a candidate's file is called: compilers tell languages by it.
    fn file(&self) -> String {
        format!("test.{}", self.task.std.extension())
    }

    /// The verdict on a result, for which there is more time than for candidates.
    pub fn verdict(&self, candidate: &Candidate, flags: &[String]) -> Result<Verdict, harness::Error> {
        let setup = self.timeouts.last(&self.task.setup, &self.failure, candidate.size.bytes);
        Ok(self.trial(candidate, flags, &setup)?.verdict)
    }

    pub fn is_met(&self, candidate: &Candidate, verdict: &Verdict) -> bool {
        self.failure.is_met(verdict, checks_itself(&candidate.program))
    }

    /// With no more time than the candidate needs.
    pub fn setup(&self, candidate: &Candidate) -> Setup {
        self.timeouts.limit(&self.task.setup, &self.failure, candidate.size.bytes)
    }

    /// How long the compiler takes for nothing.
    fn measure(&self, setup: &Setup) -> Result<(), Error> {
        let nothing = [Source { name: self.file(), text: "int main(void) { return 0; }\n".to_owned() }];
        let setup = self.timeouts.first(setup, nothing[0].text.len());
        let mut least = setup.compile.wall;
        for _ in 0..MEASUREMENTS {
            let compiled = setup.compile(&self.task.toolchain, &self.task.flags, &nothing)?;
            // One that hangs on everything tells nothing.
            if matches!(compiled.result, Compilation::Hung { .. }) {
                return Ok(());
            }
            least = least.min(compiled.cost.wall);
        }
        self.timeouts.takes_for_nothing(least);
        Ok(())
    }
}

/// Whether the program aborts when its result is wrong.
fn checks_itself(p: &Program) -> bool {
    p.funcs.iter().any(|(_, f)| matches!(f.builtin, Some(Builtin::BuiltinAbort | Builtin::Abort)))
}

impl Acceptance {
    /// As strict as the first program allows: the C standard's constraints, alignment, exact floating values.
    fn of(program: &Program, std: Std, oracle: Oracle) -> Result<Acceptance, Error> {
        let strict = Rules { dialect: Dialect::C17, ..Rules::default() };
        let gnu = Rules { dialect: Dialect::Gnu, ..Rules::default() };
        let rules = if validate_with(program, strict).is_empty() { strict } else { gnu };
        if let Some(violation) = validate_with(program, rules).first() {
            return Err(Error::NotC(violation.to_string()));
        }
        let (looks, config) = (Looks::Compact, Config::default());
        let mut acceptance =
            Acceptance { rules, floats: Floats::Exact, std, looks, config, unanswered: None, oracle };
        let steps = acceptance.settle(program).unwrap_or_else(|why| {
            acceptance.unanswered = Some(why);
            0
        });
        acceptance.config.max_steps = steps.saturating_mul(2).saturating_add(MORE_STEPS);
        Ok(acceptance)
    }

    /// Finds the strictest way of running the program, and how long that takes.
    fn settle(&mut self, program: &Program) -> Result<u64, Why> {
        let mut first = None;
        for (endings, alignment, floats) in self.ways() {
            self.floats = floats;
            self.config.alignment = alignment;
            self.config.endings = endings;
            match self.run(program) {
                (Outcome::Finished { .. }, stdout, steps) if self.is_stable(program, &stdout) => {
                    return Ok(steps);
                }
                (Outcome::Finished { .. }, ..) => {}
                (other, _, _) => first = Some(other),
            }
        }
        Err(match first {
            Some(Outcome::Undefined(found)) => Why::Undefined(found.ub.to_string()),
            Some(Outcome::Unsupported(gap)) => Why::Unsupported(gap.what.to_string()),
            Some(Outcome::Aborted) => Why::Unsupported("it aborts by itself".to_owned()),
            Some(Outcome::OutOfBudget(_) | Outcome::Finished { .. }) | None => {
                Why::Unsupported("it does not end".to_owned())
            }
        })
    }

    /// The ways of running a program, strictest first.
    fn ways(&self) -> Vec<(Endings, Alignment, Floats)> {
        let endings = if self.std.is_cxx() { &[Endings::InCpp][..] } else { &[Endings::InCpp, Endings::InC] };
        let mut ways = Vec::new();
        for &endings in endings {
            for alignment in [Alignment::Strict, Alignment::Any] {
                ways.extend(
                    [Floats::Exact, Floats::Stable, Floats::Any].map(|floats| (endings, alignment, floats)),
                );
            }
        }
        ways
    }

    /// How it ends, what it prints, and what is compared, which may be more.
    fn observed(&self, program: &Program) -> (Outcome, Vec<u8>, Vec<u8>) {
        let (outcome, mut machine) = machine::run(program, self.config_of_runs());
        let stdout = machine.take_output();
        let mut compared = stdout.clone();
        match self.oracle {
            Oracle::Output => {}
            Oracle::Volatile => {
                compared.extend(harness::accesses::told(&accesses::made(&machine)).into_bytes());
            }
        }
        (outcome, stdout, compared)
    }

    fn config_of_runs(&self) -> Config {
        let floats = match self.floats {
            Floats::Exact => FloatMode::Exact,
            Floats::Stable | Floats::Any => FloatMode::Ieee,
        };
        let config = Config { floats, ..self.config.clone() };
        match self.oracle {
            Oracle::Output => config,
            Oracle::Volatile => accesses::watched(config),
        }
    }

    fn run(&self, program: &Program) -> (Outcome, Vec<u8>, u64) {
        let (outcome, mut machine) = machine::run(program, self.config_of_runs());
        (outcome, machine.take_output(), machine.steps())
    }

    /// Whether a program that printed this prints the same wherever else, if that is asked for.
    fn is_stable(&self, program: &Program, stdout: &[u8]) -> bool {
        self.floats != Floats::Stable || machine::is_stable(program, &self.config, stdout)
    }

    /// Whether a global variable can be printed: not an inexact one.
    pub fn shows(&self, program: &Program, target: &ObjectPath) -> bool {
        self.floats != Floats::Stable || !program.types.is_float(target.ty(program))
    }

    /// The program as a candidate, if it is C and well defined.
    pub fn candidate(&self, program: Program) -> Option<Candidate> {
        if !validate_with(&program, self.rules).is_empty() {
            return None;
        }
        let expected = match self.unanswered {
            Some(_) => Expected { stdout: Vec::new(), code: 0 },
            None => self.expected(&program)?,
        };
        let options = Options { std: self.std, looks: self.looks, ..Options::default() };
        let text = emit::print(&program, &options).ok()?.text();
        Some(Candidate { program, size: Size::of(&text), expected })
    }

    /// What it prints and how it ends, if that is defined.
    fn expected(&self, program: &Program) -> Option<Expected> {
        let (outcome, stdout, compared) = self.observed(program);
        let Outcome::Finished { exit_code } = outcome else { return None };
        self.is_stable(program, &stdout).then_some(Expected { stdout: compared, code: exit_code & 0xff })
    }
}
