//! Charts as inline SVG. Colours are those of the page, so that they follow its light and dark looks.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::markup::Text;
use super::ticks::{Scale, ceiling};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 30.0;
const TOP: f64 = 12.0;

/// What a chart along an axis needs to know.
pub struct Axes<'a> {
    pub title: &'a str,
    /// Where the horizontal axis ends.
    pub end: f64,
    pub scale: Scale,
    /// What the vertical axis counts.
    pub unit: &'a str,
}

impl<'a> Axes<'a> {
    /// Along time, in seconds.
    pub fn time(title: &'a str, seconds: f64, unit: &'a str) -> Axes<'a> {
        Axes { title, end: seconds, scale: Scale::Time, unit }
    }

    /// Along a count.
    pub fn count(title: &'a str, end: f64, unit: &'a str) -> Axes<'a> {
        Axes { title, end, scale: Scale::Number, unit }
    }
}

/// Columns of equal width, one for each part of the time.
pub fn columns(axes: &Axes, values: &[f64]) -> Markup {
    let top = ceiling(values.iter().copied().fold(0.0, f64::max));
    let width = (WIDTH - LEFT) / values.len().max(1) as f64;
    let bars = html! {
        @for (at, value) in values.iter().enumerate() {
            @let height = (HEIGHT - BOTTOM - TOP) * value / top;
            rect.bar x=(px(LEFT + at as f64 * width)) y=(px(HEIGHT - BOTTOM - height))
                width=(px((width - 1.0).max(0.5))) height=(px(height)) {
                title { (format!("{value:.2} ")) (Text(axes.unit)) }
            }
        }
    };
    frame(axes, top, &bars)
}

/// So many lines have looks of their own; more begin again.
const LOOKS: usize = 8;

/// Lines that go up by one at each of their places. Each line has a name and a look of its own.
pub fn steps(axes: &Axes, lines: &[(String, Vec<f64>)]) -> Markup {
    let top = ceiling(lines.iter().map(|(_, places)| places.len()).max().unwrap_or(0) as f64);
    let paths = html! {
        @for (at, (name, places)) in lines.iter().enumerate() {
            @let (key, word) = (LEFT + 12.0, TOP + 14.0 + 20.0 * at as f64);
            @let look = format!("line line{}", at % LOOKS);
            path class=(look) d=(stairs(axes.end, places, top)) {}
            path class=(look) d=(format!("M{key} {}h16", word - 4.0)) {}
            text x=(key + 22.0) y=(word) { (Text(name)) " (" (places.len()) ")" }
        }
    };
    frame(axes, top, &paths)
}

/// A line has no more steps than can be seen.
const MOST_STEPS: usize = 600;

fn stairs(end: f64, places: &[f64], top: f64) -> String {
    let x = |place: f64| LEFT + (WIDTH - LEFT) * (place / end.max(1e-9)).clamp(0.0, 1.0);
    let y = |count: usize| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count as f64 / top;
    let mut path = format!("M{:.1} {:.1}", x(0.0), y(0));
    let every = places.len().div_ceil(MOST_STEPS).max(1);
    let is_shown = |count: usize| (count + 1).is_multiple_of(every) || count + 1 == places.len();
    for (count, place) in places.iter().enumerate().filter(|(count, _)| is_shown(*count)) {
        let _ = write!(path, "H{:.1}V{:.1}", x(*place), y(count + 1));
    }
    let _ = write!(path, "H{:.1}", x(end));
    path
}

/// Horizontal bars with a name and a value each. Names are cut when they are too long, and whole when pointed at.
pub fn rows(title: &str, values: &[(String, f64, String)]) -> Markup {
    const ROW: f64 = 24.0;
    const NAMES: f64 = 330.0;
    const NUMBERS: f64 = 130.0;
    let most = values.iter().map(|(_, value, _)| *value).fold(0.0, f64::max).max(1e-9);
    let bars = html! {
        @for (at, (name, value, label)) in values.iter().enumerate() {
            @let y = ROW * at as f64 + 2.0;
            @let width = ((WIDTH - NAMES - NUMBERS) * value / most).max(1.0);
            g {
                title { (Text(name)) }
                text.end x=(NAMES - 8.0) y=(px(y + 15.0)) { (Text(shortened(name, 48))) }
                rect.bar x=(NAMES) y=(px(y + 3.0)) width=(px(width)) height=(px(ROW - 8.0)) {}
                text x=(px(NAMES + width + 6.0)) y=(px(y + 15.0)) { (Text(label)) }
            }
        }
    };
    drawing(title, ROW * values.len().max(1) as f64 + 4.0, &bars)
}

fn px(value: f64) -> String {
    format!("{value:.1}")
}

fn drawing(title: &str, height: f64, inside: &Markup) -> Markup {
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(Text(title)) {
            title { (Text(title)) }
            (inside)
        }
    }
}

/// Both axes, with a few numbers.
fn frame(axes: &Axes, top: f64, inside: &Markup) -> Markup {
    let (floor, room) = (HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP);
    let inside = html! {
        @for value in Scale::Number.ticks(top) {
            @let y = floor - room * value / top;
            path.grid d=(format!("M{LEFT} {y:.1}H{WIDTH}")) {}
            text.end x=(LEFT - 6.0) y=(px(y + 4.0)) { (Scale::Number.label(value, top)) }
        }
        @for value in axes.scale.ticks(axes.end) {
            @let x = LEFT + (WIDTH - LEFT) * value / axes.end.max(1e-9);
            path.grid d=(format!("M{x:.1} {floor}v5")) {}
            // A number at the very end has no room to its right.
            text.end[x > WIDTH - 20.0].middle[x <= WIDTH - 20.0] x=(px(x)) y=(HEIGHT - 8.0) { (axes.scale.label(value, axes.end)) }
        }
        (inside)
    };
    drawing(axes.title, HEIGHT, &inside)
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        let svg = rows("a<b", &[("</svg><script>".to_owned(), 1.0, "1".to_owned())]).into_string();
        assert!(!svg.contains("<script>") && svg.ends_with("</svg>"), "{svg}");
    }

    #[test]
    fn lines_stay_within_the_frame() {
        let axes = Axes::time("t", 10.0, "");
        let svg = steps(&axes, &[("found".to_owned(), vec![1.0, 5.0, 20.0])]).into_string();
        assert!(svg.contains("H720.0V") && !svg.contains("NaN"), "{svg}");
    }
}
