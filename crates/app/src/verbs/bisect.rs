//! `assay bisect`: since which version of a compiler a finding is there.

use super::hunt::DEFAULT_DIR;
use super::reduce::subject::Subject;
use crate::failure::Failure;
use crate::place::Shared;
use crate::{session, terminal};
use campaign::finding::examination::Outcome;
use campaign::triage::versions::{Case, Regression, search};
use campaign::{Finding, Store, folder};
use harness::toolchain::discover;
use harness::{Template, Toolchain};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Find the version of a compiler that a bug begins with
#[derive(clap::Args)]
#[command(
    after_help = "The versions are taken in their order, the oldest first. Up to twelve are all tried; of more, the place where the bug begins \
    is found by halving, and builds that do not work are passed over.\n\n\
    Exit codes: 0 the first bad version was found, 1 no version has the bug, 2 wrong usage, 3 trouble around it"
)]
pub struct Args {
    /// A finding, by its name or folder
    finding: PathBuf,
    /// The compilers on the path with such names, as in 'gcc-*'; or a list of commands, separated by commas, the oldest first
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "builds")]
    versions: Vec<String>,
    /// The command of a build, with {rev} for its name, as in '/builds/{rev}/bin/gcc'
    #[arg(long, value_name = "CMD", conflicts_with = "versions", requires = "revs")]
    builds: Option<String>,
    /// The names of builds, the oldest first: separated by commas, or numbers as in 100..180, or @FILE with one a line
    #[arg(long, value_name = "REVS", requires = "builds")]
    revs: Option<String>,
    /// The campaign's folder, for findings by name
    #[arg(long, value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,
    #[command(flatten)]
    shared: Shared,
    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

/// A version that can be tried.
struct Version {
    name: String,
    /// A build that is not there says nothing.
    toolchain: Option<Toolchain>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    version: &'a str,
    outcome: Outcome,
}

#[derive(Serialize)]
struct Told<'a> {
    finding: &'a str,
    tried: Vec<Row<'a>>,
    last_good: Option<&'a str>,
    first_bad: Option<&'a str>,
    fixed: Option<&'a str>,
}

/// The exit code when no version has the bug.
const NOWHERE: u8 = 1;

pub fn run(args: Args) -> Result<u8, Failure> {
    session::tidy();
    let store = args.shared.server()?.map(|place| Store::look_in(&place)).transpose()?;
    let (place, finding) = match &store {
        Some(store) => fetched(store, &args.finding.to_string_lossy())?,
        None => found(&args.finding, &args.dir)?,
    };
    let toolchain = Subject::compiler_of(&finding)?;
    let versions = versions(&args)?;
    let lost = || Failure::Usage(format!("{} has no program that can be tried again", place.display()));
    let case = Case::of(&place, &finding, toolchain).ok_or_else(lost)?;
    let regression = search(versions.len(), |at| {
        let version = &versions[at];
        terminal::pass(&format!("trying {}", version.name));
        version.toolchain.as_ref().map_or(Outcome::Unclear, |toolchain| case.tried_with(toolchain))
    });
    terminal::pass("");
    tell(&args, &finding, &versions, &regression)?;
    Ok(if regression.first_bad.is_some() { 0 } else { NOWHERE })
}

/// A finding of a campaign on a server, in a folder of this machine that goes when the store is closed.
fn fetched(store: &Store, id: &str) -> Result<(PathBuf, Finding), Failure> {
    let missing = || Failure::Usage(format!("{} has no finding {id} with files", store.place()));
    let finding = store.finding(id)?.ok_or_else(missing)?;
    if !store.fetch(id)? {
        return Err(missing());
    }
    Ok((folder::of_finding(store.dir(), id), finding))
}

fn found(what: &Path, campaign: &Path) -> Result<(PathBuf, Finding), Failure> {
    let named = folder::of_finding(campaign, &what.to_string_lossy());
    let place = if what.join(folder::DATA).is_file() { what.to_owned() } else { named };
    let data = place.join(folder::DATA);
    let text = std::fs::read_to_string(&data).map_err(|_| {
        Failure::Usage(format!("there is no finding {} in {}", what.display(), campaign.display()))
    })?;
    let finding = serde_json::from_str(&text)
        .map_err(|error| Failure::Usage(format!("{} is no finding: {error}", data.display())))?;
    Ok((place, finding))
}

fn versions(args: &Args) -> Result<Vec<Version>, Failure> {
    if let (Some(command), Some(revs)) = (&args.builds, &args.revs) {
        if !command.contains("{rev}") {
            return Err(Failure::Usage("--builds needs {rev} where the name of the build stands".to_owned()));
        }
        return revs_of(revs)?.into_iter().map(|rev| build(command, rev)).collect();
    }
    let mut all = Vec::new();
    for name in &args.versions {
        match name.contains('*') {
            true => all.extend(on_the_path(name)),
            false => all.push(version(name)?),
        }
    }
    if all.is_empty() {
        let names = args.versions.join(", ");
        return Err(Failure::Usage(format!(
            "no compiler on the path is called {names}; `assay doctor` lists them"
        )));
    }
    Ok(all)
}

