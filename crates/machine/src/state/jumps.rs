//! Where labels and cases are: the way from a block down to a marker. Found once, and remembered.

use ir::{BlockId, FuncId, LabelId, Program, Stmt, StmtId, VarId};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// The blocks on the way to a marker, outermost first.
pub struct Path(Vec<Passage>);

/// The ways from a block to the markers in it.
pub type Ways = FxHashMap<StmtId, Rc<Path>>;

/// How the way leads through a block.
#[derive(Clone)]
pub struct Passage {
    pub block: BlockId,
    /// The position of the statement in which it goes on.
    pub at: usize,
    /// What the block declares.
    declared: Rc<[Declared]>,
}

/// The declaration of a variable with automatic storage, by its position in its block.
#[derive(Clone, Copy)]
struct Declared {
    at: usize,
    var: VarId,
}

/// Variables whose declarations are skipped; they live all the same. They are a part of those that a block declares, which all
/// ways through it share: there may be many of both.
#[derive(Clone)]
pub struct Skipped {
    declared: Rc<[Declared]>,
    pub range: Range<usize>,
}

impl Skipped {
    pub fn vars(&self) -> impl Iterator<Item = VarId> {
        self.declared[self.range.clone()].iter().map(|declared| declared.var)
    }

    /// All that a block declares.
    pub fn all(p: &Program, block: BlockId) -> Skipped {
        let declared = declared(p, block);
        Skipped { range: 0..declared.len(), declared }
    }

    /// The same variables without those of another part.
    pub fn except(&self, other: Range<usize>) -> impl Iterator<Item = VarId> {
        let kept = self.range.clone().filter(move |i| !other.contains(i));
        kept.map(|i| self.declared[i].var)
    }
}

impl Passage {
    /// What it skips on the way from a position in the block.
    pub fn skipped_from(&self, from: usize) -> Skipped {
        let before = |at: usize| self.declared.partition_point(|declared| declared.at < at);
        let (start, end) = (before(from), before(self.at));
        Skipped { declared: self.declared.clone(), range: start.min(end)..end }
    }

    /// What it skips on the way from the beginning of the block.
    pub fn skipped(&self) -> Skipped {
        self.skipped_from(0)
    }
}

impl Path {
    pub fn passages(&self) -> &[Passage] {
        &self.0
    }

    /// How the way leads through the block, if it does.
    pub fn through(&self, block: BlockId) -> Option<&Passage> {
        self.0.iter().find(|passage| passage.block == block)
    }
}

/// The jumps of a call since something changed, to notice those that go round for ever: one label is compared with all that
/// come, and is replaced after 1, 2, 4, … of them, so that it is in the circle some day (Brent).
#[derive(Clone, Copy, Default)]
pub(crate) struct Jumps {
    label: Option<LabelId>,
    changes: u64,
    count: u64,
}

impl Jumps {
    /// Whether a jump comes again to a label where everything is as it was.
    pub fn repeats(&mut self, label: LabelId, changes: u64) -> bool {
        if self.changes != changes || self.label.is_none() {
            *self = Jumps { label: Some(label), changes, count: 0 };
            return false;
        }
        if self.label == Some(label) {
            return true;
        }
        self.count += 1;
        if self.count.is_power_of_two() {
            self.label = Some(label);
        }
        false
    }
}

/// The cases of a switch, and its default.
#[derive(Default)]
pub struct Cases {
    /// Markers in the order of the text; their values are expressions.
    pub cases: Vec<StmtId>,
    pub default: Option<StmtId>,
    /// Values of the cases, once they have been computed.
    pub table: FxHashMap<i128, Case>,
    pub default_path: Option<Rc<Path>>,
}

/// Where execution goes on for a value.
pub struct Case {
    pub marker: StmtId,
    pub path: Rc<Path>,
}

