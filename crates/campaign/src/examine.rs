//! From a finding in a folder to a finding that is understood: what the pipeline does between tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use harness::{Expected, Source};

use crate::finding::Finding;
use crate::plan::Plan;
use crate::triage::suspect::{Stop, Suspect};
use crate::triage::{self, Examiner};
use crate::{folder, known, test};

/// Examines a finding: afterwards it has its bucket. `None`: there is nothing to examine it with.
pub(crate) fn examine(
    plan: &Plan,
    campaign: &Path,
    examiner: &Examiner,
    described: &Mutex<BTreeSet<String>>,
    finding: &Finding,
) -> Result<Option<Finding>, Stop> {
    let Some(suspect) = suspect(plan, campaign, finding) else { return Ok(None) };
    let mut triage = examiner.cause(&suspect)?;
    let mut finding = Finding { bucket: triage::bucket_after(finding, &triage), ..finding.clone() };
    finding.known = known::note(&plan.known, &finding);
    let is_first = {
        let mut described = described.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        described.insert(finding.bucket.clone())
    };
    if is_first
        && finding.known.is_none()
        && let Err(stop) = examiner.spread(&suspect, &mut triage)
    {
        described.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(&finding.bucket);
        return Err(stop);
    }
    finding.triage = Some(triage);
    Ok(Some(finding))
}

/// The failing case again: the program from the folder, the compiler from the plan.
pub(crate) fn suspect(plan: &Plan, campaign: &Path, finding: &Finding) -> Option<Suspect> {
    let case = finding.wrong.first()?;
    let configuration =
        plan.configurations.iter().find(|one| test::label_for(one, finding.seed) == case.label)?;
    let place = folder::of_finding(campaign, &finding.id);
    let mut sources = Vec::new();
    for name in &finding.sources {
        let text = fs::read(place.join(name)).ok()?;
        sources.push(Source { name: name.clone(), text: String::from_utf8_lossy(&text).into_owned() });
    }
    let expected = fs::read(place.join(folder::EXPECTED)).ok().map(|stdout| Expected { stdout, code: 0 });
    if sources.is_empty() || (finding.kind.is_wrong_code() && expected.is_none()) {
        return None;
    }
    Some(Suspect {
        setup: plan.setup.clone(),
        mode: plan.mode,
        kind: finding.kind,
        cause: finding.cause.clone(),
        toolchain: configuration.toolchain_for(finding.seed),
        flags: configuration.flags_for(finding.seed),
        target: configuration.target,
        sources,
        expected,
    })
}
