//! Bugs as those who fix compilers want to read them: a title that says it all, a small program, the command line,
//! what it should do and does, and who else is concerned.

use std::fmt::Write as _;

use super::bug::MOST_BYTES;
use super::data::{Bug, Data};
use crate::finding::{Finding, Kind};
use crate::text::{code, markdown};
use crate::triage::{Cure, Outcome};

/// What differs between trackers.
pub(super) struct Tracker {
    /// The words that mark a kind of bug there.
    keyword: fn(Kind) -> &'static str,
    keyword_name: &'static str,
    /// Which part of the compiler, by the guilty pass.
    component: fn(&Bug) -> Option<&'static str>,
}

pub(super) const GCC: Tracker =
    Tracker { keyword: gcc_keyword, keyword_name: "Keywords", component: gcc_component };
pub(super) const LLVM: Tracker = Tracker { keyword: llvm_label, keyword_name: "Labels", component: |_| None };

pub(super) fn all(data: &Data, tracker: &Tracker) -> String {
    let news: Vec<&Bug> = data.bugs.iter().filter(|bug| bug.known.is_none()).collect();
    if news.is_empty() {
        return "Nothing to report: the campaign has found no bug that is not known.\n".to_owned();
    }
    let reports: Vec<String> = news.iter().map(|bug| one(bug, tracker, data.version)).collect();
    reports.join("\n---\n\n")
}

fn one(bug: &Bug, tracker: &Tracker, version: &str) -> String {
    let mut text = format!("# {}\n\n", markdown(&title(bug)));
    let _ = writeln!(text, "{}: {}", tracker.keyword_name, (tracker.keyword)(bug.example.kind));
    if let Some(component) = (tracker.component)(bug) {
        let _ = writeln!(text, "Component: {component}");
    }
    let _ = writeln!(text, "Compiler: {}\n", markdown(&bug.compiler()));
    program(&mut text, bug);
    behaviour(&mut text, bug);
    guilt(&mut text, bug);
    spread(&mut text, bug);
    if let Some(triage) = bug.triage().filter(|triage| !triage.version_text.trim().is_empty()) {
        fenced(&mut text, "What the compiler says to `-v`:", "", triage.version_text.trim());
    }
    let _ = writeln!(text, "{}", markdown(&bug.origin()));
    let _ =
        writeln!(text, "Seen {} times. Machine: {}. Report by assay {version}.", bug.count, bug.example.host);
    text
}

fn title(bug: &Bug) -> String {
    let example = &bug.example;
    let at = levels(example);
    let what = match example.kind {
        Kind::WrongResult | Kind::ProgramCrash | Kind::ProgramHang => format!("wrong code{at}"),
        Kind::CompilerCrash => format!("internal compiler error{at}: {}", example.cause),
        Kind::CompilerHang => format!("endless compilation{at}"),
        Kind::CompilerReject => format!("valid program rejected: {}", example.cause),
        Kind::BadOutput => format!("success is reported{at}, with {}", example.cause),
        Kind::Disagreement => format!("compilers disagree{at}"),
        Kind::OracleSuspect => "all compilers differ from assay, which is probably wrong".to_owned(),
    };
    let step = bug.guilt().and_then(|guilt| guilt.step.as_ref());
    let by = step.map(|step| format!(" since {}", step.pass)).unwrap_or_default();
    format!("{what}{by} ({})", example.compiler)
}

/// The levels that fail, as far as they were tried; else those that the test found wrong.
fn levels(example: &Finding) -> String {
    let tried = example.triage.as_ref().map_or(&[][..], |triage| &triage.levels);
    let failing: Vec<&str> =
        tried.iter().filter(|one| one.outcome == Outcome::Fails).map(|one| &*one.label).collect();
    if failing.len() > 1 && failing.len() == tried.len() {
        return " at every level".to_owned();
    }
    let words = example.wrong.iter().flat_map(|case| case.label.split(' '));
    let seen: Vec<&str> = words.filter(|word| word.starts_with("-O")).collect();
    let levels = if failing.is_empty() { seen } else { failing };
    if levels.is_empty() { String::new() } else { format!(" at {}", levels.join(" ")) }
}

