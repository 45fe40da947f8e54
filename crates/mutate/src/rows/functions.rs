//! Functions from statements and statements from functions, copies of functions, and calls of them with other values.

use super::copying::{self, Copier};
use super::scene::{Scene, Spot, has_jumps, insert, moved};
use crate::subject;
use ir::{
    Attrs, ExprId, ExprKind, FuncId, IntKind, Program, Stmt, StmtId, Storage, Ty, TypeKind, VarId, visit,
};
use reduce::edit::Edit;
use reduce::rebuild::rebuild;

// --- outline ---

/// A statement becomes a function that gets the addresses of the variables it uses.
pub fn outline(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let spot = s.statement(|p, stmt| {
        let kind = matches!(
            p.stmts[stmt],
            Stmt::Expr(_)
                | Stmt::Block(_)
                | Stmt::If { .. }
                | Stmt::For { .. }
                | Stmt::While { .. }
                | Stmt::Switch { .. }
        );
        kind && !has_jumps(p, stmt)
    })?;
    let (inner, used) = variables_of(&p, spot.stmt)?;
    let outer: Vec<VarId> =
        used.into_iter().filter(|v| !inner.contains(v) && p.vars[*v].owner.is_some()).collect();
    if outer.iter().any(|v| !can_be_passed(&p, *v)) {
        return None;
    }
    let mut types = Vec::new();
    for var in &outer {
        let ty = p.vars[*var].ty;
        types.push(p.types.pointer(ty));
    }
    let names: Vec<String> = (0..outer.len()).map(|n| subject::fresh(&p, &format!("at_{n}"))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ty = p.fn_type(Ty::VOID, &types);
    let name = subject::fresh(&p, "outlined");
    let func = p.add_func(&name, ty, &names);
    p.funcs[func].is_static = s.ch.chance("static-outlined", 50);
    if s.ch.chance("noinline-outlined", 40) {
        p.funcs[func].attrs = Attrs::NOINLINE;
    }
    let stmt = moved(&mut p, spot.stmt);
    let body = p.push_block(vec![stmt]);
    p.funcs[func].body = Some(body);
    for var in inner {
        p.vars[var].owner = Some(func);
    }
    let params = p.funcs[func].params.clone();
    through_pointers(&mut p, stmt, &outer, &params);
    let mut args = Vec::new();
    for var in &outer {
        let place = p.var(*var);
        args.push(p.addr_of(place).ok()?);
    }
    let call = p.call_func(func, &args).ok()?;
    p.stmts[spot.stmt] = Stmt::Expr(call);
    Some(p)
}

/// The variables that a statement declares, and those that it uses.
fn variables_of(p: &Program, stmt: StmtId) -> Option<(Vec<VarId>, Vec<VarId>)> {
    let (mut declared, mut used, mut fine) = (Vec::new(), Vec::new(), true);
    for one in statements_in(p, stmt) {
        if let Stmt::Decl(var) = p.stmts[one] {
            declared.push(var);
        }
        for root in visit::roots(p, one) {
            visit::tree(p, root, &mut |e| match p.exprs[e].kind {
                ExprKind::Var(var) => used.push(var),
                ExprKind::CompoundLit(_) | ExprKind::Stmts(_) | ExprKind::VaStart(_) | ExprKind::VaArg(_) => {
                    fine = false;
                }
                _ => {}
            });
        }
    }
    used.sort_unstable();
    used.dedup();
    fine.then_some((declared, used))
}

fn statements_in(p: &Program, stmt: StmtId) -> Vec<StmtId> {
    let mut all = vec![stmt];
    p.stmts[stmt].for_each_block(|block| {
        for inner in &p.blocks[block] {
            all.extend(statements_in(p, *inner));
        }
    });
    all
}

fn can_be_passed(p: &Program, var: VarId) -> bool {
    let v = &p.vars[var];
    v.storage != Storage::Register
        && !v.storage.is_static()
        && p.types.is_complete(v.ty)
        && !matches!(p.types.kind(v.ty), TypeKind::VaList)
}

/// Variables become what the parameters point to.
fn through_pointers(p: &mut Program, stmt: StmtId, outer: &[VarId], params: &[VarId]) {
    let mut uses = Vec::new();
    for one in statements_in(p, stmt) {
        for root in visit::roots(p, one) {
            visit::tree(p, root, &mut |e| uses.push(e));
        }
    }
    for e in uses {
        if let ExprKind::Var(var) = p.exprs[e].kind
            && let Some(at) = outer.iter().position(|v| *v == var)
        {
            let ty = p.ty(e);
            let pointer = p.var(params[at]);
            p.set_expr(e, ExprKind::Deref(pointer), ty);
        }
    }
}

// --- inline ---

pub fn inline(s: &mut Scene) -> Option<Program> {
    let spot = s.statement(|p, stmt| called_by(p, stmt).is_some_and(|f| p.funcs[f].body.is_some()))?;
    rebuild(s.program, &[Edit::Inline(spot.stmt)]).ok()
}

/// The function that a statement consists of calling.
fn called_by(p: &Program, stmt: StmtId) -> Option<FuncId> {
    let e = match p.stmts[stmt] {
        Stmt::Expr(e) => match p.exprs[e].kind {
            ExprKind::Assign { rhs, .. } => rhs,
            _ => e,
        },
        Stmt::Decl(var) => match p.inits[p.vars[var].init?] {
            ir::Init::Expr(e) => e,
            ir::Init::List(_) => return None,
        },
        _ => return None,
    };
    callee(p, e)
}

fn callee(p: &Program, e: ExprId) -> Option<FuncId> {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => callee(p, inner),
        ExprKind::Call { callee, .. } => match p.exprs[callee].kind {
            ExprKind::Func(func) => Some(func),
            _ => None,
        },
        _ => None,
    }
}

