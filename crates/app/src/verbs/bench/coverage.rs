//! What programs reach in compilers, in words: medians of the repetitions, what only one row reaches, and which differences are
//! more than chance.

use super::{Column, count, table};
use bench::coverage::Reach;
use bench::instrumented::{Covered, Places};
use bench::statistics::{mann_whitney, median};
use bench::{Plan, Report, Row};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Differences that chance makes more seldom than this are told as such.
const SIGNIFICANT: f64 = 0.05;

/// The tables, and what they come to.
pub fn described(report: &Report, plan: &Plan, counters: Counters) -> String {
    let seconds = plan.budget.as_secs_f64();
    let repeated = match plan.repetitions {
        0 | 1 => String::new(),
        n => format!(", median of {n} repetitions"),
    };
    let mut text = format!("\nWithin {seconds:.0} s of each compiler's CPU time{repeated}:\n");
    if plan.build.is_some() {
        text.push_str(&table(&report.rows, SOURCE));
        text.push_str(&overlaps(&report.rows));
    } else {
        text.push_str(&table(&report.rows, FIRED));
    }
    if counters == Counters::All {
        text.push_str(&all_counters(&report.rows, "gcc", gcc));
        text.push_str(&all_counters(&report.rows, "clang", clang));
    }
    text
}

/// Whether each counter is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counters {
    Count,
    All,
}

fn gcc(row: &Row) -> &[Reach] {
    row.coverage.as_ref().map_or(&[], |coverage| &coverage.gcc)
}

fn clang(row: &Row) -> &[Reach] {
    row.coverage.as_ref().map_or(&[], |coverage| &coverage.clang)
}

fn source(row: &Row) -> &[Covered] {
    row.coverage.as_ref().map_or(&[], |coverage| &coverage.source)
}

/// The median of a figure over the repetitions.
fn middle<T>(repetitions: &[T], figure: impl Fn(&T) -> f64) -> Option<f64> {
    median(&figures(repetitions, figure))
}

fn figures<T>(repetitions: &[T], figure: impl Fn(&T) -> f64) -> Vec<f64> {
    repetitions.iter().map(figure).collect()
}

fn shown<T>(repetitions: &[T], figure: impl Fn(&T) -> f64) -> Option<String> {
    middle(repetitions, figure).map(count)
}

fn distinct(reach: &Reach) -> f64 {
    reach.fired.len() as f64
}

const FIRED: &[Column] = &[
    ("gcc programs", |row| shown(gcc(row), |r| r.programs as f64)),
    ("tokens", |row| shown(gcc(row), |r| r.tokens as f64)),
    ("gcc counters", |row| shown(gcc(row), distinct)),
    ("clang programs", |row| shown(clang(row), |r| r.programs as f64)),
    ("tokens", |row| shown(clang(row), |r| r.tokens as f64)),
    ("clang remarks", |row| shown(clang(row), distinct)),
];

const SOURCE: &[Column] = &[
    ("programs", |row| shown(source(row), |c| c.programs as f64)),
    ("refused", |row| shown(source(row), |c| c.refused as f64)),
    ("tokens", |row| shown(source(row), |c| c.tokens as f64)),
    ("lines", |row| places(row, |c| &c.lines)),
    ("functions", |row| places(row, |c| &c.functions)),
    ("branches", |row| places(row, |c| &c.branches)),
];

/// `5120 (43.1 %)`
fn places(row: &Row, of: fn(&Covered) -> &Places) -> Option<String> {
    let reached = middle(source(row), |c| of(c).reached.len() as f64)?;
    let all = source(row).iter().map(|c| of(c).all).max().unwrap_or(0);
    Some(format!("{reached:.0} ({:.1} %)", 100.0 * reached / all.max(1) as f64))
}

/// What any repetition of a row reached.
fn lines(row: &Row) -> BTreeSet<&String> {
    source(row).iter().flat_map(|c| &c.lines.reached).collect()
}

/// What only one row reaches, and what each two have in common: a Venn diagram in words.
fn overlaps(rows: &[Row]) -> String {
    let all: Vec<(&str, BTreeSet<&String>)> =
        rows.iter().map(|row| (row.name.as_str(), lines(row))).collect();
    let mut text = String::from("\nLines, all repetitions together:\n");
    for (n, (name, own)) in all.iter().enumerate() {
        let others: BTreeSet<&String> = all
            .iter()
            .enumerate()
            .filter(|(m, _)| *m != n)
            .flat_map(|(_, row)| row.1.iter().copied())
            .collect();
        let only = own.difference(&others).count();
        let _ = writeln!(text, "  {name}: {} reached, {only} by no other row", own.len());
    }
    for (n, (a, one)) in all.iter().enumerate() {
        for (b, other) in &all[n + 1..] {
            let both = one.intersection(other).count();
            let (left, right) = (one.len() - both, other.len() - both);
            let _ = writeln!(text, "  {a} and {b}: {both} by both, {left} by {a} only, {right} by {b} only");
        }
    }
    text
}

