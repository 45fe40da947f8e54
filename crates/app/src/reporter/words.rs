//! The words that reporters have in common.

use super::status::Status;
use campaign::event::TestOutcome;
use campaign::store::Bucket;
use campaign::text::plural;
use campaign::usage::{Tally, Usage};
use campaign::{Event, Summary};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// What is worth a line in a log; nothing for what happens all the time.
pub fn line(event: &Event, status: &Status) -> Option<String> {
    match event {
        Event::Started {
            dir,
            place,
            seed,
            jobs,
            configurations,
            done_before,
            findings_before,
            before: _,
        } => {
            let before = match done_before {
                0 => String::new(),
                n => format!(
                    "; going on after {} and {}",
                    plural(*n, "test"),
                    plural(*findings_before, "finding")
                ),
            };
            let compilers = compilers(configurations);
            let dir = dir.display().to_string();
            let whole = if *place == dir { dir } else { format!("{place} (files of this worker in {dir})") };
            Some(format!("hunting in {whole} with seed {seed}, {jobs} at a time, {compilers}{before}"))
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
        // One that begins so will probably go on so.
        Event::TestDone { test, outcome: TestOutcome::Skipped(why), .. } if status.tests == 1 => {
            Some(format!("note: test {test} has no program: {why}"))
        }
        Event::StoreAway { why, .. } => {
            Some(format!("the store is away: {why}; results wait until it is back"))
        }
        Event::StoreBack => Some("the store is back".to_owned()),
        Event::TestStarted { .. }
        | Event::Begun { .. }
        | Event::Smaller { .. }
        | Event::Ended { .. }
        | Event::TestDone { .. }
        | Event::FlagsRefused { .. }
        | Event::Finished { .. } => None,
    }
}

/// So many configurations are named; more are counted by compiler.
const MOST_NAMED: usize = 4;

/// `gcc -O0, gcc -O2`, or `12 configurations of 2 compilers: gcc (6), clang (6)`.
fn compilers(configurations: &[String]) -> String {
    if configurations.len() <= MOST_NAMED {
        return configurations.join(", ");
    }
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for label in configurations {
        let name = label.split(' ').next().unwrap_or(label);
        let name = name.rsplit('/').next().unwrap_or(name);
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let words: Vec<String> = counts.iter().map(|(name, count)| format!("{name} ({count})")).collect();
    let of = plural(counts.len() as u64, "compiler");
    format!("{} configurations of {of}: {}", configurations.len(), words.join(", "))
}

/// One line on where things stand.
pub fn progress(status: &Status) -> String {
    let figures = status.figures();
    let left = status.remaining().map(|time| format!(", {} left", duration(time))).unwrap_or_default();
    let waiting = match status.unexamined {
        0 => String::new(),
        n => format!(", {n} of them not yet examined"),
    };
    format!(
        "{} in {} ({:.2}/s), {} of {}{waiting}{left}",
        plural(status.tests, "test"),
        duration(status.elapsed()),
        status.rate(),
        plural(figures.findings, "finding"),
        plural(figures.bugs, "bug"),
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
        "{} in {} ({:.2}/s); {} in the whole campaign",
        plural(summary.tests, "test"),
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
    text.push_str(&tested(&summary.configurations));
    let asides = [
        (totals.skipped, "test", " without a program"),
        (totals.rejected, "test", " whose program was rejected by all compilers"),
        (totals.flaky, "flaky result", ", not counted"),
        (totals.environment, "result", " lost to the surroundings"),
        (totals.refused_flags, "compilation", " with flags that do not go together, repeated without them"),
        (totals.internal, "bug", " in assay"),
        (totals.known, "finding", " of known bugs"),
    ];
    for (count, what, rest) in asides.into_iter().filter(|(count, ..)| *count > 0) {
        let _ = writeln!(text, "{}{rest}", plural(count, what));
    }
    findings(&mut text, summary, dir);
    text
}

/// What was tested how often, one line a compiler: `  gcc: programs -O0 3, -O2 21; 25 compilations`.
pub fn tested(configurations: &BTreeMap<String, Tally>) -> String {
    let mut compilers: BTreeMap<&str, (Vec<String>, u64)> = BTreeMap::new();
    for (label, tally) in configurations {
        let (compiler, setting) = label.split_once(" -O").unwrap_or((label, ""));
        let (settings, compilations) = compilers.entry(compiler).or_default();
        let name = if setting.is_empty() { String::new() } else { format!("-O{setting} ") };
        settings.push(format!("{name}{}", tally.programs));
        *compilations += tally.compilations;
    }
    let mut text = String::new();
    for (compiler, (settings, compilations)) in compilers {
        let _ = writeln!(
            text,
            "  {compiler}: programs {}; {}",
            settings.join(", "),
            plural(compilations, "compilation")
        );
    }
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
        let _ = writeln!(text, "{}, by cause:", plural(examined, "finding"));
        listed(text, &causes);
    }
    if unexamined > 0 {
        let _ = writeln!(text, "{} not yet examined, by what they look like:", plural(unexamined, "finding"));
        listed(text, &alike);
        let _ = writeln!(text, "`assay hunt --dir {}` goes on with them", dir.display());
    }
    let _ = writeln!(text, "look at one: assay show {} FINDING", dir.display());
}

fn listed(text: &mut String, buckets: &[&Bucket]) {
    for bucket in buckets.iter().take(MOST_BUCKETS) {
        let _ = writeln!(text, "{:6} x {} (first: {})", bucket.count, bucket.name, bucket.example);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_compilers_are_counted() {
        let labels = |all: &[&str]| all.iter().map(|&label| label.to_owned()).collect::<Vec<_>>();
        assert_eq!(compilers(&labels(&["gcc -O0", "gcc -O2"])), "gcc -O0, gcc -O2");
        let five = labels(&["gcc -O0", "gcc -O2", "/opt/clang -O0", "/opt/clang -O1", "gcc -Os"]);
        assert_eq!(compilers(&five), "5 configurations of 2 compilers: gcc (3), clang (2)");
    }
}
