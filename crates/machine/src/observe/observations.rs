//! What an execution did: how often each statement and block ran, which values each expression gave, and the
//! volatile accesses. Values are recorded on request only.

use crate::value::{Pointer, Value};
use ir::{BlockId, ExprId, Id, StmtId};
use std::collections::BTreeMap;

/// What has been seen of one expression's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// How many times it was evaluated.
    pub count: u64,
    /// The first value; it is the only one unless `varies`.
    pub first: Value,
    /// Whether it had different values.
    pub varies: bool,
    /// The range of integers of up to 64 bits, as signed words.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

impl Seen {
    const NEVER: Seen = Seen { count: 0, first: Value::Void, varies: false, min: i64::MAX, max: i64::MIN };

    /// The value, if it was the same each time.
    pub fn constant(&self) -> Option<Value> {
        (self.count > 0 && !self.varies).then_some(self.first)
    }
}

/// How many targets of a pointer are remembered.
const MOST_TARGETS: usize = 8;

/// A volatile access, as a person or a simulator would see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolatileAccess {
    /// The access.
    pub expr: ExprId,
    /// Whether it is a store.
    pub write: bool,
    /// Of an initialiser; those of static objects come before the program starts.
    pub initialises: bool,
    /// What was accessed.
    pub pointer: Pointer,
    /// In bytes, those of the type.
    pub size: u32,
    /// What was read or stored.
    pub value: Value,
}

/// What has been counted and recorded of a run.
#[derive(Clone, Default)]
pub struct Observations {
    statements: Vec<u32>,
    blocks: Vec<u32>,
    values: Option<Vec<Seen>>,
    /// Every volatile access in order, if asked for.
    pub volatile: Option<Vec<VolatileAccess>>,
    /// How many times volatile objects were accessed.
    pub volatile_count: u64,
    /// The pointers that each expression gave, as long as they are few; recorded with the values.
    pointers: BTreeMap<ExprId, Vec<Pointer>>,
    /// The guarded operations that were undefined once, so that their guard is needed.
    stepped_in: Vec<bool>,
}

impl Observations {
    /// Nothing seen yet; `values` and `volatile` say what is to be recorded.
    pub fn new(values: bool, volatile: bool) -> Self {
        Observations {
            values: values.then(Vec::new),
            volatile: volatile.then(Vec::new),
            ..Observations::default()
        }
    }

    /// How often the statement ran.
    pub fn runs(&self, stmt: StmtId) -> u32 {
        self.statements.get(stmt.index()).copied().unwrap_or(0)
    }

    /// How often the block was entered at its start.
    pub fn entries(&self, block: BlockId) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(0)
    }

    /// What was seen of the expression, if values were recorded and it was evaluated.
    pub fn seen(&self, expr: ExprId) -> Option<&Seen> {
        self.values.as_ref()?.get(expr.index()).filter(|s| s.count > 0)
    }

    #[inline]
    pub(crate) fn statement(&mut self, stmt: StmtId) {
        bump(&mut self.statements, stmt.index());
    }

    /// Counts what an operation begins.
    #[inline]
    pub(crate) fn count_op(&mut self, block: Option<BlockId>, stmt: Option<StmtId>) {
        if let Some(block) = block {
            self.block(block);
        }
        if let Some(stmt) = stmt {
            self.statement(stmt);
        }
    }

    #[inline]
    pub(crate) fn block(&mut self, block: BlockId) {
        bump(&mut self.blocks, block.index());
    }

    /// The different pointers that the expression gave, if values were recorded; none if there were too many. A local
    /// variable counts once, however often it lived.
    pub fn targets(&self, expr: ExprId) -> &[Pointer] {
        let seen = self.pointers.get(&expr).map_or(&[][..], Vec::as_slice);
        if seen.len() > MOST_TARGETS { &[] } else { seen }
    }

    /// Whether the guard around this operation ever had to step in.
    pub fn stepped_in(&self, operation: ExprId) -> bool {
        self.stepped_in.get(operation.index()).copied().unwrap_or(false)
    }

    pub(crate) fn step_in(&mut self, operation: ExprId) {
        if self.stepped_in.len() <= operation.index() {
            self.stepped_in.resize(operation.index() + 1, false);
        }
        self.stepped_in[operation.index()] = true;
    }

    #[inline]
    pub(crate) fn wants_values(&self) -> bool {
        self.values.is_some()
    }

    pub(crate) fn value(&mut self, expr: ExprId, value: Value) {
        let Some(values) = &mut self.values else { return };
        if values.len() <= expr.index() {
            values.resize(expr.index() + 1, Seen::NEVER);
        }
        let seen = &mut values[expr.index()];
        if seen.count == 0 {
            seen.first = value;
        } else if seen.first != value {
            seen.varies = true;
        }
        seen.count += 1;
        if let Value::Pointer(pointer) = value {
            let known = self.pointers.entry(expr).or_default();
            // An object's number is taken again only by the same variable: each call's is one target.
            let same = |k: &Pointer| match pointer.is_object() {
                true => k.object == pointer.object && k.offset == pointer.offset,
                false => *k == pointer,
            };
            if known.len() <= MOST_TARGETS && !known.iter().any(same) {
                known.push(pointer);
            }
        }
        if let Value::Int(v) = value {
            seen.min = seen.min.min(v);
            seen.max = seen.max.max(v);
        }
    }

    pub(crate) fn volatile_access(&mut self, access: VolatileAccess) {
        self.volatile_count += 1;
        if let Some(list) = &mut self.volatile {
            list.push(access);
        }
    }
}

#[inline]
fn bump(counts: &mut Vec<u32>, index: usize) {
    match counts.get_mut(index) {
        Some(count) => *count = count.saturating_add(1),
        None => first_of(counts, index),
    }
}

#[cold]
#[inline(never)]
fn first_of(counts: &mut Vec<u32>, index: usize) {
    counts.resize(index + 1, 0);
    counts[index] = 1;
}
