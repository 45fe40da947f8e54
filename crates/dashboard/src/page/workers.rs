//! Who works on the campaign, and on what just now.

use campaign::pulse::{Health, Task};
use campaign::report::markup::{Text, facts};
use campaign::report::{grouped, rate};
use maud::{Markup, html};

use super::frame::frame;
use super::words::{ago, minute, span};
use crate::keeper::Snapshot;
use crate::model::worker::Worker;

pub fn page(snapshot: &Snapshot, now: i64) -> Markup {
    let body = html! {
        h1 { "Workers" }
        div #c-workers data-live {
            @if snapshot.workers.is_empty() { p.quiet { "Nobody has told of working on this campaign." } }
            @for pulse in &snapshot.workers { (worker(&Worker::of(pulse, now), now)) }
        }
    };
    frame(snapshot, "/workers", "Workers", now, &body)
}

fn worker(worker: &Worker, now: i64) -> Markup {
    let pulse = worker.pulse;
    let health = match worker.health {
        Health::Working => ("works", "working".to_owned()),
        Health::Over => ("over", format!("ended {}", ago(pulse.beat, now))),
        Health::Silent => ("silent", format!("silent for {}", span(worker.silent_for))),
    };
    let rows = [
        ("began", format!("{} UTC", minute(pulse.started))),
        (
            "tests of this run",
            format!("{} ({} a second)", grouped(pulse.tests), rate(pulse.tests_per_second)),
        ),
        ("findings of this run", grouped(pulse.findings)),
        ("at a time", pulse.jobs.to_string()),
        ("compilers", pulse.configurations.join(", ")),
        ("version", pulse.version.clone()),
    ];
    html! {
        article.worker {
            h2 { (Text(&pulse.host)) ", process " (pulse.pid) " " span.tag data-health=(health.0) { (health.1) } }
            (facts(rows))
            @if worker.health == Health::Working {
                h3 { "Now" }
                ul {
                    @if pulse.doing.is_empty() { li { (pulse.testing) " under test" } } @else { li { (Text(&pulse.doing)) } }
                    @for task in &pulse.tasks { li { (doing(task, now)) } }
                }
            }
            @if !pulse.trouble.is_empty() { p.trouble { (Text(&pulse.trouble)) } }
            @if !pulse.news.is_empty() {
                h3 { "Last news" }
                ul { @for news in pulse.news.iter().rev() { li { span.quiet { (ago(news.when, now)) } " " (Text(&news.words)) } } }
            }
        }
    }
}

fn doing(task: &Task, now: i64) -> Markup {
    html! {
        (task.what.to_string()) " "
        a href=(format!("/findings/{}", task.finding)) { (Text(&task.finding)) }
        " (" (Text(&task.bucket)) ")"
        @if let Some(bytes) = task.bytes { ", " (grouped(bytes as u64)) " bytes" }
        ", " (span((now - task.since) as f64 / 1000.0))
    }
}
