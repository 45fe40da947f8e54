//! Where the numbers of an axis stand: at round values, few enough to be read.

/// What an axis counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Seconds.
    Time,
    Number,
}

/// An axis has no more parts than this.
const MOST: f64 = 6.0;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// Steps of time that people count in, from tenths of a second to weeks.
const TIMES: [f64; 26] = [
    0.1,
    0.2,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
    15.0,
    30.0,
    MINUTE,
    2.0 * MINUTE,
    5.0 * MINUTE,
    10.0 * MINUTE,
    15.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    2.0 * HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
    12.0 * HOUR,
    DAY,
    2.0 * DAY,
    5.0 * DAY,
    10.0 * DAY,
    20.0 * DAY,
    50.0 * DAY,
];

impl Scale {
    /// The step from one number of the axis to the next.
    pub fn step(self, end: f64) -> f64 {
        let fits = |step: &f64| end / step <= MOST;
        match self {
            Scale::Time => TIMES.into_iter().find(fits).unwrap_or(DAY * of_ten(end / DAY)),
            Scale::Number => of_ten(end),
        }
    }

    /// The numbers of an axis, from zero up to its end.
    pub fn ticks(self, end: f64) -> Vec<f64> {
        let step = self.step(end);
        (0..).map(|n| f64::from(n) * step).take_while(|at| *at <= end * 1.000_001).collect()
    }

    /// How a number is written, in the unit of its axis.
    pub fn label(self, value: f64, end: f64) -> String {
        let (unit, name) = match (self, self.step(end)) {
            (Scale::Number, _) => (1.0, ""),
            (Scale::Time, step) if step < MINUTE => (1.0, " s"),
            (Scale::Time, step) if step < HOUR => (MINUTE, " min"),
            (Scale::Time, step) if step < DAY => (HOUR, " h"),
            (Scale::Time, _) => (DAY, " d"),
        };
        let text = match value / unit {
            n if n >= 1e6 => format!("{}M", plain(n / 1e6)),
            n if n >= 1e4 => format!("{}k", plain(n / 1e3)),
            n => plain(n),
        };
        if value == 0.0 { "0".to_owned() } else { text + name }
    }
}

/// The step among 1, 2 and 5 times a power of ten.
fn of_ten(end: f64) -> f64 {
    let least = (end / MOST).max(1e-9);
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].map(|n| n * power).into_iter().find(|step| *step >= least * 0.999).unwrap_or(10.0 * power)
}

fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Where an axis of counts ends: at its first number above what is shown.
pub fn ceiling(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let step = of_ten(value);
    (value * 0.999 / step).ceil() * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_at_round_moments() {
        let rows = [
            (97.0, "0 30 s 60 s 90 s"),
            (0.45, "0 0.1 s 0.2 s 0.3 s 0.4 s"),
            (610.0, "0 2 min 4 min 6 min 8 min 10 min"),
            (7.9 * HOUR, "0 2 h 4 h 6 h"),
            (20.0 * DAY, "0 5 d 10 d 15 d 20 d"),
            (900.0 * DAY, "0 200 d 400 d 600 d 800 d"),
        ];
        for (end, wanted) in rows {
            let labels: Vec<String> =
                Scale::Time.ticks(end).into_iter().map(|at| Scale::Time.label(at, end)).collect();
            assert_eq!(labels.join(" "), wanted, "{end}");
        }
    }

    #[test]
    fn counts_end_at_a_round_number_above() {
        let rows = [(0.0, 1.0), (1.0, 1.0), (3.0, 3.0), (7.9, 8.0), (9.0, 10.0), (117.0, 120.0), (0.37, 0.4)];
        for (value, top) in rows {
            assert!((ceiling(value) - top).abs() < 1e-9, "{value}: {}", ceiling(value));
        }
        let labels: Vec<String> =
            Scale::Number.ticks(50_000.0).into_iter().map(|at| Scale::Number.label(at, 50_000.0)).collect();
        assert_eq!(labels.join(" "), "0 10k 20k 30k 40k 50k");
    }
}
