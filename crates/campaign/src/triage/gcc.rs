//! The culprit pass of GCC, which has no bisection of its own, but a switch for each pass, optimisation and counter.
//!
//! Passes are bisected in the order in which they run, as clang does it: from which on must all be left out? So the
//! answer is the first pass with which the bug shows. It takes as few probes as a bisection does, and is the same for
//! programs that show the same bug, which the list of all switches that happen to hide it is not.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use harness::{Expected, Setup, Source, Toolchain, inquire};

use super::bisect::{Answer, boundary, short_set, usable};
use super::probe::{FailingCase, Prober, Stop, shorter};
use crate::finding::examination::{Culprit, Cure, Step};

/// Which passes a compiler can do without at some flags: asked once.
#[derive(Debug, Default)]
pub(crate) struct PassLists(Mutex<BTreeMap<String, Vec<String>>>);

impl PassLists {
    fn of(&self, failing: &FailingCase) -> Result<Vec<String>, harness::Error> {
        let FailingCase { setup, toolchain, flags, .. } = failing;
        let key = format!("{} {}", toolchain.command, flags.join(" "));
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let passes = optional_passes(setup, toolchain, flags)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, passes.clone());
        Ok(passes)
    }
}

/// Passes that others are built on. Without them code is not compiled, or a bug hides by accident.
const STRUCTURAL: [&str; 51] = [
    "tree-eh",
    "tree-lower",
    "tree-cfg",
    "tree-ssa",
    "tree-loop",
    "tree-loopinit",
    "tree-loopdone",
    "tree-fix_loops",
    "tree-no_loop",
    "tree-optimized",
    "tree-early_optimizations",
    "tree-local-fnsummary1",
    "tree-local-fnsummary2",
    "tree-fixup_cfg1",
    "tree-fixup_cfg2",
    "tree-fixup_cfg3",
    "tree-release_ssa",
    "tree-isel",
    "tree-veclower",
    "tree-cplxlower0",
    "tree-lower_vaarg",
    "ipa-visibility",
    "ipa-build_ssa_passes",
    "ipa-opt_local_passes",
    "ipa-remove_symbols",
    "ipa-fnsummary",
    "ipa-free-fnsummary1",
    "ipa-free-fnsummary2",
    "rtl-expand",
    "rtl-vregs",
    "rtl-into_cfglayout",
    "rtl-outof_cfglayout",
    "rtl-dfinit",
    "rtl-no-opt dfinit",
    "rtl-loop2",
    "rtl-loop2_init",
    "rtl-loop2_done",
    "rtl-ira",
    "rtl-reload",
    "rtl-pro_and_epilogue",
    "rtl-ce2",
    "rtl-split1",
    "rtl-split2",
    "rtl-split3",
    "rtl-split4",
    "rtl-split5",
    "rtl-stack",
    "rtl-mach",
    "rtl-shorten",
    "rtl-final",
    "rtl-dfinish",
];

/// What is listed among optimisations and changes the meaning of programs, or of calls.
const NOT_OPTIMISATIONS: [&str; 8] = [
    "math-errno",
    "signed-zeros",
    "trapping-math",
    "fp-int-builtin-inexact",
    "reg-struct-return",
    "short-enums",
    "plt",
    "asynchronous-unwind-tables",
];

/// The pass that never ends: GCC names it when it is stopped by a signal.
pub(super) fn hanging(prober: &mut Prober) -> Result<Culprit, Stop> {
    let words = prober.last_words()?;
    Ok(match under_way(&words) {
        Some(step) => Culprit { step: Some(step), ..Culprit::default() },
        None => Culprit::unknown("it does not say where it hangs"),
    })
}

/// `during GIMPLE pass: vrp` and `t.c: In function 'f':`
fn under_way(words: &str) -> Option<Step> {
    let during = words.lines().find_map(|line| line.strip_prefix("during ")?.split_once(" pass: "));
    let (kind, pass) = during?;
    let kind = if kind == "GIMPLE" { "tree".to_owned() } else { kind.to_lowercase() };
    let named = words.lines().find_map(|line| line.split_once(": In function ")).map(|(_, name)| name);
    let function = named.map(|name| name.trim_matches(['\'', '\u{2018}', '\u{2019}', ':']).to_owned());
    Some(Step { pass: format!("{kind}-{}", pass.trim()), function, number: 0, of: 0 })
}

