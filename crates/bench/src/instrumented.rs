//! How much of a compiler's own source programs reach: lines, functions and branches of a compiler that was built with gcov or
//! with clang's source coverage. What is done with the figures is not known here.

use crate::coverage::{Spending, compiled_with};
use crate::producer::Producer;
use crate::{Error, Plan, Tell};
use harness::process::{Job, Status, run};
use harness::{Environment, Limits, Template};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// A compiler that tells what of it was executed.
#[derive(Clone, Debug)]
pub struct Build {
    pub compiler: Template,
    teller: Teller,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Teller {
    /// Its objects have notes beside them (`.gcno`).
    Gcov { tool: String },
    /// The executable has them inside.
    Llvm { object: PathBuf, profdata: String, cov: String },
}

/// Which program of the build is the compiler, where nobody says.
const COMPILER: &str = "cc";
/// Folders below a build in which notes are looked for.
const DEEPEST: usize = 12;

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error(
        "{0} has no program `cc`; put the compiler or a script that starts it there, or give --coverage-cc"
    )]
    NoCompiler(PathBuf),
    #[error(
        "{0} was not built for coverage: there are no .gcno files, and {1} does not tell with clang's source coverage"
    )]
    NotInstrumented(PathBuf, PathBuf),
    #[error(transparent)]
    Command(#[from] harness::command::TemplateError),
}

impl Build {
    /// Looks at what a folder has: `cc` or the given command is the compiler.
    pub fn open(dir: &Path, command: Option<&str>, gcov: Option<&str>) -> Result<Build, BuildError> {
        let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
        let own = dir.join(COMPILER);
        let command = match command {
            Some(line) => Template::parse(line)?,
            None if own.is_file() => Template::from_words(&[own.display().to_string()]),
            None => return Err(BuildError::NoCompiler(dir)),
        };
        let object = PathBuf::from(command.program());
        let teller = if has_notes(&dir, 0) {
            Teller::Gcov { tool: gcov.unwrap_or("gcov").to_owned() }
        } else if is_llvm(&object) {
            Teller::Llvm { object, profdata: newest("llvm-profdata"), cov: newest("llvm-cov") }
        } else {
            return Err(BuildError::NotInstrumented(dir, object));
        };
        Ok(Build { compiler: command, teller })
    }
}

fn has_notes(dir: &Path, depth: usize) -> bool {
    let Ok(entries) = fs::read_dir(dir) else { return false };
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.iter().any(|path| path.extension().is_some_and(|ending| ending == "gcno"))
        || (depth < DEEPEST
            && paths.iter().any(|path| path.is_dir() && !path.is_symlink() && has_notes(path, depth + 1)))
}

/// An executable with the sections of clang's profiles.
fn is_llvm(object: &Path) -> bool {
    const SECTION: &[u8] = b"__llvm_prf_names";
    fs::read(object).is_ok_and(|bytes| bytes.windows(SECTION.len()).any(|part| part == SECTION))
}

/// Debian's tools have their version in the name.
fn newest(tool: &str) -> String {
    let versions = (14..40).rev().map(|version| format!("{tool}-{version}"));
    std::iter::once(tool.to_owned())
        .chain(versions)
        .find(|name| harness::toolchain::find_program(name).is_some())
        .unwrap_or_else(|| tool.to_owned())
}

/// What was reached, and what there is.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Covered {
    pub programs: u64,
    pub refused: u64,
    pub tokens: u64,
    pub cpu_seconds: f64,
    pub lines: Places,
    pub functions: Places,
    pub branches: Places,
}

/// Places in the source, by file and line or name.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Places {
    pub reached: BTreeSet<String>,
    pub all: usize,
}

/// The same with all places, while it is gathered.
#[derive(Default)]
struct Gathered {
    lines: Seen,
    functions: Seen,
    branches: Seen,
}

#[derive(Default)]
struct Seen {
    all: BTreeSet<String>,
    reached: BTreeSet<String>,
}

impl Seen {
    fn note(&mut self, place: String, count: u64) {
        if count > 0 {
            self.reached.insert(place.clone());
        }
        self.all.insert(place);
    }

    fn done(self) -> Places {
        Places { reached: self.reached, all: self.all.len() }
    }
}

