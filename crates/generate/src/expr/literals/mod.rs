//! What is read of compound literals. They stand in statements that are expressions and in initialisers, not in the heads of other
//! statements, which are blocks of their own. How the objects are made is in [`objects`].

pub mod objects;

use crate::expr::lvalue;
use crate::policy::Literal;
use crate::state::Gen;
use crate::state::cx::Cx;
use crate::types::variables;
use ir::{ExprId, Init, RecordKind, Ty, TypeKind};
use machine::View;
use objects::{list, unnamed, value};

/// An integer that is read from a literal.
pub fn int(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 4;
    match g.policy.extensions.literals.draw(&mut g.ch, "literal")? {
        Literal::Scalar => scalar(g, view, cx),
        Literal::Element if g.policy.types.array > 0 => element(g, view, cx),
        Literal::Member if g.policy.types.records => member(g, view, cx),
        Literal::Element | Literal::Member => scalar(g, view, cx),
    }
}

/// `(int){ x }`
fn scalar(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let ty = variables::int_type(g);
    let init = value(g, view, cx, ty)?;
    Some(unnamed(g, cx.block, ty, init))
}

/// `(int[3]){ x, y, z }[i]`
fn element(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let element = variables::int_type(g);
    let most = g.policy.types.max_array_len.clamp(1, g.policy.amounts.max_field_len);
    let len = g.ch.between("literal-len", 1, most);
    let init = list(g, view, cx, element, len)?;
    let ty = g.p.types.array(element, u64::from(len));
    let array = unnamed(g, cx.block, ty, init);
    let (index, _) = cx.without_effects(|cx| lvalue::index(g, view, cx, u64::from(len)));
    g.p.index(array, index).ok()
}

/// `(struct S){ x, y }.f`
fn member(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let is_plain = |g: &Gen, ty: Ty| match g.p.types.record(ty) {
        Some(id) => g.p.types.records[id].kind == RecordKind::Struct && !int_fields(g, ty).is_empty(),
        None => false,
    };
    let fit: Vec<Ty> = g.records.iter().copied().filter(|ty| is_plain(g, *ty)).collect();
    let ty = *g.ch.pick("literal-record", &fit)?;
    let whole = record(g, view, cx, ty)?;
    let fields = int_fields(g, ty);
    let field = *g.ch.pick("literal-field", &fields)?;
    let e = g.p.member(whole, field).ok()?;
    // The type of a wide bit-field is disputed.
    let int = g.p.target().int_type(ir::IntKind::Int).bits;
    let wide = g.p.bit_field_width(e).is_some_and(|width| width > int);
    (!wide && !g.p.ty(e).quals().is_volatile()).then_some(e)
}

fn int_fields(g: &Gen, record: Ty) -> Vec<u32> {
    let Some(id) = g.p.types.record(record) else { return Vec::new() };
    let fields = g.p.types.records[id].fields.iter().enumerate();
    let fit = fields.filter(|(_, f)| f.name.is_some() && g.p.types.is_integer(f.ty));
    fit.map(|(i, _)| i as u32).collect()
}

/// A whole record as a value: constants, and some expressions for what are integers.
pub fn record(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let plain = g.p.types.canonical(ty).unqualified();
    let id = g.p.types.record(plain)?;
    let init = variables::static_init(g, view, plain, 0)?;
    let Init::List(items) = g.p.inits[init].clone() else { return None };
    for item in items {
        let field = g.p.types.records[id].fields[item.place as usize].ty;
        let fits = matches!(g.p.types.kind(field), TypeKind::Int(_));
        if fits && g.ch.chance("literal-value", g.policy.extensions.literal_value) {
            cx.budget = 3;
            let made = value(g, view, cx, field)?;
            g.p.inits[item.init] = g.p.inits[made].clone();
        }
    }
    Some(unnamed(g, cx.block, plain, init))
}
