//! What kinds of bugs a campaign has found, and where: by configuration, by stage of the compiler, by what goes wrong. Made from the
//! findings alone; how it is shown is in `report`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::examination::{Outcome, Triage};
use crate::finding::{Finding, Kind};
use crate::usage::Tally;

/// A bug with what shows it best.
pub struct Seen<'a> {
    pub example: &'a Finding,
    /// The program of the example, if it is a reduced one.
    pub reduced: Option<&'a str>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Survey {
    /// How often each configuration was wrong, as in Csmith's figure 3.
    pub rates: Vec<Rate>,
    pub bugs: u64,
    pub by_stage: BTreeMap<Stage, u64>,
    pub by_fault: BTreeMap<Fault, u64>,
    /// Those that show without optimisation.
    pub unoptimised: u64,
    /// Those whose reduced program has `volatile`.
    pub volatile: u64,
}

/// One configuration: a compiler at a level.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Rate {
    pub configuration: String,
    pub version: String,
    pub programs: u64,
    pub wrong_code: u64,
    pub crashes: u64,
    pub others: u64,
}

/// A part of a compiler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Front,
    Middle,
    Back,
    /// It is there with all optional passes left out: before them, or after them.
    OutsideOfPasses,
    Unknown,
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The compiler notices that something is wrong with it.
    Assertion,
    /// It does not notice.
    Crash,
    WrongCode,
    Hang,
    Resources,
    Rejection,
    Other,
}

impl Rate {
    pub fn wrong(&self) -> u64 {
        self.wrong_code + self.crashes + self.others
    }

    /// In per cent of the programs that it was given.
    pub fn percent(&self) -> f64 {
        100.0 * self.wrong() as f64 / self.programs.max(1) as f64
    }
}

impl Rate {
    /// The cells of a table, under [`Survey::RATE_HEADS`].
    pub fn cells(&self) -> [String; 7] {
        let numbers =
            [self.programs, self.wrong_code, self.crashes, self.others].map(|number| number.to_string());
        let [programs, wrong_code, crashes, others] = numbers;
        let percent = format!("{:.3} %", self.percent());
        [self.configuration.clone(), self.version.clone(), programs, wrong_code, crashes, others, percent]
    }
}

impl Stage {
    pub fn name(self) -> &'static str {
        match self {
            Stage::Front => "front end",
            Stage::Middle => "middle end",
            Stage::Back => "back end",
            Stage::OutsideOfPasses => "before or after the passes",
            Stage::Unknown => "unknown",
        }
    }
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Fault::Assertion => "assertion",
            Fault::Crash => "crash",
            Fault::WrongCode => "wrong code",
            Fault::Hang => "hang",
            Fault::Resources => "out of resources",
            Fault::Rejection => "rejection",
            Fault::Other => "other",
        }
    }

    pub fn of(finding: &Finding) -> Fault {
        const RESOURCES: [&str; 3] = ["out of memory", "memory exhausted", "insufficient memory"];
        let cause = finding.cause.to_lowercase();
        match finding.kind {
            Kind::WrongResult | Kind::ProgramCrash | Kind::ProgramHang => Fault::WrongCode,
            Kind::CompilerCrash if RESOURCES.iter().any(|words| cause.contains(words)) => Fault::Resources,
            // `f at file.cc` is how GCC tells a check of its own.
            Kind::CompilerCrash
                if [" at ", "assertion", "unreachable"].iter().any(|words| cause.contains(words)) =>
            {
                Fault::Assertion
            }
            Kind::CompilerCrash => Fault::Crash,
            Kind::CompilerHang => Fault::Hang,
            Kind::CompilerReject => Fault::Rejection,
            Kind::BadOutput | Kind::Disagreement | Kind::OracleSuspect => Fault::Other,
        }
    }
}

