//! The first finding of each bug is reduced, once, within bounds, between tests.

use std::path::Path;
use std::time::{Duration, Instant};

use harness::command::{Slots, shown};
use harness::{Cancel, Execution, Setup};
use reduce::{Event, Reduced, Stage, Strategy, Task};
use serde::{Deserialize, Serialize};

use crate::examine;
use crate::finding::Finding;
use crate::plan::{Mode, Plan};
use crate::store::Store;
use crate::triage::suspect::Suspect;
use crate::{folder, inspect};

/// What reducing a finding came to. The program is in its folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reduction {
    pub lines: usize,
    pub bytes: usize,
    /// The command line that fails on the reduced program.
    pub compile: String,
    pub flags: Vec<String>,
    /// What the reduced program should print, and what it prints.
    pub expected: String,
    pub actual: String,
    pub exit_code: i32,
    pub verdict: String,
    /// How many programs were compiled for it.
    pub tests: u64,
    pub seconds: f64,
    /// Nothing smaller is to be found; else the time was up.
    pub finished: bool,
}

/// How long one reduction may take.
pub(crate) const TIME: Duration = Duration::from_secs(120);

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
    match shrink(plan, &dir, &finding, bounds, stop) {
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

/// Reduces a finding. Each improvement is on disk before the next is looked for.
pub(crate) fn shrink(
    plan: &Plan,
    campaign: &Path,
    finding: &Finding,
    bounds: Bounds,
    stop: &Cancel,
) -> Result<Reduction, Unreduced> {
    let impossible = |why: &str| Unreduced::Impossible(why.to_owned());
    let suspect =
        examine::suspect(plan, campaign, finding).ok_or_else(|| impossible("its files are gone"))?;
    let task = task(plan, &suspect, bounds)?;
    let kept = folder::of_finding(campaign, &finding.id).join(folder::REDUCED);
    let started = Instant::now();
    let mut failed = None;
    let mut watch = |event: &Event| {
        if let Event::Better { size, .. } = event
            && let Err(error) = reduce::keep(&kept, size.text().as_bytes())
        {
            failed = Some(error);
            stop.cancel();
        }
    };
    let reduced = reduce::reduce(&task, &mut watch, stop);
    if let Some(error) = failed {
        return Err(Unreduced::Impossible(format!("cannot write {}: {error}", kept.display())));
    }
    let reduced = match reduced {
        Ok(reduced) => reduced,
        Err(reduce::Error::Stopped) => return Err(Unreduced::Interrupted),
        Err(error) => return Err(Unreduced::Impossible(error.to_string())),
    };
    if stop.is_cancelled() {
        return Err(Unreduced::Interrupted);
    }
    reduce::keep(&kept, reduced.text.as_bytes())
        .map_err(|error| Unreduced::Impossible(format!("cannot write {}: {error}", kept.display())))?;
    Ok(reduction(&suspect, &reduced, started.elapsed()))
}

/// The program as the machine reads it, and the one configuration that fails.
fn task(plan: &Plan, suspect: &Suspect, bounds: Bounds) -> Result<Task, Unreduced> {
    let impossible = |why: String| Unreduced::Impossible(why);
    let texts = inspect::preprocess(&plan.setup, &suspect.toolchain, &suspect.sources)
        .map_err(|error| impossible(error.to_string()))?
        .map_err(impossible)?;
    let [text] = texts.as_slice() else { return Err(impossible("it has several files".to_owned())) };
    let unit = machine::on_deep_stack(|| read::read(&text.text, suspect.target.clone()))
        .map_err(|error| impossible(error.to_string()))?;
    let stage = match plan.mode {
        Mode::WrongCode => Stage::Run,
        Mode::Crash => Stage::Compile,
    };
    Ok(Task {
        program: unit.program,
        toolchain: suspect.toolchain.clone(),
        flags: suspect.flags.clone(),
        stage,
        setup: plan.setup.clone(),
        strategy: Strategy::default(),
        jobs: bounds.jobs,
        time: Some(bounds.time),
    })
}

fn reduction(suspect: &Suspect, reduced: &Reduced, took: Duration) -> Reduction {
    let inputs = [folder::REDUCED.to_owned()];
    let slots = Slots { inputs: &inputs, out: "a.out", ..Slots::default() };
    let mut flags = reduced.flags.clone();
    if suspect.mode == Mode::Crash {
        flags.push("-c".to_owned());
    }
    Reduction {
        lines: reduced.size.lines(),
        bytes: reduced.size.bytes,
        compile: shown(&suspect.toolchain.command.compile(&slots, &flags)),
        flags: reduced.flags.clone(),
        expected: String::from_utf8_lossy(&reduced.expected).into_owned(),
        actual: printed(&suspect.setup, suspect, reduced).unwrap_or_default(),
        exit_code: reduced.code,
        verdict: reduced.verdict.to_string(),
        tests: reduced.tests,
        seconds: took.as_secs_f64(),
        finished: reduced.finished,
    }
}

/// What the reduced program prints, when it is run at all.
fn printed(setup: &Setup, suspect: &Suspect, reduced: &Reduced) -> Option<String> {
    if suspect.mode == Mode::Crash {
        return None;
    }
    let source = harness::Source { name: folder::REDUCED.to_owned(), text: reduced.text.clone() };
    let trial = setup.test(&suspect.toolchain, &reduced.flags, &[source], None).ok()?;
    match trial.executed?.result {
        Execution::Finished(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Execution::Crashed { signal } => Some(format!("({signal})")),
        Execution::Hung { .. } => Some("(it does not end)".to_owned()),
    }
}
