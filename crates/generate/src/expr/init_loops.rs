//! Local arrays that get their values by a loop before the statement that wants them.

use crate::expr::{guard, operators, scopes};
use crate::state::Gen;
use crate::state::cx::Cx;
use crate::types::{constants, qualifiers, variables};
use ir::{BinaryOp, ExprId, IncDec, Init, IntKind, Stmt, Ty, VarId};

/// Whether a local of the type can get its values so: an array of integers, in a block that is not too deep for the loops.
pub fn fits(g: &Gen, cx: &Cx, mut ty: Ty) -> bool {
    let plain = g.p.types.is_array(ty) && qualifiers::is_of_integers(g, ty) && !qualifiers::is_const(g, ty);
    let mut inner = 0;
    while let Some((element, _)) = g.p.types.element(ty) {
        (ty, inner) = (element, inner + 1);
    }
    plain && g.depth_of(cx.block) + inner <= g.policy.shape.max_block_depth + 2
}

/// `int l_5[4]; for (l_6 = 0; l_6 < 4; l_6++) l_5[l_6] = 7;`, and so on for each dimension.
pub fn declare(g: &mut Gen, cx: &Cx, ty: Ty) -> Option<VarId> {
    let var = scopes::declared(g, cx, ty, None);
    let place = g.p.var(var);
    let stmt = loop_over(g, cx, place)?;
    guard::guard_statement(g, stmt);
    g.insert(cx.block, stmt);
    Some(var)
}

fn loop_over(g: &mut Gen, cx: &Cx, place: ExprId) -> Option<Stmt> {
    let Some((_, Some(len))) = g.p.types.element(g.p.ty(place)) else {
        let ty = g.p.value_type(place);
        let kind = g.p.types.int_kind(ty)?;
        let kind = constants::written_kind(g, kind);
        let value = constants::constant(g, kind);
        let value = g.p.assign_convert(value, ty).ok()?;
        g.tokens += 4;
        return Some(Stmt::Expr(g.p.assign(place, value).ok()?));
    };
    let counter = counter(g, cx, len as u32);
    let (v, end) = (g.p.var(counter), g.p.int_const(i128::from(len), Ty::INT));
    let cond = g.p.binary(BinaryOp::Lt, v, end).ok()?;
    let step = count_up(g, counter)?;
    let start = g.p.push_stmt(Stmt::Decl(counter));
    let init = g.p.push_block(vec![start]);
    let index = g.p.var(counter);
    let element = g.p.index(place, index).ok()?;
    let inner = loop_over(g, cx, element)?;
    let inner = g.p.push_stmt(inner);
    let body = g.p.push_block(vec![inner]);
    g.tokens += 16;
    Some(Stmt::For { init, cond: Some(cond), step: Some(step), body })
}

fn counter(g: &mut Gen, cx: &Cx, len: u32) -> VarId {
    let var = variables::new_local(g, cx.block, Ty::INT);
    let info = g.info_mut(var);
    (info.counter, info.local_index_bound) = (true, len);
    info.level += 1;
    let zero = g.p.int_lit(0, IntKind::Int);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(zero)));
    var
}

fn count_up(g: &mut Gen, counter: VarId) -> Option<ExprId> {
    let v = g.p.var(counter);
    let steps = [IncDec::PostInc, IncDec::PreInc];
    if let Some(op) = steps.into_iter().find(|op| operators::may_step(g, *op)) {
        return g.p.inc_dec(op, v).ok();
    }
    let (old, one) = (g.p.var(counter), g.p.int_lit(1, IntKind::Int));
    let next = g.p.binary(BinaryOp::Add, old, one).ok()?;
    g.p.assign(v, next).ok()
}
