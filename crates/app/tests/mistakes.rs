//! Forty kinds of bad input: each is answered by one sentence and the right exit code, and never by a panic.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;
use support::Place;

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

struct Row {
    words: &'static [&'static str],
    code: i32,
    part: &'static str,
}

const fn row(words: &'static [&'static str], code: i32, part: &'static str) -> Row {
    Row { words, code, part }
}

const USAGE: i32 = 2;
const ENVIRONMENT: i32 = 3;
const UNDEFINED: i32 = 110;
const UNSUPPORTED: i32 = 111;
const NOT_C: i32 = 113;

const ROWS: [Row; 45] = [
    // Flags.
    row(&["hnut"], USAGE, "a similar subcommand exists: 'hunt'"),
    row(&["hunt", "--profil", "edge"], USAGE, "a similar argument exists: '--profile'"),
    row(&["hunt", "--for", "soon"], USAGE, "give a time as in 90s, 10m or 8h"),
    row(&["hunt", "--for"], USAGE, "a value is required for '--for <TIME>'"),
    row(&["hunt", "--tests", "many"], USAGE, "invalid value 'many' for '--tests <N>'"),
    row(&["hunt", "--jobs", "0"], USAGE, "0 is not in 1..=256"),
    row(&["hunt", "--mode", "wrongcode"], USAGE, "'wrong-code'"),
    row(&["hunt", "--profile", "csmyth"], USAGE, "did you mean `csmith`?"),
    row(&["hunt", "--std", "c18"], USAGE, "there is no standard `c18`; there are: c89"),
    row(&["hunt", "--target", "amd64"], USAGE, "possible values: lp64"),
    row(&["hunt", "--profile", "edge", "--generator", "csmith"], USAGE, "cannot be used with"),
    row(&["hunt", "--runner", "qemu-arm"], USAGE, "--cc <CMD>"),
    row(&["gen", "--seed", "-1"], USAGE, "give a number from 0"),
    row(&["gen", "--seed", "1,2,3"], USAGE, "a seed string has a seed, a style"),
    row(&["gen", "--size", "3"], USAGE, "3 is not in 100..=1000000"),
    row(&["gen", "--only", "gotos"], USAGE, "did you mean `goto`?"),
    row(&["gen", "--std", "c78"], USAGE, "there is no standard c78"),
    row(&["gen", "--count", "5"], USAGE, "--out-dir <DIR>"),
    row(&["run"], USAGE, "required arguments were not provided: <FILE.c>"),
    row(&["run", "good.c", "--color", "pink"], USAGE, "possible values: auto, always, never"),
    row(&["help", "hunt2"], USAGE, "a similar subcommand exists: 'hunt'"),
    row(&["demo", "--plant", "dropped-stor"], USAGE, "did you mean `dropped-store`?"),
    row(&["man", "hnt"], USAGE, "did you mean `hunt`?"),
    row(&["completions", "csh"], USAGE, "possible values: bash"),
    row(&["report", "--format", "pdf"], USAGE, "possible values: html"),
    // Compilers.
    row(&["hunt", "--cc", "no-such-cc -O2"], ENVIRONMENT, "`no-such-cc` was not found"),
    row(&["hunt", "--cc", "gcc 'x"], USAGE, "never closed"),
    row(&["hunt", "--cc", "false"], USAGE, "does not compile an empty main"),
    row(&["reduce", "good.c", "--cc", "no-such-cc"], ENVIRONMENT, "no-such-cc"),
    row(&["reduce", "good.c"], USAGE, "--cc"),
    // Files that are not there, cannot be read, or are something else.
    row(&["run", "none.c"], USAGE, "cannot read none.c"),
    row(&["run", "folder"], USAGE, "it is a directory"),
    row(&["run", "bytes.c"], NOT_C, "bytes.c"),
    row(&["run", "syntax.c"], NOT_C, "syntax.c:1:"),
    row(&["run", "undefined.c"], UNDEFINED, "is zero"),
    row(&["run", "decimal.c"], UNSUPPORTED, "decimal.c:1:"),
    row(&["check", "none.c"], USAGE, "cannot read none.c"),
    row(&["reduce", "none.c", "--cc", "gcc"], USAGE, "none.c"),
    row(&["gen", "--policy", "good.c"], USAGE, "good.c is not a policy"),
    row(&["hunt", "--config", "bad.toml"], USAGE, "unknown field `sead`"),
    row(&["show", "nowhere"], USAGE, "there is no campaign in nowhere"),
    row(&["report", "broken"], ENVIRONMENT, "`assay show broken --repair`"),
    // Places that cannot be written to.
    row(&["gen", "--seed", "1", "-o", "folder"], USAGE, "it is a directory"),
    row(&["gen", "--seed", "1", "-o", "nowhere/x.c"], ENVIRONMENT, "cannot write nowhere/x.c"),
    row(&["gen", "--seed", "1", "-o", "/dev/full"], ENVIRONMENT, "cannot write /dev/full: No space left"),
];

