//! Functions in the form in which they run when nothing can change them any more: a list of operations with jumps for the
//! statements, nodes that know their types for the expressions, and slots of the frame for integer variables whose address
//! nobody takes. What things mean is said in [`crate::tree::eval`], [`crate::tree::place`], [`crate::tree::exec`] and [`crate::tree::call`]: here are short
//! ways for what is common, and everything else calls the functions there. Not for programs that grow.

mod conflicts;
mod expressions;
mod inline;
mod int_expr;
mod ints;
mod jumps;
mod pointers;
mod run;
mod statements;
mod subobject;
mod values;

use crate::config::Engine;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Stop};
use crate::tree::jump::Skipped;
use conflicts::Variables;
use ir::{
    BinaryOp, BlockId, ExprId, ExprList, FuncId, Id, IncDec, IntType, LabelId, LogicOp, StmtId, Ty, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use statements::{Builder, Literals};
use std::rc::Rc;

pub(crate) type NodeId = u32;
pub(crate) type Pc = u32;

/// A function that can be run.
pub(crate) struct Bytecode {
    nodes: Vec<Node>,
    ops: Vec<Insn>,
    calls: Vec<CallSite>,
    inlined: Vec<inline::Inlined>,
    elements: Vec<Element>,
    /// `None` for those that are not plain.
    fields: Vec<Option<PlainField>>,
    pointees: Vec<Pointee>,
    changes: Vec<Change>,
    parts: Vec<subobject::Subobject>,
    params: Vec<Param>,
    skips: Vec<Skipped>,
    /// The variables that live in slots.
    slots: Vec<VarId>,
    loops: usize,
    /// Where execution goes on for the cases of switches: by their markers.
    markers: FxHashMap<StmtId, Pc>,
    /// The loops whose iterations end at an operation.
    loop_ends: FxHashMap<Pc, StmtId>,
    body: BlockId,
    ending: Ending,
    tracks_promises: TracksPromises,
    /// Whether its parameters lead to restrict pointers.
    restricts: bool,
}

/// Whether calls of a function promise something, which is kept track of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TracksPromises {
    Yes,
    No,
}

/// How a function should end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Anyhow,
    WithValue,
    Never,
}

#[derive(Clone, Copy)]
enum Param {
    Slot(u32, IntType),
    Memory,
}

/// An expression.
#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    /// What it was made from.
    id: ExprId,
    /// How many steps it is, without its operands.
    cost: u16,
    sort: Sort,
}

/// Which function evaluates a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// An integer of at most 64 bits.
    Int,
    Other,
    Place,
}

/// What a node does. Types that are not here are those of the expression it was made from.
#[derive(Clone, Copy)]
enum Kind {
    Const(i64),
    Slot(u32),
    Var(VarId, IntType),
    /// The same where no access to the variable can conflict with another.
    QuietVar(VarId, IntType),
    Wrap(IntType, NodeId),
    ToBool(NodeId),
    Not(NodeId),
    /// `-` and `~`
    Unary(ir::UnaryOp, IntType, NodeId),
    Binary(BinaryOp, IntType, NodeId, NodeId),
    WatchedBinary(BinaryOp, IntType, NodeId, NodeId),
    Guard(BinaryOp, IntType, NodeId, NodeId),
    /// Whether a value that is not an integer is not zero.
    TruthOf(NodeId),
    Logic(LogicOp, NodeId, NodeId),
    Cond(NodeId, NodeId, NodeId),
    Comma(NodeId, NodeId),
    SetSlot(u32, NodeId),
    SetVar(VarId, IntType, NodeId),
    ChangeSlot {
        op: BinaryOp,
        left: IntType,
        wide: IntType,
        slot: u32,
        rhs: NodeId,
    },
    ChangeVar {
        op: BinaryOp,
        left: IntType,
        wide: IntType,
        var: VarId,
        rhs: NodeId,
    },
    StepSlot {
        op: IncDec,
        ty: IntType,
        calc: IntType,
        slot: u32,
    },
    StepVar {
        op: IncDec,
        ty: IntType,
        calc: IntType,
        var: VarId,
    },
    // Of any type.
    VarValue(VarId),
    Load(NodeId),
    Convert(NodeId),
    UnaryValue(NodeId),
    Pair(NodeId, NodeId),
    AddrOf(NodeId),
    AddrElement(NodeId, NodeId),
    Decay(NodeId),
    CondVoid(NodeId, NodeId, NodeId),
    CommaVoid(NodeId, NodeId),
    SetPlace(NodeId, NodeId),
    WatchedSet(NodeId, NodeId),
    ChangePlace(NodeId, NodeId),
    ChangeInt(NodeId, NodeId, u32),
    WatchedChange(NodeId, NodeId),
    StepPlace(NodeId),
    /// Of an integer that is not volatile.
    LoadInt(IntType, NodeId),
    SetInt(IntType, NodeId, NodeId),
    /// Of a pointer that is not volatile.
    PointerVar(VarId),
    QuietPointer(VarId),
    /// The same for a restrict pointer.
    QuietRestrict(VarId),
    NullPointer,
    SetPointer(NodeId, NodeId),
    LoadPointer(NodeId),
    Call(u32),
    /// A call that is part of this function.
    Inlined(u32),
    /// Anything else: left to the tree of the program.
    Tree,
    // Places.
    VarPlace(VarId),
    /// A member or an element of a variable.
    Subobject(u32),
    ElementPlace(NodeId, NodeId, u32),
    PointerElement(NodeId, NodeId, u32),
    FieldPlace(NodeId, u32),
    DerefPlace(NodeId, u32),
    ArrowPlace(NodeId, u32, u32),
    RecordPlace(NodeId),
    TreePlace,
}

