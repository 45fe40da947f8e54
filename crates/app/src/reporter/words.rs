//! The words that reporters have in common.

use super::status::Status;
use campaign::store::Bucket;
use campaign::usage::Usage;
use campaign::{Event, Summary};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// What is worth a line in a log; nothing for what happens all the time.
pub fn line(event: &Event) -> Option<String> {
    match event {
        Event::Started { dir, seed, jobs, configurations, done_before, findings_before } => {
            let before = match done_before {
                0 => String::new(),
                n => format!("; going on after {n} tests and {findings_before} findings"),
            };
            let compilers = configurations.join(", ");
            Some(format!(
                "hunting in {} with seed {seed}, {jobs} at a time, {compilers}{before}",
                dir.display()
            ))
        }
        Event::CompilerChanged { compiler, before, now } => {
            Some(format!("note: {compiler} has changed since the last run: it was {before} and is {now}"))
        }
        Event::Found { finding, first_of_bucket } => {
            let known = finding.known.as_ref().map(|note| format!(" [known: {note}]")).unwrap_or_default();
            let fresh = if *first_of_bucket { "new" } else { "again" };
            Some(format!("FOUND {} ({fresh}, {}): {}{known}", finding.id, finding.kind, finding.title))
        }
        Event::Examined { finding, first_of_bucket } => {
            let known = finding.known.as_ref().map(|note| format!(" [known: {note}]")).unwrap_or_default();
            let fresh = if *first_of_bucket { "a new bug" } else { "another example" };
            Some(format!("examined {}: {fresh}: {}{known}", finding.id, finding.bucket))
        }
        Event::Reduced { finding } => finding.reduced.as_ref().map(|reduced| {
            let (lines, bytes) = (reduced.lines, reduced.bytes);
            format!("reduced {}: {lines} lines, {bytes} bytes after {:.0} s", finding.id, reduced.seconds)
        }),
        Event::NotReduced { finding, why } => Some(format!("not reduced: {finding}: {why}")),
        Event::Flaky { test, configuration, words } => {
            Some(format!("flaky, not counted: test {test}, {configuration}: {words}"))
        }
        Event::Environment { test, configuration, words } => {
            Some(format!("no verdict: test {test}, {configuration}: {words}"))
        }
        Event::TestStarted { .. } | Event::TestDone { .. } | Event::Finished { .. } => None,
    }
}

/// One line on where things stand.
pub fn progress(status: &Status) -> String {
    let found: u64 = status.kinds.values().sum();
    let left = status.remaining().map(|time| format!(", {} left", duration(time))).unwrap_or_default();
    let waiting = match status.unexamined {
        0 => String::new(),
        n => format!(", {n} of them not yet examined"),
    };
    format!(
        "{} tests in {} ({:.2}/s), {found} findings of {} bugs{waiting}{left}",
        status.tests,
        duration(status.elapsed()),
        status.rate(),
        status.buckets.len(),
    )
}

/// `gcc 81 %, test programs 12 %, assay itself 1 %`
pub fn shares(usage: &Usage) -> String {
    let shares = usage.shares();
    let words: Vec<String> =
        shares.iter().map(|share| format!("{} {:.1} %", share.who, share.percent)).collect();
    words.join(", ")
}

pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// How many buckets a summary lists.
const MOST_BUCKETS: usize = 20;

/// What a run came to.
pub fn summary(summary: &Summary, dir: &Path) -> String {
    let totals = &summary.totals;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} tests in {} ({:.2}/s); {} in the whole campaign",
        summary.tests,
        duration(Duration::from_secs_f64(summary.seconds)),
        summary.tests_per_second(),
        totals.tests
    );
    let _ = writeln!(text, "CPU time: {}", shares_of(summary));
    let _ = writeln!(
        text,
        "          {:.1} % in compilers and test programs; {} cores {:.0} % busy with it",
        summary.useful_percent, summary.cores, summary.busy_percent
    );
    let asides = [
        (totals.skipped, "tests without a program"),
        (totals.rejected, "tests whose program was rejected by all compilers"),
        (totals.flaky, "flaky results, not counted"),
        (totals.environment, "results lost to the surroundings"),
        (totals.internal, "bugs in assay"),
        (totals.known, "findings of known bugs"),
    ];
    for (count, what) in asides.into_iter().filter(|(count, _)| *count > 0) {
        let _ = writeln!(text, "{count} {what}");
    }
    findings(&mut text, summary, dir);
    text
}

fn shares_of(summary: &Summary) -> String {
    let words = summary.shares.iter().map(|s| format!("{} {:.1} % ({:.1} s)", s.who, s.percent, s.seconds));
    words.collect::<Vec<_>>().join(", ")
}

fn findings(text: &mut String, summary: &Summary, dir: &Path) {
    if summary.totals.findings == 0 {
        let _ = writeln!(text, "nothing found");
        return;
    }
    let (causes, alike): (Vec<&Bucket>, Vec<&Bucket>) =
        summary.buckets.iter().filter(|bucket| bucket.known.is_none()).partition(|bucket| bucket.is_cause);
    let unexamined = summary.totals.unexamined;
    if !causes.is_empty() {
        let examined = summary.totals.findings.saturating_sub(unexamined);
        let _ = writeln!(text, "{examined} findings, by cause:");
        listed(text, &causes);
    }
    if unexamined > 0 {
        let _ = writeln!(text, "{unexamined} findings not yet examined, by what they look like:");
        listed(text, &alike);
        let _ = writeln!(text, "the same command goes on with them, unless it has --no-triage");
    }
    let _ = writeln!(text, "look at one: assay show {} FINDING", dir.display());
}

fn listed(text: &mut String, buckets: &[&Bucket]) {
    for bucket in buckets.iter().take(MOST_BUCKETS) {
        let _ = writeln!(text, "{:6} x {} (first: {})", bucket.count, bucket.name, bucket.example);
    }
}
