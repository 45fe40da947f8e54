//! How a function is made: its type, its parameters, its promises, and which function a call may be of.

use crate::policy::{Param, Return};
use crate::state::Gen;
use crate::state::access::Quiet;
use crate::state::call_graph::FuncInfo;
use crate::state::scopes::{BlockInfo, Role, VarInfo};
use crate::types::{attributes, function_pointers, qualifiers, variables, variadic, vectors};
use ir::{Attrs, BlockId, ExprId, IntKind, Ty};
use machine::View;

pub fn return_type(g: &Gen, func: ir::FuncId) -> Ty {
    g.p.types.fn_type(g.p.funcs[func].ty).map_or(Ty::VOID, |f| f.ret)
}

/// A function to call within an expression: one that returns the type, or any integer.
pub fn function_for(g: &mut Gen, view: &View, block: BlockId, ret: Option<Ty>) -> Option<usize> {
    let wanted = ret.map(|ty| g.p.types.canonical(ty).unqualified());
    let fits = |g: &Gen, ty: Ty| {
        let ty = g.p.types.canonical(ty).unqualified();
        match wanted {
            Some(wanted) if !g.p.types.is_integer(wanted) => ty == wanted,
            _ => g.p.types.is_integer(ty),
        }
    };
    let fresh = g.policy.statements.new_function;
    let first = g.ch.chance("function-on-demand", fresh);
    let old = if first { None } else { old_function(g, view, block, fits) };
    old.or_else(|| {
        let ty = match wanted {
            Some(ty) => ty,
            None => variables::int_type(g),
        };
        new_function(g, view, block, Some(ty))
    })
    .or_else(|| old_function(g, view, block, fits))
}

/// A function that has run before, and is not too expensive to run again here.
pub fn old_function(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    fits: impl Fn(&Gen, Ty) -> bool,
) -> Option<usize> {
    let (mult, caller) = (g.block(block).mult.max(1), g.block(block).func);
    let left = g.policy.shape.steps_to_grow().saturating_sub(view.steps(g));
    let known: Vec<usize> = (1..g.funcs.len())
        .filter(|i| g.funcs[*i].cost.is_some_and(|c| c.saturating_mul(mult) < left / 12))
        .filter(|i| !g.reaches(*i, caller))
        .filter(|i| fits(g, return_type(g, g.funcs[*i].id)))
        .collect();
    g.ch.pick("old-function", &known).copied()
}

/// Whether there are fewer functions than there may be.
pub fn are_few(g: &Gen) -> bool {
    (g.funcs.len() as u32) < g.policy.shape.max_functions
}

pub fn new_function(g: &mut Gen, view: &View, block: BlockId, ret: Option<Ty>) -> Option<usize> {
    let shape = &g.policy.shape;
    let (depth, params) = (shape.max_call_depth, shape.max_params);
    if !are_few(g) || view.depth() >= depth {
        return None;
    }
    let quiet = if ret.is_some() { Quiet::No } else { attributes::draw_quiet(g) };
    let ret = match ret {
        Some(ty) => ty,
        None if quiet != Quiet::No => variables::int_type(g),
        None => any_return_type(g, view),
    };
    let count = g.ch.steps("params", g.policy.amounts.more_params, params);
    let mut types: Vec<Ty> = (0..count).map(|_| param_type(g, view)).collect();
    if let Some(last) = types.last_mut()
        && let Some(ty) = pointer_to_param(g, block)
    {
        *last = ty;
    }
    let mult = g.block(block).mult;
    let (share, deepest) = (g.policy.statements.recursive_function, g.policy.shape.max_recursion);
    let variadic = g.policy.statements.variadic;
    if quiet == Quiet::No && g.ch.chance("variadic-function", variadic) {
        types.push(Ty::INT);
        let index = make_function(g, view, ret, &types, mult, quiet);
        variadic::extend(g, view, index);
        return Some(index);
    }
    if quiet != Quiet::No || !g.ch.chance("recursive-function", share) {
        return Some(make_function(g, view, ret, &types, mult, quiet));
    }
    types.push(Ty::INT);
    let index = make_function(g, view, ret, &types, mult.saturating_mul(u64::from(deepest) + 1), Quiet::No);
    limit_depth(g, index);
    Some(index)
}

/// A pointer to what one of the caller's parameters is, by the rate of the relaxation that passes their addresses.
fn pointer_to_param(g: &mut Gen, block: BlockId) -> Option<Ty> {
    let rate = g.policy.relax.rates.parameter_address;
    if !g.policy.manner.expression_table || rate == 0 || !g.ch.chance("pointer-to-parameter", rate) {
        return None;
    }
    let caller = g.funcs[g.block(block).func].id;
    let params = g.p.funcs[caller].params.clone();
    let fits = |v: &ir::VarId| !g.p.types.is_pointer(g.p.vars[*v].ty) && !g.info(*v).written_inside;
    let fit: Vec<ir::VarId> = params.into_iter().filter(fits).collect();
    let var = *g.ch.pick("pointed-parameter", &fit)?;
    let ty = g.p.types.canonical(g.p.vars[var].ty).unqualified();
    Some(g.p.types.pointer(ty))
}

