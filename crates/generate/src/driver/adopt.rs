//! What the generator has to know of a program that it did not make: whose nodes are whose, which variables it may use and for
//! what, and what its functions call and cost.

use crate::driver::host::{Hole, Host};
use crate::state::Gen;
use crate::state::access::{GlobalRole, Quiet};
use crate::state::call_graph::FuncInfo;
use crate::state::scopes::{BlockInfo, Role, VarInfo};
use ir::{
    Attrs, BlockId, ExprKind, FuncId, Program, RecordKind, Stmt, StmtId, Storage, Ty, TypeKind, VarId, visit,
};

/// How deep types are looked into.
const DEEP: u32 = 6;

/// How many constants of the program are remembered.
const CONSTANTS: usize = 24;

/// Tells the generator of the program, and puts a block with a hole at each of the places.
pub fn adopt(g: &mut Gen, host: &Host, holes: &[Hole]) {
    let first = first_number(&g.p);
    g.number_from(first);
    g.host_blocks = g.p.blocks.len();
    g.lenient = vec![true; g.p.exprs.len()];
    own(g);
    variables(g);
    functions(g, host);
    g.records = records(&g.p);
    constants(g);
    // From the end of each block to its start, so that positions stay what they are.
    let mut holes: Vec<Hole> = holes.to_vec();
    holes.sort_by_key(|hole| (hole.block, std::cmp::Reverse(hole.at)));
    holes.dedup();
    for hole in holes {
        make_hole(g, host, hole);
    }
}

// --- names ---

/// A number above all that end a name of the program.
fn first_number(p: &Program) -> u32 {
    let vars = p.vars.iter().map(|(_, v)| v.name);
    let funcs = p.funcs.iter().map(|(_, f)| f.name);
    let labels = p.labels.iter().map(|(_, l)| l.name);
    let records = p.types.records.iter().map(|(_, r)| r.tag);
    let aliases = p.types.aliases.iter().map(|(_, a)| a.name);
    let enums =
        p.types.enums.iter().flat_map(|(_, e)| e.tag.into_iter().chain(e.constants.iter().map(|c| c.0)));
    let names = vars.chain(funcs).chain(labels).chain(records).chain(aliases).chain(enums);
    // Larger numbers will not be reached.
    names.flat_map(|name| numbers(p.name(name))).filter(|n| *n < 1_000_000).max().unwrap_or(0)
}

fn numbers(name: &str) -> Vec<u32> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

// --- whose nodes ---

/// Nodes without an owner, as in initialisers of globals, are never repaired.
fn own(g: &mut Gen) {
    let end = g.mark();
    for site in visit::statements(&g.p) {
        g.own(end, site.stmt, body_of(&g.p, site.stmt));
    }
}

/// The body with which the expressions of a loop are evaluated again.
fn body_of(p: &Program, stmt: StmtId) -> Option<BlockId> {
    match p.stmts[stmt] {
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => Some(body),
        Stmt::Empty
        | Stmt::Hole
        | Stmt::Decl(_)
        | Stmt::Expr(_)
        | Stmt::Block(_)
        | Stmt::If { .. }
        | Stmt::Switch { .. }
        | Stmt::Case(_)
        | Stmt::Default
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::Return(_) => None,
    }
}

// --- variables ---

fn variables(g: &mut Gen) {
    for var in g.p.vars.ids() {
        let info = info_of(g, var);
        g.set_info(var, info);
    }
}

fn info_of(g: &mut Gen, var: VarId) -> VarInfo {
    let v = &g.p.vars[var];
    let (storage, ty) = (v.storage, v.ty);
    let level = u32::from(!storage.is_static());
    let info = VarInfo { address_taken: true, ..VarInfo::at(level) };
    if storage == Storage::Extern || !is_plain(&g.p, ty, DEEP) {
        return VarInfo { part: GlobalRole::Output, pinned: true, counter: true, ..info };
    }
    let pointer = has_pointer(&g.p, ty, DEEP);
    let kept = pointer && !g.ch.chance("host-pointer-written", g.policy.mutations.write_pointers);
    let counter = !pointer && g.ch.chance("host-variable-kept", g.policy.mutations.keep_variable);
    VarInfo {
        // What it points to may live shorter than anything: it is dereferenced, but not copied.
        holds: if pointer { u32::MAX } else { 0 },
        pinned: kept,
        counter: counter || (kept && !g.p.types.is_pointer(ty)),
        written_inside: storage == Storage::Register,
        ..info
    }
}

