//! `assay hunt`: test compilers until the time is over, and keep what is found.

use crate::failure::Failure;
use crate::reporter::Format;
use crate::{session, terminal};
use campaign::config::{EXAMPLE, from_command, runner, standard, template};
use campaign::plan::RandomFlags;
use campaign::smoke::Smoke;
use campaign::{
    Config, Configuration, Control, Effort, Examine, Mode, Origin, Plan, Reduce, Store, Writing, features,
    host, language, seed, target,
};
use emit::{Layout, Std};
use harness::toolchain::discover;
use harness::{Family, Language, Reach, Setup, Toolchain, toolchain::Discovery};
use ir::Target;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Test compilers with random programs: compile, run, compare, remember
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A compiler with its flags, as in "gcc -O2"; again for more. Without any: all that are found, at their usual
    /// levels
    #[arg(long, value_name = "CMD")]
    cc: Vec<String>,
    /// What runs the programs of --cc, as in "qemu-aarch64 -L /usr/aarch64-linux-gnu"
    #[arg(long, value_name = "CMD", requires = "cc")]
    runner: Option<String>,
    /// How long this run lasts, as in 90s, 10m or 8h
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// How many tests the campaign has, those of earlier runs included
    #[arg(long, value_name = "N")]
    tests: Option<u64>,
    /// How many tests at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// The campaign's seed; the same seed makes the same tests [default: the folder's, or a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What kind of programs
    #[arg(long, value_name = "P", conflicts_with = "generator")]
    profile: Option<String>,
    /// The standard to write in, c89 to c23 or c++11 to c++23; for the latter, compilers of C++ are looked for
    /// [default: c11]
    #[arg(long, value_name = "S", conflicts_with = "generator")]
    std: Option<String>,
    /// The machine that all compilers are for [default: each compiler is asked]
    #[arg(long, value_name = "T", value_parser = crate::target::parser())]
    target: Option<&'static Target>,
    /// One file a program, or data and functions apart; or as each program draws it. Findings of several files are not
    /// reduced
    #[arg(long, value_enum, default_value = "drawn", conflicts_with = "generator")]
    layout: LayoutName,
    /// The campaign's folder; an interrupted campaign goes on where it was [default: assay-campaign]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// What a team keeps: toolchains, limits, profiles, known bugs
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print a commented assay.toml, and do nothing else
    #[arg(long)]
    write_config: bool,
    /// Somebody else's programs, as in "csmith --seed {seed}"; the compilers vote. Headers that they include are looked
    /// for where the generator is installed; others need -I in CMD of --cc
    #[arg(long, value_name = "CMD")]
    generator: Option<String>,
    /// What to look for
    #[arg(long, value_enum, default_value = "wrong-code")]
    mode: ModeName,
    /// Only find: do not look for the guilty pass, levels and versions. What waits is examined when the campaign goes on
    /// without this
    #[arg(long)]
    no_triage: bool,
    /// Do not reduce the first finding of each bug
    #[arg(long)]
    no_reduce: bool,
    /// A place where compilers and test programs may write beside their temporary folders, as for a compiler's cache;
    /// again for more
    #[arg(long, value_name = "DIR", conflicts_with = "no_sandbox")]
    writable: Vec<PathBuf>,
    /// Compilers and test programs may write wherever you may, and use the network
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "In CMD, `-o OUT IN` is appended, or {out} and {in} are replaced where they stand; {seed} is the \
    test's seed. Ctrl-C finishes the tests under way, twice stops at once; the same command goes on later.\n\n\
    Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 no compiler or other trouble around it, 70 a bug in assay";

#[derive(Clone, Copy, clap::ValueEnum)]
enum LayoutName {
    Drawn,
    Single,
    Split,
}

impl LayoutName {
    fn layout(self) -> Option<Layout> {
        match self {
            LayoutName::Drawn => None,
            LayoutName::Single => Some(Layout::Single),
            LayoutName::Split => Some(Layout::Split),
        }
    }
}

pub const DEFAULT_DIR: &str = "assay-campaign";

#[derive(Clone, Copy, clap::ValueEnum)]
enum ModeName {
    /// Compile, run, compare
    WrongCode,
    /// Compile only, with wild programs
    Crash,
}

impl ModeName {
    fn mode(self) -> Mode {
        match self {
            ModeName::WrongCode => Mode::WrongCode,
            ModeName::Crash => Mode::Crash,
        }
    }
}

