//! `assay corpus`, `hunt --corpus` and `--focus` as a person meets them: what can be mutated and why not, what is known from before,
//! what a change of a compiler is asked, and bad input.

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Output;
use support::{ASSAY, Place};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const SUM: &str = "/* { dg-options \"-O2 -fno-gcse\" } */\n\
    void abort(void); int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, sum;\n\
    static int add(int x, int y) { return x + y; }\n\
    int main(void) { for (int i = 0; i < 8; i++) sum = add(sum, a[i]); if (sum != 31) abort(); return 0; }\n";
const ARGUMENTS: &str = "int n; int main(int argc, char **argv) { n = argc + !argv[1]; return n - 2; }\n";

/// A folder with all that a folder of programs can have.
fn folder(place: &Place) {
    fs::create_dir_all(place.path("tests/deep/er")).expect("folders");
    place.write("tests/sum.c", SUM);
    place.write("tests/deep/er/arguments.c", ARGUMENTS);
    place.write("tests/undefined.c", "int x, a[2]; int main(void) { return a[x + 2]; }\n");
    place.write("tests/endless.c", "int main(void) { for (;;) ; }\n");
    place.write("tests/aborts.c", "void abort(void); int main(void) { abort(); }\n");
    place.write("tests/error.c", "#error no\nint main(void) { return 0; }\n");
    place.write("tests/part.c", "int x;\n");
    place.write("tests/notes.txt", "not C\n");
    fs::write(place.path("tests/binary.c"), [0x7f, b'E', b'L', b'F', 0, 0xff]).expect("written");
    symlink("..", place.path("tests/deep/loop")).expect("a link");
    symlink("nowhere.c", place.path("tests/gone.c")).expect("a link");
}

#[test]
fn a_folder_is_imported_once_and_what_is_no_seed_is_counted() {
    let place = Place::new();
    folder(&place);
    let first = place.assay(&["corpus", "tests", "--max-steps", "100000"]);
    assert_eq!(first.status.code(), Some(0), "{}", err(&first));
    let table = out(&first);
    let rows = [
        "2  can be mutated",
        "1  undefined behaviour",
        "1  endless",
        "1  calls abort",
        "1  cannot be preprocessed",
        "1  no main",
        "1  no text",
        "1  other files",
        ", 0 of them known from before",
    ];
    for row in rows {
        assert!(table.contains(row), "{row}:\n{table}");
    }
    let again = out(&place.assay(&["corpus", "tests", "--max-steps", "100000"]));
    assert!(!again.contains(", 0 of them known"), "{again}");
    // One that changes is read again, and one that is cut off in the journal, too.
    place.write("tests/undefined.c", "int x, a[2]; int main(void) { return a[x + 1]; }\n");
    let journal = place.read("assay-corpus/journal");
    place.write("assay-corpus/journal", &journal[..journal.len() - 5]);
    let list = out(&place.assay(&["corpus", "tests", "--max-steps", "100000", "--list"]));
    assert!(list.contains("tests/undefined.c: seed"), "{list}");
    assert!(list.contains("tests/deep/er/arguments.c: seed"), "{list}");
    assert!(list.contains("tests/endless.c: endless"), "{list}");
}

#[test]
fn without_a_preprocessor_programs_are_not_to_blame() {
    let place = Place::new();
    folder(&place);
    let none =
        place.command(&["corpus", "tests"]).env("CC", "no-such-compiler").output().expect("assay starts");
    assert_eq!(none.status.code(), Some(3), "{}", out(&none));
    assert!(err(&none).contains("`no-such-compiler`") && err(&none).contains("CC"), "{}", err(&none));
    assert_eq!(err(&none).lines().count(), 1, "{}", err(&none));
    let table = out(&place.assay(&["corpus", "tests"]));
    assert!(table.contains("2  can be mutated"), "nothing wrong was kept:\n{table}");
}

#[test]
fn what_cannot_be_hunted_with_is_said() {
    let place = Place::new();
    folder(&place);
    fs::create_dir(place.path("empty")).expect("a folder");
    let rows: [(&[&str], &str); 4] = [
        (&["--corpus", "empty"], "none of 0 programs can be mutated: there is no C"),
        (&["--corpus", "tests/endless.c"], "none of 1 program can be mutated: 1 endless"),
        (&["--corpus", "nowhere"], "nowhere: No such file or directory"),
        (&["--corpus", "tests", "--focus", "tests/aborts.c"], "none of the files of --focus can be mutated"),
    ];
    for (words, message) in rows {
        let output =
            place.assay(&[&["hunt", "--cc", "gcc -O0", "--tests", "1", "--dir", "c"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", err(&output));
        assert!(err(&output).contains(message), "{words:?}: {}", err(&output));
    }
}

#[test]
fn options_of_a_test_suite_go_along() {
    let place = Place::new();
    folder(&place);
    // It crashes on tests with the flag of the suite, and if the suite's level came along.
    let crash = "echo 'test.c:1:1: internal compiler error: in gcse, at gcse.cc:1' >&2; exit 1";
    let script = format!(
        "if [ -f test.c ]; then case \" $* \" in *' -O2 '*) ;; *' -fno-gcse '*) {crash};; esac; fi\nexec gcc \"$@\""
    );
    let compiler = place.compiler("picky", &script);
    let words =
        ["--cc", &format!("{compiler} -O1"), "--random-flags", "--tests", "8", "--dir", "c", "--seed", "3"];
    let output =
        place.assay(&[&["hunt", "--corpus", "tests/sum.c", "--no-learning"], words.as_slice()].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let report = out(&place.assay(&["report", "c", "--format", "json"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
    let count: u64 =
        report["bugs"].as_array().expect("bugs").iter().filter_map(|bug| bug["count"].as_u64()).sum();
    assert!(count >= 7, "of eight tests, one may have drawn the contrary: {report:#}");
}

/// What a change of a compiler broke is found near the tests that it touches, and what was broken before is not reported.
#[test]
fn a_change_of_a_compiler_is_asked_about_mutants_in_focus() {
    let place = Place::new();
    folder(&place);
    let bad = format!("{ASSAY} sabotage --plant dropped-store --every --cc gcc -- -w -O1");
    let hunt = |old: &str, new: &str, dir: &str| {
        place.assay(&[
            "hunt",
            "--corpus",
            "tests",
            "--focus",
            "tests/sum.c",
            "--cc",
            old,
            "--cc",
            new,
            "--tests",
            "12",
            "--seed",
            "5",
            "--no-reduce",
            "--dir",
            dir,
        ])
    };
    let broken = hunt("gcc -w -O1", &bad, "broken");
    assert_eq!(broken.status.code(), Some(1), "{}{}", out(&broken), err(&broken));
    let report = place.assay(&["report", "broken", "--format", "junit"]);
    assert!(out(&report).contains("<failure"), "{}", out(&report));
    let origins: Vec<String> = fs::read_dir(place.path("broken/findings"))
        .expect("findings")
        .flatten()
        .map(|one| fs::read_to_string(one.path().join("README.md")).unwrap_or_default())
        .collect();
    assert!(!origins.is_empty() && origins.iter().any(|text| text.contains("sum.c")), "{origins:?}");
    // What the new compiler mended, or had wrong before, is no news.
    let mended = hunt(&bad, "gcc -w -O1", "mended");
    assert_eq!(mended.status.code(), Some(0), "{}{}", out(&mended), err(&mended));
}
