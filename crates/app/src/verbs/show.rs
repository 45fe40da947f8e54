//! `assay show`: the findings of a campaign, or one of them with the command that reproduces it.

use crate::failure::Failure;
use crate::place::Shared;
use crate::reporter::words::tested;
use crate::terminal;
use campaign::learn::Line;
use campaign::report::{Data, Lessons};
use campaign::store::{Bucket, BugState, Said, Totals};
use campaign::summary::ranking::{Traits, order};
use campaign::summary::survey::{Rate, Survey};
use campaign::text::plural;
use campaign::usage::Tally;
use campaign::{Finding, Place, Store, folder};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// List the findings of a campaign, or show one and how to reproduce it
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0, 2 wrong usage (no such campaign or finding), 3 the store cannot be read"
)]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]; with --store, a finding
    dir: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// One finding, by the name of its folder
    finding: Option<String>,
    /// The bug that this finding shows is known: its findings are kept, but are no news and do not count
    #[arg(long, value_name = "FINDING")]
    mark_known: Option<String>,
    /// Where it is reported, or in what it is fixed
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// The bugs in the order in which to look at them: each is the one that is least like those before it. Known bugs are left out, and what is
    /// like them comes last
    #[arg(long, conflicts_with_all = ["finding", "mark_known", "repair"])]
    ranked: bool,
    /// Nobody wants to see the bug that this finding shows: as --mark-known
    #[arg(long, value_name = "FINDING", conflicts_with = "mark_known")]
    put_aside: Option<String>,
    /// What became of the bug that this finding shows, for --state
    #[arg(long, value_name = "FINDING", requires = "state", conflicts_with = "mark_known")]
    mark: Option<String>,
    /// Reported, known and invalid bugs are no news any more; new and fixed ones are when they are found again
    #[arg(long, value_enum, requires = "mark")]
    state: Option<StateName>,
    /// Write the files of one finding into a folder, as from a store that has none
    #[arg(long, value_name = "DIR")]
    copy_to: Option<PathBuf>,
    /// Make the store again from the folders of the findings; the old one is put aside
    #[arg(long, conflicts_with_all = ["finding", "mark_known"])]
    repair: bool,
    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum StateName {
    New,
    Reported,
    Fixed,
    Known,
    Invalid,
}

