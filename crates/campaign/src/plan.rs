//! What a campaign is: where its programs come from and which compilers they are given to. All of it is decided
//! before the first test; nothing here changes while a campaign runs.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use generate::{BucketSource, Profile, find_profile};
use harness::validators::{self, Validator};
use harness::{Setup, Template};
pub use reduce::Oracle;
use serde::Serialize;

use crate::draw::configuration::Configuration;
use crate::draw::learn::{self, Learning, Odds};
use crate::draw::recipe::{Recipe, Writing};
use crate::draw::seed::{self, Purpose, draw, weighted};
use crate::draw::selection::{Draws, Pool, Scope, Selection};
use crate::draw::wanted::Wanted;
use crate::finding::Finding;
use crate::finding::folder;
use crate::finding::known::KnownBugs;

pub struct Plan {
    pub seed: u64,
    pub mode: Mode,
    pub origin: Origin,
    pub configurations: Vec<Configuration>,
    /// Where many machines share the campaign: all that it is about, in the order in which tests draw them.
    pub wanted: Vec<Wanted>,
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
        let validators = OnceLock::new();
        let (scope, draws) = (Scope::default(), Draws::usual(&configurations));
        let learning = Learning::default();
        Plan {
            seed,
            mode,
            origin,
            configurations,
            wanted: Vec::new(),
            scope,
            draws,
            learning,
            oracle: Oracle::default(),
            known,
            regressions: Regressions::default(),
            setup,
            validators,
        }
    }

    /// By what findings of a program are told apart: it says so, if it is one of ours.
    pub(crate) fn bucket_by(&self, finding: &Finding) -> BucketSource {
        let profile = self.profile_of(finding).filter(|_| finding.kind.is_wrong_code());
        profile.map_or(BucketSource::Culprit, |profile| profile.bucket_by())
    }

    /// The configurations of the test with a seed.
    pub fn selection(&self, seed: u64, odds: &Odds) -> Selection<'_> {
        self.pool().draw(self.scope_of_tests(), seed, odds)
    }

    fn pool(&self) -> Pool<'_> {
        Pool { configurations: &self.configurations, wanted: &self.wanted, draws: &self.draws }
    }

    /// How many configurations a program is given to: where compilers vote, all.
    pub fn scope_of_tests(&self) -> Scope {
        match self.origin {
            Origin::Grown { .. } => self.scope,
            Origin::Foreign { .. } => Scope::Every,
        }
    }

    /// Of so many tests from a number on, those that another machine has to run, as bits.
    pub(crate) fn foreign(&self, first: u64, count: u64) -> u64 {
        if self.wanted.is_empty() {
            return 0;
        }
        let (pool, scope) = (self.pool(), self.scope_of_tests());
        let is_foreign = |at: &u64| !pool.has(scope, seed::of_test(self.seed, first + at));
        (0..count).filter(is_foreign).fold(0, |bits, at| bits | 1 << at)
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
        let here = || self.configurations.iter().map(Configuration::identity);
        let everywhere =
            self.wanted.iter().flat_map(|one| &one.configurations).map(|one| one.identity.clone());
        let labels: Vec<String> =
            if self.wanted.is_empty() { here().collect() } else { everywhere.collect() };
        let (origin, profiles) = match &self.origin {
            Origin::Grown { profiles, writing } => {
                let words =
                    profiles.iter().map(|(recipe, weight)| format!("{}:{weight}", recipe.profile.name()));
                let mut targets: Vec<&str> = self.configurations.iter().map(|one| one.target.name).collect();
                targets.dedup();
                // Nobody knows those of compilers that are elsewhere.
                let targets =
                    if self.wanted.is_empty() { targets.join(", ") } else { "each target".to_owned() };
                (format!("assay for {targets}{writing}"), words.collect::<Vec<_>>().join(" "))
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

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Toolchain;
    use ir::Target;

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
