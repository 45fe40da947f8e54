//! Which configurations a test is for. The output of a program of ours is known, so one compilation of it is a whole test:
//! the configuration is drawn with the program. When something is found, other levels and compilers are asked who is right;
//! all of them are asked about the reduced program of the first finding of each bug (see [`crate::triage`]).
//!
//! A draw is a pure function of the test's seed and of the weights, which are stored with the campaign.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::draw::configuration::{Configuration, Rate};
use crate::draw::flags;
use crate::draw::learn::Odds;
use crate::draw::seed::{Purpose, draw, weighted};
use crate::draw::wanted::{Wanted, WantedConfiguration};

/// How many configurations a program is given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// One, drawn by weight.
    #[default]
    One,
    Every,
}

impl Scope {
    pub fn words(self) -> &'static str {
        match self {
            Scope::One => "one configuration a program",
            Scope::Every => "every configuration",
        }
    }
}

/// What tests draw from, as it is stored with the campaign: by the labels of configurations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Draws {
    pub weights: BTreeMap<String, u32>,
    /// What each compiler takes, by its command line.
    #[serde(default)]
    pub flags: BTreeMap<String, Vec<String>>,
}

impl Draws {
    /// The weights of configurations whose compilers take about the same time.
    pub fn usual(configurations: &[Configuration]) -> Draws {
        let weights = configurations.iter().map(|one| (one.label.clone(), usual_weight(one)));
        let listed = configurations.iter().filter(|one| one.random.rate == Rate::HalfOfTests);
        let flags = listed.map(|one| (one.toolchain.command.to_string(), one.random.from.clone()));
        Draws { weights: weights.collect(), flags: flags.collect() }
    }

    /// The weights of configurations that are elsewhere, as if their compilers took the usual time.
    pub fn fill(&mut self, wanted: &[Wanted]) {
        for one in wanted {
            let level = |label: &str| {
                label.split_whitespace().rfind(|word| word.starts_with("-O")).map(str::to_owned)
            };
            let own = |label: &str| level(label).map_or(OTHER_LEVEL, |level| level_weight(&level));
            let all: u32 = one.configurations.iter().map(|one| own(&one.label)).sum();
            let all = if one.configurations.len() > 1 { all } else { ALL_LEVELS };
            for WantedConfiguration { label, .. } in &one.configurations {
                let weight = if one.configurations.len() > 1 { own(label) } else { ALL_LEVELS };
                self.weights.entry(label.clone()).or_insert(PARTS * weight / all.max(1));
            }
        }
    }

    /// What compilers take that nobody had before. True if there were any.
    pub fn add_flags(&mut self, own: &Draws) -> bool {
        let before = self.flags.len();
        for (command, flags) in &own.flags {
            self.flags.entry(command.clone()).or_insert_with(|| flags.clone());
        }
        self.flags.len() > before
    }
}

/// A level, and how often it is drawn. By the levels at which known bugs of GCC and clang show, and the time that each takes:
/// what -O0 gets wrong is mostly wrong everywhere.
const LEVELS: [(&str, u32); 8] =
    [("-O0", 1), ("-O1", 4), ("-O", 4), ("-Og", 4), ("-O2", 8), ("-O3", 8), ("-Os", 4), ("-Ofast", 4)];

/// Of compilers without levels, and of levels that are not listed.
const OTHER_LEVEL: u32 = 4;

/// The weights of a compiler's usual levels, together.
const ALL_LEVELS: u32 = 25;

/// What a compiler has to share among its levels.
const PARTS: u32 = 1000;

fn level_weight(level: &str) -> u32 {
    LEVELS.iter().find(|(name, _)| *name == level).map_or(OTHER_LEVEL, |row| row.1)
}

/// A compiler with many levels gets no more tests than one with few. A command line that somebody gave is one of five levels.
fn usual_weight(one: &Configuration) -> u32 {
    let levels = &one.toolchain.levels;
    let all =
        if levels.len() > 1 { levels.iter().map(|level| level_weight(level)).sum() } else { ALL_LEVELS };
    let is_alone = levels.len() == 1 && one.level().is_none();
    let own =
        if is_alone { ALL_LEVELS } else { one.level().map_or(OTHER_LEVEL, |level| level_weight(&level)) };
    PARTS * own / all.max(1)
}

/// One configuration, with the flags that a test has drawn for it.
#[derive(Clone)]
pub struct Selected<'p> {
    pub configuration: &'p Configuration,
    pub drawn: Vec<String>,
}

