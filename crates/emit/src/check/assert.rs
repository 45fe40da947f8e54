//! The check that compares with expected values. Every element has its own, so there are no loops.

use super::build::Build;
use super::close::{self, Closeness, WORDS};
use super::scalars::{Leaf, Place, float_bits, observed, scalars_of};
use super::{Oracle, Scalar};
use ir::{BinaryOp, BlockId, Builtin, ExprId, FloatKind, FuncId, LogicOp, Program, Quals, Ty};

pub(super) fn add(p: &mut Program, entry: FuncId, oracle: &dyn Oracle) -> FuncId {
    let vars = observed(p);
    let mut check = Check { b: Build::new(p), oracle, helpers: Helpers::default() };
    let (main, body) = check.b.main(&[]);
    check.b.call_entry(body, entry);
    for var in vars {
        for (place, leaf, _) in scalars_of(check.b.p, var) {
            check.leaf(body, &place, leaf);
        }
    }
    check.b.printf(body, "ok\n", &[]);
    check.b.return_zero(main, body);
    main
}

#[derive(Default)]
struct Helpers {
    signed: Option<FuncId>,
    unsigned: Option<FuncId>,
    bits: Option<FuncId>,
    wide: Option<FuncId>,
    floats: [Option<FuncId>; 3],
    close: Closeness,
}

struct Check<'p, 'o> {
    b: Build<'p>,
    oracle: &'o dyn Oracle,
    helpers: Helpers,
}

impl Check<'_, '_> {
    fn leaf(&mut self, block: BlockId, place: &Place, leaf: Leaf) {
        let steps = place.steps().unwrap_or_default();
        let Some(expected) = self.oracle.scalar(place.var, &steps) else {
            return;
        };
        let (name, _) = place.name(self.b.p);
        let mut args = vec![self.b.text(&name)];
        let value = place.lvalue(&mut self.b);
        let func = match (leaf, expected) {
            (Leaf::Signed, Scalar::Int(v)) => {
                args.extend([value, self.b.signed_const(v)]);
                self.signed()
            }
            (Leaf::Unsigned, Scalar::Int(v)) => {
                args.extend([value, self.b.unsigned_const(v as u64)]);
                self.unsigned()
            }
            (Leaf::Wide, Scalar::Int(v)) => {
                args.extend([value, self.b.hex((v >> 64) as u64), self.b.hex(v as u64)]);
                self.wide()
            }
            (Leaf::Float(kind), Scalar::Float(bits)) => {
                let value = match self.oracle.one_in() {
                    Some(one_in) => {
                        let wanted = close::constant(&mut self.b, kind, bits);
                        self.helpers.close.near(&mut self.b, (kind, one_in), value, wanted)
                    }
                    None => value,
                };
                args.extend([value, self.b.hex((bits >> 64) as u64), self.b.hex(bits as u64)]);
                self.float(kind)
            }
            (Leaf::Pointer, Scalar::Pointer { null }) => {
                let zero = self.b.int(0);
                let set = self.b.binary(BinaryOp::Ne, value, zero);
                args.extend([set, self.b.int(u64::from(!null))]);
                self.signed()
            }
            // The oracle answered with another kind of value than the scalar has: nothing to compare.
            (
                Leaf::Signed | Leaf::Unsigned | Leaf::Wide | Leaf::Float(_) | Leaf::Pointer,
                Scalar::Int(_) | Scalar::Float(_) | Scalar::Pointer { .. },
            ) => {
                debug_assert!(false, "{leaf:?} is not {expected:?}");
                return;
            }
        };
        self.b.call(block, func, &args);
    }

    // --- functions ---

    fn text_type(&mut self) -> Ty {
        let ty = self.b.p.types.qualify(Ty::CHAR, Quals::CONST);
        self.b.p.types.pointer(ty)
    }

    fn signed(&mut self) -> FuncId {
        if let Some(func) = self.helpers.signed {
            return func;
        }
        let [format, _] = self.b.formats();
        let func = self.decimal("expect_signed", self.b.signed, format);
        *self.helpers.signed.insert(func)
    }