/// Gives programs to the compiler until its budget is spent, and asks what of it was executed.
pub(crate) fn measure(
    plan: &Plan,
    build: &Build,
    producer: &Producer,
    first: u64,
    tell: Tell<'_>,
) -> Result<Covered, Error> {
    let folder = plan.setup.scratch.fresh().map_err(harness::Error::from)?;
    let profile = folder.path().join("profile-%m.profraw");
    let env: Vec<(OsString, OsString)> = match &build.teller {
        Teller::Gcov { .. } => vec![("GCOV_PREFIX".into(), folder.path().into())],
        Teller::Llvm { .. } => vec![("LLVM_PROFILE_FILE".into(), profile.into())],
    };
    let reach = plan.setup.reach.with(folder.path());
    let mut spending = Spending::new(plan, producer, first);
    let mut covered = Covered::default();
    while let Some(made) = spending.next()? {
        let mut built = true;
        for unit in made.sources.iter().filter(|source| !source.is_header()) {
            let flags = ["-O2", "-w", "-c", "-o", "unit.o", &unit.name];
            let ran = compiled_with(plan, &build.compiler, &flags, producer, &made.sources, &env, &reach)?;
            built &= ran.status == Status::Exited(0);
            spending.spend(ran.cpu);
        }
        covered.refused += u64::from(!built);
        covered.tokens += made.tokens();
        spending.tell(tell);
    }
    (covered.programs, covered.cpu_seconds) = (spending.programs(), spending.seconds());
    let gathered = match &build.teller {
        Teller::Gcov { tool } => gcov(plan, tool, folder.path())?,
        Teller::Llvm { object, profdata, cov } => llvm(plan, object, [profdata, cov], folder.path())?,
    };
    (covered.lines, covered.functions, covered.branches) =
        (gathered.lines.done(), gathered.functions.done(), gathered.branches.done());
    Ok(covered)
}

/// GCC's counts lie below the folder as the objects lie below the root; gcov wants the notes beside them.
fn gcov(plan: &Plan, tool: &str, folder: &Path) -> Result<Gathered, Error> {
    let mut counts = Vec::new();
    files_ending(folder, "gcda", &mut counts);
    let mut gathered = Gathered::default();
    for count in &counts {
        let beside = count.with_extension("gcno");
        let original = Path::new("/").join(beside.strip_prefix(folder).unwrap_or(&beside));
        fs::copy(&original, &beside)
            .map_err(|error| harness::Error::from(Environment::scratch(&original, error)))?;
        let words = [tool, "--json-format", "--stdout", "--branch-probabilities"];
        let text = asked(plan, folder, words.iter().map(OsString::from).chain([count.into()]).collect())?;
        for document in text.lines() {
            let value: Value = serde_json::from_str(document).map_err(|error| {
                Error::Coverage(format!(
                    "{tool} writes no JSON: {error}; give the gcov of the compiler's compiler by --gcov"
                ))
            })?;
            take_gcov(&value, &mut gathered);
        }
    }
    if counts.is_empty() {
        return Err(Error::Coverage(
            "the compiler wrote no .gcda file: is it the one of --coverage-build?".to_owned(),
        ));
    }
    Ok(gathered)
}

fn files_ending(dir: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_ending(&path, ending, into);
        } else if path.extension().is_some_and(|found| found == ending) {
            into.push(path);
        }
    }
}

fn take_gcov(document: &Value, gathered: &mut Gathered) {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let number = |value: &Value, key: &str| value[key].as_u64().unwrap_or(0);
    for file in list(document, "files") {
        let name = file["file"].as_str().unwrap_or("?");
        for function in list(&file, "functions") {
            let called = function["name"].as_str().unwrap_or("?");
            gathered.functions.note(format!("{name}:{called}"), number(&function, "execution_count"));
        }
        for line in list(&file, "lines") {
            let at = number(&line, "line_number");
            gathered.lines.note(format!("{name}:{at}"), number(&line, "count"));
            for (n, branch) in list(&line, "branches").iter().enumerate() {
                gathered.branches.note(format!("{name}:{at}:{n}"), number(branch, "count"));
            }
        }
    }
}

