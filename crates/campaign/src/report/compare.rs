//! Several campaigns side by side: what each has found in its time, and what only it has found. For generators, profiles or policies that are
//! given the same time; who compares campaigns of different compilers compares those too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use maud::html;
use serde::Serialize;

use super::chart::{Axes, steps};
use super::data::Data;
use super::markup::{figure, page, table};
use crate::summary::survey::{Fault, Stage, Survey};

#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub campaigns: Vec<Row>,
}

/// One campaign.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub tests: u64,
    pub seconds: f64,
    pub findings: u64,
    /// Distinct ones that are not known.
    pub bugs: usize,
    /// Those of them that no other campaign has.
    pub only_here: usize,
    pub survey: Survey,
    /// When each bug was first seen, in seconds of the campaign's own time.
    pub first_seen: Vec<f64>,
}

impl Comparison {
    pub fn of(all: &[Data]) -> Comparison {
        let buckets: Vec<BTreeSet<String>> = all.iter().map(new_buckets).collect();
        let row = |(at, data): (usize, &Data)| {
            let others = buckets.iter().enumerate().filter(|(other, _)| *other != at);
            let elsewhere: BTreeSet<&String> = others.flat_map(|(_, set)| set).collect();
            Row {
                name: data.name.clone(),
                tests: data.totals.tests,
                seconds: data.active_seconds(),
                findings: data.totals.findings,
                bugs: buckets[at].len(),
                only_here: buckets[at].iter().filter(|bucket| !elsewhere.contains(bucket)).count(),
                survey: data.survey.clone(),
                first_seen: data.first_seen(),
            }
        };
        Comparison { campaigns: all.iter().enumerate().map(row).collect() }
    }

    /// The columns of the table, with the value of each row.
    fn columns(&self) -> Vec<(String, Vec<String>)> {
        let mut columns: Vec<(String, Vec<String>)> = Vec::new();
        let mut column = |name: &str, value: &dyn Fn(&Row) -> String| {
            columns.push((name.to_owned(), self.campaigns.iter().map(value).collect()));
        };
        column("campaign", &|row| row.name.clone());
        column("tests", &|row| row.tests.to_string());
        column("seconds", &|row| format!("{:.0}", row.seconds));
        column("findings", &|row| row.findings.to_string());
        column("bugs", &|row| row.bugs.to_string());
        column("only here", &|row| row.only_here.to_string());
        column("bugs/hour", &|row| format!("{:.1}", row.bugs as f64 * 3600.0 / row.seconds.max(1.0)));
        for fault in self.there(|survey| &survey.by_fault) {
            column(Fault::name(fault), &|row| count(&row.survey.by_fault, fault));
        }
        for stage in self.there(|survey| &survey.by_stage) {
            column(Stage::name(stage), &|row| count(&row.survey.by_stage, stage));
        }
        column("at -O0", &|row| row.survey.unoptimised.to_string());
        column("volatile", &|row| row.survey.volatile.to_string());
        columns
    }

    /// What at least one of them has.
    fn there<K: Copy + Ord>(&self, of: impl Fn(&Survey) -> &BTreeMap<K, u64>) -> BTreeSet<K> {
        self.campaigns.iter().flat_map(|row| of(&row.survey).keys().copied()).collect()
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        let columns = self.columns();
        let width = |(name, values): &(String, Vec<String>)| {
            values.iter().chain([name]).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = columns.iter().map(width).collect();
        let line = |text: &mut String, cells: Vec<&String>| {
            for (at, (cell, width)) in cells.into_iter().zip(&widths).enumerate() {
                let _ =
                    if at == 0 { write!(text, "{cell:width$}") } else { write!(text, "  {cell:>width$}") };
            }
            text.push('\n');
        };
        line(&mut text, columns.iter().map(|(name, _)| name).collect());
        for row in 0..self.campaigns.len() {
            line(&mut text, columns.iter().map(|(_, values)| &values[row]).collect());
        }
        text
    }

    /// A page with the table and a chart of bugs over time.
    pub fn page(&self) -> String {
        let columns = self.columns();
        let heads: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let row = |at: usize| columns.iter().map(|(_, values)| values[at].clone()).collect();
        let rows: Vec<Vec<String>> = (0..self.campaigns.len()).map(row).collect();
        let longest = self.campaigns.iter().map(|row| row.seconds).fold(1.0, f64::max);
        let lines: Vec<(String, Vec<f64>)> =
            self.campaigns.iter().map(|row| (row.name.clone(), row.first_seen.clone())).collect();
        const OVER_TIME: &str = "Distinct bugs over time";
        let body = html! {
            h1 { "Campaigns side by side" }
            (table(&heads, &rows))
            (figure(OVER_TIME, &steps(&Axes::time(OVER_TIME, longest, ""), &lines)))
        };
        page("Campaigns side by side", None, &body)
    }
}

fn count<K: Ord>(counts: &BTreeMap<K, u64>, key: K) -> String {
    counts.get(&key).copied().unwrap_or_default().to_string()
}

fn new_buckets(data: &Data) -> BTreeSet<String> {
    data.bugs.iter().filter(|bug| bug.known.is_none()).map(|bug| bug.bucket.to_string()).collect()
}
