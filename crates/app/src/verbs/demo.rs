//! `assay demo`: a compiler with a planted bug, from the first program to the report: found, attributed to a pass,
//! reduced, and written down.

use super::{report, show};
use crate::cli::did_you_mean;
use crate::failure::Failure;
use crate::reporter::Format;
use crate::settings::Settings;
use crate::{output, session, terminal};
use campaign::RandomFlags;
use campaign::config::from_command;
use campaign::known::KnownBugs;
use campaign::reduction::{Bounds, reduce_in};
use campaign::report::Form;
use campaign::smoke::Smoke;
use campaign::{
    Config, Configuration, Control, Effort, Event, Examine, Finding, Kind, Mode, Origin, Plan, Recipe,
    Reduce, Scope, Store, Writing, folder, host,
};
use generate::Aim;
use harness::Cancel;
use harness::command::quote;
use harness::toolchain::find_program;
use sabotage::{PLANTS, Plant};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Plant a bug in a pass of gcc, then find it, name the pass, reduce it and report it, in a minute
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

/// How long the program is made smaller at most; on most machines it takes a fraction of that.
const REDUCING: Duration = Duration::from_secs(240);

/// The level from which on the bug shows: gcc's own result without it is the proof that the compiler is wrong.
const FROM_LEVEL: u32 = 2;

/// The pass that has the bug: it is gone when the pass is left out, by either of its switches.
const PASS: &str = "tree-vrp1";
const OPTIMISATION: &str = "tree-vrp";

pub fn run(args: Args) -> Result<u8, Failure> {
    let plant = plant(&args.plant)?;
    session::tidy();
    let dir = args.dir.clone().unwrap_or_else(fresh_dir);
    let plan = plan(&args)?;
    has_a_gcc(&plan)?;
    let started = Instant::now();
    let planted = format!("The planted bug: from -O{FROM_LEVEL} on, in the pass {PASS}, {}.\n", plant.about);
    say(&args, &planted)?;
    let Some(id) = hunt(&args, &plan, &dir)? else {
        say(&args, "Not found.\n")?;
        return Ok(NOT_FOUND);
    };
    say(
        &args,
        &format!(
            "\nFound and examined after {:.1} s. Making it smaller, for {} s at most.\n",
            started.elapsed().as_secs_f64(),
            REDUCING.as_secs()
        ),
    )?;
    let reduced = shrink(&plan, &dir, &id);
    say(&args, &format!("\n{}", show::text_of(&dir, &id)?))?;
    match reduced {
        Ok(finding) => say(&args, &program(&dir, &finding))?,
        Err(why) => say(&args, &format!("\nNot reduced: {why}\n"))?,
    }
    let files = [("report.html", Form::Html, None), ("bug.txt", Form::Gcc, Some(id.as_str()))];
    for (name, form, finding) in files {
        let file = dir.join(name);
        std::fs::write(&file, campaign::report::write(&report::gathered(&dir, finding)?, form))
            .map_err(|error| Failure::write(&file, error))?;
        say(&args, &format!("written: {}\n", file.display()))?;
    }
    say(&args, &format!("\nAll of it took {:.1} s.\n", started.elapsed().as_secs_f64()))?;
    Ok(0)
}

/// The bug is planted in gcc's output: without a gcc that works there is nothing to demonstrate.
fn has_a_gcc(plan: &Plan) -> Result<(), Failure> {
    const NEEDS: &str = "the demonstration plants its bug in gcc";
    if find_program("gcc").is_none() {
        return Err(Failure::Environment(format!("{NEEDS}, which was not found; install gcc")));
    }
    let smoke = Smoke { setup: &plan.setup, mode: plan.mode, std: Writing::default().std };
    for one in &plan.configurations {
        let words = match smoke.complaint(one) {
            Ok(None) => continue,
            Ok(Some(words)) => words,
            Err(error) => error.to_string(),
        };
        return Err(Failure::Environment(format!("{NEEDS}, which does not work here: {words}")));
    }
    Ok(())
}

fn plant(name: &str) -> Result<&'static Plant, Failure> {
    PLANTS.iter().find(|plant| plant.name == name).ok_or_else(|| {
        let names: Vec<&str> = PLANTS.iter().map(|plant| plant.name).collect();
        let like = did_you_mean(name, names.iter().copied());
        Failure::Usage(format!("no plant is named {name}; there are: {}{like}", names.join(", ")))
    })
}

