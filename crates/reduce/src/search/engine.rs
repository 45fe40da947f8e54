//! Passes over the program until nothing gets smaller, with several candidates under way at a time.
//!
//! The candidates ahead are guesses: each assumes outcomes for those before it. Decisions are made in the order of the
//! search, and what was guessed wrongly is cancelled. So the outcome is that of trying one after the other.

use crate::edit::Edit;
use crate::interesting::flags;
use crate::interesting::interestingness::{Candidate, Interestingness, TestOutcome};
use crate::interesting::isolate_variable;
use crate::interesting::trace::Trace;
use crate::passes::{FINISH, Growth, PASSES, POLISH, Pass, WHOLE};
use crate::rebuild::Refused;
use crate::search::grain::Grain;
use crate::search::orange;
use crate::search::pass_queue::{Cursor, PassQueue};
use crate::search::pump::pump;
use crate::search::speculation::{InFlight, Speculation};
use crate::search::timeouts::Clock;
use crate::size::Size;
use crate::task::{Error, Event, Reduced, Strategy, Task};
use harness::Cancel;
use ir::Program;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// Reduces a program. `watch` sees each improvement before the next is looked for; `stop` ends it with what there is.
pub fn reduce(task: &Task, watch: &mut dyn FnMut(&Event), stop: &Cancel) -> Result<Reduced, Error> {
    // The machine follows deep programs; so does everything here that walks them. The watcher stays where it is.
    let (send, events) = channel();
    std::thread::scope(|scope| {
        let work = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let mut engine = Engine::new(task, stop, send)?;
            engine.run();
            engine.finish()
        });
        let work =
            work.map_err(|error| harness::Environment::NotStarted { program: "a thread".into(), error })?;
        for event in events {
            watch(&event);
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Deep enough for deep programs. What is not used costs nothing.
const STACK: usize = 1 << 30;

/// How often a pause is interrupted to see whether the time is up.
const TICK: Duration = Duration::from_millis(50);

/// Large sets of every kind of edit before small sets of any.
const COARSE: [Grain; 2] = [Grain::Share(4), Grain::Share(24)];

pub(crate) struct Engine<'t> {
    task: &'t Task,
    pub interestingness: Arc<Interestingness<'t>>,
    /// The flags that are left.
    pub flags: Vec<String>,
    /// What edits are applied to.
    pub current: Candidate,
    /// The smallest so far. The current one may be larger for a while.
    best: Candidate,
    events: Sender<Event>,
    stop: &'t Cancel,
    started: Instant,
    /// Only the looks of the program change now: the last is the best.
    finishing: bool,
}

/// What came while the first candidate was waited for.
enum Waited {
    Outcome(Pass, TestOutcome),
    /// A moment has passed.
    Nothing,
    /// There is none, or time is up.
    Over,
}

impl<'t> Engine<'t> {
    fn new(task: &'t Task, stop: &'t Cancel, events: Sender<Event>) -> Result<Engine<'t>, Error> {
        let started = Instant::now();
        let (interestingness, first) = Interestingness::new(task, stop)?;
        let _ = events
            .send(Event::Started { failure: interestingness.failure.clone(), size: first.size.clone() });
        let (interestingness, flags) = (Arc::new(interestingness), task.flags.clone());
        Ok(Engine {
            task,
            interestingness,
            flags,
            current: first.clone(),
            best: first,
            events,
            stop,
            started,
            finishing: false,
        })
    }

    fn run(&mut self) {
        self.round(&WHOLE, Grain::Single);
        isolate_variable::narrow(self);
        match self.task.strategy {
            Strategy::Usual => {
                for grain in COARSE {
                    self.round(&PASSES, grain);
                }
                loop {
                    self.shrink();
                    while pump(self) {}
                    if !self.repeat(&POLISH, Grain::Linear) {
                        break;
                    }
                }
            }
            Strategy::Orange => orange::run(self),
        }
        if !self.is_over() {
            self.current = self.best.clone();
            self.finishing = true;
            self.round(&FINISH, Grain::Single);
        }
        if !self.is_over() {
            flags::reduce(self);
        }
    }

    /// All passes until nothing gets smaller.
    pub fn shrink(&mut self) {
        loop {
            let before = self.current.size.clone();
            self.round(&PASSES, Grain::Single);
            if self.is_over() || self.current.size >= before {
                break;
            }
        }
        if self.best.size < self.current.size {
            self.current = self.best.clone();
        }
    }

    /// Rounds until nothing changes. True if something has.
    fn repeat(&mut self, passes: &[Pass], grain: Grain) -> bool {
        let mut changed = false;
        while self.round(passes, grain) {
            changed = true;
        }
        changed
    }

    pub fn trace(&self) -> Trace {
        Trace::of(&self.current.program, self.interestingness.acceptance.config.clone())
    }

    /// Every pass once. True if something has changed.
    pub fn round(&mut self, passes: &[Pass], grain: Grain) -> bool {
        let (mut at, mut changed) = (0, false);
        while at < passes.len() && !self.is_over() {
            let end = self.search(PassQueue::new(&passes[at..], grain, self.trace()));
            at += end.rows();
            changed |= end.has_changed();
        }
        changed
    }

    pub fn is_over(&self) -> bool {
        self.stop.is_cancelled() || self.task.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Tries one set of edits of the current program.
    pub fn try_edits(&mut self, pass: &'static str, edits: &[Edit], growth: Growth) -> bool {
        let Ok(program) = self.interestingness.make(&self.current.program, edits) else { return false };
        let below = (growth == Growth::Never).then_some(&self.current.size);
        match self.interestingness.test(program, below, self.stop, &Clock::default()) {
            TestOutcome::Passes(candidate) => {
                self.accept(pass, *candidate);
                true
            }
            TestOutcome::Refused | TestOutcome::Cancelled => false,
        }
    }

    /// Whether the smallest program fails with other flags too.
    pub fn fails_with(&self, flags: &[String]) -> bool {
        let trial = self.interestingness.trial(&self.best, flags, &self.interestingness.setup(&self.best));
        trial.is_ok_and(|trial| self.interestingness.is_met(&self.best, &trial.verdict))
    }

    fn accept(&mut self, pass: &'static str, candidate: Candidate) {
        if self.finishing || candidate.size < self.best.size {
            self.best = candidate.clone();
            let Candidate { size, expected, .. } = candidate.clone();
            let _ =
                self.events.send(Event::Better { pass, size, expected, tests: self.interestingness.tests() });
        }
        self.current = candidate;
    }

    /// Tries sets of proposals for the current program, up to the pass that has changed it. Says how far that was.
    pub fn search(&mut self, queue: PassQueue) -> Cursor {
        let (send, outcomes) = channel();
        let launch = Launch {
            interestingness: self.interestingness.clone(),
            base: Arc::new(self.current.program.clone()),
            send,
        };
        std::thread::scope(|scope| {
            let mut ahead = Speculation::new(Cursor::first(queue));
            loop {
                ahead.guess_overdue();
                while !self.is_over() && ahead.has_room(self.task.jobs) {
                    let (pass, edits) = (ahead.cursor.pass(), ahead.cursor.edits());
                    ahead.push(|id, guess| {
                        launch.start(scope, InFlight::new(id, pass, guess), edits, &self.current.size)
                    });
                }
                match self.wait(&mut ahead.in_flight, &outcomes) {
                    Waited::Outcome(pass, outcome) => ahead.decided(self.decide(pass, outcome)),
                    Waited::Nothing => {}
                    Waited::Over => break,
                }
            }
            ahead.cancel_from(0);
            ahead.decided
        })
    }

    /// The outcome of the first test under way.
    fn wait(&self, in_flight: &mut VecDeque<InFlight>, outcomes: &Receiver<(u64, TestOutcome)>) -> Waited {
        loop {
            let Some(first) = in_flight.front_mut() else { return Waited::Over };
            if let Some(outcome) = first.outcome.take() {
                return Waited::Outcome(first.pass, outcome);
            }
            let pass = first.pass.name;
            let waited = outcomes.recv_timeout(TICK);
            if self.is_over() {
                return Waited::Over;
            }
            match waited {
                Ok((id, outcome)) => {
                    if let Some(pending) = in_flight.iter_mut().find(|pending| pending.id == id) {
                        pending.outcome = Some(outcome);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.events.send(Event::Working { pass, tests: self.interestingness.tests() });
                    return Waited::Nothing;
                }
                Err(RecvTimeoutError::Disconnected) => return Waited::Over,
            }
        }
    }

    /// Whether the candidate is taken.
    fn decide(&mut self, pass: Pass, outcome: TestOutcome) -> bool {
        match outcome {
            TestOutcome::Passes(candidate)
                if pass.growth == Growth::Allowed || candidate.size < self.current.size =>
            {
                self.accept(pass.name, *candidate);
                true
            }
            TestOutcome::Passes(_) | TestOutcome::Refused | TestOutcome::Cancelled => false,
        }
    }
}

impl Engine<'_> {
    /// The last look: with all the time that the task allows, and the flags that are left.
    fn finish(self) -> Result<Reduced, Error> {
        let finished = !self.is_over();
        let verdict = self.interestingness.verdict(&self.best, &self.flags)?;
        if !self.interestingness.is_met(&self.best, &verdict) {
            return Err(Error::Flaky);
        }
        let Candidate { program, size, expected } = self.best;
        Ok(Reduced {
            program,
            text: size.text().to_owned(),
            size,
            expected: expected.stdout,
            code: expected.code,
            failure: self.interestingness.failure.clone(),
            flags: self.flags,
            verdict,
            tests: self.interestingness.tests(),
            finished,
        })
    }
}

/// What all candidates of a search have in common.
struct Launch<'t> {
    interestingness: Arc<Interestingness<'t>>,
    base: Arc<Program>,
    send: Sender<(u64, TestOutcome)>,
}

impl<'t> Launch<'t> {
    /// Starts judging a candidate. Without edits there is none, and the outcome is known.
    fn start<'s>(
        &self,
        scope: &'s Scope<'s, '_>,
        mut pending: InFlight,
        edits: Option<Vec<Edit>>,
        bound: &Size,
    ) -> InFlight
    where
        't: 's,
    {
        let Some(edits) = edits else {
            pending.outcome = Some(TestOutcome::Refused);
            return pending;
        };
        let (id, cancel, clock) = (pending.id, pending.cancel.clone(), pending.clock.clone());
        let (interestingness, base, send) =
            (self.interestingness.clone(), self.base.clone(), self.send.clone());
        let bound = (pending.pass.growth == Growth::Never).then(|| bound.clone());
        let work = move || {
            let outcome = match interestingness.make(&base, &edits) {
                Ok(program) => interestingness.test(program, bound.as_ref(), &cancel, &clock),
                Err(Refused) => TestOutcome::Refused,
            };
            // Nothing waits any more when the guess was wrong.
            let _ = send.send((id, outcome));
        };
        if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
            pending.outcome = Some(TestOutcome::Refused);
        }
        pending
    }
}
