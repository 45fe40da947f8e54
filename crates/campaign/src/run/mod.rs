//! Workers take the next test, run it, and record it; and from time to time they examine what was found. There is no
//! queue between generating, compiling and running, since a worker that waits for a compiler leaves its core to it.

pub(crate) mod budget;
pub mod fatal;
pub(crate) mod queue;
pub mod spool;

mod fleet;
mod learning;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::draw::seed;
use crate::event::{Before, Event, TestOutcome};
use crate::finding::File;
use crate::finding::folder;
use crate::plan::{Origin, Plan};
use crate::run::budget::Budget;
use crate::run::fatal::Fatal;
use crate::run::queue::Queue;
use crate::run::spool::Spool;
use crate::store::{self, RANGE, Range, Recorded, Store, StoreError, Totals, Waiting};
use crate::summary::Summary;
use crate::testing;
use crate::testing::report::{IncidentKind, Outcome, Report};
use crate::triage::PassLists;
use crate::usage::{self, Usage};
use learning::Pupil;
use worker::Piece;

/// How long, and with how many hands.
#[derive(Clone, Debug)]
pub struct Control {
    pub jobs: usize,
    /// Tests of the whole campaign, all runs of it together.
    pub tests: Option<u64>,
    /// Time of this run.
    pub time: Option<Duration>,
    pub examine: Examine,
    pub reduce: Reduce,
    pub effort: Effort,
    /// Raised from outside: no new tests, those under way are finished. To stop at once, the setup's cancel token is
    /// raised too.
    pub stop: Arc<AtomicBool>,
}

/// When findings are examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Examine {
    Now,
    /// In a run to come.
    Later,
}

/// How much time findings get while there are tests to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A third of the workers' time at most.
    Third,
    /// As much as they need: tests are only run to find something.
    Whole,
}

/// When the first finding of each bug is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduce {
    Now,
    /// In a run to come, or by hand.
    Later,
}

/// Where events go. It is called from all workers.
pub type Sink<'a> = &'a (dyn Fn(Event) + Sync);

/// So many tests in a row without a single verdict, because of our surroundings, and we give up.
const PATIENCE: u32 = 8;

