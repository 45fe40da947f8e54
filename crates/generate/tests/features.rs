//! What users switch off is not there: a row for each feature, which must be seen in programs that have it, and in none of
//! those that do without it. Looked at is what is tested, not `main` and the check.

mod walk;

use assay_generate::{Aim, Check, FEATURES, Feature, Grown, Request, find_profile, grow};
use ir::{
    Attrs, BinaryOp, Builtin, ExprKind, FloatKind, IntKind, Quals, RecordKind, Stmt, Storage, Target,
    TypeKind,
};
use walk::{Walk, walk};

/// A program, and what it is made of.
struct Seen {
    grown: Grown,
    walk: Walk,
    text: String,
}

impl Seen {
    fn expr(&self, f: impl Fn(&ExprKind) -> bool) -> bool {
        self.walk.exprs.iter().any(f)
    }

    fn stmt(&self, f: impl Fn(&Stmt) -> bool) -> bool {
        self.walk.stmts.iter().any(f)
    }

    fn ty(&self, f: impl Fn(&TypeKind) -> bool) -> bool {
        self.walk.types.iter().any(f)
    }

    fn operator(&self, ops: &[BinaryOp]) -> bool {
        self.expr(|e| match e {
            ExprKind::Binary(op, ..) | ExprKind::AssignOp { op, .. } => ops.contains(op),
            _ => false,
        })
    }

    fn int(&self, kinds: &[IntKind]) -> bool {
        self.walk.ints.iter().any(|kind| kinds.contains(kind))
    }

    /// Mentions a function of the library that fits.
    fn library(&self, f: impl Fn(Builtin) -> bool) -> bool {
        let funcs = &self.grown.program.funcs;
        self.expr(|e| matches!(e, ExprKind::Func(id) if funcs[*id].builtin.is_some_and(&f)))
    }

    fn function(&self, f: impl Fn(&ir::Func) -> bool) -> bool {
        let p = &self.grown.program;
        p.funcs.iter().any(|(_, func)| p.name(func.name).starts_with("func_") && f(func))
    }

    fn made(&self, statement: &str) -> bool {
        self.grown.stats.statements.get(statement).is_some_and(|n| *n > 0)
    }

    fn points(&self, e: ir::ExprId) -> bool {
        self.grown.program.types.is_pointer(self.grown.program.ty(e))
    }
}

fn allocates(b: Builtin) -> bool {
    matches!(b, Builtin::Malloc | Builtin::Calloc | Builtin::Free | Builtin::Realloc)
}

/// The compiler's own functions that every program may call.
fn is_builtin(b: Builtin) -> bool {
    b.header().is_none()
        && !matches!(b, Builtin::AllocaWithAlign | Builtin::Math(..) | Builtin::Atomic(_))
        && !promises(b)
        && b != Builtin::BuiltinAlloca
}

fn promises(b: Builtin) -> bool {
    matches!(b, Builtin::BuiltinUnreachable | Builtin::BuiltinAssume | Builtin::BuiltinExpect)
}

type IsThere = fn(&Seen) -> bool;

