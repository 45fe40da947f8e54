//! What looks like a bug of a compiler and is none: command lines that are wrong, programs that nobody takes, headers that
//! are elsewhere, names that differ from run to run.

mod support;

use serde_json::Value;
use std::fs;
use std::process::Output;
use support::{ASSAY, Place, events, is};

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn findings(events: &[Value]) -> Vec<&Value> {
    events.iter().filter(|event| is(event, "found")).map(|event| &event["finding"]).collect()
}

fn totals(events: &[Value]) -> &Value {
    &events.last().expect("an event")["summary"]["totals"]
}

#[test]
fn what_does_not_compile_an_empty_main_is_no_compiler() {
    let place = Place::new();
    let rows =
        [("gcc -Obogus", "`gcc -Obogus`"), ("false", "`false`"), ("gcc -fno-such-flag", "no-such-flag")];
    for mode in ["wrong-code", "crash"] {
        for (cc, part) in rows {
            let output = place
                .assay(&["hunt", "--cc", "gcc", "--cc", cc, "--mode", mode, "--tests", "1", "--dir", "c"]);
            assert_eq!(output.status.code(), Some(2), "{cc}: {}", err(&output));
            assert!(err(&output).contains("does not compile an empty main") && err(&output).contains(part));
            assert!(!place.path("c").exists(), "there is no campaign");
        }
    }
    // The same when a campaign goes on.
    let good = place.compiler("good", "exec gcc \"$@\"");
    let words = ["hunt", "--cc", &good, "--mode", "crash", "--dir", "c", "--tests", "1"];
    assert_eq!(place.assay(&words).status.code(), Some(0));
    place.compiler("good", "echo 'good: error: this is broken now' >&2; exit 1");
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(err(&output).contains("this is broken now"), "{}", err(&output));
}

#[test]
fn compilers_that_are_found_and_do_not_work_are_left_out() {
    let place = Place::new();
    place.compiler("gcc", "PATH=/usr/bin:/bin exec gcc \"$@\"");
    place.compiler(
        "tcc",
        "case \"$*\" in -v|--version) echo 'tcc version 0.9.27';; *) echo 'error: no libtcc1.a' >&2; exit 1;; esac",
    );
    let words = ["hunt", "--mode", "crash", "--tests", "1", "--dir", "c", "--json"];
    let output = place.command(&words).env("PATH", place.path("")).output().expect("assay starts");
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    assert!(
        err(&output).contains("tcc is left out") && err(&output).contains("no libtcc1.a"),
        "{}",
        err(&output)
    );
    let events = events(&output);
    let tested = events[0]["configurations"].to_string();
    assert!(tested.contains("gcc -O2") && !tested.contains("tcc"), "{tested}");
}

