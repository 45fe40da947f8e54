//! First values of locals.

use crate::expr::literals::objects;
use crate::expr::lvalue;
use crate::state::cx::Cx;
use crate::state::{Gen, grammar};
use crate::types::variables;
use ir::{BlockId, Init, Ty, TypeKind};
use machine::View;

/// A first value, and for pointers how far they may reach.
pub fn local_init(g: &mut Gen, view: &View, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    let level = g.block(block).level;
    match g.p.types.kind(ty) {
        TypeKind::Array(..) => Some((list_init(g, view, ty)?, 0)),
        TypeKind::Record(_) if g.ch.chance("record-copy", g.policy.odds.record_copy) => {
            let mut cx = Cx::pure(g, block);
            let e = lvalue::record_value(g, view, &mut cx, ty)?;
            Some((g.p.push_init(Init::Expr(e)), 0))
        }
        TypeKind::Record(_) => Some((list_init(g, view, ty)?, 0)),
        TypeKind::Pointer(to) => {
            let mut cx = Cx::pure(g, block);
            // Pointers to pointers reach only what is static, whatever they are told later.
            let reach = if g.p.types.is_pointer(to) || g.ch.chance("far-reach", g.policy.odds.far_reach) {
                0
            } else {
                level
            };
            let plain = ty.unqualified();
            let literal =
                if reach == level && level > 0 { objects::pointee(g, view, block, to) } else { None };
            let e = match literal {
                Some(e) => e,
                None => lvalue::pointer_value(g, view, &mut cx, plain, reach)?,
            };
            let e = g.p.assign_convert(e, plain).ok()?;
            Some((g.p.push_init(Init::Expr(e)), reach))
        }
        _ => {
            let mut cx = Cx::new(g, block);
            let e = grammar::value_of(g, view, &mut cx, ty.unqualified())?;
            Some((g.p.push_init(Init::Expr(e)), 0))
        }
    }
}

/// A first value made of constants, and for pointers how far they may reach.
pub fn constant_init(g: &mut Gen, view: &View, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    match g.p.types.kind(ty) {
        TypeKind::Pointer(_) => local_init(g, view, block, ty),
        // What is within something else always has a value.
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => {
            Some((variables::static_init(g, view, ty, 1)?, 0))
        }
        _ => Some((list_init(g, view, ty)?, 0)),
    }
}

/// A list of constants; everything gets a value.
fn list_init(g: &mut Gen, view: &View, ty: Ty) -> Option<ir::InitId> {
    match variables::static_init(g, view, ty, 0) {
        Some(init) => Some(init),
        None => Some(g.p.push_init(Init::List(Vec::new()))),
    }
}
