//! Calls of the library's functions on strings and bytes. Each call is at the root of a statement, on memory that is always
//! large enough.

use crate::expr::lvalue;
use crate::policy::forbidden::Forbidden;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Run, forbidden};
use crate::stmt::{blocks, calls};
use crate::types::strings;
use ir::{BinaryOp, BlockId, Builtin, ExprId, IntKind, Stmt, Ty, VarId};

pub type Build = fn(&mut Run, &mut Cx) -> Option<ExprId>;

/// The calls, alike in frequency.
const CALLS: [Build; 7] = [strlen, strcmp, strcpy, memset, memcpy, memmove, memcmp];

/// A call of a library function; what it gives goes to a new local.
pub fn call(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let build = *m.grow.ch.pick("library-call", &CALLS)?;
    let e = build(m, &mut cx)?;
    let ty = m.grow.p.ty(e);
    if m.grow.p.types.is_integer(ty) {
        return calls::keep_result(m, block, mark, e, ty);
    }
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn strlen(m: &mut Run, _cx: &mut Cx) -> Option<ExprId> {
    let (s, len) = strings::string(m);
    let skip = m.grow.ch.below("string-skip", len as usize + 1) as u64;
    let s = if m.grow.ch.chance("string-offset", m.grow.policy.odds.string_offset) {
        plus(m, s, skip)?
    } else {
        s
    };
    strings::library(m, Builtin::Strlen, &[s])
}

pub fn plus(m: &mut Run, e: ExprId, by: u64) -> Option<ExprId> {
    let by = m.grow.p.int_lit(by, IntKind::Int);
    if forbidden::is(&m.grow, Forbidden::Offset) {
        let element = m.grow.p.index(e, by).ok()?;
        return m.grow.p.addr_of(element).ok();
    }
    m.grow.p.binary(BinaryOp::Add, e, by).ok()
}

/// Only the sign of a comparison is specified (C17 7.24.4p1).
pub fn sign(m: &mut Run, call: ExprId) -> Option<ExprId> {
    let ops = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Le, BinaryOp::Ge];
    let op = *m.grow.ch.pick("sign", &ops)?;
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    m.grow.p.binary(op, call, zero).ok()
}

fn strcmp(m: &mut Run, _cx: &mut Cx) -> Option<ExprId> {
    let ((a, _), (b, _)) = (strings::string(m), strings::string(m));
    let call = if m.grow.ch.chance("bounded-comparison", m.grow.policy.odds.bounded_comparison) {
        let kind = m.grow.p.target().size_t;
        let n = u64::from(m.grow.ch.between("comparison-len", 0, m.grow.policy.amounts.comparison_len));
        let n = m.grow.p.int_lit(n, kind);
        strings::library(m, Builtin::Strncmp, &[a, b, n])?
    } else {
        strings::library(m, Builtin::Strcmp, &[a, b])?
    };
    sign(m, call)
}

/// Into an array that is long enough.
fn strcpy(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (from, len) = strings::literal(m);
    let fits = |m: &Run, ty: Ty| match m.grow.p.types.element(ty) {
        Some((element, Some(n))) => m.grow.p.types.canonical(element) == Ty::CHAR && n > len,
        _ => false,
    };
    let to = lvalue::lvalue(m, cx, Use::Address, fits)?;
    strings::library(m, Builtin::Strcpy, &[to, from])
}

/// An array of integers whose bytes may take any values.
pub fn bytes(m: &mut Run, cx: &mut Cx, writable: bool) -> Option<ExprId> {
    let fits = |m: &Run, ty: Ty| is_plain_array(m, ty, writable);
    let e = lvalue::lvalue(m, cx, Use::Address, fits)?;
    has_value(m, root(m, e)?).then_some(e)
}

/// Whether the variable has a value for sure: none can be given to it in the middle of a call.
pub fn has_value(m: &Run, var: VarId) -> bool {
    let v = &m.grow.p.vars[var];
    (v.init.is_some() && !m.grow.info(var).skippable) || v.storage.is_static()
}

