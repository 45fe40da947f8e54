//! A compiler with a known bug: the fixture for everything that finds, attributes, reduces and groups bugs.
//!
//! It calls the real compiler for assembly, changes one instruction of it, and has the rest assembled and
//! linked. What is changed, and when, is said on the command line:
//!
//! ```text
//! assay-sabotage --plant sar-to-shr [--nth N | --every] [--only TEXT] [--from-level N] [--at-level N]
//!                [--pattern TEXT] [--unless FLAG]... [--counter NAME:N] [--bisect-pass NAME]
//!                [--plant ...]... [--cc gcc] -- -O2 -o out in.c
//! ```
//!
//! A compiler may have many bugs: each `--plant` starts one, and the options after it are its own. With `--only` a bug is
//! rare, as most are: it concerns just the instructions in which the text stands.
//!
//! With `--unless`, `--counter` and `--bisect-pass` the bug behaves as if it were in a pass of the compiler: it goes away with a
//! flag, when the N-th event of a debug counter is not allowed, or when `-opt-bisect-limit` stops before the pass.
//!
//! It understands x86-64 assembly in AT&T syntax, as gcc and clang write it; nothing else.

mod driver;
mod plant;
mod switch;

use thiserror::Error;

use harness::command::{Template, TemplateError};

pub use driver::{Outcome, run};
pub use plant::{PLANTS, Plant};

/// A sabotage: which bugs, in which compiler.
#[derive(Clone, Debug)]
pub struct Sabotage {
    pub bugs: Vec<Bug>,
    pub cc: Template,
}

/// What goes wrong, and under which condition.
#[derive(Clone, Debug)]
pub struct Bug {
    pub plant: &'static Plant,
    pub which: Which,
    /// Only instructions in which this stands are concerned.
    pub only: String,
    pub levels: Levels,
    /// For crashes and hangs: they happen when this stands in the assembly.
    pub pattern: String,
    pub switch: Switch,
}

/// What turns the bug off.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Switch {
    /// Any of these flags.
    pub unless: Vec<String>,
    /// A debug counter of GCC's that does not allow this event.
    pub counter: Option<(String, u64)>,
    /// A pass that clang does not run because of its bisection limit.
    pub bisect_pass: Option<String>,
}

/// Which of the matching instructions is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Counted from 0.
    Nth(usize),
    Every,
}

/// At which optimisation levels the bug shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    pub from: u8,
    pub to: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UsageError {
    #[error("no plant is named `{name}`; there are: {}", plant_names())]
    UnknownPlant { name: String },
    #[error("`--plant NAME` is missing; there are: {}", plant_names())]
    NoPlant,
    #[error("`{option}` is no option of the sabotaged compiler; the compiler's own follow after `--`")]
    UnknownOption { option: String },
    #[error("`{option}` needs a value")]
    NoValue { option: String },
    #[error("`{value}` is no number")]
    NoNumber { value: String },
    #[error(transparent)]
    Command(#[from] TemplateError),
}

impl Sabotage {
    /// Reads the options up to `--`; what follows belongs to the compiler.
    pub fn parse(arguments: &[String]) -> Result<(Sabotage, Vec<String>), UsageError> {
        let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        let mut options = Options::default();
        let mut words = arguments[..end].iter();
        while let Some(option) = words.next() {
            options.read(option, &mut words)?;
        }
        let rest = arguments.get(end + 1..).unwrap_or_default().to_vec();
        Ok((options.finish()?, rest))
    }
}

fn plant_names() -> String {
    PLANTS.iter().map(|plant| plant.name).collect::<Vec<_>>().join(", ")
}

struct Options {
    bugs: Vec<BugOptions>,
    cc: String,
}

struct BugOptions {
    plant: Option<&'static Plant>,
    which: Which,
    only: String,
    levels: Levels,
    pattern: String,
    switch: Switch,
}

impl Default for Options {
    fn default() -> Options {
        Options { bugs: vec![BugOptions::default()], cc: "gcc".into() }
    }
}

/// The default pattern is division: rare enough for a condition, common enough to be met.
impl Default for BugOptions {
    fn default() -> BugOptions {
        BugOptions {
            plant: None,
            which: Which::Nth(0),
            only: String::new(),
            levels: Levels { from: 0, to: u8::MAX },
            pattern: "idiv".into(),
            switch: Switch::default(),
        }
    }
}

impl Options {
    fn read<'a>(
        &mut self,
        option: &str,
        words: &mut impl Iterator<Item = &'a String>,
    ) -> Result<(), UsageError> {
        if option == "--plant" && self.bugs.last().is_some_and(|bug| bug.plant.is_some()) {
            self.bugs.push(BugOptions::default());
        }
        let mut value = || words.next().cloned().ok_or(UsageError::NoValue { option: option.to_owned() });
        if option == "--cc" {
            self.cc = value()?;
        } else if let Some(bug) = self.bugs.last_mut() {
            bug.read(option, value)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Sabotage, UsageError> {
        let bugs = self.bugs.into_iter().map(BugOptions::finish).collect::<Result<_, _>>()?;
        Ok(Sabotage { bugs, cc: Template::parse(&self.cc)? })
    }
}

impl BugOptions {
    fn read(
        &mut self,
        option: &str,
        mut value: impl FnMut() -> Result<String, UsageError>,
    ) -> Result<(), UsageError> {
        match option {
            "--plant" => self.plant = Some(plant::find(value()?)?),
            "--nth" => self.which = Which::Nth(number(&value()?)?),
            "--every" => self.which = Which::Every,
            "--only" => self.only = value()?,
            "--from-level" => self.levels.from = number(&value()?)?,
            "--at-level" => self.levels = one_level(number(&value()?)?),
            "--pattern" => self.pattern = value()?,
            "--unless" => self.switch.unless.push(value()?),
            "--counter" => self.switch.counter = Some(counter(&value()?)?),
            "--bisect-pass" => self.switch.bisect_pass = Some(value()?),
            unknown => return Err(UsageError::UnknownOption { option: unknown.to_owned() }),
        }
        Ok(())
    }

    fn finish(self) -> Result<Bug, UsageError> {
        Ok(Bug {
            plant: self.plant.ok_or(UsageError::NoPlant)?,
            which: self.which,
            only: self.only,
            levels: self.levels,
            pattern: self.pattern,
            switch: self.switch,
        })
    }
}

fn one_level(level: u8) -> Levels {
    Levels { from: level, to: level }
}

/// `dce:3`
fn counter(value: &str) -> Result<(String, u64), UsageError> {
    let (name, event) = value.split_once(':').ok_or(UsageError::NoNumber { value: value.to_owned() })?;
    Ok((name.to_owned(), number(event)?))
}

fn number<T: std::str::FromStr>(value: &str) -> Result<T, UsageError> {
    value.parse().map_err(|_| UsageError::NoNumber { value: value.to_owned() })
}