/// Hunts until a finding that shows the bug itself is understood; its name.
fn hunt(args: &Args, plan: &Plan, dir: &Path) -> Result<Option<String>, Failure> {
    let control = Control {
        jobs: host::cores(),
        tests: None,
        time: Some(PATIENCE),
        examine: Examine::Now,
        reduce: Reduce::Later,
        effort: Effort::Whole,
        stop: Arc::new(AtomicBool::new(false)),
    };
    let watch = |event: &Event| {
        if matches!(event, Event::Started { .. }) {
            keep_settings(args, dir).unwrap_or_else(|failure| terminal::complain(&failure));
        }
        if matches!(event, Event::Examined { finding, .. } if tells(finding.kind)) {
            control.stop.store(true, Ordering::Relaxed);
        }
    };
    let format = if args.json { Format::Json } else { Format::Text };
    session::run(plan, dir, &control, format, &watch)?;
    let findings = Store::look(dir)?.findings()?;
    let best = |finding: &&Finding| (!tells(finding.kind), finding.triage.is_none());
    // The planted bug makes wrong code; anything else is not what was planted.
    let planted = findings.iter().filter(|finding| finding.kind.is_wrong_code());
    Ok(planted.min_by_key(best).map(|finding| finding.id.clone()))
}

fn shrink(plan: &Plan, dir: &Path, id: &str) -> Result<Finding, String> {
    let (mut store, _) = Store::open(dir, plan).map_err(|error| error.to_string())?;
    let bounds = Bounds { time: REDUCING, jobs: host::cores() };
    reduce_in(plan, &mut store, id, bounds, &Cancel::default())
}

/// A longer program is named, not shown.
const MOST_LINES: usize = 60;

fn program(dir: &Path, finding: &Finding) -> String {
    let Some(reduced) = &finding.reduced else { return String::new() };
    let file = folder::of_finding(dir, &finding.id).join(&reduced.file);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) if reduced.lines <= MOST_LINES => format!("\n{text}"),
        Ok(_) | Err(_) => format!("\nThe program is in {}: {} lines.\n", file.display(), reduced.lines),
    };
    let rest = match reduced.finished {
        true => String::new(),
        false => format!(
            "The reduction was not finished when its time was over; `assay reduce {} --dir {}` goes on with it.\n\n",
            finding.id,
            dir.display()
        ),
    };
    let expected =
        Some(reduced.expected.trim()).filter(|text| !text.is_empty()).unwrap_or("it ends normally");
    format!("{text}\nexpected: {expected}\nactual:   {}\n\n{rest}", reduced.actual.trim())
}

/// Whether a finding shows the bug itself: a program that crashes or hangs does so because of a value that was
/// wrong before.
fn tells(kind: Kind) -> bool {
    !matches!(kind, Kind::ProgramCrash | Kind::ProgramHang)
}

fn say(args: &Args, text: &str) -> Result<(), Failure> {
    if args.json { Ok(()) } else { terminal::say(text) }
}

/// What the compiler with the bug is called, and at which levels it is tested.
const COMPILER: &str = "sabotaged-gcc";

fn levels() -> Vec<String> {
    vec!["-O0".to_owned(), format!("-O{FROM_LEVEL}")]
}

fn command_line(args: &Args) -> Result<String, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::Environment(error.to_string()))?;
    let own = quote(&own.display().to_string());
    let switches = format!("--unless -fdisable-{PASS} --unless -fno-{OPTIMISATION}");
    Ok(format!(
        "{own} sabotage --plant {} --every --from-level {FROM_LEVEL} {switches} --cc gcc -- -w",
        args.plant
    ))
}

/// So that `assay hunt --dir` goes on with the campaign, as with any other.
fn keep_settings(args: &Args, dir: &Path) -> Result<(), Failure> {
    let file = std::path::absolute(dir.join("demo.toml")).map_err(|error| Failure::write(dir, error))?;
    let (command, levels) = (toml::Value::from(command_line(args)?), toml::Value::from(levels()));
    let text = format!(
        "# What `assay demo` tests.\nevery-config = true\n\n[[toolchain]]\nname = \"{COMPILER}\"\ncommand = {command}\nlevels = {levels}\n"
    );
    output::save(&file, text.as_bytes())?;
    Settings { config: Some(file), layout: Some("single".to_owned()), ..Settings::default() }.save(dir)
}

fn plan(args: &Args) -> Result<Plan, Failure> {
    let mut toolchain = from_command(&command_line(args)?)?.toolchain;
    toolchain.name = COMPILER.to_owned();
    toolchain.levels = levels();
    let configurations = Configuration::at_levels(&toolchain, &RandomFlags::default());
    let profiles = vec![(Recipe::of(generate::PROFILES[0], Aim::WrongCode), 1)];
    let origin = Origin::Grown { profiles, writing: Writing::default() };
    let mut plan = Plan::new(
        args.seed,
        Mode::WrongCode,
        origin,
        configurations,
        KnownBugs::default(),
        Config::default().setup(),
    );
    // Of the two, one has the bug.
    plan.scope = Scope::Every;
    Ok(plan)
}

fn fresh_dir() -> PathBuf {
    std::env::temp_dir().join(format!("assay-demo-{}", std::process::id()))
}
