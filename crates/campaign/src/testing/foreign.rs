//! A test with somebody else's program: there is no expected output, so the compilers vote. A program on which they
//! differ is first shown to the machine and the validators: most often it is the program that is wrong.

use harness::generator::{GeneratorError, generate};
use harness::oracle::{Vote, vote};
use harness::{Source, Template};

use crate::finding::naming;
use crate::finding::{File, Found, Kind};
use crate::testing::grown::{groups, with_distinct_ids};
use crate::testing::probes::features::Choice;
use crate::testing::report::Outcome;
use crate::testing::test_run::{ConfigResult, FindingDraft, TestRun, ballots};
use crate::testing::well_defined;
use crate::testing::well_defined::{Opinion, View};

pub(crate) fn test(run: &mut TestRun, generator: &Template) -> Result<Outcome, harness::Error> {
    let sources = match generate(&run.plan.setup, generator, generator_seed(run.seed)) {
        Ok(sources) => sources,
        Err(GeneratorError::Ours(error)) => return Err(error),
        Err(error) => return Ok(Outcome::Skipped { why: error.to_string() }),
    };
    let results = run.try_all(&sources, None, Choice::Common)?;
    let mut found = compile_failures(run, generator, &sources, &results);
    match voted(run, generator, &sources, &results)? {
        Voted::Agreed => {}
        Voted::Differ(more) => found.extend(more),
        Voted::Undefined { why } if found.is_empty() => return Ok(Outcome::Skipped { why }),
        Voted::Undefined { why: _ } => {}
    }
    Ok(match (with_distinct_ids(found), &run.rejected) {
        (found, None) if found.is_empty() => Outcome::Clean,
        (found, Some(words)) if found.is_empty() => Outcome::Rejected { words: words.clone() },
        (found, _) => Outcome::Found(found),
    })
}

/// Csmith takes seeds of 32 bits, and others may too.
pub fn generator_seed(seed: u64) -> u64 {
    seed >> 32
}

enum Voted {
    Agreed,
    Differ(Vec<Found>),
    /// The program itself is to blame.
    Undefined {
        why: String,
    },
}

/// Crashes and hangs of compilers need no vote. A rejection counts when others took the program.
fn compile_failures(
    run: &TestRun,
    generator: &Template,
    sources: &[Source],
    results: &[ConfigResult],
) -> Vec<Found> {
    let taken = results.iter().any(|result| result.trial.verdict.is_ok());
    let failed = groups(results.iter().filter(|result| result.trial.executed.is_none()));
    let counts = failed.into_iter().filter(|(kind, _)| taken || *kind != Kind::CompilerReject);
    counts
        .filter_map(|(kind, wrong)| {
            let compiler = wrong[0].by.toolchain.name.clone();
            let right = results.iter().filter(|result| result.trial.verdict.is_ok()).collect();
            let draft = draft(run, generator, kind, compiler, wrong, right);
            run.found(draft, sources, Vec::new())
        })
        .collect()
}

fn voted(
    run: &mut TestRun,
    generator: &Template,
    sources: &[Source],
    results: &[ConfigResult],
) -> Result<Voted, harness::Error> {
    let (places, ballots) = ballots(results);
    let result = |at: &usize| &results[places[*at]];
    let (kind, wrong, right): (Kind, Vec<&ConfigResult>, Vec<&ConfigResult>) = match vote(&ballots) {
        Vote::Unanimous => return Ok(Voted::Agreed),
        Vote::NoMajority { groups } if groups.len() < 2 => return Ok(Voted::Agreed),
        Vote::Majority { winners, dissenters } => {
            (Kind::WrongResult, dissenters.iter().map(result).collect(), winners.iter().map(result).collect())
        }
        Vote::NoMajority { groups } => {
            (Kind::Disagreement, groups.concat().iter().map(result).collect(), Vec::new())
        }
    };
    let mut stable = Vec::new();
    for one in wrong {
        if run.is_stable(one, sources)? {
            stable.push(one);
        }
    }
    if stable.is_empty() {
        return Ok(Voted::Agreed);
    }
    let validated_by = match clean_bill(run, sources, stable[0])? {
        Ok(validators) => validators,
        Err(why) => return Ok(Voted::Undefined { why }),
    };
    Ok(Voted::Differ(outvoted(run, generator, sources, kind, &stable, &right, &validated_by)))
}

/// Who looked at the program and found nothing; or else why it does not count.
fn clean_bill(
    run: &TestRun,
    sources: &[Source],
    result: &ConfigResult,
) -> Result<Result<Vec<String>, String>, harness::Error> {
    let validators = run.plan.validators()?;
    let opinions = well_defined::until_objection(
        &run.plan.setup,
        validators,
        &result.by.toolchain,
        run.target(),
        sources,
    )?;
    if let Some(Opinion { judge, view }) = opinions.iter().find(|opinion| opinion.view.objects()) {
        return Ok(Err(format!("{judge}: {view}")));
    }
    let clean = opinions.into_iter().filter(|opinion| opinion.view == View::Clean);
    Ok(Ok(clean.map(|opinion| opinion.judge).collect()))
}

/// One finding for each compiler that was outvoted; a disagreement is one finding altogether.
fn outvoted(
    run: &TestRun,
    generator: &Template,
    sources: &[Source],
    kind: Kind,
    wrong: &[&ConfigResult],
    right: &[&ConfigResult],
    validated_by: &[String],
) -> Vec<Found> {
    let expected: Vec<File> = right.first().into_iter().filter_map(|result| printed(result)).collect();
    let mut compilers: Vec<&str> = wrong.iter().map(|result| result.by.toolchain.name.as_str()).collect();
    compilers.dedup();
    if kind == Kind::Disagreement {
        compilers.truncate(1);
    }
    let mut found = Vec::new();
    for compiler in compilers {
        let own =
            |result: &&&ConfigResult| kind == Kind::Disagreement || result.by.toolchain.name == compiler;
        let group: Vec<&ConfigResult> = wrong.iter().filter(own).copied().collect();
        let kind =
            naming::kind_of(&group[0].trial.verdict).filter(|_| kind == Kind::WrongResult).unwrap_or(kind);
        let mut draft = draft(run, generator, kind, compiler.to_owned(), group, right.to_vec());
        draft.validated_by = validated_by.to_vec();
        found.extend(run.found(draft, sources, expected.clone()));
    }
    found
}

fn printed(result: &ConfigResult) -> Option<File> {
    match &result.trial.executed.as_ref()?.result {
        harness::Execution::Finished(output) => Some(File::new("expected.txt", output.stdout.clone())),
        harness::Execution::Crashed { .. } | harness::Execution::Hung { .. } => None,
    }
}

fn draft<'c>(
    run: &TestRun,
    generator: &Template,
    kind: Kind,
    compiler: String,
    wrong: Vec<&'c ConfigResult>,
    right: Vec<&'c ConfigResult>,
) -> FindingDraft<'c> {
    let origin = generator.to_string().replace("{seed}", &generator_seed(run.seed).to_string());
    FindingDraft {
        made_by: None,
        kind,
        compiler,
        wrong,
        right,
        variable: None,
        validated_by: Vec::new(),
        origin,
        profile: String::new(),
    }
}
