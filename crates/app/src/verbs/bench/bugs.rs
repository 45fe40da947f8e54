//! How many bugs an hour of CPU finds: a campaign for each row against older compilers that are installed, and of what it
//! finds the distinct bugs that a newer one of the same family does not have. Those were bugs: somebody has mended them.

use super::Args;
use crate::failure::Failure;
use bench::Producer;
use campaign::RandomFlags;
use campaign::config::from_command;
use campaign::finding::examination::{Outcome, Tried};
use campaign::known::KnownBugs;
use campaign::usage::{children_cpu, own_cpu};
use campaign::{
    Configuration, Control, Effort, Event, Examine, Finding, Learning, Mode, Origin, Recipe, Reduce, Store,
    Writing, features, flags, host, target,
};
use generate::Aim;
use harness::toolchain::discover;
use harness::{Family, Language, Setup, Toolchain};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What one row has found within the budget.
#[derive(Debug, Serialize)]
pub struct Bugs {
    pub row: String,
    pub cpu_seconds: f64,
    pub tests: u64,
    pub compilations: u64,
    pub findings: u64,
    /// Findings that the time was too short to look into.
    pub unexamined: u64,
    /// All distinct bugs, whoever has them.
    pub buckets: u64,
    /// Those that a newer compiler does not have.
    pub mended: BTreeSet<String>,
    pub mended_per_hour: f64,
}

/// Who is hunted, and who knows better.
struct Compilers {
    hunted: Vec<Configuration>,
    newer: Vec<String>,
}

pub fn measure(args: &Args, producers: &[Producer], setup: &Setup) -> Result<Vec<Bugs>, Failure> {
    let compilers = compilers(args)?;
    let mut rows = Vec::new();
    for producer in producers {
        if setup.cancel.is_cancelled() {
            break;
        }
        rows.push(row(args.time, producer, &compilers, setup)?);
    }
    Ok(rows)
}

/// The newest of each family judges; the others are hunted. Both can be said.
fn compilers(args: &Args) -> Result<Compilers, Failure> {
    let installed = discover().toolchains;
    let is_usual = |one: &&Toolchain| {
        one.language == Language::C
            && matches!(one.family, Family::Gcc | Family::Llvm)
            && one.runner.is_empty()
    };
    let mut usual: Vec<&Toolchain> = installed.iter().filter(is_usual).collect();
    usual.sort_by_key(|one| std::cmp::Reverse(version(one)));
    let newest = |family: Family| usual.iter().find(|one| one.family == family).map(|one| one.name.clone());
    let newer = match args.newer.as_slice() {
        [] => [Family::Gcc, Family::Llvm].into_iter().filter_map(newest).collect(),
        names => names.to_vec(),
    };
    if let Some(name) = newer.iter().find(|name| !installed.iter().any(|one| one.name == **name)) {
        return Err(Failure::Usage(format!(
            "there is no compiler `{name}` on the path; --newer takes those of `assay doctor`"
        )));
    }
    if !args.cc.is_empty() {
        let hunted = args.cc.iter().map(|line| from_command(line)).collect::<Result<_, _>>()?;
        return Ok(Compilers { hunted, newer });
    }
    let is_older = |one: &&&Toolchain| {
        let same = usual.iter().filter(|other| other.family == one.family && newer.contains(&other.name));
        same.map(|other| version(other)).max().is_some_and(|newest| version(one) < newest)
    };
    let older = usual.iter().filter(is_older);
    let hunted: Vec<Configuration> =
        older.flat_map(|one| Configuration::at_levels(one, &RandomFlags::default())).collect();
    if hunted.is_empty() {
        let words = "there is no compiler that is older than another one of its family; give some with --cc";
        return Err(Failure::Environment(words.to_owned()));
    }
    Ok(Compilers { hunted, newer })
}

