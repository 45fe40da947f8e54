//! Who is right? Against an expected output, by comparison; without one, by a vote; and when all compilers
//! are of one mind and not of ours, the suspect is Assay.

use std::fmt;

use crate::compiler::excerpt;
use crate::compiler::toolchain::Family;
use crate::judge::execute::{Ending, Execution, Output};

/// The right answer, known in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    pub stdout: Vec<u8>,
    pub code: i32,
}

/// The first place where an output differs from another. `None` stands for a line that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Counted from 1. The line behind the last when only the endings differ.
    pub line: usize,
    pub expected: Option<String>,
    pub actual: Option<String>,
    /// The endings, when they differ.
    pub ending: Option<(Ending, Ending)>,
}

/// One configuration's result in a vote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    pub family: Family,
    pub result: Execution,
}

/// The outcome of a vote; numbers are indices of ballots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Vote {
    Unanimous,
    Majority {
        winners: Vec<usize>,
        dissenters: Vec<usize>,
    },
    /// No result has more than half of the votes.
    NoMajority {
        groups: Vec<Vec<usize>>,
    },
}

/// What all configurations together say about an expected output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    AllRight,
    /// These are wrong; another configuration, or the lack of agreement among them, supports us.
    Wrong {
        guilty: Vec<usize>,
    },
    /// They agree with each other and not with us.
    OracleSuspect {
        agreeing: Vec<usize>,
        families: usize,
    },
}

/// `None`: equal.
pub fn compare(expected: &Expected, actual: &Output) -> Option<Difference> {
    let ending = Ending::Code(expected.code);
    difference((&expected.stdout, ending), (&actual.stdout, actual.ending))
}

/// Lets several results vote.
pub fn vote(ballots: &[Ballot]) -> Vote {
    let groups = groups(ballots);
    let Some((first, rest)) = groups.split_first() else { return Vote::NoMajority { groups } };
    if rest.is_empty() {
        return Vote::Unanimous;
    }
    if 2 * first.len() <= ballots.len() {
        return Vote::NoMajority { groups };
    }
    let mut dissenters: Vec<usize> = rest.concat();
    dissenters.sort_unstable();
    Vote::Majority { winners: first.clone(), dissenters }
}

/// Judges configurations by the expected output, and the expected output by the configurations: it is
/// suspect when no configuration confirms it and either all of two or more configurations, or configurations of
/// two independent families, give one and the same other answer.
pub fn judge(expected: &Expected, ballots: &[Ballot]) -> Judgement {
    let right = |ballot: &Ballot| is_expected(expected, &ballot.result);
    let guilty: Vec<usize> = (0..ballots.len()).filter(|&i| !right(&ballots[i])).collect();
    if guilty.is_empty() {
        return Judgement::AllRight;
    }
    if guilty.len() < ballots.len() {
        return Judgement::Wrong { guilty };
    }
    let suspect = groups(ballots).into_iter().find(|group| {
        let unanimous = group.len() == ballots.len() && group.len() >= 2;
        unanimous || family_count(ballots, group) >= 2
    });
    match suspect {
        Some(agreeing) => Judgement::OracleSuspect { families: family_count(ballots, &agreeing), agreeing },
        None => Judgement::Wrong { guilty },
    }
}

fn is_expected(expected: &Expected, result: &Execution) -> bool {
    match result {
        Execution::Finished(output) => compare(expected, output).is_none(),
        Execution::Crashed { signal: _ } | Execution::Hung { clock: _ } => false,
    }
}

/// Two compilers that we know nothing about count as one family: their independence is not proven.
fn family_count(ballots: &[Ballot], group: &[usize]) -> usize {
    let mut families: Vec<Family> = group.iter().map(|&i| ballots[i].family).collect();
    families.sort_unstable();
    families.dedup();
    families.len()
}

