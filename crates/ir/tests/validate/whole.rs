//! Larger programs: one that uses most of the language, and ones so large that quadratic time would show.

use crate::bench::{Bench, Twin};
use assay_ir::validate::{Holes, Rules, Violation, ViolationKind, validate, validate_with};
use assay_ir::*;

fn assert_valid(p: &Program) {
    let found = validate(p);
    let text: Vec<String> = found.iter().map(Violation::to_string).collect();
    assert!(found.is_empty(), "{}", text.join("\n"));
}

/// Operands of every kind that the builder takes, combined by every operator that it lets pass.
#[test]
fn what_the_builder_makes_is_valid() {
    let mut b = Bench::new(Twin::Good);
    let types = operand_types(&mut b);
    for left in 0..types.len() {
        for right in 0..types.len() {
            for op in BinaryOp::ALL {
                let (x, y) = (b.new_var(types[left]), b.new_var(types[right]));
                combine(&mut b, op, x, y);
            }
        }
    }
    assert_valid(&b.p);
}

/// Bit-fields of every type and some widths, as operands, and as operands after an assignment: GCC 12 and
/// clang 16 agree on all of these, which `_Generic` shows.
#[test]
fn bit_fields_are_promoted_by_their_width() {
    let mut b = Bench::new(Twin::Good);
    let kinds = IntKind::ALL.into_iter().filter(|kind| kind.rank() <= IntKind::LongLong.rank());
    let mut fields = Vec::new();
    for kind in kinds {
        let most = b.p.target().int_type(kind).bits;
        for width in [1, 3, 31, 32].into_iter().filter(|width| *width <= most) {
            let name = format!("f{}", fields.len());
            fields.push(b.field(&name, Ty::int(kind), Some(width)));
        }
    }
    let count = fields.len() as u32;
    let ty = b.record(RecordKind::Struct, "bits", fields);
    let var = b.local("s", ty);
    for field in 0..count {
        let access = |b: &mut Bench| {
            let base = b.p.var(var);
            b.p.member(base, field).unwrap()
        };
        let (plain, lhs, five) = (access(&mut b), access(&mut b), b.int(5));
        let assigned = b.p.assign(lhs, five).unwrap();
        for operand in [plain, assigned] {
            let negated = b.p.unary(UnaryOp::Neg, operand).unwrap();
            b.eval(negated);
        }
    }
    assert_valid(&b.p);
}

fn operand_types(b: &mut Bench) -> Vec<Ty> {
    let mut types: Vec<Ty> = IntKind::ALL.iter().map(|kind| Ty::int(*kind)).collect();
    let one = b.p.names.intern("ONE");
    let id = b.p.types.add_enum(None, vec![(one, 1)]);
    let (pointer, array) = (b.ptr(Ty::INT), b.array(Ty::INT, 3));
    types.extend([Ty::FLOAT, Ty::DOUBLE, Ty::LDOUBLE, pointer, array, b.p.types.enum_type(id)]);
    let volatile = b.p.types.qualify(Ty::INT, Quals::VOLATILE);
    types.push(volatile);
    types
}

/// Adds every statement that can be made of two operands and the operator.
fn combine(b: &mut Bench, op: BinaryOp, x: ExprId, y: ExprId) {
    let var = |b: &mut Bench, e: ExprId| match b.p.exprs[e].kind {
        ExprKind::Var(var) => b.p.var(var),
        _ => unreachable!("operands are variables"),
    };
    if let Ok(e) = b.p.binary(op, x, y) {
        b.eval(e);
    }
    let (x, y) = (var(b, x), var(b, y));
    if let Ok(e) = b.p.assign_op(op, x, y) {
        b.eval(e);
    }
    let (x, y) = (var(b, x), var(b, y));
    let one = b.int(1);
    if let Ok(e) = b.p.cond(one, x, y) {
        b.eval(e);
    }
    let (x, y) = (var(b, x), var(b, y));
    if let Ok(e) = b.p.assign(x, y) {
        b.eval(e);
    }
    let (x, ty) = (var(b, x), b.p.ty(y));
    if let Ok(e) = b.p.cast(x, ty) {
        b.eval(e);
    }
}

#[test]
fn a_hole_may_be_allowed() {
    let mut b = Bench::new(Twin::Good);
    b.stmt(Stmt::Hole);
    assert_eq!(validate(&b.p).len(), 1);
    assert_eq!(validate_with(&b.p, Rules { holes: Holes::Allowed, ..Rules::default() }), []);
}

/// An inner scope may reuse a name that it does not need itself, and the outer meaning comes back.
#[test]
fn hiding_ends_with_the_scope() {
    let mut b = Bench::new(Twin::Good);
    let outer = b.local("x", Ty::INT);
    let block = b.p.push_block(vec![]);
    b.stmt(Stmt::Block(block));
    let inner = b.undeclared("x", Ty::LONG);
    b.p.append(block, Stmt::Decl(inner));
    let e = b.p.var(inner);
    b.p.append(block, Stmt::Expr(e));
    let e = b.p.var(outer);
    b.eval(e);
    assert_valid(&b.p);
}

/// Case labels belong to the innermost switch, however deep in other statements (Duff's device).
#[test]
fn cases_may_stand_in_inner_blocks() {
    let mut b = Bench::new(Twin::Good);
    let (on, cond) = (b.new_var(Ty::INT), b.int(0));
    let (body, inner) = (b.p.push_block(vec![]), b.p.push_block(vec![]));
    b.stmt(Stmt::Switch { on, body });
    b.p.append(body, Stmt::DoWhile { body: inner, cond });
    for value in 0..3 {
        let value = b.int(value);
        b.p.append(inner, Stmt::Case(value));
        b.p.append(inner, Stmt::Continue);
    }
    assert_valid(&b.p);
}

#[test]
fn a_place_is_reported_with_its_kind() {
    let mut b = Bench::new(Twin::Bad);
    b.stmt(Stmt::Break);
    let found = validate(&b.p);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, ViolationKind::BreakOutside);
    assert_eq!(found[0].to_string(), "StmtId(0): break outside of a loop or switch (C17 6.8.6.3p1)");
}

/// Long lists, deep trees and many names: each would take minutes if the time were quadratic.
#[test]
fn large_programs_take_linear_time() {
    let mut b = Bench::new(Twin::Good);
    let mut sum = b.int(1);
    for _ in 0..200_000 {
        let one = b.int(1);
        sum = b.raw(ExprKind::Binary(BinaryOp::Or, sum, one), Ty::INT);
    }
    b.eval(sum);
    for _ in 0..100_000 {
        let x = b.new_var(Ty::INT);
        b.eval(x);
    }
    let on = b.new_var(Ty::INT);
    let body = b.p.push_block(vec![]);
    b.stmt(Stmt::Switch { on, body });
    for value in 0..100_000 {
        let value = b.int(value);
        b.p.append(body, Stmt::Case(value));
    }
    assert_valid(&b.p);
}