fn build(command: &str, rev: String) -> Result<Version, Failure> {
    let template = template(&command.replace("{rev}", &rev))?;
    Ok(Version { name: rev, toolchain: Toolchain::from_template(template).ok() })
}

fn version(name: &str) -> Result<Version, Failure> {
    let toolchain =
        Toolchain::from_template(template(name)?).map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(Version { name: name.to_owned(), toolchain: Some(toolchain) })
}

fn template(line: &str) -> Result<Template, Failure> {
    Ok(campaign::config::template(line)?)
}

fn revs_of(text: &str) -> Result<Vec<String>, Failure> {
    if let Some(file) = text.strip_prefix('@') {
        let file = PathBuf::from(file);
        let lines = std::fs::read_to_string(&file).map_err(|error| Failure::File { file, error })?;
        return Ok(lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect());
    }
    if let Some((first, last)) = text.split_once("..") {
        let wrong = |_| Failure::Usage(format!("--revs {text}: a range is of two numbers, as in 100..180"));
        let (first, last): (u64, u64) = (first.parse().map_err(wrong)?, last.parse().map_err(wrong)?);
        return Ok((first..=last).map(|rev| rev.to_string()).collect());
    }
    Ok(text.split(',').map(|rev| rev.trim().to_owned()).collect())
}

/// Those of the path, by the numbers that they give as their versions.
fn on_the_path(pattern: &str) -> Vec<Version> {
    let fits = |toolchain: &Toolchain| is_like(pattern, &toolchain.name);
    let mut found: Vec<Toolchain> = discover().toolchains.into_iter().filter(fits).collect();
    found.sort_by_key(|toolchain| (numbers(toolchain), toolchain.name.clone()));
    found
        .into_iter()
        .map(|toolchain| Version { name: toolchain.name.clone(), toolchain: Some(toolchain) })
        .collect()
}

/// The numbers of `gcc (Debian 12.2.0-14) 12.2.0`: those of the last word with a dot.
fn numbers(toolchain: &Toolchain) -> Vec<u32> {
    let mut words = toolchain.fingerprint.version.split_whitespace();
    let number = words.rfind(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
    number.unwrap_or_default().split('.').map_while(|part| part.parse().ok()).collect()
}

/// Whether a name is like a pattern, in which `*` stands for anything.
fn is_like(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).filter(|at| name.is_char_boundary(*at)).any(|at| is_like(rest, &name[at..]))
        }),
    }
}

fn tell(args: &Args, finding: &Finding, versions: &[Version], found: &Regression) -> Result<(), Failure> {
    let name = |at: Option<usize>| at.map(|at| versions[at].name.as_str());
    let said = |version: &'_ Version| {
        version.toolchain.as_ref().map(|one| one.fingerprint.version.clone()).unwrap_or_default()
    };
    let words: Vec<String> = versions.iter().map(said).collect();
    let rows = found.tried.iter().map(|(at, outcome)| Row {
        name: &versions[*at].name,
        version: &words[*at],
        outcome: *outcome,
    });
    let told = Told {
        finding: &finding.id,
        tried: rows.collect(),
        last_good: name(found.last_good),
        first_bad: name(found.first_bad),
        fixed: name(found.fixed),
    };
    if args.json {
        let text = serde_json::to_string_pretty(&told).expect("only text keys");
        return terminal::print(format!("{text}\n").as_bytes());
    }
    terminal::say(&in_words(&told))
}

fn in_words(told: &Told) -> String {
    let mut text = String::new();
    let width = told.tried.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in &told.tried {
        let outcome = match row.outcome {
            Outcome::Fails => "bad",
            Outcome::Works => "good",
            Outcome::Unclear => "does not tell",
        };
        let _ = writeln!(text, "{:width$}  {outcome:<13}  {}", row.name, row.version);
    }
    let _ = match (told.first_bad, told.last_good) {
        (None, _) => writeln!(text, "none of them has the bug of {}", told.finding),
        (Some(bad), Some(good)) => writeln!(text, "first bad: {bad}, last good: {good}"),
        (Some(bad), None) => writeln!(text, "first bad: {bad}, the oldest that could be tried"),
    };
    if let Some(fixed) = told.fixed {
        let _ = writeln!(text, "good again: {fixed}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(is_like("gcc-*", "gcc-12") && is_like("*", "tcc") && is_like("c*g-1*", "clang-14"));
        assert!(!is_like("gcc-*", "gcc") && !is_like("gcc", "gcc-12"));
    }

    #[test]
    fn names_of_builds() {
        let rows = [("a,b", vec!["a", "b"]), ("8..11", vec!["8", "9", "10", "11"])];
        for (text, names) in rows {
            assert_eq!(
                revs_of(text).ok().as_deref(),
                Some(&names.iter().map(|one| one.to_string()).collect::<Vec<_>>()[..])
            );
        }
        assert!(revs_of("a..b").is_err());
    }
}
