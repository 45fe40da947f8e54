//! The check that compares with expected values. They stand in a table, so that arrays are walked by loops and no constant
//! stands where a variable is looked at.

use super::build::{Build, Table, typed};
use super::close::{WORDS, Wanted};
use super::scalars::{Leaf, float_bits};
use super::tree::{self, Checked, Look, Shows};
use super::{Added, Helpers, Oracle, Scalar};
use ir::{BinaryOp, BlockId, Builtin, ExprId, FloatKind, FuncId, LogicOp, Program, Ty, VarId};

pub(super) fn add(p: &mut Program, entry: FuncId, oracle: &dyn Oracle, helpers: Helpers) -> Added {
    let checked = tree::checked(p, Shows::Known(oracle));
    let names = tree::names(p, &checked);
    let mut b = Build::new(p, helpers);
    let zero = b.int(0);
    let number = b.global("expect_number", Ty::INT, zero);
    let values = table(&mut b, &checked, oracle);
    let wanted = Wanted::new(&mut b, &checked, Some(oracle));
    let (main, body) = b.main(&[]);
    let indices = tree::declare_indices(&mut b, main, body, &checked);
    b.call_entry(body, entry);
    if let Some(values) = values {
        let mut check = Check { b, number, values, wanted, made: Made::default() };
        tree::look(&mut check, body, &checked, &indices);
        b = check.b;
    }
    b.printf(body, "ok\n", &[]);
    b.return_zero(main, body);
    Added { main, names }
}

/// What all scalars should be: 64 bits each, the lower ones first where they have more. `None`: there are none.
fn table(b: &mut Build<'_>, checked: &[Checked], oracle: &dyn Oracle) -> Option<Table> {
    let mut words: Vec<u64> = Vec::new();
    tree::for_each(checked, &mut |var, steps, leaf| {
        let bits = match oracle.scalar(var, steps) {
            Some(Scalar::Int(v)) => v as u128,
            Some(Scalar::Float(bits)) => bits,
            Some(Scalar::Pointer { null }) => u128::from(!null),
            None => unreachable!("only scalars that are known are looked at"),
        };
        words.push(bits as u64);
        if is_wide(b.p, leaf) {
            words.push((bits >> 64) as u64);
        }
    });
    let ty = b.unsigned;
    let values: Vec<ExprId> = words.into_iter().map(|word| b.hex(word)).collect();
    (!values.is_empty()).then(|| b.table("expect_values", ty, &values))
}

/// Whether a scalar needs more than 64 bits.
fn is_wide(p: &Program, leaf: Leaf) -> bool {
    match leaf {
        Leaf::Signed | Leaf::Unsigned | Leaf::Pointer => false,
        Leaf::Wide => true,
        Leaf::Float(kind) => p.target().float_format(kind).value_bytes() > 8,
    }
}

/// The functions of the check, each made when it is needed.
#[derive(Default)]
struct Made {
    signed: Option<FuncId>,
    unsigned: Option<FuncId>,
    bits: Option<FuncId>,
    wide_bits: Option<FuncId>,
    wide: Option<FuncId>,
    floats: [Option<FuncId>; 3],
}

struct Check<'p> {
    b: Build<'p>,
    /// The number of the scalar that is looked at.
    number: VarId,
    values: Table,
    wanted: Wanted,
    made: Made,
}

impl<'p> Look<'p> for Check<'p> {
    fn build(&mut self) -> &mut Build<'p> {
        &mut self.b
    }

    fn function(&mut self, leaf: Leaf) -> FuncId {
        match leaf {
            Leaf::Signed | Leaf::Pointer => self.signed(),
            Leaf::Unsigned => self.unsigned(),
            Leaf::Wide => self.wide(),
            Leaf::Float(kind) => self.float(kind),
        }
    }
}

