//! The rule of repairs, for those that need a place in memory: increments, compound assignments, negations and lanes. A target whose
//! `int` has eight bits makes every value of it a case; the machine runs the statement as it was and as the repair has left it. Where
//! the first is defined, both leave the same values; where it is not, the repaired one is defined.

use crate::choice::{Choice, Stream};
use crate::expr::guard;
use crate::policy::Policy;
use crate::repair::{float, vector};
use crate::state::Gen;
use crate::state::census::{Proof, RepairKind};
use crate::state::scopes::VarInfo;
use crate::types::floats;
use ir::arith::float as arith;
use ir::arith::int::ShiftRules;
use ir::{
    BinaryOp, ExprId, ExprKind, FloatKind, FuncId, IncDec, Init, IntType, PathStep, Program, SizeAlign, Stmt,
    Storage, Target, Ty, UnaryOp, VarId,
};
use machine::{Config, FloatMode, Machine, Outcome, Scalar, Value, View};
use std::collections::BTreeSet;

const OPS: [BinaryOp; 7] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Shr];

/// `int` is as small as a character.
fn target() -> Target {
    let byte = SizeAlign { size: 1, align: 1 };
    Target { short: byte, int: byte, ..Target::LP64 }
}

/// A program that does nothing but `r = …;` with `a` and `b`.
struct Bench {
    g: Gen,
    main: FuncId,
    vars: [VarId; 3],
}

impl Bench {
    fn new(target: Target, ty: impl Fn(&mut Program) -> Ty) -> Bench {
        Bench::by(Policy::default(), target, ty)
    }

    fn by(policy: Policy, target: Target, ty: impl Fn(&mut Program) -> Ty) -> Bench {
        let grammar = crate::expr::grammar(&policy);
        let mut g = Gen::new(Program::new(target), Choice::new(1, Stream::Program, 0), policy, grammar);
        let ty = ty(&mut g.p);
        let vars = ["a", "b", "r"].map(|name| {
            let var = g.p.add_global(name, ty, Storage::Global, None);
            g.set_info(var, VarInfo::at(0));
            var
        });
        let void = g.p.fn_type(Ty::INT, &[]);
        let main = g.p.add_func("main", void, &[]);
        g.p.funcs[main].body = Some(g.p.push_block(Vec::new()));
        Bench { g, main, vars }
    }

    /// The program with this site.
    fn with(&mut self, site: ExprId) {
        let r = self.g.p.var(self.vars[2]);
        let all = self.g.p.assign(r, site).expect("it can be assigned");
        let body = self.g.p.funcs[self.main].body.expect("main has one");
        self.g.p.append(body, Stmt::Expr(all));
    }

    fn operand(&mut self, i: usize) -> ExprId {
        self.g.p.var(self.vars[i])
    }

    /// Begins with these values.
    fn set(&mut self, values: [ExprId; 2]) {
        for (var, value) in self.vars.into_iter().zip(values) {
            let init = self.g.p.push_init(Init::Expr(value));
            self.g.p.vars[var].init = Some(init);
        }
    }

    fn shift_rules(&self) -> ShiftRules {
        if self.g.policy.repairs.negative_right_shift { ShiftRules::Portable } else { ShiftRules::Classic }
    }

    /// What the variables hold afterwards, if it is defined.
    fn run(&self, floats: FloatMode, path: &[PathStep]) -> Option<Vec<Scalar>> {
        let shift_rules = self.shift_rules();
        let (outcome, machine) = machine::run(&self.g.p, Config { floats, shift_rules, ..Config::default() });
        match outcome {
            Outcome::Finished { .. } => {
                let held = |var: &VarId| machine.final_value(*var, path).expect("it is there");
                Some(self.vars.iter().map(held).collect())
            }
            Outcome::Undefined(_) => None,
            other => panic!("{other:?}"),
        }
    }
}