/// Runs tests until there are enough, the time is over, or somebody stops it.
pub fn run(plan: &Plan, store: Store, control: &Control, sink: Sink) -> Result<Summary, Fatal> {
    let started = Instant::now();
    let (own, children) = (usage::own_cpu(), usage::children_cpu());
    let mut store = store;
    store.note_jobs(control.jobs.max(1))?;
    announce(plan, &store, control, sink)?;
    let heart = store.heart()?;
    let dir = store.dir().to_owned();
    let spool = heart.as_ref().map(|_| Spool::open(&dir)).transpose();
    let spool = spool.map_err(|error| StoreError::Io { dir: dir.clone(), error })?;
    let reductions = Queue::new([store.unreduced()?, store.unnamed()?].concat());
    let (queue, described) = (Queue::new(store.waiting()?), store.described()?);
    let pupil = Pupil::new(&store)?;
    let shared = Shared {
        plan,
        control,
        sink,
        started,
        claims: Mutex::default(),
        queue: Mutex::new(queue),
        described: Mutex::new(described),
        reductions: Mutex::new(reductions),
        pass_lists: PassLists::default(),
        dir,
        lease: store.lease_time(),
        store: Mutex::new(store),
        fatal: Mutex::new(None),
        halted: AtomicBool::new(false),
        budget: Mutex::new(Budget::new(control.jobs)),
        rejected: AtomicU64::new(0),
        has_reduced: AtomicBool::new(false),
        streak: AtomicU32::new(0),
        tests: AtomicU64::new(0),
        findings: AtomicU64::new(0),
        busy: AtomicUsize::new(0),
        usage: Mutex::new(Usage::default()),
        pupil: Mutex::new(pupil),
        spool: Mutex::new(spool),
        heartbeat: heart.as_ref().map(|_| Mutex::new(Instant::now())),
        again: if heart.is_some() { PATIENT_PAUSE } else { Duration::ZERO },
        drained: Mutex::default(),
        looked: Mutex::default(),
        trouble: Mutex::default(),
        doing: Mutex::default(),
    };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Growing and running programs recurses deeply, so each worker has the stack for it.
        let work = || machine::on_deep_stack(|| shared.work());
        let no_room = |error| std::panic::resume_unwind(Box::new(machine::NoStack(error)));
        let worker = || std::thread::Builder::new().spawn_scoped(scope, work).unwrap_or_else(no_room);
        let workers: Vec<_> = (0..control.jobs.max(1)).map(|_| worker()).collect();
        if let Some(heart) = heart {
            let (shared, is_over) = (&shared, &is_over);
            scope.spawn(move || shared.live(&heart, is_over));
        }
        let ended: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        is_over.store(true, Ordering::Relaxed);
        for worker in ended {
            worker.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    shared.finish(own, children)
}

fn announce(plan: &Plan, store: &Store, control: &Control, sink: Sink) -> Result<(), Fatal> {
    let totals = store.totals()?;
    sink(Event::Started {
        dir: store.dir().to_owned(),
        place: store.place().argument(),
        seed: plan.seed,
        jobs: control.jobs.max(1),
        configurations: plan.configurations.iter().map(|one| one.label.clone()).collect(),
        done_before: totals.tests,
        findings_before: totals.findings + totals.known,
        before: Box::new(before(store, &totals)?),
    });
    Ok(())
}

fn before(store: &Store, totals: &Totals) -> Result<Before, Fatal> {
    let buckets = store.buckets()?;
    let causes = buckets.into_iter().filter(|one| one.is_cause && one.known.is_none());
    let bugs: BTreeMap<String, u64> = causes.map(|one| (one.name, one.count)).collect();
    let tallies = store.usage()?.configurations;
    let seconds = store::lasted(&store.runs()?);
    Ok(Before { figures: totals.figures(bugs.len() as u64, &tallies, seconds), bugs })
}

struct Shared<'a> {
    plan: &'a Plan,
    control: &'a Control,
    sink: Sink<'a>,
    started: Instant,
    claims: Mutex<Claims>,
    /// Findings to be examined.
    queue: Mutex<Queue>,
    /// Buckets of which one finding was examined.
    described: Mutex<BTreeSet<String>>,
    /// Findings to be reduced: those that stand for their bugs, and those that only a reduced program tells apart.
    reductions: Mutex<Queue>,
    /// What each compiler can do without, asked once.
    pass_lists: PassLists,
    dir: PathBuf,
    store: Mutex<Store>,
    /// The first reason to stop.
    fatal: Mutex<Option<Fatal>>,
    halted: AtomicBool,
    /// What findings may use of the workers' time.
    budget: Mutex<Budget>,
    /// Tests whose programs no compiler took.
    rejected: AtomicU64,
    has_reduced: AtomicBool,
    /// Tests in a row that gave no verdict.
    streak: AtomicU32,
    tests: AtomicU64,
    /// Workers that do something.
    busy: AtomicUsize,
    usage: Mutex<Usage>,
    pupil: Mutex<Pupil>,
    findings: AtomicU64,
    /// What could not be stored yet; only where the store is a server, which may be away.
    spool: Mutex<Option<Spool>>,
    /// When the store last heard of this worker, if it has to.
    heartbeat: Option<Mutex<Instant>>,
    /// For how long it may be silent.
    lease: Duration,
    /// How long it is before others, who have all tests, are asked again.
    again: Duration,
    /// When what waits was last tried to be stored, in vain.
    drained: Mutex<Option<Instant>>,
    /// When it was last asked what others have found.
    looked: Mutex<Option<Instant>>,
    /// Why the store is away.
    trouble: Mutex<String>,
    /// What is being done, by how many.
    doing: Mutex<BTreeMap<&'static str, usize>>,
}

