//! Flags that tests draw beside the level. They do not change the meaning of programs, so the output is known with them,
//! too; many bugs show only when a pass that usually cleans up behind another one is left out, or for another processor.
//!
//! What a compiler takes is asked once, at the start of a campaign ([`crate::testing::probes::flags`]), and stored with it: a draw is
//! a pure function of the test's seed and of that list.

use crate::draw::learn::{FLAGS, HAS_FLAGS, Odds, WITH, WITHOUT};
use crate::draw::seed::{Purpose, draw, weighted};

/// At most so many in one test.
pub const MOST: usize = 4;

/// What an entry of a list is about. Lists of parameters are long, and would leave nothing to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Optimisation,
    Parameter,
    Machine,
}

const CLASSES: [(Class, u32); 3] = [(Class::Optimisation, 6), (Class::Parameter, 2), (Class::Machine, 2)];

fn class(entry: &str) -> Class {
    match entry {
        _ if entry.starts_with("--param") => Class::Parameter,
        _ if entry.starts_with("-mllvm") => Class::Optimisation,
        _ if entry.starts_with("-m") => Class::Machine,
        _ => Class::Optimisation,
    }
}

/// Two entries with the same key contradict each other, or are the same.
fn key(entry: &str) -> &str {
    if entry.starts_with("-fprofile-") {
        return "profile";
    }
    let name = entry.split('=').next().unwrap_or(entry);
    let entry = if name == "--param" { entry.rsplit_once('=').map_or(entry, |row| row.0) } else { name };
    entry.strip_prefix("-fno-").or(entry.strip_prefix("-f")).unwrap_or(entry)
}

/// What a test draws from a list: nothing in half of the tests, else one to four entries.
pub(crate) fn drawn(from: &[String], most: usize, seed: u64, odds: &Odds) -> Vec<String> {
    let number = |n: u64| draw(seed, Purpose::Flags, n);
    let none = if odds.leaves(HAS_FLAGS) {
        number(0).is_multiple_of(2)
    } else {
        let (with, without) = (odds.of(HAS_FLAGS, WITH), odds.of(HAS_FLAGS, WITHOUT));
        number(0) % u64::from(with + without) < u64::from(without)
    };
    if from.is_empty() || none {
        return Vec::new();
    }
    let mut entries: Vec<&String> = Vec::new();
    for n in 0..=number(1) % most.max(1) as u64 {
        let Some(wanted) = weighted(&CLASSES, number(2 + 2 * n)) else { continue };
        let of_class: Vec<&String> = from.iter().filter(|entry| class(entry) == wanted).collect();
        let all = if of_class.is_empty() { from.iter().collect() } else { of_class };
        let entry = all[one_of(&all, number(3 + 2 * n), odds)];
        if entries.iter().all(|other| key(other) != key(entry)) {
            entries.push(entry);
        }
    }
    entries.into_iter().cloned().collect()
}

/// Whether an entry can stand beside what was drawn already.
pub(crate) fn agrees(words: &[String], entry: &str) -> bool {
    entries(words).iter().all(|other| key(&other.join(" ")) != key(entry))
}

/// So many entries of a list.
pub(crate) fn some_of(from: &[String], count: usize, seed: u64, odds: &Odds) -> Vec<String> {
    let mut pool: Vec<&String> = from.iter().collect();
    let mut entries = Vec::new();
    for n in 0..count.min(pool.len()) {
        let at = one_of(&pool, draw(seed, Purpose::Flags, n as u64), odds);
        entries.push(pool.swap_remove(at).clone());
    }
    entries
}

/// Where the entry is that a number draws.
fn one_of(entries: &[&String], number: u64, odds: &Odds) -> usize {
    if odds.leaves(FLAGS) {
        return (number % entries.len().max(1) as u64) as usize;
    }
    let rows: Vec<(usize, u32)> =
        entries.iter().enumerate().map(|(at, entry)| (at, odds.of(FLAGS, entry))).collect();
    weighted(&rows, number).unwrap_or(0)
}

/// The words of entries.
pub fn words(entries: &[String]) -> Vec<String> {
    entries.iter().flat_map(|entry| entry.split(' ')).map(str::to_owned).collect()
}

/// Words of a command line by entry: some flags are two words.
pub fn entries(words: &[String]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for word in words {
        match all.last_mut() {
            Some(last) if last.len() == 1 && last[0] == "-mllvm" => last.push(word.clone()),
            Some(_) | None => all.push(vec![word.clone()]),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(flags: &[&str]) -> Vec<String> {
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }
    use crate::draw::seed;

    #[test]
    fn half_of_the_tests_draw_one_to_four_flags_that_agree() {
        let from = owned(&[
            "-fwrapv",
            "-fno-wrapv",
            "--param=a=1",
            "--param=a=2",
            "-mavx2",
            "-mllvm -x",
            "-ftracer",
        ]);
        let tests = 2000;
        let mut counts = [0; 5];
        for test in 0..tests {
            let words = words(&drawn(&from, MOST, seed::of_test(7, test), &Odds::default()));
            let entries = entries(&words);
            assert!(!(words.contains(&"-fwrapv".to_owned()) && words.contains(&"-fno-wrapv".to_owned())));
            assert!(words.iter().filter(|word| word.starts_with("--param")).count() < 2, "{words:?}");
            counts[entries.len()] += 1;
        }
        assert!((900..1100).contains(&counts[0]), "{counts:?}");
        assert!(counts[1] > 200 && counts[4] > 20, "{counts:?}");
    }

    #[test]
    fn what_was_learned_makes_flags_likelier() {
        let from = owned(&["-fa", "-fb", "-fc", "-fd", "-fe", "--param=a=1", "-mavx2"]);
        let mut odds = Odds::default();
        odds.rows.entry(FLAGS.to_owned()).or_default().insert("-fc".to_owned(), 400);
        odds.rows.entry(HAS_FLAGS.to_owned()).or_default().insert(WITHOUT.to_owned(), 25);
        let count = |odds: &Odds, is: &dyn Fn(&[String]) -> bool| {
            (0..1000).filter(|test| is(&drawn(&from, MOST, seed::of_test(7, *test), odds))).count()
        };
        let has_c = |drawn: &[String]| drawn.iter().any(|one| one == "-fc");
        let (plain, learned) = (count(&Odds::default(), &has_c), count(&odds, &has_c));
        assert!(learned > 3 * plain, "{plain}, {learned}");
        let none = count(&odds, &|drawn: &[String]| drawn.is_empty());
        assert!((150..250).contains(&none), "{none}");
    }
}
