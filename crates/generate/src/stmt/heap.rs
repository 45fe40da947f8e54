//! Memory from the heap: a block that allocates, gives every element a value, uses the memory, and frees it. What points
//! there lives in inner blocks, so that nothing dangles.

use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::{Role, VarInfo};
use crate::state::{Run, forbidden};
use crate::stmt::{blocks, loops};
use crate::types::{attributes, qualifiers, strings, variables};
use ir::{BinaryOp, BlockId, Builtin, ExprId, FuncId, IncDec, Init, IntKind, Stmt, Ty, VarId};

/// `{ T *p = malloc(n * sizeof(T)); … { … } free(p); }`
pub fn block(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.depth_of(block) + 1 > m.grow.policy.shape.max_block_depth {
        return None;
    }
    let most = m.grow.policy.types.max_array_len.max(1);
    let element = if m.grow.ch.chance("heap-record", m.grow.policy.odds.heap_record) {
        variables::record_type(m)
    } else {
        variables::int_type(m)
    };
    // Its bytes start as zeros, which is no value of a pointer. Wide vectors need more alignment than memory has.
    let unfit = qualifiers::has_pointer(m, element) || m.grow.p.types.align(element) > machine::HEAP_ALIGN;
    let element = if unfit { variables::int_type(m) } else { element };
    let len = u64::from(m.grow.ch.between("heap-len", 1, most));
    let mark = m.grow.mark();
    let scope = blocks::child(m, block, Role::Plain, 1);
    let hole = *m.grow.p.blocks[scope].last()?;
    blocks::finish(m, block, mark, Stmt::Block(scope), None);
    let cleared = m.grow.ch.chance("calloc", m.grow.policy.odds.calloc);
    let var = allocate(m, scope, element, len, cleared)?;
    if !cleared {
        fill(m, scope, var, element, len);
    }
    let mark = m.grow.mark();
    let inner = blocks::child(m, scope, Role::Plain, 1);
    m.grow.info_mut(var).reach = m.grow.block(inner).level;
    blocks::finish(m, scope, mark, Stmt::Block(inner), None);
    release(m, scope, var);
    // Nothing may follow: the pointer is a dangling one now.
    m.grow.p.blocks[scope].retain(|s| *s != hole);
    Some(())
}

fn allocate(m: &mut Run, scope: BlockId, element: Ty, len: u64, cleared: bool) -> Option<VarId> {
    let mark = m.grow.mark();
    let pointer = m.grow.p.types.pointer(element);
    let var = variables::new_local(m, scope, pointer);
    let level = m.grow.block(scope).level;
    m.grow.set_info(var, VarInfo { pinned: true, reach: u32::MAX, ..VarInfo::at(level) });
    let count = size_lit(m, len);
    let call = if m.grow.ch.chance("allocator", m.grow.policy.odds.allocator) {
        let func = allocator(m, element, cleared)?;
        m.grow.p.call_func(func, &[count]).ok()?
    } else {
        request(m, element, count, cleared)?
    };
    let call = if m.grow.ch.chance("cast-allocation", m.grow.policy.odds.cast_allocation) {
        m.grow.p.cast(call, pointer).ok()?
    } else {
        m.grow.p.assign_convert(call, pointer).ok()?
    };
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(call)));
    m.grow.tokens += 14;
    blocks::finish(m, scope, mark, Stmt::Decl(var), None);
    m.grow.block_mut(scope).vars.push(var);
    Some(var)
}

/// `malloc(count * sizeof(T))`, or the like.
fn request(m: &mut Run, element: Ty, count: ExprId, cleared: bool) -> Option<ExprId> {
    let size = m.grow.p.sizeof_type(element);
    if cleared || forbidden::is_left_out(&m.grow, BinaryOp::Mul) {
        return strings::library(m, Builtin::Calloc, &[count, size]);
    }
    let bytes = m.grow.p.binary(BinaryOp::Mul, count, size).ok()?;
    strings::library(m, Builtin::Malloc, &[bytes])
}

/// A function of the program's own that allocates so many elements: `static T *alloc_7(size_t n) { return malloc(n *
/// sizeof(T)); }`. What it returns is new, not null and aligned, and its attributes may say so.
fn allocator(m: &mut Run, element: Ty, cleared: bool) -> Option<FuncId> {
    let known: Vec<FuncId> =
        m.grow.allocators.iter().filter(|a| (a.0, a.1) == (element, cleared)).map(|a| a.2).collect();
    if m.grow.ch.chance("known-allocator", m.grow.policy.odds.known_allocator)
        && let Some(func) = m.grow.ch.pick("allocator-function", &known)
    {
        return Some(*func);
    }
    let pointer = m.grow.p.types.pointer(element);
    let size_t = m.grow.p.types.size_t();
    let ty = m.grow.p.fn_type(pointer, &[size_t]);
    let (number, param) = (m.grow.number(), m.grow.number());
    let func = m.grow.p.add_func(&format!("alloc_{number}"), ty, &[&format!("p_{param}")]);
    let count = m.grow.p.var(m.grow.p.funcs[func].params[0]);
    let call = request(m, element, count, cleared)?;
    let value = m.grow.p.assign_convert(call, pointer).ok()?;
    let stmt = m.grow.p.push_stmt(Stmt::Return(Some(value)));
    m.grow.p.funcs[func].body = Some(m.grow.p.push_block(vec![stmt]));
    m.grow.p.funcs[func].is_static = true;
    m.grow.p.funcs[func].attrs = attributes::of_allocator(m);
    m.grow.tokens += 20;
    m.grow.allocators.push((element, cleared, func));
    Some(func)
}

