//! A corpus as a profile: the program of a seed is a mutant of the programs that the seed draws.

use super::import::{Corpus, Status};
use generate::{Aim, Choice, GrowError, Grown, Policy, Profile, Request, Stream, find_profile};
use mutate::{GaveUp, Mutant, Seed};
use std::path::PathBuf;

/// What `[profiles]` calls it.
pub const NAME: &str = "corpus";

/// The mutants of a corpus.
#[derive(Debug)]
pub struct Mutants {
    seeds: Vec<Program>,
    /// Those that most mutants are of.
    focus: Vec<usize>,
}

#[derive(Debug)]
struct Program {
    file: PathBuf,
    text: PathBuf,
    steps: u64,
    flags: Vec<String>,
}

/// Share of the mutants that are of the programs in focus, in per cent.
const FOCUS: u32 = 80;

/// The sub-seeds by which programs are drawn; those of mutants are below.
const DRAWS: u32 = 1 << 20;

/// How many draws of programs are tried for one test.
const TRIES: u32 = 8;

/// Programs that may be joined with the first.
const MOST_OTHERS: u32 = 2;

impl Mutants {
    /// `None` if nothing of the corpus can be mutated. Of the files in focus, those count that are seeds.
    pub fn of(corpus: &Corpus, focus: &[PathBuf]) -> Option<Mutants> {
        let seeds: Vec<Program> = corpus
            .entries
            .iter()
            .filter_map(|entry| match &entry.status {
                Status::Seed { text, steps, flags } => Some(Program {
                    file: entry.file.clone(),
                    text: text.clone(),
                    steps: *steps,
                    flags: flags.clone(),
                }),
                Status::Refused { .. } => None,
            })
            .collect();
        let focus = (0..seeds.len()).filter(|at| focus.contains(&seeds[*at].file)).collect();
        (!seeds.is_empty()).then_some(Mutants { seeds, focus })
    }

    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// How many of the programs in focus are seeds.
    pub fn in_focus(&self) -> usize {
        self.focus.len()
    }

    /// The programs of one mutant.
    fn drawn(&self, seed: u64, attempt: u32) -> Vec<usize> {
        let mut ch = Choice::new(seed, Stream::Mutation, DRAWS + attempt);
        let in_focus = !self.focus.is_empty() && ch.chance("in-focus", FOCUS);
        let first = if in_focus {
            self.focus[ch.below("focused", self.focus.len())]
        } else {
            ch.below("first-program", self.seeds.len())
        };
        let others = ch.between("other-programs", 0, MOST_OTHERS);
        let mut all = vec![first];
        all.extend((0..others).map(|_| ch.below("other-program", self.seeds.len())));
        all
    }

    fn load(&self, at: usize, request: &Request) -> Option<Seed> {
        let program = &self.seeds[at];
        let text = std::fs::read_to_string(&program.text).ok()?;
        let seed = mutate::seed_of(&text, &request.target).ok()?;
        Some(Seed { steps: program.steps, ..seed })
    }

    /// What was done, and to what.
    fn told(&self, drawn: &[usize], mutant: &Mutant) -> String {
        let files: Vec<String> = drawn.iter().map(|at| self.seeds[*at].file.display().to_string()).collect();
        format!(", from {}, mutations: {}", files.join(" and "), mutant.trail)
    }
}

impl Profile for Mutants {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "mutants of the programs of --corpus"
    }

    fn policy(&self, aim: Aim) -> Policy {
        find_profile("default").map_or_else(|_| Policy::default(), |profile| profile.policy(aim))
    }

    fn is_swarmed(&self) -> bool {
        true
    }

    fn may_be_refused(&self) -> bool {
        true
    }

    fn grow(&self, request: &Request) -> Result<Grown, GrowError> {
        let mut last = "no program could be read".to_owned();
        for attempt in 0..TRIES {
            let drawn = self.drawn(request.seed, attempt);
            let seeds: Option<Vec<Seed>> = drawn.iter().map(|at| self.load(*at, request)).collect();
            let Some(seeds) = seeds else { continue };
            let wish = mutate::Request {
                seed: request.seed,
                policy: &request.policy,
                seeds: &seeds,
                swarm: request.swarm,
                only: None,
            };
            match mutate::mutate(&wish) {
                Ok(mutant) => {
                    let told = self.told(&drawn, &mutant);
                    let from = drawn.iter().map(|at| self.seeds[*at].file.clone()).collect();
                    let flags = drawn.iter().flat_map(|at| self.seeds[*at].flags.clone()).collect();
                    return Ok(Grown { told, from, flags, ..grown(mutant, request.seed) });
                }
                Err(GaveUp::Ended { what, program }) => return Err(GrowError::Values { what, program }),
                Err(why @ (GaveUp::Nothing(_) | GaveUp::Inexact | GaveUp::NoSeed)) => last = why.to_string(),
            }
        }
        Err(GrowError::GaveUp(TRIES, last))
    }
}

/// Share of the mutants whose data are in another file, in per cent.
const APART: u32 = 10;

fn grown(mutant: Mutant, seed: u64) -> Grown {
    let apart = Choice::new(seed, Stream::Mutation, DRAWS + TRIES).chance("data-apart", APART);
    let statements = mutant.program.stmts.len();
    Grown {
        program: mutant.program,
        expected: mutant.expected,
        policy: mutant.policy,
        lowering: emit::Lowering::default(),
        apart,
        stats: generate::Stats::default(),
        abandoned: Vec::new(),
        steps: mutant.steps,
        statements,
        live: statements,
        notes: emit::Notes::default(),
        checked: mutant.checked,
        drawn: Vec::new(),
        told: String::new(),
        from: Vec::new(),
        flags: Vec::new(),
    }
}
