//! A finding again, with a compiler that may have its bug no more.

use std::fmt;

use harness::{Environment, Error, Expected, Setup, Source, Toolchain};
use ir::Target;
use serde::Serialize;

use super::bisect::Answer;
use super::probe::FailingCase;
use crate::finding::{Finding, Kind, folder};
use crate::plan::Mode;
use crate::store::Store;

/// What a compiler makes of a finding's program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Now {
    Fixed,
    StillWrong,
    /// It is wrong in another way: the verdict.
    Changed(String),
    /// There is no verdict: the reason.
    Unclear(String),
}

impl fmt::Display for Now {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Now::Fixed => "fixed",
            Now::StillWrong => "still wrong",
            Now::Changed(_) => "changed",
            Now::Unclear(_) => "unclear",
        })
    }
}

/// Tries the smallest program that there is of a finding; `None` where its files are not kept.
pub fn again(
    store: &Store,
    finding: &Finding,
    toolchain: &Toolchain,
    setup: &Setup,
) -> Result<Option<Now>, Error> {
    let Some((sources, expected, own_flags)) = program(store, finding) else { return Ok(None) };
    if finding.kind == Kind::Disagreement {
        return Ok(Some(Now::Unclear("the compilers disagreed, and nobody knows who is right".to_owned())));
    }
    let line = toolchain.command.fill(&Default::default());
    let has_flags = line.iter().skip(1).any(|word| word.to_string_lossy().starts_with("-O"));
    let is_run = finding.wrong.first().is_some_and(|case| case.run.is_some()) || finding.kind.is_wrong_code();
    let failing = FailingCase {
        setup: setup.clone(),
        mode: if is_run && expected.is_some() { Mode::WrongCode } else { Mode::Crash },
        kind: finding.kind,
        cause: finding.cause.clone(),
        toolchain: toolchain.clone(),
        flags: if has_flags { Vec::new() } else { own_flags },
        drawn: Vec::new(),
        target: &Target::LP64,
        sources,
        expected,
    };
    let tried = match failing.mode {
        Mode::WrongCode => setup.test(toolchain, &failing.flags, &failing.sources, failing.expected.as_ref()),
        Mode::Crash => setup.test_objects(toolchain, &failing.flags, &failing.sources),
    };
    match tried {
        Ok(trial) => Ok(Some(match failing.answer(&trial.verdict) {
            Answer::Shows => Now::StillWrong,
            Answer::Cured => Now::Fixed,
            Answer::Broken => Now::Changed(trial.verdict.to_string()),
        })),
        Err(Error::Environment(cause @ (Environment::DiskFull | Environment::Scratch { .. }))) => {
            Err(Error::Environment(cause))
        }
        Err(Error::Environment(cause)) => Ok(Some(Now::Unclear(cause.to_string()))),
        Err(error @ Error::Cancelled) => Err(error),
    }
}

/// The reduced program or that of the test, what it should print, and the flags that it fails with.
type Program = (Vec<Source>, Option<Expected>, Vec<String>);

fn program(store: &Store, finding: &Finding) -> Option<Program> {
    if let Some(reduced) = &finding.reduced
        && let Some(text) = store.text(&finding.id, &reduced.file)
    {
        let expected = Expected { stdout: reduced.expected.clone().into_bytes(), code: reduced.exit_code };
        let sources = vec![Source { name: reduced.file.clone(), text }];
        return Some((sources, Some(expected), reduced.flags.clone()));
    }
    let source = |name: &String| Some(Source { name: name.clone(), text: store.text(&finding.id, name)? });
    let sources: Vec<Source> = finding.sources.iter().map(source).collect::<Option<_>>()?;
    let expected = store.file(&finding.id, folder::EXPECTED).map(|stdout| Expected { stdout, code: 0 });
    let flags = finding.wrong.first().map(|case| case.flags.clone()).unwrap_or_default();
    (!sources.is_empty()).then_some((sources, expected, flags))
}
