//! How slow is a compiler? One that takes ten times as long as the others would have nearly all of the time if it had as many
//! tests, so it gets fewer. GCC, clang and the small ones are taken to be alike; others, and programs that an emulator runs,
//! are timed once, at the start of the campaign, with a program of the usual size. The weights are stored: what tests draw
//! does not depend on how busy the machine is later.

use std::collections::BTreeMap;
use std::time::Duration;

use emit::{Options, Std};
use generate::{Aim, Check, PROFILES, Request};
use harness::{Family, Setup, Source};
use ir::Target;

use crate::draw::configuration::Configuration;
use crate::draw::selection::Draws;
use crate::plan::Mode;

/// What the clocks of processes cannot tell apart.
const LEAST: Duration = Duration::from_millis(20);

/// Timing ends here.
const PATIENCE: Duration = Duration::from_secs(30);

/// The weights of configurations, with slow compilers timed.
pub fn weigh(
    setup: &Setup,
    mode: Mode,
    std: Std,
    configurations: &[Configuration],
) -> Result<Draws, harness::Error> {
    let mut draws = Draws::usual(configurations);
    let mut compilers: BTreeMap<&str, &Configuration> = BTreeMap::new();
    for one in configurations {
        let weight = |one: &Configuration| draws.weights.get(&one.label).copied();
        let shown = compilers.entry(&one.toolchain.name).or_insert(one);
        if weight(one) > weight(shown) {
            *shown = one;
        }
    }
    if compilers.len() < 2 || compilers.values().all(|one| is_usual(one)) {
        return Ok(draws);
    }
    let mut costs: BTreeMap<&str, Duration> = BTreeMap::new();
    for (name, one) in compilers {
        if let Some(cost) = cost(setup, mode, std, one)? {
            costs.insert(name, cost.max(LEAST));
        }
    }
    let Some(fastest) = costs.values().min().copied() else { return Ok(draws) };
    for one in configurations {
        let slower = costs.get(one.toolchain.name.as_str()).map_or(1, |cost| times(*cost, fastest));
        if let Some(weight) = draws.weights.get_mut(&one.label) {
            *weight = (*weight / slower).max(1);
        }
    }
    Ok(draws)
}

fn is_usual(one: &Configuration) -> bool {
    one.toolchain.family != Family::Unknown && one.toolchain.runner.is_empty()
}

/// How many times, as a power of two: times are never exact.
fn times(cost: Duration, fastest: Duration) -> u32 {
    let ratio = (cost.as_millis() / fastest.as_millis().max(1)).clamp(1, 64) as u32;
    1 << ratio.ilog2()
}

/// What one test takes. `None` if there is no answer.
fn cost(
    setup: &Setup,
    mode: Mode,
    std: Std,
    one: &Configuration,
) -> Result<Option<Duration>, harness::Error> {
    let Some(source) = sample(one.target, std) else { return Ok(None) };
    let setup = Setup { compile: setup.compile.clone().with_time(PATIENCE), ..setup.clone() };
    let (toolchain, flags) = (one.toolchain_for(0), &one.flags);
    let tried = match mode {
        Mode::WrongCode => setup.test(&toolchain, flags, &[source], None),
        Mode::Crash => setup.test_objects(&toolchain, flags, &[source]),
    };
    match tried {
        Ok(trial) => Ok(Some(trial.cost().cpu)),
        Err(harness::Error::Environment(_)) => Ok(None),
        Err(harness::Error::Cancelled) => Err(harness::Error::Cancelled),
    }
}

/// A program of the usual size.
fn sample(target: &Target, std: Std) -> Option<Source> {
    let profile = PROFILES[0];
    let (policy, swarm) = (profile.policy(Aim::WrongCode), profile.is_swarmed());
    let request = Request { seed: 1, target: target.clone(), policy, swarm, check: Check::Print };
    let grown = machine::on_deep_stack(|| profile.grow(&request)).ok()?;
    let text = emit::print(&grown.program, &Options { std, ..Options::default() }).ok()?.text();
    Some(Source { name: format!("sample.{}", std.extension()), text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_command;

    #[test]
    fn a_slow_compiler_gets_fewer_tests() {
        let dir = tempfile::tempdir().expect("a folder");
        let script = |name: &str, repeat: u32| {
            use std::os::unix::fs::PermissionsExt;
            let path = dir.path().join(name);
            let text = format!(
                "#!/bin/sh\ncase \"$*\" in *--version*) echo own 1.0; exit;; esac\n\
                 for i in $(seq {repeat}); do gcc -w \"$@\" || exit 1; done\n"
            );
            std::fs::write(&path, text).expect("a script");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a script");
            from_command(&format!("{} -O1", path.display())).expect("a command")
        };
        let both = [script("fast", 1), script("slow", 9)];
        assert!(both.iter().all(|one| one.toolchain.family == Family::Unknown));
        let draws = weigh(&Setup::default(), Mode::WrongCode, Std::C11, &both).expect("weights");
        let weight = |one: &Configuration| draws.weights[&one.label];
        assert!((3..=17).contains(&(weight(&both[0]) / weight(&both[1]))), "{draws:?}");
    }
}
