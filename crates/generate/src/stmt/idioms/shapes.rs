//! Statements that compilers have a pattern for: a value stored byte by byte, a switch that is a table, loops that count
//! bits.

use crate::expr::lvalue;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::Role;
use crate::state::{Run, forbidden};
use crate::stmt::idioms::{byte_array, int, operand, unsigned};
use crate::stmt::{blocks, branches};
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Ty, VarId};

/// `a[0] = x; a[1] = x >> 8;` and so on, in either order of bytes.
pub fn split_bytes(m: &mut Run, block: BlockId) -> Option<()> {
    let (kind, bits) = unsigned(m)?;
    let mut cx = Cx::pure(m, block);
    let x = operand(m, &mut cx, kind)?;
    let bytes = u64::from(bits / 8);
    let array = byte_array(m, bytes, Use::Write);
    if cx.used.iter().any(|(v, _)| *v == array) {
        return None;
    }
    let big = m.grow.ch.chance("big-endian", m.grow.policy.odds.big_endian);
    for i in 0..bytes {
        let mark = m.grow.mark();
        let (a, at) = (m.grow.p.var(array), int(m, i));
        let lhs = m.grow.p.index(a, at).ok()?;
        let place = if big { bytes - 1 - i } else { i };
        let (copy, n) = (m.grow.p.copy_expr(x), int(m, 8 * place));
        let byte = if place == 0 { copy } else { m.grow.p.binary(BinaryOp::Shr, copy, n).ok()? };
        let e = m.grow.p.assign(lhs, byte).ok()?;
        blocks::finish(m, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}

/// `switch (x & 7) { case 0: y = 10; break; … }`: a table in disguise.
pub fn table_switch(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.policy.statements.switch == 0 || branches::deep_enough(m, block) {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let on = lvalue::int_lvalue(m, &mut cx, Use::Read)?;
    let on = m.grow.p.cast(on, Ty::UINT).ok()?;
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write).filter(|e| m.grow.p.is_pure(*e))?;
    let [low, high] = m.grow.policy.idioms.table_len;
    let count = u64::from(m.grow.ch.between("table-cases", low, high));
    let length = m.grow.p.int_lit(count + 1, IntKind::UInt);
    let on = m.grow.p.binary(BinaryOp::Rem, on, length).ok()?;
    let body = m.grow.p.push_block(Vec::new());
    for i in 0..count {
        let label = m.grow.p.int_lit(i, IntKind::UInt);
        table_case(m, body, Stmt::Case(label), lhs)?;
    }
    table_case(m, body, Stmt::Default, lhs)?;
    m.grow.tokens += 10 * count as u32;
    blocks::finish(m, block, mark, Stmt::Switch { on, body }, None);
    Some(())
}

fn table_case(m: &mut Run, body: BlockId, marker: Stmt, lhs: ExprId) -> Option<()> {
    m.grow.p.append(body, marker);
    let to = m.grow.p.copy_expr(lhs);
    let value = constants::constant(m, IntKind::Int);
    let e = m.grow.p.assign(to, value).ok()?;
    m.grow.p.append(body, Stmt::Expr(e));
    m.grow.p.append(body, Stmt::Break);
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
pub fn bit_loop(m: &mut Run, block: BlockId) -> Option<()> {
    if branches::deep_enough(m, block) || m.grow.block(block).mult > u64::from(m.grow.policy.arrays.max_times)
    {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let (kind, _) = unsigned(m)?;
    let kind = if kind == IntKind::UShort { IntKind::UInt } else { kind };
    let x = operand(m, &mut cx, kind)?;
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    let mut clearing = *m.grow.ch.pick("clearing", &[Clearing::Lowest, Clearing::Right, Clearing::Left])?;
    if [BinaryOp::Shl, BinaryOp::Shr].iter().any(|op| forbidden::is_left_out(&m.grow, *op)) {
        clearing = Clearing::Lowest;
    }
    let scope = blocks::child(m, block, Role::Plain, 1);
    let (bits, count) = (local(m, scope, Ty::int(kind), x), {
        let zero = int(m, 0);
        local(m, scope, Ty::INT, zero)
    });
    let body = m.grow.p.push_block(Vec::new());
    let cleared = clear(m, bits, kind, clearing)?;
    m.grow.p.append(body, Stmt::Expr(cleared));
    let n = m.grow.p.var(count);
    let step = m.grow.p.inc_dec(IncDec::PostInc, n).ok()?;
    m.grow.p.append(body, Stmt::Expr(step));
    let t = m.grow.p.var(bits);
    let zero = m.grow.p.int_lit(0, kind);
    let cond = m.grow.p.binary(BinaryOp::Ne, t, zero).ok()?;
    let whole = [Stmt::Decl(bits), Stmt::Decl(count), Stmt::While { cond, body }];
    let n = m.grow.p.var(count);
    let kept = m.grow.p.assign(lhs, n).ok()?;
    m.grow.p.blocks[scope].clear();
    for stmt in whole.into_iter().chain([Stmt::Expr(kept)]) {
        m.grow.p.append(scope, stmt);
    }
    m.grow.tokens += 40;
    blocks::finish(m, block, mark, Stmt::Block(scope), None);
    Some(())
}

fn local(m: &mut Run, scope: BlockId, ty: Ty, value: ExprId) -> VarId {
    let var = variables::new_local(m, scope, ty);
    m.grow.info_mut(var).counter = true;
    let plain = m.grow.p.convert(value, ty);
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(plain)));
    var
}

fn clear(m: &mut Run, bits: VarId, kind: IntKind, clearing: Clearing) -> Option<ExprId> {
    let lhs = m.grow.p.var(bits);
    let one = m.grow.p.int_lit(1, kind);
    let (op, by) = match clearing {
        Clearing::Lowest => {
            let t = m.grow.p.var(bits);
            (BinaryOp::And, m.grow.p.binary(BinaryOp::Sub, t, one).ok()?)
        }
        Clearing::Right => (BinaryOp::Shr, int(m, 1)),
        Clearing::Left => (BinaryOp::Shl, int(m, 1)),
    };
    m.grow.p.assign_op(op, lhs, by).ok()
}
