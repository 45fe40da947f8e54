//! `assay serve` over the wire: what it answers, to whom, and what it refuses.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};
use support::server::{Server, campaign, hunt};

/// The properties of an answer's form, by the OpenAPI document.
fn properties(document: &Value, operation: &Value) -> Option<BTreeSet<String>> {
    let form = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].as_str()?;
    let schema = document.pointer(form.trim_start_matches('#')).expect("the form is there");
    Some(schema["properties"].as_object().expect("properties").keys().cloned().collect())
}

#[test]
fn the_api_is_as_it_is_documented() {
    let place = campaign();
    let server = Server::start(&place, &[]);
    let bugs = server.get("/api/v1/bugs").json();
    let id = bugs["bugs"][0]["id"].as_str().expect("there is a bug").to_owned();
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/api.md");
    let book = std::fs::read_to_string(book).expect("the reference of the API");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        assert!(book.contains(&format!("`{path}`")), "{path} is not in docs/reference/api.md");
        let asked = path.replace("{id}", &id).replace("{name}", "finding.json").replace("{number}", "0");
        let Some(operation) = methods.get("get").filter(|_| !path.ends_with("/events")) else { continue };
        let reply = server.get(&asked);
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        let Some(wanted) = properties(&document, operation) else { continue };
        let answer = reply.json();
        let keys: BTreeSet<String> = answer.as_object().expect("an object").keys().cloned().collect();
        match path.as_str() {
            // A finding has more fields, which docs/report.md tells.
            "/api/v1/findings/{id}" => assert!(wanted.is_subset(&keys), "{path}: {keys:?}"),
            _ => assert_eq!(wanted, keys, "{path}"),
        }
    }
}

#[test]
fn all_say_the_same_numbers() {
    let place = campaign();
    let server = Server::start(&place, &["--beside", "c"]);
    let figures = server.get("/api/v1/overview").json()["figures"].clone();
    let show: Value = serde_json::from_slice(&place.assay(&["show", "c", "--json"]).stdout).expect("JSON");
    assert_eq!(
        (&figures["tests"], &figures["findings"]),
        (&show["totals"]["tests"], &show["totals"]["findings"])
    );
    let causes =
        show["buckets"].as_array().expect("buckets").iter().filter(|one| one["is_cause"] == true).count();
    assert_eq!(figures["bugs"], causes);
    let metrics = server.get("/metrics").body;
    for (metric, figure) in [("tests_total", "tests"), ("findings", "findings"), ("bugs", "bugs")] {
        assert!(metrics.contains(&format!("\nassay_{metric} {}\n", figures[figure])), "{metric}: {metrics}");
    }
    let page = server.get("/").body;
    let report = server.get("/report.html").body;
    for (number, name) in
        [("tests", "tests"), ("findings", "findings"), ("bugs", "bugs"), ("programs", "programs")]
    {
        let number = &figures[number];
        assert!(page.contains(&format!("<b>{number}</b> <span>{name}</span>")), "{name}: {page}");
        assert!(report.contains(&format!("<b>{number}</b> {name}")), "{name}: {report}");
    }
    let compared = server.get("/api/v1/compare").json();
    let columns = compared["campaigns"].as_array().expect("two");
    assert_eq!((columns.len(), &columns[1]["figures"]), (2, &figures));
    assert_eq!(columns[0]["alone"], 0, "both have the same bugs");
}

#[test]
fn lists_are_filtered_and_words_of_others_are_escaped() {
    let place = campaign();
    let server = Server::start(&place, &[]);
    let count = |query: &str| server.get(&format!("/api/v1/bugs{query}")).json()["total"].clone();
    assert_eq!(count(""), 2);
    for (query, total) in [
        ("?compiler=crashing", 1),
        ("?compiler=nobody", 0),
        ("?kind=compiler-crash", 2),
        ("?state=new", 2),
        ("?state=known", 0),
        ("?text=VERIFY_GIMPLE", 1),
        ("?compiler=breaking&kind=wrong-code", 0),
    ] {
        assert_eq!(count(query), total, "{query}");
    }
    let page = server.get("/api/v1/bugs?limit=1&offset=1").json();
    assert_eq!((page["bugs"].as_array().map(Vec::len), &page["total"]), (Some(1), &Value::from(2)));
    for wrong in ["?state=x", "?limit=x", "?offset=-1"] {
        let reply = server.get(&format!("/api/v1/bugs{wrong}"));
        assert!(reply.status == 400 && reply.json()["error"].is_string(), "{wrong}: {reply:?}");
    }
    let list = server.get("/bugs").body;
    assert!(list.contains("in f&lt;T&amp;&gt;") && !list.contains("f<T&>"), "{list}");
    let hostile = server.get("/bugs?text=%22%3E%3Cscript%3E&compiler=%3Cx%3E").body;
    assert!(!hostile.contains("\"><script>") && !hostile.contains("<x>"), "{hostile}");
}

