//! What holds of a store, whichever engine is behind it: each of these is run in a folder and on a PostgreSQL of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use harness::Setup;

use super::engine::address::Address;
use super::engine::server::Server;
use super::engine::{Engine, values};
use super::kinds::{Leased, RANGE};
use super::{BugState, Place, Reducing, Store, StoreError, schema};
use crate::corpus::{Corpus, Entry, Status};
use crate::draw::learn::{Arm, Learned, Trial, WITH};
use crate::draw::recipe::Writing;
use crate::finding::known::KnownBugs;
use crate::finding::life::Stage;
use crate::finding::{File, Finding, Found};
use crate::plan::{Mode, Origin, Plan};
use crate::testing::report::{Incident, IncidentKind, Outcome, Report};
use crate::usage::Usage;

mod simulation;

/// A PostgreSQL that ends with the test, or a database of its own on that of `./check`.
struct Postgres {
    own: Option<tempfile::TempDir>,
    url: String,
}

/// Where `./check` has started one for all tests.
const SHARED: &str = "ASSAY_TEST_POSTGRES";

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh")
}

impl Postgres {
    fn start() -> Option<Postgres> {
        Postgres::shared().or_else(|| Postgres::with(&[]))
    }

    /// A database of its own on that of `./check`.
    fn shared() -> Option<Postgres> {
        let url = std::env::var(SHARED).ok()?;
        let (name, server) = (format!("store_{}", std::process::id()), Address::parse(&url).unwrap());
        let server = Server::connect(&server, "any").unwrap();
        server.batch(&format!("CREATE DATABASE {name}")).unwrap();
        let base = url.rsplit_once('/').unwrap().0;
        Some(Postgres { own: None, url: format!("{base}/{name}") })
    }

    /// One with more lines of postgresql.conf.
    #[allow(clippy::print_stdout, reason = "who runs the tests has to know")]
    fn with(settings: &[String]) -> Option<Postgres> {
        let dir = tempfile::tempdir().unwrap();
        let started = Command::new(script()).arg("start").arg(dir.path()).args(settings).output().unwrap();
        if started.status.code() == Some(77) {
            println!("skipped: no PostgreSQL");
            return None;
        }
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        let url = String::from_utf8(started.stdout).unwrap().trim().to_owned();
        Some(Postgres { own: Some(dir), url })
    }

    fn place(&self, campaign: &str) -> Place {
        Place::server(&self.url, campaign).unwrap()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(dir) = &self.own {
            let _ = Command::new(script()).arg("end").arg(dir.path()).output();
        }
    }
}

fn plan(seed: u64) -> Plan {
    let origin = Origin::Grown { profiles: Vec::new(), writing: Writing::default() };
    Plan::new(seed, Mode::WrongCode, origin, Vec::new(), KnownBugs::default(), Setup::default())
}

/// A store of a campaign, and another worker's where there may be one.
struct Case<'a> {
    place: Place,
    dir: &'a Path,
}

impl Case<'_> {
    fn open(&self) -> Store {
        self.worker("one")
    }

    fn worker(&self, name: &str) -> Store {
        match &self.place {
            Place::Folder(dir) => Store::open(dir, &plan(1)).unwrap().0,
            Place::Server { .. } => {
                let lease = Duration::from_millis(1500);
                Store::join(&self.place, &self.dir.join(name), &plan(1), lease).unwrap().0
            }
        }
    }
}

fn report(index: u64, outcome: Outcome) -> Report {
    let mut usage = Usage { programs: Duration::from_nanos(3), ..Usage::default() };
    usage.compilers.insert("gcc".to_owned(), Duration::from_nanos(5));
    usage.add_program("gcc -O2");
    let (words, label) = ("odd\0words".to_owned(), "gcc -O2".to_owned());
    Report {
        index,
        seed: u64::MAX - index,
        outcome,
        rejected: None,
        incidents: vec![Incident { kind: IncidentKind::Flaky, label, words }],
        asked: 1,
        usage,
        wall: Duration::from_millis(20),
        generation: 0,
        learned: None,
        foreign: 0,
    }
}

