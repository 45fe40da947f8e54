//! Memory from the heap, or from the stack by `alloca`: a block that allocates, gives every element a value, uses the memory, and frees it. What points
//! there lives in inner blocks, so that nothing dangles.

use crate::expr::lvalue;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::{Role, VarInfo};
use crate::state::{Gen, forbidden};
use crate::stmt::{blocks, calls, declare, loops};
use crate::types::{attributes, qualifiers, strings, variables};
use ir::{
    BinaryOp, BlockId, Builtin, ExprId, ExprKind, FuncId, IncDec, Init, IntKind, Quals, Stmt, Ty, VarId,
};
use machine::View;

/// `{ T *p = malloc(n * sizeof(T)); … { … } free(p); }`
pub fn block(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if g.depth_of(block) + 1 > g.policy.shape.max_block_depth {
        return None;
    }
    let most = g.policy.types.max_array_len.max(1);
    let element = if g.ch.chance("heap-record", g.policy.odds.heap_record) {
        variables::record_type(g, view)
    } else {
        variables::int_type(g)
    };
    // Its bytes start as zeros, which is no value of a pointer. Wide vectors need more alignment than memory has.
    let unfit = qualifiers::has_pointer(g, element) || g.p.types.align(element) > machine::HEAP_ALIGN;
    let element = if unfit { variables::int_type(g) } else { element };
    let len = u64::from(g.ch.between("heap-len", 1, most));
    let mark = g.mark();
    let scope = blocks::child(g, view, block, Role::Plain, 1);
    let hole = *g.p.blocks[scope].last()?;
    blocks::finish(g, block, mark, Stmt::Block(scope), None);
    let source = Source::draw(g);
    let var = match source {
        Source::Array => variable_array(g, view, scope, element, len)?,
        _ => allocate(g, view, scope, element, len, source)?,
    };
    if source != Source::Cleared {
        fill(g, view, scope, var, element, len);
    }
    let mark = g.mark();
    let inner = blocks::child(g, view, scope, Role::Plain, 1);
    g.info_mut(var).reach = g.block(inner).level;
    blocks::finish(g, scope, mark, Stmt::Block(inner), None);
    if !matches!(source, Source::Stack | Source::Array) {
        release(g, scope, var);
    }
    // Nothing may follow: the pointer is a dangling one now.
    g.p.blocks[scope].retain(|s| *s != hole);
    Some(())
}

/// Where memory comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// `malloc`
    Plain,
    /// `calloc`
    Cleared,
    /// `alloca`
    Stack,
    /// An array of variable length.
    Array,
}

impl Source {
    fn draw(g: &mut Gen) -> Source {
        if g.ch.chance("alloca", g.policy.odds.alloca) {
            return Source::Stack;
        }
        let share = g.policy.extensions.variable_array;
        if share > 0 && !forbidden::is_left_out(g, BinaryOp::Mul) && g.ch.chance("variable-array", share) {
            return Source::Array;
        }
        if g.ch.chance("calloc", g.policy.odds.calloc) { Source::Cleared } else { Source::Plain }
    }
}

fn allocate(
    g: &mut Gen,
    view: &View,
    scope: BlockId,
    element: Ty,
    len: u64,
    source: Source,
) -> Option<VarId> {
    let mark = g.mark();
    let pointer = g.p.types.pointer(element);
    let var = variables::new_local(g, scope, pointer);
    let level = g.block(scope).level;
    g.set_info(var, VarInfo { pinned: true, reach: u32::MAX, ..VarInfo::at(level) });
    let cleared = source == Source::Cleared;
    let count = if source == Source::Stack { variable_count(g, view, scope, len) } else { size_lit(g, len) };
    let call = if source == Source::Stack {
        let bytes = bytes(g, element, count)?;
        strings::library(g, Builtin::BuiltinAlloca, &[bytes])?
    } else if g.ch.chance("allocator", g.policy.odds.allocator) {
        let func = allocator(g, element, cleared)?;
        g.p.call_func(func, &[count]).ok()?
    } else {
        request(g, element, count, cleared)?
    };
    let call = if g.ch.chance("cast-allocation", g.policy.odds.cast_allocation) {
        g.p.cast(call, pointer).ok()?
    } else {
        g.p.assign_convert(call, pointer).ok()?
    };
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(call)));
    g.tokens += 14;
    blocks::finish(g, scope, mark, Stmt::Decl(var), None);
    g.block_mut(scope).vars.push(var);
    Some(var)
}