fn prepared() -> Place {
    let place = Place::new();
    place.write("good.c", "int main(void) { return 0; }\n");
    place.write("syntax.c", "int main(void) { return 0 }\n");
    place.write("undefined.c", "int main(void) { int zero = 0; return 1 / zero; }\n");
    place.write("decimal.c", "_Decimal64 x; int main(void) { return 0; }\n");
    place.write("bad.toml", "sead = 1\n");
    fs::write(place.path("bytes.c"), [0xff, 0xfe, 0x00, 0x80]).expect("a file");
    fs::create_dir(place.path("folder")).expect("a folder");
    fs::create_dir(place.path("broken")).expect("a folder");
    place.write("broken/campaign.sqlite", "this is no database");
    place
}

/// What a program did is told as a compiler would, with the line; all the rest is one sentence.
#[test]
fn bad_input_gets_one_sentence_and_its_exit_code() {
    let place = prepared();
    for Row { words, code, part } in ROWS {
        let output = place.assay(words);
        let text = err(&output);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
        assert!(text.contains(part), "{words:?}: {text}");
        assert!(!text.contains("panicked"), "{words:?}: {text}");
        let is_a_diagnostic = [UNDEFINED, UNSUPPORTED, NOT_C].contains(&code);
        assert!(is_a_diagnostic || text.lines().count() == 1, "{words:?}: {text}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

/// The standard output is full, or nobody reads it.
#[test]
fn an_output_that_takes_nothing_is_told() {
    let place = prepared();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = place.command(&["gen", "--seed", "1"]).stdout(full).output().expect("assay starts");
    assert_eq!(output.status.code(), Some(ENVIRONMENT), "{}", err(&output));
    assert!(err(&output).contains("cannot write the output: No space left"), "{}", err(&output));
}

/// Root may write everywhere, so this says nothing there.
#[test]
fn folders_that_are_read_only_are_told() {
    let place = prepared();
    fs::set_permissions(place.path("folder"), fs::Permissions::from_mode(0o555)).expect("permissions");
    if fs::write(place.path("folder/probe"), "").is_ok() {
        return;
    }
    for words in [
        &["gen", "--seed", "1", "-o", "folder/x.c"][..],
        &["hunt", "--cc", "gcc", "--tests", "1", "--dir", "folder/c"][..],
    ] {
        let output = place.assay(words);
        assert_eq!(output.status.code(), Some(ENVIRONMENT), "{words:?}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{words:?}: {}", err(&output));
    }
}

/// Nothing is coloured for a file, and nothing where NO_COLOR or `--color never` says so.
#[test]
fn colours_are_for_those_who_want_them() {
    let place = prepared();
    let help = |words: &[&str], no_color: bool| {
        let mut command = place.command(words);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.output().expect("assay starts");
        String::from_utf8_lossy(&output.stdout).contains('\u{1b}')
    };
    assert!(!help(&["help", "hunt"], false));
    assert!(help(&["--color", "always", "help", "hunt"], false));
    assert!(!help(&["--color=never", "help", "hunt"], false));
    assert!(!help(&["help", "hunt"], true));
}