// --- copy and specialise ---

/// A call goes to a copy of its function, where a parameter that gets a constant is one.
pub fn copy(s: &mut Scene) -> Option<Program> {
    let call = s.expression(|p, e| callee(p, e).is_some_and(|f| p.funcs[f].body.is_some()))?;
    let call = inner_call(s.program, call);
    let mut p = s.program.clone();
    let ExprKind::Call { callee, args } = p.exprs[call].kind else { return None };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return None };
    let args = p.args(args).to_vec();
    let copy = copied(&mut p, func)?;
    p.set_expr(callee, ExprKind::Func(copy), p.ty(callee));
    if s.ch.chance("specialise", 60) {
        specialise(&mut p, copy, &args);
    }
    Some(p)
}

fn inner_call(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => inner_call(p, inner),
        _ => e,
    }
}

fn copied(p: &mut Program, func: FuncId) -> Option<FuncId> {
    let f = p.funcs[func].clone();
    let body = f.body?;
    let names: Vec<String> = f.params.iter().map(|v| p.name(p.vars[*v].name).to_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let name = subject::fresh(p, p.name(f.name).to_owned().as_str());
    let copy = p.add_func(&name, f.ty, &names);
    if p.funcs[copy].params.len() != f.params.len() {
        return None;
    }
    let mut copier = Copier::new(copy);
    for (from, to) in f.params.iter().zip(p.funcs[copy].params.clone()) {
        p.vars[to].ty = p.vars[*from].ty;
        copier.map(*from, to);
    }
    let (is_static, attrs, inline, last) = (f.is_static, f.attrs, f.inline, f.last);
    let new = &mut p.funcs[copy];
    (new.is_static, new.attrs, new.inline, new.last) = (is_static, attrs, inline, last);
    let body = copier.block(p, body)?;
    p.funcs[copy].body = Some(body);
    Some(copy)
}

/// `n = 5;` at the start of the copy, where 5 is what its only call gives.
fn specialise(p: &mut Program, copy: FuncId, args: &[ExprId]) -> Option<()> {
    let params = p.funcs[copy].params.clone();
    let body = p.funcs[copy].body?;
    for (param, arg) in params.into_iter().zip(args) {
        let quals = p.types.canonical(p.vars[param].ty).quals();
        if let Some(value) = ir::constant::int_value(p, *arg)
            && p.types.is_integer(p.vars[param].ty)
            && !quals.is_const()
        {
            let (lhs, value) = (p.var(param), p.int_const(value, Ty::int(IntKind::LongLong)));
            let assign = p.assign(lhs, value).ok()?;
            let stmt = p.push_stmt(Stmt::Expr(assign));
            p.blocks[body].insert(0, stmt);
        }
    }
    Some(())
}

// --- other values ---

/// A call once more, with another value for one of its integers.
pub fn call(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let spot = s.statement(|p, stmt| called_by(p, stmt).is_some())?;
    let root = match p.stmts[spot.stmt] {
        Stmt::Expr(e) => match p.exprs[e].kind {
            ExprKind::Assign { rhs, .. } => inner_call(&p, rhs),
            _ => inner_call(&p, e),
        },
        _ => return None,
    };
    if !copying::is_copyable(&p, root) {
        return None;
    }
    let again = p.copy_expr(root);
    let ExprKind::Call { args, .. } = p.exprs[again].kind else { return None };
    let ints: Vec<ExprId> = p.args(args).iter().copied().filter(|a| p.types.is_integer(p.ty(*a))).collect();
    let arg = *s.ch.pick("other-argument", &ints)?;
    let ty = p.value_type(arg);
    let limits = [0, 1, -1, 2, 127, 128, 255, 32767, 65535, i128::from(i32::MAX), i128::from(i32::MIN)];
    let value = limits[s.ch.below("other-value", limits.len())];
    let kind = if p.types.size(ty) > 4 { IntKind::LongLong } else { IntKind::Int };
    let constant = p.int_const(value, Ty::int(kind));
    let constant = p.cast(constant, ty).ok()?;
    let made = p.exprs[constant];
    p.set_expr(arg, made.kind, made.ty);
    let ret = p.ty(again);
    let again = if p.types.is_void(ret) { again } else { p.cast(again, Ty::VOID).ok()? };
    let offset = s.ch.below("call-behind", 2);
    insert(&mut p, Spot { ..spot }, offset, Stmt::Expr(again))?;
    Some(p)
}
