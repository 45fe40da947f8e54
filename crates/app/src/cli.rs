//! What the command line looks like: examples first, options in groups, all verbs, profiles and targets with a line each.
//! What a verb takes is in its own file; this is how it is shown, and how a mistake is told.

use crate::failure::Failure;
use crate::programs::{FEATURES, OPTIONS_OF};
use crate::target;
use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, ColorChoice, Command, CommandFactory, FromArgMatches};
use std::fmt::Write as _;

/// A verb, and commands that show what it is for, each with what it does.
pub struct Examples {
    pub verb: &'static str,
    pub lines: &'static [(&'static str, &'static str)],
}

/// The examples of the command itself.
const FIRST_STEPS: Examples = Examples {
    verb: "assay",
    lines: &[
        ("assay hunt --for 5m", "test every C compiler on the path"),
        ("assay hunt --cc 'gcc -O3' --for 8h", "test one of them"),
        ("assay show", "what was found"),
        ("assay report --format html -o report.html", "the same as a page with charts"),
        ("assay run program.c", "run a C program, and say what is undefined in it"),
        ("assay demo", "plant a bug in gcc, and find it"),
    ],
};

/// A row for each verb.
pub const EXAMPLES: [Examples; 20] = [
    Examples {
        verb: "gen",
        lines: &[
            ("assay gen --seed 1 -o program.c", "one program; the same seed gives the same bytes"),
            ("assay gen --count 100 --out-dir programs", "a hundred, each with what it must print"),
            ("assay gen --profile csmith --size 2000", "as Csmith would write it, of 2,000 tokens"),
            ("assay gen --std c++17 --no-pointers", "C++, without pointers"),
            ("assay gen --from test.c --seed 1", "a mutant of a program, with what it must print"),
        ],
    },
    Examples {
        verb: "hunt",
        lines: &[
            ("assay hunt --for 5m", "test every C compiler on the path"),
            ("assay hunt --cc 'gcc -O2' --cc 'clang -O2' --dir nightly", "these two, in a folder of its own"),
            ("assay hunt --dir nightly --for 8h", "go on with it, with the same settings"),
            ("assay hunt --mode crash --cc './mycc -O3'", "look for crashes: compile only, wild programs"),
            ("assay hunt --generator 'csmith --seed {seed}'", "programs of another generator"),
            (
                "assay hunt --store postgres://ann@db/fuzz --campaign nightly",
                "one of many machines that share a campaign",
            ),
            ("assay hunt --corpus testsuite", "mutants of programs that are there"),
        ],
    },
    Examples {
        verb: "corpus",
        lines: &[
            ("assay corpus testsuite", "how many of its programs can be mutated, and why not the others"),
            ("assay corpus testsuite --list", "a line for each"),
        ],
    },
    Examples {
        verb: "show",
        lines: &[
            ("assay show", "the bugs of the campaign in assay-campaign"),
            ("assay show nightly 17-gcc", "one finding, and how to reproduce it"),
            ("assay show nightly --mark-known 17-gcc --note PR12345", "no news any more"),
            ("assay show nightly --mark 17-gcc --state reported --note URL", "what became of its bug"),
            ("assay show nightly --repair", "make a damaged store again, from the findings' folders"),
        ],
    },
    Examples {
        verb: "report",
        lines: &[
            ("assay report --format html -o report.html", "a page with charts"),
            ("assay report nightly 17-gcc --format gcc", "plain text for GCC's Bugzilla"),
            ("assay report nightly 17-clang --format llvm", "Markdown for LLVM's issues"),
            ("assay report nightly 17-gcc --check", "would it be accepted as it is?"),
        ],
    },
    Examples {
        verb: "compare",
        lines: &[
            ("assay compare nightly other", "two campaigns side by side"),
            ("assay compare nightly other --format html -o compare.html", "with bugs over time as a chart"),
        ],
    },
    Examples {
        verb: "bisect",
        lines: &[
            ("assay bisect 17-gcc --versions 'gcc-*'", "since which of the installed versions?"),
            (
                "assay bisect 17-gcc --builds '/builds/{rev}/bin/gcc' --revs 100..180",
                "since which of these builds?",
            ),
        ],
    },
    Examples {
        verb: "serve",
        lines: &[("assay serve nightly", "the report on localhost, also while the campaign runs")],
    },
    Examples {
        verb: "fleet",
        lines: &[(
            "assay fleet --store postgres://ann@db/fuzz --campaign nightly",
            "who works on it, how fast, and when each was last heard of",
        )],
    },
    Examples {
        verb: "recheck",
        lines: &[
            ("assay recheck nightly --cc 'gcc-trunk -O2'", "which bugs does it still have?"),
            ("assay recheck nightly --cc gcc-trunk", "each finding with the flags that it was found with"),
        ],
    },
    Examples {
        verb: "reduce",
        lines: &[
            ("assay reduce 17-gcc --dir nightly", "a finding, with its own compiler"),
            ("assay reduce bug.c --cc 'gcc -O2' -o small.c", "any program on which a compiler fails"),
            (
                "assay reduce bug.c --cc 'gcc -O2' --script ask.sh",
                "the interestingness test, for other reducers",
            ),
        ],
    },
    Examples {
        verb: "run",
        lines: &[
            ("assay run program.c", "its output and its exit code, or what is undefined in it"),
            ("assay run program.c --target ilp32 -- a b", "on a 32-bit machine, with arguments"),
            ("assay run program.c --stats", "what of it was executed, and how often"),
        ],
    },
    Examples {
        verb: "check",
        lines: &[("assay check program.c other.c", "ask the machine, sanitizers and analysers")],
    },
    Examples { verb: "demo", lines: &[("assay demo", "plant a bug in gcc; find, reduce and report it")] },
    Examples {
        verb: "doctor",
        lines: &[("assay doctor", "compilers, validators and tools that are here or missing")],
    },
    Examples {
        verb: "bench",
        lines: &[
            ("assay bench --for 60s", "all profiles, beside the generators that are installed"),
            ("assay bench --rows default --only generation", "only how fast programs are made"),
        ],
    },
    Examples {
        verb: "observe",
        lines: &[("assay observe ./a.out", "its output, and its accesses to the volatile objects of test.c")],
    },
    Examples {
        verb: "sabotage",
        lines: &[(
            "assay sabotage --plant sar-to-shr --every --cc gcc -- -O2 -o a.out program.c",
            "gcc, with arithmetic shifts made logical",
        )],
    },
    Examples {
        verb: "completions",
        lines: &[("assay completions bash > ~/.local/share/bash-completion/completions/assay", "for bash")],
    },
    Examples {
        verb: "man",
        lines: &[
            ("assay man hunt | man -l -", "read a page"),
            ("assay man --out-dir ~/.local/share/man/man1", "install all pages"),
            ("assay man --markdown > verbs.md", "the reference of the book"),
        ],
    },
];

