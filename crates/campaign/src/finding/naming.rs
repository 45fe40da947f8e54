//! Which bucket a finding is in: by what the compiler said, by what an examination found out, or by what its reduced program is made
//! of. How buckets read is in [`crate::finding::bucket`].

use generate::BucketSource;
use harness::Verdict;

use crate::finding::bucket::{Bucket, Cause, When, without_version};
use crate::finding::{Finding, Kind, Reduction, Triage};

/// The kind that a verdict is of; `None` for `Ok`.
pub fn kind_of(verdict: &Verdict) -> Option<Kind> {
    match verdict {
        Verdict::Ok => None,
        Verdict::WrongResult(_) => Some(Kind::WrongResult),
        Verdict::CompilerCrash { .. } => Some(Kind::CompilerCrash),
        Verdict::CompilerHang { .. } => Some(Kind::CompilerHang),
        Verdict::CompilerReject { .. } => Some(Kind::CompilerReject),
        Verdict::BadOutput { .. } => Some(Kind::BadOutput),
        Verdict::ProgramCrash { .. } => Some(Kind::ProgramCrash),
        Verdict::ProgramHang { .. } => Some(Kind::ProgramHang),
    }
}

/// What tells causes apart within a kind, as far as the compiler itself says so.
pub fn cause_of(verdict: &Verdict) -> String {
    match verdict {
        Verdict::CompilerCrash { signature } => signature.to_string(),
        Verdict::CompilerReject { first_error } => without_particulars(first_error),
        Verdict::BadOutput { defect } => defect.to_string(),
        Verdict::ProgramCrash { signal } => signal.to_string(),
        Verdict::Ok
        | Verdict::WrongResult(_)
        | Verdict::CompilerHang { .. }
        | Verdict::ProgramHang { .. } => String::new(),
    }
}

/// The class of a finding in a compiler at some settings, before anything is found out. A crash's signature says where it is; for the
/// rest, the settings that show it are the best that is known.
pub fn of_verdict(kind: Kind, compiler: &str, settings: Vec<String>, cause: String) -> Bucket {
    let cause = match kind {
        Kind::CompilerCrash => Cause::Signature(cause),
        Kind::CompilerReject | Kind::BadOutput => Cause::Message(cause),
        Kind::ProgramCrash => Cause::Settings { settings, ended: Some(cause) },
        Kind::WrongResult | Kind::CompilerHang | Kind::ProgramHang | Kind::Disagreement => {
            Cause::Settings { settings, ended: None }
        }
        Kind::OracleSuspect => Cause::Unknown,
    };
    Bucket { kind, compiler: compiler.to_owned(), cause, with: Vec::new() }
}

/// The bucket after an examination.
pub fn examined(finding: &Finding, triage: &Triage) -> Bucket {
    match triage.culprit.key() {
        Some(key) => bucket(finding, Cause::Culprit(key), triage.flags.clone()),
        // A crash's signature says where it is, whatever leads there.
        None if !finding.kind.is_silent() => bucket(finding, Cause::Class(finding.class.clone()), Vec::new()),
        None => bucket(finding, Cause::Class(finding.class.clone()), triage.flags.clone()),
    }
}

/// The bucket that a reduced program gives a finding: by the pass that is guilty of it, or else by what it is made of. A program that
/// could be smaller is made of too much.
pub(crate) fn reduced(by: BucketSource, finding: &Finding, reduced: &Reduction, again: &Triage) -> Bucket {
    let cause = match by {
        BucketSource::Shape if reduced.finished && !reduced.pattern.is_empty() => {
            Cause::Shape(reduced.pattern.clone())
        }
        BucketSource::Shape | BucketSource::Culprit if reduced.culprit.key().is_some() => {
            return examined(finding, again);
        }
        BucketSource::Shape | BucketSource::Culprit if !reduced.finished => {
            Cause::Class(finding.class.clone())
        }
        BucketSource::Shape | BucketSource::Culprit => {
            let is_level = |flag: &String| flag.starts_with("-O") && flag != "-O0";
            let when = if reduced.flags.iter().any(is_level) { When::Optimizing } else { When::Always };
            Cause::Operations { operations: reduced.ingredients.clone(), when }
        }
    };
    bucket(finding, cause, again.flags.clone())
}

fn bucket(finding: &Finding, cause: Cause, with: Vec<String>) -> Bucket {
    Bucket { kind: finding.kind, compiler: without_version(&finding.compiler).to_owned(), cause, with }
}

/// A message without place, names and numbers, which differ from program to program.
fn without_particulars(message: &str) -> String {
    // A linker gives places as in `t.c:(.text+0x1f): relocation truncated to fit`.
    let behind = ["error: ", "): "].into_iter().find_map(|mark| message.split_once(mark));
    let text = behind.map_or(message, |(_, rest)| rest);
    let mut plain = String::new();
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' | '`' | '\u{2018}' | '\u{2019}' | '"' => {
                plain.push_str(if quoted { "" } else { "_" });
                quoted = !quoted;
            }
            _ if quoted => {}
            c if c.is_ascii_digit() => plain.push_str(if plain.ends_with('#') { "" } else { "#" }),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::examination::{Culprit, Step};

    #[test]
    fn messages_lose_what_is_particular() {
        let rows = [
            ("test.c:12:3: error: 'g_7' undeclared (first use)", "_ undeclared (first use)"),
            ("test.c:9: error: too many arguments, 17 given", "too many arguments, # given"),
            (
                "t.c:(.text+0x1f): relocation truncated to fit: R_X against `.L.str'",
                "relocation truncated to fit: R_X against _",
            ),
        ];
        for (message, plain) in rows {
            assert_eq!(without_particulars(message), plain);
        }
    }

    #[test]
    fn flags_that_a_bug_needs_are_part_of_its_bucket() {
        let finding = |kind: &str| -> Finding {
            let data = serde_json::json!({
                "id": "1-gcc", "kind": kind, "test": 1, "seed": 1, "origin": "", "compiler": "gcc-12", "version": "",
                "bucket": "", "class": "class", "title": "", "variable": null, "wrong": [], "right": [],
                "validated_by": [], "known": null, "found": 0,
                "host": { "system": "", "cpu": "", "cores": 1, "memory_mib": 1 },
            });
            serde_json::from_value(data).expect("a finding")
        };
        let step = Step { pass: "tree-vrp1".to_owned(), function: None, number: 1, of: 2 };
        let guilty = Culprit { step: Some(step), ..Culprit::default() };
        let rows = [
            ("wrong-result", guilty.clone(), "", "wrong-code gcc: tree-vrp1"),
            (
                "wrong-result",
                guilty.clone(),
                "-fno-tree-dce",
                "wrong-code gcc: tree-vrp1, with -fno-tree-dce",
            ),
            ("compiler-hang", guilty, "-O2 -flto", "compiler-hang gcc: tree-vrp1, with -O2 -flto"),
            ("wrong-result", Culprit::default(), "-fwrapv", "class, with -fwrapv"),
            ("compiler-crash", Culprit::default(), "-fwrapv", "class"),
        ];
        for (kind, culprit, flags, expected) in rows {
            let flags = flags.split_terminator(' ').map(str::to_owned).collect();
            let triage = Triage { culprit, flags, ..Triage::default() };
            assert_eq!(examined(&finding(kind), &triage).to_string(), expected);
        }
    }
}