fn found(test: u64, kind: &str, class: &str) -> Found {
    let json = serde_json::json!({
        "id": format!("{test}-gcc"), "kind": kind, "test": test, "seed": test, "origin": "assay", "compiler": "gcc",
        "version": "12", "bucket": class, "class": class, "cause": "", "title": "it's \"wrong\"", "variable": null,
        "wrong": [{ "label": "gcc -O2", "verdict": "v", "compile": "gcc", "run": null }], "right": [],
        "validated_by": [], "known": null, "found": 7, "sources": ["test.c"],
        "host": { "system": "", "cpu": "", "cores": 1, "memory_mib": 0 }
    });
    let finding: Finding = serde_json::from_value(json).unwrap();
    Found { finding, files: vec![File::new("test.c", "int main;"), File::new("raw", vec![0, 255, 1])] }
}

fn clean(index: u64) -> Report {
    report(index, Outcome::Clean)
}

fn range(store: &mut Store, tests: Option<u64>) -> super::Range {
    match store.lease(tests, 0, None).unwrap() {
        Leased::Range(range) => range,
        other @ (Leased::Others | Leased::Over) => panic!("{other:?}"),
    }
}

fn a_test_counts_once(case: &Case) {
    let mut store = case.open();
    assert_eq!(range(&mut store, None).number, 0);
    store.record(&clean(0)).unwrap();
    let skipped = || report(5, Outcome::Skipped { why: "no\0thing".to_owned() });
    store.record(&skipped()).unwrap();
    let wrong = || report(7, Outcome::Found(vec![found(7, "wrong-code", "a")]));
    assert_eq!(store.record(&wrong()).unwrap().len(), 1);
    for again in [clean(0), skipped(), wrong()] {
        assert!(store.record(&again).unwrap().is_empty(), "it was done before");
    }
    let totals = store.totals().unwrap();
    assert_eq!((totals.tests, totals.skipped, totals.findings, totals.flaky), (3, 1, 1, 3));
    let usage = store.usage().unwrap();
    assert_eq!((usage.compilers["gcc"], usage.programs), (Duration::from_nanos(15), Duration::from_nanos(9)));
    assert_eq!(usage.configurations["gcc -O2"].programs, 3);
    assert_eq!(store.history().unwrap().tests.len(), 3);
    assert_eq!(store.pace(60_000).unwrap().iter().map(|(_, tests)| tests).sum::<u64>(), 3);
    drop(store);
    let store = Store::look_in(&case.place).unwrap();
    assert_eq!(store.totals().unwrap(), totals);
    assert_eq!(store.identity().unwrap()["seed"], "1");
    let outcome = |number| store.test(number).unwrap().map(|row| row.outcome);
    assert_eq!([outcome(0), outcome(5)], ["clean", "skipped"].map(|word| Some(word.to_owned())));
    assert_eq!(outcome(1), None);
}

fn ranges_are_leased_until_all_is_done(case: &Case) {
    let mut store = case.open();
    let tests = Some(RANGE + 3);
    for index in 0..RANGE + 3 {
        if index % RANGE == 0 {
            assert_eq!(range(&mut store, tests).number, index / RANGE);
        }
        assert_ne!(store.lease(tests, 0, None).unwrap(), Leased::Over, "test {index} is under way");
        store.release().unwrap();
        let open = range(&mut store, tests);
        assert_eq!((open.number, open.done), (index / RANGE, (1 << (index % RANGE)) - 1));
        store.record(&clean(index)).unwrap();
    }
    assert_eq!(store.lease(tests, 0, None).unwrap(), Leased::Over);
    store.release().unwrap();
    assert_eq!(range(&mut store, Some(RANGE + 4)).number, 1, "more tests are wanted");
}

