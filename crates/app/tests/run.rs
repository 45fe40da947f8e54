//! `assay run` as a person or a script meets it: output, reports, exit codes, and every kind of bad input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ASSAY: &str = env!("CARGO_BIN_EXE_assay");

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a temporary directory"))
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Files {
        fs::write(self.0.path().join(name), bytes).expect("the temporary directory takes files");
        self
    }

    /// `assay` with these words, in the directory.
    fn assay(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("assay starts")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(ASSAY);
        command.args(words).current_dir(self.0.path()).env_remove("CC");
        command
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("assay writes text")
}

fn err(output: &Output) -> &str {
    text(&output.stderr)
}

/// One sentence on the standard error stream, nothing on the standard output, and the code.
#[track_caller]
fn refused(output: &Output, code: i32, part: &str) {
    assert_eq!(output.status.code(), Some(code), "{}", err(output));
    assert!(err(output).contains(part), "{}", err(output));
    assert_eq!(err(output).lines().count(), 1, "{}", err(output));
    assert!(output.stdout.is_empty());
}

#[test]
fn output_and_exit_code_are_the_programs() {
    let files = Files::new();
    files.write("a.c", "#include <stdio.h>\nint main(void) { printf(\"seven\\n\"); return 263; }");
    let output = files.assay(&["run", "a.c"]);
    assert_eq!(text(&output.stdout), "seven\n");
    assert_eq!(err(&output), "");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn arguments_includes_and_macros_are_passed_on() {
    let files = Files::new();
    fs::create_dir(files.0.path().join("inc")).unwrap();
    files.write("inc/mine.h", "#define BASE 40\n").write(
        "a.c",
        "#include \"mine.h\"\n#include <stdio.h>\n\
         int main(int argc, char **argv) { puts(argv[1]); return BASE + PLUS + argc - 2; }",
    );
    let output = files.assay(&["run", "a.c", "-I", "inc", "-DPLUS=2", "--", "hello"]);
    assert_eq!(text(&output.stdout), "hello\n");
    assert_eq!(output.status.code(), Some(42), "{}", err(&output));
}

#[test]
fn undefined_behaviour_is_reported_like_a_compiler_does() {
    let files = Files::new();
    files.write(
        "a.c",
        "#include <stdio.h>\nint main(void) {\n\tint big = 2147483647;\n    printf(\"before\\n\");\n    return big + 1;\n}\n",
    );
    let output = files.assay(&["run", "a.c"]);
    assert_eq!(output.status.code(), Some(110));
    assert_eq!(text(&output.stdout), "before\n");
    assert_eq!(
        err(&output),
        "a.c:5:16: error: undefined behaviour: 2147483647 + 1 does not fit in a 32-bit signed integer \
         [signed-overflow]\n    5 |     return big + 1;\n      |                ^\nassay: note: C17 6.5p5\n"
    );
}

#[test]
fn notes_tell_where_the_object_came_from_and_went() {
    let files = Files::new();
    files.write(
        "heap.c",
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    free(p);\n    return *p;\n}\n",
    );
    let report = files.assay(&["run", "heap.c"]);
    assert!(err(&report).contains("heap.c:5:13: error: undefined behaviour"), "{}", err(&report));
    assert!(err(&report).contains("heap.c:3:14: note: the memory was allocated here"), "{}", err(&report));
    assert!(err(&report).contains("heap.c:4:5: note: it was freed here"), "{}", err(&report));
    files.write("local.c", "int main(void) {\n    int a[3] = { 0 };\n    int i = 3;\n    return a[i];\n}\n");
    let report = files.assay(&["run", "local.c"]);
    assert!(err(&report).contains("index 3 is outside of an array of 3 elements"), "{}", err(&report));
    assert!(err(&report).contains("local.c:2:9: note: the object is `a`, declared here"), "{}", err(&report));
}

#[test]
fn macros_do_not_mislead_the_caret() {
    let files = Files::new();
    files.write("a.c", "#define DIV(a, b) ((a) / (b))\nint main(void) { int z = 0; return DIV(1, z); }\n");
    let output = files.assay(&["run", "a.c"]);
    let lines: Vec<&str> = err(&output).lines().collect();
    let caret = lines[2].find('^').expect("a caret");
    assert_eq!(lines[1].as_bytes()[caret], b'/', "{}", err(&output));
}

