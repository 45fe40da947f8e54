//! What is to be reduced: a finding with the command line that failed, or a file with one that was given.

use crate::failure::Failure;
use crate::preprocess::{self, check_readable};
use crate::verbs::observe;
use campaign::finding::Case;
use campaign::target::Question;
use campaign::{Finding, folder};
use emit::Std;
use harness::command::{Slots, last_step};
use harness::{Setup, Template, Toolchain};
use ir::Target;
use reduce::{Oracle, Stage, Strategy, Task, split_command};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct Subject {
    /// The program in C.
    pub file: PathBuf,
    /// The language that the compiler is given.
    std: Std,
    /// The finding's folder.
    folder: Option<PathBuf>,
    /// The compiler's command line without files.
    pub words: Vec<String>,
    runner: Vec<String>,
    pub stage: Stage,
}

impl Subject {
    /// A folder, a file, or the name of a finding in a campaign.
    pub fn find(what: &Path, campaign: &Path, cc: Option<&str>) -> Result<Subject, Failure> {
        let named = folder::of_finding(campaign, &what.to_string_lossy());
        let mut subject = if what.join(folder::DATA).is_file() {
            Subject::of_finding(what)?
        } else if what.is_file() {
            Subject::of_file(what, cc)?
        } else if named.join(folder::DATA).is_file() {
            Subject::of_finding(&named)?
        } else {
            return Err(Failure::Usage(format!(
                "there is no file, no finding's folder and no finding in {} called {}",
                campaign.display(),
                what.display()
            )));
        };
        if let Some(line) = cc {
            subject.words = words_of(line)?;
        }
        Ok(subject)
    }

    /// The compiler of a finding as it was called, without the files and without the flags that the finding names apart.
    pub fn compiler_of(finding: &Finding) -> Result<Toolchain, Failure> {
        let Some(case) = finding.wrong.first() else {
            return Err(Failure::Usage(format!("the finding {} names no compiler", finding.id)));
        };
        let (mut words, _) = without_files(words_of(last_step(&case.compile))?, &finding.sources);
        if words.ends_with(&case.flags) {
            words.truncate(words.len() - case.flags.len());
        }
        let mut toolchain = Toolchain::from_template(Template::from_words(&words))
            .map_err(|error| Failure::Environment(error.to_string()))?;
        toolchain.runner = runner_of(case)?;
        Ok(toolchain)
    }

    fn of_file(file: &Path, cc: Option<&str>) -> Result<Subject, Failure> {
        check_readable(file)?;
        if cc.is_none() {
            let words = "give the compiler that fails with --cc, as in --cc \"gcc -O2\"";
            return Err(Failure::Usage(words.to_owned()));
        }
        let file = file.to_owned();
        Ok(Subject {
            file,
            std: Std::C11,
            folder: None,
            words: Vec::new(),
            runner: Vec::new(),
            stage: Stage::Run,
        })
    }

    fn of_finding(place: &Path) -> Result<Subject, Failure> {
        let data = place.join(folder::DATA);
        let text =
            std::fs::read_to_string(&data).map_err(|error| Failure::File { file: data.clone(), error })?;
        let finding: Finding = serde_json::from_str(&text)
            .map_err(|error| Failure::Usage(format!("{} is no finding: {error}", data.display())))?;
        let Some(case) = finding.wrong.first() else {
            return Err(Failure::Usage(format!("the finding {} names no compiler", finding.id)));
        };
        let file = readable(place, &finding)?;
        let (words, stage) = without_files(words_of(last_step(&case.compile))?, &finding.sources);
        let runner = runner_of(case)?;
        let std = language(&finding);
        Ok(Subject { file, std, folder: Some(place.to_owned()), words, runner, stage })
    }

    pub fn is_cxx(&self) -> bool {
        self.std.is_cxx()
    }

    pub fn usual_output(&self) -> PathBuf {
        match &self.folder {
            Some(folder) if self.is_cxx() => folder.join(folder::REDUCED_CXX),
            Some(folder) => folder.join(folder::REDUCED),
            None => self.file.with_extension("reduced.c"),
        }
    }

