//! In which order bugs are looked at: each as unlike those before it as can be, so that the first ten are of ten kinds. Bugs that
//! are known come last, and before them those whose findings have not been examined.

use campaign::report::Bug;

use super::bug::State;

/// Beyond so many, the others follow as they are.
const MOST: usize = 400;

/// What tells bugs apart, and how much.
struct Traits {
    tier: u8,
    parts: [(String, u32); 4],
    count: u64,
}

impl Traits {
    fn of(bug: &Bug) -> Traits {
        let pass = bug.culprit().and_then(|culprit| culprit.key()).unwrap_or_default();
        let parts = [
            (bug.compiler_name().to_owned(), 4),
            (bug.example.kind.name().to_owned(), 4),
            (pass, 2),
            (bug.flags(), 1),
        ];
        let tier = match State::of(bug) {
            State::New => 0,
            State::Unexamined => 1,
            State::Reported | State::Fixed | State::Known | State::Invalid => 2,
        };
        Traits { tier, parts, count: bug.count }
    }

    fn likeness(&self, other: &Traits) -> u32 {
        let same = self.parts.iter().zip(&other.parts).filter(|(a, b)| a.0 == b.0);
        same.map(|(part, _)| part.1).sum()
    }
}

pub fn different_first(bugs: Vec<Bug>) -> Vec<Bug> {
    let traits: Vec<Traits> = bugs.iter().map(Traits::of).collect();
    let order = order(&traits);
    let mut bugs: Vec<Option<Bug>> = bugs.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| bugs[at].take()).collect()
}

/// The next is the one whose nearest among those before it is farthest; of these, the most frequent.
fn order(traits: &[Traits]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    for tier in 0..=2 {
        let mut open: Vec<usize> = (0..traits.len()).filter(|at| traits[*at].tier == tier).collect();
        let mut nearest = vec![0; traits.len()];
        let from = order.len();
        while !open.is_empty() && order.len() - from < MOST {
            let key = |at: &usize| (nearest[*at], u64::MAX - traits[*at].count, *at);
            let Some(place) = (0..open.len()).min_by_key(|place| key(&open[*place])) else { break };
            let next = open.remove(place);
            for at in &open {
                nearest[*at] = nearest[*at].max(traits[*at].likeness(&traits[next]));
            }
            order.push(next);
        }
        order.extend(open);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unlike_comes_first_and_what_is_known_last() {
        let row = |tier, compiler: &str, kind: &str, count| Traits {
            tier,
            parts: [(compiler, 4), (kind, 4), ("", 2), ("", 1)].map(|(text, n)| (text.to_owned(), n)),
            count,
        };
        let traits = [
            row(2, "pcc", "hang", 100),
            row(0, "gcc", "crash", 9),
            row(0, "gcc", "crash", 8),
            row(0, "gcc", "wrong", 1),
            row(0, "clang", "wrong", 2),
            row(1, "tcc", "wrong", 50),
        ];
        assert_eq!(order(&traits), [1, 4, 3, 2, 5, 0]);
    }
}