/// Words of passes, files and functions, and the stage that they belong to. The first row that fits counts.
const WORDS: [(&str, Stage); 46] = [
    // What GCC calls its passes begins with their kind.
    ("rtl-", Stage::Back),
    ("tree-", Stage::Middle),
    ("ipa-", Stage::Middle),
    ("gimple pass", Stage::Middle),
    ("ipa pass", Stage::Middle),
    ("rtl pass", Stage::Back),
    // clang's own parts.
    ("clang::codegen", Stage::Front),
    ("clang::", Stage::Front),
    ("sema", Stage::Front),
    ("parse", Stage::Front),
    ("selectiondag", Stage::Back),
    ("instruction selection", Stage::Back),
    ("backend", Stage::Back),
    ("machine", Stage::Back),
    ("x86", Stage::Back),
    ("aarch64", Stage::Back),
    ("riscv", Stage::Back),
    ("codegenprepare", Stage::Back),
    ("register", Stage::Back),
    ("regalloc", Stage::Back),
    ("legaliz", Stage::Back),
    ("globalisel", Stage::Back),
    // GCC's files.
    ("c-", Stage::Front),
    ("gimplify", Stage::Front),
    ("fold-const", Stage::Front),
    ("convert.", Stage::Front),
    ("gimple", Stage::Middle),
    ("cgraph", Stage::Middle),
    ("ssa", Stage::Middle),
    ("vect", Stage::Middle),
    ("lra", Stage::Back),
    ("ira", Stage::Back),
    ("reload", Stage::Back),
    ("combine.", Stage::Back),
    ("recog", Stage::Back),
    ("emit-rtl", Stage::Back),
    ("expr.", Stage::Back),
    ("expmed", Stage::Back),
    ("cfgrtl", Stage::Back),
    ("dwarf2", Stage::Back),
    ("final.", Stage::Back),
    ("i386", Stage::Back),
    // Small compilers.
    ("tccgen", Stage::Front),
    ("tccpp", Stage::Front),
    ("-gen.c", Stage::Back),
    ("asm", Stage::Back),
];

/// Clang's passes over its own representation end like this.
const MIDDLE_PASS: &str = "pass";

impl Stage {
    /// By the culprit pass, or else by where the compiler stopped.
    pub fn of(finding: &Finding) -> Stage {
        let step = finding.triage.as_ref().and_then(|triage| triage.culprit.step.as_ref());
        if let Some(step) = step {
            return Stage::of_pass(&step.pass);
        }
        match finding.kind {
            Kind::CompilerReject => Stage::Front,
            Kind::CompilerCrash => Stage::in_words(&finding.cause),
            Kind::WrongResult
            | Kind::CompilerHang
            | Kind::BadOutput
            | Kind::ProgramCrash
            | Kind::ProgramHang
            | Kind::Disagreement
            | Kind::OracleSuspect => match finding.triage.as_ref().is_some_and(is_outside) {
                true => Stage::OutsideOfPasses,
                false => Stage::Unknown,
            },
        }
    }

    fn of_pass(pass: &str) -> Stage {
        match Stage::in_words(pass) {
            Stage::Unknown if pass.to_lowercase().ends_with(MIDDLE_PASS) => Stage::Middle,
            Stage::Unknown => Stage::Back,
            stage @ (Stage::Front | Stage::Middle | Stage::Back | Stage::OutsideOfPasses) => stage,
        }
    }

    fn in_words(text: &str) -> Stage {
        let text = text.to_lowercase();
        let row = WORDS.iter().find(|(words, _)| match words.ends_with('-') {
            true => text.starts_with(words) || text.contains(&format!(" {words}")),
            false => text.contains(words),
        });
        row.map_or(Stage::Unknown, |(_, stage)| *stage)
    }
}

/// It was looked for among the passes, and there was none.
fn is_outside(triage: &Triage) -> bool {
    triage.culprit.note.as_deref().is_some_and(|note| note.contains("all optional passes left out"))
}

impl Survey {
    pub const RATE_HEADS: [&'static str; 7] =
        ["configuration", "version", "programs", "wrong code", "crashes", "others", "wrong"];

    /// A line of a table in Markdown.
    pub fn line<T: AsRef<str>>(cells: &[T]) -> String {
        let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
        format!("| {} |\n", cells.join(" | "))
    }

    /// Bugs by stage, by what goes wrong, and by what else tells them apart.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let stages = self.by_stage.iter().map(|(stage, count)| (stage.name(), *count));
        let faults = self.by_fault.iter().map(|(fault, count)| (fault.name(), *count));
        let more = [("at -O0", self.unoptimised), ("volatile in the reduced program", self.volatile)];
        faults.chain(stages).chain(more).collect()
    }

