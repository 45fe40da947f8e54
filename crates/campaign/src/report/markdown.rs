//! A campaign in words.

use std::fmt::Write as _;

use super::data::{Bug, Data, Lessons};
use crate::draw::learn::Account;
use crate::summary::survey::Survey;
use crate::text::{code, markdown as plain};

pub(super) fn summary(data: &Data) -> String {
    let mut text = format!("# {}\n\n", plain(&data.heading()));
    for (name, value) in data.campaign.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "- {}: {}", plain(name), plain(value));
    }
    let figures = data.figures();
    let _ = writeln!(
        text,
        "- {} tests in {:.0} s ({:.2}/s), {} findings, {} of known bugs, {} bugs",
        figures.tests,
        figures.seconds,
        figures.tests_per_second,
        figures.findings,
        figures.known,
        figures.bugs
    );
    let _ = writeln!(text, "\n## CPU time\n\n| who | seconds | share |\n|---|---:|---:|");
    for share in &data.shares {
        let _ = writeln!(text, "| {} | {:.1} | {:.1} % |", plain(&share.who), share.seconds, share.percent);
    }
    let _ = writeln!(text, "\n## Tests\n\n| configuration | programs | compilations |\n|---|---:|---:|");
    for (label, tally) in &data.configurations {
        let _ = writeln!(text, "| {} | {} | {} |", plain(label), tally.programs, tally.compilations);
    }
    choices(&mut text, &data.learning);
    survey(&mut text, &data.survey);
    let _ = writeln!(text, "\n## Bugs\n");
    if data.bugs.is_empty() {
        let _ = writeln!(text, "Nothing found.");
        return text;
    }
    let _ = writeln!(text, "| count | bucket | example | known |\n|---:|---|---|---|");
    for bug in &data.bugs {
        let known = bug.known.as_deref().unwrap_or("");
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            bug.count,
            plain(&bug.bucket),
            plain(&bug.example.id),
            plain(known)
        );
    }
    data.bugs.iter().for_each(|bug| one(&mut text, bug));
    text
}

/// Error rates, and where bugs are.
fn survey(text: &mut String, survey: &Survey) {
    if survey.bugs == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "\n## Error rates\n\n{}|---|---|---:|---:|---:|---:|---:|",
        Survey::line(&Survey::RATE_HEADS)
    );
    for rate in &survey.rates {
        text.push_str(&Survey::line(&rate.cells().map(|cell| plain(&cell))));
    }
    let _ = writeln!(text, "\n## Where bugs are\n\n| what | bugs |\n|---|---:|");
    for (name, count) in survey.counts() {
        let _ = writeln!(text, "| {name} | {count} |");
    }
}

/// Which choices found what.
fn choices(text: &mut String, learning: &Lessons) {
    if learning.generation == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "\n## Choices\n\n| draw | option | tests | new buckets | new counters and remarks | odds |\n|---|---|---:|---:|---:|---:|"
    );
    for line in learning.outstanding(MOST_CHOICES) {
        let (Account { tests, news, .. }, buckets) = (line.account, line.buckets);
        let (choice, option) = (plain(&line.choice), plain(&line.option));
        let _ = writeln!(text, "| {choice} | {option} | {tests} | {buckets:.1} | {news} | {} % |", line.odds);
    }
}

/// So many are shown that are drawn more often than usual, and less often; JSON has all.
pub(super) const MOST_CHOICES: usize = 15;

fn one(text: &mut String, bug: &Bug) {
    let _ = writeln!(text, "\n### {}\n\n{}\n", plain(&bug.bucket), plain(bug.title()));
    for (name, value) in bug.rows() {
        let _ = writeln!(text, "- {name}: {}", plain(&value));
    }
    let program = &bug.program;
    if program.is_reduced {
        let _ = writeln!(text, "- reduced to {} lines", program.text.lines().count());
    }
    let _ = writeln!(text, "- shows with: {}", code(&bug.command()));
    let _ = writeln!(text, "- folder: {}", code(&format!("findings/{}", bug.example.id)));
}
