//! Sequencing: which accesses of an expression may happen in any order, and whether that matters.
//!
//! Where two operands are unsequenced and one of them can have an effect, the machine records what each
//! accesses and compares the records. Accesses made inside a call are ordered with respect to the rest,
//! but the order is unspecified, which is another kind of finding. Pure operands cost nothing here.

use crate::ub::{Conflict, Ub};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    object: u32,
    generation: u32,
    /// In bits, because neighbouring bit-fields are different objects.
    start: u64,
    end: u64,
    /// The depth of calls at which it happened.
    depth: u32,
    /// The depth at which the object was made.
    made: u32,
    kind: Kind,
    /// A write whose side effect may still be under way when the expression's value is known.
    pending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Read,
    Write,
    /// A volatile access, which is a side effect also where it only reads (C17 5.1.2.3p2). It is recorded as a read or write,
    /// too.
    Volatile,
    /// Output, as an access to an object that nothing else is.
    Output,
}

/// The record of the expressions under evaluation.
#[derive(Default)]
pub struct Sequence {
    log: Vec<Access>,
    /// How many pairs of unsequenced operands are being evaluated; nothing is recorded when there is none.
    watching: u32,
    /// The depth of calls at which the innermost pair is: objects of deeper calls cannot be shared.
    pub depth: u32,
    /// Where the records begin that are not of a suspended evaluation.
    floor: usize,
    /// Where the innermost record begins, and when to look for repetitions in it.
    base: usize,
    compact_at: usize,
    /// Where accesses were recorded lately, by a hash: loops repeat them, and one is enough.
    recent: Vec<u32>,
}

/// An evaluation whose record waits for another one to end.
pub struct Suspended {
    watching: u32,
    depth: u32,
    floor: usize,
    base: usize,
    compact_at: usize,
}

/// What [`Sequence::reset`] wants back.
#[derive(Clone, Copy, Debug)]
pub struct State {
    watching: u32,
    depth: u32,
    floor: usize,
    len: usize,
}

/// The beginning of a record. Positions below the innermost one stay as they are until it is closed.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    start: usize,
    outer_depth: u32,
    outer_base: usize,
    outer_compact_at: usize,
}

const COMPACT: usize = 1024;
const RECENT: usize = 256;

impl Sequence {
    #[inline]
    pub fn is_watching(&self) -> bool {
        self.watching > 0
    }

    /// Whether accesses to an object that was made at this depth of calls are recorded.
    #[inline]
    pub fn watches(&self, depth: u32) -> bool {
        self.watching > 0 && depth <= self.depth
    }

    /// Starts to record for a pair of operands.
    pub fn open(&mut self, depth: u32) -> Region {
        let outer_depth = if self.watching == 0 { depth } else { self.depth };
        self.depth = depth;
        self.watching += 1;
        Region { outer_depth, ..self.split() }
    }

    /// The first operand is done, the second begins.
    pub fn split(&mut self) -> Region {
        let start = self.log.len();
        let region = Region {
            start,
            outer_depth: self.depth,
            outer_base: self.base,
            outer_compact_at: self.compact_at,
        };
        self.base = self.log.len();
        self.compact_at = self.base + COMPACT;
        region
    }

    /// Both are done. What they did counts for the expression around them.
    pub fn close(&mut self, first: Region) {
        self.watching -= 1;
        if self.watching == 0 {
            self.log.truncate(self.floor);
        } else if first.outer_depth < self.depth {
            self.forget_deeper(first);
        }
        self.depth = first.outer_depth;
        self.leave(first);
    }

    /// The expression around is in a call further out, which cannot share objects that were made in here.
    fn forget_deeper(&mut self, region: Region) {
        let mut kept = region.start;
        for i in region.start..self.log.len() {
            if self.log[i].made <= region.outer_depth {
                self.log[kept] = self.log[i];
                kept += 1;
            }
        }
        self.log.truncate(kept);
    }

    /// Goes back to the record around a region, in which there may be repetitions now.
    fn leave(&mut self, region: Region) {
        self.base = region.outer_base;
        self.compact_at = region.outer_compact_at;
        if self.log.len() >= self.compact_at {
            self.compact();
        }
    }

    /// Forgets all since, after evaluation was abandoned.
    pub fn reset(&mut self, state: State) {
        self.watching = state.watching;
        self.depth = state.depth;
        self.floor = state.floor;
        self.log.truncate(state.len);
        self.base = self.base.min(state.len);
    }

    /// Stops recording until [`Sequence::resume`]: for what is ordered with respect to all that is under way.
    pub fn suspend(&mut self) -> Suspended {
        let suspended = Suspended {
            watching: std::mem::take(&mut self.watching),
            depth: self.depth,
            floor: self.floor,
            base: self.base,
            compact_at: self.compact_at,
        };
        self.floor = self.log.len();
        suspended
    }

    pub fn resume(&mut self, suspended: Suspended) {
        self.watching = suspended.watching;
        self.depth = suspended.depth;
        self.floor = suspended.floor;
        self.base = suspended.base;
        self.compact_at = suspended.compact_at;
    }

    pub fn state(&self) -> State {
        State { watching: self.watching, depth: self.depth, floor: self.floor, len: self.log.len() }
    }

    /// Records an access to an object that was made at some depth.
    pub fn record(&mut self, key: (u32, u32), made: u32, bits: (u64, u64), depth: u32, kind: Kind) {
        let (object, generation) = key;
        let (start, end) = bits;
        let pending = kind == Kind::Write;
        self.note(Access { object, generation, start, end, depth, made, kind, pending });
    }