fn findings_have_their_files_with_them(case: &Case) {
    let mut store = case.open();
    range(&mut store, None);
    let both = vec![
        found(1, "wrong-code", "a"),
        Found {
            finding: Finding { id: "1-x".into(), ..found(1, "compiler-crash", "b").finding },
            files: Vec::new(),
        },
    ];
    let recorded = store.record(&report(1, Outcome::Found(both))).unwrap();
    assert!(recorded.iter().all(|one| one.first_of_bucket && one.is_waiting));
    assert_eq!(store.file("1-gcc", "raw").unwrap(), [0, 255, 1]);
    assert!(store.text("1-gcc", "README.md").unwrap().contains("wrong"));
    assert_eq!((store.file("1-gcc", "none"), store.has_files("2-gcc")), (None, false));
    let ids = |waiting: Vec<super::Waiting>| waiting.into_iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(store.waiting().unwrap()), ["1-gcc", "1-x"]);
    assert!(store.is_due("1-gcc", Reducing::No).unwrap() && !store.is_due("1-gcc", Reducing::Yes).unwrap());

    assert!(store.fetch("1-gcc").unwrap());
    let folder = crate::folder::of_finding(store.dir(), "1-gcc");
    std::fs::write(folder.join("reduced.c"), "small").unwrap();
    let named = Finding { bucket: "a cause".into(), ..store.finding("1-gcc").unwrap().unwrap() };
    assert!(store.examined(&named, Stage::Examined).unwrap(), "it is the first of its bucket");
    assert_eq!(store.text("1-gcc", "reduced.c").as_deref(), Some("small"));
    assert_eq!(ids(store.unreduced().unwrap()), ["1-gcc"]);
    store.reduced(&named, None).unwrap();
    assert!(store.unreduced().unwrap().is_empty());
    store.only_count("1-x").unwrap();
    let buckets = store.buckets().unwrap();
    assert_eq!(buckets.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a cause", "b"]);
    assert_eq!(store.findings().unwrap()[0], named);
}

fn bugs_have_states(case: &Case) {
    let mut store = case.open();
    range(&mut store, None);
    store.record(&report(1, Outcome::Found(vec![found(1, "compiler-crash", "b")]))).unwrap();
    assert_eq!(store.said_of("b").unwrap(), super::Said::default());
    assert_eq!(store.say("b", BugState::Reported, "PR1").unwrap(), 1);
    assert_eq!((store.totals().unwrap().known, store.totals().unwrap().findings), (1, 0), "it is no news");
    assert_eq!(store.finding("1-gcc").unwrap().unwrap().known.as_deref(), Some("PR1"));
    let before = store.stamp().unwrap();
    store.say("b", BugState::Fixed, "14.1").unwrap();
    assert_ne!(store.stamp().unwrap(), before);
    let said = store.said().unwrap();
    assert_eq!((said["b"].state, said["b"].note.as_str()), (BugState::Fixed, "14.1"));
    assert!(said["b"].changed > 0);
    assert_eq!(store.totals().unwrap().findings, 1, "if it comes again, it is news");
}

fn what_is_learned_is_kept(case: &Case) {
    let mut store = case.open();
    let mut learned = Learned::default();
    let trial = Trial { arms: vec![Arm::new("has-int128", WITH)], bytes: 10, ..Trial::default() };
    learned.tried(&trial);
    learned.found("a bug", &trial);
    store.keep_learned(&learned).unwrap();
    let row =
        |odds| [("x".to_owned(), [(WITH.to_owned(), odds)].into_iter().collect())].into_iter().collect();
    assert_eq!(store.new_generation(row(120)).unwrap().generation, 1);
    let newest = store.new_generation(row(300)).unwrap();
    assert_eq!(store.learned().unwrap(), (learned, newest.clone()));
    assert_eq!(store.generation(2).unwrap(), Some(newest));
    assert_eq!((store.generation(3).unwrap(), store.last_generation().unwrap()), (None, 2));
    assert_eq!(store.own_learned().unwrap().all.tests, 1);
}

type Held = fn(&Case);

const ALL: [(&str, Held); 5] = [
    ("once", a_test_counts_once),
    ("ranges", ranges_are_leased_until_all_is_done),
    ("files", findings_have_their_files_with_them),
    ("states", bugs_have_states),
    ("learned", what_is_learned_is_kept),
];

