//! How each program draws a policy of its own around a given one, and how a policy is made to agree with itself.

use super::features::Feature;
use super::knob::{Moved, Row, Slot, join};
use super::{Change, Changes, Policy, Swarm};
use crate::choice::Choice;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// How likely the options of swarm's draws are beside what is usual, in per cent, by the draw's name and the option's. What is
/// not named is as usual.
pub type Odds = BTreeMap<String, BTreeMap<String, u32>>;

/// What one draw of swarm came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The draw.
    pub draw: String,
    /// What it came to.
    pub option: &'static str,
}

/// What becomes of a weight: none, a third or the same, twice or four times.
const WEIGHT: [&str; 3] = ["none", "usual", "much"];

/// Which of these a change is.
fn option(change: Change) -> usize {
    match change {
        Change::Nothing => 0,
        Change::Third | Change::Same => 1,
        Change::Twice | Change::FourTimes => 2,
    }
}

fn changed(weight: u32, change: Change) -> u32 {
    match change {
        Change::Nothing => 0,
        Change::Third => weight / 3,
        Change::Same => weight,
        Change::Twice => weight * 2,
        Change::FourTimes => weight * 4,
    }
}
/// The thirds of a range.
const RANGE: [&str; 3] = ["low", "middle", "high"];
/// What a program has or has not.
const SELDOM_OPTIONS: [&str; 2] = ["without", "with"];

/// What only some programs have: where it is in all of them, it stands in the way of other things.
struct Seldom {
    feature: &'static str,
    draw: &'static str,
    share: fn(&Swarm) -> u32,
}

const SELDOM: [Seldom; 3] = [
    Seldom { feature: "int128", draw: "has-int128", share: |s| s.int128 },
    Seldom { feature: "switch", draw: "has-switch", share: |s| s.switch },
    Seldom { feature: "floats", draw: "has-floats", share: |s| s.floats },
];

impl Policy {
    /// A policy of this program's own, drawn around a base: some features are off, others more frequent. And what was drawn.
    pub fn swarm(base: &Policy, ch: &mut Choice) -> (Policy, Vec<Drawn>) {
        // What is drawn by odds has none itself.
        let mut policy = Policy { learned: Odds::new(), ..base.clone() };
        let mut draws = Draws { ch, odds: &base.learned, drawn: Vec::new() };
        let (least, most) = (base.shape.size * 2 / 3, base.shape.size * 4 / 3);
        let drawn = draws.within("size", [least, most]);
        policy.shape.size = if base.shape.exact_size { base.shape.size } else { drawn };
        let changes: HashMap<String, Change> =
            moved().iter().map(|name| (name.clone(), draws.change(name, &base.swarm.changes))).collect();
        policy.visit(&mut |section: &str, row: &Row, slot: Slot| {
            if let (Moved::BySwarm, Slot::Number(weight)) = (row.moved, slot)
                && let Some(change) = changes.get(&join(section, row.name))
            {
                *weight = changed(*weight, *change);
            }
        });
        policy.keep_the_indispensable();
        policy.shape.expression_tokens = draws.within("expression-tokens", base.swarm.expression_tokens);
        policy.shape.max_block_statements = draws.within("block-statements", base.swarm.block_statements);
        policy.shape.max_block_depth = draws.within("block-depth", base.swarm.block_depth);
        policy.shape.max_functions = draws.within("functions", base.swarm.functions);
        for Seldom { feature, draw, share } in SELDOM {
            let share = share(&base.swarm);
            if share < 100 && !draws.has(draw, share) {
                let feature = Feature::find(feature).expect("a row of the features");
                feature.turn_off(&mut policy);
            }
        }
        let drawn = draws.drawn;
        (policy, drawn)
    }

    /// What nothing can do without.
    fn keep_the_indispensable(&mut self) {
        self.statements.assign = self.statements.assign.max(10);
        self.expressions.variable = self.expressions.variable.max(10);
        self.expressions.constant = self.expressions.constant.max(5);
        self.expressions.binary = self.expressions.binary.max(10);
        self.types.ints.int = self.types.ints.int.max(2);
        self.constants.small = self.constants.small.max(5);
        self.constants.changes.same = self.constants.changes.same.max(1);
        self.types.roles.mixed = self.types.roles.mixed.max(1);
        self.operators.add = self.operators.add.max(2);
    }

    /// Where nearly all code is to run, nothing is made that would not: branches are taken, jumps are left out.
    pub fn settle(&mut self) {
        const NEARLY_ALL: u32 = 90;
        if self.shape.live <= NEARLY_ALL {
            return;
        }
        let s = &mut self.statements;
        s.taken = 100;
        for weight in [
            &mut s.r#else,
            &mut s.switch,
            &mut s.goto_forward,
            &mut s.goto_over,
            &mut s.r#break,
            &mut s.r#continue,
            &mut s.r#return,
        ] {
            *weight = 0;
        }
    }
}

