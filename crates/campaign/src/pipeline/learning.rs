//! What the workers learn from their tests: who keeps the accounts of [`crate::draw::learn`] while a campaign runs.

use std::sync::Arc;
use std::time::Duration;

use super::{Shared, locked};
use crate::draw::learn::{self, Learned, Learning, Odds, Trial};
use crate::finding::{Finding, Kind};
use crate::pipeline::halt::Halt;
use crate::store::{Recorded, Store, StoreError};
use crate::testing::grown;
use crate::testing::test::{Lesson, Report};

/// The accounts, and what tests are drawn by.
pub(super) struct Pupil {
    learned: Learned,
    odds: Arc<Odds>,
    plain: Arc<Odds>,
    /// The last generation that there was.
    generation: u64,
    /// Tests since the odds changed.
    since: u64,
}

/// What questions to compilers may use of the CPU time that compilers and programs use: one part of so many.
const SHARE: u32 = 50;

impl Pupil {
    pub(super) fn new(store: &Store) -> Result<Pupil, StoreError> {
        let (learned, odds) = store.learned()?;
        let generation = store.last_generation()?;
        Ok(Pupil { learned, odds: Arc::new(odds), plain: Arc::default(), generation, since: 0 })
    }

    /// Draws the conclusions from the accounts. False if nothing changes.
    fn conclude(&mut self) -> bool {
        self.since = 0;
        let rows = self.learned.odds();
        if rows == self.odds.rows {
            return false;
        }
        self.generation += 1;
        self.odds = Arc::new(Odds { generation: self.generation, rows });
        true
    }
}

impl Shared<'_> {
    /// What the test with a seed is drawn by, and what may be spent on learning from it.
    pub(super) fn lesson(&self, seed: u64) -> Lesson {
        if self.plan.learning == Learning::Off {
            return Lesson { odds: Arc::default(), budget: Duration::ZERO };
        }
        let pupil = locked(&self.pupil);
        let odds = if learn::heeds(seed) { &pupil.odds } else { &pupil.plain };
        let usage = locked(&self.usage);
        let budget = ((usage.of_compilers() + usage.programs) / SHARE).saturating_sub(usage.learning);
        Lesson { odds: odds.clone(), budget }
    }

    /// A test is on the accounts. It is paid for bugs whose verdict tells what they are.
    pub(super) fn learn(&self, report: &Report, recorded: &[Recorded]) -> Result<(), Halt> {
        let Some(trial) = &report.learned else { return Ok(()) };
        let mut pupil = locked(&self.pupil);
        pupil.since += 1;
        let mut is_news = pupil.learned.tried(trial);
        let findings = recorded.iter().map(|one| &one.finding);
        for finding in findings.filter(|one| counts(one) && !one.kind.is_silent()) {
            is_news |= pupil.learned.found(&finding.class, trial);
        }
        let is_due = is_news || pupil.learned.is_due(pupil.since);
        if is_due && pupil.conclude() { self.keep(&pupil) } else { Ok(()) }
    }

    /// An examination has shown what bug a finding is of, which its verdict did not tell.
    pub(super) fn learn_of_bug(&self, finding: &Finding) -> Result<(), Halt> {
        if self.plan.learning == Learning::Off || !counts(finding) || !finding.kind.is_silent() {
            return Ok(());
        }
        let odds = locked(&self.store).generation(finding.generation)?;
        let again = odds.and_then(|odds| grown::again(self.plan, finding.seed, &odds));
        let Some(grown::Again { arms, .. }) = again else { return Ok(()) };
        let trial = Trial { arms, heeds: finding.generation > 0, ..Trial::default() };
        let mut pupil = locked(&self.pupil);
        let is_news = pupil.learned.found(&finding.bucket, &trial);
        if is_news && pupil.conclude() { self.keep(&pupil) } else { Ok(()) }
    }

    fn keep(&self, pupil: &Pupil) -> Result<(), Halt> {
        Ok(locked(&self.store).keep_learned(&pupil.learned, &pupil.odds)?)
    }

    /// What the last tests have taught is kept for the next run.
    pub(super) fn keep_what_was_learned(&self) -> Result<(), Halt> {
        if self.plan.learning == Learning::Off { Ok(()) } else { self.keep(&locked(&self.pupil)) }
    }
}

/// Bugs that are known are no news, and neither are those of our own.
fn counts(finding: &Finding) -> bool {
    finding.known.is_none() && finding.kind != Kind::OracleSuspect
}
