//! A census of what grown programs contain: a row for each construct that they are to have, counted over many seeds. The
//! table of repairs has a census of its own in `grown.rs`.

use assay_generate::{Aim, Check, Request, find_profile, grow};
use ir::{
    AtomicFn, Attrs, BinaryOp, BlockId, Builtin, ExprId, ExprKind, FuncId, Init, MathFn, Program, Quals,
    RecordKind, Stmt, Storage, Target, Ty, TypeKind, Types, VarId,
};

/// How often a program has something.
type Count = fn(&Program) -> usize;

const CONSTRUCTS: &[(&str, Count)] = &[
    // Types.
    ("every integer type", |p| all_ints(p)),
    ("enumeration", |p| vars(p, |t, ty| matches!(t.kind(ty), TypeKind::Enum(_)))),
    ("floating variable", |p| vars(p, Types::is_float)),
    ("struct", |p| records(p, |_, r| r.kind == RecordKind::Struct)),
    ("union", |p| records(p, |_, r| r.kind == RecordKind::Union)),
    ("packed struct", |p| records(p, |_, r| r.packed)),
    ("bit-field", |p| fields(p, |_, f| f.bits.is_some_and(|n| n > 0))),
    ("bit-field of no width", |p| fields(p, |_, f| f.bits == Some(0))),
    ("nested record", |p| fields(p, |t, f| t.is_record(f.ty))),
    ("array in a record", |p| fields(p, |t, f| t.is_array(f.ty))),
    ("array of records", |p| vars(p, |t, ty| t.element(ty).is_some_and(|(e, _)| t.is_record(e)))),
    ("array of two dimensions", |p| vars(p, |t, ty| t.element(ty).is_some_and(|(e, _)| t.is_array(e)))),
    ("pointer in a record", |p| fields(p, |t, f| t.is_pointer(f.ty) && !is_function(t, f.ty))),
    ("pointer to functions in a record", |p| fields(p, |t, f| is_function(t, f.ty))),
    ("table of functions", |p| vars(p, |t, ty| t.element(ty).is_some_and(|(e, _)| is_function(t, e)))),
    ("pointer to functions", |p| vars(p, is_function)),
    ("pointer to a pointer", |p| vars(p, |t, ty| depth(t, ty) >= 2)),
    ("pointer to a pointer to a pointer", |p| vars(p, |t, ty| depth(t, ty) >= 3)),
    ("pointer to a record", |p| vars(p, |t, ty| t.pointee(ty).is_some_and(|to| t.is_record(to)))),
    // Qualifiers at all levels.
    ("const variable", |p| vars(p, |t, ty| t.is_integer(ty) && has(t, ty, Quals::CONST))),
    ("volatile variable", |p| vars(p, |t, ty| t.is_integer(ty) && has(t, ty, Quals::VOLATILE))),
    ("const and volatile variable", |p| vars(p, |t, ty| has(t, ty, Quals::CONST.with(Quals::VOLATILE)))),
    ("const array", |p| vars(p, |t, ty| t.element(ty).is_some_and(|(e, _)| has(t, e, Quals::CONST)))),
    ("const field", |p| fields(p, |t, f| has(t, f.ty, Quals::CONST))),
    ("volatile field", |p| fields(p, |t, f| has(t, f.ty, Quals::VOLATILE))),
    ("const pointer", |p| vars(p, |t, ty| t.is_pointer(ty) && has(t, ty, Quals::CONST))),
    ("volatile pointer", |p| vars(p, |t, ty| t.is_pointer(ty) && has(t, ty, Quals::VOLATILE))),
    ("restrict pointer", |p| vars(p, |t, ty| has(t, ty, Quals::RESTRICT))),
    ("pointer to const", |p| vars(p, |t, ty| points_to(t, ty, Quals::CONST))),
    ("pointer to volatile", |p| vars(p, |t, ty| points_to(t, ty, Quals::VOLATILE))),
    ("pointer to a const pointer", |p| vars(p, |t, ty| depth(t, ty) >= 2 && points_to(t, ty, Quals::CONST))),
    ("pointer to a volatile pointer", |p| {
        vars(p, |t, ty| depth(t, ty) >= 2 && points_to(t, ty, Quals::VOLATILE))
    }),
    ("const local", |p| stored(p, Storage::Auto, |t, ty| has(t, ty, Quals::CONST))),
    ("volatile local", |p| stored(p, Storage::Auto, |t, ty| has(t, ty, Quals::VOLATILE))),
    ("const parameter", |p| stored(p, Storage::Param, |t, ty| has(t, ty, Quals::CONST))),
    // Storage.
    ("external global", |p| stored(p, Storage::Global, |_, _| true)),
    ("static local", |p| {
        p.vars.iter().filter(|(_, v)| v.storage == Storage::Static && v.owner.is_some()).count()
    }),
    // Functions.
    ("record by value", |p| stored(p, Storage::Param, Types::is_record)),
    ("returned record", |p| returns(p, Types::is_record)),
    ("returned pointer", |p| returns(p, |t, ty| t.is_pointer(ty) && !is_function(t, ty))),
    ("returned pointer to functions", |p| returns(p, is_function)),
    ("pointer to functions as a parameter", |p| stored(p, Storage::Param, is_function)),
    ("function that is always inlined", |p| attribute(p, Attrs::ALWAYS_INLINE)),
    ("flattened function", |p| attribute(p, Attrs::FLATTEN)),
    ("cold function", |p| attribute(p, Attrs::COLD)),
    ("hot function", |p| attribute(p, Attrs::HOT)),
    ("weak function", |p| attribute(p, Attrs::WEAK)),
    ("hidden function", |p| attribute(p, Attrs::HIDDEN)),
    ("function that throws nothing", |p| attribute(p, Attrs::NOTHROW)),
    ("used function", |p| attribute(p, Attrs::USED)),
    ("inline function", |p| p.funcs.iter().filter(|(_, f)| f.inline).count()),
    ("variable arguments", |p| exprs(p, |_, k| matches!(k, ExprKind::VaStart(_)))),
    ("record among variable arguments", |p| {
        p.exprs
            .iter()
            .filter(|(_, e)| matches!(e.kind, ExprKind::VaArg(_)) && p.types.is_record(e.ty))
            .count()
    }),
    ("copied list of arguments", |p| exprs(p, |_, k| matches!(k, ExprKind::VaCopy { .. }))),
    ("list of arguments that is passed on", |p| {
        stored(p, Storage::Param, |t, ty| t.canonical(ty).unqualified() == Ty::VA_LIST)
    }),
    ("call through a pointer", |p| {
        exprs(p, |p, k| match k {
            ExprKind::Call { callee, .. } => {
                !matches!(p.exprs[*callee].kind, ExprKind::Func(_) | ExprKind::Decay(_))
            }
            _ => false,
        })
    }),
    // Pointers at work.
    ("address of an element", |p| addresses(p, |k| matches!(k, ExprKind::Index { .. }))),
    ("address of a member", |p| {
        addresses(p, |k| matches!(k, ExprKind::Member { .. } | ExprKind::Arrow { .. }))
    }),
    ("address of a pointer", |p| {
        exprs(p, |p, k| match k {
            ExprKind::AddrOf(e) => p.types.is_pointer(p.ty(*e)),
            _ => false,
        })
    }),
    ("pointer arithmetic", |p| {
        exprs(p, |p, k| match k {
            ExprKind::Binary(_, a, _) => p.types.is_pointer(p.value_type(*a)),
            _ => false,
        })
    }),
    ("null guard", |p| {
        exprs(p, |p, k| match k {
            ExprKind::Deref(e) => matches!(p.exprs[*e].kind, ExprKind::Cond { .. }),
            _ => false,
        })
    }),
    ("heap", |p| calls(p, &[Builtin::Malloc, Builtin::Calloc])),
    ("alloca", |p| calls(p, &[Builtin::BuiltinAlloca])),
    ("string literal", |p| exprs(p, |_, k| matches!(k, ExprKind::Str(..)))),
    ("string as an initialiser", |p| strings(p)),
    ("designated initialiser", |p| designated(p)),
    // Effects within expressions.
    ("comma", |p| exprs(p, |_, k| matches!(k, ExprKind::Comma(..)))),
    ("conditional", |p| exprs(p, |_, k| matches!(k, ExprKind::Cond { .. }))),
    ("cast", |p| exprs(p, |_, k| matches!(k, ExprKind::Cast(_)))),
    ("increment", |p| exprs(p, |_, k| matches!(k, ExprKind::IncDec(..)))),
    // Control.
    ("goto", |p| stmts(p, |s| matches!(s, Stmt::Goto(_)))),
    ("switch", |p| stmts(p, |s| matches!(s, Stmt::Switch { .. }))),
    ("do", |p| stmts(p, |s| matches!(s, Stmt::DoWhile { .. }))),
    ("continue", |p| stmts(p, |s| matches!(s, Stmt::Continue))),
    ("product of arrays", |p| stmts(p, |s| nest(p, s) >= 3)),
    ("stride that is a variable", |p| {
        exprs(p, |p, k| match k {
            ExprKind::Index { index, .. } => is_product_of_variables(p, *index),
            _ => false,
        })
    }),
    ("returned call of the function itself", |p| {
        p.funcs.iter().filter(|(f, func)| func.body.is_some_and(|body| returns_itself(p, *f, body))).count()
    }),
    ("library call on bytes", |p| calls(p, &[Builtin::Memcpy, Builtin::Memset, Builtin::Memmove])),
    ("library call on bytes by another name", |p| {
        calls(p, &[Builtin::BuiltinMemcpy, Builtin::BuiltinMemset, Builtin::BuiltinMemmove])
    }),
    ("mempcpy", |p| calls(p, &[Builtin::Mempcpy])),
    ("bcopy", |p| calls(p, &[Builtin::Bcopy])),
    ("bzero", |p| calls(p, &[Builtin::Bzero])),
    ("search in a string", |p| {
        calls(p, &[Builtin::Strchr, Builtin::Strrchr, Builtin::Memchr, Builtin::Strstr, Builtin::Strpbrk])
    }),
    ("length of a part of a string", |p| calls(p, &[Builtin::Strspn, Builtin::Strcspn, Builtin::Strnlen])),
    ("string put together", |p| {
        calls(p, &[Builtin::Strcat, Builtin::Strncat, Builtin::Strncpy, Builtin::Stpcpy, Builtin::Stpncpy])
    }),
    ("formatted string", |p| calls(p, &[Builtin::Sprintf])),
    ("formatted string of a size", |p| calls(p, &[Builtin::Snprintf])),
    ("sorted array", |p| calls(p, &[Builtin::Qsort])),
    ("search in a sorted array", |p| calls(p, &[Builtin::Bsearch])),
    // Later than C89, and GNU's.
    ("literal of a vector", |p| literals(p, Types::is_vector)),
    ("literal of a scalar", |p| literals(p, Types::is_integer)),
    ("literal of an array", |p| literals(p, Types::is_array)),
    ("literal of a record", |p| literals(p, Types::is_record)),
    ("address of a literal", |p| addresses(p, |k| matches!(k, ExprKind::CompoundLit(_)))),
    ("register variable", |p| stored(p, Storage::Register, |_, _| true)),
    ("aligned variable", |p| p.vars.iter().filter(|(_, v)| v.aligned.is_some()).count()),
    ("aligned record", |p| records(p, |_, r| r.aligned.is_some())),
    ("aligned member", |p| records(p, |_, r| !r.placed.is_empty())),
    ("array of variable length", |p| p.vars.ids().filter(|v| p.variable_array(*v).is_some()).count()),
    ("size of an array of variable length", |p| {
        exprs(p, |p, k| matches!(k, ExprKind::Var(v) if p.is_array_size(*v))).saturating_sub(arrays(p))
    }),
    ("infinity", |p| math(p, &[MathFn::Inf])),
    ("NaN", |p| math(p, &[MathFn::Nan])),
    ("sign taken from another value", |p| math(p, &[MathFn::Copysign])),
    ("sign of a floating value", |p| math(p, &[MathFn::Signbit])),
    ("class of a floating value", |p| {
        math(p, &[MathFn::Isnan, MathFn::Isinf, MathFn::Isfinite, MathFn::Isnormal])
    }),
    ("quiet comparison", |p| math(p, &[MathFn::Isless, MathFn::Isgreater, MathFn::Isunordered])),
    ("atomic load", |p| atomics(p, |f| f == AtomicFn::Load)),
    ("atomic store", |p| atomics(p, |f| f == AtomicFn::Store)),
    ("atomic exchange", |p| atomics(p, |f| f == AtomicFn::Exchange)),
    ("atomic comparison", |p| atomics(p, |f| f == AtomicFn::CompareExchange)),
    ("atomic operation", |p| atomics(p, |f| f.op().is_some() && f.name().starts_with("__atomic"))),
    ("atomic operation by its old name", |p| atomics(p, |f| f.name().starts_with("__sync"))),
    ("variable of the thread", |p| p.vars.iter().filter(|(_, v)| v.thread).count()),
    ("loop that is to be unrolled", |p| p.unrolls.len()),
    ("range of cases", |p| p.case_ends.len()),
    ("count of leading zeros", |p| calls(p, &[Builtin::Clz, Builtin::ClzL, Builtin::ClzLl])),
    ("count of trailing zeros", |p| calls(p, &[Builtin::Ctz, Builtin::CtzL, Builtin::CtzLl])),
    ("count of ones", |p| calls(p, &[Builtin::Popcount, Builtin::PopcountL, Builtin::PopcountLl])),
    ("parity", |p| calls(p, &[Builtin::Parity, Builtin::ParityL, Builtin::ParityLl])),
    ("count of bits like the sign", |p| calls(p, &[Builtin::Clrsb, Builtin::ClrsbL, Builtin::ClrsbLl])),
    ("place of the first bit", |p| calls(p, &[Builtin::Ffs, Builtin::FfsL, Builtin::FfsLl])),
    ("bytes swapped", |p| calls(p, &[Builtin::Bswap16, Builtin::Bswap32, Builtin::Bswap64])),
    ("absolute value", |p| calls(p, &[Builtin::Abs, Builtin::Labs, Builtin::Llabs])),
    ("bound of a size", |p| calls(p, &[Builtin::ObjectSize])),
    ("sum that tells of its overflow", |p| calls(p, &[Builtin::AddOverflow])),
    ("difference that tells of its overflow", |p| calls(p, &[Builtin::SubOverflow])),
    ("product that tells of its overflow", |p| calls(p, &[Builtin::MulOverflow])),
    ("prefetch", |p| calls(p, &[Builtin::Prefetch])),
    ("statement expression", |p| exprs(p, |_, k| matches!(k, ExprKind::Stmts(_)))),
    ("value that passes through assembly", |p| assembly(p, |a| constraint(a, "+r"))),
    ("object that assembly may change", |p| assembly(p, |a| constraint(a, "+m"))),
    ("copy by assembly", |p| assembly(p, |a| constraint(a, "=r"))),
    ("address that assembly sees", |p| assembly(p, |a| constraint(a, "r") && a.labels.is_empty())),
    ("clobbered memory", |p| assembly(p, |a| a.operands.is_empty() && !a.clobbers.is_empty())),
    ("volatile assembly", |p| assembly(p, |a| a.volatile)),
    ("jump by assembly", |p| assembly(p, |a| !a.labels.is_empty())),
    ("promise of what is unreachable", |p| calls(p, &[Builtin::BuiltinUnreachable])),
];

