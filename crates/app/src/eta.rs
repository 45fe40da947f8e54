//! How long it will still take, for verbs that do a known number of things one after the other: a line on the error stream that
//! changes in place on a terminal, and nothing elsewhere.

use crate::reporter::words::duration;
use crate::terminal;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

pub struct Eta {
    total: usize,
    done: usize,
    started: Instant,
    is_live: bool,
}

impl Eta {
    pub fn new(total: usize) -> Eta {
        Eta { total, done: 0, started: Instant::now(), is_live: std::io::stderr().is_terminal() }
    }

    /// One more is done.
    pub fn step(&mut self) {
        self.done += 1;
    }

    /// `3 of 10, 12 s left`
    pub fn words(&self) -> String {
        let left = remaining(self.started.elapsed(), self.done, self.total);
        let left = left.map(|left| format!(", {} left", duration(left))).unwrap_or_default();
        format!("{} of {}{left}", (self.done + 1).min(self.total), self.total)
    }

    pub fn show(&self, what: &str) {
        if self.is_live {
            terminal::order(format_args!("\r\x1b[K{}: {}", campaign::text::in_line(what), self.words()));
        }
    }

    pub fn clear(&self) {
        if self.is_live {
            terminal::order("\r\x1b[K");
        }
    }
}

/// What the rest takes if it goes on as it went; unknown before the first is done.
fn remaining(elapsed: Duration, done: usize, total: usize) -> Option<Duration> {
    let left = total.saturating_sub(done);
    (done > 0).then(|| elapsed.mul_f64(left as f64 / done as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_goes_on_as_before() {
        let second = Duration::from_secs(1);
        assert_eq!(remaining(second * 10, 0, 4), None);
        assert_eq!(remaining(second * 10, 1, 4), Some(second * 30));
        assert_eq!(remaining(second * 10, 4, 4), Some(Duration::ZERO));
    }
}
