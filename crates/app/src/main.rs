//! The `assay` command: arguments, one file a verb, and the only place that prints or exits.

mod cli;
mod diagnostic;
mod eta;
mod failure;
mod output;
mod place;
mod preprocess;
mod programs;
mod reporter;
mod session;
mod settings;
mod stats;
mod target;
mod terminal;
mod verbs;
mod webhook;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A random tester for C and C++ compilers: generates programs whose result it knows, and executes any C program of its
/// subset on a machine that refuses undefined behaviour.
#[derive(Parser)]
#[command(name = "assay", version, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// Colours in help; `auto` heeds NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    #[arg(help_heading = "Everywhere", hide_possible_values = true)]
    color: String,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Gen(verbs::r#gen::Args),
    Hunt(verbs::hunt::Args),
    Corpus(verbs::corpus::Args),
    Show(verbs::show::Args),
    Report(verbs::report::Args),
    Compare(verbs::compare::Args),
    Bisect(verbs::bisect::Args),
    Serve(verbs::serve::Args),
    Fleet(verbs::fleet::Args),
    Recheck(verbs::recheck::Args),
    Reduce(verbs::reduce::Args),
    Run(verbs::run::Args),
    Check(verbs::check::Args),
    Demo(verbs::demo::Args),
    Doctor(verbs::doctor::Args),
    Bench(verbs::bench::Args),
    Observe(verbs::observe::Args),
    Sabotage(verbs::sabotage::Args),
    Completions(verbs::completions::Args),
    Man(verbs::man::Args),
}

fn main() -> ExitCode {
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(failure) => {
            terminal::complain(&failure);
            return ExitCode::from(failure.exit_code());
        }
    };
    harness::process::own_all_children();
    session::tidy_up_when_told_to_end();
    let done = std::panic::catch_unwind(|| check_room(&cli.verb).and_then(|()| execute(cli.verb)));
    session::wait_for_the_end();
    match done {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(failure)) => {
            terminal::complain(&failure);
            ExitCode::from(failure.exit_code())
        }
        Err(panic) => unwound(panic.as_ref()),
    }
}

/// What executes programs takes a deep stack for each, and memory beside it.
const ROOM: u64 = 2 << 30;

/// Better told than met in the middle: an allocation that fails cannot be told any more.
fn check_room(verb: &Verb) -> Result<(), Failure> {
    let is_small = match verb {
        Verb::Gen(_) | Verb::Hunt(_) | Verb::Corpus(_) | Verb::Reduce(_) => false,
        Verb::Run(_) | Verb::Bisect(_) => false,
        Verb::Check(_) | Verb::Demo(_) | Verb::Bench(_) | Verb::Recheck(_) => false,
        Verb::Show(_) | Verb::Report(_) | Verb::Serve(_) | Verb::Doctor(_) => true,
        Verb::Compare(_) | Verb::Fleet(_) => true,
        Verb::Sabotage(_) | Verb::Observe(_) | Verb::Completions(_) | Verb::Man(_) => true,
    };
    match harness::process::address_space() {
        Some(room) if !is_small && room < ROOM => Err(Failure::Environment(format!(
            "only {} MiB of address space are allowed, and {} are needed; raise `ulimit -v`",
            room >> 20,
            ROOM >> 20
        ))),
        Some(_) | None => Ok(()),
    }
}

/// A panic has told its message already, but for the one that is nobody's fault.
fn unwound(panic: &(dyn std::any::Any + Send)) -> ExitCode {
    let Some(machine::NoStack(error)) = panic.downcast_ref() else {
        return ExitCode::from(failure::INTERNAL);
    };
    let words =
        format!("there is no room for a stack of 1 GiB of address space ({error}); raise `ulimit -v`");
    let failure = Failure::Environment(words);
    terminal::complain(&failure);
    ExitCode::from(failure.exit_code())
}

fn execute(verb: Verb) -> Result<u8, Failure> {
    match verb {
        Verb::Gen(args) => verbs::r#gen::run(args),
        Verb::Compare(args) => verbs::compare::run(args),
        Verb::Bisect(args) => verbs::bisect::run(args),
        Verb::Hunt(args) => verbs::hunt::run(args),
        Verb::Corpus(args) => verbs::corpus::run(args),
        Verb::Show(args) => verbs::show::run(args),
        Verb::Report(args) => verbs::report::run(args),
        Verb::Serve(args) => verbs::serve::run(args),
        Verb::Fleet(args) => verbs::fleet::run(args),
        Verb::Recheck(args) => verbs::recheck::run(args),
        Verb::Reduce(args) => verbs::reduce::run(args),
        Verb::Run(args) => verbs::run::run(args),
        Verb::Check(args) => verbs::check::run(args),
        Verb::Demo(args) => verbs::demo::run(args),
        Verb::Doctor(args) => verbs::doctor::run(args),
        Verb::Bench(args) => verbs::bench::run(args),
        Verb::Observe(args) => verbs::observe::run(args),
        Verb::Sabotage(args) => verbs::sabotage::run(args),
        Verb::Completions(args) => verbs::completions::run(args),
        Verb::Man(args) => verbs::man::run(args),
    }
}
