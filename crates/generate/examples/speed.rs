//! How fast programs grow: `speed [COUNT] [SIZE]` grows, runs cold and prints programs, and tells tokens per second of CPU
//! time, node evaluations per live node, and the peak of memory. Not a test: nothing fails by time.
#![allow(clippy::print_stdout)]

use std::time::Duration;

fn main() {
    machine::on_deep_stack(run);
}

/// User and system time of this process, and its largest size in kilobytes, as Linux tells them.
fn usage() -> (Duration, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks: u64 = fields.iter().skip(11).take(2).filter_map(|f| f.parse::<u64>().ok()).sum();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("0");
    let peak = peak.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    (Duration::from_millis(ticks * 10), peak)
}

fn run() {
    let arg = |n: usize| std::env::args().nth(n).and_then(|a| a.parse::<u64>().ok());
    let count = arg(1).unwrap_or(200);
    let (mut tokens, mut steps, mut nodes) = (0, 0, 0);
    let (before, _) = usage();
    for seed in 1..=count {
        let mut policy = assay_generate::Policy::default();
        if let Some(size) = arg(2) {
            policy.shape.size = size as u32;
        }
        let request = assay_generate::Request {
            seed,
            target: ir::Target::LP64,
            policy,
            swarm: true,
            check: assay_generate::Check::Print,
        };
        let Ok(grown) = assay_generate::grow(&request) else { continue };
        let Ok(out) = emit::print(&grown.program, &emit::Options::default()) else { continue };
        tokens += emit::tokens(&out.text()) as u64;
        steps += grown.steps;
        // Live statements, of the share of nodes that a statement has.
        let all = grown.program.exprs.len() + grown.program.stmts.len();
        nodes += all as u64 * grown.live as u64 / grown.statements.max(1) as u64;
    }
    let (after, peak) = usage();
    let seconds = (after - before).as_secs_f64().max(0.01);
    println!(
        "{count} programs, {tokens} tokens in {seconds:.2} s of CPU time: {:.2} million a second",
        tokens as f64 / seconds / 1e6
    );
    println!(
        "{:.1} evaluations for each live node; peak of memory {} MB",
        steps as f64 / nodes.max(1) as f64,
        peak / 1024
    );
}