fn program(text: &mut String, bug: &Bug) {
    let program = &bug.program;
    let about = if program.is_reduced { "The program" } else { "The program, not reduced yet" };
    let defined = match bug.example.validated_by.as_slice() {
        // A reducer changes the program, and asks the machine each time.
        judges if judges.is_empty() || program.is_reduced => {
            "It has no undefined behaviour: it was executed on an abstract machine that refuses it."
                .to_owned()
        }
        judges => format!("No undefined behaviour was found in it by {}.", markdown(&judges.join(", "))),
    };
    if program.text.len() > MOST_BYTES {
        let _ = writeln!(
            text,
            "{about} has {} bytes; attach {}. {defined}\n",
            program.text.len(),
            code(&program.file)
        );
        return;
    }
    fenced(text, &format!("{about} ({}). {defined}", code(&program.file)), "c", program.text.trim_end());
}

fn behaviour(text: &mut String, bug: &Bug) {
    let (expected, actual) = bug.contrast();
    fenced(text, "Command line:", "sh", &bug.command());
    fenced(text, "Expected:", "", &expected);
    fenced(text, "Actual:", "", &actual);
    if let Some(variable) = bug.example.variable.as_ref().filter(|_| !bug.program.is_reduced) {
        let _ = writeln!(text, "The first wrong variable: {}.\n", markdown(&variable.to_string()));
    }
}

fn guilt(text: &mut String, bug: &Bug) {
    let Some(guilt) = bug.guilt() else { return };
    if let Some(step) = &guilt.step {
        let _ = writeln!(
            text,
            "The bug shows from this pass on, when all later ones are left out: {}.\n",
            markdown(&step.to_string())
        );
    }
    let cures: Vec<String> = guilt.cures.iter().map(|cure: &Cure| code(&cure.to_string())).collect();
    if !cures.is_empty() {
        let _ = writeln!(text, "It goes away with {}.\n", cures.join(", or with "));
    }
    if let Some(note) = &guilt.note {
        let _ = writeln!(text, "Note: {}.\n", markdown(note));
    }
}

fn spread(text: &mut String, bug: &Bug) {
    let (fails, works) = bug.spread();
    for (what, labels) in [("Fails", fails), ("Works", works)] {
        if !labels.is_empty() {
            let _ = writeln!(text, "{what}:\n");
            labels.iter().for_each(|label| {
                let _ = writeln!(text, "- {}", markdown(label));
            });
            text.push('\n');
        }
    }
}

/// A block that nothing inside can end.
fn fenced(text: &mut String, about: &str, language: &str, body: &str) {
    let _ = writeln!(text, "{about}\n\n{}", crate::text::fenced(language, body));
}

fn gcc_keyword(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongResult
        | Kind::BadOutput
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::Disagreement
        | Kind::OracleSuspect => "wrong-code",
        Kind::CompilerCrash => "ice-on-valid-code",
        Kind::CompilerHang => "compile-time-hog",
        Kind::CompilerReject => "rejects-valid",
    }
}

fn llvm_label(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongResult
        | Kind::BadOutput
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::Disagreement
        | Kind::OracleSuspect => "miscompilation",
        Kind::CompilerCrash => "crash-on-valid",
        Kind::CompilerHang => "hang",
        Kind::CompilerReject => "rejects-valid",
    }
}

/// GCC's passes are named after the part that they belong to.
fn gcc_component(bug: &Bug) -> Option<&'static str> {
    const PARTS: [(&str, &str); 3] =
        [("tree-", "tree-optimization"), ("rtl-", "rtl-optimization"), ("ipa-", "ipa")];
    let pass = &bug.guilt()?.step.as_ref()?.pass;
    PARTS.iter().find(|(prefix, _)| pass.starts_with(prefix)).map(|(_, part)| *part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_holds_what_is_inside() {
        let mut text = String::new();
        fenced(&mut text, "x", "c", "a ```` b");
        assert!(text.contains("\n`````c\na ```` b\n`````\n"), "{text}");
    }
}