/// Runs all values before and after the repair, and tells how many were undefined at first.
fn check(
    name: &str,
    make: impl Fn() -> (Bench, ExprId),
    by: impl Fn(&mut Gen, ExprId) -> Option<RepairKind>,
    values: &[(i128, i128)],
) -> usize {
    let (mut before, _) = make();
    let (mut after, site) = make();
    assert!(by(&mut after.g, site).is_some(), "{name} was not repaired");
    let mut undefined = 0;
    for &(a, b) in values {
        for bench in [&mut before, &mut after] {
            let both = [a, b].map(|v| bench.g.p.int_const(v, Ty::INT));
            bench.set(both);
        }
        let (raw, repaired) = (before.run(FloatMode::Ieee, &[]), after.run(FloatMode::Ieee, &[]));
        assert!(repaired.is_some(), "{name} of {a} and {b} is still undefined");
        undefined += usize::from(raw.is_none());
        assert!(raw.is_none() || raw == repaired, "{name} of {a} and {b}: {raw:?} became {repaired:?}");
    }
    undefined
}

fn int(make: impl Fn(&mut Bench) -> ExprId) -> impl Fn() -> (Bench, ExprId) {
    move || {
        let mut bench = Bench::new(target(), |_| Ty::INT);
        let site = make(&mut bench);
        bench.with(site);
        (bench, site)
    }
}

fn all_values() -> Vec<(i128, i128)> {
    (-128..128).map(|a| (a, 0)).collect()
}

/// Sixteen values of each operand: the ends, what is around zero, the counts of shifts, and some between.
fn pairs() -> Vec<(i128, i128)> {
    const SOME: [i128; 16] = [-128, -127, -100, -64, -13, -2, -1, 0, 1, 2, 3, 7, 8, 11, 64, 127];
    SOME.iter().flat_map(|a| SOME.map(|b| (*a, b))).collect()
}

/// Every value on the left, and sixteen on the right.
fn more_pairs() -> Vec<(i128, i128)> {
    (-128..128).flat_map(|a| (-8..8).map(move |b| (a, b))).chain(pairs()).collect()
}

#[test]
fn increments_stop_at_their_limits_and_only_there() {
    for op in [IncDec::PreInc, IncDec::PreDec, IncDec::PostInc, IncDec::PostDec] {
        let make = int(move |bench| {
            let a = bench.operand(0);
            bench.g.p.inc_dec(op, a).expect("an lvalue")
        });
        let guard = |g: &mut Gen, site: ExprId| match g.p.exprs[site].kind {
            ExprKind::IncDec(op, lhs) => guard::guard_increment(g, site, op, lhs),
            _ => None,
        };
        assert_eq!(check(&format!("{op:?}"), make, guard, &all_values()), 1);
    }
}

#[test]
fn compound_assignments_do_the_same_where_they_were_defined() {
    for op in OPS {
        let make = int(move |bench| {
            let (a, b) = (bench.operand(0), bench.operand(1));
            bench.g.p.assign_op(op, a, b).expect("integers")
        });
        let guard = |g: &mut Gen, site: ExprId| match g.p.exprs[site].kind {
            ExprKind::AssignOp { op, lhs, rhs, calc } => guard::guard_compound(g, site, op, lhs, rhs, calc),
            _ => None,
        };
        assert!(
            check(&format!("{op:?}"), make, guard, &more_pairs()) > 10,
            "{op:?} is hardly ever undefined"
        );
    }
}

#[test]
fn negations_do_the_same_where_they_were_defined() {
    let make = int(|bench| {
        let a = bench.operand(0);
        bench.g.p.unary(UnaryOp::Neg, a).expect("an integer")
    });
    assert_eq!(check("negation", make, guard::guard, &all_values()), 1);
}

/// Repairs what asks for a view of the machine, too.
fn with_view(
    bench: Bench,
    by: impl FnOnce(&mut Gen, &View) -> Option<RepairKind>,
) -> (Bench, Option<RepairKind>) {
    let mut m = Machine::new(bench.g, Config::default());
    let (g, view) = m.split();
    let kind = by(g, &view);
    (Bench { g: m.grow, ..bench }, kind)
}

/// `a = a + x; b = b + y; r = a op b;` in four lanes, where `a` and `b` are zero.
fn lanes(op: BinaryOp, values: [i128; 2]) -> (Bench, ExprId) {
    let mut bench = Bench::new(target(), |p| p.types.vector(Ty::INT, 4));
    let body = bench.g.p.funcs[bench.main].body.expect("main has one");
    for (i, value) in values.into_iter().enumerate() {
        let (to, from) = (bench.operand(i), bench.operand(i));
        let value = bench.g.p.int_const(value, Ty::INT);
        let sum = bench.g.p.binary(BinaryOp::Add, from, value).expect("lanes");
        let set = bench.g.p.assign(to, sum).expect("the same type");
        bench.g.p.append(body, Stmt::Expr(set));
    }
    let (a, b) = (bench.operand(0), bench.operand(1));
    let site = bench.g.p.binary(op, a, b).expect("lanes");
    bench.with(site);
    (bench, site)
}

