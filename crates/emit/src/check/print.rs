//! The check that prints a checksum.

use super::build::{Build, typed};
use super::close::{WORDS, Wanted};
use super::scalars::{Leaf, float_bits};
use super::tree::{self, Look, Shows};
use super::{Added, Helpers, Oracle, Readable, main_params};
use ir::{BinaryOp, BlockId, ExprId, FloatKind, FuncId, IncDec, Program, Ty, VarId};

/// Where the checksum starts (digits of pi), and its odd multiplier (the golden ratio).
const START: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

pub(super) fn add(
    p: &mut Program,
    entry: FuncId,
    readable: Readable<'_>,
    expected: Option<&dyn Oracle>,
    helpers: Helpers,
) -> Added {
    let checked = tree::checked(p, Shows::Members(readable));
    let names = tree::names(p, &checked);
    let mut b = Build::new(p, helpers);
    let wanted = Wanted::new(&mut b, &checked, expected);
    let mut check = Check::new(b, wanted);
    let params = main_params(check.b.p);
    let (main, body) = check.b.main(&params);
    let indices = tree::declare_indices(&mut check.b, main, body, &checked);
    check.set_verbose(main, body);
    check.b.call_entry(body, entry);
    tree::look(&mut check, body, &checked, &indices);
    check.print_sum(body);
    check.b.return_zero(main, body);
    Added { main, names }
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
    wanted: Wanted,
    sum: VarId,
    verbose: VarId,
    /// How many scalars have been told, if they are told.
    number: VarId,
    mix: FuncId,
    made: Made,
}

impl<'p> Look<'p> for Check<'p> {
    fn build(&mut self) -> &mut Build<'p> {
        &mut self.b
    }

    /// The function prints the value and mixes it: so it is read once, and nothing else stands in `main`.
    fn function(&mut self, leaf: Leaf) -> FuncId {
        match leaf {
            Leaf::Signed | Leaf::Pointer => self.signed(),
            Leaf::Unsigned => self.unsigned(),
            Leaf::Wide => self.wide(),
            Leaf::Float(kind) => self.float(kind),
        }
    }
}

impl<'p> Check<'p> {
    fn new(mut b: Build<'p>, wanted: Wanted) -> Self {
        let (start, no, none) = (b.hex(START), b.int(0), b.int(0));
        let sum = b.global("check_sum", b.unsigned, start);
        let verbose = b.global("check_verbose", Ty::INT, no);
        let number = b.global("check_number", Ty::INT, none);
        let mix = mix(&mut b, sum);
        Check { b, wanted, sum, verbose, number, mix, made: Made::default() }
    }

    /// `check_verbose = argc > 1;`
    fn set_verbose(&mut self, main: FuncId, body: BlockId) {
        let (argc, one) = (self.b.param(main, 0), self.b.int(1));
        let given = self.b.binary(BinaryOp::Gt, argc, one);
        let verbose = self.b.p.var(self.verbose);
        self.b.assign(body, verbose, given);
    }

    fn print_sum(&mut self, body: BlockId) {
        let sum = self.sum;
        let halves = self.b.halves(|b| b.p.var(sum));
        self.b.printf(body, "checksum = %08lx%08lx\n", &halves);
    }

    // --- functions ---

    fn signed(&mut self) -> FuncId {
        if let Some(func) = self.made.signed {
            return func;
        }
        let [format, _] = self.b.formats();
        let func = self.decimal("check_signed", self.b.signed, format);
        *self.made.signed.insert(func)
    }

    fn unsigned(&mut self) -> FuncId {
        if let Some(func) = self.made.unsigned {
            return func;
        }
        let [_, format] = self.b.formats();
        let func = self.decimal("check_unsigned", self.b.unsigned, format);
        *self.made.unsigned.insert(func)
    }

    fn decimal(&mut self, name: &str, ty: Ty, format: &str) -> FuncId {
        let (func, body) = self.b.helper(name, &[("value", ty)]);
        let then = self.when_verbose(body);
        let args = [self.next_number(), self.b.param(func, 0)];
        self.b.printf(then, &format!("%d = {format}\n"), &args);
        let value = self.b.param(func, 0);
        self.mix(body, value);
        func
    }

