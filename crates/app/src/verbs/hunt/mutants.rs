//! `assay hunt --corpus`: the programs that mutants are made of, as a profile.

use super::Args;
use super::fleet::corpora_dir;
use crate::failure::Failure;
use crate::terminal;
use campaign::corpus::{Corpus, Importer, Mutants, NAME, find};
use campaign::text::plural;
use campaign::{Config, Place, Store, host};
use generate::Profile;
use ir::Target;
use mutate::Budget;
use std::path::{Path, PathBuf};

/// The steps that a program of a corpus may take, so that its mutants are made in no time.
pub const STEPS: u64 = 200_000;

/// Where a campaign keeps what it knows of its corpus: beside its folder, which only a campaign makes.
fn cache(dir: &Path) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    dir.with_file_name(format!("{name}-corpus"))
}

/// The mutants alone, or their share beside the profiles of assay.toml.
pub(super) fn profiles(
    args: &Args,
    config: &Config,
    place: &Place,
) -> Result<Vec<(&'static dyn Profile, u32)>, Failure> {
    let mutants = mutants(args, config, place)?;
    // As long as the process.
    let profile: &'static dyn Profile = Box::leak(Box::new(mutants));
    Ok(match config.corpus_share() {
        None => vec![(profile, 1)],
        Some(share) => {
            let mut all = if config.profiles.len() > 1 { config.profiles()? } else { Vec::new() };
            all.push((profile, share));
            all
        }
    })
}

fn mutants(args: &Args, config: &Config, place: &Place) -> Result<Mutants, Failure> {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let focus: Vec<PathBuf> = args.focus.iter().map(absolute).collect();
    let dir = &corpora_dir(args, place);
    let corpus = match place {
        Place::Folder(_) => imported(args, config, dir, &focus)?,
        // Everybody has the programs of whoever was the first.
        Place::Server { .. } => match Store::corpus(place, &cache(dir))? {
            Some(corpus) => corpus,
            None => {
                Store::leave_corpus(place, &imported(args, config, dir, &focus)?)?;
                Store::corpus(place, &cache(dir))?.unwrap_or_default()
            }
        },
    };
    let total = corpus.entries.len();
    let found = plural(total as u64, "program");
    let mutants = Mutants::of(&corpus, &focus).ok_or_else(|| {
        let reasons: Vec<String> =
            corpus.refused().into_iter().map(|(class, count)| format!("{count} {class}")).collect();
        let why = if reasons.is_empty() { "there is no C".to_owned() } else { reasons.join(", ") };
        Failure::Usage(format!("none of {found} can be mutated: {why}; `assay corpus` tells more"))
    })?;
    if !focus.is_empty() && mutants.in_focus() == 0 {
        return Err(Failure::Usage(
            "none of the files of --focus can be mutated; `assay corpus FILE` says why".to_owned(),
        ));
    }
    terminal::report(format_args!("{NAME}: {} of {found} can be mutated\n", mutants.len()));
    Ok(mutants)
}

fn imported(args: &Args, config: &Config, dir: &Path, focus: &[PathBuf]) -> Result<Corpus, Failure> {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let places: Vec<PathBuf> = args.corpus.iter().map(absolute).chain(focus.to_vec()).collect();
    check(&places)?;
    let files = find(&places);
    let importer = Importer {
        cache: cache(dir),
        target: args.target.unwrap_or(&Target::LP64),
        budget: Budget { steps: STEPS, ..Budget::default() },
        jobs: args.jobs.map(usize::from).or(config.jobs).unwrap_or_else(host::cores),
    };
    let total = files.programs.len();
    let told = |done: usize| terminal::pass(&format!("importing program {done} of {total}"));
    let corpus = importer.import(&files, &told).map_err(|error| Failure::Environment(error.to_string()))?;
    terminal::pass("");
    Ok(corpus)
}

/// A place that is not there is a slip of the keyboard.
pub fn check(places: &[PathBuf]) -> Result<(), Failure> {
    for place in places {
        std::fs::metadata(place).map_err(|error| Failure::File { file: place.clone(), error })?;
    }
    Ok(())
}
