//! What is behind a finding: the guilty step of the compiler, which levels and versions have the bug, and so its
//! bucket. Findings with the same bucket have, as a first guess, the same cause.
//!
//! A finding has a first bucket from its verdict alone, without another run; see [`bucket`]. For wrong code that says
//! little, so the finding is examined: the failing case is tried again, with parts of the compiler turned off.

pub mod bucket;
mod clang;
mod gcc;
pub mod guilt;
pub mod search;
pub mod spread;
pub(crate) mod suspect;
pub mod words;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use harness::inquire;
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Kind};
use crate::shrink::Reduction;
use crate::usage::Usage;
pub use guilt::{Cure, Guilt, Step};
pub use spread::{Outcome, Tried};
use suspect::{Prober, Stop, Suspect, Until};

/// What an examination found out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Triage {
    /// Whether the bug came again when it was examined.
    pub came_again: bool,
    pub guilt: Guilt,
    /// Levels of the same compiler. Empty unless the finding is the first of its bucket.
    pub levels: Vec<Tried>,
    /// Other compilers on the machine. Empty unless the finding is the first of its bucket.
    pub versions: Vec<Tried>,
    /// What the compiler says to `-v`.
    pub version_text: String,
    pub probes: u32,
    pub seconds: f64,
}

/// How long the examination of one finding may take.
pub const TIME: Duration = Duration::from_secs(240);

/// Which passes a compiler can do without at some flags: asked once.
#[derive(Debug, Default)]
pub(crate) struct PassLists(Mutex<BTreeMap<String, Vec<String>>>);

impl PassLists {
    fn of(&self, suspect: &Suspect) -> Result<Vec<String>, harness::Error> {
        let Suspect { setup, toolchain, flags, .. } = suspect;
        let key = format!("{} {}", toolchain.command, flags.join(" "));
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let passes = gcc::optional_passes(setup, toolchain, flags)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, passes.clone());
        Ok(passes)
    }
}

/// What an examination needs beside the suspect.
pub(crate) struct Examiner<'a> {
    pub lists: &'a PassLists,
    pub stop: Arc<AtomicBool>,
    /// When the campaign's time is over.
    pub end: Option<Instant>,
    pub usage: &'a Mutex<Usage>,
}

impl Examiner<'_> {
    /// The guilty step, if there is one: what the bucket needs.
    pub fn cause(&self, suspect: &Suspect) -> Result<Triage, Stop> {
        let mut triage = Triage::default();
        self.timed(suspect, &mut triage, |prober, triage| {
            triage.came_again = prober.comes_again()?;
            if !triage.came_again {
                triage.guilt = Guilt::unknown("the bug did not come again");
                return Ok(());
            }
            triage.guilt = match suspect.kind {
                kind if kind.is_wrong_code() => guilt::of_wrong_code(prober, self.lists)?,
                Kind::CompilerHang => guilt::of_hang(prober)?,
                _ => Guilt::default(),
            };
            Ok(())
        })?;
        Ok(triage)
    }

    /// What else is to be known about the first finding of a bucket: other cures, levels, versions.
    pub fn spread(&self, suspect: &Suspect, triage: &mut Triage) -> Result<(), Stop> {
        if !triage.came_again {
            return Ok(());
        }
        self.timed(suspect, triage, |prober, triage| {
            prober.comes_again()?;
            triage.version_text = inquire::version(&suspect.setup, &suspect.toolchain)?;
            spread::levels(prober, &mut triage.levels)?;
            if triage.levels.iter().all(|tried| tried.outcome == Outcome::Fails) {
                triage.guilt.fails_everywhere();
            }
            spread::versions(prober, &mut triage.versions)?;
            if suspect.kind.is_wrong_code() {
                guilt::more_cures(prober, self.lists, &mut triage.guilt)?;
            }
            Ok(())
        })
    }

    fn timed(
        &self,
        suspect: &Suspect,
        triage: &mut Triage,
        examine: impl FnOnce(&mut Prober, &mut Triage) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let started = Instant::now();
        let until = Until { stop: self.stop.clone(), end: self.end, deadline: started + TIME };
        let mut prober = Prober::new(suspect, until, self.usage);
        match examine(&mut prober, triage) {
            Ok(()) | Err(Stop::OutOfTime) => {}
            Err(stop) => return Err(stop),
        }
        triage.probes += prober.probes;
        triage.seconds += started.elapsed().as_secs_f64();
        Ok(())
    }
}

/// Whether examining a finding can tell something.
pub fn is_worthwhile(finding: &Finding) -> bool {
    match finding.kind {
        Kind::WrongResult
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::CompilerCrash
        | Kind::CompilerHang
        | Kind::CompilerReject
        | Kind::BadOutput => true,
        // Nobody knows who is wrong.
        Kind::Disagreement | Kind::OracleSuspect => false,
    }
}

/// The bucket that a reduced program gives a finding: by the pass that is guilty of it, or else by what it is made of. A
/// program that could be smaller is made of too much.
pub fn bucket_by_program(finding: &Finding, reduced: &Reduction) -> String {
    let again = Triage { guilt: reduced.guilt.clone(), ..Triage::default() };
    if reduced.guilt.key().is_some() {
        return bucket_after(finding, &again);
    }
    if !reduced.finished {
        return finding.class.clone();
    }
    let what = if finding.kind.is_wrong_code() { "wrong-code" } else { finding.kind.name() };
    let optimizing = reduced.flags.iter().any(|flag| flag.starts_with("-O") && flag != "-O0");
    let when = if optimizing { "only when optimizing" } else { "at every level" };
    let compiler = bucket::without_version(&finding.compiler);
    format!("{what} {compiler}, {when}: {}", reduced.ingredients)
}

/// The bucket after an examination.
pub fn bucket_after(finding: &Finding, triage: &Triage) -> String {
    match triage.guilt.key() {
        Some(key) if finding.kind.is_wrong_code() => {
            format!("wrong-code {}: {key}", bucket::without_version(&finding.compiler))
        }
        Some(key) => format!("{} {}: {key}", finding.kind, bucket::without_version(&finding.compiler)),
        None => finding.class.clone(),
    }
}
