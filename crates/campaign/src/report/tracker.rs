//! Bugs as those who fix compilers want to read them, by the rules of their trackers: plain text for GCC's Bugzilla, Markdown
//! for LLVM's issues. A title that is a sentence, a small program, the command line, what it should do and does, who else
//! is concerned, what was tried, and what the reporter still has to do. Where the rules are written is in docs/explain/reports.md.

use std::fmt::Write as _;

use super::accept;
use super::bug::MOST_BYTES;
use super::data::{Bug, Data};
use super::explorer;
use crate::finding::Kind;
use crate::finding::examination::{Cure, Outcome};
use crate::finding::title;
use crate::text::{code, fenced, in_line, markdown, plural, shown};

/// What differs between trackers.
pub(super) struct Tracker {
    pub style: Style,
    /// Whose bugs are reported there, by how the compilers are called.
    pub compilers: &'static [&'static str],
    /// What the form asks for, in rows of a name and a value.
    fields: fn(&Bug) -> Vec<(&'static str, String)>,
    /// What says in the title that older versions have not got it.
    regression: fn(&Bug) -> Option<String>,
    /// The compiler's newest version, as Compiler Explorer calls the one for C++.
    pub explorer: &'static str,
    search: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Markdown,
}

pub(super) const GCC: Tracker = Tracker {
    style: Style::Plain,
    compilers: &["gcc", "g++"],
    fields: gcc_fields,
    regression: |bug| Some(format!("[{} Regression] ", joined(&bug.regression()?, "/"))),
    explorer: "gsnapshot",
    search: "https://gcc.gnu.org/bugzilla/query.cgi",
};

pub(super) const LLVM: Tracker = Tracker {
    style: Style::Markdown,
    compilers: &["clang"],
    fields: llvm_fields,
    // It has labels for that.
    regression: |_| None,
    explorer: "clang_trunk",
    search: "https://github.com/llvm/llvm-project/issues",
};

/// For compilers without a tracker that we know.
pub(super) const ANYBODY: Tracker = Tracker {
    style: Style::Plain,
    compilers: &[],
    fields: |_| Vec::new(),
    regression: |_| None,
    explorer: "gsnapshot",
    search: "the compiler's own tracker",
};

/// Compilers that have a tracker of their own.
const NAMED: [&str; 5] = ["gcc", "g++", "clang", "tcc", "pcc"];

impl Tracker {
    /// A compiler under a name of its own may be anybody's.
    pub fn takes(&self, bug: &Bug) -> bool {
        let text = format!("{} {}", bug.example.compiler, bug.example.version).to_lowercase();
        let named = |names: &[&str]| names.iter().any(|name| text.contains(name));
        named(self.compilers) && !(self.compilers != LLVM.compilers && text.contains("clang"))
            || !named(&NAMED)
    }
}

pub(super) fn all(data: &Data, tracker: &Tracker) -> String {
    let (ours, others): (Vec<&Bug>, Vec<&Bug>) =
        data.bugs.iter().filter(|bug| bug.known.is_none()).partition(|bug| tracker.takes(bug));
    let left_out = match others.len() as u64 {
        0 => String::new(),
        n => format!("{} of other compilers left out.\n", plural(n, "bug")),
    };
    if ours.is_empty() {
        return format!(
            "Nothing to report: the campaign has found no bug here that is not known.\n{left_out}"
        );
    }
    let reports: Vec<String> = ours.iter().map(|bug| one(bug, tracker, data.version)).collect();
    let rule = match tracker.style {
        Style::Plain => format!("\n{}\n\n", "=".repeat(78)),
        Style::Markdown => "\n---\n\n".to_owned(),
    };
    let left_out = if left_out.is_empty() { left_out } else { format!("\n{left_out}") };
    reports.join(&rule) + &left_out
}

/// A document that is being written, in one of the styles.
struct Page {
    style: Style,
    text: String,
}

impl Page {
    /// Words of ours.
    fn line(&mut self, words: &str) {
        let _ = writeln!(self.text, "{words}");
    }

    fn gap(&mut self) {
        self.text.push('\n');
    }

    /// Words of others, safe in this style.
    fn safe(&self, words: &str) -> String {
        match self.style {
            Style::Plain => in_line(words),
            Style::Markdown => markdown(words),
        }
    }

    fn code(&self, words: &str) -> String {
        match self.style {
            Style::Plain => in_line(words),
            Style::Markdown => code(words),
        }
    }

    fn block(&mut self, about: &str, language: &str, body: &str) {
        match self.style {
            Style::Plain => {
                let _ = writeln!(self.text, "{about}\n\n{}\n", shown(body));
            }
            Style::Markdown => {
                let _ = writeln!(self.text, "{about}\n\n{}", fenced(language, body));
            }
        }
    }

    fn list(&mut self, about: &str, items: &[String]) {
        if items.is_empty() {
            return;
        }
        self.line(about);
        self.gap();
        for item in items {
            let item = self.safe(item);
            self.line(&format!("- {item}"));
        }
        self.gap();
    }
}