fn any_return_type(g: &mut Gen, view: &View) -> Ty {
    let share = g.policy.levels.returned_function;
    if let Some(ty) = function_pointers::maybe_type(g, view, share) {
        return ty;
    }
    let ty = match g.policy.weights.returns.draw(&mut g.ch, "return-type") {
        Some(Return::Nothing) => Ty::VOID,
        Some(Return::Pointer) => variables::pointer_type(g, view),
        Some(Return::Record) if !g.records.is_empty() => variables::record_type(g, view),
        _ => vectors::maybe_passed(g).unwrap_or_else(|| variables::scalar_type(g)),
    };
    if g.p.types.is_record(ty) && !returns(g, ty) { variables::int_type(g) } else { ty }
}

fn param_type(g: &mut Gen, view: &View) -> Ty {
    let share = g.policy.types.function_pointer;
    if let Some(ty) = function_pointers::maybe_type(g, view, share) {
        return ty;
    }
    let ty = match g.policy.weights.params.draw(&mut g.ch, "param-type") {
        Some(Param::Pointer) => variables::pointer_type(g, view),
        Some(Param::Record) => variables::record_type(g, view),
        _ => vectors::maybe_passed(g).unwrap_or_else(|| variables::scalar_type(g)),
    };
    if g.p.types.is_record(ty) && !takes(g, ty) { variables::int_type(g) } else { ty }
}

/// A function with a hole for a body.
pub fn make_function(g: &mut Gen, view: &View, ret: Ty, params: &[Ty], mult: u64, quiet: Quiet) -> usize {
    let number = g.funcs.len() + 1;
    let ty = g.p.fn_type(ret, params);
    let names: Vec<String> = params.iter().map(|_| format!("p_{}", g.number())).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let func = g.p.add_func(&format!("func_{number}"), ty, &names);
    let index = g.funcs.len();
    g.funcs.push(FuncInfo {
        id: func,
        cost: None,
        started: view.steps(g),
        calls: Vec::new(),
        depth_param: None,
        self_calls: 0,
        jumps: false,
        within: false,
        quiet,
        variable: Vec::new(),
    });
    let vars = g.p.funcs[func].params.clone();
    for v in &vars {
        let plain = g.p.types.pointee(g.p.vars[*v].ty).is_some_and(|to| !g.p.types.is_pointer(to));
        g.set_info(*v, VarInfo { reach: u32::from(plain), ..VarInfo::at(1) });
        if quiet == Quiet::No {
            g.p.vars[*v].ty = qualifiers::local(g, g.p.vars[*v].ty);
        }
    }
    let most = g.policy.shape.max_block_statements;
    let context = g.draw_context();
    let entries = g.policy.shape.entries.max(1) as usize;
    let small = g.policy.manner.small_bodies && !g.policy.shape.exact_size;
    let left = match index {
        _ if small => Some(most),
        _ if index < entries => None,
        _ => Some(g.ch.between("body-statements", 2, most * 2)),
    };
    let body = g.new_block(BlockInfo {
        func: index,
        parent: None,
        role: Role::Function,
        level: 1,
        vars,
        outer_vars: 0,
        mult,
        resets: Vec::new(),
        trips: 1,
        started: view.steps(g),
        left,
        ahead: None,
        context,
    });
    g.p.funcs[func].body = Some(body);
    barriers(g, func, index, quiet);
    g.tokens += 2 * (6 + 3 * params.len() as u32);
    index
}

pub fn barriers(g: &mut Gen, func: ir::FuncId, index: usize, quiet: Quiet) {
    let b = &g.policy.barriers;
    let (noinline, noipa, is_static, inline) = (b.noinline, b.noipa, b.static_function, b.inline);
    let mut attrs = Attrs::NONE;
    if g.ch.chance("noinline", noinline) {
        attrs = attrs.with(Attrs::NOINLINE);
    }
    if g.ch.chance("noipa", noipa) {
        attrs = attrs.with(Attrs::NOIPA);
    }
    g.p.funcs[func].attrs = attrs.with(attributes::attributes(g, func, quiet));
    attributes::restrict(g, func);
    attributes::at_least(g, func);
    g.p.funcs[func].is_static = index > 0 && g.ch.chance("static-function", is_static);
    // With external linkage, `inline` alone would not be a definition (C17 6.7.4p7).
    let together = attrs.is_empty() && g.p.funcs[func].is_static;
    g.p.funcs[func].inline = together && g.ch.chance("inline", inline);
}

/// Makes the last parameter of a new function say how deep it may call itself.
fn limit_depth(g: &mut Gen, index: usize) {
    let func = g.funcs[index].id;
    let Some(param) = g.p.funcs[func].params.last().copied() else { return };
    let bound = g.policy.shape.max_recursion + 1;
    g.set_info(param, VarInfo { counter: true, local_index_bound: bound, ..VarInfo::at(1) });
    g.funcs[index].depth_param = Some(param);
}

/// How deep a function that is called from outside may go.
pub fn first_depth(g: &mut Gen) -> ExprId {
    let most = g.policy.shape.max_recursion;
    let n = g.ch.between("recursion-depth", 0, most);
    g.p.int_lit(u64::from(n), IntKind::Int)
}

/// Whether the policy lets functions return this record type.
pub fn returns(g: &Gen, record: Ty) -> bool {
    let manner = &g.policy.manner;
    if variables::is_union(g, record) { manner.return_unions } else { manner.return_structs }
}

/// Whether the policy lets parameters have this record type.
pub fn takes(g: &Gen, record: Ty) -> bool {
    let manner = &g.policy.manner;
    if variables::is_union(g, record) { manner.arg_unions } else { manner.arg_structs }
}
