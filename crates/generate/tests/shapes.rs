//! A census of the shapes that real miscompilations need: each is in at least one of fifty default programs, and enough
//! loops count in what is not their own.

use assay_generate::{Check, Grown, Policy, Request, grow};
use ir::{BlockId, ExprId, ExprKind, Program, Stmt, Storage, Target};
use std::collections::BTreeMap;

/// The names that the generator counts shapes by.
const SHAPES: &[&str] = &[
    "array loop: global counter",
    "array loop: outer counter",
    "bound: global of its own",
    "bound: second counter",
    "bound: variable",
    "counter: element",
    "counter: global",
    "counter: local",
    "counter: member",
    "counter: narrow",
    "counter: parameter",
    "counter: pointee",
    "idiom: arrays in inner scopes",
    "idiom: bit test",
    "idiom: bytes between types",
    "idiom: clamp",
    "idiom: clamp by variables",
    "idiom: negated comparison",
    "idiom: one of two places",
    "idiom: overlapping copy",
    "idiom: rotation by a variable",
    "idiom: run of fields",
    "idiom: run of stores",
    "idiom: store to one of two",
    "idiom: union on two paths",
    "library: variable count",
    "loop: do",
    "loop: endless with a break",
    "loop: for",
    "loop: goto",
    "loop: jumped into",
    "loop: while",
    "start: as it stands",
    "start: large",
    "start: negative",
    "start: small",
    "step: by a call",
    "step: by one",
    "step: by some",
    "step: divided",
    "step: multiplied",
    "union: members of different sizes",
];

const PROGRAMS: u64 = 300;

fn programs() -> Vec<Grown> {
    let request = |seed| Request {
        seed,
        target: Target::LP64,
        policy: Policy::default(),
        swarm: true,
        check: Check::Print,
    };
    (0..PROGRAMS).map(|seed| grow(&request(seed)).expect("a program")).collect()
}

/// A loop's counter, as far as its step or its body's first statement says: not a variable that the loop declares.
fn counts_elsewhere(p: &Program, stmt: &Stmt) -> Option<bool> {
    let place = |e: ExprId| match p.exprs[e].kind {
        ExprKind::IncDec(_, lhs) | ExprKind::AssignOp { lhs, .. } | ExprKind::Assign { lhs, .. } => Some(lhs),
        ExprKind::Comma(first, _) => match p.exprs[first].kind {
            ExprKind::IncDec(_, lhs) | ExprKind::AssignOp { lhs, .. } | ExprKind::Assign { lhs, .. } => {
                Some(lhs)
            }
            _ => None,
        },
        _ => None,
    };
    let step = match stmt {
        Stmt::For { step: Some(step), .. } => Some(*step),
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
            p.blocks[*body].iter().find_map(|s| match p.stmts[*s] {
                Stmt::Expr(e) => Some(e),
                _ => None,
            })
        }
        _ => return None,
    };
    Some(step.and_then(place).is_some_and(|lhs| match p.exprs[lhs].kind {
        ExprKind::Var(v) => !matches!(p.vars[v].storage, Storage::Auto | Storage::Param),
        _ => true,
    }))
}

/// The statements of what is tested, without those of the check.
fn tested(p: &Program) -> Vec<Stmt> {
    let mut open: Vec<BlockId> = p
        .funcs
        .iter()
        .filter(|(_, f)| p.name(f.name).starts_with("func_"))
        .filter_map(|(_, f)| f.body)
        .collect();
    let mut all = Vec::new();
    while let Some(block) = open.pop() {
        for stmt in &p.blocks[block] {
            all.push(p.stmts[*stmt]);
            p.stmts[*stmt].for_each_block(|inner| open.push(inner));
        }
    }
    all
}

#[test]
fn the_shapes_that_bugs_need_are_there() {
    let programs = machine::on_deep_stack(programs);
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut loops, mut elsewhere, mut fueled, mut ifs, mut empty) = (0, 0, 0, 0, 0);
    for grown in &programs {
        for name in grown.stats.policies.keys() {
            *seen.entry(name).or_default() += 1;
        }
        let p = &grown.program;
        fueled += p.globals.iter().filter(|v| p.name(p.vars[**v].name).starts_with("fuel_")).count();
        for stmt in &tested(p) {
            if let Some(found) = counts_elsewhere(p, stmt) {
                loops += 1;
                elsewhere += usize::from(found);
            }
            if let Stmt::If { then, .. } = stmt {
                ifs += 1;
                empty += usize::from(p.blocks[*then].is_empty());
            }
        }
    }
    let rare: Vec<_> = SHAPES
        .iter()
        .map(|name| (*name, seen.get(name).copied().unwrap_or(0)))
        .filter(|(_, programs)| programs * 50 < PROGRAMS)
        .collect();
    assert!(rare.is_empty(), "in fewer than 2 % of {PROGRAMS} programs: {rare:?}");
    assert!(elsewhere * 100 >= loops * 15, "{elsewhere} of {loops} loops count elsewhere");
    assert!(fueled * 100 <= loops * 15, "{fueled} of {loops} loops have fuel");
    assert!(empty * 100 <= ifs, "{empty} of {ifs} bodies are empty");
}
