//! What the tests of this crate share: small jobs, small programs, and a look at what is left over.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::process::{Cancel, Job, Limits, Ran, Reach, run};
use harness::{Source, Template, Toolchain};

pub fn limits() -> Limits {
    // The machine may be busy, so only CPU time is short.
    Limits { wall: Duration::from_secs(60), cpu: Duration::from_secs(5), ..Limits::program() }
}

pub fn job(dir: &Path, argv: &[&str], limits: Limits) -> Job {
    let argv = argv.iter().map(OsString::from).collect();
    Job { argv, dir: dir.to_path_buf(), env: Vec::new(), limits, reach: Reach::default() }
}

/// Runs a shell script: the shortest way to a process that misbehaves.
pub fn shell(script: &str, limits: Limits) -> Ran {
    run(&job(Path::new("/"), &["/bin/sh", "-c", script], limits), &Cancel::default()).expect("sh starts")
}

/// Compiles a C program with the system's gcc, for processes that a shell cannot imitate.
pub fn build(dir: &Path, text: &str) -> PathBuf {
    let (source, out) = (dir.join("p.c"), dir.join("p"));
    fs::write(&source, text).unwrap();
    let argv = ["gcc", "-O1", "-o", out.to_str().unwrap(), source.to_str().unwrap()];
    let ran = run(&job(dir, &argv, Limits::compiler()), &Cancel::default()).expect("gcc starts");
    assert_eq!(ran.status, harness::Status::Exited(0), "{}", String::from_utf8_lossy(&ran.stderr));
    out
}

pub fn run_c(text: &str, limits: Limits) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    let program = build(dir.path(), text);
    run(&job(dir.path(), &[program.to_str().unwrap()], limits), &Cancel::default()).unwrap()
}

pub fn source(text: &str) -> Vec<Source> {
    vec![Source { name: "test.c".into(), text: text.into() }]
}

pub fn gcc() -> Toolchain {
    Toolchain::from_template(Template::parse("gcc").unwrap()).unwrap()
}

/// Living or dead processes whose command line or name contains a word.
pub fn processes_with(word: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    let lines = pids.filter_map(|pid| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        Some(format!("{pid} {}", String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    let own = std::process::id().to_string();
    lines.filter(|line| line.contains(word) && !line.starts_with(&own)).collect()
}

/// Children of this process, zombies included.
pub fn children() -> usize {
    let own = std::process::id().to_string();
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let stats = entries.flatten().filter_map(|e| fs::read_to_string(e.path().join("stat")).ok());
    stats
        .filter(|stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.split(' ').nth(1) == Some(&own)))
        .count()
}
