//! Many workers, one campaign on PostgreSQL: what is done is done once, whatever happens to workers and server; and what goes
//! wrong is told in a sentence. Each test has a PostgreSQL of its own.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::Place;
use support::postgres::{Postgres, err, out, script};
use support::server::Server;

/// A compiler that compiles nothing, takes a while without using the CPU, and crashes in one of seven ways on a part of the programs.
const PLANTED: &str = r#"case "$*" in *--version*) echo "planted 1.0"; exit;; esac
for word; do [ "$last" = -o ] && out=$word; last=$word; done
if [ -f test.c ]; then
    sleep "${PLANTED_TIME:-0.15}"
    sum=$(cksum < test.c); sum=${sum%% *}
    if [ $((sum % 4)) = 0 ]; then
        echo "test.c:1:1: internal compiler error: in bug_$((sum % 7)), at planted.cc:$((sum % 7))" >&2
        exit 1
    fi
fi
echo > "$out""#;

/// Without triage: that tries all compilers of this machine.
const WORDS: [&str; 12] = [
    "hunt",
    "--config",
    "planted.toml",
    "--mode",
    "crash",
    "--layout",
    "single",
    "--no-learning",
    "--no-triage",
    "--seed",
    "5",
    "--json",
];

fn planted(place: &Place) {
    let compiler = place.compiler("planted", PLANTED);
    let text = format!("[[toolchain]]\nname = \"planted\"\ncommand = \"{compiler}\"\nlevels = [\"-O2\"]\n");
    place.write("planted.toml", &text);
}

fn hunt(place: &Place, more: &[&str]) -> Command {
    let mut command = place.command(&[&WORDS[..], more].concat());
    command.env("HOME", place.path("")).env_remove("XDG_STATE_HOME").stdin(Stdio::null());
    command
}

