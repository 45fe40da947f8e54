//! Growth into a program that was there before: it has holes at points of its run, and the machine runs it with the
//! generator attached, which goes on at the holes with the variables in scope and repairs what is about to be undefined.
//! What else a mutant is made of is in the crate `mutate`.

use crate::choice::Choice;
use crate::driver::attempt::{end, reason};
use crate::driver::growing::Run;
use crate::driver::{adopt, dead};
use crate::expr;
use crate::policy::Policy;
use crate::state::Gen;
use crate::state::stats::Stats;
use ir::arith::int::ShiftRules;
use ir::{BlockId, FuncId, Program, Stmt};
use machine::{Config, Finals, Machine, Outcome};

/// A program without `main`, and what its run has shown.
pub struct Host<'p> {
    /// The program.
    pub program: &'p Program,
    /// What `main` is to call.
    pub entry: FuncId,
    /// Node evaluations of its run.
    pub steps: u64,
    /// What its run has shown.
    pub record: &'p machine::Observations,
}

/// A place in a block, before its statement with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The block.
    pub block: BlockId,
    /// The number of the statement that it is before.
    pub at: usize,
}

/// What has become of it, still without `main`.
pub struct Regrown {
    /// The program as it is now.
    pub program: Program,
    /// What its variables hold when it ends.
    pub finals: Finals,
    /// What has grown in it, and what was repaired.
    pub stats: Stats,
}

/// The program cannot be grown into there, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungrown {
    /// It ended before it should have, for this reason.
    #[error("{0}")]
    Stopped(String),
    /// It calls `abort`.
    #[error("the program calls abort")]
    Aborted,
}

/// Calls nested in a run: programs of others go deeper than ours.
const MAX_DEPTH: u32 = 4_000;

/// Steps that a token that grows may take.
const STEPS_PER_TOKEN: u64 = 40;

/// Runs the program, grows at the holes, and repairs what is undefined; without holes it repairs only. `policy.shape.size` is
/// how many tokens may grow.
pub fn regrow(host: &Host, holes: &[Hole], policy: &Policy, ch: Choice) -> Result<Regrown, Ungrown> {
    let mut policy = policy.clone();
    policy.settle();
    let shape = &mut policy.shape;
    shape.entries = 1;
    shape.max_steps = 0;
    let steps = host.steps.saturating_mul(2).saturating_add(u64::from(shape.size) * STEPS_PER_TOKEN);
    shape.steps_per_token = u32::try_from(steps / u64::from(shape.size.max(1)) + 1).unwrap_or(u32::MAX);
    // The right shift of a negative value is as the host has it.
    policy.repairs.negative_right_shift = false;
    let max_steps = shape_steps(&policy).saturating_mul(16);
    let grammar = expr::grammar(&policy);
    let mut g = Gen::new(host.program.clone(), ch, policy, grammar);
    adopt::adopt(&mut g, host, holes);
    let shift_rules = ShiftRules::Classic;
    let mut m = Machine::new(g, Config { max_depth: MAX_DEPTH, max_steps, shift_rules, ..Config::default() });
    match m.run_function(host.entry) {
        Outcome::Finished { .. } => {}
        Outcome::Undefined(found) => return Err(Ungrown::Stopped(reason(&m.grow, &found))),
        Outcome::Aborted => return Err(Ungrown::Aborted),
        other => return Err(Ungrown::Stopped(format!("{other:?}"))),
    }
    fill_dead(&mut m)?;
    let (program, ended) = end(&mut m);
    Ok(Regrown { program, finals: ended.finals, stats: m.grow.stats })
}

fn shape_steps(policy: &Policy) -> u64 {
    policy.shape.steps_to_grow()
}

/// Fills the holes that the run has not reached.
fn fill_dead(m: &mut Run) -> Result<(), Ungrown> {
    let unreached = m.grow.p.stmts.iter().any(|(_, stmt)| *stmt == Stmt::Hole);
    if !unreached {
        return Ok(());
    }
    dead::fill(m).map_err(|stop| Ungrown::Stopped(format!("{:?}", stop.outcome())))
}
