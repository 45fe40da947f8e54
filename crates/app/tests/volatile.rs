//! `hunt --oracle volatile` with compilers that drop, double or widen volatile accesses, and with one that is honest.

mod support;

use serde_json::Value;
use std::process::Output;
use support::Place;
use test_support::{is_installed, skip};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Has gcc write assembly, and changes that before it is assembled.
fn rewriting(place: &Place, name: &str, awk: &str) -> String {
    let script = format!(
        "out=a.out; src=\nfor f in \"$@\"; do case \"$f\" in *.c) src=$f;; --version|-v|-E) exec gcc \"$@\";; esac; done\n\
         [ -n \"$src\" ] && [ -f \"$src\" ] || exec gcc \"$@\"\n\
         while [ $# -gt 0 ]; do case \"$1\" in -o) out=$2; shift;; -c) c=-c;; esac; shift; done\n\
         gcc -w -O1 -fno-pie -S -o rewritten.0 \"$src\" || exit 1\nawk '{awk}' rewritten.0 > rewritten.s && exec gcc -no-pie $c -o \"$out\" rewritten.s"
    );
    place.compiler(name, &script)
}

/// Each load of a global variable is made twice.
const DOUBLE: &str = "/^\\tmov[lqzs][a-z]*\\t[a-z_0-9]+\\(%rip\\), %/ { print } { print }";

/// Loads of 16 bits are of 32.
const WIDEN: &str = "/^\\tmov[zs]wl\\t[a-z_0-9]+\\(%rip\\), %e[abcd]x/ { r = substr($3, 3, 2); print \"\\tmovl\\t\" $2 \" %e\" r; \
    print \"\\t\" $1 \"\\t%\" r \", %e\" r; next } { print }";

fn hunt(place: &Place, cc: &str, dir: &str, tests: &str) -> (Option<i32>, Vec<Value>) {
    let words = [
        "hunt",
        "--oracle",
        "volatile",
        "--cc",
        cc,
        "--profile",
        "csmith",
        "--size",
        "8000",
        "--no-triage",
        "--tests",
        tests,
        "--seed",
        "8",
        "--dir",
        dir,
        "--json",
    ];
    let output = place.assay(&words);
    let events = support::events(&output);
    let found =
        events.iter().filter(|event| support::is(event, "found")).map(|event| event["finding"].clone());
    let found = found.collect();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", err(&output));
    (output.status.code(), found)
}

#[test]
fn planted_bugs_are_found_and_reduced_and_gcc_has_none() {
    if !is_installed("valgrind") {
        return skip("there is no valgrind");
    }
    let place = Place::new();
    assert_eq!(hunt(&place, "gcc -w -O1", "honest", "4"), (Some(0), Vec::new()));
    let drop = place.compiler(
        "drop",
        "if [ -f test.c ]; then sed 's/volatile//g' test.c > dropped.txt; fi\nfor f in \"$@\"; do shift\n\
         if [ \"$f\" = test.c ]; then set -- \"$@\" -x c dropped.txt; else set -- \"$@\" \"$f\"; fi; done\nexec gcc -w -O1 \"$@\"",
    );
    let rows = [
        ("double", rewriting(&place, "double", DOUBLE)),
        ("widen", rewriting(&place, "widen", WIDEN)),
        ("drop", drop),
    ];
    for (name, cc) in rows {
        let dir = format!("{name}-campaign");
        let (code, found) = hunt(&place, &cc, &dir, "12");
        assert_eq!(code, Some(1), "{name}");
        let first = &found[0];
        assert_eq!(first["kind"], "wrong-code", "{name}: {first:#}");
        let id = first["id"].as_str().expect("a name");
        let diff = place.read(&format!("{dir}/findings/{id}/expected.txt"));
        assert!(diff.contains(" volatile accesses\n"), "{diff}");
        let reduced = place.assay(&["reduce", id, "--dir", &dir, "--for", "60s", "--json"]);
        assert!(reduced.status.success(), "{name}: {}", err(&reduced));
        let text = place.read(&format!("{dir}/findings/{id}/reduced.c"));
        let whole = place.read(&format!("{dir}/findings/{id}/test.c")).len();
        // How far it gets in the time that it has depends on the machine.
        assert!(
            text.contains("volatile") && text.len() * 2 < whole,
            "{name}: {} of {whole}: {text}",
            text.len()
        );
    }
}
