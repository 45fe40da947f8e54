//! A test with somebody else's program: there is no expected output, so the compilers vote. A program on which they
//! differ is first shown to the machine and the validators: most often it is the program that is wrong.

use harness::generator::{GeneratorError, generate};
use harness::oracle::{Vote, vote};
use harness::{Source, Template};

use crate::finding::{File, Found, Kind};
use crate::pipeline::halt::Halt;
use crate::testing::features::Choice;
use crate::testing::grown::{groups, with_distinct_ids};
use crate::testing::inspect;
use crate::testing::inspect::{Opinion, View};
use crate::testing::test::{Bench, Cast, Claim, Outcome, ballots};
use crate::triage::bucket;

pub(crate) fn test(bench: &mut Bench, generator: &Template) -> Result<Outcome, Halt> {
    let sources = match generate(&bench.plan.setup, generator, generator_seed(bench.seed)) {
        Ok(sources) => sources,
        Err(GeneratorError::Ours(error)) => return Err(error.into()),
        Err(error) => return Ok(Outcome::Skipped { why: error.to_string() }),
    };
    let casts = bench.try_all(&sources, None, Choice::Common)?;
    let mut found = compile_failures(bench, generator, &sources, &casts);
    match voted(bench, generator, &sources, &casts)? {
        Voted::Agreed => {}
        Voted::Differ(more) => found.extend(more),
        Voted::Undefined { why } if found.is_empty() => return Ok(Outcome::Skipped { why }),
        Voted::Undefined { why: _ } => {}
    }
    Ok(match (with_distinct_ids(found), &bench.rejected) {
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
fn compile_failures(bench: &Bench, generator: &Template, sources: &[Source], casts: &[Cast]) -> Vec<Found> {
    let taken = casts.iter().any(|cast| cast.trial.verdict.is_ok());
    let failed = groups(casts.iter().filter(|cast| cast.trial.executed.is_none()));
    let counts = failed.into_iter().filter(|(kind, _)| taken || *kind != Kind::CompilerReject);
    counts
        .filter_map(|(kind, wrong)| {
            let compiler = wrong[0].by.toolchain.name.clone();
            let right = casts.iter().filter(|cast| cast.trial.verdict.is_ok()).collect();
            let claim = claim(bench, generator, kind, compiler, wrong, right);
            bench.found(claim, sources, Vec::new())
        })
        .collect()
}

fn voted(bench: &mut Bench, generator: &Template, sources: &[Source], casts: &[Cast]) -> Result<Voted, Halt> {
    let (places, ballots) = ballots(casts);
    let cast = |at: &usize| &casts[places[*at]];
    let (kind, wrong, right): (Kind, Vec<&Cast>, Vec<&Cast>) = match vote(&ballots) {
        Vote::Unanimous => return Ok(Voted::Agreed),
        Vote::NoMajority { groups } if groups.len() < 2 => return Ok(Voted::Agreed),
        Vote::Majority { winners, dissenters } => {
            (Kind::WrongResult, dissenters.iter().map(cast).collect(), winners.iter().map(cast).collect())
        }
        Vote::NoMajority { groups } => {
            (Kind::Disagreement, groups.concat().iter().map(cast).collect(), Vec::new())
        }
    };
    let mut stable = Vec::new();
    for one in wrong {
        if bench.is_stable(one, sources)? {
            stable.push(one);
        }
    }
    if stable.is_empty() {
        return Ok(Voted::Agreed);
    }
    let validated_by = match clean_bill(bench, sources, stable[0])? {
        Ok(validators) => validators,
        Err(why) => return Ok(Voted::Undefined { why }),
    };
    Ok(Voted::Differ(outvoted(bench, generator, sources, kind, &stable, &right, &validated_by)))
}

/// Who looked at the program and found nothing; or else why it does not count.
fn clean_bill(bench: &Bench, sources: &[Source], cast: &Cast) -> Result<Result<Vec<String>, String>, Halt> {
    let validators = bench.plan.validators()?;
    let opinions =
        inspect::until_objection(&bench.plan.setup, validators, &cast.by.toolchain, bench.target(), sources)?;
    if let Some(Opinion { judge, view }) = opinions.iter().find(|opinion| opinion.view.objects()) {
        return Ok(Err(format!("{judge}: {view}")));
    }
    let clean = opinions.into_iter().filter(|opinion| opinion.view == View::Clean);
    Ok(Ok(clean.map(|opinion| opinion.judge).collect()))
}

/// One finding for each compiler that was outvoted; a disagreement is one finding altogether.
fn outvoted(
    bench: &Bench,
    generator: &Template,
    sources: &[Source],
    kind: Kind,
    wrong: &[&Cast],
    right: &[&Cast],
    validated_by: &[String],
) -> Vec<Found> {
    let expected: Vec<File> = right.first().into_iter().filter_map(|cast| printed(cast)).collect();
    let mut compilers: Vec<&str> = wrong.iter().map(|cast| cast.by.toolchain.name.as_str()).collect();
    compilers.dedup();
    if kind == Kind::Disagreement {
        compilers.truncate(1);
    }
    let mut found = Vec::new();
    for compiler in compilers {
        let own = |cast: &&&Cast| kind == Kind::Disagreement || cast.by.toolchain.name == compiler;
        let group: Vec<&Cast> = wrong.iter().filter(own).copied().collect();
        let kind =
            bucket::kind_of(&group[0].trial.verdict).filter(|_| kind == Kind::WrongResult).unwrap_or(kind);
        let mut claim = claim(bench, generator, kind, compiler.to_owned(), group, right.to_vec());
        claim.validated_by = validated_by.to_vec();
        found.extend(bench.found(claim, sources, expected.clone()));
    }
    found
}

fn printed(cast: &Cast) -> Option<File> {
    match &cast.trial.executed.as_ref()?.result {
        harness::Execution::Finished(output) => Some(File::new("expected.txt", output.stdout.clone())),
        harness::Execution::Crashed { .. } | harness::Execution::Hung { .. } => None,
    }
}

fn claim<'c>(
    bench: &Bench,
    generator: &Template,
    kind: Kind,
    compiler: String,
    wrong: Vec<&'c Cast>,
    right: Vec<&'c Cast>,
) -> Claim<'c> {
    let origin = generator.to_string().replace("{seed}", &generator_seed(bench.seed).to_string());
    Claim {
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
