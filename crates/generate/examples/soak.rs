//! Grows many programs of the default profile, checks each, and optionally writes them to a folder: `soak FIRST COUNT
//! [DIR]`. `ASSAY_SIZE` sets the size of the programs, `ASSAY_VALIDATE` lets the validator look at each.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use assay_generate::{Aim, Cause, Check, GrowError, Grown, RepairKind, Request, Source, find_profile};
use std::collections::BTreeMap;

fn main() {
    machine::on_deep_stack(run);
}

fn run() {
    let args: Vec<String> = std::env::args().collect();
    let first: u64 = args[1].parse().expect("first seed");
    let count: u64 = args[2].parse().expect("count");
    let dir = args.get(3).map(String::as_str).filter(|d| !d.is_empty() && *d != "-");
    let mut policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
    let size = std::env::var("ASSAY_SIZE").ok().and_then(|s| s.parse().ok());
    policy.shape.size = size.unwrap_or(policy.shape.size);
    policy.shape.exact_size = size.is_some();
    let live = args.get(4).and_then(|a| a.parse().ok());
    policy.shape.live = live.unwrap_or(policy.shape.live);
    let start = std::time::Instant::now();
    let mut totals = Totals::default();
    for seed in first..first + count {
        let policy = policy.clone();
        let request = Request { seed, target: ir::Target::LP64, policy, swarm: true, check: Check::Print };
        match assay_generate::grow(&request) {
            Ok(grown) => {
                totals.add(seed, &grown);
                validate(seed, &grown);
                totals.print(seed, &grown, dir);
            }
            Err(error) => tell(seed, error, dir),
        }
    }
    totals.tell(count, start.elapsed().as_secs_f64());
}

/// A program that Assay got wrong itself.
fn tell(seed: u64, error: GrowError, dir: Option<&str>) {
    eprintln!("seed {seed}: {error}");
    if let GrowError::Cold { program, outcome } = &error
        && let machine::Outcome::Undefined(found) = outcome.as_ref()
        && let Some(machine::Culprit::Var(var)) = found.culprit
    {
        eprintln!("  about {}", program.name(program.vars[var].name));
    }
    if let GrowError::Cold { program, .. } | GrowError::Values { program, .. } = error
        && let (Some(dir), Ok(out)) = (dir, emit::print(&program, &emit::Options::default()))
    {
        let _ = std::fs::write(format!("{dir}/{seed}.bad.c"), out.text());
    }
}

fn validate(seed: u64, grown: &Grown) {
    if !cfg!(debug_assertions) && std::env::var_os("ASSAY_VALIDATE").is_none() {
        return;
    }
    for v in ir::validate::validate(&grown.program).iter().take(3) {
        println!("seed {seed}: invalid: {v}");
        if let ir::validate::Place::Expr(e) = v.at {
            let parent = grown.program.exprs.iter().find(|(id, _)| {
                let mut found = false;
                grown.program.for_each_child(*id, |c| found |= c == e);
                found
            });
            println!("  {:?} under {parent:?}", grown.program.exprs[e]);
        }
    }
}

/// Sums over all programs.
#[derive(Default)]
struct Totals {
    abandoned: BTreeMap<String, u32>,
    repairs: BTreeMap<RepairKind, u32>,
    statements: BTreeMap<&'static str, u32>,
    /// How many programs have a shape, and how often.
    shapes: BTreeMap<&'static str, (u32, u32)>,
    bytes: usize,
    tokens: usize,
    steps: u64,
    live: usize,
    all: usize,
}

impl Totals {
    fn add(&mut self, seed: u64, grown: &Grown) {
        for reason in &grown.abandoned {
            eprintln!("seed {seed}: gave up once: {reason}");
            *self.abandoned.entry(reason.clone()).or_default() += 1;
        }
        for (k, n) in &grown.stats.repairs {
            *self.repairs.entry(*k).or_default() += n;
        }
        for (k, n) in &grown.stats.statements {
            *self.statements.entry(k).or_default() += n;
        }
        for (k, n) in &grown.stats.policies {
            let seen = self.shapes.entry(k).or_default();
            *seen = (seen.0 + 1, seen.1 + n);
        }
        self.steps += grown.steps;
        self.live += grown.live;
        self.all += grown.statements;
    }

    fn print(&mut self, seed: u64, grown: &Grown, dir: Option<&str>) {
        match emit::print(&grown.program, &emit::Options::default()) {
            Ok(out) => {
                let text = out.text();
                self.bytes += text.len();
                self.tokens += emit::tokens(&text);
                if let Some(dir) = dir {
                    std::fs::write(format!("{dir}/{seed}.c"), text).expect("write");
                    std::fs::write(format!("{dir}/{seed}.expected"), &grown.expected).expect("write");
                }
            }
            Err(error) => println!("seed {seed}: {error}"),
        }
    }

    fn tell(&self, count: u64, time: f64) {
        let Totals { abandoned, repairs, statements, shapes, bytes, tokens, steps, live, all } = self;
        println!(
            "{count} programs, {tokens} tokens, {bytes} bytes in {time:.2}s; {steps} steps; live {live} of {all}"
        );
        println!("abandoned {abandoned:?}\nstatements {statements:?}");
        println!("shapes: programs that have them, and how many there are");
        for (name, (programs, all)) in shapes {
            println!("  {name}: {programs}, {all}");
        }
        println!("repairs: what would go wrong | at the first evaluation | later");
        for cause in Cause::ALL {
            let counted = |source: Source| {
                let fits = |kind: &&RepairKind| kind.source() == source && kind.causes().contains(&cause);
                let count =
                    |kind: &RepairKind| format!("{} {}", kind.name(), repairs.get(kind).unwrap_or(&0));
                RepairKind::ALL.iter().filter(fits).map(count).collect::<Vec<_>>().join(", ")
            };
            println!("  {} | {} | {}", cause.name(), counted(Source::First), counted(Source::Later));
        }
    }
}
