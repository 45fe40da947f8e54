//! `assay gen`: grow programs and write them with what they must print.

use crate::cli::did_you_mean;
use crate::failure::Failure;
use crate::output::{folder, save};
use crate::{target, terminal};
use campaign::learn::Odds;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use emit::{Layout, Options, Output, Std};
use generate::{
    Aim, Comments, Feature, GrowError, Grown, Policy, Profile, ProfileOption, Refused, Request, SeedString,
    Seeds, Settings, Takes, find_profile,
};
use ir::Target;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Generate C programs whose output is known
#[derive(clap::Args)]
pub struct Args {
    /// The seed; without one, a new seed is drawn and told in the program's first lines. For --profile edge also a
    /// seed string, as in 1621474906,2,0.8,0,0,0,0.3,0,0
    #[arg(short, long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// How many programs, with seeds one after the other; needs --out-dir
    #[arg(long, value_name = "N", requires = "out_dir", conflicts_with = "output",
        value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Write SEED.c or SEED.cpp (or SEED/ for split), SEED.expected and SEED.map into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    out_dir: Option<PathBuf>,
    /// Write the program to this file; into this folder, if it is split
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the programs are for: to be run, or only to be compiled, and then wilder
    #[arg(long, value_enum, default_value = "wrong-code")]
    aim: AimName,
    /// What kind of programs
    #[arg(long, default_value = "default", value_name = "P")]
    profile: String,
    /// Tokens of C, within a quarter; by default drawn for each program
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    size: Option<u32>,
    /// Evaluated nodes of the run at most, the check included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1_000..))]
    steps: Option<u32>,
    /// Share of the statements that run, in per cent, those of the check not counted
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(20..=100))]
    live: Option<u32>,
    /// The standard to write in: c89, c99, c11, c17, c23, or c++11, c++14, c++17, c++20, c++23
    #[arg(long, default_value = "c11", value_name = "S")]
    std: String,
    /// One file, or data and functions apart
    #[arg(long, value_enum, default_value = "single")]
    layout: LayoutName,
    /// Sizes, byte order and signedness of char
    #[arg(long, value_name = "T", default_value = "lp64", value_parser = target::parser())]
    target: &'static Target,
    /// How the result is checked
    #[arg(long, value_enum, default_value = "print")]
    check: CheckName,
    /// Weights and probabilities, as TOML; what it leaves out is as the profile has it. With a policy that --print-policy has written, the same
    /// seed makes the same program
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// How likely swarm's draws are beside what is usual: odds.toml of a finding, as its campaign had learned
    #[arg(long, value_name = "FILE", conflicts_with = "no_swarm")]
    odds: Option<PathBuf>,
    /// Print the policy of the program, as its seed has drawn it, with what each knob is for, instead of the program
    #[arg(long, conflicts_with = "out_dir")]
    print_policy: bool,
    /// Put the policy into the program's first comment
    #[arg(long)]
    policy_comment: bool,
    /// Take the policy as it is, for every program
    #[arg(long)]
    no_swarm: bool,
    /// Only these of the features below, separated by commas
    #[arg(long, value_name = "FEATURES", value_delimiter = ',')]
    only: Option<Vec<String>>,
    #[command(flatten)]
    without: Without,
    #[command(flatten)]
    own: Own,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LayoutName {
    Single,
    Split,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum AimName {
    WrongCode,
    Crash,
}

impl AimName {
    fn aim(self) -> Aim {
        match self {
            AimName::WrongCode => Aim::WrongCode,
            AimName::Crash => Aim::Crash,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum CheckName {
    /// Print a checksum, and with an argument every variable
    Print,
    /// Compare with the expected values inside the program
    Assert,
    /// Compare, and print @OK@ or @NG@ for each value
    Orange,
    /// Only run
    None,
}

/// The features that are switched off, each by a flag of its own.
struct Without(Vec<&'static Feature>);

impl FromArgMatches for Without {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let off = generate::FEATURES.iter().filter(|f| matches.get_flag(f.name)).collect();
        Ok(Without(off))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Without {
    fn augment_args(cmd: Command) -> Command {
        generate::FEATURES.iter().fold(cmd, |cmd, f| {
            let flag = Arg::new(f.name).long(format!("no-{}", f.name)).action(ArgAction::SetTrue);
            cmd.arg(flag.help(format!("Leave out {}", f.about)).help_heading("Features"))
        })
    }

    fn augment_args_for_update(cmd: Command) -> Command {
        Self::augment_args(cmd)
    }
}

/// The options of single profiles that were given, with their values; and one that is refused.
struct Own {
    given: Vec<Given>,
    refused: Option<&'static Refused>,
}

struct Given {
    option: &'static ProfileOption,
    /// Those that have it.
    profiles: Vec<&'static str>,
    value: u32,
}

/// A share of one, as its inverse.
fn inverse(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(0.0) => Ok(0),
        Ok(share) if (1e-9..=0.1).contains(&share) => Ok((1.0 / share).round() as u32),
        _ => Err("give a number from 1e-9 to 0.1, or 0".to_owned()),
    }
}

/// Features have the plain names.
fn own_id(option: &ProfileOption) -> String {
    format!("own-{}", option.name)
}

fn refused_id(refused: &Refused) -> String {
    format!("refused-{}", refused.name)
}

impl FromArgMatches for Own {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |option: &ProfileOption| {
            let id = own_id(option);
            match option.takes {
                Takes::Nothing => matches.get_flag(&id).then_some(0),
                Takes::Number(..) | Takes::Share => matches.get_one::<u32>(&id).copied(),
                Takes::Word(words) => {
                    let given = matches.get_one::<String>(&id)?;
                    words.iter().position(|word| word == given).map(|at| at as u32)
                }
            }
        };
        let given = generate::profile_options()
            .into_iter()
            .filter_map(|(option, profiles)| Some(Given { option, profiles, value: value(option)? }))
            .collect();
        let refused = generate::REFUSED
            .iter()
            .find(|r| matches.value_source(&refused_id(r)) == Some(clap::parser::ValueSource::CommandLine));
        Ok(Own { given, refused })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Own {
    fn augment_args(cmd: Command) -> Command {
        let cmd = generate::REFUSED.iter().fold(cmd, |cmd, r| {
            // With or without a value, after a blank or `=`.
            let any =
                Arg::new(refused_id(r)).long(r.name).hide(true).num_args(0..=1).action(ArgAction::Append);
            cmd.arg(any)
        });
        generate::profile_options().into_iter().fold(cmd, |cmd, (o, profiles)| {
            let arg = Arg::new(own_id(o)).long(o.name).hide(o.hidden);
            let arg = match o.takes {
                Takes::Nothing => arg.action(ArgAction::SetTrue),
                Takes::Number(low, high) => {
                    let range = i64::from(low)..=i64::from(high);
                    arg.value_name("N").value_parser(clap::value_parser!(u32).range(range))
                }
                Takes::Share => arg.value_name("SHARE").value_parser(inverse),
                Takes::Word(words) => {
                    arg.value_name("WORD").value_parser(clap::builder::PossibleValuesParser::new(words))
                }
            };
            let heading = format!("Options of --profile {}", profiles.join(" or "));
            cmd.arg(arg.help(o.about).help_heading(heading))
        })
    }

    fn augment_args_for_update(cmd: Command) -> Command {
        Self::augment_args(cmd)
    }
}

impl Own {
    /// Changes the settings as the options say, if all of them are the profile's.
    fn apply(&self, profile: &dyn Profile, settings: &mut Settings) -> Result<(), Failure> {
        if let Some(refused) = self.refused {
            return Err(Failure::Usage(format!("--{} of Csmith {}", refused.name, refused.why)));
        }
        for Given { option, profiles, value } in &self.given {
            if !profiles.contains(&profile.name()) {
                let (name, of) = (option.name, profiles.join(" or --profile "));
                return Err(Failure::Usage(format!("--{name} needs --profile {of}")));
            }
            option.apply(settings, *value);
        }
        profile.check_options(settings).map_err(Failure::Usage)
    }
}

pub fn run(args: Args) -> Result<u8, Failure> {
    machine::on_deep_stack(|| generate_all(&args))
}

fn generate_all(args: &Args) -> Result<u8, Failure> {
    let plan = Plan::of(args)?;
    let first = match args.seed {
        Some(Seed::Number(seed)) => seed,
        Some(Seed::Edge(string)) => string.seed,
        None => fresh_seed(),
    };
    if let Some(dir) = &args.out_dir {
        let count = args.count.unwrap_or(1);
        let last = first.checked_add(count - 1).ok_or_else(|| {
            Failure::Usage(format!("there are no {count} seeds from {first} on: the last is {}", u64::MAX))
        })?;
        folder(dir)?;
        for seed in first..=last {
            let made = plan.make(seed)?;
            made.store(dir, seed)?;
        }
        return Ok(0);
    }
    let made = plan.make(first)?;
    match &args.output {
        None if args.print_policy => terminal::print(made.policy.as_bytes())?,
        None => terminal::print(made.output.text().as_bytes())?,
        Some(file) if args.print_policy => save(file, made.policy.as_bytes())?,
        Some(file) => made.write(file)?,
    }
    Ok(0)
}

/// A number, or what CsmithEdge calls a seed.
#[derive(Clone, Copy)]
enum Seed {
    Number(u64),
    Edge(SeedString),
}

fn seed(text: &str) -> Result<Seed, String> {
    if text.contains(',') {
        return text.parse().map(Seed::Edge).map_err(|error: generate::NoSeedString| error.to_string());
    }
    text.parse().map(Seed::Number).map_err(|_| format!("give a number from 0 to {}", u64::MAX))
}

/// A seed that has not been used before, as far as time goes.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed.
    (now.as_nanos() as u64 ^ u64::from(std::process::id())) % 1_000_000_000
}

/// Everything that is the same for all programs of a command.
struct Plan {
    profile: &'static dyn Profile,
    base: Policy,
    target: &'static Target,
    std: Std,
    layout: Layout,
    check: generate::Check,
    swarm: bool,
    comments: Comments,
    policy_comment: bool,
    /// What the command of a single program has beside its seed.
    flags: String,
}

struct Made {
    output: Output,
    expected: Vec<u8>,
    /// The scalars that the check calls by number.
    checked: Vec<String>,
    policy: String,
}

impl Plan {
    fn of(args: &Args) -> Result<Plan, Failure> {
        let profile = profile(&args.profile)?;
        let std = Std::from_name(&args.std)
            .ok_or_else(|| unknown("standard", &args.std, &Std::all().map(Std::name).collect::<Vec<_>>()))?;
        let (policy, is_drawn) = base_policy(args, profile)?;
        let mut settings = Settings {
            check: match args.check {
                CheckName::Print => generate::Check::Print,
                CheckName::Assert => generate::Check::Assert,
                CheckName::Orange => generate::Check::Orange,
                CheckName::None => generate::Check::None,
            },
            ..Settings::of(policy, profile.is_swarmed() && !args.no_swarm && !is_drawn)
        };
        args.own.apply(profile, &mut settings)?;
        let std = settings.std.unwrap_or(std);
        Feature::missing_in(std).for_each(|feature| feature.turn_off(&mut settings.policy));
        if let Some(Seed::Edge(string)) = &args.seed {
            match profile.seeds() {
                Seeds::Strings => string.apply(&mut settings.policy),
                Seeds::Numbers => {
                    return Err(Failure::Usage("a seed string needs --profile edge".to_owned()));
                }
            }
        }
        Ok(Plan {
            profile,
            base: settings.policy,
            target: args.target,
            std,
            layout: match args.layout {
                LayoutName::Single => Layout::Single,
                LayoutName::Split => Layout::Split,
            },
            check: settings.check,
            swarm: settings.swarm,
            comments: settings.comments,
            policy_comment: args.policy_comment,
            flags: making(std::env::args().skip_while(|word| word != "gen").skip(1)),
        })
    }

    fn make(&self, seed: u64) -> Result<Made, Failure> {
        let request = Request {
            seed,
            target: self.target.clone(),
            policy: self.base.clone(),
            swarm: self.swarm,
            check: self.check,
        };
        let grown = self.profile.grow(&request).map_err(|error| match error {
            GrowError::GaveUp(..) => Failure::Usage(format!("seed {seed}: {error}; try another seed")),
            GrowError::TooLong { .. } | GrowError::TooShort { .. } => {
                Failure::Usage(format!("seed {seed}: {error}; ask for more --steps or a smaller --size"))
            }
            GrowError::Cold { .. } | GrowError::Values { .. } | GrowError::Unstable { .. } => {
                Failure::Internal(error.to_string())
            }
        })?;
        let policy = grown.policy.to_toml();
        let options = Options {
            std: self.std,
            layout: self.layout,
            lowering: grown.lowering.clone(),
            header_comment: Some(self.header(seed, &grown)),
            notes: grown.notes.clone(),
            ..Options::default()
        };
        let output = emit::print(&grown.program, &options)
            .map_err(|error| Failure::Usage(format!("seed {seed}: {error}")))?;
        Ok(Made { output, expected: grown.expected, checked: grown.checked, policy })
    }

    /// Two lines: who made the program, and the command that makes it again. What it was made by is longer than many a
    /// program, so it comes only if it is asked for.
    fn header(&self, seed: u64, grown: &Grown) -> String {
        let mut text = format!("assay {}, seed {seed}\n", env!("CARGO_PKG_VERSION"));
        if self.comments == Comments::Little {
            return text;
        }
        let seed = match self.profile.seeds() {
            Seeds::Strings => SeedString::of(seed, &grown.policy).to_string(),
            Seeds::Numbers => seed.to_string(),
        };
        let _ = write!(text, "   assay gen --seed {seed}{}", self.flags);
        if self.policy_comment {
            text.push_str(&policy_comment(grown));
        }
        text
    }
}

/// Attempts that were given up, and the policy with a line for each section.
fn policy_comment(grown: &Grown) -> String {
    let mut text = String::from("\n");
    if !grown.abandoned.is_empty() {
        let (count, reasons) = (grown.abandoned.len(), grown.abandoned.join(", "));
        let _ = writeln!(text, "attempts given up: {count} ({reasons})");
    }
    text + &grown.policy.to_lines()
}

/// The flags of a command of `gen` that make one of its programs what it is: all but its seed and its places.
fn making(words: impl Iterator<Item = String>) -> String {
    const WITH_VALUE: [&str; 6] = ["--seed", "-s", "--count", "--out-dir", "--output", "-o"];
    const ALONE: [&str; 2] = ["--print-policy", "--policy-comment"];
    let is_short = |word: &str| word.starts_with("-s") || word.starts_with("-o");
    let mut text = String::new();
    let mut words = words;
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if WITH_VALUE.contains(&name) {
            if name == word {
                words.next();
            }
        } else if !ALONE.contains(&name) && !is_short(&word) {
            let _ = write!(text, " {}", harness::command::quote(&word));
        }
    }
    text
}

fn unknown(what: &str, name: &str, known: &[&str]) -> Failure {
    let like = did_you_mean(name, known.iter().copied());
    Failure::Usage(format!("there is no {what} {name}; try {}{like}", known.join(", ")))
}

/// A profile by its name.
pub fn profile(name: &str) -> Result<&'static dyn Profile, Failure> {
    find_profile(name).map_err(|error| {
        let like = did_you_mean(name, generate::PROFILES.iter().map(|profile| profile.name()));
        Failure::Usage(format!("{error}{like}"))
    })
}

/// The policy that is asked for, and whether it is that of a program that is there already: such a one is taken as it is.
fn base_policy(args: &Args, profile: &dyn Profile) -> Result<(Policy, bool), Failure> {
    let mut policy = profile.policy(args.aim.aim());
    if let Some(file) = &args.policy {
        lay_over(&mut policy, file)?;
    }
    let is_drawn = policy.drawn.is_some();
    if args.size.is_some() || args.steps.is_some() {
        // Another program, then.
        policy.drawn = None;
    }
    if let Some(size) = args.size {
        policy.shape.size = size;
        policy.shape.exact_size = true;
    }
    if let Some(steps) = args.steps {
        if let Some(size) = args.size.filter(|size| *size > steps) {
            return Err(Failure::Usage(format!(
                "--steps {steps} is too little for --size {size}: give at least one step for each token"
            )));
        }
        policy.shape.steps_per_token = (steps / policy.shape.size.max(1)).max(1);
        policy.shape.max_steps = steps;
    }
    if let Some(live) = args.live {
        policy.shape.live = live;
    }
    for feature in features_off(args)? {
        feature.turn_off(&mut policy);
    }
    if let Some(file) = &args.odds {
        policy.learned = read_odds(file)?;
    }
    if args.only.is_some() {
        policy.swarm = policy.swarm.clone().with_all();
    }
    Ok((policy, is_drawn))
}

/// The features that flags exclude.
fn features_off(args: &Args) -> Result<Vec<&'static Feature>, Failure> {
    let mut off = args.without.0.clone();
    if let Some(only) = &args.only {
        for name in only {
            if Feature::find(name).is_none() {
                let known: Vec<&str> = generate::FEATURES.iter().map(|f| f.name).collect();
                return Err(unknown("feature", name, &known));
            }
            if off.iter().any(|f| f.name == name) {
                return Err(Failure::Usage(format!("--only {name} and --no-{name} contradict each other")));
            }
        }
        off.extend(generate::FEATURES.iter().filter(|f| !only.iter().any(|o| o == f.name)));
    }
    Ok(off)
}

/// Changes what a file names, and leaves the rest as the profile has it.
fn lay_over(policy: &mut Policy, file: &Path) -> Result<(), Failure> {
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    policy.overlay(&text).map_err(|why| {
        Failure::Usage(format!(
            "{} is not a policy: {}",
            file.display(),
            campaign::nearest::told(&why.to_string())
        ))
    })
}

fn read_odds(file: &Path) -> Result<generate::Odds, Failure> {
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let odds: Odds = toml::from_str(&text).map_err(|error| {
        let why = campaign::nearest::told(error.message());
        Failure::Usage(format!("{} has no odds: {why}", file.display()))
    })?;
    Ok(odds.rows)
}

impl Made {
    /// `SEED.c` or `SEED/`, `SEED.expected`, and `SEED.map`.
    fn store(&self, dir: &Path, seed: u64) -> Result<(), Failure> {
        match self.output.files.as_slice() {
            [single] => {
                let extension = Path::new(&single.name).extension().unwrap_or_default();
                let file = dir.join(seed.to_string()).with_extension(extension);
                save(&file, single.text.as_bytes())?;
            }
            several => {
                let folder = dir.join(seed.to_string());
                save_all(&folder, several)?;
            }
        }
        if !self.checked.is_empty() {
            save(&dir.join(format!("{seed}.map")), map(&self.checked).as_bytes())?;
        }
        save(&dir.join(format!("{seed}.expected")), &self.expected)
    }

    fn write(&self, file: &Path) -> Result<(), Failure> {
        match self.output.files.as_slice() {
            [single] => save(file, single.text.as_bytes()),
            several => save_all(file, several),
        }
    }
}

/// A line for each scalar that the check looks at: its number and its name.
fn map(checked: &[String]) -> String {
    checked.iter().zip(1..).map(|(name, number): (_, usize)| format!("{number} {name}\n")).collect()
}

fn save_all(folder: &Path, files: &[emit::SourceFile]) -> Result<(), Failure> {
    crate::output::folder(folder)?;
    files.iter().try_for_each(|f| save(&folder.join(&f.name), f.text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::making;

    #[test]
    fn a_command_without_its_seed_and_its_places() {
        let rows = [
            ("", ""),
            ("--seed 7 --size 400", " --size 400"),
            ("-s 7 --count 3 --out-dir=d --no-goto", " --no-goto"),
            ("-s7 -ox.c --std c99 --policy-comment", " --std c99"),
            ("--seed=7 --policy a;b", " --policy 'a;b'"),
        ];
        for (line, flags) in rows {
            assert_eq!(making(line.split_whitespace().map(str::to_owned)), flags, "{line}");
        }
    }
}