#[test]
fn unspecified_order_can_be_let_pass() {
    let files = Files::new();
    files.write(
        "a.c",
        "int g = 1;\nint set(int v) { g = v; return v; }\nint main(void) { return set(2) * 10 + g; }\n",
    );
    let strict = files.assay(&["run", "a.c"]);
    assert_eq!(strict.status.code(), Some(110));
    assert!(err(&strict).contains("unspecified behaviour"), "{}", err(&strict));
    assert_eq!(files.assay(&["run", "a.c", "--order", "left-to-right"]).status.code(), Some(22));
}

#[test]
fn left_shifts_follow_the_standard_asked_for() {
    let files = Files::new();
    files.write("a.c", "int main(void) { int m = -1; return (m << 1) + 3; }");
    assert_eq!(files.assay(&["run", "a.c"]).status.code(), Some(110));
    assert_eq!(files.assay(&["run", "a.c", "--std", "c++20"]).status.code(), Some(1));
}

#[test]
fn targets_differ() {
    let files = Files::new();
    files.write(
        "a.c",
        "#include <limits.h>\nint main(void) { return sizeof(int) * 16 + sizeof(long) + (INT_MAX == 32767) * 100; }",
    );
    for (target, code) in [("lp64", 72), ("llp64", 68), ("ilp32", 68), ("ip16", 136)] {
        let output = files.assay(&["run", "a.c", "--target", target]);
        assert_eq!(output.status.code(), Some(code), "{target}: {}", err(&output));
    }
}

#[test]
fn budgets_and_endless_loops() {
    let files = Files::new();
    files.write("steps.c", "int main(void) { for (unsigned i = 1; i; i++) ; return 0; }");
    refused(&files.assay(&["run", "steps.c", "--max-steps", "1000"]), 112, "more steps than allowed");
    files.write("goto.c", "int main(void) { again: goto again; }");
    refused(&files.assay(&["run", "goto.c"]), 112, "never ends");
    refused(&files.assay(&["run", "steps.c", "--max-steps", "1000"]), 112, "--max-steps N allows more");
    for none in ["0", "none"] {
        let output = files.write("few.c", "int main(void) { return 5; }").assay(&[
            "run",
            "few.c",
            "--max-steps",
            none,
        ]);
        assert_eq!(output.status.code(), Some(5), "{}", err(&output));
    }
    assert_eq!(files.assay(&["run", "few.c", "--max-steps", "many"]).status.code(), Some(2));
    files.write("endless.c", "int main(void) { for (;;) ; }");
    refused(&files.assay(&["run", "endless.c"]), 112, "never ends");
    files.write("deep.c", "int f(int n) { return f(n); } int main(void) { return f(1); }");
    refused(&files.assay(&["run", "deep.c"]), 112, "nested too deeply");
    files.write("memory.c", "#include <stdlib.h>\nint main(void) { for (;;) malloc(1 << 20); }");
    refused(&files.assay(&["run", "memory.c"]), 112, "memory");
}

#[test]
fn what_is_unsupported_has_a_name_and_a_place() {
    let files = Files::new();
    files.write("call.c", "#include <math.h>\nint main(void) { double x = 2; return sin(x) > 0; }");
    let output = files.assay(&["run", "call.c"]);
    assert_eq!(output.status.code(), Some(111));
    assert!(err(&output).starts_with("call.c:2:"), "{}", err(&output));
    assert!(err(&output).contains("a result of sin that is not exact"), "{}", err(&output));
    files.write("construct.c", "int main(void) { _Atomic int x = 0; return x; }");
    files.write("large.c", "char a[3000000000u]; int main(void) { return 0; }");
    refused(
        &files.assay(&["run", "large.c"]),
        111,
        "large.c:1:8: error: an object or type this large is not supported",
    );
    files.write("main.c", "void main(void) { }");
    refused(
        &files.assay(&["run", "main.c"]),
        111,
        "main.c:1:6: error: unsupported: a main that does not return int",
    );
    files.write(
        "realloc.c",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(3); return realloc(p, 0) != 0; }",
    );
    let output = files.assay(&["run", "realloc.c"]);
    assert_eq!(output.status.code(), Some(111));
    assert!(err(&output).contains("realloc to no bytes at all"), "{}", err(&output));
    refused(&files.assay(&["run", "construct.c"]), 111, "construct.c:1:18: error: unsupported: _Atomic");
    files.write(
        "unused.c",
        "int unknown(void);\nint main(int argc, char **argv) { return argc > 9 ? unknown() : 0; }",
    );
    assert_eq!(files.assay(&["run", "unused.c"]).status.code(), Some(0));
}