/// The knobs that swarm moves, in the order of the draws: those of [`FIRST`], then the others as their rows stand.
fn moved() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut rows = Vec::new();
        Policy::default().visit(&mut |section: &str, row: &Row, _: Slot| {
            if row.moved == Moved::BySwarm {
                rows.push(join(section, row.name));
            }
        });
        let first = |name: &String| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len());
        rows.sort_by_key(first);
        rows
    });
    &NAMES
}

/// What is drawn before the rest, in this order: a new knob does not change what the same seed draws for these.
const FIRST: &[&str] = &[
    "statements.assign",
    "statements.compound_assign",
    "statements.increment",
    "statements.pointer_assign",
    "statements.record_assign",
    "statements.call",
    "statements.indirect_call",
    "statements.recurse",
    "statements.declare",
    "statements.if",
    "statements.for",
    "statements.while",
    "statements.do_while",
    "statements.switch",
    "statements.goto_forward",
    "statements.goto_over",
    "statements.goto_back",
    "statements.break",
    "statements.continue",
    "statements.return",
    "statements.block",
    "statements.array_loop",
    "statements.idiom",
    "statements.effect",
    "statements.promise",
    "statements.expect",
    "expressions.constant",
    "expressions.variable",
    "expressions.binary",
    "expressions.compare",
    "expressions.unary",
    "expressions.cast",
    "expressions.conditional",
    "expressions.logic",
    "expressions.comma",
    "expressions.assign",
    "expressions.increment",
    "expressions.call",
    "expressions.inner_call",
    "expressions.dereference",
    "expressions.pointer_test",
    "operators.add",
    "operators.sub",
    "operators.mul",
    "operators.div",
    "operators.rem",
    "operators.shl",
    "operators.shr",
    "operators.and",
    "operators.or",
    "operators.xor",
    "constants.small",
    "constants.limit",
    "constants.bits",
    "constants.any",
    "constants.reused",
    "types.array",
    "types.record",
    "types.pointer",
    "types.union",
    "types.bit_field",
    "types.packed",
    "types.volatile",
    "types.const",
    "types.enums",
    "types.function_pointer",
    "types.pointer_offset",
    "types.pointer_index",
    "types.string_init",
    "statements.float_assign",
    "statements.move_pointer",
    "statements.walk_loop",
    "statements.heap",
    "statements.library",
    "expressions.float_compare",
    "expressions.float_to_int",
    "expressions.pointer_pair",
    "expressions.character",
    "expressions.enum_constant",
    "types.float",
    "types.ints.bool",
    "types.ints.char",
    "types.ints.schar",
    "types.ints.uchar",
    "types.ints.short",
    "types.ints.ushort",
    "types.ints.int",
    "types.ints.uint",
    "types.ints.long",
    "types.ints.ulong",
    "types.ints.long_long",
    "types.ints.ulong_long",
    "types.ints.int128",
    "types.ints.uint128",
    "types.roles.mixed",
    "types.roles.input",
    "types.roles.output",
    "statements.targets.local",
    "statements.targets.mixed",
    "statements.targets.output",
    "statements.targets.element",
    "statements.targets.member",
    "statements.targets.indirection",
    "expressions.leaves.scalar",
    "expressions.leaves.element",
    "expressions.leaves.member",
    "expressions.leaves.indirection",
    "operators.contexts.additive",
    "operators.contexts.bitwise",
    "operators.contexts.logical",
    "operators.contexts.multiplicative",
    "operators.contexts.bitwise_shift",
    "operators.contexts.additive_multiplicative",
    "constants.changes.same",
    "constants.changes.negated",
    "constants.changes.complement",
    "cxx.arrays.plain",
    "cxx.arrays.std_array",
    "cxx.arrays.vector",
    "cxx.arrays.valarray",
    "constants.all_constant_region",
    "constants.half_constant_region",
    "expressions.common",
    "expressions.remember",
    "expressions.region",
    "expressions.block_region",
    "types.known_record",
    "cxx.at",
    "cxx.member",
    "types.wide_bit_field",
    "statements.vector_assign",
    "types.vector",
    "levels.pointer_field",
    "levels.function_field",
    "levels.const_field",
    "levels.volatile_field",
    "levels.to_volatile",
    "levels.inner_const",
    "levels.inner_volatile",
    "levels.const_local",
    "levels.volatile_local",
    "levels.const_pointer",
    "levels.volatile_pointer",
    "levels.const_array",
    "levels.returned_function",
];

/// The draws of one policy.
struct Draws<'c, 'o> {
    ch: &'c mut Choice,
    odds: &'o Odds,
    drawn: Vec<Drawn>,
}

