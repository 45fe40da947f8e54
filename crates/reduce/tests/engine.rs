//! The whole reduction with a compiler that is a shell script: it fails on every text that has a certain word in it. So the
//! tests are fast, and everything but the compiler is real.

use generate::{Aim, Check, Feature, PROFILES, Request};
use harness::{Cancel, Setup, Template, Toolchain};
use ir::{Program, Target};
use machine::{Config, Endings, Outcome};
use reduce::{Error, Event, Failure, Reduced, Stage, Strategy, Task};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// A compiler that crashes when the text has the word.
fn crashing_on(dir: &std::path::Path, word: &str) -> Toolchain {
    let place = dir.join("cc.sh");
    let text = format!(
        "#!/bin/sh\nif grep -qF -e '{word}' test.c 2>/dev/null; then\n\
         echo 'test.c:1:1: internal compiler error: in fold, at fold.c:12' >&2; exit 1; fi\n: > a.out\n"
    );
    std::fs::write(&place, text).unwrap();
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755)).unwrap();
    Toolchain::from_template(Template::from_words(&[place.display().to_string()])).unwrap()
}

fn grown(seed: u64, size: u32) -> Program {
    let profile = PROFILES[0];
    let mut policy = profile.policy(Aim::WrongCode);
    policy.shape.size = size;
    // Without the names of a header, the text is read as it is.
    Feature::find("exact-names").expect("it is a feature").turn_off(&mut policy);
    let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
    profile.grow(&request).expect("these seeds grow").program
}

/// The first program of the size from the seed on that has the word.
fn grown_with(word: &str, from: u64, size: u32) -> Program {
    let has =
        |p: &Program| emit::print(p, &emit::Options::default()).expect("it prints").text().contains(word);
    (from..from + 50).map(|seed| grown(seed, size)).find(has).expect("one of fifty has it")
}

fn task(dir: &std::path::Path, program: Program, word: &str, jobs: usize) -> Task {
    let flags = ["-O2", "-w"].map(str::to_owned).to_vec();
    let (toolchain, setup) = (crashing_on(dir, word), Setup::default());
    let (stage, strategy) = (Stage::Compile, Strategy::Usual);
    Task {
        program,
        toolchain,
        flags,
        std: emit::Std::C11,
        stage,
        strategy,
        oracle: Default::default(),
        setup,
        jobs,
        time: None,
    }
}

/// The text on the machine: it has to end, without undefined behaviour.
fn ends(text: &str) -> bool {
    let plain: String =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let unit = read::read(&plain, Target::LP64).unwrap_or_else(|error| panic!("{error}: {text}"));
    matches!(machine::run(&unit.program, Config::default()).0, Outcome::Finished { .. })
}

#[test]
fn every_step_is_smaller_and_well_defined_and_the_end_does_not_depend_on_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let mut results: Vec<Reduced> = Vec::new();
    for jobs in [1, 3] {
        let mut steps = Vec::new();
        let mut watch = |event: &Event| {
            if let Event::Better { size, .. } = event {
                steps.push(size.clone());
            }
        };
        let task = task(dir.path(), grown_with(">=", 7, 900), ">=", jobs);
        results.push(reduce::reduce(&task, &mut watch, &Cancel::default()).expect("it fails as planted"));
        assert!(steps.len() > 3);
        // The last ones only change the looks.
        assert!(steps[..steps.len() - 2].windows(2).all(|pair| pair[1] < pair[0]));
        for step in &steps {
            assert!(step.text().contains(">=") && machine::on_deep_stack(|| ends(step.text())));
        }
    }
    let [one, three] = results.as_slice() else { panic!("two results") };
    assert_eq!(one.text, three.text);
    assert!(one.finished && one.text.len() < 80, "{}", one.text);
    assert!(one.flags.is_empty());
    assert!(matches!(one.failure, Failure::CompilerCrash(_)));
}

