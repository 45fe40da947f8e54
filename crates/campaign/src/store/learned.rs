//! What a campaign has learned: the accounts, and by which odds each test was drawn.

use super::engine::{Safety, Trouble, first, number, values, whole};
use super::{Store, StoreError};
use crate::draw::learn::{Learned, Odds};

impl Store {
    /// What was learned so far, and the newest odds.
    pub fn learned(&self) -> Result<(Learned, Odds), StoreError> {
        let read = || -> Result<(Learned, Odds), Trouble> {
            let row = first(self.db(), "SELECT data FROM learned", &[])?;
            let learned = row.and_then(|row| serde_json::from_str(&row.text(0)).ok()).unwrap_or_default();
            let newest = first(self.db(), "SELECT data FROM generation ORDER BY number DESC LIMIT 1", &[])?;
            let odds = newest.and_then(|row| serde_json::from_str(&row.text(0)).ok());
            Ok((learned, odds.unwrap_or_default()))
        };
        self.fails(read())
    }

    /// The odds of a generation; `None` if they are lost.
    pub fn generation(&self, number: u64) -> Result<Option<Odds>, StoreError> {
        if number == 0 {
            return Ok(Some(Odds::default()));
        }
        let query = "SELECT data FROM generation WHERE number = ?1";
        let row = self.fails(first(self.db(), query, values![number]))?;
        Ok(row.and_then(|row| serde_json::from_str(&row.text(0)).ok()))
    }

    /// The last generation that anything was drawn with. A store that was made again knows it from its findings.
    pub(crate) fn last_generation(&self) -> Result<u64, StoreError> {
        let newest = |query| self.fails(number(self.db(), query, &[])).map(|number| number as u64);
        Ok(newest("SELECT max(number) FROM generation")?.max(newest("SELECT max(generation) FROM test")?))
    }

    /// Keeps the accounts, and the odds that tests are drawn by from now on.
    pub(crate) fn keep_learned(&mut self, learned: &Learned, odds: &Odds) -> Result<(), StoreError> {
        self.presence.check(&self.dir)?;
        let text = |data: serde_json::Result<String>| data.unwrap_or_default();
        let result = whole(self.db(), Safety::Kill, || {
            let learned = text(serde_json::to_string(learned));
            let query = "INSERT INTO learned VALUES (1, ?1) ON CONFLICT (number) DO UPDATE SET data = ?1";
            self.db.execute(query, values![learned])?;
            if odds.generation > 0 {
                let row = values![odds.generation, text(serde_json::to_string(odds))];
                let query =
                    "INSERT INTO generation VALUES (?1, ?2) ON CONFLICT (number) DO UPDATE SET data = ?2";
                self.db.execute(query, row)?;
            }
            Ok(())
        });
        self.fails(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::learn::{Arm, Trial, WITH};
    use crate::finding::known::KnownBugs;
    use crate::plan::{Mode, Origin, Plan};
    use crate::testing::language::Writing;
    use harness::Setup;

    #[test]
    fn what_was_learned_is_there_in_the_next_run_and_so_are_all_odds() {
        let dir = tempfile::tempdir().expect("a folder");
        let origin = Origin::Grown { profiles: Vec::new(), writing: Writing::default() };
        let (known, setup) = (KnownBugs::default(), Setup::default());
        let plan = Plan::new(1, Mode::WrongCode, origin, Vec::new(), known, setup);
        let mut learned = Learned::default();
        let trial = Trial { arms: vec![Arm::new("has-int128", WITH)], bytes: 10, ..Trial::default() };
        learned.tried(&trial);
        learned.found("a bug", &trial);
        let odds = |generation, odds| {
            let row = [(WITH.to_owned(), odds)].into_iter().collect();
            Odds { generation, rows: [("has-int128".to_owned(), row)].into_iter().collect() }
        };
        let (mut store, _) = Store::open(dir.path(), &plan).expect("a store");
        assert_eq!(store.learned().expect("nothing yet"), (Learned::default(), Odds::default()));
        for (generation, percent) in [(1, 120), (2, 300)] {
            store.keep_learned(&learned, &odds(generation, percent)).expect("it is kept");
        }
        drop(store);
        let (store, _) = Store::open(dir.path(), &plan).expect("the store");
        assert_eq!(store.learned().expect("all"), (learned, odds(2, 300)));
        assert_eq!(store.generation(1).expect("the first"), Some(odds(1, 120)));
        assert_eq!(store.generation(0).expect("what was before"), Some(Odds::default()));
        assert_eq!(
            (store.generation(3).expect("none"), store.last_generation().expect("the last")),
            (None, 2)
        );
    }
}