#[test]
fn abort_is_not_an_ordinary_end() {
    let files = Files::new();
    files.write("a.c", "#include <stdlib.h>\nint main(void) { abort(); }");
    refused(&files.assay(&["run", "a.c"]), 134, "called abort");
}

#[test]
fn bad_input_gets_one_sentence() {
    let files = Files::new();
    refused(&files.assay(&["run", "missing.c"]), 2, "cannot read missing.c");
    refused(&files.assay(&["run", "."]), 2, "it is a directory");
    files.write("invalid.c", "int main(void) { return undeclared; }");
    refused(&files.assay(&["run", "invalid.c"]), 113, "invalid.c:1:25: `undeclared` is not declared");
    files.write("constraint.c", "int main(void) { break; }");
    refused(&files.assay(&["run", "constraint.c"]), 113, "constraint.c:1:18");
    files.write("header.c", "#include <no-such-header.h>\nint main(void) { return 0; }");
    refused(&files.assay(&["run", "header.c"]), 113, "no-such-header.h");
    files.write("directive.c", "#error stop here\n");
    refused(&files.assay(&["run", "directive.c"]), 113, "stop here");
    files.write("prose.c", "This is not a program, and nobody said it was.\n");
    refused(&files.assay(&["run", "prose.c"]), 113, "prose.c:1:");
    files.write("empty.c", "");
    refused(&files.assay(&["run", "empty.c"]), 111, "without main");
    let garbage: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    files.write("garbage.c", garbage);
    refused(&files.assay(&["run", "garbage.c"]), 113, "garbage.c");
    files.write("latin.c", b"int main(void) { return \"\xe9\"[0] == 1; }".as_slice());
    assert_eq!(files.assay(&["run", "latin.c"]).status.code(), Some(0), "a string of any bytes is a string");
}

#[test]
fn a_missing_compiler_is_the_environments_fault() {
    let files = Files::new();
    files.write("a.c", "int main(void) { return 0; }");
    let output = files.command(&["run", "a.c"]).env("PATH", "").output().unwrap();
    refused(&output, 3, "cannot start the compiler `cc`");
    let output = files.command(&["run", "a.c"]).env("CC", "no-such-compiler").output().unwrap();
    refused(&output, 3, "`no-such-compiler`");
}

#[test]
fn the_compiler_can_be_chosen() {
    let files = Files::new();
    files.write("a.c", "int main(void) { return N; }");
    let output = files.command(&["run", "a.c"]).env("CC", "gcc -DN=5").output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", err(&output));
}

#[test]
fn a_preprocessed_file_needs_no_compiler() {
    let files = Files::new();
    files.write("p.i", "int main(void)\n{\n    int x = 2147483647;\n    return x + 1;\n}\n");
    let output = files.command(&["run", "p.i"]).env("CC", "no-such-compiler").output().expect("it runs");
    assert_eq!(output.status.code(), Some(110));
    assert!(err(&output).starts_with("p.i:4:14: error: undefined behaviour"), "{}", err(&output));
    // Where it tells of its own where lines are from, that counts.
    files.write("q.i", "# 7 \"q.c\"\nint main(void) { return 1 << 32; }\n");
    assert!(err(&files.assay(&["run", "q.i"])).starts_with("q.c:7:"));
}

