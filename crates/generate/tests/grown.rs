//! What must hold for every grown program, over many seeds; compilers see fewer of them than the machine does. The soak
//! is `scripts/soak.sh`, for any count.

use assay_generate::{Aim, Check, Grown, RepairKind, Request, find_profile, grow};
use ir::{ExprKind, Stmt, Target};
use machine::{Config, Outcome};
use std::collections::BTreeMap;
use test_support::Compiler;

fn request(seed: u64) -> Request {
    let mut policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
    // Smaller than by default, so that there can be more of them.
    policy.shape.size = 4000;
    Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print }
}

fn grown(seed: u64) -> Grown {
    match grow(&request(seed)) {
        Ok(grown) => grown,
        Err(error) => panic!("seed {seed}: {error}"),
    }
}

fn text(grown: &Grown) -> String {
    emit::print(&grown.program, &emit::Options::default()).expect("a grown program can be printed").text()
}

/// Runs the body on a stack that is deep enough.
fn deep(body: impl FnOnce() + Send) {
    machine::on_deep_stack(body);
}

/// A shift was rewritten to its left operand, and the step of a variable in its count was lost with the other.
#[test]
fn an_operand_that_has_done_something_is_not_dropped() {
    deep(|| {
        for seed in 0..150 {
            let mut request = self::request(seed);
            request.policy.repairs.table = 1000;
            request.policy.expressions.increment *= 8;
            request.policy.expressions.assign *= 8;
            request.policy.operators.shl *= 8;
            grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
    });
}

/// Divisions come from products by Orange's flips; in loops, their operands change. One with a fraction is guarded as a quotient:
/// guarded as a product it was so again and again, until the stack overflowed.
#[test]
fn quotients_of_floats_stay_whole() {
    deep(|| {
        let mut guarded = 0;
        for seed in 0..160 {
            let mut request = request(seed);
            request.policy.types.float = 60;
            request.policy.swarm.floats = 100;
            request.policy.repairs.orange = 100;
            request.policy.statements.float_assign *= 8;
            let grown = grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            // A run that takes too long, or a union, is another matter.
            let unrepaired: Vec<&String> =
                grown.abandoned.iter().filter(|why| why.contains("float")).collect();
            assert!(unrepaired.is_empty(), "seed {seed}: {unrepaired:?}");
            guarded += text(&grown).matches(" == 0L ? ").count();
        }
        assert!(guarded > 10, "only {guarded} quotients were guarded");
    });
}

#[test]
fn programs_are_valid_and_cold_runs_agree() {
    deep(|| {
        let mut abandoned = 0;
        for seed in 0..300 {
            let grown = grown(seed);
            abandoned += grown.abandoned.len();
            let violations = ir::validate::validate(&grown.program);
            assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
            assert!(grown.expected.starts_with(b"checksum = ") && grown.expected.len() == 28, "seed {seed}");
        }
        assert!(abandoned <= 6, "{abandoned} of 300 sub-seeds were given up");
    });
}

#[test]
fn a_seed_gives_the_same_bytes_each_time() {
    deep(|| {
        for seed in [0, 1, 77, u64::MAX] {
            let (a, b) = (grown(seed), grown(seed));
            assert_eq!(text(&a), text(&b), "seed {seed}");
            assert_eq!(a.expected, b.expected);
        }
        assert_ne!(text(&grown(0)), text(&grown(1)));
    });
}

#[test]
fn programs_can_be_read_back() {
    deep(|| {
        for seed in 400..440 {
            let grown = grown(seed);
            let first = text(&grown);
            let source = Compiler::gcc().preprocess_text(&first, &[]).expect("gcc reads it");
            let unit = read::read(&source, Target::LP64).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let (outcome, machine) = machine::run(&unit.program, Config::default());
            assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "seed {seed}");
            assert_eq!(machine.output(), grown.expected, "seed {seed}");
        }
    });
}