/// The first pass with which the bug shows; where there is none, the optimisations without which it does not.
pub(super) fn culprit(prober: &mut Prober, lists: &PassLists) -> Result<Culprit, Stop> {
    let mut culprit = by_passes(prober, lists)?;
    if culprit.step.is_none() {
        culprit.cures.extend(by_optimisations(prober)?);
    }
    Ok(culprit)
}

/// The shortest sets of switches of each kind.
pub(super) fn more_cures(prober: &mut Prober, lists: &PassLists, culprit: &mut Culprit) -> Result<(), Stop> {
    if culprit.step.is_some() {
        if culprit.cures.is_empty() {
            culprit.cures.extend(by_several_passes(prober, lists)?);
        }
        culprit.cures.extend(by_optimisations(prober)?);
    }
    culprit.cures.extend(by_counters(prober)?);
    culprit.cures.sort_by_key(|cure| cure.flags.len());
    Ok(())
}

fn by_passes(prober: &mut Prober, lists: &PassLists) -> Result<Culprit, Stop> {
    let mut passes = lists.of(prober.failing)?;
    if passes.is_empty() {
        return Ok(Culprit::unknown("it does not tell its passes"));
    }
    let mut without_any = prober.with(&disabled(&passes))?;
    if without_any == Answer::Broken {
        passes = dispensable(prober, &passes)?;
        without_any = prober.with(&disabled(&passes))?;
    }
    match without_any {
        Answer::Shows => return Ok(Culprit::no_pass()),
        Answer::Broken => return Ok(Culprit::unknown("it fails otherwise without its optional passes")),
        Answer::Cured => {}
    }
    let most = passes.len() as u64;
    let found = boundary(most, |n| prober.with(&disabled(&passes[n as usize..])))?;
    let pass = &passes[found.at as usize - 1];
    let step = Step { pass: pass.clone(), function: None, number: found.at, of: most };
    let alone = disabled(std::slice::from_ref(pass));
    let cured = prober.with(&alone)? == Answer::Cured;
    let cures = cured.then_some(Cure { flags: alone, certain: true }).into_iter().collect();
    let note = (!found.certain).then(|| "without the pass before, the compiler fails otherwise".to_owned());
    Ok(Culprit { step: Some(step), cures, change: None, note })
}

/// A larger program may need passes that a small one does not.
fn dispensable(prober: &mut Prober, passes: &[String]) -> Result<Vec<String>, Stop> {
    let good = usable(passes.len(), |set| {
        Ok::<_, Stop>(prober.with(&disabled(&chosen(passes, set)))? != Answer::Broken)
    })?;
    Ok(chosen(passes, &good))
}

fn by_several_passes(prober: &mut Prober, lists: &PassLists) -> Result<Option<Cure>, Stop> {
    let passes = lists.of(prober.failing)?;
    let set = short_set(passes.len(), |set| prober.with(&disabled(&chosen(&passes, set))))?;
    Ok(set.map(|set| Cure { flags: disabled(&chosen(&passes, &set)), certain: true }))
}

fn by_optimisations(prober: &mut Prober) -> Result<Option<Cure>, Stop> {
    let failing = prober.failing;
    let mut names = inquire::optimizers(&failing.setup, &failing.toolchain, &failing.flags)?;
    names.retain(|name| !NOT_OPTIMISATIONS.contains(&name.as_str()));
    let flags: Vec<String> = names.iter().map(|name| format!("-fno-{name}")).collect();
    let set = short_set(flags.len(), |set| prober.with(&chosen(&flags, set)))?;
    Ok(set.map(|set| Cure { flags: chosen(&flags, &set), certain: true }))
}

