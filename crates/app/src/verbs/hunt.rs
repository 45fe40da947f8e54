//! `assay hunt`: test compilers until the time is over, and keep what is found.

mod fleet;
pub mod mutants;

use crate::failure::Failure;
use crate::place::{Shared, USUAL_CONFIG};
use crate::programs::{Programs, profile};
use crate::reporter::Format;
use crate::settings::Settings;
use crate::verbs::observe;
use crate::webhook::Webhook;
use crate::{session, terminal};
use campaign::RandomFlags;
use campaign::config::{EXAMPLE, from_command, runner, standard, template};
use campaign::known::KnownBugs;
use campaign::plan::Oracle;
use campaign::smoke::Smoke;
use campaign::speed::weigh;
use campaign::text::plural;
use campaign::{
    Config, Configuration, Control, Effort, Event, Examine, Learning, Mode, Origin, Place, Plan, Recipe,
    Reduce, Regressions, Scope, Store, Writing, features, flags, host, language, seed, target,
};
use clap::ValueEnum;
use emit::{Layout, Std};
use fleet::{joined, shared};
use generate::Aim;
use harness::toolchain::{discover, find_program};
use harness::{Cancel, Family, Language, Limits, Reach, Setup, Toolchain, toolchain::Discovery};
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
    /// Give each program to every configuration. Without this, a test is one program and one configuration, drawn by weight
    /// (-O0 seldom, -O2 and -O3 most); the others are asked when it fails. Programs of --generator always go to all, since
    /// those have to vote
    #[arg(long)]
    every_config: bool,
    /// Half of the tests with gcc and clang draw one to four flags that do not change what programs mean: passes left out,
    /// parameters, other processors. It is so for compilers that are found; this is for those of --cc
    #[arg(long)]
    random_flags: bool,
    /// No test draws flags
    #[arg(long, conflicts_with = "random_flags")]
    no_random_flags: bool,
    /// Draw every test by the same odds. Without this, what finds new bugs or makes compilers do new things is drawn more often,
    /// and the rest less; a third of the tests is drawn as if nothing had been learned
    #[arg(long)]
    no_learning: bool,
    /// One file a program, or data and functions apart; or as each program draws it. Findings of several files are not
    /// reduced
    #[arg(long, value_enum, conflicts_with = "generator")]
    layout: Option<LayoutName>,
    /// The campaign's folder. A campaign that is there goes on where it was, with its own settings [default:
    /// assay-campaign]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// With --store: how long this worker may be silent before others do its tests
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    lease: Duration,
    /// Go on with the campaign although the settings are not those that it was started with
    #[arg(long)]
    new_settings: bool,
    /// What a team keeps: toolchains, limits, profiles, known bugs [default: assay.toml, if it is here]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print a commented assay.toml, and do nothing else
    #[arg(long)]
    write_config: bool,
    /// Somebody else's programs, as in "csmith --seed {seed}"; the compilers vote. Headers that they include are looked
    /// for where the generator is installed; others need -I in CMD of --cc
    #[arg(long, value_name = "CMD")]
    generator: Option<String>,
    /// Mutants of the C programs of this folder, at any depth, or of this file; again for more. Alone, or a share beside the
    /// profiles of assay.toml: `[profiles] corpus = 2`
    #[arg(long, value_name = "DIR|FILE", conflicts_with_all = ["generator", "profile"])]
    corpus: Vec<PathBuf>,
    /// Most mutants are of these files, as for the tests that a change touches; what is reported is wrong in the last --cc and
    /// right in the first
    #[arg(long, value_name = "FILE", requires = "cc", num_args = 1.., conflicts_with = "generator")]
    focus: Vec<PathBuf>,
    /// What to look for [default: wrong-code]
    #[arg(long, value_enum)]
    mode: Option<ModeName>,
    #[command(flatten)]
    programs: Programs,
    /// What of a run is compared: its output, or also each access to volatile objects, which valgrind watches. The latter is for compilers of
    /// x86-64 or other 64-bit machines of this kind, and for programs in C of one file
    #[arg(long, value_enum, conflicts_with_all = ["generator", "runner"])]
    oracle: Option<OracleName>,
    /// Only find: do not look for the culprit pass, levels and versions. What waits is examined when the campaign goes on
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
    /// An http:// address that is told of each new bug, by a POST of JSON
    #[arg(long, value_name = "URL")]
    webhook: Option<String>,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "What programs are like can be said as for `assay gen`, --no-FEATURE and the options of single profiles \
    included; `assay help gen` lists them. In CMD, `-o OUT IN` is appended, or {out} and {in} are replaced where they stand; {seed} is the \
    test's seed. Ctrl-C finishes the tests under way, twice stops at once; `assay hunt --dir DIR` goes on later.\n\n\
    Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 no compiler or other trouble around it, 70 a bug in assay";