pub(super) fn one(bug: &Bug, tracker: &Tracker, version: &str) -> String {
    let mut page = Page { style: tracker.style, text: String::new() };
    let title = page.safe(&title(bug, tracker));
    page.line(&match tracker.style {
        Style::Plain => format!("Summary: {title}"),
        Style::Markdown => format!("# {title}"),
    });
    page.gap();
    for (name, value) in (tracker.fields)(bug) {
        let value = page.safe(&value);
        page.line(&format!("{name}: {value}"));
    }
    let compiler = page.safe(&bug.compiler());
    page.line(&format!("Compiler: {compiler}"));
    if let Some(target) = bug.target() {
        let target = page.safe(target);
        page.line(&format!("Target: {target}"));
    }
    page.gap();
    program(&mut page, bug, tracker);
    behaviour(&mut page, bug);
    culprit(&mut page, bug, tracker);
    precautions(&mut page, bug);
    let (fails, works) = bug.spread();
    page.list("Fails:", &fails);
    page.list("Works:", &works);
    if let Some(triage) = bug.triage().filter(|triage| !triage.version_text.trim().is_empty()) {
        page.block("What the compiler says to -v:", "", triage.version_text.trim());
    }
    let origin = page.safe(&bug.origin());
    page.line(&origin);
    page.line(&format!(
        "Seen {}. Machine: {}. Report by assay {version}, a random tester (fuzzer).",
        plural(bug.count, "time"),
        bug.example.host
    ));
    page.gap();
    to_do(&mut page, bug, tracker);
    page.text
}

/// `[12/13 Regression] gcc -O2 miscompiles a loop with an array on x86_64-linux-gnu (tree-vect)`
pub(super) fn title(bug: &Bug, tracker: &Tracker) -> String {
    let example = &bug.example;
    let step = bug.culprit().and_then(|culprit| culprit.step.as_ref());
    let text = bug.program.is_reduced.then_some(bug.program.text.as_str());
    let sentence = title::of_bug(&title::Known {
        kind: example.kind,
        compiler: bug.compiler_name(),
        flags: bug.flags(),
        target: bug.target(),
        pass: step.map(|step| step.pass.as_str()),
        words: &bug.words(),
        program: text,
    });
    (tracker.regression)(bug).unwrap_or_default() + &sentence
}

fn program(page: &mut Page, bug: &Bug, tracker: &Tracker) {
    let program = &bug.program;
    let about = if program.is_reduced { "The program" } else { "The program, not reduced yet" };
    let defined = match bug.example.validated_by.as_slice() {
        // A reducer changes the program, and asks the machine each time.
        validators if validators.is_empty() || program.is_reduced => {
            "It has no undefined behaviour: it was executed on an abstract machine that refuses it."
                .to_owned()
        }
        validators => {
            format!("No undefined behaviour was found in it by {}.", page.safe(&validators.join(", ")))
        }
    };
    let file = page.code(&program.file);
    if program.text.len() > MOST_BYTES {
        page.line(&format!("{about} has {} bytes; attach {file}. {defined}", program.text.len()));
        page.gap();
        return;
    }
    page.block(&format!("{about} ({file}). {defined}"), "c", program.text.trim_end());
    if let Some(link) =
        explorer::link(&program.text, &program.file, bug.target(), tracker.explorer, &bug.flags())
    {
        page.line(&format!("To try it: {link}"));
        page.gap();
    }
}

fn behaviour(page: &mut Page, bug: &Bug) {
    let (expected, actual) = bug.contrast();
    page.block("Command line:", "sh", &bug.command());
    page.block("Expected:", "", &expected);
    let language = if bug.example.kind == Kind::CompilerCrash { "console" } else { "" };
    page.block("Actual:", language, &actual);
    if let Some(variable) = bug.example.variable.as_ref().filter(|_| !bug.program.is_reduced) {
        let variable = page.safe(&variable.to_string());
        page.line(&format!("The first wrong variable: {variable}."));
        page.gap();
    }
}

fn culprit(page: &mut Page, bug: &Bug, tracker: &Tracker) {
    let Some(culprit) = bug.culprit() else { return };
    if let Some(step) = &culprit.step {
        let words = page.safe(&step.to_string());
        page.line(&format!("The bug shows from this pass on, when all later ones are left out: {words}."));
        if let Some(change) = &culprit.change {
            page.gap();
            page.block("What the pass changes:", "diff", change);
        } else if tracker.compilers == LLVM.compilers {
            let flags = format!("-mllvm -opt-bisect-limit={} -mllvm -print-changed=diff-quiet", step.number);
            let flags = page.code(&flags);
            page.line(&format!("The IR before and after it: add {flags} to the command line."));
        }
        page.gap();
    }
    let cures: Vec<String> = culprit.cures.iter().map(|cure: &Cure| page.code(&cure.to_string())).collect();
    if !cures.is_empty() {
        page.line(&format!("It goes away with {}.", cures.join(", or with ")));
        page.gap();
    }
    if let Some(note) = &culprit.note {
        let note = page.safe(note);
        page.line(&format!("Note: {note}."));
        page.gap();
    }
}

