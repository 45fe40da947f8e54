//! How each program draws a policy of its own around a given one, and how a policy is made to agree with itself.

use super::features::Feature;
use super::{Policy, Swarm};
use crate::choice::Choice;
use std::collections::BTreeMap;

/// How likely the options of swarm's draws are beside what is usual, in per cent, by the draw's name and the option's. What is
/// not named is as usual.
pub type Odds = BTreeMap<String, BTreeMap<String, u32>>;

/// What one draw of swarm came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    pub draw: String,
    pub option: &'static str,
}

/// What becomes of a weight: none, a third or the same, twice or four times.
const WEIGHT: [&str; 3] = ["none", "usual", "much"];
/// The option of each of [`Swarm::changes`].
const CHANGES: [usize; 5] = [0, 1, 1, 2, 2];
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

/// Adds weights under the names of their fields: `statement goto_back`.
macro_rules! named {
    ($all:ident, $($from:ident $section:literal: $($field:ident),+;)+) => {
        $($($all.push((format!("{} {}", $section, stringify!($field).trim_start_matches("r#")), &mut $from.$field));)+)+
    };
}

impl Policy {
    /// A policy of this program's own, drawn around a base: some features are off, others more frequent. And what was drawn.
    pub fn swarm(base: &Policy, ch: &mut Choice) -> (Policy, Vec<Drawn>) {
        // What is drawn by odds has none itself.
        let swarm = Swarm { odds: Odds::new(), ..base.swarm.clone() };
        let mut policy = Policy { swarm, ..base.clone() };
        let mut draws = Draws { ch, odds: &base.swarm.odds, drawn: Vec::new() };
        let (least, most) = (base.shape.size * 2 / 3, base.shape.size * 4 / 3);
        let drawn = draws.within("size", [least, most]);
        policy.shape.size = if base.shape.exact_size { base.shape.size } else { drawn };
        for (name, weight) in policy.weights_mut() {
            *weight = match draws.change(&name, base.swarm.changes) {
                Some(0) => 0,
                Some(1) => *weight / 3,
                Some(3) => *weight * 2,
                Some(4) => *weight * 4,
                _ => *weight,
            };
        }
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
        self.types.ints[6] = self.types.ints[6].max(2);
        self.constants.small = self.constants.small.max(5);
        self.constants.changes[0] = self.constants.changes[0].max(1);
        self.types.parts[0] = self.types.parts[0].max(1);
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

    /// The relative weights, which swarm moves, with the names of their draws.
    fn weights_mut(&mut self) -> Vec<(String, &mut u32)> {
        let s = &mut self.statements;
        let e = &mut self.expressions;
        let o = &mut self.operators;
        let c = &mut self.constants;
        let t = &mut self.types;
        let x = &mut self.cxx;
        let mut all: Vec<(String, &mut u32)> = Vec::new();
        named!(all,
            s "statement":
                assign, compound_assign, increment, pointer_assign, record_assign, call, indirect_call,
                recurse, declare, r#if, r#for, r#while, do_while, switch, goto_forward, goto_over,
                goto_back, r#break, r#continue, r#return, block, array_loop, idiom, effect, promise,
                expect;
            e "expression":
                constant, variable, binary, compare, unary, cast, conditional, logic, comma, assign,
                increment, call, inner_call, dereference, pointer_test;
            o "operator":
                add, sub, mul, div, rem, shl, shr, and, or, xor;
            c "constant":
                small, limit, bits, any, reused;
            t "type":
                array, record, pointer, union, bit_field, packed, volatile, r#const, enums,
                function_pointer, pointer_offset, pointer_index, string_init;
            s "statement":
                float_assign, move_pointer, walk_loop, heap, library;
            e "expression":
                float_compare, float_to_int, pointer_pair, character, enum_constant;
        );
        // Without floating variables there is no floating arithmetic but on constants.
        named!(all, t "type": float;);
        listed(&mut all, "type ints", &mut t.ints);
        listed(&mut all, "type parts", &mut t.parts);
        listed(&mut all, "statement targets", &mut s.targets);
        listed(&mut all, "expression leaves", &mut e.leaves);
        listed(&mut all, "operator contexts", &mut o.contexts);
        listed(&mut all, "constant changes", &mut c.changes);
        listed(&mut all, "cxx arrays", &mut x.arrays);
        named!(all,
            c "constant": all_constant_region, half_constant_region;
            e "expression": common, remember, region, block_region;
            t "type": known_record;
            x "cxx": at, member;
            t "type": wide_bit_field;
            s "statement": vector_assign;
            t "type": vector;
        );
        listed(&mut all, "levels", self.levels.all_mut());
        all
    }
}

fn listed<'p>(
    all: &mut Vec<(String, &'p mut u32)>,
    name: &str,
    weights: impl IntoIterator<Item = &'p mut u32>,
) {
    all.extend(weights.into_iter().enumerate().map(|(at, weight)| (format!("{name} {at}"), weight)));
}

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

    /// Which of the changes a weight takes.
    fn change(&mut self, draw: &str, changes: [u32; 5]) -> Option<usize> {
        let odds = self.odds(draw, WEIGHT);
        let rows = changes.into_iter().zip(CHANGES);
        let rows =
            rows.map(|(weight, option)| odds.map_or(weight, |odds| weight.saturating_mul(odds[option])));
        let change = self.ch.weighted("swarm", rows);
        self.note(draw, &WEIGHT, CHANGES[change.unwrap_or(2)]);
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
            alike.swarm.odds.insert(one.draw, row);
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
            ("statement goto_back", "none", 25),
            ("statement goto_back", "much", 400),
            ("has-int128", "with", 300),
            ("size", "high", 400),
        ] {
            tilted.swarm.odds.entry(draw.to_owned()).or_default().insert(option.to_owned(), odds);
        }
        for (draw, option, usual, now) in [
            ("statement goto_back", "none", 60..140, 5..40),
            ("statement goto_back", "much", 160..240, 450..580),
            ("has-int128", "with", 160..240, 380..480),
            ("size", "high", 290..380, 620..720),
            ("statement switch", "none", 60..140, 60..140),
        ] {
            assert!(usual.contains(&count(&plain, draw, option)), "{draw}: {}", count(&plain, draw, option));
            assert!(now.contains(&count(&tilted, draw, option)), "{draw}: {}", count(&tilted, draw, option));
        }
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