/// Whether the generator can do with the type whatever it does with its own.
pub fn is_plain(p: &Program, ty: Ty, depth: u32) -> bool {
    if depth == 0 || !p.types.is_complete(ty) {
        return false;
    }
    match p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => true,
        TypeKind::Float(kind) => matches!(kind, ir::FloatKind::Float | ir::FloatKind::Double),
        TypeKind::Pointer(to) => is_plain_pointee(p, to, depth),
        TypeKind::Array(element, len) => len.is_some_and(|n| n > 0) && is_plain(p, element, depth - 1),
        TypeKind::Record(id) => {
            let record = &p.types.records[id];
            let named = record.fields.iter().any(|f| f.name.is_some());
            let plain = record.fields.iter().all(|f| is_plain_pointer_free(p, f.ty, depth - 1));
            record.kind == RecordKind::Struct && named && plain && !p.types.is_flexible(ty)
        }
        TypeKind::Void
        | TypeKind::VaList
        | TypeKind::Vector(..)
        | TypeKind::Function(_)
        | TypeKind::Alias(_) => false,
    }
}

/// What a field may be: a record that leads to itself ends here.
fn is_plain_pointer_free(p: &Program, ty: Ty, depth: u32) -> bool {
    match p.types.kind(ty) {
        TypeKind::Pointer(to) => p.types.is_complete(to) && !p.types.is_void(to) && depth > 0,
        _ => is_plain(p, ty, depth),
    }
}

fn is_plain_pointee(p: &Program, to: Ty, depth: u32) -> bool {
    !p.types.is_void(to) && is_plain(p, to, depth - 1)
}

fn has_pointer(p: &Program, ty: Ty, depth: u32) -> bool {
    match p.types.kind(ty) {
        TypeKind::Pointer(_) => true,
        TypeKind::Array(element, _) => has_pointer(p, element, depth),
        TypeKind::Record(id) => {
            depth == 0 || p.types.records[id].fields.iter().any(|f| has_pointer(p, f.ty, depth - 1))
        }
        TypeKind::Void
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::VaList
        | TypeKind::Enum(_)
        | TypeKind::Vector(..)
        | TypeKind::Function(_)
        | TypeKind::Alias(_) => false,
    }
}

fn records(p: &Program) -> Vec<Ty> {
    let all = p.types.records.ids().collect::<Vec<_>>();
    let mut types = p.types.clone();
    let made: Vec<Ty> = all.into_iter().map(|id| types.record_type(id)).collect();
    // Only types that are mentioned are there already.
    made.into_iter().filter(|ty| types.count() == p.types.count() && is_plain(p, *ty, DEEP)).collect()
}

fn constants(g: &mut Gen) {
    for (_, e) in g.p.exprs.iter() {
        if let ExprKind::Int { value, .. } = e.kind
            && value > 1
            && g.constants.len() < CONSTANTS
            && !g.constants.contains(&i128::from(value))
        {
            g.constants.push(i128::from(value));
        }
    }
}

// --- functions ---

fn functions(g: &mut Gen, host: &Host) {
    let mut order = vec![host.entry];
    order.extend(g.p.funcs.ids().filter(|f| *f != host.entry && g.p.funcs[*f].body.is_some()));
    let costs: Vec<u64> = order.iter().map(|f| own_cost(&g.p, *f, host)).collect();
    for (at, func) in order.iter().enumerate() {
        let calls = visit::mentioned_funcs(&g.p, *func);
        let calls: Vec<usize> =
            order.iter().enumerate().filter(|(_, f)| calls.contains(f)).map(|(i, _)| i).collect();
        let attrs = g.p.funcs[*func].attrs;
        let quiet = match attrs {
            a if a.has(Attrs::CONST) => Quiet::Const,
            a if a.has(Attrs::PURE) => Quiet::Pure,
            _ => Quiet::No,
        };
        let callable = at > 0 && is_callable(&g.p, *func) && costs[at] > 0;
        g.funcs.push(FuncInfo {
            id: *func,
            cost: callable.then_some(costs[at]),
            started: 0,
            calls,
            depth_param: None,
            self_calls: 0,
            quiet,
            jumps: true,
            within: true,
            variable: Vec::new(),
        });
    }
    add_callees(g, host.steps);
}

/// Steps that one call takes, but for those of the functions that it calls.
fn own_cost(p: &Program, func: FuncId, host: &Host) -> u64 {
    const STATEMENT: u64 = 12;
    let Some(body) = p.funcs[func].body else { return 0 };
    let entries = u64::from(host.record.entries(body));
    if entries == 0 {
        return 0;
    }
    let runs: u64 = visit::statements_of(p, func).iter().map(|s| u64::from(host.record.runs(s.stmt))).sum();
    (runs * STATEMENT / entries).max(1)
}

