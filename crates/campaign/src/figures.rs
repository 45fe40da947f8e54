//! The numbers that a campaign is known by, counted in one place: the terminal, the pages, the reports and the JSON all say
//! these. How they are laid out is said elsewhere.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    pub tests: u64,
    /// How long the campaign has run, without the pauses between its runs.
    pub seconds: f64,
    pub tests_per_second: f64,
    /// That were given to compilers; with all compilations, those that were repeated counted each time.
    pub programs: u64,
    pub compilations: u64,
    /// Of bugs that are not known.
    pub findings: u64,
    /// Different causes, as far as they are known, without those of known bugs.
    pub bugs: u64,
    /// Findings of which nobody knows yet whether they have one cause or many.
    pub unexamined: u64,
    pub known: u64,
    /// Tests without a program, and results that did not come again or were lost to the surroundings.
    pub without_verdict: u64,
}

impl Figures {
    /// After so much time of running.
    pub fn at(self, seconds: f64) -> Figures {
        Figures { seconds, tests_per_second: self.tests as f64 / seconds.max(1e-3), ..self }
    }

    /// In the order in which they are read, as words.
    pub fn rows(&self) -> [(String, &'static str); 9] {
        [
            (grouped(self.tests), "tests"),
            (rate(self.tests_per_second), "tests a second"),
            (grouped(self.programs), "programs"),
            (grouped(self.compilations), "compilations"),
            (grouped(self.findings), "findings"),
            (grouped(self.bugs), "bugs"),
            (grouped(self.unexamined), "not yet examined"),
            (grouped(self.known), "findings of known bugs"),
            (grouped(self.without_verdict), "without a verdict"),
        ]
    }
}

/// `12,345,678`
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Small rates need more digits than large ones.
pub fn rate(a_second: f64) -> String {
    match a_second {
        r if r >= 100.0 => grouped(r.round() as u64),
        r if r >= 10.0 => format!("{r:.1}"),
        r => format!("{r:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let rows =
            [(0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (10_000_000, "10,000,000")];
        rows.iter().for_each(|(number, text)| assert_eq!(grouped(*number), *text));
        assert_eq!([rate(0.25), rate(12.34), rate(1234.5)], ["0.25", "12.3", "1,235"]);
    }
}
