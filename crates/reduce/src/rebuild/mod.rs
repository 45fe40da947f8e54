//! A program with edits applied: copied node by node through [`ir::build`], which derives all types and conversions
//! anew. So an edit need not care for what is above it, and what nothing refers to any more is not copied.
//!
//! The copy may be no C, or undefined: that is for the validator and the machine to say.

mod check;
mod decl;
mod expr;
mod inline;
mod lvalue;
mod names;
mod split;
mod stmt;
mod table;
mod types;
mod unroll;

use crate::edit::{Edit, Whole};
use ir::build::TypeError;
use ir::{BlockId, EnumId, FuncId, LabelId, Program, RecordId, StmtId, Ty, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use table::Table;

/// The edits do not go together with the program: there is no such copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

impl From<TypeError> for Refused {
    fn from(_: TypeError) -> Refused {
        Refused
    }
}

pub(crate) type Made<T> = Result<T, Refused>;

/// A copy of the program with all of these edits.
pub fn rebuild(src: &Program, edits: &[Edit]) -> Made<Program> {
    let mut copy = Rebuild::new(src, Table::new(edits));
    copy.program()?;
    if copy.table.whole(Whole::ShortNames) {
        names::shorten(&mut copy.out);
    }
    Ok(copy.out)
}

/// A copy of the first program with all of the second in it, and what one function of the second has become. Where both have
/// a name, that of the second is another.
pub fn join(first: &Program, second: &Program, func: FuncId) -> Result<(Program, FuncId), Refused> {
    let mut copy = Rebuild::new(second, Table::default());
    copy.out = first.clone();
    copy.beside = true;
    names::take_all(first, &mut copy.taken);
    copy.program()?;
    copy.out.may_alias |= second.may_alias;
    let func = copy.funcs.get(&func).copied().ok_or(Refused)?;
    Ok((copy.out, func))
}

pub(crate) struct Rebuild<'s> {
    src: &'s Program,
    table: Table,
    out: Program,
    types: FxHashMap<Ty, Ty>,
    records: FxHashMap<RecordId, RecordId>,
    /// Records that are being replaced by a field, against those that contain themselves.
    unrecording: Vec<RecordId>,
    enums: FxHashMap<EnumId, EnumId>,
    aliases: FxHashMap<ir::AliasId, Ty>,
    vars: FxHashMap<VarId, VarId>,
    /// The variables that parts of others have become.
    parts: FxHashMap<(VarId, u32), VarId>,
    /// Expressions that stand in for variables, against recursion.
    standing_in: Vec<ir::ExprId>,
    funcs: FxHashMap<FuncId, FuncId>,
    labels: FxHashMap<LabelId, LabelId>,
    /// Names of variables and functions that are taken.
    taken: FxHashSet<String>,
    /// The copy has another program in it already.
    beside: bool,
    /// The function that is being copied, in the source and in the copy.
    from: Option<FuncId>,
    into: Option<FuncId>,
    /// What `break` and `continue` leave, from the outside in.
    around: Vec<Around>,
    /// The types of the switches around, from the outside in.
    switch_types: Vec<Ty>,
    /// Calls that are being inlined, against recursion.
    inlining: Vec<FuncId>,
}

/// A statement that `break`, `continue` or `case` may refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Around {
    is_loop: bool,
    /// It is not there any more.
    gone: bool,
}

impl<'s> Rebuild<'s> {
    fn new(src: &'s Program, table: Table) -> Self {
        Rebuild {
            src,
            table,
            out: Program::new(src.target().clone()),
            types: FxHashMap::default(),
            records: FxHashMap::default(),
            unrecording: Vec::new(),
            enums: FxHashMap::default(),
            aliases: FxHashMap::default(),
            vars: FxHashMap::default(),
            parts: FxHashMap::default(),
            standing_in: Vec::new(),
            funcs: FxHashMap::default(),
            labels: FxHashMap::default(),
            taken: FxHashSet::default(),
            beside: false,
            from: None,
            into: None,
            around: Vec::new(),
            switch_types: Vec::new(),
            inlining: Vec::new(),
        }
    }

    fn program(&mut self) -> Made<()> {
        for (_, func) in self.src.funcs.iter().filter(|(_, f)| !self.beside || f.body.is_none()) {
            self.taken.insert(self.src.name(func.name).to_owned());
        }
        self.taken.extend(["main", "printf"].map(str::to_owned));
        let order = self.function_order();
        for func in &order {
            self.declare_function(*func)?;
        }
        let stays = |v: &VarId| !self.table.is_gone(*v) && !self.table.local_to.contains_key(v);
        let globals: Vec<VarId> = self.src.globals.iter().copied().filter(stays).collect();
        for var in &globals {
            self.declare_global(*var)?;
        }
        for var in &globals {
            self.init_var(*var)?;
        }
        for func in order {
            self.function_body(func)?;
        }
        self.add_watch()
    }

    /// A block with these statements.
    fn block_of(&mut self, stmts: Vec<StmtId>) -> BlockId {
        self.out.push_block(stmts)
    }
}