/// `int a[5 + (x & 3)];`, and now and then a variable that is `sizeof(a)`.
fn variable_array(g: &mut Gen, view: &View, scope: BlockId, element: Ty, len: u64) -> Option<VarId> {
    let level = g.block(scope).level;
    let mark = g.mark();
    let count = variable_count(g, view, scope, len);
    let (mark, count) = match g.p.exprs[count].kind {
        // With a constant number it would be an array as others are.
        ExprKind::Int { .. } => {
            let number = declare::with_value(g, scope, mark, count, size_t(g));
            let count = g.p.var(number);
            (g.mark(), count)
        }
        _ => (mark, count),
    };
    let each = g.p.sizeof_type(element);
    let bytes = g.p.binary(BinaryOp::Mul, count, each).ok()?;
    let size_t = size_t(g);
    let constant = g.p.types.qualify(size_t, Quals::CONST);
    let size = variables::new_local(g, scope, constant);
    g.set_info(size, VarInfo { counter: true, ..VarInfo::at(level) });
    g.p.vars[size].init = Some(g.p.push_init(Init::Expr(bytes)));
    blocks::finish(g, scope, mark, Stmt::Decl(size), None);
    let mark = g.mark();
    let pointer = g.p.types.pointer(element);
    let constant = g.p.types.qualify(pointer, Quals::CONST);
    let var = variables::new_local(g, scope, constant);
    g.set_info(var, VarInfo { pinned: true, reach: u32::MAX, ..VarInfo::at(level) });
    let (bytes, bits) = (g.p.var(size), g.p.types.align(element) * 8);
    let bits = size_lit(g, bits);
    let memory = strings::library(g, Builtin::AllocaWithAlign, &[bytes, bits])?;
    let memory = g.p.assign_convert(memory, pointer).ok()?;
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(memory)));
    (g.p.vars[var].array_size, g.p.vars[size].size_of) = (Some(size), Some(var));
    g.tokens += 14;
    blocks::finish(g, scope, mark, Stmt::Decl(var), None);
    g.block_mut(scope).vars.push(var);
    if g.ch.chance("kept-size", g.policy.extensions.kept_size) {
        let mark = g.mark();
        let size = g.p.var(size);
        calls::keep_result(g, scope, mark, size, size_t)?;
    }
    Some(var)
}

/// So many elements, or some more, which no compiler knows: `5 + (x & 3)`.
fn variable_count(g: &mut Gen, view: &View, scope: BlockId, len: u64) -> ExprId {
    let least = size_lit(g, len);
    let mut cx = Cx::pure(g, scope);
    if !g.ch.chance("variable-size", g.policy.odds.variable_size) {
        return least;
    }
    let more = lvalue::int_lvalue(g, view, &mut cx, Use::Read).and_then(|x| {
        let most = g.p.int_lit(3, IntKind::Int);
        g.p.binary(BinaryOp::And, x, most).ok()
    });
    let more = more.and_then(|more| g.p.cast(more, g.p.types.size_t()).ok());
    more.and_then(|more| g.p.binary(BinaryOp::Add, least, more).ok()).unwrap_or(least)
}

/// `count * sizeof(T)`
fn bytes(g: &mut Gen, element: Ty, count: ExprId) -> Option<ExprId> {
    let size = g.p.sizeof_type(element);
    if !forbidden::is_left_out(g, BinaryOp::Mul) {
        return g.p.binary(BinaryOp::Mul, count, size).ok();
    }
    // A count that is no constant would need the product.
    let ExprKind::Int { value, .. } = g.p.exprs[count].kind else { return None };
    let size = g.p.types.size(element);
    Some(size_lit(g, value * size))
}

/// `malloc(count * sizeof(T))`, or the like.
fn request(g: &mut Gen, element: Ty, count: ExprId, cleared: bool) -> Option<ExprId> {
    let size = g.p.sizeof_type(element);
    if cleared || forbidden::is_left_out(g, BinaryOp::Mul) {
        return strings::library(g, Builtin::Calloc, &[count, size]);
    }
    let bytes = g.p.binary(BinaryOp::Mul, count, size).ok()?;
    strings::library(g, Builtin::Malloc, &[bytes])
}