#[test]
fn programs_of_two_files_are_compiled_one_by_one() {
    let place = Place::new();
    let words =
        ["hunt", "--mode", "crash", "--layout", "split", "--cc", "gcc -w", "--tests", "2", "--seed", "1"];
    let output = place.assay(&[&words[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    // A crash in one of them is found, with the command that shows it.
    let crash = "case \"$*\" in *-c*funcs.c*|*-c*main.c*) echo 'internal compiler error: in f, at g.c:1' >&2; exit 1;; esac";
    let crashing = place.compiler("crashing", &format!("{crash}; exec gcc -w \"$@\""));
    let words =
        ["hunt", "--mode", "crash", "--layout", "split", "--cc", &crashing, "--tests", "1", "--seed", "1"];
    let output = place.assay(&[&words[..], &["--no-triage", "--dir", "d", "--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let events = events(&output);
    let command = findings(&events)[0]["wrong"][0]["compile"].as_str().expect("a command").to_owned();
    assert_eq!(command.matches(".c").count(), 1, "one file: {command}");
}

#[test]
fn temporary_names_do_not_make_two_bugs_of_one() {
    let place = Place::new();
    let says = "echo \"/tmp/ctm.x$$, line 7: internal error: no table entry in $TMPDIR/y$$.s\" >&2; exit 1";
    let crashing = place.compiler(
        "crashing",
        &format!("case \"$*\" in *probe.c*|*target.c*) exec gcc \"$@\";; esac; {says}"),
    );
    let words =
        ["hunt", "--mode", "crash", "--layout", "single", "--cc", &crashing, "--no-triage", "--tests", "3"];
    let output = place.assay(&[&words[..], &["--seed", "1", "--json"]].concat());
    let events = events(&output);
    assert!(!events.iter().any(|event| is(event, "flaky")), "it comes every time: {}", out(&output));
    let buckets = &events.last().expect("an event")["summary"]["buckets"];
    assert_eq!(buckets.as_array().map(Vec::len), Some(1), "{buckets:#}");
    assert_eq!(buckets[0]["count"], 3);
}

/// A generator where a package would install it, with its header.
fn generator(place: &Place, program: &str) -> String {
    for dir in ["usr/bin", "usr/include/gen"] {
        fs::create_dir_all(place.path(dir)).expect("a folder");
    }
    place.write("usr/include/gen/gen.h", "#include <stdio.h>\n#include \"gen_more.h\"\n");
    place.write("usr/include/gen/gen_more.h", "#define SEVEN 7\n");
    let text = place.write("program.txt", program);
    place.compiler("usr/bin/gen", &format!("cat {}", text.display()))
}

const WITH_HEADER: &str =
    "#include \"gen.h\"\nint g; int main(void) { g = SEVEN; printf(\"%d\\n\", g); return 0; }\n";

#[test]
fn headers_of_a_generator_are_found() {
    let place = Place::new();
    let generator = generator(&place, WITH_HEADER);
    let bad = format!("{ASSAY} sabotage --plant dropped-store --every --cc gcc -- -w");
    let words = ["hunt", "--generator", &generator, "--tests", "2", "--seed", "1", "--json"];
    let good = ["--cc", "gcc -O0", "--cc", "gcc -O1"];
    let output = place.assay(&[&words[..], &good, &["--dir", "c"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let all = events(&output);
    assert_eq!((&totals(&all)["tests"], &totals(&all)["rejected"]), (&2.into(), &0.into()));
    // What is found has the headers with it, and is examined without any -I.
    let output = place.assay(&[&words[..], &good, &["--cc", &bad, "--no-reduce", "--dir", "d"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let all = events(&output);
    let id = findings(&all)[0]["id"].as_str().expect("a name").to_owned();
    for file in ["test.c", "gen.h", "gen_more.h"] {
        assert!(place.path(&format!("d/findings/{id}/{file}")).is_file(), "{file}");
    }
}

#[test]
fn headers_by_a_flag_do_not_stop_an_examination() {
    let place = Place::new();
    let program = WITH_HEADER.replace("\"gen.h\"", "<gen.h>");
    let generator = generator(&place, &program);
    let folder = place.path("usr/include/gen").display().to_string();
    let bad = format!("{ASSAY} sabotage --plant dropped-store --every --cc gcc -- -w -I {folder}");
    let (one, two) = (format!("gcc -O0 -I{folder}"), format!("gcc -O1 -I {folder}"));
    let words = ["hunt", "--generator", &generator, "--tests", "1", "--seed", "1", "--no-reduce", "--json"];
    let output = place.assay(&[&words[..], &["--cc", &one, "--cc", &two, "--cc", &bad]].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let all = events(&output);
    assert!(all.iter().any(|event| is(event, "examined")), "{}", out(&output));
}

#[test]
fn programs_that_nobody_takes_are_no_clean_tests() {
    let place = Place::new();
    let generator = generator(&place, "int main(void) { return wibble; }\n");
    let words = ["hunt", "--generator", &generator, "--cc", "gcc -O0", "--cc", "gcc -O1", "--seed", "1"];
    let output = place.assay(&[&words[..], &["--tests", "3", "--dir", "c", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let all = events(&output);
    assert_eq!(totals(&all)["rejected"], 3);
    let done = all.iter().filter(|event| is(event, "test-done"));
    assert!(done.clone().count() == 3 && done.clone().all(|event| event["outcome"]["rejected"].is_string()));
    let output = place.assay(&[&words[..], &["--tests", "30", "--dir", "c"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}{}", out(&output), err(&output));
    assert!(
        err(&output).contains("all compilers reject") && err(&output).contains("wibble"),
        "{}",
        err(&output)
    );
    assert!(out(&output).contains("rejected by all compilers"), "{}", out(&output));
}

#[test]
fn a_demonstration_says_what_it_needs() {
    let place = Place::new();
    let none =
        place.command(&["demo", "--dir", "c"]).env("PATH", place.path("")).output().expect("assay starts");
    assert_eq!(none.status.code(), Some(3), "{}{}", out(&none), err(&none));
    assert!(err(&none).contains("install gcc") && out(&none).is_empty(), "{}{}", out(&none), err(&none));
    place.compiler("gcc", "echo 'gcc: fatal error: cannot execute cc1' >&2; exit 1");
    let broken =
        place.command(&["demo", "--dir", "c"]).env("PATH", place.path("")).output().expect("assay starts");
    assert_eq!(broken.status.code(), Some(3), "{}{}", out(&broken), err(&broken));
    assert!(err(&broken).contains("does not work here"), "{}", err(&broken));
    place.write("file", "");
    let nowhere = place.assay(&["demo", "--dir", "file/c"]);
    assert_eq!(nowhere.status.code(), Some(3), "{}{}", out(&nowhere), err(&nowhere));
    assert!(err(&nowhere).contains("file/c"), "{}", err(&nowhere));
}
