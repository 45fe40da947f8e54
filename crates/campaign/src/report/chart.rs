//! Charts as inline SVG. Colours are those of the page, so that they follow its light and dark looks.

use std::fmt::Write as _;

use super::escape;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 30.0;
const TOP: f64 = 12.0;

/// What a chart over time needs to know.
pub(super) struct Axes<'a> {
    pub title: &'a str,
    /// Where the horizontal axis ends, in seconds.
    pub seconds: f64,
    pub unit: &'a str,
}

/// Columns of equal width, one for each part of the time.
pub(super) fn columns(axes: &Axes, values: &[f64]) -> String {
    let top = ceiling(values.iter().copied().fold(0.0, f64::max));
    let mut svg = frame(axes, top);
    let width = (WIDTH - LEFT) / values.len().max(1) as f64;
    for (at, value) in values.iter().enumerate() {
        let height = (HEIGHT - BOTTOM - TOP) * value / top;
        let (x, y) = (LEFT + at as f64 * width, HEIGHT - BOTTOM - height);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{value:.2} {}</title></rect>",
            (width - 1.0).max(0.5),
            escape(axes.unit)
        );
    }
    svg + "</svg>"
}

/// Lines that go up by one at each of their times. Each line has a name and a class of its own.
pub(super) fn steps(axes: &Axes, lines: &[(&str, Vec<f64>)]) -> String {
    let top = ceiling(lines.iter().map(|(_, times)| times.len()).max().unwrap_or(0) as f64);
    let mut svg = frame(axes, top);
    let x = |time: f64| LEFT + (WIDTH - LEFT) * (time / axes.seconds.max(1e-9)).clamp(0.0, 1.0);
    let y = |count: usize| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count as f64 / top;
    for (at, (name, times)) in lines.iter().enumerate() {
        let mut path = format!("M{:.1} {:.1}", x(0.0), y(0));
        for (count, time) in times.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", x(*time), y(count + 1));
        }
        let _ = write!(path, "H{:.1}", x(axes.seconds));
        let _ = write!(svg, "<path class=\"line line{at}\" d=\"{path}\"/>");
        let (key, word) = (LEFT + 12.0, TOP + 14.0 + 16.0 * at as f64);
        let _ = write!(svg, "<path class=\"line line{at}\" d=\"M{key} {}h16\"/>", word - 4.0);
        let _ =
            write!(svg, "<text x=\"{}\" y=\"{word}\">{} ({})</text>", key + 22.0, escape(name), times.len());
    }
    svg + "</svg>"
}

/// Horizontal bars with a name and a value each. Names are cut when they are too long, and whole when pointed at.
pub(super) fn rows(title: &str, values: &[(String, f64, String)]) -> String {
    const ROW: f64 = 24.0;
    const NAMES: f64 = 330.0;
    const NUMBERS: f64 = 130.0;
    let height = ROW * values.len().max(1) as f64 + 4.0;
    let most = values.iter().map(|(_, value, _)| *value).fold(0.0, f64::max).max(1e-9);
    let mut svg = opening(title, height);
    for (at, (name, value, label)) in values.iter().enumerate() {
        let y = ROW * at as f64 + 2.0;
        let width = ((WIDTH - NAMES - NUMBERS) * value / most).max(1.0);
        let _ = write!(
            svg,
            "<g><title>{}</title><text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>\
             <rect class=\"bar\" x=\"{NAMES}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            escape(name),
            NAMES - 8.0,
            y + 15.0,
            escape(&shortened(name, 48)),
            y + 3.0,
            ROW - 8.0,
            NAMES + width + 6.0,
            y + 15.0,
            escape(label)
        );
    }
    svg + "</svg>"
}

fn opening(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    )
}

/// Both axes, with a few numbers.
fn frame(axes: &Axes, top: f64) -> String {
    let mut svg = opening(axes.title, HEIGHT);
    let (floor, room) = (HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP);
    for part in 0..=4 {
        let y = floor - room * f64::from(part) / 4.0;
        let _ = write!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/>");
        let value = number(top * f64::from(part) / 4.0);
        let _ = write!(svg, "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{value}</text>", LEFT - 6.0, y + 4.0);
        let x = LEFT + (WIDTH - LEFT) * f64::from(part) / 4.0;
        let class = if part == 4 { "end" } else { "" };
        let time = duration(axes.seconds * f64::from(part) / 4.0);
        let _ = write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{}\">{time}</text>", HEIGHT - 10.0);
    }
    svg
}

/// The next number above that is pleasant to read, and four times a pleasant one.
fn ceiling(value: f64) -> f64 {
    if value <= 0.0 {
        return 4.0;
    }
    let scale = 10f64.powf(value.log10().floor());
    let pleasant = [1.0, 2.0, 4.0, 8.0, 10.0].into_iter().map(|step| step * scale);
    pleasant.into_iter().find(|step| *step >= value * 0.999).unwrap_or(10.0 * scale)
}

fn number(value: f64) -> String {
    let text = if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.2}") };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..8 => format!("{seconds:.1} s"),
        8..120 => format!("{whole} s"),
        120..7200 => format!("{} min", whole / 60),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
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
    fn axes_end_at_pleasant_numbers() {
        for (value, top) in [(0.0, 4.0), (1.0, 1.0), (3.0, 4.0), (7.9, 8.0), (9.0, 10.0), (120.0, 200.0)] {
            assert!((ceiling(value) - top).abs() < 1e-9, "{value}: {}", ceiling(value));
        }
        assert_eq!([number(0.25), number(12.5), number(1.0), number(100.0)], ["0.25", "12", "1", "100"]);
    }

    #[test]
    fn names_cannot_break_out() {
        let svg = rows("a<b", &[("</svg><script>".to_owned(), 1.0, "1".to_owned())]);
        assert!(!svg.contains("<script>") && svg.ends_with("</svg>"), "{svg}");
    }

    #[test]
    fn lines_stay_within_the_frame() {
        let axes = Axes { title: "t", seconds: 10.0, unit: "" };
        let svg = steps(&axes, &[("found", vec![1.0, 5.0, 20.0])]);
        assert!(svg.contains("H720.0V") && !svg.contains("NaN"), "{svg}");
    }
}
