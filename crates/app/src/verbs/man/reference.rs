//! The reference of the book, made from the command itself: every verb with its examples and options, and all exit codes.

use crate::cli::EXAMPLES;
use crate::failure::EXIT_CODES;
use clap::{Arg, Command};
use std::fmt::Write as _;

const HEAD: &str = "# Verbs, options and exit codes\n\n\
    <!-- Made by `assay man --markdown`; a test compares. `ASSAY_BLESS=1 cargo test -p assay --test book` writes it anew. -->\n";

pub fn page(command: &Command) -> String {
    let mut text = HEAD.to_owned();
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        one(&mut text, verb);
    }
    text.push_str("\n## Exit codes\n\n| code | meaning |\n|--:|---|\n");
    for (code, meaning) in EXIT_CODES {
        let _ = writeln!(text, "| {code} | {meaning} |");
    }
    text
}

fn one(text: &mut String, verb: &Command) {
    let name = verb.get_name();
    let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(text, "\n## assay {name}\n\n{about}.\n\n```sh\n");
    for (line, what) in EXAMPLES.iter().filter(|row| row.verb == name).flat_map(|row| row.lines) {
        let _ = writeln!(text, "{line}    # {what}");
    }
    text.push_str("```\n");
    let mut headings: Vec<Option<&str>> = Vec::new();
    let shown: Vec<&Arg> = verb
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && arg.get_id() != "help" && !arg.is_global_set())
        .collect();
    for arg in &shown {
        let heading = arg.get_help_heading();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for heading in headings {
        let _ = write!(text, "\n| {} | |\n|---|---|\n", heading.unwrap_or("Arguments and options"));
        for arg in shown.iter().filter(|arg| arg.get_help_heading() == heading) {
            let _ = writeln!(text, "| `{}` | {} |", spelled(arg), told(arg));
        }
    }
    if let Some(after) = verb.get_after_help() {
        let after = after.to_string().lines().map(str::trim).collect::<Vec<_>>().join("  \n");
        let _ = write!(text, "\n{after}\n");
    }
}

/// `-o, --output <FILE>`
fn spelled(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let takes =
        arg.get_num_args().is_none_or(|range| range.takes_values()) && arg.get_action().takes_values();
    let values: String =
        if takes { names.iter().map(|name| format!(" <{name}>")).collect() } else { String::new() };
    let flags: Vec<String> = arg
        .get_short()
        .map(|short| format!("-{short}"))
        .into_iter()
        .chain(arg.get_long().map(|long| format!("--{long}")))
        .collect();
    format!("{}{values}", flags.join(", ")).trim().replace('|', "\\|")
}

/// What it does, its values and its default.
fn told(arg: &Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set() && arg.get_action().takes_values())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        let _ = write!(text, ". One of {}", values.join(", "));
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, ". Default: `{}`", defaults.join(" "));
    }
    text.replace('|', "\\|").replace('<', "&lt;")
}
