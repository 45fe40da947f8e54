//! Which programs of a corpus found what: by what findings say of where their programs come from.

use std::collections::BTreeMap;

use campaign::report::Data;
use serde::Serialize;

use super::bug::id;

#[derive(Serialize)]
pub struct Corpus<'a> {
    /// Whether tests are mutants of a corpus at all.
    pub is_used: bool,
    /// The programs whose mutants show bugs, those of most bugs first.
    pub programs: Vec<Program<'a>>,
}

#[derive(Serialize)]
pub struct Program<'a> {
    pub file: &'a str,
    pub bugs: Vec<Shown<'a>>,
}

/// A bug that a mutant of the program shows.
#[derive(Serialize)]
pub struct Shown<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub mutations: &'a str,
}

impl<'a> Corpus<'a> {
    pub fn of(data: &'a Data) -> Corpus<'a> {
        let mut programs: BTreeMap<&str, Vec<Shown>> = BTreeMap::new();
        for bug in &data.bugs {
            let Some((files, mutations)) = source(&bug.example.origin) else { continue };
            for file in files {
                programs.entry(file).or_default().push(Shown { id: id(bug), title: bug.title(), mutations });
            }
        }
        let mut programs: Vec<Program> =
            programs.into_iter().map(|(file, bugs)| Program { file, bugs }).collect();
        programs.sort_by_key(|one| std::cmp::Reverse(one.bugs.len()));
        let profiles = data.campaign.get("profiles").map(String::as_str).unwrap_or_default();
        let is_used = profiles.split(' ').any(|one| one.starts_with("corpus:"));
        Corpus { is_used, programs }
    }
}

/// The files of `…, from A and B, mutations: M`.
fn source(origin: &str) -> Option<(Vec<&str>, &str)> {
    let (_, rest) = origin.split_once(", from ")?;
    let (files, mutations) = rest.rsplit_once(", mutations: ")?;
    Some((files.split(" and ").collect(), mutations))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_say_where_their_programs_come_from() {
        let origin = "assay 0.2.0, seed 5, from /a b/c.c and /d.c, mutations: loop 3, hoist 1";
        assert_eq!(source(origin), Some((vec!["/a b/c.c", "/d.c"], "loop 3, hoist 1")));
        assert_eq!(source("assay 0.2.0, profile default, seed 5"), None);
    }
}
