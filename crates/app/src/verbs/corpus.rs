//! `assay corpus`: which programs of a folder mutants can be made of, and why not of the others.

use crate::failure::Failure;
use crate::terminal;
use crate::verbs::hunt::mutants::{STEPS, check};
use campaign::corpus::{Corpus, Files, Importer, Status, find};
use campaign::host;
use ir::Target;
use mutate::Budget;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Import a folder of C programs for --corpus of hunt, and tell which can be mutated
#[derive(clap::Args)]
pub struct Args {
    /// A folder, at any depth, or a file; again for more
    #[arg(value_name = "DIR|FILE", required = true)]
    places: Vec<PathBuf>,
    /// Where what is known is kept; a second run reads only what has changed
    #[arg(long, value_name = "DIR", default_value = "assay-corpus")]
    cache: PathBuf,
    /// The steps that a program may take
    #[arg(long, value_name = "N", default_value_t = STEPS, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_steps: u64,
    /// How many programs at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Sizes, byte order and signedness of char
    #[arg(long, value_name = "T", default_value = "lp64", value_parser = crate::target::parser())]
    target: &'static Target,
    /// A line for each program: its file, and `seed` or why it is none
    #[arg(long)]
    list: bool,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    check(&args.places)?;
    let started = Instant::now();
    let files = find(&args.places);
    let importer = Importer {
        cache: args.cache.clone(),
        target: args.target,
        budget: Budget { steps: args.max_steps, ..Budget::default() },
        jobs: args.jobs.map(usize::from).unwrap_or_else(host::cores),
    };
    let total = files.programs.len();
    let told = |done: usize| terminal::pass(&format!("importing program {done} of {total}"));
    let corpus = importer.import(&files, &told).map_err(|error| Failure::Environment(error.to_string()))?;
    terminal::pass("");
    let text = if args.list { list(&corpus) } else { table(&files, &corpus, started.elapsed()) };
    terminal::print(text.as_bytes())?;
    Ok(0)
}

fn list(corpus: &Corpus) -> String {
    let mut text = String::new();
    for entry in &corpus.entries {
        let status = match &entry.status {
            Status::Seed { steps, .. } => format!("seed, {steps} steps"),
            Status::Refused { class, why } if why.starts_with(class.as_str()) => why.clone(),
            Status::Refused { class, why } => format!("{class}: {why}"),
        };
        let _ = writeln!(text, "{}: {status}", entry.file.display());
    }
    text
}

fn table(files: &Files, corpus: &Corpus, time: Duration) -> String {
    let (total, seeds) = (corpus.entries.len(), corpus.seeds().len());
    let percent = if total == 0 { 0.0 } else { 100.0 * seeds as f64 / total as f64 };
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{total:>7}  programs in {:.1} s, {} of them known from before",
        time.as_secs_f64(),
        corpus.known
    );
    let _ = writeln!(text, "{seeds:>7}  can be mutated ({percent:.1} %)");
    for (class, count) in corpus.refused() {
        let _ = writeln!(text, "{count:>7}  {class}");
    }
    if files.others > 0 {
        let _ = writeln!(text, "{:>7}  other files, which are no C by their names", files.others);
    }
    if files.unreadable > 0 {
        let _ = writeln!(text, "{:>7}  files and folders that cannot be read", files.unreadable);
    }
    text
}
