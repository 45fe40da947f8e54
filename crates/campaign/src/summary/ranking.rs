//! In which order to look at bugs: each next one is the one that is least like all those before it (furthest point first), so that
//! whoever looks at a few sees few of the same cause. Bugs that are known, or were put aside, come first in the search and are not shown: what is like
//! them comes late. After Chen and others, Taming Compiler Fuzzers (2013).

use std::collections::BTreeSet;

use crate::finding::Finding;
use crate::finding::bucket::without_version;

/// What two bugs can have in common.
pub struct Traits(BTreeSet<String>);

impl Traits {
    /// Those of a finding and its program, which tells most when it is reduced.
    pub fn of(finding: &Finding, program: Option<&str>) -> Traits {
        let mut all = BTreeSet::new();
        all.insert(format!("kind {}", finding.kind));
        all.insert(format!("compiler {}", without_version(&finding.compiler)));
        all.extend(words(&finding.cause).map(|word| format!("cause {word}")));
        let culprit = finding.triage.as_ref().map(|triage| &triage.culprit);
        if let Some(key) = culprit.and_then(|culprit| culprit.key()) {
            all.insert(format!("guilty {key}"));
        }
        let flags = finding.reduced.as_ref().map(|reduced| &reduced.flags);
        all.extend(flags.into_iter().flatten().map(|flag| format!("flag {flag}")));
        all.extend(program.into_iter().flat_map(tokens));
        Traits(all)
    }

    /// From 0 for the same to 1 for nothing in common.
    pub fn distance(&self, other: &Traits) -> f64 {
        let both = self.0.intersection(&other.0).count();
        let all = self.0.len() + other.0.len() - both;
        1.0 - both as f64 / all.max(1) as f64
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

const OPERATORS: &str = "+-*/%&|^<>=!~?";

/// Keywords, types, calls of the library and operators with their neighbours; no names of variables, and no numbers.
fn tokens(text: &str) -> BTreeSet<String> {
    let is_own =
        |word: &str| word.contains('_') || word.chars().any(|c| c.is_ascii_digit()) || word.len() < 2;
    let mut all: BTreeSet<String> =
        words(text).filter(|word| !is_own(word)).map(|word| format!("word {word}")).collect();
    for operator in text.split(|c: char| !OPERATORS.contains(c)).filter(|run| !run.is_empty()) {
        all.insert(format!("operator {operator}"));
    }
    all
}

/// The order of those that are not aside, with the distance of each to all before it. `bugs` comes with the most frequent first.
pub fn order(bugs: &[Traits], is_aside: impl Fn(usize) -> bool) -> Vec<(usize, f64)> {
    let mut left: Vec<usize> = (0..bugs.len()).filter(|at| !is_aside(*at)).collect();
    let aside: Vec<usize> = (0..bugs.len()).filter(|at| is_aside(*at)).collect();
    let mut nearest: Vec<f64> =
        bugs.iter().map(|bug| aside.iter().map(|at| bug.distance(&bugs[*at])).fold(1.0, f64::min)).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let mut best = 0;
        for at in 1..left.len() {
            if nearest[left[at]] > nearest[left[best]] {
                best = at;
            }
        }
        let next = left.remove(best);
        order.push((next, nearest[next]));
        for at in &left {
            nearest[*at] = nearest[*at].min(bugs[*at].distance(&bugs[next]));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(words: &str) -> Traits {
        Traits(words.split(' ').map(str::to_owned).collect())
    }

    #[test]
    fn what_is_different_comes_first() {
        let bugs = [traits("a b c d"), traits("a b c e"), traits("x y"), traits("a x")];
        let places = |order: Vec<(usize, f64)>| order.into_iter().map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(places(order(&bugs, |_| false)), [0, 2, 3, 1]);
        // What is like a bug that was put aside comes last.
        assert_eq!(places(order(&bugs, |at| at == 2)), [0, 3, 1]);
        assert!(bugs[0].distance(&bugs[0]).abs() < 1e-9 && (bugs[0].distance(&bugs[2]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn names_and_numbers_say_nothing() {
        let (one, other) = (
            tokens("int g_1; int main(void) { return g_1 << 3; }"),
            tokens("int k7; int main(void) { return k7 << 12; }"),
        );
        assert_eq!(one, other);
        assert!(one.contains("operator <<") && one.contains("word return"), "{one:?}");
    }
}
