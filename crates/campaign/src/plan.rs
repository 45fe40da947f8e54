//! What a campaign is: where its programs come from and which compilers they are given to. All of it is decided
//! before the first test; nothing here changes while a campaign runs.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use generate::{Feature, Profile, find_profile};
use harness::validators::{self, Validator};
use harness::{Family, Setup, Template, Toolchain};
use ir::Target;
pub use reduce::Oracle;
use serde::Serialize;

use crate::draw::flags;
use crate::draw::learn::{self, Arm, Learning, Odds};
use crate::draw::recipe::Recipe;
use crate::draw::seed::{Purpose, draw};
use crate::draw::selection::{Draws, Scope, weighted};
use crate::finding::Finding;
use crate::finding::folder;
use crate::finding::known::KnownBugs;
use crate::testing::probes::language::Writing;
use crate::triage::PassLists;

pub struct Plan {
    pub seed: u64,
    pub mode: Mode,
    pub origin: Origin,
    pub configurations: Vec<Configuration>,
    /// How many of them each program is given to.
    pub scope: Scope,
    /// What tests draw them by.
    pub draws: Draws,
    pub learning: Learning,
    pub oracle: Oracle,
    pub known: KnownBugs,
    pub regressions: Regressions,
    pub setup: Setup,
    /// Looked for when they are first needed: most campaigns never do.
    pub(crate) validators: OnceLock<Vec<Validator>>,
    pub(crate) pass_lists: PassLists,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Compile, run, compare.
    WrongCode,
    /// Compile only.
    Crash,
}

/// What is reported of two compilers of which the last is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Regressions {
    /// Whatever is wrong in any compiler.
    #[default]
    AndOthers,
    /// Only what is wrong in the last and right in the first.
    Only,
}

/// Where programs come from.
#[derive(Debug)]
pub enum Origin {
    /// Ours, with the expected output. One of the profiles is drawn for each test, by weight.
    Grown { profiles: Vec<(Recipe, u32)>, writing: Writing },
    /// Somebody else's: the compilers vote.
    Foreign { generator: Template },
}

/// One compiler with one set of flags.
#[derive(Clone)]
pub struct Configuration {
    /// How people call it: `gcc-12 -O2`.
    pub label: String,
    pub toolchain: Toolchain,
    pub flags: Vec<String>,
    pub random: RandomFlags,
    /// The machine that it compiles for.
    pub target: &'static Target,
    /// What the compiler does not have, as far as it was asked.
    pub lacks: Vec<&'static Feature>,
}

/// Flags of which each test draws some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomFlags {
    /// Each may be several words.
    pub from: Vec<String>,
    pub count: usize,
    pub rate: Rate,
}

/// How many of them a test draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rate {
    /// As many as are said.
    #[default]
    Always,
    /// None in half of the tests, else up to as many as are said.
    HalfOfTests,
}

/// Flags of GCC that are seldom combined, and that it takes in all combinations.
const UNUSUAL_GCC: [&str; 24] = [
    "-g",
    "-fPIC",
    "-fwrapv",
    "-ftrapv",
    "-fno-inline",
    "-fno-tree-ccp",
    "-fno-tree-dce",
    "-fno-tree-fre",
    "-fno-tree-vrp",
    "-fno-tree-sra",
    "-fno-ivopts",
    "-fno-gcse",
    "-fno-thread-jumps",
    "-funroll-all-loops",
    "-fpeel-loops",
    "-fsplit-loops",
    "-ftree-vectorize",
    "-ftracer",
    "-fipa-pta",
    "-fnon-call-exceptions",
    "-fschedule-insns",
    "-fselective-scheduling2",
    "-fsanitize=undefined",
    "-finstrument-functions",
];

/// The same of clang.
const UNUSUAL_LLVM: [&str; 12] = [
    "-g",
    "-fPIC",
    "-fwrapv",
    "-ftrapv",
    "-fno-inline",
    "-funroll-loops",
    "-fno-vectorize",
    "-fslp-vectorize",
    "-fsanitize=undefined",
    "-finstrument-functions",
    "-fstack-protector-all",
    "-fno-strict-aliasing",
];

/// How many of them each test draws.
const UNUSUAL_COUNT: usize = 3;

impl RandomFlags {
    /// Flags that a compiler crashes with sooner than with those that everybody uses.
    pub fn unusual(family: Family) -> RandomFlags {
        let from: &[&str] = match family {
            Family::Gcc => &UNUSUAL_GCC,
            Family::Llvm => &UNUSUAL_LLVM,
            Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => &[],
        };
        RandomFlags {
            from: from.iter().map(|&flag| flag.to_owned()).collect(),
            count: UNUSUAL_COUNT.min(from.len()),
            rate: Rate::Always,
        }
    }
}