fn vars(p: &Program, wanted: impl Fn(&Types, Ty) -> bool) -> usize {
    p.vars.iter().filter(|(_, v)| wanted(&p.types, v.ty)).count()
}

fn stored(p: &Program, storage: Storage, wanted: impl Fn(&Types, Ty) -> bool) -> usize {
    p.vars.iter().filter(|(_, v)| v.storage == storage && wanted(&p.types, v.ty)).count()
}

/// Each array of variable length mentions its size once, where it is made.
fn arrays(p: &Program) -> usize {
    p.vars.ids().filter(|v| p.variable_array(*v).is_some()).count()
}

fn math(p: &Program, wanted: &[MathFn]) -> usize {
    let is = |b: Builtin| matches!(b, Builtin::Math(function, _) if wanted.contains(&function));
    exprs(p, |p, k| matches!(k, ExprKind::Func(f) if p.funcs[*f].builtin.is_some_and(is)))
}

fn atomics(p: &Program, wanted: fn(AtomicFn) -> bool) -> usize {
    let is = |b: Builtin| matches!(b, Builtin::Atomic(function) if wanted(function));
    exprs(p, |p, k| matches!(k, ExprKind::Func(f) if p.funcs[*f].builtin.is_some_and(is)))
}

fn literals(p: &Program, wanted: impl Fn(&Types, Ty) -> bool) -> usize {
    exprs(p, |p, k| matches!(k, ExprKind::CompoundLit(v) if wanted(&p.types, p.vars[*v].ty)))
}

