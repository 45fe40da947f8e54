//! The screen of a campaign on a terminal, as rows of text: made from a status and the size of the terminal, and from nothing else.
//! Every row fits into the width, and all of them into the height.

use super::status::{Status, now};
use super::words::{duration, shares};
use campaign::figures::{Figures, grouped, rate};
use campaign::pulse::{News, Task};
use campaign::text::{in_line, plural};
use console::{Style, truncate_str};
use std::time::Duration;

/// Rows and columns of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub rows: usize,
    pub columns: usize,
}

/// Of buckets, tasks and news so many are shown where there is room.
const MOST_BUCKETS: usize = 5;
const MOST_TASKS: usize = 4;
const MOST_NEWS: usize = 4;

/// The names of rows stand in a column of this width.
const NAMES: usize = 10;

/// A screen on the way to a terminal.
struct Page {
    rows: Vec<String>,
    columns: usize,
}

impl Page {
    /// A row with a name; later rows of the same name have none.
    fn row(&mut self, name: &str, text: &str) {
        let name = Style::new().for_stderr().dim().apply_to(format!("{name:<NAMES$}")).to_string();
        let row = truncate_str(&format!("{name}{text}"), self.columns, "…").into_owned();
        self.rows.push(row);
    }
}

pub fn screen(status: &Status, size: Size) -> Vec<String> {
    // The last column stays free: some terminals begin a new line when it is written.
    let mut page = Page { rows: Vec::new(), columns: size.columns.saturating_sub(1).max(20) };
    let figures = status.figures();
    page.row("campaign", &head(status));
    page.row("tests", &tests(status, &figures));
    page.row("findings", &found(&figures));
    if let Some(asides) = asides(status) {
        page.row("", &asides);
    }
    page.row("CPU", &in_line(&shares(&status.usage())));
    // What follows is cut where there is no room; what is done now comes first.
    let room = |page: &Page| size.rows.saturating_sub(page.rows.len() + 1);
    let room_left = room(&page);
    listed(&mut page, "now", &doing(status), MOST_TASKS.min(room_left));
    let room_left = room(&page);
    let news: Vec<String> = status.all_news().iter().rev().map(told).collect();
    listed(&mut page, "news", &news, MOST_NEWS.min(room_left / 2));
    let buckets = buckets(status);
    let room_left = room(&page);
    listed(&mut page, "bugs", &buckets, MOST_BUCKETS.min(room_left));
    if status.is_stopping() {
        let style = Style::new().for_stderr().yellow().bold();
        page.row("stopping", &style.apply_to("Ctrl-C again stops at once").to_string());
    }
    page.rows.truncate(size.rows.saturating_sub(1).max(1));
    page.rows
}

fn listed(page: &mut Page, name: &str, rows: &[String], most: usize) {
    for (at, row) in rows.iter().take(most).enumerate() {
        page.row(if at == 0 { name } else { "" }, row);
    }
}

fn head(status: &Status) -> String {
    let left = status.remaining().map(|time| format!(", {} left", duration(time))).unwrap_or_default();
    format!(
        "{}, running for {}{left}",
        in_line(&status.dir.display().to_string()),
        duration(status.elapsed())
    )
}

fn tests(status: &Status, figures: &Figures) -> String {
    let bold = Style::new().for_stderr().bold();
    format!(
        "{} ({}/s, now {}/s), {}, {}",
        bold.apply_to(grouped(figures.tests)),
        rate(status.rate()),
        rate(status.rate_now()),
        count(figures.programs, "program"),
        count(figures.compilations, "compilation"),
    )
}

fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

fn found(figures: &Figures) -> String {
    let bugs = Style::new().for_stderr().bold();
    let bugs = if figures.bugs > 0 { bugs.red() } else { bugs };
    let mut text = format!("{}, {}", grouped(figures.findings), bugs.apply_to(plural(figures.bugs, "bug")));
    for (number, what) in [(figures.unexamined, "not yet examined"), (figures.known, "of known bugs")] {
        if number > 0 {
            text.push_str(&format!(", {} {what}", grouped(number)));
        }
    }
    text
}

