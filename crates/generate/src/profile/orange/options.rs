//! Orange's options: how many expressions, of what size and depth.

use crate::policy::Arithmetic;
use crate::profile::options::{ProfileOption, Settings, Takes};

/// What the paper has, and what we have memory for.
const MOST: u32 = 10_000;
const MOST_OPERATIONS: u64 = 1_000_000;

const fn number(name: &'static str, about: &'static str, apply: fn(&mut Settings, u32)) -> ProfileOption {
    ProfileOption { name, about, takes: Takes::Number(1, MOST), hidden: false, apply }
}

pub const OPTIONS: &[ProfileOption] = &[
    number(
        "expressions",
        "How many expressions; by default drawn for each program, with few operators where there are many",
        |s, n| s.policy.arithmetic.expressions = n,
    ),
    number("operators", "How many operators each expression has, before any are inserted", |s, n| {
        s.policy.arithmetic.operators = n;
    }),
    number("depth", "How deep operators may be nested [default: 60]", |s, n| s.policy.arithmetic.depth = n),
];

/// Whether there is a program like that.
pub fn check(a: &Arithmetic) -> Result<(), String> {
    let operations = u64::from(a.expressions) * u64::from(a.operators);
    if operations > MOST_OPERATIONS {
        return Err(format!(
            "{} expressions of {} operators are {operations} operations; ask for at most {MOST_OPERATIONS}",
            a.expressions, a.operators
        ));
    }
    let needed = u32::BITS - a.operators.leading_zeros();
    if needed > a.depth {
        return Err(format!(
            "an expression of {} operators does not fit into a depth of {}; ask for --depth {needed} or more",
            a.operators, a.depth
        ));
    }
    Ok(())
}
