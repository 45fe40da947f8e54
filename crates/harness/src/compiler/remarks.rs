//! What a compiler says that it did to a program: GCC's counters of its passes, and clang's remarks. How often something was
//! done does not matter here, only that it was.

use std::collections::BTreeSet;

use crate::compiler::compile::{Compilation, Cost, Source, compile_unit, units};
use crate::compiler::toolchain::{Family, Toolchain};
use crate::environment::{Environment, Error};
use crate::judge::trial::Setup;

/// What one compilation told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub is_built: bool,
    pub cost: Cost,
    /// Pass and text, or pass and name.
    pub distinct: BTreeSet<String>,
}

/// How a compiler tells what it did.
struct Probe {
    flag: &'static str,
    /// How the name of the file ends in which it tells it.
    file: &'static str,
    parse: fn(&str, &mut BTreeSet<String>),
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
        let mut told = Told { is_built: true, cost: Cost::default(), distinct: BTreeSet::new() };
        for unit in units(sources) {
            let compiled = compile_unit(self, toolchain, &flags, sources, &unit.name)?;
            told.is_built &= matches!(compiled.result, Compilation::Built { .. });
            told.cost = told.cost.and(compiled.cost);
            let dir = compiled.dir.path();
            let unreadable = |error| Error::from(Environment::scratch(dir, error));
            for entry in std::fs::read_dir(dir).map_err(unreadable)? {
                let path = entry.map_err(unreadable)?.path();
                if path.to_string_lossy().ends_with(probe.file) {
                    (probe.parse)(&std::fs::read_to_string(&path).map_err(unreadable)?, &mut told.distinct);
                }
            }
        }
        Ok(Some(told))
    }
}

/// `39 ccp "Statements folded" 24`: the pass and the text count, and in the text `== 12` is as good as any number.
fn counters(statistics: &str, distinct: &mut BTreeSet<String>) {
    for line in statistics.lines() {
        let Some((head, rest)) = line.split_once(" \"") else { continue };
        let Some((text, _count)) = rest.rsplit_once("\" ") else { continue };
        let Some((_number, pass)) = head.split_once(' ') else { continue };
        distinct.insert(format!("{pass} {}", folded(text)));
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
fn remarks(yaml: &str, distinct: &mut BTreeSet<String>) {
    let mut pass = "";
    for line in yaml.lines() {
        if let Some(name) = line.strip_prefix("Pass:") {
            pass = name.trim();
        } else if let Some(name) = line.strip_prefix("Name:") {
            distinct.insert(format!("{pass} {}", name.trim()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(parse: fn(&str, &mut BTreeSet<String>), text: &str) -> Vec<String> {
        let mut distinct = BTreeSet::new();
        parse(text, &mut distinct);
        distinct.into_iter().collect()
    }

    #[test]
    fn counters_are_passes_and_texts() {
        let text = "39 ccp \"Statements folded\" 24\n44 fre \"RPO num avail == 40\" 1\n\
                    45 fre \"RPO num avail == 7\" 9\n44 fre \"a \"quoted\" text\" 2\nnothing\n";
        assert_eq!(
            parsed(counters, text),
            ["ccp Statements folded", "fre RPO num avail == N", "fre a \"quoted\" text"]
        );
    }

    #[test]
    fn remarks_are_passes_and_names() {
        let text = "--- !Passed\nPass:            inline\nName:            Inlined\nArgs:\n  - Name: x\n...\n\
                    --- !Missed\nPass:            inline\nName:            NoDefinition\n...\n";
        assert_eq!(parsed(remarks, text), ["inline Inlined", "inline NoDefinition"]);
    }
}
