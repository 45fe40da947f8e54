//! What is found out about findings: planted bugs that behave as if they were in a pass of the compiler must be
//! attributed to it, and different bugs must not be taken for one.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use test_support::Compiler;

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
    // More of them than of the others, so that they win.
    let voters = ["-O0", "-O1", "-Og", "-g", "-g1", "-g2", "-g3", "-fno-dce", "-fno-ivopts", "-fno-gcse"];
    let mut config = format!("[[toolchain]]\nname = \"voter\"\ncommand = \"gcc -w\"\nlevels = {voters:?}\n");
    for (name, command) in toolchains {
        config += &format!("[[toolchain]]\nname = \"{name}\"\ncommand = \"{command}\"\nlevels = [\"-O2\"]\n");
    }
    fs::write(dir.join("assay.toml"), config).unwrap();
    fs::write(dir.join("program.txt"), program).unwrap();
    let generator = format!("sh -c 'cat {}'", dir.join("program.txt").display());
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "1"];
    let output = assay(dir, &[&words[..], &["--no-reduce", "--seed", "1", "--dir", "c", "--json"]].concat());
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

/// Shows every plant.
const PROGRAM: &str = include_str!("data/planted.c");

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
    assert_eq!(found["by-level"]["bucket"], "wrong-code by-level at -O2");
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
    for part in ["culprit pass", "tree-vrp1", "cured by", "-fno-tree-vrp", "levels that fail", "others work"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let readme = fs::read_to_string(dir.join("c/findings/0-in-a-pass/README.md")).unwrap();
    assert!(readme.contains("culprit pass: tree-vrp1"), "{readme}");
    assert!(dir.join("c/findings/0-in-a-pass/triage.json").is_file());
}

#[test]
fn a_bug_in_a_pass_of_clang_is_attributed_to_it() {
    let Some(clang) = Compiler::clang() else { return };
    let dir = tempfile::tempdir().unwrap();
    let bad = sabotaged("--plant sar-to-shr --bisect-pass InstCombinePass", clang.name());
    let events = hunt(dir.path(), &[("broken", bad)], PROGRAM);
    let found = examined(&events);
    let step = &found["broken"]["triage"]["guilt"]["step"];
    assert_eq!(step["pass"], "InstCombinePass", "{}", found["broken"]);
    assert_eq!(found["broken"]["bucket"], "wrong-code broken: InstCombinePass");
    let limit = format!("-opt-bisect-limit={}", step["number"].as_u64().unwrap() - 1);
    assert_eq!(found["broken"]["triage"]["guilt"]["cures"][0]["flags"][1], limit);
}

/// Each plant in a pass of its own, as in a compiler with many bugs.
const IN_PASSES: [(&str, &str); 6] = [
    ("dropped-store", "tree-ccp1"),
    ("swapped-branch", "tree-phiopt2"),
    ("bit-field-mask", "tree-sra"),
    ("struct-copy", "rtl-combine"),
    ("float-add-to-sub", "rtl-sched2"),
    ("compare-off-by-one", "ipa-pure-const"),
];

#[test]
fn planted_bugs_of_many_kinds_are_attributed_and_kept_apart() {
    let dir = tempfile::tempdir().unwrap();
    let in_passes = IN_PASSES.map(|(plant, pass)| {
        (plant, sabotaged(&format!("--plant {plant} --unless -fdisable-{pass}"), "gcc"))
    });
    let met = ["crash", "abort", "reject"]
        .map(|plant| (plant, sabotaged(&format!("--plant {plant} --pattern printf"), "gcc")));
    let events = hunt(dir.path(), &[&in_passes[..], &met[..]].concat(), PROGRAM);
    let found = examined(&events);
    for (plant, pass) in IN_PASSES {
        assert_eq!(found[plant]["bucket"], format!("wrong-code {plant}: {pass}"), "{:#}", found[plant]);
    }
    assert_eq!(found["crash"]["bucket"], "compiler-crash: expand_sabotage at sabotage.cc");
    assert_eq!(found["abort"]["bucket"], "compiler-crash: SIGABRT");
    assert_eq!(found["reject"]["bucket"], "compiler-reject reject: expression too complex for sabotage");
}
