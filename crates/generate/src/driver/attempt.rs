//! From a seed to a finished program: draw a policy, grow, fill what is dead, add the check, run cold, compare.

use crate::annotate;
use crate::choice::{Draws, Stream};
use crate::driver::growing::Run;
use crate::driver::{conflicts, csmith, dead, faults, lowering, size_search};
use crate::expr;
use crate::policy::{Drawn, Policy, TypePolicy};
use crate::state::Gen;
use crate::state::access::Quiet;
use crate::state::stats::Stats;
use crate::types::{attributes, functions};
use emit::{Lowering, Notes, check};
use ir::arith::int::ShiftRules;
use ir::{FuncId, PathStep, Program, Target, Ty, VarId};
use machine::{Config, Finals, Machine, Outcome, Scalar, View};
use std::path::PathBuf;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// What it is drawn from.
    pub seed: u64,
    /// What it is for.
    pub target: Target,
    /// By which numbers it is drawn.
    pub policy: Policy,
    /// Each program draws a policy of its own around the given one.
    pub swarm: bool,
    /// How the program tells its result.
    pub check: Check,
}

/// How the finished program looks at its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Prints a checksum.
    Print,
    /// Compares with the expected values.
    Assert,
    /// Compares, and prints Orange's `@OK@` or `@NG@` for each.
    Orange,
    /// It does not.
    None,
}

/// A finished program and what it must print.
pub struct Grown {
    /// The program.
    pub program: Program,
    /// What it prints.
    pub expected: Vec<u8>,
    /// The numbers by which it was drawn, after swarm testing.
    pub policy: Policy,
    /// How its variables are written in C++.
    pub lowering: Lowering,
    /// Its data are to be in another file, as a barrier: where no layout is asked for.
    pub apart: bool,
    /// What it consists of.
    pub stats: Stats,
    /// How many attempts were given up before this one.
    pub abandoned: Vec<String>,
    /// Node evaluations of the cold run.
    pub steps: u64,
    /// Statements of the tested functions, and how many of them ran.
    pub statements: usize,
    /// How many of its statements run.
    pub live: usize,
    /// What is to be said of single statements and functions.
    pub notes: Notes,
    /// The scalars that the check looks at: it calls them by number, from 1.
    pub checked: Vec<String>,
    /// What its policy was drawn by.
    pub drawn: Vec<Drawn>,
    /// Where it comes from beside its seed, in words for reports.
    pub told: String,
    /// The programs that it is a mutant of.
    pub from: Vec<PathBuf>,
    /// Flags that its test is compiled with, where the compiler takes them and the campaign draws flags: those of the programs that
    /// it is made from.
    pub flags: Vec<String>,
}

/// An error of Assay's own: the grown program and its cold run disagree.
#[derive(Debug, thiserror::Error)]
pub enum GrowError {
    /// The finished program does not end well when it is run from its start: a mistake of ours.
    #[error("the cold run of a grown program ended differently: {outcome:?}")]
    Cold {
        /// How it ended.
        outcome: Box<Outcome>,
        /// The program.
        program: Box<Program>,
    },
    /// The finished program computes something else when it is run from its start: a mistake of ours.
    #[error("the cold run left other values than the growth: {what}")]
    Values {
        /// What differs.
        what: String,
        /// The program.
        program: Box<Program>,
    },
    /// What the finished program prints depends on how inexact values are rounded: a mistake of ours.
    #[error("what a program prints depends on how inexact values are rounded")]
    Unstable {
        /// The program.
        program: Box<Program>,
    },
    /// So many attempts were given up, the last one for this reason.
    #[error("no program after {0} attempts; the last one: {1}")]
    GaveUp(u32, String),
    /// Every program that was found runs for too long.
    #[error("no program found that ends within {limit} steps, the shortest takes {least}")]
    TooLong {
        /// The steps that it may take.
        limit: u64,
        /// The steps of the shortest run.
        least: u64,
    },
    /// No program was found that has so many tokens and does not run for too long.
    #[error("no program of {size} tokens found that ends within {limit} steps")]
    TooShort {
        /// The steps that it may take.
        limit: u64,
        /// The tokens that it has to have.
        size: u32,
    },
}

/// Attempts before giving up on a seed altogether.
pub const ATTEMPTS: u32 = 50;

/// A larger program finds its room while it grows.
const MOST_EXPECTED: u32 = 1 << 18;

/// What became of one sub-seed.
pub enum Attempt {
    Grown(Box<Grown>),
    /// And why.
    GivenUp(String),
}

impl Attempt {
    fn told(mut self, notes: Notes, checked: Vec<String>) -> Attempt {
        if let Attempt::Grown(grown) = &mut self {
            (grown.notes, grown.checked) = (notes, checked);
        }
        self
    }
}

/// How a profile makes a program of one sub-seed.
pub type Attempter = fn(&Request, &Draws, u32) -> Result<Attempt, GrowError>;

/// Grows the program of a seed.
pub fn grow(request: &Request) -> Result<Grown, GrowError> {
    grow_with(request, &Draws::Seed)
}