#[derive(Clone, Copy, clap::ValueEnum)]
enum LayoutName {
    /// As each program draws it
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

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum OracleName {
    Output,
    Volatile,
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

    /// What programs are for that are made for it.
    fn aim(self) -> Aim {
        match self {
            ModeName::WrongCode => Aim::WrongCode,
            ModeName::Crash => Aim::Crash,
        }
    }
}

pub fn run(args: Args) -> Result<u8, Failure> {
    if args.write_config {
        terminal::print(EXAMPLE.as_bytes())?;
        return Ok(0);
    }
    let (args, config, dir) = settled(args)?;
    let webhook = args.webhook.as_ref().or(config.webhook.as_ref());
    let place = shared(&args, &config).server()?.unwrap_or_else(|| Place::Folder(dir.clone()));
    let webhook = webhook.map(|url| Webhook::new(url, Path::new(&place.to_string()))).transpose()?;
    session::tidy();
    let plan = plan(&args, &config, &place);
    terminal::pass("");
    let mut plan = plan?;
    if args.new_settings && !place.is_server() {
        Store::adopt(&dir, &plan)?;
    }
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
    if place.is_server() {
        let opened = joined(&mut plan, &args, &config, &place)?;
        let begin = |event: &Event| {
            webhook.iter().for_each(|webhook| webhook.heed(event));
            if matches!(event, Event::Started { .. }) {
                stop_late_tests(args.time, &plan.setup.cancel);
            }
        };
        let summary = session::run_in(&plan, opened, &control, format, &begin)?;
        fleet::tell_rest(&place, &plan);
        return Ok(session::exit_code(&summary));
    }
    let settings = asked(&args);
    // The folder is the campaign's from then on.
    let begin = |event: &Event| {
        webhook.iter().for_each(|webhook| webhook.heed(event));
        if matches!(event, Event::Started { .. }) {
            settings.save(&dir).unwrap_or_else(|failure| terminal::complain(&failure));
            stop_late_tests(args.time, &plan.setup.cancel);
        }
    };
    let summary = session::run(&plan, &dir, &control, format, &begin)?;
    Ok(session::exit_code(&summary))
}

/// What is under way when the time is over gets this long to end.
const GRACE: Duration = Duration::from_secs(1);

/// A test may take minutes, and whoever asked for seconds did not mean that: it is stopped, and the next run repeats it.
fn stop_late_tests(time: Option<Duration>, cancel: &Cancel) {
    let Some(time) = time else { return };
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_add(GRACE));
        cancel.cancel();
    });
}

/// The options of this command and those that the campaign has kept, the file of settings, and the folder.
fn settled(mut args: Args) -> Result<(Args, Config, PathBuf), Failure> {
    if args.config.is_none() && Path::new(USUAL_CONFIG).is_file() {
        terminal::report(format_args!(
            "assay: note: {USUAL_CONFIG} is here, and is read; --config /dev/null leaves it out\n"
        ));
        args.config = Some(PathBuf::from(USUAL_CONFIG));
    }
    let read = |file: &Option<PathBuf>| file.as_deref().map_or_else(|| Ok(Config::default()), Config::read);
    let mut config = read(&args.config)?;
    let dir = args.dir.clone().or(config.dir.clone()).unwrap_or_else(|| PathBuf::from(DEFAULT_DIR));
    let server = shared(&args, &config).server()?;
    let stored = match &server {
        Some(place) => fleet::left_for(place, &args, &mut config)?,
        None => Settings::of(&dir)?,
    };
    let Some(stored) = stored else { return Ok((args, config, dir)) };
    let settings = asked(&args).filled(&stored);
    let changes = settings.changes(&stored);
    if !changes.is_empty() && !args.new_settings {
        let (whose, how) = match &server {
            Some(place) => (place.to_string(), "or choose another --campaign"),
            None => (dir.display().to_string(), "confirm it by --new-settings, or choose another --dir"),
        };
        return Err(Failure::Usage(format!(
            "{whose} has settings of its own: {}; leave that out, {how}",
            changes.join(", ")
        )));
    }
    if settings.config != args.config {
        config = read(&settings.config)?;
    }
    take(&mut args, settings)?;
    Ok((args, config, dir))
}

