//! Operands whose order is unspecified, and does not matter. Where two calls meet in an object the order may decide what comes out,
//! and mostly does; but two calls that count do not mind. So, once a run has met such operands, it is made again, and there
//! the operands are evaluated in every order from one and the same state. If all end alike, nothing depends on the order.
//!
//! Only finished programs are run like this, by the tree. What cannot be compared, or takes too long, counts as different.

use crate::config::{Config, Engine, Order};
use crate::grow::{Cold, Grow};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::observe::noise::Noise;
use crate::observe::observations::Observations;
use crate::outcome::{Eval, Outcome, Stop};
use crate::state::calls::{Orders, VaList};
use crate::state::images::InitImage;
use crate::state::promises::PromiseInForce;
use crate::value::Value;
use ir::{ExprId, ExprKind, ExprList, InitId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many operands are tried in all orders.
const MOST_OPERANDS: usize = 3;
/// So many places of a program are looked at.
const MOST_SITES: usize = 16;
/// Steps that trials may take in one run, with a step for every few bytes that are kept and compared.
const ALLOWANCE: u64 = 30_000_000;
const BYTES_A_STEP: u64 = 16;

/// What the operands have led to in another order.
pub(crate) struct After {
    values: Vec<Value>,
    mem: Memory,
    output: Vec<u8>,
    volatile: u64,
}

/// All that evaluation changes.
struct Saved {
    mem: Memory,
    observed: Observations,
    images: FxHashMap<InitId, InitImage>,
    strings: Vec<u32>,
    va_lists: Vec<VaList>,
    promises_in_force: Vec<PromiseInForce>,
    scopes: Vec<(VarId, u32)>,
    temps: usize,
    lanes: usize,
    frames: usize,
    next_frame: u64,
    output: usize,
    depth: u32,
    steps: u64,
    changes: u64,
    returned: Option<Value>,
    doubtful: (u8, u8),
    streams: crate::state::streams::Streams,
    noise: Noise,
}

/// Executes a finished program from the start, and tells how it ended; again where the order of operands has to be looked at.
pub fn run(program: &Program, config: Config) -> (Outcome, Machine<Cold<'_>>) {
    let mut machine = Machine::new(Cold(program), config.clone());
    let mut outcome = machine.run_main();
    let mut sites = FxHashSet::default();
    while config.order == Order::Strict
        && sites.len() < MOST_SITES
        && let Some(site) = open_order(&outcome)
        && sites.insert(site)
    {
        machine = Machine::new(Cold(program), Config { engine: Engine::Tree, ..config.clone() });
        machine.orders = Orders { sites: sites.clone(), steps: ALLOWANCE };
        outcome = machine.run_main();
        machine.config.engine = config.engine;
    }
    (outcome, machine)
}

/// Where the order of operands was found to be open.
fn open_order(outcome: &Outcome) -> Option<ExprId> {
    match outcome {
        Outcome::Undefined(found) if found.ub.is_open_order() => found.expr,
        _ => None,
    }
}

/// Whether evaluating it gives the same at any time, and changes nothing.
fn is_fixed(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) | ExprKind::Func(_) => true,
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => is_fixed(p, inner),
        ExprKind::AddrOf(of) | ExprKind::Decay(of) => matches!(p.exprs[of].kind, ExprKind::Func(_)),
        _ => false,
    }
}

/// All orders of what varies but the one from left to right; the others stay where they are.
fn other_orders_of(count: usize, varying: &[usize]) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in varying {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let left: Vec<usize> = varying.iter().copied().filter(|i| !order.contains(i)).collect();
                left.into_iter().map(move |i| order.iter().copied().chain([i]).collect())
            })
            .collect();
    }
    let fixed: Vec<usize> = (0..count).filter(|i| !varying.contains(i)).collect();
    orders
        .into_iter()
        .filter(|order| order != varying)
        .map(|order| fixed.iter().copied().chain(order).collect())
        .collect()
}

impl<G: Grow> Machine<G> {
    /// What the operands lead to in all other orders, if that is to be known here and can be.
    #[inline]
    pub(crate) fn other_orders(&mut self, site: ExprId, operands: &[ExprId]) -> Option<Vec<After>> {
        if self.orders.sites.is_empty() || !self.orders.sites.contains(&site) {
            return None;
        }
        self.try_orders(operands)
    }

