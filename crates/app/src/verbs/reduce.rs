//! `assay reduce`: the smallest program on which a compiler still fails in the same way.

mod progress;
pub(crate) mod subject;
mod text;

use crate::failure::Failure;
use crate::place::Shared;
use crate::{output, session, terminal};
use campaign::{Store, folder, host, shape};
use harness::Cancel;
use progress::{Progress, Style};
use reduce::{Error, Event, Reduced, Size, Strategy, Task, Tool};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use subject::Subject;

/// Make a program on which a compiler fails as small as possible; it stays well defined
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A finding, by its name or folder, or a program of one file
    #[arg(value_name = "FINDING | FILE.c")]
    subject: PathBuf,
    /// The compiler that fails, with its flags, as in "gcc -O2" [default for findings: the one that failed]
    #[arg(long, value_name = "CMD")]
    cc: Option<String>,
    /// The campaign's folder, for findings by name
    #[arg(long, value_name = "DIR", default_value = super::hunt::DEFAULT_DIR)]
    dir: PathBuf,
    #[command(flatten)]
    shared: Shared,
    /// Where the smallest program is kept at every moment [default: reduced.c in the finding's folder, or FILE.reduced.c]
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How long, as in 90s or 10m; the best so far is the result
    #[arg(long = "for", value_name = "TIME", value_parser = super::hunt::time)]
    time: Option<Duration>,
    /// How many programs at a time; the result does not depend on it [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Write the question "is it still interesting?" as a shell script for other reducers, and do nothing else
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Let another reducer polish the text, or do it all for programs that assay does not read
    #[arg(long, value_enum, value_name = "TOOL")]
    with: Option<ToolName>,
    /// What is tried in which order
    #[arg(long, value_enum, default_value = "usual")]
    strategy: StrategyName,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ToolName {
    /// C-Vise
    Cvise,
    /// C-Reduce
    Creduce,
}

