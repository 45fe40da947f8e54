//! `assay doctor`: what this machine has to test and to judge with, and what could be installed for more.

use crate::failure::Failure;
use crate::terminal;
use campaign::host::Host;
use campaign::target::Question;
use emit::Std;
use harness::toolchain::{discover, find_program};
use harness::validators;
use harness::{Language, Limits, Setup};
use serde::Serialize;
use std::fmt::Write as _;

/// Tell which compilers, validators, emulators and reducers are here, and what to install for more
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0, 3 no C compiler")]
pub struct Args {
    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    machine: Host,
    compilers: Vec<Compiler>,
    skipped: Vec<Row>,
    validators: Vec<Row>,
    tools: Vec<Tool>,
    limits: Vec<Row>,
    advice: Vec<String>,
}

#[derive(Serialize)]
struct Compiler {
    name: String,
    version: String,
    path: String,
    family: String,
    /// The machine that it compiles for.
    target: &'static str,
    levels: Vec<String>,
    runner: String,
}

#[derive(Serialize)]
struct Row {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    purpose: &'static str,
    path: Option<String>,
}

/// A program that is good to have, and what for.
const TOOLS: [(&str, &str); 9] = [
    ("csmith", "foreign programs for hunt --generator"),
    ("yarpgen", "foreign programs for hunt --generator"),
    ("creduce", "reduces foreign programs"),
    ("cvise", "reduces foreign programs"),
    ("frama-c", "proves foreign programs well defined"),
    ("qemu-aarch64", "runs programs for 64-bit ARM"),
    ("qemu-riscv64", "runs programs for RISC-V"),
    ("qemu-s390x", "runs programs of big-endian order"),
    ("qemu-arm", "runs programs for 32-bit ARM"),
];

/// What is missing, by the stem of a compiler's name, and what to do about it.
const WANTED: [(&str, &str); 4] = [
    ("gcc", "apt install gcc: the usual first compiler"),
    ("clang", "apt install clang: a second family of compilers, and MSan"),
    ("tcc", "apt install tcc: a small compiler with bugs of its own"),
    ("pcc", "install pcc (pcc.ludd.ltu.se): another small compiler"),
];

pub fn run(args: Args) -> Result<u8, Failure> {
    let report = examine()?;
    let text = if args.json {
        serde_json::to_string_pretty(&report).expect("only text keys") + "\n"
    } else {
        described(&report)
    };
    if args.json { terminal::print(text.as_bytes()) } else { terminal::say(&text) }?;
    if report.compilers.is_empty() {
        return Err(Failure::Environment(
            "no C compiler was found on the path; install gcc or clang".to_owned(),
        ));
    }
    Ok(0)
}

fn examine() -> Result<Report, Failure> {
    let found = discover();
    let setup = campaign::Config::default().setup();
    let present = validators::present(&setup).map_err(|error| Failure::Environment(error.to_string()))?;
    let validators = present.iter().map(|one| row(&one.kind.to_string(), &one.program)).collect();
    let compilers: Vec<Compiler> =
        found.toolchains.iter().map(|one| compiler(&setup, one)).collect::<Result<_, _>>()?;
    let skipped =
        found.skipped.iter().map(|one| row(&one.path.display().to_string(), &one.reason.to_string()));
    let path = |name| find_program(name).map(|path| path.display().to_string());
    let tools: Vec<Tool> =
        TOOLS.iter().map(|&(name, purpose)| Tool { name, purpose, path: path(name) }).collect();
    let advice = advice(&compilers, &tools);
    Ok(Report {
        machine: Host::this(),
        skipped: skipped.collect(),
        compilers,
        validators,
        tools,
        limits: limits(&setup),
        advice,
    })
}

fn compiler(setup: &Setup, toolchain: &harness::Toolchain) -> Result<Compiler, Failure> {
    let std = match toolchain.language {
        Language::C => Std::C11,
        Language::Cxx => Std::Cxx11,
    };
    let target = Question { setup, toolchain, flags: &[], std }
        .target()
        .map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(Compiler {
        name: toolchain.name.clone(),
        version: toolchain.fingerprint.version.clone(),
        path: toolchain.fingerprint.path.display().to_string(),
        family: toolchain.family.to_string(),
        levels: toolchain.levels.iter().filter(|level| !level.is_empty()).cloned().collect(),
        runner: toolchain.runner.join(" "),
        target: target.map_or("an unknown target", |target| target.name),
    })
}

fn row(name: &str, value: &str) -> Row {
    Row { name: name.to_owned(), value: value.to_owned() }
}

fn limits(setup: &Setup) -> Vec<Row> {
    let words = |limits: &Limits| {
        let (seconds, memory) = (limits.cpu.as_secs(), limits.resident >> 20);
        let (output, processes) = (limits.output >> 10, limits.processes);
        format!("{seconds} s of CPU time, {memory} MiB, {output} KiB of output, {processes} processes")
    };
    let scratch = setup.scratch.root().display().to_string();
    vec![
        row("compilers", &words(&setup.compile)),
        row("test programs", &words(&setup.execute)),
        row("temporary files", &scratch),
        row("sandbox", &sandbox()),
    ]
}

/// What keeps compilers and test programs from doing harm.
fn sandbox() -> String {
    let found = harness::process::sandbox();
    if !found.files {
        let words = "none: this kernel has no Landlock, so that compilers and test programs can write wherever you can";
        return words.to_owned();
    }
    let rows = [
        (true, "they write to temporary files only"),
        (found.network, "no TCP"),
        (found.signals, "no signals to other processes"),
    ];
    rows.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words).collect::<Vec<_>>().join(", ")
}

fn advice(compilers: &[Compiler], tools: &[Tool]) -> Vec<String> {
    let missing = |stem: &str| !compilers.iter().any(|compiler| compiler.name.starts_with(stem));
    let wanted = WANTED.iter().filter(|(stem, _)| missing(stem)).map(|(_, words)| (*words).to_owned());
    let absent = tools.iter().filter(|tool| tool.path.is_none());
    wanted.chain(absent.map(|tool| format!("install {}: {}", tool.name, tool.purpose))).collect()
}

fn described(report: &Report) -> String {
    let mut text = format!("machine: {}\n\ncompilers:\n", report.machine);
    for one in &report.compilers {
        let runner = if one.runner.is_empty() { String::new() } else { format!(", run by {}", one.runner) };
        let _ = writeln!(
            text,
            "  {:<12} {} [{}, {}] {}{runner}",
            one.name,
            one.version,
            one.family,
            one.target,
            one.levels.join(" ")
        );
    }
    for one in &report.skipped {
        let _ = writeln!(text, "  not used: {} ({})", one.name, one.value);
    }
    section(&mut text, "validators", &report.validators);
    let tools: Vec<Row> =
        report.tools.iter().filter_map(|tool| Some(row(tool.name, tool.path.as_ref()?))).collect();
    section(&mut text, "other tools", &tools);
    section(&mut text, "limits", &report.limits);
    if !report.advice.is_empty() {
        let _ = writeln!(text, "\nfor more:");
    }
    for one in &report.advice {
        let _ = writeln!(text, "  {one}");
    }
    text
}

fn section(text: &mut String, title: &str, rows: &[Row]) {
    let _ = writeln!(text, "\n{title}:");
    if rows.is_empty() {
        let _ = writeln!(text, "  none");
    }
    for row in rows {
        let _ = writeln!(text, "  {:<18} {}", row.name, row.value);
    }
}