/// Which tests are taken, of those that this process has leased.
#[derive(Default)]
struct Claims {
    range: Option<Range>,
    /// No tests are left, for nobody.
    is_over: bool,
    /// When to ask for tests again.
    again: Option<Instant>,
    /// Tests that are being run, by their ranges.
    under_way: BTreeMap<u64, usize>,
    /// The last range of a campaign that may be made longer: all that can be done here is done.
    left: Option<u64>,
}

/// Whether there are tests to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Supply {
    Tests,
    /// Others have what is left, or the store is away.
    Wait,
    Over,
}

/// What a worker does next.
enum Next {
    /// By its number, and the generation of its range.
    Test(u64, u64),
    Cause(Piece),
    /// Another worker may come to something that this one can do.
    Nothing,
    /// So may another machine.
    Wait,
    Over,
}

/// How often a worker without work looks for some.
const PAUSE: Duration = Duration::from_millis(50);

/// How often it asks a server for some.
const PATIENT_PAUSE: Duration = Duration::from_millis(500);

impl Claims {
    /// The next test of the range, as its place in it.
    fn next(&self, tests: Option<u64>) -> Option<u64> {
        let range = self.range?;
        let bit = u64::from((!range.done).trailing_zeros());
        let is_there = bit < RANGE && tests.is_none_or(|tests| range.number * RANGE + bit < tests);
        is_there.then_some(bit)
    }

    fn has_next(&self, tests: Option<u64>) -> bool {
        self.next(tests).is_some()
    }

    /// A test is not under way any more.
    fn ended(&mut self, index: u64) {
        if let Some(count) = self.under_way.get_mut(&(index / RANGE)) {
            *count -= 1;
        }
        self.under_way.retain(|_, count| *count > 0);
    }

    /// The ranges that are this process's.
    fn held(&self) -> Vec<u64> {
        let now = self.range.map(|range| range.number);
        self.under_way.keys().copied().chain(now).collect()
    }

    fn claim(&mut self, tests: Option<u64>) -> Option<(u64, u64)> {
        let bit = self.next(tests)?;
        let range = self.range.as_mut()?;
        range.done |= 1 << bit;
        *self.under_way.entry(range.number).or_default() += 1;
        Some((range.number * RANGE + bit, range.generation))
    }
}

