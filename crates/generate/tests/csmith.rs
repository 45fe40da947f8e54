//! The character of the profile `csmith`: the weights of its tables, every operation guarded, and what its options do.

mod walk;

use assay_generate::{
    Aim, Feature, Grown, PROFILES, ProfileOption, Request, Settings, Takes, find_profile, profile_options,
};
use ir::{BinaryOp, ExprKind, IncDec, Quals, RecordKind, Stmt, Target, TypeKind, UnaryOp};
use std::collections::BTreeMap;
use walk::{Walk, walk};

fn settings() -> Settings {
    let profile = find_profile("csmith").expect("it is in the table");
    let policy = profile.policy(Aim::WrongCode);
    Settings::of(policy, profile.is_swarmed())
}

fn grown_with(settings: &Settings, seed: u64) -> Grown {
    let request = Request {
        seed,
        target: Target::LP64,
        policy: settings.policy.clone(),
        swarm: settings.swarm,
        check: settings.check,
    };
    let profile = find_profile("csmith").expect("it is in the table");
    profile.grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn with_option(name: &str, value: u32) -> Settings {
    let mut settings = settings();
    match profile_options().into_iter().find(|(option, _)| option.name == name) {
        Some((option, _)) => option.apply(&mut settings, value),
        None => {
            let feature = name.strip_prefix("no-").and_then(Feature::find).expect("an option or a feature");
            feature.turn_off(&mut settings.policy);
        }
    }
    settings
}

/// What many programs are made of.
fn census(settings: &Settings, seeds: u64) -> Walk {
    let mut all = Walk::default();
    for seed in 0..seeds {
        all.add(walk(&grown_with(settings, seed).program));
    }
    all
}

fn sum(all: &mut BTreeMap<&'static str, u32>, more: &BTreeMap<&'static str, u32>) {
    for (name, n) in more {
        *all.entry(name).or_default() += n;
    }
}

fn percent(counts: &BTreeMap<&'static str, u32>, names: &[&str]) -> f64 {
    let total: u32 = counts.values().sum();
    let of: u32 = names.iter().map(|name| counts.get(name).copied().unwrap_or(0)).sum();
    f64::from(of) * 100.0 / f64::from(total)
}

#[test]
fn draws_are_as_in_the_tables() {
    machine::on_deep_stack(|| {
        let settings = settings();
        let (mut statements, mut expressions, mut scopes) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for seed in 0..30 {
            let stats = grown_with(&settings, seed).stats;
            sum(&mut statements, &stats.drawn);
            sum(&mut expressions, &stats.expressions);
            sum(&mut scopes, &stats.scopes);
        }
        let assignments = ["assign", "compound", "increment", "pointer-assign", "record-assign"];
        let table: [(&[&str], f64); 8] = [
            (&["return"], 5.0),
            (&["continue"], 5.0),
            (&["break"], 5.0),
            (&["goto-forward", "goto-back"], 5.0),
            (&["if"], 15.0),
            (&["for"], 15.0),
            (&["array-loop"], 10.0),
            (&assignments, 40.0),
        ];
        for (names, weight) in table {
            let share = percent(&statements, names);
            assert!((share - weight).abs() < 2.5, "{names:?}: {share} instead of {weight}");
        }
        assert!(expressions.remove("call-made") > Some(200), "functions are called within expressions");
        // Where side effects are not wanted there are no assignments, so their share is a little less.
        for (name, weight) in
            [("call", 70.0), ("constant", 10.0), ("variable", 20.0), ("comma", 10.0), ("assignment", 10.0)]
        {
            let (share, weight) = (percent(&expressions, &[name]), weight / 1.2);
            assert!((share - weight).abs() < 6.0, "{name}: {share} instead of {weight}");
        }
        for (name, weight) in [("global", 35.0), ("local", 30.0), ("parameter", 30.0), ("new", 5.0)] {
            let share = percent(&scopes, &[name]);
            assert!((share - weight).abs() < 2.5, "{name}: {share} instead of {weight}");
        }
    });
}

#[test]
fn statements_that_are_made_follow_the_table_too() {
    machine::on_deep_stack(|| {
        let mut made = BTreeMap::new();
        for seed in 0..20 {
            sum(&mut made, &grown_with(&settings(), seed).stats.statements);
        }
        let assignments = ["assign", "compound", "increment", "pointer-assign", "record-assign"];
        assert!(percent(&made, &assignments) >= 40.0, "{made:?}");
        for name in ["if", "for", "array-loop"] {
            assert!(percent(&made, &[name]) > 4.0, "{name}: {made:?}");
        }
        for name in ["goto-back", "break", "continue", "return"] {
            assert!(made.contains_key(name), "{name}: {made:?}");
        }
        for name in ["call", "while", "do", "switch", "declare"] {
            assert!(!made.contains_key(name), "{name}: {made:?}");
        }
    });
}

#[test]
fn every_operation_that_could_be_undefined_is_guarded() {
    machine::on_deep_stack(|| {
        let all = census(&settings(), 12);
        assert!(all.guards > 2000, "{}", all.guards);
        assert_eq!(all.raw, 0, "{:?}", all.raw_kinds);
        let raw = census(&with_option("no-safe-math", 0), 4);
        assert!(raw.raw > 500, "{}", raw.raw);
    });
}

#[test]
fn types_are_made_up_front_and_functions_on_demand() {
    machine::on_deep_stack(|| {
        let (mut functions, mut records) = (0, 0);
        for seed in 0..12 {
            let program = grown_with(&settings(), seed).program;
            functions +=
                program.funcs.iter().filter(|(_, f)| program.name(f.name).starts_with("func_")).count();
            records += program.types.records.len();
            let violations = ir::validate::validate(&program);
            assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
        }
        assert!(functions > 100, "{functions}");
        assert!(records >= 20, "{records}");
    });
}

/// A letter or word of the grammar, and a number.
fn is_named(name: &str, starts: &[&str]) -> bool {
    let digits = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    starts.iter().any(|start| name.strip_prefix(start).is_some_and(digits))
}

#[test]
fn names_and_statements_are_those_of_the_grammar() {
    machine::on_deep_stack(|| {
        let mut labels = 0;
        for seed in 0..6 {
            let p = grown_with(&settings(), seed).program;
            let tested = |f: ir::FuncId| is_named(p.name(p.funcs[f].name), &["func_"]);
            for (_, v) in p.vars.iter() {
                let name = p.name(v.name);
                let fits = match (v.owner, v.storage) {
                    (Some(f), _) if !tested(f) => true,
                    (Some(_), ir::Storage::Param) => is_named(name, &["p_"]),
                    (Some(_), _) => is_named(name, &["l_"]),
                    // Fuel bounds loops; the check has names of its own.
                    (None, _) => is_named(name, &["g_", "fuel_"]) || name.starts_with("check_"),
                };
                assert!(fits, "seed {seed}: {name}");
            }
            for (_, record) in p.types.records.iter() {
                assert!(is_named(p.name(record.tag), &["S", "U"]), "seed {seed}: {}", p.name(record.tag));
                let mut fields = record.fields.iter().filter_map(|f| f.name);
                assert!(fields.all(|name| is_named(p.name(name), &["f"])), "seed {seed}");
            }
            assert!(p.labels.iter().all(|(_, l)| is_named(p.name(l.name), &["lbl_"])), "seed {seed}");
            labels += p.labels.len();
            let other =
                |s: &Stmt| matches!(s, Stmt::While { .. } | Stmt::DoWhile { .. } | Stmt::Switch { .. });
            assert!(!walk(&p).stmts.iter().any(other), "seed {seed}");
        }
        assert!(labels > 10, "{labels}");
    });
}

#[test]
fn few_sub_seeds_are_given_up() {
    machine::on_deep_stack(|| {
        let abandoned: Vec<String> =
            (0..40).flat_map(|seed| grown_with(&settings(), seed).abandoned).collect();
        assert!(abandoned.len() <= 1, "{abandoned:?}");
    });
}

/// What must not be in any program when the option is given. Each of them is in programs without it.
struct Absent {
    option: &'static str,
    value: u32,
    count: fn(&Walk) -> usize,
}

fn absent(option: &'static str, count: fn(&Walk) -> usize) -> Absent {
    Absent { option, value: 0, count }
}

fn kinds(w: &Walk, f: impl Fn(&ExprKind) -> bool) -> usize {
    w.exprs.iter().filter(|e| f(e)).count()
}

fn steps(w: &Walk, op: IncDec) -> usize {
    kinds(w, |e| matches!(e, ExprKind::IncDec(o, _) if *o == op))
}

#[test]
fn what_an_option_excludes_is_in_no_program() {
    let rows = [
        absent("no-jumps", |w| w.stmts.iter().filter(|s| matches!(s, Stmt::Goto(_))).count()),
        absent("no-comma-operators", |w| kinds(w, |e| matches!(e, ExprKind::Comma(..)))),
        absent("no-compound-assignment", |w| kinds(w, |e| matches!(e, ExprKind::AssignOp { .. }))),
        absent("no-divs", |w| kinds(w, |e| matches!(e, ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..)))),
        absent("no-muls", |w| kinds(w, |e| matches!(e, ExprKind::Binary(BinaryOp::Mul, ..)))),
        absent("no-unary-plus-operator", |w| kinds(w, |e| matches!(e, ExprKind::Unary(UnaryOp::Plus, _)))),
        absent("no-pre-incr-operator", |w| steps(w, IncDec::PreInc)),
        absent("no-pre-decr-operator", |w| steps(w, IncDec::PreDec)),
        absent("no-post-incr-operator", |w| steps(w, IncDec::PostInc)),
        absent("no-post-decr-operator", |w| steps(w, IncDec::PostDec)),
        absent("no-pointers", |w| w.count_types(|k| matches!(k, TypeKind::Pointer(_)))),
        absent("no-arrays", |w| w.count_types(|k| matches!(k, TypeKind::Array(..)))),
        absent("no-structs", |w| w.records.len()),
        absent("no-unions", |w| w.records.iter().filter(|r| r.kind == RecordKind::Union).count()),
        absent("no-packed-struct", |w| w.records.iter().filter(|r| r.packed).count()),
        absent("no-bitfields", |w| w.records.iter().filter(|r| r.bits > 0).count()),
        absent("no-volatiles", |w| w.quals.iter().filter(|q| q.is_volatile()).count()),
        absent("no-consts", |w| w.quals.iter().filter(|q| q.has(Quals::CONST)).count()),
        absent("no-volatile-pointers", |w| w.pointee_quals.iter().filter(|q| q.is_volatile()).count()),
        absent("no-vol-struct-union-fields", |w| w.field_quals.iter().filter(|q| q.is_volatile()).count()),
        absent("no-const-struct-union-fields", |w| w.field_quals.iter().filter(|q| q.is_const()).count()),
        absent("no-math64", |w| w.ints.iter().filter(|k| k.rank() > ir::IntKind::Int.rank()).count()),
        absent("no-int8", |w| w.ints.iter().filter(|k| **k == ir::IntKind::SChar).count()),
        absent("no-uint8", |w| w.ints.iter().filter(|k| **k == ir::IntKind::UChar).count()),
        absent("no-return-structs", |w| w.returned.iter().filter(|k| **k == RecordKind::Struct).count()),
        absent("no-arg-structs", |w| w.passed.iter().filter(|k| **k == RecordKind::Struct).count()),
        absent("no-return-unions", |w| w.returned.iter().filter(|k| **k == RecordKind::Union).count()),
        absent("no-arg-unions", |w| w.passed.iter().filter(|k| **k == RecordKind::Union).count()),
        absent("no-addr-taken-of-locals", |w| w.addresses_of_locals),
        absent("no-embedded-assigns", |w| w.embedded_assigns),
    ];
    machine::on_deep_stack(|| {
        let plain = census(&settings(), 40);
        let wrong: Vec<String> = rows
            .into_iter()
            .filter_map(|Absent { option, value, count }| {
                let seen = count(&census(&with_option(option, value), 2));
                match (count(&plain), seen) {
                    (0, _) => Some(format!("--{option}: there is none without it either")),
                    (_, 0) => None,
                    (_, seen) => Some(format!("--{option}: {seen}")),
                }
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    });
}

#[test]
fn limits_are_kept() {
    type Measure = fn(&Walk) -> usize;
    let rows: [(&str, u32, Measure); 8] = [
        ("max-funcs", 3, |w| w.max_functions),
        ("max-block-depth", 2, |w| w.max_depth),
        ("max-array-dim", 1, |w| w.max_dims),
        ("max-array-len-per-dim", 3, |w| w.max_len),
        ("max-pointer-depth", 1, |w| w.max_pointers),
        ("max-struct-fields", 2, |w| w.max_fields(RecordKind::Struct)),
        ("max-union-fields", 2, |w| w.max_fields(RecordKind::Union)),
        ("max-expr-complexity", 3, |w| w.max_expression),
    ];
    machine::on_deep_stack(|| {
        let plain = census(&settings(), 12);
        for (option, limit, measure) in rows {
            assert!(measure(&plain) > limit as usize, "{option}: {}", measure(&plain));
            let most = measure(&census(&with_option(option, limit), 4));
            assert!(most <= limit as usize, "--{option} {limit}: {most}");
        }
    });
}

#[test]
fn options_that_add_do_add() {
    machine::on_deep_stack(|| {
        let plain = census(&settings(), 4);
        let inline = census(&with_option("inline-function-prob", 100), 4);
        assert_eq!((plain.inline, inline.inline > 20), (0, true));
        let floats = census(&with_option("float", 0), 4);
        assert_eq!((plain.floats, floats.floats > 0), (0, true));
        let constant = census(&with_option("const-as-condition", 0), 4);
        assert!(constant.constant_conditions > plain.constant_conditions);
        let fixed = census(&with_option("fixed-struct-fields", 0), 4);
        assert!(
            fixed.records.iter().filter(|r| r.kind == RecordKind::Struct).all(|r| r.fields == 10),
            "{:?}",
            fixed.records
        );
    });
}

#[test]
fn guards_come_in_three_styles() {
    machine::on_deep_stack(|| {
        let text = |style: u32| -> String {
            (0..3).map(|seed| printed(&grown_with(&with_option("safe-math-style", style), seed))).collect()
        };
        let [functions, macros, mixture] = [0, 1, 2].map(text);
        assert!(functions.contains("guard_add") && !functions.contains("#define GUARD"));
        assert!(macros.contains("#define GUARD"));
        assert!(mixture.contains("guard_add") && mixture.contains("#define GUARD"));
    });
}

/// Three of ten addresses in Csmith's own programs are of locals (2.3.0, 15 seeds: 8378 of 28633).
#[test]
fn pointers_to_locals_are_as_many_as_in_csmith() {
    machine::on_deep_stack(|| {
        let text: String = (0..20).map(|seed| printed(&grown_with(&settings(), seed))).collect();
        let [locals, globals] = ["&l_", "&g_"].map(|what| text.matches(what).count());
        let share = locals * 100 / (locals + globals);
        assert!((20..=40).contains(&share), "{share} % of {}", locals + globals);
    });
}

#[test]
fn paranoid_programs_assert_what_pointers_point_to() {
    machine::on_deep_stack(|| {
        let text = |settings: &Settings| -> String {
            (0..60).map(|seed| printed(&grown_with(settings, seed))).collect()
        };
        // That they hold is what the cold run of each program has shown.
        let paranoid = text(&with_option("paranoid", 0));
        let asserted: Vec<&str> =
            paranoid.lines().filter(|l| l.trim_start().starts_with("assert(")).collect();
        assert!(asserted.len() > 60, "{}", asserted.len());
        let parts = [
            ("globals", "== &g_"),
            ("locals", "== &l_"),
            ("several", " || "),
            ("elements", "]"),
            ("fields", ".f"),
        ];
        for (what, part) in parts {
            assert!(asserted.iter().any(|line| line.contains(part)), "none about {what}");
        }
        assert!(!text(&settings()).contains("assert("));
    });
}

fn printed(grown: &Grown) -> String {
    let options = emit::Options { notes: grown.notes.clone(), ..emit::Options::default() };
    emit::print(&grown.program, &options).expect("it can be printed").text()
}

#[test]
fn facts_tell_of_functions_blocks_and_pointers() {
    machine::on_deep_stack(|| {
        let (mut functions, mut blocks, mut pointers) = (0, 0, 0);
        for seed in 0..7 {
            let grown = grown_with(&with_option("facts", 0), seed);
            let text = printed(&grown);
            for note in grown.notes.statements.values().chain(grown.notes.functions.values()) {
                assert!(text.contains(&format!("/* {note} */")), "seed {seed}: {note}");
            }
            functions += grown.notes.functions.len();
            blocks += grown.notes.statements.values().filter(|n| n.starts_with("reads: ")).count();
            pointers += grown.notes.statements.values().filter(|n| n.contains(" points to ")).count();
            assert_eq!(printed(&grown_with(&settings(), seed)).matches("reads: ").count(), 0);
        }
        assert!(functions > 60 && blocks > 100 && pointers > 40, "{functions} {blocks} {pointers}");
    });
}

/// The variables that the note of a function says are written.
fn written(note: &str) -> Vec<&str> {
    let (_, writes) = note.split_once("writes: ").expect("it says what is written");
    writes.split([' ', ';']).filter(|name| !name.is_empty()).collect()
}

#[test]
fn what_the_effects_do_not_mention_keeps_its_value() {
    machine::on_deep_stack(|| {
        let (mut kept, mut changed) = (0, 0);
        for seed in 0..8 {
            let grown = grown_with(&with_option("facts", 0), seed);
            let p = &grown.program;
            let entry = p.func_named("func_1").expect("the tested function");
            let note = &grown.notes.functions[&entry];
            if note.contains("through pointers") {
                continue;
            }
            let writes = written(note);
            let (_, end) = machine::run(p, machine::Config::default());
            let mut before = p.clone();
            before.funcs[entry].body = Some(before.push_block(Vec::new()));
            let (_, start) = machine::run(&before, machine::Config::default());
            for value in end.finals().iter() {
                let name = p.name(p.vars[value.path.var].name);
                let same = start.final_value(value.path.var, &value.path.steps) == Some(value.value);
                let said = writes.contains(&name);
                assert!(same || said || name.starts_with("check_"), "seed {seed}: {name} changed; {note}");
                kept += usize::from(!said);
                changed += usize::from(!same && said);
            }
        }
        assert!(kept > 100 && changed > 100, "{kept} kept, {changed} changed");
    });
}

#[test]
fn effects_are_those_of_the_run() {
    let source = "int g, h, a[3], never; int *p = &a[1];
        static int func_2(int *q) { return *q; }
        static void func_1(void) { int l = g; if (l) { never = 1; } if (!l) { *p = func_2(&h); } }
        int main(void) { func_1(); return 0; }";
    let program = read::read(source, Target::LP64).expect("it is C").program;
    let note = |name: &str| {
        let id = program.func_named(name).expect("it is there");
        assay_generate::effects(&program).functions[&id].clone()
    };
    assert_eq!(note("func_1"), "reads: g h p; writes: a");
    assert_eq!(note("func_2"), "reads: h; writes: nothing");
}

#[test]
fn invalid_pointer_uses_are_marked_with_a_verdict() {
    machine::on_deep_stack(|| {
        for (option, words, kind) in [
            ("null-ptr-deref-prob", "null pointer dereference", "null-pointer"),
            ("dangling-ptr-deref-prob", "dangling pointer dereference", "dangling"),
        ] {
            let (mut ended, mut dead) = (0, 0);
            for seed in 0..12 {
                let grown = grown_with(&with_option(option, 60), seed);
                let here =
                    grown.notes.statements.values().filter(|n| n.ends_with("undefined from here on")).count();
                dead += grown.notes.statements.values().filter(|n| n.ends_with("never executed")).count();
                assert!(
                    grown.notes.statements.values().all(|note| note.starts_with(words)),
                    "{:?}",
                    grown.notes
                );
                let text = printed(&grown);
                assert_eq!(text.matches(words).count(), grown.notes.statements.len(), "seed {seed}");
                let (outcome, _) = machine::run(&grown.program, machine::Config::default());
                match outcome {
                    machine::Outcome::Undefined(found) => {
                        assert!(found.ub.name().starts_with(kind), "seed {seed}: {}", found.ub.name());
                        assert_eq!(here, 1, "seed {seed}");
                        ended += 1;
                    }
                    other => assert_eq!((other, here), (machine::Outcome::Finished { exit_code: 0 }, 0)),
                }
            }
            assert!(ended > 2, "{option}: {ended} runs ended");
            assert!(dead > 0, "{option}: none is dead");
        }
    });
}

#[test]
fn options_have_names_of_their_own_and_words() {
    let of_all = || PROFILES.iter().flat_map(|profile| profile.options().iter().copied().flatten());
    for option in of_all() {
        let is_same = |other: &ProfileOption| other.name != option.name || other.about == option.about;
        assert!(of_all().all(is_same), "two options are called {}", option.name);
        assert!(option.name.strip_prefix("no-").and_then(Feature::find).is_none(), "{}", option.name);
        if let Takes::Word(words) = option.takes {
            assert!(words.len() > 1, "{}", option.name);
        }
    }
}