const ROWS: &[(&str, IsThere)] = &[
    ("goto", |s| s.stmt(|stmt| matches!(stmt, Stmt::Goto(_)))),
    ("goto-over", |s| s.made("goto-over")),
    ("switch", |s| s.stmt(|stmt| matches!(stmt, Stmt::Switch { .. }))),
    ("loops", |s| {
        let head = |stmt: &Stmt| matches!(stmt, Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. });
        s.stmt(head) || s.made("goto-back")
    }),
    ("calls", |s| s.walk.max_functions > 1),
    ("pointer-arithmetic", |s| {
        s.expr(|e| matches!(e, ExprKind::Binary(op, a, b) if s.points(*a) && (!op.is_comparison() || !matches!(op, BinaryOp::Eq | BinaryOp::Ne) && s.points(*b))))
    }),
    ("heap", |s| s.library(allocates)),
    ("strings", |s| s.expr(|e| matches!(e, ExprKind::Str(_)))),
    ("library", |s| s.library(|b| b.header().is_some())),
    ("floats", |s| s.ty(|t| matches!(t, TypeKind::Float(_))) || s.expr(|e| matches!(e, ExprKind::Float(_)))),
    ("vectors", |s| s.ty(|t| matches!(t, TypeKind::Vector(..)))),
    ("long-double", |s| s.ty(|t| matches!(t, TypeKind::Float(FloatKind::LongDouble)))),
    ("recursion", |s| s.made("recurse")),
    ("function-pointers", |s| {
        let types = &s.grown.program.types;
        s.ty(|t| matches!(t, TypeKind::Pointer(to) if types.is_function(*to)))
    }),
    ("pointers", |s| s.walk.max_pointers > 0 || s.expr(|e| matches!(e, ExprKind::Deref(_)))),
    ("arrays", |s| s.ty(|t| matches!(t, TypeKind::Array(..)))),
    ("structs", |s| s.ty(|t| matches!(t, TypeKind::Record(_)))),
    ("unions", |s| s.walk.records.iter().any(|r| r.kind == RecordKind::Union)),
    ("bitfields", |s| s.walk.records.iter().any(|r| r.bits > 0)),
    ("packed", |s| s.walk.records.iter().any(|r| r.packed)),
    ("volatiles", |s| s.walk.quals.iter().any(|q| q.has(Quals::VOLATILE))),
    ("volatile-copies", |s| {
        let p = &s.grown.program;
        let volatile = |e: &ir::ExprId| p.types.canonical(p.ty(*e)).quals().is_volatile();
        s.expr(|e| {
            matches!(e, ExprKind::Assign { lhs, rhs } if p.types.is_record(p.ty(*lhs)) && (volatile(lhs) || volatile(rhs)))
        })
    }),
    ("consts", |s| s.walk.quals.iter().any(|q| q.has(Quals::CONST))),
    ("int128", |s| s.int(&[IntKind::Int128, IntKind::UInt128])),
    ("longlong", |s| s.int(&[IntKind::LongLong, IntKind::ULongLong])),
    ("bool", |s| s.int(&[IntKind::Bool])),
    ("enums", |s| s.ty(|t| matches!(t, TypeKind::Enum(_)))),
    ("exact-names", |s| s.text.contains("int32_t") || s.text.contains("int64_t")),
    ("comma", |s| s.expr(|e| matches!(e, ExprKind::Comma(..)))),
    ("embedded-assigns", |s| s.walk.embedded_assigns > 0),
    ("compound-assignment", |s| s.expr(|e| matches!(e, ExprKind::AssignOp { .. }))),
    ("division", |s| s.operator(&[BinaryOp::Div, BinaryOp::Rem])),
    ("shifts", |s| s.operator(&[BinaryOp::Shl, BinaryOp::Shr])),
    ("multiplication", |s| s.operator(&[BinaryOp::Mul])),
    ("promises", |s| s.library(promises) || s.walk.quals.iter().any(|q| q.has(Quals::RESTRICT))),
    ("flipping", |s| s.grown.stats.repairs.keys().any(|kind| kind.name().contains("flip"))),
    ("asm", |s| s.expr(|e| matches!(e, ExprKind::Asm { .. }))),
    ("bit-builtins", |s| s.library(is_builtin)),
    ("alloca", |s| s.library(|b| b == Builtin::BuiltinAlloca)),
    ("variadic", |s| s.expr(|e| matches!(e, ExprKind::VaStart(_)))),
    ("statement-expressions", |s| s.expr(|e| matches!(e, ExprKind::Stmts(_)))),
    ("compound-literals", |s| {
        let p = &s.grown.program;
        s.expr(|e| matches!(e, ExprKind::CompoundLit(v) if !p.types.is_vector(p.vars[*v].ty)))
    }),
    ("register", |s| s.grown.program.vars.iter().any(|(_, v)| v.storage == Storage::Register)),
    ("aligned", |s| {
        let p = &s.grown.program;
        let record = |r: &ir::Record| r.aligned.is_some() || !r.placed.is_empty();
        p.vars.iter().any(|(_, v)| v.aligned.is_some()) || p.types.records.iter().any(|(_, r)| record(r))
    }),
    ("atomics", |s| s.library(|b| matches!(b, Builtin::Atomic(_)))),
    ("variable-arrays", |s| s.grown.program.vars.ids().any(|v| s.grown.program.variable_array(v).is_some())),
    ("float-specials", |s| s.library(|b| matches!(b, Builtin::Math(..)))),
    ("thread-local", |s| s.grown.program.vars.iter().any(|(_, v)| v.thread)),
    ("unroll", |s| !s.grown.program.unrolls.is_empty()),
    ("case-ranges", |s| !s.grown.program.case_ends.is_empty()),
    ("attributes", |s| s.function(|f| f.attrs != Attrs::NONE)),
];

/// Only C++ has them, and tests of its own: `cxx.rs`.
const NOT_IN_C: [&str; 1] = ["wide-bitfields"];

fn seen(seed: u64, off: Option<&Feature>) -> Seen {
    let mut policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
    Feature::missing_in(emit::Std::C11).for_each(|feature| feature.turn_off(&mut policy));
    if let Some(feature) = off {
        feature.turn_off(&mut policy);
    }
    policy.shape.size = 3000;
    let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
    let grown = grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let text = emit::print(&grown.program, &emit::Options::default()).expect("it can be printed").text();
    Seen { walk: walk(&grown.program), grown, text }
}

#[test]
fn every_feature_has_a_row() {
    for feature in FEATURES {
        let known = ROWS.iter().any(|(name, _)| *name == feature.name) || NOT_IN_C.contains(&feature.name);
        assert!(known, "{} is not looked for", feature.name);
    }
}

#[test]
fn every_feature_is_seen_where_it_is_on() {
    machine::on_deep_stack(|| {
        let programs: Vec<Seen> = (0..60).map(|seed| seen(seed, None)).collect();
        for (name, is_there) in ROWS {
            // Some are rare.
            let is_seen = programs.iter().any(is_there) || (60..600).any(|seed| is_there(&seen(seed, None)));
            assert!(is_seen, "{name} is in no program, so that nothing is tested");
        }
    });
}

#[test]
fn a_feature_that_is_off_is_in_no_program() {
    machine::on_deep_stack(|| {
        let mut met = Vec::new();
        for (name, is_there) in ROWS {
            let feature = Feature::find(name).expect("a feature");
            met.extend((0..60).find(|seed| is_there(&seen(*seed, Some(feature)))).map(|seed| (name, seed)));
        }
        assert!(met.is_empty(), "met although off, with these seeds: {met:?}");
    });
}
