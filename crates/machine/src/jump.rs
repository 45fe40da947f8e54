//! Where labels and cases are: the way from a block down to a marker. Found once, and remembered.

use ir::{BlockId, FuncId, LabelId, Program, Stmt, StmtId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The blocks on the way to a marker, outermost first.
pub struct Path(Vec<Passage>);

/// How the way leads through a block.
pub struct Passage {
    pub block: BlockId,
    /// The position of the statement in which it goes on.
    pub at: usize,
    /// The variables whose declarations it skips; they live all the same.
    pub skipped: Vec<VarId>,
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

impl Paths {
    /// The way from the function's body to the label.
    pub fn path_to(&mut self, p: &Program, func: FuncId, label: LabelId) -> Option<Rc<Path>> {
        if let Some(path) = self.labels.get(&label) {
            return Some(path.clone());
        }
        let path = Rc::new(find(p, p.funcs[func].body?, |s| p.stmts[s] == Stmt::Label(label))?);
        self.labels.insert(label, path.clone());
        Some(path)
    }
}

/// The way from a block to the first statement that is wanted.
pub fn find(p: &Program, block: BlockId, wanted: impl Fn(StmtId) -> bool + Copy) -> Option<Path> {
    let mut path = Vec::new();
    search(p, block, wanted, &mut path).then(|| {
        path.reverse();
        Path(path)
    })
}

fn search(
    p: &Program,
    block: BlockId,
    wanted: impl Fn(StmtId) -> bool + Copy,
    path: &mut Vec<Passage>,
) -> bool {
    for (at, stmt) in p.blocks[block].iter().enumerate() {
        let mut found = wanted(*stmt);
        p.stmts[*stmt].for_each_block(|inner| found = found || search(p, inner, wanted, path));
        if found {
            path.push(Passage { block, at, skipped: autos(p, &p.blocks[block][..at]) });
            return true;
        }
    }
    false
}

/// The variables with automatic storage that the statements declare.
pub fn autos(p: &Program, stmts: &[StmtId]) -> Vec<VarId> {
    let declared = stmts.iter().filter_map(|stmt| match p.stmts[*stmt] {
        Stmt::Decl(var) => Some(var),
        _ => None,
    });
    declared.filter(|var| !p.vars[*var].storage.is_static()).collect()
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
