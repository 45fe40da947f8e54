//! All processes that descend from one that we started, found through `/proc`, and their end.
//!
//! Three things tell a member: it is in the leader's process group; its parent is a member; or it is an
//! orphan of this run. Orphans are children of ours that we have not started, because we are a subreaper. The
//! environment they started with holds the mark of their run; one that has erased it, or is just being
//! loaded, has none. Without a mark it belongs to the only run that there is; if there are several, to
//! the one that ends first, since no honest process leaves its group, its parent and its environment.
//!
//! Process numbers are given out in ascending order, so only those between the leader's and the latest are
//! looked at. On a quiet machine that is a handful, which is why the whole of `/proc` need not be read for
//! every run. A look in which numbers were given out meanwhile may have missed a process, and is repeated.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, test_kill_process_group, waitpgid,
    waitpid,
};

use super::reaper;
use crate::process::owner;

/// The environment variable that tells which run a process belongs to.
pub(super) const MARK_NAME: &str = "ASSAY_RUN";

/// Up to this many numbers are tried one by one; beyond, listing `/proc` is cheaper.
const PROBES: i32 = 64;

/// How long the dying are waited for. A process in an uninterruptible sleep may outlast it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long an orphan without a mark is given to show one: a program that is being loaded has none for a moment.
const LOADING: Duration = Duration::from_millis(50);

/// How often a look is repeated because a process was born meanwhile. On a busy machine that never ends.
const QUIET_LOOKS: usize = 20;

/// How often strays are looked for while they are being stopped.
const FREEZING_ROUNDS: usize = 100;

pub(super) struct Tree {
    leader: Pid,
    mark: String,
}

/// What `/proc/PID/stat` says of a living member.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub pid: Pid,
    pub cpu: Duration,
    pub resident: u64,
    pub threads: usize,
    /// The first thread sleeps, and neither runs nor waits for a disk or its turn.
    asleep: bool,
    parent: i32,
    group: i32,
    zombie: bool,
    /// In clock ticks since boot.
    born: u64,
}

/// What a look at the process table has found, but for the leader.
#[derive(Default)]
pub(super) struct Look {
    pub members: Vec<Member>,
    /// Orphans whose run is not known yet.
    unclear: Vec<Member>,
    /// The latest process number when it began.
    last: Option<i32>,
}

/// Whose an orphan is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Ours,
    Others,
    Unclear,
}

impl Member {
    /// Whether all of its threads sleep.
    pub fn is_asleep(&self) -> bool {
        self.asleep && (self.threads == 1 || self.threads_sleep().unwrap_or(false))
    }

    fn threads_sleep(&self) -> Option<bool> {
        let mut tasks = fs::read_dir(proc_file(self.pid.as_raw_pid(), "task")).ok()?.flatten();
        let asleep = |text: String| text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'));
        Some(tasks.all(|task| fs::read_to_string(task.path().join("stat")).is_ok_and(asleep)))
    }
}

/// A value of [`MARK_NAME`] that no other run on this machine has.
pub(super) fn fresh_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", owner::own_tag(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Kills what is left of the runs of a process that was itself killed, and tells how many that were. Such
/// processes end at their CPU limit by themselves, unless they sleep.
pub fn kill_stale() -> usize {
    let own = ancestry();
    let stale = all_pids().unwrap_or_default().into_iter().filter(|pid| !own.contains(pid));
    let stale = stale.filter(|&pid| mark_of(pid).is_some_and(|mark| owner::is_orphaned(&mark)));
    stale.filter_map(Pid::from_raw).filter(|&pid| kill_process(pid, Signal::KILL).is_ok()).count()
}

/// This process, its parent, and so on: a test of ours may run under another Assay, even a dead one.
fn ancestry() -> Vec<i32> {
    let first = getpid().as_raw_pid();
    std::iter::successors(Some(first), |&pid| read_stat(pid).map(|one| one.parent)).collect()
}

impl Tree {
    pub fn new(leader: Pid, mark: String) -> Tree {
        Tree { leader, mark }
    }

    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// The living members, the leader included.
    pub fn members(&self) -> Vec<Member> {
        let mut known: Vec<Member> = read_stat(self.leader.as_raw_pid()).into_iter().collect();
        known.extend(self.look().members);
        known.retain(|member| !member.zombie);
        known
    }

    /// Kills the leader's process group. The kernel does so under the lock that fork takes, so that a
    /// fork bomb cannot outrun it.
    pub fn kill_group(&self) {
        let _ = kill_process_group(self.leader, Signal::KILL);
    }