fn returns(p: &Program, wanted: impl Fn(&Types, Ty) -> bool) -> usize {
    let returned = |f: &ir::Func| p.types.fn_type(f.ty).map_or(Ty::VOID, |f| f.ret);
    p.funcs.iter().filter(|(_, f)| f.body.is_some() && wanted(&p.types, returned(f))).count()
}

fn records(p: &Program, wanted: impl Fn(&Types, &ir::Record) -> bool) -> usize {
    p.types.records.iter().filter(|(_, r)| wanted(&p.types, r)).count()
}

fn fields(p: &Program, wanted: impl Fn(&Types, &ir::Field) -> bool) -> usize {
    p.types.records.iter().flat_map(|(_, r)| &r.fields).filter(|f| wanted(&p.types, f)).count()
}

fn exprs(p: &Program, wanted: impl Fn(&Program, &ExprKind) -> bool) -> usize {
    p.exprs.iter().filter(|(_, e)| wanted(p, &e.kind)).count()
}

fn stmts(p: &Program, wanted: impl Fn(&Stmt) -> bool) -> usize {
    p.stmts.iter().filter(|(_, s)| wanted(s)).count()
}

fn attribute(p: &Program, attr: Attrs) -> usize {
    p.funcs.iter().filter(|(_, f)| f.attrs.has(attr)).count()
}