#[test]
fn programs_come_from_the_standard_input_too() {
    let files = Files::new();
    let mut child = files
        .command(&["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"int main(void) { return 9; }").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(9));
}

#[test]
fn a_full_disk_is_noticed() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let files = Files::new();
    files.write("a.c", "#include <stdio.h>\nint main(void) { puts(\"text\"); return 0; }");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = files.command(&["run", "a.c"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    refused(&output, 3, "cannot write the output");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let files = Files::new();
    files.write(
        "a.c",
        "#include <stdio.h>\nint main(void) { for (int i = 0; i < 100000; i++) puts(\"line\"); return 0; }",
    );
    let mut child =
        files.command(&["run", "a.c"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(err(&output), "");
}

#[test]
fn stats_tell_what_ran() {
    let files = Files::new();
    files.write(
        "a.c",
        "int main(void) {\n    int s = 0;\n    for (int i = 0; i < 10; i++) {\n        s += i;\n    }\n    \
         if (s > 100) {\n        s = 1;\n    }\n    return s;\n}\n",
    );
    let output = files.assay(&["run", "a.c", "--stats"]);
    assert_eq!(output.status.code(), Some(45));
    assert!(err(&output).contains("statements executed: 6 of 7"), "{}", err(&output));
    assert!(err(&output).contains("hot: a.c:4:"), "{}", err(&output));
    assert!(err(&output).contains("dead: a.c:7:"), "{}", err(&output));
    assert!(err(&output).contains("operations: 2 raw, 0 guarded"), "{}", err(&output));
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let files = Files::new();
    files.write("a.c", "#include <stdio.h>\nint main(void) { int z = 0; printf(\"x\"); return 1 / z; }");
    let output = files.assay(&["run", "a.c", "--json", "--stats"]);
    assert_eq!(output.status.code(), Some(110));
    assert_eq!(err(&output), "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["outcome"], "undefined");
    assert_eq!(report["output"], "x");
    assert_eq!(report["diagnostic"]["kind"], "divide-by-zero");
    assert_eq!(report["diagnostic"]["clause"], "6.5.5p5");
    assert_eq!(report["diagnostic"]["message"]["at"]["line"], 2);
    assert!(report["stats"]["steps"].as_u64().unwrap() > 0);
}

#[test]
fn wrong_usage_is_code_two() {
    let files = Files::new();
    assert_eq!(files.assay(&[]).status.code(), Some(2));
    assert_eq!(files.assay(&["run"]).status.code(), Some(2));
    assert_eq!(files.assay(&["run", "a.c", "--target", "pdp11"]).status.code(), Some(2));
    assert_eq!(files.assay(&["frobnicate"]).status.code(), Some(2));
}

#[test]
fn completions_and_manual_pages_are_made() {
    let files = Files::new();
    for shell in ["bash", "zsh", "fish"] {
        let output = files.assay(&["completions", shell]);
        assert!(output.status.success() && text(&output.stdout).contains("max-steps"), "{shell}");
    }
    let page = files.assay(&["man"]);
    assert!(text(&page.stdout).contains(".TH assay"), "{}", text(&page.stdout));
    let page = files.assay(&["man", "run"]);
    assert!(text(&page.stdout).contains("undefined behaviour"), "{}", text(&page.stdout));
    refused(&files.assay(&["man", "nothing"]), 2, "no verb called nothing");
}

#[test]
fn a_function_may_be_defined_behind_its_use_whatever_the_text_is_called() {
    let files = Files::new();
    let text = "#define GUARD_DIV_INT(a, b) ((b) == 0 ? (a) : (a) / (b))\n\
                static int f(int);\n\
                int main(void) { return f(4); }\n\
                static int f(int a) { return GUARD_DIV_INT(a, 0); }\n";
    files.write("guarded.c", text);
    assert_eq!(files.assay(&["run", "guarded.c"]).status.code(), Some(4));
    files.write(
        "renamed.c",
        format!(
            "#line 7 \"other.y\"\n{}",
            &text[text.find("static").unwrap()..].replace("GUARD_DIV_INT(a, 0)", "a")
        ),
    );
    assert_eq!(files.assay(&["run", "renamed.c"]).status.code(), Some(4));
}
