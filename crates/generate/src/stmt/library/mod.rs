//! Calls of the library's functions on strings and bytes. Each call is at the root of a statement, on memory that is always
//! large enough.

mod sort;
mod text;

use crate::expr::lvalue;
use crate::policy::LibraryCall;
use crate::policy::forbidden::Forbidden;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Gen, forbidden};
use crate::stmt::{blocks, calls};
use crate::types::strings;
use ir::{BinaryOp, BlockId, Builtin, ExprId, IntKind, Stmt, Ty, VarId};
use machine::View;

type Build = fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>;

/// A call of a library function, or some that belong together.
pub fn call(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    match g.policy.weights.library_calls.draw(&mut g.ch, "library-call")? {
        LibraryCall::Length => single(g, view, block, strlen),
        LibraryCall::Comparison => single(g, view, block, strcmp),
        LibraryCall::Copy => single(g, view, block, strcpy),
        LibraryCall::SetBytes => single(g, view, block, memset),
        LibraryCall::CopyBytes => single(g, view, block, memcpy),
        LibraryCall::MoveBytes => single(g, view, block, memmove),
        LibraryCall::CompareBytes => single(g, view, block, memcmp),
        LibraryCall::Search => single(g, view, block, text::search),
        LibraryCall::Append => text::append(g, view, block),
        LibraryCall::Format => text::format(g, view, block),
        LibraryCall::Sort => sort::sort(g, view, block),
    }
}

/// One call; what it gives goes to a new local.
fn single(g: &mut Gen, view: &View, block: BlockId, build: Build) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let e = build(g, view, &mut cx)?;
    let ty = g.p.ty(e);
    if g.p.types.is_integer(ty) {
        return calls::keep_result(g, block, mark, e, ty);
    }
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// The function by its name, or by that of the compiler's own.
fn spelled(g: &mut Gen, plain: Builtin, builtin: Builtin) -> Builtin {
    if g.ch.chance("builtin-spelling", g.policy.odds.builtin_spelling) { builtin } else { plain }
}

/// Whether one of the seldom functions comes in place of a usual one.
fn rare(g: &mut Gen) -> bool {
    let spelling = g.policy.odds.builtin_spelling;
    spelling > 0 && g.ch.chance("rare-bytes", g.policy.odds.rare_bytes)
}

fn strlen(g: &mut Gen, _: &View, _cx: &mut Cx) -> Option<ExprId> {
    let (s, len) = strings::string(g);
    let skip = g.ch.below("string-skip", len as usize + 1) as u64;
    let s = if g.ch.chance("string-offset", g.policy.odds.string_offset) { plus(g, s, skip)? } else { s };
    strings::library(g, Builtin::Strlen, &[s])
}

pub fn plus(g: &mut Gen, e: ExprId, by: u64) -> Option<ExprId> {
    let by = g.p.int_lit(by, IntKind::Int);
    if forbidden::is(g, Forbidden::Offset) {
        let element = g.p.index(e, by).ok()?;
        return g.p.addr_of(element).ok();
    }
    g.p.binary(BinaryOp::Add, e, by).ok()
}

/// Only the sign of a comparison is specified (C17 7.24.4p1).
pub fn sign(g: &mut Gen, call: ExprId) -> Option<ExprId> {
    let ops = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Le, BinaryOp::Ge];
    let op = *g.ch.pick("sign", &ops)?;
    let zero = g.p.int_lit(0, IntKind::Int);
    g.p.binary(op, call, zero).ok()
}

fn strcmp(g: &mut Gen, _: &View, _cx: &mut Cx) -> Option<ExprId> {
    let ((a, _), (b, _)) = (strings::string(g), strings::string(g));
    let call = if g.ch.chance("bounded-comparison", g.policy.odds.bounded_comparison) {
        let kind = g.p.target().size_t;
        let n = u64::from(g.ch.between("comparison-len", 0, g.policy.amounts.comparison_len));
        let n = g.p.int_lit(n, kind);
        strings::library(g, Builtin::Strncmp, &[a, b, n])?
    } else {
        strings::library(g, Builtin::Strcmp, &[a, b])?
    };
    sign(g, call)
}

/// Into an array that is long enough.
fn strcpy(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (from, len) = strings::literal(g);
    let fits = |g: &Gen, ty: Ty| match g.p.types.element(ty) {
        Some((element, Some(n))) => g.p.types.canonical(element) == Ty::CHAR && n > len,
        _ => false,
    };
    let to = lvalue::lvalue(g, view, cx, Use::Address, fits)?;
    strings::library(g, Builtin::Strcpy, &[to, from])
}

/// An array of integers whose bytes may take any values.
pub fn bytes(g: &mut Gen, view: &View, cx: &mut Cx, writable: bool) -> Option<ExprId> {
    let fits = |g: &Gen, ty: Ty| is_plain_array(g, ty, writable);
    let e = lvalue::lvalue(g, view, cx, Use::Address, fits)?;
    has_value(g, root(g, e)?).then_some(e)
}

