//! The character of the profile `yarpgen`: what the paper says of its programs is true of these.

mod gxx;

use assay_generate::{Aim, Check, Feature, Grown, RepairKind, Request, Source, find_profile};
use emit::{Layout, Options, Std};
use ir::{ExprId, ExprKind, FuncId, Program, Quals, Stmt, Target, TypeKind, VarId};
use std::collections::{BTreeMap, BTreeSet};
use test_support::Compiler;

fn grown(seed: u64, size: u32, std: Std) -> Grown {
    grown_by("yarpgen", seed, size, std)
}

fn grown_by(profile: &str, seed: u64, size: u32, std: Std) -> Grown {
    let profile = find_profile(profile).expect("it is there");
    let mut policy = profile.policy(Aim::WrongCode);
    policy.shape.size = size;
    Feature::missing_in(std).for_each(|feature| feature.turn_off(&mut policy));
    let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
    profile.grow(&request).unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

/// The functions that are tested.
fn tested(p: &Program) -> impl Iterator<Item = FuncId> + '_ {
    p.funcs.ids().filter(|f| p.name(p.funcs[*f].name).starts_with("func_"))
}

fn each_stmt(p: &Program, block: ir::BlockId, f: &mut impl FnMut(Stmt)) {
    for stmt in &p.blocks[block] {
        f(p.stmts[*stmt]);
        p.stmts[*stmt].for_each_block(|inner| each_stmt(p, inner, f));
    }
}

fn each_node(p: &Program, e: ExprId, f: &mut impl FnMut(ExprId)) {
    f(e);
    p.for_each_child(e, |child| each_node(p, child, f));
}

