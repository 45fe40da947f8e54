//! A test that is being run: it compiles, runs, repeats what looks like a bug, and keeps the account. Where its program comes from is
//! for [`super::grown`] and [`super::foreign`].

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use harness::oracle::Ballot;
use harness::{Expected, Setup, Source, Stability, Toolchain, Trial, Verdict, confirm, excerpt};
use ir::Target;

use crate::draw::configuration::Configuration;
use crate::draw::learn::{self, Arm, Learning, Odds};
use crate::draw::seed;
use crate::draw::selection::{Selected, Selection};
use crate::finding::folder;
use crate::finding::naming;
use crate::finding::title;
use crate::finding::{Case, File, Finding, Found, Kind, WrongVariable};
use crate::host::Host;
use crate::plan::{Mode, Plan};
use crate::testing::probes::features::Choice;
use crate::testing::report::{Incident, IncidentKind, Outcome, Report};
use crate::testing::surroundings::is_lasting;
use crate::usage::Usage;

/// What one configuration made of the program, every time it was asked.
pub(crate) struct ConfigResult {
    pub by: TestedConfig,
    pub trial: Trial,
}

/// A configuration as one test asks it.
#[derive(Clone)]
pub(crate) struct TestedConfig {
    pub label: String,
    /// What it is called without the flags that were drawn.
    pub configuration: String,
    pub toolchain: Toolchain,
    pub flags: Vec<String>,
    /// Those of the flags that were drawn.
    pub drawn: Vec<String>,
}

impl TestedConfig {
    fn new(entry: &Selected, seed: u64) -> TestedConfig {
        TestedConfig {
            label: entry.label(),
            configuration: entry.configuration.label.clone(),
            toolchain: entry.configuration.toolchain_for(seed),
            flags: entry.flags(),
            drawn: entry.drawn.clone(),
        }
    }
}

/// How often a verdict must come before it counts. Hangs are expensive, and rarely a matter of chance.
const REPETITIONS: usize = 3;
const HANG_REPETITIONS: usize = 2;

/// What the clocks of processes cannot tell apart.
const LEAST_QUESTION: Duration = Duration::from_millis(200);

/// What a test is drawn by, and what may be spent on learning from it.
pub(crate) struct Lesson {
    pub odds: Arc<Odds>,
    /// CPU time for a question to the compiler.
    pub budget: Duration,
}

pub(crate) struct TestRun<'a> {
    started: Instant,
    pub plan: &'a Plan,
    /// Those that this test is for.
    pub selection: Selection<'a>,
    pub index: u64,
    pub seed: u64,
    pub odds: &'a Odds,
    budget: Duration,
    /// What was first said against a program that nobody took.
    pub rejected: Option<String>,
    pub incidents: Vec<Incident>,
    pub asked: usize,
    pub usage: Usage,
    learned: Option<learn::Trial>,
}

/// What a finding is made from, beside the run.
pub(crate) struct FindingDraft<'c> {
    pub kind: Kind,
    pub compiler: String,
    pub wrong: Vec<&'c ConfigResult>,
    pub right: Vec<&'c ConfigResult>,
    pub variable: Option<WrongVariable>,
    pub validated_by: Vec<String>,
    pub origin: String,
    pub made_by: Option<String>,
    pub profile: String,
}

/// A question to a compiler takes as long as the test did, or a little longer; no more than twice as long.
const QUESTION: u32 = 2;

