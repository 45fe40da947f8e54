//! `assay demo`: a hunt against a compiler with a planted bug, from the first program to the reproduction.

use super::show;
use crate::failure::Failure;
use crate::reporter::Format;
use crate::{session, terminal};
use campaign::config::from_command;
use campaign::plan::RandomFlags;
use campaign::{Config, Configuration, Control, Event, Examine, Kind, Mode, Origin, Plan, host};
use harness::command::quote;
use ir::Target;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Hunt a planted bug in a sabotaged gcc, in a minute
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 the bug was found, 1 it was not, 3 no gcc, 70 a bug in assay")]
pub struct Args {
    /// Where the campaign is kept [default: a new folder for temporary files]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Which bug is planted
    #[arg(long, value_name = "NAME", default_value = "sar-to-shr")]
    plant: String,
    /// The campaign's seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

/// The exit code when the bug stays hidden.
const NOT_FOUND: u8 = 1;

/// When the demonstration has failed.
const PATIENCE: Duration = Duration::from_secs(300);

/// The level from which on the bug shows: gcc's own result without it is the proof that the compiler is wrong.
const FROM_LEVEL: u32 = 2;

pub fn run(args: Args) -> Result<u8, Failure> {
    let Some(plant) = harness::sabotage::PLANTS.iter().find(|plant| plant.name == args.plant) else {
        let names: Vec<&str> = harness::sabotage::PLANTS.iter().map(|plant| plant.name).collect();
        return Err(Failure::Usage(format!(
            "no plant is named {}; there are: {}",
            args.plant,
            names.join(", ")
        )));
    };
    session::tidy();
    let dir = args.dir.clone().unwrap_or_else(fresh_dir);
    let plan = plan(&args)?;
    let control = Control {
        jobs: host::cores(),
        tests: None,
        time: Some(PATIENCE),
        examine: Examine::Now,
        stop: Arc::new(AtomicBool::new(false)),
    };
    say(&args, &format!("The planted bug: from -O{FROM_LEVEL} on, {}.\n", plant.about))?;
    let started = Instant::now();
    let stop_at_first = |event: &Event| {
        if matches!(event, Event::Examined { finding, .. } if tells(finding.kind)) {
            control.stop.store(true, Ordering::Relaxed);
        }
    };
    let format = if args.json { Format::Json } else { Format::Text };
    let summary = session::run_watched(&plan, &dir, &control, format, &stop_at_first)?;
    let Some(bucket) = summary.buckets.iter().find(|b| tells(b.kind)).or(summary.buckets.first()) else {
        say(&args, &format!("Not found in {} tests.\n", summary.tests))?;
        return Ok(NOT_FOUND);
    };
    let seconds = started.elapsed().as_secs_f64();
    say(&args, &format!("\nFound after {} tests and {seconds:.1} s:\n\n", summary.tests))?;
    say(&args, &show::text_of(&dir, &bucket.example)?)?;
    Ok(0)
}

/// Whether a finding shows the bug itself: a program that crashes or hangs does so because of a value that was
/// wrong before.
fn tells(kind: Kind) -> bool {
    !matches!(kind, Kind::ProgramCrash | Kind::ProgramHang)
}

fn say(args: &Args, text: &str) -> Result<(), Failure> {
    if args.json { Ok(()) } else { terminal::print(text.as_bytes()) }
}

fn plan(args: &Args) -> Result<Plan, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::Environment(error.to_string()))?;
    let own = quote(&own.display().to_string());
    let line =
        format!("{own} sabotage --plant {} --every --from-level {FROM_LEVEL} --cc gcc -- -w", args.plant);
    let mut toolchain = from_command(&line)?.toolchain;
    toolchain.name = "sabotaged-gcc".to_owned();
    toolchain.levels = vec!["-O0".to_owned(), format!("-O{FROM_LEVEL}")];
    let configurations = Configuration::at_levels(&toolchain, &RandomFlags::default());
    let origin = Origin::Grown { target: Target::LP64, profiles: vec![(&generate::PROFILES[0], 1)] };
    Ok(Plan::new(args.seed, Mode::WrongCode, origin, configurations, Vec::new(), Config::default().setup()))
}

fn fresh_dir() -> PathBuf {
    std::env::temp_dir().join(format!("assay-demo-{}", std::process::id()))
}