#[test]
fn statements_define_assign_or_choose_and_expressions_have_no_effects() {
    for seed in 0..30 {
        let p = grown(seed, 4000, Std::C11).program;
        let check = |e: ExprId| {
            each_node(&p, e, &mut |e| {
                let kind = p.exprs[e].kind;
                let acts = matches!(
                    kind,
                    ExprKind::Assign { .. }
                        | ExprKind::AssignOp { .. }
                        | ExprKind::IncDec(..)
                        | ExprKind::Comma(..)
                        | ExprKind::Call { .. }
                );
                assert!(!acts, "seed {seed}: {kind:?}");
                // The table of rewrites is enough.
                assert!(!matches!(kind, ExprKind::Guard(..)), "seed {seed}: a guard");
            });
        };
        for func in tested(&p) {
            let body = p.funcs[func].body.expect("it is defined");
            each_stmt(&p, body, &mut |stmt| match stmt {
                Stmt::Expr(e) => match p.exprs[e].kind {
                    ExprKind::Assign { lhs, rhs } => {
                        check(lhs);
                        check(rhs);
                    }
                    kind => panic!("seed {seed}: {kind:?} as a statement"),
                },
                Stmt::Decl(var) => {
                    assert!(p.types.is_integer(p.vars[var].ty), "seed {seed}: a local is a number");
                    assert!(p.vars[var].init.is_some(), "seed {seed}: a local has a value");
                }
                Stmt::If { cond, .. } => check(cond),
                other => panic!("seed {seed}: {other:?}"),
            });
        }
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Uses {
    read: bool,
    written: bool,
    address: bool,
}

/// What is done to the variable that a place is in; pointers on the way are read.
fn note(p: &Program, e: ExprId, uses: &mut BTreeMap<VarId, Uses>, how: fn(&mut Uses)) {
    match p.exprs[e].kind {
        ExprKind::Var(var) => how(uses.entry(var).or_default()),
        ExprKind::Member { base, .. } => note(p, base, uses, how),
        ExprKind::Decay(of) => note(p, of, uses, how),
        ExprKind::Index { base, index } => {
            let through = matches!(p.exprs[base].kind, ExprKind::Decay(_));
            note(p, base, uses, if through { how } else { |uses| uses.read = true });
            note(p, index, uses, |uses| uses.read = true);
        }
        ExprKind::AddrOf(of) => note(p, of, uses, |uses| uses.address = true),
        ExprKind::Assign { lhs, rhs } => {
            note(p, lhs, uses, |uses| uses.written = true);
            note(p, rhs, uses, |uses| uses.read = true);
        }
        _ => p.for_each_child(e, |child| note(p, child, uses, |uses| uses.read = true)),
    }
}

/// Globals that are never written, and globals that are never read, are a good part of all.
#[test]
fn globals_are_inputs_outputs_or_mixed() {
    let (mut inputs, mut outputs, mut mixed, mut constant) = (0, 0, 0, 0);
    for seed in 100..120 {
        let p = grown(seed, 4000, Std::C11).program;
        let mut uses = BTreeMap::new();
        for func in tested(&p) {
            each_stmt(&p, p.funcs[func].body.expect("it is defined"), &mut |stmt| {
                if let Stmt::Decl(var) = stmt
                    && let Some(ir::Init::Expr(e)) = p.vars[var].init.map(|init| &p.inits[init])
                {
                    note(&p, *e, &mut uses, |uses| uses.read = true);
                }
                stmt.for_each_expr(|e| note(&p, e, &mut uses, |uses| uses.read = true));
            });
        }
        for (var, uses) in uses.iter().filter(|(var, _)| p.vars[**var].owner.is_none()) {
            let is_const = p.types.canonical(p.vars[*var].ty).quals().has(Quals::CONST);
            assert!(!(is_const && uses.written), "seed {seed}");
            // The initialisers of pointers take addresses too; what they are to is static.
            match (uses.read, uses.written) {
                (true, false) => inputs += 1,
                (false, true) => outputs += 1,
                _ => mixed += 1,
            }
            constant += usize::from(is_const);
        }
    }
    let all = inputs + outputs + mixed;
    assert!(inputs * 5 > all, "{inputs} of {all} are only read");
    assert!(outputs * 10 > all, "{outputs} of {all} are only written");
    assert!(mixed * 20 > all, "{mixed} of {all} are both");
    assert!(constant > 5, "{constant} of {all} are constant");
}

/// Every line of the table of rewrites and every generation policy is seen.
#[test]
fn every_rewrite_and_every_policy_is_used() {
    let (mut rewrites, mut policies) = (BTreeSet::new(), BTreeSet::new());
    let of_the_table = |kind: &RepairKind| kind.source() == Source::Yarpgen;
    let known: BTreeSet<RepairKind> = RepairKind::ALL.iter().copied().filter(of_the_table).collect();
    for seed in 0..SEEDS {
        let grown = grown(seed, 6000, Std::C11);
        assert!(grown.abandoned.is_empty(), "seed {seed}: {:?}", grown.abandoned);
        rewrites.extend(grown.stats.repairs.keys().copied());
        policies.extend(grown.stats.policies.keys().copied());
        if known.is_subset(&rewrites) && POLICIES.iter().all(|name| policies.contains(name)) {
            break;
        }
    }
    let missing: Vec<&RepairKind> = known.difference(&rewrites).collect();
    assert!(missing.is_empty(), "never rewritten: {missing:?}");
    let missing: Vec<&str> = POLICIES.into_iter().filter(|name| !policies.contains(name)).collect();
    assert!(missing.is_empty(), "never used: {missing:?}");
}

/// Enough for the rarest line of the table several times over.
const SEEDS: u64 = 3000;

const POLICIES: [&str; 32] = [
    "context: additive",
    "context: bitwise",
    "context: logical",
    "context: multiplicative",
    "context: bitwise-shift",
    "context: additive-multiplicative",
    "block: additive",
    "block: bitwise",
    "block: logical",
    "block: multiplicative",
    "block: bitwise-shift",
    "block: additive-multiplicative",
    "leaves: all constant",
    "leaves: half constant",
    "constant: small",
    "constant: near a limit",
    "constant: block of bits",
    "constant: any",
    "constant: reused",
    "constant: negated",
    "constant: complement",
    "common subexpression",
    "leaf: variable",
    "leaf: element",
    "leaf: member",
    "leaf: indirection",
    "target: local",
    "target: mixed",
    "target: output",
    "target: element",
    "target: member",
    "target: indirection",
];

/// Short vectors are valid, are used in all the ways there are, and every lane is in what the check sees.
#[test]
fn experimental_programs_have_vectors() {
    let mut seen = BTreeSet::new();
    for seed in 0..180 {
        let p = grown_by("yarpgen-experimental", seed, 3000, Std::C11).program;
        let violations = ir::validate::validate(&p);
        assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
        for (_, e) in p.exprs.iter().filter(|(_, e)| p.types.is_vector(e.ty)) {
            let what = match e.kind {
                ExprKind::Binary(op, ..) => format!("{op:?}"),
                other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
            };
            if p.types.lanes(e.ty).is_some_and(|(element, _)| p.types.is_float(element)) {
                seen.insert(format!("floating {what}"));
            }
            seen.insert(what);
        }
        seen.extend(p.exprs.iter().any(|(id, _)| p.is_lane(id)).then(|| "lane".to_owned()));
    }
    let wanted = [
        "Add",
        "Sub",
        "Mul",
        "Div",
        "Rem",
        "Shl",
        "Shr",
        "And",
        "Or",
        "Xor",
        "Lt",
        "Eq",
        "Unary",
        "Cast",
        "Cond",
        "ConvertLanes",
        "CompoundLit",
        "Assign",
        "AssignOp",
        "Index",
        "Member",
        "lane",
        "floating Add",
        "floating Sub",
        "floating Mul",
        "floating Unary",
        "floating ConvertLanes",
        "floating CompoundLit",
    ];
    for what in wanted {
        assert!(seen.contains(what), "{what} is missing among {seen:?}");
    }
}

/// No two programs are drawn from the same distributions.
#[test]
fn parameters_are_shuffled() {
    let policies: Vec<_> = (0..10).map(|seed| grown(seed, 1000, Std::C11).policy).collect();
    type Part = fn(&assay_generate::Policy) -> Vec<u32>;
    let parts: [(&str, Part); 10] = [
        ("base types", |p| p.types.ints.rows().map(|(_, weight)| weight).collect()),
        ("bit-fields and reuse of types", |p| vec![p.types.bit_field, p.types.known_record]),
        ("leaves", |p| {
            let leaves = &p.expressions.leaves;
            vec![leaves.scalar, leaves.element, leaves.member, leaves.indirection]
        }),
        ("targets", |p| {
            let to = &p.statements.targets;
            vec![to.local, to.mixed, to.output, to.element, to.member, to.indirection]
        }),
        ("representation of arrays", |p| p.cxx.arrays.rows().map(|(_, weight)| weight).collect()),
        ("access to elements", |p| vec![p.cxx.at]),
        ("operators", |p| {
            vec![p.expressions.unary, p.expressions.conditional, p.operators.add, p.operators.shl]
        }),
        ("statements", |p| vec![p.statements.declare, p.statements.assign, p.statements.r#if]),
        ("constants", |p| {
            let changes = p.constants.changes.rows().map(|(_, weight)| weight);
            [p.constants.limit, p.constants.reused].into_iter().chain(changes).collect()
        }),
        ("common subexpressions and contexts", |p| {
            let contexts = p.operators.contexts.rows().map(|(_, weight)| weight);
            [p.expressions.common, p.expressions.remember].into_iter().chain(contexts).collect()
        }),
    ];
    for (name, part) in parts {
        let distinct: BTreeSet<Vec<u32>> = policies.iter().map(part).collect();
        assert!(distinct.len() > 2, "{name}: {distinct:?}");
    }
}

/// In every standard of C++, in one file or several: what is expected is printed, whatever the arrays have become.
#[test]
fn programs_in_cxx_print_what_they_must() {
    let Some(compiler) = Compiler::gxx() else { return };
    let mut texts = String::new();
    for (i, std) in Std::CXX.into_iter().enumerate() {
        for (n, level, layout) in [(0, "-O0", Layout::Single), (1, "-O2", Layout::Split)] {
            let seed = 300 + 10 * i as u64 + n;
            let grown = grown(seed, 4000, std);
            let lowering = grown.lowering.clone();
            let out = emit::print(&grown.program, &Options { std, layout, lowering, ..Options::default() });
            let out = out.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let printed = gxx::run(&compiler, &out, (std, level), &format!("seed {seed}"));
            assert_eq!(printed.as_bytes(), grown.expected, "seed {seed} in {std} at {level}");
            texts.push_str(&out.text());
        }
    }
    let forms =
        ["std::array<", "std::vector<", "std::valarray<", ".at(", "struct Class1 {", "Class1::", "bool "];
    for form in forms {
        assert!(texts.contains(form), "{form} is never written");
    }
}

/// Bit-fields are of `int` and `unsigned` in C, and of any integer type in C++.
#[test]
fn bit_fields_obey_the_language() {
    for std in [Std::C11, Std::Cxx17] {
        let (mut fields, mut others) = (0, 0);
        for seed in 0..60 {
            let p = grown(seed, 2000, std).program;
            for (_, record) in p.types.records.iter() {
                for field in record.fields.iter().filter(|field| field.bits.is_some()) {
                    let kind = p.types.kind(field.ty);
                    fields += 1;
                    others +=
                        usize::from(!matches!(kind, TypeKind::Int(ir::IntKind::Int | ir::IntKind::UInt)));
                }
            }
        }
        assert!(fields > 10, "{fields} bit-fields in {std}");
        assert_eq!(others > 5, std.is_cxx(), "{others} of {fields} bit-fields in {std} are of other types");
        assert!(others == 0 || std.is_cxx());
    }
}

/// With loops there are induction and reduction variables, and the expected output is still right.
#[test]
fn experimental_programs_have_loops_and_floating_point() {
    let profile = find_profile("yarpgen-experimental").expect("it is there");
    let (mut loops, mut reductions, mut floats) = (0, 0, 0);
    for seed in 0..20 {
        let mut policy = profile.policy(Aim::WrongCode);
        policy.shape.size = 3000;
        Feature::missing_in(Std::C11).for_each(|feature| feature.turn_off(&mut policy));
        let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
        let p = profile.grow(&request).unwrap_or_else(|e| panic!("seed {seed}: {e}")).program;
        for func in tested(&p) {
            each_stmt(&p, p.funcs[func].body.expect("it is defined"), &mut |stmt| {
                loops += usize::from(matches!(stmt, Stmt::For { .. }));
                let compound = |e| matches!(p.exprs[e].kind, ExprKind::AssignOp { .. });
                reductions += usize::from(matches!(stmt, Stmt::Expr(e) if compound(e)));
            });
        }
        floats += p.vars.iter().filter(|(_, var)| p.types.is_float(var.ty)).count();
    }
    assert!(
        loops > 10 && reductions > 3 && floats > 5,
        "{loops} loops, {reductions} reductions, {floats} floats"
    );
}