/// The options that a campaign keeps.
fn asked(args: &Args) -> Settings {
    let name =
        |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| value().map(|it| it.get_name().to_owned());
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    Settings {
        cc: args.cc.clone(),
        runner: args.runner.clone(),
        profile: args.profile.clone(),
        std: args.std.clone(),
        target: args.target.map(|target| target.name.to_owned()),
        layout: name(&|| args.layout?.to_possible_value()),
        generator: args.generator.clone(),
        corpus: args.corpus.iter().map(absolute).collect(),
        focus: args.focus.iter().map(absolute).collect(),
        mode: name(&|| args.mode?.to_possible_value()),
        oracle: name(&|| args.oracle?.to_possible_value()),
        config: args.config.as_ref().map(absolute),
        writable: args.writable.iter().map(absolute).collect(),
        no_sandbox: args.no_sandbox,
        every_config: args.every_config,
        random_flags: args.random_flags,
        no_random_flags: args.no_random_flags,
        no_learning: args.no_learning,
        program: args.programs.words(),
    }
}

fn take(args: &mut Args, settings: Settings) -> Result<(), Failure> {
    let senseless =
        |what: &str| Failure::Usage(format!("the campaign's settings.toml has a {what} that there is not"));
    args.cc = settings.cc;
    args.runner = settings.runner;
    args.profile = settings.profile;
    args.std = settings.std;
    args.generator = settings.generator;
    args.corpus = settings.corpus;
    args.focus = settings.focus;
    args.config = settings.config;
    args.writable = settings.writable;
    args.no_sandbox = settings.no_sandbox;
    args.every_config = settings.every_config;
    args.random_flags = settings.random_flags;
    args.no_random_flags = settings.no_random_flags;
    args.no_learning = settings.no_learning;
    args.programs = Programs::read(&settings.program)?;
    let layout = |name: String| LayoutName::from_str(&name, false).map_err(|_| senseless("layout"));
    args.layout = settings.layout.map(layout).transpose()?;
    let mode = |name: String| ModeName::from_str(&name, false).map_err(|_| senseless("mode"));
    args.mode = settings.mode.map(mode).transpose()?;
    let oracle = |name: String| OracleName::from_str(&name, false).map_err(|_| senseless("oracle"));
    args.oracle = settings.oracle.map(oracle).transpose()?;
    let target = |name: String| Target::preset(&name).ok_or_else(|| senseless("target"));
    args.target = settings.target.map(target).transpose()?;
    Ok(())
}

