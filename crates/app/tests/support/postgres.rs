//! A PostgreSQL of a test's own, and the same for those who look at what was printed.

use super::Place;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A PostgreSQL that ends with the test.
pub struct Postgres {
    pub dir: PathBuf,
    pub url: String,
}

impl Postgres {
    pub fn start(place: &Place) -> Option<Postgres> {
        Postgres::with(place, &[])
    }

    /// The same with lines of postgresql.conf.
    pub fn with(place: &Place, settings: &[&str]) -> Option<Postgres> {
        let dir = place.path("postgres");
        let started = script("start", &dir, settings);
        if started.status.code() == Some(77) {
            test_support::skip("there is no PostgreSQL");
            return None;
        }
        assert!(started.status.success(), "{}", err(&started));
        Some(Postgres { dir, url: out(&started).trim().to_owned() })
    }

    pub fn doing(&self, verb: &str, words: &[&str]) -> String {
        let output = script(verb, &self.dir, words);
        assert!(output.status.success(), "{verb}: {}", err(&output));
        out(&output).trim().to_owned()
    }

    pub fn sql(&self, statement: &str) -> String {
        self.doing("sql", &[statement])
    }

    /// The address with another user.
    pub fn as_user(&self, user: &str) -> String {
        self.url.replace("assay@", &format!("{user}@"))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        script("end", &self.dir, &[]);
    }
}

pub fn script(verb: &str, dir: &Path, words: &[&str]) -> Output {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
    Command::new(file)
        .arg(verb)
        .arg(dir)
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("the script starts")
}

/// What a command said.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