/// Whether the variable has a value for sure: none can be given to it in the middle of a call.
pub fn has_value(g: &Gen, var: VarId) -> bool {
    let v = &g.p.vars[var];
    (v.init.is_some() && !g.info(var).skippable) || v.storage.is_static()
}

fn is_plain_array(g: &Gen, ty: Ty, writable: bool) -> bool {
    match g.p.types.element(ty) {
        Some((element, Some(_))) => {
            let element = g.p.types.canonical(element);
            let quals = element.quals();
            g.p.types.is_integer(element)
                && element.unqualified() != Ty::BOOL
                && !quals.is_volatile()
                && !(writable && quals.is_const())
        }
        _ => false,
    }
}

fn size_of(g: &Gen, e: ExprId) -> u64 {
    g.p.types.size(g.p.ty(e))
}

/// A number of bytes: all of them as `sizeof`, or some.
pub fn count(g: &mut Gen, view: &View, cx: &mut Cx, whole: ExprId, most: u64) -> ExprId {
    if most == size_of(g, whole) && g.ch.chance("all-bytes", g.policy.odds.all_bytes) {
        let copy = g.p.copy_expr(whole);
        return g.p.sizeof_expr(copy);
    }
    let kind = g.p.target().size_t;
    let share = g.policy.odds.variable_count;
    if share > 0
        && g.ch.chance("variable-count", share)
        && let Some(n) = variable_count(g, view, cx, most)
    {
        return n;
    }
    let n = g.ch.below("byte-count", most as usize + 1) as u64;
    g.p.int_lit(n, kind)
}

/// `(size_t)x % 9`: a number of bytes that a compiler does not know, often none or one.
fn variable_count(g: &mut Gen, view: &View, cx: &mut Cx, most: u64) -> Option<ExprId> {
    if forbidden::is_left_out(g, BinaryOp::Rem) {
        return None;
    }
    let kind = g.p.target().size_t;
    let x = lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))?;
    let few = g.ch.chance("few-bytes", g.policy.odds.few_bytes);
    let most = if few { most.min(1) } else { most };
    let (x, n) = (g.p.cast(x, Ty::int(kind)).ok()?, g.p.int_lit(most + 1, kind));
    g.stats.policy("library: variable count");
    g.p.binary(BinaryOp::Rem, x, n).ok()
}

pub fn memset(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let to = bytes(g, view, cx, true)?;
    let byte = g.ch.below("set-byte", 256) as u64;
    let byte = g.p.int_lit(byte, IntKind::Int);
    let most = size_of(g, to);
    let n = count(g, view, cx, to, most);
    if rare(g) {
        return strings::library(g, Builtin::Bzero, &[to, n]);
    }
    let builtin = spelled(g, Builtin::Memset, Builtin::BuiltinMemset);
    strings::library(g, builtin, &[to, byte, n])
}

/// Between two variables, so that nothing overlaps.
fn memcpy(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let to = bytes(g, view, cx, true)?;
    let from = bytes(g, view, cx, false)?;
    if root(g, to)? == root(g, from)? {
        return None;
    }
    let most = size_of(g, to).min(size_of(g, from));
    let n = count(g, view, cx, to, most);
    let builtin =
        if rare(g) { Builtin::Mempcpy } else { spelled(g, Builtin::Memcpy, Builtin::BuiltinMemcpy) };
    strings::library(g, builtin, &[to, from, n])
}

pub fn root(g: &Gen, mut e: ExprId) -> Option<VarId> {
    use ir::ExprKind as K;
    loop {
        e = match g.p.exprs[e].kind {
            K::Var(v) => return Some(v),
            K::Member { base, .. } | K::Index { base, .. } => base,
            K::Decay(inner) => inner,
            _ => return None,
        }
    }
}

/// Within one array, by some elements.
fn memmove(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let array = bytes(g, view, cx, true)?;
    let (element, Some(len)) = g.p.types.element(g.p.ty(array))? else { return None };
    let size = g.p.types.size(element);
    let a = g.ch.below("move-to", len as usize) as u64;
    let b = g.ch.below("move-from", len as usize) as u64;
    let most = len - a.max(b);
    let n = g.ch.between("move-count", 1, most as u32);
    let copy = g.p.copy_expr(array);
    let (to, from) = (plus(g, array, a)?, plus(g, copy, b)?);
    let kind = g.p.target().size_t;
    let n = g.p.int_lit(u64::from(n) * size, kind);
    if rare(g) {
        return strings::library(g, Builtin::Bcopy, &[from, to, n]);
    }
    let builtin = spelled(g, Builtin::Memmove, Builtin::BuiltinMemmove);
    strings::library(g, builtin, &[to, from, n])
}

fn memcmp(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let a = bytes(g, view, cx, false)?;
    let b = bytes(g, view, cx, false)?;
    let most = size_of(g, a).min(size_of(g, b));
    let n = count(g, view, cx, a, most);
    let call = strings::library(g, Builtin::Memcmp, &[a, b, n])?;
    sign(g, call)
}
