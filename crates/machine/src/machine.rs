//! The machine: its state, and what all that runs in it uses. How a run starts and ends is in [`crate::run`];
//! what nodes do is in [`crate::tree::eval`], [`crate::tree::place`], [`crate::tree::exec`] and [`crate::tree::call`].

use crate::bytecode::BytecodeCache;
use crate::config::Config;
use crate::grow::{Grow, View};
use crate::memory::addresses::AddressBook;
use crate::memory::sequence::Sequence;
use crate::memory::{Memory, Traits};
use crate::observe::noise::Noise;
use crate::observe::observations::Observations;
use crate::outcome::{Eval, Found, Gap, Limit, Missing, Stop};
use crate::state::calls::{Orders, VaList};
use crate::state::frame::Frame;
use crate::state::images::InitImage;
use crate::state::jumps::{Jumps, Paths};
use crate::state::promises::PromiseInForce;
use crate::state::random::Random;
use crate::state::restrict::Restricts;
use crate::state::streams::Streams;
use crate::ub::{Culprit, Death, Ub};
use crate::value::{Pointer, Value};
use ir::{ExprId, FuncId, Id, InitId, Program, StrId, Ty, VarId};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The machine, with all that a run knows.
pub struct Machine<G: Grow> {
    /// The generator that it asks, or the finished program.
    pub grow: G,
    /// What the run may use, and by which rules.
    pub config: Config,
    pub(crate) mem: Memory,
    pub(crate) seq: Sequence,
    /// What has been counted and recorded.
    pub observed: Observations,
    /// Variables bound in open blocks and calls, with the object each named before.
    pub(crate) scopes: Vec<(VarId, u32)>,
    shapes: Vec<Option<Shape>>,
    /// Temporary objects of the full expressions under evaluation.
    pub(crate) temps: Vec<u32>,
    /// The lanes of vector values of the full expressions under evaluation.
    pub(crate) lanes: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) depth: u32,
    pub(crate) steps: u64,
    /// Counts everything that could let a loop end: writes, output, volatile accesses.
    pub(crate) changes: u64,
    pub(crate) output: Vec<u8>,
    /// What the last `return` gave.
    pub(crate) returned: Option<Value>,
    pub(crate) strings: Vec<u32>,
    pub(crate) va_lists: Vec<VaList>,
    /// The state of `rand`, once it is used.
    pub(crate) random: Option<Random>,
    pub(crate) paths: Paths,
    /// What lists of constants have made of their objects.
    pub(crate) images: FxHashMap<InitId, InitImage>,
    pub(crate) codes: BytecodeCache,
    pub(crate) noise: Noise,
    pub(crate) next_frame: u64,
    /// The character that was read last without a specified value, and which of its bits have one.
    pub(crate) doubtful: Cell<(u8, u8)>,
    /// Whether the program had bit-fields whose promoted type is in doubt when the run began; programs that grow cast theirs.
    pub(crate) doubtful_fields: bool,
    /// What the calls under way have promised.
    pub(crate) promises_in_force: Vec<PromiseInForce>,
    pub(crate) restricts: Restricts,
    /// Objects of less depth than this need a closer look because of them.
    pub(crate) outside: u32,
    /// The same because of what functions promise: all that matters for what no pointer leads to.
    pub(crate) pledged: u32,
    pub(crate) orders: Orders,
    /// The numbers of the addresses that the program has looked at.
    pub(crate) addresses: RefCell<AddressBook>,
    pub(crate) streams: Streams,
}

/// What an object for a variable is like.
#[derive(Clone, Copy)]
struct Shape {
    size: u64,
    align: u64,
    ty: Ty,
    leaf: Ty,
    traits: Traits,
}

impl<G: Grow> Machine<G> {
    /// A machine in which nothing has run yet.
    pub fn new(grow: G, config: Config) -> Self {
        let target = grow.program().target();
        let mem = Memory::new(target.endian, target.pointer.size, config.max_memory);
        let observed = Observations::new(config.record_values, config.record_volatile);
        let doubtful_fields = crate::observe::may_be_undefined::has_doubtful_fields(grow.program());
        Machine {
            noise: Noise::of(config.floats),
            doubtful: Cell::new((0, 0)),
            doubtful_fields,
            grow,
            config,
            mem,
            seq: Sequence::default(),
            observed,
            scopes: Vec::new(),
            shapes: Vec::new(),
            temps: Vec::new(),
            lanes: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            steps: 0,
            changes: 0,
            output: Vec::new(),
            returned: None,
            strings: Vec::new(),
            va_lists: Vec::new(),
            random: None,
            paths: Paths::default(),
            images: FxHashMap::default(),
            codes: BytecodeCache::default(),
            next_frame: 0,
            promises_in_force: Vec::new(),
            restricts: Restricts::default(),
            outside: 0,
            pledged: 0,
            orders: Orders::default(),
            addresses: RefCell::default(),
            streams: Streams::default(),
        }
    }

    /// What the program has printed on its standard error stream.
    pub fn take_errors(&mut self) -> Vec<u8> {
        self.streams.take_errors()
    }

    /// Whether the program has looked at the numbers of addresses.
    pub fn has_seen_addresses(&self) -> bool {
        self.addresses.borrow().is_used()
    }

    /// What the program has printed.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// What the program has printed since this was last asked.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// How many nodes have been evaluated.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The most bytes that objects occupied at one time.
    pub fn footprint(&self) -> usize {
        self.mem.footprint()
    }