    /// Starts from what an earlier run has kept, if that is there.
    pub fn task(
        &self,
        kept: &Path,
        strategy: Strategy,
        jobs: usize,
        time: Option<Duration>,
    ) -> Result<Task, Failure> {
        let (toolchain, flags) = self.toolchain()?;
        let setup = Setup::default();
        let question = Question { setup: &setup, toolchain: &toolchain, flags: &flags, std: self.std };
        let target = question.target().map_err(|error| Failure::Environment(error.to_string()))?;
        let target = target.unwrap_or(&Target::LP64);
        let file = if kept.is_file() && !self.is_cxx() { kept } else { &self.file };
        let text = preprocess::preprocess(file, &self.preprocessor(), target)?;
        let unit = read::read(&text, target.clone()).map_err(|error| {
            Failure::NotC(format!(
                "{error}; what the reader does not support can be reduced with --with cvise"
            ))
        })?;
        let (program, std, stage) = (unit.program, self.std, self.stage);
        // Findings of `hunt --oracle volatile` name the runner that watches.
        let is_watched = self.runner.last().is_some_and(|word| word == observe::VERB);
        let oracle = if is_watched { Oracle::Volatile } else { Oracle::Output };
        Ok(Task { program, toolchain, flags, std, stage, strategy, oracle, setup, jobs, time })
    }
}

impl Subject {
    /// What the command line says to the preprocessor.
    fn preprocessor(&self) -> preprocess::Options {
        let mut options = preprocess::Options::default();
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            let value = |letters: &str, next: Option<&String>| match word.strip_prefix(letters) {
                Some("") => next.cloned(),
                Some(value) => Some(value.to_owned()),
                None => None,
            };
            let next = words.as_slice().first();
            options.include.extend(value("-I", next).map(PathBuf::from));
            options.define.extend(value("-D", next));
        }
        options
    }

    /// The compiler, and the flags that may go.
    pub fn toolchain(&self) -> Result<(Toolchain, Vec<String>), Failure> {
        let (own, flags) = split_command(&self.words);
        let mut toolchain = Toolchain::from_template(Template::from_words(&own))
            .map_err(|error| Failure::Environment(error.to_string()))?;
        toolchain.runner = self.runner.clone();
        Ok((toolchain, flags))
    }
}

fn words_of(line: &str) -> Result<Vec<String>, Failure> {
    let template = Template::parse(line).map_err(|error| Failure::Usage(error.to_string()))?;
    let words = template.fill(&Slots::default());
    Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
}

/// The words before the program, where it is run by another.
fn runner_of(case: &Case) -> Result<Vec<String>, Failure> {
    let run = case.run.as_deref().map(words_of).transpose()?.unwrap_or_default();
    Ok(run.split_last().map(|(_, runner)| runner.to_vec()).unwrap_or_default())
}

/// A command line without its files, and how far it goes.
fn without_files(words: Vec<String>, sources: &[String]) -> (Vec<String>, Stage) {
    let mut kept = Vec::new();
    let mut stage = Stage::Run;
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => drop(words.next()),
            "-c" => stage = Stage::Compile,
            _ if sources.contains(&word) => {}
            _ => kept.push(word),
        }
    }
    (kept, stage)
}

/// The file of a finding that holds all of its program in C.
fn readable(place: &Path, finding: &Finding) -> Result<PathBuf, Failure> {
    let in_c = place.join(folder::IN_C);
    if in_c.is_file() {
        return Ok(in_c);
    }
    match finding.sources.as_slice() {
        [only] if only.ends_with(".c") => Ok(place.join(only)),
        [] => Err(Failure::Usage(format!("the finding {} names no program", finding.id))),
        _ => Err(Failure::Usage(format!(
            "{} is not one file of C, and {} is missing there, as in findings of older versions and of other generators; \
             `assay hunt` reduces programs that it grew itself, and creduce or cvise can reduce others",
            finding.sources.join(" "),
            folder::IN_C
        ))),
    }
}

/// What a finding's program is written in: its origin names the standard, if it is not the usual one.
fn language(finding: &Finding) -> Std {
    let is_cxx = finding.sources.iter().any(|name| name.ends_with(".cpp"));
    let named = Std::all().find(|std| finding.origin.split([' ', ',']).any(|word| word == std.name()));
    match named.filter(|std| std.is_cxx() == is_cxx) {
        Some(std) => std,
        None if is_cxx => Std::Cxx17,
        None => Std::C11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_out_of_command_lines() {
        let words = words_of("gcc -O2 -c -o a.out test.c").unwrap();
        assert_eq!(
            without_files(words, &["test.c".to_owned()]),
            (vec!["gcc".into(), "-O2".into()], Stage::Compile)
        );
    }
}