/// Two pointers to one variable would be smaller, but one of them is restrict, and both are written through.
#[test]
fn no_restrict_pointer_is_led_to_what_another_changes() {
    let dir = tempfile::tempdir().unwrap();
    let text = "static int x = 1, y = 2;\nstatic int f(int *restrict p, int *q) { *p = 3; *q = 4; return *p; }\n\
                int main(void) { return f(&x, &y) - 3; }\n";
    let program = read::read(text, Target::LP64).unwrap().program;
    let script = "#!/bin/sh\nif grep -q restrict test.c && [ $(grep -o '[*][a-z_0-9]* = ' test.c | wc -l) -ge 2 ]; then\n\
                  echo 'test.c:1:1: internal compiler error: in fold, at fold.c:12' >&2; exit 1; fi\n: > a.out\n";
    let task = task(dir.path(), program, "unused", 1);
    std::fs::write(dir.path().join("cc.sh"), script).unwrap();
    let reduced = reduce::reduce(&task, &mut |_| {}, &Cancel::default()).expect("it fails as planted");
    assert!(reduced.finished && reduced.text.contains("restrict"), "{}", reduced.text);
    assert!(reduced.text.matches(" = ").count() >= 2 && reduced.text.len() < text.len(), "{}", reduced.text);
    assert!(machine::on_deep_stack(|| ends(&reduced.text)), "{}", reduced.text);
}

/// Where all functions return what they should, they go on doing so, whether the value is used or not: C++ asks for it.
#[test]
fn functions_keep_their_returns() {
    let dir = tempfile::tempdir().unwrap();
    let text = "int a; int f(int b) { a = b; return b + 1; } int main(void) { a = f(3); return 0; }";
    let program = read::read(text, Target::LP64).unwrap().program;
    let script = "#!/bin/sh\nif tr '\\n' ' ' 2>/dev/null <test.c | grep -Eq 'int ([a-z])[(].*[^a-z]\\1[(]'; then\n\
                  echo 'test.c:1:1: internal compiler error: in fold, at fold.c:12' >&2; exit 1; fi\n: > a.out\n";
    let task = task(dir.path(), program, "unused", 1);
    std::fs::write(dir.path().join("cc.sh"), script).unwrap();
    let reduced = reduce::reduce(&task, &mut |_| {}, &Cancel::default()).expect("it fails as planted");
    let left = read::read(&reduced.text, Target::LP64).unwrap().program;
    let config = Config { endings: Endings::InCpp, ..Config::default() };
    assert!(matches!(machine::run(&left, config).0, Outcome::Finished { .. }), "{}", reduced.text);
}

#[test]
fn whoever_stops_it_gets_the_best_so_far() {
    let dir = tempfile::tempdir().unwrap();
    let task = task(dir.path(), grown_with(">=", 7, 900), ">=", 2);
    let stop = Cancel::default();
    let mut best = String::new();
    let mut watch = |event: &Event| {
        if let Event::Better { size, .. } = event {
            best = size.text().to_owned();
            stop.cancel();
        }
    };
    let reduced = reduce::reduce(&task, &mut watch, &stop).expect("there is a result");
    assert!(!reduced.finished && reduced.text.contains(">="));
    assert!(reduced.text.len() <= best.len());
    let short = Task { time: Some(Duration::ZERO), ..task };
    let reduced = reduce::reduce(&short, &mut |_| {}, &Cancel::default()).expect("the first is the best");
    assert!(!reduced.finished);
}

#[test]
fn what_does_not_fail_is_no_task() {
    let dir = tempfile::tempdir().unwrap();
    let task = task(dir.path(), grown(3, 900), "no such word", 1);
    // Success without a program would be a finding.
    std::fs::write(dir.path().join("cc.sh"), "#!/bin/sh\nexec gcc -w \"$@\"\n").unwrap();
    let error = reduce::reduce(&task, &mut |_| {}, &Cancel::default()).expect_err("nothing is wrong");
    assert!(matches!(error, Error::NotInteresting), "{error}");
}
