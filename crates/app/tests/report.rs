//! `assay report`, `show --mark-known` and `serve`, on a campaign that costs little: its compilers are shell scripts.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ASSAY: &str = env!("CARGO_BIN_EXE_assay");

fn assay(dir: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(ASSAY);
    command.args(words).current_dir(dir).env_remove("CC").env("RUST_BACKTRACE", "0");
    command.output().expect("assay starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A compiler that crashes on every test, with a message that needs escaping.
const CRASHING: &str = "#!/bin/sh\nif [ -f test.c ]; then\n  echo 'test.c:1:1: internal compiler error: in \
    f<T&>, at \"g\".cc:1' >&2; exit 1\nfi\n\
    while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done\n";

fn campaign() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("crashing");
    fs::write(&path, CRASHING).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = hunt(dir.path(), "2");
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    dir
}

fn hunt(dir: &Path, tests: &str) -> Output {
    let cc = dir.join("crashing").display().to_string();
    let words = ["hunt", "--cc", &cc, "--mode", "crash", "--seed", "1", "--no-triage", "--dir", "c"];
    assay(dir, &[&words[..], &["--tests", tests]].concat())
}

fn report(dir: &Path, format: &str) -> String {
    let output = assay(dir, &["report", "c", "--format", format]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    out(&output)
}

const BUCKET: &str = "compiler-crash: f<T&> at \"g\".cc";

#[test]
fn people_read_it() {
    let place = campaign();
    let md = report(place.path(), "md");
    assert!(md.contains("| 2 | compiler-crash: f\\<T\\&>") && md.contains("2 tests in"), "{md}");
    for (format, word) in [("gcc", "Keywords: ice-on-valid-code"), ("llvm", "Labels: crash-on-valid")] {
        let text = report(place.path(), format);
        let title = text.lines().next().unwrap_or_default();
        assert!(
            title.contains("crashing crashes on a program: internal compiler error: in f")
                && title.contains("at \"g\".cc:1"),
            "{text}"
        );
        assert_eq!(title.starts_with("# "), format == "llvm", "{text}");
        for part in [
            word,
            "Before it is sent",
            "search for duplicates",
            "crashing -c -o a.out test.c",
            "assay gen --seed",
            "Expected:",
            "Actual:",
        ] {
            assert!(text.contains(part), "{format} lacks {part}: {text}");
        }
    }
    let html = report(place.path(), "html");
    assert_eq!(html.matches("<svg").count(), 6, "six charts");
    assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
    assert!(html.contains("compiler-crash: f&lt;T&amp;&gt; at &quot;g&quot;.cc"), "{html}");
    assert!(
        !html.contains("http:") && !html.contains("https:") && !html.contains("<script"),
        "it stands alone"
    );
}

#[test]
fn machines_read_it() {
    let place = campaign();
    let json: Value = serde_json::from_str(&report(place.path(), "json")).unwrap();
    assert_eq!(json["schema"], "assay-report/1");
    assert_eq!(json["bugs"][0]["bucket"], BUCKET);
    assert_eq!(json["bugs"][0]["count"], 2);
    assert_eq!(json["history"]["tests"].as_array().unwrap().len(), 2);
    let sarif: Value = serde_json::from_str(&report(place.path(), "sarif")).unwrap();
    valid_sarif(&sarif);
    let junit = report(place.path(), "junit");
    let suite = junit.lines().find(|line| line.contains("<testsuite ")).unwrap_or_default();
    for count in ["tests=\"2\"", "failures=\"1\"", "errors=\"0\"", "skipped=\"0\""] {
        assert!(suite.contains(count), "{count}: {junit}");
    }
    assert!(junit.contains("name=\"compiler-crash: f&lt;T&amp;&gt; at &quot;g&quot;.cc\""), "{junit}");
    balanced(&junit);
}

#[test]
fn it_counts_what_the_hunt_has_counted() {
    let place = campaign();
    let cc = place.path().join("crashing").display().to_string();
    let words =
        ["hunt", "--cc", &cc, "--mode", "crash", "--seed", "1", "--dir", "d", "--tests", "1", "--json"];
    let hunted = out(&assay(place.path(), &words));
    let events: Vec<Value> = hunted.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(hunted.contains("\"reduced\""), "examined and reduced as well: {hunted}");
    let summary = &events.last().unwrap()["summary"];
    let reported = out(&assay(place.path(), &["report", "d", "--format", "json"]));
    let report: Value = serde_json::from_str(&reported).unwrap();
    let who: Vec<&Value> = summary["shares"].as_array().unwrap().iter().map(|share| &share["who"]).collect();
    assert!(who.contains(&&Value::from("reductions")), "{who:?}");
    assert_eq!(report["shares"], summary["shares"]);
    let run = &report["history"]["runs"][0];
    let seconds = (run["ended"].as_f64().unwrap() - run["started"].as_f64().unwrap()) / 1000.0;
    let lasted = summary["seconds"].as_f64().unwrap();
    assert!((seconds - lasted).abs() < 0.5, "{seconds} s in the report, {lasted} s in the hunt");
}

/// What SARIF 2.1.0 requires (sections 3.13, 3.14, 3.18, 3.19, 3.27), and what code hosts ask for beyond it.
fn valid_sarif(sarif: &Value) {
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "assay");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    assert!(run["originalUriBaseIds"]["CAMPAIGN"]["uri"].as_str().unwrap().ends_with('/'));
    for result in run["results"].as_array().unwrap() {
        let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["shortDescription"]["text"].is_string() && result["message"]["text"].is_string());
        assert!(["error", "warning", "note", "none"].contains(&result["level"].as_str().unwrap()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "findings/0-crashing/test.c");
        assert_eq!(place["region"]["startLine"], 1);
        assert!(result["partialFingerprints"].as_object().unwrap().values().all(Value::is_string));
        assert!(result["occurrenceCount"].as_u64().unwrap() >= 1);
    }
}

/// Every element that is opened is closed.
fn balanced(xml: &str) {
    for name in ["testsuites", "testsuite", "testcase", "properties", "failure"] {
        let opened = xml.matches(&format!("<{name} ")).count() + xml.matches(&format!("<{name}>")).count();
        let empty =
            xml.lines().filter(|line| line.contains(&format!("<{name} ")) && line.ends_with("/>")).count();
        assert_eq!(opened - empty, xml.matches(&format!("</{name}>")).count(), "{name}: {xml}");
    }
}

#[test]
fn a_bug_that_is_marked_is_no_news() {
    let place = campaign();
    let marked = assay(place.path(), &["show", "c", "--mark-known", "0-crashing", "--note", "PR \"1\""]);
    assert_eq!(out(&marked), format!("2 findings of a known bug: {BUCKET}\n"), "{}", err(&marked));
    let more = hunt(place.path(), "3");
    assert_eq!(more.status.code(), Some(0), "all are known now: {}{}", out(&more), err(&more));
    let json: Value = serde_json::from_str(&report(place.path(), "json")).unwrap();
    assert_eq!((json["totals"]["known"].as_u64(), json["totals"]["findings"].as_u64()), (Some(3), Some(0)));
    assert_eq!(json["bugs"][0]["known"], "PR \"1\"");
    assert!(report(place.path(), "junit").contains("<skipped message=\"known: PR &quot;1&quot;\"/>"));
    assert!(report(place.path(), "gcc").starts_with("Nothing to report"));
    let sarif: Value = serde_json::from_str(&report(place.path(), "sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["suppressions"][0]["kind"], "external");
}

#[test]
fn one_bug_can_be_chosen_and_a_file_given() {
    let place = campaign();
    let output = assay(place.path(), &["report", "c", "1-crashing", "--format", "gcc", "-o", "bug.md"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(fs::read_to_string(place.path().join("bug.md")).unwrap().contains("test 1 of its campaign"));
    let none = assay(place.path(), &["report", "c", "9-none"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        err(&none).contains("there is no finding 9-none in c; `assay show c` lists them"),
        "{}",
        err(&none)
    );
    assert_eq!(assay(place.path(), &["report", "nowhere"]).status.code(), Some(2));
}

/// Nothing was examined or reduced, so a tracker would want more.
#[test]
fn a_report_is_checked_by_the_rules_of_trackers() {
    let place = campaign();
    let output = assay(place.path(), &["report", "c", "0-crashing", "--check"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(
        text.contains("  no   the program is reduced to the end: run `assay reduce 0-crashing`"),
        "{text}"
    );
    assert!(text.contains("  yes  the program is well defined"), "{text}");
    assert!(text.contains("rules do not hold yet"), "{text}");
}

/// Only the bugs of the compiler that a tracker is for, and those of compilers that may be anybody's.
#[test]
fn other_compilers_are_left_out() {
    let place = campaign();
    let path = place.path().join("tcc");
    fs::copy(place.path().join("crashing"), &path).unwrap();
    let cc = path.display().to_string();
    let hunted = assay(
        place.path(),
        &[
            "hunt",
            "--cc",
            &cc,
            "--mode",
            "crash",
            "--no-triage",
            "--seed",
            "1",
            "--layout",
            "single",
            "--tests",
            "1",
            "--dir",
            "t",
        ],
    );
    assert_eq!(hunted.status.code(), Some(1), "{}", err(&hunted));
    for format in ["gcc", "llvm"] {
        let text = out(&assay(place.path(), &["report", "t", "--format", format]));
        assert!(
            text.starts_with("Nothing to report") && text.contains("1 bug of other compilers left out"),
            "{text}"
        );
    }
}

#[test]
fn a_folder_that_cannot_be_written_to_can_be_looked_at() {
    let place = campaign();
    // Root may write everywhere, so somebody else looks, if we can be that.
    for dir in [place.path().to_owned(), place.path().join("c")] {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| out(&output).trim() == "0");
    let dir = place.path().join("c").display().to_string();
    let mut command = if is_root {
        let mut other = Command::new("setpriv");
        other.args(["--reuid=65534", "--regid=65534", "--clear-groups", ASSAY]);
        other
    } else {
        Command::new(ASSAY)
    };
    let output = command.args(["show", &dir]).current_dir("/").output().expect("it starts");
    for dir in [place.path().to_owned(), place.path().join("c")] {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
    }
    // Where the program itself is out of another user's reach, there is nothing to be seen.
    if is_root && err(&output).contains("Permission denied") && !err(&output).contains("campaign.sqlite") {
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("2 x compiler-crash"), "{}", out(&output));
}

#[test]
fn a_browser_sees_it() {
    let place = campaign();
    let mut server = Command::new(ASSAY);
    server.args(["serve", "c", "--port", "0"]).current_dir(place.path()).stdout(Stdio::piped());
    let mut child = server.spawn().expect("assay starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.rsplit_once("http://").unwrap().1.trim().trim_end_matches('/').to_owned();
    let get = |path: &str, host: &str| {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let replies = [
        get("/", &address),
        get("/report.json", &address),
        get("/etc/passwd", &address),
        get("/", "evil.example"),
    ];
    child.kill().unwrap();
    child.wait().unwrap();
    let [page, json, none, foreign] = replies;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<svg") && page.contains("refresh"), "{page}");
    assert!(json.contains("assay-report/1"), "{json}");
    assert!(none.starts_with("HTTP/1.1 404"), "{none}");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}