/// The same, with draws that are recorded or given.
pub fn grow_with(request: &Request, draws: &Draws) -> Result<Grown, GrowError> {
    size_search::grow_by(request, draws, attempt_at)
}

/// Grows with the sub-seeds from the given one on.
pub fn grow_once(request: &Request, draws: &Draws, first: u32, by: Attempter) -> Result<Grown, GrowError> {
    let mut abandoned = Vec::new();
    for attempt in first..first.saturating_add(ATTEMPTS) {
        match by(request, draws, attempt)? {
            Attempt::Grown(mut grown) => {
                grown.abandoned = abandoned;
                grown.policy.drawn = Some(attempt);
                let mut ch = draws.choice(request.seed, Stream::Lowering, attempt);
                grown.lowering = lowering::draw(&grown.program, &grown.policy.cxx, &mut ch);
                let mut ch = draws.choice(request.seed, Stream::Layout, attempt);
                grown.apart = ch.chance("other-file", grown.policy.barriers.other_file);
                return Ok(*grown);
            }
            Attempt::GivenUp(reason) => abandoned.push(reason),
        }
    }
    Err(GrowError::GaveUp(ATTEMPTS, abandoned.pop().unwrap_or_default()))
}

fn attempt_at(request: &Request, draws: &Draws, attempt: u32) -> Result<Attempt, GrowError> {
    let (mut policy, drawn) = if request.swarm && request.policy.drawn.is_none() {
        Policy::swarm(&request.policy, &mut draws.choice(request.seed, Stream::Policy, attempt))
    } else {
        (request.policy.clone(), Vec::new())
    };
    policy.settle();
    let mut ch = draws.choice(request.seed, Stream::Program, attempt);
    // Growth draws more of it, and the same sub-seed draws that again.
    let begun_with = policy.clone();
    if (1..100).contains(&policy.types.inexact) {
        policy.types.inexact = if ch.chance("inexact", policy.types.inexact) { 100 } else { 0 };
    }
    // Growth stops at holes when the steps are used up; this is for runs that reach no more of them.
    let max_steps = policy.shape.steps_to_grow().saturating_mul(16);
    let mut program = Program::new(request.target.clone());
    // About as many expressions as tokens, so that they need not be moved while they become more.
    program.reserve_exprs(policy.shape.size.min(MOST_EXPECTED) as usize);
    let grammar = expr::grammar(&policy);
    let generator = Gen::new(program, ch, policy, grammar);
    let shift_rules = if generator.policy.repairs.negative_right_shift {
        ShiftRules::Portable
    } else {
        ShiftRules::Classic
    };
    let mut m =
        Machine::new(generator, Config { max_depth: 400, max_steps, shift_rules, ..Config::default() });
    let (g, view) = m.split();
    csmith::prepare(g, &view);
    let entry = entry(g, &view);
    if let Err(stop) = m.amend() {
        return Ok(Attempt::GivenUp(format!("{:?}", stop.outcome())));
    }
    match m.run_function(entry) {
        Outcome::Finished { .. } => {}
        Outcome::Undefined(found) => return Ok(Attempt::GivenUp(reason(&m.grow, &found))),
        other => return Ok(Attempt::GivenUp(format!("{other:?}"))),
    }
    if let Err(stop) = dead::fill(&mut m) {
        return Ok(Attempt::GivenUp(format!("{:?}", stop.outcome())));
    }
    let (g, view) = m.split();
    csmith::drop_guards(g, &view);
    conflicts::add_conflicts(g);
    attributes::tune(g);
    let (mut program, ended) = end(&mut m);
    let values = Values { finals: &ended.finals, types: &m.grow.policy.types };
    let helpers = m.grow.policy.barriers.helpers();
    let checked = match request.check {
        Check::Print => {
            let readable = |var: VarId, path: &[PathStep]| values.is_readable(var, path);
            if m.grow.policy.types.is_inexact() {
                check::add_print_within(&mut program, entry, &readable, &values, helpers).names
            } else {
                check::add_print(&mut program, entry, &readable, helpers).names
            }
        }
        Check::Assert => check::add_assert(&mut program, entry, &values, helpers).names,
        Check::Orange => {
            check::add_orange(&mut program, entry, &values, helpers);
            Vec::new()
        }
        Check::None => {
            check::add_none(&mut program, entry);
            Vec::new()
        }
    };
    let mut attempt = if faults::is_wanted(&m.grow) {
        faults::conclude(m, program, &ended)?
    } else {
        let notes = annotate::tell(&mut program, &m.grow.policy.manner, &mut m.grow.ch);
        conclude(m, program, &ended)?.told(notes, checked)
    };
    if let Attempt::Grown(grown) = &mut attempt {
        grown.policy = begun_with;
        grown.drawn = drawn;
    }
    Ok(attempt)
}

/// What is known of a run that has come to its end.
pub struct Ended {
    pub finals: Finals,
    /// Statements, and how many of them have run.
    pub statements: usize,
    pub live: usize,
}

/// Takes the program from the machine that has grown it.
pub fn end(m: &mut Run) -> (Program, Ended) {
    let (statements, live) = live_share(m);
    let ended = Ended { finals: m.finals(), statements, live };
    let empty = Program::new(m.grow.p.target().clone());
    (std::mem::replace(&mut m.grow.p, empty), ended)
}