impl Check<'_> {
    fn signed(&mut self) -> FuncId {
        if let Some(func) = self.made.signed {
            return func;
        }
        let [format, _] = self.b.formats();
        let func = self.decimal("expect_signed", self.b.signed, format);
        *self.made.signed.insert(func)
    }

    fn unsigned(&mut self) -> FuncId {
        if let Some(func) = self.made.unsigned {
            return func;
        }
        let [_, format] = self.b.formats();
        let func = self.decimal("expect_unsigned", self.b.unsigned, format);
        *self.made.unsigned.insert(func)
    }

    fn decimal(&mut self, name: &str, ty: Ty, format: &str) -> FuncId {
        let (func, body) = self.b.helper(name, &[("actual", ty)]);
        let expected = self.taken(func, body, "expected", ty);
        self.count(body);
        let (value, wanted) = (self.b.param(func, 0), self.b.p.var(expected));
        let differ = self.b.binary(BinaryOp::Ne, value, wanted);
        let then = self.b.when(body, differ);
        let args = [self.b.p.var(self.number), self.b.p.var(expected), self.b.param(func, 0)];
        self.b.printf(then, &format!("%d: expected {format}, found {format}\n"), &args);
        self.abort(then);
        func
    }

    /// Compares 64 bits.
    fn bits(&mut self) -> FuncId {
        if let Some(func) = self.made.bits {
            return func;
        }
        let (func, body) = self.b.helper("expect_bits", &[("actual", self.b.unsigned)]);
        let expected = self.taken(func, body, "expected", self.b.unsigned);
        self.count(body);
        let (value, wanted) = (self.b.param(func, 0), self.b.p.var(expected));
        let differ = self.b.binary(BinaryOp::Ne, value, wanted);
        let then = self.b.when(body, differ);
        let mut args = vec![self.b.p.var(self.number)];
        args.extend(self.b.halves(|b| b.p.var(expected)));
        args.extend(self.b.halves(|b| b.param(func, 0)));
        self.b.printf(then, "%d: expected 0x%08lx%08lx, found 0x%08lx%08lx\n", &args);
        self.abort(then);
        *self.made.bits.insert(func)
    }

    /// Compares 128 bits, in two halves.
    fn wide_bits(&mut self) -> FuncId {
        if let Some(func) = self.made.wide_bits {
            return func;
        }
        let half = self.b.unsigned;
        let (func, body) = self.b.helper("expect_wide_bits", &[("high", half), ("low", half)]);
        let wanted_low = self.taken(func, body, "wanted_low", half);
        let wanted_high = self.taken(func, body, "wanted_high", half);
        self.count(body);
        let differ = |check: &mut Self, n: usize, wanted: VarId| {
            let (value, wanted) = (check.b.param(func, n), check.b.p.var(wanted));
            check.b.binary(BinaryOp::Ne, value, wanted)
        };
        let (high, low) = (differ(self, 0, wanted_high), differ(self, 1, wanted_low));
        let differ = typed(self.b.p.logic(LogicOp::Or, high, low));
        let then = self.b.when(body, differ);
        let mut args = vec![self.b.p.var(self.number)];
        args.extend(self.b.halves(|b| b.p.var(wanted_high)));
        args.extend(self.b.halves(|b| b.p.var(wanted_low)));
        args.extend(self.b.halves(|b| b.param(func, 0)));
        args.extend(self.b.halves(|b| b.param(func, 1)));
        let hex = "0x%08lx%08lx%08lx%08lx";
        self.b.printf(then, &format!("%d: expected {hex}, found {hex}\n"), &args);
        self.abort(then);
        *self.made.wide_bits.insert(func)
    }

    fn wide(&mut self) -> FuncId {
        if let Some(func) = self.made.wide {
            return func;
        }
        let wide_bits = self.wide_bits();
        let (func, body) = self.b.helper("expect_wide", &[("value", Ty::UINT128)]);
        let value = self.b.param(func, 0);
        let high = self.b.shifted(value, 64);
        let low = self.b.param(func, 0);
        let halves = [self.b.cast(high, self.b.unsigned), self.b.cast(low, self.b.unsigned)];
        self.b.call(body, wide_bits, &halves);
        *self.made.wide.insert(func)
    }

    fn float(&mut self, kind: FloatKind) -> FuncId {
        if let Some(func) = self.made.floats[kind as usize] {
            return func;
        }
        let wide = is_wide(self.b.p, Leaf::Float(kind));
        let compare = if wide { self.wide_bits() } else { self.bits() };
        let name = format!("expect_{}", WORDS[kind as usize]);
        let (func, body) = self.b.helper(&name, &[("value", Ty::float(kind))]);
        let parts = float_bits(&mut self.b, &mut self.wanted, func, body, kind);
        let low = self.b.p.var(parts.low);
        match parts.high {
            Some(high) => {
                let high = self.b.p.var(high);
                self.b.call(body, compare, &[high, low]);
            }
            None => self.b.call(body, compare, &[low]),
        }
        *self.made.floats[kind as usize].insert(func)
    }

    /// The next word of the table, in a variable.
    fn taken(&mut self, func: FuncId, body: BlockId, name: &str, ty: Ty) -> VarId {
        let word = self.b.take(self.values);
        let word = if ty == self.b.unsigned { word } else { self.b.cast(word, ty) };
        typed(self.b.p.declare(body, func, name, ty, Some(word)))
    }

    /// `expect_number++;`
    fn count(&mut self, body: BlockId) {
        let number = self.b.p.var(self.number);
        let next = typed(self.b.p.inc_dec(ir::IncDec::PostInc, number));
        self.b.p.expr_stmt(body, next);
    }

    fn abort(&mut self, block: BlockId) {
        let abort = self.b.p.builtin(Builtin::Abort);
        self.b.call(block, abort, &[]);
    }
}
