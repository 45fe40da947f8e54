//! The machine that a campaign runs on, in a few words for reports.

use std::fs;

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Host {
    pub system: String,
    pub cpu: String,
    pub cores: usize,
    pub memory_mib: u64,
}

impl Host {
    pub fn this() -> Host {
        let name = rustix::system::uname();
        let words =
            [name.sysname(), name.release(), name.machine()].map(|word| word.to_string_lossy().into_owned());
        Host {
            system: words.join(" "),
            cpu: value_in("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            cores: cores(),
            memory_mib: memory_mib(),
        }
    }
}

/// What the machine is called.
pub fn name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// How many tests can run at a time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn memory_mib() -> u64 {
    let text = value_in("/proc/meminfo", "MemTotal").unwrap_or_default();
    text.split(' ').next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// The value behind the colon of the first line that starts with a key.
fn value_in(file: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}, {} cores, {} MiB", self.system, self.cpu, self.cores, self.memory_mib)
    }
}
