//! The objects of compound literals: unnamed variables that live as long as the block they are in. What is read of them is in
//! [`super`].

use crate::state::cx::Cx;
use crate::state::scopes::VarInfo;
use crate::state::{Gen, grammar};
use crate::types::variables;
use ir::{BlockId, ExprId, Init, InitId, InitItem, Storage, Ty};
use machine::View;

/// The object of a literal, which its initialiser makes.
fn object(g: &mut Gen, block: BlockId, ty: Ty, init: InitId, info: VarInfo) -> ExprId {
    let func = g.funcs[g.block(block).func].id;
    let var = g.p.add_local("", ty, Storage::Auto, func);
    g.p.vars[var].init = Some(init);
    g.set_info(var, info);
    g.p.compound_lit(var)
}

/// What nothing but its own expression can mention.
pub fn unnamed(g: &mut Gen, block: BlockId, ty: Ty, init: InitId) -> ExprId {
    let info = VarInfo { counter: true, ..VarInfo::at(g.block(block).level) };
    object(g, block, ty, init, info)
}

/// A value of the integer type within a list: the parts of a list have no order, so it does nothing else.
pub fn value(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<InitId> {
    let plain = g.p.types.canonical(ty).unqualified();
    let e = cx.without_effects(|cx| grammar::int(g, view, cx));
    let e = g.p.assign_convert(e, plain).ok()?;
    Some(g.p.push_init(Init::Expr(e)))
}

/// Values for the elements of an array.
pub fn list(g: &mut Gen, view: &View, cx: &mut Cx, element: Ty, len: u32) -> Option<InitId> {
    let budget = cx.budget;
    let mut items = Vec::new();
    for place in 0..len {
        cx.budget = budget / len as i32;
        let init = value(g, view, cx, element)?;
        let designated = g.ch.chance("designated", g.policy.odds.designated);
        items.push(InitItem { place, init, designated });
    }
    cx.budget = 1;
    Some(g.p.push_init(Init::List(items)))
}

/// `&(int){ x }`, or the first element of an array: for a pointer of this block to what is declared with it.
pub fn pointee(g: &mut Gen, view: &View, block: BlockId, to: Ty) -> Option<ExprId> {
    let share = g.policy.extensions.literal_pointee;
    // A program that mutants are made of may have pointers to types that are never completed.
    let fits = g.p.types.is_integer(to) || (g.p.types.is_record(to) && g.p.types.is_complete(to));
    if share == 0 || !fits || !g.ch.chance("literal-pointee", share) {
        return None;
    }
    let level = g.block(block).level;
    let info = VarInfo { address_taken: true, ..VarInfo::at(level) };
    let plain = g.p.types.canonical(to).unqualified();
    let many = g.p.types.is_integer(plain) && g.policy.types.array > 0;
    if !many || !g.ch.chance("literal-array", g.policy.extensions.literal_array) {
        let init = variables::static_init(g, view, plain, 1)?;
        let e = object(g, block, plain, init, info);
        return g.p.addr_of(e).ok();
    }
    let mut cx = Cx::pure(g, block);
    let len =
        g.ch.between("literal-len", 1, g.policy.types.max_array_len.clamp(1, g.policy.amounts.max_field_len));
    let init = list(g, view, &mut cx, plain, len)?;
    let ty = g.p.types.array(plain, u64::from(len));
    let e = object(g, block, ty, init, info);
    Some(g.p.decay(e))
}
