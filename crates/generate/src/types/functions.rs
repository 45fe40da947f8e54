//! How a function is made: its type, its parameters, its promises, and which function a call may be of.

use crate::state::Run;
use crate::state::access::Quiet;
use crate::state::call_graph::FuncInfo;
use crate::state::scopes::{BlockInfo, Role, VarInfo};
use crate::types::{attributes, function_pointers, qualifiers, variables, vectors};
use ir::{Attrs, BlockId, ExprId, IntKind, Ty};

pub fn return_type(m: &Run, func: ir::FuncId) -> Ty {
    m.grow.p.types.fn_type(m.grow.p.funcs[func].ty).map_or(Ty::VOID, |f| f.ret)
}

/// A function to call within an expression: one that returns the type, or any integer.
pub fn function_for(m: &mut Run, block: BlockId, ret: Option<Ty>) -> Option<usize> {
    let wanted = ret.map(|ty| m.grow.p.types.canonical(ty).unqualified());
    let fits = |m: &Run, ty: Ty| {
        let ty = m.grow.p.types.canonical(ty).unqualified();
        match wanted {
            Some(wanted) if !m.grow.p.types.is_integer(wanted) => ty == wanted,
            _ => m.grow.p.types.is_integer(ty),
        }
    };
    let fresh = m.grow.policy.statements.new_function;
    let first = m.grow.ch.chance("function-on-demand", fresh);
    let old = if first { None } else { old_function(m, block, fits) };
    old.or_else(|| {
        let ty = match wanted {
            Some(ty) => ty,
            None => variables::int_type(m),
        };
        new_function(m, block, Some(ty))
    })
    .or_else(|| old_function(m, block, fits))
}

/// A function that has run before, and is not too expensive to run again here.
pub fn old_function(m: &mut Run, block: BlockId, fits: impl Fn(&Run, Ty) -> bool) -> Option<usize> {
    let (mult, caller) = (m.grow.block(block).mult.max(1), m.grow.block(block).func);
    let left = m.grow.policy.shape.steps_to_grow().saturating_sub(m.steps());
    let known: Vec<usize> = (1..m.grow.funcs.len())
        .filter(|i| m.grow.funcs[*i].cost.is_some_and(|c| c.saturating_mul(mult) < left / 12))
        .filter(|i| !m.grow.reaches(*i, caller))
        .filter(|i| fits(m, return_type(m, m.grow.funcs[*i].id)))
        .collect();
    m.grow.ch.pick("old-function", &known).copied()
}

pub fn new_function(m: &mut Run, block: BlockId, ret: Option<Ty>) -> Option<usize> {
    let shape = &m.grow.policy.shape;
    let (most, depth, params) = (shape.max_functions, shape.max_call_depth, shape.max_params);
    if m.grow.funcs.len() as u32 >= most || m.depth() >= depth {
        return None;
    }
    let quiet = if ret.is_some() { Quiet::No } else { attributes::draw_quiet(m) };
    let ret = match ret {
        Some(ty) => ty,
        None if quiet != Quiet::No => variables::int_type(m),
        None => any_return_type(m),
    };
    let count = m.grow.ch.steps("params", m.grow.policy.amounts.more_params, params);
    let mut types: Vec<Ty> = (0..count).map(|_| param_type(m)).collect();
    let mult = m.grow.block(block).mult;
    let (share, deepest) = (m.grow.policy.statements.recursive_function, m.grow.policy.shape.max_recursion);
    if quiet != Quiet::No || !m.grow.ch.chance("recursive-function", share) {
        return Some(make_function(m, ret, &types, mult, quiet));
    }
    types.push(Ty::INT);
    let index = make_function(m, ret, &types, mult.saturating_mul(u64::from(deepest) + 1), Quiet::No);
    limit_depth(m, index);
    Some(index)
}

fn any_return_type(m: &mut Run) -> Ty {
    let share = m.grow.policy.levels.returned_function;
    if let Some(ty) = function_pointers::maybe_type(m, share) {
        return ty;
    }
    let ty = match m.grow.ch.weighted("return-type", m.grow.policy.weights.returns.into_iter()) {
        Some(0) => Ty::VOID,
        Some(1) => variables::pointer_type(m),
        Some(2) if !m.grow.records.is_empty() => variables::record_type(m),
        _ => vectors::maybe_passed(m).unwrap_or_else(|| variables::scalar_type(m)),
    };
    if m.grow.p.types.is_record(ty) && !returns(m, ty) { variables::int_type(m) } else { ty }
}

fn param_type(m: &mut Run) -> Ty {
    let share = m.grow.policy.types.function_pointer;
    if let Some(ty) = function_pointers::maybe_type(m, share) {
        return ty;
    }
    let ty = match m.grow.ch.weighted("param-type", m.grow.policy.weights.params.into_iter()) {
        Some(0) => variables::pointer_type(m),
        Some(1) => variables::record_type(m),
        _ => vectors::maybe_passed(m).unwrap_or_else(|| variables::scalar_type(m)),
    };
    if m.grow.p.types.is_record(ty) && !takes(m, ty) { variables::int_type(m) } else { ty }
}