    /// The same for the operands of a call.
    #[inline]
    pub(crate) fn other_orders_of_call(
        &mut self,
        id: ExprId,
        callee: Option<ExprId>,
        args: ExprList,
    ) -> Option<Vec<After>> {
        if self.orders.sites.is_empty() {
            return None;
        }
        let operands: Vec<ExprId> = callee.iter().chain(self.program().args(args)).copied().collect();
        self.other_orders(id, &operands)
    }

    fn try_orders(&mut self, operands: &[ExprId]) -> Option<Vec<After>> {
        let p = self.program();
        let varying: Vec<usize> = (0..operands.len()).filter(|i| !is_fixed(p, operands[*i])).collect();
        if varying.len() > MOST_OPERANDS || self.restricts.is_watching() {
            return None;
        }
        let orders = other_orders_of(operands.len(), &varying);
        orders.iter().map(|order| self.try_order(operands, order)).collect()
    }

    /// Evaluates the operands in an order, and goes back to where it began.
    fn try_order(&mut self, operands: &[ExprId], order: &[usize]) -> Option<After> {
        let bytes = self.mem.footprint() as u64;
        self.orders.steps = self.orders.steps.checked_sub(bytes / BYTES_A_STEP + 1)?;
        let saved = self.save();
        let sequence = self.seq.state();
        let suspended = self.seq.suspend();
        let most = self.config.max_steps;
        self.config.max_steps = most.min(self.steps.saturating_add(self.orders.steps));
        let values = self.values_in(operands, order);
        self.config.max_steps = most;
        self.seq.resume(suspended);
        self.seq.reset(sequence);
        self.orders.steps = self.orders.steps.saturating_sub(self.steps - saved.steps);
        let output = self.output[saved.output..].to_vec();
        let volatile = self.observed.volatile_count;
        let mem = self.restore(saved);
        values.ok().map(|values| After { values, mem, output, volatile })
    }

    fn values_in(&mut self, operands: &[ExprId], order: &[usize]) -> Eval<Vec<Value>> {
        let mut values = vec![Value::Void; operands.len()];
        for i in order {
            values[*i] = self.value(operands[*i])?;
        }
        Ok(values)
    }

    /// Whether operands that were stopped at because of their order have ended alike in all orders.
    #[cold]
    pub(crate) fn is_order_idle(
        &self,
        stop: &Stop,
        others: Option<Vec<After>>,
        values: &[Value],
        printed: usize,
    ) -> bool {
        stop.is_open_order() && others.is_some_and(|others| self.all_alike(&others, values, printed))
    }

    fn all_alike(&self, others: &[After], values: &[Value], printed: usize) -> bool {
        let comparable = |v: &Value| !matches!(v, Value::Vector(_) | Value::VaList(_));
        values.iter().all(comparable)
            && others.iter().all(|other| {
                other.values == values
                    && other.output == self.output[printed..]
                    && other.volatile == self.observed.volatile_count
                    && other.mem.is_like(&self.mem)
            })
    }

    fn save(&mut self) -> Saved {
        Saved {
            mem: self.mem.clone(),
            observed: self.observed.clone(),
            images: std::mem::take(&mut self.images),
            strings: self.strings.clone(),
            va_lists: self.va_lists.clone(),
            promises_in_force: self.promises_in_force.clone(),
            scopes: self.scopes.clone(),
            temps: self.temps.len(),
            lanes: self.lanes.len(),
            frames: self.frames.len(),
            next_frame: self.next_frame,
            output: self.output.len(),
            depth: self.depth,
            steps: self.steps,
            changes: self.changes,
            returned: self.returned,
            doubtful: self.doubtful.get(),
            noise: self.noise.clone(),
            streams: self.streams.clone(),
        }
    }

    /// Goes back, and gives the memory that there was.
    fn restore(&mut self, saved: Saved) -> Memory {
        self.observed = saved.observed;
        self.images = saved.images;
        self.strings = saved.strings;
        self.va_lists = saved.va_lists;
        self.promises_in_force = saved.promises_in_force;
        self.scopes = saved.scopes;
        self.temps.truncate(saved.temps);
        self.lanes.truncate(saved.lanes);
        self.frames.truncate(saved.frames);
        self.next_frame = saved.next_frame;
        self.output.truncate(saved.output);
        self.depth = saved.depth;
        self.steps = saved.steps;
        self.changes = saved.changes;
        self.returned = saved.returned;
        self.doubtful.set(saved.doubtful);
        self.noise = saved.noise;
        self.streams = saved.streams;
        self.set_outside();
        std::mem::replace(&mut self.mem, saved.mem)
    }
}
