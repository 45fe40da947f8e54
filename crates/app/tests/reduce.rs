//! `assay reduce` as a person or a script meets it, with sabotaged gccs.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const ASSAY: &str = env!("CARGO_BIN_EXE_assay");

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the temporary directory takes files");
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(ASSAY);
        command.args(words).current_dir(self.0.path()).env_remove("CC").env("RUST_BACKTRACE", "0");
        command
    }

    fn assay(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("assay starts")
    }

    /// The last line of what `--json` gives.
    fn report(&self, words: &[&str]) -> Value {
        let output = self.assay(words);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(text.lines().last().expect("a report")).expect("it is JSON")
    }
}

fn sabotaged(plant: &str) -> String {
    format!("{ASSAY} sabotage --plant {plant} --every --cc gcc -- -w -O1")
}

/// A right shift of a negative number among much else.
const SHIFT: &str = include_str!("data/shift.c");

#[test]
fn a_planted_bug_is_laid_bare_whatever_the_number_of_jobs() {
    let place = Place::new();
    place.write("big.c", SHIFT);
    let cc = sabotaged("sar-to-shr");
    let mut texts = Vec::new();
    for (jobs, out) in [("1", "one.c"), ("2", "two.c")] {
        let report = place.report(&["reduce", "big.c", "--cc", &cc, "-o", out, "--jobs", jobs, "--json"]);
        assert_eq!(report["finished"], true);
        assert_eq!(report["failure"], "wrong result");
        let text = fs::read_to_string(place.path(out)).unwrap();
        assert_eq!(report["program"], text.as_str());
        assert!(text.len() < 120 && text.contains(">>"), "{text}");
        texts.push(text);
    }
    assert_eq!(texts[0], texts[1]);
    // The honest compiler finds nothing wrong with the result, and the machine neither.
    assert!(place.assay(&["run", "one.c"]).status.success());
    let honest = place.assay(&["reduce", "one.c", "--cc", "gcc -w -O1"]);
    assert_eq!(honest.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&honest.stderr).contains("nothing wrong"));
}

/// Expressions of which one shifts a negative number to the right, in Orange's style.
const ARITHMETIC: &str = r#"
#include <stdio.h>
static void OK(void) { printf("@OK@"); }
static void NG(void) { printf("@NG@"); }
static volatile unsigned x2 = 3;
int x0 = -77, x1 = 5;
int main(void)
{
    const long x3 = 12;
    static int t0 = 0, t1 = 1, t2 = 2;
    t0 = (x0 + x1) * x2 - x3;
    t1 = (x1 < x3) + ((x0 - x1) >> (x2 > x1) + x1 / 2) * (x3 % 7);
    t2 = (t0 || x3) / x1;
    if (t0 == 4294967068) OK(); else NG();
    if (t1 == -104) OK(); else NG();
    if (t2 == 0) OK(); else NG();
    return 0;
}
"#;

#[test]
fn orange_minimises_expressions() {
    let place = Place::new();
    place.write("big.c", ARITHMETIC);
    let cc = sabotaged("sar-to-shr");
    let words = ["reduce", "big.c", "--cc", &cc, "--strategy", "orange", "--jobs", "1", "--json"];
    let report = place.report(&words);
    assert_eq!((&report["finished"], &report["failure"]), (&Value::from(true), &Value::from("wrong result")));
    let text = fs::read_to_string(place.path("big.reduced.c")).unwrap();
    assert!(text.len() < 160 && text.matches(">>").count() == 1, "{text}");
    // Globals that are left have become locals.
    let (outside, _) = text.split_once("main").unwrap();
    assert!(!outside.contains("x0") && !outside.contains("x1"), "{text}");
    // The other expressions are gone, with their operators.
    assert!(!text.contains(['*', '%', '|']), "{text}");
    let pattern = report["pattern"].as_str().unwrap();
    assert!(pattern.starts_with("(= int (>> int "), "{pattern}");
    assert!(place.assay(&["run", "big.reduced.c"]).status.success());
}

#[test]
fn a_crash_keeps_its_signature_and_flags_get_fewer() {
    let place = Place::new();
    place.write("big.c", &SHIFT.replace("a >> b", "a / (g_2 + b)"));
    let cc = format!("{} -O2 -fwrapv -fno-ipa-cp", sabotaged("crash"));
    let report = place.report(&["reduce", "big.c", "--cc", &cc, "--json"]);
    assert!(report["failure"].as_str().unwrap().contains("expand_sabotage"), "{report}");
    let text = fs::read_to_string(place.path("big.reduced.c")).unwrap();
    assert!(text.len() < 130 && text.contains('/'), "{text}");
    assert!(report["flags"].as_array().unwrap().len() <= 1, "{report}");
}

/// Whatever moment it is killed at, there is a program that fails; and from there it goes on.
#[test]
fn nothing_is_lost_on_a_kill() {
    let place = Place::new();
    place.write("big.c", SHIFT);
    let cc = sabotaged("sar-to-shr");
    let words = ["reduce", "big.c", "--cc", &cc, "--json", "--jobs", "1"];
    let mut child =
        place.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("assay starts");
    let kept = place.path("big.reduced.c");
    wait_for(&kept);
    child.kill().unwrap();
    child.wait().unwrap();
    let first = fs::read_to_string(&kept).unwrap();
    assert!(place.assay(&["run", "big.reduced.c"]).status.success(), "{first}");
    let report = place.report(&words);
    assert_eq!(report["finished"], true);
    assert!(fs::read_to_string(&kept).unwrap().len() <= first.len());
}