    fn unsigned(&mut self) -> FuncId {
        if let Some(func) = self.helpers.unsigned {
            return func;
        }
        let [_, format] = self.b.formats();
        let func = self.decimal("expect_unsigned", self.b.unsigned, format);
        *self.helpers.unsigned.insert(func)
    }

    fn decimal(&mut self, name: &str, ty: Ty, format: &str) -> FuncId {
        let text = self.text_type();
        let (func, body) = self.b.helper(name, &[("name", text), ("actual", ty), ("expected", ty)]);
        let differ = self.differ(func, 1, 2);
        let then = self.b.when(body, differ);
        let args = [2, 1, 0].map(|n| self.b.param(func, n));
        self.b.printf(then, &format!("expected {format}, found {format}: %s\n"), &args);
        self.abort(then);
        func
    }

    fn differ(&mut self, func: FuncId, a: usize, b: usize) -> ExprId {
        let (a, b) = (self.b.param(func, a), self.b.param(func, b));
        self.b.binary(BinaryOp::Ne, a, b)
    }

    fn abort(&mut self, block: BlockId) {
        let abort = self.b.p.builtin(Builtin::Abort);
        self.b.call(block, abort, &[]);
    }

    /// Compares 128 bits, in two halves each.
    fn bits(&mut self) -> FuncId {
        if let Some(func) = self.helpers.bits {
            return func;
        }
        let (text, half) = (self.text_type(), self.b.unsigned);
        let params =
            [("name", text), ("high", half), ("low", half), ("expected_high", half), ("expected_low", half)];
        let (func, body) = self.b.helper("expect_bits", &params);
        let (high, low) = (self.differ(func, 1, 3), self.differ(func, 2, 4));
        let differ = super::build::typed(self.b.p.logic(LogicOp::Or, high, low));
        let then = self.b.when(body, differ);
        let mut args = Vec::new();
        for n in [3, 4, 1, 2] {
            args.extend(self.b.halves(|b| b.param(func, n)));
        }
        args.push(self.b.param(func, 0));
        let hex = "0x%08lx%08lx%08lx%08lx";
        self.b.printf(then, &format!("expected {hex}, found {hex}: %s\n"), &args);
        self.abort(then);
        *self.helpers.bits.insert(func)
    }

    fn wide(&mut self) -> FuncId {
        if let Some(func) = self.helpers.wide {
            return func;
        }
        let bits = self.bits();
        let (func, body) = self.value_helper("expect_wide", Ty::UINT128);
        let value = self.b.param(func, 1);
        let high = self.b.shifted(value, 64);
        let low = self.b.param(func, 1);
        let (high, low) = (self.b.cast(high, self.b.unsigned), self.b.cast(low, self.b.unsigned));
        let [name, expected_high, expected_low] = [0, 2, 3].map(|n| self.b.param(func, n));
        self.b.call(body, bits, &[name, high, low, expected_high, expected_low]);
        *self.helpers.wide.insert(func)
    }

    fn float(&mut self, kind: FloatKind) -> FuncId {
        if let Some(func) = self.helpers.floats[kind as usize] {
            return func;
        }
        let bits = self.bits();
        let name = format!("expect_{}", WORDS[kind as usize]);
        let (func, body) = self.value_helper(&name, Ty::float(kind));
        let value = self.b.p.params(func)[1];
        let parts = float_bits(&mut self.b, func, body, value, kind);
        let high = match parts.high {
            Some(high) => self.b.p.var(high),
            None => self.b.int(0),
        };
        let low = self.b.p.var(parts.low);
        let [name, expected_high, expected_low] = [0, 2, 3].map(|n| self.b.param(func, n));
        self.b.call(body, bits, &[name, high, low, expected_high, expected_low]);
        *self.helpers.floats[kind as usize].insert(func)
    }

    /// `(const char *name, T value, u64 high, u64 low)`
    fn value_helper(&mut self, name: &str, ty: Ty) -> (FuncId, BlockId) {
        let (text, half) = (self.text_type(), self.b.unsigned);
        self.b.helper(name, &[("name", text), ("value", ty), ("high", half), ("low", half)])
    }
}
