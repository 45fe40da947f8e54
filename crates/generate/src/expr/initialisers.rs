//! First values of locals.

use crate::expr::lvalue;
use crate::state::cx::Cx;
use crate::state::{Run, grammar};
use crate::types::variables;
use ir::{BlockId, Init, Ty, TypeKind};

/// A first value, and for pointers how far they may reach.
pub fn local_init(m: &mut Run, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    let level = m.grow.block(block).level;
    match m.grow.p.types.kind(ty) {
        TypeKind::Array(..) => Some((list_init(m, ty)?, 0)),
        TypeKind::Record(_) if m.grow.ch.chance("record-copy", m.grow.policy.odds.record_copy) => {
            let mut cx = Cx::pure(m, block);
            let e = lvalue::record_value(m, &mut cx, ty)?;
            Some((m.grow.p.push_init(Init::Expr(e)), 0))
        }
        TypeKind::Record(_) => Some((list_init(m, ty)?, 0)),
        TypeKind::Pointer(to) => {
            let mut cx = Cx::pure(m, block);
            // Pointers to pointers reach only what is static, whatever they are told later.
            let reach = if m.grow.p.types.is_pointer(to)
                || m.grow.ch.chance("far-reach", m.grow.policy.odds.far_reach)
            {
                0
            } else {
                level
            };
            let plain = ty.unqualified();
            let e = lvalue::pointer_value(m, &mut cx, plain, reach)?;
            let e = m.grow.p.assign_convert(e, plain).ok()?;
            Some((m.grow.p.push_init(Init::Expr(e)), reach))
        }
        _ => {
            let mut cx = Cx::new(m, block);
            let e = grammar::value_of(m, &mut cx, ty.unqualified())?;
            Some((m.grow.p.push_init(Init::Expr(e)), 0))
        }
    }
}

/// A first value made of constants, and for pointers how far they may reach.
pub fn constant_init(m: &mut Run, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    match m.grow.p.types.kind(ty) {
        TypeKind::Pointer(_) => local_init(m, block, ty),
        // What is within something else always has a value.
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => {
            Some((variables::static_init(m, ty, 1)?, 0))
        }
        _ => Some((list_init(m, ty)?, 0)),
    }
}

/// A list of constants; everything gets a value.
fn list_init(m: &mut Run, ty: Ty) -> Option<ir::InitId> {
    match variables::static_init(m, ty, 0) {
        Some(init) => Some(init),
        None => Some(m.grow.p.push_init(Init::List(Vec::new()))),
    }
}
