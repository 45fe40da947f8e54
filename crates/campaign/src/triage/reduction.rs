//! The first finding of each bug is reduced, once, within bounds, between tests.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use emit::Std;
use generate::BucketSource;
use harness::command::{Slots, shown_steps};
use harness::{Cancel, Execution, Expected, Setup, Source};
use ir::Program;
use reduce::{Event, Reduced, Stage, Strategy, Task};

use crate::finding::examination::Culprit;
use crate::finding::fingerprint::operations;
use crate::finding::fingerprint::shape;
use crate::finding::fingerprint::wrong_operation;
use crate::finding::folder;
use crate::finding::{Finding, Reduction};
use crate::plan::{Mode, Origin, Plan};
use crate::store::Store;
use crate::testing::grown;
use crate::testing::well_defined;
use crate::triage::bisect::Answer;
use crate::triage::case;
use crate::triage::probe::{FailingCase, SMALL};

/// How long one reduction may take.
pub(crate) const TIME: Duration = Duration::from_secs(300);

/// What one reduction may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub time: Duration,
    pub jobs: usize,
}

/// Reduces a finding of a campaign that nobody else works on, and keeps the result. The error says why there is none.
pub fn reduce_in(
    plan: &Plan,
    store: &mut Store,
    id: &str,
    bounds: Bounds,
    stop: &Cancel,
) -> Result<Finding, String> {
    let missing = || format!("there is no finding {id}");
    let mut finding = store.finding(id).map_err(|error| error.to_string())?.ok_or_else(missing)?;
    let dir = store.dir().to_owned();
    let mut watch = Watch { is_enough: &mut |_| false, tell: &|_| {} };
    match shrink(plan, &dir, &finding, bounds, stop, &mut watch) {
        Ok(reduction) => finding.reduced = Some(reduction),
        Err(Unreduced::Interrupted) => return Err("it was interrupted".to_owned()),
        Err(Unreduced::Impossible(why)) => return Err(why),
    }
    store.reduced(&finding, None).map_err(|error| error.to_string())?;
    Ok(finding)
}

/// Why there is no reduced program.
pub(crate) enum Unreduced {
    /// Somebody wants the campaign to stop; another run tries again.
    Interrupted,
    /// It cannot be done, and trying again would not help.
    Impossible(String),
}

/// Who wants to know how a reduction goes.
pub(crate) struct Watch<'a> {
    /// Is shown the first program that is small, if not the smallest, and may end it.
    pub is_enough: &'a mut dyn FnMut(&FailingCase) -> bool,
    /// Is told how many bytes each smaller program has.
    pub tell: &'a dyn Fn(usize),
}

/// Reduces a finding. Each improvement is kept on disk, and where an earlier run was ended, this one goes on.
pub(crate) fn shrink(
    plan: &Plan,
    campaign: &Path,
    finding: &Finding,
    bounds: Bounds,
    stop: &Cancel,
    watch: &mut Watch,
) -> Result<Reduction, Unreduced> {
    let impossible = |why: &str| Unreduced::Impossible(why.to_owned());
    let failing =
        case::of_finding(plan, campaign, finding).ok_or_else(|| impossible("its files are gone"))?;
    let kept = folder::of_finding(campaign, &finding.id).join(plan.reduced_file());
    let started = Instant::now();
    // Programs that are told apart by their patterns are made small as Orange does.
    let strategy =
        if plan.bucket_by(finding) == BucketSource::Shape { Strategy::Orange } else { Strategy::Usual };
    let work = Work { plan, failing: &failing, strategy, kept: &kept, bounds, stop };
    let earlier = read_kept(plan, &failing, &kept);
    let reduced = match earlier.map(|program| work.from(program, watch)) {
        Some(Err(Unreduced::Impossible(_))) | None => {
            work.from(program(plan, campaign, &failing, finding)?, watch)?
        }
        Some(reduced) => reduced?,
    };
    harness::write_atomic(&kept, reduced.text.as_bytes()).map_err(|error| unwritten(&kept, &error))?;
    Ok(reduction(plan, &failing, &reduced, started.elapsed()))
}

fn unwritten(kept: &Path, error: &io::Error) -> Unreduced {
    Unreduced::Impossible(format!("cannot write {}: {error}", kept.display()))
}

/// One reduction, whatever program it starts from.
struct Work<'a> {
    plan: &'a Plan,
    failing: &'a FailingCase,
    strategy: Strategy,
    kept: &'a Path,
    bounds: Bounds,
    stop: &'a Cancel,
}

impl Work<'_> {
    fn from(&self, program: Program, watch: &mut Watch) -> Result<Reduced, Unreduced> {
        let strategy = self.strategy;
        let task = Task { strategy, ..task(self.plan, self.failing, program, self.bounds) };
        let end = Cancel::default();
        let (mut failed, mut is_shown) = (None, false);
        let Watch { is_enough, tell } = watch;
        let mut heed = |event: &Event| {
            if self.stop.is_cancelled() {
                end.cancel();
            }
            let Event::Better { size, expected, .. } = event else { return };
            tell(size.bytes);
            if let Err(error) = harness::write_atomic(self.kept, size.text().as_bytes()) {
                failed = Some(error);
                end.cancel();
            }
            if size.bytes <= SMALL && !std::mem::replace(&mut is_shown, true) {
                let small =
                    case::with_program(self.failing, self.plan.reduced_file(), size.text().to_owned());
                if is_enough(&FailingCase { expected: Some(expected.clone()), ..small }) {
                    end.cancel();
                }
            }
        };
        let reduced = reduce::reduce(&task, &mut heed, &end);
        if let Some(error) = failed {
            return Err(unwritten(self.kept, &error));
        }
        match reduced {
            Ok(_) if self.stop.is_cancelled() => Err(Unreduced::Interrupted),
            Ok(reduced) => Ok(reduced),
            Err(reduce::Error::Stopped) => Err(Unreduced::Interrupted),
            Err(error) => Err(Unreduced::Impossible(error.to_string())),
        }
    }
}

