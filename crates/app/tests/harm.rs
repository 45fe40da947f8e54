//! What compilers, test programs and accidents can do to a campaign, and what they cannot.

mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Place, events, is};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn findings(events: &[Value]) -> Vec<&Value> {
    events.iter().filter(|event| is(event, "found")).map(|event| &event["finding"]).collect()
}

/// A script that compiles with gcc, and then does something to the output of programs with a word in them.
fn spoiling(place: &Place, name: &str, word: &str, deed: &str) -> String {
    place.compiler(
        name,
        &format!(
            "gcc -w -O0 \"$@\" || exit 1\nwhile [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then out=$2; fi; shift; done\n\
             if [ -n \"${{out:-}}\" ] && grep -qs '{word}' *.c; then {deed}; fi; true"
        ),
    )
}

/// The seed of the first test of the campaign with seed 1.
fn first_seed(place: &Place) -> String {
    let words = ["hunt", "--cc", "gcc -w", "--tests", "1", "--seed", "1", "--dir", "first", "--json"];
    let events = events(&place.assay(&words));
    let done = events.iter().find(|event| is(event, "test-done")).expect("a test");
    done["seed"].as_u64().expect("a number").to_string()
}

fn size_of(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).unwrap().flatten();
    entries
        .map(|one| if one.path().is_dir() { size_of(&one.path()) } else { one.metadata().unwrap().len() })
        .sum()
}

#[test]
fn success_without_a_program_is_a_finding_and_the_campaign_goes_on() {
    let place = Place::new();
    let mark = format!("seed {}[^0-9]", first_seed(&place));
    let rows = [
        ("missing", "rm $out", "no output file"),
        ("empty", ": > $out", "an empty output file"),
        ("plain", "chmod 644 $out", "an output file that may not be executed"),
        ("broken", "printf '\\177ELFnonsense' > $out", "an output file that is not a program"),
    ];
    let compilers = rows.map(|(name, deed, _)| spoiling(&place, name, &mark, deed));
    let mut words = vec!["hunt", "--tests", "2", "--seed", "1", "--dir", "c", "--no-triage", "--json"];
    compilers.iter().for_each(|one| words.extend(["--cc", one]));
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    assert_eq!(events.last().unwrap()["summary"]["totals"]["tests"], 2, "the next test came after it");
    for (name, _, cause) in rows {
        let bucket = format!("bad-output {name}: {cause}");
        let found = findings(&events).into_iter().find(|one| one["bucket"] == bucket.as_str());
        let found = found.unwrap_or_else(|| panic!("{bucket}: {:#?}", findings(&events)));
        assert_eq!(found["kind"], "bad-output");
        let script = place.path(&format!("c/findings/{}/reproduce.sh", found["id"].as_str().unwrap()));
        let again = Command::new("sh").arg(&script).output().unwrap();
        assert_eq!(again.status.code(), Some(0), "{name}: {}", err(&again));
    }
    let report = place.assay(&["report", "c"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("bad-output missing"));
}

#[test]
fn a_compiler_that_never_writes_a_program_is_the_environment() {
    let place = Place::new();
    let rows = [
        ("never", "rm $out", "wrote no output that can be used"),
        ("foreign", "printf '\\177ELFnonsense' > $out", "is a program for another machine"),
    ];
    for (name, deed, part) in rows {
        let cc = spoiling(&place, name, "", deed);
        let output = place.assay(&[
            "hunt",
            "--cc",
            &cc,
            "--tests",
            "2",
            "--seed",
            "1",
            "--dir",
            &format!("c-{name}"),
            "--json",
        ]);
        assert!([Some(2), Some(3)].contains(&output.status.code()), "{}", err(&output));
        assert!(err(&output).contains(part), "{}", err(&output));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("\"found\""), "{name}");
    }
}

