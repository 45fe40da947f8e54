//! What a reduction tells while it runs: a line in place on a terminal, nothing elsewhere, or JSON. How long it will take nobody
//! knows, but how small the program is already, and what is left of the time that was given.

use crate::reporter::words::duration;
use crate::terminal;
use campaign::text::plural;
use indicatif::{ProgressBar, ProgressStyle};
use reduce::{Event, Size};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    Json,
}

pub struct Progress {
    style: Style,
    bar: Option<ProgressBar>,
    first: Option<Size>,
    size: Option<Size>,
    started: Instant,
    /// How long it may take.
    time: Option<Duration>,
}

impl Progress {
    pub fn new(style: Style, time: Option<Duration>) -> Progress {
        let live = style == Style::Text && std::io::stderr().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::new_spinner();
            let looks = ProgressStyle::with_template("{msg}");
            bar.set_style(looks.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Progress { style, bar, first: None, size: None, started: Instant::now(), time }
    }

    pub fn tell(&mut self, event: &Event) {
        if self.style == Style::Json {
            return json(event);
        }
        match event {
            Event::Started { failure: goal, size } => {
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
        let (Some(bar), Some(first), Some(size)) = (&self.bar, &self.first, &self.size) else { return };
        let elapsed = self.started.elapsed();
        let left = self.time.map(|time| time.saturating_sub(elapsed));
        bar.set_message(status(elapsed, left, tests, (first.bytes, size.bytes), size.lines(), pass));
        bar.tick();
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

/// Whatever the end, no line of ours stays behind.
impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

/// `12 s, at most 48 s left: 310 tests, 12 lines, 5 % of 10241 bytes; statements`
fn status(
    elapsed: Duration,
    left: Option<Duration>,
    tests: u64,
    (first, now): (usize, usize),
    lines: usize,
    pass: &str,
) -> String {
    let left = left.map(|left| format!(", at most {} left", duration(left))).unwrap_or_default();
    let share = (now * 100).div_ceil(first.max(1));
    let (tests, lines) = (plural(tests, "test"), plural(lines as u64, "line"));
    format!("{}{left}: {tests}, {lines}, {share} % of {first} bytes; {pass}", duration(elapsed))
}

fn json(event: &Event) {
    let line = match event {
        Event::Started { failure: goal, size } => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_where_it_is_known() {
        let second = Duration::from_secs(1);
        let told = |left| status(second * 12, left, 1, (2000, 99), 12, "statements");
        assert_eq!(told(None), "12 s: 1 test, 12 lines, 5 % of 2000 bytes; statements");
        assert_eq!(told(Some(second * 70)).split(':').next(), Some("12 s, at most 1 min 10 s left"));
    }
}
