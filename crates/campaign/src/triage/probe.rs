//! The failing case, ready to be tried again with other flags, with an account of how long that takes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use emit::Std;
use harness::{Environment, Expected, Language, Limits, Setup, Source, Toolchain, Trial, Verdict};
use ir::Target;

use super::bisect::Answer;
use crate::draw::flags;
use crate::finding::{Kind, naming};
use crate::plan::Mode;
use crate::testing::probes::target::Question;
use crate::usage::Usage;

/// What went wrong, by whom, with which program.
#[derive(Clone)]
pub(crate) struct FailingCase {
    pub setup: Setup,
    pub mode: Mode,
    pub kind: Kind,
    pub cause: String,
    pub toolchain: Toolchain,
    pub flags: Vec<String>,
    /// Those of the flags that were drawn for the test.
    pub drawn: Vec<String>,
    pub target: &'static Target,
    pub sources: Vec<Source>,
    pub expected: Option<Expected>,
}

/// Why an examination ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    Environment(Environment),
    /// Somebody wants the campaign to stop; the finding is examined later.
    Interrupted,
    /// This took its share of time; what is known so far counts.
    OutOfTime,
}

impl From<harness::Error> for Stop {
    fn from(error: harness::Error) -> Stop {
        match error {
            harness::Error::Cancelled => Stop::Interrupted,
            harness::Error::Environment(cause) => Stop::Environment(cause),
        }
    }
}

/// How long to go on.
pub(crate) struct Until {
    pub stop: Arc<AtomicBool>,
    /// When the campaign's time is over.
    pub end: Option<Instant>,
    /// When this examination has had its share.
    pub deadline: Instant,
}

/// Asks, and counts what that costs.
pub(crate) struct Prober<'a> {
    pub failing: &'a FailingCase,
    /// Tighter limits than those of tests, known once the bug was seen again.
    setup: Setup,
    until: Until,
    pub probes: u32,
    usage: &'a Mutex<Usage>,
}

/// A compiler that is slower than so many times its usual is called broken: some passes cannot be left out.
const SLOWER: u32 = 8;

/// No limit of a compiler is below this.
const LEAST_TIME: Duration = Duration::from_secs(3);

/// Nor one of a program: a wrong one that does not end is waited for many times.
const LEAST_RUN: Duration = Duration::from_millis(500);

/// A compiler that needs longer hangs, as far as an examination is concerned.
const HANG: Duration = Duration::from_secs(10);

/// The same for small programs.
const SMALL_HANG: Duration = Duration::from_secs(2);

/// A program of so many bytes is compiled in no time, and has hardly more than the bug in it.
pub(crate) const SMALL: usize = 4000;

/// A log of all passes on all functions is long.
const LOG: usize = 64 << 20;

