//! GNU's functions on atomic objects: `l = __atomic_fetch_add(&x, e, 5);` and their like, with every memory order. There is one thread, so
//! the order changes nothing.

use crate::expr::lvalue;
use crate::policy::Atomic;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Gen, grammar};
use crate::stmt::{blocks, calls};
use crate::types::variables;
use ir::{AtomicFn, BlockId, ExprId, Init, IntKind, Stmt, Ty, TypeKind, VarId};
use machine::View;

const OLD: [AtomicFn; 6] = [
    AtomicFn::FetchAdd,
    AtomicFn::FetchSub,
    AtomicFn::FetchAnd,
    AtomicFn::FetchOr,
    AtomicFn::FetchXor,
    AtomicFn::FetchNand,
];
const NEW: [AtomicFn; 6] = [
    AtomicFn::AddFetch,
    AtomicFn::SubFetch,
    AtomicFn::AndFetch,
    AtomicFn::OrFetch,
    AtomicFn::XorFetch,
    AtomicFn::NandFetch,
];
const SYNC_OLD: [AtomicFn; 6] = [
    AtomicFn::SyncFetchAdd,
    AtomicFn::SyncFetchSub,
    AtomicFn::SyncFetchAnd,
    AtomicFn::SyncFetchOr,
    AtomicFn::SyncFetchXor,
    AtomicFn::SyncFetchNand,
];
const SYNC_NEW: [AtomicFn; 6] = [
    AtomicFn::SyncAddFetch,
    AtomicFn::SyncSubFetch,
    AtomicFn::SyncAndFetch,
    AtomicFn::SyncOrFetch,
    AtomicFn::SyncXorFetch,
    AtomicFn::SyncNandFetch,
];

/// Memory orders by their numbers: of a load, of a store, of both. Not `consume`, which compilers warn about.
const LOADS: [u64; 3] = [0, 2, 5];
const STORES: [u64; 3] = [0, 3, 5];
const BOTH: [u64; 5] = [0, 2, 3, 4, 5];

pub fn statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let form = g.policy.weights.atomics.draw(&mut g.ch, "atomic")?;
    let mut cx = Cx::pure(g, block);
    let mark = g.mark();
    let place = lvalue::lvalue(g, view, &mut cx, Use::Address, fits)?;
    let ty = g.p.value_type(place);
    let object = g.p.addr_of(place).ok()?;
    let value = |g: &mut Gen, cx: &mut Cx| {
        let e = grammar::int(g, view, cx);
        g.p.assign_convert(e, ty).ok()
    };
    let (function, mut args) = match form {
        Atomic::Load => (AtomicFn::Load, vec![]),
        Atomic::Store => (AtomicFn::Store, vec![value(g, &mut cx)?]),
        Atomic::Exchange => (AtomicFn::Exchange, vec![value(g, &mut cx)?]),
        Atomic::CompareExchange => return compare_exchange(g, view, block, object, place),
        Atomic::Swap => {
            let function = *g.ch.pick("atomic-swap", &[AtomicFn::SyncBool, AtomicFn::SyncVal])?;
            let expected = expected(g, view, &mut cx, place, ty)?;
            (function, vec![expected, value(g, &mut cx)?])
        }
        Atomic::Old => (*g.ch.pick("atomic-old", &OLD)?, vec![value(g, &mut cx)?]),
        Atomic::New => (*g.ch.pick("atomic-new", &NEW)?, vec![value(g, &mut cx)?]),
        Atomic::SyncOld => (*g.ch.pick("sync-old", &SYNC_OLD)?, vec![value(g, &mut cx)?]),
        Atomic::SyncNew => (*g.ch.pick("sync-new", &SYNC_NEW)?, vec![value(g, &mut cx)?]),
    };
    match form {
        Atomic::Load => args.push(order(g, &LOADS)?),
        Atomic::Store => args.push(order(g, &STORES)?),
        Atomic::Exchange | Atomic::Old | Atomic::New => args.push(order(g, &BOTH)?),
        Atomic::CompareExchange | Atomic::Swap | Atomic::SyncOld | Atomic::SyncNew => {}
    }
    args.insert(0, object);
    finish(g, block, mark, function, &args)
}

/// The call, and a local for what it gives.
fn finish(g: &mut Gen, block: BlockId, mark: usize, function: AtomicFn, args: &[ExprId]) -> Option<()> {
    let pointer = g.p.value_type(args[0]);
    let func = g.p.atomic(function, pointer)?;
    let call = g.p.call_func(func, args).ok()?;
    let ty = g.p.ty(call);
    let dropped = g.p.types.is_void(ty) || g.ch.chance("drop-result", g.policy.odds.drop_result);
    if dropped {
        blocks::finish(g, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    calls::keep_result(g, block, mark, call, ty)
}

/// `T l = e; int m = __atomic_compare_exchange_n(&x, &l, v, 0, 5, 5);`
fn compare_exchange(g: &mut Gen, view: &View, block: BlockId, object: ExprId, place: ExprId) -> Option<()> {
    let ty = g.p.value_type(place);
    let mut cx = Cx::pure(g, block);
    let var = {
        let mark = g.mark();
        let e = expected(g, view, &mut cx, place, ty)?;
        let var = local(g, block, ty, e);
        blocks::finish(g, block, mark, Stmt::Decl(var), None);
        g.block_mut(block).vars.push(var);
        var
    };
    let mark = g.mark();
    let looked_for = g.p.var(var);
    let looked_for = g.p.addr_of(looked_for).ok()?;
    let mut cx = Cx::pure(g, block);
    cx.used.push((var, true));
    let wanted = grammar::int(g, view, &mut cx);
    let wanted = g.p.assign_convert(wanted, ty).ok()?;
    let strong = g.p.int_lit(0, IntKind::Int);
    let success = order(g, &BOTH)?;
    let failure = g.p.int_lit(0, IntKind::Int);
    finish(g, block, mark, AtomicFn::CompareExchange, &[object, looked_for, wanted, strong, success, failure])
}

fn local(g: &mut Gen, block: BlockId, ty: Ty, value: ExprId) -> VarId {
    let var = variables::new_local(g, block, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(value)));
    g.info_mut(var).address_taken = true;
    g.tokens += 6;
    var
}

/// What the object is compared with: mostly what it holds now.
fn expected(g: &mut Gen, view: &View, cx: &mut Cx, place: ExprId, ty: Ty) -> Option<ExprId> {
    let known = lvalue::known_value(g, view, place);
    let e = match known {
        Some(value) if g.ch.chance("expected-value", g.policy.odds.expected_value) => {
            lvalue::near(g, place, value)
        }
        _ => grammar::int(g, view, cx),
    };
    g.p.assign_convert(e, ty).ok()
}

fn order(g: &mut Gen, orders: &[u64]) -> Option<ExprId> {
    let order = *g.ch.pick("memory-order", orders)?;
    Some(g.p.int_lit(order, IntKind::Int))
}

/// Integers that processors have such instructions for.
fn fits(g: &Gen, ty: Ty) -> bool {
    let ty = g.p.types.canonical(ty);
    let plain = ty.quals().is_empty() && ty != Ty::BOOL && matches!(g.p.types.kind(ty), TypeKind::Int(_));
    plain && g.p.types.size(ty) <= g.p.types.size(Ty::LONG)
}