const _: () = assert!(std::mem::size_of::<Node>() <= 24);

/// An element of an array whose length is known.
#[derive(Clone, Copy)]
struct Element {
    size: u32,
    len: u32,
}

/// A member that is no bit-field, of a struct.
#[derive(Clone, Copy)]
struct PlainField {
    offset: u32,
    size: u32,
}

/// What a pointer points to.
#[derive(Clone, Copy)]
struct Pointee {
    ty: Ty,
    size: u32,
    align: u32,
}

/// A compound assignment to an integer.
#[derive(Clone, Copy)]
struct Change {
    op: BinaryOp,
    left: IntType,
    wide: IntType,
}

struct CallSite {
    direct: Option<FuncId>,
    callee: Option<NodeId>,
    args: Box<[NodeId]>,
    list: ExprList,
    watch: Watch,
    settle: Settle,
    passing: Passing,
}

/// What is known of the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// Integers, one for each parameter, in no order that could matter.
    Plain,
    /// One of the right type for each parameter of a function that has a body.
    Fitting,
    Unknown,
}

/// Whether the order of the arguments could matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watch {
    No,
    Yes,
}

/// Whether records among the arguments are copied as soon as they are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settle {
    No,
    Yes,
}

/// A part of a statement. Its size is a power of two, so that it is found quickly.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Insn {
    /// Set where a block begins.
    block: Option<BlockId>,
    /// Set in the first part of a statement, where it is counted.
    stmt: Option<StmtId>,
    /// How many steps it is, with those of the node that it evaluates; known when the function is finished.
    steps: u16,
    kind: InsnKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InsnKind {
    Nothing,
    /// Evaluates for the effects.
    Expr(NodeId),
    /// The same of an integer that is no call.
    IntExpr(NodeId),
    /// A step of a slot, up or down.
    Step {
        slot: u32,
        ty: IntType,
        up: bool,
        node: NodeId,
    },
    /// The same where no statement is blamed.
    Effect(NodeId),
    /// Gives a slot no value.
    Uninit(u32),
    InitSlot(u32, NodeId),
    /// Declares a variable in memory, as the tree does.
    Declare(VarId),
    InitVar(VarId, NodeId),
    /// Gives life to variables whose declarations are skipped.
    Skip(u32),
    /// Variables that are declared from here on live until the matching `Leave`.
    Mark,
    /// A block begins that declares something that leads to restrict pointers.
    Restrict(BlockId),
    Leave,
    /// Leaves all but the outermost scopes.
    Unwind(u32),
    Jump(Pc),
    /// A goto begins; where it leads to comes behind.
    Goto(LabelId),
    /// Jumps behind a marker, which is counted as well.
    JumpToCase(StmtId, Pc),
    BranchIfZero(NodeId, Pc),
    BranchIfSlotZero(u32, NodeId, Pc),
    /// An iteration of a loop begins.
    LoopHeader(u32),
    /// A loop is entered in the middle.
    LoopEntry(u32),
    /// An iteration ends, and the next begins elsewhere.
    BackEdge(u32, Pc),
    Switch(NodeId, Pc),
    Return,
    ReturnVoid(NodeId),
    ReturnInt(NodeId),
    ReturnValue(NodeId),
}