impl ToolName {
    fn tool(self) -> Tool {
        match self {
            ToolName::Cvise => Tool::Cvise,
            ToolName::Creduce => Tool::Creduce,
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum StrategyName {
    /// All passes, from coarse to fine
    Usual,
    /// Orange's four transformations of expressions, in its order
    Orange,
}

impl StrategyName {
    fn strategy(self) -> Strategy {
        match self {
            StrategyName::Usual => Strategy::Usual,
            StrategyName::Orange => Strategy::Orange,
        }
    }
}

const AFTER_HELP: &str = "Ctrl-C ends it with the best so far, twice at once. After a kill the same command goes on from the \
    best so far.\n\nExit codes: 0 reduced, 2 wrong usage or nothing to reduce, 3 no compiler or other trouble around it, \
    70 a bug in assay";

/// What came out, for `--json`.
#[derive(Serialize)]
struct Report<'a> {
    event: &'static str,
    file: &'a Path,
    failure: String,
    verdict: String,
    flags: &'a [String],
    /// Operators and types of its expressions.
    pattern: String,
    lines: usize,
    bytes: usize,
    tokens: usize,
    expected: String,
    exit_code: i32,
    tests: u64,
    seconds: f64,
    finished: bool,
    program: &'a str,
}

pub fn run(mut args: Args) -> Result<u8, Failure> {
    session::tidy();
    let named = folder::of_finding(&args.dir, &args.subject.to_string_lossy());
    let is_here = args.subject.exists() || named.exists();
    let shared = if is_here { args.shared.clone() } else { args.shared.or_usual()? };
    let Some(place) = shared.server()? else { return reduced(args) };
    // The finding is fetched, reduced here, and what came of it brought back.
    let mut store = Store::look_in(&place)?;
    let id = args.subject.to_string_lossy().into_owned();
    if !store.fetch(&id)? {
        return Err(Failure::Usage(format!("{place} has no finding {id} with files")));
    }
    args.dir = store.dir().to_owned();
    let is_told = !args.json && args.output.is_none() && args.script.is_none();
    let done = reduced(args)?;
    store.bring_back(&id)?;
    if is_told {
        terminal::report(format_args!("kept with the finding, too, in {place}\n"));
    }
    Ok(done)
}

fn reduced(args: Args) -> Result<u8, Failure> {
    let subject = Subject::find(&args.subject, &args.dir, args.cc.as_deref())?;
    if subject.is_cxx() && (args.script.is_some() || args.with.is_some()) {
        let words =
            "--script and --with are for programs in C; without them, assay reduces this one in C++ itself";
        return Err(Failure::Usage(words.to_owned()));
    }
    if let Some(file) = &args.script {
        let file = &output::kept_file(file)?;
        let text = text::script_for(&subject, &subject.file)?;
        harness::write_atomic(file, text.as_bytes()).map_err(|error| Failure::write(file, error))?;
        text::make_executable(file).map_err(|error| Failure::write(file, error))?;
        return Ok(0);
    }
    let output = output::kept_file(&args.output.clone().unwrap_or_else(|| subject.usual_output()))?;
    check_writable(&output)?;
    let jobs = args.jobs.map_or_else(host::cores, usize::from);
    let stop = Cancel::default();
    session::stop_on_interrupt(&stop)?;
    let started = Instant::now();
    let task = match (subject.task(&output, args.strategy.strategy(), jobs, args.time), args.with) {
        // What the reader does not take is left to the tool.
        (Err(Failure::NotC(_)), Some(tool)) => {
            let work = text::Work { tool: tool.tool(), jobs, time: args.time, stop: &stop };
            let text = text::reduce(&subject, &subject.file, &work)?;
            harness::write_atomic(&output, text.as_bytes())
                .map_err(|error| Failure::write(&output, error))?;
            return tell_text(&args, &output, &text, started.elapsed());
        }
        (Err(Failure::NotC(words)), None) => return Err(Failure::Usage(words)),
        (task, _) => task?,
    };
    let mut progress = Progress::new(if args.json { Style::Json } else { Style::Text }, args.time);
    let mut reduced = reduce_kept(&task, &output, &mut progress, &stop)?;
    harness::write_atomic(&output, reduced.text.as_bytes())
        .map_err(|error| Failure::write(&output, error))?;
    progress.finish();
    if let Some(tool) = args.with
        && !stop.is_cancelled()
    {
        let time = args.time.map(|time| time.saturating_sub(started.elapsed()));
        let work = text::Work { tool: tool.tool(), jobs, time, stop: &stop };
        text::polish(&subject, &task, &mut reduced, &output, &work)?;
    }
    tell(&args, &output, &reduced, started.elapsed())
}

/// Better told at once than after a minute of work.
fn check_writable(output: &Path) -> Result<(), Failure> {
    let folder = match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    tempfile::tempfile_in(folder).map(drop).map_err(|error| Failure::write(output, error))
}

/// A result that is only text: the tool's, found well defined by the sanitizers.
fn tell_text(args: &Args, output: &Path, text: &str, took: Duration) -> Result<u8, Failure> {
    let (size, seconds) = (Size::of(text), took.as_secs_f64());
    if args.json {
        let line = serde_json::json!({
            "event": "reduced", "file": output, "lines": size.lines(), "bytes": size.bytes, "tokens": size.tokens,
            "seconds": seconds, "program": text
        });
        terminal::print(format!("{line}\n").as_bytes())?;
        return Ok(0);
    }
    let (lines, bytes) = (size.lines(), size.bytes);
    terminal::report(format_args!(
        "{lines} lines, {bytes} bytes after {seconds:.1} s\nkept in {}\n\n",
        output.display()
    ));
    terminal::print(text.as_bytes())?;
    Ok(0)
}

/// Reduces, and keeps each improvement on disk before the next is looked for.
fn reduce_kept(
    task: &Task,
    output: &Path,
    progress: &mut Progress,
    stop: &Cancel,
) -> Result<Reduced, Failure> {
    let mut failed = None;
    let mut watch = |event: &Event| {
        if let Event::Better { size, .. } = event
            && let Err(error) = harness::write_atomic(output, size.text().as_bytes())
        {
            stop.cancel();
            failed = Some(error);
        }
        progress.tell(event);
    };
    let reduced = reduce::reduce(task, &mut watch, stop);
    if let Some(error) = failed {
        return Err(Failure::write(output, error));
    }
    reduced.map_err(refused)
}

fn refused(error: Error) -> Failure {
    let words = error.to_string();
    match error {
        Error::NotInteresting
        | Error::NotC(_)
        | Error::Undefined(_)
        | Error::Unsupported(_)
        | Error::Flaky => Failure::Usage(words),
        Error::Stopped | Error::Environment(_) => Failure::Environment(words),
    }
}

fn tell(args: &Args, output: &Path, reduced: &Reduced, took: Duration) -> Result<u8, Failure> {
    let size = &reduced.size;
    if args.json {
        let report = Report {
            event: "reduced",
            file: output,
            failure: reduced.failure.to_string(),
            verdict: reduced.verdict.to_string(),
            flags: &reduced.flags,
            pattern: pattern_of(reduced),
            lines: size.lines(),
            bytes: size.bytes,
            tokens: size.tokens,
            expected: String::from_utf8_lossy(&reduced.expected).into_owned(),
            exit_code: reduced.code,
            tests: reduced.tests,
            seconds: took.as_secs_f64(),
            finished: reduced.finished,
            program: &reduced.text,
        };
        let text = serde_json::to_string(&report).expect("only text keys");
        terminal::print(format!("{text}\n").as_bytes())?;
        return Ok(0);
    }
    let end = if reduced.finished { "" } else { " (not finished; the same command goes on)" };
    let pattern = Some(pattern_of(reduced)).filter(|pattern| !pattern.is_empty());
    let pattern = pattern.map(|pattern| format!("pattern: {pattern}\n")).unwrap_or_default();
    terminal::report(format_args!(
        "{} lines, {} bytes after {} tests and {:.1} s{end}: {}\nflags: {}\n{pattern}kept in {}\n\n",
        size.lines(),
        size.bytes,
        reduced.tests,
        took.as_secs_f64(),
        reduced.failure,
        if reduced.flags.is_empty() { "none".to_owned() } else { reduced.flags.join(" ") },
        output.display(),
    ));
    terminal::print(reduced.text.as_bytes())?;
    Ok(0)
}

/// A program that could be smaller has a long pattern, which says nothing.
fn pattern_of(reduced: &Reduced) -> String {
    if reduced.finished { shape::of(&reduced.program) } else { String::new() }
}
