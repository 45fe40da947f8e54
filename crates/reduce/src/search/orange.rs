//! Orange's way to a small program: its four transformations in its order, each taken whenever the failure stays,
//! whatever the program's length. They are proposals like those of the passes; what is Orange's is which expressions they
//! are about, and what comes after what.
//!
//! 1. Expression elimination: what is assigned becomes the value that it has.
//! 2. Top-down: what is assigned becomes one of its operands.
//! 3. Bottom-up: variables and operations become their values.
//! 4. Values and types: smaller constants, simpler types, no qualifiers and classes.
//!
//! A program that compares its results with expected values is given those of the candidate each time.
//!
//! The first time, (1) tries all and then halves, and (3) goes from the root down, so that a large operand goes at once;
//! later, when little is left, both go one by one.

use crate::edit::Edit;
use crate::interesting::expected::visible;
use crate::interesting::trace::{Trace, is_constant};
use crate::passes::{Group, Growth, ORANGE_LAST, ORANGE_REST, Pass, Propose};
use crate::search::engine::Engine;
use crate::search::grain::Grain;
use crate::search::pass_queue::PassQueue;
use ir::visit;
use ir::{ExprId, ExprKind, Program, Stmt};

/// How (1) and (3) look for what can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    Binary,
    Linear,
}

pub(crate) fn run(engine: &mut Engine<'_>) {
    let mut manner = Manner::Binary;
    while !engine.is_over() {
        minimise(engine, &mut manner);
        if !engine.round(&ORANGE_LAST, Grain::Single) {
            break;
        }
    }
    while !engine.is_over() && engine.round(&ORANGE_REST, Grain::Single) {}
}

/// (1) to (3), until neither (2) nor (3) finds anything more.
fn minimise(engine: &mut Engine<'_>, manner: &mut Manner) {
    while !engine.is_over() {
        while try_all(engine, "expression elimination", eliminations, grain(*manner)) {}
        loop {
            let mut down = false;
            while try_all(engine, "top-down", operands, Grain::Single) {
                down = true;
            }
            let up = bottom_up(engine, std::mem::replace(manner, Manner::Linear));
            match (down, up) {
                _ if engine.is_over() => return,
                (_, true) => {}
                (true, false) => break,
                (false, false) => return,
            }
        }
    }
}

fn grain(manner: Manner) -> Grain {
    match manner {
        Manner::Binary => Grain::Single,
        Manner::Linear => Grain::Linear,
    }
}

/// Tries what is proposed for the program as it is, and takes away what nothing mentions after that.
fn try_all(engine: &mut Engine<'_>, name: &'static str, propose: Propose, grain: Grain) -> bool {
    if engine.is_over() {
        return false;
    }
    let changed = engine.round(&[Pass { name, propose, growth: Growth::Allowed }], grain);
    if changed {
        engine.round(&ORANGE_REST, Grain::Single);
    }
    changed
}

/// (3). From the root: first the operands of what is assigned, then the operands of those that had to stay, and so on.
fn bottom_up(engine: &mut Engine<'_>, manner: Manner) -> bool {
    const NAME: &str = "bottom-up";
    if manner == Manner::Linear {
        return try_all(engine, NAME, leaves, Grain::Linear);
    }
    let mut changed = false;
    let mut depth = 1;
    while !engine.is_over() {
        let trace = engine.trace();
        let level = at_depth(&trace.program, depth);
        if level.is_empty() {
            break;
        }
        let groups = values(&trace, level);
        let pass = Pass { name: NAME, propose: leaves, growth: Growth::Allowed };
        changed |= engine.search(PassQueue::given(pass, groups, Grain::Single, trace)).has_changed();
        depth += 1;
    }
    changed
}

// --- what is proposed ---

/// What is assigned to variables, or initialises local ones, without the conversions that C makes by itself.
fn assigned(p: &Program) -> Vec<ExprId> {
    let mut all = Vec::new();
    for site in visit::statements(p) {
        match p.stmts[site.stmt] {
            Stmt::Expr(e) => {
                if let ExprKind::Assign { rhs, .. } = p.exprs[e].kind {
                    all.push(visible(p, rhs));
                }
            }
            Stmt::Decl(_) => all.extend(visit::roots(p, site.stmt).into_iter().map(|e| visible(p, e))),
            _ => {}
        }
    }
    all.retain(|e| !is_constant(p, *e));
    all
}

fn values(trace: &Trace, all: Vec<ExprId>) -> Vec<Group> {
    all.into_iter().filter_map(|e| Some(vec![Edit::Literal(e, trace.constant(e)?)])).collect()
}

fn eliminations(trace: &Trace) -> Vec<Group> {
    values(trace, assigned(&trace.program))
}

fn operands(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let of = |e: &ExprId| match p.exprs[*e].kind {
        ExprKind::Binary(..) | ExprKind::Logic(..) => 2,
        ExprKind::Unary(..) | ExprKind::Cast(_) => 1,
        _ => 0,
    };
    assigned(p).into_iter().flat_map(|e| (0..of(&e)).map(move |n| vec![Edit::Operand(e, n)])).collect()
}

/// Variables, and operations on constants.
fn leaves(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut all = Vec::new();
    for root in assigned(p) {
        visit::tree(p, root, &mut |e| {
            if e != root && is_leaf(p, e) {
                all.push(e);
            }
        });
    }
    values(trace, all)
}

fn is_leaf(p: &Program, e: ExprId) -> bool {
    let mut constant = true;
    p.for_each_child(e, |operand| constant &= is_constant(p, operand));
    let hidden = matches!(p.exprs[e].kind, ExprKind::Convert(_) | ExprKind::Decay(_) | ExprKind::Func(_));
    constant && !hidden && !is_constant(p, e)
}

/// The operands that are so many operations below what is assigned, and no constants yet.
fn at_depth(p: &Program, depth: usize) -> Vec<ExprId> {
    let mut level = assigned(p);
    for _ in 0..depth {
        let mut next = Vec::new();
        for e in level {
            p.for_each_child(e, |operand| next.push(visible(p, operand)));
        }
        next.retain(|e| !is_constant(p, *e));
        level = next;
    }
    level
}
