//! A finding as a folder that a person can read: the program, what it should print and what it prints, the command
//! lines, versions and machine, and a script that shows the bug.
//!
//! A folder is complete or not there: it is written beside its place, forced to disk, and then renamed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use harness::Defect;

use crate::draw::learn::Odds;
use crate::draw::recipe;
use crate::finding::{File, Finding, Found, Kind, Triage, reduction};
use crate::text::{in_line, markdown};

/// Where findings are, within a campaign's folder.
pub const FINDINGS: &str = "findings";

/// The finding itself, for programs.
pub const DATA: &str = "finding.json";

/// What the program should print.
pub const EXPECTED: &str = "expected.txt";

/// The reduced program.
pub const REDUCED: &str = reduction::FILE;

/// The same in C++.
pub const REDUCED_CXX: &str = "reduced.cpp";

/// The program of a test in one file of C, where that is not what was tested: C++ and several files are not read back.
pub const IN_C: &str = "program.c";

/// What the program was drawn by, if that was learned.
pub const ODDS: &str = recipe::ODDS_FILE;

/// The policy that was given for programs like this one.
pub const POLICY: &str = recipe::POLICY_FILE;

/// What an examination found out, for programs.
pub const TRIAGE: &str = "triage.json";

pub fn of_finding(campaign: &Path, id: &str) -> PathBuf {
    campaign.join(FINDINGS).join(id)
}

/// What the program of a finding was drawn by; `None` if that is lost.
pub(crate) fn odds(campaign: &Path, finding: &Finding) -> Option<Odds> {
    if finding.generation == 0 {
        return Some(Odds::default());
    }
    let text = fs::read_to_string(of_finding(campaign, &finding.id).join(ODDS)).ok()?;
    toml::from_str(&text).ok()
}

/// Writes a finding's folder; one of the same name, left by an interrupted run, is replaced.
pub fn write_finding(campaign: &Path, found: &Found) -> io::Result<()> {
    write_folder(&of_finding(campaign, &found.finding.id), &files_of(found))
}

/// All that a finding's folder has from the beginning.
pub fn files_of(found: &Found) -> Vec<File> {
    let finding = &found.finding;
    let mut files = found.files.clone();
    let data = serde_json::to_string_pretty(finding).unwrap_or_default();
    files.push(File::new(DATA, data + "\n"));
    files.push(File::new("README.md", description(finding)));
    files.push(File::new("reproduce.sh", script(finding)));
    files
}

/// Writes anew what an examination changes. Each file is old or new, never half.
pub fn update_finding(campaign: &Path, finding: &Finding) -> io::Result<()> {
    let data = serde_json::to_string_pretty(finding).map_err(io::Error::other)?;
    let mut files = vec![File::new(DATA, data + "\n"), File::new("README.md", description(finding))];
    if let Some(triage) = &finding.triage {
        let data = serde_json::to_string_pretty(triage).map_err(io::Error::other)?;
        files.push(File::new(TRIAGE, data + "\n"));
    }
    replace_files(&of_finding(campaign, &finding.id), &files)
}

pub fn replace_files(place: &Path, files: &[File]) -> io::Result<()> {
    for file in files {
        let beside = place.join(format!(".{}.part", file.name));
        let mut out = fs::File::create(&beside)?;
        out.write_all(&file.bytes)?;
        out.sync_all()?;
        fs::rename(&beside, place.join(&file.name))?;
    }
    sync_dir(place)
}

pub fn remove_finding(campaign: &Path, id: &str) -> io::Result<()> {
    remove(&of_finding(campaign, id))
}

pub fn write_folder(place: &Path, files: &[File]) -> io::Result<()> {
    let parent = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let beside = parent.join(format!(".{name}.part"));
    remove(&beside)?;
    fs::create_dir(&beside)?;
    for file in files {
        let mut out = fs::File::create(beside.join(&file.name))?;
        out.write_all(&file.bytes)?;
        out.sync_all()?;
    }
    sync_dir(&beside)?;
    remove(place)?;
    fs::rename(&beside, place)?;
    sync_dir(parent)
}

