//! A test with a program of ours: its output is known, so each configuration is judged by itself, and all of them
//! together judge us.

use emit::{Layout, Options};
use generate::{Feature, GrowError, Grown, Request, Settings};
use harness::oracle::{Judgement, judge};
use harness::{Expected, Source, Verdict};
use ir::{Program, Target};

use crate::draw::configuration::Configuration;
use crate::draw::learn::{self, Arm, Odds};
use crate::draw::recipe::Writing;
use crate::draw::recipe::{Particulars, Recipe, header};
use crate::finding::folder;
use crate::finding::naming;
use crate::finding::{File, Found, Kind};
use crate::plan::{Oracle, Origin, Plan, Regressions, drawn_profile};
use crate::testing::first_wrong_variable;
use crate::testing::probes::features;
use crate::testing::report::Outcome;
use crate::testing::test_run::{ConfigResult, FindingDraft, TestRun, ballots};

/// A program that is ready to be compiled, and what is known of it.
struct Subject<'a> {
    program: Program,
    /// The scalars that its check calls by number.
    checked: Vec<String>,
    expected: Expected,
    sources: Vec<Source>,
    origin: String,
    made_by: String,
    recipe: &'a Recipe,
    arms: Vec<Arm>,
    /// Flags that come with the program.
    flags: Vec<String>,
}

pub(crate) fn test(
    run: &mut TestRun,
    profiles: &[(Recipe, u32)],
    writing: Writing,
) -> Result<Outcome, harness::Error> {
    let choice = features::choose(&run.selection.first(), run.seed);
    let subject = match subject(run, profiles, writing) {
        Ok(subject) => subject,
        Err(outcome) => return Ok(outcome),
    };
    run.selection.add_flags(&subject.flags);
    let mut results = run.try_all(&subject.sources, Some(&subject.expected), choice)?;
    if subject.recipe.profile.may_be_refused() {
        results.retain(|result| !matches!(result.trial.verdict, Verdict::CompilerReject { .. }));
    }
    if run.plan.regressions == Regressions::Only {
        results = new_in_last(run.plan, results);
    }
    if results.is_empty() {
        return Ok(Outcome::Clean);
    }
    let found = judged(run, &subject, &results)?;
    run.learn(&subject.arms, &subject.sources, &results)?;
    Ok(if found.is_empty() { Outcome::Clean } else { Outcome::Found(found) })
}

/// The error is what the test comes to instead.
fn subject<'a>(
    run: &TestRun,
    profiles: &'a [(Recipe, u32)],
    writing: Writing,
) -> Result<Subject<'a>, Outcome> {
    let seed = run.seed;
    let Some(recipe) = drawn_profile(profiles, seed, run.odds) else {
        return Err(Outcome::Skipped { why: "the campaign has no profile".to_owned() });
    };
    let target = run.target();
    let draws = Draws { recipe, writing, seed, odds: run.odds };
    let grown = grow(&run.selection.first(), target, draws).map_err(ungrown)?;
    let arms = arms(run.plan, &run.selection.first(), draws, &grown);
    let Grown { program, expected, lowering, apart, checked, policy, notes, told, from, flags, .. } = grown;
    let drawn = if apart { Layout::Split } else { Layout::Single };
    let layout = writing.layout.unwrap_or(drawn);
    let writing = Writing { layout: Some(layout), ..writing };
    let version = env!("CARGO_PKG_VERSION");
    let machine = if *target == Target::LP64 { String::new() } else { format!(" for {}", target.name) };
    let generation = run.odds.generation;
    let learned = if generation == 0 { String::new() } else { format!(", odds of generation {generation}") };
    let origin = format!(
        "assay {version}, profile {}, seed {seed}{writing}{machine}{learned}{told}",
        recipe.profile.name()
    );
    let left_out = left_out(&run.selection.first(), seed);
    let particulars = Particulars {
        seed,
        std: writing.std,
        layout,
        target,
        from: &from,
        without: &left_out,
        has_learned: generation > 0 && recipe.settings.swarm,
    };
    let made_by = recipe.command(&policy, &particulars);
    let options = Options {
        std: writing.std,
        layout,
        lowering,
        header_comment: Some(header(seed, &made_by, recipe.settings.comments)),
        notes,
        ..Options::default()
    };
    let output = emit::print(&program, &options).map_err(|error| Outcome::Internal {
        words: format!("a grown program cannot be printed: {error}"),
        files: Vec::new(),
    })?;
    let sources: Vec<Source> =
        output.files.into_iter().map(|file| Source { name: file.name, text: file.text }).collect();
    let expected = Expected { stdout: compared(run.plan, &program, expected), code: 0 };
    Ok(Subject { program, checked, expected, sources, origin, made_by, recipe, arms, flags })
}

