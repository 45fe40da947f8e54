//! Bugs that are known: what they produce is kept, but no longer told as news and no reason to fail.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Kind};

/// A row of the known bugs. What is left out matches everything; at least one of the first four is given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The whole bucket.
    #[serde(default)]
    pub bucket: Option<String>,
    /// A part of the bucket or the title.
    #[serde(default)]
    pub contains: Option<String>,
    /// The compiler's name.
    #[serde(default)]
    pub compiler: Option<String>,
    /// As in `wrong-code`.
    #[serde(default)]
    pub kind: Option<String>,
    /// Where it is reported.
    pub note: String,
}

/// A file of known bugs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFile {
    #[serde(default)]
    pub known: Vec<Known>,
}

impl Known {
    pub fn is_empty(&self) -> bool {
        self.bucket.is_none() && self.contains.is_none() && self.compiler.is_none() && self.kind.is_none()
    }

    fn matches(&self, finding: &Finding) -> bool {
        let text =
            |part: &String| finding.bucket.contains(part.as_str()) || finding.title.contains(part.as_str());
        self.bucket.as_ref().is_none_or(|bucket| *bucket == finding.bucket)
            && self.contains.as_ref().is_none_or(text)
            && self.compiler.as_ref().is_none_or(|name| *name == finding.compiler)
            && self.kind.as_ref().is_none_or(|kind| Kind::from_name(kind) == Some(finding.kind))
    }
}

/// Bugs that were marked in a campaign; read by each of its runs.
pub const FILE: &str = "known.toml";

/// Adds a row for a bucket to a campaign's own file.
pub fn mark(campaign: &Path, bucket: &str, note: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().append(true).create(true).open(campaign.join(FILE))?;
    let (bucket, note) = (toml::Value::from(bucket), toml::Value::from(note));
    file.write_all(format!("[[known]]\nbucket = {bucket}\nnote = {note}\n\n").as_bytes())?;
    file.sync_all()
}

/// Takes the rows of a bucket out of a campaign's own file.
pub fn unmark(campaign: &Path, bucket: &str) -> io::Result<()> {
    let file = campaign.join(FILE);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut all: KnownFile = toml::from_str(&text).map_err(io::Error::other)?;
    let before = all.known.len();
    all.known.retain(|row| row.bucket.as_deref() != Some(bucket));
    if all.known.len() == before {
        return Ok(());
    }
    let beside = campaign.join(".known.part");
    fs::write(&beside, toml::to_string(&all).map_err(io::Error::other)?)?;
    fs::rename(beside, file)
}

/// Writes the file anew, if it differs: the bugs of a campaign that is kept elsewhere, by bucket, each with its note.
pub(crate) fn replace(campaign: &Path, rows: &[(&str, &str)]) -> io::Result<()> {
    let row = |(bucket, note): &(&str, &str)| {
        format!("[[known]]\nbucket = {}\nnote = {}\n\n", toml::Value::from(*bucket), toml::Value::from(*note))
    };
    let text: String = rows.iter().map(row).collect();
    let file = campaign.join(FILE);
    if fs::read_to_string(&file).unwrap_or_default() == text {
        return Ok(());
    }
    let beside = campaign.join(".known.part");
    fs::write(&beside, text)?;
    fs::rename(beside, file)
}

/// All bugs that a campaign knows: those it started with, and those that somebody marks while it runs.
#[derive(Debug, Default)]
pub struct KnownBugs {
    rows: Vec<Known>,
    marked: Option<PathBuf>,
    seen: Mutex<Seen>,
}

/// The file of marked bugs as it was read last.
#[derive(Debug, Default)]
struct Seen {
    stamp: Option<(u64, SystemTime)>,
    rows: Vec<Known>,
}

impl KnownBugs {
    pub fn new(rows: Vec<Known>, campaign: Option<&Path>) -> KnownBugs {
        let marked = campaign.map(|campaign| campaign.join(FILE));
        KnownBugs { rows, marked, seen: Mutex::default() }
    }

    /// The note of the first row that matches.
    pub fn note(&self, finding: &Finding) -> Option<String> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.marked {
            seen.refresh(file);
        }
        let all = self.rows.iter().chain(&seen.rows);
        all.into_iter().find(|row| row.matches(finding)).map(|row| row.note.clone())
    }
}

impl Seen {
    /// Reads the file again if it has changed. While somebody writes it, it may be no whole file; the next time it is.
    fn refresh(&mut self, file: &Path) {
        let stamp = fs::metadata(file).and_then(|about| Ok((about.len(), about.modified()?))).ok();
        if stamp == self.stamp {
            return;
        }
        let read = fs::read_to_string(file).ok().and_then(|text| toml::from_str::<KnownFile>(&text).ok());
        if let Some(file) = read {
            *self = Seen { stamp, rows: file.known };
        }
    }
}
