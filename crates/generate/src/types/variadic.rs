//! Functions that take variable arguments: each takes a list of types that was drawn when it was made, reads them at its start, and is
//! called with just these. The list is also copied, and passed on to a function that reads what is left.

use crate::state::cx::Cx;
use crate::state::scopes::VarInfo;
use crate::state::{Gen, grammar, tokens};
use crate::types::{functions, qualifiers, variables};
use ir::{BlockId, ExprId, ExprKind, FnType, FuncId, Init, IntKind, Stmt, Storage, Ty, VarId};
use machine::View;

/// Kinds that are passed as they are (C17 6.5.2.2p6).
const KINDS: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];

/// Makes a new function variadic: its last parameter is an `int`, its body begins with the variable arguments.
pub fn extend(g: &mut Gen, view: &View, index: usize) -> Option<()> {
    let func = g.funcs[index].id;
    let body = g.p.funcs[func].body?;
    let plain = g.p.types.fn_type(g.p.funcs[func].ty)?.clone();
    let most = g.policy.amounts.max_variable.max(1);
    let count = g.ch.between("variable-arguments", 1, most);
    let types: Vec<Ty> = (0..count).map(|_| argument_type(g, view)).collect();
    g.p.funcs[func].ty = g.p.types.function(FnType { variadic: true, ..plain });
    // What `va_start` names is as it is passed.
    let last = *g.p.funcs[func].params.last()?;
    g.p.vars[last].ty = Ty::INT;
    let list = new_list(g, body, func);
    act(g, body, ExprKind::VaStart, list);
    if g.ch.chance("copied-list", g.policy.odds.copied_list) {
        let copy = new_list(g, body, func);
        let mark = g.mark();
        let (to, from) = (g.p.var(copy), g.p.var(list));
        let e = g.p.push_expr(ExprKind::VaCopy { to, from }, Ty::VOID);
        add(g, body, mark, Stmt::Expr(e));
        let read = 1 + g.ch.below("copied-arguments", types.len());
        for ty in &types[..read] {
            let mark = g.mark();
            let e = next(g, copy, *ty);
            keep(g, body, mark, e, *ty);
        }
        act(g, body, ExprKind::VaEnd, copy);
    }
    // The other function leaves nothing for this one (C17 7.16p3).
    let passed = g.ch.chance("passed-list", g.policy.odds.passed_list);
    for (i, ty) in types.iter().enumerate() {
        let mark = g.mark();
        let reader = if passed && i + 1 == types.len() { reader(g, *ty) } else { None };
        let e = match reader {
            Some(reader) => {
                let list = g.p.var(list);
                g.p.call_func(reader, &[list]).ok()?
            }
            None => next(g, list, *ty),
        };
        keep(g, body, mark, e, *ty);
    }
    act(g, body, ExprKind::VaEnd, list);
    g.funcs[index].variable = types;
    Some(())
}

/// The type of a variable argument: an integer, a floating number or a record.
fn argument_type(g: &mut Gen, view: &View) -> Ty {
    let (float, record) = (g.policy.types.float, g.policy.odds.variable_record);
    if g.policy.types.records && g.ch.chance("variable-record", record) {
        let ty = variables::record_type(g, view);
        // Wider ones are passed in ways that depend on the processor.
        let plain = g.p.types.align(ty) <= 16 && !qualifiers::has_pointer(g, ty);
        if plain && functions::takes(g, ty) && g.p.types.is_record(ty) {
            return ty;
        }
    }
    if g.ch.chance("variable-float", float) {
        return Ty::DOUBLE;
    }
    Ty::int(variables::one_of(g, "variable-kind", &KINDS))
}

fn add(g: &mut Gen, body: BlockId, mark: usize, stmt: Stmt) {
    let id = g.insert(body, stmt);
    g.own(mark, id, None);
    g.tokens += 2;
    stmt.for_each_expr(|e| g.tokens += tokens::of_expr(&g.p, e));
}

fn new_list(g: &mut Gen, body: BlockId, func: FuncId) -> VarId {
    let number = g.number();
    let list = g.p.add_local(&format!("ap_{number}"), Ty::VA_LIST, Storage::Auto, func);
    g.set_info(list, VarInfo { counter: true, ..VarInfo::at(u32::MAX) });
    let mark = g.mark();
    add(g, body, mark, Stmt::Decl(list));
    list
}

/// `va_start` or `va_end`.
fn act(g: &mut Gen, body: BlockId, kind: fn(ExprId) -> ExprKind, list: VarId) {
    let mark = g.mark();
    let list = g.p.var(list);
    let e = g.p.push_expr(kind(list), Ty::VOID);
    add(g, body, mark, Stmt::Expr(e));
}

/// `va_arg(ap, T)`
fn next(g: &mut Gen, list: VarId, ty: Ty) -> ExprId {
    let list = g.p.var(list);
    g.p.push_expr(ExprKind::VaArg(list), ty)
}

/// The value goes to a new local.
fn keep(g: &mut Gen, body: BlockId, mark: usize, e: ExprId, ty: Ty) {
    let var = variables::new_local(g, body, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(e)));
    add(g, body, mark, Stmt::Decl(var));
    g.block_mut(body).vars.push(var);
}

/// `static int take_5(va_list p_6) { return va_arg(p_6, int); }`
fn reader(g: &mut Gen, ty: Ty) -> Option<FuncId> {
    if let Some((_, func)) = g.list_readers.iter().find(|(t, _)| *t == ty) {
        return Some(*func);
    }
    let fn_type = g.p.fn_type(ty, &[Ty::VA_LIST]);
    let (number, param) = (g.number(), g.number());
    let func = g.p.add_func(&format!("take_{number}"), fn_type, &[&format!("p_{param}")]);
    let list = g.p.funcs[func].params[0];
    let e = next(g, list, ty);
    let stmt = g.p.push_stmt(Stmt::Return(Some(e)));
    g.p.funcs[func].body = Some(g.p.push_block(vec![stmt]));
    g.p.funcs[func].is_static = true;
    g.tokens += 20;
    g.list_readers.push((ty, func));
    Some(func)
}

/// The variable arguments of a call, each of the type that the function reads.
pub fn arguments(g: &mut Gen, view: &View, cx: &mut Cx, index: usize, args: &mut Vec<ExprId>) -> Option<()> {
    for ty in g.funcs[index].variable.clone() {
        cx.budget = 6;
        if g.p.types.is_record(ty) {
            args.push(grammar::value_of(g, view, cx, ty)?);
            continue;
        }
        // What no parameter converts has to be written.
        let e = if g.p.types.is_float(ty) {
            let value = grammar::value_of(g, view, cx, ty)?;
            match g.p.exprs[value].kind {
                ExprKind::Convert(inner) => inner,
                _ => value,
            }
        } else {
            grammar::int(g, view, cx)
        };
        let given = if g.p.types.is_integer(ty) { g.p.promoted_type(e) } else { g.p.value_type(e) };
        let as_it_is = g.p.types.same(given, ty);
        args.push(if as_it_is { e } else { g.p.cast(e, ty).ok()? });
    }
    Some(())
}