const BY_GCC: [&[&str]; 6] = [
    &["-O0", "-std=c11", "-pedantic-errors"],
    &["-O1"],
    &["-O2"],
    &["-O3"],
    &["-Os"],
    &["-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
];

const BY_CLANG: [&[&str]; 2] = [&["-O2"], &["-fsanitize=memory"]];

#[test]
fn compilers_and_sanitizers_agree_with_the_machine() {
    deep(|| {
        let (gcc, clang) = (Compiler::gcc(), Compiler::clang());
        for seed in 1000..1030 {
            let grown = grown(seed);
            let text = text(&grown);
            for flags in BY_GCC {
                let output = gcc.output_of(&text, flags);
                assert_eq!(output.as_bytes(), grown.expected, "seed {seed}, {flags:?}");
            }
            for (clang, flags) in clang.iter().flat_map(|clang| BY_CLANG.map(|flags| (clang, flags))) {
                let output = clang.output_of(&text, flags);
                assert_eq!(output.as_bytes(), grown.expected, "seed {seed}, clang {flags:?}");
            }
        }
    });
}

#[test]
fn other_checks_and_layouts_hold_too() {
    deep(|| {
        for seed in 2000..2006 {
            let grown = grow(&Request { check: Check::Assert, ..request(seed) }).expect("a program");
            let output = Compiler::gcc().output_of(&text(&grown), &["-O2"]);
            assert_eq!(output.as_bytes(), grown.expected, "seed {seed}, assert");
        }
    });
}

/// Every kind of statement, operator and repair occurs, and most arithmetic is raw.
#[test]
fn census() {
    deep(|| {
        let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
        let mut repairs: BTreeMap<RepairKind, u32> = BTreeMap::new();
        let mut rows: BTreeMap<&'static str, u32> = BTreeMap::new();
        let (mut raw, mut guarded, mut live, mut all) = (0, 0, 0, 0);
        for seed in 0..1500 {
            let grown = grown(seed);
            for (_, stmt) in grown.program.stmts.iter() {
                *kinds.entry(name(&format!("{stmt:?}"))).or_default() += 1;
            }
            for (_, e) in grown.program.exprs.iter() {
                match e.kind {
                    ExprKind::Binary(op, ..) => {
                        *kinds.entry(format!("Binary {op:?}")).or_default() += 1;
                        raw += 1;
                    }
                    ExprKind::Guard(..) => guarded += 1,
                    other => *kinds.entry(name(&format!("{other:?}"))).or_default() += 1,
                }
            }
            for (row, n) in &grown.stats.statements {
                *rows.entry(row).or_default() += n;
            }
            for (kind, n) in &grown.stats.repairs {
                *repairs.entry(*kind).or_default() += n;
            }
            live += grown.live;
            all += grown.statements;
        }
        for op in ir::BinaryOp::ALL {
            assert!(kinds.contains_key(&format!("Binary {op:?}")), "{op:?} is missing");
        }
        for kind in STATEMENTS.iter().chain(&EXPRESSIONS) {
            assert!(kinds.contains_key(*kind), "{kind} is missing");
        }
        for row in ROWS {
            assert!(rows.contains_key(row), "the statement {row} is missing");
        }
        for kind in RepairKind::ALL.iter().filter(|kind| !kind.causes().is_empty()) {
            let (name, causes) = (kind.name(), kind.causes());
            assert!(repairs.contains_key(kind), "{causes:?}: the repair {name} is missing");
        }
        assert!(guarded * 10 < raw, "{guarded} of {raw} operations are guarded");
        assert!(live * 100 >= all * 70, "{live} of {all} statements ran");
    });
}

fn name(debug: &str) -> String {
    debug.chars().take_while(|c| c.is_alphanumeric()).collect()
}

const STATEMENTS: [&str; 15] = [
    "Decl", "Expr", "Block", "If", "For", "While", "DoWhile", "Switch", "Case", "Default", "Break",
    "Continue", "Goto", "Label", "Return",
];

/// Statements that are made of several nodes, by the names of their rows.
const ROWS: [&str; 10] = [
    "idiom",
    "goto-over",
    "indirect-call",
    "recurse",
    "move-pointer",
    "walk-loop",
    "heap",
    "library",
    "float-assign",
    "array-loop",
];

const EXPRESSIONS: [&str; 24] = [
    "Int",
    "Float",
    "Str",
    "EnumConst",
    "SizeofExpr",
    "Var",
    "Func",
    "Member",
    "Arrow",
    "Index",
    "Deref",
    "AddrOf",
    "Unary",
    "Logic",
    "Cond",
    "Comma",
    "Assign",
    "AssignOp",
    "IncDec",
    "Cast",
    "Convert",
    "Decay",
    "Call",
    "SizeofType",
];

#[test]
fn finished_programs_have_no_holes() {
    deep(|| {
        let grown = grown(5);
        let p = &grown.program;
        let holes = p.blocks.iter().flat_map(|(_, list)| list).filter(|s| p.stmts[**s] == Stmt::Hole).count();
        assert_eq!(holes, 0);
    });
}

#[test]
fn sizes_are_met() {
    deep(|| {
        for (size, seeds) in [(200, 12), (1000, 8), (5000, 4), (30_000, 2)] {
            for seed in 0..seeds {
                let mut request = request(seed);
                request.policy.shape.size = size;
                request.policy.shape.exact_size = true;
                let grown = grow(&request).expect("a program");
                let tokens = emit::tokens(&text(&grown)) as u32;
                assert!(tokens.abs_diff(size) * 4 <= size, "seed {seed}: {tokens} tokens instead of {size}");
            }
        }
    });
}

#[test]
fn live_shares_are_met() {
    deep(|| {
        for (wanted, low, high) in [(20, 15, 35), (50, 42, 62), (100, 93, 100)] {
            let (mut live, mut all) = (0, 0);
            for seed in 0..10 {
                let mut request = request(seed);
                request.policy.shape.live = wanted;
                let grown = grow(&request).expect("a program");
                live += grown.live;
                all += grown.statements;
            }
            let share = 100 * live / all;
            assert!((low..=high).contains(&share), "{share} % live, {wanted} wanted");
        }
    });
}