impl<'p> Selected<'p> {
    /// As it is when nothing is drawn.
    pub fn plain(configuration: &'p Configuration) -> Selected<'p> {
        Selected { configuration, drawn: Vec::new() }
    }

    fn drawn(configuration: &'p Configuration, seed: u64, odds: &Odds) -> Selected<'p> {
        Selected { configuration, drawn: flags::words(&configuration.drawn_for(seed, odds)) }
    }

    /// How people call it.
    pub fn label(&self) -> String {
        let words = std::iter::once(&self.configuration.label).chain(&self.drawn);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// All flags, those that are drawn last.
    pub fn flags(&self) -> Vec<String> {
        [self.configuration.flags.as_slice(), &self.drawn].concat()
    }
}

/// The configurations of one test, all for one machine.
#[derive(Clone, Default)]
pub struct Selection<'p> {
    /// Those that get the program.
    pub first: Vec<Selected<'p>>,
    /// The same compiler in other ways: asked where the result is wrong.
    pub levels: Vec<Selected<'p>>,
    /// One configuration of each other compiler, those of other families first: asked who is right.
    pub witnesses: Vec<Selected<'p>>,
}

impl Selection<'_> {
    /// Flags that come with the program stand beside those that were drawn, if they are of those that the test could have drawn: then
    /// the compiler takes them, and they do not change what programs mean.
    pub(crate) fn add_flags(&mut self, own: &[String]) {
        for entry in &mut self.first {
            let random = &entry.configuration.random;
            for flag in own.iter().filter(|flag| random.count > 0 && random.from.contains(flag)) {
                if flags::agrees(&entry.drawn, flag) {
                    entry.drawn.extend(flag.split(' ').map(str::to_owned));
                }
            }
        }
    }

    pub fn first(&self) -> Vec<&Configuration> {
        self.first.iter().map(|entry| entry.configuration).collect()
    }
}

/// What configurations are drawn from, and by what.
#[derive(Clone, Copy)]
pub struct Pool<'p> {
    /// Those that are here.
    pub configurations: &'p [Configuration],
    /// All, wherever they are; none if all are here.
    pub wanted: &'p [Wanted],
    pub draws: &'p Draws,
}

