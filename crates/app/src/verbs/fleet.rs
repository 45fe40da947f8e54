//! `assay fleet`: who works on a campaign that many machines share, and how they are.

use crate::failure::Failure;
use crate::place::Shared;
use crate::terminal;
use campaign::Store;
use campaign::store::Worker;
use campaign::text::plural;
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
    let workers = Store::look_in(&place)?.workers()?;
    let shown: Vec<Shown> =
        workers.iter().filter(|worker| args.all || worker.ended.is_none()).map(Shown::of).collect();
    if args.json {
        let text =
            serde_json::to_string_pretty(&shown).map_err(|error| Failure::Internal(error.to_string()))?;
        terminal::print(format!("{text}\n").as_bytes())?;
    } else {
        terminal::say(&listed(&shown, workers.len()))?;
    }
    Ok(0)
}

impl Shown<'_> {
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
    let working = shown.iter().filter(|one| matches!(one.state, "works" | "trouble"));
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