fn size_lit(m: &mut Run, n: u64) -> ExprId {
    let kind = m.grow.p.target().size_t;
    m.grow.p.int_lit(n, kind)
}

/// A value for every element: by one loop, or all bytes alike.
fn fill(m: &mut Run, scope: BlockId, var: VarId, element: Ty, len: u64) -> Option<()> {
    let is_record = m.grow.p.types.is_record(element);
    let is_bool = m.grow.p.types.int_kind(element) == Some(IntKind::Bool);
    let share = m.grow.policy.odds.fill_bytes;
    if is_record || share >= 100 || (!is_bool && m.grow.ch.chance("fill-bytes", share)) {
        return fill_bytes(m, scope, var, element, len, is_record || is_bool);
    }
    let mark = m.grow.mark();
    let i = loops::counter(m, scope, IntKind::Int, 0, len as u32);
    let (v, end) = (m.grow.p.var(i), m.grow.p.int_lit(len, IntKind::Int));
    let cond = m.grow.p.binary(BinaryOp::Lt, v, end).ok()?;
    let v = m.grow.p.var(i);
    let step = m.grow.p.inc_dec(IncDec::PostInc, v).ok()?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(i));
    let init = m.grow.p.push_block(vec![decl]);
    let body = m.grow.p.push_block(Vec::new());
    let whole = Stmt::For { init, cond: Some(cond), step: Some(step), body };
    blocks::finish(m, scope, mark, whole, Some(body));
    let mark = m.grow.mark();
    let (p, v) = (m.grow.p.var(var), m.grow.p.var(i));
    let lhs = m.grow.p.index(p, v).ok()?;
    let mut cx = Cx::pure(m, scope);
    cx.used.push((var, true));
    let value = grammar::int(m, &mut cx);
    let v = m.grow.p.var(i);
    let value = m.grow.p.binary(BinaryOp::Xor, value, v).ok()?;
    let e = m.grow.p.assign(lhs, value).ok()?;
    let inner = m.grow.p.append(body, Stmt::Expr(e));
    m.grow.own(mark, inner, None);
    m.grow.tokens += 20;
    Some(())
}

/// `memset(p, c, n * sizeof(*p))`: zero for records, whose parts may not have all values.
fn fill_bytes(m: &mut Run, scope: BlockId, var: VarId, element: Ty, len: u64, zero: bool) -> Option<()> {
    let mark = m.grow.mark();
    let byte = if zero { 0 } else { m.grow.ch.below("fill-byte", 256) as u64 };
    let byte = m.grow.p.int_lit(byte, IntKind::Int);
    let (p, count) = (m.grow.p.var(var), size_lit(m, len));
    let size = m.grow.p.sizeof_type(element);
    let bytes = if forbidden::is_left_out(&m.grow, BinaryOp::Mul) {
        let size = m.grow.p.types.size(element);
        size_lit(m, len * size)
    } else {
        m.grow.p.binary(BinaryOp::Mul, count, size).ok()?
    };
    let call = strings::library(m, Builtin::Memset, &[p, byte, bytes])?;
    blocks::finish(m, scope, mark, Stmt::Expr(call), None);
    Some(())
}

/// `free(p);`, and mostly `p = 0;`.
fn release(m: &mut Run, scope: BlockId, var: VarId) -> Option<()> {
    if m.grow.ch.chance("leak", m.grow.policy.odds.leak) {
        return None;
    }
    let mark = m.grow.mark();
    let p = m.grow.p.var(var);
    let call = strings::library(m, Builtin::Free, &[p])?;
    blocks::finish(m, scope, mark, Stmt::Expr(call), None);
    if m.grow.ch.chance("clear-freed", m.grow.policy.odds.clear_freed) {
        let mark = m.grow.mark();
        let (p, zero) = (m.grow.p.var(var), m.grow.p.int_lit(0, IntKind::Int));
        let e = m.grow.p.assign(p, zero).ok()?;
        blocks::finish(m, scope, mark, Stmt::Expr(e), None);
    }
    Some(())
}
