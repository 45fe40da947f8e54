//! Programs whose arenas are not what they should be.

use crate::bench::Case;
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

pub const CASES: &[Case] = &[
    (V::Dangling, |b| {
        let good = b.int(1);
        let e = b.or(ExprId::from_index(9999), good);
        b.eval(e);
    }),
    (V::Dangling, |b| {
        let var = b.local("x", Ty::INT);
        b.eval_raw(ExprKind::Var(b.or(VarId::from_index(9999), var)), Ty::INT);
    }),
    (V::ExprReused, |b| {
        let (x, y) = (b.int(1), b.int(1));
        b.eval_raw(ExprKind::Binary(BinaryOp::Add, x, b.or(x, y)), Ty::INT);
    }),
    (V::StmtReused, |b| {
        let (x, y) = (b.p.push_stmt(Stmt::Empty), b.p.push_stmt(Stmt::Empty));
        let second = b.or(x, y);
        b.p.blocks[b.body].extend([x, second]);
    }),
    (V::BlockReused, |b| {
        let (x, y) = (b.p.push_block(vec![]), b.p.push_block(vec![]));
        b.stmt(Stmt::Block(x));
        b.stmt(Stmt::Block(b.or(x, y)));
    }),
    (V::InitReused, |b| {
        let (x, y) = (b.local("x", Ty::INT), b.local("y", Ty::INT));
        let (one, two) = (b.int(1), b.int(2));
        let (i, j) = (b.p.push_init(Init::Expr(one)), b.p.push_init(Init::Expr(two)));
        b.p.vars[x].init = Some(i);
        b.p.vars[y].init = Some(b.or(i, j));
    }),
    (V::LiteralReused, |b| {
        let literal = |b: &mut crate::bench::Bench| {
            let one = b.int(1);
            let var = b.undeclared("literal", Ty::INT);
            b.p.vars[var].init = Some(b.p.push_init(Init::Expr(one)));
            var
        };
        let (x, y) = (literal(b), literal(b));
        b.eval_raw(ExprKind::CompoundLit(x), Ty::INT);
        b.eval_raw(ExprKind::CompoundLit(b.or(x, y)), Ty::INT);
    }),
    (V::StaleEffects, |b| {
        let x = b.new_var(Ty::INT);
        let (left, right) = (b.int(1), b.int(2));
        let comma = b.p.comma(left, right);
        b.p.set_expr(left, ExprKind::IncDec(IncDec::PreInc, x), Ty::INT);
        if !b.bad() {
            b.p.refresh_effects(comma);
        }
        b.eval(comma);
    }),
];
