//! What programs are like, as it is said to `hunt`: the same options as for `gen`, kept in the campaign, and each program is made again
//! by the command that `show` prints.

mod support;

use std::process::{Command, Output};
use support::{ASSAY, Place};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A gcc that crashes on every test.
const CRASHING: &str = "if ls | grep -q '^test'; then echo 'test.c:1:1: internal compiler error: in f, at g.cc:1' >&2; exit 1; fi\n\
    exec gcc \"$@\"";

/// The program of the first finding of a campaign, and what the command of `show` makes.
fn both(place: &Place, words: &[&str]) -> (String, String) {
    let crashing = place.compiler("crashing", CRASHING);
    let all = ["hunt", "--cc", &crashing, "--no-triage", "--tests", "2", "--seed", "5", "--dir", "c"];
    let hunted = place.assay(&[&all[..], words].concat());
    assert_eq!(hunted.status.code(), Some(1), "{words:?}: {}", err(&hunted));
    let shown = out(&place.assay(&["show", "c", "1-crashing"]));
    let command = shown.lines().find_map(|line| line.strip_prefix("made by")).expect("a command").trim();
    assert!(command.contains("assay gen --seed "), "{command}");
    let made = Command::new("sh")
        .args(["-c", &command.replace("assay gen", &format!("{ASSAY} gen"))])
        .current_dir(place.path("."))
        .output()
        .expect("a shell");
    assert!(made.status.success(), "{command}: {}", err(&made));
    (place.read("c/findings/1-crashing/test.c"), out(&made))
}

#[test]
fn the_command_of_show_makes_the_same_bytes() {
    let rows: [&[&str]; 8] = [
        &["--layout", "single"],
        &["--size", "400", "--steps", "20000", "--only", "loops,arrays", "--layout", "single"],
        &["--profile", "csmith", "--max-funcs", "2", "--no-math64", "--no-goto", "--size", "1500"],
        &["--profile", "csmith", "--random-random", "--quiet"],
        &["--profile", "edge", "--drop-guards", "50"],
        &["--profile", "orange", "--expressions", "4", "--operators", "9", "--depth", "7"],
        &["--profile", "yarpgen-experimental", "--float-tolerance", "1e-4"],
        &[
            "--mode",
            "crash",
            "--aim",
            "wrong-code",
            "--std",
            "c99",
            "--target",
            "ilp32",
            "--layout",
            "single",
        ],
    ];
    for words in rows {
        let place = Place::new();
        let (tested, made) = both(&place, words);
        assert!(tested.starts_with("/* assay "), "{words:?}: {tested}");
        assert_eq!(tested, made, "{words:?}");
    }
}

#[test]
fn a_policy_is_kept_with_each_finding() {
    let place = Place::new();
    place.write("weights.toml", "[types]\nmax_fields = 3\n");
    let (tested, made) = both(&place, &["--profile", "csmith", "--policy", "weights.toml"]);
    assert!(tested.contains("--policy=policy.toml"), "{tested}");
    assert_eq!(tested, made);
    place.write("weights.toml", "[types]\nmax_fields = 4\n");
    let changed = place.assay(&["hunt", "--dir", "c", "--tests", "3", "--no-triage"]);
    assert_eq!(changed.status.code(), Some(2), "{}", err(&changed));
    assert!(err(&changed).contains("max_fields = 4"), "{}", err(&changed));
}

#[test]
fn the_file_of_settings_says_it_for_all_profiles_and_for_one() {
    let place = Place::new();
    place.write(
        "assay.toml",
        "[profiles]\ncsmith = 1\n[program]\nsize = 600\nno-goto = true\n[program.csmith]\nmax-funcs = 2\n\
         [program.orange]\nexpressions = 3\n",
    );
    let (tested, made) = both(&place, &["--config", "assay.toml", "--size", "700"]);
    assert!(tested.contains("--profile csmith --size=700 --no-goto --max-funcs=2"), "{tested}");
    assert_eq!(tested, made);
    let shown = out(&place.assay(&["show", "c"]));
    assert!(shown.contains("programs   csmith: "), "{shown}");
    let on = place.assay(&["hunt", "--dir", "c", "--tests", "3", "--no-triage"]);
    assert_eq!(on.status.code(), Some(1), "{}", err(&on));
    let other = place.assay(&["hunt", "--dir", "c", "--tests", "4", "--size", "900"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        err(&other).contains("what programs are like was `--size=700` and is `--size=900`"),
        "{}",
        err(&other)
    );
}

#[test]
fn mistakes_are_told_in_a_sentence() {
    let place = Place::new();
    let rows: [(&str, &[&str], &str); 6] = [
        ("", &["--max-funcs", "2"], "--max-funcs needs --profile csmith or --profile edge"),
        ("", &["--generator", "csmith", "--size", "500"], "--generator makes them"),
        ("", &["--only", "goot"], "there is no feature goot"),
        ("[program]\nsise = 3\n", &[], "a similar argument exists: '--size'"),
        ("[program]\nsize = 1979-05-27\n", &[], "[program] has `size`, which is neither"),
        ("[program]\npolicy = \"nothing.toml\"\n", &[], "nothing.toml"),
    ];
    for (file, words, told) in rows {
        place.write("c.toml", file);
        let all = ["hunt", "--config", "c.toml", "--cc", "gcc", "--tests", "1", "--dir", "m"];
        let output = place.assay(&[&all[..], words].concat());
        assert!(matches!(output.status.code(), Some(2 | 3)), "{words:?}: {}", err(&output));
        assert!(
            err(&output).contains(told) && err(&output).lines().count() == 1,
            "{words:?}: {}",
            err(&output)
        );
    }
}