fn precautions(page: &mut Page, bug: &Bug) {
    let tried = bug.triage().map_or(&[][..], |triage| &triage.precautions);
    let items: Vec<String> = tried
        .iter()
        .map(|one| {
            let flags = one.flags.join(" ");
            match (&one.said, one.outcome) {
                (Some(said), _) => format!("{flags}: {said}"),
                (None, Outcome::Fails) => format!("{flags}: the bug is still there"),
                (None, Outcome::Works) if flags.contains("sanitize") => {
                    format!("{flags}: nothing is reported")
                }
                (None, Outcome::Works) => format!("{flags}: the bug goes away"),
                (None, Outcome::Unclear) => format!("{flags}: it could not be tried"),
            }
        })
        .collect();
    page.list("Also tried:", &items);
}

/// The end of a report is for its reporter, who takes it out.
fn to_do(page: &mut Page, bug: &Bug, tracker: &Tracker) {
    let mut items: Vec<String> = accept::rules(bug, tracker)
        .iter()
        .filter(|rule| !rule.holds)
        .map(|rule| rule.to_do.clone())
        .collect();
    items.push(format!("search for duplicates at {}: {}", tracker.search, words_to_search(bug).join(", ")));
    if bug.program.text.contains("#include") {
        items.push(format!("attach the preprocessed program (*.i): {} -save-temps", bug.program.compile));
    }
    if tracker.compilers == GCC.compilers && bug.example.kind.is_wrong_code() {
        items.push("see whether -Wall -Wextra says anything that explains it".to_owned());
    }
    if (tracker.regression)(bug).is_some() {
        items.push("leave only branches in the title's brackets that are still maintained".to_owned());
    }
    page.list("Before it is sent (take this list out):", &items);
}

/// Words by which somebody else may have reported it.
fn words_to_search(bug: &Bug) -> Vec<String> {
    let culprit = bug.culprit();
    let pass = culprit.and_then(|culprit| culprit.step.as_ref()).map(|step| step.pass.clone());
    let cures: Vec<String> =
        culprit.map_or(&[][..], |culprit| &culprit.cures).iter().map(Cure::to_string).collect();
    // A number among the passes is only this program's.
    let cure = cures.into_iter().find(|cure| !cure.contains("bisect") && !cure.contains("dbg-cnt"));
    let said = Some(bug.words()).filter(|words| !words.is_empty() && !bug.example.kind.is_wrong_code());
    let kind = if bug.example.kind.is_wrong_code() { "wrong-code" } else { bug.example.kind.name() };
    said.into_iter().chain(pass).chain(cure).chain([kind.to_owned()]).collect()
}

/// The fields of Bugzilla that a reporter fills in.
fn gcc_fields(bug: &Bug) -> Vec<(&'static str, String)> {
    let keyword = match bug.example.kind {
        Kind::WrongResult
        | Kind::BadOutput
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::Disagreement
        | Kind::OracleSuspect => "wrong-code",
        Kind::CompilerCrash => "ice-on-valid-code",
        Kind::CompilerHang => "compile-time-hog",
        Kind::CompilerReject => "rejects-valid",
    };
    let rows = [
        ("Keywords", keyword.to_owned()),
        ("Component", gcc_component(bug).unwrap_or_default().to_owned()),
        ("Version", bug.number().unwrap_or_default().to_owned()),
        ("Known to fail", bug.known_to(Outcome::Fails).join(", ")),
        ("Known to work", bug.known_to(Outcome::Works).join(", ")),
    ];
    rows.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

/// The labels of LLVM's issues: the kind, the first release that has it, and where it comes from.
fn llvm_fields(bug: &Bug) -> Vec<(&'static str, String)> {
    let kind = match bug.example.kind {
        Kind::WrongResult
        | Kind::BadOutput
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::Disagreement
        | Kind::OracleSuspect => "miscompilation",
        Kind::CompilerCrash => "crash-on-valid",
        Kind::CompilerHang => "hang",
        Kind::CompilerReject => "rejects-valid",
    };
    let since = bug.regression().and_then(|versions| versions.first().map(|n| format!("regression:{n}")));
    let labels = [Some(kind.to_owned()), since, Some("generated by fuzzer".to_owned())];
    vec![("Labels", labels.into_iter().flatten().collect::<Vec<_>>().join(", "))]
}

fn joined(versions: &[u32], between: &str) -> String {
    versions.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// GCC's passes are named after the part that they belong to.
fn gcc_component(bug: &Bug) -> Option<&'static str> {
    const PARTS: [(&str, &str); 3] =
        [("tree-", "tree-optimization"), ("rtl-", "rtl-optimization"), ("ipa-", "ipa")];
    let pass = &bug.culprit()?.step.as_ref()?.pass;
    PARTS.iter().find(|(prefix, _)| pass.starts_with(prefix)).map(|(_, part)| *part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_holds_what_is_inside() {
        let mut page = Page { style: Style::Markdown, text: String::new() };
        page.block("x", "c", "a ```` b");
        assert!(page.text.contains("\n`````c\na ```` b\n`````\n"), "{}", page.text);
    }
}
