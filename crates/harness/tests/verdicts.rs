//! Every verdict, produced by the real gcc, or by a script in the place of a compiler.

mod common;

use std::path::Path;
use std::time::Duration;

use common::{gcc, source};
use harness::scratch::Scratch;
use harness::{
    Cancel, Environment, Error, Expected, Limits, Setup, Signal, Source, Stability, Template, Toolchain,
    Verdict,
};

fn expect(stdout: &str) -> Expected {
    Expected { stdout: stdout.into(), code: 0 }
}

const SHORT: Duration = Duration::from_millis(700);

fn impatient_with_programs() -> Setup {
    Setup { execute: Limits::program().with_time(SHORT), ..Setup::default() }
}

fn impatient_with_compilers() -> Setup {
    Setup { compile: Limits::compiler().with_time(SHORT), ..Setup::default() }
}

fn verdict(toolchain: &Toolchain, flags: &[&str], text: &str, stdout: &str) -> Verdict {
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let trial = Setup::default().test(toolchain, &flags, &source(text), Some(&expect(stdout)));
    trial.unwrap().verdict
}

/// A compiler that is a shell script; `$OUT` is where the program should go.
fn script(text: &str) -> Toolchain {
    let words = ["sh", "-c", &format!("OUT=\"$1\"; {text}"), "cc", "OUTPLACE"];
    let mut line: Vec<String> = words.iter().map(|word| harness::command::quote(word)).collect();
    line[4] = "{out}".into();
    Toolchain { name: "script".into(), command: Template::parse(&line.join(" ")).unwrap(), ..gcc() }
}

fn environment(result: Result<harness::Trial, Error>) -> Environment {
    match result {
        Err(Error::Environment(cause)) => cause,
        other => panic!("{other:?}"),
    }
}

