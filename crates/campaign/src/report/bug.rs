//! What reports say about one bug, whatever their form.

use super::data::Bug;
use crate::finding::Kind;
use crate::finding::bucket::without_version;
use crate::finding::examination::labels;
use crate::finding::examination::{Culprit, Outcome, Triage};
use crate::finding::title;

/// A program that is longer is not printed, but named.
pub const MOST_BYTES: usize = 60_000;

const NOT_EXAMINED: &str =
    "not examined yet; these findings may be of several bugs, and the next run goes on with them";

impl Bug {
    pub fn triage(&self) -> Option<&Triage> {
        self.example.triage.as_ref()
    }

    /// What an examination found out, in rows of a name and a value.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        match self.triage() {
            Some(triage) => triage.rows(),
            None if self.is_mixed() => vec![("note", NOT_EXAMINED.to_owned())],
            None => Vec::new(),
        }
    }

    /// Whether its findings have nothing in common yet but a verdict that says nothing.
    pub fn is_mixed(&self) -> bool {
        self.example.kind.is_silent() && self.example.triage.is_none()
    }

    /// What is known of the culprit step: of the reduced program, which has less that could mislead, or else of the program
    /// that was found.
    pub fn culprit(&self) -> Option<&Culprit> {
        let reduced = self.example.reduced.as_ref().map(|reduced| &reduced.culprit);
        reduced.filter(|culprit| culprit.step.is_some()).or(self.triage().map(|triage| &triage.culprit))
    }

    /// What should happen, and what happens.
    pub fn contrast(&self) -> (String, String) {
        match self.example.kind {
            Kind::WrongResult | Kind::Disagreement | Kind::OracleSuspect => {
                (ending(&self.expected), ending(&self.actual))
            }
            Kind::ProgramCrash => (ending(&self.expected), format!("it crashes: {}", self.words())),
            Kind::ProgramHang => (ending(&self.expected), "it does not end".to_owned()),
            Kind::CompilerCrash | Kind::CompilerReject => {
                ("it compiles".to_owned(), self.messages.trim().to_owned())
            }
            Kind::BadOutput => ("it compiles".to_owned(), self.verdict()),
            Kind::CompilerHang => ("it compiles".to_owned(), "the compiler does not end".to_owned()),
        }
    }

    fn verdict(&self) -> String {
        self.example.wrong.first().map(|case| case.verdict.clone()).unwrap_or_default()
    }

    /// What the compiler said, or what the program did, for a title: of the reduced program, where there is one.
    pub fn words(&self) -> String {
        let reduced = self.example.reduced.as_ref().map(|reduced| reduced.verdict.clone());
        title::words(&reduced.unwrap_or_else(|| self.verdict()), &self.messages)
    }

    /// The compiler with its version, where it tells one.
    pub fn compiler(&self) -> String {
        let example = &self.example;
        match example.version.is_empty() {
            true => example.compiler.clone(),
            false => format!("{} ({})", example.compiler, example.version),
        }
    }

    /// The command line with which it shows.
    pub fn command(&self) -> String {
        match &self.program.run {
            Some(run) => format!("{} && {run}", self.program.compile),
            None => self.program.compile.clone(),
        }
    }

    /// Configurations that fail and those that work, of the test and of the examination.
    pub fn spread(&self) -> (Vec<String>, Vec<String>) {
        let mut fails: Vec<String> = self.example.wrong.iter().map(|case| case.label.clone()).collect();
        let mut works = self.example.right.clone();
        if let Some(triage) = self.triage() {
            let level = |label: String| format!("{} {label}", self.example.compiler);
            fails.extend(labels(&triage.levels, Outcome::Fails).into_iter().map(level));
            works.extend(labels(&triage.levels, Outcome::Works).into_iter().map(level));
            fails.extend(with_versions(triage, Outcome::Fails));
            works.extend(with_versions(triage, Outcome::Works));
        }
        (distinct(fails), distinct(works))
    }

    /// The flags with which it shows, as they stand on the command line; what only silences warnings does not count.
    pub fn flags(&self) -> String {
        const WITH_VALUE: [&str; 6] = ["-o", "-I", "-x", "-isystem", "-include", "-MF"];
        const SILENT: [&str; 3] = ["-w", "-c", "--"];
        let own = self.program.compile.rsplit(" -- ").next().unwrap_or_default();
        let mut words = own.split_whitespace();
        let mut flags = Vec::new();
        while let Some(word) = words.next() {
            if WITH_VALUE.contains(&word) {
                words.next();
            } else if word.starts_with('-') && !word.starts_with("-I") && !SILENT.contains(&word) {
                flags.push(word);
            }
        }
        flags.join(" ")
    }

    /// The compiler without its version, as trackers have a field for that.
    pub fn compiler_name(&self) -> &str {
        family(&self.example.compiler)
    }

    /// The machine that the compiler is for, as it says itself.
    pub fn target(&self) -> Option<&str> {
        self.triage()?.version_text.lines().find_map(|line| line.strip_prefix("Target: ")).map(str::trim)
    }

    /// The versions of the same compiler, by their first number, that have it and came after one that has not.
    pub fn regression(&self) -> Option<Vec<u32>> {
        let own = major(self.number()?)?;
        let versions: Vec<(u32, Outcome)> =
            self.versions().iter().filter_map(|(text, outcome)| Some((major(text)?, *outcome))).collect();
        let right = versions
            .iter()
            .filter(|(n, outcome)| *outcome == Outcome::Works && *n < own)
            .map(|(n, _)| *n)
            .max()?;
        let mut wrong: Vec<u32> = versions
            .iter()
            .filter(|(n, outcome)| *outcome == Outcome::Fails && *n > right)
            .map(|(n, _)| *n)
            .chain([own])
            .collect();
        wrong.sort_unstable();
        wrong.dedup();
        Some(wrong)
    }

    /// The compiler's own version, as in `12.2.0`.
    pub fn number(&self) -> Option<&str> {
        number(&self.example.version)
    }

    /// The versions of the same compiler that fail or work, in order.
    pub fn known_to(&self, outcome: Outcome) -> Vec<String> {
        let own = self.number().filter(|_| outcome == Outcome::Fails).map(str::to_owned);
        let tried = self.versions().into_iter().filter(|(_, of)| *of == outcome).map(|(tried, _)| tried);
        let mut all: Vec<String> = own.into_iter().chain(tried).collect();
        let parts = |text: &String| text.split('.').map(|part| part.parse::<u32>().ok()).collect::<Vec<_>>();
        all.sort_by_key(parts);
        all.dedup();
        all
    }

    /// Whether no newer version of the compiler was there to be tried.
    pub fn is_newest(&self) -> bool {
        let Some(own) = self.number().and_then(major) else { return true };
        self.versions().iter().filter_map(|(text, _)| major(text)).all(|other| other <= own)
    }

    /// The other versions of the same compiler that were tried.
    pub fn versions(&self) -> Vec<(String, Outcome)> {
        let own = family(&self.example.compiler);
        let tried = self.triage().map_or(&[][..], |triage| &triage.versions);
        let same = |label: &str| family(label.split(' ').next().unwrap_or(label)) == own;
        tried
            .iter()
            .filter(|one| same(&one.label))
            .filter_map(|one| Some((number(&one.version)?.to_owned(), one.outcome)))
            .collect()
    }

    /// How it was found, in a sentence.
    pub fn origin(&self) -> String {
        let example = &self.example;
        format!("Found by {}, test {} of its campaign.", example.origin, example.test)
    }
}

