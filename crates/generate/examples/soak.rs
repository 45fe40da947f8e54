//! Grows many programs, checks each, and optionally writes them to a folder: `soak FIRST COUNT [DIR]`. `ASSAY_SIZE`
//! sets the size of the programs, `ASSAY_VALIDATE` lets the validator look at each.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;

fn main() {
    machine::on_deep_stack(run);
}

fn run() {
    let args: Vec<String> = std::env::args().collect();
    let first: u64 = args[1].parse().expect("first seed");
    let count: u64 = args[2].parse().expect("count");
    let dir = args.get(3).filter(|d| !d.is_empty() && *d != "-");
    let live_wanted: Option<u32> = args.get(4).and_then(|a| a.parse().ok());
    let mut abandoned: BTreeMap<String, u32> = BTreeMap::new();
    let mut repairs: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut statements: BTreeMap<&'static str, u32> = BTreeMap::new();
    let (mut bytes, mut tokens, mut steps, mut live, mut all) = (0, 0, 0, 0, 0);
    let start = std::time::Instant::now();
    let size: Option<u32> = std::env::var("ASSAY_SIZE").ok().and_then(|s| s.parse().ok());
    for seed in first..first + count {
        let mut policy = assay_generate::Policy::default();
        policy.shape.size = size.unwrap_or(policy.shape.size);
        if let Some(live) = live_wanted {
            policy.shape.live = live;
        }
        let request = assay_generate::Request {
            seed,
            target: ir::Target::LP64,
            policy,
            swarm: true,
            check: assay_generate::Check::Print,
        };
        let grown = match assay_generate::grow(&request) {
            Ok(grown) => grown,
            Err(error) => {
                eprintln!("seed {seed}: {error}");
                if let assay_generate::GrowError::Cold { program, outcome } = &error
                    && let machine::Outcome::Undefined(found) = outcome.as_ref()
                    && let Some(machine::Culprit::Var(var)) = found.culprit
                {
                    eprintln!("  about {}", program.name(program.vars[var].name));
                }
                if let assay_generate::GrowError::Cold { program, .. }
                | assay_generate::GrowError::Values { program, .. }
                | assay_generate::GrowError::Unstable { program } = error
                    && let (Some(dir), Ok(out)) = (dir, emit::print(&program, &emit::Options::default()))
                {
                    let _ = std::fs::write(format!("{dir}/{seed}.bad.c"), out.text());
                }
                continue;
            }
        };
        for reason in &grown.abandoned {
            eprintln!("seed {seed}: gave up once: {reason}");
            *abandoned.entry(reason.clone()).or_default() += 1;
        }
        for (k, n) in &grown.stats.repairs {
            *repairs.entry(k).or_default() += n;
        }
        for (k, n) in &grown.stats.statements {
            *statements.entry(k).or_default() += n;
        }
        steps += grown.steps;
        live += grown.live;
        all += grown.statements;
        if cfg!(debug_assertions) || std::env::var_os("ASSAY_VALIDATE").is_some() {
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
        match emit::print(&grown.program, &emit::Options::default()) {
            Ok(out) => {
                let text = out.text();
                bytes += text.len();
                tokens += emit::tokens(&text);
                if let Some(dir) = dir {
                    std::fs::write(format!("{dir}/{seed}.c"), text).expect("write");
                    std::fs::write(format!("{dir}/{seed}.expected"), &grown.expected).expect("write");
                }
            }
            Err(error) => println!("seed {seed}: {error}"),
        }
    }
    let time = start.elapsed().as_secs_f64();
    println!(
        "{count} programs, {tokens} tokens, {bytes} bytes in {time:.2}s; {steps} steps; live {live} of {all}"
    );
    println!("abandoned {abandoned:?}\nstatements {statements:?}");
    println!("repairs: what would go wrong | at the first evaluation | later");
    for row in assay_generate::REPAIRS {
        let counted = |names: &[&'static str]| {
            let count = |name: &&'static str| format!("{name} {}", repairs.get(name).unwrap_or(&0));
            names.iter().map(count).collect::<Vec<_>>().join(", ")
        };
        println!("  {} | {} | {}", row.about, counted(row.first), counted(row.later));
    }
}
