//! The failing case of a finding, from its folder and the plan.

use std::fs;
use std::path::Path;

use harness::{Expected, Source};

use super::probe::FailingCase;
use crate::draw::configuration::Configuration;
use crate::draw::selection::Selected;
use crate::finding::{Finding, folder};
use crate::plan::Plan;

/// The same case with another program of one file.
pub(crate) fn with_program(failing: &FailingCase, name: &str, text: String) -> FailingCase {
    FailingCase { sources: vec![Source { name: name.to_owned(), text }], ..failing.clone() }
}

/// The failing case again: the program from the folder, the compiler from the plan.
pub(crate) fn of_finding(plan: &Plan, campaign: &Path, finding: &Finding) -> Option<FailingCase> {
    let case = finding.wrong.first()?;
    let is_meant = |one: &&Configuration| match case.configuration.as_str() {
        "" => Selected::plain(one).label() == case.label,
        name => one.label == name,
    };
    let configuration = plan.configurations.iter().find(is_meant)?;
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
    Some(FailingCase {
        setup: plan.setup.clone(),
        mode: plan.mode,
        kind: finding.kind,
        cause: finding.cause.clone(),
        toolchain: configuration.toolchain_for(finding.seed),
        flags: if case.configuration.is_empty() { configuration.flags.clone() } else { case.flags.clone() },
        drawn: case.drawn.clone(),
        target: configuration.target,
        sources,
        expected,
    })
}