/// The profile of the test with a seed.
pub fn drawn_profile<'r>(profiles: &'r [(Recipe, u32)], seed: u64, odds: &Odds) -> Option<&'r Recipe> {
    let number = draw(seed, Purpose::Profile, 0);
    let factor = |recipe: &Recipe| match odds.leaves(learn::PROFILE) {
        true => 1,
        false => odds.of(learn::PROFILE, recipe.profile.name()),
    };
    let weight = |(recipe, weight): &'r (Recipe, u32)| (recipe, weight.saturating_mul(factor(recipe)));
    weighted(&profiles.iter().map(weight).collect::<Vec<_>>(), number)
        .or(profiles.first().map(|(one, _)| one))
}

/// What makes two campaigns the same, in words that can be stored and compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity(pub BTreeMap<&'static str, String>);

impl Plan {
    /// The profile that the program of a finding is of, if it is ours.
    pub fn profile_of(&self, finding: &Finding) -> Option<&'static dyn Profile> {
        match &self.origin {
            // Findings of older versions do not tell.
            Origin::Grown { profiles, .. } => find_profile(&finding.profile)
                .ok()
                .or_else(|| Some(drawn_profile(profiles, finding.seed, &Odds::default())?.profile)),
            Origin::Foreign { .. } => None,
        }
    }

    pub fn new(
        seed: u64,
        mode: Mode,
        origin: Origin,
        configurations: Vec<Configuration>,
        known: KnownBugs,
        setup: Setup,
    ) -> Plan {
        let (validators, pass_lists) = (OnceLock::new(), PassLists::default());
        let (scope, draws) = (Scope::default(), Draws::usual(&configurations));
        let learning = Learning::default();
        Plan {
            seed,
            mode,
            origin,
            configurations,
            scope,
            draws,
            learning,
            oracle: Oracle::default(),
            known,
            regressions: Regressions::default(),
            setup,
            validators,
            pass_lists,
        }
    }

    pub fn validators(&self) -> Result<&[Validator], harness::Error> {
        if let Some(found) = self.validators.get() {
            return Ok(found);
        }
        let found = validators::present(&self.setup)?;
        Ok(self.validators.get_or_init(|| found))
    }

    /// What a finding's folder calls its reduced program.
    pub fn reduced_file(&self) -> &'static str {
        match &self.origin {
            Origin::Grown { writing, .. } if writing.std.is_cxx() => folder::REDUCED_CXX,
            Origin::Grown { .. } | Origin::Foreign { .. } => folder::REDUCED,
        }
    }

    /// What one test is, in words.
    fn scope_words(&self) -> &'static str {
        match self.origin {
            Origin::Grown { .. } => self.scope.words(),
            Origin::Foreign { .. } => Scope::Every.words(),
        }
    }

    /// What is asked of programs beyond their profiles; empty if that is nothing.
    fn programs(&self) -> String {
        let Origin::Grown { profiles, .. } = &self.origin else { return String::new() };
        let asked = |(recipe, _): &(Recipe, u32)| {
            let words = recipe.words();
            (!words.is_empty()).then(|| format!("{}: {words}", recipe.profile.name()))
        };
        profiles.iter().filter_map(asked).collect::<Vec<_>>().join("; ")
    }

    pub fn identity(&self) -> Identity {
        let labels: Vec<String> = self.configurations.iter().map(Configuration::identity).collect();
        let (origin, profiles) = match &self.origin {
            Origin::Grown { profiles, writing } => {
                let words =
                    profiles.iter().map(|(recipe, weight)| format!("{}:{weight}", recipe.profile.name()));
                let mut targets: Vec<&str> = self.configurations.iter().map(|one| one.target.name).collect();
                targets.dedup();
                (format!("assay for {}{writing}", targets.join(", ")), words.collect::<Vec<_>>().join(" "))
            }
            Origin::Foreign { generator } => (generator.to_string(), String::new()),
        };
        let mut rows = BTreeMap::from([
            ("seed", self.seed.to_string()),
            ("mode", self.mode.name().to_owned()),
            ("generator", origin),
            ("profiles", profiles),
            ("compilers", labels.join("; ")),
            ("scope", self.scope_words().to_owned()),
        ]);
        let programs = self.programs();
        if !programs.is_empty() {
            rows.insert("programs", programs);
        }
        if self.oracle == Oracle::Volatile {
            rows.insert("oracle", "volatile".to_owned());
        }
        Identity(rows)
    }
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::WrongCode => "wrong-code",
            Mode::Crash => "crash",
        }
    }
}