/// What is known of labels and switches so far.
#[derive(Default)]
pub struct Paths {
    labels: FxHashMap<LabelId, Rc<Path>>,
    pub(crate) switches: FxHashMap<StmtId, Rc<Cases>>,
}

/// Whether blocks get longer: then the way to a label is looked for when it is first wanted, and not before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Growing {
    No,
    Yes,
}

impl Paths {
    /// The way from the function's body to the label.
    pub fn path_to(
        &mut self,
        p: &Program,
        func: FuncId,
        label: LabelId,
        growing: Growing,
    ) -> Option<Rc<Path>> {
        if !self.labels.contains_key(&label) {
            let mut found = labels(p, p.funcs[func].body?);
            match growing {
                Growing::No => self.labels.extend(found),
                Growing::Yes => self.labels.extend(found.remove(&label).map(|path| (label, path))),
            }
        }
        self.labels.get(&label).cloned()
    }
}

/// The ways from a block to all labels in it.
pub fn labels(p: &Program, body: BlockId) -> FxHashMap<LabelId, Rc<Path>> {
    let ways = ways(p, body, |stmt| matches!(stmt, Stmt::Label(_)));
    let label = |(stmt, path)| match p.stmts[stmt] {
        Stmt::Label(label) => Some((label, path)),
        _ => None,
    };
    ways.into_iter().filter_map(label).collect()
}

/// The ways from a block to all markers of a kind, found in one go.
pub fn ways(p: &Program, block: BlockId, wanted: impl Fn(Stmt) -> bool + Copy) -> Ways {
    let mut found = Ways::default();
    search(p, block, wanted, &mut Vec::new(), &mut found);
    found
}

fn search(
    p: &Program,
    block: BlockId,
    wanted: impl Fn(Stmt) -> bool + Copy,
    way: &mut Vec<Passage>,
    found: &mut Ways,
) {
    let declared = declared(p, block);
    for (at, id) in p.blocks[block].iter().enumerate() {
        let stmt = p.stmts[*id];
        let marks = wanted(stmt);
        let mut inside = false;
        stmt.for_each_block(|_| inside = true);
        if marks || inside {
            way.push(Passage { block, at, declared: declared.clone() });
            if marks {
                found.insert(*id, Rc::new(Path(way.clone())));
            }
            stmt.for_each_block(|inner| search(p, inner, wanted, way, found));
            way.pop();
        }
    }
}

fn declared(p: &Program, block: BlockId) -> Rc<[Declared]> {
    let stmts = p.blocks[block].iter().enumerate();
    stmts.filter_map(|(at, id)| Some(Declared { at, var: auto(p, *id)? })).collect()
}

/// The ways to the cases of a switch with this body, and to those of switches inside.
pub fn case_ways(p: &Program, body: BlockId) -> Ways {
    ways(p, body, |stmt| matches!(stmt, Stmt::Case(_) | Stmt::Default))
}

/// The variables with automatic storage that the statements declare.
pub fn autos(p: &Program, stmts: &[StmtId]) -> Vec<VarId> {
    stmts.iter().filter_map(|stmt| auto(p, *stmt)).collect()
}

fn auto(p: &Program, stmt: StmtId) -> Option<VarId> {
    match p.stmts[stmt] {
        Stmt::Decl(var) => Some(var).filter(|var| !p.vars[*var].storage.is_static()),
        _ => None,
    }
}

/// The markers that belong to a switch with this body: not those of switches inside.
pub fn cases(p: &Program, body: BlockId) -> Cases {
    let mut cases = Cases::default();
    collect(p, body, &mut cases);
    cases
}

fn collect(p: &Program, block: BlockId, cases: &mut Cases) {
    for stmt in &p.blocks[block] {
        match p.stmts[*stmt] {
            Stmt::Case(_) => cases.cases.push(*stmt),
            Stmt::Default => cases.default = Some(*stmt),
            Stmt::Switch { .. } => {}
            other => other.for_each_block(|inner| collect(p, inner, cases)),
        }
    }
}
