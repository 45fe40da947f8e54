//! How far a bug reaches: at which levels of its compiler, and in which other compilers that are installed.

use std::sync::OnceLock;

use harness::toolchain::discover;
use harness::{Family, Toolchain};

use super::bisect::Answer;
use super::probe::{Prober, Stop};
use crate::finding::examination::{Outcome, Precaution, Tried};

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Outcome {
        match answer {
            Answer::Shows => Outcome::Fails,
            Answer::Cured => Outcome::Works,
            Answer::Broken => Outcome::Unclear,
        }
    }
}

/// The usual levels of the compiler that fails. The last level on a command line counts, so each is appended.
pub(super) fn levels(prober: &mut Prober, into: &mut Vec<Tried>) -> Result<(), Stop> {
    let failing = prober.failing;
    let levels = failing.toolchain.family.levels();
    for level in levels.iter().filter(|level| !level.is_empty()) {
        let outcome = prober.with(std::slice::from_ref(level))?.into();
        into.push(Tried { label: level.clone(), version: String::new(), outcome });
    }
    Ok(())
}

/// The other compilers here that have the same target, at the level that fails.
pub(super) fn versions(prober: &mut Prober, into: &mut Vec<Tried>) -> Result<(), Stop> {
    let failing = prober.failing;
    let own = &failing.toolchain;
    for other in installed().iter().cloned() {
        let same =
            other.fingerprint.path == own.fingerprint.path && other.fingerprint.size == own.fingerprint.size;
        if same || other.language != failing.language() {
            continue;
        }
        let mut other = other;
        // What runs the programs of the one runs those of the others for the same target.
        if other.runner.is_empty() {
            other.runner.clone_from(&own.runner);
        }
        let flags = portable_flags(own, &failing.flags, other.family);
        if !prober.has_target(&other, &flags)? {
            continue;
        }
        let outcome = prober.by(&other, &flags)?.into();
        let label = std::iter::once(other.name).chain(flags).collect::<Vec<_>>().join(" ");
        into.push(Tried { label, version: other.fingerprint.version, outcome });
    }
    Ok(())
}

/// A program that relies on wrapping or on punning behaves otherwise with the first; sanitizers report much else. As
/// <https://gcc.gnu.org/bugs/> and <https://llvm.org/docs/HowToSubmitABug.html> have it.
const PRECAUTIONS: [&[&str]; 3] =
    [&["-fwrapv", "-fno-strict-aliasing"], &["-O0", "-fsanitize=undefined"], &["-O0", "-fsanitize=address"]];

/// What only GCC has: loops are taken to end before anything in them becomes undefined.
const GCC_TOO: &str = "-fno-aggressive-loop-optimizations";

pub(super) fn precautions(prober: &mut Prober, into: &mut Vec<Precaution>) -> Result<(), Stop> {
    // Sanitizers do not work under an emulator.
    let is_run_by_another = !prober.failing.toolchain.runner.is_empty();
    if is_run_by_another || !matches!(prober.failing.toolchain.family, Family::Gcc | Family::Llvm) {
        return Ok(());
    }
    for flags in PRECAUTIONS {
        let mut flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        if prober.failing.toolchain.family == Family::Gcc && flags[0] == "-fwrapv" {
            flags.push(GCC_TOO.to_owned());
        }
        let Some((answer, text)) = prober.program_says(&flags)? else { continue };
        let is_report = |line: &&str| line.contains("runtime error") || line.contains("Sanitizer");
        let said = text.lines().find(is_report).map(str::to_owned);
        into.push(Precaution { flags, outcome: answer.into(), said });
    }
    Ok(())
}

/// The compilers on this machine, looked for once.
fn installed() -> &'static [Toolchain] {
    static ALL: OnceLock<Vec<Toolchain>> = OnceLock::new();
    ALL.get_or_init(|| discover().toolchains)
}

/// Flags of the failing compiler that another one has too. In front of a `--` are options of a wrapper.
pub(super) fn portable_flags(own: &Toolchain, flags: &[String], other: Family) -> Vec<String> {
    const EVERYBODYS: [&str; 4] = ["-O", "-m", "-std=", "-no-pie"];
    // Without these, the program may not be the same, or not be found.
    const PREPROCESSORS: [&str; 4] = ["-I", "-D", "-U", "-isystem"];
    const OF_THE_FAMILY: [&str; 2] = ["-f", "--param"];
    let line: Vec<String> = own
        .command
        .fill(&Default::default())
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let starts = |word: &String, prefixes: &[&str]| prefixes.iter().any(|prefix| word.starts_with(prefix));
    let own_words = line.iter().rposition(|word| word == "--").map_or(1, |at| at + 1);
    let small = matches!(other, Family::Tcc | Family::Pcc | Family::Unknown);
    let mut kept = Vec::new();
    let mut words = line.iter().skip(own_words).chain(flags);
    while let Some(word) = words.next() {
        let everybodys = starts(word, &EVERYBODYS) && !small && !word.starts_with("-mllvm");
        if starts(word, &PREPROCESSORS) {
            kept.push(word.clone());
            if PREPROCESSORS.contains(&word.as_str()) {
                kept.extend(words.next().cloned());
            }
        } else if everybodys || (other == own.family && starts(word, &OF_THE_FAMILY)) {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Template;

    #[test]
    fn flags_are_carried_over_where_they_mean_the_same() {
        let gcc = Toolchain::from_template(Template::parse("gcc -w -fno-dce -- -O2 -fwrapv -m64").unwrap())
            .unwrap();
        let flags = ["-O3".to_owned()];
        assert_eq!(portable_flags(&gcc, &flags, Family::Gcc), ["-O2", "-fwrapv", "-m64", "-O3"]);
        assert_eq!(portable_flags(&gcc, &flags, Family::Llvm), ["-O2", "-m64", "-O3"]);
        assert!(portable_flags(&gcc, &flags, Family::Tcc).is_empty());
        let gcc = Toolchain::from_template(Template::parse("gcc -I /a -DX=1 -I/b -Wall").unwrap()).unwrap();
        for family in [Family::Gcc, Family::Tcc] {
            assert_eq!(portable_flags(&gcc, &[], family), ["-I", "/a", "-DX=1", "-I/b"]);
        }
    }
}
