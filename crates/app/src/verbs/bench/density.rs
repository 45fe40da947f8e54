//! What programs are made of, as text: a line for each figure, a column for each generator.

use bench::density::FIGURES;
use bench::{Kind, Report, Row};
use std::fmt::Write as _;

pub fn described(report: &Report) -> String {
    let rows: Vec<&Row> = report.rows.iter().filter(|row| row.density.is_some()).collect();
    let mut text = "\nWhat they are made of, for each program:\n".to_owned();
    let mut lines =
        vec![std::iter::once(String::new()).chain(rows.iter().map(|row| row.name.clone())).collect()];
    let programs = rows.iter().filter_map(|row| row.density.as_ref()).map(|d| d.programs.to_string());
    lines.push(std::iter::once("programs".to_owned()).chain(programs).collect::<Vec<String>>());
    for (name, figure) in FIGURES {
        let cells = rows.iter().filter_map(|row| row.density.as_ref()).map(|d| short(figure(d)));
        lines.push(std::iter::once((*name).to_owned()).chain(cells).collect());
    }
    let width = |i: usize| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=rows.len()).map(width).collect();
    for line in &lines {
        let _ = write!(text, "  {:<1$}", line[0], widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text + &beside(&rows)
}

/// By how much each profile is away from each generator of others, where that is most.
fn beside(rows: &[&Row]) -> String {
    let mut text = String::new();
    let (ours, peers): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.kind == Kind::Profile);
    for (profile, peer) in ours.iter().flat_map(|p| peers.iter().map(move |q| (p, q))) {
        let (Some(a), Some(b)) = (&profile.density, &peer.density) else { continue };
        let factors = FIGURES.iter().map(|(name, figure)| (name, figure(a) / figure(b)));
        let away = |factor: f64| factor.max(1.0 / factor);
        if let Some((name, factor)) = factors.max_by(|x, y| away(x.1).total_cmp(&away(y.1))) {
            let _ = writeln!(
                text,
                "{} beside {}: within a factor of {:.2}, the largest for {name}",
                profile.name,
                peer.name,
                away(factor)
            );
        }
    }
    text
}

fn short(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}
