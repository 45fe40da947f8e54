//! A compiler with its flags, and the flags of which tests draw some beside them.

use generate::Feature;
use harness::{Family, Template, Toolchain};
use ir::Target;

use crate::draw::flags;
use crate::draw::learn::{self, Arm, Odds};

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

impl RandomFlags {
    /// All that decides what is compiled how, of a configuration with this label.
    pub(crate) fn identity(&self, label: &str) -> String {
        match (self.count, self.rate) {
            (0, _) => label.to_owned(),
            // Their list is kept with the weights.
            (count, Rate::HalfOfTests) => format!("{label} and up to {count} flags"),
            (count, Rate::Always) => format!("{label} and {count} of {}", self.from.join(" ")),
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
    pub(crate) fn identity(&self) -> String {
        self.random.identity(&self.label)
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