fn llvm(plan: &Plan, object: &Path, tools: [&String; 2], folder: &Path) -> Result<Gathered, Error> {
    let [profdata, cov] = tools;
    let mut raw = Vec::new();
    files_ending(folder, "profraw", &mut raw);
    let merged = folder.join("all.profdata");
    let mut argv: Vec<OsString> = vec![profdata.into(), "merge".into(), "-o".into(), merged.clone().into()];
    argv.extend(raw.iter().map(OsString::from));
    asked(plan, folder, argv)?;
    let profile = format!("-instr-profile={}", merged.display());
    let argv = [cov.as_str(), "export", "-format=lcov", profile.as_str()].into_iter().map(OsString::from);
    let text = asked(plan, folder, argv.chain([object.into()]).collect())?;
    let mut gathered = Gathered::default();
    take_lcov(&text, &mut gathered);
    Ok(gathered)
}

/// `SF:file`, `FNDA:count,function`, `DA:line,count` and `BRDA:line,block,branch,count`.
fn take_lcov(text: &str, gathered: &mut Gathered) {
    let mut file = "?";
    let count = |text: &str| text.parse().unwrap_or(0);
    for line in text.lines() {
        match line.split_once(':') {
            Some(("SF", name)) => file = name,
            Some(("FNDA", rest)) => {
                let (times, name) = rest.split_once(',').unwrap_or(("0", rest));
                gathered.functions.note(format!("{file}:{name}"), count(times));
            }
            Some(("DA", rest)) => {
                let (at, times) = rest.split_once(',').unwrap_or((rest, "0"));
                gathered.lines.note(format!("{file}:{at}"), count(times));
            }
            Some(("BRDA", rest)) => {
                let (at, times) = rest.rsplit_once(',').unwrap_or((rest, "0"));
                gathered.branches.note(format!("{file}:{}", at.replace(',', ":")), count(times));
            }
            _ => {}
        }
    }
}

/// What a tool prints, at whatever length.
fn asked(plan: &Plan, dir: &Path, argv: Vec<OsString>) -> Result<String, Error> {
    let limits = Limits { output: 1 << 30, ..plan.setup.compile.clone() };
    let reach = plan.setup.reach.with(dir);
    let job = Job { argv, dir: dir.to_owned(), env: Vec::new(), limits, reach };
    let ran = run(&job, &plan.setup.cancel).map_err(harness::Error::from)?;
    match ran.status {
        Status::Cancelled => Err(harness::Error::Cancelled.into()),
        Status::Exited(0) => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
        status => {
            let tool = job.argv.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
            let said = String::from_utf8_lossy(&ran.stderr).lines().next().unwrap_or_default().to_owned();
            Err(Error::Coverage(format!("{tool} failed ({status:?}): {said}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gcovs_documents_are_understood() {
        let text = r#"{"files": [{"file": "a.c", "functions": [{"name": "f", "execution_count": 2}, {"name": "g", "execution_count": 0}],
            "lines": [{"line_number": 3, "count": 2, "branches": [{"count": 2}, {"count": 0}]}, {"line_number": 9, "count": 0, "branches": []}]}]}"#;
        let mut gathered = Gathered::default();
        take_gcov(&serde_json::from_str(text).expect("JSON"), &mut gathered);
        let (lines, functions, branches) =
            (gathered.lines.done(), gathered.functions.done(), gathered.branches.done());
        assert_eq!((lines.reached.len(), lines.all), (1, 2));
        assert!(functions.reached.contains("a.c:f") && functions.all == 2);
        assert_eq!(
            (branches.reached.into_iter().collect::<Vec<_>>(), branches.all),
            (vec!["a.c:3:0".to_owned()], 2)
        );
    }

    #[test]
    fn clangs_documents_are_understood() {
        let text =
            "SF:a.c\nFN:3,f\nFNDA:4,f\nFNDA:0,g\nDA:3,4\nDA:9,0\nBRDA:3,0,1,4\nBRDA:3,0,2,-\nend_of_record\n";
        let mut gathered = Gathered::default();
        take_lcov(text, &mut gathered);
        let (lines, functions, branches) =
            (gathered.lines.done(), gathered.functions.done(), gathered.branches.done());
        assert_eq!((lines.reached.len(), lines.all), (1, 2));
        assert_eq!((functions.reached.len(), functions.all), (1, 2));
        assert!(branches.reached.contains("a.c:3:0:1") && branches.all == 2);
    }

    #[test]
    fn what_is_no_build_is_explained() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(matches!(Build::open(dir.path(), None, None), Err(BuildError::NoCompiler(_))));
        assert!(matches!(Build::open(dir.path(), Some("gcc"), None), Err(BuildError::NotInstrumented(..))));
    }
}