impl Shared<'_> {
    fn work(&self) {
        loop {
            self.busy.fetch_add(1, Ordering::Relaxed);
            let next = self.drain().and_then(|()| self.next()).unwrap_or_else(|fatal| {
                self.stop_for(fatal);
                Next::Over
            });
            let is_idle = matches!(next, Next::Nothing);
            let is_waiting = matches!(next, Next::Wait);
            let is_over = matches!(next, Next::Over);
            let done = match next {
                Next::Test(index, generation) => {
                    let done = self.doing("testing", || self.one(index, generation));
                    locked(&self.claims).ended(index);
                    done
                }
                Next::Cause(piece) => self.doing(piece.words(), || self.look_into(piece)),
                Next::Nothing | Next::Wait | Next::Over => Ok(()),
            };
            match done {
                Err(Fatal::Store(error)) if error.is_passing() => self.is_away(&error),
                Err(fatal) => self.stop_for(fatal),
                Ok(()) => {}
            }
            let others = self.busy.fetch_sub(1, Ordering::Relaxed) - 1;
            if is_over || (is_idle && others == 0) {
                return;
            }
            if is_idle || is_waiting {
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Does something, and tells so while it lasts.
    fn doing<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        *locked(&self.doing).entry(what).or_default() += 1;
        let done = work();
        let mut doing = locked(&self.doing);
        if let Some(count) = doing.get_mut(what) {
            *count -= 1;
        }
        doing.retain(|_, count| *count > 0);
        done
    }

    fn next(&self) -> Result<Next, Fatal> {
        if self.is_over() {
            return Ok(Next::Over);
        }
        let supply = self.supply()?;
        self.look_around()?;
        if let Some(piece) = self.next_piece(supply != Supply::Tests) {
            return Ok(Next::Cause(piece));
        }
        let claimed = locked(&self.claims).claim(self.control.tests);
        Ok(match (claimed, supply) {
            (Some((index, generation)), _) => Next::Test(index, generation),
            (None, Supply::Over) if self.kept() == 0 => Next::Nothing,
            (None, _) => Next::Wait,
        })
    }

    /// Nothing new is begun.
    fn is_over(&self) -> bool {
        let over = self.control.time.is_some_and(|time| self.started.elapsed() >= time);
        over || self.control.stop.load(Ordering::Relaxed) || self.halted.load(Ordering::Relaxed)
    }

    fn one(&self, index: u64, generation: u64) -> Result<(), Fatal> {
        let seed = seed::of_test(self.plan.seed, index);
        (self.sink)(Event::TestStarted { test: index, seed });
        let lesson = self.lesson(seed, generation)?;
        // A panic is a bug of ours; the test that shows it is kept like any other.
        let report = catch_unwind(AssertUnwindSafe(|| testing::run(self.plan, index, &lesson)))
            .unwrap_or_else(|panic| Ok(panicked(index, seed, panic.as_ref())))?;
        self.record(Report { foreign: self.foreign(index / RANGE), ..report })
    }

    /// A test is stored.
    fn recorded(&self, report: Report, recorded: Vec<Recorded>) -> Result<(), Fatal> {
        self.tests.fetch_add(1, Ordering::Relaxed);
        self.findings.fetch_add(recorded.len() as u64, Ordering::Relaxed);
        locked(&self.usage).add(&report.usage);
        self.learn(&report, &recorded)?;
        for one in recorded {
            if one.is_waiting {
                let (id, class) = (one.finding.id.clone(), one.finding.class.clone());
                locked(&self.queue).push(Waiting { id, class });
            }
            let finding = Box::new(one.finding);
            (self.sink)(Event::Found { finding, first_of_bucket: one.first_of_bucket });
        }
        for incident in &report.incidents {
            let (test, configuration, words) = (report.index, incident.label.clone(), incident.words.clone());
            (self.sink)(match incident.kind {
                IncidentKind::Flaky => Event::Flaky { test, configuration, words },
                IncidentKind::Environment => Event::Environment { test, configuration, words },
                IncidentKind::Flags => Event::FlagsRefused { test, configuration, words },
            });
        }
        self.watch_surroundings(&report)?;
        self.watch_rejections(&report)?;
        let (test, seed, wall) = (report.index, report.seed, report.wall);
        let outcome = outcome_of(&report.outcome);
        (self.sink)(Event::TestDone { test, seed, outcome, wall, usage: report.usage });
        match report.outcome {
            Outcome::Internal { words, files } => Err(self.dump(test, seed, words, files)),
            Outcome::Clean | Outcome::Found(_) | Outcome::Skipped { .. } | Outcome::Rejected { .. } => Ok(()),
        }
    }

    /// Programs that no compiler takes test nothing. Where nearly all are such, something is wrong with all of them.
    fn watch_rejections(&self, report: &Report) -> Result<(), Fatal> {
        let Some(words) = &report.rejected else { return Ok(()) };
        let rejected = self.rejected.fetch_add(1, Ordering::Relaxed) + 1;
        let tests = self.tests.load(Ordering::Relaxed).max(rejected);
        if rejected >= u64::from(PATIENCE) && rejected * 10 >= tests * 9 {
            return Err(Fatal::Rejected { rejected, tests, words: words.clone() });
        }
        Ok(())
    }

    /// One configuration without a verdict is an incident; tests in a row without any are the machine's trouble.
    fn watch_surroundings(&self, report: &Report) -> Result<(), Fatal> {
        let mut failed = report.incidents.iter().filter(|one| one.kind == IncidentKind::Environment);
        if failed.clone().count() < report.asked.max(1) {
            self.streak.store(0, Ordering::Relaxed);
            return Ok(());
        }
        let streak = self.streak.fetch_add(1, Ordering::Relaxed) + 1;
        match failed.next_back() {
            Some(last) if streak >= PATIENCE => Err(Fatal::Surroundings { streak, last: last.words.clone() }),
            Some(_) | None => Ok(()),
        }
    }

    /// Leaves what is known of a bug of ours.
    fn dump(&self, index: u64, seed: u64, words: String, mut files: Vec<File>) -> Fatal {
        let place = locked(&self.store).dir().join("internal").join(index.to_string());
        files.push(File::new("README.md", format!("Test {index}, seed {seed}: {words}\n")));
        let dump = folder::write_folder(&place, &files)
            .map_or_else(|_| PathBuf::from("(nowhere: cannot write)"), |()| place);
        Fatal::Internal { index, seed, words, dump }
    }

    fn stop_for(&self, fatal: Fatal) {
        self.halted.store(true, Ordering::Relaxed);
        locked(&self.fatal).get_or_insert(fatal);
    }

    fn finish(self, own_before: Duration, children_before: Duration) -> Result<Summary, Fatal> {
        let (waiting, dir) = (self.kept(), self.dir.clone());
        match self.finished(own_before, children_before) {
            Err(Fatal::Store(error)) if error.is_passing() => {
                Err(Fatal::Away { error: Box::new(error), waiting, dir })
            }
            finished => finished,
        }
    }

    fn finished(self, own_before: Duration, children_before: Duration) -> Result<Summary, Fatal> {
        self.keep_what_was_learned()?;
        let mut usage = self.usage.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut store = self.store.into_inner().unwrap_or_else(PoisonError::into_inner);
        let children = usage::children_cpu().saturating_sub(children_before);
        let own = usage::own_cpu().saturating_sub(own_before);
        let others = children.saturating_sub(usage.of_compilers() + usage.programs + usage.learning);
        let has_reduced = self.has_reduced.load(Ordering::Relaxed);
        // Foreign programs have their generators and validators among what remains.
        let (reducing, tools) = match self.plan.origin {
            Origin::Grown { .. } if has_reduced => (others, Duration::ZERO),
            Origin::Grown { .. } => (Duration::ZERO, Duration::ZERO),
            Origin::Foreign { .. } => (Duration::ZERO, others),
        };
        let rest = Usage { own, reducing, tools, ..Usage::default() };
        store.add_usage(&rest)?;
        store.release()?;
        usage.add(&rest);
        let cores = crate::host::cores();
        let summary = Summary::new(&store, self.tests.into_inner(), self.started.elapsed(), cores, &usage)?;
        (self.sink)(Event::Finished { summary: Box::new(summary.clone()) });
        match self.fatal.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // Somebody wanted it to stop, and so it did.
            None | Some(Fatal::Cancelled) => Ok(summary),
            Some(fatal) => Err(fatal),
        }
    }
}

fn outcome_of(outcome: &Outcome) -> TestOutcome {
    match outcome {
        Outcome::Clean => TestOutcome::Clean,
        Outcome::Found(_) => TestOutcome::Found,
        Outcome::Skipped { why } => TestOutcome::Skipped(why.clone()),
        Outcome::Rejected { words } => TestOutcome::Rejected(words.clone()),
        Outcome::Internal { words, files: _ } => TestOutcome::Internal(words.clone()),
    }
}

fn panicked(index: u64, seed: u64, panic: &(dyn std::any::Any + Send)) -> Report {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let words = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words");
    Report {
        index,
        seed,
        outcome: Outcome::Internal { words: words.to_owned(), files: Vec::new() },
        rejected: None,
        incidents: Vec::new(),
        asked: 0,
        usage: Usage::default(),
        wall: Duration::ZERO,
        generation: 0,
        learned: None,
        foreign: 0,
    }
}

/// A worker that panicked while it held a lock has left nothing half done: the store works in transactions.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