/// A function with a hole for a body.
pub fn make_function(m: &mut Run, ret: Ty, params: &[Ty], mult: u64, quiet: Quiet) -> usize {
    let number = m.grow.funcs.len() + 1;
    let ty = m.grow.p.fn_type(ret, params);
    let names: Vec<String> = params.iter().map(|_| format!("p_{}", m.grow.number())).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let func = m.grow.p.add_func(&format!("func_{number}"), ty, &names);
    let index = m.grow.funcs.len();
    m.grow.funcs.push(FuncInfo {
        id: func,
        cost: None,
        started: m.steps(),
        calls: Vec::new(),
        depth_param: None,
        self_calls: 0,
        jumps: false,
        within: false,
        quiet,
    });
    let vars = m.grow.p.funcs[func].params.clone();
    for v in &vars {
        let plain =
            m.grow.p.types.pointee(m.grow.p.vars[*v].ty).is_some_and(|to| !m.grow.p.types.is_pointer(to));
        m.grow.set_info(*v, VarInfo { reach: u32::from(plain), ..VarInfo::at(1) });
        if quiet == Quiet::No {
            m.grow.p.vars[*v].ty = qualifiers::local(m, m.grow.p.vars[*v].ty);
        }
    }
    let most = m.grow.policy.shape.max_block_statements;
    let context = m.grow.draw_context();
    let entries = m.grow.policy.shape.entries.max(1) as usize;
    let small = m.grow.policy.manner.small_bodies && !m.grow.policy.shape.exact_size;
    let left = match index {
        _ if small => Some(most),
        _ if index < entries => None,
        _ => Some(m.grow.ch.between("body-statements", 2, most * 2)),
    };
    let body = m.grow.new_block(BlockInfo {
        func: index,
        parent: None,
        role: Role::Function,
        level: 1,
        vars,
        outer_vars: 0,
        mult,
        resets: Vec::new(),
        trips: 1,
        started: m.steps(),
        left,
        ahead: None,
        context,
    });
    m.grow.p.funcs[func].body = Some(body);
    barriers(m, func, index, quiet);
    m.grow.tokens += 2 * (6 + 3 * params.len() as u32);
    index
}

pub fn barriers(m: &mut Run, func: ir::FuncId, index: usize, quiet: Quiet) {
    let b = &m.grow.policy.barriers;
    let (noinline, noipa, is_static, inline) = (b.noinline, b.noipa, b.static_function, b.inline);
    let mut attrs = Attrs::NONE;
    if m.grow.ch.chance("noinline", noinline) {
        attrs = attrs.with(Attrs::NOINLINE);
    }
    if m.grow.ch.chance("noipa", noipa) {
        attrs = attrs.with(Attrs::NOIPA);
    }
    m.grow.p.funcs[func].attrs = attrs.with(attributes::attributes(m, func, quiet));
    attributes::restrict(m, func);
    attributes::at_least(m, func);
    m.grow.p.funcs[func].is_static = index > 0 && m.grow.ch.chance("static-function", is_static);
    // With external linkage, `inline` alone would not be a definition (C17 6.7.4p7).
    let together = attrs.is_empty() && m.grow.p.funcs[func].is_static;
    m.grow.p.funcs[func].inline = together && m.grow.ch.chance("inline", inline);
}

/// Makes the last parameter of a new function say how deep it may call itself.
fn limit_depth(m: &mut Run, index: usize) {
    let func = m.grow.funcs[index].id;
    let Some(param) = m.grow.p.funcs[func].params.last().copied() else { return };
    let bound = m.grow.policy.shape.max_recursion + 1;
    m.grow.set_info(param, VarInfo { counter: true, local_index_bound: bound, ..VarInfo::at(1) });
    m.grow.funcs[index].depth_param = Some(param);
}

/// How deep a function that is called from outside may go.
pub fn first_depth(m: &mut Run) -> ExprId {
    let most = m.grow.policy.shape.max_recursion;
    let n = m.grow.ch.between("recursion-depth", 0, most);
    m.grow.p.int_lit(u64::from(n), IntKind::Int)
}

/// Whether the policy lets functions return this record type.
pub fn returns(m: &Run, record: Ty) -> bool {
    let manner = &m.grow.policy.manner;
    if variables::is_union(m, record) { manner.return_unions } else { manner.return_structs }
}

/// Whether the policy lets parameters have this record type.
pub fn takes(m: &Run, record: Ty) -> bool {
    let manner = &m.grow.policy.manner;
    if variables::is_union(m, record) { manner.arg_unions } else { manner.arg_structs }
}
