//! One process and all its descendants: started, watched, limited, and gone when `run` returns.
//!
//! No shell is involved, and no judgement: whether an exit code is good or bad is decided elsewhere.
//!
//! How the limits hold without `unsafe` (so without code between fork and exec): the child starts in
//! a process group of its own, and its resource limits are set from outside, by `prlimit`, just after
//! the start. What it may have forked in that moment is looked up and limited too; what it may have
//! allocated is not taken back, but the next look sees it. The kernel's limits count per process; a
//! look at the whole tree every [`TICK`] adds up the rest.
//!
//! How nothing survives: the kernel kills a process group at one stroke, forks included. A process that left
//! the group becomes an orphan sooner or later, and orphans come to us, because we are a subreaper;
//! `tree` finds them among our children. [`leave`] is for the moment when we ourselves are to end.

pub(crate) mod owner;
pub mod scratch;
pub mod signal;

mod capture;
mod confine;
mod limits;
mod reaper;
mod tree;

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use thiserror::Error;
use wait4::Wait4;

use crate::process::signal::Signal;
use capture::Capture;
pub use capture::Overflow;
pub use confine::{Reach, Sandbox, sandbox};
pub use limits::Limits;
pub use reaper::own_all_children;
pub use tree::kill_stale;
use tree::{Member, Tree};

/// How often, at most, the tree is inspected and the cancel token read.
pub const TICK: Duration = Duration::from_millis(25);

/// How seldom, at most.
const LONGEST_TICK: Duration = Duration::from_millis(200);

/// A look costs 50 microseconds on a quiet machine, and many times that on a busy one, where a compiler also takes
/// longer by the clock. So the pause after a look is so many times what it took: looking costs a fraction of one per
/// cent of a core, however busy the machine is.
const TICK_PER_LOOK: u32 = 500;

/// What to run: an argument vector, where, with which additions to the environment.
#[derive(Clone, Debug)]
pub struct Job {
    pub argv: Vec<OsString>,
    pub dir: PathBuf,
    pub env: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub reach: Reach,
}

/// What a process did, and what it cost.
#[derive(Clone, Debug)]
pub struct Ran {
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Output beyond the limit was thrown away.
    pub truncated: bool,
    pub wall: Duration,
    /// User and system time of the process and of the children it waited for.
    pub cpu: Duration,
    /// In bytes. Never below our own resident size: the kernel counts the memory that the child
    /// shared with us until it called exec.
    pub max_rss: u64,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Exited(i32),
    Signaled(Signal),
    TimedOut(Clock),
    /// One of our other limits was reached, and the process was stopped.
    Limited(Resource),
    Cancelled,
}

/// Which of the two time limits ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    Wall,
    Cpu,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    Output,
    Memory,
    FileSize,
    Processes,
}

/// Why a process could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("the command line is empty")]
    Empty,
    #[error("`{program}` was not found")]
    Missing { program: String },
    #[error("`{program}` is there, but the interpreter or dynamic loader that it asks for is not")]
    NoInterpreter { program: String },
    #[error("`{program}` may not be executed")]
    Forbidden { program: String },
    #[error("`{program}` is not a program for this machine")]
    WrongFormat { program: String },
    #[error("`{program}` could not be started: {error}")]
    Other { program: String, error: io::Error },
}

/// Raised when this process is about to end.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// How long runs are waited for at the end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Ends all runs, whichever thread waits for them, and waits until none is left. Every run from now on is cancelled: this is for
/// the end of the whole process.
pub fn leave() {
    LEAVING.store(true, Ordering::Relaxed);
    let deadline = Instant::now() + FAREWELL;
    while reaper::has_runs() && Instant::now() < deadline {
        std::thread::sleep(TICK / 5);
    }
}

/// Whether a thread is in [`leave`], and will end this process.
pub fn is_leaving() -> bool {
    LEAVING.load(Ordering::Relaxed)
}

/// How much address space we may have, in bytes; `None` where it is not limited.
pub fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// A flag that stops runs from another thread; clones share it.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) || is_leaving()
    }
}

/// Runs a job to its end. When this returns, or panics, no process of it is left.
pub fn run(job: &Job, cancel: &Cancel) -> Result<Ran, StartError> {
    let mut live = Live::start(job)?;
    let stop = live.watch(cancel);
    if job.limits.last_words && matches!(stop, Some(Status::TimedOut(_))) {
        live.hear_last_words();
    }
    Ok(live.finish(stop))
}

/// A process that runs, and the guard that ends it.
struct Live<'a> {
    limits: &'a Limits,
    child: Child,
    pidfd: OwnedFd,
    tree: Tree,
    stdout: Capture,
    stderr: Capture,
    started: Instant,
    /// What the inspections saw: orphans count too.
    seen_cpu: Duration,
    seen_rss: u64,
    /// Since when all members sleep.
    asleep: Option<Sleep>,
    ended: bool,
}