impl<'a> TestRun<'a> {
    /// Test number `index`.
    pub fn begin(plan: &'a Plan, index: u64, lesson: &'a Lesson) -> TestRun<'a> {
        let seed = seed::of_test(plan.seed, index);
        let Lesson { odds, budget } = lesson;
        TestRun {
            started: Instant::now(),
            plan,
            selection: plan.selection(seed, odds),
            index,
            seed,
            odds,
            budget: *budget,
            rejected: None,
            incidents: Vec::new(),
            asked: 0,
            usage: Usage::default(),
            learned: None,
        }
    }

    pub fn report(self, outcome: Outcome) -> Report {
        let TestRun { index, seed, rejected, incidents, asked, usage, learned, .. } = self;
        let (wall, generation) = (self.started.elapsed(), self.odds.generation);
        let foreign = 0;
        Report { index, seed, outcome, rejected, incidents, asked, usage, wall, generation, learned, foreign }
    }

    /// Keeps what there is to learn from a program. The compiler is asked what it did to it, if there is time for that.
    pub fn learn(
        &mut self,
        arms: &[Arm],
        sources: &[Source],
        results: &[ConfigResult],
    ) -> Result<(), harness::Error> {
        if self.plan.learning == Learning::Off {
            return Ok(());
        }
        let bytes = sources.iter().map(|source| source.text.len() as u64).sum();
        let mut trial =
            learn::Trial { arms: arms.to_vec(), heeds: self.odds.generation > 0, bytes, told: None };
        if let Some(result) = results.first().filter(|result| result.trial.verdict.is_ok()) {
            let most = (result.trial.compiled.cost.cpu * QUESTION).max(LEAST_QUESTION);
            if most <= self.budget {
                trial.told = self.told(result, sources, most)?;
            }
        }
        self.learned = Some(trial);
        Ok(())
    }

    /// What a compiler says that it did. No answer is no trouble.
    fn told(
        &mut self,
        result: &ConfigResult,
        sources: &[Source],
        most: Duration,
    ) -> Result<Option<BTreeSet<String>>, harness::Error> {
        let compile = self.plan.setup.compile.clone().with_time(most);
        let setup = Setup { compile, ..self.plan.setup.clone() };
        let by = &result.by;
        match setup.told(&by.toolchain, &by.flags, sources) {
            Ok(Some(told)) => {
                self.usage.learning += told.cost.cpu;
                let family = by.toolchain.family;
                Ok(Some(told.fired.keys().map(|one| format!("{family:?} {one}")).collect()))
            }
            Ok(None) => Ok(None),
            Err(harness::Error::Environment(cause)) if !is_lasting(&cause) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The machine that this test is for.
    pub fn target(&self) -> &'static Target {
        self.selection.first.first().map_or(&Target::LP64, |one| one.configuration.target)
    }

    /// Gives a program to the configurations that it is for, and to others if one of those fails on it.
    pub fn try_all(
        &mut self,
        sources: &[Source],
        expected: Option<&Expected>,
        choice: Choice,
    ) -> Result<Vec<ConfigResult>, harness::Error> {
        let Selection { first, levels, witnesses } = self.selection.clone();
        let having: Vec<&Configuration> = first.iter().map(|entry| entry.configuration).collect();
        let suits = |entry: &Selected| choice.suits(entry.configuration, &having);
        let mut results = Vec::new();
        for entry in first.iter().filter(|entry| suits(entry)) {
            results.extend(self.result(entry, sources, expected)?);
        }
        let wrong = results.iter().find_map(|result| naming::kind_of(&result.trial.verdict));
        for entry in witnesses.iter().chain(&levels).filter(|entry| suits(entry)) {
            let is_settled = match wrong {
                None => true,
                // Whatever a compiler says against a program: that somebody else takes it is enough.
                Some(kind) => {
                    !kind.is_wrong_code() && results.iter().any(|result| result.trial.verdict.is_ok())
                }
            };
            if is_settled {
                break;
            }
            results.extend(self.result(entry, sources, expected)?);
        }
        self.rejected = rejected_by_all(&results);
        Ok(results)
    }

    /// What one configuration makes of the program. A bad verdict is repeated, and there is none when it does not come again,
    /// nor where our surroundings fail.
    fn result(
        &mut self,
        entry: &Selected,
        sources: &[Source],
        expected: Option<&Expected>,
    ) -> Result<Option<ConfigResult>, harness::Error> {
        self.asked += 1;
        self.usage.add_program(&entry.configuration.label);
        let by = TestedConfig::new(entry, self.seed);
        match self.try_one(&by, sources, expected) {
            Ok(Some(Trial { verdict: Verdict::CompilerReject { first_error }, .. }))
                if !entry.drawn.is_empty() =>
            {
                self.incident(IncidentKind::Flags, &by.label, first_error);
                self.asked -= 1;
                self.result(&Selected::plain(entry.configuration), sources, expected)
            }
            Ok(trial) => Ok(trial.map(|trial| ConfigResult { by, trial })),
            Err(harness::Error::Environment(cause)) if !is_lasting(&cause) => {
                self.incident(IncidentKind::Environment, &by.label, cause.to_string());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn try_one(
        &mut self,
        by: &TestedConfig,
        sources: &[Source],
        expected: Option<&Expected>,
    ) -> Result<Option<Trial>, harness::Error> {
        let first = self.once(by, sources, expected)?;
        // Without an expected output, what a program did is for the vote: only who is outvoted is asked again.
        let for_vote = expected.is_none() && first.executed.is_some();
        let refuses_flags = !by.drawn.is_empty() && matches!(first.verdict, Verdict::CompilerReject { .. });
        if first.verdict.is_ok() || for_vote || refuses_flags {
            return Ok(Some(first));
        }
        self.repeat(&by.label, first, |run| run.once(by, sources, expected))
    }

    /// Repeats a result; `None` when it is not the same every time.
    fn repeat(
        &mut self,
        label: &str,
        first: Trial,
        mut again: impl FnMut(&mut Self) -> Result<Trial, harness::Error>,
    ) -> Result<Option<Trial>, harness::Error> {
        let times = repetitions(&first.verdict);
        let same = |a: &Trial, b: &Trial| a.verdict.same_kind(&b.verdict) && same_output(a, b);
        let mut first = Some(first);
        let stability = confirm(times, same, || first.take().map_or_else(|| again(self), Ok))?;
        match stability {
            Stability::Stable(trial) => Ok(Some(trial)),
            Stability::Flaky(trials) => {
                let words: Vec<String> = trials.iter().map(|trial| trial.verdict.to_string()).collect();
                self.flaky(label, words.join(", then "));
                Ok(None)
            }
        }
    }

    /// Repeats what one configuration of a vote did; false when it does something else now.
    pub fn is_stable(&mut self, result: &ConfigResult, sources: &[Source]) -> Result<bool, harness::Error> {
        for _ in 1..repetitions(&result.trial.verdict) {
            let again = self.once(&result.by, sources, None)?;
            if !again.verdict.same_kind(&result.trial.verdict) || !same_output(&again, &result.trial) {
                self.flaky(
                    &result.by.label,
                    "its program prints something else when it is run again".to_owned(),
                );
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn flaky(&mut self, label: &str, words: String) {
        self.incident(IncidentKind::Flaky, label, words);
    }

    fn incident(&mut self, kind: IncidentKind, label: &str, words: String) {
        self.incidents.push(Incident { kind, label: label.to_owned(), words });
    }

    fn once(
        &mut self,
        by: &TestedConfig,
        sources: &[Source],
        expected: Option<&Expected>,
    ) -> Result<Trial, harness::Error> {
        let setup = &self.plan.setup;
        self.usage.add_compilation(&by.configuration);
        let trial = match self.plan.mode {
            Mode::WrongCode => setup.test(&by.toolchain, &by.flags, sources, expected)?,
            Mode::Crash => setup.test_objects(&by.toolchain, &by.flags, sources)?,
        };
        self.usage.add_trial(&by.toolchain.name, &trial);
        Ok(trial)
    }

    /// A finding and its files, from what was observed.
    pub fn found(&self, draft: FindingDraft, sources: &[Source], mut files: Vec<File>) -> Option<Found> {
        let first = *draft.wrong.first()?;
        let settings: Vec<String> = draft.wrong.iter().map(|result| setting(result)).collect();
        let cause = naming::cause_of(&first.trial.verdict);
        let class = naming::of_verdict(draft.kind, &draft.compiler, settings, cause.clone()).to_string();
        let mut finding = Finding {
            id: format!("{}-{}", self.index, file_name(&draft.compiler)),
            kind: draft.kind,
            test: self.index,
            seed: self.seed,
            bucket: class.clone(),
            class,
            cause,
            sources: sources.iter().map(|source| source.name.clone()).collect(),
            triage: None,
            reduced: None,
            title: title(&draft, first),
            version: first.by.toolchain.fingerprint.version.clone(),
            wrong: draft.wrong.iter().map(|result| case(result)).collect(),
            right: draft.right.iter().map(|result| result.by.label.clone()).collect(),
            generation: self.odds.generation,
            profile: draft.profile,
            origin: draft.origin,
            made_by: draft.made_by,
            compiler: draft.compiler,
            variable: draft.variable,
            validated_by: draft.validated_by,
            known: None,
            host: Host::this(),
            found: now(),
        };
        finding.known = self.plan.known.note(&finding);
        files.extend(sources.iter().map(|source| File::new(&source.name, source.text.as_bytes())));
        files.extend(observed(first));
        if self.odds.generation > 0 {
            files.push(File::new(folder::ODDS, toml::to_string(self.odds).unwrap_or_default()));
        }
        Some(Found { finding, files })
    }
}

/// The first words against a program that nobody takes.
fn rejected_by_all(results: &[ConfigResult]) -> Option<String> {
    let words = |result: &ConfigResult| match &result.trial.verdict {
        Verdict::CompilerReject { first_error } => Some(format!("{}: {first_error}", result.by.label)),
        _ => None,
    };
    results.iter().map(words).collect::<Option<Vec<_>>>()?.into_iter().next()
}

/// Results of programs that ran, for the oracle. With each its place among the results.
pub(crate) fn ballots(results: &[ConfigResult]) -> (Vec<usize>, Vec<Ballot>) {
    let ran = results.iter().enumerate().filter_map(|(at, result)| {
        let executed = result.trial.executed.as_ref()?;
        Some((at, Ballot { family: result.by.toolchain.family, result: executed.result.clone() }))
    });
    ran.unzip()
}

fn repetitions(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::CompilerHang { .. } | Verdict::ProgramHang { .. } => HANG_REPETITIONS,
        Verdict::Ok
        | Verdict::WrongResult(_)
        | Verdict::CompilerCrash { .. }
        | Verdict::CompilerReject { .. }
        | Verdict::BadOutput { .. }
        | Verdict::ProgramCrash { .. } => REPETITIONS,
    }
}

/// A program that prints something else each time has read what it should not: that is a bug too, but not a stable one.
fn same_output(a: &Trial, b: &Trial) -> bool {
    let result = |trial: &Trial| trial.executed.as_ref().map(|executed| executed.result.clone());
    let hung = |trial: &Trial| matches!(trial.verdict, Verdict::ProgramHang { .. });
    (hung(a) && hung(b)) || result(a) == result(b)
}

/// What distinguishes a configuration of its compiler: the label without the compiler's name.
fn setting(result: &ConfigResult) -> String {
    let flags: Vec<&str> = result.by.label.split(' ').filter(|word| word.starts_with("-O")).collect();
    if flags.is_empty() { "its defaults".to_owned() } else { flags.join(" ") }
}

fn case(result: &ConfigResult) -> Case {
    let words: Vec<String> =
        result.by.toolchain.runner.iter().map(|word| harness::command::quote(word)).collect();
    let run = words.into_iter().chain(["./a.out".to_owned()]).collect::<Vec<_>>().join(" ");
    Case {
        label: result.by.label.clone(),
        configuration: result.by.configuration.clone(),
        flags: result.by.flags.clone(),
        drawn: result.by.drawn.clone(),
        verdict: result.trial.verdict.to_string(),
        compile: harness::command::shown_steps(&result.trial.compiled.argv, &run),
        run: result.trial.executed.is_some().then_some(run),
    }
}

fn title(draft: &FindingDraft, first: &ConfigResult) -> String {
    let labels: Vec<String> = draft.wrong.iter().map(|result| result.by.label.clone()).collect();
    title::of(&title::Seen {
        kind: draft.kind,
        compiler: &draft.compiler,
        labels: &labels,
        variable: draft.variable.as_ref(),
        words: &title::words(&first.trial.verdict.to_string(), &first.trial.compiled.stderr),
        outvoted: draft.kind == Kind::WrongResult && first.trial.verdict.is_ok(),
    })
}

/// What the first of the wrong configurations printed.
fn observed(result: &ConfigResult) -> Vec<File> {
    let mut files = Vec::new();
    if !result.trial.compiled.stderr.is_empty() {
        files.push(File::new("compiler-messages.txt", excerpt::log(result.trial.compiled.stderr.as_bytes())));
    }
    if let Some(executed) = &result.trial.executed {
        if let harness::Execution::Finished(output) = &executed.result {
            files.push(File::new("actual.txt", excerpt::log(&output.stdout)));
        }
        if !executed.stderr.is_empty() {
            files.push(File::new("actual-messages.txt", excerpt::log(&executed.stderr)));
        }
    }
    files
}

/// A compiler's name, as a part of a file's name.
fn file_name(compiler: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    compiler.chars().map(plain).collect()
}

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs()
}