fn shown(place: &Place, words: &[&str]) -> Value {
    let output = place.assay(&[&["show", "--json"], words].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", err(&output)))
}

/// What must be the same, however it was done: tests, and findings with what they are.
fn essence(shown: &Value) -> (u64, u64, BTreeSet<String>) {
    let findings = shown["findings"].as_array().expect("findings");
    let name = |one: &Value| format!("{} {} {} {}", one["id"], one["class"], one["bucket"], one["seed"]);
    let programs = shown["configurations"]["planted -O2"]["programs"].as_u64().expect("a count");
    (shown["totals"]["tests"].as_u64().expect("a count"), programs, findings.iter().map(name).collect())
}

struct Worker {
    child: Child,
    dir: String,
}

fn worker(place: &Place, url: &str, tests: &str, name: &str) -> Worker {
    let log = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(place.path(&format!("{name}.log")))
        .unwrap();
    let child = hunt(
        place,
        &[
            "--store",
            url,
            "--campaign",
            "chaos",
            "--tests",
            tests,
            "--dir",
            name,
            "--jobs",
            "3",
            "--lease",
            "2s",
        ],
    )
    .stdout(Stdio::null())
    .stderr(log)
    .spawn()
    .expect("a worker");
    Worker { child, dir: name.to_owned() }
}

fn signal(worker: &Worker, name: &str) {
    Command::new("kill").arg(format!("-{name}")).arg(worker.child.id().to_string()).status().expect("kill");
}

/// Waits until the campaign has come so far.
fn until_done(postgres: &Postgres, tests: u64) {
    let end = Instant::now() + Duration::from_secs(100);
    let query = "SELECT coalesce(sum(tests), 0) FROM assay_chaos.lease";
    loop {
        let output = script("sql", &postgres.dir, &[query]);
        if out(&output).trim().parse::<u64>().is_ok_and(|done| done >= tests) {
            return;
        }
        assert!(Instant::now() < end, "no {tests} tests in time: {}", err(&output));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// All workers end by themselves; who was killed or had no server to start with is started again.
fn end_all(place: &Place, url: &str, tests: &str, workers: Vec<Worker>) {
    for mut worker in workers {
        for attempt in 0.. {
            let status = worker.child.wait().expect("it ends");
            if matches!(status.code(), Some(0 | 1)) {
                break;
            }
            assert!(attempt < 5, "{status}: {}", place.read(&format!("{}.log", worker.dir)));
            worker = self::worker(place, url, tests, &worker.dir);
        }
    }
}

#[test]
fn chaos_changes_nothing() {
    const TESTS: &str = "128";
    let place = Place::new();
    let Some(postgres) = Postgres::start(&place) else { return };
    planted(&place);
    let alone =
        hunt(&place, &["--dir", "alone", "--tests", TESTS, "--jobs", "12"]).output().expect("it runs");
    assert_eq!(alone.status.code(), Some(1), "{}", err(&alone));
    let alone = essence(&shown(&place, &["alone"]));
    assert_eq!((alone.0, alone.1), (128, 128));
    assert!(alone.2.len() > 10, "{alone:?}");

    let start = |name: &str| worker(&place, &postgres.url, TESTS, name);
    let mut workers = vec![start("a"), start("b"), start("c")];
    until_done(&postgres, 5);
    workers[0].child.kill().expect("it dies");
    workers[0].child.wait().expect("it is dead");
    until_done(&postgres, 20);
    postgres.doing("kill", &[]);
    workers[0] = start("a");
    std::thread::sleep(Duration::from_millis(1500));
    postgres.doing("again", &[]);
    until_done(&postgres, 45);
    signal(&workers[1], "STOP");
    until_done(&postgres, 60);
    postgres.doing("stop", &[]);
    postgres.doing("again", &[]);
    std::thread::sleep(Duration::from_millis(2500));
    signal(&workers[1], "CONT");
    end_all(&place, &postgres.url, TESTS, workers);

    let there = ["--store", &postgres.url, "--campaign", "chaos"];
    let together = shown(&place, &there);
    assert_eq!(essence(&together), alone, "three workers did what one would have done");
    let id = together["findings"][0]["id"].as_str().expect("a finding").to_owned();
    let written = place.assay(&[&["show", &id, "--copy-to", "files"], &there[..]].concat());
    assert!(written.status.success(), "{}", err(&written));
    assert_eq!(place.read("files/test.c"), place.read(&format!("alone/findings/{id}/test.c")));
    let report = place.assay(&[&["report", &id, "--format", "gcc"], &there[..]].concat());
    assert!(report.status.success() && out(&report).contains("planted 1.0"), "{}", err(&report));
    let fleet = place.assay(&[&["fleet", "--all"], &there[..]].concat());
    assert!(out(&fleet).contains("planted (planted 1.0), for"), "{}", out(&fleet));
}

/// One sentence, and its exit code.
fn told(output: &Output, code: i32, part: &str) {
    let text = err(output);
    assert!(output.status.code() == Some(code) && text.contains(part), "{:?}: {text}", output.status);
    assert_eq!(text.trim().lines().filter(|line| !line.contains("note:")).count(), 1, "{text}");
}

#[test]
fn what_goes_wrong_is_told() {
    let place = Place::new();
    planted(&place);
    let hunt_in = |url: &str, campaign: &str| {
        hunt(&place, &["--store", url, "--campaign", campaign, "--tests", "2", "--dir", "w"])
            .output()
            .expect("it runs")
    };
    told(&hunt_in("http://here/there", "c"), 2, "is no address of a store");
    told(&hunt_in("postgres://me:secret@127.0.0.1", "c"), 2, "it names no database");
    told(&hunt_in("postgres://me@127.0.0.1/d", "a b"), 2, "is no name of a campaign");
    told(&hunt_in("postgres://me@127.0.0.1:1/d", "c"), 3, "cannot reach PostgreSQL at 127.0.0.1:1/d");
    told(&place.assay(&["fleet"]), 2, "give --store");
    let Some(postgres) = Postgres::start(&place) else { return };
    told(&hunt_in(&postgres.url.replace("fuzz", "none"), "c"), 2, "database \"none\" does not exist");
    told(
        &place.assay(&["show", "--store", &postgres.url, "--campaign", "c"]),
        2,
        "there is no campaign c of",
    );
    told(
        &place.assay(&["show", "--store", &postgres.url]),
        2,
        "--store needs --campaign NAME; there is none yet",
    );

    postgres.sql("CREATE ROLE locked LOGIN PASSWORD 'right'");
    postgres.sql("CREATE ROLE reader LOGIN");
    let rules = postgres.dir.join("data/pg_hba.conf");
    let text = std::fs::read_to_string(&rules).expect("the rules");
    std::fs::write(&rules, format!("host all locked 127.0.0.1/32 scram-sha-256\n{text}"))
        .expect("more rules");
    postgres.sql("SELECT pg_reload_conf()");
    std::thread::sleep(Duration::from_millis(300));
    told(
        &hunt_in(&postgres.as_user("locked:wrong"), "c"),
        3,
        "does not let locked in: password authentication failed",
    );
    told(&hunt_in(&postgres.as_user("locked"), "c"), 3, "put the password into PGPASSWORD or ~/.pgpass");
    told(&hunt_in(&postgres.as_user("reader"), "c"), 3, "does not let reader do this: permission denied");

    let first = hunt_in(&postgres.url, "c");
    assert!(matches!(first.status.code(), Some(0 | 1)), "{}", err(&first));
    told(&hunt_in(&postgres.as_user("reader"), "c"), 3, "does not let reader do this: permission denied");
    postgres.sql("GRANT USAGE ON SCHEMA assay_c TO reader");
    postgres.sql("GRANT SELECT ON ALL TABLES IN SCHEMA assay_c TO reader");
    let reader = postgres.as_user("reader");
    let seen = shown(&place, &["--store", &reader, "--campaign", "c"]);
    assert_eq!(seen["totals"]["tests"], 2, "who may only look can look");
    told(&hunt_in(&reader, "c"), 3, "does not let reader do this: permission denied");

    postgres.sql("UPDATE assay_c.format SET number = 4");
    let show = place.assay(&["show", "--store", &postgres.url, "--campaign", "c"]);
    told(
        &show,
        2,
        "was written by an older assay (format 4); the `assay hunt` command that made it brings it up to date",
    );
    postgres.sql("UPDATE assay_c.format SET number = 99");
    told(&hunt_in(&postgres.url, "c"), 2, "was written by a newer assay (format 99)");
}

/// Two compilers with their own bugs; who has which runs the tests of it.
#[test]
fn a_test_goes_to_whoever_has_its_toolchain() {
    const TESTS: &str = "80";
    let place = Place::new();
    let Some(postgres) = Postgres::start(&place) else { return };
    let there = ["--store", &postgres.url, "--campaign", "mixed"];
    let write = |machine: &str, has: [bool; 2]| {
        let mut text = String::new();
        for (name, has) in ["left", "right"].into_iter().zip(has) {
            // Their bugs differ: where one fails, the other is asked only if it is there.
            let bugs = PLANTED.replace("% 4)) = 0", if name == "left" { "% 4)) = 0" } else { "% 4)) = 1" });
            let command = place.compiler(name, &bugs.replace("planted 1.0", &format!("{name} 1.0")));
            let command = if has { command } else { "/nowhere/cc".to_owned() };
            text += &format!(
                "[[toolchain]]\nname = \"{name}\"\ncommand = \"{command}\"\nlevels = [\"-O1\", \"-O2\"]\n"
            );
        }
        place.write("planted.toml", &text);
        let mut command = hunt(&place, &[]);
        command.env("PLANTED_TIME", "0.01").args(["--dir", machine, "--tests", TESTS, "--jobs", "6"]);
        command
    };
    let essence = |shown: &Value| {
        let findings = shown["findings"].as_array().expect("findings");
        let name = |one: &Value| format!("{} {} {}", one["id"], one["bucket"], one["seed"]);
        (shown["totals"]["tests"].clone(), findings.iter().map(name).collect::<BTreeSet<_>>())
    };
    assert_eq!(write("alone", [true, true]).output().expect("it runs").status.code(), Some(1));
    let alone = essence(&shown(&place, &["alone"]));

    let first = write("one", [true, false]).args(there).output().expect("it runs");
    let words = err(&first);
    assert!(
        words.contains("note: right is left to other machines: ") && words.contains("/nowhere/cc"),
        "{words}"
    );
    assert!(words.contains("left for machines with right"), "{words}");
    let fleet = out(&place.assay(&[&["fleet"], &there[..]].concat()));
    assert!(
        fleet.contains("right: nobody at work has it") && fleet.contains("left to machines with other"),
        "{fleet}"
    );
    let half = essence(&shown(&place, &there));
    assert!(half.1.len() > 2 && half.1.is_subset(&alone.1) && half.0 != alone.0, "{half:?}");

    let second = write("two", [false, true]).args(there).output().expect("it runs");
    assert!(matches!(second.status.code(), Some(1)), "{}", err(&second));
    assert!(!err(&second).contains("left for machines"), "{}", err(&second));
    assert_eq!(essence(&shown(&place, &there)), alone, "both together did what one would have done");

    // Whoever joins needs no options, and has to have the same versions.
    std::fs::remove_file(place.path("planted.toml")).expect("it was there");
    let joined = place
        .command(&[&["hunt", "--dir", "three", "--tests", "90", "--json"], &there[..]].concat())
        .output()
        .expect("it runs");
    assert!(matches!(joined.status.code(), Some(1)), "{}", err(&joined));
    let mut fourth = write("four", [false, true]);
    place.compiler("right", &PLANTED.replace("planted 1.0", "right 2.0"));
    let other = fourth.args(there).output().expect("it runs");
    told(&other, 2, "this machine has nothing that campaign mixed of");
    assert!(
        err(&other).contains("note: right is left out: it is right 2.0 here, and right 1.0 in the campaign")
    );
    told(
        &place
            .assay(&[&["hunt", "--seed", "6", "--mode", "wrong-code", "--tests", "90"], &there[..]].concat()),
        2,
        "--mode was `crash` and is `wrong-code`; leave that out, or choose another --campaign",
    );
}

#[test]
fn every_verb_takes_a_campaign_on_a_server() {
    let place = Place::new();
    let Some(postgres) = Postgres::start(&place) else { return };
    planted(&place);
    std::fs::create_dir(place.path("shelf")).expect("a folder");
    let shelf = format!("file://{}", place.path("shelf").display());
    for (campaign, files) in [("one", &shelf[..]), ("two", "")] {
        let mut words = vec![
            "--store",
            &postgres.url,
            "--campaign",
            campaign,
            "--tests",
            "24",
            "--dir",
            campaign,
            "--jobs",
            "8",
        ];
        words.extend(["--files", files].iter().filter(|_| !files.is_empty()));
        let hunted = hunt(&place, &words).output().expect("it runs");
        assert_eq!(hunted.status.code(), Some(1), "{}", err(&hunted));
    }
    assert_eq!(postgres.sql("SELECT count(*) FROM assay_one.file"), "0", "the files are on the shelf");
    assert_ne!(postgres.sql("SELECT count(*) FROM assay_two.file"), "0", "the files are in the database");
    for campaign in ["one", "two"] {
        looked_at_from_everywhere(&place, &postgres.url, campaign);
    }
    let compared =
        place.assay(&["compare", "--store", &postgres.url, "--campaign", "one", "--campaign", "two"]);
    let text = out(&compared);
    assert!(
        compared.status.success()
            && text.contains("campaign one of postgres://")
            && text.contains("campaign two"),
        "{text}"
    );
    // Where assay.toml names the campaign, nothing else needs to.
    place.write("assay.toml", &format!("store = \"{}\"\ncampaign = \"two\"\n", postgres.url));
    for verb in ["show", "report", "fleet"] {
        let output = place.assay(&[verb, "--json"][..if verb == "show" { 2 } else { 1 }]);
        assert!(output.status.success(), "{verb}: {}", err(&output));
    }
    let first = shown(&place, &[])["findings"][0]["id"].as_str().expect("a finding").to_owned();
    assert!(out(&place.assay(&["show", &first])).contains(&first));
    told(&place.assay(&["show", "nothing"]), 2, "there is no finding nothing in campaign two of postgres://");
}

/// All that can be asked about a campaign, by somebody who has nothing of it.
fn looked_at_from_everywhere(place: &Place, url: &str, campaign: &str) {
    let there = ["--store", url, "--campaign", campaign];
    let asked = |words: &[&str]| place.assay(&[words, &there[..]].concat());
    let listing = shown(place, &there);
    let id = listing["findings"][0]["id"].as_str().expect("a finding").to_owned();
    let copied = asked(&["show", &id, "--copy-to", campaign]);
    assert!(copied.status.success(), "{}", err(&copied));
    assert!(place.read(&format!("{campaign}/finding.json")).contains(&id));
    let report = asked(&["report", &id, "--format", "gcc"]);
    assert!(out(&report).contains("planted 1.0"), "{}", err(&report));
    let marked = asked(&["show", "--mark", &id, "--state", "reported", "--note", "PR5"]);
    assert!(marked.status.success(), "{}", err(&marked));
    let mended = place.compiler("mended", &PLANTED.replace("% 4)) = 0", "% 4)) = 9"));
    let rechecked = asked(&["recheck", "--cc", &mended]);
    assert!(out(&rechecked).contains("fixed in mended (planted 1.0)"), "{}", out(&rechecked));
    let reduced = asked(&["reduce", &id, "--for", "2s"]);
    assert!(matches!(reduced.status.code(), Some(0 | 2)), "{}", err(&reduced));
    let server = Server::of(place, &there);
    let overview = server.get("/api/v1/overview").json();
    assert_eq!(overview["figures"]["tests"], 24, "{overview}");
    assert!(
        overview["name"].as_str().is_some_and(|name| name.starts_with(&format!("campaign {campaign} of")))
    );
    assert_eq!(server.get(&format!("/bugs/{id}")).status, 200);
    let source = server.get(&format!("/findings/{id}/files/test.c"));
    assert!(source.status == 200 && source.body.contains("int"), "{source:?}");
    let workers = server.get("/api/v1/workers").json();
    assert_eq!(workers["workers"][0]["tests"], 24, "{workers}");
    let own = format!("Origin: http://{}\r\nContent-Type: application/json\r\n", server.address);
    let said = server.post(&format!("/api/v1/bugs/{id}/state"), &own, r#"{"state":"invalid","note":"ours"}"#);
    assert_eq!(said.status, 200, "{said:?}");
    let states = shown(place, &there)["states"].clone();
    assert!(states.as_object().expect("states").values().any(|one| one["state"] == "invalid"), "{states}");
}

/// A small disk for PostgreSQL, which ends with the test. Only root may make one.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new() -> Option<Disk> {
        let place = tempfile::Builder::new().prefix("assay-disk").tempdir_in("/tmp").expect("a folder");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=24m,mode=777", "none"])
            .arg(place.path())
            .stderr(Stdio::null())
            .status();
        if !mount.is_ok_and(|status| status.success()) {
            test_support::skip("no disk can be mounted");
            return None;
        }
        std::fs::set_permissions(place.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777))
            .expect("it is ours");
        Some(Disk(place))
    }

    /// Writes until there is no room.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.0.path().join("filler")).expect("there is room for a file");
        while std::io::Write::write_all(&mut file, &[0; 1024]).is_ok() {}
    }

    fn clear(&self) {
        std::fs::remove_file(self.0.path().join("filler")).expect("it was there");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_of_the_database_loses_nothing() {
    let place = Place::new();
    let Some(disk) = Disk::new() else { return };
    let Some(postgres) = Postgres::start(&place) else { return };
    planted(&place);
    // The tables alone: a server whose log has no room stops, which is another test.
    let tables = disk.0.path().join("tables");
    std::fs::create_dir(&tables).expect("there is room");
    std::fs::set_permissions(&tables, std::os::unix::fs::PermissionsExt::from_mode(0o777))
        .expect("it is ours");
    let owner = Command::new("chown").arg("postgres").arg(&tables).status();
    assert!(owner.is_ok_and(|status| status.success()));
    postgres.sql(&format!("CREATE TABLESPACE small LOCATION '{}'", tables.display()));
    postgres.sql("ALTER ROLE assay SET default_tablespace = small");
    let hunt_in = |campaign: &str, tests: &str| {
        hunt(
            &place,
            &[
                "--store",
                &postgres.url,
                "--campaign",
                campaign,
                "--tests",
                tests,
                "--dir",
                campaign,
                "--jobs",
                "4",
            ],
        )
    };
    assert_eq!(hunt_in("c", "8").output().expect("it runs").status.code(), Some(1));
    disk.fill();
    told(&hunt_in("new", "4").output().expect("it runs"), 3, "the disk of PostgreSQL at 127.0.0.1");
    let mut worker = hunt_in("c", "96").stdout(Stdio::piped()).spawn().expect("a worker");
    let lines = std::io::BufRead::lines(std::io::BufReader::new(worker.stdout.take().expect("it is piped")));
    let mut events = lines.map(|line| serde_json::from_str::<Value>(&line.expect("a line")).expect("JSON"));
    let away = events.find(|event| event["event"] == "store-away").expect("it is told");
    assert!(away["why"].as_str().is_some_and(|why| why.contains("is full")), "{away}");
    std::thread::sleep(Duration::from_secs(1));
    disk.clear();
    assert!(events.any(|event| event["event"] == "store-back"), "it is told");
    events.for_each(drop);
    assert_eq!(worker.wait().expect("it ends").code(), Some(1));
    assert_eq!(
        hunt(&place, &["--dir", "alone", "--tests", "96", "--jobs", "12"])
            .output()
            .expect("it runs")
            .status
            .code(),
        Some(1)
    );
    let there = shown(&place, &["--store", &postgres.url, "--campaign", "c"]);
    assert_eq!(essence(&there), essence(&shown(&place, &["alone"])));
}

#[test]
fn bugs_are_rechecked_with_another_compiler() {
    let place = Place::new();
    planted(&place);
    let hunted = hunt(&place, &["--dir", "c", "--tests", "24", "--jobs", "8"]).output().expect("it runs");
    assert_eq!(hunted.status.code(), Some(1), "{}", err(&hunted));
    let mended = place.compiler("mended", &PLANTED.replace("% 4)) = 0", "% 4)) = 9"));
    let broken = place.path("planted").display().to_string();
    let recheck = |cc: &str| place.assay(&["recheck", "c", "--cc", cc]);
    let still = recheck(&broken);
    assert_eq!(still.status.code(), Some(0), "{}", err(&still));
    assert!(out(&still).contains("still wrong") && !out(&still).contains("fixed"), "{}", out(&still));
    let fixed = recheck(&mended);
    assert!(
        fixed.status.success() && out(&fixed).contains("fixed in mended (planted 1.0)"),
        "{}",
        out(&fixed)
    );
    let states = shown(&place, &["c"]);
    let states = states["states"].as_object().expect("states").clone();
    assert!(!states.is_empty() && states.values().all(|one| one["state"] == "fixed"), "{states:?}");
    std::fs::copy(&broken, &mended).expect("the bugs are back");
    let back = recheck(&mended);
    assert_eq!(back.status.code(), Some(1), "a bug that comes back is news: {}", out(&back));
    assert!(out(&back).contains("came back in mended"), "{}", out(&back));
    let listing = shown(&place, &["c"]);
    let id = listing["findings"][0]["id"].as_str().expect("a finding");
    let marked = place.assay(&["show", "c", "--mark", id, "--state", "reported", "--note", "PR7"]);
    assert!(marked.status.success(), "{}", err(&marked));
    assert!(out(&place.assay(&["show", "c"])).contains("[reported: PR7]"));
}
