//! `assay gen`: grow programs and write them with what they must print.

mod from;

use crate::failure::Failure;
use crate::output::{folder, save};
use crate::programs::{Programs, profile, unknown};
use crate::{target, terminal};
use campaign::learn::Odds;
use campaign::recipe;
use emit::{Layout, Options, Output, Std};
use generate::{
    Aim, Comments, Draws, Feature, GrowError, Grown, NotATrace, Policy, Profile, Request, SeedString, Seeds,
    Tape, Trace,
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
    /// Make a mutant of this C program instead of a new one; given again, of all of them joined
    #[arg(long, value_name = "FILE.c", conflicts_with_all = ["check", "print_policy", "policy_comment"])]
    from: Vec<PathBuf>,
    /// With --from: this kind of mutation only
    #[arg(long, value_name = "NAME", requires = "from")]
    mutation: Option<String>,
    /// What kind of programs
    #[arg(long, default_value = "default", value_name = "P")]
    profile: String,
    /// The standard to write in: c89, c99, c11, c17, c23, or c++11, c++14, c++17, c++20, c++23
    #[arg(long, default_value = "c11", value_name = "S")]
    std: String,
    /// One file, or data and functions apart
    #[arg(long, value_enum, default_value = "single")]
    layout: LayoutName,
    /// Sizes, byte order and signedness of char
    #[arg(long, value_name = "T", default_value = "lp64", value_parser = target::parser())]
    target: &'static Target,
    /// How the result is checked [default: print]
    #[arg(long, value_enum)]
    check: Option<CheckName>,
    /// How likely swarm's draws are beside what is usual: odds.toml of a finding, as its campaign had learned
    #[arg(long, value_name = "FILE", conflicts_with = "no_swarm")]
    odds: Option<PathBuf>,
    /// Print the policy of the program, as its seed has drawn it, with what each knob is for, instead of the program
    #[arg(long, conflicts_with = "out_dir")]
    print_policy: bool,
    /// Put the policy into the program's first comment
    #[arg(long)]
    policy_comment: bool,
    /// Write every draw to this file, with a line for each: its name, what was drawn, and of how many
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out_dir", "from"])]
    trace: Option<PathBuf>,
    /// Draw as this file says, which --trace has written and you may have changed; what it does not have is drawn by the seed, which
    /// is the file's unless --seed is given
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out_dir", "trace", "from"])]
    replay: Option<PathBuf>,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LayoutName {
    Single,
    Split,
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

pub fn run(args: Args) -> Result<u8, Failure> {
    machine::on_deep_stack(|| generate_all(&args))
}

impl CheckName {
    fn check(self) -> generate::Check {
        match self {
            CheckName::Print => generate::Check::Print,
            CheckName::Assert => generate::Check::Assert,
            CheckName::Orange => generate::Check::Orange,
            CheckName::None => generate::Check::None,
        }
    }
}

fn generate_all(args: &Args) -> Result<u8, Failure> {
    let plan = Plan::of(args)?;
    let origin = from::Origin::of(args)?;
    let replayed = args.replay.as_deref().map(read_trace).transpose()?;
    let first = match (&args.seed, &replayed) {
        (Some(Seed::Number(seed)), _) => *seed,
        (Some(Seed::Edge(string)), _) => string.seed,
        (None, Some(trace)) => trace.seed,
        (None, None) => fresh_seed(),
    };
    if let Some(dir) = &args.out_dir {
        let count = args.count.unwrap_or(1);
        let last = first.checked_add(count - 1).ok_or_else(|| {
            Failure::Usage(format!("there are no {count} seeds from {first} on: the last is {}", u64::MAX))
        })?;
        folder(dir)?;
        for seed in first..=last {
            plan.make_from(&origin, seed, &Draws::Seed)?.store(dir, seed)?;
        }
        return Ok(0);
    }
    let (tape, is_traced) = (Tape::default(), args.trace.is_some());
    let draws = replayed.map(Draws::replayed);
    let recorded = || if is_traced { Draws::Recorded(tape.clone()) } else { Draws::Seed };
    let made = plan.make_from(&origin, first, &draws.unwrap_or_else(recorded))?;
    if let Some(file) = &args.trace {
        save(file, tape.trace(first).to_string().as_bytes())?;
    }
    match &args.output {
        None if args.print_policy => terminal::print(made.policy.as_bytes())?,
        None => terminal::print(made.output.text().as_bytes())?,
        Some(file) if args.print_policy => save(file, made.policy.as_bytes())?,
        Some(file) => made.write(file)?,
    }
    Ok(0)
}

fn read_trace(file: &Path) -> Result<Trace, Failure> {
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    text.parse().map_err(|error: NotATrace| Failure::Usage(format!("{}: {error}", file.display())))
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
        let mut settings = args.programs.options.settings(profile, Aim::WrongCode)?;
        if let Some(check) = args.check {
            settings.check = check.check();
        }
        if let Some(file) = &args.odds {
            settings.policy.learned = read_odds(file)?;
        }
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

    fn make_from(&self, origin: &from::Origin, seed: u64, draws: &Draws) -> Result<Made, Failure> {
        if origin.is_empty() { self.make(seed, draws) } else { origin.make(self, seed) }
    }

    fn make(&self, seed: u64, draws: &Draws) -> Result<Made, Failure> {
        let request = Request {
            seed,
            target: self.target.clone(),
            policy: self.base.clone(),
            swarm: self.swarm,
            check: self.check,
        };
        let grown = self.profile.grow_with(&request, draws).map_err(|error| match error {
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
        let command = recipe::command(self.profile, seed, &grown.policy, &self.flags);
        let mut text = recipe::header(seed, &command, self.comments);
        if self.policy_comment && self.comments == Comments::Full {
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
    const WITH_VALUE: [&str; 7] = ["--seed", "-s", "--count", "--out-dir", "--output", "-o", "--trace"];
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