/// The numbers of `gcc (Debian 12.2.0-14) 12.2.0`: those of the last word with a dot.
fn version(toolchain: &Toolchain) -> Vec<u32> {
    let mut words = toolchain.fingerprint.version.split_whitespace();
    let number = words.rfind(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
    number.unwrap_or_default().split('.').filter_map(|part| part.parse().ok()).collect()
}

fn row(budget: Duration, producer: &Producer, compilers: &Compilers, setup: &Setup) -> Result<Bugs, Failure> {
    let trouble = |error: harness::Error| Failure::Environment(error.to_string());
    let writing = Writing::default();
    let mut hunted = compilers.hunted.clone();
    target::probe(setup, &mut hunted, writing.std)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    let origin = match producer {
        Producer::Profile(profile) => {
            features::probe(setup, &mut hunted, writing.std).map_err(trouble)?;
            flags::probe(setup, writing.std, &mut hunted, None).map_err(trouble)?;
            Origin::Grown { profiles: vec![(Recipe::of(*profile, Aim::WrongCode), 1)], writing }
        }
        Producer::Peer(peer) => {
            let include = peer.include.iter().map(|dir| format!("-I{}", dir.display()));
            hunted.iter_mut().for_each(|one| one.flags.extend(include.clone()));
            Origin::Foreign { generator: peer.command.clone() }
        }
    };
    let mut plan =
        campaign::Plan::new(SEED, Mode::WrongCode, origin, hunted, KnownBugs::default(), setup.clone());
    plan.learning = Learning::On;
    let dir = tempfile::tempdir().map_err(|error| Failure::Environment(error.to_string()))?;
    let (store, _) = Store::open(dir.path(), &plan)?;
    let stop = Arc::new(AtomicBool::new(false));
    let control = Control {
        jobs: host::cores(),
        tests: None,
        time: None,
        examine: Examine::Now,
        reduce: Reduce::Now,
        effort: Effort::Third,
        stop: stop.clone(),
    };
    let before = own_cpu() + children_cpu();
    let spent = || (own_cpu() + children_cpu()).saturating_sub(before);
    let watch = |event: Event| {
        let is_step =
            matches!(event, Event::TestDone { .. } | Event::Examined { .. } | Event::Reduced { .. });
        if is_step && spent() >= budget {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let summary = campaign::run(&plan, store, &control, &watch)?;
    let cpu = spent().as_secs_f64();
    let causes: BTreeSet<&str> =
        summary.buckets.iter().filter(|bucket| bucket.is_cause).map(|bucket| bucket.name.as_str()).collect();
    let mut findings = Store::look(dir.path())?.findings()?;
    findings.retain(|finding| causes.contains(finding.bucket.as_str()));
    let mended = mended(&findings, |finding| {
        let known = finding.triage.as_ref().map_or(&[][..], |triage| &triage.versions);
        let tried = match known {
            [] => campaign::other_compilers(&plan, dir.path(), finding),
            known => known.to_vec(),
        };
        works_in(&tried, &compilers.newer)
    });
    Ok(Bugs {
        row: producer.name().to_owned(),
        cpu_seconds: cpu,
        tests: summary.tests,
        compilations: summary.configurations.values().map(|tally| tally.compilations).sum(),
        findings: summary.totals.findings,
        unexamined: summary.totals.unexamined,
        buckets: causes.len() as u64,
        mended_per_hour: mended.len() as f64 * 3600.0 / cpu.max(1e-9),
        mended,
    })
}

/// Every row and every run hunts with the same seed.
const SEED: u64 = 1;

/// The buckets with a program that a newer compiler gets right. Those programs count that the campaign has shown to others; if
/// it ended before it did so with any of a bucket, all of them.
fn mended(findings: &[Finding], works: impl Fn(&Finding) -> bool) -> BTreeSet<String> {
    let is_asked = |finding: &Finding| finding.triage.as_ref().is_some_and(|one| !one.versions.is_empty());
    let asked: BTreeSet<&str> =
        findings.iter().filter(|one| is_asked(one)).map(|one| one.bucket.as_str()).collect();
    let mut mended = BTreeSet::new();
    for finding in findings {
        let counts = is_asked(finding) || !asked.contains(finding.bucket.as_str());
        if counts && !mended.contains(&finding.bucket) && works(finding) {
            mended.insert(finding.bucket.clone());
        }
    }
    mended
}

/// Whether one of the newer compilers does with the program what it should.
fn works_in(tried: &[Tried], newer: &[String]) -> bool {
    let is_newer =
        |label: &str| label.split(' ').next().is_some_and(|name| newer.iter().any(|other| other == name));
    tried.iter().any(|one| is_newer(&one.label) && one.outcome == Outcome::Works)
}

pub fn described(rows: &[Bugs]) -> String {
    let mut text = String::from("\nBugs of older compilers that a newer one does not have, by CPU time:\n");
    let width = rows.iter().map(|row| row.row.len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "  {:width$}  {:>8}  {:>8}  {:>12}  {:>8}  {:>10}  {:>6}  {:>6}  {:>6}",
        "", "CPU s", "tests", "compilations", "findings", "unexamined", "bugs", "mended", "/hour"
    );
    for row in rows {
        let _ = writeln!(
            text,
            "  {:width$}  {:>8.0}  {:>8}  {:>12}  {:>8}  {:>10}  {:>6}  {:>6}  {:>6.1}",
            row.row,
            row.cpu_seconds,
            row.tests,
            row.compilations,
            row.findings,
            row.unexamined,
            row.buckets,
            row.mended.len(),
            row.mended_per_hour
        );
    }
    for (name, bucket) in rows.iter().flat_map(|row| row.mended.iter().map(|bucket| (&row.row, bucket))) {
        let _ = writeln!(text, "  {name}: {bucket}");
    }
    text
}
