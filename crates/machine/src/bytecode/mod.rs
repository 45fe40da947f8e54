//! Functions in the form in which they run when nothing can change them any more: a list of operations with jumps for the
//! statements, nodes that know their types for the expressions, and slots of the frame for integer variables whose address
//! is never taken. [`crate::lower`] makes them, [`crate::execute`] runs them. Not for programs that grow.

pub(crate) mod int_expr;
pub(crate) mod variables;

use crate::outcome::Stop;
use crate::state::jumps::Skipped;
use crate::value::Place;
use int_expr::IntExpr;
use ir::{BinaryOp, BlockId, ExprId, ExprList, FuncId, IncDec, IntType, LabelId, LogicOp, StmtId, Ty, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use variables::Variables;

pub(crate) type NodeId = u32;
pub(crate) type Pc = u32;

/// The most arguments that are passed without a list of values.
pub(crate) const MAX_PLAIN: usize = 8;

/// A function that can be run.
pub(crate) struct Bytecode {
    pub nodes: Vec<Node>,
    pub ops: Vec<Insn>,
    pub calls: Vec<CallSite>,
    pub inlined: Vec<Inlined>,
    pub elements: Vec<Element>,
    /// `None` for those that are not plain.
    pub fields: Vec<Option<PlainField>>,
    pub pointees: Vec<Pointee>,
    pub changes: Vec<Change>,
    pub parts: Vec<Subobject>,
    pub params: Vec<Param>,
    pub skips: Vec<Skipped>,
    /// The variables that live in slots.
    pub slots: Vec<VarId>,
    pub loops: usize,
    /// Where execution goes on for the cases of switches: by their markers.
    pub markers: FxHashMap<StmtId, Pc>,
    /// The loops whose iterations end at an operation.
    pub loop_ends: FxHashMap<Pc, StmtId>,
    pub body: BlockId,
    pub ending: Ending,
    pub tracks_promises: TracksPromises,
    /// Whether its parameters lead to restrict pointers.
    pub restricts: bool,
}

/// Whether calls of a function promise something, which is kept track of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TracksPromises {
    Yes,
    No,
}

/// How a function should end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Anyhow,
    WithValue,
    Never,
}

#[derive(Clone, Copy)]
pub(crate) enum Param {
    Slot(u32, IntType),
    Memory,
}

/// An expression.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub kind: Kind,
    /// What it was made from.
    pub id: ExprId,
    /// How many steps it is, without its operands.
    pub cost: u16,
    pub sort: Sort,
}

/// Which function evaluates a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// An integer of at most 64 bits.
    Int,
    Other,
    Place,
}

/// What a node does. Types that are not here are those of the expression it was made from.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
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
pub(crate) struct Element {
    pub size: u32,
    pub len: u32,
}

/// A member that is no bit-field, of a struct.
#[derive(Clone, Copy)]
pub(crate) struct PlainField {
    pub offset: u32,
    pub size: u32,
}

/// What a pointer points to.
#[derive(Clone, Copy)]
pub(crate) struct Pointee {
    pub ty: Ty,
    pub size: u32,
    pub align: u32,
}

/// A compound assignment to an integer.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub op: BinaryOp,
    pub left: IntType,
    pub wide: IntType,
}

pub(crate) struct CallSite {
    pub direct: Option<FuncId>,
    pub callee: Option<NodeId>,
    pub args: Box<[NodeId]>,
    pub list: ExprList,
    pub watch: Watch,
    pub settle: Settle,
    pub passing: Passing,
}

/// What is known of the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// Integers, one for each parameter, in no order that could matter.
    Plain,
    /// One of the right type for each parameter of a function that has a body.
    Fitting,
    Unknown,
}

/// Whether the order of the arguments could matter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Watch {
    No,
    Yes,
}

/// Whether records among the arguments are copied as soon as they are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Settle {
    No,
    Yes,
}

/// A part of a statement. Its size is a power of two, so that it is found quickly.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Insn {
    /// Set where a block begins.
    pub block: Option<BlockId>,
    /// Set in the first part of a statement, where it is counted.
    pub stmt: Option<StmtId>,
    /// How many steps it is, with those of the node that it evaluates; known when the function is finished.
    pub steps: u16,
    pub kind: InsnKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InsnKind {
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
    pub fn steps(self, nodes: &[Node]) -> u16 {
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

/// A call that is part of its caller.
pub(crate) struct Inlined {
    pub args: Box<[NodeId]>,
    /// Where the parameters' slots begin.
    pub first: u32,
    /// The function's block and its statement, which are counted.
    pub op: Insn,
    pub value: NodeId,
    /// A quick way to the value.
    pub int_expr: Option<Rc<IntExpr>>,
    /// Whether a side effect of the arguments has to be complete before the call.
    pub acts: bool,
}

/// A part of a variable.
pub(crate) struct Subobject {
    pub var: VarId,
    /// Where the variable is named.
    pub root: ExprId,
    /// The part that it is if all indices are zero, in an object that is not known yet.
    pub place: Place,
    /// More than two dimensions are rare.
    pub indices: SmallVec<[Index; 2]>,
    /// Whether the last index chooses the part: then its bounds are the array's.
    pub is_element: bool,
    /// Whether no access to the variable can conflict with another.
    pub quiet: bool,
    /// Whether the declaration has no qualifiers that a read or a write had to respect.
    pub reads: bool,
    pub writes: bool,
}

/// An index on the way to it.
pub(crate) struct Index {
    pub id: ExprId,
    pub node: NodeId,
    /// Where the array begins if the indices before this one are zero.
    pub start: u32,
    pub size: u32,
    pub len: u32,
}

/// The value of a variable in a slot.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub value: i64,
    pub known: bool,
    /// Which of its bits have a value, if it is a character that was given a doubtful one.
    pub doubtful: Option<u8>,
}

impl Slot {
    pub const UNKNOWN: Slot = Slot { value: 0, known: false, doubtful: None };

    pub const fn of(value: i64) -> Slot {
        Slot { value, known: true, doubtful: None }
    }
}

/// All code of a program, and the state of what runs in it.
#[derive(Default)]
pub(crate) struct BytecodeCache {
    /// By function; `None` inside for those that the tree runs.
    pub made: Vec<Option<Option<Rc<Bytecode>>>>,
    pub slots: Vec<Slot>,
    /// Known once there is code.
    pub variables: Option<Variables>,
    /// How many variables were in scope when blocks began.
    pub marks: Vec<usize>,
    /// How many changes there were when iterations of loops began.
    pub loop_changes: Vec<u64>,
    pub stop: Option<Stop>,
}

impl BytecodeCache {
    /// How many marks there are.
    pub fn marks(&self) -> usize {
        self.marks.len()
    }
}