impl InsnKind {
    /// The steps of the operation that are counted together with its statement's.
    fn steps(self, nodes: &[Node]) -> u16 {
        match self {
            InsnKind::IntExpr(n)
            | InsnKind::Step { node: n, .. }
            | InsnKind::InitSlot(_, n)
            | InsnKind::BranchIfZero(n, _)
            | InsnKind::BranchIfSlotZero(_, n, _)
            | InsnKind::Switch(n, _)
            | InsnKind::ReturnInt(n) => nodes[n as usize].cost,
            InsnKind::JumpToCase(..) => 1,
            _ => 0,
        }
    }
}

/// The value of a variable in a slot.
#[derive(Clone, Copy)]
struct Slot {
    value: i64,
    known: bool,
    /// Which of its bits have a value, if it is a character that was given a doubtful one.
    doubtful: Option<u8>,
}

impl Slot {
    const UNKNOWN: Slot = Slot { value: 0, known: false, doubtful: None };

    const fn of(value: i64) -> Slot {
        Slot { value, known: true, doubtful: None }
    }
}

/// Evaluation stops; the reason is kept aside, so that results are small.
pub(crate) struct Halt;

type Run<T> = Result<T, Halt>;

/// The code of a call under way, and where its slots begin.
#[derive(Clone, Copy)]
struct Cx<'a> {
    code: &'a Bytecode,
    base: usize,
}

/// All code of a program, and the state of what runs in it.
#[derive(Default)]
pub(crate) struct BytecodeCache {
    /// By function; `None` inside for those that the tree runs.
    made: Vec<Option<Option<Rc<Bytecode>>>>,
    slots: Vec<Slot>,
    /// Known once there is code.
    variables: Option<Variables>,
    /// How many variables were in scope when blocks began.
    marks: Vec<usize>,
    /// How many changes there were when iterations of loops began.
    turns: Vec<u64>,
    stop: Option<Stop>,
}

impl BytecodeCache {
    /// How many marks there are.
    pub fn marks(&self) -> usize {
        self.marks.len()
    }
}

impl<G: Grow> Machine<G> {
    /// The code of a function, if it is to be run that way.
    #[inline]
    pub(crate) fn code_of(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        if !G::FINISHED || self.config.engine == Engine::Tree {
            return None;
        }
        match self.codes.made.get(func.index()) {
            Some(Some(code)) => code.clone(),
            _ => self.make_code(func),
        }
    }

    #[cold]
    fn make_code(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        let runs = !self.observed.wants_values();
        let code = if runs { self.compiled(func) } else { None };
        if self.codes.made.len() <= func.index() {
            self.codes.made.resize(func.index() + 1, None);
        }
        self.codes.made[func.index()] = Some(code.clone());
        code
    }

    fn compiled(&mut self, func: FuncId) -> Option<Rc<Bytecode>> {
        let known = self.codes.variables.take();
        let variables = known.unwrap_or_else(|| Variables::of(self.program()));
        let code = compile(self.program(), (self.config.order, &variables), func);
        self.codes.variables = Some(variables);
        code.map(Rc::new)
    }

    /// Keeps the reason for stopping aside.
    #[inline]
    fn lift<T>(&mut self, result: Eval<T>) -> Run<T> {
        match result {
            Ok(value) => Ok(value),
            Err(stop) => self.halt(stop),
        }
    }

    #[cold]
    fn halt<T>(&mut self, stop: Stop) -> Run<T> {
        self.codes.stop = Some(stop);
        Err(Halt)
    }

    /// The reason for stopping comes back.
    #[cold]
    fn stopped(&mut self) -> Stop {
        self.codes.stop.take().expect("a reason was kept")
    }
}

/// Makes the code of a function, unless it has holes or no body.
fn compile(p: &ir::Program, rules: (crate::config::Order, &Variables), func: FuncId) -> Option<Bytecode> {
    let mut in_memory = FxHashSet::default();
    let mut literals = Literals::None;
    loop {
        let mut builder = Builder::new(p, rules, func, &in_memory, literals)?;
        builder.function()?;
        if builder.kept.is_empty() && builder.found == literals {
            return Some(builder.finish());
        }
        // Variables that turned out to be used where only memory serves.
        in_memory.extend(builder.kept);
        literals = builder.found;
    }
}
