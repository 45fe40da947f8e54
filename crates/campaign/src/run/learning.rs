//! What the workers learn from their tests: who keeps the accounts of [`crate::draw::learn`] while a campaign runs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::{Shared, locked};
use crate::draw::learn::{self, Learned, Learning, Odds, Trial};
use crate::finding::{Finding, Kind};
use crate::run::fatal::Fatal;
use crate::store::{Recorded, Store, StoreError};
use crate::testing::grown;
use crate::testing::report::Report;
use crate::testing::test_run::Lesson;

/// The accounts, and what tests are drawn by.
pub(super) struct Pupil {
    /// By everybody.
    learned: Learned,
    /// By this worker.
    own: Learned,
    odds: Arc<Odds>,
    plain: Arc<Odds>,
    /// Those of ranges that were begun with others than the newest.
    older: BTreeMap<u64, Arc<Odds>>,
    /// Tests since the odds changed.
    since: u64,
}

/// What questions to compilers may use of the CPU time that compilers and programs use: one part of so many.
const SHARE: u32 = 50;

impl Pupil {
    pub(super) fn new(store: &Store) -> Result<Pupil, StoreError> {
        let (learned, odds) = store.learned()?;
        let (own, older) = (store.own_learned()?, BTreeMap::new());
        Ok(Pupil { learned, own, odds: Arc::new(odds), plain: Arc::default(), older, since: 0 })
    }

    /// Of the newest odds.
    pub(super) fn generation(&self) -> u64 {
        self.odds.generation
    }

    fn tried(&mut self, trial: &Trial) -> bool {
        self.own.tried(trial);
        self.learned.tried(trial)
    }

    fn found(&mut self, bucket: &str, trial: &Trial) -> bool {
        self.own.found(bucket, trial);
        self.learned.found(bucket, trial)
    }
}

impl Shared<'_> {
    /// What the test with a seed is drawn by, in a range of a generation, and what may be spent on learning from it.
    pub(super) fn lesson(&self, seed: u64, generation: u64) -> Result<Lesson, Fatal> {
        if self.plan.learning == Learning::Off {
            return Ok(Lesson { odds: Arc::default(), budget: Duration::ZERO });
        }
        let mut pupil = locked(&self.pupil);
        let odds = if !learn::heeds(seed) {
            pupil.plain.clone()
        } else if pupil.generation() == generation {
            pupil.odds.clone()
        } else if let Some(odds) = pupil.older.get(&generation) {
            odds.clone()
        } else {
            let odds = Arc::new(locked(&self.store).generation(generation)?.unwrap_or_default());
            pupil.older.insert(generation, odds.clone());
            odds
        };
        let usage = locked(&self.usage);
        let budget = ((usage.of_compilers() + usage.programs) / SHARE).saturating_sub(usage.learning);
        Ok(Lesson { odds, budget })
    }

    /// A test is on the accounts. It is paid for bugs whose verdict tells what they are.
    pub(super) fn learn(&self, report: &Report, recorded: &[Recorded]) -> Result<(), Fatal> {
        let Some(trial) = &report.learned else { return Ok(()) };
        let mut pupil = locked(&self.pupil);
        pupil.since += 1;
        let mut is_news = pupil.tried(trial);
        let findings = recorded.iter().map(|one| &one.finding);
        for finding in findings.filter(|one| counts(one) && !one.kind.is_silent()) {
            is_news |= pupil.found(&finding.class, trial);
        }
        let is_due = is_news || pupil.learned.is_due(pupil.since);
        if is_due { self.conclude(&mut pupil) } else { Ok(()) }
    }

    /// An examination has shown what bug a finding is of, which its verdict did not tell.
    pub(super) fn learn_of_bug(&self, finding: &Finding) -> Result<(), Fatal> {
        if self.plan.learning == Learning::Off || !counts(finding) || !finding.kind.is_silent() {
            return Ok(());
        }
        let odds = locked(&self.store).generation(finding.generation)?;
        let again = odds.and_then(|odds| grown::again(self.plan, finding.seed, &odds));
        let Some(grown::Again { arms, .. }) = again else { return Ok(()) };
        let trial = Trial { arms, heeds: finding.generation > 0, ..Trial::default() };
        let mut pupil = locked(&self.pupil);
        if pupil.found(&finding.bucket, &trial) { self.conclude(&mut pupil) } else { Ok(()) }
    }

    /// Draws the conclusions from what everybody has learned; ranges from now on are drawn by them.
    fn conclude(&self, pupil: &mut Pupil) -> Result<(), Fatal> {
        let mut done = || -> Result<(), StoreError> {
            pupil.since = 0;
            let mut store = locked(&self.store);
            let mut learned = store.learned_by_others()?;
            learned.add_all(&pupil.own);
            pupil.learned = learned;
            let rows = pupil.learned.odds();
            if rows == pupil.odds.rows {
                return Ok(());
            }
            let before = std::mem::replace(&mut pupil.odds, Arc::new(store.new_generation(rows)?));
            pupil.older.insert(before.generation, before);
            store.keep_learned(&pupil.own)
        };
        match done() {
            // The next conclusion includes it.
            Err(error) if error.is_passing() => Ok(()),
            done => Ok(done?),
        }
    }

    /// What the last tests have taught is kept for the next run.
    pub(super) fn keep_what_was_learned(&self) -> Result<(), Fatal> {
        if self.plan.learning == Learning::Off {
            return Ok(());
        }
        let pupil = locked(&self.pupil);
        Ok(locked(&self.store).keep_learned(&pupil.own)?)
    }
}

/// Bugs that are known are no news, and neither are those of our own.
fn counts(finding: &Finding) -> bool {
    finding.known.is_none() && finding.kind != Kind::OracleSuspect
}
