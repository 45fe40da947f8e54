//! `assay bench`: figures of this machine for each profile, side by side with the generators of others that are
//! installed.

mod bugs;
mod coverage;
mod density;

use self::coverage::Counters;
use crate::eta::Eta;
use crate::failure::Failure;
use crate::verbs::hunt::time;
use crate::{session, terminal};
use bench::{Build, Error, Kind, Part, Peer, Plan, Producer, Progress, Report, Row, producer};
use campaign::config::template;
use campaign::host::Host;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Measure this machine: how fast programs are made and executed, and how much of a compiler they reach
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The CPU time that each compiler gets for each row
    #[arg(long = "for", value_name = "TIME", value_parser = time, default_value = "120s")]
    time: Duration,
    /// What to measure
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    only: Vec<PartName>,
    /// The rows, by name [default: all profiles, and all known generators that are installed]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    rows: Vec<String>,
    /// One more row: a generator, as in "csmith --no-volatiles --seed {seed}"; again for more
    #[arg(long, value_name = "CMD")]
    generator: Vec<String>,
    /// Where the headers are that the programs of these generators include
    #[arg(short = 'I', value_name = "DIR")]
    include: Option<std::path::PathBuf>,
    /// How many programs of each row are made for the speed of generation
    #[arg(long, value_name = "N", default_value_t = 200)]
    programs: u64,
    /// How many programs of each row are read and executed
    #[arg(long, value_name = "N", default_value_t = 50)]
    executed: u64,
    /// For `bugs`: a compiler to hunt, with its flags; again for more [default: all gccs and clangs on the path but the
    /// newest of each]
    #[arg(long, value_name = "CMD")]
    cc: Vec<String>,
    /// For `bugs`: compilers on the path that must not have a bug for it to count [default: the newest gcc and clang]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    newer: Vec<String>,
    /// For `coverage`: measure so many times with other seeds, and tell medians and what is more than chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: u64,
    /// For `coverage`: tell how often each counter and remark fired
    #[arg(long)]
    counters: bool,
    /// For `coverage`: a compiler that was built with gcov or clang's source coverage, whose own lines, functions and branches
    /// are counted; DIR/cc is the compiler
    #[arg(long, value_name = "DIR")]
    coverage_build: Option<std::path::PathBuf>,
    /// The compiler of that build, if it is not DIR/cc
    #[arg(long, value_name = "CMD", requires = "coverage_build")]
    coverage_cc: Option<String>,
    /// The gcov that fits the compiler of that build [default: gcov]
    #[arg(long, value_name = "CMD", requires = "coverage_build")]
    gcov: Option<String>,
    /// JSON instead of text, with the names of all counters and remarks
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "Counters are those of `gcc -O3 -fdump-statistics-stats`, by pass and text; remarks are those \
    of `clang -O3 -fsave-optimization-record`, by pass and name. All times are CPU times. \
    `scripts/coverage-build.sh DIR` builds tcc for --coverage-build.\n\n\
    Exit codes: 0, 2 wrong usage, 3 trouble around it, 70 a bug in assay";

#[derive(Clone, Copy, clap::ValueEnum)]
enum PartName {
    /// How fast programs are made
    Generation,
    /// How fast they are read and executed, and what of them is executed
    Machine,
    /// What they reach in compilers
    Coverage,
    /// What they are made of: statements, pointers, volatile accesses; only when it is asked for
    Density,
    /// How many bugs of older compilers they find; only when it is asked for. --for is the CPU time of each row
    Bugs,
}

impl PartName {
    /// Bugs are found by campaigns, which are no part of the crate that measures the others.
    fn part(self) -> Option<Part> {
        match self {
            PartName::Generation => Some(Part::Generation),
            PartName::Machine => Some(Part::Machine),
            PartName::Coverage => Some(Part::Coverage),
            PartName::Density => Some(Part::Density),
            PartName::Bugs => None,
        }
    }
}