impl Draws<'_, '_> {
    fn odds<const N: usize>(&self, draw: &str, options: [&str; N]) -> Option<[u32; N]> {
        let row = self.odds.get(draw)?;
        Some(options.map(|option| row.get(option).copied().unwrap_or(100)))
    }

    fn note(&mut self, draw: &str, options: &[&'static str], at: usize) {
        self.drawn.push(Drawn { draw: draw.to_owned(), option: options[at] });
    }

    /// What becomes of a weight.
    fn change(&mut self, draw: &str, changes: &Changes) -> Change {
        let odds = self.odds(draw, WEIGHT);
        let weigh = |(change, weight): (Change, u32)| {
            odds.map_or(weight, |odds| weight.saturating_mul(odds[option(change)]))
        };
        let drawn = self.ch.weighted("swarm", changes.rows().map(weigh));
        let change = drawn.and_then(|at| changes.rows().nth(at)).map_or(Change::Same, |(change, _)| change);
        self.note(draw, &WEIGHT, option(change));
        change
    }

    /// Whether a program has what only a share of them, in per cent, has.
    fn has(&mut self, draw: &'static str, share: u32) -> bool {
        let [without, with] = self.odds(draw, SELDOM_OPTIONS).unwrap_or([1; 2]);
        let (with, without) = (share.saturating_mul(with), (100 - share).saturating_mul(without));
        let has = self.ch.below(draw, (with + without) as usize) < with as usize;
        self.note(draw, &SELDOM_OPTIONS, usize::from(has));
        has
    }

    /// A number of a range, which is cut into thirds.
    fn within(&mut self, draw: &'static str, [low, high]: [u32; 2]) -> u32 {
        let count = high.saturating_sub(low) + 1;
        let third = |number: u32| (u64::from(number - low) * 3 / u64::from(count)) as usize;
        let number = match self.odds(draw, RANGE) {
            None => self.ch.between(draw, low, high),
            Some(odds) => {
                let rows = (low..=high).map(|number| odds[third(number)]);
                low + self.ch.weighted(draw, rows).unwrap_or(0) as u32
            }
        };
        self.note(draw, &RANGE, third(number));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Stream;

    fn drawn(base: &Policy, seed: u64) -> (Policy, Vec<Drawn>) {
        Policy::swarm(base, &mut Choice::new(seed, Stream::Policy, 0))
    }

    /// In how many of many programs a draw came to an option.
    fn count(base: &Policy, draw: &str, option: &str) -> usize {
        let is = |one: &Drawn| one.draw == draw && one.option == option;
        (0..1000).filter(|seed| drawn(base, *seed).1.iter().any(is)).count()
    }

    #[test]
    fn odds_that_are_all_alike_change_nothing() {
        let plain = Policy::default();
        let mut alike = plain.clone();
        for one in drawn(&plain, 1).1 {
            let options = [&WEIGHT[..], &RANGE, &SELDOM_OPTIONS].concat();
            let row = options.into_iter().map(|option| (option.to_owned(), 70)).collect();
            alike.learned.insert(one.draw, row);
        }
        for seed in 0..50 {
            assert_eq!(drawn(&alike, seed), drawn(&plain, seed));
        }
    }

    #[test]
    fn odds_make_options_more_or_less_likely() {
        let plain = Policy::default();
        let mut tilted = plain.clone();
        for (draw, option, odds) in [
            ("statements.goto_back", "none", 25),
            ("statements.goto_back", "much", 400),
            ("has-int128", "with", 300),
            ("size", "high", 400),
        ] {
            tilted.learned.entry(draw.to_owned()).or_default().insert(option.to_owned(), odds);
        }
        for (draw, option, usual, now) in [
            ("statements.goto_back", "none", 60..140, 5..40),
            ("statements.goto_back", "much", 160..240, 450..580),
            ("has-int128", "with", 160..240, 380..480),
            ("size", "high", 290..380, 620..720),
            ("statements.switch", "none", 60..140, 60..140),
        ] {
            assert!(usual.contains(&count(&plain, draw, option)), "{draw}: {}", count(&plain, draw, option));
            assert!(now.contains(&count(&tilted, draw, option)), "{draw}: {}", count(&tilted, draw, option));
        }
    }

    #[test]
    fn what_is_drawn_first_is_a_knob_that_moves() {
        let stray: Vec<_> = FIRST.iter().filter(|name| !moved().iter().any(|known| known == *name)).collect();
        assert!(stray.is_empty(), "{stray:?}");
    }

    #[test]
    fn each_draw_has_a_name_of_its_own() {
        let mut names: Vec<String> = drawn(&Policy::default(), 1).1.into_iter().map(|one| one.draw).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