/// What is compared of a program that prints this.
fn compared(plan: &Plan, program: &Program, mut stdout: Vec<u8>) -> Vec<u8> {
    match plan.oracle {
        Oracle::Output => {}
        Oracle::Volatile => {
            stdout.extend(machine::on_deep_stack(|| reduce::accesses::told(program)).into_bytes())
        }
    }
    stdout
}

/// What a program is drawn by.
#[derive(Clone, Copy)]
struct Draws<'a> {
    recipe: &'a Recipe,
    writing: Writing,
    seed: u64,
    odds: &'a Odds,
}

fn grow(
    configurations: &[&Configuration],
    target: &Target,
    Draws { recipe, writing, seed, odds }: Draws,
) -> Result<Grown, GrowError> {
    let Settings { swarm, check, .. } = recipe.settings;
    let mut policy = recipe.settings.policy.clone();
    left_out(configurations, seed).iter().for_each(|feature| feature.turn_off(&mut policy));
    Feature::missing_in(writing.std).for_each(|feature| feature.turn_off(&mut policy));
    if swarm {
        policy.learned = odds.rows.clone();
    }
    recipe.profile.grow(&Request { seed, target: target.clone(), policy, swarm, check })
}

/// What the program of a test does without, for compilers that lack it.
fn left_out(configurations: &[&Configuration], seed: u64) -> Vec<&'static Feature> {
    features::choose(configurations, seed).left_out(configurations)
}

/// What a test has drawn.
fn arms(plan: &Plan, configurations: &[&Configuration], draws: Draws, grown: &Grown) -> Vec<Arm> {
    let has_profiles = matches!(&plan.origin, Origin::Grown { profiles, .. } if profiles.len() > 1);
    let profile = has_profiles.then(|| Arm::new(learn::PROFILE, draws.recipe.profile.name()));
    let flags = configurations.iter().flat_map(|one| one.arms(draws.seed, draws.odds));
    let mut all: Vec<Arm> = profile.into_iter().chain(flags).collect();
    // Where several configurations are asked, each has drawn for itself.
    all.sort();
    all.dedup();
    all.extend(grown.drawn.iter().cloned().map(Arm::from));
    all
}

/// A program that was grown again.
pub(crate) struct Again {
    pub program: Program,
    pub expected: Vec<u8>,
    pub arms: Vec<Arm>,
}

/// The program of a test again; `None` for programs of others, and if it does not grow any more.
pub(crate) fn again(plan: &Plan, seed: u64, odds: &Odds) -> Option<Again> {
    let Origin::Grown { profiles, writing } = &plan.origin else { return None };
    let selection = plan.selection(seed, odds);
    let configurations = selection.first();
    let target = configurations.first()?.target;
    let draws = Draws { recipe: drawn_profile(profiles, seed, odds)?, writing: *writing, seed, odds };
    let grown = machine::on_deep_stack(|| grow(&configurations, target, draws)).ok()?;
    let arms = arms(plan, &configurations, draws, &grown);
    Some(Again { program: grown.program, expected: grown.expected, arms })
}

fn ungrown(error: GrowError) -> Outcome {
    let words = error.to_string();
    match error {
        GrowError::GaveUp(..) | GrowError::TooLong { .. } | GrowError::TooShort { .. } => {
            Outcome::Skipped { why: words }
        }
        GrowError::Cold { program, .. }
        | GrowError::Values { program, .. }
        | GrowError::Unstable { program } => {
            let text = emit::print(&program, &Options::default()).map(|output| output.text());
            let files = text.map(|text| File::new("test.c", text)).into_iter().collect();
            Outcome::Internal { words, files }
        }
    }
}

/// Findings, grouped: one for each compiler and cause.
fn judged(
    run: &mut TestRun,
    subject: &Subject,
    results: &[ConfigResult],
) -> Result<Vec<Found>, harness::Error> {
    let (places, ballots) = ballots(results);
    let suspect: Vec<usize> = match judge(&subject.expected, &ballots) {
        Judgement::OracleSuspect { agreeing, families: _ } => agreeing.iter().map(|&at| places[at]).collect(),
        Judgement::AllRight | Judgement::Wrong { .. } => all_rejected(results),
    };
    let mut found = Vec::new();
    if !suspect.is_empty() {
        let wrong = suspect.iter().map(|&at| &results[at]).collect();
        found.extend(one(run, subject, results, Kind::OracleSuspect, "assay", wrong)?);
    }
    let guilty = results.iter().enumerate().filter(|(at, _)| !suspect.contains(at)).map(|(_, result)| result);
    for (kind, group) in groups(guilty) {
        let compiler = group[0].by.toolchain.name.clone();
        found.extend(one(run, subject, results, kind, &compiler, group)?);
    }
    Ok(with_distinct_ids(found))
}