/// What went wrong around it; nothing if nothing did.
fn asides(status: &Status) -> Option<String> {
    let all = [
        (status.incidents, "without a verdict"),
        (status.skipped, "without a program"),
        (status.rejected, "rejected by all"),
        (status.refused_flags, "refused flags"),
    ];
    let words: Vec<String> =
        all.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", grouped(*n))).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// What the workers do now.
fn doing(status: &Status) -> Vec<String> {
    let oldest = status.oldest().filter(|age| *age > Duration::from_secs(10));
    let oldest = oldest.map(|age| format!(", one for {}", duration(age))).unwrap_or_default();
    let testing = format!("testing {}{oldest}", plural(status.testing() as u64, "program"));
    let tests = (status.testing() > 0).then_some(testing);
    tests.into_iter().chain(status.tasks().iter().map(task)).collect()
}

fn task(task: &Task) -> String {
    let cyan = Style::new().for_stderr().cyan();
    let bytes = task.bytes.map(|n| format!("{} bytes, ", grouped(n as u64))).unwrap_or_default();
    let (what, time) = (cyan.apply_to(task.what), since(task.since));
    format!("{what} {}: {bytes}{time}: {}", task.finding, in_line(&task.bucket))
}

fn told(news: &News) -> String {
    format!("{} ago: {}", since(news.when), in_line(&news.words))
}

fn since(moment: i64) -> String {
    duration(Duration::from_millis((now() - moment).max(0) as u64))
}

/// The most frequent bugs.
fn buckets(status: &Status) -> Vec<String> {
    let mut all: Vec<(&String, &u64)> = status.buckets.iter().collect();
    all.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let mut rows: Vec<String> =
        all.iter().map(|(name, count)| format!("{count:4} x {}", in_line(name))).collect();
    if rows.len() > MOST_BUCKETS {
        let more = rows.len() + 1 - MOST_BUCKETS;
        rows.truncate(MOST_BUCKETS - 1);
        rows.push(format!("       and {more} more"));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::*;
    use campaign::Event;
    use campaign::pulse::Work;
    use std::sync::Arc;

    fn busy() -> Status {
        let mut status =
            Status::new(Frame { time: None, tests: Some(100), interrupted: Arc::new(true.into()) });
        for test in 0..30 {
            status.add(&Event::TestStarted { test, seed: 1 });
        }
        for n in 0..12 {
            status.buckets.insert(format!("wrong-code gcc-{n}: {}", "tree-vrp ".repeat(20)), n);
            let (finding, bucket) = (format!("{n}-gcc"), "\u{1b}[2Ja\nb".to_owned());
            status.add(&Event::Begun { finding: finding.clone(), bucket, work: Work::Reducing });
            status.add(&Event::Smaller { finding, bytes: 1234 });
        }
        status
    }

    #[test]
    fn it_fits_whatever_the_terminal_has() {
        let status = busy();
        for (rows, columns) in [(24, 80), (10, 40), (5, 30), (60, 200), (2, 20)] {
            let all = screen(&status, Size { rows, columns });
            assert!(all.len() < rows, "{rows}: {all:#?}");
            for row in &all {
                assert!(console::measure_text_width(row) < columns.max(21), "{columns}: {row}");
                assert!(!row.contains('\n') && !row.contains("\u{1b}[2J"), "{row:?}");
            }
        }
        let whole = screen(&status, Size { rows: 24, columns: 80 }).join("\n");
        for part in ["testing 30 programs", "reducing 0-gcc", "1,234 bytes", "and 8 more", "Ctrl-C again"] {
            assert!(whole.contains(part), "{part}: {whole}");
        }
    }

    #[test]
    fn what_is_done_is_not_shown_any_more() {
        let mut status = busy();
        for n in 0..12 {
            status.add(&Event::Ended { finding: format!("{n}-gcc") });
        }
        let whole = screen(&status, Size { rows: 24, columns: 80 }).join("\n");
        assert!(!whole.contains("reducing"), "{whole}");
    }
}