#[derive(Serialize)]
struct Printed<'a> {
    machine: Host,
    budget_seconds: f64,
    #[serde(flatten)]
    report: &'a Report,
    left_out: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    bugs: Option<&'a [bugs::Bugs]>,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let (producers, left_out) = producers(&args)?;
    session::tidy();
    let plan = plan(&args)?;
    session::stop_on_interrupt(&plan.setup.cancel)?;
    let mut shown = Shown::new(producers.len() * plan.parts.len());
    let report = bench::run(&plan, &producers, &mut |progress| shown.tell(progress));
    shown.clear();
    let report = report.map_err(failure)?;
    let hunts = args.only.iter().any(|part| matches!(part, PartName::Bugs));
    let found = if hunts { Some(bugs::measure(&args, &producers, &plan.setup)?) } else { None };
    let counters = if args.counters { Counters::All } else { Counters::Count };
    let text = if args.json {
        let printed = Printed {
            machine: Host::this(),
            budget_seconds: plan.budget.as_secs_f64(),
            report: &report,
            left_out: &left_out,
            bugs: found.as_deref(),
        };
        serde_json::to_string_pretty(&printed).expect("only text keys") + "\n"
    } else {
        described(&report, &plan, &left_out, counters)
            + &found.as_deref().map(bugs::described).unwrap_or_default()
    };
    terminal::print(text.as_bytes())?;
    Ok(0)
}

fn plan(args: &Args) -> Result<Plan, Failure> {
    let all = || vec![Part::Generation, Part::Machine, Part::Coverage];
    let only: Vec<Part> = args.only.iter().filter_map(|name| name.part()).collect();
    let open = |dir: &std::path::PathBuf| {
        Build::open(dir, args.coverage_cc.as_deref(), args.gcov.as_deref())
            .map_err(|error| Failure::Usage(error.to_string()))
    };
    Ok(Plan {
        parts: if args.only.is_empty() { all() } else { only },
        budget: args.time,
        programs: args.programs,
        executed: args.executed,
        repetitions: args.repeat,
        build: args.coverage_build.as_ref().map(open).transpose()?,
        setup: campaign::Config::default().setup(),
    })
}

/// The rows, and why some of the usual ones are left out.
fn producers(args: &Args) -> Result<(Vec<Producer>, Vec<String>), Failure> {
    let (mut all, mut left_out) = producer::all();
    if !args.rows.is_empty() {
        for name in &args.rows {
            if !all.iter().any(|producer| producer.name() == name) {
                let names: Vec<&str> = all.iter().map(Producer::name).collect();
                return Err(Failure::Usage(format!(
                    "there is no row `{name}`; there are: {}",
                    names.join(", ")
                )));
            }
        }
        all.retain(|producer| args.rows.iter().any(|name| name == producer.name()));
        left_out.clear();
    }
    for command in &args.generator {
        let command_line = template(command)?;
        all.push(Producer::Peer(Peer {
            name: command.clone(),
            command: command_line,
            include: args.include.clone(),
        }));
    }
    Ok((all, left_out))
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Ours(error) => Failure::Environment(error.to_string()),
        Error::Coverage(words) => Failure::Environment(words),
        Error::Internal { .. } => Failure::Internal(error.to_string()),
    }
}

/// What is under way, on the error stream: one line that changes on a terminal, else a line for each part.
struct Shown {
    terminal: bool,
    last: Option<Instant>,
    part: Option<(String, Part)>,
    eta: Eta,
}

const PAUSE: Duration = Duration::from_millis(200);

impl Shown {
    fn new(parts: usize) -> Shown {
        Shown { terminal: std::io::stderr().is_terminal(), last: None, part: None, eta: Eta::new(parts) }
    }

    fn tell(&mut self, progress: Progress<'_>) {
        let Progress { row, part, programs, spent } = progress;
        let same = self.part.as_ref().is_some_and(|(name, known)| name == row && *known == part);
        if !same {
            if self.part.replace((row.to_owned(), part)).is_some() {
                self.eta.step();
            }
            if !self.terminal {
                terminal::report(format_args!("{row}: {} ({})\n", words(part), self.eta.words()));
            }
        }
        if !self.terminal {
            return;
        }
        if self.last.is_none_or(|last| last.elapsed() > PAUSE) {
            let seconds = spent.as_secs_f64();
            terminal::order(format_args!(
                "\r\x1b[K{row}: {}: {programs} programs, {seconds:.0} s ({})",
                words(part),
                self.eta.words()
            ));
            self.last = Some(Instant::now());
        }
    }

    fn clear(&self) {
        if self.terminal {
            terminal::order("\r\x1b[K");
        }
    }
}

fn words(part: Part) -> &'static str {
    match part {
        Part::Generation => "making programs",
        Part::Machine => "reading and executing",
        Part::Coverage => "compiling",
        Part::Density => "counting what they are made of",
    }
}

