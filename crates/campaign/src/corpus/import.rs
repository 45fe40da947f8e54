//! Programs become seeds: read, preprocessed, run under a budget; and why the others do not.

use super::cache::{Cache, Known, key};
use super::directives::Directives;
use super::files::Files;
use harness::process::{self, Cancel, Job, Limits, Reach, Status as Ended};
use ir::Target;
use mutate::Budget;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How programs are imported.
pub struct Importer {
    /// The folder of the cache.
    pub cache: PathBuf,
    pub target: &'static Target,
    pub budget: Budget,
    pub jobs: usize,
}

/// A program and what became of it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub file: PathBuf,
    pub status: Status,
}

#[derive(Clone, Debug)]
pub enum Status {
    /// The preprocessed text is there.
    Seed {
        text: PathBuf,
        steps: u64,
        /// Flags that its test suite compiles it with.
        flags: Vec<String>,
    },
    Refused {
        class: String,
        why: String,
    },
}

/// All programs of some places, in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    pub entries: Vec<Entry>,
    /// How many were known from before.
    pub known: usize,
}

/// What is known of a seed beside its text: its steps, and the flags of its test suite.
type Seed = (u64, Vec<String>);

/// Why nothing can be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("cannot keep what is known of the corpus in {}: {error}", .dir.display())]
    Cache { dir: PathBuf, error: io::Error },
    #[error("programs cannot be preprocessed by `{command}`: {why}; install a C compiler, or name one in CC")]
    Preprocessor { command: String, why: String },
}

/// No program of a test suite is larger than this.
const MOST_BYTES: u64 = 1 << 20;

impl Importer {
    /// Imports what is not known yet. `told` is given the number of programs that are done, now and then.
    pub fn import(&self, files: &Files, told: &(dyn Fn(usize) + Sync)) -> Result<Corpus, ImportError> {
        let cache = Cache::open(&self.cache);
        let cache = cache.map_err(|error| ImportError::Cache { dir: self.cache.clone(), error })?;
        check_preprocessor()?;
        let (next, known) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let done: Mutex<Vec<(usize, Entry)>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    machine::on_deep_stack(|| {
                        loop {
                            let at = next.fetch_add(1, Ordering::Relaxed);
                            let Some(file) = files.programs.get(at) else { return };
                            let (entry, was_known) = self.one(&cache, file);
                            known.fetch_add(usize::from(was_known), Ordering::Relaxed);
                            done.lock().unwrap_or_else(|e| e.into_inner()).push((at, entry));
                            told(at + 1);
                        }
                    });
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
        done.sort_by_key(|(at, _)| *at);
        let entries = done.into_iter().map(|(_, entry)| entry).collect();
        Ok(Corpus { entries, known: known.into_inner() })
    }

    fn one(&self, cache: &Cache, file: &Path) -> (Entry, bool) {
        let refused = |class: &str, why: String| Known::Refused { class: class.to_owned(), why };
        let entry = |known: Known, key: u64| {
            let status = match known {
                Known::Seed { steps, flags } => Status::Seed { text: cache.text(key), steps, flags },
                Known::Refused { class, why } => Status::Refused { class, why },
            };
            Entry { file: file.to_owned(), status }
        };
        let bytes = match read(file) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                return (entry(refused("too large", format!("more than {MOST_BYTES} bytes")), 0), false);
            }
            Err(error) => return (entry(refused("unreadable", error.to_string()), 0), false),
        };
        let folder = file.parent().unwrap_or(Path::new(".")).to_string_lossy().into_owned();
        let budget = self.budget.steps.to_le_bytes();
        let key = key(&[&bytes, folder.as_bytes(), self.target.name.as_bytes(), &budget]);
        if let Some(known) = cache.get(key) {
            return (entry(known, key), true);
        }
        let (known, text) = match self.imported(file, &bytes) {
            Ok(((steps, flags), text)) => (Known::Seed { steps, flags }, text),
            Err((class, why)) => (refused(class, why), String::new()),
        };
        // Without room for the cache it is imported again next time; a seed without its text is none.
        match cache.put(key, &known, &text) {
            Ok(()) => (entry(known, key), false),
            Err(error) => (entry(refused("no room for the cache", error.to_string()), key), false),
        }
    }

    fn imported(&self, file: &Path, bytes: &[u8]) -> Result<(Seed, String), (&'static str, String)> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Err(("no text", "not UTF-8".to_owned())) };
        if text.contains('\0') {
            return Err(("no text", "it has bytes that are zero".to_owned()));
        }
        let directives = Directives::of(text);
        let text = preprocessed(file, &directives.for_preprocessor())?;
        let import = || mutate::import(&text, self.target, self.budget);
        // Whatever a program of others does to us, the others are imported.
        match std::panic::catch_unwind(import) {
            Ok(Ok(seed)) => Ok(((seed.steps, directives.for_compiler()), text)),
            Ok(Err(reason)) => Err((reason.class(), reason.to_string())),
            Err(_) => Err(("a bug in assay", "it panicked".to_owned())),
        }
    }
}

/// The bytes of a file; `None` if it is too large.
fn read(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MOST_BYTES).then_some(bytes))
}

/// The command of the preprocessor.
fn preprocessor() -> String {
    std::env::var("CC").ok().filter(|c| !c.trim().is_empty()).unwrap_or_else(|| "cc".into())
}

/// That there is one is asked once: programs are not to blame if there is none.
fn check_preprocessor() -> Result<(), ImportError> {
    let command = preprocessor();
    let why = match preprocess(&command, Path::new("/dev/null"), &[]) {
        Ok(ran) if ran.status == Ended::Exited(0) => return Ok(()),
        Ok(ran) => first_line(&ran.stderr),
        Err(error) => error,
    };
    Err(ImportError::Preprocessor { command, why })
}

fn preprocess(command: &str, file: &Path, flags: &[String]) -> Result<process::Ran, String> {
    let mut argv: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
    argv.extend(["-E", "-w", "-x", "c"].map(OsString::from));
    argv.extend(flags.iter().map(OsString::from));
    argv.push(file.into());
    let job =
        Job { argv, dir: ".".into(), env: Vec::new(), limits: Limits::compiler(), reach: Reach::Anywhere };
    process::run(&job, &Cancel::default()).map_err(|error| error.to_string())
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned()
}

fn preprocessed(file: &Path, flags: &[String]) -> Result<String, (&'static str, String)> {
    let ran = preprocess(&preprocessor(), file, flags).map_err(|error| ("no preprocessor", error))?;
    if ran.status != Ended::Exited(0) || ran.truncated {
        return Err(("cannot be preprocessed", first_line(&ran.stderr)));
    }
    String::from_utf8(ran.stdout).map_err(|_| ("no text", "not UTF-8".to_owned()))
}

impl Corpus {
    /// The places of the programs that are seeds.
    pub fn seeds(&self) -> Vec<usize> {
        let is_seed = |entry: &Entry| matches!(entry.status, Status::Seed { .. });
        (0..self.entries.len()).filter(|at| is_seed(&self.entries[*at])).collect()
    }

    /// How many programs are not, by the class of the reason; the most frequent first.
    pub fn refused(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &self.entries {
            if let Status::Refused { class, .. } = &entry.status {
                *counts.entry(class).or_default() += 1;
            }
        }
        let mut rows: Vec<(String, usize)> =
            counts.into_iter().map(|(class, n)| (class.to_owned(), n)).collect();
        rows.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        rows
    }
}