/// Ballots with equal results; the largest group first, then the one with the earliest ballot.
fn groups(ballots: &[Ballot]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, ballot) in ballots.iter().enumerate() {
        match groups.iter_mut().find(|group| agree(&ballots[group[0]].result, &ballot.result)) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Which clock ended a program that hangs is chance.
fn agree(one: &Execution, other: &Execution) -> bool {
    matches!((one, other), (Execution::Hung { .. }, Execution::Hung { .. })) || one == other
}

fn difference(expected: (&[u8], Ending), actual: (&[u8], Ending)) -> Option<Difference> {
    if expected == actual {
        return None;
    }
    let (wanted, got) = (lines(expected.0), lines(actual.0));
    let same = wanted.iter().zip(&got).take_while(|(a, b)| a == b).count();
    Some(Difference {
        line: same + 1,
        expected: wanted.get(same).map(|line| text(line)),
        actual: got.get(same).map(|line| text(line)),
        ending: (expected.1 != actual.1).then_some((expected.1, actual.1)),
    })
}

/// Lines with their ends: a missing last newline is a difference too.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\n').to_owned()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |line: &Option<String>| match line {
            Some(line) => format!("`{}`", excerpt::line(line)),
            None => "nothing".to_owned(),
        };
        if self.expected.is_some() || self.actual.is_some() {
            write!(f, "line {} is {}, expected {}", self.line, shown(&self.actual), shown(&self.expected))?;
        }
        match &self.ending {
            Some((expected, actual)) if self.expected.is_none() && self.actual.is_none() => {
                write!(f, "it ended with {actual}, expected {expected}")
            }
            Some((expected, actual)) => write!(f, "; it ended with {actual}, expected {expected}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Code(code) => write!(f, "exit code {code}"),
            Ending::CutOff => write!(f, "too much output"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::signal::Signal;

    fn output(stdout: &str, code: i32) -> Output {
        Output { stdout: stdout.into(), ending: Ending::Code(code) }
    }

    fn expected(stdout: &str) -> Expected {
        Expected { stdout: stdout.into(), code: 0 }
    }

    fn ballot(family: Family, stdout: &str) -> Ballot {
        Ballot { family, result: Execution::Finished(output(stdout, 0)) }
    }

    #[test]
    fn the_first_difference_is_named() {
        let rows = [
            ("a\nb\n", 0, None),
            ("a\nc\n", 0, Some("line 2 is `c`, expected `b`")),
            ("a\n", 0, Some("line 2 is nothing, expected `b`")),
            ("a\nb\nc\n", 0, Some("line 3 is `c`, expected nothing")),
            ("a\nb\n", 1, Some("it ended with exit code 1, expected exit code 0")),
            ("", 3, Some("line 1 is nothing, expected `a`; it ended with exit code 3, expected exit code 0")),
        ];
        for (stdout, code, words) in rows {
            let found = compare(&expected("a\nb\n"), &output(stdout, code)).map(|d| d.to_string());
            assert_eq!(found.as_deref(), words);
        }
    }

    #[test]
    fn votes() {
        let ballots = |texts: &[&str]| texts.iter().map(|t| ballot(Family::Gcc, t)).collect::<Vec<_>>();
        assert_eq!(vote(&ballots(&["1", "1"])), Vote::Unanimous);
        assert_eq!(
            vote(&ballots(&["2", "1", "1"])),
            Vote::Majority { winners: vec![1, 2], dissenters: vec![0] }
        );
        assert_eq!(vote(&ballots(&["1", "2"])), Vote::NoMajority { groups: vec![vec![0], vec![1]] });
        assert_eq!(
            vote(&ballots(&["1", "2", "2", "1"])),
            Vote::NoMajority { groups: vec![vec![0, 3], vec![1, 2]] }
        );
        assert_eq!(vote(&[]), Vote::NoMajority { groups: vec![] });
    }

    #[test]
    fn the_oracle_is_suspect_without_confirmation() {
        use Family::{Gcc, Llvm};
        let judged = |ballots: &[(Family, &str)]| {
            let ballots: Vec<_> = ballots.iter().map(|(family, text)| ballot(*family, text)).collect();
            judge(&expected("1"), &ballots)
        };
        assert_eq!(judged(&[(Gcc, "1"), (Llvm, "1")]), Judgement::AllRight);
        assert_eq!(judged(&[(Gcc, "1"), (Llvm, "2")]), Judgement::Wrong { guilty: vec![1] });
        assert_eq!(judged(&[(Gcc, "2")]), Judgement::Wrong { guilty: vec![0] });
        assert_eq!(judged(&[(Gcc, "2"), (Gcc, "3")]), Judgement::Wrong { guilty: vec![0, 1] });
        assert_eq!(
            judged(&[(Gcc, "2"), (Gcc, "2")]),
            Judgement::OracleSuspect { agreeing: vec![0, 1], families: 1 }
        );
        assert_eq!(
            judged(&[(Gcc, "3"), (Gcc, "2"), (Llvm, "2")]),
            Judgement::OracleSuspect { agreeing: vec![1, 2], families: 2 }
        );
    }

    #[test]
    fn crashes_vote_too() {
        let crash = Ballot { family: Family::Gcc, result: Execution::Crashed { signal: Signal::SEGV } };
        let ballots = [crash, ballot(Family::Gcc, "1"), ballot(Family::Gcc, "1")];
        assert_eq!(vote(&ballots), Vote::Majority { winners: vec![1, 2], dissenters: vec![0] });
    }
}
