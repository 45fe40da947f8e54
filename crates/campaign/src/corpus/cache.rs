//! What is known of programs that were imported before: a line for each in a journal, and the preprocessed text of those that
//! are seeds. A line is written when its text is there, so a kill loses one program at most; a program that
//! has changed has another key.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What is known of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// With the flags of its test suite.
    Seed {
        steps: u64,
        flags: Vec<String>,
    },
    Refused {
        class: String,
        why: String,
    },
}

pub(super) struct Cache {
    dir: PathBuf,
    known: HashMap<u64, Known>,
    journal: Mutex<File>,
}

/// Another version may read more, or otherwise.
const HEAD: &str = concat!("assay corpus ", env!("CARGO_PKG_VERSION"), " 2");

impl Cache {
    /// The cache in a folder, which is made if it is not there.
    pub fn open(dir: &Path) -> io::Result<Cache> {
        fs::create_dir_all(dir)?;
        let file = dir.join("journal");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let (head, lines) = text.split_once('\n').unwrap_or_default();
        let known: HashMap<u64, Known> = if head == HEAD {
            // The last line may be cut off.
            lines.split_inclusive('\n').filter_map(|line| parsed(line.strip_suffix('\n')?)).collect()
        } else {
            fs::write(&file, format!("{HEAD}\n"))?;
            HashMap::new()
        };
        let mut journal = OpenOptions::new().append(true).open(&file)?;
        if !text.is_empty() && !text.ends_with('\n') && head == HEAD {
            journal.write_all(b"\n")?;
        }
        Ok(Cache { dir: dir.to_owned(), known, journal: Mutex::new(journal) })
    }

    pub fn get(&self, key: u64) -> Option<Known> {
        let known = self.known.get(&key)?;
        let is_there = matches!(known, Known::Refused { .. }) || self.text(key).is_file();
        is_there.then(|| known.clone())
    }

    /// Where the text of a seed is.
    pub fn text(&self, key: u64) -> PathBuf {
        self.dir.join(format!("{key:016x}.i"))
    }

    pub fn put(&self, key: u64, known: &Known, text: &str) -> io::Result<()> {
        let line = match known {
            Known::Seed { steps, flags } => {
                harness::write_atomic(&self.text(key), text.as_bytes())?;
                format!("{key:016x}\tseed\t{steps} {}\n", plain(&flags.join(" ")))
            }
            Known::Refused { class, why } => format!("{key:016x}\t{}\t{}\n", plain(class), plain(why)),
        };
        let mut journal = self.journal.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        journal.write_all(line.as_bytes())
    }
}

fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn parsed(line: &str) -> Option<(u64, Known)> {
    let mut parts = line.splitn(3, '\t');
    let key = u64::from_str_radix(parts.next()?, 16).ok()?;
    let (class, rest) = (parts.next()?, parts.next()?);
    let known = match class {
        "seed" => {
            let mut words = rest.split_whitespace();
            let steps = words.next()?.parse().ok()?;
            Known::Seed { steps, flags: words.map(str::to_owned).collect() }
        }
        class => Known::Refused { class: class.to_owned(), why: rest.to_owned() },
    };
    Some((key, known))
}

/// FNV-1a, of what decides what a program is.
pub(super) fn key(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in parts.iter().flat_map(|part| part.iter().chain(&[0])) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}