impl StateName {
    fn state(self) -> BugState {
        match self {
            StateName::New => BugState::New,
            StateName::Reported => BugState::Reported,
            StateName::Fixed => BugState::Fixed,
            StateName::Known => BugState::Known,
            StateName::Invalid => BugState::Invalid,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
}

#[derive(Serialize)]
struct Listing {
    campaign: std::collections::BTreeMap<String, String>,
    totals: Totals,
    configurations: std::collections::BTreeMap<String, Tally>,
    learning: Lessons,
    survey: Survey,
    buckets: Vec<Bucket>,
    /// What is said of the bugs, by bucket.
    states: std::collections::BTreeMap<String, Said>,
    findings: Vec<Finding>,
}

/// A finding with what only the folder knows.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    folder: PathBuf,
    reproduce: String,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let (place, id) = args.shared.subject(args.dir.as_deref(), args.finding.as_deref())?;
    if args.repair {
        return match place {
            Place::Folder(dir) => repair(&dir),
            Place::Server { .. } => Err(Failure::Usage(
                "--repair is for folders; a server is restored from its backup".to_owned(),
            )),
        };
    }
    let mut store = Store::look_in(&place)?;
    if let Some(id) = &args.mark_known {
        return mark(&mut store, id, BugState::Known, &args.note);
    }
    if let (Some(id), Some(state)) = (&args.mark, args.state) {
        return mark(&mut store, id, state.state(), &args.note);
    }
    if let Some(to) = &args.copy_to {
        return write_files(&store, id.as_deref(), to);
    }
    if let Some(id) = &args.put_aside {
        return mark(&mut store, id, BugState::Known, "put aside");
    }
    let form = if args.json { Form::Json } else { Form::Text };
    let text = match id {
        Some(id) => one(&store, &id, form)?,
        None if args.ranked => ranked(&Data::gather(&store)?, form),
        None => all(&store, form)?,
    };
    match form {
        Form::Text => terminal::say(&text)?,
        Form::Json => terminal::print(text.as_bytes())?,
    }
    Ok(0)
}

fn repair(dir: &Path) -> Result<u8, Failure> {
    let repaired = Store::repair(dir)?;
    let mut text =
        format!("{} in the new store of {}", plural(repaired.findings as u64, "finding"), dir.display());
    if let Some(kept) = &repaired.kept {
        let _ = write!(text, "; the old one is in {}", kept.display());
    }
    text.push_str("; tests that found nothing are forgotten, and will be repeated\n");
    for place in &repaired.unreadable {
        let _ = writeln!(text, "left out, since its finding.json cannot be read: {}", place.display());
    }
    let _ = writeln!(text, "go on with it: assay hunt --dir {}", dir.display());
    terminal::say(&text)?;
    Ok(0)
}

fn mark(store: &mut Store, id: &str, state: BugState, note: &str) -> Result<u8, Failure> {
    let bucket = find(store, id)?.bucket;
    let usual = format!("marked as {state}");
    let note = if note.is_empty() { &usual } else { note };
    let count = plural(store.settle(&bucket, state, note)? as u64, "finding");
    terminal::say(&match state {
        BugState::Known => format!("{count} of a known bug: {bucket}\n"),
        BugState::New | BugState::Reported | BugState::Fixed | BugState::Invalid => {
            format!("{count} of a bug that is {state}: {bucket}\n")
        }
    })?;
    Ok(0)
}

/// Writes what is kept of a finding into a folder.
fn write_files(store: &Store, id: Option<&str>, to: &Path) -> Result<u8, Failure> {
    let id = id.ok_or_else(|| Failure::Usage("--copy-to needs a finding".to_owned()))?;
    find(store, id)?;
    if !store.fetch(id)? {
        return Err(Failure::Usage(format!("no files of {id} are kept: there are many findings like it")));
    }
    let from = folder::of_finding(store.dir(), id);
    let failed = |error| Failure::write(to, error);
    std::fs::create_dir_all(to).map_err(failed)?;
    for entry in std::fs::read_dir(&from).map_err(failed)?.flatten() {
        std::fs::copy(entry.path(), to.join(entry.file_name())).map_err(failed)?;
    }
    terminal::say(&format!("the files of {id} are in {}\n", to.display()))?;
    Ok(0)
}

/// One finding of a campaign, as `show` tells it.
pub fn text_of(dir: &Path, id: &str) -> Result<String, Failure> {
    one(&Store::look(dir)?, id, Form::Text)
}

fn find(store: &Store, id: &str) -> Result<Finding, Failure> {
    if let Some(finding) = store.finding(id)? {
        return Ok(finding);
    }
    let findings = store.findings()?;
    let Some(finding) = findings.iter().find(|finding| finding.id == id) else {
        let known: Vec<&str> = findings.iter().map(|finding| finding.id.as_str()).take(10).collect();
        let known =
            if known.is_empty() { "it has none".to_owned() } else { format!("try {}", known.join(", ")) };
        return Err(Failure::Usage(format!("there is no finding {id} in {}; {known}", store.place())));
    };
    Ok(finding.clone())
}

fn one(store: &Store, id: &str, form: Form) -> Result<String, Failure> {
    let finding = &find(store, id)?;
    let place = folder::of_finding(store.dir(), id);
    let reproduce = folder::command(store.dir(), id);
    if form == Form::Json {
        return Ok(to_json(&Shown { finding, folder: place, reproduce }));
    }
    let files = match store.place() {
        Place::Folder(_) if place.exists() => Files::Here { place: &place, reproduce: &reproduce },
        Place::Server { .. } if store.has_files(id) => Files::There(store.place().argument()),
        Place::Folder(_) | Place::Server { .. } => Files::None,
    };
    Ok(described(finding, &store.said_of(&finding.bucket)?, &place, &files))
}

/// Where the files of a finding are.
enum Files<'a> {
    Here { place: &'a Path, reproduce: &'a str },
    There(String),
    None,
}

fn described(finding: &Finding, said: &Said, place: &Path, files: &Files) -> String {
    let mut text = format!("{}: {}\n\n", finding.id, finding.title);
    let mut row = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name:<18}{value}");
    };
    row("kind", &finding.kind);
    row("bucket", &finding.bucket);
    row("compiler", &format!("{} ({})", finding.compiler, finding.version));
    row("program", &finding.origin);
    if let Some(command) = finding.made_by.as_ref().filter(|_| place.exists()) {
        row("made by", &format!("cd {} && {command}", harness::command::quote(&place.display().to_string())));
    }
    if let Some(variable) = &finding.variable {
        row("first wrong", variable);
    }
    if let Some(note) = &finding.known {
        row("known", note);
    }
    if said.changed > 0 {
        row("state", &format!("{}: {}", said.state, said.note));
    }
    if !finding.validated_by.is_empty() {
        row("well defined", &format!("say {}", finding.validated_by.join(", ")));
    }
    for (name, value) in finding.triage.iter().flat_map(campaign::finding::Triage::rows) {
        row(name, &value);
    }
    if let Some(reduced) = &finding.reduced {
        let file = match files {
            Files::Here { .. } | Files::None => place.join(&reduced.file).display().to_string(),
            Files::There(_) => reduced.file.clone(),
        };
        row("reduced", &format!("{} lines, {} bytes: {file}", reduced.lines, reduced.bytes));
        row("", &reduced.compile);
    }
    row("machine", &finding.host);
    for case in &finding.wrong {
        let run = case.run.as_ref().map(|run| format!(" && {run}")).unwrap_or_default();
        row("wrong", &format!("{}: {}", case.label, case.verdict));
        row("", &format!("{}{run}", case.compile));
    }
    if !finding.right.is_empty() {
        row("right", &finding.right.join("; "));
    }
    match files {
        Files::Here { place, reproduce } => {
            row("folder", &place.display());
            row("reproduce", reproduce);
        }
        Files::There(place) => {
            row(
                "files",
                &format!("in the store; `assay show {place} {} --copy-to DIR` writes them", finding.id),
            );
        }
        Files::None => {
            row("folder", &"none: there are many findings like this one, and the first ones have theirs");
        }
    }
    text
}