fn assembly(p: &Program, wanted: impl Fn(&ir::Asm) -> bool) -> usize {
    exprs(p, |p, k| matches!(k, ExprKind::Asm { asm, .. } if wanted(&p.asms[*asm])))
}

/// Whether the first operand has this constraint.
fn constraint(asm: &ir::Asm, wanted: &str) -> bool {
    asm.operands.first().is_some_and(|o| o.constraint == wanted)
}

fn addresses(p: &Program, wanted: impl Fn(&ExprKind) -> bool) -> usize {
    exprs(p, |p, k| matches!(k, ExprKind::AddrOf(e) if wanted(&p.exprs[*e].kind)))
}

fn calls(p: &Program, builtins: &[Builtin]) -> usize {
    exprs(p, |p, k| match k {
        ExprKind::Func(f) => p.funcs[*f].builtin.is_some_and(|b| builtins.contains(&b)),
        _ => false,
    })
}

/// One, if the program has variables of every kind of integer.
fn all_ints(p: &Program) -> usize {
    let present = |kind| p.vars.iter().any(|(_, v)| p.types.int_kind(v.ty) == Some(kind));
    usize::from(ir::IntKind::ALL.into_iter().filter(|kind| present(*kind)).count() >= 12)
}

fn has(types: &Types, ty: Ty, quals: Quals) -> bool {
    types.canonical(ty).quals().has(quals)
}

