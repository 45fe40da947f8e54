//! The profile `edge`: Csmith's programs with its restrictions relaxed, as CsmithEdge does it. Each program draws which
//! of the seven relaxations it has, at which rates, and how its guards are written. These draws and the seed make the
//! *seed string* of the paper, `1621474906,2,0.8,0,0,0,0.3,0,0`, which gives the same program again.

use super::options::{ProfileOption, Settings, Takes};
use super::{Aim, Profile, Seeds, csmith};
use crate::choice::{Choice, Draws, Stream};
use crate::driver::attempt;
use crate::driver::attempt::{GrowError, Grown, Request};
use crate::policy::{GuardStyles, Policy, Rates, Relax};
use std::fmt;
use std::str::FromStr;

/// A relaxation of CsmithEdge's table 1: its name, and the highest rate in per cent for either aim. The lowest is 0.
pub struct Relaxation {
    /// Its name on the command line.
    pub name: &'static str,
    /// The highest rate in programs that are only compiled.
    pub crash: u32,
    /// The highest rate in programs that are run.
    pub wrong_code: u32,
}

/// All relaxations, in the order of their rates in a seed string.
pub const RELAXATIONS: [Relaxation; 7] = [
    Relaxation { name: "null dereferences", crash: 100, wrong_code: 100 },
    Relaxation { name: "dangling pointer dereferences", crash: 100, wrong_code: 100 },
    Relaxation { name: "variable initialisation", crash: 100, wrong_code: 35 },
    Relaxation { name: "locations associated with goto", crash: 100, wrong_code: 100 },
    Relaxation { name: "array bounds", crash: 100, wrong_code: 25 },
    Relaxation { name: "passing the addresses of parameters", crash: 100, wrong_code: 50 },
    Relaxation { name: "read/write and write/write conflicts", crash: 100, wrong_code: 0 },
];

/// The weights of inline conditionals, functions and macros for each style of the seed string.
pub const STYLES: [GuardStyles; 3] = [
    GuardStyles { inline: 0, function: 1, r#macro: 0 },
    GuardStyles { inline: 0, function: 0, r#macro: 1 },
    GuardStyles { inline: 0, function: 1, r#macro: 1 },
];

#[derive(Debug)]
pub struct Edge;

impl Profile for Edge {
    fn name(&self) -> &'static str {
        "edge"
    }

    fn about(&self) -> &'static str {
        "Csmith's programs with its restrictions relaxed, and the guards it does not need dropped"
    }

    fn policy(&self, aim: Aim) -> Policy {
        policy(aim)
    }

    fn grow_with(&self, request: &Request, draws: &Draws) -> Result<Grown, GrowError> {
        grow(request, draws)
    }

    fn options(&self) -> &'static [&'static [ProfileOption]] {
        &[csmith::options::OPTIONS, OPTIONS]
    }

    fn seeds(&self) -> Seeds {
        Seeds::Strings
    }
}

const fn rate(name: &'static str, about: &'static str, apply: fn(&mut Settings, u32)) -> ProfileOption {
    ProfileOption { name, about, takes: Takes::Number(0, 100), hidden: false, apply }
}

const OPTIONS: &[ProfileOption] = &[
    ProfileOption {
        name: "undefined",
        about: "What happens to undefined behaviour that a relaxation made: repair it or reject the program",
        takes: Takes::Word(&["repair", "reject"]),
        hidden: false,
        apply: |s, n| s.policy.relax.repair = n == 0,
    },
    rate("drop-guards", "Guards to drop of those that never step in, in per cent", |s, n| {
        s.policy.manner.drop_unneeded = n;
    }),
];

fn policy(aim: Aim) -> Policy {
    let mut policy = csmith::policy(aim);
    policy.manner.drop_unneeded = 100;
    policy.repairs.another_pointer = 30;
    policy.relax = Relax { draw: true, operator_index: 15, ..Relax::default() };
    policy.relax.high = Rates::of(RELAXATIONS.map(|r| match aim {
        Aim::WrongCode => r.wrong_code,
        Aim::Crash => r.crash,
    }));
    policy.relax.compile_only = aim == Aim::Crash;
    policy
}