impl<'a> Prober<'a> {
    pub fn new(failing: &'a FailingCase, until: Until, usage: &'a Mutex<Usage>) -> Prober<'a> {
        let mut setup = failing.setup.clone();
        setup.compile.output = LOG;
        if failing.kind == Kind::CompilerHang {
            let is_small = failing.sources.iter().map(|source| source.text.len()).sum::<usize>() <= SMALL;
            setup.compile = shorter(setup.compile, if is_small { SMALL_HANG } else { HANG });
        }
        Prober { failing, setup, until, probes: 0, usage }
    }

    /// Whether the bug comes again at all. What it took limits what comes after.
    pub fn comes_again(&mut self) -> Result<bool, Stop> {
        let failing = self.failing;
        let trial = self.trial(&failing.toolchain, &failing.flags)?;
        let Some(trial) = trial else { return Ok(false) };
        if failing.kind != Kind::CompilerHang {
            let time = (trial.compiled.cost.cpu * SLOWER).max(LEAST_TIME);
            self.setup.compile = shorter(self.setup.compile.clone(), time);
        }
        if let Some(executed) = trial.executed.as_ref().filter(|_| failing.kind != Kind::ProgramHang) {
            let time = (executed.cost.cpu * SLOWER).max(LEAST_RUN);
            self.setup.execute = shorter(self.setup.execute.clone(), time);
        }
        Ok(failing.answer(&trial.verdict) == Answer::Shows)
    }

    /// The failing configuration with more flags.
    pub fn with(&mut self, more: &[String]) -> Result<Answer, Stop> {
        let flags = [&self.failing.flags, more].concat();
        self.by(&self.failing.toolchain, &flags)
    }

    /// Any compiler with any flags.
    pub fn by(&mut self, toolchain: &Toolchain, flags: &[String]) -> Result<Answer, Stop> {
        let trial = self.trial(toolchain, flags)?;
        Ok(trial.map_or(Answer::Broken, |trial| self.failing.answer(&trial.verdict)))
    }

    /// Whether another compiler compiles for the same machine, so that what it does tells something.
    pub fn has_target(&mut self, toolchain: &Toolchain, flags: &[String]) -> Result<bool, Stop> {
        self.check_time()?;
        let std = match self.failing.language() {
            Language::C => Std::C11,
            Language::Cxx => Std::Cxx11,
        };
        let question = Question { setup: &self.setup, toolchain, flags, std };
        Ok(question.is_for(self.failing.target)?)
    }

    /// What the compiler says with more flags; `None` when it does not get that far.
    pub fn messages(&mut self, more: &[String]) -> Result<Option<String>, Stop> {
        let flags = [&self.failing.flags, more].concat();
        Ok(self.trial(&self.failing.toolchain, &flags)?.map(|trial| trial.compiled.stderr))
    }

    /// What the program itself says on its error stream with more flags, and whether the bug shows. Sanitizers need all
    /// addresses that there are.
    pub fn program_says(&mut self, more: &[String]) -> Result<Option<(Answer, String)>, Stop> {
        let flags = [&self.failing.flags, more].concat();
        let limits = self.setup.execute.clone();
        self.setup.execute.address_space = None;
        let trial = self.trial(&self.failing.toolchain, &flags);
        self.setup.execute = limits;
        let said = |trial: &Trial| {
            let text = trial
                .executed
                .as_ref()
                .map(|executed| String::from_utf8_lossy(&executed.stderr).into_owned());
            (self.failing.answer(&trial.verdict), text.unwrap_or_default())
        };
        Ok(trial?.as_ref().map(said))
    }

    /// What a compiler that hangs says when it is asked where it is.
    pub fn last_words(&mut self) -> Result<String, Stop> {
        self.setup.compile.last_words = true;
        let trial = self.trial(&self.failing.toolchain, &self.failing.flags);
        self.setup.compile.last_words = false;
        Ok(trial?.map_or_else(String::new, |trial| trial.compiled.stderr))
    }

    /// `None`: there is no verdict, for a reason that may pass.
    fn trial(&mut self, toolchain: &Toolchain, flags: &[String]) -> Result<Option<Trial>, Stop> {
        self.check_time()?;
        self.probes += 1;
        let failing = self.failing;
        let tried = match failing.mode {
            Mode::WrongCode => self.setup.test(toolchain, flags, &failing.sources, failing.expected.as_ref()),
            Mode::Crash => self.setup.test_objects(toolchain, flags, &failing.sources),
        };
        match tried {
            Ok(trial) => {
                let mut usage = self.usage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                usage.add_trial(&toolchain.name, &trial);
                Ok(Some(trial))
            }
            Err(harness::Error::Environment(cause)) if !stops_everything(&cause) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn check_time(&self) -> Result<(), Stop> {
        let now = Instant::now();
        if self.until.stop.load(Ordering::Relaxed) || self.until.end.is_some_and(|end| now >= end) {
            return Err(Stop::Interrupted);
        }
        if now >= self.until.deadline { Err(Stop::OutOfTime) } else { Ok(()) }
    }
}

impl FailingCase {
    /// The same with other drawn flags.
    pub fn with_drawn(&self, drawn: &[String]) -> FailingCase {
        let mut flags = self.flags.clone();
        for entry in flags::entries(&self.drawn) {
            if let Some(at) = flags.windows(entry.len()).rposition(|words| words == entry) {
                flags.drain(at..at + entry.len());
            }
        }
        flags.extend_from_slice(drawn);
        FailingCase { flags, drawn: drawn.to_vec(), ..self.clone() }
    }

    /// What its program is written in, which other compilers must know too.
    pub fn language(&self) -> Language {
        let is_cxx = self.sources.iter().any(|source| source.name.ends_with(".cpp"));
        if is_cxx { Language::Cxx } else { Language::C }
    }

    /// What a verdict says about the bug. A wrong value may be printed, or be the reason of a crash or an endless loop:
    /// which of them changes easily with the code around.
    pub fn answer(&self, verdict: &Verdict) -> Answer {
        let Some(kind) = naming::kind_of(verdict) else { return Answer::Cured };
        let same = if self.kind.is_wrong_code() {
            kind.is_wrong_code()
        } else {
            kind == self.kind && naming::cause_of(verdict) == self.cause
        };
        if same { Answer::Shows } else { Answer::Broken }
    }
}

/// Whether no further probe would work either. That one compiler lacks a header, a library or a part concerns it alone,
/// and with a pass left out a compiler may write no program at all: neither is a reason to end a campaign.
fn stops_everything(cause: &Environment) -> bool {
    match cause {
        Environment::DiskFull | Environment::Scratch { .. } | Environment::Upgraded { .. } => true,
        Environment::MissingProgram { .. }
        | Environment::MissingLoader { .. }
        | Environment::ForeignProgram { .. }
        | Environment::NotExecutable { .. }
        | Environment::NoExecScratch { .. }
        | Environment::NotStarted { .. }
        | Environment::MissingTool { .. }
        | Environment::MissingHeader { .. }
        | Environment::MissingLibrary { .. }
        | Environment::OutOfMemory { .. }
        | Environment::NoProcesses { .. }
        | Environment::OurLimit { .. }
        | Environment::KilledFromOutside { .. }
        | Environment::NoOutput { .. } => false,
    }
}

/// The same with less time. One that sleeps has no more of it than one that works.
pub(super) fn shorter(limits: Limits, cpu: Duration) -> Limits {
    let cpu = cpu.min(limits.cpu);
    // On a busy machine an honest compiler waits for its turn.
    Limits { wall: (cpu * 10).min(limits.wall), cpu, asleep: Some(cpu), ..limits }
}
