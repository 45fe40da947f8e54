//! The check that prints a checksum. Arrays are walked by loops, so that the check stays small beside the program.

use super::build::{Build, typed};
use super::close::{self, Closeness, WORDS};
use super::scalars::{
    Access, Leaf, Place, Shape, contains_float, contains_union, float_bits, observed, shape,
};
use super::{Oracle, Readable, Scalar, Step, main_params};
use ir::{BinaryOp, BlockId, ExprId, FloatKind, FuncId, Program, Ty, VarId};

/// Where the checksum starts (digits of pi), and its odd multiplier (the golden ratio).
const START: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

pub(super) fn add(
    p: &mut Program,
    entry: FuncId,
    readable: Readable<'_>,
    expected: Option<&dyn Oracle>,
) -> FuncId {
    let vars = observed(p);
    let mut check = Check::new(Build::new(p), readable, expected);
    let params = main_params(check.b.p);
    let (main, body) = check.b.main(&params);
    // C90 wants declarations first, so the loops' variables come before everything else.
    let depth = vars.iter().map(|v| depth(check.b.p, check.b.p.vars[*v].ty)).max().unwrap_or(0);
    check.declare_indices(main, body, depth);
    check.set_verbose(main, body);
    check.b.call_entry(body, entry);
    for var in vars {
        let ty = check.b.p.vars[var].ty;
        check.visit(body, &mut Place::new(var), ty);
    }
    check.print_sum(body);
    check.b.return_zero(main, body);
    main
}

/// How deep arrays are nested.
fn depth(p: &Program, ty: Ty) -> usize {
    match shape(p, ty) {
        Shape::Array(element, _) => 1 + depth(p, element),
        Shape::Struct(fields) | Shape::Union(fields) => {
            fields.iter().map(|(_, ty)| depth(p, *ty)).max().unwrap_or(0)
        }
        Shape::Scalar(_) | Shape::Opaque => 0,
    }
}

/// The functions of the check, each made when it is needed.
#[derive(Default)]
struct Helpers {
    signed: Option<FuncId>,
    unsigned: Option<FuncId>,
    bits: Option<FuncId>,
    wide_bits: Option<FuncId>,
    wide: Option<FuncId>,
    floats: [Option<FuncId>; 3],
    close: Closeness,
}

struct Check<'p, 'r> {
    b: Build<'p>,
    readable: Readable<'r>,
    /// Knows what inexact floating values should be, if there are any.
    expected: Option<&'r dyn Oracle>,
    sum: VarId,
    verbose: VarId,
    mix: FuncId,
    /// The loops' variables, from the outside in.
    indices: Vec<VarId>,
    helpers: Helpers,
}

impl<'p, 'r> Check<'p, 'r> {
    fn new(mut b: Build<'p>, readable: Readable<'r>, expected: Option<&'r dyn Oracle>) -> Self {
        let (start, no) = (b.hex(START), b.int(0));
        let sum = b.global("check_sum", b.unsigned, start);
        let verbose = b.global("check_verbose", Ty::INT, no);
        let mix = mix(&mut b, sum);
        Check { b, readable, expected, sum, verbose, mix, indices: Vec::new(), helpers: Helpers::default() }
    }