/// A column: its heading, and what a row has there.
type Column = (&'static str, fn(&Row) -> Option<String>);

const GENERATION: &[Column] = &[
    ("programs", |row| row.generation.as_ref().map(|g| g.programs.to_string())),
    ("tokens each", |row| row.generation.as_ref().map(|g| count(g.tokens as f64 / g.programs as f64))),
    ("tokens/CPU s", |row| row.generation.as_ref().map(|g| count(g.tokens_per_second()))),
];

const MACHINE: &[Column] = &[
    ("programs", |row| row.execution.as_ref().map(|e| e.programs.to_string())),
    ("not run", |row| row.execution.as_ref().map(|e| e.unfinished.to_string())),
    ("live statements", |row| {
        row.execution.as_ref().map(|e| percent(e.live_statements as f64, e.statements as f64))
    }),
    ("guarded", |row| {
        // Others guard by calls of functions of their own.
        let execution = row.execution.as_ref().filter(|_| row.kind == Kind::Profile)?;
        Some(percent(execution.guarded as f64, (execution.guarded + execution.raw) as f64))
    }),
    ("nodes/live node", |row| {
        row.execution.as_ref().map(|e| format!("{:.1}", e.nodes as f64 / e.live_nodes as f64))
    }),
    ("nodes/CPU s", |row| row.execution.as_ref().map(|e| count(e.nodes as f64 / e.cpu_seconds))),
    ("read, bytes/CPU s", |row| row.execution.as_ref().map(|e| count(e.read_bytes as f64 / e.read_seconds))),
];

fn described(report: &Report, plan: &Plan, left_out: &[String], counters: Counters) -> String {
    let mut text = format!("{}\n", Host::this());
    for compiler in &report.compilers {
        let _ = writeln!(text, "{compiler}");
    }
    for why in left_out {
        let _ = writeln!(text, "left out: {why}");
    }
    let tables = [
        (Part::Generation, "Making programs, cold run and printing included", GENERATION),
        (Part::Machine, "Reading and executing them on the machine", MACHINE),
    ];
    for (_, heading, columns) in tables.iter().filter(|(part, ..)| plan.parts.contains(part)) {
        let _ = writeln!(text, "\n{heading}:");
        text.push_str(&table(&report.rows, columns));
    }
    if plan.parts.contains(&Part::Coverage) {
        text.push_str(&coverage::described(report, plan, counters));
    }
    if plan.parts.contains(&Part::Density) {
        text.push_str(&density::described(report));
    }
    for line in ratios(report) {
        let _ = writeln!(text, "{line}");
    }
    if report.interrupted {
        text.push_str("\nInterrupted: rows are missing.\n");
    }
    text
}

fn table(rows: &[Row], columns: &[Column]) -> String {
    let mut lines =
        vec![std::iter::once(String::new()).chain(columns.iter().map(|c| c.0.to_owned())).collect()];
    for row in rows {
        let cells = columns.iter().map(|(_, cell)| cell(row).unwrap_or_else(|| "-".to_owned()));
        lines.push(std::iter::once(row.name.clone()).chain(cells).collect::<Vec<String>>());
    }
    let width = |i: usize| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=columns.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let _ = write!(text, "  {:<1$}", line[0], widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// Each profile against each peer, in one sentence.
fn ratios(report: &Report) -> Vec<String> {
    let (ours, peers): (Vec<&Row>, Vec<&Row>) = report.rows.iter().partition(|row| row.kind == Kind::Profile);
    let mut lines = Vec::new();
    for (profile, peer) in ours.iter().flat_map(|p| peers.iter().map(move |q| (p, q))) {
        let mut parts = Vec::new();
        if let (Some(a), Some(b)) = (&profile.generation, &peer.generation) {
            let times = a.tokens_per_second() / b.tokens_per_second();
            parts.push(format!("{times:.1} times the tokens per CPU second"));
        }
        parts.extend(coverage::beside(profile, peer));
        if !parts.is_empty() {
            lines.push(format!("{} beside {}: {}", profile.name, peer.name, parts.join("; ")));
        }
    }
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1} %", 100.0 * part / whole) } else { "-".to_owned() }
}

/// `950`, `12.3 k`, `4.56 M`.
fn count(value: f64) -> String {
    match value {
        v if !v.is_finite() => "-".to_owned(),
        v if v < 1e3 => format!("{v:.0}"),
        v if v < 1e6 => format!("{:.1} k", v / 1e3),
        v => format!("{:.2} M", v / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        assert_eq!(count(950.0), "950");
        assert_eq!(count(12_345.0), "12.3 k");
        assert_eq!(count(4_560_000.0), "4.56 M");
        assert_eq!(count(f64::NAN), "-");
        assert_eq!(percent(1.0, 8.0), "12.5 %");
        assert_eq!(percent(0.0, 0.0), "-");
    }
}
