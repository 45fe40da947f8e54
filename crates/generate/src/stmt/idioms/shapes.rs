//! Statements that compilers have a pattern for: a value stored byte by byte, a switch that is a table, loops that count
//! bits.

use crate::expr::lvalue;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::Role;
use crate::state::{Gen, forbidden};
use crate::stmt::idioms::{byte_array, int, operand, unsigned};
use crate::stmt::{blocks, branches};
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Ty, VarId};
use machine::View;

/// `a[0] = x; a[1] = x >> 8;` and so on, in either order of bytes.
pub fn split_bytes(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let (kind, bits) = unsigned(g)?;
    let mut cx = Cx::pure(g, block);
    let x = operand(g, view, &mut cx, kind)?;
    let bytes = u64::from(bits / 8);
    let array = byte_array(g, view, bytes, Use::Write);
    if cx.used.iter().any(|(v, _)| *v == array) {
        return None;
    }
    let big = g.ch.chance("big-endian", g.policy.odds.big_endian);
    for i in 0..bytes {
        let mark = g.mark();
        let (a, at) = (g.p.var(array), int(g, i));
        let lhs = g.p.index(a, at).ok()?;
        let place = if big { bytes - 1 - i } else { i };
        let (copy, n) = (g.p.copy_expr(x), int(g, 8 * place));
        let byte = if place == 0 { copy } else { g.p.binary(BinaryOp::Shr, copy, n).ok()? };
        let e = g.p.assign(lhs, byte).ok()?;
        blocks::finish(g, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}

/// `switch (x & 7) { case 0: y = 10; break; … }`: a table in disguise.
pub fn table_switch(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if g.policy.statements.switch == 0 || branches::deep_enough(g, block) {
        return None;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let on = lvalue::int_lvalue(g, view, &mut cx, Use::Read)?;
    let on = g.p.cast(on, Ty::UINT).ok()?;
    let lhs = lvalue::int_lvalue(g, view, &mut cx, Use::Write).filter(|e| g.p.is_pure(*e))?;
    let [low, high] = g.policy.idioms.table_len;
    let count = u64::from(g.ch.between("table-cases", low, high));
    let length = g.p.int_lit(count + 1, IntKind::UInt);
    let on = g.p.binary(BinaryOp::Rem, on, length).ok()?;
    let body = g.p.push_block(Vec::new());
    for i in 0..count {
        let label = g.p.int_lit(i, IntKind::UInt);
        table_case(g, body, Stmt::Case(label), lhs)?;
    }
    table_case(g, body, Stmt::Default, lhs)?;
    g.tokens += 10 * count as u32;
    blocks::finish(g, block, mark, Stmt::Switch { on, body }, None);
    Some(())
}

fn table_case(g: &mut Gen, body: BlockId, marker: Stmt, lhs: ExprId) -> Option<()> {
    g.p.append(body, marker);
    let to = g.p.copy_expr(lhs);
    let value = constants::constant(g, IntKind::Int);
    let e = g.p.assign(to, value).ok()?;
    g.p.append(body, Stmt::Expr(e));
    g.p.append(body, Stmt::Break);
    Some(())
}

/// How a loop gets rid of the bits of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clearing {
    /// `t &= t - 1`: it counts those that are set.
    Lowest,
    /// `t >>= 1`: it finds the highest.
    Right,
    /// `t <<= 1`: it finds the lowest.
    Left,
}

/// `{ unsigned t = x; int n = 0; while (t) { t &= t - 1; n++; } y = n; }`
pub fn bit_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if branches::deep_enough(g, block) || g.block(block).mult > u64::from(g.policy.arrays.max_times) {
        return None;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let (kind, _) = unsigned(g)?;
    let kind = if kind == IntKind::UShort { IntKind::UInt } else { kind };
    let x = operand(g, view, &mut cx, kind)?;
    let lhs = lvalue::int_lvalue(g, view, &mut cx, Use::Write)?;
    let mut clearing = *g.ch.pick("clearing", &[Clearing::Lowest, Clearing::Right, Clearing::Left])?;
    if [BinaryOp::Shl, BinaryOp::Shr].iter().any(|op| forbidden::is_left_out(g, *op)) {
        clearing = Clearing::Lowest;
    }
    let scope = blocks::child(g, view, block, Role::Plain, 1);
    let (bits, count) = (local(g, scope, Ty::int(kind), x), {
        let zero = int(g, 0);
        local(g, scope, Ty::INT, zero)
    });
    let body = g.p.push_block(Vec::new());
    let cleared = clear(g, bits, kind, clearing)?;
    g.p.append(body, Stmt::Expr(cleared));
    let n = g.p.var(count);
    let step = g.p.inc_dec(IncDec::PostInc, n).ok()?;
    g.p.append(body, Stmt::Expr(step));
    let t = g.p.var(bits);
    let zero = g.p.int_lit(0, kind);
    let cond = g.p.binary(BinaryOp::Ne, t, zero).ok()?;
    let whole = [Stmt::Decl(bits), Stmt::Decl(count), Stmt::While { cond, body }];
    let n = g.p.var(count);
    let kept = g.p.assign(lhs, n).ok()?;
    g.p.blocks[scope].clear();
    for stmt in whole.into_iter().chain([Stmt::Expr(kept)]) {
        g.p.append(scope, stmt);
    }
    g.tokens += 40;
    blocks::finish(g, block, mark, Stmt::Block(scope), None);
    Some(())
}

fn local(g: &mut Gen, scope: BlockId, ty: Ty, value: ExprId) -> VarId {
    let var = variables::new_local(g, scope, ty);
    g.info_mut(var).counter = true;
    let plain = g.p.convert(value, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(plain)));
    var
}

fn clear(g: &mut Gen, bits: VarId, kind: IntKind, clearing: Clearing) -> Option<ExprId> {
    let lhs = g.p.var(bits);
    let one = g.p.int_lit(1, kind);
    let (op, by) = match clearing {
        Clearing::Lowest => {
            let t = g.p.var(bits);
            (BinaryOp::And, g.p.binary(BinaryOp::Sub, t, one).ok()?)
        }
        Clearing::Right => (BinaryOp::Shr, int(g, 1)),
        Clearing::Left => (BinaryOp::Shl, int(g, 1)),
    };
    g.p.assign_op(op, lhs, by).ok()
}