pub fn run(args: Args) -> Result<u8, Failure> {
    if args.write_config {
        terminal::print(EXAMPLE.as_bytes())?;
        return Ok(0);
    }
    let config = args.config.as_deref().map_or_else(|| Ok(Config::default()), Config::read)?;
    let dir = args.dir.clone().or(config.dir.clone()).unwrap_or_else(|| PathBuf::from(DEFAULT_DIR));
    session::tidy();
    let plan = plan(&args, &config, &dir)?;
    let control = Control {
        jobs: args.jobs.map(usize::from).or(config.jobs).unwrap_or_else(host::cores),
        tests: args.tests,
        time: args.time,
        examine: if args.no_triage { Examine::Later } else { Examine::Now },
        reduce: if args.no_reduce || args.no_triage { Reduce::Later } else { Reduce::Now },
        effort: Effort::Third,
        stop: Arc::new(AtomicBool::new(false)),
    };
    let format = if args.json { Format::Json } else { Format::Text };
    let summary = session::run(&plan, &dir, &control, format)?;
    Ok(session::exit_code(&summary))
}

fn plan(args: &Args, config: &Config, dir: &Path) -> Result<Plan, Failure> {
    let seed = match args.seed.or(config.seed) {
        Some(seed) => seed,
        None => Store::seed_in(dir)?.unwrap_or_else(seed::fresh),
    };
    let writing = writing(args, config)?;
    let origin = origin(args, config, writing)?;
    let setup = Setup { reach: reach(args), ..config.setup() };
    let configurations = configurations(args, config, writing.std, &setup)?;
    let smoke = Smoke { setup: &setup, mode: args.mode.mode(), std: writing.std };
    let is_given = !args.cc.is_empty() || !config.toolchain.is_empty();
    let mut configurations =
        if is_given { all_work(&smoke, configurations)? } else { those_that_work(&smoke, configurations)? };
    match args.target.map_or_else(|| config.target(), |target| Ok(Some(target)))? {
        Some(target) => configurations.iter_mut().for_each(|one| one.target = target),
        None => target::probe(&setup, &mut configurations, writing.std)
            .map_err(|error| Failure::Environment(error.to_string()))?,
    }
    if matches!(origin, Origin::Grown { .. }) {
        features::probe(&setup, &mut configurations, writing.std)
            .map_err(|error| Failure::Environment(error.to_string()))?;
    }
    Ok(Plan::new(seed, args.mode.mode(), origin, configurations, config.known_in(dir)?, setup))
}

fn reach(args: &Args) -> Reach {
    if args.no_sandbox { Reach::Anywhere } else { Reach::Own(args.writable.clone()) }
}

fn writing(args: &Args, config: &Config) -> Result<Writing, Failure> {
    let std = match args.std.as_ref().or(config.std.as_ref()) {
        Some(name) => standard(name)?,
        None => Writing::default().std,
    };
    Ok(Writing { std, layout: args.layout.layout() })
}

fn origin(args: &Args, config: &Config, writing: Writing) -> Result<Origin, Failure> {
    if let Some(generator) = &args.generator {
        return Ok(Origin::Foreign { generator: template(generator)? });
    }
    let profiles = match &args.profile {
        Some(name) => {
            vec![(generate::Profile::find(name).map_err(|error| Failure::Usage(error.to_string()))?, 1)]
        }
        None => config.profiles()?,
    };
    Ok(Origin::Grown { profiles, writing })
}

/// Those of the command line; else those of the file; else all that there are.
fn configurations(
    args: &Args,
    config: &Config,
    std: Std,
    setup: &Setup,
) -> Result<Vec<Configuration>, Failure> {
    if !args.cc.is_empty() {
        return args.cc.iter().map(|line| given(line, args.runner.as_deref(), std)).collect();
    }
    if !config.toolchain.is_empty() {
        return Ok(config.configurations()?);
    }
    let Discovery { toolchains, skipped: _ } = discover();
    let mut all: Vec<Configuration> = Vec::new();
    for toolchain in toolchains.iter().filter(|toolchain| is_usable(toolchain, std)) {
        all.extend(found(toolchain, args.mode, std, setup)?);
    }
    if all.is_empty() {
        let words = if std.is_cxx() {
            "no C++ compiler that works was found on the path; install g++ or clang++, or give one with --cc"
        } else {
            "no C compiler was found on the path; install gcc or clang, or give one with --cc"
        };
        return Err(Failure::Environment(words.to_owned()));
    }
    Ok(all)
}

/// A compiler that somebody has chosen must work.
fn all_work(smoke: &Smoke, configurations: Vec<Configuration>) -> Result<Vec<Configuration>, Failure> {
    for one in &configurations {
        if let Some(words) = smoke.complaint(one).map_err(trouble)? {
            let label = &one.label;
            return Err(Failure::Usage(format!("`{label}` does not compile an empty main: {words}")));
        }
        if let Some(flag) = smoke.refused_flags(one).map_err(trouble)?.first() {
            let label = &one.label;
            return Err(Failure::Usage(format!("`{label}` does not take {flag}, one of its random flags")));
        }
    }
    Ok(configurations)
}

