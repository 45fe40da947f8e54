//! A campaign with somebody watching: events go to a reporter on a thread of its own, a signal becomes a wish to stop,
//! and the end becomes an exit code.

use crate::failure::Failure;
use crate::reporter::beat::Beat;
use crate::reporter::status::Status;
use crate::reporter::{self, Format, Frame, Reporter};
use crate::terminal;
use campaign::store::Changed;
use campaign::{Control, Event, Fatal, Plan, Store, Summary};
use harness::Cancel;
use harness::scratch::{self, Scratch};
use signal_hook::consts::*;
use signal_hook::iterator::Signals;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The exit code when there are findings.
pub const FOUND: u8 = 1;

/// What a shell reports for a process that a signal ended, but for the signal's number.
const SIGNALED: i32 = 128;

/// All signals that end a process unless it asks for them, but for those of its own faults. Whichever comes, compilers and
/// temporary files must not stay behind.
const ENDING: [i32; 13] = [
    SIGHUP,
    SIGINT,
    SIGQUIT,
    SIGUSR1,
    SIGUSR2,
    SIGALRM,
    SIGTERM,
    SIGVTALRM,
    SIGPROF,
    SIGIO,
    SIGXCPU,
    STACK_FAULT,
    POWER,
];

/// SIGSTKFLT and SIGPWR, which have no names in the crate.
const STACK_FAULT: i32 = 16;
const POWER: i32 = 30;

/// Those of the real-time signals that the C library leaves to programs: glibc has two of its own, musl three.
const REAL_TIME: std::ops::RangeInclusive<i32> = if cfg!(target_env = "musl") { 35..=64 } else { 34..=64 };

const TICK: Duration = Duration::from_millis(100);

/// Clears away what killed processes of ours left behind.
pub fn tidy() {
    harness::process::kill_stale();
    Scratch::default().remove_stale();
}

/// Opens the folder of a campaign and runs it to its end; `watch` sees the events, too.
pub fn run(
    plan: &Plan,
    dir: &Path,
    control: &Control,
    format: Format,
    watch: &(dyn Fn(&Event) + Sync),
) -> Result<Summary, Failure> {
    let opened = Store::open(dir, plan)?;
    run_in(plan, opened, control, format, watch)
}

/// Runs a campaign that is open to its end.
pub fn run_in(
    plan: &Plan,
    (store, changed): (Store, Vec<Changed>),
    control: &Control,
    format: Format,
    watch: &(dyn Fn(&Event) + Sync),
) -> Result<Summary, Failure> {
    let interrupted = Arc::new(AtomicBool::new(false));
    heed_interrupts(&control.stop, &interrupted, &plan.setup.cancel)?;
    let frame = Frame { time: control.time, tests: control.tests, interrupted };
    let (reporter, status) = (reporter::choose(format), Status::new(frame));
    let (sender, receiver) = channel();
    for one in changed {
        let _ =
            sender.send(Event::CompilerChanged { compiler: one.compiler, before: one.before, now: one.now });
    }
    std::thread::scope(|scope| {
        let stop = control.stop.clone();
        let shown = scope.spawn(move || show(reporter, status, &receiver, &stop));
        let result = campaign::run(plan, store, control, &|event| {
            watch(&event);
            // Nobody listens any more when the output is gone; that is told below.
            let _ = sender.send(event);
        });
        drop(sender);
        let told = shown.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let summary = result.map_err(|fatal| stopped(fatal, format))?;
        told?;
        Ok(summary)
    })
}

/// 0 when nothing was found, in all runs of the campaign.
pub fn exit_code(summary: &Summary) -> u8 {
    if summary.totals.findings > 0 { FOUND } else { 0 }
}

/// Shows events until there are no more. When the output is gone, the campaign is stopped.
fn show(
    mut reporter: Box<dyn Reporter>,
    mut status: Status,
    events: &Receiver<Event>,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut beat = Beat::default();
    let result = show_all(reporter.as_mut(), &mut status, &mut beat, events);
    beat.end(&status);
    if result.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    result
}

fn show_all(
    reporter: &mut dyn Reporter,
    status: &mut Status,
    beat: &mut Beat,
    events: &Receiver<Event>,
) -> Result<(), Failure> {
    loop {
        match events.recv_timeout(TICK) {
            Ok(event) => {
                status.add(&event);
                reporter.tell(&event, status)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        reporter.tick(status)?;
        beat.tick(status);
    }
}

/// Whether a verb listens for signals itself.
static HEEDED: AtomicBool = AtomicBool::new(false);

/// For verbs that do not listen themselves: the first signal ends us, with all that we have started and written.
pub fn tidy_up_when_told_to_end() {
    // Without it, a signal ends us as it does everybody.
    let Ok(mut signals) = listen() else { return };
    let _ = std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            if !HEEDED.load(Ordering::Relaxed) {
                end(signal);
            }
        }
    });
}

/// Where a signal is about to end us, its exit code counts, and not that of a verb that was stopped by it.
pub fn wait_for_the_end() {
    while harness::process::is_leaving() {
        std::thread::sleep(TICK);
    }
}

/// Ends us at once, and leaves nothing behind.
fn end(signal: i32) -> ! {
    harness::process::leave();
    scratch::remove_own();
    std::process::exit(SIGNALED + signal);
}

/// A signal ends the work with what there is, the second ends us.
pub fn stop_on_interrupt(stop: &Cancel) -> Result<(), Failure> {
    let mut signals = listen()?;
    HEEDED.store(true, Ordering::Relaxed);
    let stop = stop.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if stop.is_cancelled() {
                end(signal);
            }
            stop.cancel();
        }
    });
    Ok(())
}

fn listen() -> Result<Signals, Failure> {
    let ignored = ignored();
    let wanted = ENDING.into_iter().chain(REAL_TIME).filter(|signal| !ignored.contains(signal));
    Signals::new(wanted).map_err(|error| Failure::Environment(format!("cannot listen for Ctrl-C: {error}")))
}

/// Signals that whoever started us wants to be ignored, as `nohup` does.
fn ignored() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|text| u64::from_str_radix(text.trim(), 16).ok()).unwrap_or(0);
    (1..=64).filter(|signal| mask >> (signal - 1) & 1 == 1).collect()
}

/// The first signal finishes what is under way, the second stops it, the third ends us.
fn heed_interrupts(
    stop: &Arc<AtomicBool>,
    interrupted: &Arc<AtomicBool>,
    cancel: &Cancel,
) -> Result<(), Failure> {
    let mut signals = listen()?;
    HEEDED.store(true, Ordering::Relaxed);
    let (stop, interrupted, cancel) = (stop.clone(), interrupted.clone(), cancel.clone());
    std::thread::spawn(move || {
        for signal in signals.forever() {
            interrupted.store(true, Ordering::Relaxed);
            match (stop.swap(true, Ordering::Relaxed), cancel.is_cancelled()) {
                (false, _) => {}
                (true, false) => cancel.cancel(),
                (true, true) => end(signal),
            }
        }
    });
    Ok(())
}

/// The summary is there already; this is why there is not more of it.
fn stopped(fatal: Fatal, format: Format) -> Failure {
    if format == Format::Json {
        let line = serde_json::json!({ "event": "halted", "why": fatal.to_string() });
        let _ = terminal::print(format!("{line}\n").as_bytes());
    }
    Failure::from(fatal)
}
