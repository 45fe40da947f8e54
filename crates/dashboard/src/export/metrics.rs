//! Figures for Prometheus, in its text format.

use std::fmt::Write as _;

use campaign::pulse::Health;

use crate::keeper::Snapshot;
use crate::model::bug::{Row, State};
use crate::model::worker::Worker;

/// A metric: its name, kind, what it is, and values by labels.
struct Metric {
    name: &'static str,
    kind: &'static str,
    about: &'static str,
    values: Vec<(String, f64)>,
}

pub fn metrics(snapshot: &Snapshot, now: i64) -> String {
    let mut text = String::new();
    for Metric { name, kind, about, values } in all(snapshot, now) {
        let _ = writeln!(text, "# HELP assay_{name} {about}\n# TYPE assay_{name} {kind}");
        for (labels, value) in values {
            let _ = writeln!(text, "assay_{name}{labels} {value}");
        }
    }
    text
}

fn all(snapshot: &Snapshot, now: i64) -> Vec<Metric> {
    let data = &snapshot.data;
    let figures = data.figures();
    let one = |value: f64| vec![(String::new(), value)];
    let counter = |name, about, values| Metric { name, kind: "counter", about, values };
    let gauge = |name, about, values| Metric { name, kind: "gauge", about, values };
    let steps = data.steps.iter().map(|share| (labels(&[("step", &share.who)]), share.seconds));
    let compilers = data.compilers.iter().map(|share| (labels(&[("compiler", &share.who)]), share.seconds));
    let of = |label: &str| labels(&[("configuration", label)]);
    let programs = data.configurations.iter().map(|(label, tally)| (of(label), tally.programs as f64));
    let compilations =
        data.configurations.iter().map(|(label, tally)| (of(label), tally.compilations as f64));
    let states = State::ALL.map(|state| {
        let count = data.bugs.iter().map(Row::of).filter(|row| row.state == state).count();
        (labels(&[("state", state.name())]), count as f64)
    });
    let working = snapshot.workers.iter().filter(|pulse| Worker::of(pulse, now).health == Health::Working);
    vec![
        counter("tests_total", "Tests done.", one(figures.tests as f64)),
        counter("run_seconds_total", "How long the campaign has run.", one(figures.seconds)),
        counter("programs_total", "Programs given to a configuration.", programs.collect()),
        counter("compilations_total", "Compilations by configuration.", compilations.collect()),
        counter("cpu_seconds_total", "CPU time by step.", steps.collect()),
        counter("compiler_cpu_seconds_total", "CPU time of compiling by compiler.", compilers.collect()),
        gauge("findings", "Findings of bugs that are not known.", one(figures.findings as f64)),
        gauge("findings_known", "Findings of known bugs.", one(figures.known as f64)),
        gauge("findings_unexamined", "Findings that wait to be examined.", one(figures.unexamined as f64)),
        gauge("bugs", "Different causes that are not known.", one(figures.bugs as f64)),
        gauge("bugs_by_state", "Buckets by state.", states.to_vec()),
        gauge("without_verdict", "Tests and results without a verdict.", one(figures.without_verdict as f64)),
        gauge("workers", "Processes at work.", one(working.count() as f64)),
        gauge(
            "snapshot_age_seconds",
            "How old these figures are.",
            one((now - snapshot.taken) as f64 / 1000.0),
        ),
        gauge("up", "Whether the store could be read.", one(f64::from(u8::from(snapshot.trouble.is_none())))),
    ]
}

/// `{name="value"}`, with what the format escapes.
fn labels(pairs: &[(&str, &str)]) -> String {
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let pairs: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
    format!("{{{}}}", pairs.join(","))
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn values_of_labels_are_escaped() {
        assert_eq!(labels(&[("a", "x\"y\\z\n")]), r#"{a="x\"y\\z\n"}"#);
    }
}