/// Of a new compiler and an old one only what is wrong in the new and right in the old; else nothing.
fn new_in_last(plan: &Plan, results: Vec<ConfigResult>) -> Vec<ConfigResult> {
    let (Some(old), Some(new)) = (plan.configurations.first(), plan.configurations.last()) else {
        return results;
    };
    let of = |label: &str| results.iter().find(|result| result.by.configuration == label);
    let is_right = of(&old.label).is_some_and(|result| result.trial.verdict.is_ok());
    let is_wrong = of(&new.label).is_some_and(|result| !result.trial.verdict.is_ok());
    if is_right && is_wrong { results } else { Vec::new() }
}

/// When nobody takes a program, the program is to blame.
fn all_rejected(results: &[ConfigResult]) -> Vec<usize> {
    let rejected = |result: &ConfigResult| matches!(result.trial.verdict, Verdict::CompilerReject { .. });
    if results.len() > 1 && results.iter().all(rejected) { (0..results.len()).collect() } else { Vec::new() }
}

/// Bad results by compiler, kind and cause, in the order of the configurations.
pub(crate) fn groups<'c>(
    results: impl Iterator<Item = &'c ConfigResult>,
) -> Vec<(Kind, Vec<&'c ConfigResult>)> {
    let mut groups: Vec<(Kind, Vec<&ConfigResult>)> = Vec::new();
    for result in results {
        let Some(kind) = naming::kind_of(&result.trial.verdict) else { continue };
        let same = |group: &&mut (Kind, Vec<&ConfigResult>)| {
            group.0 == kind
                && group.1[0].by.toolchain.name == result.by.toolchain.name
                && naming::cause_of(&group.1[0].trial.verdict) == naming::cause_of(&result.trial.verdict)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.1.push(result),
            None => groups.push((kind, vec![result])),
        }
    }
    groups
}

fn one(
    run: &mut TestRun,
    subject: &Subject,
    results: &[ConfigResult],
    kind: Kind,
    compiler: &str,
    wrong: Vec<&ConfigResult>,
) -> Result<Option<Found>, harness::Error> {
    let first = wrong[0];
    let told = match first.trial.verdict {
        Verdict::WrongResult(_) => first_wrong_variable::ask(
            &run.plan.setup,
            &first.by.toolchain,
            &first.trial,
            (&subject.program, &subject.checked),
        )?,
        Verdict::Ok
        | Verdict::CompilerCrash { .. }
        | Verdict::CompilerHang { .. }
        | Verdict::CompilerReject { .. }
        | Verdict::BadOutput { .. }
        | Verdict::ProgramCrash { .. }
        | Verdict::ProgramHang { .. } => None,
    };
    let (first, mut files) = told.map_or((None, Vec::new()), |told| (told.first, told.files));
    files.push(File::new("expected.txt", subject.expected.stdout.clone()));
    files.extend(in_c(subject));
    files.extend(subject.recipe.policy_file.as_ref().map(|text| File::new(folder::POLICY, text.as_bytes())));
    let draft = FindingDraft {
        kind,
        compiler: compiler.to_owned(),
        wrong,
        right: results.iter().filter(|result| result.trial.verdict.is_ok()).collect(),
        variable: first,
        validated_by: Vec::new(),
        origin: subject.origin.clone(),
        made_by: Some(subject.made_by.clone()),
        profile: subject.recipe.profile.name().to_owned(),
    };
    Ok(run.found(draft, &subject.sources, files))
}

/// The program as it can be read back, for those who reduce it later.
fn in_c(subject: &Subject) -> Option<File> {
    let is_readable = matches!(subject.sources.as_slice(), [only] if only.name.ends_with(".c"));
    if is_readable {
        return None;
    }
    let text = emit::print(&subject.program, &Options::default()).ok()?.text();
    Some(File::new(folder::IN_C, text))
}

/// Two bugs of one compiler in one test are told apart by a number.
pub(crate) fn with_distinct_ids(mut found: Vec<Found>) -> Vec<Found> {
    for at in 1..found.len() {
        let before =
            found[..at].iter().filter(|one| one.finding.compiler == found[at].finding.compiler).count();
        if before > 0 {
            found[at].finding.id.push_str(&format!("-{}", before + 1));
        }
    }
    found
}