/// Who sleeps, and the CPU time used by then.
struct Sleep {
    since: Instant,
    pids: Vec<Pid>,
    cpu: Duration,
}

impl<'a> Live<'a> {
    fn start(job: &'a Job) -> Result<Live<'a>, StartError> {
        reaper::adopt_orphans();
        let mark = tree::fresh_mark();
        let started = Instant::now();
        let mut child = reaper::register(&mark, || spawn(job, &mark), Pid::from_child)?;
        let leader = Pid::from_child(&child);
        let tree = Tree::new(leader, mark);
        let prepared = pidfd_open(leader, PidfdFlags::empty()).map_err(io::Error::from).and_then(|pidfd| {
            let stdout = Capture::new(child.stdout.take(), job.limits.output, job.limits.overflow)?;
            let stderr = Capture::new(child.stderr.take(), job.limits.output, job.limits.overflow)?;
            Ok((pidfd, stdout, stderr))
        });
        let (pidfd, stdout, stderr) = match prepared {
            Ok(all) => all,
            Err(error) => {
                tree.kill_group();
                let _ = child.wait();
                reaper::unregister(leader);
                return Err(StartError::Other { program: program_name(job), error });
            }
        };
        let live = Live {
            limits: &job.limits,
            child,
            pidfd,
            tree,
            stdout,
            stderr,
            started,
            seen_cpu: Duration::ZERO,
            seen_rss: 0,
            asleep: None,
            ended: false,
        };
        live.limit_all();
        Ok(live)
    }

    /// The leader first: what it forks from now on inherits its limits, so that only those that are
    /// there already remain to be found.
    fn limit_all(&self) {
        limits::apply(self.tree.leader(), self.limits);
        for member in self.tree.look().members {
            limits::apply(member.pid, self.limits);
        }
    }

    /// Waits for the end. `None`: it came by itself.
    fn watch(&mut self, cancel: &Cancel) -> Option<Status> {
        let deadline = self.started + self.limits.wall;
        let mut next_look = self.started + TICK;
        loop {
            if cancel.is_cancelled() {
                return Some(Status::Cancelled);
            }
            let now = Instant::now();
            if now >= deadline {
                self.inspect();
                return Some(Status::TimedOut(Clock::Wall));
            }
            if now >= next_look {
                if let Some(stop) = self.inspect() {
                    return Some(stop);
                }
                let after = Instant::now();
                next_look = after + pause_after(after - now);
            }
            let exited = self.wait_until(deadline.min(next_look));
            if self.stdout.overflowed() || self.stderr.overflowed() {
                return Some(Status::Limited(Resource::Output));
            }
            if exited {
                return None;
            }
        }
    }

    /// Looks at the tree as a whole: what the kernel's limits per process cannot see.
    fn inspect(&mut self) -> Option<Status> {
        let members = self.tree.members();
        for member in &members {
            limits::apply(member.pid, self.limits);
        }
        let cpu = members.iter().map(|m| m.cpu).sum();
        self.seen_cpu = self.seen_cpu.max(cpu);
        let resident = members.iter().map(|m| m.resident).sum();
        self.seen_rss = self.seen_rss.max(resident);
        let processes: usize = members.iter().map(|m| m.threads).sum();
        let oversleeps = self.limits.asleep.is_some_and(|most| self.slept(&members, cpu) >= most);
        let rows = [
            (cpu > self.limits.cpu, Status::TimedOut(Clock::Cpu)),
            (oversleeps, Status::TimedOut(Clock::Wall)),
            (resident > self.limits.resident, Status::Limited(Resource::Memory)),
            (processes > self.limits.processes, Status::Limited(Resource::Processes)),
        ];
        rows.into_iter().find(|(over, _)| *over).map(|(_, status)| status)
    }

    /// How long all of them have slept, the same ones without a moment of work in between.
    fn slept(&mut self, members: &[Member], cpu: Duration) -> Duration {
        if members.is_empty() || !members.iter().all(Member::is_asleep) {
            self.asleep = None;
            return Duration::ZERO;
        }
        let pids: Vec<Pid> = members.iter().map(|member| member.pid).collect();
        let same = self.asleep.take().filter(|sleep| sleep.pids == pids && sleep.cpu == cpu);
        let sleep = self.asleep.insert(same.unwrap_or(Sleep { since: Instant::now(), pids, cpu }));
        sleep.since.elapsed()
    }

    /// Sleeps until there is output, the end, or the given moment. True: the leader has exited.
    fn wait_until(&mut self, until: Instant) -> bool {
        let mut fds = vec![PollFd::new(&self.pidfd, PollFlags::IN)];
        fds.extend(self.stdout.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        fds.extend(self.stderr.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        let timeout = until.saturating_duration_since(Instant::now());
        let timeout =
            Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
        // An interrupted poll is a short one.
        let ready = rustix::event::poll(&mut fds, Some(&timeout)).unwrap_or(0);
        let exited = ready > 0 && !fds[0].revents().is_empty();
        drop(fds);
        if ready > 0 {
            self.stdout.read_some();
            self.stderr.read_some();
        }
        exited
    }

    /// Asks those that work where they are, and reads what they say until the leader ends or time is up.
    fn hear_last_words(&mut self) {
        self.tree.abort_workers();
        let until = Instant::now() + limits::LAST_WORDS;
        while Instant::now() < until && !self.wait_until(until) {}
    }

    fn finish(mut self, stop: Option<Status>) -> Ran {
        let used = self.end();
        self.stdout.drain();
        self.stderr.drain();
        let wall = self.started.elapsed();
        let (status, cpu, max_rss) = match used {
            Some(used) => {
                (used.status, (used.rusage.utime + used.rusage.stime).max(self.seen_cpu), used.rusage.maxrss)
            }
            // Our child was reaped elsewhere, which only a foreign wait(-1) can do.
            None => (std::process::ExitStatus::from_raw(0), self.seen_cpu, 0),
        };
        let status = stop.unwrap_or_else(|| self.natural_end(status, cpu));
        Ran {
            status,
            truncated: self.stdout.lost() || self.stderr.lost(),
            stdout: self.stdout.take(),
            stderr: self.stderr.take(),
            wall,
            cpu,
            max_rss: max_rss.max(self.seen_rss),
        }
    }

    /// Kills what is left, and reaps it.
    fn end(&mut self) -> Option<wait4::ResUse> {
        self.ended = true;
        self.tree.kill_group();
        let used = self.child.wait4().ok();
        reaper::unregister(self.tree.leader());
        self.tree.sweep();
        used
    }

    /// The kernel reports its own limits as signals.
    fn natural_end(&self, status: std::process::ExitStatus, cpu: Duration) -> Status {
        let Some(number) = status.signal() else {
            let code = status.code().unwrap_or(-1);
            return if self.stdout.overflowed() || self.stderr.overflowed() {
                Status::Limited(Resource::Output)
            } else {
                Status::Exited(code)
            };
        };
        match Signal(number) {
            Signal::XCPU => Status::TimedOut(Clock::Cpu),
            Signal::XFSZ => Status::Limited(Resource::FileSize),
            // A process that ignores SIGXCPU is killed a second later.
            Signal::KILL if cpu > self.limits.cpu => Status::TimedOut(Clock::Cpu),
            signal => Status::Signaled(signal),
        }
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.end();
        }
    }
}

fn pause_after(look: Duration) -> Duration {
    (look * TICK_PER_LOOK).clamp(TICK, LONGEST_TICK)
}

/// How often, and with which pause, a start is repeated when the file is still open for writing in a
/// process that another thread of ours is just starting (`ETXTBSY`).
const BUSY_RETRIES: u32 = 50;
const BUSY_PAUSE: Duration = Duration::from_millis(2);

fn spawn(job: &Job, mark: &str) -> Result<Child, StartError> {
    let (program, arguments) = job.argv.split_first().ok_or(StartError::Empty)?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&job.dir).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Messages are parsed, so they have to be in one language.
    command.env("LC_ALL", "C").env(tree::MARK_NAME, mark);
    if job.reach != Reach::Anywhere {
        command.env("TMPDIR", &job.dir);
    }
    command.envs(job.env.iter().map(|(name, value)| (name, value)));
    let started = match &job.reach {
        Reach::Anywhere => start(&mut command),
        Reach::Own(places) => confine::confined(&job.dir, places, || start(&mut command)).flatten(),
    };
    started.map_err(|error| start_error(job, error))
}

fn start(command: &mut Command) -> io::Result<Child> {
    let mut tries = 0;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tries < BUSY_RETRIES => {
                tries += 1;
                std::thread::sleep(BUSY_PAUSE);
            }
            done => return done,
        }
    }
}

fn program_name(job: &Job) -> String {
    job.argv.first().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default()
}

fn start_error(job: &Job, error: io::Error) -> StartError {
    let program = program_name(job);
    let format = rustix::io::Errno::NOEXEC.raw_os_error();
    match error.kind() {
        io::ErrorKind::NotFound if job.dir.join(&program).is_file() => StartError::NoInterpreter { program },
        io::ErrorKind::NotFound if job.dir.is_dir() => StartError::Missing { program },
        io::ErrorKind::PermissionDenied => StartError::Forbidden { program },
        _ if error.raw_os_error() == Some(format) => StartError::WrongFormat { program },
        _ => StartError::Other { program, error },
    }
}

/// Borrowing a descriptor for `poll` only while it is open.
fn borrowed<T: AsFd>(file: &Option<T>) -> Option<std::os::fd::BorrowedFd<'_>> {
    file.as_ref().map(AsFd::as_fd)
}