    /// 64 bits, in hexadecimal.
    fn bits(&mut self) -> FuncId {
        if let Some(func) = self.made.bits {
            return func;
        }
        let (func, body) = self.b.helper("check_bits", &[("value", self.b.unsigned)]);
        let then = self.when_verbose(body);
        let number = self.next_number();
        let [a, b] = self.b.halves(|b| b.param(func, 0));
        self.b.printf(then, "%d = 0x%08lx%08lx\n", &[number, a, b]);
        let value = self.b.param(func, 0);
        self.mix(body, value);
        *self.made.bits.insert(func)
    }

    /// 128 bits, in hexadecimal.
    fn wide_bits(&mut self) -> FuncId {
        if let Some(func) = self.made.wide_bits {
            return func;
        }
        let params = [("high", self.b.unsigned), ("low", self.b.unsigned)];
        let (func, body) = self.b.helper("check_wide_bits", &params);
        let then = self.when_verbose(body);
        let number = self.next_number();
        let [a, b] = self.b.halves(|b| b.param(func, 0));
        let [c, d] = self.b.halves(|b| b.param(func, 1));
        self.b.printf(then, "%d = 0x%08lx%08lx%08lx%08lx\n", &[number, a, b, c, d]);
        for n in [1, 0] {
            let half = self.b.param(func, n);
            self.mix(body, half);
        }
        *self.made.wide_bits.insert(func)
    }

    fn wide(&mut self) -> FuncId {
        if let Some(func) = self.made.wide {
            return func;
        }
        let wide_bits = self.wide_bits();
        let (func, body) = self.b.helper("check_wide", &[("value", Ty::UINT128)]);
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
        let (bits, wide_bits) = (self.bits(), self.wide_bits_if(kind));
        let name = format!("check_{}", WORDS[kind as usize]);
        let (func, body) = self.b.helper(&name, &[("value", Ty::float(kind))]);
        let parts = float_bits(&mut self.b, &mut self.wanted, func, body, kind);
        let low = self.b.p.var(parts.low);
        match (parts.high, wide_bits) {
            (Some(high), Some(wide_bits)) => {
                let high = self.b.p.var(high);
                self.b.call(body, wide_bits, &[high, low]);
            }
            _ => self.b.call(body, bits, &[low]),
        }
        *self.made.floats[kind as usize].insert(func)
    }

    fn wide_bits_if(&mut self, kind: FloatKind) -> Option<FuncId> {
        let bytes = self.b.p.target().float_format(kind).value_bytes();
        (bytes > 8).then(|| self.wide_bits())
    }

    fn when_verbose(&mut self, body: BlockId) -> BlockId {
        let verbose = self.b.p.var(self.verbose);
        self.b.when(body, verbose)
    }

    /// `++check_number`
    fn next_number(&mut self) -> ExprId {
        let number = self.b.p.var(self.number);
        typed(self.b.p.inc_dec(IncDec::PreInc, number))
    }

    fn mix(&mut self, body: BlockId, value: ExprId) {
        let mix = self.mix;
        self.b.call(body, mix, &[value]);
    }
}

/// `sum = (sum ^ value) * FACTOR; sum ^= sum >> 32;`: for each value one-to-one in the sum, and the other way round, so that
/// no single wrong value is lost.
fn mix(b: &mut Build<'_>, sum: VarId) -> FuncId {
    let (func, body) = b.helper("check_mix", &[("value", b.unsigned)]);
    let (to, old, value) = (b.p.var(sum), b.p.var(sum), b.param(func, 0));
    let mixed = b.binary(BinaryOp::Xor, old, value);
    let factor = b.hex(FACTOR);
    let product = b.binary(BinaryOp::Mul, mixed, factor);
    b.assign(body, to, product);
    let (to, old) = (b.p.var(sum), b.p.var(sum));
    let high = b.shifted(old, 32);
    let fold = typed(b.p.assign_op(BinaryOp::Xor, to, high));
    b.p.expr_stmt(body, fold);
    func
}
