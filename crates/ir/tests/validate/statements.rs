//! Statements where they cannot be, or with what they cannot have.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

/// A statement alone, or inside of an endless loop.
fn in_loop(b: &mut Bench, stmt: Stmt) {
    if b.bad() {
        return b.stmt(stmt);
    }
    let (cond, body) = (b.int(1), b.p.push_block(vec![]));
    b.p.append(body, stmt);
    b.stmt(Stmt::While { cond, body });
}

/// A switch over an expression.
fn switch(b: &mut Bench, on: ExprId) -> BlockId {
    let body = b.p.push_block(vec![]);
    b.stmt(Stmt::Switch { on, body });
    body
}

fn switch_int(b: &mut Bench) -> BlockId {
    let on = b.new_var(Ty::INT);
    switch(b, on)
}

fn for_loop(b: &mut Bench, init: Vec<Stmt>) {
    let init = init.into_iter().map(|stmt| b.p.push_stmt(stmt)).collect();
    let (init, body) = (b.p.push_block(init), b.p.push_block(vec![]));
    b.stmt(Stmt::For { init, cond: None, step: None, body });
}

pub const CASES: &[Case] = &[
    (V::Hole, |b| b.stmt(b.or(Stmt::Hole, Stmt::Empty))),
    (V::StatementCondition, |b| {
        let sample = b.sample();
        let cond = b.new_var(b.or(sample, Ty::DOUBLE));
        let then = b.p.push_block(vec![]);
        b.stmt(Stmt::If { cond, then, els: None });
    }),
    (V::StatementCondition, |b| {
        let (sample, pointer) = (b.sample(), b.ptr(Ty::INT));
        let cond = b.new_var(b.or(sample, pointer));
        let (init, body) = (b.p.push_block(vec![]), b.p.push_block(vec![]));
        b.stmt(Stmt::For { init, cond: Some(cond), step: None, body });
    }),
    (V::CaseOutside, |b| {
        let (one, body) = (b.int(1), switch_int(b));
        b.p.append(b.or(b.body, body), Stmt::Case(one));
    }),
    (V::CaseOutside, |b| {
        let body = switch_int(b);
        b.p.append(b.or(b.body, body), Stmt::Default);
    }),
    (V::SwitchOperand, |b| {
        let on = b.new_var(b.or(Ty::DOUBLE, Ty::INT));
        switch(b, on);
    }),
    (V::Promotion, |b| {
        let c = b.new_var(Ty::CHAR);
        let promoted = b.convert(c, Ty::INT);
        switch(b, b.or(c, promoted));
    }),
    (V::CaseConstant, |b| {
        let read_only = b.konst(Ty::INT);
        let (variable, one) = (b.new_var(read_only), b.int(1));
        let body = switch_int(b);
        b.p.append(body, Stmt::Case(b.or(variable, one)));
    }),
    (V::ConstantOverflow, |b| {
        let body = switch_int(b);
        let (x, y) = (b.int(1), b.int(b.or(0, 1)));
        let e = b.raw(ExprKind::Binary(BinaryOp::Rem, x, y), Ty::INT);
        b.p.append(body, Stmt::Case(e));
    }),
    (V::CaseRange, |b| {
        let (one, body) = (b.int(1), switch_int(b));
        let case = b.p.append(body, Stmt::Case(one));
        b.p.case_ends.insert(case, b.or(0, 5));
    }),
    (V::DuplicateCase, |b| {
        let (one, three, body) = (b.int(1), b.int(3), switch_int(b));
        let case = b.p.append(body, Stmt::Case(one));
        b.p.case_ends.insert(case, b.or(3, 2));
        b.p.append(body, Stmt::Case(three));
    }),
    (V::Unrolled, |b| {
        let (one, body) = (b.int(1), b.p.push_block(vec![]));
        let stmt = b.p.push_stmt(b.or(Stmt::Block(body), Stmt::DoWhile { body, cond: one }));
        b.p.blocks[b.body].push(stmt);
        b.p.unrolls.insert(stmt, 4);
    }),
    (V::CaseType, |b| {
        let body = switch_int(b);
        let long = b.p.int_lit(1, IntKind::Long);
        let converted = b.convert(long, Ty::INT);
        b.p.append(body, Stmt::Case(b.or(long, converted)));
    }),
    (V::DuplicateCase, |b| {
        // Equal after the conversion to int.
        let body = switch_int(b);
        let (one, wide) = (b.int(1), b.p.int_lit((1 << 32) + b.or(1, 2), IntKind::Long));
        let wide = b.convert(wide, Ty::INT);
        b.p.append(body, Stmt::Case(one));
        b.p.append(body, Stmt::Case(wide));
    }),
    (V::DuplicateDefault, |b| {
        let body = switch_int(b);
        b.p.append(body, Stmt::Default);
        b.p.append(body, b.or(Stmt::Default, Stmt::Empty));
    }),
    (V::ForInit, |b| for_loop(b, b.or(vec![Stmt::Break], vec![]))),
    (V::ForInit, |b| {
        let (x, y) = (b.int(1), b.int(2));
        let both = vec![Stmt::Expr(x), Stmt::Expr(y)];
        for_loop(b, b.or(both, vec![Stmt::Expr(x)]));
    }),
    (V::ForInit, |b| {
        let pointer = b.ptr(Ty::INT);
        let (x, y) = (b.undeclared("x", Ty::INT), b.undeclared("y", b.or(Ty::LONG, pointer)));
        for_loop(b, vec![Stmt::Decl(x), Stmt::Decl(y)]);
    }),
    (V::ForStorage, |b| {
        let x = b.undeclared("x", Ty::INT);
        b.p.vars[x].storage = b.or(Storage::Static, Storage::Register);
        for_loop(b, vec![Stmt::Decl(x)]);
    }),
    (V::GotoTarget, |b| {
        let label = b.p.push_label("l", b.main);
        b.stmt(Stmt::Goto(label));
        if !b.bad() {
            b.stmt(Stmt::Label(label));
        }
    }),
    (V::GotoTarget, |b| {
        let f = b.other();
        let (there, here) = (b.p.push_label("there", f), b.p.push_label("here", b.main));
        b.p.append(b.p.funcs[f].body.unwrap(), Stmt::Label(there));
        b.stmt(Stmt::Label(here));
        b.stmt(Stmt::Goto(b.or(there, here)));
    }),
    (V::LabelTwice, |b| {
        let (x, y) = (b.p.push_label("x", b.main), b.p.push_label("y", b.main));
        b.stmt(Stmt::Label(x));
        b.stmt(Stmt::Label(b.or(x, y)));
    }),
    (V::LabelElsewhere, |b| {
        let f = b.other();
        let label = b.p.push_label("x", b.or(f, b.main));
        b.stmt(Stmt::Label(label));
    }),
    (V::ContinueOutside, |b| in_loop(b, Stmt::Continue)),
    (V::ContinueOutside, |b| {
        let body = switch_int(b);
        b.p.append(body, b.or(Stmt::Continue, Stmt::Break));
    }),
    (V::BreakOutside, |b| in_loop(b, Stmt::Break)),
    (V::ReturnValue, |b| {
        let zero = b.int(0);
        b.stmt(Stmt::Return(b.or(None, Some(zero))));
    }),
    (V::ReturnValue, |b| {
        let f = b.other();
        let zero = b.int(0);
        b.p.append(b.p.funcs[f].body.unwrap(), Stmt::Return(b.or(Some(zero), None)));
    }),
    (V::ReturnType, |b| {
        let long = b.p.int_lit(0, IntKind::Long);
        let converted = b.convert(long, Ty::INT);
        b.stmt(Stmt::Return(Some(b.or(long, converted))));
    }),
];
