//! Orange: arithmetic programs. x-variables are initialised and read, each t-variable is assigned one expression, and
//! k-variables are inserted where an operation would be undefined or a floating value inexact.
//!
//! The statements are made first and the machine runs them once, which is when [`crate::repair::orange_int`] and
//! [`crate::repair::orange_float`] modify what would be undefined. While it runs, all variables are global; which are local is settled
//! after that, because it makes no difference to what happens.

mod expression;
mod finish;
mod options;
mod variables;

use crate::choice::{Choice, Draws, Stream};
use crate::driver::attempt::{Attempt, Check, GrowError, Grown, Request};
use crate::driver::size_search;
use crate::expr;
use crate::policy::knob::{Kind, Knobs as _};
use crate::policy::{Arithmetic, Policy};
use crate::policy::{Floats, Ints};
use crate::profile::options::{ProfileOption, Settings};
use crate::profile::{Aim, BucketSource, Profile};
use crate::state::Gen;
use ir::{FuncId, Program, Stmt, Ty};
use machine::{Config, Machine, Outcome};
use variables::Variables;

#[derive(Debug)]
pub struct Orange;

impl Profile for Orange {
    fn name(&self) -> &'static str {
        "orange"
    }

    fn about(&self) -> &'static str {
        "long arithmetic expressions of integers and exact floats"
    }

    fn policy(&self, _: Aim) -> Policy {
        policy()
    }

    fn grow_with(&self, request: &Request, draws: &Draws) -> Result<Grown, GrowError> {
        size_search::grow_by(request, draws, attempt)
    }

    fn options(&self) -> &'static [&'static [ProfileOption]] {
        &[options::OPTIONS]
    }

    fn check_options(&self, settings: &Settings) -> Result<(), String> {
        options::check(&settings.policy.arithmetic)
    }

    fn bucket_by(&self) -> BucketSource {
        BucketSource::Shape
    }
}

/// The paper's operators with the same weight each; guards only where nothing else is left.
fn policy() -> Policy {
    let mut policy = super::plain();
    policy.types.ints = Ints {
        schar: 10,
        uchar: 10,
        short: 10,
        ushort: 10,
        int: 20,
        uint: 20,
        long: 20,
        ulong: 20,
        long_long: 15,
        ulong_long: 15,
        ..Ints::default().without(Kind::Weight)
    };
    (policy.types.enums, policy.types.exact_names) = (0, 0);
    (policy.constants.hex, policy.constants.octal) = (0, 0);
    policy.types.float = 30;
    policy.types.floats = Floats { float: 40, double: 45, long_double: 15 };
    policy.types.r#const = 25;
    policy.types.volatile = 25;
    policy.types.static_global = 50;
    policy.statements.static_local = 50;
    let o = &mut policy.operators;
    for weight in [&mut o.add, &mut o.sub, &mut o.mul, &mut o.div, &mut o.rem, &mut o.shl, &mut o.shr] {
        *weight = 10;
    }
    (o.and, o.or, o.xor) = (10, 10, 0);
    // Six comparisons, two logical operators.
    policy.expressions.compare = 60;
    policy.expressions.logic = 20;
    policy.repairs.flip = 100;
    policy.repairs.orange = 100;
    policy.repairs.inserted_variable = 100;
    policy
}

/// Operations of a program of so many tokens, roughly.
const TOKENS_PER_OPERATION: u32 = 8;

fn attempt(request: &Request, draws: &Draws, attempt: u32) -> Result<Attempt, GrowError> {
    let mut policy = request.policy.clone();
    let mut ch = draws.choice(request.seed, Stream::Policy, attempt);
    if policy.shape.exact_size {
        policy.arithmetic.operations = (policy.shape.size / TOKENS_PER_OPERATION).max(1);
    }
    draw_counts(&mut policy.arithmetic, &mut ch);
    let ch = draws.choice(request.seed, Stream::Program, attempt);
    let grammar = expr::grammar(&policy);
    let generator = Gen::new(Program::new(request.target.clone()), ch, policy, grammar);
    let mut m = Machine::new(generator, Config { max_steps: 1 << 30, ..Config::default() });
    let (g, view) = m.split();
    let entry = declare_entry(g, request.check);
    let variables = Variables::make(g, &view);
    assign_all(g, entry, &variables);
    match m.run_function(entry) {
        Outcome::Finished { .. } => {}
        Outcome::Undefined(found) => return Ok(Attempt::GivenUp(found.ub.name().to_owned())),
        other => return Ok(Attempt::GivenUp(format!("{other:?}"))),
    }
    finish::finish(m, entry, &variables, request.check)
}

/// Numbers whose product is the operations, for those that are not given. The number of expressions is drawn by its
/// size: one as often as hundreds.
fn draw_counts(a: &mut Arithmetic, ch: &mut Choice) {
    let operations = a.operations.max(1);
    let size = ch.below("expressions-size", operations.ilog2() as usize + 1) as u32;
    let drawn = ch.between("expressions", 1 << size, (2 << size) - 1).min(operations);
    match (a.expressions, a.operators) {
        (0, 0) => (a.expressions, a.operators) = (drawn, (operations / drawn).max(1)),
        (0, operators) => a.expressions = (operations / operators).max(1),
        (expressions, 0) => a.operators = (operations / expressions).max(1),
        _ => {}
    }
}

/// All is in `main`, as in the paper, where it prints its marks; else in a function that `main` calls.
fn declare_entry(g: &mut Gen, check: Check) -> FuncId {
    let p = &mut g.p;
    let (name, ret) = if check == Check::Orange { ("main", Ty::INT) } else { ("test", Ty::VOID) };
    let ty = p.fn_type(ret, &[]);
    let func = p.add_func(name, ty, &[]);
    p.funcs[func].body = Some(p.push_block(Vec::new()));
    func
}

/// `t0 = …; t1 = …;`
fn assign_all(g: &mut Gen, entry: FuncId, variables: &Variables) {
    let Some(body) = g.p.funcs[entry].body else { return };
    for at in 0..variables.results.len() {
        let mark = g.mark();
        let Some(e) = expression::assignment(g, variables, at) else { continue };
        let stmt = g.p.append(body, Stmt::Expr(e));
        g.own(mark, stmt, None);
        *g.stats.statements.entry("expression").or_default() += 1;
    }
}
