//! From seeds to a mutant: drawn mutations, one after the other, each kept only if the program still runs to its end with all
//! that it does defined; and then the check of everything that is global.

use crate::checks;
use crate::import::Seed;
use crate::rows::{self, ROWS, Row, Scene};
use crate::subject::{self, Ran};
use emit::check;
use generate::{Choice, Host, Mutation, Policy, Stream, Ungrown};
use ir::validate::{Dialect, Rules, validate_with};
use ir::{Builtin, ExprId, ExprKind, PathStep, Program, VarId, visit};
use machine::{Config, Outcome};
use std::collections::BTreeMap;
use thiserror::Error;

/// What is asked for.
pub struct Request<'a> {
    pub seed: u64,
    pub policy: &'a Policy,
    /// The first is mutated; the others may be joined with it.
    pub seeds: &'a [Seed],
    /// Each program draws a policy of its own around the given one.
    pub swarm: bool,
    /// Only these mutations, if there are any.
    pub only: Option<Mutation>,
}

/// One mutation that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub row: &'static str,
    /// What became undefined was repaired.
    pub repaired: bool,
}

/// What was tried, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    pub kept: Vec<Step>,
    /// By mutation and reason.
    pub undone: BTreeMap<(&'static str, String), u32>,
    /// How many programs were joined with the first.
    pub joined: usize,
}

/// A mutant and what it must print.
pub struct Mutant {
    pub program: Program,
    pub expected: Vec<u8>,
    pub checked: Vec<String>,
    pub policy: Policy,
    pub trail: Trail,
    pub steps: u64,
}

#[derive(Debug, Error)]
pub enum GaveUp {
    #[error("no mutation of it was possible")]
    Nothing(Trail),
    #[error("what it prints depends on how floating values are rounded")]
    Inexact,
    #[error("the finished mutant ended differently: {what}")]
    Ended { what: String, program: Box<Program> },
    #[error("there is no program to mutate")]
    NoSeed,
}

/// What a mutant's run may take beyond what its seeds take.
const MORE_STEPS: u64 = 400_000;
const MEMORY: usize = 1 << 25;

/// How often a mutant is begun anew.
const ATTEMPTS: u32 = 6;

/// How often checks that do not hold are changed in one program.
const MOST_CHECKS: u32 = 12;

/// How many mutations are drawn for each that is wanted.
const PATIENCE: u32 = 4;

/// Makes the mutant of a seed number.
pub fn mutate(request: &Request) -> Result<Mutant, GaveUp> {
    let mut last = GaveUp::NoSeed;
    for attempt in 0..ATTEMPTS {
        match attempt_at(request, attempt) {
            Err(why @ (GaveUp::Nothing(_) | GaveUp::Inexact)) => last = why,
            other => return other,
        }
    }
    Err(last)
}

fn attempt_at(request: &Request, attempt: u32) -> Result<Mutant, GaveUp> {
    let first = request.seeds.first().ok_or(GaveUp::NoSeed)?;
    let mut ch = Choice::new(request.seed, Stream::Mutation, attempt);
    let policy = if request.swarm {
        Policy::swarm(request.policy, &mut Choice::new(request.seed, Stream::Policy, attempt)).0
    } else {
        request.policy.clone()
    };
    let mut trail = Trail::default();
    let (program, steps) = join(first, &request.seeds[1..], &policy, &mut ch, &mut trail);
    let limit = steps.saturating_mul(6).saturating_add(MORE_STEPS);
    let ran = subject::run(&program, limit, MEMORY);
    let mut work = Work { program, ran, policy, ch, trail, limit, attempt: 0 };
    work.mutations(request.only);
    work.finish()
}

/// The first program with some of the others in it.
fn join(
    first: &Seed,
    others: &[Seed],
    policy: &Policy,
    ch: &mut Choice,
    trail: &mut Trail,
) -> (Program, u64) {
    let (mut program, mut steps) = (first.program.clone(), first.steps);
    let most = policy.mutations.max_spliced as usize;
    for other in others.iter().take(most) {
        if !ch.chance("splice", policy.mutations.splice) {
            continue;
        }
        if let Some(joined) = rows::join::join(&program, &other.program) {
            program = joined;
            steps += other.steps;
            trail.joined += 1;
        }
    }
    (program, steps)
}

/// Whether the library compares by a function of the program. How often and in which order is not specified, so such a function may
/// do nothing but compare, and must stay consistent: nothing is mutated once there is one.
fn is_sorted(p: &Program) -> bool {
    let sorts = |e: ExprId| match p.exprs[e].kind {
        ExprKind::Func(func) => matches!(p.funcs[func].builtin, Some(Builtin::Qsort | Builtin::Bsearch)),
        _ => false,
    };
    visit::expressions(p).into_iter().chain(visit::global_expressions(p)).any(sorts)
}

struct Work {
    program: Program,
    ran: Ran,
    policy: Policy,
    ch: Choice,
    trail: Trail,
    limit: u64,
    attempt: u32,
}

impl Work {
    fn mutations(&mut self, only: Option<Mutation>) {
        let [low, high] = self.policy.mutations.count;
        let wanted = self.ch.between("mutations", low, high) as usize;
        let weights = self.weights(only);
        for _ in 0..wanted as u32 * PATIENCE {
            if self.trail.kept.len() >= wanted || is_sorted(&self.program) {
                return;
            }
            let Some(at) = self.ch.weighted("mutation", weights.iter().copied()) else { return };
            self.one(&ROWS[at]);
        }
    }

