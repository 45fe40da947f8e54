//! What is found out about findings: planted bugs that behave as if they were in a pass of the compiler must be
//! attributed to it, and different bugs must not be taken for one.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ASSAY: &str = env!("CARGO_BIN_EXE_assay");

fn assay(dir: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(ASSAY);
    command.args(words).current_dir(dir).env_remove("CC").env("RUST_BACKTRACE", "0");
    command.output().expect("assay starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Programs of others are small, so that examining them takes little; the voters tell who is wrong.
fn hunt(dir: &Path, toolchains: &[(&str, String)], program: &str) -> Vec<Value> {
    let mut config = String::from("[limits]\ncompile-seconds = 5\n");
    for voter in ["voter-1", "voter-2"] {
        config += &format!(
            "[[toolchain]]\nname = \"{voter}\"\ncommand = \"gcc -w\"\nlevels = [\"-O0\", \"-O1\"]\n"
        );
    }
    for (name, command) in toolchains {
        config += &format!("[[toolchain]]\nname = \"{name}\"\ncommand = \"{command}\"\nlevels = [\"-O2\"]\n");
    }
    fs::write(dir.join("assay.toml"), config).unwrap();
    fs::write(dir.join("program.txt"), program).unwrap();
    let words =
        ["hunt", "--config", "assay.toml", "--generator", "sh -c 'cat ../program.txt'", "--tests", "1"];
    let generator = format!("sh -c 'cat {}'", dir.join("program.txt").display());
    let mut words = words.to_vec();
    words[4] = &generator;
    let output = assay(dir, &[&words[..], &["--seed", "1", "--dir", "c", "--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn examined(events: &[Value]) -> BTreeMap<String, &Value> {
    let all = events.iter().filter(|event| event["event"] == "examined").map(|event| &event["finding"]);
    all.map(|finding| (finding["compiler"].as_str().unwrap().to_owned(), finding)).collect()
}

fn sabotaged(options: &str, cc: &str) -> String {
    format!("{ASSAY} sabotage {options} --every --cc {cc} -- -w")
}

/// Needs what all the plants spoil.
const PROGRAM: &str = "#include <stdio.h>\n\
    struct S { unsigned a : 5, b : 7; }; struct T { long a[4]; };\n\
    static volatile int v = -8, w = -8, x = 7; static volatile signed char c = -1; static volatile double d = 1.5;\n\
    static struct S s = {0, 127}; static struct T t, *volatile p = &t; static int stored;\n\
    __attribute__((noinline)) static int less(int a, int b) { return a < b; }\n\
    __attribute__((noinline)) static void field(struct S *q) { q->a = 1; }\n\
    int main(void) {\n\
        struct T u = {{x, x, x, x}}; int y = 0;\n\
        *p = u; field(&s); stored = x;\n\
        if (v >= w) y = 1; else y = 3;\n\
        printf(\"%d %d %d %d\\n\", v >> 1, less(v, w), c, y);\n\
        printf(\"%d %d %ld %.2f %d\\n\", s.b, x - v, t.a[0] + t.a[1] + t.a[2] + t.a[3], d + d, stored);\n\
        return 0;\n\
    }\n";

#[test]
fn a_bug_in_a_pass_of_gcc_is_attributed_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let by_pass = "--plant sar-to-shr --unless -fdisable-tree-vrp1 --unless -fno-tree-vrp";
    let by_flag = "--plant sar-to-shr --unless -fno-gcse";
    let by_counter = "--plant sar-to-shr --counter dce:3 --unless -fdisable-rtl-cse1";
    let toolchains = [
        ("in-a-pass", sabotaged(by_pass, "gcc")),
        ("by-a-flag", sabotaged(by_flag, "gcc")),
        ("by-a-counter", sabotaged(by_counter, "gcc")),
        ("by-level", sabotaged("--plant sar-to-shr --at-level 2", "gcc")),
    ];
    let events = hunt(dir.path(), &toolchains, PROGRAM);
    let found = examined(&events);
    let cures = |name: &str| -> Vec<String> {
        let cures = found[name]["triage"]["guilt"]["cures"].as_array().unwrap();
        let flags = |cure: &Value| {
            cure["flags"]
                .as_array()
                .unwrap()
                .iter()
                .map(|f| f.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        cures.iter().map(|cure| flags(cure).join(" ")).collect()
    };
    assert_eq!(found["in-a-pass"]["bucket"], "wrong-code in-a-pass: tree-vrp1");
    assert_eq!(cures("in-a-pass"), ["-fdisable-tree-vrp1", "-fno-tree-vrp"]);
    assert_eq!(found["by-a-flag"]["bucket"], "wrong-code by-a-flag: -fno-gcse");
    assert_eq!(found["by-a-counter"]["bucket"], "wrong-code by-a-counter: rtl-cse1");
    assert_eq!(cures("by-a-counter"), ["-fdisable-rtl-cse1", "-fdbg-cnt=dce:2"]);
    assert_eq!(found["by-level"]["bucket"], "wrong-result by-level at -O2");
    let levels = found["by-level"]["triage"]["levels"].as_array().unwrap();
    let fails: Vec<&str> = levels
        .iter()
        .filter(|one| one["outcome"] == "fails")
        .map(|one| one["label"].as_str().unwrap())
        .collect();
    assert_eq!(fails, ["-O2", "-Os"], "-Os is the second level with less code");
    let versions = found["by-level"]["triage"]["versions"].as_array().unwrap();
    assert!(
        versions.iter().any(|one| one["label"] == "gcc -O2" && one["outcome"] == "works"),
        "{versions:?}"
    );
    told_to_people(dir.path());
}

fn told_to_people(dir: &Path) {
    let shown = out(&assay(dir, &["show", "c", "0-in-a-pass"]));
    for part in ["guilty pass", "tree-vrp1", "cured by", "-fno-tree-vrp", "levels that fail", "others work"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let readme = fs::read_to_string(dir.join("c/findings/0-in-a-pass/README.md")).unwrap();
    assert!(readme.contains("guilty pass: tree-vrp1"), "{readme}");
    assert!(dir.join("c/findings/0-in-a-pass/triage.json").is_file());
}

#[test]
fn a_bug_in_a_pass_of_clang_is_attributed_to_it() {
    let Some(clang) = clang() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let bad = sabotaged("--plant sar-to-shr --bisect-pass InstCombinePass", &clang);
    let events = hunt(dir.path(), &[("broken", bad)], PROGRAM);
    let found = examined(&events);
    let step = &found["broken"]["triage"]["guilt"]["step"];
    assert_eq!(step["pass"], "InstCombinePass", "{}", found["broken"]);
    assert_eq!(found["broken"]["bucket"], "wrong-code broken: InstCombinePass");
    let limit = format!("-opt-bisect-limit={}", step["number"].as_u64().unwrap() - 1);
    assert_eq!(found["broken"]["triage"]["guilt"]["cures"][0]["flags"][1], limit);
}

fn clang() -> Option<String> {
    let names = ["clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14", "clang"];
    let path = |name: &str| PathBuf::from("/usr/bin").join(name);
    names.into_iter().find(|name| path(name).exists()).map(str::to_owned)
}

#[test]
fn planted_bugs_of_all_kinds_are_kept_apart() {
    let plants = [
        "sar-to-shr",
        "setl-to-setle",
        "movsbl-to-movzbl",
        "dropped-store",
        "swapped-branch",
        "bit-field-mask",
        "struct-copy",
        "sub-to-add",
        "float-add-to-sub",
        "crash",
        "abort",
        "reject",
        "hang",
    ];
    let dir = tempfile::tempdir().unwrap();
    let options = |plant: &str| format!("--plant {plant} --pattern main");
    let toolchains: Vec<(&str, String)> =
        plants.iter().map(|plant| (*plant, sabotaged(&options(plant), "gcc"))).collect();
    let events = hunt(dir.path(), &toolchains, PROGRAM);
    let found = examined(&events);
    let missing: Vec<&&str> = plants.iter().filter(|plant| !found.contains_key(**plant)).collect();
    assert!(missing.is_empty(), "not found: {missing:?}");
    let buckets: std::collections::BTreeSet<&str> =
        found.values().map(|finding| finding["bucket"].as_str().unwrap()).collect();
    assert_eq!(buckets.len(), plants.len(), "{buckets:#?}");
}
