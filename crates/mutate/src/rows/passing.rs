//! How arguments are passed: a value becomes the address of a copy, and an address that is only followed becomes the value.

use super::scene::Scene;
use ir::{ExprId, ExprKind, FnType, FuncId, Init, LastParam, Program, Storage, Ty, VarId, visit};

/// One parameter of a function that is only called is passed in the other way, at all calls.
pub fn pass(s: &mut Scene) -> Option<Program> {
    let p = s.program;
    let all: Vec<Param> = p.funcs.ids().flat_map(|func| params(p, func)).collect();
    let param = *s.ch.pick("passed-parameter", &all)?;
    let mut p = s.program.clone();
    match param.way {
        Way::ByPointer => by_pointer(&mut p, param),
        Way::ByValue => by_value(&mut p, param),
    }
    .map(|()| p)
}

/// What it is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ByPointer,
    ByValue,
}

#[derive(Clone, Copy)]
struct Param {
    func: FuncId,
    var: VarId,
    place: usize,
    way: Way,
}

fn params(p: &Program, func: FuncId) -> Vec<Param> {
    let f = &p.funcs[func];
    let Some(of) = p.types.fn_type(f.ty) else { return Vec::new() };
    let fine = f.body.is_some()
        && f.builtin.is_none()
        && of.prototype
        && !of.variadic
        && f.last == LastParam::default();
    if !fine || !is_only_called(p, func) {
        return Vec::new();
    }
    let way = |var: VarId| {
        let ty = p.vars[var].ty;
        if p.vars[var].storage == Storage::Register {
            None
        } else if is_only_followed(p, var) {
            Some(Way::ByValue)
        } else {
            // A compound literal cannot copy a record.
            (p.types.is_arithmetic(ty) && p.types.canonical(ty).quals().is_empty()).then_some(Way::ByPointer)
        }
    };
    let all = f.params.iter().enumerate();
    all.filter_map(|(place, var)| Some(Param { func, var: *var, place, way: way(*var)? })).collect()
}

/// Its address goes nowhere.
fn is_only_called(p: &Program, func: FuncId) -> bool {
    let mut all = visit::expressions(p);
    all.extend(visit::global_expressions(p));
    let (mut mentions, mut calls) = (0, 0);
    for e in all {
        match p.exprs[e].kind {
            ExprKind::Func(f) if f == func => mentions += 1,
            ExprKind::Call { callee, .. } if p.exprs[callee].kind == ExprKind::Func(func) => calls += 1,
            _ => {}
        }
    }
    mentions == calls
}

/// A pointer to a whole object of which only `*p` and `p->m` are used.
fn is_only_followed(p: &Program, var: VarId) -> bool {
    let Some(to) = p.types.pointee(p.vars[var].ty) else { return false };
    let whole = p.types.is_arithmetic(to) || p.types.record(to).is_some();
    if !whole || !p.types.is_complete(to) || !p.types.canonical(to).quals().is_empty() {
        return false;
    }
    let (mut mentions, mut followed) = (0, 0);
    for e in visit::expressions(p) {
        match p.exprs[e].kind {
            ExprKind::Var(v) if v == var => mentions += 1,
            ExprKind::Deref(base) | ExprKind::Arrow { base, .. }
                if p.exprs[base].kind == ExprKind::Var(var) =>
            {
                followed += 1;
            }
            _ => {}
        }
    }
    mentions > 0 && mentions == followed
}

fn by_pointer(p: &mut Program, param: Param) -> Option<()> {
    let ty = p.vars[param.var].ty;
    let pointer = p.types.pointer(ty);
    let uses: Vec<ExprId> =
        visit::expressions(p).into_iter().filter(|e| p.exprs[*e].kind == ExprKind::Var(param.var)).collect();
    retype(p, param, pointer);
    for e in uses {
        let ty = p.ty(e);
        let base = p.var(param.var);
        p.set_expr(e, ExprKind::Deref(base), ty);
    }
    each_call(p, param, |p, func, arg| {
        let copy = p.add_local("", ty, Storage::Auto, func);
        p.vars[copy].init = Some(p.push_init(Init::Expr(arg)));
        let copy = p.compound_lit(copy);
        p.addr_of(copy).ok()
    })
}

fn by_value(p: &mut Program, param: Param) -> Option<()> {
    let ty = p.types.pointee(p.vars[param.var].ty)?;
    retype(p, param, ty);
    for e in visit::expressions(p) {
        let to = p.ty(e);
        match p.exprs[e].kind {
            ExprKind::Deref(base) if p.exprs[base].kind == ExprKind::Var(param.var) => {
                p.set_expr(e, ExprKind::Var(param.var), to);
            }
            ExprKind::Arrow { base, field } if p.exprs[base].kind == ExprKind::Var(param.var) => {
                let base = p.var(param.var);
                p.set_expr(e, ExprKind::Member { base, field }, to);
            }
            _ => {}
        }
    }
    each_call(p, param, |p, _, arg| p.deref(arg).ok())
}

/// The parameter has another type, and so has its function.
fn retype(p: &mut Program, param: Param, ty: Ty) {
    p.vars[param.var].ty = ty;
    let Some(of) = p.types.fn_type(p.funcs[param.func].ty) else { return };
    let mut params = of.params.clone();
    params[param.place] = p.types.canonical(ty).unqualified();
    let ret = of.ret;
    p.funcs[param.func].ty = p.types.function(FnType { ret, params, variadic: false, prototype: true });
}

/// Each call is made with another argument in its place.
fn each_call(
    p: &mut Program,
    param: Param,
    mut other: impl FnMut(&mut Program, FuncId, ExprId) -> Option<ExprId>,
) -> Option<()> {
    for caller in p.funcs.ids().collect::<Vec<_>>() {
        for call in calls_in(p, caller, param.func) {
            let ExprKind::Call { args, .. } = p.exprs[call].kind else { continue };
            let mut args = p.args(args).to_vec();
            let place = args.get_mut(param.place)?;
            *place = other(p, caller, *place)?;
            let made = p.call_func(param.func, &args).ok()?;
            let (kind, ty) = (p.exprs[made].kind, p.ty(call));
            p.set_expr(call, kind, ty);
        }
    }
    Some(())
}

/// Those within arguments of others come first.
fn calls_in(p: &Program, caller: FuncId, to: FuncId) -> Vec<ExprId> {
    let mut all = Vec::new();
    for site in visit::statements_of(p, caller) {
        for root in visit::roots(p, site.stmt) {
            visit::tree(p, root, &mut |e| {
                if let ExprKind::Call { callee, .. } = p.exprs[e].kind
                    && p.exprs[callee].kind == ExprKind::Func(to)
                    && !all.contains(&e)
                {
                    all.push(e);
                }
            });
        }
    }
    all.reverse();
    all
}