#[test]
fn lanes_do_the_same_where_they_were_defined() {
    let lane = [PathStep::Element(3)];
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
        let mut undefined = 0;
        for (a, b) in pairs() {
            let (before, _) = lanes(op, [a, b]);
            let (after, site) = lanes(op, [a, b]);
            let (after, kind) = with_view(after, |g, view| vector::repair(g, view, site));
            assert_eq!(kind, Some(RepairKind::UnsignedLanes));
            let (raw, repaired) = (before.run(FloatMode::Ieee, &lane), after.run(FloatMode::Ieee, &lane));
            assert!(repaired.is_some(), "{op:?} of {a} and {b} is still undefined");
            undefined += usize::from(raw.is_none());
            assert!(raw.is_none() || raw == repaired, "{op:?} of {a} and {b}: {raw:?} became {repaired:?}");
        }
        assert!(undefined > 10, "{op:?} is hardly ever undefined");
    }
}

/// The conversion of a scalar to a vector has a value when the operation is repaired; the scalar taken out of it would be evaluated again.
#[test]
fn a_scalar_with_effects_stays_in_its_conversion() {
    for has_effects in [false, true] {
        let mut bench = Bench::new(target(), |p| p.types.vector(Ty::INT, 4));
        let n = bench.g.p.add_global("n", Ty::INT, Storage::Global, None);
        bench.g.set_info(n, VarInfo::at(0));
        let mut scalar = bench.g.p.var(n);
        if has_effects {
            scalar = bench.g.p.inc_dec(IncDec::PostDec, scalar).expect("an int");
        }
        let a = bench.operand(0);
        let site = bench.g.p.binary(BinaryOp::Mul, a, scalar).expect("a scalar is spread");
        bench.with(site);
        let (_, kind) = with_view(bench, |g, view| vector::repair(g, view, site));
        assert_eq!(kind, (!has_effects).then_some(RepairKind::UnsignedLanes));
    }
}

/// Around zero and the limit of exact whole numbers.
const WHOLE: [i64; 14] =
    [-(1 << 24), -(1 << 24) + 1, -4097, -3, -2, -1, 0, 1, 2, 3, 4097, (1 << 23) + 1, (1 << 24) - 1, 1 << 24];

fn floating(make: impl Fn(&mut Bench) -> ExprId, values: [i64; 2]) -> (Bench, ExprId) {
    let mut bench = Bench::new(Target::LP64, |_| Ty::float(FloatKind::Float));
    let values = values.map(|value| floats::whole(&mut bench.g, FloatKind::Float, value));
    bench.set(values);
    let site = make(&mut bench);
    bench.with(site);
    (bench, site)
}

/// Each pair of whole numbers: repaired for them if they fail, and run with all of them.
fn check_floats(
    name: &str,
    make: impl Fn(&mut Bench) -> ExprId,
    by: impl Fn(&mut Gen, &View, ExprId, [i64; 2]) -> Option<RepairKind>,
) {
    let pairs = || WHOLE.into_iter().flat_map(|a| WHOLE.map(|b| [a, b]));
    let raw: Vec<_> = pairs().map(|values| floating(&make, values).0.run(FloatMode::Exact, &[])).collect();
    let failing: Vec<[i64; 2]> = pairs().zip(&raw).filter(|(_, raw)| raw.is_none()).map(|(v, _)| v).collect();
    assert!(!failing.is_empty(), "{name} is always exact");
    // One that fails on each side.
    for at in [failing[0], failing[failing.len() / 2], failing[failing.len() - 1]] {
        for (values, raw) in pairs().zip(&raw).filter(|(_, raw)| raw.is_some()) {
            let (after, site) = floating(&make, values);
            let (after, kind) = with_view(after, |g, view| by(g, view, site, at));
            assert!(kind.is_some(), "{name} of {at:?} was not repaired");
            let repaired = after.run(FloatMode::Ieee, &[]);
            assert_eq!(&repaired, raw, "{name} of {values:?}, repaired for {at:?}");
        }
    }
}