impl<'p> Pool<'p> {
    /// The configurations of the test with a seed. Where compilers vote, all of one machine have to.
    pub fn draw(self, scope: Scope, seed: u64, odds: &Odds) -> Selection<'p> {
        match scope {
            Scope::One => self.one_of(seed, odds),
            Scope::Every => self.every(seed, odds),
        }
    }

    fn weight(self, label: &str) -> u32 {
        self.draws.weights.get(label).copied().unwrap_or(PARTS)
    }

    /// Whether the test with a seed can be run here. Where every configuration is asked, all of them are here.
    pub fn has(self, scope: Scope, seed: u64) -> bool {
        scope == Scope::Every || self.wanted.is_empty() || self.drawn_for(seed).is_some()
    }

    /// The configuration that a test draws, as its place among those that are here; `None` if it is not.
    fn drawn_for(self, seed: u64) -> Option<usize> {
        let number = draw(seed, Purpose::Configuration, 0);
        if self.wanted.is_empty() {
            let rows: Vec<(usize, u32)> =
                self.configurations.iter().map(|one| self.weight(&one.label)).enumerate().collect();
            return weighted(&rows, number);
        }
        let labels = self.wanted.iter().flat_map(|one| &one.configurations).map(|one| &one.label);
        let rows: Vec<(&String, u32)> = labels.map(|label| (label, self.weight(label))).collect();
        let label = weighted(&rows, number)?;
        self.configurations.iter().position(|one| one.label == *label)
    }

    fn one_of(self, seed: u64, odds: &Odds) -> Selection<'p> {
        let Some(at) = self.drawn_for(seed) else { return Selection::default() };
        let chosen = &self.configurations[at];
        let first = Selected::drawn(chosen, seed, odds);
        let name = &chosen.toolchain.name;
        let others = self.configurations.iter().enumerate().filter(|(_, one)| one.target == chosen.target);
        let (levels, strangers): (Vec<_>, Vec<_>) = others.partition(|(_, one)| one.toolchain.name == *name);
        let is_new = |(other, _): &(usize, &Configuration)| *other != at || !first.drawn.is_empty();
        let levels = levels.into_iter().filter(is_new).map(|(_, one)| Selected::plain(one)).collect();
        let mut witnesses: Vec<&Configuration> = Vec::new();
        for (_, one) in strangers {
            match witnesses.iter_mut().find(|other| other.toolchain.name == one.toolchain.name) {
                // The level that is drawn least optimises least: it is the best witness, and the fastest.
                Some(other) if self.weight(&one.label) < self.weight(&other.label) => *other = one,
                Some(_) => {}
                None => witnesses.push(one),
            }
        }
        witnesses.sort_by_key(|one| one.toolchain.family == chosen.toolchain.family);
        let witnesses = witnesses.into_iter().map(Selected::plain).collect();
        Selection { first: vec![first], levels, witnesses }
    }

    /// All of one target. Each target gets as many tests as it has configurations.
    fn every(self, seed: u64, odds: &Odds) -> Selection<'p> {
        let at = draw(seed, Purpose::Target, 0) % self.configurations.len().max(1) as u64;
        let Some(target) = self.configurations.get(at as usize).map(|one| one.target) else {
            return Selection::default();
        };
        let same = self.configurations.iter().filter(|one| one.target == target);
        Selection {
            first: same.map(|one| Selected::drawn(one, seed, odds)).collect(),
            ..Selection::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::configuration::RandomFlags;
    use harness::{Family, Template, Toolchain};

    fn configurations() -> Vec<Configuration> {
        let gcc = Toolchain::from_template(Template::parse("gcc").expect("a command")).expect("gcc");
        let named = |name: &str, family: Family| {
            let levels = family.levels();
            Toolchain { name: name.to_owned(), family, levels, ..gcc.clone() }
        };
        let compilers =
            [("gcc", Family::Gcc), ("gcc-11", Family::Gcc), ("clang", Family::Llvm), ("tcc", Family::Tcc)];
        let at_levels =
            |(name, family)| Configuration::at_levels(&named(name, family), &RandomFlags::default());
        compilers.into_iter().flat_map(at_levels).collect()
    }

    #[test]
    fn levels_are_drawn_by_weight_and_compilers_alike() {
        let configurations = configurations();
        let draws = Draws::usual(&configurations);
        let pool = Pool { configurations: &configurations, wanted: &[], draws: &draws };
        let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
        for test in 0..4000 {
            let first = pool.draw(Scope::One, crate::draw::seed::of_test(1, test), &Odds::default()).first;
            *drawn.entry(first[0].label()).or_default() += 1;
        }
        let share =
            |part: &str| drawn.iter().filter(|(name, _)| name.contains(part)).map(|row| row.1).sum::<u32>();
        for compiler in ["gcc -", "gcc-11", "clang", "tcc"] {
            assert!((900..1100).contains(&share(compiler)), "{compiler}: {drawn:?}");
        }
        assert!(share("-O0") * 5 < share("-O2") && share("-O1") < share("-O3"), "{drawn:?}");
        assert!(share("-O0") > 50, "{drawn:?}");
    }

    #[test]
    fn each_test_is_run_by_those_who_have_what_it_draws() {
        let all = configurations();
        let wanted = Wanted::of(&all);
        let draws = Draws::usual(&all);
        let of = |names: &[&str]| -> Vec<Configuration> {
            all.iter().filter(|one| names.contains(&one.toolchain.name.as_str())).cloned().collect()
        };
        let (one, two) = (of(&["gcc", "tcc"]), of(&["gcc-11", "clang", "tcc"]));
        let pool = |here| Pool { configurations: here, wanted: &wanted, draws: &draws };
        let odds = Odds::default();
        let mut lonely = 0;
        for seed in 0..500 {
            let alone = Pool { configurations: &all, wanted: &[], draws: &draws }.one_of(seed, &odds);
            let label = alone.first[0].label();
            let here = [&one, &two].map(|here| pool(here).has(Scope::One, seed));
            assert_eq!(here, [&one, &two].map(|here| here.iter().any(|one| one.label == label)), "{label}");
            lonely += usize::from(here != [true, true]);
            for here in [&one, &two].into_iter().filter(|here| pool(here).has(Scope::One, seed)) {
                assert_eq!(pool(here).one_of(seed, &odds).first[0].label(), label);
            }
        }
        assert!(lonely > 300, "only {lonely} tests are for one of the machines");
        let mut some = Draws::usual(&one);
        some.fill(&wanted);
        assert_eq!(some.weights, draws.weights, "those that are elsewhere are drawn as often");
    }

    #[test]
    fn when_something_is_wrong_levels_and_one_of_each_other_compiler_are_asked() {
        let configurations = configurations();
        let draws = Draws::usual(&configurations);
        let pool = Pool { configurations: &configurations, wanted: &[], draws: &draws };
        let selection = (0..).map(|seed| pool.draw(Scope::One, seed, &Odds::default()));
        let mut selection = selection.filter(|selection| selection.first[0].label() == "gcc -O2");
        let selection = selection.next().expect("a draw");
        let labels = |entries: &[Selected]| entries.iter().map(Selected::label).collect::<Vec<_>>();
        assert_eq!(labels(&selection.levels), ["gcc -O0", "gcc -O1", "gcc -O3", "gcc -Os"]);
        assert_eq!(labels(&selection.witnesses), ["clang -O0", "tcc", "gcc-11 -O0"]);
    }

    #[test]
    fn flags_of_the_program_stand_beside_those_drawn() {
        let mut configurations = configurations();
        configurations[0].random = RandomFlags {
            from: vec!["-fwrapv".into(), "-fno-gcse".into(), "-mavx2".into()],
            count: 4,
            ..RandomFlags::default()
        };
        let mut selection =
            Selection { first: vec![Selected::plain(&configurations[0])], ..Selection::default() };
        let own = ["-fwrapv", "-fno-wrapv", "-funsafe-math-optimizations", "-mavx2"].map(str::to_owned);
        selection.add_flags(&own);
        assert_eq!(selection.first[0].drawn, ["-fwrapv", "-mavx2"]);
        let mut plain =
            Selection { first: vec![Selected::plain(&configurations[1])], ..Selection::default() };
        plain.add_flags(&own);
        assert!(plain.first[0].drawn.is_empty(), "this configuration draws no flags");
    }
}
