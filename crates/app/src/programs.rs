//! The options that say what programs are like: one list, for `gen`, for `hunt` and for `[program]` in assay.toml.

use crate::cli::did_you_mean;
use crate::failure::Failure;
use campaign::{Recipe, folder};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use generate::{Aim, Feature, Policy, Profile, ProfileOption, Refused, Settings, Takes, find_profile};
use std::path::{Path, PathBuf};

/// What was asked for, and the words of it that make the same again.
pub struct Programs {
    pub options: Options,
    words: Vec<String>,
}

#[derive(Args)]
pub struct Options {
    /// What the programs are for: to be run, or only to be compiled, and then wilder [default: what is looked for]
    #[arg(long, value_enum)]
    aim: Option<AimName>,
    /// Tokens of C, within a quarter; by default drawn for each program
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    size: Option<u32>,
    /// Evaluated nodes of the run at most, the check included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1_000..))]
    steps: Option<u32>,
    /// Share of the statements that run, in per cent, those of the check not counted
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(20..=100))]
    live: Option<u32>,
    /// Weights and probabilities, as TOML; what it leaves out is as the profile has it. With a policy that --print-policy has written, the same
    /// seed makes the same program
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
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

/// The options that a command line has, in the order of the list.
fn words(matches: &ArgMatches) -> Vec<String> {
    let list = Options::augment_args(Command::new("programs"));
    let mut words = Vec::new();
    for arg in list.get_arguments() {
        let id = arg.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let name = format!("--{}", arg.get_long().unwrap_or(id));
        if !arg.get_action().takes_values() {
            words.push(name);
            continue;
        }
        let values: Vec<_> =
            matches.get_raw(id).into_iter().flatten().map(|one| one.to_string_lossy()).collect();
        words.push(if values.is_empty() { name } else { format!("{name}={}", values.join(",")) });
    }
    words
}

impl FromArgMatches for Programs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Programs { options: Options::from_arg_matches(matches)?, words: words(matches) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Programs {
    fn augment_args(cmd: Command) -> Command {
        Options::augment_args(cmd)
    }

    fn augment_args_for_update(cmd: Command) -> Command {
        Options::augment_args(cmd)
    }
}

impl Programs {
    /// Words that are kept somewhere, as if they had been given; the later of two counts.
    pub fn read(words: &[String]) -> Result<Programs, Failure> {
        let list = Options::augment_args(Command::new("assay").no_binary_name(true).args_override_self(true));
        let read = list.try_get_matches_from(words).and_then(|matches| Self::from_arg_matches(&matches));
        read.map_err(|error| crate::cli::sentence_about(&error, "gen"))
    }

    /// The words, with files by their whole paths.
    pub fn words(&self) -> Vec<String> {
        let whole = |word: &String| match word.strip_prefix(POLICY) {
            Some(file) => format!("{POLICY}{}", absolute(Path::new(file)).display()),
            None => word.clone(),
        };
        self.words.iter().map(whole).collect()
    }

    /// What a campaign needs of a profile with these options.
    pub fn recipe(&self, profile: &'static dyn Profile, usual: Aim) -> Result<Recipe, Failure> {
        let settings = self.options.settings(profile, usual)?;
        let policy_file = self.options.policy.as_deref().map(text_of).transpose()?;
        let called = |word: &String| match word.starts_with(POLICY) {
            true => format!("{POLICY}{}", folder::POLICY),
            false => word.clone(),
        };
        let words = self.words.iter().map(called).collect();
        Ok(Recipe {
            profile,
            settings,
            aim: self.options.aim.map_or(usual, AimName::aim),
            words,
            policy_file,
        })
    }
}

/// The headings of long lists in the help.
pub const FEATURES: &str = "Features";
pub const OPTIONS_OF: &str = "Options of --profile ";

/// The option whose value is a file.
const POLICY: &str = "--policy=";

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn text_of(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })
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
            cmd.arg(flag.help(format!("Leave out {}", f.about)).help_heading(FEATURES))
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
            cmd.arg(any.help_heading(OPTIONS_OF))
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
            let heading = format!("{OPTIONS_OF}{}", profiles.join(" or "));
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

pub fn unknown(what: &str, name: &str, known: &[&str]) -> Failure {
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

impl Options {
    /// What a profile is to make, its own options included.
    pub fn settings(&self, profile: &dyn Profile, usual: Aim) -> Result<Settings, Failure> {
        let (policy, is_drawn) = base_policy(self, profile, usual)?;
        let mut settings = Settings::of(policy, profile.is_swarmed() && !self.no_swarm && !is_drawn);
        self.own.apply(profile, &mut settings)?;
        Ok(settings)
    }
}

/// The policy that is asked for, and whether it is that of a program that is there already: such a one is taken as it is.
fn base_policy(args: &Options, profile: &dyn Profile, usual: Aim) -> Result<(Policy, bool), Failure> {
    let mut policy = profile.policy(args.aim.map_or(usual, AimName::aim));
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
    if args.only.is_some() {
        policy.swarm = policy.swarm.clone().with_all();
    }
    Ok((policy, is_drawn))
}

/// The features that flags exclude.
fn features_off(args: &Options) -> Result<Vec<&'static Feature>, Failure> {
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
    let text = text_of(file)?;
    policy.overlay(&text).map_err(|why| {
        Failure::Usage(format!(
            "{} is not a policy: {}",
            file.display(),
            campaign::nearest::told(&why.to_string())
        ))
    })
}