#[test]
fn what_holds_in_a_folder() {
    for (_, holds) in ALL {
        let dir = tempfile::tempdir().unwrap();
        holds(&Case { place: Place::Folder(dir.path().join("c")), dir: dir.path() });
    }
}

#[test]
fn what_holds_on_a_server() {
    let Some(postgres) = Postgres::start() else { return };
    for (name, holds) in ALL {
        let dir = tempfile::tempdir().unwrap();
        holds(&Case { place: postgres.place(name), dir: dir.path() });
    }
    findings_are_on_a_shelf(&postgres);
    a_corpus_is_everybodys(&postgres);
    workers_share_a_campaign(&postgres);
    what_is_learned_by_all_is_one_account(&postgres);
    other_formats_are_told(&postgres);
}

fn findings_are_on_a_shelf(postgres: &Postgres) {
    let (dir, shelf) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = shelf.path().display().to_string();
    let case = Case { place: postgres.place("shelf").with_files(&at).unwrap(), dir: dir.path() };
    findings_have_their_files_with_them(&case);
    let place = shelf.path().join("shelf/findings/1-gcc");
    assert_eq!(std::fs::read_to_string(place.join("reduced.c")).unwrap(), "small");
    let server = Server::connect(&Address::parse(&postgres.url).unwrap(), "shelf").unwrap();
    assert_eq!(server.query("SELECT * FROM file", &[]).unwrap(), []);
    // Who comes later need not say where it is.
    let store = Store::look_in(&postgres.place("shelf")).unwrap();
    assert_eq!(
        store.file_names("1-gcc").unwrap(),
        ["README.md", "finding.json", "raw", "reduced.c", "reproduce.sh", "test.c"]
    );
    // While it is away, results wait.
    std::fs::remove_dir_all(shelf.path().join("shelf")).unwrap();
    let mut store =
        Store::join(&postgres.place("shelf"), &dir.path().join("late"), &plan(1), Duration::from_secs(9));
    let store = &mut store.as_mut().unwrap().0;
    std::fs::remove_dir_all(shelf.path()).unwrap();
    let error = store.record(&report(9, Outcome::Found(vec![found(9, "wrong-code", "z")]))).unwrap_err();
    assert!(error.is_passing() && error.to_string().contains("cannot write in"), "{error}");
    assert_eq!(store.test(9).unwrap(), None, "all or nothing");
}

fn a_corpus_is_everybodys(postgres: &Postgres) {
    let dir = tempfile::tempdir().unwrap();
    let place = postgres.place("corpus");
    let program = |name: &str, text: &str| {
        let at = dir.path().join(name);
        std::fs::write(&at, text).unwrap();
        let flags = vec!["-fwrapv".to_owned(), "-O".to_owned()];
        Entry {
            file: PathBuf::from(format!("/src/{name}")),
            status: Status::Seed { text: at, steps: 7, flags },
        }
    };
    let refused = Status::Refused { class: "no text".to_owned(), why: String::new() };
    let refused = Entry { file: PathBuf::from("/src/x"), status: refused };
    let first = Corpus { entries: vec![program("b c", "int b;"), refused, program("a", "int a;")], known: 0 };
    let there = |at: &str| Store::corpus(&place, &dir.path().join(at)).unwrap();
    assert!(there("nothing").is_none());
    Store::leave_corpus(&place, &first).unwrap();
    Store::leave_corpus(&place, &Corpus { entries: vec![program("late", "int late;")], known: 0 }).unwrap();
    let read = |entry: &Entry| match &entry.status {
        Status::Seed { text, steps, flags } => {
            assert_eq!(flags.as_slice(), ["-fwrapv", "-O"]);
            (entry.file.clone(), std::fs::read_to_string(text).unwrap(), *steps)
        }
        Status::Refused { class, .. } => panic!("{class}"),
    };
    let all: Vec<_> = there("other").unwrap().entries.iter().map(read).collect();
    let row = |file: &str, text: &str| (PathBuf::from(file), text.to_owned(), 7);
    assert_eq!(all, [row("/src/b c", "int b;"), row("/src/a", "int a;")]);
}

