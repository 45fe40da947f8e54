//! The machine: its state, and how a run starts and ends.
//! What nodes do is in [`crate::tree::eval`], [`crate::tree::place`], [`crate::tree::exec`] and [`crate::tree::call`].

use crate::bytecode::BytecodeCache;
use crate::config::Config;
use crate::frame::Frame;
use crate::grow::Grow;
use crate::memory::addresses::AddressBook;
use crate::memory::restrict::state::Restricts;
use crate::memory::sequence::Sequence;
use crate::memory::{Memory, Traits};
use crate::observe::noise::Noise;
use crate::observe::observations::Observations;
use crate::outcome::{Eval, Found, Gap, Limit, Missing, Outcome, Stop};
use crate::promise::PromiseInForce;
use crate::random::Random;
use crate::streams::Streams;
use crate::tree::init::InitImage;
use crate::tree::jump::{Jumps, Paths};
use crate::ub::{Culprit, Death, Ub};
use crate::value::{Pointer, Value};
use ir::{ExprId, FuncId, Id, InitId, Program, Storage, StrId, Ty, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};

pub struct Machine<G: Grow> {
    pub grow: G,
    pub config: Config,
    pub(crate) mem: Memory,
    pub(crate) seq: Sequence,
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

#[derive(Clone, Copy)]
pub(crate) struct VaList {
    /// The call whose arguments it is for.
    pub frame: u64,
    pub next: usize,
    pub started: bool,
    /// The call in which it was started, which has to end it, and where.
    pub owner: u64,
    pub start: ExprId,
    /// The object that `va_start` was given.
    pub home: VaPlace,
    /// The object through which it was used last, and at which depth of calls that was made.
    pub used: (VaPlace, u32),
}

/// The sites at which all orders are tried, and how many steps are left for it.
#[derive(Default)]
pub(crate) struct Orders {
    pub sites: FxHashSet<ExprId>,
    pub steps: u64,
}

/// Where a `va_list` object is: its number, generation and offset.
pub(crate) type VaPlace = (u32, u32, u32);

/// There is no room for a deep stack. This is what [`on_deep_stack`] unwinds with, so that whoever ends the program can say
/// so; nobody on the way can do without the stack.
#[derive(Debug)]
pub struct NoStack(pub std::io::Error);

/// Runs a function on a thread whose stack is deep enough for deep programs. The memory is touched only if used.
pub fn on_deep_stack<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    const STACK: usize = 1 << 30;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, f);
        let thread = thread.unwrap_or_else(|error| std::panic::resume_unwind(Box::new(NoStack(error))));
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

impl<G: Grow> Machine<G> {
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

    /// Initialises static storage and calls `main`.
    pub fn run_main(&mut self) -> Outcome {
        match self.start().and_then(|()| self.call_main()) {
            Ok(exit_code) | Err(Stop::Exit(exit_code)) => match self.run_exit_handlers() {
                Ok(()) => Outcome::Finished { exit_code },
                Err(stop) => stop.outcome(),
            },
            Err(stop) => stop.outcome(),
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

    /// Initialises static storage and calls a function without arguments.
    pub fn run_function(&mut self, func: FuncId) -> Outcome {
        match self.start().and_then(|()| self.call_function(func, &[], None)) {
            Ok(_) => Outcome::Finished { exit_code: 0 },
            Err(stop) => stop.outcome(),
        }
    }

    /// What the program has printed.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

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

    #[inline]
    pub fn program(&self) -> &Program {
        self.grow.program()
    }

    /// Every object with static storage exists and has its value before the program starts (C17 5.1.2p1).
    pub fn start(&mut self) -> Eval<()> {
        let statics: Vec<VarId> = self
            .program()
            .vars
            .iter()
            .filter(|(_, v)| matches!(v.storage, Storage::Global | Storage::Static))
            .map(|(id, _)| id)
            .collect();
        self.find_restrict();
        for var in &statics {
            self.make_static(*var)?;
        }
        for var in statics {
            self.init_static(var)?;
        }
        self.make_standard_streams()
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
