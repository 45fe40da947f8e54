//! `assay recheck`: the findings of a campaign against another compiler, and what became of each bug.

use crate::failure::Failure;
use crate::place::Shared;
use crate::{session, terminal};
use campaign::config::template;
use campaign::recheck::{self, Now};
use campaign::store::BugState;
use campaign::text::plural;
use campaign::{Finding, Store};
use harness::{Setup, Toolchain};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Try the findings of a campaign with another compiler: fixed, still wrong, or changed
#[derive(clap::Args)]
#[command(
    after_help = "A bug whose findings all are fixed is noted as fixed in this compiler; one that was, and is wrong again, has come back.\n\n\
    Exit codes: 0, 1 a bug has come back, 2 wrong usage, 3 trouble around it"
)]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]
    dir: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// The compiler, with flags as in "gcc-trunk -O2"; without any, each finding's own are taken
    #[arg(long, value_name = "CMD")]
    cc: String,
    /// Change nothing of what is noted of the bugs
    #[arg(long)]
    dry_run: bool,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

/// The exit code when a bug has come back.
const BACK: u8 = 1;

#[derive(Serialize)]
struct Line<'a> {
    event: &'static str,
    finding: &'a str,
    bucket: &'a str,
    result: &'a Now,
}

/// What became of a bug.
#[derive(Serialize)]
struct Bug<'a> {
    event: &'static str,
    bucket: &'a str,
    state: BugState,
    note: String,
    came_back: bool,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    session::tidy();
    let place = args.shared.or(args.dir.as_deref())?;
    let mut store = Store::look_in(&place)?;
    let toolchain = Toolchain::from_template(template(&args.cc)?)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    let findings = store.findings()?;
    let mut bugs: BTreeMap<&str, Vec<Now>> = BTreeMap::new();
    let mut skipped = 0;
    for finding in &findings {
        let Some(now) = tried(&store, finding, &toolchain)? else {
            skipped += 1;
            continue;
        };
        tell(&args, finding, &now)?;
        bugs.entry(&finding.bucket).or_default().push(now);
    }
    let mut back = 0;
    let count = bugs.len();
    for (bucket, results) in bugs {
        back += u64::from(conclude(&args, &mut store, bucket, &results, &toolchain)?);
    }
    if !args.json {
        let without = if skipped > 0 {
            format!("; {} left out, whose programs are not kept", plural(skipped, "finding"))
        } else {
            String::new()
        };
        let back = if back > 0 { format!("; {} came back", plural(back, "bug")) } else { String::new() };
        terminal::say(&format!("{} rechecked{without}{back}\n", plural(count as u64, "bug")))?;
    }
    Ok(if back > 0 { BACK } else { 0 })
}

fn tried(store: &Store, finding: &Finding, toolchain: &Toolchain) -> Result<Option<Now>, Failure> {
    let setup = Setup::default();
    recheck::again(store, finding, toolchain, &setup).map_err(|error| Failure::Environment(error.to_string()))
}

fn tell(args: &Args, finding: &Finding, now: &Now) -> Result<(), Failure> {
    if args.json {
        return print(&Line {
            event: "rechecked",
            finding: &finding.id,
            bucket: &finding.bucket,
            result: now,
        });
    }
    terminal::say(&format!("{now:<12} {:<16} {}\n", finding.id, finding.title))
}

fn print(line: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(line).map_err(|error| Failure::Internal(error.to_string()))?;
    terminal::print(format!("{text}\n").as_bytes())
}

/// Notes what became of a bug. True if it has come back.
fn conclude(
    args: &Args,
    store: &mut Store,
    bucket: &str,
    results: &[Now],
    toolchain: &Toolchain,
) -> Result<bool, Failure> {
    let before = store.said_of(bucket)?;
    let fixed = format!("fixed in {} ", toolchain.name);
    let is_fixed = results.iter().all(|now| *now == Now::Fixed);
    let is_wrong = results.contains(&Now::StillWrong);
    // What another compiler has fixed may be wrong in this one for ever.
    let came_back = is_wrong && before.state == BugState::Fixed && before.note.starts_with(&fixed);
    let version = &toolchain.fingerprint.version;
    let (state, note) = match (came_back, is_fixed) {
        (true, _) => {
            (BugState::New, format!("came back in {} ({version}); was {}", toolchain.name, before.note))
        }
        (false, true) if !matches!(before.state, BugState::Fixed | BugState::Invalid) => {
            (BugState::Fixed, format!("{fixed}({version}){}", was(&before.note)))
        }
        (false, _) => return Ok(false),
    };
    if args.json {
        print(&Bug { event: "bug", bucket, state, note: note.clone(), came_back })?;
    } else {
        terminal::say(&format!("{state:<12} {bucket}: {note}\n"))?;
    }
    if !args.dry_run {
        store.settle(bucket, state, &note)?;
    }
    Ok(came_back)
}

fn was(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!("; {note}") }
}
