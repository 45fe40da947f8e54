//! What somebody meant who wrote a name that there is not: the nearest of those that there are.

/// A message of serde's about a name, as in ``unknown field `shap`, expected one of `shape`, `types` ``: where one of the names is
/// so near that it must be meant, it stands in the place of all.
pub fn told(message: &str) -> String {
    let line = message.lines().collect::<Vec<_>>().join(" ");
    let Some((what, expected)) = line.split_once(", expected ") else { return line };
    let Some(written) = quoted(what).next() else { return line };
    match of(written, quoted(expected)) {
        Some(name) => format!("{what}; did you mean `{name}`?"),
        None => line,
    }
}

/// The name that is most like what was written, if one is.
pub fn of<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LIKE: f64 = 0.75;
    let best =
        names.map(|name| (strsim::jaro_winkler(written, name), name)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > LIKE).map(|(_, name)| name)
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_told_and_far_ones_are_listed() {
        let rows = [
            (
                "unknown field `sead`, expected one of `seed`, `jobs`",
                "unknown field `sead`; did you mean `seed`?",
            ),
            (
                "unknown field `shap`, expected `shape` or `odds`",
                "unknown field `shap`; did you mean `shape`?",
            ),
            ("unknown field `colour`, expected `shape`", "unknown field `colour`, expected `shape`"),
            ("invalid type: string,\nexpected u32", "invalid type: string, expected u32"),
            ("unknown variant `loop`, there are none", "unknown variant `loop`, there are none"),
        ];
        for (message, expected) in rows {
            assert_eq!(told(message), expected);
        }
    }
}