    /// What this program draws from.
    fn weights(&mut self, only: Option<Mutation>) -> Vec<u32> {
        let share = self.policy.mutations.rows;
        let kinds: Vec<(Mutation, u32)> = self.policy.mutations.kinds.rows().collect();
        let weight =
            |row: &Row| kinds.iter().find(|(kind, _)| *kind == row.kind).map_or(0, |(_, weight)| *weight);
        let mut weights: Vec<u32> = ROWS.iter().map(weight).collect();
        if let Some(only) = only {
            return ROWS.iter().map(|row| u32::from(row.kind == only)).collect();
        }
        for (row, weight) in ROWS.iter().zip(&mut weights) {
            // Growth is what no other mutator has.
            if row.kind != Mutation::Grow && !self.ch.chance("mutation-row", share) {
                *weight = 0;
            }
        }
        weights
    }

    /// Tries one mutation; the program stays as it is if that comes to nothing.
    fn one(&mut self, row: &'static Row) {
        for _ in 0..self.policy.mutations.tries.max(1) {
            self.attempt += 1;
            let mut scene = Scene {
                program: &self.program,
                ran: &self.ran,
                policy: &self.policy,
                attempt: self.attempt,
                ch: &mut self.ch,
            };
            let made = (row.make)(&mut scene);
            let Some(made) = made else { continue };
            match self.accept(made) {
                Ok(repaired) => {
                    self.trail.kept.push(Step { row: row.name, repaired });
                    return;
                }
                Err(why) => *self.trail.undone.entry((row.name, why)).or_default() += 1,
            }
        }
    }

    /// Takes the program over if it is C and runs to its end, repaired where it has to be.
    fn accept(&mut self, mut program: Program) -> Result<bool, String> {
        subject::refresh(&mut program);
        let mut repaired = false;
        for _ in 0..MOST_CHECKS {
            let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
            if let Some(violation) = validate_with(&program, rules).first() {
                return Err(format!("not C: {violation}"));
            }
            let ran = subject::run(&program, self.limit, MEMORY);
            if ran.is_fine() {
                (self.program, self.ran) = (program, ran);
                return Ok(repaired);
            }
            match &ran.outcome {
                Outcome::Aborted => {
                    let done = checks::turn_around(&mut program, &ran, &self.policy, &mut self.ch);
                    done.ok_or("aborts")?;
                }
                Outcome::Undefined(_) if !repaired => {
                    repaired = true;
                    program = self.repair(&program, &ran)?;
                }
                Outcome::Undefined(found) => return Err(format!("undefined: {}", found.ub.name())),
                Outcome::OutOfBudget(_) => return Err("too long".to_owned()),
                Outcome::Unsupported(gap) => return Err(format!("unsupported: {}", gap.what)),
                Outcome::Finished { .. } => return Err("exits".to_owned()),
            }
        }
        Err("aborts again and again".to_owned())
    }

    /// Runs it with the generator attached, which repairs what is undefined as it does in its own programs.
    fn repair(&self, program: &Program, ran: &Ran) -> Result<Program, String> {
        let entry = subject::entry(program).ok_or("no entry")?;
        let host = Host { program, entry, steps: self.ran.steps.max(ran.steps), record: &ran.record };
        let ch = Choice::new(self.seed_of_attempt(), Stream::Mutation, self.attempt << 8 | 1);
        match generate::regrow(&host, &[], &self.policy, ch) {
            Ok(regrown) => Ok(regrown.program),
            // The check is changed in the program as it was, and then it is run again.
            Err(Ungrown::Aborted) => Err("repaired, but aborts".to_owned()),
            Err(Ungrown::Stopped(why)) => Err(format!("not repaired: {why}")),
        }
    }

    fn seed_of_attempt(&self) -> u64 {
        u64::from(self.attempt)
    }

    /// The whole program with its check and what it must print.
    fn finish(self) -> Result<Mutant, GaveUp> {
        if self.trail.kept.is_empty() && self.trail.joined == 0 {
            return Err(GaveUp::Nothing(self.trail));
        }
        let mut program = self.program;
        let Some(entry) = subject::entry(&program) else { return Err(GaveUp::NoSeed) };
        subject::let_go(&mut program, &self.ran);
        let finals = &self.ran.finals;
        let readable = |var: VarId, path: &[PathStep]| finals.is_readable(var, path);
        let helpers = self.policy.barriers.helpers();
        let checked = check::add_print(&mut program, entry, &readable, helpers).names;
        let config = Config { max_steps: 1 << 30, max_memory: MEMORY, ..Config::default() };
        let (outcome, mut machine) = machine::run(&program, config.clone());
        let (expected, steps) = (machine.take_output(), machine.steps());
        drop(machine);
        if outcome != (Outcome::Finished { exit_code: 0 }) {
            return Err(GaveUp::Ended { what: format!("{outcome:?}"), program: Box::new(program) });
        }
        if subject::has_floats(&program) && !machine::is_stable(&program, &config, &expected) {
            return Err(GaveUp::Inexact);
        }
        Ok(Mutant { program, expected, checked, policy: self.policy, trail: self.trail, steps })
    }
}

/// The mutations that were kept, in their order.
impl std::fmt::Display for Trail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.joined > 0 {
            let s = if self.joined == 1 { "" } else { "s" };
            write!(f, "joined with {} other program{s}", self.joined)?;
        }
        for (at, step) in self.kept.iter().enumerate() {
            let separator = if at > 0 || self.joined > 0 { ", " } else { "" };
            let repaired = if step.repaired { " (repaired)" } else { "" };
            write!(f, "{separator}{}{repaired}", step.row)?;
        }
        Ok(())
    }
}