fn workers_share_a_campaign(postgres: &Postgres) {
    let dir = tempfile::tempdir().unwrap();
    let case = Case { place: postgres.place("shared"), dir: dir.path() };
    let (mut one, mut two) = (case.worker("one"), case.worker("two"));
    let tests = Some(2 * RANGE);
    assert_eq!([range(&mut one, tests).number, range(&mut two, tests).number], [0, 1]);
    assert_eq!(one.lease(tests, 0, None).unwrap(), Leased::Others);
    assert!(one.take_task("examining a").unwrap() && !two.take_task("examining a").unwrap());
    one.record(&clean(3)).unwrap();
    // The first is silent, and the second one's heart beats.
    let heart = two.heart().unwrap().unwrap();
    for _ in 0..5 {
        heart
            .beat(&super::Pulse {
                tests: 9,
                ranges: vec![1],
                doing: "testing 2".to_owned(),
                ..super::Pulse::default()
            })
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
    }
    let taken = range(&mut two, tests);
    assert_eq!((taken.number, taken.done), (0, 1 << 3), "what was lost is done by others");
    assert!(two.take_task("examining a").unwrap());
    two.record(&clean(4)).unwrap();
    one.record(&clean(4)).unwrap();
    assert_eq!(one.totals().unwrap().tests, 2, "a late result counts once");
    let workers = one.workers().unwrap();
    assert_eq!((workers[0].tests, workers[0].doing.as_str(), workers.len()), (9, "testing 2", 2));
    assert_eq!(one.lease(tests, 0, None).unwrap(), Leased::Others, "what lives keeps what it has");
    two.release().unwrap();
    assert_eq!(range(&mut one, tests).number, 0, "who ends gives back what it had");
    let ended = one.workers().unwrap().into_iter().filter(|worker| worker.ended.is_some()).count();
    assert_eq!(ended, 1);
}

fn what_is_learned_by_all_is_one_account(postgres: &Postgres) {
    let dir = tempfile::tempdir().unwrap();
    let case = Case { place: postgres.place("school"), dir: dir.path() };
    let (mut one, mut two) = (case.worker("one"), case.worker("two"));
    let trial = Trial { arms: vec![Arm::new("x", WITH)], bytes: 10, ..Trial::default() };
    let mut learned = Learned::default();
    learned.tried(&trial);
    one.keep_learned(&learned).unwrap();
    learned.tried(&trial);
    two.keep_learned(&learned).unwrap();
    assert_eq!(two.learned_by_others().unwrap().all.tests, 1);
    assert_eq!(one.learned().unwrap().0.all.tests, 3);
    assert_eq!(one.new_generation(Default::default()).unwrap().generation, 1);
    assert_eq!(two.new_generation(Default::default()).unwrap().generation, 2, "no two have the same number");
}

fn other_formats_are_told(postgres: &Postgres) {
    let dir = tempfile::tempdir().unwrap();
    let place = postgres.place("formats");
    let join = || Store::join(&place, &dir.path().join("w"), &plan(1), Duration::from_secs(9)).map(|_| ());
    join().unwrap();
    let server = Server::connect(&Address::parse(&postgres.url).unwrap(), "formats").unwrap();
    server.set_format(schema::FORMAT + 1).unwrap();
    for error in [join().unwrap_err(), Store::look_in(&place).unwrap_err()] {
        assert!(error.to_string().contains("written by a newer assay (format 6); use that one"), "{error}");
    }
    server.set_format(schema::FORMAT - 1).unwrap();
    let error = Store::look_in(&place).unwrap_err();
    assert!(matches!(error, StoreError::Older { .. }), "{error}");
    server.set_format(schema::FORMAT).unwrap();
    server.execute("UPDATE identity SET value = '2' WHERE name = ?1", values!["seed"]).unwrap();
    let error = join().unwrap_err().to_string();
    assert!(error.contains("other seed (`2`, not `1`)") && error.contains("another --campaign"), "{error}");
    let error = Store::look_in(&postgres.place("nothing")).unwrap_err().to_string();
    assert!(error.contains("there is no campaign nothing of postgres://assay@127.0.0.1"), "{error}");
}