    fn note(&mut self, access: Access) {
        if self.is_recent(&access) {
            return;
        }
        self.log.push(access);
        if self.log.len() >= self.compact_at {
            self.compact();
        }
    }

    /// Whether the innermost record has the access already; if it is not found, its place is remembered.
    #[inline]
    fn is_recent(&mut self, access: &Access) -> bool {
        self.recent.resize(RECENT, 0);
        let hash = access.object as usize * 7 + (access.start >> 3) as usize + access.kind as usize * 97;
        let slot = &mut self.recent[hash % RECENT];
        let at = *slot as usize;
        if at >= self.base && self.log.get(at) == Some(access) {
            return true;
        }
        *slot = self.log.len() as u32;
        false
    }

    /// Records output.
    pub fn record_output(&mut self, depth: u32) {
        const STREAM: u32 = u32::MAX;
        let kind = Kind::Output;
        self.note(Access {
            object: STREAM,
            generation: 0,
            start: 0,
            end: 1,
            depth,
            made: 0,
            kind,
            pending: false,
        });
    }

    /// Loops in calls repeat the same accesses over and over: keep one of each.
    fn compact(&mut self) {
        let tail = &mut self.log[self.base..];
        tail.sort_unstable();
        let mut kept = self.base;
        for i in self.base..self.log.len() {
            if kept == self.base || self.log[kept - 1] != self.log[i] {
                self.log[kept] = self.log[i];
                kept += 1;
            }
        }
        self.log.truncate(kept);
        self.compact_at = self.base + 2 * (kept - self.base) + COMPACT;
    }

    /// A sequence point: all side effects since the region began are complete, and the region ends.
    pub fn point(&mut self, since: Region) {
        for access in &mut self.log[since.start..] {
            access.pending = false;
        }
        self.leave(since);
    }

    /// Whether the two records, each in no order with the other, disagree.
    pub fn compare(&self, first: Region, second: Region, depth: u32) -> Result<(), Ub> {
        let a = &self.log[first.start..second.start];
        let b = &self.log[second.start..];
        if a.is_empty() || b.is_empty() {
            return Ok(());
        }
        if a.len() * b.len() <= 256 {
            return worst(a.iter().flat_map(|x| b.iter().map(move |y| (x, y))), depth);
        }
        compare_many(a, b, depth)
    }

    /// Whether a store would meet a side effect of its own operands that need not be complete.
    pub fn check_store(&self, since: Region, key: (u32, u32), bits: (u64, u64)) -> Result<(), Ub> {
        let unsequenced = self.log[since.start..].iter().any(|a| {
            a.pending
                && a.kind == Kind::Write
                && (a.object, a.generation) == key
                && a.start < bits.1
                && bits.0 < a.end
        });
        if unsequenced { Err(Ub::Unsequenced { conflict: Conflict::Writes }) } else { Ok(()) }
    }
}

/// The first pair that is undefined; else the first whose order matters and is unspecified, which some accept.
fn worst<'a>(pairs: impl Iterator<Item = (&'a Access, &'a Access)>, depth: u32) -> Result<(), Ub> {
    let mut open = Ok(());
    for (x, y) in pairs {
        match check(x, y, depth) {
            Ok(()) => {}
            Err(ub @ Ub::UnspecifiedOrder { .. }) => open = open.and(Err(ub)),
            Err(ub) => return Err(ub),
        }
    }
    open
}

fn check(x: &Access, y: &Access, depth: u32) -> Result<(), Ub> {
    let same = x.object == y.object && x.generation == y.generation;
    if !same || x.start >= y.end || y.start >= x.end {
        return Ok(());
    }
    let in_order = x.depth > depth || y.depth > depth;
    let conflict = match (x.kind, y.kind) {
        // Two reads in an order that is unspecified give the same values. Without any order they are two side effects on one
        // object (C17 5.1.2.3p2, 6.5p2); but all compilers read twice in some order, and other generators rely on it.
        (Kind::Volatile, Kind::Volatile) if in_order => return Ok(()),
        (Kind::Volatile, Kind::Volatile) => {
            return Err(Ub::UnspecifiedOrder { conflict: Conflict::Observable });
        }
        (Kind::Output, Kind::Output) => Conflict::Observable,
        (Kind::Write, Kind::Write) => Conflict::Writes,
        (Kind::Write, Kind::Read) | (Kind::Read, Kind::Write) => Conflict::WriteRead,
        (Kind::Volatile | Kind::Output, _)
        | (_, Kind::Volatile | Kind::Output)
        | (Kind::Read, Kind::Read) => {
            return Ok(());
        }
    };
    Err(if in_order { Ub::UnspecifiedOrder { conflict } } else { Ub::Unsequenced { conflict } })
}

fn compare_many(a: &[Access], b: &[Access], depth: u32) -> Result<(), Ub> {
    let mut by_object: FxHashMap<(u32, u32), Vec<&Access>> = FxHashMap::default();
    for x in a {
        by_object.entry((x.object, x.generation)).or_default().push(x);
    }
    let pairs = b.iter().flat_map(|y| {
        let same = by_object.get(&(y.object, y.generation)).into_iter().flatten();
        same.map(move |x| (*x, y))
    });
    worst(pairs, depth)
}
