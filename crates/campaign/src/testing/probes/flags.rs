//! Which flags compilers take that tests may draw: asked once, at the start of a campaign, and stored with it.

mod clang;
mod gcc;
mod machine;

use std::collections::BTreeMap;

use emit::Std;
use harness::{Expected, Family, Setup, Source};

use crate::draw::configuration::{Configuration, RandomFlags, Rate};
use crate::draw::flags::MOST;
use crate::draw::selection::Draws;

/// Gives each configuration the list of what its compiler takes: the stored one, or a new one. Who has a list already keeps it.
pub fn probe(
    setup: &Setup,
    std: Std,
    configurations: &mut [Configuration],
    stored: Option<&Draws>,
) -> Result<(), harness::Error> {
    let mut asked: BTreeMap<String, Vec<String>> =
        stored.map(|draws| draws.flags.clone()).unwrap_or_default();
    let mut to_ask: BTreeMap<String, &Configuration> = BTreeMap::new();
    for one in configurations.iter().filter(|one| one.random.from.is_empty()) {
        let name = one.toolchain.command.to_string();
        if !asked.contains_key(&name) {
            to_ask.entry(name).or_insert(one);
        }
    }
    asked.extend(ask_all(setup, std, to_ask)?);
    for one in configurations.iter_mut().filter(|one| one.random.from.is_empty()) {
        let from = asked.get(&one.toolchain.command.to_string()).cloned().unwrap_or_default();
        one.random = RandomFlags { from, count: MOST, rate: Rate::HalfOfTests };
    }
    Ok(())
}

/// Each compiler is asked a hundred times, all of them at once.
fn ask_all(
    setup: &Setup,
    std: Std,
    compilers: BTreeMap<String, &Configuration>,
) -> Result<Vec<(String, Vec<String>)>, harness::Error> {
    std::thread::scope(|scope| {
        let ask = |(name, one)| scope.spawn(move || Ok((name, taken(setup, std, one)?)));
        let asked: Vec<_> = compilers.into_iter().map(ask).collect();
        let answer = |thread: std::thread::ScopedJoinHandle<_>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        asked.into_iter().map(answer).collect()
    })
}

/// Those of the flags that a compiler takes without a word, and whose program runs.
fn taken(setup: &Setup, std: Std, one: &Configuration) -> Result<Vec<String>, harness::Error> {
    let toolchain = &one.toolchain;
    let mut all = match toolchain.family {
        Family::Gcc => gcc::flags(setup, toolchain)?,
        Family::Llvm => clang::flags(),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => return Ok(Vec::new()),
    };
    all.extend(machine::flags(setup, one)?);
    let source = Source { name: format!("probe.{}", std.extension()), text: PROBE.to_owned() };
    let toolchain = one.toolchain_for(0);
    let works = |entries: &[String]| {
        let words = entries.iter().flat_map(|entry| entry.split(' ')).map(str::to_owned);
        let flags: Vec<String> = one.flags.iter().cloned().chain(words).collect();
        let nothing = Expected { stdout: Vec::new(), code: 0 };
        match setup.test(&toolchain, &flags, std::slice::from_ref(&source), Some(&nothing)) {
            // What is warned about has no effect, or one that nobody wants.
            Ok(trial) => Ok(trial.verdict.is_ok() && trial.compiled.stderr.is_empty()),
            Err(harness::Error::Environment(_)) => Ok(false),
            Err(harness::Error::Cancelled) => Err(harness::Error::Cancelled),
        }
    };
    if !works(&[])? {
        return Ok(Vec::new());
    }
    // Many at a time; where one of them is not taken, halves.
    let (mut good, mut parts) = (Vec::new(), vec![all.as_slice()]);
    while let Some(part) = parts.pop() {
        if works(part)? {
            good.extend_from_slice(part);
        } else if part.len() > 1 {
            parts.extend([&part[..part.len() / 2], &part[part.len() / 2..]]);
        }
    }
    good.sort();
    Ok(good)
}

const PROBE: &str = "int main(void) { return 0; }\n";

fn owned(flags: &[&str]) -> Vec<String> {
    flags.iter().map(|&flag| flag.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_command;

    #[test]
    fn gcc_is_asked_what_it_takes() {
        let mut all = vec![from_command("gcc -O2").expect("gcc")];
        probe(&Setup::default(), Std::C11, &mut all, None).expect("an answer");
        let from = &all[0].random.from;
        for flag in [
            "-fno-tree-dce",
            "-fwrapv",
            "-fipa-pta",
            "-fno-strict-aliasing",
            "-fPIC",
            "-fallow-store-data-races",
            "-fprofile-generate",
            "-fprofile-use",
        ] {
            assert!(from.iter().any(|one| one == flag), "{flag} is not among {from:?}");
        }
        for part in [
            "fast-math",
            "finite-math",
            "short-enums",
            "pack-struct",
            "profile-arcs",
            "trapv",
            "live-patching",
        ] {
            assert!(!from.iter().any(|one| one.contains(part)), "{part}: {from:?}");
        }
        assert!(from.len() > 150, "{from:?}");
        // What is stored is not asked again.
        let name = all[0].toolchain.command.to_string();
        let flags = [(name, owned(&["-ftracer"]))].into_iter().collect();
        let stored = Draws { flags, ..Draws::default() };
        let mut again = vec![from_command("gcc -O2").expect("gcc")];
        probe(&Setup::default(), Std::C11, &mut again, Some(&stored)).expect("an answer");
        assert_eq!(again[0].random.from, ["-ftracer"]);
    }
}