#[test]
fn pages_lead_from_one_to_the_other() {
    let place = campaign();
    let server = Server::start(&place, &[]);
    let id = server.get("/api/v1/bugs").json()["bugs"][0]["id"].as_str().expect("a bug").to_owned();
    let bug = server.get(&format!("/bugs/{id}"));
    for part in
        ["Reduced program", "Expected", "Actual", "Versions and levels", "ready to copy", "All examples"]
    {
        let part = if part == "Reduced program" { "Program, not reduced yet" } else { part };
        assert!(bug.body.contains(part), "{part}: {}", bug.body);
    }
    for path in
        ["/", "/bugs", "/tests/0", "/workers", "/compare", "/corpus", "/assets/style.css", "/assets/live.js"]
    {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for form in ["gcc", "llvm", "text"] {
        let report = server.get(&format!("/bugs/{id}/report?for={form}"));
        assert!(
            report.head.to_lowercase().contains("text/plain") && report.body.contains("Command line:"),
            "{form}"
        );
    }
    let finding = server.get(&format!("/findings/{id}"));
    assert!(finding.status == 303 && finding.head.contains(&format!("/bugs/{id}")), "{finding:?}");
    let feed = server.get("/feed.atom");
    assert!(
        feed.head.contains("application/atom+xml") && feed.body.matches("<entry>").count() == 2,
        "{feed:?}"
    );
    for missing in [
        "/etc/passwd",
        "/bugs/none",
        "/tests/999999",
        "/findings/none",
        &format!("/findings/{id}/files/..%2F..%2Fcampaign.sqlite"),
        &format!("/findings/{id}/files/none"),
        "/findings/..%2F..%2Fc/files/lock",
        "/api/v1/nothing",
    ] {
        assert_eq!(server.get(missing).status, 404, "{missing}");
    }
}

#[test]
fn only_those_who_may_change_anything() {
    let place = campaign();
    place.write("token", "0123456789abcdef0123\n");
    let server = Server::start(&place, &["--token-file", "token", "--host", "assay.example"]);
    let id = server.get("/api/v1/bugs").json()["bugs"][0]["id"].as_str().expect("a bug").to_owned();
    let path = format!("/api/v1/bugs/{id}/state");
    let wish = r#"{"state":"known","note":"https://gcc.gnu.org/PR1"}"#;
    let json = "Content-Type: application/json\r\n";
    for (headers, why) in [
        (String::new(), "nobody knows where it comes from"),
        ("Origin: http://evil.example\r\n".to_owned(), "another page"),
        ("Origin: null\r\n".to_owned(), "a page without a place"),
        ("Authorization: Bearer 0123456789abcdef0124\r\n".to_owned(), "another token"),
        (format!("Authorization: Bearer x\r\nOrigin: http://{}\r\n", server.address), "a wrong token"),
    ] {
        assert_eq!(server.post(&path, &format!("{headers}{json}"), wish).status, 403, "{why}");
    }
    let own = format!("Origin: http://{}\r\n", server.address);
    for (body, status) in [(r#"{"state":"gone","note":"x"}"#, 400), (r#"{"state":"known"}"#, 400), ("{", 400)]
    {
        assert_eq!(server.post(&path, &format!("{own}{json}"), body).status, status, "{body}");
    }
    let long = format!(r#"{{"state":"known","note":"{}"}}"#, "x".repeat(20_000));
    assert_eq!(server.post(&path, &format!("{own}{json}"), &long).status, 413);
    let done = server.post(&path, &format!("Authorization: Bearer 0123456789abcdef0123\r\n{json}"), wish);
    assert_eq!((done.status, &done.json()["state"]), (200, &Value::from("known")), "{done:?}");
    let shown = place.assay(&["show", "c"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("known: https://gcc.gnu.org/PR1"));
    let form = format!("{own}Content-Type: application/x-www-form-urlencoded\r\n");
    let other =
        server.get("/api/v1/bugs?state=new").json()["bugs"][0]["id"].as_str().expect("the other").to_owned();
    let done = server.post(&format!("/bugs/{other}/state"), &form, "state=known&note=PR+2&token=");
    assert_eq!(done.status, 303, "{done:?}");
    for (host, status) in [("evil.example", 403), ("assay.example", 200), ("localhost:1", 200)] {
        let reply = server.ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(reply.status, status, "{host}");
        assert!(
            reply.head.to_lowercase().contains("content-security-policy: default-src 'none'"),
            "{}",
            reply.head
        );
    }
}

#[test]
fn changes_are_told_as_they_happen() {
    let place = campaign();
    let server = Server::start(&place, &[]);
    let mut stream = server.connect();
    let request = format!("GET /api/v1/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut lines = BufReader::new(stream).lines();
    let mut next = || {
        let line =
            lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("data:")).expect("an event");
        serde_json::from_str::<Value>(&line["data:".len()..]).expect("JSON")
    };
    assert_eq!(next()["figures"]["tests"], 6);
    hunt(&place, "9");
    while next()["figures"]["tests"] != 9 {}
}

#[test]
fn who_is_slow_or_says_nothing_blocks_nobody() {
    let place = campaign();
    let server = Server::start(&place, &[]);
    let idle: Vec<_> = (0..100).map(|_| server.connect()).collect();
    let listening: Vec<_> = (0..70)
        .map(|_| {
            let mut stream = server.connect();
            let request = format!("GET /api/v1/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
            stream.write_all(request.as_bytes()).expect("it listens");
            stream
        })
        .collect();
    let begun = Instant::now();
    assert_eq!(server.get("/").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(server.get("/api/v1/events").status, 503, "there are no more places");
    assert_eq!(server.ask(&format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000))).status / 100, 4);
    drop((idle, listening));
}

#[test]
fn a_worker_says_the_numbers_of_the_store() {
    let place = campaign();
    hunt(&place, "8");
    let server = Server::start(&place, &[]);
    let workers = server.get("/api/v1/workers").json();
    let worker = &workers["workers"][0];
    assert_eq!((&worker["health"], &worker["tests"]), (&Value::from("over"), &Value::from(2)), "{worker}");
    let (told, stored) = (&worker["figures"], &server.get("/api/v1/overview").json()["figures"]);
    for name in
        ["tests", "programs", "compilations", "findings", "bugs", "unexamined", "known", "without_verdict"]
    {
        assert_eq!(told[name], stored[name], "{name}: {told} {stored}");
    }
    assert!(server.get("/workers").body.contains("ended"));
}

/// Takes one POST after the other, and keeps their bodies.
fn listener() -> (String, std::sync::mpsc::Receiver<(String, Value)>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (sender, bodies) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().expect("the same"));
            let (mut head, mut length) = (String::new(), 0);
            while reader.read_line(&mut head).is_ok_and(|read| read > 2) {
                let last = head.lines().last().unwrap_or_default().to_lowercase();
                length =
                    last.strip_prefix("content-length: ").map_or(length, |n| n.parse().expect("a number"));
            }
            let mut body = vec![0; length];
            std::io::Read::read_exact(&mut reader, &mut body).expect("a body");
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
            let _ = sender.send((head, serde_json::from_slice(&body).expect("JSON")));
        }
    });
    (format!("http://{address}/hook"), bodies)
}

#[test]
fn a_webhook_is_told_of_each_new_bug_once() {
    let place = support::Place::new();
    let (url, bodies) = listener();
    let cc = place.compiler(
        "crashing",
        "if [ -f test.c ]; then echo 'test.c:1:1: internal compiler error: in f, at g.cc:1' >&2; exit 1; fi\n\
         while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done",
    );
    let words = ["hunt", "--cc", &cc, "--mode", "crash", "--seed", "1", "--no-triage", "--dir", "c"];
    let hunted = place.assay(&[&words[..], &["--tests", "4", "--webhook", &url]].concat());
    assert_eq!(hunted.status.code(), Some(1));
    let told: Vec<(String, Value)> = bodies.try_iter().collect();
    let [(head, news)] = told.as_slice() else { panic!("one bug, told once: {told:?}") };
    assert!(head.starts_with("POST /hook HTTP/1.1"), "{head}");
    assert_eq!((&news["event"], &news["kind"]), (&Value::from("new-bug"), &Value::from("compiler-crash")));
    assert!(news["text"].as_str().is_some_and(|text| text.contains("in f, at g.cc:1")), "{news}");
    let silent = place
        .assay(&[&words[..8], &["--dir", "d", "--tests", "1", "--webhook", "http://127.0.0.1:1/"]].concat());
    assert_eq!(silent.status.code(), Some(1), "nobody there: the campaign goes on");
    assert!(String::from_utf8_lossy(&silent.stderr).contains("the webhook was not told of 0-crashing"));
    let wrong = place.assay(&["hunt", "--cc", &cc, "--dir", "e", "--webhook", "https://a.example"]);
    assert_eq!(wrong.status.code(), Some(2));
}