fn with_script(text: &str) -> Result<harness::Trial, Error> {
    Setup::default().test(&script(text), &[], &source("int main(void) { return 0; }"), Some(&expect("")))
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"a = 1\"); puts(\"b = 2\"); return 0; }\n";

#[test]
fn right_results_are_ok() {
    for level in ["-O0", "-O2"] {
        assert_eq!(verdict(&gcc(), &[level], HELLO, "a = 1\nb = 2\n"), Verdict::Ok);
    }
}

#[test]
fn the_first_wrong_line_is_told() {
    let found = verdict(&gcc(), &["-O1"], HELLO, "a = 1\nb = 3\n");
    assert_eq!(found.to_string(), "wrong result: line 2 is `b = 2`, expected `b = 3`");
}

#[test]
fn a_wrong_exit_code_is_a_wrong_result() {
    let found = verdict(&gcc(), &[], "int main(void) { return 4; }", "");
    assert_eq!(found.to_string(), "wrong result: it ended with exit code 4, expected exit code 0");
}

#[test]
fn several_files_and_a_header() {
    let file = |name: &str, text: &str| Source { name: name.into(), text: text.into() };
    let sources = [
        file("a.c", "#include \"x.h\"\nint main(void) { return f() - 7; }"),
        file("b.c", "#include \"x.h\"\nint f(void) { return 7; }"),
        file("x.h", "int f(void);"),
    ];
    let trial = Setup::default().test(&gcc(), &[], &sources, Some(&expect(""))).unwrap();
    assert_eq!(trial.verdict, Verdict::Ok);
    assert!(trial.cost().cpu > Duration::ZERO);
}

#[test]
fn errors_are_rejections_with_the_first_error() {
    let found = verdict(&gcc(), &[], "int main(void) {\n  return x;\n}\n", "");
    let Verdict::CompilerReject { first_error } = found else { panic!("{found}") };
    assert!(first_error.starts_with("test.c:2:10: error: "), "{first_error}");
}

#[test]
fn a_crashing_program() {
    let found = verdict(&gcc(), &[], "#include <stdlib.h>\nint main(void) { abort(); }", "");
    assert_eq!(found, Verdict::ProgramCrash { signal: Signal::ABORT });
}

#[test]
fn a_hanging_program() {
    let text = "int main(void) { for (;;) ; }";
    let found =
        impatient_with_programs().test(&gcc(), &[], &source(text), Some(&expect(""))).unwrap().verdict;
    assert!(matches!(found, Verdict::ProgramHang { .. }), "{found}");
}

#[test]
fn a_program_that_prints_without_end_is_wrong() {
    let text = "#include <stdio.h>\nint main(void) { puts(\"ok\"); for (;;) puts(\"x\"); }";
    let found = verdict(&gcc(), &[], text, "ok\n");
    let words =
        "wrong result: line 2 is `x`, expected nothing; it ended with too much output, expected exit code 0";
    assert_eq!(found.to_string(), words);
}

#[test]
fn the_surroundings_are_never_a_finding() {
    let complaints = [
        ("echo 'x.s: No space left on device' >&2; exit 1", "the disk is full"),
        ("echo 'cc1: out of memory allocating 9 bytes' >&2; exit 1", "out of memory"),
        (
            "echo \"gcc: fatal error: cannot execute 'as': execvp: No such file or directory\" >&2; exit 1",
            "`as`",
        ),
        ("echo 'ld: cannot find -lasan' >&2; exit 1", "library asan"),
        ("kill -KILL $$", "killed from outside"),
        ("exit 0", "wrote no output"),
        ("echo hello > $OUT", "may not be executed"),
        ("printf '\\177ELF nonsense' > $OUT; chmod +x $OUT", "another machine"),
        ("printf '#!/no/such/loader' > $OUT; chmod +x $OUT", "emulator"),
    ];
    for (text, words) in complaints {
        let cause = environment(with_script(text)).to_string();
        assert!(cause.contains(words), "{text}: {cause}");
    }
}

#[test]
fn going_over_our_memory_limit_is_our_affair() {
    let setup = Setup { compile: Limits { resident: 1 << 20, ..Limits::compiler() }, ..Setup::default() };
    let toolchain = script("exec head -c 300000000 /dev/zero | sort > $OUT; sleep 1");
    let cause = environment(setup.test(&toolchain, &[], &source(HELLO), None));
    assert!(matches!(cause, Environment::OurLimit { .. }), "{cause}");
}

#[test]
fn a_missing_compiler_says_what_to_do() {
    let Err(Error::Environment(cause)) = Toolchain::from_template(Template::parse("no-such-cc -O2").unwrap())
    else {
        panic!("found")
    };
    assert_eq!(cause.to_string(), "`no-such-cc` was not found; install it, or give its full path");
}

#[test]
fn an_upgrade_is_noticed_and_so_is_a_removal() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cc");
    write_script(&path, "#!/bin/sh\necho version 1\n");
    let toolchain = Toolchain::from_template(Template::parse(path.to_str().unwrap()).unwrap()).unwrap();
    assert_eq!(toolchain.fingerprint.version, "version 1");
    toolchain.check_unchanged().unwrap();
    write_script(&path, "#!/bin/sh\necho version 2.0\n");
    let words = toolchain.check_unchanged().unwrap_err().to_string();
    assert!(words.contains("was version 1") && words.contains("is version 2.0"), "{words}");
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(toolchain.check_unchanged(), Err(Environment::MissingProgram { .. })));
}

fn write_script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_runner_stands_before_the_program() {
    let toolchain = Toolchain { runner: vec!["env".into(), "-u".into(), "HOME".into()], ..gcc() };
    let trial =
        Setup::default().test(&toolchain, &[], &source(HELLO), Some(&expect("a = 1\nb = 2\n"))).unwrap();
    assert_eq!(trial.verdict, Verdict::Ok);
    assert_eq!(trial.executed.unwrap().argv[0], "env");
}

#[test]
fn arguments_reach_the_program() {
    let text = "#include <stdio.h>\nint main(int c, char **v) { puts(c > 1 ? v[1] : \"none\"); return 0; }";
    let setup = Setup::default();
    let compiled = setup.compile(&gcc(), &[], &source(text)).unwrap();
    let executed = setup.execute(&gcc(), &compiled, &["each"]).unwrap().unwrap();
    assert!(matches!(executed.result, harness::Execution::Finished(output) if output.stdout == b"each\n"));
}