#[test]
fn floating_operations_do_the_same_where_they_were_exact() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
        let make = |bench: &mut Bench| {
            let (a, b) = (bench.operand(0), bench.operand(1));
            bench.g.p.binary(op, a, b).expect("floats")
        };
        check_floats(&format!("{op:?}"), make, |g, view, site, at| {
            let ExprKind::Binary(op, a, b) = g.p.exprs[site].kind else { return None };
            let format = g.p.target().float_format(FloatKind::Float);
            let value = |v: i64| {
                Value::Float(arith::from_int(i128::from(v), IntType { bits: 64, signed: true }, format))
            };
            float::operation(g, view, site, op, (a, b), &[(a, value(at[0])), (b, value(at[1]))])
        });
    }
}

#[test]
fn floating_steps_do_the_same_where_they_were_exact() {
    for op in [IncDec::PreInc, IncDec::PreDec, IncDec::PostInc, IncDec::PostDec] {
        let make = |bench: &mut Bench| {
            let a = bench.operand(0);
            bench.g.p.inc_dec(op, a).expect("an lvalue")
        };
        check_floats(&format!("{op:?}"), make, |g, _, site, _| match g.p.exprs[site].kind {
            ExprKind::IncDec(op, lhs) => float::step(g, site, op, lhs),
            _ => None,
        });
    }
}

#[test]
fn floating_compound_assignments_do_the_same_where_they_were_exact() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
        let make = |bench: &mut Bench| {
            let (a, b) = (bench.operand(0), bench.operand(1));
            bench.g.p.assign_op(op, a, b).expect("floats")
        };
        check_floats(&format!("{op:?}"), make, |g, _, site, _| match g.p.exprs[site].kind {
            ExprKind::AssignOp { op, lhs, rhs, calc } => float::compound(g, site, op, (lhs, rhs), calc),
            _ => None,
        });
    }
}

// --- repairs in the course of growth ---

/// Runs a program with the generator attached, which repairs what is undefined in it, and then what it has become from its
/// start: that must be defined, and leave the same values. Which repairs were made.
fn repaired_while_running(bench: Bench, path: &[PathStep]) -> Vec<RepairKind> {
    let shift_rules = bench.shift_rules();
    let Bench { mut g, main, vars } = bench;
    let (end, body) = (g.mark(), g.p.funcs[main].body.expect("main has one"));
    for stmt in g.p.blocks[body].clone() {
        g.own(end, stmt, None);
    }
    let mut m = Machine::new(g, Config { shift_rules, ..Config::default() });
    let outcome = m.run_function(main);
    assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?} is left: {:?}", m.grow.stats.repairs);
    let grown: Vec<Scalar> = vars.iter().map(|v| m.final_value(*v, path).expect("it is there")).collect();
    let kinds = m.grow.stats.repairs.keys().copied().collect();
    let after = Bench { g: m.grow, main, vars };
    assert_eq!(after.run(FloatMode::Ieee, path).as_ref(), Some(&grown), "repaired by {kinds:?}");
    kinds
}

/// The ways to repair, each with the others switched off, and with operands of so many tokens copied.
fn policies(copied: &[u32], each: impl Fn(&Policy) -> Vec<RepairKind>) -> BTreeSet<RepairKind> {
    let mut set = BTreeSet::new();
    for way in 0..6 {
        for copied in copied.iter().copied() {
            let mut policy = Policy::default();
            let r = &mut policy.repairs;
            (r.flip, r.insert, r.guard, r.table) = (0, 0, 0, 0);
            match way {
                0 | 4 => r.flip = 100,
                1 => r.insert = 100,
                2 | 5 => r.guard = 100,
                _ => r.table = 100,
            }
            r.orange = if way < 4 { 0 } else { 100 };
            r.max_copied_tokens = copied;
            // Only the table has lines for them.
            r.negative_right_shift = way == 3;
            set.extend(each(&policy));
        }
    }
    set
}

type Make = fn(&mut Bench) -> ExprId;

