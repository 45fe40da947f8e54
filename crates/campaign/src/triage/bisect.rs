//! Searching by yes and no, with few questions. Nothing here knows what is asked: a question is a number or a set of
//! indices, and somebody else answers.

/// What a probe says about the bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Shows,
    Cured,
    /// Something else went wrong, so there is nothing to learn about the bug.
    Broken,
}

/// Where something begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// The smallest number that shows it.
    pub at: u64,
    /// The number before was really cured, and not just broken.
    pub certain: bool,
}

/// The smallest number that shows the bug, where 0 is cured and `most` shows it. Needs log2(most) answers.
pub fn boundary<E>(most: u64, mut probe: impl FnMut(u64) -> Result<Answer, E>) -> Result<Boundary, E> {
    let (mut cured, mut shows) = (0, most);
    let mut certain = true;
    while shows - cured > 1 {
        let middle = cured + (shows - cured) / 2;
        match probe(middle)? {
            Answer::Shows => shows = middle,
            answer @ (Answer::Cured | Answer::Broken) => {
                cured = middle;
                certain = answer == Answer::Cured;
            }
        }
    }
    Ok(Boundary { at: shows, certain })
}

/// A set with more members tells nothing any more.
const LARGEST_SET: usize = 4;

/// A short set of indices below `count` that cures it, given that all of them together do; `None` when they do not, or when
/// many are needed. Each member is found by bisecting for the shortest beginning of the list that cures
/// together with those found before.
pub fn short_set<E>(
    count: usize,
    mut probe: impl FnMut(&[usize]) -> Result<Answer, E>,
) -> Result<Option<Vec<usize>>, E> {
    let all: Vec<usize> = (0..count).collect();
    if count == 0 || probe(&all)? != Answer::Cured {
        return Ok(None);
    }
    let mut chosen: Vec<usize> = Vec::new();
    let mut length = count;
    while chosen.len() < LARGEST_SET {
        // The bug is cured by the first `length` and those chosen, and shows with those chosen alone.
        let (mut shows, mut cured) = (0, length);
        while cured - shows > 1 {
            let middle = shows + (cured - shows) / 2;
            match probe(&with_beginning(&chosen, middle))? {
                Answer::Cured => cured = middle,
                Answer::Shows | Answer::Broken => shows = middle,
            }
        }
        chosen.push(cured - 1);
        length = cured - 1;
        if probe(&with_beginning(&chosen, 0))? == Answer::Cured {
            chosen.sort_unstable();
            return Ok(Some(chosen));
        }
        if length == 0 {
            break;
        }
    }
    Ok(None)
}

fn with_beginning(chosen: &[usize], length: usize) -> Vec<usize> {
    let mut set: Vec<usize> = (0..length).chain(chosen.iter().copied()).collect();
    set.sort_unstable();
    set
}

/// Which of `count` can be used together: those that break something are found by halving, and left out.
pub fn usable<E>(count: usize, mut works: impl FnMut(&[usize]) -> Result<bool, E>) -> Result<Vec<usize>, E> {
    let mut good = Vec::new();
    let mut parts: Vec<Vec<usize>> = vec![(0..count).collect()];
    while let Some(part) = parts.pop() {
        let together: Vec<usize> = good.iter().chain(&part).copied().collect();
        if part.is_empty() {
            continue;
        }
        if works(&together)? {
            good = together;
        } else if part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            parts.extend([second.to_vec(), first.to_vec()]);
        }
    }
    good.sort_unstable();
    Ok(good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn cures_if(is: bool) -> Result<Answer, Infallible> {
        Ok(if is { Answer::Cured } else { Answer::Shows })
    }

    #[test]
    fn a_boundary_is_found_with_few_questions() {
        for most in [1, 2, 3, 100, 4097] {
            for at in [1, 2, most / 2, most].into_iter().filter(|at| (1..=most).contains(at)) {
                let mut asked = 0;
                let found = boundary(most, |n| {
                    asked += 1;
                    cures_if(n < at)
                });
                assert_eq!(found, Ok(Boundary { at, certain: true }));
                assert!(asked <= 13, "{asked} questions for {most}");
            }
        }
    }

    #[test]
    fn a_boundary_at_something_broken_is_uncertain() {
        let answer = |n| Ok::<_, Infallible>(if n < 7 { Answer::Broken } else { Answer::Shows });
        assert_eq!(boundary(10, answer), Ok(Boundary { at: 7, certain: false }));
    }

    #[test]
    fn short_sets() {
        let rows: [&[usize]; 5] = [&[0], &[99], &[42], &[3, 77], &[1, 2, 50]];
        for needed in rows {
            let mut asked = 0;
            let found = short_set(100, |set| {
                asked += 1;
                cures_if(needed.iter().all(|one| set.contains(one)))
            });
            assert_eq!(found.unwrap().as_deref(), Some(needed));
            assert!(asked <= 10 * needed.len(), "{asked} questions for {needed:?}");
        }
        assert_eq!(short_set(100, |_| cures_if(false)), Ok(None));
        assert_eq!(short_set(0, |_| cures_if(true)), Ok(None));
        assert_eq!(short_set(100, |set| cures_if(set.len() > 30)), Ok(None));
    }

    #[test]
    fn one_of_several_cures_is_enough() {
        let found = short_set(100, |set| cures_if(set.contains(&20) || set.contains(&60))).unwrap();
        assert_eq!(found, Some(vec![20]));
    }

    #[test]
    fn what_breaks_is_left_out() {
        let mut asked = 0;
        let good = usable(64, |set| {
            asked += 1;
            Ok::<_, Infallible>(!set.contains(&5) && !set.contains(&40))
        });
        let good = good.unwrap();
        assert_eq!(good.len(), 62);
        assert!(!good.contains(&5) && !good.contains(&40) && asked < 30, "{asked} questions");
    }
}