impl Configuration {
    /// A command line that is used as it stands.
    pub fn plain(toolchain: Toolchain) -> Configuration {
        let label = toolchain.command.to_string();
        Configuration {
            label,
            toolchain,
            flags: Vec::new(),
            random: RandomFlags::default(),
            target: &Target::LP64,
            lacks: Vec::new(),
        }
    }

    /// One configuration for each usual level of a toolchain.
    pub fn at_levels(toolchain: &Toolchain, random: &RandomFlags) -> Vec<Configuration> {
        let one = |level: &String| Configuration {
            label: format!("{} {level}", toolchain.name).trim_end().to_owned(),
            toolchain: toolchain.clone(),
            flags: Some(level.clone()).filter(|level| !level.is_empty()).into_iter().collect(),
            random: random.clone(),
            target: &Target::LP64,
            lacks: Vec::new(),
        };
        toolchain.levels.iter().map(one).collect()
    }

    /// All that decides what is compiled how.
    fn identity(&self) -> String {
        match (self.random.count, self.random.rate) {
            (0, _) => self.label.clone(),
            // Their list is kept with the weights.
            (count, Rate::HalfOfTests) => format!("{} and up to {count} flags", self.label),
            (count, Rate::Always) => format!("{} and {count} of {}", self.label, self.random.from.join(" ")),
        }
    }

    /// The level that counts: the last one on the command line.
    pub fn level(&self) -> Option<String> {
        let line = self.toolchain.command.fill(&Default::default());
        let words =
            line.iter().map(|word| word.to_string_lossy().into_owned()).chain(self.flags.iter().cloned());
        words.rev().find(|word| word.starts_with("-O"))
    }

    /// The flags that one test draws; some are several words.
    pub fn drawn_for(&self, seed: u64, odds: &Odds) -> Vec<String> {
        let RandomFlags { from, count, rate } = &self.random;
        match rate {
            Rate::HalfOfTests => flags::drawn(from, *count, seed, odds),
            Rate::Always => flags::some_of(from, *count, seed, odds),
        }
    }

    /// What a test draws here, as arms.
    pub fn arms(&self, seed: u64, odds: &Odds) -> Vec<Arm> {
        if self.random.count == 0 || self.random.from.is_empty() {
            return Vec::new();
        }
        let drawn = self.drawn_for(seed, odds);
        let has = match self.random.rate {
            Rate::HalfOfTests if drawn.is_empty() => Some(Arm::new(learn::HAS_FLAGS, learn::WITHOUT)),
            Rate::HalfOfTests => Some(Arm::new(learn::HAS_FLAGS, learn::WITH)),
            Rate::Always => None,
        };
        has.into_iter().chain(drawn.iter().map(|flag| Arm::new(learn::FLAGS, flag))).collect()
    }

    /// The toolchain with `{seed}` in its command line filled in.
    pub fn toolchain_for(&self, seed: u64) -> Toolchain {
        let line = self.toolchain.command.to_string();
        let command =
            line.contains("{seed}").then(|| Template::parse(&line.replace("{seed}", &seed.to_string())));
        match command {
            Some(Ok(command)) => Toolchain { command, ..self.toolchain.clone() },
            Some(Err(_)) | None => self.toolchain.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::selection::Selection;

    #[test]
    fn a_test_is_for_one_target_and_each_target_has_tests() {
        let gcc = Toolchain::from_template(Template::parse("gcc").expect("a command")).expect("gcc");
        let on = |target| Configuration { target, ..Configuration::plain(gcc.clone()) };
        let configurations = vec![on(&Target::LP64), on(&Target::S390X), on(&Target::LP64)];
        let origin = Origin::Grown { profiles: Vec::new(), writing: Writing::default() };
        let mut plan =
            Plan::new(1, Mode::WrongCode, origin, configurations, KnownBugs::default(), Setup::default());
        let mut tests = BTreeMap::new();
        for scope in [Scope::Every, Scope::One] {
            plan.scope = scope;
            tests.clear();
            for seed in 0..300 {
                let Selection { first, levels, witnesses } = plan.selection(seed, &Odds::default());
                let others = [levels, witnesses].concat();
                let target = first[0].configuration.target;
                let on_lp64 = *target == Target::LP64;
                assert_eq!(first.len() + others.len(), if on_lp64 { 2 } else { 1 });
                assert!(scope == Scope::Every || first.len() == 1);
                assert!(first.iter().chain(&others).all(|one| one.configuration.target == target));
                *tests.entry(target.name).or_insert(0) += 1;
            }
            assert!((60..140).contains(&tests["s390x"]), "{tests:?}");
        }
    }
}
