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
    assert!(title.ends_with("rejects a valid program: at the end"), "{title}");
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

/// A campaign with one finding, of a compiler that says something.
fn one_finding(place: &Place, says: &str) -> Value {
    let cc = place.compiler(
        "bad",
        &format!("case \"$*\" in *test.c*) printf '{says}\\n' >&2; exit 1;; esac; exec gcc -w \"$@\""),
    );
    let words = [
        "hunt",
        "--cc",
        &cc,
        "--tests",
        "1",
        "--seed",
        "1",
        "--dir",
        "c",
        "--no-triage",
        "--layout",
        "single",
        "--json",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    findings(&events(&output))[0].clone()
}

#[test]
fn what_compilers_say_gives_no_orders() {
    let place = Place::new();
    let says = "test.c:1:1: error: \\033[2J\\033]0;owned\\007 <img src=x onerror=alert(1)> `` [link](http://x) \\342\\200\\256";
    let finding = one_finding(&place, says);
    let id = finding["id"].as_str().unwrap();
    let out = |words: &[&str]| String::from_utf8(place.assay(words).stdout).unwrap();
    let mut texts = vec![
        out(&["show", "c"]),
        out(&["show", "c", id]),
        out(&["hunt", "--dir", "nowhere/x", "--tests", "0"]),
    ];
    for format in ["md", "gcc", "llvm", "html"] {
        texts.push(out(&["report", "c", "--format", format]));
    }
    let readme = fs::read_to_string(place.path(&format!("c/findings/{id}/README.md"))).unwrap();
    texts.push(readme.clone());
    texts.push(fs::read_to_string(place.path(&format!("c/findings/{id}/reproduce.sh"))).unwrap());
    for text in &texts {
        let raw = text.chars().find(|c| (c.is_control() && !"\n\t".contains(*c)) || *c == '\u{202e}');
        assert_eq!(raw, None, "{text}");
    }
    assert!(texts[1].contains("\\x1b[2J"), "{}", texts[1]);
    assert!(readme.contains("\\<img") && !readme.contains(" <img"), "{readme}");
    let md = out(&["report", "c", "--format", "md"]);
    assert!(md.contains("\\<img") && md.contains("\\[link\\](") && !md.contains(" <img"), "{md}");
    let html = out(&["report", "c", "--format", "html"]);
    assert!(!html.contains("<img"), "{html}");
}

/// What somebody does to a campaign's folder.
type Deed = fn(&Path);

#[test]
fn a_store_that_is_gone_or_broken_is_told() {
    let place = Place::new();
    let slow = place.compiler("slow", "sleep 0.2; exec gcc -w \"$@\"");
    let words = |dir: &str| ["hunt", "--cc", &slow, "--seed", "1", "--dir", dir, "--json"].map(str::to_owned);
    let run = |dir: &str| {
        let words = words(dir);
        place.assay(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let start = |dir: &str| {
        let words = words(dir);
        let mut command = place.command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let rows: [(&str, Deed, &str); 3] = [
        ("removed", |dir| fs::remove_dir_all(dir).unwrap(), "was removed while the campaign ran"),
        ("cut", |dir| fs::write(dir.join("campaign.sqlite"), "").unwrap(), "was cut or overwritten while"),
        (
            "log",
            |dir| fs::remove_file(dir.join("campaign.sqlite-wal")).unwrap(),
            "was removed while the campaign ran",
        ),
    ];
    for (dir, deed, part) in rows {
        let child = start(dir);
        soon("it starts", || place.path(&format!("{dir}/campaign.sqlite-wal")).exists());
        std::thread::sleep(Duration::from_millis(300));
        deed(&place.path(dir));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{dir}: {}", err(&output));
        assert!(err(&output).contains(part) && err(&output).lines().count() == 1, "{dir}: {}", err(&output));
    }
    assert!(!place.path("removed").exists(), "nothing is made anew");
    let rows =
        [("", "is empty"), ("this is no database at all", "is not a database"), ("SQL", "is not a database")];
    for (n, (text, part)) in rows.into_iter().enumerate() {
        let dir = format!("b{n}");
        fs::create_dir_all(place.path(&dir)).unwrap();
        let file = place.write(&format!("{dir}/campaign.sqlite"), text);
        for output in [run(&dir), place.assay(&["show", &dir])] {
            assert_eq!(output.status.code(), Some(3), "{part}: {}", err(&output));
            assert!(err(&output).contains(part), "{}", err(&output));
        }
        assert_eq!(fs::read_to_string(file).unwrap(), text, "nothing is written over it");
    }
}

#[test]
fn only_files_are_kept_in() {
    let place = Place::new();
    let program = place.write("p.c", "int main(void) { return 0; }\n").display().to_string();
    assert!(Command::new("mkfifo").arg(place.path("fifo")).status().unwrap().success());
    fs::create_dir(place.path("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/null", place.path("link")).unwrap();
    std::os::unix::fs::symlink("nothing", place.path("dangling")).unwrap();
    for target in ["/dev/null", "fifo", "folder", "link", "dangling", "/dev/stdout"] {
        for option in ["-o", "--script"] {
            let output = place.assay(&["reduce", &program, "--cc", "gcc", option, target]);
            assert_eq!(output.status.code(), Some(2), "{option} {target}: {}", err(&output));
            assert!(err(&output).contains("give a regular file"), "{target}: {}", err(&output));
        }
    }
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(fs::metadata(place.path("fifo")).unwrap().file_type().is_fifo());
    for target in ["/dev/null", "/dev/stdout", "plain.c"] {
        let output = place.assay(&["gen", "--seed", "1", "--size", "300", "-o", target]);
        assert_eq!(output.status.code(), Some(0), "{target}: {}", err(&output));
        assert_eq!(output.stdout.is_empty(), target != "/dev/stdout", "{target}");
    }
    let rows: [(&[&str], &str); 4] = [
        (&["gen", "--seed", "1", "-o", "folder"], "it is a directory"),
        (&["gen", "--seed", "1", "--out-dir", "p.c"], "it is not a folder"),
        (
            &["gen", "--seed", "18446744073709551615", "--count", "2", "--out-dir", "folder"],
            "there are no 2 seeds",
        ),
        (&["hunt", "--cc", "gcc", "--tests", "1", "--dir", "p.c"], "no campaign's folder"),
    ];
    for (words, part) in rows {
        let output = place.assay(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", err(&output));
        assert!(err(&output).contains(part), "{words:?}: {}", err(&output));
    }
    let last =
        ["gen", "--seed", "18446744073709551615", "--count", "1", "--size", "300", "--out-dir", "folder"];
    assert_eq!(place.assay(&last).status.code(), Some(0));
    assert!(place.path("folder/18446744073709551615.c").is_file(), "the last seed is one");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let place = Place::new();
    let rows = [
        "[limits]\ncompile-seconds = 0",
        "[limits]\ncompile-seconds = 9223372036854775807",
        "[limits]\ncompile-seconds = -1",
        "[limits]\ncompile-seconds = 1e308",
        "[limits]\ncompile-seconds = nan",
        "[limits]\ncompile-seconds = \"\"",
        "[limits]\ncompile-seconds = 1\ncompile-seconds = 2",
        "[limits]\nrun-seconds = 0",
        "[limits]\nrun-seconds = 9223372036854775807",
        "[limits]\ncompile-memory-mib = 0",
        "[limits]\ncompile-memory-mib = 9223372036854775807",
        "[limits]\nrun-memory-mib = 0",
        "[limits]\nrun-memory-mib = 9223372036854775807",
        "[limits]\noutput-kib = 0",
        "[limits]\noutput-kib = 9223372036854775807",
        "[limits]\nprocesses = 0",
        "[limits]\nprocesses = 9223372036854775807",
        "[limits]\ncompile-secunds = 1",
        "jobs = 0",
        "jobs = 9223372036854775807",
        "seed = -1",
        "seed = 99999999999999999999",
        "dir = \"\"",
        "std = \"\"",
        "target = \"\"",
        "[profiles]\ndefault = 0",
        "[profiles]\ndefault = 99999999999",
        "[[toolchain]]\nname = \"\"\ncommand = \"gcc\"",
        "[[toolchain]]\nname = \"a\"\ncommand = \"\"",
        "[[toolchain]]\nname = \"a\"\ncommand = \"gcc\"\nlevels = []",
        "[[toolchain]]\nname = \"a\"\ncommand = \"gcc\"\nrandom-count = 3",
    ];
    for row in rows {
        place.write("odd.toml", row);
        let output = place.assay(&["hunt", "--config", "odd.toml", "--tests", "1"]);
        assert_eq!(output.status.code(), Some(2), "{row}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{row}: {}", err(&output));
    }
    for time in ["0", "-1s", "nan", "inf", "1e308d", "9223372036854775807d", "1e18"] {
        let output = place.assay(&["hunt", "--for", time]);
        assert_eq!(output.status.code(), Some(2), "{time}: {}", err(&output));
    }
    place.write("policy.toml", "[types]\ninexact = 100\n[relax]\ncompile_only = true\n");
    let output = place.assay(&["gen", "--seed", "1", "--size", "500", "--policy", "policy.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn little_memory_is_told() {
    let place = Place::new();
    place.write("p.c", "int main(void) { return 0; }\n");
    let verbs =
        ["gen --seed 1", "run p.c", "hunt --cc gcc --tests 1 --jobs 1", "hunt --cc gcc --tests 1 --jobs 8"];
    for (verb, room) in verbs.iter().flat_map(|verb| [(verb, 300_000), (verb, 1_200_000), (verb, 2_200_000)])
    {
        if room > 2_000_000 && !verb.contains("--jobs 8") {
            continue;
        }
        let line = format!("ulimit -v {room}; exec {} {verb}", support::ASSAY);
        let output = Command::new("sh").args(["-c", &line]).current_dir(place.path("")).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{verb}: {}", err(&output));
        assert!(err(&output).contains("ulimit -v"), "{verb}: {}", err(&output));
    }
}

#[test]
fn a_slow_reader_of_the_page_blocks_nobody() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    let place = Place::new();
    one_finding(&place, "error: x");
    let mut child = place.command(&["serve", "c", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
    let idle: Vec<TcpStream> = (0..10).map(|_| TcpStream::connect(&address).unwrap()).collect();
    let begun = Instant::now();
    let mut stream = TcpStream::connect(&address).unwrap();
    stream
        .write_all(
            format!("GET /report.json HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200 OK") && begun.elapsed() < Duration::from_secs(5), "{text}");
    drop(idle);
    child.kill().unwrap();
    child.wait().unwrap();
}
