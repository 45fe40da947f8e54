//! Orange's check: each scalar is compared in place with its expected value, and a mark printed, `@OK@` or `@NG@`.
//! It goes on after a wrong one, so that the output shows which are right.

use super::build::{Build, typed};
use super::close::{self, Closeness};
use super::scalars::{Leaf, observed, scalars_of};
use super::{Helpers, Oracle, Scalar};
use ir::{BinaryOp, BlockId, ExprId, FuncId, IntKind, ObjectPath, Program, Ty, VarId};

pub(super) fn add(p: &mut Program, entry: FuncId, oracle: &dyn Oracle, helpers: Helpers) -> FuncId {
    let vars = observed(p);
    let mut marks = Marks::new(Build::new(p, helpers), oracle);
    let (main, body) = marks.b.main(&[]);
    marks.b.call_entry(body, entry);
    marks.compare(body, &vars);
    marks.b.return_zero(main, body);
    main
}

pub(super) fn add_to(p: &mut Program, main: FuncId, vars: &[VarId], oracle: &dyn Oracle, helpers: Helpers) {
    let body = p.funcs[main].body.expect("a main with a body");
    let mut marks = Marks::new(Build::new(p, helpers), oracle);
    marks.compare(body, vars);
    marks.b.return_zero(main, body);
}

struct Marks<'p, 'o> {
    b: Build<'p>,
    oracle: &'o dyn Oracle,
    ok: FuncId,
    ng: FuncId,
    close: Closeness,
}

impl<'p, 'o> Marks<'p, 'o> {
    fn new(mut b: Build<'p>, oracle: &'o dyn Oracle) -> Self {
        let ok = mark(&mut b, "OK");
        let ng = mark(&mut b, "NG");
        Marks { b, oracle, ok, ng, close: Closeness::default() }
    }

    fn compare(&mut self, block: BlockId, vars: &[VarId]) {
        for var in vars {
            for (place, leaf, ty) in scalars_of(self.b.p, *var) {
                self.leaf(block, &place, leaf, ty);
            }
        }
    }

    /// `if (t == 12) OK(); else NG();`
    fn leaf(&mut self, block: BlockId, place: &ObjectPath, leaf: Leaf, ty: Ty) {
        let Some(expected) = self.oracle.scalar(place.var, &place.steps) else { return };
        let value = typed(place.lvalue(self.b.p));
        let right = match (leaf, expected) {
            (Leaf::Signed | Leaf::Unsigned | Leaf::Wide, Scalar::Int(v)) => {
                let wanted = self.integer(v, ty);
                self.b.binary(BinaryOp::Eq, value, wanted)
            }
            (Leaf::Float(kind), Scalar::Float(bits)) => {
                let value = match self.oracle.one_in() {
                    Some(one_in) => {
                        let wanted = close::constant(&mut self.b, kind, bits);
                        self.close.near(&mut self.b, (kind, one_in), value, wanted)
                    }
                    None => value,
                };
                let wanted = close::constant(&mut self.b, kind, bits);
                self.b.binary(BinaryOp::Eq, value, wanted)
            }
            (Leaf::Pointer, Scalar::Pointer { null }) => {
                let zero = self.b.int(0);
                self.b.binary(if null { BinaryOp::Eq } else { BinaryOp::Ne }, value, zero)
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
        let (then, els) = self.b.either(block, right);
        self.b.call(then, self.ok, &[]);
        self.b.call(els, self.ng, &[]);
    }

    /// Narrow types have no constants of their own; what is compared is an `int` anyway.
    fn integer(&mut self, value: i128, ty: Ty) -> ExprId {
        let kind = self.b.p.types.int_kind(ty).unwrap_or(IntKind::Int);
        let kind = if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind };
        self.b.p.int_const(value, Ty::int(kind))
    }
}

/// `static void OK(void) { printf("@OK@"); }`
fn mark(b: &mut Build<'_>, name: &str) -> FuncId {
    let (func, body) = b.helper(name, &[]);
    b.printf(body, &format!("@{name}@"), &[]);
    func
}
