//! `qsort` of an array of integers by a comparison of the program's own, and `bsearch` in what came of it.

use crate::state::Gen;
use crate::state::access::Use;
use crate::stmt::{arrays, blocks, calls};
use crate::types::{constants, strings, variables};
use ir::{
    Attrs, BinaryOp, BlockId, Builtin, ExprId, FuncId, Init, IntKind, Quals, Stmt, Storage, Ty, UnaryOp,
    VarId,
};
use machine::View;

pub fn sort(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = g.policy.amounts.max_sorted.max(2);
    let len = u64::from(g.ch.between("sorted", 2, most));
    let array = arrays::loop_array(g, &[len], Use::Write);
    let (element, _) = g.p.types.element(g.p.vars[array].ty)?;
    let kind = g.p.types.int_kind(element)?;
    let compare = comparison(g, kind)?;
    let once = g.block(block).mult <= 1;
    let mut different = once && are_different(g, view, array, len);
    if once && !different && g.ch.chance("made-different", g.policy.odds.made_different) {
        different = make_different(g, block, array, len, kind).is_some();
    }
    let mark = g.mark();
    let mut args = elements(g, array, len)?;
    args.push(g.p.func(compare));
    let call = strings::library(g, Builtin::Qsort, &args)?;
    blocks::finish(g, block, mark, Stmt::Expr(call), None);
    // Where elements are equal, it is open which one a search finds.
    if different && g.ch.chance("searched", g.policy.odds.searched) {
        search(g, block, array, len, compare)?;
    }
    Some(())
}

