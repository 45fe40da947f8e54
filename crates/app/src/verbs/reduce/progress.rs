//! What a reduction tells while it runs: a line in place on a terminal, a line now and then elsewhere, or JSON.

use crate::terminal;
use indicatif::{ProgressBar, ProgressStyle};
use reduce::{Event, Size};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    Json,
}

/// How often a line is worth reading.
const PAUSE: Duration = Duration::from_secs(2);

pub struct Progress {
    style: Style,
    bar: Option<ProgressBar>,
    first: Option<Size>,
    size: Option<Size>,
    told: Option<Instant>,
    started: Instant,
}

impl Progress {
    pub fn new(style: Style) -> Progress {
        let live = style == Style::Text && std::io::stderr().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::new_spinner();
            let looks = ProgressStyle::with_template("{msg}");
            bar.set_style(looks.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Progress { style, bar, first: None, size: None, told: None, started: Instant::now() }
    }

    pub fn tell(&mut self, event: &Event) {
        if self.style == Style::Json {
            return json(event);
        }
        match event {
            Event::Started { goal, size } => {
                self.first = Some(size.clone());
                self.size = Some(size.clone());
                self.line(&format!("{goal}; {} lines, {} bytes", size.lines(), size.bytes));
            }
            Event::Better { pass, size, tests, .. } => {
                self.size = Some(size.clone());
                self.status(pass, *tests);
            }
            Event::Working { pass, tests } => self.status(pass, *tests),
        }
    }

    fn status(&mut self, pass: &str, tests: u64) {
        let Some(size) = &self.size else { return };
        let now = format!(
            "{:6.1} s  {:6} tests  {:5} lines  {:7} bytes  {pass}",
            self.started.elapsed().as_secs_f64(),
            tests,
            size.lines(),
            size.bytes
        );
        if let Some(bar) = &self.bar {
            bar.set_message(now);
            bar.tick();
        } else if self.told.is_none_or(|told| told.elapsed() >= PAUSE) {
            self.told = Some(Instant::now());
            self.line(&now);
        }
    }

    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(campaign::text::shown(text)),
            None => terminal::report(format_args!("{text}\n")),
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn json(event: &Event) {
    let line = match event {
        Event::Started { goal, size } => {
            serde_json::json!({ "event": "started", "failure": goal.to_string(), "bytes": size.bytes, "tokens": size.tokens })
        }
        Event::Better { pass, size, tests, .. } => {
            serde_json::json!({ "event": "better", "pass": pass, "bytes": size.bytes, "tokens": size.tokens, "tests": tests })
        }
        Event::Working { .. } => return,
    };
    // A reader that is gone is told of at the end.
    let _ = terminal::print(format!("{line}\n").as_bytes());
}
