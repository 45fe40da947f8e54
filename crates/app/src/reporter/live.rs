//! A status that stays in place on a terminal; what is found scrolls by above it.

use super::status::Status;
use super::words::{duration, line, programs, progress, shares, summary};
use super::{Frame, Reporter};
use crate::failure::Failure;
use crate::terminal;
use campaign::Event;
use campaign::text::shown;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

pub struct Live {
    status: Status,
    bar: ProgressBar,
    /// Shares move slowly; adding them up for every frame would itself cost.
    drawn: Option<Instant>,
}

const PAUSE: Duration = Duration::from_millis(250);

/// How many buckets are shown.
const MOST_BUCKETS: usize = 4;

impl Live {
    pub fn new(frame: Frame) -> Live {
        let bar = ProgressBar::new_spinner();
        bar.set_style(
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        Live { status: Status::new(frame), bar, drawn: None }
    }

    fn text(&self) -> String {
        let status = &self.status;
        let mut rows = vec![progress(status), format!("CPU: {}", shares(&status.usage()))];
        rows.push(format!("programs: {}", programs(&status.usage().configurations)));
        let kinds: Vec<String> = status.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if !kinds.is_empty() {
            rows.push(format!("found: {}", kinds.join(", ")));
        }
        let mut buckets: Vec<(&String, &u64)> = status.buckets.iter().collect();
        buckets.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        rows.extend(buckets.iter().take(MOST_BUCKETS).map(|(name, count)| format!("  {count:5} x {name}")));
        if let Some((words, when)) = &status.last {
            rows.push(format!("last new, {} ago: {words}", duration(when.elapsed())));
        }
        rows.push(self.background());
        rows.join("\n")
    }

    fn background(&self) -> String {
        let status = &self.status;
        let oldest = status.oldest().map(|age| format!("oldest test under way: {}", duration(age)));
        let asides = [
            (status.incidents, "without a verdict"),
            (status.skipped, "without a program"),
            (status.rejected, "rejected by all"),
            (status.refused_flags, "refused flags"),
        ];
        let asides = asides.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}"));
        let stopping = status.is_stopping().then(|| "stopping; Ctrl-C again stops at once".to_owned());
        oldest.into_iter().chain(asides).chain(stopping).collect::<Vec<_>>().join("; ")
    }
}

impl Reporter for Live {
    fn tell(&mut self, event: &Event) -> Result<(), Failure> {
        self.status.add(event);
        if let Some(line) = line(event, &self.status) {
            self.bar.println(shown(&line));
        }
        if let Event::Finished { summary: came_to } = event {
            self.bar.finish_and_clear();
            terminal::say(&summary(came_to, &self.status.dir))?;
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Failure> {
        if !self.bar.is_finished() && self.drawn.is_none_or(|when| when.elapsed() >= PAUSE) {
            self.drawn = Some(Instant::now());
            self.bar.set_message(shown(&self.text()));
            self.bar.tick();
        }
        Ok(())
    }
}
