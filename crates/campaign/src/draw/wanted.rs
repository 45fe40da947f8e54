//! The toolchains that a campaign of many machines wants, by name. Which of their configurations a test is for is drawn from all of
//! them, wherever they are, and whoever has it runs the test.

use serde::{Deserialize, Serialize};

use crate::draw::configuration::{Configuration, RandomFlags, Rate};

/// A toolchain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wanted {
    pub name: String,
    /// What it says of itself: the first worker that had it decides. `None` while nobody had it.
    pub version: Option<String>,
    pub configurations: Vec<WantedConfiguration>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WantedConfiguration {
    pub label: String,
    /// All that decides what is compiled how.
    pub identity: String,
}

impl WantedConfiguration {
    fn of(one: &Configuration) -> WantedConfiguration {
        // Which flags tests draw from is asked where the compiler is, and kept with the weights.
        let identity = match one.random.rate {
            Rate::HalfOfTests => one.label.clone(),
            Rate::Always => one.identity(),
        };
        WantedConfiguration { label: one.label.clone(), identity }
    }
}

impl Wanted {
    /// The toolchains of configurations that are here.
    pub fn of(configurations: &[Configuration]) -> Vec<Wanted> {
        let mut all: Vec<Wanted> = Vec::new();
        for one in configurations {
            let name = &one.toolchain.name;
            let at = all.iter().position(|other| other.name == *name).unwrap_or(all.len());
            if at == all.len() {
                let version = Some(one.toolchain.fingerprint.version.clone());
                all.push(Wanted { name: name.clone(), version, configurations: Vec::new() });
            }
            all[at].configurations.push(WantedConfiguration::of(one));
        }
        all
    }

    /// One that is somewhere else.
    pub fn elsewhere(name: &str, levels: &[String], random: &RandomFlags) -> Wanted {
        let one = |level: &String| {
            let label = format!("{name} {level}").trim_end().to_owned();
            WantedConfiguration { identity: random.identity(&label), label }
        };
        Wanted { name: name.to_owned(), version: None, configurations: levels.iter().map(one).collect() }
    }

    /// Whether a configuration of this machine is one of it, of the same version.
    fn has(&self, one: &Configuration) -> bool {
        let version = &one.toolchain.fingerprint.version;
        self.name == one.toolchain.name
            && self.version.as_ref().is_none_or(|wanted| wanted == version)
            && self.configurations.iter().any(|wanted| wanted.label == one.label)
    }

    /// Takes over the versions of those that nobody had so far. True if there were any.
    pub fn settle(all: &mut [Wanted], own: &[Wanted]) -> bool {
        let mut is_new = false;
        for wanted in all.iter_mut().filter(|wanted| wanted.version.is_none()) {
            wanted.version =
                own.iter().find(|one| one.name == wanted.name).and_then(|one| one.version.clone());
            is_new |= wanted.version.is_some();
        }
        is_new
    }

    /// Of the configurations of this machine, those that are wanted, and the rest.
    pub fn split(all: &[Wanted], own: Vec<Configuration>) -> (Vec<Configuration>, Vec<Configuration>) {
        own.into_iter().partition(|one| all.iter().any(|wanted| wanted.has(one)))
    }
}

/// The ability to run everything.
pub(crate) const ALL: &str = "all";

/// A worker's word for what it can run: those with the same one can run the same tests.
pub(crate) fn ability(all: &[Wanted], own: &[Configuration]) -> String {
    let labels = || all.iter().flat_map(|one| &one.configurations).map(|one| &one.label);
    if labels().all(|label| own.iter().any(|one| one.label == *label)) {
        return ALL.to_owned();
    }
    // FNV-1a: the same in every version.
    let had = labels().filter(|label| own.iter().any(|one| one.label == **label));
    let bytes = had.flat_map(|label| label.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
