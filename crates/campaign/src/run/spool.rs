//! Results that could not be stored yet. They are kept in a file as well, one a line, so that a worker that is killed while its
//! store is away loses nothing: the next one in the same folder stores them.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::testing::report::Report;
use crate::usage::{Tally, Usage};

/// Its name, in a worker's folder.
pub const FILE: &str = "spool.jsonl";

#[derive(Debug)]
pub(crate) struct Spool {
    file: PathBuf,
    waiting: VecDeque<Report>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    report: R,
    account: Account,
}

/// [`Usage`] to the nanosecond.
#[derive(Serialize, Deserialize)]
struct Account {
    compilers: BTreeMap<String, Duration>,
    programs: Duration,
    learning: Duration,
    tools: Duration,
    configurations: BTreeMap<String, Tally>,
}

impl Account {
    fn of(usage: &Usage) -> Account {
        let Usage { compilers, programs, reducing: _, tools, learning, own: _, configurations } =
            usage.clone();
        Account { compilers, programs, learning, tools, configurations }
    }

    fn usage(self) -> Usage {
        let Account { compilers, programs, learning, tools, configurations } = self;
        Usage { compilers, programs, learning, tools, configurations, ..Usage::default() }
    }
}

impl Spool {
    /// What an earlier worker has left in a folder. A line that it was killed in is no result.
    pub fn open(dir: &Path) -> io::Result<Spool> {
        let file = dir.join(FILE);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let read = |line: &str| serde_json::from_str::<Line<Report>>(line).ok();
        let waiting =
            text.lines().filter_map(read).map(|line| Report { usage: line.account.usage(), ..line.report });
        Ok(Spool { waiting: waiting.collect(), file })
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub fn push(&mut self, report: Report) -> io::Result<()> {
        let line = Line { report: &report, account: Account::of(&report.usage) };
        let mut text = serde_json::to_string(&line).map_err(io::Error::other)?;
        text.push('\n');
        OpenOptions::new().append(true).create(true).open(&self.file)?.write_all(text.as_bytes())?;
        self.waiting.push_back(report);
        Ok(())
    }

    pub fn first(&self) -> Option<&Report> {
        self.waiting.front()
    }

    /// The first is stored. When all are, the file is not needed any more.
    pub fn pop(&mut self) -> Option<Report> {
        let first = self.waiting.pop_front();
        if self.waiting.is_empty() {
            let _ = fs::remove_file(&self.file);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::report::Outcome;

    #[test]
    fn what_a_killed_worker_has_left_is_read_by_the_next_one() {
        let dir = tempfile::tempdir().unwrap();
        let mut usage = Usage { programs: Duration::from_nanos(1_234_567_891), ..Usage::default() };
        usage.compilers.insert("gcc".to_owned(), Duration::from_nanos(7));
        usage.add_program("gcc -O2");
        let report = |index| Report {
            index,
            seed: 9,
            outcome: Outcome::Skipped { why: "no".to_owned() },
            rejected: None,
            incidents: Vec::new(),
            asked: 1,
            usage: usage.clone(),
            wall: Duration::from_millis(5),
            generation: 3,
            learned: None,
            foreign: 9,
        };
        let mut spool = Spool::open(dir.path()).unwrap();
        spool.push(report(4)).unwrap();
        spool.push(report(5)).unwrap();
        let file = dir.path().join(FILE);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, &text[..text.len() - 30]).unwrap();
        let mut spool = Spool::open(dir.path()).unwrap();
        let first = spool.pop().unwrap();
        assert_eq!((first.index, first.generation, spool.len()), (4, 3, 0), "the second was being written");
        assert_eq!(first.usage, usage);
        assert!(!file.exists());
    }
}