#[test]
fn flaky_results_are_told_from_stable_ones() {
    let setup = Setup::default();
    let clock =
        "#include <stdio.h>\n#include <time.h>\nint main(void) { struct timespec t; clock_gettime(0, &t);
        return t.tv_nsec / 1024 % 2; }";
    let flaky = setup.test_repeatedly(40, &gcc(), &[], &source(clock), Some(&expect(""))).unwrap();
    assert!(matches!(flaky, Stability::Flaky(_)));
    let stable = setup.test_repeatedly(3, &gcc(), &[], &source(HELLO), Some(&expect("x"))).unwrap();
    assert!(matches!(stable, Stability::Stable(trial) if !trial.verdict.is_ok()));
}

#[test]
fn cancelling_is_no_verdict() {
    let cancel = Cancel::default();
    cancel.cancel();
    let setup = Setup { cancel, ..Setup::default() };
    assert!(matches!(setup.test(&gcc(), &[], &source(HELLO), None), Err(Error::Cancelled)));
}

/// Also when the compiler is killed, whose temporary files gcc would leave in /tmp.
#[test]
fn temporary_files_are_gone() {
    let root = tempfile::tempdir().unwrap();
    let setup = Setup { scratch: Scratch::new(root.path().to_owned()), ..impatient_with_compilers() };
    setup.test(&gcc(), &[], &source(HELLO), None).unwrap();
    setup.test(&script("echo > \"$TMPDIR/left\"; sleep 60"), &[], &source(HELLO), None).unwrap();
    let _ = std::panic::catch_unwind(|| {
        let _trial = setup.test(&gcc(), &[], &source(HELLO), None).unwrap();
        panic!("on purpose");
    });
    assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn a_compiler_that_writes_too_much_is_our_affair() {
    let setup = Setup { compile: Limits { file_size: 1000, ..Limits::compiler() }, ..Setup::default() };
    let cause = environment(setup.test(&gcc(), &[], &source(HELLO), None));
    assert!(matches!(cause, Environment::OurLimit { .. }), "{cause}");
}

#[test]
fn a_compiler_without_memory_is_our_affair() {
    let setup =
        Setup { compile: Limits { address_space: Some(40 << 20), ..Limits::compiler() }, ..Setup::default() };
    // The limit comes a moment after the start: the wait lets it arrive before gcc does.
    let toolchain = script("sleep 0.1; exec gcc -O2 test.c -o $OUT");
    let cause = environment(setup.test(&toolchain, &[], &source(HELLO), None));
    assert!(matches!(cause, Environment::OutOfMemory { .. } | Environment::MissingLibrary { .. }), "{cause}");
}

#[test]
fn two_threads_do_not_disturb_each_other() {
    let work = |value: u32| {
        move || {
            for i in 0..10 {
                let text = format!(
                    "#include <stdio.h>\nint main(void) {{ printf(\"%d\\n\", {value} + {i}); return 0; }}"
                );
                assert_eq!(verdict(&gcc(), &[], &text, &format!("{}\n", value + i)), Verdict::Ok);
            }
        }
    };
    let threads = [std::thread::spawn(work(100)), std::thread::spawn(work(200))];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn a_compilation_by_a_profile_has_one() {
    // Without a training run GCC has no profile, and here that is an error.
    let flags = ["-O2", "-fprofile-use", "-Wmissing-profile", "-Werror"];
    assert_eq!(verdict(&gcc(), &flags, HELLO, "a = 1\nb = 2\n"), Verdict::Ok);
    let object = Setup::default().test_objects(&gcc(), &flags.map(str::to_owned), &source(HELLO)).unwrap();
    assert!(matches!(object.verdict, Verdict::CompilerReject { .. }), "{:?}", object.verdict);
    // A training that does not end well leaves none, either.
    let aborting = "#include <stdlib.h>\nint main(void) { abort(); }\n";
    let rejected = verdict(&gcc(), &flags, aborting, "");
    assert!(matches!(rejected, Verdict::CompilerReject { .. }), "{rejected:?}");
}
