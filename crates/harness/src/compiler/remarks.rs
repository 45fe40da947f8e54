//! What a compiler says that it did to a program, and how often: GCC's counters of its passes, and clang's remarks.

use std::collections::BTreeMap;

use crate::compiler::compile::{Compilation, Cost, Source, compile_unit, units};
use crate::compiler::toolchain::{Family, Toolchain};
use crate::environment::{Environment, Error};
use crate::judge::trial::Setup;

/// What fired, and how often.
pub type Fired = BTreeMap<String, u64>;

/// What one compilation told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub is_built: bool,
    pub cost: Cost,
    /// Pass and text, or pass and name, and how often.
    pub fired: Fired,
}

/// How a compiler tells what it did.
struct Probe {
    flag: &'static str,
    /// How the name of the file ends in which it tells it.
    file: &'static str,
    parse: fn(&str, &mut Fired),
}

const GCC: Probe = Probe { flag: "-fdump-statistics-stats", file: "statistics", parse: counters };

const CLANG: Probe = Probe { flag: "-fsave-optimization-record", file: ".opt.yaml", parse: remarks };

fn probe(family: Family) -> Option<Probe> {
    match family {
        Family::Gcc => Some(GCC),
        Family::Llvm => Some(CLANG),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => None,
    }
}

impl Setup {
    /// Compiles each file by itself, and asks the compiler what it did. `None` for compilers that do not tell.
    pub fn told(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Option<Told>, Error> {
        let Some(probe) = probe(toolchain.family) else { return Ok(None) };
        let flags: Vec<String> = flags.iter().cloned().chain(["-c", probe.flag].map(str::to_owned)).collect();
        let mut told = Told { is_built: true, cost: Cost::default(), fired: Fired::new() };
        for unit in units(sources) {
            let compiled = compile_unit(self, toolchain, &flags, sources, &unit.name)?;
            told.is_built &= matches!(compiled.result, Compilation::Built { .. });
            told.cost = told.cost.and(compiled.cost);
            let dir = compiled.dir.path();
            let unreadable = |error| Error::from(Environment::scratch(dir, error));
            for entry in std::fs::read_dir(dir).map_err(unreadable)? {
                let path = entry.map_err(unreadable)?.path();
                if path.to_string_lossy().ends_with(probe.file) {
                    (probe.parse)(&std::fs::read_to_string(&path).map_err(unreadable)?, &mut told.fired);
                }
            }
        }
        Ok(Some(told))
    }
}

/// `39 ccp "Statements folded" 24`: the pass and the text count, and in the text `== 12` is as good as any number.
fn counters(statistics: &str, fired: &mut Fired) {
    for line in statistics.lines() {
        let Some((head, rest)) = line.split_once(" \"") else { continue };
        let Some((text, count)) = rest.rsplit_once("\" ") else { continue };
        let Some((_number, pass)) = head.split_once(' ') else { continue };
        *fired.entry(format!("{pass} {}", folded(text))).or_default() += count.trim().parse().unwrap_or(1);
    }
}

fn folded(text: &str) -> String {
    match text.split_once("== ") {
        Some((before, number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{before}== N{}", number.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        _ => text.to_owned(),
    }
}

/// `Pass: inline` and `Name: Inlined` of each document.
fn remarks(yaml: &str, fired: &mut Fired) {
    let mut pass = "";
    for line in yaml.lines() {
        if let Some(name) = line.strip_prefix("Pass:") {
            pass = name.trim();
        } else if let Some(name) = line.strip_prefix("Name:") {
            *fired.entry(format!("{pass} {}", name.trim())).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(parse: fn(&str, &mut Fired), text: &str) -> Vec<(String, u64)> {
        let mut fired = Fired::new();
        parse(text, &mut fired);
        fired.into_iter().collect()
    }

    fn rows(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
        expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn counters_are_passes_and_texts() {
        let text = "39 ccp \"Statements folded\" 24\n44 fre \"RPO num avail == 40\" 1\n\
                    45 fre \"RPO num avail == 7\" 9\n44 fre \"a \"quoted\" text\" 2\nnothing\n";
        assert_eq!(
            parsed(counters, text),
            rows(&[
                ("ccp Statements folded", 24),
                ("fre RPO num avail == N", 10),
                ("fre a \"quoted\" text", 2)
            ])
        );
    }

    #[test]
    fn remarks_are_passes_and_names() {
        let text = "--- !Passed\nPass:            inline\nName:            Inlined\nArgs:\n  - Name: x\n...\n\
                    --- !Missed\nPass:            inline\nName:            NoDefinition\n...\n";
        assert_eq!(parsed(remarks, text), rows(&[("inline Inlined", 1), ("inline NoDefinition", 1)]));
    }
}