/// `a[0] = 7 ^ c; a[1] = 14 ^ c; …`: other values for all elements, which fit into a byte.
fn make_different(g: &mut Gen, block: BlockId, array: VarId, len: u64, kind: IntKind) -> Option<()> {
    const MOST: u64 = 18;
    if kind == IntKind::Bool || len > MOST {
        return None;
    }
    let (factor, change) = (g.ch.between("different-by", 1, 7), g.ch.below("different-change", 128));
    for i in 0..len {
        let mark = g.mark();
        let (a, at) = (g.p.var(array), g.p.int_lit(i, IntKind::Int));
        let lhs = g.p.index(a, at).ok()?;
        let value = (u64::from(factor) * i) ^ change as u64;
        let value = g.p.int_lit(value, IntKind::Int);
        let e = g.p.assign(lhs, value).ok()?;
        blocks::finish(g, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}

/// Whether no two of the elements have the same value now.
fn are_different(g: &Gen, view: &View, array: VarId, len: u64) -> bool {
    let Some((element, _)) = g.p.types.element(g.p.vars[array].ty) else { return false };
    let Some(at) = view.address_of(g, array) else { return false };
    let size = g.p.types.size(element) as u32;
    let value = |i: u64| {
        let offset = at.offset + i as u32 * size;
        view.peek(g, at.part(offset, offset, offset + size), element)
    };
    let values: Vec<_> = (0..len).map(value).collect();
    values.iter().enumerate().all(|(i, v)| v.is_some() && !values[..i].contains(v))
}

/// The array, the number of elements, and the size of one.
fn elements(g: &mut Gen, array: VarId, len: u64) -> Option<Vec<ExprId>> {
    let (whole, again, zero) = (g.p.var(array), g.p.var(array), g.p.int_lit(0, IntKind::Int));
    let first = g.p.index(again, zero).ok()?;
    let len = g.p.int_lit(len, g.p.target().size_t);
    Some(vec![whole, len, g.p.sizeof_expr(first)])
}

/// `int l_2 = bsearch(&l_1, a, n, sizeof(a[0]), compare) != 0;`
fn search(g: &mut Gen, block: BlockId, array: VarId, len: u64, compare: FuncId) -> Option<()> {
    let (element, _) = g.p.types.element(g.p.vars[array].ty)?;
    let kind = g.p.types.int_kind(element)?;
    let mark = g.mark();
    let key = variables::new_local(g, block, Ty::int(kind));
    let value = if g.ch.chance("found", g.policy.odds.found) {
        let (a, i) = (g.p.var(array), g.ch.below("found-element", len as usize) as u64);
        let i = g.p.int_lit(i, IntKind::Int);
        g.p.index(a, i).ok()?
    } else {
        constants::constant(g, kind)
    };
    let value = g.p.assign_convert(value, Ty::int(kind)).ok()?;
    g.p.vars[key].init = Some(g.p.push_init(Init::Expr(value)));
    g.info_mut(key).address_taken = true;
    blocks::finish(g, block, mark, Stmt::Decl(key), None);
    g.block_mut(block).vars.push(key);
    let mark = g.mark();
    let looked_for = g.p.var(key);
    let mut args = vec![g.p.addr_of(looked_for).ok()?];
    args.extend(elements(g, array, len)?);
    args.push(g.p.func(compare));
    let call = strings::library(g, Builtin::Bsearch, &args)?;
    let zero = g.p.int_lit(0, IntKind::Int);
    let found = g.p.binary(BinaryOp::Ne, call, zero).ok()?;
    calls::keep_result(g, block, mark, found, Ty::INT)
}

/// A comparison for elements of the kind: one that is there, or a new one.
fn comparison(g: &mut Gen, kind: IntKind) -> Option<FuncId> {
    let known: Vec<FuncId> = g.comparisons.iter().filter(|(k, _)| *k == kind).map(|(_, f)| *f).collect();
    if !known.is_empty() && g.ch.chance("known-comparison", g.policy.odds.known_comparison) {
        return g.ch.pick("comparison-function", &known).copied();
    }
    let item = g.p.types.qualify(Ty::VOID, Quals::CONST);
    let item = g.p.types.pointer(item);
    let ty = g.p.fn_type(Ty::INT, &[item, item]);
    let (number, a, b) = (g.number(), g.number(), g.number());
    let func = g.p.add_func(&format!("compare_{number}"), ty, &[&format!("p_{a}"), &format!("p_{b}")]);
    let (noinline, static_function) = (g.policy.barriers.noinline, g.policy.barriers.static_function);
    if g.ch.chance("comparison-noinline", noinline) {
        g.p.funcs[func].attrs = Attrs::NOINLINE;
    }
    g.p.funcs[func].is_static = g.ch.chance("comparison-static", static_function);
    let descending = g.ch.chance("descending", g.policy.odds.descending);
    let params = g.p.funcs[func].params.clone();
    let key = Key::draw(g, kind);
    let mut stmts = Vec::new();
    let x = item_of(g, func, params[0], kind, key, &mut stmts)?;
    let y = item_of(g, func, params[1], kind, key, &mut stmts)?;
    let (x, y) = if descending { (y, x) } else { (x, y) };
    let value = order(g, x, y)?;
    stmts.push(g.p.push_stmt(Stmt::Return(Some(value))));
    g.p.funcs[func].body = Some(g.p.push_block(stmts));
    g.tokens += 60;
    g.comparisons.push((kind, func));
    Some(func)
}

/// By what elements are sorted. Different elements have different keys: `qsort` may leave equal ones in any order.
#[derive(Clone, Copy)]
enum Key {
    Itself,
    Complement,
    Changed(i128),
}

impl Key {
    fn draw(g: &mut Gen, kind: IntKind) -> Key {
        // Both complements of a truth value are true.
        if kind == IntKind::Bool || !g.ch.chance("sorted-by-key", g.policy.odds.sorted_by_key) {
            return Key::Itself;
        }
        match g.ch.below("sort-key", 2) {
            0 => Key::Complement,
            _ => Key::Changed(constants::value(g, kind)),
        }
    }
}

/// `const int x = ~*(const int *)p;`
fn item_of(
    g: &mut Gen,
    func: FuncId,
    param: VarId,
    kind: IntKind,
    key: Key,
    stmts: &mut Vec<ir::StmtId>,
) -> Option<VarId> {
    let ty = Ty::int(kind);
    let element = g.p.types.qualify(ty, Quals::CONST);
    let pointer = g.p.types.pointer(element);
    let p = g.p.var(param);
    let p = g.p.cast(p, pointer).ok()?;
    let value = g.p.deref(p).ok()?;
    let value = match key {
        Key::Itself => value,
        Key::Complement => g.p.unary(UnaryOp::BitNot, value).ok()?,
        Key::Changed(by) => {
            let by = constants::literal(g, by, kind);
            g.p.binary(BinaryOp::Xor, value, by).ok()?
        }
    };
    let value = g.p.assign_convert(value, ty).ok()?;
    let number = g.number();
    let var = g.p.add_local(&format!("l_{number}"), element, Storage::Auto, func);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(value)));
    stmts.push(g.p.push_stmt(Stmt::Decl(var)));
    Some(var)
}

/// `x < y ? -1 : x > y`, or `(x > y) - (x < y)`.
fn order(g: &mut Gen, x: VarId, y: VarId) -> Option<ExprId> {
    let (a, b, c, d) = (g.p.var(x), g.p.var(y), g.p.var(x), g.p.var(y));
    let less = g.p.binary(BinaryOp::Lt, a, b).ok()?;
    let more = g.p.binary(BinaryOp::Gt, c, d).ok()?;
    if g.ch.chance("order-by-difference", g.policy.odds.order_by_difference) {
        return g.p.binary(BinaryOp::Sub, more, less).ok();
    }
    let minus = g.p.int_const(-1, Ty::INT);
    g.p.cond(less, minus, more).ok()
}
