//! Every construct: the files of `tests/c` are read, are valid, and come back the same when they are printed
//! and read again. What they mean when they run is the machine's tests.

use assay_read::{Unit, read};
use ir::validate::{Dialect, Place, Rules, Violation, validate_with};
use std::path::{Path, PathBuf};
use test_support::Compiler;

const MINI: &str = include_str!("mini.h");

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn sources() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(tests().join("c")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// The text as if preprocessed, behind a header that has a bit of everything.
fn with_header(name: &str, text: &str) -> String {
    format!("# 1 \"{name}\"\n{MINI}# 1 \"{name}\" 2\n{text}")
}

fn read_file(name: &str, text: &str) -> Unit {
    read(&with_header(name, text), ir::Target::LP64).unwrap_or_else(|error| panic!("{error}"))
}

fn describe(unit: &Unit, violation: &Violation) -> String {
    let position = match violation.at {
        Place::Expr(id) => unit.map.expr(id),
        Place::Stmt(id) => unit.map.stmt(id),
        Place::Var(id) => unit.map.var(id),
        Place::Func(id) => unit.map.func(id),
        _ => None,
    };
    format!("{position:?}: {violation:?}")
}

fn print(unit: &Unit) -> String {
    emit::print(&unit.program, &emit::Options::default()).unwrap_or_else(|error| panic!("{error}")).text()
}

fn preprocess(text: &str) -> String {
    Compiler::gcc().preprocess_text(text, &[]).expect("gcc reads it")
}

#[test]
fn all_constructs_are_valid() {
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    for (name, text) in sources() {
        let unit = read_file(&name, &text);
        let violations: Vec<String> =
            validate_with(&unit.program, rules).iter().map(|v| describe(&unit, v)).collect();
        assert_eq!(violations, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn printing_and_reading_is_a_fixed_point() {
    for (name, text) in sources() {
        let once = print(&read_file(&name, &text));
        let again =
            read(&preprocess(&once), ir::Target::LP64).unwrap_or_else(|e| panic!("{name}: {e}\n{once}"));
        let again = print(&again);
        assert_eq!(once, again, "{name}");
    }
}

#[test]
fn other_targets() {
    for target in ir::Target::PRESETS {
        for (name, text) in sources() {
            // Some files check sizes, and 128 bits are not everywhere.
            if let Err(error) = read(&with_header(&name, &text), target.clone()) {
                let known =
                    error.to_string().contains("static assertion") || error.to_string().contains("__int128");
                assert!(known || target.name == "ip16", "{}: {error}", target.name);
            }
        }
    }
}

/// A header brings into the program what is used of it, and nothing else.
#[test]
fn unused_declarations_leave_no_trace() {
    let unit = read(&with_header("empty.c", "int main(void) { return 0; }\n"), ir::Target::LP64).unwrap();
    let p = &unit.program;
    assert_eq!((p.funcs.len(), p.vars.len(), p.globals.len()), (1, 0, 0));
    assert_eq!((p.types.records.len(), p.types.enums.len(), p.types.aliases.len()), (0, 0, 0));
    let (_, text) = sources().into_iter().find(|(name, _)| name == "header.c").unwrap();
    let p = read_file("header.c", &text).program;
    let mut names: Vec<&str> = p.funcs.iter().map(|(_, f)| p.name(f.name)).collect();
    names.sort_unstable();
    let used = [
        "abs",
        "fflush",
        "free",
        "header_once",
        "header_twice",
        "helper",
        "main",
        "malloc",
        "memset",
        "printf",
    ];
    assert_eq!(names, [&used[..], &["strlen"]].concat());
    let header_of =
        |name: &str| p.types.aliases.iter().find(|(_, a)| p.name(a.name) == name).map(|(_, a)| a.header);
    assert_eq!(header_of("uint8_t"), Some(Some(ir::Header::Stdint)));
    assert_eq!(header_of("size_t"), Some(Some(ir::Header::Stddef)));
    assert_eq!(header_of("FILE"), None);
    assert!(p.func_named("header_once").is_some());
    assert!(p.funcs.iter().any(|(_, f)| f.builtin == Some(ir::Builtin::Printf)));
}

/// No header declares the function, so the program may have one of its name. The library's is still there.
#[test]
fn own_functions_beside_the_librarys() {
    let text = "static long labs(long a) { return a + 100; }
                int main(void) { return !(labs(-1) == 99 && __builtin_labs(-1) == 1); }\n";
    let unit = read(text, ir::Target::LP64).unwrap_or_else(|error| panic!("{error}"));
    let p = &unit.program;
    let named: Vec<&str> = p.funcs.iter().map(|(_, f)| p.name(f.name)).collect();
    assert_eq!(named, ["labs", "main", "__builtin_labs"]);
    assert!(p.funcs.iter().any(|(_, f)| f.builtin == Some(ir::Builtin::Labs)));
}

#[test]
fn long_chains_need_no_stack() {
    let sum = vec!["a"; 10_000].join(" + ");
    let commas = vec!["a = 1"; 10_000].join(", ");
    let logic = vec!["a"; 10_000].join(" && ");
    let text = format!("int f(int a) {{ {commas}; return ({sum}) * ({logic}); }}\n");
    assert!(read(&text, ir::Target::LP64).is_ok());
}

#[test]
fn nesting_has_a_limit_and_no_overflow() {
    type Nest = fn(usize) -> String;
    let nests: [Nest; 12] = [
        |n| format!("int x = {}1{};", "(".repeat(n), ")".repeat(n)),
        |n| format!("int x = {}1;", "- ".repeat(n)),
        |n| format!("int x = {}1;", "(int)".repeat(n)),
        |n| format!("int x = {}1;", "1 ? 2 : ".repeat(n)),
        |n| format!("void f(int a) {{ {}1; }}", "a = ".repeat(n)),
        |n| format!("void f(void) {{ {}{} }}", "{".repeat(n), "}".repeat(n)),
        |n| format!("void f(int a) {{ {} ; }}", "if (a) ; else ".repeat(n)),
        |n| format!("void f(int a) {{ {} ; }}", "while (a) ".repeat(n)),
        |n| format!("int {}x{};", "(".repeat(n), ")".repeat(n)),
        |n| format!("int x = {}1{};", "{".repeat(n), "}".repeat(n)),
        |n| format!("{}int y;{}", "struct { ".repeat(n), " } x;".repeat(n)),
        |n| format!("int f(int a) {{ return {}a{}; }}", "f(".repeat(n), ")".repeat(n)),
    ];
    for nest in nests {
        assert!(read(&nest(500), ir::Target::LP64).is_ok(), "{}", nest(3));
        for n in [20_000, 200_000] {
            let error = read(&nest(n), ir::Target::LP64).expect_err("too deep");
            assert_eq!(error.kind, assay_read::ErrorKind::TooDeep, "{}", nest(3));
        }
    }
}
