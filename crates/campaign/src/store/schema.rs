//! The tables, and how those of older versions become today's.

use super::engine::{Engine, Safety, Trouble, whole};

/// Raised when the tables change.
pub(super) const FORMAT: i64 = 5;

/// Types are SQLite's; [`Engine::tables`] has those of the other engine.
///
/// A test that found nothing is a bit in `lease`, which has a row for 32 tests and says who runs them; all others have a row of
/// their own. What every test changes (accounts, pace) is kept for each machine, so that no machine waits for another.
pub(super) const TABLES: &str = "
    CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE compiler (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE test (
        number INTEGER PRIMARY KEY,
        seed TEXT NOT NULL,
        outcome TEXT NOT NULL,
        why TEXT,
        milliseconds INTEGER NOT NULL,
        finished INTEGER,
        generation INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE finding (
        id TEXT PRIMARY KEY,
        test INTEGER NOT NULL,
        kind TEXT NOT NULL,
        compiler TEXT NOT NULL,
        bucket TEXT NOT NULL,
        known TEXT,
        data TEXT NOT NULL,
        class TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL DEFAULT 'counted'
    );
    CREATE INDEX finding_by_bucket ON finding (bucket);
    CREATE INDEX finding_by_class ON finding (class);
    CREATE TABLE incident (
        test INTEGER NOT NULL,
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        words TEXT NOT NULL
    );
    CREATE TABLE run (
        number INTEGER PRIMARY KEY,
        started INTEGER NOT NULL,
        ended INTEGER NOT NULL
    );
    CREATE TABLE reduction (
        bucket TEXT PRIMARY KEY,
        finding TEXT NOT NULL,
        data TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE draws (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE generation (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE learned (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE usage (
        machine TEXT NOT NULL,
        who TEXT NOT NULL,
        nanoseconds INTEGER NOT NULL,
        PRIMARY KEY (machine, who)
    ) WITHOUT ROWID;
    CREATE TABLE configuration (
        machine TEXT NOT NULL,
        label TEXT NOT NULL,
        programs INTEGER NOT NULL,
        compilations INTEGER NOT NULL,
        PRIMARY KEY (machine, label)
    ) WITHOUT ROWID;
    CREATE TABLE pace (
        second INTEGER NOT NULL,
        machine TEXT NOT NULL,
        tests INTEGER NOT NULL,
        PRIMARY KEY (second, machine)
    ) WITHOUT ROWID;
    CREATE TABLE lease (
        number INTEGER PRIMARY KEY,
        done INTEGER NOT NULL DEFAULT 0,
        tests INTEGER NOT NULL DEFAULT 0,
        is_open INTEGER NOT NULL DEFAULT 1,
        generation INTEGER NOT NULL DEFAULT 0,
        milliseconds INTEGER NOT NULL DEFAULT 0,
        expires INTEGER,
        worker TEXT,
        passed TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX lease_open ON lease (number) WHERE is_open = 1;
    CREATE TABLE frontier (number INTEGER PRIMARY KEY, next INTEGER NOT NULL);
    INSERT INTO frontier VALUES (1, 0);
    CREATE TABLE task (name TEXT PRIMARY KEY, worker TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE worker (
        id TEXT PRIMARY KEY,
        machine TEXT NOT NULL,
        process INTEGER NOT NULL,
        cores INTEGER NOT NULL,
        jobs INTEGER NOT NULL,
        version TEXT NOT NULL,
        compilers TEXT NOT NULL,
        started INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        ended INTEGER,
        tests INTEGER NOT NULL DEFAULT 0,
        findings INTEGER NOT NULL DEFAULT 0,
        doing TEXT NOT NULL DEFAULT '',
        trouble TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID;
    CREATE TABLE file (
        finding TEXT NOT NULL,
        name TEXT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (finding, name)
    ) WITHOUT ROWID;
    CREATE TABLE bug (
        bucket TEXT PRIMARY KEY,
        state TEXT NOT NULL,
        note TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) WITHOUT ROWID;
";

/// What brings format N to N + 1, from format 1 on.
const STEPS: [&str; 4] = [
    "
    ALTER TABLE test ADD COLUMN finished INTEGER;
    ALTER TABLE finding ADD COLUMN class TEXT NOT NULL DEFAULT '';
    ALTER TABLE finding ADD COLUMN state TEXT NOT NULL DEFAULT 'counted';
    UPDATE finding SET class = bucket;
    CREATE INDEX finding_by_class ON finding (class);
    CREATE TABLE run (number INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER NOT NULL);
    CREATE TABLE reduction (bucket TEXT PRIMARY KEY, finding TEXT NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
",
    "
    CREATE TABLE configuration (label TEXT PRIMARY KEY, programs INTEGER NOT NULL, compilations INTEGER NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE draws (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    INSERT INTO identity VALUES ('scope', 'every configuration');
",
    "
    ALTER TABLE test ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE generation (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE learned (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
",
    "
    ALTER TABLE usage RENAME TO old_usage;
    CREATE TABLE usage (machine TEXT NOT NULL, who TEXT NOT NULL, nanoseconds INTEGER NOT NULL, PRIMARY KEY (machine, who))
        WITHOUT ROWID;
    INSERT INTO usage SELECT '', who, nanoseconds FROM old_usage;
    DROP TABLE old_usage;
    ALTER TABLE configuration RENAME TO old_configuration;
    CREATE TABLE configuration (machine TEXT NOT NULL, label TEXT NOT NULL, programs INTEGER NOT NULL,
        compilations INTEGER NOT NULL, PRIMARY KEY (machine, label)) WITHOUT ROWID;
    INSERT INTO configuration SELECT '', label, programs, compilations FROM old_configuration;
    DROP TABLE old_configuration;
    CREATE TABLE pace (second INTEGER NOT NULL, machine TEXT NOT NULL, tests INTEGER NOT NULL, PRIMARY KEY (second, machine))
        WITHOUT ROWID;
    INSERT INTO pace SELECT finished / 1000, '', count(*) FROM test WHERE finished IS NOT NULL GROUP BY finished / 1000;
    CREATE TABLE lease (number INTEGER PRIMARY KEY, done INTEGER NOT NULL DEFAULT 0, tests INTEGER NOT NULL DEFAULT 0,
        is_open INTEGER NOT NULL DEFAULT 1, generation INTEGER NOT NULL DEFAULT 0, milliseconds INTEGER NOT NULL DEFAULT 0,
        expires INTEGER, worker TEXT, passed TEXT NOT NULL DEFAULT '');
    CREATE INDEX lease_open ON lease (number) WHERE is_open = 1;
    INSERT INTO lease (number, done, tests, is_open, generation, milliseconds)
        SELECT number / 32, sum(1 << (number % 32)), count(*), count(*) < 32, max(generation), sum(milliseconds)
        FROM test GROUP BY number / 32;
    WITH RECURSIVE every (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM every WHERE number < (SELECT max(number) FROM lease))
        INSERT INTO lease (number) SELECT number FROM every WHERE (SELECT count(*) FROM lease) > 0
        AND number NOT IN (SELECT number FROM lease);
    DELETE FROM test WHERE outcome = 'clean';
    CREATE TABLE frontier (number INTEGER PRIMARY KEY, next INTEGER NOT NULL);
    INSERT INTO frontier SELECT 1, coalesce(max(number) + 1, 0) FROM lease;
    CREATE TABLE task (name TEXT PRIMARY KEY, worker TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE worker (id TEXT PRIMARY KEY, machine TEXT NOT NULL, process INTEGER NOT NULL, cores INTEGER NOT NULL,
        jobs INTEGER NOT NULL, version TEXT NOT NULL, compilers TEXT NOT NULL, started INTEGER NOT NULL, seen INTEGER NOT NULL,
        ended INTEGER, tests INTEGER NOT NULL DEFAULT 0, findings INTEGER NOT NULL DEFAULT 0, doing TEXT NOT NULL DEFAULT '',
        trouble TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE TABLE file (finding TEXT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (finding, name))
        WITHOUT ROWID;
    CREATE TABLE bug (bucket TEXT PRIMARY KEY, state TEXT NOT NULL, note TEXT NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
",
];

/// Makes the tables where there are none.
pub(super) fn create(db: &dyn Engine) -> Result<(), Trouble> {
    db.batch(&db.tables(TABLES))?;
    db.set_format(FORMAT)
}

/// All steps from a version on, or none of them. Version 0 has no tables yet.
pub(super) fn migrate(db: &dyn Engine, version: i64) -> Result<(), Trouble> {
    if !(1..FORMAT).contains(&version) {
        return Ok(());
    }
    whole(db, Safety::Power, || steps(db, version))
}

/// The same inside of a transaction.
pub(super) fn steps(db: &dyn Engine, version: i64) -> Result<(), Trouble> {
    for step in STEPS.get(version.max(1) as usize - 1..).unwrap_or_default() {
        db.batch(&db.tables(step))?;
    }
    db.set_format(FORMAT)
}

#[cfg(test)]
mod tests {
    use super::super::engine::lite::Lite;
    use super::*;

    /// The first format, as far as it changed since.
    const FIRST: &str = "
        CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE test (number INTEGER PRIMARY KEY, seed TEXT NOT NULL, outcome TEXT NOT NULL, why TEXT,
            milliseconds INTEGER NOT NULL);
        CREATE TABLE finding (id TEXT PRIMARY KEY, test INTEGER NOT NULL, kind TEXT NOT NULL, compiler TEXT NOT NULL,
            bucket TEXT NOT NULL, known TEXT, data TEXT NOT NULL);
        CREATE TABLE compiler (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE incident (test INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, words TEXT NOT NULL);
        CREATE TABLE usage (who TEXT PRIMARY KEY, nanoseconds INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO finding VALUES ('1-gcc', 1, 'wrong-result', 'gcc', 'b', NULL, '{}');
    ";

    fn columns(db: &dyn Engine, table: &str) -> Vec<String> {
        let rows = db.query(&format!("SELECT name FROM pragma_table_info('{table}')"), &[]).unwrap();
        rows.iter().map(|row| row.text(0)).collect()
    }

    #[test]
    fn an_old_store_becomes_like_a_new_one() {
        let (old, new) = (Lite::in_memory(), Lite::in_memory());
        old.batch(FIRST).unwrap();
        migrate(&old, 1).unwrap();
        create(&new).unwrap();
        let tables =
            new.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", &[]).unwrap();
        assert!(tables.len() >= 19, "{tables:?}");
        for table in tables.iter().map(|row| row.text(0)) {
            assert_eq!(columns(&old, &table), columns(&new, &table), "{table}");
        }
        assert_eq!(old.query("SELECT class FROM finding", &[]).unwrap()[0].text(0), "b");
    }

    #[test]
    fn tests_of_an_old_store_are_done_in_the_new_one() {
        let db = Lite::in_memory();
        db.batch(FIRST).unwrap();
        let more = "INSERT INTO test VALUES (0, '7', 'clean', NULL, 5), (31, '8', 'found', NULL, 6), (70, '9', 'clean', NULL, 1)";
        db.batch(more).unwrap();
        migrate(&db, 1).unwrap();
        let leases = db.query("SELECT number, done, tests, is_open FROM lease ORDER BY number", &[]).unwrap();
        let rows: Vec<[i64; 4]> = leases.iter().map(|row| [0, 1, 2, 3].map(|at| row.int(at))).collect();
        assert_eq!(rows, [[0, 1 | 1 << 31, 2, 1], [1, 0, 0, 1], [2, 1 << 6, 1, 1]]);
        assert_eq!(
            db.query("SELECT number FROM test", &[]).unwrap().len(),
            1,
            "only what is not clean has a row"
        );
        assert_eq!(db.query("SELECT next FROM frontier", &[]).unwrap()[0].int(0), 3);
    }
}
