//! Times and sizes in words.

/// `2026-11-18T20:41:05Z`, from milliseconds since 1970 (RFC 3339).
pub fn moment(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The same for people: `2026-11-18 20:41`.
pub fn minute(milliseconds: i64) -> String {
    moment(milliseconds).replace('T', " ").chars().take(16).collect()
}

/// Days since 1970 as a date of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// `5 s`, `12 min`, `3 h 20 min`, `4 d 3 h`.
pub fn span(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..120 => format!("{whole} s"),
        120..7200 => format!("{} min", whole / 60),
        7200..172_800 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} d {} h", whole / 86_400, whole / 3600 % 24),
    }
}

pub fn ago(then: i64, now: i64) -> String {
    format!("{} ago", span((now - then) as f64 / 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        let rows = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399_000, "2000-02-28T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_795_034_465_999, "2026-11-18T20:41:05Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ];
        rows.iter().for_each(|(time, text)| assert_eq!(moment(*time), *text));
        assert_eq!(minute(951_782_400_000), "2000-02-29 00:00");
    }

    #[test]
    fn spans_are_short() {
        let rows = [(5.4, "5 s"), (600.0, "10 min"), (12_000.0, "3 h 20 min"), (356_400.0, "4 d 3 h")];
        rows.iter().for_each(|(time, text)| assert_eq!(span(*time), *text));
    }
}
