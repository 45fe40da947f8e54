//! `assay.toml`: what a team keeps about its campaigns. Every default is in the types that it fills, not here.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use emit::Std;
use generate::{PROFILES, Profile, UnknownProfile, find_profile};
use harness::command::TemplateError;
use harness::{Family, Limits, Setup, Template, Toolchain};
use ir::Target;
use serde::Deserialize;
use thiserror::Error;
use toml::Value;

use crate::corpus;
use crate::draw::configuration::{Configuration, RandomFlags, Rate};
use crate::draw::wanted::Wanted;
use crate::finding::known::{self, Known, KnownBugs, KnownFile};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    pub seed: Option<u64>,
    pub jobs: Option<usize>,
    pub dir: Option<PathBuf>,
    /// PostgreSQL with the campaign, where many machines share it.
    pub store: Option<String>,
    /// Its name there.
    pub campaign: Option<String>,
    /// A folder that all machines share, for the files of findings of such a campaign.
    pub files: Option<String>,
    /// Who is told of each new bug.
    pub webhook: Option<String>,
    pub target: Option<String>,
    /// The standard that programs are written in.
    pub std: Option<String>,
    /// Each program is given to every configuration, and not to one that is drawn.
    pub every_config: bool,
    /// Whether tests draw flags that the compilers list; for compilers that are found they do, for those that are named they
    /// do not, unless it is said.
    pub random_flags: Option<bool>,
    /// Whether tests are drawn by what was learned from those before.
    pub learning: Option<bool>,
    /// Weights by name.
    pub profiles: BTreeMap<String, u32>,
    /// What programs are like: the long options of `assay gen` with their values, and a table of such for single profiles.
    pub program: toml::Table,
    pub limits: LimitConfig,
    pub toolchain: Vec<ToolchainConfig>,
    pub known: Vec<Known>,
    /// A file of known bugs, relative to this one.
    pub known_bugs: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitConfig {
    pub compile_seconds: Option<u64>,
    pub run_seconds: Option<u64>,
    pub compile_memory_mib: Option<u64>,
    pub run_memory_mib: Option<u64>,
    pub output_kib: Option<usize>,
    pub processes: Option<usize>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToolchainConfig {
    pub name: String,
    pub command: String,
    /// Must be a part of what the compiler says about itself.
    pub version: Option<String>,
    pub levels: Option<Vec<String>>,
    /// A command line before the programs: an emulator.
    pub runner: Option<String>,
    #[serde(default)]
    pub random_flags: Vec<String>,
    /// How many of them each test draws.
    #[serde(default)]
    pub random_count: usize,
}

#[derive(Debug, Error)]
pub enum ConfigError {
    #[error("cannot read {}: {error}", .file.display())]
    Unreadable { file: PathBuf, error: io::Error },
    #[error("{}: {}", .file.display(), one_line(.error))]
    Syntax { file: PathBuf, error: toml::de::Error },
    #[error("the command line `{line}`: {error}")]
    Command { line: String, error: TemplateError },
    #[error("there is no target `{name}`; there are: {}", Target::names())]
    Target { name: String },
    #[error("there is no standard `{name}`; there are: {}", standard_names())]
    Standard { name: String },
    #[error(transparent)]
    Profile(#[from] UnknownProfile),
    #[error("two toolchains are called `{name}`; names must differ")]
    SameName { name: String },
    #[error(
        "the known bug `{note}` would match every finding; give `bucket`, `contains`, `compiler` or `kind`"
    )]
    KnowsEverything { note: String },
    #[error(
        "`{name}` should be version {wanted}, but says it is `{version}`; install it, or change assay.toml"
    )]
    Version { name: String, wanted: String, version: String },
    #[error("`{name} = {value}` makes no sense; give a number from {least} to {most}")]
    OutOfRange { name: &'static str, value: u64, least: u64, most: u64 },
    #[error("{0}")]
    Senseless(String),
    #[error(transparent)]
    Compiler(#[from] harness::Error),
}

fn standard_names() -> String {
    Std::all().map(Std::name).collect::<Vec<_>>().join(", ")
}

/// A standard by its name.
pub fn standard(name: &str) -> Result<Std, ConfigError> {
    Std::from_name(name).ok_or_else(|| ConfigError::Standard { name: name.to_owned() })
}

fn one_line(error: &toml::de::Error) -> String {
    crate::nearest::told(error.message())
}

impl Config {
    pub fn read(file: &Path) -> Result<Config, ConfigError> {
        let mut config: Config = parse(file)?;
        let beside = file.parent().unwrap_or(Path::new("."));
        beside_the_file(&mut config.program, beside);
        if let Some(list) = &config.known_bugs {
            let beside = file.parent().unwrap_or(Path::new(".")).join(list);
            config.known.extend(parse::<KnownFile>(&beside)?.known);
        }
        if let Some(known) = config.known.iter().find(|known| known.is_empty()) {
            return Err(ConfigError::KnowsEverything { note: known.note.clone() });
        }
        config.check_numbers()?;
        config.check_words()?;
        Ok(config)
    }

    /// The same from the words that a campaign's first worker has left for those to come.
    pub fn of_words(words: &str, whose: &Path) -> Result<Config, ConfigError> {
        let syntax = |error| ConfigError::Syntax { file: whose.to_owned(), error };
        let config: Config = toml::from_str(words).map_err(syntax)?;
        config.check_numbers()?;
        config.check_words()?;
        Ok(config)
    }

    /// What a file says, for other machines: known bugs are in it, and what is only of this machine is not.
    pub fn words_of(file: &Path) -> Result<String, ConfigError> {
        let known = Config::read(file)?.known;
        let mut table: toml::Table = parse(file)?;
        for own in ["known-bugs", "known", "dir", "store", "campaign", "files", "jobs", "webhook"] {
            table.remove(own);
        }
        if !known.is_empty() {
            let rows = Value::try_from(&known).map_err(|error| ConfigError::Senseless(error.to_string()))?;
            table.insert("known".to_owned(), rows);
        }
        Ok(table.to_string())
    }

    /// Numbers that would stop everything, or nothing.
    fn check_numbers(&self) -> Result<(), ConfigError> {
        const WEEK: u64 = 7 * 24 * 3600;
        const TIB: u64 = 1 << 20;
        let limits = &self.limits;
        let rows = [
            ("jobs", self.jobs.map(|n| n as u64), 1, 256),
            ("compile-seconds", limits.compile_seconds, 1, WEEK),
            ("run-seconds", limits.run_seconds, 1, WEEK),
            ("compile-memory-mib", limits.compile_memory_mib, 16, TIB),
            ("run-memory-mib", limits.run_memory_mib, 1, TIB),
            ("output-kib", limits.output_kib.map(|n| n as u64), 1, 1 << 20),
            ("processes", limits.processes.map(|n| n as u64), 1, 100_000),
        ];
        for (name, value, least, most) in rows {
            if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
                return Err(ConfigError::OutOfRange { name, value, least, most });
            }
        }
        Ok(())
    }

    fn check_words(&self) -> Result<(), ConfigError> {
        let senseless = |words: String| Err(ConfigError::Senseless(words));
        if self.dir.as_ref().is_some_and(|dir| dir.as_os_str().is_empty()) {
            return senseless("`dir` is empty; name a folder, or leave it out".to_owned());
        }
        if !self.profiles.is_empty() && self.profiles.values().all(|weight| *weight == 0) {
            return senseless("all profiles have the weight 0; give one of them another".to_owned());
        }
        for one in &self.toolchain {
            if one.name.trim().is_empty() {
                return senseless("a toolchain has an empty name; give it one".to_owned());
            }
            if one.levels.as_ref().is_some_and(Vec::is_empty) {
                return senseless(format!(
                    "toolchain `{}` has no levels; give one, or leave `levels` out",
                    one.name
                ));
            }
            if one.random_count > one.random_flags.len() {
                let (name, count, all) = (&one.name, one.random_count, one.random_flags.len());
                return senseless(format!(
                    "toolchain `{name}`: random-count is {count}, and there are {all} random-flags"
                ));
            }
        }
        Ok(())
    }

    /// The bugs of the file, and those that are marked in a campaign.
    pub fn known_in(&self, campaign: &Path) -> Result<KnownBugs, ConfigError> {
        let marked = campaign.join(known::FILE);
        if marked.is_file() {
            parse::<KnownFile>(&marked)?;
        }
        Ok(KnownBugs::new(self.known.clone(), Some(campaign)))
    }

    /// All configurations of the named toolchains.
    pub fn configurations(&self) -> Result<Vec<Configuration>, ConfigError> {
        let mut names = Vec::new();
        let mut all = Vec::new();
        for one in &self.toolchain {
            if names.contains(&&one.name) {
                return Err(ConfigError::SameName { name: one.name.clone() });
            }
            names.push(&one.name);
            all.extend(one.configurations()?);
        }
        Ok(all)
    }

    /// Those that are on this machine; all that are named, wherever they are; and why some are not here.
    pub fn present(&self) -> Result<Present, ConfigError> {
        let mut present = Present::default();
        for one in &self.toolchain {
            if present.wanted.iter().any(|other| other.name == one.name) {
                return Err(ConfigError::SameName { name: one.name.clone() });
            }
            match one.configurations() {
                Ok(here) => {
                    present.wanted.extend(Wanted::of(&here));
                    present.here.extend(here);
                }
                Err(error @ (ConfigError::Compiler(_) | ConfigError::Version { .. })) => {
                    present.wanted.push(one.elsewhere()?);
                    present.missing.push((one.name.clone(), error.to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(present)
    }

    /// The one target of all compilers, if that is said; else each is asked.
    pub fn target(&self) -> Result<Option<&'static Target>, ConfigError> {
        let known =
            |name: &String| Target::preset(name).ok_or_else(|| ConfigError::Target { name: name.clone() });
        self.target.as_ref().map(known).transpose()
    }

    /// The profiles with their weights; the default one when none is named.
    pub fn profiles(&self) -> Result<Vec<(&'static dyn Profile, u32)>, ConfigError> {
        if self.profiles.is_empty() {
            return Ok(vec![(PROFILES[0], 1)]);
        }
        // The mutants of a corpus are no profile before there is one.
        let own = self.profiles.iter().filter(|(name, _)| *name != corpus::NAME);
        let found = own.map(|(name, weight)| Ok((find_profile(name)?, *weight)));
        found.collect()
    }

    /// The options of `[program]` for one profile, as words of a command line.
    pub fn program_words(&self, profile: &dyn Profile) -> Result<Vec<String>, ConfigError> {
        let mut words = Vec::new();
        let mut own = None;
        for (name, value) in &self.program {
            match value {
                Value::Table(table) if find_profile(name).is_ok() => {
                    own = own.or((name == profile.name()).then_some(table));
                }
                value => words.extend(option(name, value)?),
            }
        }
        for (name, value) in own.into_iter().flatten() {
            words.extend(option(name, value)?);
        }
        Ok(words)
    }

    /// The share of mutants beside the profiles.
    pub fn corpus_share(&self) -> Option<u32> {
        self.profiles.get(corpus::NAME).copied()
    }

    pub fn setup(&self) -> Setup {
        let limits = &self.limits;
        let compile = limited(Limits::compiler(), limits, limits.compile_seconds, limits.compile_memory_mib);
        let execute = limited(Limits::program(), limits, limits.run_seconds, limits.run_memory_mib);
        Setup { compile, execute, ..Setup::default() }
    }
}

/// What a campaign wants, and what this machine has of it.
#[derive(Default)]
pub struct Present {
    pub here: Vec<Configuration>,
    pub wanted: Vec<Wanted>,
    /// By name, and in words.
    pub missing: Vec<(String, String)>,
}

/// A compiler given as a command line alone.
pub fn from_command(line: &str) -> Result<Configuration, ConfigError> {
    Ok(Configuration::plain(Toolchain::from_template(template(line)?)?))
}

pub fn template(line: &str) -> Result<Template, ConfigError> {
    Template::parse(line).map_err(|error| ConfigError::Command { line: line.to_owned(), error })
}

/// The words of an emulator's command line.
pub fn runner(line: &str) -> Result<Vec<String>, ConfigError> {
    let words = template(line)?.fill(&Default::default());
    Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
}

impl ToolchainConfig {
    /// One that is not on this machine.
    fn elsewhere(&self) -> Result<Wanted, ConfigError> {
        // By the name of its program, since it cannot be asked.
        let program = template(&self.command)?.program();
        let levels = self.levels.clone().unwrap_or_else(|| Family::of_program(&program).levels());
        Ok(Wanted::elsewhere(&self.name, &levels, &self.random()))
    }

    fn random(&self) -> RandomFlags {
        RandomFlags { from: self.random_flags.clone(), count: self.random_count, rate: Rate::Always }
    }

    fn configurations(&self) -> Result<Vec<Configuration>, ConfigError> {
        let mut toolchain = Toolchain::from_template(template(&self.command)?)?;
        let version = &toolchain.fingerprint.version;
        if let Some(wanted) = self.version.as_ref().filter(|wanted| !version.contains(wanted.as_str())) {
            let (name, wanted) = (self.name.clone(), wanted.clone());
            return Err(ConfigError::Version { name, wanted, version: version.clone() });
        }
        toolchain.name = self.name.clone();
        toolchain.levels = self.levels.clone().unwrap_or_else(|| toolchain.family.levels());
        if let Some(line) = &self.runner {
            toolchain.runner = runner(line)?;
        }
        Ok(Configuration::at_levels(&toolchain, &self.random()))
    }
}

/// `size = 400` as `--size=400`, `no-goto = true` as `--no-goto`; nothing for what is false.
fn option(name: &str, value: &Value) -> Result<Option<String>, ConfigError> {
    let plain = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    };
    let senseless = || {
        let profiles = PROFILES.iter().map(|profile| profile.name()).collect::<Vec<_>>().join(", ");
        ConfigError::Senseless(format!(
            "[program] has `{name}`, which is neither an option of `assay gen` with its value nor one of the profiles {profiles}"
        ))
    };
    let given = match value {
        Value::Boolean(false) => return Ok(None),
        Value::Boolean(true) => return Ok(Some(format!("--{name}"))),
        Value::Array(all) => all.iter().map(plain).collect::<Option<Vec<_>>>().map(|all| all.join(",")),
        Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Datetime(_) | Value::Table(_) => {
            plain(value)
        }
    };
    Ok(Some(format!("--{name}={}", given.ok_or_else(senseless)?)))
}

/// The option whose value is a file, which is looked for beside the file that names it.
const POLICY: &str = "policy";

fn beside_the_file(program: &mut toml::Table, folder: &Path) {
    for (name, value) in program.iter_mut() {
        match value {
            Value::Table(table) => beside_the_file(table, folder),
            Value::String(file) if name == POLICY => *file = folder.join(&*file).display().to_string(),
            Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Boolean(_)
            | Value::Datetime(_)
            | Value::Array(_) => {}
        }
    }
}

/// Wall time is several times CPU time: on a busy machine an honest program has to wait, and only one that sleeps or
/// waits for ever is stopped by the clock on the wall.
const WALL_PER_CPU: u32 = 3;

fn limited(usual: Limits, config: &LimitConfig, seconds: Option<u64>, memory: Option<u64>) -> Limits {
    let cpu = seconds.map_or(usual.cpu, Duration::from_secs);
    let resident = memory.map_or(usual.resident, |mib| mib << 20);
    Limits {
        wall: cpu * WALL_PER_CPU,
        cpu,
        asleep: seconds.map(Duration::from_secs).or(usual.asleep),
        resident,
        address_space: memory.map(|mib| mib << 21).or(usual.address_space),
        output: config.output_kib.map_or(usual.output, |kib| kib << 10),
        processes: config.processes.unwrap_or(usual.processes),
        ..usual
    }
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, ConfigError> {
    let text =
        fs::read_to_string(file).map_err(|error| ConfigError::Unreadable { file: file.to_owned(), error })?;
    toml::from_str(&text).map_err(|error| ConfigError::Syntax { file: file.to_owned(), error })
}

/// A commented example, which is also a valid file.
pub const EXAMPLE: &str = include_str!("example.toml");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_valid_with_and_without_its_comments() {
        toml::from_str::<Config>(EXAMPLE).unwrap();
        let setting = |line: &str| line.starts_with("# [") || line.contains(" = ") && line.starts_with("# ");
        let uncommented: Vec<&str> =
            EXAMPLE.lines().map(|line| if setting(line) { &line[2..] } else { line }).collect();
        let config: Config = toml::from_str(&uncommented.join("\n")).unwrap();
        assert_eq!(config.toolchain.len(), 3);
        assert_eq!(config.profiles().unwrap()[0].0.name(), "default");
        assert!(config.target().is_ok());
    }

    #[test]
    fn wrong_names_are_told() {
        let error = toml::from_str::<Config>("sead = 1").unwrap_err();
        assert!(one_line(&error).contains("sead"), "{error}");
        let config: Config = toml::from_str("[profiles]\nyarpgem = 1").unwrap();
        assert!(config.profiles().unwrap_err().to_string().contains("there are: default"));
    }
}