    fn declare_indices(&mut self, main: FuncId, body: BlockId, depth: usize) {
        for n in 0..depth {
            let name = self.b.fresh(&format!("i{n}"));
            self.indices.push(typed(self.b.p.declare(body, main, &name, Ty::INT, None)));
        }
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

    // --- walking ---

    fn visit(&mut self, block: BlockId, place: &mut Place, ty: Ty) {
        match shape(self.b.p, ty) {
            Shape::Scalar(leaf) => self.leaf(block, place, leaf),
            // Which member of a union was stored last may differ from element to element, and so does what an inexact
            // value should be.
            Shape::Array(element, len)
                if contains_union(self.b.p, element) || self.contains_inexact(element) =>
            {
                for i in 0..len {
                    self.part(block, place, Access::Step(Step::Index(i)), element);
                }
            }
            Shape::Array(_, 0) => {}
            Shape::Array(element, len) => {
                let loops = place.path.iter().filter(|a| matches!(a, Access::Loop(_))).count();
                let index = self.indices[loops];
                let body = self.b.count(block, index, len);
                self.part(body, place, Access::Loop(index), element);
            }
            Shape::Struct(fields) => {
                for (n, ty) in fields {
                    self.part(block, place, Access::Step(Step::Field(n)), ty);
                }
            }
            Shape::Union(fields) => self.union(block, place, &fields),
            Shape::Opaque => {}
        }
    }

    fn part(&mut self, block: BlockId, place: &mut Place, access: Access, ty: Ty) {
        place.path.push(access);
        self.visit(block, place, ty);
        place.path.pop();
    }

    fn union(&mut self, block: BlockId, place: &mut Place, fields: &[(u32, Ty)]) {
        let Some(mut steps) = place.steps() else {
            return;
        };
        for (n, ty) in fields {
            steps.push(Step::Field(*n));
            if (self.readable)(place.var, &steps) {
                self.part(block, place, Access::Step(Step::Field(*n)), *ty);
            }
            steps.pop();
        }
    }

    /// Prints the name if asked to, and hands the value to the function that prints and mixes it: so it is read once.
    fn leaf(&mut self, block: BlockId, place: &Place, leaf: Leaf) {
        let (name, indices) = place.name(self.b.p);
        let verbose = self.b.p.var(self.verbose);
        let then = self.b.when(block, verbose);
        let indices: Vec<ExprId> = indices.into_iter().map(|v| self.b.p.var(v)).collect();
        self.b.printf(then, &format!("{name} = "), &indices);
        let value = place.lvalue(&mut self.b);
        let (helper, value) = self.helper(leaf, value);
        let value = self.snapped(place, leaf, value);
        self.b.call(block, helper, &[value]);
    }

    fn one_in(&self) -> Option<u32> {
        self.expected.and_then(Oracle::one_in)
    }

    fn contains_inexact(&self, ty: Ty) -> bool {
        self.one_in().is_some() && contains_float(self.b.p, ty)
    }

    /// An inexact value counts as what it should be, if it is close to that. One that nobody knows is close to nothing.
    fn snapped(&mut self, place: &Place, leaf: Leaf, value: ExprId) -> ExprId {
        let (Leaf::Float(kind), Some(one_in)) = (leaf, self.one_in()) else { return value };
        let expected = self.expected.and_then(|oracle| oracle.scalar(place.var, &place.steps()?));
        let Some(Scalar::Float(bits)) = expected else { return value };
        let wanted = close::constant(&mut self.b, kind, bits);
        self.helpers.close.near(&mut self.b, (kind, one_in), value, wanted)
    }

    fn helper(&mut self, leaf: Leaf, value: ExprId) -> (FuncId, ExprId) {
        match leaf {
            Leaf::Signed => (self.signed(), value),
            Leaf::Unsigned => (self.unsigned(), value),
            Leaf::Wide => (self.wide(), value),
            Leaf::Float(kind) => (self.float(kind), value),
            Leaf::Pointer => {
                let null = self.b.int(0);
                let set = self.b.binary(BinaryOp::Ne, value, null);
                (self.signed(), set)
            }
        }
    }

    // --- functions ---

    fn signed(&mut self) -> FuncId {
        if let Some(func) = self.helpers.signed {
            return func;
        }
        let [format, _] = self.b.formats();
        let func = self.decimal("check_signed", self.b.signed, format);
        *self.helpers.signed.insert(func)
    }

    fn unsigned(&mut self) -> FuncId {
        if let Some(func) = self.helpers.unsigned {
            return func;
        }
        let [_, format] = self.b.formats();
        let func = self.decimal("check_unsigned", self.b.unsigned, format);
        *self.helpers.unsigned.insert(func)
    }

    fn decimal(&mut self, name: &str, ty: Ty, format: &str) -> FuncId {
        let (func, body) = self.b.helper(name, &[("value", ty)]);
        let then = self.when_verbose(body);
        let value = self.b.param(func, 0);
        self.b.printf(then, &format!("{format}\n"), &[value]);
        let value = self.b.param(func, 0);
        self.mix(body, value);
        func
    }

    /// 64 bits, in hexadecimal.
    fn bits(&mut self) -> FuncId {
        if let Some(func) = self.helpers.bits {
            return func;
        }
        let (func, body) = self.b.helper("check_bits", &[("value", self.b.unsigned)]);
        let then = self.when_verbose(body);
        let halves = self.b.halves(|b| b.param(func, 0));
        self.b.printf(then, "0x%08lx%08lx\n", &halves);
        let value = self.b.param(func, 0);
        self.mix(body, value);
        *self.helpers.bits.insert(func)
    }

    /// 128 bits, in hexadecimal.
    fn wide_bits(&mut self) -> FuncId {
        if let Some(func) = self.helpers.wide_bits {
            return func;
        }
        let params = [("high", self.b.unsigned), ("low", self.b.unsigned)];
        let (func, body) = self.b.helper("check_wide_bits", &params);
        let then = self.when_verbose(body);
        let [a, b] = self.b.halves(|b| b.param(func, 0));
        let [c, d] = self.b.halves(|b| b.param(func, 1));
        self.b.printf(then, "0x%08lx%08lx%08lx%08lx\n", &[a, b, c, d]);
        for n in [1, 0] {
            let half = self.b.param(func, n);
            self.mix(body, half);
        }
        *self.helpers.wide_bits.insert(func)
    }

    fn wide(&mut self) -> FuncId {
        if let Some(func) = self.helpers.wide {
            return func;
        }
        let wide_bits = self.wide_bits();
        let (func, body) = self.b.helper("check_wide", &[("value", Ty::UINT128)]);
        let value = self.b.param(func, 0);
        let high = self.b.shifted(value, 64);
        let low = self.b.param(func, 0);
        let halves = [self.b.cast(high, self.b.unsigned), self.b.cast(low, self.b.unsigned)];
        self.b.call(body, wide_bits, &halves);
        *self.helpers.wide.insert(func)
    }

    fn float(&mut self, kind: FloatKind) -> FuncId {
        if let Some(func) = self.helpers.floats[kind as usize] {
            return func;
        }
        let (bits, wide_bits) = (self.bits(), self.wide_bits_if(kind));
        let name = format!("check_{}", WORDS[kind as usize]);
        let (func, body) = self.b.helper(&name, &[("value", Ty::float(kind))]);
        let value = self.b.p.params(func)[0];
        let parts = float_bits(&mut self.b, func, body, value, kind);
        let low = self.b.p.var(parts.low);
        match (parts.high, wide_bits) {
            (Some(high), Some(wide_bits)) => {
                let high = self.b.p.var(high);
                self.b.call(body, wide_bits, &[high, low]);
            }
            _ => self.b.call(body, bits, &[low]),
        }
        *self.helpers.floats[kind as usize].insert(func)
    }

    fn wide_bits_if(&mut self, kind: FloatKind) -> Option<FuncId> {
        let bytes = self.b.p.target().float_format(kind).value_bytes();
        (bytes > 8).then(|| self.wide_bits())
    }

    fn when_verbose(&mut self, body: BlockId) -> BlockId {
        let verbose = self.b.p.var(self.verbose);
        self.b.when(body, verbose)
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