    /// Sends SIGABRT to those that do the work: the members without children.
    pub fn abort_workers(&self) {
        let members = self.members();
        let waits = |one: &Member| members.iter().any(|other| other.parent == one.pid.as_raw_pid());
        for member in members.iter().filter(|one| !waits(one)) {
            let _ = kill_process(member.pid, Signal::ABORT);
        }
    }

    /// Ends what is left when the leader is dead and reaped: members of its group that died with it and
    /// wait to be reaped, and those that went away from the group.
    pub fn sweep(&self) {
        let deadline = Instant::now() + PATIENCE;
        let mut pause = Duration::from_micros(100);
        let mut dying: Vec<Pid> = Vec::new();
        let mut unclear_until = None;
        let mut quiet_looks = 0;
        loop {
            self.reap_group();
            dying.retain(|&pid| !is_gone(pid));
            let group_gone = test_kill_process_group(self.leader).is_err();
            let Look { members: mut strays, unclear, last } = self.look();
            if Instant::now() > deadline {
                return;
            }
            if !unclear.is_empty() && Instant::now() >= *unclear_until.get_or_insert(Instant::now() + LOADING)
            {
                strays.extend(unclear);
            } else if group_gone && strays.is_empty() && dying.is_empty() && unclear.is_empty() {
                quiet_looks += 1;
                if last == latest_pid() || quiet_looks > QUIET_LOOKS {
                    return;
                }
                continue;
            }
            let found = self.freeze(strays);
            self.kill_group();
            for pid in found {
                let _ = kill_process(pid, Signal::KILL);
                dying.push(pid);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    fn reap_group(&self) {
        while let Ok(Some(_)) = waitpgid(self.leader, WaitOptions::NOHANG) {}
    }

    /// Stops all strays before any is killed: otherwise a family that forks into groups of its own has
    /// new members while the old ones are being killed.
    fn freeze(&self, mut strays: Vec<Member>) -> Vec<Pid> {
        let mut stopped: Vec<Pid> = Vec::new();
        // Each round finds only what was forked before the last parent stopped, so few are needed.
        for _ in 0..FREEZING_ROUNDS {
            strays.retain(|stray| !stopped.contains(&stray.pid));
            if strays.is_empty() {
                break;
            }
            for stray in &strays {
                let _ = kill_process(stray.pid, Signal::STOP);
                stopped.push(stray.pid);
            }
            strays = self.look().members;
        }
        stopped
    }

    /// All members but the leader, the dead but unreaped included.
    pub fn look(&self) -> Look {
        let last = latest_pid();
        let mut rest: Vec<Member> = self.candidates(last).into_iter().filter_map(read_stat).collect();
        rest.retain(|one| !self.is_abandoned(one));
        let (mut members, unclear) = self.orphans(&mut rest);
        loop {
            let before = members.len();
            let (found, others): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|one| self.is_member(one, &members));
            members.extend(found);
            rest = others;
            if members.len() == before {
                return Look { members, unclear, last };
            }
        }
    }

    /// Takes the orphans of this run from all processes, and those that may be.
    fn orphans(&self, rest: &mut Vec<Member>) -> (Vec<Member>, Vec<Member>) {
        let is_candidate = |one: &Member| is_orphan(one) && one.group != self.leader.as_raw_pid();
        if !rest.iter().any(is_candidate) {
            return Default::default();
        }
        // After the look: who was being started then is among them by now.
        let runs = reaper::all_runs();
        let (mut ours, mut unclear) = (Vec::new(), Vec::new());
        rest.retain(|one| {
            let whose = if is_candidate(one) { self.whose(one, &runs) } else { Whose::Others };
            match whose {
                Whose::Ours => ours.push(one.clone()),
                Whose::Unclear => unclear.push(one.clone()),
                Whose::Others => {}
            }
            whose == Whose::Others
        });
        (ours, unclear)
    }

    fn whose(&self, one: &Member, runs: &BTreeMap<i32, String>) -> Whose {
        let is_started_here = runs.contains_key(&one.pid.as_raw_pid()) || runs.contains_key(&one.group);
        if is_started_here || reaper::is_foreign(one.group) {
            return Whose::Others;
        }
        let is_child = one.parent == getpid().as_raw_pid();
        let whose = match mark_of(one.pid.as_raw_pid()) {
            Some(mark) if mark == self.mark => Whose::Ours,
            Some(mark) if runs.values().any(|other| *other == mark) => Whose::Others,
            // Its run is over, and it is not.
            Some(_) if is_child => Whose::Ours,
            None if is_child && runs.keys().all(|&leader| leader == self.leader.as_raw_pid()) => Whose::Ours,
            None if is_child => Whose::Unclear,
            Some(_) | None => Whose::Others,
        };
        // One that was a run of ours during the look may be over by now, and its number taken by another process.
        let is_still_there = read_stat(one.pid.as_raw_pid())
            .is_some_and(|now| now.born == one.born && now.parent == one.parent);
        if is_still_there { whose } else { Whose::Others }
    }

    /// A dead orphan has lost its environment, and with it the mark; it only has to be reaped.
    fn is_abandoned(&self, one: &Member) -> bool {
        let abandoned = one.zombie && is_orphan(one) && one.group != self.leader.as_raw_pid();
        if abandoned {
            reaper::reap_abandoned(one.pid, one.group);
        }
        abandoned
    }

    fn is_member(&self, one: &Member, members: &[Member]) -> bool {
        one.group == self.leader.as_raw_pid()
            || one.parent == self.leader.as_raw_pid()
            || members.iter().any(|m| m.pid.as_raw_pid() == one.parent)
    }

    /// The process numbers that were given out since the leader started.
    fn candidates(&self, last: Option<i32>) -> Vec<i32> {
        let leader = self.leader.as_raw_pid();
        let last = last.unwrap_or(leader - 1);
        if last == leader {
            return Vec::new();
        }
        let first = leader + 1;
        if (first..first.saturating_add(PROBES)).contains(&last) {
            return (first..=last).collect();
        }
        let mut pids = all_pids().unwrap_or_default();
        // The numbers start again from below when they are used up.
        let wrapped = last < leader;
        pids.retain(|&pid| if wrapped { pid > leader || pid <= last } else { (first..=last).contains(&pid) });
        pids
    }
}

/// Reaps it if it has come to us, or finds that its own parent did.
fn is_gone(pid: Pid) -> bool {
    match waitpid(Some(pid), WaitOptions::NOHANG) {
        Ok(Some(_)) => true,
        Ok(None) => false,
        Err(_) => read_stat(pid.as_raw_pid()).is_none(),
    }
}

/// An orphan is a child of ours, as we are a subreaper, or of init, where the kernel refused.
fn is_orphan(one: &Member) -> bool {
    one.parent == getpid().as_raw_pid() || one.parent == 1
}

/// The last number of `/proc/loadavg` is the latest process number that was given out.
fn latest_pid() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_ascii_whitespace().last()?.parse().ok()
}

fn all_pids() -> io::Result<Vec<i32>> {
    let names = fs::read_dir("/proc")?.flatten().map(|entry| entry.file_name());
    Ok(names.filter_map(|name| name.to_str()?.parse().ok()).collect())
}

/// The run that a process belongs to, from the environment it started with.
fn mark_of(pid: i32) -> Option<String> {
    let environ = fs::read(proc_file(pid, "environ")).ok()?;
    let mut entries = environ.split(|&byte| byte == 0);
    let mark = entries.find_map(|entry| entry.strip_prefix(MARK_NAME.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(mark).into_owned())
}

fn proc_file(pid: i32, name: &str) -> String {
    format!("/proc/{pid}/{name}")
}

/// `None` for a number without a process, or a thread's: `/proc` answers for threads too, with the
/// figures of their whole process, which would then count twice.
fn read_stat(pid: i32) -> Option<Member> {
    let text = fs::read(proc_file(pid, "stat")).ok()?;
    let member = parse_stat(pid, &String::from_utf8_lossy(&text))?;
    let single = member.threads <= 1;
    (single || thread_group(pid) == Some(pid)).then_some(member)
}

fn thread_group(pid: i32) -> Option<i32> {
    let status = fs::read_to_string(proc_file(pid, "status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()
}

/// Reads the fields after the command name, which may itself hold spaces and parentheses.
fn parse_stat(pid: i32, text: &str) -> Option<Member> {
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split_ascii_whitespace().collect();
    // Fields are numbered as in proc_pid_stat(5), where the state is the third.
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
    Some(Member {
        pid: Pid::from_raw(pid)?,
        cpu: Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()),
        resident: number(24)? * rustix::param::page_size() as u64,
        threads: number(20)? as usize,
        asleep: matches!(fields.first(), Some(&"S")),
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        zombie: matches!(fields.first(), Some(&("Z" | "X"))),
        born: number(22)?,
    })
}
