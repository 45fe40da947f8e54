//! `assay run FILE.c`: preprocess, read, validate, execute. The program's own output and exit code; undefined
//! behaviour is reported on the standard error stream.

use crate::diagnostic::{self, Diagnostic};
use crate::failure::Failure;
use crate::preprocess;
use crate::stats::Stats;
use crate::{target, terminal};
use ir::Target;
use ir::arith::int::ShiftRules;
use ir::validate::{Dialect, Rules, validate_with};
use machine::{Addresses, Config, Gap, Limit, Missing, Outcome};
use read::{ReadError, Unit};
use serde::Serialize;
use std::path::PathBuf;

/// Execute any C program of the subset on the machine; report undefined behaviour
#[derive(clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Args {
    /// The program; `-` for the standard input
    #[arg(value_name = "FILE.c")]
    file: PathBuf,
    /// Arguments of the program itself
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<String>,
    #[command(flatten)]
    preprocessor: preprocess::Options,
    /// Give up after this many evaluated nodes; 0 or `none`: never
    #[arg(long, value_name = "N", default_value = DEFAULT_STEPS, value_parser = parse_steps)]
    max_steps: u64,
    /// Tell what ran: steps, statements, hot and dead blocks, raw and guarded operations
    #[arg(long)]
    stats: bool,
    /// Sizes, byte order and signedness of char
    #[arg(long, value_name = "T", default_value = "lp64", value_parser = target::parser())]
    target: &'static Target,
    /// Whose rules hold for left shifts of signed values
    #[arg(long, value_enum, default_value = "c17")]
    std: Standard,
    /// Whether a result that depends on an unspecified order is reported
    #[arg(long, value_enum, default_value = "strict")]
    order: Order,
    /// Whether a pointer that is not aligned is reported
    #[arg(long, value_enum, default_value = "strict")]
    align: Align,
    /// Whether an access through a type that the object does not have is reported
    #[arg(long, value_enum, default_value = "strict")]
    aliasing: Aliasing,
    /// Whether an object that is modified, and accessed through a restrict pointer and in another way, is reported
    #[arg(long, value_enum, default_value = "strict")]
    restrict: Restrict,
    /// Signed sums, differences, products and left shifts wrap instead of overflowing, as under -fwrapv
    #[arg(long)]
    wrapv: bool,
    /// One JSON object on the standard output instead of everything else
    #[arg(long)]
    json: bool,
}

const EXIT_CODES: &str = "Exit codes: the program's own, or\n  \
    110  undefined behaviour\n  \
    111  something that the machine or the reader does not support\n  \
    112  out of budget (steps, depth, memory), or an endless loop\n  \
    113  not a C program\n  \
    134  the program called abort\n    \
    2  wrong usage, or the file cannot be read\n    \
    3  no compiler to preprocess with, or the output cannot be written\n   \
    70  a bug in assay";

/// About a minute.
const DEFAULT_STEPS: &str = "5000000000";

/// A number of steps, of which none at all means any number.
fn parse_steps(text: &str) -> Result<u64, String> {
    match text {
        "0" | "none" => Ok(u64::MAX),
        _ => text.parse().map_err(|_| "not a number of steps; 0 or `none` for no limit".to_owned()),
    }
}

const UNDEFINED: u8 = 110;
const UNSUPPORTED: u8 = 111;
const OUT_OF_BUDGET: u8 = 112;
/// What a shell reports for a process that SIGABRT ended.
const ABORTED: u8 = 134;

#[derive(Clone, Copy, clap::ValueEnum)]
enum Standard {
    C89,
    C99,
    C11,
    C17,
    C23,
    #[value(name = "c++17")]
    Cpp17,
    #[value(name = "c++20")]
    Cpp20,
    #[value(name = "c++23")]
    Cpp23,
}

