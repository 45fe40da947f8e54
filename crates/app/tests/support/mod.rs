//! A place to start `assay` in, and its events.

#![allow(dead_code, reason = "each test file uses a part of it")]

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

pub mod postgres;
pub mod server;

pub const ASSAY: &str = env!("CARGO_BIN_EXE_assay");

/// A directory to work in, which goes away.
pub struct Place(pub tempfile::TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary directory"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("the temporary directory takes files");
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A shell script in the place of a compiler.
    pub fn compiler(&self, name: &str, text: &str) -> String {
        let path = self.write(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(ASSAY);
        command.args(words).current_dir(self.0.path()).env_remove("CC").env("RUST_BACKTRACE", "0");
        command
    }

    pub fn assay(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("assay starts")
    }

    /// Starts it, and reads its events while it runs.
    pub fn start(&self, words: &[&str]) -> Running {
        let mut child =
            self.command(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("assay starts");
        let events = BufReader::new(child.stdout.take().unwrap());
        Running { child, events }
    }
}

pub struct Running {
    pub child: Child,
    events: BufReader<ChildStdout>,
}

impl Running {
    /// Reads until there were so many events of a name; all events so far.
    pub fn until(&mut self, name: &str, count: usize) -> Vec<Value> {
        let mut seen = Vec::new();
        while seen.iter().filter(|event| is(event, name)).count() < count {
            let mut line = String::new();
            assert!(
                self.events.read_line(&mut line).unwrap() > 0,
                "it ended before {count} {name}: {seen:#?}"
            );
            seen.push(serde_json::from_str(&line).unwrap());
        }
        seen
    }

    pub fn rest(&mut self) -> Vec<Value> {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut self.events, &mut text).unwrap();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }
}

pub fn is(event: &Value, name: &str) -> bool {
    event["event"] == name
}

pub fn events(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