fn plan(args: &Args, config: &Config, place: &Place) -> Result<Plan, Failure> {
    let seed = match args.seed.or(config.seed) {
        Some(seed) => seed,
        None if place.is_server() => Store::settle_seed(place, seed::fresh())?,
        None => Store::seed_in(place)?.unwrap_or_else(seed::fresh),
    };
    let origin = origin(args, config, place)?;
    let writing = match &origin {
        Origin::Grown { writing, .. } => *writing,
        Origin::Foreign { .. } => writing(args, config, &[])?,
    };
    if writing.std.is_cxx() && (!args.corpus.is_empty() || !args.focus.is_empty()) {
        return Err(Failure::Usage(format!("--corpus makes programs in C, and --std is {}", writing.std)));
    }
    let setup = Setup { reach: reach(args), ..config.setup() };
    terminal::pass("looking for compilers");
    let fleet::Offer { configurations, wanted } = match place {
        Place::Server { .. } => fleet::offered(args, config, writing.std, &setup)?,
        Place::Folder(_) => {
            let all = configurations(args, config, writing.std, &setup)?;
            fleet::Offer { configurations: all, wanted: Vec::new() }
        }
    };
    terminal::pass(&format!("trying {}", plural(configurations.len() as u64, "configuration")));
    let stored = Store::draws_in(place)?.filter(|_| !args.new_settings);
    let smoke = Smoke { setup: &setup, mode: mode(args).mode(), std: writing.std };
    let is_given = !args.cc.is_empty() || !config.toolchain.is_empty();
    let mut configurations =
        if is_given { all_work(&smoke, configurations)? } else { those_that_work(&smoke, configurations)? };
    if mode(args).mode() == Mode::Crash {
        unusual_flags(args, &smoke, &mut configurations)?;
    }
    if draws_flags(args, config)
        && mode(args).mode() == Mode::WrongCode
        && matches!(origin, Origin::Grown { .. })
    {
        terminal::pass("asking the compilers which flags they take");
        flags::probe(&setup, writing.std, &mut configurations, stored.as_ref()).map_err(trouble)?;
    }
    match args.target.map_or_else(|| config.target(), |target| Ok(Some(target)))? {
        Some(target) => configurations.iter_mut().for_each(|one| one.target = target),
        None => target::probe(&setup, &mut configurations, writing.std)
            .map_err(|error| Failure::Environment(error.to_string()))?,
    }
    if matches!(origin, Origin::Grown { .. }) {
        features::probe(&setup, &mut configurations, writing.std)
            .map_err(|error| Failure::Environment(error.to_string()))?;
    }
    let mode = mode(args).mode();
    let oracle = match args.oracle {
        Some(OracleName::Volatile) => watch(mode, &origin, &mut configurations)?,
        Some(OracleName::Output) | None => Oracle::Output,
    };
    let setup = if oracle == Oracle::Volatile { patient(setup) } else { setup };
    let known = match place {
        Place::Folder(dir) => config.known_in(dir)?,
        Place::Server { .. } => KnownBugs::default(),
    };
    let mut plan = Plan::new(seed, mode, origin, configurations, known, setup);
    plan.scope = scope(args, config);
    if place.is_server() {
        fleet::route(&mut plan, wanted, place)?;
    }
    if !args.focus.is_empty() {
        plan.scope = Scope::Every;
        plan.regressions = Regressions::Only;
    }
    plan.learning = learning(args, config);
    plan.oracle = oracle;
    plan.draws = match stored {
        Some(draws) => draws,
        None => weigh(&plan.setup, mode, writing.std, &plan.configurations).map_err(trouble)?,
    };
    if place.is_server() {
        fleet::settle_draws(&mut plan, place)?;
    }
    Ok(plan)
}

/// Has each program run by something that watches its accesses to volatile objects.
fn watch(mode: Mode, origin: &Origin, configurations: &mut [Configuration]) -> Result<Oracle, Failure> {
    let is_fit = |writing: &Writing| !writing.std.is_cxx() && writing.layout == Some(Layout::Single);
    let fits = matches!(origin, Origin::Grown { writing, .. } if is_fit(writing));
    if mode != Mode::WrongCode || !fits {
        let words = "--oracle volatile is for wrong code, and for programs in C of one file: give --layout single, and no C++";
        return Err(Failure::Usage(words.to_owned()));
    }
    for tool in WATCHERS {
        if find_program(tool).is_none() {
            return Err(Failure::Environment(format!(
                "--oracle volatile needs {tool}; install valgrind and binutils"
            )));
        }
    }
    if let Some(other) = configurations.iter().find(|one| *one.target != Target::LP64) {
        let (label, target) = (&other.label, other.target.name);
        return Err(Failure::Usage(format!(
            "--oracle volatile is for lp64, and {label} compiles for {target}"
        )));
    }
    let own = std::env::current_exe().map_err(|error| Failure::Environment(error.to_string()))?;
    for one in configurations {
        one.toolchain.runner = vec![own.display().to_string(), observe::VERB.to_owned()];
        // Symbols are then at the addresses that the program uses.
        one.flags.push("-no-pie".to_owned());
    }
    Ok(Oracle::Volatile)
}

/// What watches a program, and what tells where its objects are.
const WATCHERS: [&str; 2] = ["valgrind", "nm"];

