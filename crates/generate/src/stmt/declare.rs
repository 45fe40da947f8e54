//! Declarations of locals, with first values that are chosen in view of memory.

use crate::expr::{Cx, lvalue, vectors};
use crate::state::{Run, VarInfo, tokens};
use crate::stmt::promises::Quiet;
use crate::types::{qualifiers, variables};
use crate::{expr, stmt};
use ir::{BlockId, Init, Stmt, Storage, Ty, TypeKind, VarId};

pub fn declare(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let quiet = m.grow.quiet(block) != Quiet::No;
    let any = m.grow.policy.types.local_aggregates;
    let ty = if quiet {
        variables::int_type(m)
    } else if any >= 100 || m.grow.ch.chance("local-aggregate", any) {
        variables::any_type(m)
    } else {
        vectors::maybe_type(m).unwrap_or_else(|| variables::scalar_type(m))
    };
    let ty = if quiet { ty } else { qualifiers::local(m, ty) };
    let share = m.grow.policy.statements.static_local;
    let is_static = !quiet && m.grow.ch.chance("static-local", share);
    let bare = m.grow.policy.statements.uninitialised;
    let may_be_bare = !is_static && is_of_integers(m, ty) && !qualifiers::is_const(m, ty);
    let bare = may_be_bare && m.grow.ch.chance("uninitialised", bare);
    let (init, reach) = if bare {
        (None, 0)
    } else if is_static {
        (variables::static_init(m, ty, 0), 0)
    } else {
        let (init, reach) = local_init(m, block, ty)?;
        (Some(init), reach)
    };
    let var = variables::new_local(m, block, ty);
    m.grow.p.vars[var].init = init;
    if is_static {
        m.grow.p.vars[var].storage = Storage::Static;
        m.grow.set_info(var, VarInfo::at(0));
        m.amend().add_static(var).ok()?;
    }
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    stmt::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(())
}

/// A new local of the block with a value of its own.
pub fn with_type(m: &mut Run, block: BlockId, ty: Ty) -> Option<VarId> {
    let mark = m.grow.mark();
    let (init, reach) = local_init(m, block, ty)?;
    let var = variables::new_local(m, block, ty);
    m.grow.p.vars[var].init = Some(init);
    m.grow.info_mut(var).reach = reach;
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    stmt::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(var)
}

/// An integer, or an array of them: records could be copied without values, and pointers to functions are never null.
pub fn is_of_integers(m: &Run, mut ty: Ty) -> bool {
    while let Some((element, _)) = m.grow.p.types.element(ty) {
        ty = element;
    }
    m.grow.p.types.is_integer(ty)
}

/// A first value, and for pointers how far they may reach.
fn local_init(m: &mut Run, block: BlockId, ty: Ty) -> Option<(ir::InitId, u32)> {
    let level = m.grow.block(block).level;
    match m.grow.p.types.kind(ty) {
        TypeKind::Array(..) => Some((list_init(m, ty)?, 0)),
        TypeKind::Record(_) if m.grow.ch.chance("record-copy", m.grow.policy.odds.record_copy) => {
            let mut cx = Cx::pure(m, block);
            let e = expr::record_value(m, &mut cx, ty)?;
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
            let e = expr::value_of(m, &mut cx, ty.unqualified())?;
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