fn is_function(types: &Types, ty: Ty) -> bool {
    types.pointee(ty).is_some_and(|to| types.is_function(to))
}

fn points_to(types: &Types, ty: Ty, quals: Quals) -> bool {
    types.pointee(ty).is_some_and(|to| has(types, to, quals))
}

/// How many loops are directly within one another.
fn nest(p: &Program, stmt: &Stmt) -> usize {
    match stmt {
        Stmt::For { body, .. } => match p.blocks[*body].as_slice() {
            [inner] => 1 + nest(p, &p.stmts[*inner]),
            _ => 1,
        },
        _ => 0,
    }
}

fn is_product_of_variables(p: &Program, e: ExprId) -> bool {
    let is_read = |e: ExprId| match p.exprs[e].kind {
        ExprKind::Convert(inner) => matches!(p.exprs[inner].kind, ExprKind::Var(_)),
        ExprKind::Var(_) => true,
        _ => false,
    };
    match p.exprs[e].kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => is_read(a) && is_read(b),
        ExprKind::Binary(BinaryOp::Add, a, _) | ExprKind::Convert(a) => is_product_of_variables(p, a),
        _ => false,
    }
}

/// Whether a `return` under the block has a call of the function in what it returns.
fn returns_itself(p: &Program, func: FuncId, block: BlockId) -> bool {
    p.blocks[block].iter().any(|s| {
        let mut found = match p.stmts[*s] {
            Stmt::Return(Some(e)) => mentions(p, func, e),
            _ => false,
        };
        p.stmts[*s].for_each_block(|b| found = found || returns_itself(p, func, b));
        found
    })
}