/// Of the compilers that were found, those that do not work are left out, and so are flags that they do not take. Levels of
/// one compiler are alike.
fn those_that_work(smoke: &Smoke, configurations: Vec<Configuration>) -> Result<Vec<Configuration>, Failure> {
    let mut working: Vec<Configuration> = Vec::new();
    let mut broken: Vec<PathBuf> = Vec::new();
    for mut one in configurations {
        let path = &one.toolchain.fingerprint.path;
        if broken.contains(path) {
            continue;
        }
        match working.iter().find(|other| other.toolchain.name == one.toolchain.name) {
            Some(level) => one.random = level.random.clone(),
            None => {
                let tried = smoke.complaint(&one).map_err(trouble);
                if let Some(words) = tried.unwrap_or_else(|failure| Some(failure.to_string())) {
                    let name = &one.toolchain.name;
                    terminal::report(format_args!(
                        "assay: note: {name} is left out: it does not compile an empty main: {words}\n"
                    ));
                    broken.push(path.clone());
                    continue;
                }
                let refused = smoke.refused_flags(&one).map_err(trouble)?;
                one.random.from.retain(|flag| !refused.contains(flag));
                one.random.count = one.random.count.min(one.random.from.len());
            }
        }
        working.push(one);
    }
    if working.is_empty() {
        let words = "no compiler on the path works; install gcc or clang, or give one with --cc";
        return Err(Failure::Environment(words.to_owned()));
    }
    Ok(working)
}

fn trouble(error: harness::Error) -> Failure {
    Failure::Environment(error.to_string())
}

/// To crash a compiler, its optimisations are tried in combinations that nobody else uses.
fn drawn(mode: ModeName, family: Family) -> RandomFlags {
    match mode {
        ModeName::WrongCode => RandomFlags::default(),
        ModeName::Crash => RandomFlags::unusual(family),
    }
}

/// A compiler of the command line, with what runs its programs. Those for C take C++ too, but do not link its library.
fn given(line: &str, emulator: Option<&str>, std: Std) -> Result<Configuration, Failure> {
    let mut configuration = from_command(line)?;
    let name = &configuration.toolchain.name;
    let only_c = ["gcc", "clang", "tcc", "pcc"].iter().any(|c| name.starts_with(c)) && !name.contains("++");
    if std.is_cxx() && only_c {
        return Err(Failure::Usage(format!("{name} is for C; to test {std}, give g++ or clang++")));
    }
    if let Some(emulator) = emulator {
        configuration.toolchain.runner = runner(emulator)?;
    }
    Ok(configuration)
}

/// A compiler that was found, at its usual levels; none if it has no library of C++ where it needs one.
fn found(
    toolchain: &Toolchain,
    mode: ModeName,
    std: Std,
    setup: &Setup,
) -> Result<Vec<Configuration>, Failure> {
    let mut all = Configuration::at_levels(toolchain, &drawn(mode, toolchain.family));
    if !std.is_cxx() {
        return Ok(all);
    }
    let flags = language::flags_for(setup, toolchain, std)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    let Some(flags) = flags else { return Ok(Vec::new()) };
    for configuration in &mut all {
        configuration.flags.splice(0..0, flags.iter().cloned());
        configuration.label = format!("{} {}", toolchain.name, configuration.flags.join(" "));
    }
    Ok(all)
}

fn is_usable(toolchain: &Toolchain, std: Std) -> bool {
    toolchain.language == if std.is_cxx() { Language::Cxx } else { Language::C }
}

/// Clocks do not go much further.
const LONGEST: Duration = Duration::from_secs(10 * 366 * 86_400);

/// `90`, `90s`, `10m`, `8h` or `2d`.
pub fn time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 5] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1), ("", 1)];
    let parse = |(unit, seconds): &(&str, u64)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        let time = Duration::try_from_secs_f64(number * *seconds as f64).ok()?;
        (!time.is_zero() && time <= LONGEST).then_some(time)
    };
    UNITS
        .iter()
        .find_map(parse)
        .ok_or_else(|| "give a time as in 90s, 10m or 8h, ten years at most".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let rows = [
            ("90", Some(90)),
            ("90s", Some(90)),
            ("10m", Some(600)),
            ("1.5h", Some(5400)),
            ("2d", Some(172_800)),
        ];
        for (text, seconds) in rows {
            assert_eq!(time(text).ok().map(|time| time.as_secs()), seconds, "{text}");
        }
        for text in ["", "m", "-1s", "10x", "inf", "nan", "0", "1e308d", "1e18", "4000000000", "1e-300"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