/// A function of the program's own that allocates so many elements: `static T *alloc_7(size_t n) { return malloc(n *
/// sizeof(T)); }`. What it returns is new, not null and aligned, and its attributes may say so.
fn allocator(g: &mut Gen, element: Ty, cleared: bool) -> Option<FuncId> {
    let known: Vec<FuncId> =
        g.allocators.iter().filter(|a| (a.0, a.1) == (element, cleared)).map(|a| a.2).collect();
    if g.ch.chance("known-allocator", g.policy.odds.known_allocator)
        && let Some(func) = g.ch.pick("allocator-function", &known)
    {
        return Some(*func);
    }
    let pointer = g.p.types.pointer(element);
    let size_t = g.p.types.size_t();
    let ty = g.p.fn_type(pointer, &[size_t]);
    let (number, param) = (g.number(), g.number());
    let func = g.p.add_func(&format!("alloc_{number}"), ty, &[&format!("p_{param}")]);
    let count = g.p.var(g.p.funcs[func].params[0]);
    let call = request(g, element, count, cleared)?;
    let value = g.p.assign_convert(call, pointer).ok()?;
    let stmt = g.p.push_stmt(Stmt::Return(Some(value)));
    g.p.funcs[func].body = Some(g.p.push_block(vec![stmt]));
    g.p.funcs[func].is_static = true;
    g.p.funcs[func].attrs = attributes::of_allocator(g);
    g.tokens += 20;
    g.allocators.push((element, cleared, func));
    Some(func)
}

fn size_t(g: &Gen) -> Ty {
    g.p.types.size_t()
}

fn size_lit(g: &mut Gen, n: u64) -> ExprId {
    let kind = g.p.target().size_t;
    g.p.int_lit(n, kind)
}

/// A value for every element: by one loop, or all bytes alike.
fn fill(g: &mut Gen, view: &View, scope: BlockId, var: VarId, element: Ty, len: u64) -> Option<()> {
    let is_record = g.p.types.is_record(element);
    let is_bool = g.p.types.int_kind(element) == Some(IntKind::Bool);
    let share = g.policy.odds.fill_bytes;
    if is_record || share >= 100 || (!is_bool && g.ch.chance("fill-bytes", share)) {
        return fill_bytes(g, scope, var, element, len, is_record || is_bool);
    }
    let mark = g.mark();
    let i = loops::counter(g, scope, IntKind::Int, 0, len as u32);
    let (v, end) = (g.p.var(i), g.p.int_lit(len, IntKind::Int));
    let cond = g.p.binary(BinaryOp::Lt, v, end).ok()?;
    let v = g.p.var(i);
    let step = g.p.inc_dec(IncDec::PostInc, v).ok()?;
    let decl = g.p.push_stmt(Stmt::Decl(i));
    let init = g.p.push_block(vec![decl]);
    let body = g.p.push_block(Vec::new());
    let whole = Stmt::For { init, cond: Some(cond), step: Some(step), body };
    blocks::finish(g, scope, mark, whole, Some(body));
    let mark = g.mark();
    let (p, v) = (g.p.var(var), g.p.var(i));
    let lhs = g.p.index(p, v).ok()?;
    let mut cx = Cx::pure(g, scope);
    cx.used.push((var, true));
    let value = grammar::int(g, view, &mut cx);
    let v = g.p.var(i);
    let value = g.p.binary(BinaryOp::Xor, value, v).ok()?;
    let e = g.p.assign(lhs, value).ok()?;
    let inner = g.p.append(body, Stmt::Expr(e));
    g.own(mark, inner, None);
    g.tokens += 20;
    Some(())
}

/// `memset(p, c, n * sizeof(*p))`: zero for records, whose parts may not have all values.
fn fill_bytes(g: &mut Gen, scope: BlockId, var: VarId, element: Ty, len: u64, zero: bool) -> Option<()> {
    let mark = g.mark();
    let byte = if zero { 0 } else { g.ch.below("fill-byte", 256) as u64 };
    let byte = g.p.int_lit(byte, IntKind::Int);
    let (p, count) = (g.p.var(var), size_lit(g, len));
    let size = g.p.sizeof_type(element);
    let bytes = if forbidden::is_left_out(g, BinaryOp::Mul) {
        let size = g.p.types.size(element);
        size_lit(g, len * size)
    } else {
        g.p.binary(BinaryOp::Mul, count, size).ok()?
    };
    let call = strings::library(g, Builtin::Memset, &[p, byte, bytes])?;
    blocks::finish(g, scope, mark, Stmt::Expr(call), None);
    Some(())
}

/// `free(p);`, and mostly `p = 0;`.
fn release(g: &mut Gen, scope: BlockId, var: VarId) -> Option<()> {
    if g.ch.chance("leak", g.policy.odds.leak) {
        return None;
    }
    let mark = g.mark();
    let p = g.p.var(var);
    let call = strings::library(g, Builtin::Free, &[p])?;
    blocks::finish(g, scope, mark, Stmt::Expr(call), None);
    if g.ch.chance("clear-freed", g.policy.odds.clear_freed) {
        let mark = g.mark();
        let (p, zero) = (g.p.var(var), g.p.int_lit(0, IntKind::Int));
        let e = g.p.assign(p, zero).ok()?;
        blocks::finish(g, scope, mark, Stmt::Expr(e), None);
    }
    Some(())
}