/// `gcc-12` and `gcc-trunk` are both `gcc`.
fn family(compiler: &str) -> &str {
    let name = ["-trunk", "-snapshot", "-git"].iter().find_map(|suffix| compiler.strip_suffix(suffix));
    without_version(name.unwrap_or(compiler))
}

/// The number in a version's text, as in `gcc (Debian 12.2.0-14) 12.2.0`.
fn number(version: &str) -> Option<&str> {
    let is_version = |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    version.split([' ', '(', ')', '-', '+']).rfind(is_version)
}

fn major(number: &str) -> Option<u32> {
    number.split('.').next()?.parse().ok()
}

fn with_versions(triage: &Triage, outcome: Outcome) -> Vec<String> {
    let rows = triage.versions.iter().filter(|tried| tried.outcome == outcome);
    rows.map(|tried| match tried.version.is_empty() {
        true => tried.label.clone(),
        false => format!("{} ({})", tried.label, tried.version),
    })
    .collect()
}

fn distinct(mut labels: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    labels.retain(|label| seen.insert(label.clone()));
    labels
}

/// Lines of an output that are shown: the last ones, where the checksum is.
const LINES: usize = 12;

fn ending(text: &str) -> String {
    match text.trim() {
        "" => return "it ends with exit code 0".to_owned(),
        "(SIGABRT)" => return "it aborts (SIGABRT)".to_owned(),
        _ => {}
    }
    let lines: Vec<&str> = text.lines().collect();
    let hidden = lines.len().saturating_sub(LINES);
    let mut shown = if hidden > 0 { format!("({hidden} lines)\n") } else { String::new() };
    shown.push_str(&lines[hidden..].join("\n"));
    shown
}

#[cfg(test)]
mod tests {
    use super::{family, major, number};

    #[test]
    fn versions_of_a_compiler_are_one_family() {
        let rows = [
            ("gcc-12", "gcc"),
            ("gcc-trunk", "gcc"),
            ("clang", "clang"),
            ("aarch64-linux-gnu-gcc-13", "aarch64-linux-gnu-gcc"),
        ];
        rows.iter().for_each(|(name, wanted)| assert_eq!(family(name), *wanted));
    }

    #[test]
    fn versions_have_a_number() {
        let rows = [
            ("gcc (Debian 12.2.0-14+deb12u1) 12.2.0", Some(12)),
            ("Debian clang version 14.0.6", Some(14)),
            (
                "gcc (Debian 20261020-1) 17.0.0 20261020 (experimental) [trunk r17-5409-g5a4f77eb6af]",
                Some(17),
            ),
            ("a compiler", None),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(number(text).and_then(major), *wanted, "{text}"));
    }
}