fn grow(request: &Request, draws: &Draws) -> Result<Grown, GrowError> {
    let mut request = request.clone();
    let mut ch = draws.choice(request.seed, Stream::Policy, 0);
    draw(&mut request.policy, &mut ch);
    attempt::grow_with(&request, draws)
}

/// Draws what is still to be drawn, and tells the engine of the rates.
fn draw(policy: &mut Policy, ch: &mut Choice) {
    let (relax, odds) = (&mut policy.relax, &policy.odds);
    if std::mem::replace(&mut relax.draw, false) {
        policy.repairs.styles = STYLES[ch.below("guard-style-of-program", STYLES.len())].clone();
        let (low, high) = (relax.low.all(), relax.high.all());
        relax.rates = Rates::of(std::array::from_fn(|i| {
            let drawn = ch.between("relaxation-rate", low[i], high[i]);
            if ch.chance("relaxation", odds.relaxation) { drawn } else { 0 }
        }));
    }
    // Without a relaxation it is Csmith's program.
    if relax.rates.bounds == 0 {
        relax.operator_index = 0;
    }
    if relax.rates.null == 0 {
        policy.repairs.another_pointer = 0;
    }
    policy.repairs.wild_pointer = relax.rates.null;
    policy.repairs.wild_index = relax.rates.bounds;
    policy.repairs.short_lived = relax.rates.dangling;
}

/// CsmithEdge's seed: the generator's, the style of guards, and the rates in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedString {
    /// The seed.
    pub seed: u64,
    /// 0 functions, 1 macros, 2 a mixture.
    pub style: usize,
    /// In per cent.
    pub rates: [u32; 7],
}

impl SeedString {
    /// That of a program, by the policy it was grown with.
    pub fn of(seed: u64, policy: &Policy) -> Self {
        let styles = &policy.repairs.styles;
        let style = match (styles.function > 0, styles.r#macro > 0) {
            (true, true) => 2,
            (false, true) => 1,
            _ => 0,
        };
        SeedString { seed, style, rates: policy.relax.rates.all() }
    }

    /// Leaves nothing to be drawn.
    pub fn apply(&self, policy: &mut Policy) {
        policy.repairs.styles = STYLES[self.style].clone();
        policy.relax.rates = Rates::of(self.rates);
        policy.relax.draw = false;
    }
}

impl fmt::Display for SeedString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.seed, self.style)?;
        self.rates.iter().try_for_each(|rate| match rate {
            0 | 100 => write!(f, ",{}", rate / 100),
            _ if rate % 10 == 0 => write!(f, ",0.{}", rate / 10),
            _ => write!(f, ",0.{rate:02}"),
        })
    }
}

/// A text that is no seed string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a seed string has a seed, a style (0 functions, 1 macros, 2 mixture) and seven rates from 0 to 1, as in \
     1621474906,2,0.8,0,0,0,0.3,0,0"
)]
pub struct NoSeedString;

impl FromStr for SeedString {
    type Err = NoSeedString;

    fn from_str(text: &str) -> Result<Self, NoSeedString> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [seed, style, rates @ ..] = parts.as_slice() else { return Err(NoSeedString) };
        let seed = seed.parse().map_err(|_| NoSeedString)?;
        let style = style.parse().ok().filter(|style| *style < STYLES.len()).ok_or(NoSeedString)?;
        let rates: Option<Vec<u32>> = rates.iter().map(|rate| percent(rate)).collect();
        let rates = rates.and_then(|rates| rates.try_into().ok()).ok_or(NoSeedString)?;
        Ok(SeedString { seed, style, rates })
    }
}

fn percent(text: &str) -> Option<u32> {
    let rate: f64 = text.parse().ok()?;
    (0.0..=1.0).contains(&rate).then(|| (rate * 100.0).round() as u32)
}