/// The counter, and how many of its events may pass before the bug shows.
fn by_counters(prober: &mut Prober) -> Result<Option<Cure>, Stop> {
    let failing = prober.failing;
    let names = inquire::counters(&failing.setup, &failing.toolchain, &failing.flags)?;
    let flags: Vec<String> = names.iter().map(|name| counter(name, 0)).collect();
    let Some(set) = short_set(flags.len(), |set| prober.with(&chosen(&flags, set)))? else { return Ok(None) };
    let [only] = set[..] else { return Ok(Some(Cure { flags: chosen(&flags, &set), certain: true })) };
    let events = events_before(prober, &names[only])?;
    Ok(Some(Cure { flags: vec![counter(&names[only], events)], certain: true }))
}

/// More events of one counter are not looked at one by one.
const MOST_EVENTS: u64 = 1 << 24;

fn events_before(prober: &mut Prober, name: &str) -> Result<u64, Stop> {
    let mut shows = 1;
    while shows < MOST_EVENTS && prober.with(&[counter(name, shows)])? != Answer::Shows {
        shows *= 2;
    }
    if shows >= MOST_EVENTS {
        return Ok(0);
    }
    Ok(boundary(shows, |n| prober.with(&[counter(name, n)]))?.at - 1)
}

fn counter(name: &str, events: u64) -> String {
    format!("-fdbg-cnt={name}:{events}")
}

fn disabled(passes: &[String]) -> Vec<String> {
    passes.iter().map(|pass| format!("-fdisable-{pass}")).collect()
}

fn chosen(all: &[String], set: &[usize]) -> Vec<String> {
    set.iter().map(|&at| all[at].clone()).collect()
}

/// The passes that a compiler can do without, as a small program shows.
pub(super) fn optional_passes(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
) -> Result<Vec<String>, harness::Error> {
    let mut passes = inquire::passes(setup, toolchain, flags)?;
    passes.retain(|pass| !STRUCTURAL.contains(&pass.as_str()));
    let compile = shorter(setup.compile.clone(), SMALL_COMPILED);
    let setup = &Setup { compile, execute: setup.execute.clone().with_time(SMALL_TIME), ..setup.clone() };
    let source = Source { name: "small.c".to_owned(), text: SMALL.to_owned() };
    let expected = Expected { stdout: SMALL_PRINTS.into(), code: 0 };
    let works = |set: &[usize]| {
        let flags = [flags, &disabled(&chosen(&passes, set))].concat();
        match setup.test(toolchain, &flags, std::slice::from_ref(&source), Some(&expected)) {
            Ok(trial) => Ok(trial.verdict.is_ok()),
            Err(harness::Error::Environment(_)) => Ok(false),
            Err(harness::Error::Cancelled) => Err(harness::Error::Cancelled),
        }
    };
    // A compiler that fails on the small program anyway tells nothing by it.
    if !works(&[])? {
        return Ok(passes);
    }
    let good = usable(passes.len(), works)?;
    Ok(chosen(&passes, &good))
}

/// The small program ends at once, or never.
const SMALL_TIME: Duration = Duration::from_secs(1);

/// Compiling it takes a tenth of this. A compiler with bugs may hang on it without some of its passes.
const SMALL_COMPILED: Duration = Duration::from_secs(2);

const SMALL: &str = include_str!("small.c");
const SMALL_PRINTS: &str = "14238286903025872374 0 20.500\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_name_the_pass() {
        let words = "during GIMPLE pass: dom\n30002.c: In function \u{2018}main\u{2019}:\n30002.c:471:5: internal \
                     compiler error: Aborted\n";
        let step = under_way(words).unwrap();
        assert_eq!((step.pass.as_str(), step.function.as_deref()), ("tree-dom", Some("main")));
        assert_eq!(step.to_string(), "tree-dom on main");
        assert_eq!(
            under_way("during IPA pass: inline\ncc1: internal compiler error").unwrap().pass,
            "ipa-inline"
        );
        assert_eq!(under_way("gcc: internal compiler error: Aborted signal terminated program cc1"), None);
    }
}