fn remove(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn sync_dir(dir: &Path) -> io::Result<()> {
    fs::File::open(dir)?.sync_all()
}

/// The shortest way to see it, for a shell in any directory.
pub fn command(campaign: &Path, id: &str) -> String {
    let folder = of_finding(campaign, id);
    let folder = folder.canonicalize().unwrap_or(folder);
    format!("sh {}", harness::command::quote(&folder.join("reproduce.sh").display().to_string()))
}

fn description(finding: &Finding) -> String {
    let mut text = format!("# {}: {}\n\n{}\n\n", finding.id, finding.kind, markdown(&finding.title));
    let mut row = |name: &str, value: &str| text.push_str(&format!("- {name}: {}\n", markdown(value)));
    row("bucket", &finding.bucket);
    row("compiler", &format!("{} ({})", finding.compiler, finding.version));
    row("program", &format!("{}, test {}", finding.origin, finding.test));
    if let Some(command) = &finding.made_by {
        row("made by", command);
    }
    if let Some(variable) = &finding.variable {
        row("first wrong variable", &variable.to_string());
    }
    if !finding.validated_by.is_empty() {
        row("found well defined by", &finding.validated_by.join(", "));
    }
    if let Some(note) = &finding.known {
        row("known", note);
    }
    for (name, value) in finding.triage.iter().flat_map(Triage::rows) {
        row(name, &value);
    }
    if let Some(reduced) = &finding.reduced {
        row(
            "reduced",
            &format!(
                "{} lines, {} bytes in {}: {}",
                reduced.lines, reduced.bytes, reduced.file, reduced.compile
            ),
        );
    }
    row("machine", &finding.host.to_string());
    text.push_str("\nWrong:\n\n");
    for case in &finding.wrong {
        let run = case.run.as_ref().map(|run| format!(" && {run}")).unwrap_or_default();
        let (label, verdict) = (markdown(&case.label), markdown(&case.verdict));
        text.push_str(&format!("- {label}: {verdict}\n\n      {}{run}\n\n", in_line(&case.compile)));
    }
    if !finding.right.is_empty() {
        text.push_str(&format!("Right: {}\n\n", markdown(&finding.right.join("; "))));
    }
    text.push_str("`sh reproduce.sh` shows it again: exit code 0 when the bug is there, 1 when it is not.\n");
    text
}

/// Seconds after which the script calls it a hang.
const PATIENCE: u32 = 60;

fn script(finding: &Finding) -> String {
    let Some(case) = finding.wrong.first() else { return String::new() };
    let compile = &case.compile;
    let steps = match (finding.kind, &case.run) {
        (Kind::Disagreement, Some(_)) => disagreement(finding),
        (Kind::WrongResult | Kind::OracleSuspect, Some(run)) => {
            format!("{}{run} > now.txt\n{}", build(compile), there_unless("diff expected.txt now.txt"))
        }
        (Kind::ProgramCrash, Some(run)) => format!("{}{}", build(compile), there_unless(run)),
        (Kind::ProgramHang, Some(run)) => format!("{}{}", build(compile), there_if_slow(run)),
        (Kind::CompilerHang, _) => there_if_slow(compile),
        (Kind::BadOutput, _) => format!("{}{}", build(compile), there_unless(&usable(&finding.cause))),
        // What was not run was not compiled either.
        (
            Kind::CompilerCrash
            | Kind::CompilerReject
            | Kind::WrongResult
            | Kind::OracleSuspect
            | Kind::Disagreement
            | Kind::ProgramCrash
            | Kind::ProgramHang,
            _,
        ) => there_unless(compile),
    };
    format!(
        "#!/bin/sh\n# Finding {id}: {title}\n# Exit code 0: the bug is there. 1: it is not. 2: something else is wrong.\n\
         set -u\nhere=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\ndir=$(mktemp -d) || exit 2\n\
         trap 'rm -rf \"$dir\"' EXIT\ncp \"$here\"/* \"$dir\" && cd \"$dir\" || exit 2\n\
         there() {{ echo 'the bug is there'; exit 0; }}\ngone() {{ echo 'the bug is not there'; exit 1; }}\n\
         set -x\n{steps}",
        id = finding.id,
        title = in_line(&finding.title),
    )
}

/// All that disagree, one after the other.
fn disagreement(finding: &Finding) -> String {
    let mut steps = String::new();
    for (n, case) in finding.wrong.iter().enumerate() {
        let run = case.run.as_deref().unwrap_or("true");
        steps.push_str(&format!("{}{run} > {n}.txt\n", build(&case.compile)));
        if n > 0 {
            steps.push_str(&format!("diff 0.txt {n}.txt || there\n"));
        }
    }
    steps + "gone\n"
}

/// What must hold of the output, by what is wrong with it.
fn usable(cause: &str) -> String {
    let defect = Defect::ALL.into_iter().find(|defect| defect.description() == cause);
    match defect {
        Some(Defect::Missing) | None => "[ -e a.out ]",
        Some(Defect::Empty) => "[ -s a.out ]",
        Some(Defect::NotAFile) => "[ -f a.out ]",
        Some(Defect::NotExecutable) => "[ -x a.out ]",
        Some(Defect::NoProgram | Defect::NoLoader) => "./a.out > now.txt && diff expected.txt now.txt",
    }
    .to_owned()
}

fn build(compile: &str) -> String {
    format!("{compile} || exit 2\n")
}

fn there_unless(command: &str) -> String {
    format!("if {command}; then gone; else there; fi\n")
}

fn there_if_slow(command: &str) -> String {
    format!("timeout {PATIENCE} {command}\nif [ $? -eq 124 ]; then there; else gone; fi\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_replaces_what_an_interrupted_run_left() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("findings/1-gcc");
        write_folder(&place, &[File::new("a", "1"), File::new("b", "2")]).unwrap();
        write_folder(&place, &[File::new("a", "3")]).unwrap();
        assert_eq!(fs::read_to_string(place.join("a")).unwrap(), "3");
        assert!(!place.join("b").exists());
        assert_eq!(fs::read_dir(place.parent().unwrap()).unwrap().count(), 1);
    }
}