/// Each counter with how often it fired in each row; a star where a row differs from the first one by more than chance.
fn all_counters(rows: &[Row], compiler: &str, of: fn(&Row) -> &[Reach]) -> String {
    let names: BTreeSet<&String> =
        rows.iter().flat_map(|row| of(row).iter().flat_map(|r| r.fired.keys())).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut lines = vec![rows.iter().map(|row| row.name.clone()).collect::<Vec<String>>()];
    let times =
        |row: &Row, name: &String| figures(of(row), |r| r.fired.get(name).copied().unwrap_or(0) as f64);
    for name in &names {
        let first = rows.first().map(|row| times(row, name)).unwrap_or_default();
        let cell = |(n, row): (usize, &Row)| {
            let own = times(row, name);
            let differs = n > 0 && mann_whitney(&first, &own).is_some_and(|p| p < SIGNIFICANT);
            format!("{:.0}{}", median(&own).unwrap_or(0.0), if differs { "*" } else { " " })
        };
        lines.push(rows.iter().enumerate().map(cell).collect());
    }
    let widest = |n: usize| lines.iter().map(|line| line[n].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.len()).map(widest).collect();
    let first = &rows[0].name;
    let mut text = format!(
        "\nHow often each fired in {compiler}; * differs from {first} (Mann-Whitney, p < {SIGNIFICANT}):\n"
    );
    for (line, name) in lines.iter().zip(std::iter::once("").chain(names.iter().map(|name| name.as_str()))) {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "  {}  {name}", cells.join("  "));
    }
    text
}

/// What a profile reaches beside a peer.
pub fn beside(profile: &Row, peer: &Row) -> Vec<String> {
    let mut parts = Vec::new();
    for (what, of) in [("counters", gcc as fn(&Row) -> &[Reach]), ("remarks", clang)] {
        let (a, b) = (of(profile), of(peer));
        if a.is_empty() || b.is_empty() {
            continue;
        }
        let names =
            |all: &[Reach]| all.iter().flat_map(|r| r.fired.keys().cloned()).collect::<BTreeSet<String>>();
        let (own, others) = (names(a), names(b));
        let (new, missed) = (own.difference(&others).count(), others.difference(&own).count());
        let chance = by_chance(&figures(a, distinct), &figures(b, distinct));
        parts.push(format!("{what}: {new} more, {missed} missed{chance}"));
    }
    if let (Some(a), Some(b)) = (source(profile).first(), source(peer).first()) {
        let reached = |c: &Covered| c.lines.reached.len() as f64;
        let chance = by_chance(&figures(source(profile), reached), &figures(source(peer), reached));
        let (a, b) = (
            middle(source(profile), reached).unwrap_or(reached(a)),
            middle(source(peer), reached).unwrap_or(reached(b)),
        );
        parts.push(format!("lines: {a:.0} beside {b:.0}{chance}"));
    }
    parts
}

/// ` (p = 0.008)`, where there are repetitions.
fn by_chance(a: &[f64], b: &[f64]) -> String {
    match mann_whitney(a, b) {
        Some(p) if a.len() > 1 || b.len() > 1 => format!(" (p = {p:.3})"),
        Some(_) | None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bench::{Coverage, Kind};

    fn row(name: &str, kind: Kind, repetitions: &[&[(&str, u64)]]) -> Row {
        let reach = |fired: &&[(&str, u64)]| Reach {
            programs: 10,
            refused: 0,
            tokens: 1000,
            cpu_seconds: 1.0,
            fired: fired.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect(),
        };
        let coverage = Coverage { gcc: repetitions.iter().map(reach).collect(), ..Coverage::default() };
        Row {
            name: name.to_owned(),
            kind,
            generation: None,
            execution: None,
            coverage: Some(coverage),
            density: None,
        }
    }

    fn covered(lines: &[&str]) -> Covered {
        let reached = lines.iter().map(|line| (*line).to_owned()).collect();
        Covered { lines: Places { reached, all: 10 }, ..Covered::default() }
    }

    #[test]
    fn repetitions_become_medians_and_stars() {
        let few: Vec<&[(&str, u64)]> = vec![&[("ccp folded", 1)]; 4];
        let many: Vec<&[(&str, u64)]> = vec![&[("ccp folded", 9), ("pre inserted", 2)]; 4];
        let rows = [row("default", Kind::Profile, &few), row("csmith", Kind::Peer, &many)];
        let text = all_counters(&rows, "gcc", gcc);
        assert!(text.contains("9*  ccp folded") && text.contains("2*  pre inserted"), "{text}");
        assert_eq!(beside(&rows[0], &rows[1]), ["counters: 0 more, 1 missed (p = 0.029)"]);
    }

    #[test]
    fn overlaps_are_told() {
        let with = |name: &str, lines: &[&str]| {
            let coverage = Coverage { source: vec![covered(lines)], ..Coverage::default() };
            Row { coverage: Some(coverage), ..row(name, Kind::Profile, &[]) }
        };
        let rows = [with("a", &["x:1", "x:2", "x:3"]), with("b", &["x:2"])];
        let text = overlaps(&rows);
        assert!(text.contains("a: 3 reached, 2 by no other row"), "{text}");
        assert!(text.contains("a and b: 1 by both, 2 by a only, 0 by b only"), "{text}");
        assert_eq!(places(&rows[0], |c| &c.lines).as_deref(), Some("3 (30.0 %)"));
    }
}