/// What integers can be asked for, with two variables.
const INTEGERS: [Make; 23] = [
    |b| two(b, BinaryOp::Add),
    |b| two(b, BinaryOp::Sub),
    |b| two(b, BinaryOp::Mul),
    |b| two(b, BinaryOp::Div),
    |b| two(b, BinaryOp::Rem),
    |b| two(b, BinaryOp::Shl),
    |b| two(b, BinaryOp::Shr),
    |b| unsigned_left(b, BinaryOp::Shl),
    |b| unsigned_left(b, BinaryOp::Shr),
    |b| by_comparison(b, BinaryOp::Div),
    |b| by_comparison(b, BinaryOp::Rem),
    |b| compound(b, BinaryOp::Add),
    |b| compound(b, BinaryOp::Sub),
    |b| compound(b, BinaryOp::Mul),
    |b| compound(b, BinaryOp::Div),
    |b| compound(b, BinaryOp::Rem),
    |b| compound(b, BinaryOp::Shl),
    |b| compound(b, BinaryOp::Shr),
    |b| stepped(b, IncDec::PreInc),
    |b| stepped(b, IncDec::PreDec),
    |b| stepped(b, IncDec::PostInc),
    |b| stepped(b, IncDec::PostDec),
    negated,
];

fn two(b: &mut Bench, op: BinaryOp) -> ExprId {
    let (x, y) = (b.operand(0), b.operand(1));
    b.g.p.binary(op, x, y).expect("two numbers")
}

fn unsigned_left(b: &mut Bench, op: BinaryOp) -> ExprId {
    let (x, y) = (b.operand(0), b.operand(1));
    let x = b.g.p.cast(x, Ty::UINT).expect("a number");
    b.g.p.binary(op, x, y).expect("two numbers")
}

fn by_comparison(b: &mut Bench, op: BinaryOp) -> ExprId {
    let (x, y) = (b.operand(0), b.operand(1));
    let truth = b.g.p.binary(BinaryOp::Lt, x, y).expect("two numbers");
    let x = b.operand(0);
    b.g.p.binary(op, x, truth).expect("two numbers")
}

fn compound(b: &mut Bench, op: BinaryOp) -> ExprId {
    let (x, y) = (b.operand(0), b.operand(1));
    b.g.p.assign_op(op, x, y).expect("two numbers")
}

fn stepped(b: &mut Bench, op: IncDec) -> ExprId {
    let x = b.operand(0);
    b.g.p.inc_dec(op, x).expect("an lvalue")
}

fn negated(b: &mut Bench) -> ExprId {
    let x = b.operand(0);
    b.g.p.unary(UnaryOp::Neg, x).expect("a number")
}

/// What integers do that are evaluated for the first time is defined after the repair, and stays what it was.
fn of_integers() -> BTreeSet<RepairKind> {
    policies(&[60], |policy| {
        let mut kinds = BTreeSet::new();
        for make in INTEGERS {
            for (a, b) in more_pairs() {
                let mut bench = Bench::by(policy.clone(), target(), |_| Ty::INT);
                let both = [a, b].map(|v| bench.g.p.int_const(v, Ty::INT));
                bench.set(both);
                let site = make(&mut bench);
                bench.with(site);
                kinds.extend(repaired_while_running(bench, &[]));
            }
        }
        kinds.into_iter().collect()
    })
}

/// What floating numbers can be asked for, with two variables.
const FLOATS: [Make; 13] = [
    |b| two(b, BinaryOp::Add),
    |b| two(b, BinaryOp::Sub),
    |b| two(b, BinaryOp::Mul),
    |b| two(b, BinaryOp::Div),
    |b| compound(b, BinaryOp::Add),
    |b| compound(b, BinaryOp::Sub),
    |b| compound(b, BinaryOp::Mul),
    |b| compound(b, BinaryOp::Div),
    |b| stepped(b, IncDec::PreInc),
    |b| stepped(b, IncDec::PreDec),
    |b| stepped(b, IncDec::PostInc),
    |b| stepped(b, IncDec::PostDec),
    negated,
];

/// Pairs of whole numbers that a `float` has, and both its neighbours.
fn exact_pairs() -> impl Iterator<Item = [i64; 2]> {
    let exact = || WHOLE.into_iter().filter(|n| n.abs() < 1 << 24);
    exact().flat_map(move |a| exact().map(move |b| [a, b]))
}