/// A program that is watched takes some fifty times as long.
fn patient(setup: Setup) -> Setup {
    const TIME: Duration = Duration::from_secs(120);
    const LOG: u64 = 1 << 30;
    let execute = Limits { file_size: LOG, ..setup.execute.with_time(TIME) };
    Setup { execute, ..setup }
}

/// To look for crashes, compilers that were found have flags of their own to draw from.
fn unusual_flags(args: &Args, smoke: &Smoke, configurations: &mut [Configuration]) -> Result<(), Failure> {
    for one in configurations {
        if args.no_random_flags {
            one.random = RandomFlags::default();
        } else if args.random_flags && one.random.from.is_empty() {
            one.random = RandomFlags::unusual(one.toolchain.family);
            let refused = smoke.refused_flags(one).map_err(trouble)?;
            one.random.from.retain(|flag| !refused.contains(flag));
        }
    }
    Ok(())
}

/// Whether tests draw flags: usually for compilers that were found.
fn draws_flags(args: &Args, config: &Config) -> bool {
    let usual = config.random_flags.unwrap_or(args.cc.is_empty() && config.toolchain.is_empty());
    !args.no_random_flags && (args.random_flags || usual)
}

fn scope(args: &Args, config: &Config) -> Scope {
    if args.every_config || config.every_config { Scope::Every } else { Scope::One }
}

fn learning(args: &Args, config: &Config) -> Learning {
    if args.no_learning || !config.learning.unwrap_or(true) { Learning::Off } else { Learning::On }
}

fn mode(args: &Args) -> ModeName {
    args.mode.unwrap_or(ModeName::WrongCode)
}

fn reach(args: &Args) -> Reach {
    if args.no_sandbox { Reach::Anywhere } else { Reach::Own(args.writable.clone()) }
}

fn asked_std(args: &Args, config: &Config) -> Result<Option<Std>, Failure> {
    let name = args.std.as_ref().or(config.std.as_ref());
    Ok(name.map(|name| standard(name)).transpose()?)
}

/// That of --std, or that of an option of the programs, which have to agree.
fn writing(args: &Args, config: &Config, recipes: &[(Recipe, u32)]) -> Result<Writing, Failure> {
    let asked = asked_std(args, config)?;
    let usual = asked.or(recipes.iter().find_map(|(recipe, _)| recipe.settings.std));
    let std = usual.unwrap_or(Writing::default().std);
    let other = recipes.iter().find_map(|(recipe, _)| recipe.settings.std.filter(|other| *other != std));
    if let Some(other) = other {
        return Err(Failure::Usage(format!(
            "programs in {std} and in {other}: leave out --std, or --lang-cpp"
        )));
    }
    let usual = match args.oracle {
        Some(OracleName::Volatile) => LayoutName::Single,
        Some(OracleName::Output) | None => LayoutName::Drawn,
    };
    Ok(Writing { std, layout: args.layout.unwrap_or(usual).layout() })
}

fn origin(args: &Args, config: &Config, place: &Place) -> Result<Origin, Failure> {
    let own = args.programs.words();
    if let Some(generator) = &args.generator {
        if let Some(option) = own.first() {
            let words =
                format!("{option} is about our programs, and --generator makes them; put it into its CMD");
            return Err(Failure::Usage(words));
        }
        return Ok(Origin::Foreign { generator: template(generator)? });
    }
    let profiles = match &args.profile {
        Some(name) => {
            vec![(profile(name)?, 1)]
        }
        None if !args.corpus.is_empty() || !args.focus.is_empty() => mutants::profiles(args, config, place)?,
        None if config.corpus_share().is_some() => {
            return Err(Failure::Usage(
                "[profiles] has a share for corpus; say which programs by --corpus DIR".to_owned(),
            ));
        }
        None => config.profiles()?,
    };
    let aim = mode(args).aim();
    let recipe = |(profile, weight)| -> Result<(Recipe, u32), Failure> {
        let words = [config.program_words(profile)?, own.clone()].concat();
        Ok((Programs::read(&words)?.recipe(profile, aim)?, weight))
    };
    let profiles: Vec<(Recipe, u32)> = profiles.into_iter().map(recipe).collect::<Result<_, _>>()?;
    let writing = writing(args, config, &profiles)?;
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
        all.extend(found(toolchain, mode(args), std, setup)?);
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
