//! How fast programs are read and executed, and what of them is executed. Programs of others are read as their
//! compilers would see them; those that the machine cannot finish are counted.

use crate::clock::timed;
use crate::coverage::Compilers;
use crate::operations::Contents;
use crate::producer::{Produced, Producer};
use crate::{Error, Part, Plan, Progress, Tell};
use harness::Source;
use ir::{FuncId, Program, Target};
use machine::{Aliasing, Alignment, Config, Order, Outcome};
use read::Unit;
use serde::Serialize;
use std::time::Duration;

/// Foreign programs that run longer than this are not finished; nobody waits for Csmith's longest.
const MAX_STEPS: u64 = 50_000_000;

/// As deep as the stack of our thread allows.
pub(crate) const READ_DEPTH: u32 = 2_000;

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Execution {
    pub programs: u64,
    /// Not read, not finished within the steps, or undefined.
    pub unfinished: u64,
    /// Evaluated by the machine, and the time it took.
    pub nodes: u64,
    pub cpu_seconds: f64,
    /// Nodes in statements that ran.
    pub live_nodes: u64,
    pub statements: u64,
    pub live_statements: u64,
    /// Executed operations that are undefined for some operands.
    pub raw: u64,
    pub guarded: u64,
    /// Preprocessed text that was read, and the time it took.
    pub read_bytes: u64,
    pub read_seconds: f64,
}

pub(crate) fn measure(
    plan: &Plan,
    producer: &Producer,
    compilers: &Compilers,
    tell: Tell<'_>,
) -> Result<Execution, Error> {
    let mut total = Execution::default();
    let mut spent = Duration::ZERO;
    for seed in 1..=plan.executed {
        let Some(made) = producer.produce(&plan.setup, seed)? else { continue };
        spent += total.one(plan, producer, compilers, &made)?;
        tell(Progress { row: producer.name(), part: Part::Machine, programs: total.programs, spent });
        if spent >= plan.budget {
            break;
        }
    }
    Ok(total)
}

impl Execution {
    /// Reads and executes one program; the time of both.
    fn one(
        &mut self,
        plan: &Plan,
        producer: &Producer,
        compilers: &Compilers,
        made: &Produced,
    ) -> Result<Duration, Error> {
        let (unit, read) = match compilers.preprocess(plan, producer, &made.sources)? {
            Some(text) => self.read(&text),
            None => (None, Duration::ZERO),
        };
        let ran = match (&made.grown, &unit) {
            (Some(grown), _) => self.execute(&grown.program, own_functions(&grown.program)),
            (None, Some(unit)) => self.execute(&unit.program, written_functions(unit, &made.sources)),
            (None, None) => {
                self.unfinished += 1;
                Duration::ZERO
            }
        };
        Ok(read + ran)
    }

    fn read(&mut self, text: &str) -> (Option<Unit>, Duration) {
        let (unit, cpu) = timed(|| read::read_here(text, Target::LP64, READ_DEPTH));
        if unit.is_ok() {
            self.read_bytes += text.len() as u64;
            self.read_seconds += cpu.as_secs_f64();
        }
        (unit.ok(), cpu)
    }

    fn execute(&mut self, p: &Program, funcs: Vec<FuncId>) -> Duration {
        let config = Config {
            max_steps: MAX_STEPS,
            order: Order::LeftToRight,
            alignment: Alignment::Any,
            aliasing: Aliasing::Any,
            ..Config::default()
        };
        let ((outcome, machine), cpu) = timed(|| machine::run(p, config));
        if !matches!(outcome, Outcome::Finished { .. }) {
            self.unfinished += 1;
            return cpu;
        }
        self.programs += 1;
        self.nodes += machine.steps();
        self.cpu_seconds += cpu.as_secs_f64();
        let contents = Contents::of(&machine, funcs.into_iter());
        self.live_nodes += contents.live_nodes;
        self.statements += contents.statements;
        self.live_statements += contents.live_statements;
        self.raw += contents.raw;
        self.guarded += contents.guarded;
        cpu
    }
}

fn own_functions(p: &Program) -> Vec<FuncId> {
    p.funcs.ids().collect()
}

/// Those that the generator wrote, and not the ones in its headers.
fn written_functions(unit: &Unit, sources: &[Source]) -> Vec<FuncId> {
    let is_source = |file: &str| sources.iter().any(|source| file.ends_with(&source.name));
    let written = |id: &FuncId| unit.map.func(*id).is_some_and(|at| is_source(&at.file));
    unit.program.funcs.ids().filter(written).collect()
}
