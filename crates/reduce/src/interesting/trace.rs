//! What is known of a program from executing it once: what ran, which values there were, what pointers pointed to.

use crate::edit::{Lit, smallest_kind};
use ir::visit;
use ir::{Class, ExprId, ExprKind, FloatKind, ObjectPath, Program, StmtId, Ty};
use machine::{Config, Machine, Observations, Outcome, Scalar, Value};
use rustc_hash::FxHashMap;

pub struct Trace {
    pub program: Program,
    observed: Observations,
    /// Expressions that always pointed to the same part of a global variable.
    targets: FxHashMap<ExprId, ObjectPath>,
    /// The scalars of all global variables that have a value in the end.
    pub finals: Vec<ObjectPath>,
}

impl Trace {
    pub fn of(program: &Program, config: Config) -> Trace {
        let config = Config { record_values: true, ..config };
        let (outcome, mut machine) = machine::run(program, config);
        let mut targets = FxHashMap::default();
        for e in visit::expressions(program) {
            if let Some(Value::Pointer(pointer)) = machine.observed.seen(e).and_then(|seen| seen.constant())
                && let Some(pointee) = program.types.pointee(program.ty(e))
                && let Some(target) = target_of(&machine, pointer, pointee)
            {
                targets.insert(e, target);
            }
        }
        let finished = matches!(outcome, Outcome::Finished { .. });
        let finals = if finished { machine.finals() } else { machine::Finals::default() };
        let finals = finals.iter().filter(|f| f.value != Scalar::Unknown).map(|f| f.path.clone()).collect();
        let observed = std::mem::take(&mut machine.observed);
        drop(machine);
        Trace { program: program.clone(), observed, targets, finals }
    }

    /// How often a statement ran.
    pub fn runs(&self, stmt: StmtId) -> u32 {
        self.observed.runs(stmt)
    }

    pub fn was_evaluated(&self, e: ExprId) -> bool {
        self.observed.seen(e).is_some()
    }

    /// The value that the expression had each time, as a constant.
    pub fn constant(&self, e: ExprId) -> Option<Lit> {
        let value = self.observed.seen(e)?.constant()?;
        self.literal(value, self.program.ty(e))
    }

    /// The value that it had the first time.
    pub fn first(&self, e: ExprId) -> Option<Lit> {
        self.literal(self.observed.seen(e)?.first, self.program.ty(e))
    }

    fn literal(&self, value: Value, ty: Ty) -> Option<Lit> {
        let p = &self.program;
        match (p.types.class(ty), value) {
            (Class::Int(t), value) => {
                let value = value.wide(t)?;
                Some(Lit::Int(value, smallest_kind(p, value)))
            }
            (Class::Float(_), Value::Float(f)) => double(p, f),
            (Class::Pointer, Value::Pointer(pointer)) if pointer.is_null() => Some(Lit::Null),
            _ => None,
        }
    }

    /// What the pointer pointed to, each time.
    pub fn target(&self, pointer: ExprId) -> Option<&ObjectPath> {
        self.targets.get(&pointer)
    }
}

/// A floating value as a `double` that has just this value, or an `int` that has.
fn double(p: &Program, f: ir::arith::float::Float) -> Option<Lit> {
    let format = p.target().float_format(FloatKind::Double);
    let as_double = ir::arith::float::convert(f, format);
    let back = ir::arith::float::convert(as_double, f.format());
    (as_double.is_finite() && back == f).then(|| Lit::Double(as_double.to_bits()))
}

/// The part of a global variable that a pointer to this type points to.
fn target_of(
    machine: &Machine<machine::Cold<'_>>,
    pointer: machine::Pointer,
    pointee: Ty,
) -> Option<ObjectPath> {
    let p = machine.program();
    let var = machine.view().target_of(pointer)?;
    if p.vars[var].owner.is_some() {
        return None;
    }
    ObjectPath::at_offset(p, var, u64::from(pointer.offset), pointee)
}

/// Whether an expression is a constant already.
pub fn is_constant(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) => true,
        ExprKind::Unary(ir::UnaryOp::Neg, inner) | ExprKind::Convert(inner) => is_constant(p, inner),
        _ => false,
    }
}
