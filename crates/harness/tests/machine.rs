//! What is on this machine: compilers and validators. Only gcc is certain to be there.

mod common;

use common::source;
use harness::toolchain::discover;
use harness::validators::{Kind, Validation, present, validate};
use harness::{Expected, Family, Language, Setup, Verdict};

const HELLO: &str = "int printf(const char *, ...);\nint main(void) { printf(\"hello\\n\"); return 0; }\n";

#[test]
fn every_compiler_found_compiles() {
    let found = discover();
    assert!(found.toolchains.iter().any(|t| t.family == Family::Gcc && t.language == Language::C));
    let expected = Expected { stdout: b"hello\n".to_vec(), code: 0 };
    for toolchain in found.toolchains.iter().filter(|t| t.language == Language::C) {
        let flags = [toolchain.levels[0].clone()];
        let trial = Setup::default().test(toolchain, &flags, &source(HELLO), Some(&expected)).unwrap();
        assert_eq!(trial.verdict, Verdict::Ok, "{toolchain}: {}", trial.compiled.stderr);
        assert!(!toolchain.fingerprint.version.is_empty(), "{toolchain}");
    }
}

#[test]
fn no_compiler_is_found_twice() {
    let found = discover();
    let mut keys: Vec<_> = found.toolchains.iter().map(|t| (&t.fingerprint.path, t.language)).collect();
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn validators_report_what_is_undefined_and_only_that() {
    let setup = Setup::default();
    let validators = present(&setup).unwrap();
    if validators.is_empty() {
        assert_eq!(validate(&setup, &validators, &source(HELLO)).unwrap(), Validation::Unavailable);
        return;
    }
    assert!(matches!(validate(&setup, &validators, &source(HELLO)).unwrap(), Validation::Clean { .. }));
    let overflow = "int main(void) {\n  volatile int x = 2147483647;\n  x = x + 1;\n  return 0;\n}\n";
    let Validation::Report(report) = validate(&setup, &validators, &source(overflow)).unwrap() else {
        panic!("nothing reported")
    };
    assert_eq!(report.line, Some(3), "{report}");
    let bounds = "int a[4];\nint main(int c, char **v) {\n  return a[c + 3];\n}\n";
    assert!(matches!(validate(&setup, &validators, &source(bounds)).unwrap(), Validation::Report(_)));
}

#[test]
fn memory_sanitizer_sees_what_the_others_do_not() {
    let setup = Setup::default();
    let Some(msan) = present(&setup).unwrap().into_iter().find(|v| v.kind == Kind::ClangMsan) else { return };
    let text =
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  if (*p) return 1;\n  return 0;\n}\n";
    let Validation::Report(report) = msan.check(&setup, &[], &source(text)).unwrap() else {
        panic!("nothing reported")
    };
    assert_eq!((report.message.as_str(), report.line), ("use-of-uninitialized-value", Some(4)));
}

#[test]
fn what_a_validator_cannot_compile_it_cannot_judge() {
    let setup = Setup::default();
    let validators = present(&setup).unwrap();
    assert_eq!(validate(&setup, &validators, &source("int main(")).unwrap(), Validation::Unavailable);
}
