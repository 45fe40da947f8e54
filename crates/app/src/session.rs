//! A campaign with somebody watching: events go to a reporter on a thread of its own, Ctrl-C becomes a wish to stop,
//! and the end becomes an exit code.

use crate::failure::Failure;
use crate::reporter::{self, Format, Frame, Reporter};
use crate::terminal;
use campaign::{Control, Event, Halt, Plan, Store, Summary};
use harness::Cancel;
use harness::scratch::Scratch;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The exit code when there are findings.
pub const FOUND: u8 = 1;

/// What a shell reports for a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

const TICK: Duration = Duration::from_millis(100);

/// Clears away what killed processes of ours left behind.
pub fn tidy() {
    harness::process::kill_stale();
    Scratch::default().remove_stale();
}

/// Opens the folder of a campaign and runs it to its end.
pub fn run(plan: &Plan, dir: &Path, control: &Control, format: Format) -> Result<Summary, Failure> {
    run_watched(plan, dir, control, format, &|_| {})
}

/// The same, with somebody else who sees the events.
pub fn run_watched(
    plan: &Plan,
    dir: &Path,
    control: &Control,
    format: Format,
    watch: &(dyn Fn(&Event) + Sync),
) -> Result<Summary, Failure> {
    let (store, changed) = Store::open(dir, plan)?;
    heed_interrupts(&control.stop, &plan.setup.cancel)?;
    let frame = Frame { time: control.time, tests: control.tests, stop: control.stop.clone() };
    let reporter = reporter::choose(format, frame);
    let (sender, receiver) = channel();
    for one in changed {
        let _ =
            sender.send(Event::CompilerChanged { compiler: one.compiler, before: one.before, now: one.now });
    }
    std::thread::scope(|scope| {
        let stop = control.stop.clone();
        let shown = scope.spawn(move || show(reporter, &receiver, &stop));
        let result = campaign::run(plan, store, control, &|event| {
            watch(&event);
            // Nobody listens any more when the output is gone; that is told below.
            let _ = sender.send(event);
        });
        drop(sender);
        let told = shown.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let summary = result.map_err(|halt| stopped(halt, format))?;
        told?;
        Ok(summary)
    })
}

/// 0 when nothing was found, in all runs of the campaign.
pub fn exit_code(summary: &Summary) -> u8 {
    if summary.totals.findings > 0 { FOUND } else { 0 }
}

/// Shows events until there are no more. When the output is gone, the campaign is stopped.
fn show(mut reporter: Box<dyn Reporter>, events: &Receiver<Event>, stop: &AtomicBool) -> Result<(), Failure> {
    let result = show_all(reporter.as_mut(), events);
    if result.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    result
}

fn show_all(reporter: &mut dyn Reporter, events: &Receiver<Event>) -> Result<(), Failure> {
    loop {
        match events.recv_timeout(TICK) {
            Ok(event) => reporter.tell(&event)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        reporter.tick()?;
    }
}

/// A signal ends the work with what there is, the second ends us.
pub fn stop_on_interrupt(stop: &Cancel) -> Result<(), Failure> {
    let mut signals = listen()?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_cancelled() {
                std::process::exit(INTERRUPTED);
            }
            stop.cancel();
        }
    });
    Ok(())
}

fn listen() -> Result<Signals, Failure> {
    Signals::new([SIGINT, SIGTERM])
        .map_err(|error| Failure::Environment(format!("cannot listen for Ctrl-C: {error}")))
}

/// The first signal finishes what is under way, the second stops it, the third ends us.
fn heed_interrupts(stop: &Arc<AtomicBool>, cancel: &Cancel) -> Result<(), Failure> {
    let mut signals = listen()?;
    let (stop, cancel) = (stop.clone(), cancel.clone());
    std::thread::spawn(move || {
        for _ in signals.forever() {
            match (stop.swap(true, Ordering::Relaxed), cancel.is_cancelled()) {
                (false, _) => {}
                (true, false) => cancel.cancel(),
                (true, true) => std::process::exit(INTERRUPTED),
            }
        }
    });
    Ok(())
}

/// The summary is there already; this is why there is not more of it.
fn stopped(halt: Halt, format: Format) -> Failure {
    if format == Format::Json {
        let line = serde_json::json!({ "event": "halted", "why": halt.to_string() });
        let _ = terminal::print(format!("{line}\n").as_bytes());
    }
    Failure::from(halt)
}
