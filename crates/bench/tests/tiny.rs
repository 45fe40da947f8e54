//! All parts at a tiny budget: figures are there, and make sense. How large they are is nobody's business here.

use bench::{Part, Plan, Producer, producer};
use generate::PROFILES;
use harness::Setup;
use harness::toolchain::find_program;
use std::time::Duration;
use test_support::skip;

fn plan(parts: &[Part]) -> Plan {
    Plan {
        parts: parts.to_vec(),
        budget: Duration::from_millis(300),
        programs: 3,
        executed: 2,
        repetitions: 1,
        build: None,
        setup: Setup::default(),
    }
}

#[test]
fn profiles_are_made_and_executed() {
    let producers: Vec<Producer> = PROFILES.iter().copied().map(Producer::Profile).collect();
    let mut told = 0;
    let plan = plan(&[Part::Generation, Part::Machine]);
    let report = bench::run(&plan, &producers, &mut |_| told += 1).expect("nothing is wrong");
    assert_eq!(report.rows.len(), PROFILES.len());
    assert!(told >= report.rows.len());
    for row in &report.rows {
        let made = row.generation.as_ref().expect("asked for");
        assert!(made.programs > 0 && made.tokens > 50 * made.programs, "{}: {made:?}", row.name);
        assert!(made.tokens_per_second() > 0.0 && made.live_statements <= made.statements);
        let ran = row.execution.as_ref().expect("asked for");
        assert!(ran.programs > 0 && ran.unfinished == 0, "{}: {ran:?}", row.name);
        assert!(ran.nodes >= ran.live_nodes / 4 && ran.live_nodes > 0, "{}: {ran:?}", row.name);
        assert!(ran.live_statements > 0 && ran.live_statements <= ran.statements, "{}: {ran:?}", row.name);
        assert!(ran.raw > 0 && ran.read_bytes > 0, "{}: {ran:?}", row.name);
        assert!(row.coverage.is_none());
    }
}

#[test]
fn gcc_tells_its_counters() {
    let producers = [Producer::Profile(PROFILES[0])];
    let report = bench::run(&plan(&[Part::Coverage]), &producers, &mut |_| {}).expect("nothing is wrong");
    let coverage = report.rows[0].coverage.as_ref().expect("asked for");
    let gcc = coverage.gcc.first().expect("gcc is installed");
    assert!(gcc.programs > 0 && gcc.refused == 0, "{gcc:?}");
    assert!(gcc.cpu_seconds >= 0.3 && gcc.fired.len() > 20, "{gcc:?}");
    match coverage.clang.first() {
        Some(clang) => assert!(clang.refused == 0 && clang.fired.len() > 3, "{clang:?}"),
        None => skip("there is no clang"),
    }
}

#[test]
fn csmith_has_a_row_where_it_is() {
    let (producers, missing) = producer::all();
    let peers: Vec<Producer> = producers.into_iter().filter(|p| matches!(p, Producer::Peer(_))).collect();
    if find_program("csmith").is_none() {
        assert!(missing.iter().any(|why| why.contains("csmith")));
        return skip("there is no csmith");
    }
    let Some(csmith) = peers.into_iter().find(|p| p.name() == "peer-csmith") else {
        return skip(&format!("{missing:?}"));
    };
    let plan = plan(&[Part::Generation, Part::Machine]);
    let report = bench::run(&plan, &[csmith], &mut |_| {}).expect("nothing is wrong");
    let row = &report.rows[0];
    let made = row.generation.as_ref().expect("asked for");
    assert!(made.programs > 0 && made.cpu_seconds > 0.0, "{made:?}");
    let ran = row.execution.as_ref().expect("asked for");
    assert!(ran.programs + ran.unfinished > 0 && ran.read_bytes > 0, "{ran:?}");
}

/// A compiler of a few lines, built with gcov: it has an eye for semicolons, and none for anything else.
const COMPILER: &str = r#"
#include <stdio.h>
static int never(void) { return 3; }
int main(int argc, char **argv) {
    FILE *in = fopen(argv[argc - 1], "r"), *out = fopen("unit.o", "w");
    int c, n = 0;
    if (!in || !out) return 1;
    while ((c = getc(in)) != EOF) n += c == ';';
    if (n < 0) return never();
    fprintf(out, "%d", n);
    return 0;
}
"#;

#[test]
fn a_compiler_with_gcov_tells_what_of_it_ran() {
    if find_program("gcov").is_none() {
        return skip("there is no gcov");
    }
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("cc.c"), COMPILER).expect("written");
    // The notes must lie where the compiler was built, so it is built there.
    let job = harness::process::Job {
        argv: ["gcc", "-O0", "--coverage", "-o", "cc", "cc.c"].map(std::ffi::OsString::from).to_vec(),
        dir: dir.path().to_owned(),
        env: Vec::new(),
        limits: harness::Limits::compiler(),
        reach: Setup::default().reach,
    };
    let ran = harness::process::run(&job, &Setup::default().cancel).expect("gcc");
    assert_eq!(ran.status, harness::process::Status::Exited(0));
    let build = bench::Build::open(dir.path(), None, None).expect("it has notes");
    let plan = Plan {
        repetitions: 2,
        build: Some(build),
        budget: Duration::from_millis(20),
        ..plan(&[Part::Coverage])
    };
    let producers = [Producer::Profile(PROFILES[0])];
    let report = bench::run(&plan, &producers, &mut |_| {}).expect("nothing is wrong");
    let source = &report.rows[0].coverage.as_ref().expect("asked for").source;
    assert_eq!(source.len(), 2);
    for covered in source {
        assert!(covered.programs > 0 && covered.refused == 0, "{covered:?}");
        assert_eq!((covered.functions.reached.len(), covered.functions.all), (1, 2), "{covered:?}");
        assert!(covered.lines.reached.len() < covered.lines.all, "{covered:?}");
        assert!(!covered.branches.reached.is_empty(), "{covered:?}");
    }
    // The build itself is as it was: counts go elsewhere.
    assert!(!dir.path().join("cc-cc.gcda").exists());
}