fn is_plain_array(m: &Run, ty: Ty, writable: bool) -> bool {
    match m.grow.p.types.element(ty) {
        Some((element, Some(_))) => {
            let element = m.grow.p.types.canonical(element);
            let quals = element.quals();
            m.grow.p.types.is_integer(element)
                && element.unqualified() != Ty::BOOL
                && !quals.is_volatile()
                && !(writable && quals.is_const())
        }
        _ => false,
    }
}

fn size_of(m: &Run, e: ExprId) -> u64 {
    m.grow.p.types.size(m.grow.p.ty(e))
}

/// A number of bytes: all of them as `sizeof`, or some.
pub fn count(m: &mut Run, cx: &mut Cx, whole: ExprId, most: u64) -> ExprId {
    if most == size_of(m, whole) && m.grow.ch.chance("all-bytes", m.grow.policy.odds.all_bytes) {
        let copy = m.grow.p.copy_expr(whole);
        return m.grow.p.sizeof_expr(copy);
    }
    let kind = m.grow.p.target().size_t;
    let share = m.grow.policy.odds.variable_count;
    if share > 0
        && m.grow.ch.chance("variable-count", share)
        && let Some(n) = variable_count(m, cx, most)
    {
        return n;
    }
    let n = m.grow.ch.below("byte-count", most as usize + 1) as u64;
    m.grow.p.int_lit(n, kind)
}

/// `(size_t)x % 9`: a number of bytes that a compiler does not know, often none or one.
fn variable_count(m: &mut Run, cx: &mut Cx, most: u64) -> Option<ExprId> {
    if forbidden::is_left_out(&m.grow, BinaryOp::Rem) {
        return None;
    }
    let kind = m.grow.p.target().size_t;
    let x = lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?;
    let few = m.grow.ch.chance("few-bytes", m.grow.policy.odds.few_bytes);
    let most = if few { most.min(1) } else { most };
    let (x, n) = (m.grow.p.cast(x, Ty::int(kind)).ok()?, m.grow.p.int_lit(most + 1, kind));
    m.grow.stats.policy("library: variable count");
    m.grow.p.binary(BinaryOp::Rem, x, n).ok()
}

pub fn memset(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let to = bytes(m, cx, true)?;
    let byte = m.grow.ch.below("set-byte", 256) as u64;
    let byte = m.grow.p.int_lit(byte, IntKind::Int);
    let most = size_of(m, to);
    let n = count(m, cx, to, most);
    strings::library(m, Builtin::Memset, &[to, byte, n])
}

/// Between two variables, so that nothing overlaps.
fn memcpy(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let to = bytes(m, cx, true)?;
    let from = bytes(m, cx, false)?;
    if root(m, to)? == root(m, from)? {
        return None;
    }
    let most = size_of(m, to).min(size_of(m, from));
    let n = count(m, cx, to, most);
    strings::library(m, Builtin::Memcpy, &[to, from, n])
}

pub fn root(m: &Run, mut e: ExprId) -> Option<VarId> {
    use ir::ExprKind as K;
    loop {
        e = match m.grow.p.exprs[e].kind {
            K::Var(v) => return Some(v),
            K::Member { base, .. } | K::Index { base, .. } => base,
            K::Decay(inner) => inner,
            _ => return None,
        }
    }
}

/// Within one array, by some elements.
fn memmove(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let array = bytes(m, cx, true)?;
    let (element, Some(len)) = m.grow.p.types.element(m.grow.p.ty(array))? else { return None };
    let size = m.grow.p.types.size(element);
    let a = m.grow.ch.below("move-to", len as usize) as u64;
    let b = m.grow.ch.below("move-from", len as usize) as u64;
    let most = len - a.max(b);
    let n = m.grow.ch.between("move-count", 1, most as u32);
    let copy = m.grow.p.copy_expr(array);
    let (to, from) = (plus(m, array, a)?, plus(m, copy, b)?);
    let kind = m.grow.p.target().size_t;
    let n = m.grow.p.int_lit(u64::from(n) * size, kind);
    strings::library(m, Builtin::Memmove, &[to, from, n])
}

fn memcmp(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let a = bytes(m, cx, false)?;
    let b = bytes(m, cx, false)?;
    let most = size_of(m, a).min(size_of(m, b));
    let n = count(m, cx, a, most);
    let call = strings::library(m, Builtin::Memcmp, &[a, b, n])?;
    sign(m, call)
}
