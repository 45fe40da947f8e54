//! What a run costs beyond the process itself: `cargo run --release -p assay-harness --example overhead`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use harness::{Cancel, Job, Limits, Reach, Setup, Source, Template, Toolchain};

const RUNS: u32 = 1000;
const TRIALS: u32 = 40;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let bare = measure(RUNS, || {
        let _ = std::process::Command::new("/bin/true").status();
    });
    let job = Job {
        argv: vec!["/bin/true".into()],
        dir: PathBuf::from("/"),
        env: Vec::new(),
        limits: Limits::program(),
        reach: Reach::Anywhere,
    };
    let confined = Job { reach: Reach::default(), ..job.clone() };
    let ours = measure(RUNS, || {
        let _ = harness::process::run(&job, &Cancel::default());
    });
    let held = measure(RUNS, || {
        let _ = harness::process::run(&confined, &Cancel::default());
    });
    writeln!(out, "/bin/true, bare std:  wall {:?}, own CPU {:?}", bare.0, bare.1)?;
    writeln!(out, "/bin/true, harness:   wall {:?}, own CPU {:?}", ours.0, ours.1)?;
    writeln!(out, "/bin/true, confined:  wall {:?}, own CPU {:?}", held.0, held.1)?;
    let Ok(gcc) = Template::parse("gcc -O2").map(Toolchain::from_template) else { return Ok(()) };
    let Ok(gcc) = gcc else { return Ok(()) };
    let text = "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n";
    let sources = [Source { name: "test.c".into(), text: text.into() }];
    let setup = Setup::default();
    let mut theirs = Duration::ZERO;
    let trial = measure(TRIALS, || {
        theirs += setup.test(&gcc, &[], &sources, None).map(|trial| trial.cost().cpu).unwrap_or_default();
    });
    writeln!(
        out,
        "gcc -O2 and run:      wall {:?}, own CPU {:?}, theirs {:?}",
        trial.0,
        trial.1,
        theirs / TRIALS
    )
}

/// Wall and own CPU time of one call, on the average.
fn measure(times: u32, mut call: impl FnMut()) -> (Duration, Duration) {
    let (start, cpu) = (Instant::now(), own_cpu());
    (0..times).for_each(|_| call());
    (start.elapsed() / times, (own_cpu() - cpu) / times)
}

/// From the scheduler's figures, in nanoseconds; this program has one thread.
fn own_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}
