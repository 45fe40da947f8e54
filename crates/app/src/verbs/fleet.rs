//! `assay fleet`: who works on a campaign that many machines share, and how they are.

use crate::failure::Failure;
use crate::place::Shared;
use crate::terminal;
use campaign::store::Worker;
use campaign::text::plural;
use campaign::{Store, Wanted};
use serde::Serialize;
use std::fmt::Write as _;

/// List the workers of a campaign that many machines share
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0, 2 wrong usage (no such campaign), 3 the server cannot be reached")]
pub struct Args {
    #[command(flatten)]
    shared: Shared,
    /// Those that have ended as well
    #[arg(long)]
    all: bool,
    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

/// A worker that was silent for longer is lost, as far as can be told.
const SILENT: i64 = 60_000;

/// All of it, for programs.
#[derive(Serialize)]
struct Fleet<'a> {
    workers: Vec<Shown<'a>>,
    /// What the campaign wants, and how many of those at work have it.
    toolchains: Vec<Needed>,
    /// Tests that were left to machines with other toolchains.
    waiting: u64,
}

#[derive(Serialize)]
struct Needed {
    name: String,
    /// `None` while nobody had it.
    version: Option<String>,
    workers: usize,
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    worker: &'a Worker,
    state: &'static str,
    tests_per_second: f64,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let place = args.shared.or_usual()?.server()?.ok_or_else(|| {
        Failure::Usage(
            "give --store postgres://USER@HOST/DATABASE and --campaign NAME; a folder has no fleet"
                .to_owned(),
        )
    })?;
    let store = Store::look_in(&place)?;
    let workers = store.workers()?;
    let shown: Vec<Shown> =
        workers.iter().filter(|worker| args.all || worker.ended.is_none()).map(Shown::of).collect();
    let toolchains = store.wanted()?.into_iter().map(|wanted| Needed::of(wanted, &shown)).collect();
    let fleet = Fleet { workers: shown, toolchains, waiting: store.waiting_elsewhere()? };
    if args.json {
        let text =
            serde_json::to_string_pretty(&fleet).map_err(|error| Failure::Internal(error.to_string()))?;
        terminal::print(format!("{text}\n").as_bytes())?;
    } else {
        terminal::say(&format!("{}{}", listed(&fleet.workers, workers.len()), fleet.needs()))?;
    }
    Ok(0)
}

impl Needed {
    fn of(wanted: Wanted, shown: &[Shown]) -> Needed {
        let has = |one: &&Shown| one.worker.compilers.iter().any(|compiler| compiler.name == wanted.name);
        let workers = shown.iter().filter(|one| one.is_at_work()).filter(has).count();
        Needed { name: wanted.name, version: wanted.version, workers }
    }
}

impl Fleet<'_> {
    fn needs(&self) -> String {
        let mut text = String::new();
        for Needed { name, version, workers } in &self.toolchains {
            let version = version.as_ref().map(|version| format!(" ({version})")).unwrap_or_default();
            let who = match workers {
                0 => "nobody at work has it: its tests wait".to_owned(),
                count => plural(*count as u64, "worker"),
            };
            let _ = writeln!(text, "{name}{version}: {who}");
        }
        if !text.is_empty() {
            text.insert_str(0, "\nwanted\n");
        }
        if self.waiting > 0 {
            let _ = writeln!(text, "{} left to machines with other toolchains", plural(self.waiting, "test"));
        }
        text
    }
}

impl Shown<'_> {
    fn is_at_work(&self) -> bool {
        matches!(self.state, "works" | "trouble")
    }

    fn of(worker: &Worker) -> Shown<'_> {
        let silent = worker.now - worker.seen;
        let state = match worker.ended {
            Some(_) => "ended",
            None if silent > SILENT => "silent",
            None if !worker.trouble.is_empty() => "trouble",
            None => "works",
        };
        let seconds = (worker.seen - worker.started) as f64 / 1000.0;
        Shown { worker, state, tests_per_second: worker.tests as f64 / seconds.max(1.0) }
    }
}

fn listed(shown: &[Shown], all: usize) -> String {
    let working = shown.iter().filter(|one| one.is_at_work());
    let rate = working.clone().fold(0.0, |sum, one| sum + one.tests_per_second);
    let mut text = format!("{} at work, {rate:.2} tests/s\n", plural(working.count() as u64, "worker"));
    if shown.len() < all {
        let _ = writeln!(text, "{} ended; --all lists them", plural((all - shown.len()) as u64, "worker"));
    }
    for Shown { worker, state, tests_per_second } in shown {
        let _ = writeln!(
            text,
            "\n{state:<8} {} (process {}, {}, {} at a time, assay {})",
            worker.machine,
            worker.process,
            plural(worker.cores as u64, "core"),
            plural(worker.jobs as u64, "test"),
            worker.version
        );
        let _ = writeln!(
            text,
            "         {} ({tests_per_second:.2}/s), {}; last heard of {} ago",
            plural(worker.tests as u64, "test"),
            plural(worker.findings as u64, "finding"),
            ago(worker.now - worker.seen)
        );
        if !worker.doing.is_empty() {
            let _ = writeln!(text, "         now: {}", worker.doing);
        }
        if !worker.trouble.is_empty() {
            let _ = writeln!(text, "         trouble: {}", worker.trouble);
        }
        for one in &worker.compilers {
            let _ = writeln!(text, "         {} ({}), for {}", one.name, one.version, one.target);
        }
    }
    text
}

fn ago(milliseconds: i64) -> String {
    match milliseconds.max(0) / 1000 {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}