    /// The program that runs.
    #[inline]
    pub fn program(&self) -> &Program {
        self.grow.program()
    }

    /// Makes the object of a static variable, all zero.
    pub(crate) fn make_static(&mut self, var: VarId) -> Eval<()> {
        let object = self.make_object(var, 0)?;
        let pointer = self.mem.pointer_to(object);
        let base = self.mem.object(object).base;
        self.mem.fill(base, pointer.high, 0);
        self.sets_padding(object);
        self.mem.bind(var, object);
        Ok(())
    }

    /// An object for a variable, without a value and without a name.
    pub(crate) fn make_object(&mut self, var: VarId, depth: u32) -> Eval<u32> {
        let Shape { size, align, ty, leaf, traits } = self.shape(var);
        if size > 1 << 31 {
            return Err(self.unsupported(Missing::HugeObject, None));
        }
        let object = self.mem.allocate(size, align, ty, traits, Culprit::Var(var), depth).map_err(full)?;
        self.mem.set_leaf(object, leaf);
        Ok(object)
    }

    /// What kind of object a variable needs; remembered if that cannot change any more.
    fn shape(&mut self, var: VarId) -> Shape {
        if let Some(Some(shape)) = self.shapes.get(var.index()) {
            return *shape;
        }
        let p = self.grow.program();
        let v = &p.vars[var];
        let ty = p.types.canonical(v.ty);
        let sa = p.types.size_align(ty);
        let (traits, leaf) = crate::memory::traits_of(&p.types, ty);
        let shape = Shape { size: sa.size, align: sa.align.max(v.aligned.unwrap_or(1)), ty, leaf, traits };
        if G::FINISHED {
            if self.shapes.len() <= var.index() {
                self.shapes.resize(var.index() + 1, None);
            }
            self.shapes[var.index()] = Some(shape);
        }
        shape
    }

    /// The object of a string literal, made when first used.
    pub(crate) fn string_object(&mut self, id: StrId) -> Eval<u32> {
        if let Some(object) = self.strings.get(id.index()).filter(|o| **o != 0) {
            return Ok(*object);
        }
        let bytes = &self.grow.program().strings[id].bytes;
        let size = bytes.len() as u64 + 1;
        let object =
            self.mem.allocate(size, 1, Ty::CHAR, Traits::STRING, Culprit::StringLiteral, 0).map_err(full)?;
        let base = self.mem.object(object).base;
        for (i, byte) in bytes.iter().chain(&[0]).enumerate() {
            self.mem.store(base + i as u32, 1, u64::from(*byte));
        }
        if self.strings.len() <= id.index() {
            self.strings.resize(id.index() + 1, 0);
        }
        self.strings[id.index()] = object;
        Ok(object)
    }

    pub(crate) fn new_frame(&mut self, func: FuncId, extra: Vec<(Value, Ty)>) -> Frame {
        self.next_frame += 1;
        Frame {
            func,
            serial: self.next_frame,
            extra,
            lanes: self.lanes.len(),
            jumps: Jumps::default(),
            allocas: Vec::new(),
        }
    }

    /// Ends a call, and what it has allocated.
    #[inline]
    pub(crate) fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            for (_, object) in frame.allocas {
                self.mem.end(object, Death::ScopeLeft);
            }
        }
    }

    /// Ends the objects of all scopes opened since, and gives the variables back what they named before.
    pub(crate) fn leave_scopes(&mut self, until: usize) {
        while self.scopes.len() > until {
            let (var, old) = self.scopes.pop().expect("longer than the mark");
            let object = self.mem.bind(var, old);
            self.mem.end(object, Death::ScopeLeft);
        }
    }

    pub(crate) fn end_temps(&mut self, until: usize) {
        while self.temps.len() > until {
            let object = self.temps.pop().expect("longer than the mark");
            self.mem.end(object, Death::Temporary);
        }
        self.lanes.truncate(self.frames.last().map_or(0, |frame| frame.lanes));
    }

    /// The state as it is now.
    pub fn view(&self) -> View<'_> {
        View {
            mem: &self.mem,
            observed: &self.observed,
            scopes: &self.scopes,
            frames: &self.frames,
            strings: &self.strings,
            steps: self.steps,
            depth: self.depth,
        }
    }

    /// The generator, and what it may look at.
    #[inline]
    pub fn split(&mut self) -> (&mut G, View<'_>) {
        let view = View {
            mem: &self.mem,
            observed: &self.observed,
            scopes: &self.scopes,
            frames: &self.frames,
            strings: &self.strings,
            steps: self.steps,
            depth: self.depth,
        };
        (&mut self.grow, view)
    }

    // --- failing ---

    #[cold]
    pub(crate) fn ub(&self, expr: ExprId, ub: Ub) -> Stop {
        Stop::Ub(Box::new(Found { ub, expr: Some(expr), stmt: None, culprit: None, made: None, died: None }))
    }

    #[cold]
    pub(crate) fn ub_about(&self, expr: ExprId, ub: Ub, pointer: Pointer) -> Stop {
        let culprit = self.mem.origin(pointer);
        let (made, died) = self.mem.biography(pointer);
        Stop::Ub(Box::new(Found { ub, expr: Some(expr), stmt: None, culprit, made, died }))
    }

    #[cold]
    pub(crate) fn unsupported(&self, what: Missing, expr: Option<ExprId>) -> Stop {
        Stop::Unsupported(Box::new(Gap { what, expr }))
    }
}

pub(crate) fn full(_: crate::memory::Full) -> Stop {
    Stop::Budget(Limit::Memory)
}
