//! Would a tracker accept a report as it is? The rules of GCC's and LLVM's pages on reporting bugs, with a row each; the pages are named
//! in docs/explain/reports.md.

use std::fmt::Write as _;

use super::data::{Bug, Data};
use super::tracker::{self, Style, Tracker};
use crate::finding::examination::Outcome;

/// One rule, and whether a bug keeps to it.
pub(super) struct Rule {
    pub about: &'static str,
    pub holds: bool,
    /// What to do if not.
    pub to_do: String,
}

/// Whether each bug would be accepted, and why not; true if all would.
pub fn check(data: &Data) -> (String, bool) {
    let mut text = String::new();
    let mut all = true;
    for bug in data.bugs.iter().filter(|bug| bug.known.is_none()) {
        let own = [&tracker::GCC, &tracker::LLVM].into_iter().find(|tracker| tracker.takes(bug));
        let own = own.unwrap_or(&tracker::GCC);
        let rules = rules(bug, own);
        let missing = rules.iter().filter(|rule| !rule.holds).count();
        all &= missing == 0;
        let _ = writeln!(text, "{}: {}", bug.example.id, tracker::title(bug, own));
        for rule in &rules {
            match rule.holds {
                true => drop(writeln!(text, "  yes  {}", rule.about)),
                false => drop(writeln!(text, "  no   {}: {}", rule.about, rule.to_do)),
            }
        }
        let verdict = match missing {
            0 => "it would be accepted; search for duplicates before it is sent".to_owned(),
            1 => format!("1 of {} rules does not hold yet", rules.len()),
            n => format!("{n} of {} rules do not hold yet", rules.len()),
        };
        let _ = writeln!(text, "  {verdict}");
    }
    if text.is_empty() {
        text.push_str("nothing to report: no bug here that is not known\n");
    }
    (text, all)
}

/// So many lines are read by everybody; more are not.
const MOST_LINES: usize = 60;

pub(super) fn rules(bug: &Bug, tracker: &Tracker) -> Vec<Rule> {
    let example = &bug.example;
    let triage = bug.triage();
    let reduced = example.reduced.as_ref();
    let row = |about, holds, to_do: &str| Rule { about, holds, to_do: to_do.to_owned() };
    let mut rows = vec![
        row(
            "the compiler is this tracker's",
            tracker.takes(bug),
            "report it to those who make that compiler",
        ),
        row(
            "the bug came again",
            triage.is_some_and(|triage| triage.came_again),
            "go on with the campaign, which examines it",
        ),
        row(
            "the program is reduced to the end",
            reduced.is_some_and(|reduced| reduced.finished),
            &format!("run `assay reduce {}`", example.id),
        ),
        row(
            "the program is short",
            bug.program.text.lines().count() <= MOST_LINES,
            "attach the program rather than paste it",
        ),
        row(
            "the flags are few",
            bug.flags().split_whitespace().count() <= 4,
            "leave out the flags that do not matter",
        ),
        row(
            "the program is well defined",
            !example.origin.is_empty()
                && (reduced.is_some()
                    || example.origin.starts_with("assay")
                    || !example.validated_by.is_empty()),
            "run `assay check` on the program",
        ),
        row(
            "the version is there in full (-v)",
            triage.is_some_and(|triage| !triage.version_text.trim().is_empty()),
            "add what the compiler says to -v",
        ),
    ];
    rows.push(match tracker.style {
        Style::Plain => row(
            "the compiler is the newest that is installed",
            bug.is_newest(),
            "try the newest release or a snapshot",
        ),
        Style::Markdown => row(
            "the compiler is LLVM's main, not a release",
            example.version.contains("git"),
            "try main, by the link to Compiler Explorer or with a nightly build, and say that it is there",
        ),
    });
    if tracker.style == Style::Plain {
        rows.push(row(
            "the build is GCC's own, not a distribution's",
            example.version.contains("(GCC)"),
            "try the trunk by the link to Compiler Explorer, and say that it is there: bugs of other builds go to those who made them",
        ));
    }
    if example.kind.is_wrong_code() {
        rows.extend(of_wrong_code(bug));
    }
    rows
}

/// What programs that are wrong themselves are known by.
fn of_wrong_code(bug: &Bug) -> [Rule; 3] {
    let tried = bug.triage().map_or(&[][..], |triage| &triage.precautions);
    let sanitized: Vec<_> =
        tried.iter().filter(|one| one.flags.iter().any(|flag| flag.contains("sanitize"))).collect();
    let plain = tried.iter().find(|one| one.flags.iter().any(|flag| flag == "-fwrapv"));
    let flags = bug.flags();
    [
        Rule {
            about: "no flag allows other results of floating point",
            holds: !["-Ofast", "-ffast-math", "-funsafe-math", "-fassociative-math"]
                .iter()
                .any(|f| flags.contains(f)),
            to_do: "leave it out, or say by which step the result becomes wrong".to_owned(),
        },
        Rule {
            about: "sanitizers report nothing",
            holds: !sanitized.is_empty() && sanitized.iter().all(|one| one.said.is_none()),
            to_do: "compile with -fsanitize=undefined and with -fsanitize=address, and run it".to_owned(),
        },
        Rule {
            about: "it fails with -fno-strict-aliasing -fwrapv, too",
            holds: plain.is_some_and(|one| one.outcome == Outcome::Fails),
            to_do:
                "say in the report that it needs them off, and look twice whether the program is well defined"
                    .to_owned(),
        },
    ]
}
