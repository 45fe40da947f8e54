//! The tables, and how those of older versions become today's.

use rusqlite::Connection;

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
pub(super) fn migrate(db: &mut Connection, version: i64) -> rusqlite::Result<()> {
    if !(1..FORMAT).contains(&version) {
        return Ok(());
    }
    let all = db.transaction()?;
    for step in &STEPS[version as usize - 1..] {
        all.execute_batch(step)?;
    }
    all.pragma_update(None, "user_version", FORMAT)?;
    all.commit()
}

#[cfg(test)]
mod tests {
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

    fn columns(db: &Connection, table: &str) -> Vec<String> {
        let mut query = db.prepare(&format!("SELECT name FROM pragma_table_info('{table}')")).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn an_old_store_becomes_like_a_new_one() {
        let mut old = Connection::open_in_memory().unwrap();
        old.execute_batch(FIRST).unwrap();
        migrate(&mut old, 1).unwrap();
        let new = Connection::open_in_memory().unwrap();
        new.execute_batch(TABLES).unwrap();
        for table in
            ["test", "finding", "run", "reduction", "configuration", "draws", "generation", "learned"]
        {
            assert_eq!(columns(&old, table), columns(&new, table), "{table}");
        }
        let class: String = old.query_row("SELECT class FROM finding", [], |row| row.get(0)).unwrap();
        assert_eq!(class, "b");
    }
}