    /// All findings, what they stand for, and how much each configuration was given.
    pub fn of(findings: &[Finding], bugs: &[Seen], given: &BTreeMap<String, Tally>) -> Survey {
        let mut survey =
            Survey { rates: rates(findings, given), bugs: bugs.len() as u64, ..Survey::default() };
        for Seen { example, reduced } in bugs {
            *survey.by_stage.entry(Stage::of(example)).or_default() += 1;
            *survey.by_fault.entry(Fault::of(example)).or_default() += 1;
            survey.unoptimised += u64::from(shows_unoptimised(example));
            survey.volatile += u64::from(reduced.is_some_and(has_volatile));
        }
        survey
    }
}

fn rates(findings: &[Finding], given: &BTreeMap<String, Tally>) -> Vec<Rate> {
    let mut rates: BTreeMap<&str, Rate> = BTreeMap::new();
    for (label, tally) in given {
        let rate = Rate { configuration: label.clone(), programs: tally.programs, ..Rate::default() };
        rates.insert(label, rate);
    }
    for finding in findings.iter().filter(|finding| finding.kind != Kind::OracleSuspect) {
        for case in &finding.wrong {
            let label = if case.configuration.is_empty() { &case.label } else { &case.configuration };
            let Some(rate) = rates.get_mut(label.as_str()) else { continue };
            rate.version.clone_from(&finding.version);
            match Fault::of(finding) {
                Fault::WrongCode => rate.wrong_code += 1,
                Fault::Assertion | Fault::Crash => rate.crashes += 1,
                Fault::Hang | Fault::Resources | Fault::Rejection | Fault::Other => rate.others += 1,
            }
        }
    }
    rates.into_values().collect()
}

const UNOPTIMISED: &str = "-O0";

fn shows_unoptimised(finding: &Finding) -> bool {
    let is_plain = |label: &str| label.split(' ').any(|word| word == UNOPTIMISED) || !label.contains("-O");
    let tried = finding.triage.iter().flat_map(|triage| &triage.levels);
    finding.wrong.iter().any(|case| is_plain(&case.label))
        || tried.into_iter().any(|level| level.outcome == Outcome::Fails && level.label == UNOPTIMISED)
}

fn has_volatile(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "volatile")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_and_signatures_belong_to_stages() {
        let rows = [
            ("tree-vrp1", Stage::Middle),
            ("rtl-combine", Stage::Back),
            ("ipa-inline", Stage::Middle),
            ("InstCombinePass", Stage::Middle),
            ("SROAPass", Stage::Middle),
            ("X86 DAG->DAG Instruction Selection", Stage::Back),
            ("Machine Copy Propagation Pass", Stage::Back),
            ("Virtual Register Rewriter", Stage::Back),
        ];
        for (pass, stage) in rows {
            assert_eq!(Stage::of_pass(pass), stage, "{pass}");
        }
        let rows = [
            ("build_int_cst at c-typeck.cc", Stage::Front),
            ("verify_ssa at tree-ssa.cc", Stage::Middle),
            ("lra_set_insn_recog_data at lra.cc", Stage::Back),
            ("Segmentation fault during GIMPLE pass: vrp", Stage::Middle),
            ("error in backend: Cannot select", Stage::Back),
            ("in clang::Sema::ActOnExpr", Stage::Front),
            ("killed by SIGSEGV", Stage::Unknown),
        ];
        for (words, stage) in rows {
            assert_eq!(Stage::in_words(words), stage, "{words}");
        }
    }

    #[test]
    fn volatile_is_a_word() {
        assert!(has_volatile("static volatile int a;") && has_volatile("int*volatile p;"));
        assert!(!has_volatile("int not_volatile;"));
    }
}
