//! What a process may use. Limits hold for a process and its descendants together, as far as
//! sampling can tell, and for each of them alone by the kernel.

use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::capture::Overflow;

#[derive(Clone, Debug)]
pub struct Limits {
    pub wall: Duration,
    pub cpu: Duration,
    /// How long all of its processes may sleep at once; that counts as the clock's limit. `None`: as long as they like.
    pub asleep: Option<Duration>,
    /// When its time is over, it is asked by SIGABRT where it is, before it is killed: compilers that have a handler for
    /// crashes then tell the pass.
    pub last_words: bool,
    /// Per process, held by the kernel at once. `None` for sanitizers, whose shadow memory is
    /// terabytes of address space.
    pub address_space: Option<u64>,
    /// Resident memory of all processes together, sampled.
    pub resident: u64,
    /// Captured bytes, for standard output and error each.
    pub output: usize,
    pub overflow: Overflow,
    /// Size of a file that it writes.
    pub file_size: u64,
    /// Processes and threads alive at one time.
    pub processes: usize,
}

const MIB: u64 = 1 << 20;

/// How long last words may take.
pub(super) const LAST_WORDS: Duration = Duration::from_secs(3);

impl Limits {
    /// For a compiler: a stuck optimiser shows within a minute, an honest one stays below 2 GiB. What
    /// it says beyond the limit is dropped, since the first error is near the beginning.
    pub fn compiler() -> Limits {
        Limits {
            wall: Duration::from_secs(60),
            cpu: Duration::from_secs(60),
            asleep: None,
            last_words: false,
            address_space: Some(4096 * MIB),
            resident: 2048 * MIB,
            output: MIB as usize,
            overflow: Overflow::Discard,
            file_size: 256 * MIB,
            processes: 64,
        }
    }

    /// For a test program: it prints little and ends soon. One that prints without end is stopped.
    pub fn program() -> Limits {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            asleep: None,
            last_words: false,
            address_space: Some(2048 * MIB),
            resident: 1024 * MIB,
            output: MIB as usize,
            overflow: Overflow::Stop,
            file_size: 16 * MIB,
            processes: 16,
        }
    }

    pub fn with_time(self, time: Duration) -> Limits {
        Limits { wall: time, cpu: time, ..self }
    }
}

/// Sets the kernel's limits of another process. One that is gone by now needs none, so errors are
/// of no interest.
pub(super) fn apply(pid: Pid, limits: &Limits) {
    for (resource, soft, hard) in rows(limits) {
        let _ = prlimit(Some(pid), resource, Rlimit { current: Some(soft), maximum: Some(hard) });
    }
}

/// The kernel counts CPU time in whole seconds, so it is the backstop behind the sampled limit, also
/// for the case that we ourselves are killed. The number of processes is not among the rows: the
/// kernel counts it per user, all of the user's other programs included, and not at all for root.
fn rows(limits: &Limits) -> Vec<(Resource, u64, u64)> {
    let spare = if limits.last_words { LAST_WORDS.as_secs() } else { 0 };
    let seconds = limits.cpu.as_secs() + 1 + spare;
    let mut rows = vec![
        (Resource::Cpu, seconds, seconds + 1),
        (Resource::Fsize, limits.file_size, limits.file_size),
        (Resource::Core, 0, 0),
    ];
    rows.extend(limits.address_space.map(|bytes| (Resource::As, bytes, bytes)));
    rows
}
