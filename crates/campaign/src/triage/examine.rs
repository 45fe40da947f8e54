//! From a finding in a folder to a finding that is understood: what the pipeline does between tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use generate::BucketSource;
use harness::Expected;

use crate::draw::flags as drawn_flags;
use crate::finding::examination::Tried;
use crate::finding::folder;
use crate::finding::life::{self, Stage};
use crate::finding::{Finding, naming};
use crate::plan::Plan;
use crate::triage::case::{self, with_program};
use crate::triage::examiner::{self, Examiner};
use crate::triage::probe::{FailingCase, Stop};

/// What examinations need of the campaign around them.
pub(crate) struct Desk<'a> {
    pub plan: &'a Plan,
    pub campaign: &'a Path,
    /// Buckets of which one finding was examined.
    pub described: &'a Mutex<BTreeSet<String>>,
}

/// Who names the bucket where no pass is guilty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// The verdict.
    ByVerdict,
    /// The reduced program, which there will be.
    ByProgram,
}

/// Examines a finding, and says what that has come to. Whatever is found out by compiling again is found out with the reduced program, if there will be one: that
/// takes a tenth of the time, and has less that could mislead.
pub(crate) fn examine(
    desk: &Desk,
    examiner: &Examiner,
    naming: Naming,
    finding: &Finding,
) -> Result<(Finding, life::Event), Stop> {
    let Some(failing) = case::of_finding(desk.plan, desk.campaign, finding) else {
        return Ok((finding.clone(), life::Event::Lost));
    };
    if naming == Naming::ByProgram && finding.kind.is_silent() {
        return Ok((finding.clone(), life::Event::Silent));
    }
    let finding = named_by_itself(examiner, &failing, finding.clone())?;
    let finding = match naming {
        Naming::ByVerdict => described(desk, examiner, &failing, finding)?,
        Naming::ByProgram => Finding { known: desk.plan.known.note(&finding), ..finding },
    };
    let is_known = finding.known.is_some();
    Ok((finding, life::Event::Named { is_known }))
}

/// The bucket as the program of the test tells it.
fn named_by_itself(examiner: &Examiner, failing: &FailingCase, finding: Finding) -> Result<Finding, Stop> {
    let triage = examiner.cause(failing)?;
    let bucket = naming::examined(&finding, &triage).to_string();
    Ok(Finding { bucket, triage: Some(triage), ..finding })
}

/// Examines a program on the way to the reduced one. `Some`: a pass is guilty of it, and the bucket is one that was
/// described already; then the finding needs no more work.
pub(crate) fn known_bucket(
    desk: &Desk,
    examiner: &Examiner,
    finding: &Finding,
    small: &FailingCase,
) -> Result<Option<Finding>, Stop> {
    if desk.plan.bucket_by(finding) == BucketSource::Shape {
        return Ok(None);
    }
    let mut named = named_by_itself(examiner, small, finding.clone())?;
    named.known = desk.plan.known.note(&named);
    let is_named = named.triage.as_ref().is_some_and(|triage| triage.culprit.key().is_some());
    let is_old = named.known.is_some() || locked(desk.described).contains(&named.bucket);
    Ok((is_named && is_old).then_some(named))
}

/// Examines the reduced program of a finding. If the finding has no bucket of its own yet, this gives it one.
pub(crate) fn examine_reduced(
    desk: &Desk,
    examiner: &Examiner,
    stage: Stage,
    mut finding: Finding,
) -> Result<Finding, Stop> {
    let Some(failing) = case::of_finding(desk.plan, desk.campaign, &finding) else { return Ok(finding) };
    let Some(mut reduced) = finding.reduced.take() else {
        return examine_unreduced(desk, examiner, stage, &failing, finding);
    };
    let place = folder::of_finding(desk.campaign, &finding.id).join(&reduced.file);
    let text = fs::read_to_string(place).unwrap_or_default();
    let expected = Expected { stdout: reduced.expected.clone().into_bytes(), code: reduced.exit_code };
    let flags = reduced.flags.clone();
    let drawn = drawn_flags::entries(&failing.drawn).into_iter();
    let left = drawn.filter(|entry| flags.windows(entry.len()).any(|words| words == entry));
    let drawn = left.flatten().collect();
    let small =
        FailingCase { expected: Some(expected), flags, drawn, ..with_program(&failing, &reduced.file, text) };
    let again = examiner.cause(&small)?;
    reduced.culprit = again.culprit.clone();
    finding = match stage {
        Stage::Unnamed => {
            let by = desk.plan.bucket_by(&finding);
            finding.bucket = naming::reduced(by, &finding, &reduced, &again).to_string();
            finding.triage = Some(again);
            described(desk, examiner, &small, finding)?
        }
        Stage::Examined | Stage::Waiting | Stage::Counted => spread(examiner, &small, finding)?,
    };
    Ok(Finding { reduced: Some(reduced), ..finding })
}

/// There is no smaller program, so that of the test has to do.
fn examine_unreduced(
    desk: &Desk,
    examiner: &Examiner,
    stage: Stage,
    failing: &FailingCase,
    finding: Finding,
) -> Result<Finding, Stop> {
    match stage {
        Stage::Unnamed => {
            let finding = named_by_itself(examiner, failing, finding)?;
            described(desk, examiner, failing, finding)
        }
        Stage::Examined | Stage::Waiting | Stage::Counted => spread(examiner, failing, finding),
    }
}

/// What the other compilers on this machine make of a finding's program, whatever became of the campaign. Nothing, if the
/// program is gone.
pub fn other_compilers(plan: &Plan, campaign: &Path, finding: &Finding) -> Vec<Tried> {
    case::of_finding(plan, campaign, finding)
        .map_or_else(Vec::new, |failing| examiner::tried_by_others(&failing))
}

/// Tries the finding that stands for its bucket with everything that there is, unless that was done before.
fn spread(examiner: &Examiner, failing: &FailingCase, mut finding: Finding) -> Result<Finding, Stop> {
    let mut triage = finding.triage.take().unwrap_or_default();
    if triage.levels.is_empty() && triage.versions.is_empty() {
        examiner.spread(failing, &mut triage)?;
    }
    Ok(Finding { triage: Some(triage), ..finding })
}

/// The first finding of a bucket is tried with everything that there is.
fn described(
    desk: &Desk,
    examiner: &Examiner,
    failing: &FailingCase,
    mut finding: Finding,
) -> Result<Finding, Stop> {
    finding.known = desk.plan.known.note(&finding);
    let bucket = finding.bucket.clone();
    let is_first = locked(desk.described).insert(bucket.clone());
    if !is_first || finding.known.is_some() {
        return Ok(finding);
    }
    spread(examiner, failing, finding).inspect_err(|_| {
        locked(desk.described).remove(&bucket);
    })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
