//! What a campaign has learned: the accounts, and by which odds each test was drawn.

use super::engine::{Safety, first, number, values, whole};
use super::{Store, StoreError};
use crate::draw::learn::{Learned, Odds};

impl Store {
    /// What was learned so far, by everybody, and the newest odds.
    pub fn learned(&self) -> Result<(Learned, Odds), StoreError> {
        let (mut learned, own) = (self.learned_by_others()?, self.own_learned()?);
        learned.add_all(&own);
        let query = "SELECT data FROM generation ORDER BY number DESC LIMIT 1";
        let newest = self.fails(first(self.db(), query, &[]))?;
        let odds = newest.and_then(|row| serde_json::from_str(&row.text(0)).ok());
        Ok((learned, odds.unwrap_or_default()))
    }

    /// A folder has one account, which goes on from run to run; on a server each worker has its own.
    fn account(&self) -> i64 {
        if self.place.is_server() { self.run } else { 1 }
    }

    pub(crate) fn own_learned(&self) -> Result<Learned, StoreError> {
        let query = "SELECT data FROM learned WHERE number = ?1";
        let row = self.fails(first(self.db(), query, values![self.account()]))?;
        Ok(row.and_then(|row| serde_json::from_str(&row.text(0)).ok()).unwrap_or_default())
    }

    pub(crate) fn learned_by_others(&self) -> Result<Learned, StoreError> {
        let query = "SELECT data FROM learned WHERE number <> ?1";
        let mut all = Learned::default();
        for row in self.fails(self.db.query(query, values![self.account()]))? {
            all.add_all(&serde_json::from_str(&row.text(0)).unwrap_or_default());
        }
        Ok(all)
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
        let drawn =
            newest("SELECT max(generation) FROM test")?.max(newest("SELECT max(generation) FROM lease")?);
        Ok(newest("SELECT max(number) FROM generation")?.max(drawn))
    }

    /// Keeps this worker's account.
    pub(crate) fn keep_learned(&mut self, learned: &Learned) -> Result<(), StoreError> {
        self.check()?;
        let data = serde_json::to_string(learned).unwrap_or_default();
        let query = "INSERT INTO learned VALUES (?1, ?2) ON CONFLICT (number) DO UPDATE SET data = ?2";
        let kept = whole(self.db(), Safety::Kill, || {
            self.db.execute(query, values![self.account(), data]).map(|_| ())
        });
        self.fails(kept)
    }

    /// Keeps odds that tests are drawn by from now on; the generation that they are is the next that nobody has.
    pub(crate) fn new_generation(&mut self, rows: generate::Odds) -> Result<Odds, StoreError> {
        self.check()?;
        let mut odds = Odds { generation: self.last_generation()?, rows };
        loop {
            odds.generation += 1;
            let data = serde_json::to_string(&odds).unwrap_or_default();
            let query = "INSERT INTO generation VALUES (?1, ?2) ON CONFLICT (number) DO NOTHING";
            let kept =
                whole(self.db(), Safety::Kill, || self.db.execute(query, values![odds.generation, data]));
            if self.fails(kept)? > 0 {
                return Ok(odds);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::learn::{Arm, Trial, WITH};
    use crate::draw::recipe::Writing;
    use crate::finding::known::KnownBugs;
    use crate::plan::{Mode, Origin, Plan};
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
        let rows = |odds| {
            let row = [(WITH.to_owned(), odds)].into_iter().collect();
            [("has-int128".to_owned(), row)].into_iter().collect()
        };
        let odds = |generation, odds| Odds { generation, rows: rows(odds) };
        let (mut store, _) = Store::open(dir.path(), &plan).expect("a store");
        assert_eq!(store.learned().expect("nothing yet"), (Learned::default(), Odds::default()));
        store.keep_learned(&learned).expect("it is kept");
        for percent in [120, 300] {
            store.new_generation(rows(percent)).expect("it is kept");
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