fn mentions(p: &Program, func: FuncId, e: ExprId) -> bool {
    let mut found = p.exprs[e].kind == ExprKind::Func(func);
    p.for_each_child(e, |child| found = found || mentions(p, func, child));
    found
}

/// How many pointers lead from a variable to what is no pointer.
fn depth(types: &Types, ty: Ty) -> usize {
    types.pointee(ty).map_or(0, |to| 1 + depth(types, to))
}

fn strings(p: &Program) -> usize {
    let is_text = |v: VarId| match p.vars[v].init.map(|init| &p.inits[init]) {
        Some(Init::Expr(e)) => matches!(p.exprs[*e].kind, ExprKind::Str(..)),
        _ => false,
    };
    p.vars.ids().filter(|v| is_text(*v)).count()
}

fn designated(p: &Program) -> usize {
    let any = |init: &Init| matches!(init, Init::List(items) if items.iter().any(|i| i.designated));
    p.inits.iter().filter(|(_, init)| any(init)).count()
}

#[test]
fn every_construct_is_seen() {
    machine::on_deep_stack(|| {
        let mut seen = vec![0; CONSTRUCTS.len()];
        for seed in 0..250 {
            let mut policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
            policy.shape.size = 6000;
            let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::None };
            let grown = grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            for (n, (_, count)) in seen.iter_mut().zip(CONSTRUCTS) {
                *n += usize::from(count(&grown.program) > 0);
            }
        }
        let missing: Vec<&str> =
            seen.iter().zip(CONSTRUCTS).filter(|(n, _)| **n == 0).map(|(_, (name, _))| *name).collect();
        assert!(missing.is_empty(), "no program of 250 has: {missing:?}");
    });
}