fn all(store: &Store, form: Form) -> Result<String, Failure> {
    let data = Data::glance(store)?;
    let listing = Listing {
        campaign: data.campaign,
        totals: data.totals,
        configurations: data.configurations,
        learning: data.learning,
        survey: data.survey,
        buckets: store.buckets()?,
        states: store.said()?,
        findings: store.findings()?,
    };
    if form == Form::Json {
        return Ok(to_json(&listing));
    }
    Ok(listed(&listing, &store.place().argument()))
}

fn listed(listing: &Listing, place: &str) -> String {
    let mut text = String::new();
    for (name, value) in listing.campaign.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "{name:<11}{value}");
    }
    let totals = &listing.totals;
    let _ = writeln!(
        text,
        "{:<11}{} done, {}, {} of known bugs",
        "tests",
        totals.tests,
        plural(totals.findings, "finding"),
        totals.known
    );
    text.push_str(&tested(&listing.configurations));
    text.push_str(&learned(&listing.learning));
    text.push_str(&surveyed(&listing.survey));
    for bucket in &listing.buckets {
        let said = listing.states.get(&bucket.name).map(|said| format!(" [{}: {}]", said.state, said.note));
        let known = bucket.known.as_ref().map(|note| format!(" [known: {note}]"));
        let note = said.or(known).unwrap_or_default();
        let _ = writeln!(text, "\n{} x {}{note}", bucket.count, bucket.name);
        for finding in listing.findings.iter().filter(|finding| finding.bucket == bucket.name) {
            let _ = writeln!(text, "  {:<16} {}", finding.id, finding.title);
        }
    }
    if !listing.findings.is_empty() {
        let _ = writeln!(text, "\nlook at one: assay show {place} FINDING");
    }
    text
}

/// Error rates of those that were wrong, and where bugs are.
fn surveyed(survey: &Survey) -> String {
    if survey.bugs == 0 {
        return String::new();
    }
    let mut wrong: Vec<&Rate> = survey.rates.iter().filter(|rate| rate.wrong() > 0).collect();
    wrong.sort_by(|a, b| b.percent().total_cmp(&a.percent()));
    let rates: Vec<String> =
        wrong.iter().map(|rate| format!("{} {:.2} %", rate.configuration, rate.percent())).collect();
    let counts = survey.counts().into_iter().filter(|(_, count)| *count > 0);
    let bugs: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
    let rates =
        if rates.is_empty() { String::new() } else { format!("{:<11}{}\n", "wrong", rates.join(", ")) };
    format!("{rates}{:<11}{}\n", "bugs", bugs.join(", "))
}

/// A bug in the order in which to look at them.
#[derive(Serialize)]
struct Ranked<'a> {
    /// To the nearest of those before it, from 0 to 1.
    distance: f64,
    count: u64,
    bucket: String,
    finding: &'a str,
    title: &'a str,
}

fn ranked(data: &Data, form: Form) -> String {
    let traits: Vec<Traits> = data.bugs.iter().map(|bug| Traits::of(&bug.example, bug.reduced())).collect();
    let rows: Vec<Ranked> = order(&traits, |at| data.bugs[at].known.is_some())
        .into_iter()
        .map(|(at, distance)| {
            let bug = &data.bugs[at];
            let (finding, title) = (bug.example.id.as_str(), bug.title());
            Ranked { distance, count: bug.count, bucket: bug.bucket.to_string(), finding, title }
        })
        .collect();
    if form == Form::Json {
        return to_json(&rows);
    }
    let mut text = String::from("distance  findings  example\n");
    for row in rows {
        let _ = writeln!(text, "{:>8.2}  {:>8}  {:<16} {}", row.distance, row.count, row.finding, row.title);
    }
    text
}

/// So many choices are named.
const MOST_NAMED: usize = 3;

/// What was learned, in a line; nothing if that is nothing.
fn learned(learning: &Lessons) -> String {
    if learning.generation == 0 {
        return String::new();
    }
    let named = |line: &Line| format!("{} {} {} %", line.choice, line.option, line.odds);
    let odds: Vec<String> = learning.outstanding(MOST_NAMED).map(named).collect();
    let all = &learning.all;
    format!(
        "{:<11}generation {} after {}, {} and {}: {}\n",
        "learning",
        learning.generation,
        plural(all.tests, "test"),
        plural(learning.buckets as u64, "new bucket"),
        plural(all.news, "new effect"),
        odds.join(", ")
    )
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("only text keys") + "\n"
}
