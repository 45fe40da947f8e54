//! The tables, and how those of older versions become today's.

use super::engine::{Engine, Safety, Trouble, whole};

/// Raised when the tables change.
pub(super) const FORMAT: i64 = 4;

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
    CREATE TABLE usage (who TEXT PRIMARY KEY, nanoseconds INTEGER NOT NULL) WITHOUT ROWID;
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
    CREATE TABLE configuration (
        label TEXT PRIMARY KEY,
        programs INTEGER NOT NULL,
        compilations INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE draws (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE generation (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE learned (number INTEGER PRIMARY KEY, data TEXT NOT NULL);
";

/// What brings format N to N + 1, from format 1 on.
const STEPS: [&str; 3] = [
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
];

/// All steps from a version on, or none of them. Version 0 has no tables yet.
pub(super) fn migrate(db: &dyn Engine, version: i64) -> Result<(), Trouble> {
    if !(1..FORMAT).contains(&version) {
        return Ok(());
    }
    whole(db, Safety::Power, || {
        for step in &STEPS[version as usize - 1..] {
            db.batch(&db.tables(step))?;
        }
        db.set_format(FORMAT)
    })
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
        new.batch(TABLES).unwrap();
        for table in
            ["test", "finding", "run", "reduction", "configuration", "draws", "generation", "learned"]
        {
            assert_eq!(columns(&old, table), columns(&new, table), "{table}");
        }
        assert_eq!(old.query("SELECT class FROM finding", &[]).unwrap()[0].text(0), "b");
    }
}
