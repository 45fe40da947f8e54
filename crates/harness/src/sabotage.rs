//! A compiler with a known bug: the fixture for everything that finds, attributes, reduces and groups bugs.
//!
//! It calls the real compiler for assembly, changes one instruction of it, and has the rest assembled and
//! linked. What is changed, and when, is said on the command line:
//!
//! ```text
//! assay-sabotage --plant sar-to-shr [--nth N | --every] [--from-level N] [--at-level N]
//!                [--pattern TEXT] [--unless FLAG]... [--counter NAME:N] [--bisect-pass NAME]
//!                [--cc gcc] -- -O2 -o out in.c
//! ```
//!
//! With `--unless`, `--counter` and `--bisect-pass` the bug behaves as if it were in a pass of the compiler: it goes away with a
//! flag, when the N-th event of a debug counter is not allowed, or when `-opt-bisect-limit` stops before the pass.
//!
//! It understands x86-64 assembly in AT&T syntax, as gcc and clang write it; nothing else.

mod driver;
mod plant;
mod switch;

use thiserror::Error;

use crate::command::{Template, TemplateError};

pub use driver::{Outcome, run};
pub use plant::{PLANTS, Plant};

/// A sabotage: which bug, under which condition, around which compiler.
#[derive(Clone, Debug)]
pub struct Sabotage {
    pub plant: &'static Plant,
    pub which: Which,
    pub levels: Levels,
    /// For crashes and hangs: they happen when this stands in the assembly.
    pub pattern: String,
    pub cc: Template,
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
    plant: Option<&'static Plant>,
    which: Which,
    levels: Levels,
    pattern: String,
    cc: String,
    switch: Switch,
}

/// The default pattern is division: rare enough for a condition, common enough to be met.
impl Default for Options {
    fn default() -> Options {
        let levels = Levels { from: 0, to: u8::MAX };
        let switch = Switch::default();
        Options {
            plant: None,
            which: Which::Nth(0),
            levels,
            pattern: "idiv".into(),
            cc: "gcc".into(),
            switch,
        }
    }
}

impl Options {
    fn read<'a>(
        &mut self,
        option: &str,
        words: &mut impl Iterator<Item = &'a String>,
    ) -> Result<(), UsageError> {
        let mut value = || words.next().cloned().ok_or(UsageError::NoValue { option: option.to_owned() });
        match option {
            "--plant" => self.plant = Some(plant::find(value()?)?),
            "--nth" => self.which = Which::Nth(number(&value()?)?),
            "--every" => self.which = Which::Every,
            "--from-level" => self.levels.from = number(&value()?)?,
            "--at-level" => self.levels = one_level(number(&value()?)?),
            "--pattern" => self.pattern = value()?,
            "--cc" => self.cc = value()?,
            "--unless" => self.switch.unless.push(value()?),
            "--counter" => self.switch.counter = Some(counter(&value()?)?),
            "--bisect-pass" => self.switch.bisect_pass = Some(value()?),
            unknown => return Err(UsageError::UnknownOption { option: unknown.to_owned() }),
        }
        Ok(())
    }

    fn finish(self) -> Result<Sabotage, UsageError> {
        Ok(Sabotage {
            plant: self.plant.ok_or(UsageError::NoPlant)?,
            which: self.which,
            levels: self.levels,
            pattern: self.pattern,
            cc: Template::parse(&self.cc)?,
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
