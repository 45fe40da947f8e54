//! How long to wait before something is called a hang. A reduction waits for hundreds of hangs, so it learns from the
//! candidates that do end how long an honest compiler takes for a program of some length.

use crate::interesting::failure::Failure;
use harness::process::Limits;
use harness::{Compilation, Execution, Setup, Trial};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What is called a hang is so many times longer than an honest compiler takes, and this long at least.
const TIMES_HONEST: u32 = 5;
const SHORTEST_HANG: Duration = Duration::from_millis(300);

/// For programs whose hanging is not what is looked for. The machine has seen that they end soon.
const EXECUTE: Duration = Duration::from_secs(1);

/// What a compiler is believed to need for a byte as long as nothing was seen to end, and from how many bytes on a program
/// tells something of that.
const FIRST_BELIEF: Duration = Duration::from_micros(10);
const TELLING: usize = 2000;

/// The first program may be slow and honest; it is waited for longer.
const TIMES_FIRST: u32 = 20;
const SHORTEST_FIRST: Duration = Duration::from_secs(8);

/// The last program is waited for so many times longer than the others, and this long at least.
const TIMES_LAST: u32 = 4;
const SHORTEST_LAST: Duration = Duration::from_secs(3);

/// After so many times the usual, it will be a hang; that is a guess to work ahead on.
const TIMES_OVERDUE: u32 = 2;
const SOONEST_OVERDUE: Duration = Duration::from_millis(120);

#[derive(Debug, Default)]
pub(crate) struct Timeouts {
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// What the compiler takes for a program without anything in it.
    nothing: Duration,
    /// For each byte of longer programs.
    per_byte: Option<Duration>,
    /// The slowest program that ended.
    run: Duration,
}

impl Timeouts {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn takes_for_nothing(&self, time: Duration) {
        self.seen().nothing = time;
    }

    /// Learns from what ended.
    pub fn learn(&self, bytes: usize, trial: &Trial) {
        let mut seen = self.seen();
        if bytes >= TELLING && !matches!(trial.compiled.result, Compilation::Hung { .. }) {
            let one = trial.compiled.cost.wall.saturating_sub(seen.nothing) / bytes as u32;
            // Slow ones count at once, and are forgotten: the machine may be busy for a while.
            seen.per_byte = Some(seen.per_byte.map_or(one, |usual| one.max((usual * 3 + one) / 4)));
        }
        if let Some(executed) = &trial.executed
            && !matches!(executed.result, Execution::Hung { .. })
        {
            seen.run = seen.run.max(executed.cost.cpu);
        }
    }

    /// What an honest compiler takes for so many bytes.
    fn honest(&self, bytes: usize) -> Duration {
        let seen = self.seen();
        seen.nothing + seen.per_byte.unwrap_or(FIRST_BELIEF) * bytes as u32
    }

    fn compile(&self, bytes: usize) -> Duration {
        SHORTEST_HANG.max(self.honest(bytes) * TIMES_HONEST)
    }

    fn execute(&self) -> Duration {
        SHORTEST_HANG.max(self.seen().run * TIMES_HONEST)
    }

    /// Limits for a candidate: no more time than it needs.
    pub fn limit(&self, setup: &Setup, failure: &Failure, bytes: usize) -> Setup {
        let mut setup = setup.clone();
        match failure {
            Failure::CompilerHang => setup.compile = at_most(&setup.compile, self.compile(bytes)),
            Failure::ProgramHang => setup.execute = at_most(&setup.execute, self.execute()),
            Failure::WrongResult
            | Failure::WrongExit
            | Failure::CompilerCrash(_)
            | Failure::Reject(_)
            | Failure::BadOutput(_)
            | Failure::ProgramCrash(_) => setup.execute = at_most(&setup.execute, EXECUTE),
        }
        setup
    }

    /// Limits for the first program, of which nothing is known.
    pub fn first(&self, setup: &Setup, bytes: usize) -> Setup {
        let time = SHORTEST_FIRST.max(self.honest(bytes) * TIMES_FIRST);
        Setup { compile: at_most(&setup.compile, time), ..setup.clone() }
    }

    /// Limits for the last look at a result, for which there is more time.
    pub fn last(&self, setup: &Setup, failure: &Failure, bytes: usize) -> Setup {
        let longer = |time: Duration| SHORTEST_LAST.max(time * TIMES_LAST);
        let mut setup = setup.clone();
        match failure {
            Failure::CompilerHang => setup.compile = at_most(&setup.compile, longer(self.compile(bytes))),
            Failure::ProgramHang => setup.execute = at_most(&setup.execute, longer(self.execute())),
            Failure::WrongResult
            | Failure::WrongExit
            | Failure::CompilerCrash(_)
            | Failure::Reject(_)
            | Failure::BadOutput(_)
            | Failure::ProgramCrash(_) => {}
        }
        setup
    }

    /// When a candidate that is still under way has probably the hang that is looked for; `None` where none is.
    pub fn overdue(&self, failure: &Failure, bytes: usize) -> Option<Duration> {
        match failure {
            Failure::CompilerHang | Failure::ProgramHang => {
                Some(SOONEST_OVERDUE.max(self.honest(bytes) * TIMES_OVERDUE))
            }
            Failure::WrongResult
            | Failure::WrongExit
            | Failure::CompilerCrash(_)
            | Failure::Reject(_)
            | Failure::BadOutput(_)
            | Failure::ProgramCrash(_) => None,
        }
    }
}

/// When a candidate that is under way is probably a hang. It starts with the compiler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock(Arc<OnceLock<Instant>>);

impl Clock {
    pub fn start(&self, overdue: Option<Duration>) {
        if let Some(time) = overdue {
            let _ = self.0.set(Instant::now() + time);
        }
    }

    pub fn is_overdue(&self) -> bool {
        self.0.get().is_some_and(|moment| Instant::now() >= *moment)
    }
}

/// Less time to work, and to sleep. On a busy machine a process waits for its turn, which is neither, so the clock on the
/// wall tells nothing.
fn at_most(limits: &Limits, time: Duration) -> Limits {
    let asleep = limits.asleep.map_or(time, |most| most.min(time));
    Limits { cpu: limits.cpu.min(time), asleep: Some(asleep), ..limits.clone() }
}
