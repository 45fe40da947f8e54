//! Floating values that need not be exact: a value within the tolerance of the expected one counts as that. All of it is
//! done within the program, so that what it prints is exact again.

use super::build::{Build, Table, typed};
use super::scalars::Leaf;
use super::tree::{self, Checked};
use super::{Oracle, Scalar};
use ir::arith::float::{Float, from_int};
use ir::{BinaryOp, ExprId, FloatKind, FuncId, IntType, Stmt, Ty, UnaryOp};

/// How a kind of floating type is called in the names of functions.
pub(super) const WORDS: [&str; 3] = ["float", "double", "long_double"];

/// The functions that compare, each made when it is needed.
#[derive(Default)]
pub(super) struct Closeness([Option<FuncId>; 3]);

impl Closeness {
    /// `check_near_float(value, expected)`: what is expected if they differ by no more than one part in so many of it, else
    /// the value.
    pub fn near(
        &mut self,
        b: &mut Build<'_>,
        (kind, one_in): (FloatKind, u32),
        value: ExprId,
        expected: ExprId,
    ) -> ExprId {
        let func = *self.0[kind as usize].get_or_insert_with(|| function(b, kind, one_in));
        typed(b.p.call_func(func, &[value, expected]))
    }
}

/// What inexact values should be, in the order in which the check looks at them: a table for each kind.
#[derive(Default)]
pub(super) struct Wanted {
    one_in: u32,
    tables: [Option<Table>; 3],
    close: Closeness,
}

impl Wanted {
    /// Nothing, where all values are exact.
    pub fn new(b: &mut Build<'_>, checked: &[Checked], oracle: Option<&dyn Oracle>) -> Wanted {
        let Some((oracle, one_in)) = oracle.and_then(|oracle| Some((oracle, oracle.one_in()?))) else {
            return Wanted::default();
        };
        let mut bits: [Vec<u128>; 3] = Default::default();
        tree::for_each(checked, &mut |var, steps, leaf| {
            let Leaf::Float(kind) = leaf else { return };
            bits[kind as usize].push(match oracle.scalar(var, steps) {
                Some(Scalar::Float(bits)) => bits,
                // It is not known: nothing but zero is close to zero.
                Some(Scalar::Int(_) | Scalar::Pointer { .. }) | None => 0,
            });
        });
        let mut tables = [None; 3];
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
            let values: Vec<ExprId> =
                bits[kind as usize].iter().map(|bits| constant(b, kind, *bits)).collect();
            if !values.is_empty() {
                let name = format!("check_wanted_{}", WORDS[kind as usize]);
                tables[kind as usize] = Some(b.table(&name, Ty::float(kind), &values));
            }
        }
        Wanted { one_in, tables, close: Closeness::default() }
    }

    /// The first parameter of a function, or what it should be if it is close to that. `None`: it is exact.
    pub fn snapped(&mut self, b: &mut Build<'_>, kind: FloatKind, func: FuncId) -> Option<ExprId> {
        let table = self.tables[kind as usize]?;
        let (value, wanted) = (b.param(func, 0), b.take(table));
        Some(self.close.near(b, (kind, self.one_in), value, wanted))
    }
}

/// ```c
/// static float check_near_float(float value, float expected) {
///     float difference = value - expected;
///     float distance = difference < 0 ? -difference : difference;
///     return distance * ONE_IN <= (expected < 0 ? -expected : expected) ? expected : value;
/// }
/// ```
fn function(b: &mut Build<'_>, kind: FloatKind, one_in: u32) -> FuncId {
    let ty = Ty::float(kind);
    let name = format!("check_near_{}", WORDS[kind as usize]);
    let (func, body) = b.function(&name, ty, &[("value", ty), ("expected", ty)]);
    let (value, expected) = (b.param(func, 0), b.param(func, 1));
    let difference = b.binary(BinaryOp::Sub, value, expected);
    let difference = typed(b.p.declare(body, func, "difference", ty, Some(difference)));
    let distance = magnitude(b, kind, |b| b.p.var(difference));
    let distance = typed(b.p.declare(body, func, "distance", ty, Some(distance)));
    let size = magnitude(b, kind, |b| b.param(func, 1));
    let (distance, factor) = (b.p.var(distance), whole(b, kind, one_in));
    let distance = b.binary(BinaryOp::Mul, distance, factor);
    let close = b.binary(BinaryOp::Le, distance, size);
    let (expected, value) = (b.param(func, 1), b.param(func, 0));
    let result = typed(b.p.cond(close, expected, value));
    b.p.append(body, Stmt::Return(Some(result)));
    func
}

fn magnitude(b: &mut Build<'_>, kind: FloatKind, mut value: impl FnMut(&mut Build<'_>) -> ExprId) -> ExprId {
    let (tested, zero) = (value(b), whole(b, kind, 0));
    let negative = b.binary(BinaryOp::Lt, tested, zero);
    let (then, els) = (value(b), value(b));
    let then = typed(b.p.unary(UnaryOp::Neg, then));
    typed(b.p.cond(negative, then, els))
}

fn whole(b: &mut Build<'_>, kind: FloatKind, value: u32) -> ExprId {
    let format = b.p.target().float_format(kind);
    let bits = from_int(i128::from(value), IntType::unsigned(64), format).to_bits();
    b.p.float_lit(kind, bits, false)
}

/// A constant, of either sign.
pub(super) fn constant(b: &mut Build<'_>, kind: FloatKind, bits: u128) -> ExprId {
    let format = b.p.target().float_format(kind);
    b.p.float_const(kind, Float::from_bits(format, bits))
}