impl Standard {
    fn shift_rules(self) -> ShiftRules {
        match self {
            Standard::C89
            | Standard::C99
            | Standard::C11
            | Standard::C17
            | Standard::C23
            | Standard::Cpp17 => ShiftRules::Classic,
            Standard::Cpp20 | Standard::Cpp23 => ShiftRules::Modular,
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Order {
    /// Report it
    Strict,
    /// Evaluate from left to right, and go on
    LeftToRight,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Align {
    /// Report it
    Strict,
    /// Go on, as with addresses of packed members on x86
    Any,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Aliasing {
    /// Report it
    Strict,
    /// Go on, as under -fno-strict-aliasing
    Any,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Restrict {
    /// Report it
    Strict,
    /// Go on, as if there were no restrict
    Any,
}

/// What a run came to, for `--json`.
#[derive(Serialize)]
struct Report {
    outcome: &'static str,
    exit_code: u8,
    /// What the program printed; bytes that are not UTF-8 are replaced.
    output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic: Option<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let target = args.target;
    let text = preprocess::preprocess(&args.file, &args.preprocessor, target)?;
    let report = match read::read(&text, target.clone()) {
        Ok(unit) => machine::on_deep_stack(|| execute(&args, &unit, &text))?,
        Err(error) => unread(error)?,
    };
    if args.json {
        let text = serde_json::to_string(&report).expect("a report has only text keys");
        terminal::print(format!("{text}\n").as_bytes())?;
    } else {
        report.diagnostic.iter().for_each(terminal::report);
        report.stats.iter().for_each(terminal::report);
    }
    Ok(report.exit_code)
}

/// A text that could not be read is either not C, or C that we do not have.
fn unread(error: ReadError) -> Result<Report, Failure> {
    if !error.kind.is_unsupported() {
        return Err(Failure::NotC(error.to_string()));
    }
    Ok(Report {
        outcome: "unsupported",
        exit_code: UNSUPPORTED,
        output: String::new(),
        diagnostic: Some(diagnostic::unread(&error)),
        stats: None,
    })
}

fn execute(args: &Args, unit: &Unit, text: &str) -> Result<Report, Failure> {
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    if let Some(violation) = validate_with(&unit.program, rules).first() {
        return Err(Failure::NotC(diagnostic::violation(unit, text, violation).to_string()));
    }
    let (mut outcome, mut machine) = machine::run(&unit.program, config(args));
    let output = machine.take_output();
    if machine.has_seen_addresses() && depends_on_addresses(args, unit, &outcome, &output) {
        outcome = Outcome::Unsupported(Box::new(Gap { what: Missing::Address, expr: None }));
    }
    let errors = machine.take_errors();
    if !errors.is_empty() {
        terminal::report(String::from_utf8_lossy(&errors).trim_end_matches('\n'));
    }
    let diagnostic = diagnostic::of(unit, text, &outcome);
    let stats = args.stats.then(|| Stats::new(unit, &machine));
    if !args.json {
        terminal::print(&output)?;
    }
    let (outcome, exit_code) = verdict(&outcome);
    let output = String::from_utf8_lossy(&output).into_owned();
    Ok(Report { outcome, exit_code, output, diagnostic, stats })
}

/// Whether the run ends in another way, or prints something else, where objects are at other addresses.
fn depends_on_addresses(args: &Args, unit: &Unit, outcome: &Outcome, output: &[u8]) -> bool {
    let (other, machine) =
        machine::run(&unit.program, Config { addresses: Addresses::Descending, ..config(args) });
    std::mem::discriminant(&other) != std::mem::discriminant(outcome)
        || matches!(outcome, Outcome::Finished { .. }) && other != *outcome
        || machine.output() != output
}

fn config(args: &Args) -> Config {
    let default = Config::default();
    Config {
        max_steps: args.max_steps,
        shift_rules: if args.wrapv { ShiftRules::Wrapping } else { args.std.shift_rules() },
        order: match args.order {
            Order::Strict => machine::Order::Strict,
            Order::LeftToRight => machine::Order::LeftToRight,
        },
        alignment: match args.align {
            Align::Strict => machine::Alignment::Strict,
            Align::Any => machine::Alignment::Any,
        },
        aliasing: match args.aliasing {
            Aliasing::Strict => machine::Aliasing::Strict,
            Aliasing::Any => machine::Aliasing::Any,
        },
        restrict: match args.restrict {
            Restrict::Strict => machine::Restrict::Strict,
            Restrict::Any => machine::Restrict::Any,
        },
        args: args.args.clone(),
        addresses: Addresses::Ascending,
        ..default
    }
}

fn verdict(outcome: &Outcome) -> (&'static str, u8) {
    match outcome {
        // What a parent process sees of an exit code.
        Outcome::Finished { exit_code } => ("finished", (exit_code & 0xff) as u8),
        Outcome::Aborted => ("aborted", ABORTED),
        Outcome::Undefined(_) => ("undefined", UNDEFINED),
        Outcome::Unsupported(_) => ("unsupported", UNSUPPORTED),
        Outcome::OutOfBudget(Limit::Steps | Limit::Depth | Limit::Memory | Limit::Endless) => {
            ("out-of-budget", OUT_OF_BUDGET)
        }
    }
}