/// The same for whole numbers around zero and the limit of their type.
fn of_floats() -> BTreeSet<RepairKind> {
    policies(&[0, 60], |policy| {
        let mut kinds = BTreeSet::new();
        for make in FLOATS {
            for values in exact_pairs() {
                let mut bench = Bench::by(policy.clone(), Target::LP64, |_| Ty::float(FloatKind::Float));
                let values = values.map(|value| floats::whole(&mut bench.g, FloatKind::Float, value));
                bench.set(values);
                let site = make(&mut bench);
                bench.with(site);
                kinds.extend(repaired_while_running(bench, &[]));
            }
        }
        kinds.into_iter().collect()
    })
}

/// Conversions between numbers, of values that fit and of values that do not.
fn of_conversions() -> BTreeSet<RepairKind> {
    const VALUES: [i64; 9] =
        [-(1 << 40), -(1 << 31) - 1, -(1 << 24) - 1, -1, 0, 1, (1 << 24) + 1, 1 << 31, 1 << 40];
    let rows =
        [(Ty::LONG, Ty::FLOAT), (Ty::DOUBLE, Ty::FLOAT), (Ty::DOUBLE, Ty::INT), (Ty::DOUBLE, Ty::SCHAR)];
    policies(&[0, 60], |policy| {
        let mut kinds = BTreeSet::new();
        for ((from, to), value) in rows.into_iter().flat_map(|row| VALUES.map(|value| (row, value))) {
            let mut bench = Bench::by(policy.clone(), Target::LP64, |_| from);
            let both = [value; 2].map(|v| match from {
                Ty::LONG => bench.g.p.int_const(i128::from(v), Ty::LONG),
                _ => floats::whole(&mut bench.g, FloatKind::Double, v),
            });
            bench.set(both);
            let operand = bench.operand(0);
            let site = bench.g.p.cast(operand, to).expect("numbers");
            bench.with(site);
            kinds.extend(repaired_while_running(bench, &[]));
        }
        kinds.into_iter().collect()
    })
}

/// `a = a + x; b = b + y; r = a op b;` in four lanes, for integers and for floating numbers, and `r = -a;`.
fn of_lanes() -> BTreeSet<RepairKind> {
    let lane = [PathStep::Element(3)];
    policies(&[0, 60], |policy| {
        let mut kinds = BTreeSet::new();
        for op in [Some(BinaryOp::Add), Some(BinaryOp::Sub), Some(BinaryOp::Mul), None] {
            for values in exact_pairs() {
                let mut bench = Bench::by(policy.clone(), Target::LP64, |p| p.types.vector(Ty::FLOAT, 4));
                let body = bench.g.p.funcs[bench.main].body.expect("main has one");
                for (i, value) in values.into_iter().enumerate() {
                    let (to, from) = (bench.operand(i), bench.operand(i));
                    let value = floats::whole(&mut bench.g, FloatKind::Float, value);
                    let sum = bench.g.p.binary(BinaryOp::Add, from, value).expect("lanes");
                    let set = bench.g.p.assign(to, sum).expect("the same type");
                    bench.g.p.append(body, Stmt::Expr(set));
                }
                let site = match op {
                    Some(op) => two(&mut bench, op),
                    None => negated(&mut bench),
                };
                bench.with(site);
                kinds.extend(repaired_while_running(bench, &lane));
            }
        }
        for (op, (a, b)) in [BinaryOp::Add, BinaryOp::Mul]
            .into_iter()
            .flat_map(|op| pairs().into_iter().map(move |p| (op, p)))
        {
            let (mut bench, _) = lanes(op, [a, b]);
            bench.g.policy = policy.clone();
            kinds.extend(repaired_while_running(bench, &lane));
        }
        kinds.into_iter().collect()
    })
}

/// A new kind of repair of arithmetic has to happen here.
#[test]
fn every_repair_of_arithmetic_keeps_the_rule() {
    let seen: BTreeSet<RepairKind> =
        [of_integers(), of_floats(), of_conversions(), of_lanes()].into_iter().flatten().collect();
    let wanted = RepairKind::ALL.iter().filter(|kind| kind.proof() == Proof::AllValues);
    let missing: Vec<_> = wanted.filter(|kind| !seen.contains(kind)).map(|kind| kind.name()).collect();
    assert!(missing.is_empty(), "no value leads to {missing:?}");
}