#[test]
fn a_message_of_a_megabyte_is_not_kept_whole() {
    let place = Place::new();
    let mark = format!("seed {}[^0-9]", first_seed(&place));
    let deed = "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo ' error: at the end' >&2; exit 1";
    let cc = spoiling(&place, "chatty", &mark, deed);
    let words = ["hunt", "--cc", &cc, "--tests", "1", "--seed", "1", "--dir", "c", "--no-triage", "--json"];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    let found = findings(&events)[0];
    let title = found["title"].as_str().unwrap();
    assert!(title.contains("characters left out") && title.contains("at the end"), "{title}");
    let folder = place.path(&format!("c/findings/{}", found["id"].as_str().unwrap()));
    let messages = fs::read_to_string(folder.join("compiler-messages.txt")).unwrap();
    assert!(messages.contains("bytes left out") && messages.len() < 70_000, "{}", messages.len());
    assert!(size_of(&place.path("c")) < 1 << 20, "{} bytes", size_of(&place.path("c")));
}

/// Living processes whose command line has a word in it.
fn processes_with(word: &str) -> Vec<String> {
    let pids = fs::read_dir("/proc").unwrap().flatten();
    let lines = pids.filter_map(|one| {
        let line = fs::read(one.path().join("cmdline")).ok()?;
        Some(format!("{} {}", one.path().display(), String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    lines.filter(|line| line.contains(word)).collect()
}

/// Until it holds, for a few seconds.
fn soon(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_signal_leaves_compilers_or_temporary_files() {
    let place = Place::new();
    fs::create_dir(place.path("tmp")).unwrap();
    let slow = place.compiler("slow", "case \"$*\" in *test.c*|*-E*) sleep 81.25;; esac; exec gcc -w \"$@\"");
    place.write("program.c", "int main(void) { return 0; }\n");
    let hunt = ["hunt", "--cc", &slow, "--seed", "1", "--layout", "single", "--jobs", "2"];
    for (name, number) in [("HUP", 1), ("QUIT", 3), ("USR1", 10), ("ALRM", 14), ("TERM", 15), ("RTMIN", 34)] {
        for verb in [&[&hunt[..], &["--dir", name]].concat()[..], &["run", "program.c"]] {
            let mut command = place.command(verb);
            command
                .env("TMPDIR", place.path("tmp"))
                .env("CC", &slow)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            soon("it compiles", || !processes_with("81.25").is_empty());
            let pid = child.id().to_string();
            // The first finishes what is under way, the second stops it, the third ends us: one of them is enough here.
            for _ in 0..3 {
                let _ = Command::new("kill").args([&format!("-{name}"), &pid]).stderr(Stdio::null()).status();
                std::thread::sleep(Duration::from_millis(40));
            }
            let code = child.wait().unwrap().code();
            assert!([Some(128 + number), Some(0)].contains(&code), "{verb:?} {name}: {code:?}");
            assert_eq!(processes_with("81.25"), Vec::<String>::new(), "{verb:?} {name}");
            let left: Vec<_> = fs::read_dir(place.path("tmp")).unwrap().flatten().collect();
            let left: Vec<_> =
                left.iter().filter(|one| one.file_name().to_string_lossy().starts_with("assay-")).collect();
            assert!(left.is_empty(), "{verb:?} {name}: {left:?}");
        }
    }
}

#[test]
fn a_test_program_cannot_spoil_the_campaign() {
    let place = Place::new();
    let doctor: Value = serde_json::from_slice(&place.assay(&["doctor", "--json"]).stdout).unwrap();
    let limits = doctor["limits"].as_array().unwrap();
    let sandbox =
        limits.iter().find(|row| row["name"] == "sandbox").expect("the doctor tells")["value"].to_string();
    let store = place.path("c/campaign.sqlite").display().to_string();
    let program = format!(
        "#include <stdio.h>\nint main(void) {{ FILE *f = fopen(\"{store}\", \"w\"); if (f) fputs(\"spoiled\", f); puts(\"x\"); return 0; }}\n"
    );
    let file = place.write("program.txt", &program);
    let generator = format!("sh -c 'cat {}'", file.display());
    let words = [
        "hunt",
        "--cc",
        "gcc -O0",
        "--cc",
        "gcc -O1",
        "--generator",
        &generator,
        "--tests",
        "2",
        "--dir",
        "c",
    ];
    let output = place.assay(&words);
    if sandbox.contains("temporary files only") {
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(String::from_utf8_lossy(&place.assay(&["show", "c"]).stdout).contains("2 done"));
    } else {
        assert!(sandbox.contains("no Landlock"), "{sandbox}");
    }
}