/// A call costs what the calls in it cost, about; one that leads to itself may cost all that the program does.
fn add_callees(g: &mut Gen, all: u64) {
    let own: Vec<Option<u64>> = g.funcs.iter().map(|f| f.cost).collect();
    for at in 0..g.funcs.len() {
        let Some(cost) = own[at] else { continue };
        let recursive = g.funcs[at].calls.iter().any(|callee| g.reaches(*callee, at));
        let inner: u64 = (0..g.funcs.len())
            .filter(|other| *other != at && g.reaches(at, *other))
            .map(|other| own[other].unwrap_or(all))
            .sum();
        g.funcs[at].cost = Some(if recursive { all.max(cost) } else { cost + inner.min(all) });
    }
}

/// Whether the function can be called with any values of its parameters' types.
fn is_callable(p: &Program, func: FuncId) -> bool {
    let Some(f) = p.types.fn_type(p.funcs[func].ty) else { return false };
    let plain = |ty: &Ty| is_plain(p, *ty, DEEP);
    !f.variadic
        && f.params.len() == p.funcs[func].params.len()
        && f.params.iter().all(plain)
        && (p.types.is_void(f.ret) || plain(&f.ret))
        && !p.funcs[func].attrs.has(Attrs::NORETURN)
}

// --- holes ---

/// Where a block is in its function.
struct Place {
    func: FuncId,
    role: Role,
    vars: Vec<VarId>,
}

fn make_hole(g: &mut Gen, host: &Host, hole: Hole) {
    let Some(place) = place_of(&g.p, hole) else { return };
    let Some(func) = g.funcs.iter().position(|f| f.id == place.func) else { return };
    let usable = |v: &VarId| is_plain(&g.p, g.p.vars[*v].ty, DEEP);
    let vars: Vec<VarId> = place.vars.into_iter().filter(usable).collect();
    let entries = u64::from(host.record.entries(hole.block)).max(1);
    let most = g.policy.shape.max_block_statements.max(1);
    let left = Some(g.ch.between("hole-statements", 1, most));
    let context = g.draw_context();
    let block = g.new_block(BlockInfo {
        func,
        parent: None,
        role: place.role,
        level: 2,
        vars,
        outer_vars: 0,
        mult: entries,
        resets: Vec::new(),
        trips: 1,
        started: 0,
        left,
        context,
        ahead: None,
    });
    let stmt = g.p.push_stmt(Stmt::Block(block));
    let at = hole.at.min(g.p.blocks[hole.block].len());
    g.p.blocks[hole.block].insert(at, stmt);
}

fn place_of(p: &Program, hole: Hole) -> Option<Place> {
    p.funcs.iter().find_map(|(func, f)| {
        let place = Place { func, role: Role::Plain, vars: f.params.clone() };
        find(p, f.body?, hole, place)
    })
}

/// Goes down to the block of the hole, with the variables that are declared on the way.
fn find(p: &Program, block: BlockId, hole: Hole, outer: Place) -> Option<Place> {
    let mut vars = outer.vars.clone();
    for (at, stmt) in p.blocks[block].iter().enumerate() {
        if block == hole.block && at == hole.at {
            break;
        }
        let role = inner_role(p.stmts[*stmt], outer.role);
        let mut inner = vars.clone();
        if let Stmt::For { init, .. } = p.stmts[*stmt] {
            inner.extend(declared(p, init));
        }
        let mut found = None;
        p.stmts[*stmt].for_each_block(|b| {
            let place = Place { func: outer.func, role, vars: inner.clone() };
            found = found.take().or_else(|| find(p, b, hole, place));
        });
        if found.is_some() {
            return found;
        }
        if let Stmt::Decl(var) = p.stmts[*stmt] {
            vars.push(var);
        }
    }
    (block == hole.block).then_some(Place { vars, ..outer })
}

fn declared(p: &Program, block: BlockId) -> Vec<VarId> {
    let var = |s: &StmtId| if let Stmt::Decl(var) = p.stmts[*s] { Some(var) } else { None };
    p.blocks[block].iter().filter_map(var).collect()
}

/// Where `break` and `continue` lead from inside the statement.
fn inner_role(stmt: Stmt, outer: Role) -> Role {
    match stmt {
        Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => Role::Loop,
        Stmt::Switch { .. } if outer != Role::Loop => Role::Case,
        Stmt::Switch { .. }
        | Stmt::Empty
        | Stmt::Hole
        | Stmt::Decl(_)
        | Stmt::Expr(_)
        | Stmt::Block(_)
        | Stmt::If { .. }
        | Stmt::Case(_)
        | Stmt::Default
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::Return(_) => outer,
    }
}
