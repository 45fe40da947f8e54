//! What `assay gen` says of flags and policies that make no sense: one sentence, and code 2.

mod support;

use std::process::Output;
use support::Place;

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn policies_that_make_no_sense_are_refused_in_a_sentence() {
    let rows = [
        ("[shape]\nsize = 4294967295", "shape.size is 4294967295, and can be 1000000 at most"),
        ("[types]\nmax_array_len = 100000", "types.max_array_len is 100000, and can be 1000 at most"),
        ("[shape]\nsize = \"large\"", "`shape.size` takes a whole number that is not negative"),
        ("[shap]\nsize = 3", "there is no `shap.size`; did you mean `shape.size`?"),
        ("[shape]\nmax_steps = 1\nlive = 1", "no program found that ends within 1 steps"),
        ("left_out = [\"loops\"]", "unknown variant `loops`"),
    ];
    let place = Place::new();
    for (text, words) in rows {
        place.write("p.toml", text);
        let output = place.assay(&["gen", "--policy", "p.toml"]);
        assert_eq!(output.status.code(), Some(2), "{text}: {}", err(&output));
        assert!(err(&output).contains(words), "{text}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
    let output = place.assay(&["gen", "--policy", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cannot read missing.toml"), "{}", err(&output));
}

/// A file of one line changes one knob, and all others are the chosen profile's.
#[test]
fn a_policy_lies_over_the_profile() {
    let place = Place::new();
    place.write("p.toml", "[loops.forms]\ngoto = 77\n");
    for profile in ["default", "csmith", "yarpgen"] {
        let plain =
            ["gen", "--profile", profile, "--no-swarm", "--seed", "1", "--size", "300", "--print-policy"];
        let before = out(&place.assay(&plain));
        let after = out(&place.assay(&[&plain[..], &["--policy", "p.toml"]].concat()));
        // Another program may come of another sub-seed.
        let knobs = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("drawn")).map(str::to_owned).collect()
        };
        let (before, after) = (knobs(&before), knobs(&after));
        assert_eq!(before.len(), after.len(), "{profile}");
        let changed: Vec<&String> =
            after.iter().zip(&before).filter(|(a, b)| a != b).map(|(a, _)| a).collect();
        assert_eq!(changed, ["goto = 77"], "{profile}");
    }
}

/// Numbers that are as large as they may be give programs, not a full memory.
#[test]
fn policies_at_their_limits_give_programs() {
    let place = Place::new();
    place.write("p.toml", "[types]\nmax_array_len = 1000\nmax_dims = 10\n[amounts]\nmax_cases = 1000\n");
    for seed in ["3", "4", "5"] {
        let output = place.assay(&["gen", "--policy", "p.toml", "--seed", seed, "--size", "2000"]);
        assert_eq!(output.status.code(), Some(0), "seed {seed}: {}", err(&output));
    }
}

#[test]
fn flags_that_contradict_each_other_are_refused_in_a_sentence() {
    let rows: [(&[&str], &str); 6] = [
        (&["--only", "goto,loops", "--no-goto"], "--only goto and --no-goto contradict each other"),
        (&["--size", "5000", "--steps", "1000"], "--steps 1000 is too little for --size 5000"),
        (&["--seed", "1", "--size", "20000", "--steps", "20000"], "no program of 20000 tokens found"),
        (&["--count", "2", "-o", "x.c"], "'--count <N>' cannot be used with '--output <FILE>'"),
        (&["--count", "0", "--out-dir", "d"], "0 is not in 1.."),
        (&["--seed", "-1"], "give a number from 0"),
    ];
    let place = Place::new();
    for (flags, words) in rows {
        let output = place.assay(&[&["gen"], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", err(&output));
        assert!(err(&output).contains(words), "{flags:?}: {}", err(&output));
        assert!(output.stdout.is_empty(), "{flags:?}");
    }
}

/// The steps that `assay run` counts, the check and all guards included.
fn steps_of(place: &Place, file: &str) -> u64 {
    let output = place.assay(&["run", file, "--stats"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let line = err(&output).lines().find_map(|l| l.strip_prefix("steps: ").map(str::to_owned));
    line.and_then(|n| n.parse().ok()).expect("a line with the steps")
}

#[test]
fn steps_are_a_bound_of_the_run() {
    let place = Place::new();
    let rows: [(&[&str], u64); 4] =
        [(&[], 1000), (&[], 20_000), (&["--size", "3000"], 15_000), (&["--profile", "csmith"], 5000)];
    for (flags, most) in rows {
        for seed in ["1", "2", "3", "4"] {
            let bound = most.to_string();
            let asked = ["gen", "--seed", seed, "--steps", &bound, "-o", "p.c"];
            let output = place.assay(&[&asked, flags].concat());
            assert_eq!(output.status.code(), Some(0), "{flags:?}: {}", err(&output));
            let steps = steps_of(&place, "p.c");
            assert!(steps <= most, "{flags:?} seed {seed}: {steps} steps, not {most}");
        }
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Two lines: the version and the seed, and the command that makes the program again, byte by byte.
#[test]
fn the_header_makes_the_program_again() {
    let rows: [&[&str]; 4] = [
        &["--seed", "3", "--size", "400"],
        &["--seed", "5", "--profile", "edge", "--size", "600"],
        &["--size", "300", "--std=c99", "--no-goto"],
        &["--profile", "orange", "--size", "400", "-s", "9"],
    ];
    let place = Place::new();
    for flags in rows {
        let output = place.assay(&[&["gen"], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{flags:?}: {}", err(&output));
        let text = out(&output);
        let (header, _) = text.split_once("*/").expect("a comment");
        let lines: Vec<&str> = header.lines().collect();
        assert_eq!(lines.len(), 2, "{header}");
        assert!(lines[0].starts_with("/* assay ") && lines[0].contains(", seed "), "{header}");
        let command: Vec<&str> = lines[1].split_whitespace().collect();
        assert_eq!(command[..2], ["assay", "gen"], "{header}");
        let again = place.assay(&command[1..]);
        assert_eq!(out(&again), text, "{flags:?}");
    }
}

/// The policy is there for those who ask for it, and in files only for the seeds.
#[test]
fn the_policy_is_a_comment_only_if_it_is_asked_for() {
    let place = Place::new();
    let output = place.assay(&["gen", "--count", "2", "--seed", "1", "--size", "300", "--out-dir", "d"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = place.read("d/2.c");
    assert!(
        text.starts_with("/* assay ") && text.contains("\n   assay gen --seed 2 --size 300 */\n"),
        "{text}"
    );
    let policy = out(&place.assay(&["gen", "--seed", "1", "--size", "300", "--policy-comment"]));
    assert!(policy.contains("\nstatements: assign="), "{policy}");
    assert_eq!(
        policy.split_once("*/").map(|(_, rest)| rest),
        place.read("d/1.c").split_once("*/").map(|(_, rest)| rest)
    );
}

/// What `--print-policy` writes is the program's own, and with it the seed makes the program again.
#[test]
fn a_printed_policy_makes_the_same_program() {
    let place = Place::new();
    let made = |words: &[&str]| {
        let output = place.assay(&[&["gen", "--seed", "1"], words].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        // The first two lines are the command.
        String::from_utf8_lossy(&output.stdout).lines().skip(2).collect::<Vec<_>>().join("\n")
    };
    made(&["--size", "600", "--print-policy", "-o", "p.toml"]);
    let again = made(&["--policy", "p.toml"]);
    assert_eq!(made(&["--size", "600"]), again);
    assert_ne!(made(&["--size", "600", "--no-swarm"]), again, "without its policy it is another one");
}

/// A trace is followed to the same program, for each profile's streams; a changed draw changes it, and a wrong line is told.
#[test]
fn a_trace_is_replayed_and_can_be_changed() {
    let place = Place::new();
    for profile in ["default", "edge", "orange", "yarpgen"] {
        let words = ["--profile", profile, "--size", "1000"];
        let first = place.assay(&[&["gen", "--seed", "11", "--trace", "t"][..], &words].concat());
        assert_eq!(first.status.code(), Some(0), "{}", err(&first));
        let again = place.assay(&[&["gen", "--replay", "t"][..], &words].concat());
        assert_eq!(again.status.code(), Some(0), "{}", err(&again));
        let body =
            |output: &Output| String::from_utf8_lossy(&output.stdout).split_once("*/").unwrap().1.to_owned();
        assert_eq!(body(&again), body(&first), "{profile}");
        // All draws of another seed are this trace's, so that the seed makes no difference.
        let other = place.assay(&[&["gen", "--replay", "t", "--seed", "12"][..], &words].concat());
        assert_eq!(body(&other), body(&first), "{profile}");
    }
    let trace = std::fs::read_to_string(place.path("t")).expect("it was written");
    assert!(trace.starts_with("seed 11\n[") && trace.contains("[program 0]"), "{trace:.200}");
    place.write("wrong", "seed 1\n[program 0]\nstatement seven 9\n");
    let refused = place.assay(&["gen", "--replay", "wrong"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("line 3 is not one of a trace: `statement seven 9`"), "{}", err(&refused));
}