fn wait_for(file: &Path) {
    for _ in 0..600 {
        if file.is_file() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{} does not appear", file.display());
}

#[test]
fn bad_input_is_explained() {
    let place = Place::new();
    place.write("fine.c", "int main(void) { return 0; }\n");
    place.write("wild.c", "int main(void) { int x; return x / 0; }\n");
    place.write("other.c", "class c { };\n");
    let rows: [(&[&str], &str, i32); 7] = [
        (&["reduce", "none.c", "--cc", "gcc"], "there is no file", 2),
        (&["reduce", "fine.c"], "--cc", 2),
        (&["reduce", "fine.c", "--cc", "gcc"], "nothing to reduce", 2),
        (&["reduce", "wild.c", "--cc", "gcc -w"], "not defined", 2),
        (&["reduce", "other.c", "--cc", "gcc"], "--with cvise", 2),
        (&["reduce", "fine.c", "--cc", "gcc-of-nobody"], "was not found", 3),
        (&["reduce", "fine.c", "--cc", "gcc", "-o", "no/such/place.c"], "cannot write no/such/place.c", 3),
    ];
    for (words, said, code) in rows {
        let output = place.assay(words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {stderr}");
        assert!(stderr.contains(said) && stderr.lines().count() == 1, "{words:?}: {stderr}");
    }
}

/// A hang is called that after a few times what an honest compiler takes, and not after a minute each.
#[test]
fn a_hang_is_reduced_without_waiting_for_it() {
    let place = Place::new();
    place.write("big.c", &SHIFT.replace("a >> b", "a / (g_2 + b)"));
    let report = place.report(&["reduce", "big.c", "--cc", &sabotaged("hang"), "--json"]);
    assert_eq!((&report["failure"], &report["finished"]), (&"compiler hang".into(), &true.into()));
    let text = fs::read_to_string(place.path("big.reduced.c")).unwrap();
    assert!(text.len() < 130 && text.contains('/'), "{text}");
    assert!(report["seconds"].as_f64().unwrap() < 100.0, "{report}");
}

/// Ctrl-C ends it with the best so far, which is well defined, and the same command goes on from there.
#[test]
fn an_interrupt_gives_the_best_so_far() {
    let place = Place::new();
    place.write("big.c", SHIFT);
    let cc = sabotaged("sar-to-shr");
    let words = ["reduce", "big.c", "--cc", &cc, "--jobs", "1"];
    let child = place.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let kept = place.path("big.reduced.c");
    wait_for(&kept);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("not finished; the same command goes on"), "{stderr}");
    assert!(!stderr.contains("pattern:"), "of a program that could be smaller it says nothing: {stderr}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), stdout);
    assert!(place.assay(&["run", "big.reduced.c"]).status.success(), "{stdout}");
}

#[test]
fn time_is_kept() {
    let place = Place::new();
    place.write("big.c", SHIFT);
    let report =
        place.report(&["reduce", "big.c", "--cc", &sabotaged("sar-to-shr"), "--for", "1s", "--json"]);
    assert_eq!(report["finished"], false);
    assert!(report["seconds"].as_f64().unwrap() < 30.0, "{report}");
    assert!(place.assay(&["run", "big.reduced.c"]).status.success());
}

/// Behaviour that is not defined, in the shift and in the division, beside what crashes the compiler.
const UNDEFINED: &str = "int printf(const char *, ...);\nint a = 40, zero, unused = 7;\nstatic int twice(int x) { return x + x; }\n\
    int main(void)\n{\n    int b = 1 << a;\n    for (int i = 0; i < 3; i++) {\n        b += twice(i) / zero;\n    }\n    \
    printf(\"%d\\n\", b ^ unused);\n    return 0;\n}\n";

#[test]
fn a_crash_on_a_program_that_is_not_defined_is_reduced_by_its_signature() {
    let place = Place::new();
    place.write("undefined.c", UNDEFINED);
    let script = "#!/bin/sh\nfor f in \"$@\"; do case \"$f\" in *.c) if grep -q '/' \"$f\"; then\n\
        echo 'x.c:1:1: internal compiler error: in divide, at div.cc:7' >&2; exit 1; fi;; esac; done\nexec gcc -w \"$@\"\n";
    place.write("cc", script);
    Command::new("chmod").args(["+x", "cc"]).current_dir(place.0.path()).status().expect("chmod");
    let cc = place.path("cc").display().to_string();
    let report = place.report(&["reduce", "undefined.c", "--cc", &cc, "-o", "small.c", "--json"]);
    assert_eq!(
        (&report["finished"], &report["failure"]),
        (&Value::from(true), &Value::from("compiler crash: divide at div.cc"))
    );
    let text = report["program"].as_str().expect("a program");
    assert!(text.contains('/') && !text.contains("printf") && !text.contains("for"), "{text}");
    // What only the machine could know is refused as before.
    let wrong = place.assay(&["reduce", "undefined.c", "--cc", "gcc -w", "-o", "none.c"]);
    assert_eq!(wrong.status.code(), Some(2));
    // Other reducers are asked about the crash alone.
    let asked = place.assay(&["reduce", "undefined.c", "--cc", &cc, "--script", "ask.sh"]);
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let script = fs::read_to_string(place.path("ask.sh")).expect("a script");
    assert!(!script.contains("fsanitize") && script.contains("in divide, at div.cc"), "{script}");
    let interesting = Command::new("sh").arg("ask.sh").current_dir(place.0.path()).status().expect("a shell");
    assert!(interesting.success());
}