/// A heading, and options.
type Group = (&'static str, &'static [&'static str]);

/// The groups that a verb's options are shown in: a heading, and the options by their names in the code.
const GROUPS: [(&str, &[Group]); 4] = [
    (
        "gen",
        &[
            ("Which programs, and where to", &["seed", "from", "mutation", "count", "out_dir", "output"]),
            (
                "What they are like",
                &["profile", "std", "layout", "target", "check", "aim", "size", "steps", "live"],
            ),
            (
                "Weights",
                &["policy", "odds", "print_policy", "policy_comment", "trace", "replay", "no_swarm", "only"],
            ),
        ],
    ),
    (
        "hunt",
        &[
            (
                "Compilers",
                &["cc", "runner", "target", "random_flags", "no_random_flags", "writable", "no_sandbox"],
            ),
            ("How long", &["time", "tests", "jobs"]),
            (
                "Programs",
                &[
                    "seed",
                    "profile",
                    "std",
                    "layout",
                    "generator",
                    "corpus",
                    "focus",
                    "mode",
                    "oracle",
                    "every_config",
                    "no_learning",
                ],
            ),
            ("What they are like", &["aim", "size", "steps", "live", "policy", "no_swarm", "only"]),
            (
                "The campaign",
                &["dir", "store", "campaign", "files", "lease", "new_settings", "config", "write_config"],
            ),
            ("What is done with findings", &["no_triage", "no_reduce", "webhook", "json"]),
        ],
    ),
    (
        "run",
        &[
            ("Whose rules hold", &["target", "std", "order", "align", "aliasing", "restrict", "wrapv"]),
            ("What is told", &["max_steps", "stats", "json"]),
        ],
    ),
    (
        "reduce",
        &[
            ("What is reduced", &["cc", "dir", "store", "campaign", "files", "output"]),
            ("How", &["time", "jobs", "strategy", "with", "script"]),
        ],
    ),
];

/// The option that all verbs have.
const COLOR: &str = "color";

/// The whole command, as it is shown.
pub fn command() -> Command {
    let mut command = crate::Cli::command()
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs")
        .help_template(template(&FIRST_STEPS, "{subcommands}", &format!("{}\n", heading("Verbs:"))))
        .after_help(lists())
        .color(color());
    for examples in &EXAMPLES {
        command = command.mut_subcommand(examples.verb, |verb| {
            let verb = verb.help_template(template(examples, "{all-args}", ""));
            grouped(verb, examples.verb)
        });
    }
    command
}

/// What a person sees first is what to type.
fn template(examples: &Examples, rest: &str, above: &str) -> String {
    let options = match above.is_empty() {
        true => String::new(),
        false => format!("\n\n{}\n{{options}}", heading("Options:")),
    };
    format!(
        "{{about}}\n\n{}\n{}\n{{usage-heading}} {{usage}}\n\n{above}{rest}{options}{{after-help}}",
        heading("Examples:"),
        shown(examples)
    )
}

/// As the parser's own headings look on a terminal; it takes the colours away where there are to be none.
fn heading(words: &str) -> String {
    format!("\x1b[1m\x1b[4m{words}\x1b[0m")
}

/// A line for each example; the words stand in a column where that is not too wide.
fn shown(examples: &Examples) -> String {
    const WIDEST: usize = 52;
    let width = examples.lines.iter().map(|(line, _)| line.len()).filter(|width| *width <= WIDEST).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for (line, about) in examples.lines {
        if line.len() > WIDEST {
            let _ = writeln!(text, "  {line}\n  {:width$}  {about}", "");
        } else {
            let _ = writeln!(text, "  {line:width$}  {about}");
        }
    }
    text
}

/// Options that are touched move behind the others, so all are, in their order within the groups.
fn grouped(verb: Command, name: &str) -> Command {
    let Some((_, groups)) = GROUPS.iter().find(|(verb, _)| *verb == name) else { return verb };
    let rows = groups.iter().flat_map(|(heading, ids)| ids.iter().map(move |id| (*heading, *id)));
    let given: Vec<String> = verb.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let others = given.iter().filter(|id| !rows.clone().any(|(_, grouped)| grouped == **id));
    let verb =
        rows.clone().fold(verb, |verb, (heading, id)| verb.mut_arg(id, |arg| arg.help_heading(heading)));
    let verb = others.fold(verb, |verb, id| verb.mut_arg(id, |arg| arg));
    if name == "hunt" { verb.mut_args(short) } else { verb }
}

/// What `gen` shows at length needs not be shown twice.
fn short(arg: clap::Arg) -> clap::Arg {
    let heading = arg.get_help_heading().unwrap_or_default();
    let is_at_length = [FEATURES, OPTIONS_OF].iter().any(|start| heading.starts_with(start));
    arg.hide(is_at_length)
}

/// Profiles and targets, with a line each.
fn lists() -> String {
    let mut text = String::from("Profiles (--profile):\n");
    for profile in generate::PROFILES {
        let _ = writeln!(text, "  {:<22}{}", profile.name(), wrapped(profile.about()));
    }
    text.push_str("\nTargets (--target):\n");
    for (name, about) in target::about() {
        let _ = writeln!(text, "  {name:<22}{about}");
    }
    text.push_str("\n`assay help VERB` tells more of a verb, and `assay doctor` what this machine has.");
    text
}

/// A line behind a column of names, broken where it would leave a narrow terminal.
fn wrapped(about: &str) -> String {
    const WIDTH: usize = 54;
    let mut text = String::new();
    let mut length = 0;
    for word in about.split(' ') {
        if length > 0 && length + word.len() > WIDTH {
            let _ = write!(text, "\n{:24}", "");
            length = 0;
        } else if length > 0 {
            text.push(' ');
        }
        text.push_str(word);
        length += word.len() + 1;
    }
    text
}

/// What the arguments ask for; a mistake is told in one sentence.
pub fn parse() -> Result<crate::Cli, Failure> {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() && !is_help(&error) => return Err(sentence(&error)),
        Err(error) => error.exit(),
    };
    from(&matches)
}

fn from(matches: &ArgMatches) -> Result<crate::Cli, Failure> {
    crate::Cli::from_arg_matches(matches).map_err(|error| sentence(&error))
}

fn is_help(error: &clap::Error) -> bool {
    error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The paragraphs of the parser in one line: what is wrong, what might have been meant, where to read more.
fn sentence(error: &clap::Error) -> Failure {
    let verb = std::env::args().skip(1).find(|word| EXAMPLES.iter().any(|examples| examples.verb == *word));
    sentence_about(error, verb.as_deref().unwrap_or(""))
}

/// The same of options that belong to a verb; without one, of the command itself.
pub fn sentence_about(error: &clap::Error, verb: &str) -> Failure {
    let text = error.to_string();
    let mut said = Vec::new();
    for paragraph in text.split("\n\n") {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(words) = words.strip_prefix("error: ") {
            said.push(words.to_owned());
        } else if let Some(words) = words.strip_prefix("tip: ") {
            said.push(words.to_owned());
        }
    }
    if let (Some(ContextValue::String(name)), 1) = (error.get(ContextKind::InvalidSubcommand), said.len()) {
        let verbs = EXAMPLES.iter().map(|examples| examples.verb);
        let like = campaign::nearest::of(name, verbs);
        said.extend(like.map(|verb| format!("a similar subcommand exists: '{verb}'")));
    }
    let help = if verb.is_empty() { "assay --help".to_owned() } else { format!("assay help {verb}") };
    said.push(format!("`{help}` tells more"));
    Failure::Usage(said.join("; "))
}

/// Colours, before all arguments are known: `--color` may stand anywhere.
fn color() -> ColorChoice {
    let words: Vec<String> = std::env::args().collect();
    let flag = format!("--{COLOR}");
    let pairs = words.windows(2).filter(|pair| pair[0] == flag).map(|pair| pair[1].as_str());
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    match pairs.chain(joined).next_back() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        Some(_) | None => ColorChoice::Auto,
    }
}

/// The known name that is most like an unknown one, as the end of a sentence; empty if none is.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match campaign::nearest::of(name, known.into_iter()) {
        Some(other) => format!("; did you mean `{other}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of an example as a shell would split them, up to a pipe.
    fn words(line: &str) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut quoted = false;
        for c in line.split(['|', '>']).next().unwrap_or("").trim().chars() {
            match c {
                '\'' => quoted = !quoted,
                ' ' if !quoted => all.push(String::new()),
                c => all.last_mut().expect("one at least").push(c),
            }
        }
        all
    }

    #[test]
    fn every_example_is_a_command() {
        for examples in EXAMPLES.iter().chain([&FIRST_STEPS]) {
            for (line, _) in examples.lines {
                let matches = command().try_get_matches_from(words(line));
                let error = matches.map(|matches| from(&matches)).err().map(|error| error.to_string());
                assert_eq!(error, None, "{line}");
            }
        }
    }

    #[test]
    fn every_verb_is_shown_with_an_example() {
        let help = command().render_help().to_string();
        for verb in command().get_subcommands() {
            let name = verb.get_name();
            assert!(EXAMPLES.iter().any(|examples| examples.verb == name), "{name}");
            assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
            assert!(verb.get_about().is_some(), "{name}");
        }
        assert!(help.contains("\n  orange ") && help.contains("\n  s390x "), "{help}");
    }

    #[test]
    fn every_option_of_a_grouped_verb_has_a_group() {
        for (verb, groups) in GROUPS {
            let command = command();
            let verb = command.find_subcommand(verb).expect("a verb");
            let grouped: Vec<&str> = groups.iter().flat_map(|(_, ids)| ids.iter().copied()).collect();
            for arg in verb.get_arguments().filter(|arg| arg.get_help_heading().is_none()) {
                let id = arg.get_id().as_str();
                let is_known = arg.is_positional() || ["help", "include", "define", "json"].contains(&id);
                assert!(is_known || grouped.contains(&id), "{}: {id}", verb.get_name());
            }
        }
    }

    #[test]
    fn a_name_that_is_nearly_right_is_told() {
        assert_eq!(did_you_mean("csmyth", ["default", "csmith"]), "; did you mean `csmith`?");
        assert_eq!(did_you_mean("zzz", ["default", "csmith"]), "");
    }
}
