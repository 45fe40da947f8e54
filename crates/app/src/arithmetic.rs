//! The options of the profile `orange`: how many expressions, of what size and depth.

use crate::failure::Failure;
use generate::{Policy, Profile};

/// What the paper has, and what we have memory for.
const MOST: i64 = 10_000;
const MOST_OPERATIONS: u64 = 1_000_000;

#[derive(clap::Args)]
#[command(next_help_heading = "Profile orange")]
pub struct Arithmetic {
    /// How many expressions; by default drawn for each program, with few operators where there are many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    expressions: Option<u32>,
    /// How many operators each expression has, before any are inserted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    operators: Option<u32>,
    /// How deep operators may be nested [default: 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    depth: Option<u32>,
}

impl Arithmetic {
    /// Writes what was asked for into the policy.
    pub fn apply(&self, policy: &mut Policy, profile: &Profile) -> Result<(), Failure> {
        let given = [("expressions", self.expressions), ("operators", self.operators), ("depth", self.depth)];
        let first = given.iter().find(|(_, value)| value.is_some());
        if let Some((name, _)) = first.filter(|_| profile.name != "orange") {
            return Err(Failure::Usage(format!(
                "--{name} is an option of another profile; add --profile orange"
            )));
        }
        let a = &mut policy.arithmetic;
        a.expressions = self.expressions.unwrap_or(a.expressions);
        a.operators = self.operators.unwrap_or(a.operators);
        a.depth = self.depth.unwrap_or(a.depth);
        let operations = u64::from(a.expressions) * u64::from(a.operators);
        if operations > MOST_OPERATIONS {
            return Err(Failure::Usage(format!(
                "{} expressions of {} operators are {operations} operations; ask for at most {MOST_OPERATIONS}",
                a.expressions, a.operators
            )));
        }
        let needed = u32::BITS - a.operators.leading_zeros();
        if needed > a.depth {
            return Err(Failure::Usage(format!(
                "an expression of {} operators does not fit into a depth of {}; ask for --depth {needed} or more",
                a.operators, a.depth
            )));
        }
        Ok(())
    }
}