/// What an earlier run has come to. Of C++ there is no reader.
fn read_kept(plan: &Plan, failing: &FailingCase, kept: &Path) -> Option<Program> {
    let text = fs::read_to_string(kept).ok().filter(|_| plan.reduced_file() == folder::REDUCED)?;
    read_program(plan, &case::with_program(failing, plan.reduced_file(), text)).ok()
}

/// The program of a finding: read, or, where that cannot be done, grown again from its seed.
fn program(
    plan: &Plan,
    campaign: &Path,
    failing: &FailingCase,
    finding: &Finding,
) -> Result<Program, Unreduced> {
    let is_readable = plan.reduced_file() == folder::REDUCED && failing.sources.len() == 1;
    if is_readable || matches!(plan.origin, Origin::Foreign { .. }) {
        return read_program(plan, failing);
    }
    let again = folder::odds(campaign, finding).and_then(|odds| grown::again(plan, finding.seed, &odds));
    match again {
        Some(again) if failing.expected.as_ref().is_none_or(|e| e.stdout == again.expected) => {
            Ok(again.program)
        }
        Some(_) | None => {
            Err(Unreduced::Impossible("this version of assay grows another program from its seed".to_owned()))
        }
    }
}

fn read_program(plan: &Plan, failing: &FailingCase) -> Result<Program, Unreduced> {
    let impossible = |why: String| Unreduced::Impossible(why);
    let texts = well_defined::preprocess(&plan.setup, &failing.toolchain, &failing.sources)
        .map_err(|error| impossible(error.to_string()))?
        .map_err(impossible)?;
    let [text] = texts.as_slice() else { return Err(impossible("it has several files".to_owned())) };
    let unit = machine::on_deep_stack(|| read::read(&text.text, failing.target.clone()))
        .map_err(|error| impossible(error.to_string()))?;
    Ok(unit.program)
}

/// What reduced programs are written in.
fn std_of(plan: &Plan) -> Std {
    match &plan.origin {
        Origin::Grown { writing, .. } if writing.std.is_cxx() => writing.std,
        Origin::Grown { .. } | Origin::Foreign { .. } => Std::C11,
    }
}

/// A program and the one configuration that fails.
fn task(plan: &Plan, failing: &FailingCase, program: Program, bounds: Bounds) -> Task {
    let stage = match plan.mode {
        Mode::WrongCode => Stage::Run,
        Mode::Crash => Stage::Compile,
    };
    Task {
        program,
        toolchain: failing.toolchain.clone(),
        flags: failing.flags.clone(),
        std: std_of(plan),
        stage,
        setup: plan.setup.clone(),
        strategy: Strategy::default(),
        oracle: plan.oracle,
        jobs: bounds.jobs,
        time: Some(bounds.time),
    }
}

fn reduction(plan: &Plan, failing: &FailingCase, reduced: &Reduced, took: Duration) -> Reduction {
    let file = plan.reduced_file();
    let inputs = [file.to_owned()];
    let slots = Slots { inputs: &inputs, out: "a.out", ..Slots::default() };
    let mut flags = reduced.flags.clone();
    if failing.mode == Mode::Crash {
        flags.push("-c".to_owned());
    }
    Reduction {
        file: file.to_owned(),
        lines: reduced.size.lines(),
        bytes: reduced.size.bytes,
        compile: shown_steps(&failing.toolchain.command.compile(&slots, &flags), "./a.out"),
        flags: reduced.flags.clone(),
        expected: String::from_utf8_lossy(&reduced.expected).into_owned(),
        actual: printed(&failing.setup, failing, reduced, file).unwrap_or_default(),
        exit_code: reduced.code,
        verdict: reduced.verdict.to_string(),
        tests: reduced.tests,
        seconds: took.as_secs_f64(),
        finished: reduced.finished,
        ingredients: named(failing, std_of(plan), reduced, file),
        pattern: shape::of(&reduced.program),
        culprit: Culprit::default(),
    }
}

/// What tells the bug apart where no pass is guilty: the operation that goes wrong, or else all that the program is made of.
fn named(failing: &FailingCase, std: Std, reduced: &Reduced, file: &str) -> String {
    let expected = Expected { stdout: reduced.expected.clone(), code: reduced.code };
    let mut mends = |text: String| {
        let source = Source { name: file.to_owned(), text };
        let trial = failing.setup.test(&failing.toolchain, &reduced.flags, &[source], Some(&expected));
        trial.is_ok_and(|trial| failing.answer(&trial.verdict) == Answer::Cured)
    };
    let is_clear = failing.kind.is_wrong_code() && reduced.finished;
    let culprit = is_clear.then(|| wrong_operation::of(&reduced.program, std, &mut mends)).flatten();
    let name = culprit.and_then(|e| operations::of_expression(&reduced.program, e));
    name.unwrap_or_else(|| operations::of(&reduced.program))
}

/// What the reduced program prints, when it is run at all.
fn printed(setup: &Setup, failing: &FailingCase, reduced: &Reduced, file: &str) -> Option<String> {
    if failing.mode == Mode::Crash {
        return None;
    }
    let source = Source { name: file.to_owned(), text: reduced.text.clone() };
    let trial = setup.test(&failing.toolchain, &reduced.flags, &[source], None).ok()?;
    match trial.executed?.result {
        Execution::Finished(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Execution::Crashed { signal } => Some(format!("({signal})")),
        Execution::Hung { .. } => Some("(it does not end)".to_owned()),
    }
}