/// Runs the finished program from the start, compares, and puts together what is known of it.
pub fn conclude(m: Run, program: Program, ended: &Ended) -> Result<Attempt, GrowError> {
    // What a program that is only compiled would do is of no interest.
    let (outcome, expected, steps) = if m.grow.policy.relax.compile_only {
        (Outcome::Finished { exit_code: 0 }, Vec::new(), 0)
    } else {
        cold_run(&program, &ended.finals)?
    };
    if outcome != (Outcome::Finished { exit_code: 0 }) {
        return Err(GrowError::Cold { outcome: Box::new(outcome), program: Box::new(program) });
    }
    let config = Config { max_steps: 1 << 30, ..Config::default() };
    let is_run = !m.grow.policy.relax.compile_only;
    if is_run && m.grow.policy.types.is_inexact() && !machine::is_stable(&program, &config, &expected) {
        return Err(GrowError::Unstable { program: Box::new(program) });
    }
    let Run { grow, .. } = m;
    Ok(Attempt::Grown(Box::new(Grown {
        lowering: Lowering::default(),
        apart: false,
        program,
        expected,
        policy: grow.policy,
        stats: grow.stats,
        abandoned: Vec::new(),
        steps,
        statements: ended.statements,
        live: ended.live,
        notes: Notes::default(),
        checked: Vec::new(),
        drawn: Vec::new(),
        told: String::new(),
        from: Vec::new(),
        flags: Vec::new(),
    })))
}

/// Why a program is given up: what would have been undefined, at what kind of node.
pub fn reason(g: &Gen, found: &machine::Found) -> String {
    let kind = found.expr.map_or(String::new(), |e| format!("{:?}", g.p.exprs[e].kind));
    let kind: String = kind.chars().take_while(|c| c.is_alphanumeric()).collect();
    format!("{} at {kind}", found.ub.name())
}

/// The function that `main` calls: the tested one, or one that calls them all.
fn entry(g: &mut Gen, view: &View) -> FuncId {
    let count = g.policy.shape.entries.max(1);
    let tested: Vec<FuncId> = (0..count)
        .map(|_| {
            let index = functions::make_function(g, view, Ty::VOID, &[], 1, Quiet::No);
            g.funcs[index].id
        })
        .collect();
    if let [only] = tested.as_slice() {
        return *only;
    }
    let p = &mut g.p;
    let ty = p.fn_type(Ty::VOID, &[]);
    let all = p.add_func("test", ty, &[]);
    let body = p.push_block(Vec::new());
    p.funcs[all].body = Some(body);
    for func in tested {
        if let Ok(call) = p.call_func(func, &[]) {
            p.expr_stmt(body, call);
        }
    }
    all
}

/// The values that growth has left, for a check inside the program.
pub struct Values<'a> {
    pub finals: &'a Finals,
    pub types: &'a TypePolicy,
}

impl Values<'_> {
    pub fn is_readable(&self, var: VarId, path: &[PathStep]) -> bool {
        self.finals.is_readable(var, path)
    }
}

impl check::Oracle for Values<'_> {
    fn scalar(&self, var: VarId, path: &[PathStep]) -> Option<check::Scalar> {
        match self.finals.value(var, path)? {
            Scalar::Int(v) => Some(check::Scalar::Int(v)),
            Scalar::Float(f) if f.is_nan() => None,
            Scalar::Float(f) => Some(check::Scalar::Float(f.to_bits())),
            Scalar::Null => Some(check::Scalar::Pointer { null: true }),
            Scalar::NotNull => Some(check::Scalar::Pointer { null: false }),
            Scalar::Unknown => None,
        }
    }

    fn one_in(&self) -> Option<u32> {
        self.types.is_inexact().then_some(self.types.one_in)
    }
}

/// Runs the finished program from the start, with nothing repaired, and compares the globals.
fn cold_run(program: &Program, grown: &Finals) -> Result<(Outcome, Vec<u8>, u64), GrowError> {
    let config = Config { max_steps: 1 << 30, ..Config::default() };
    let (outcome, mut cold) = machine::run(program, config);
    if matches!(outcome, Outcome::Finished { .. }) {
        for value in grown.iter() {
            let now = cold.final_value(value.path.var, &value.path.steps);
            if now != Some(value.value) {
                let name = value.path.text(program);
                let what = format!("{name}: {:?} grown, {now:?} cold", value.value);
                return Err(GrowError::Values { what, program: Box::new(program.clone()) });
            }
        }
    }
    let output = cold.take_output();
    let steps = cold.steps();
    Ok((outcome, output, steps))
}

/// How many statements there are, and how many have run.
fn live_share(m: &Run) -> (usize, usize) {
    let p = &m.grow.p;
    let real = |s: &ir::Stmt| !matches!(s, ir::Stmt::Hole);
    let all = p.stmts.iter().filter(|(_, s)| real(s)).count();
    let live = p.stmts.iter().filter(|(id, s)| real(s) && m.observed.runs(*id) > 0).count();
    (all, live)
}
