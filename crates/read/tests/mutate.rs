//! Whatever the text, the reader answers and does not panic: programs with bytes and tokens changed, removed,
//! repeated and swapped; cut files; noise; large files.

use assay_read::read;
use ir::Target;
use ir::validate::ViolationKind as Kind;
use ir::validate::{Dialect, Rules, validate_with};
use std::path::Path;
use test_support::Random;

fn sources() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<_> = ["c", "reject"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(tests.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    // All behind the header, where declarations are read late.
    let header = std::fs::read_to_string(tests.join("mini.h")).unwrap();
    let late: Vec<String> =
        texts.iter().map(|t| format!("# 1 \"a.c\"\n{header}# 1 \"b.h\" 1 3\n{t}")).collect();
    texts.extend(late);
    texts
}

/// Words and marks, so that a mutation often makes sense to the grammar.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        match pieces.last_mut() {
            Some(last) if word(c) && last.chars().all(word) => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

const SPICE: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "->",
    ".",
    "...",
    "=",
    "?",
    ":",
    "::",
    "0",
    "-1",
    "1.5",
    "'a'",
    "\"s\"",
    "int",
    "struct",
    "enum",
    "typedef",
    "static",
    "extern",
    "sizeof",
    "case",
    "goto",
    "void",
    "const",
    "__attribute__((packed))",
    "__builtin_va_arg(",
    "_Generic(",
    "typeof(",
    "18446744073709551615",
    "\u{e9}",
    "\0",
];

/// Constraints that need more than types: the reader does not check them. Everything else that it accepts is valid.
const LEFT_TO_VALIDATOR: [Kind; 18] = [
    Kind::BreakOutside,
    Kind::ConstantOverflow,
    Kind::ContinueOutside,
    Kind::DuplicateCase,
    Kind::DuplicateDefault,
    Kind::ForInit,
    Kind::ForStorage,
    Kind::Hidden,
    Kind::InitConstant,
    Kind::InlineStatic,
    Kind::MainInline,
    Kind::MainType,
    Kind::RestrictQualifier,
    Kind::ReturnValue,
    Kind::StaticUndefined,
    Kind::VaStart,
    Kind::VaArgType,
    Kind::AlignedRegister,
];

fn mutate_pieces(random: &mut Random, pieces: &mut Vec<String>) {
    let at = random.below(pieces.len());
    match random.below(6) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, (*random.pick(&SPICE)).to_owned()),
        2 => pieces[at] = (*random.pick(&SPICE)).to_owned(),
        3 => {
            let other = random.below(pieces.len());
            pieces.swap(at, other);
        }
        4 => {
            let other = pieces[random.below(pieces.len())].clone();
            pieces[at] = other;
        }
        _ => {
            let end = (at + random.below(30)).min(pieces.len());
            let copy: Vec<String> = pieces[at..end].to_vec();
            let to = random.below(pieces.len());
            pieces.splice(to..to, copy);
        }
    }
}

/// A window of a file, so that a case takes no time.
fn window(random: &mut Random, text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let from = random.below(lines.len());
    let to = (from + 1 + random.below(25)).min(lines.len());
    lines[from..to].concat()
}

#[test]
fn mutated_programs_do_no_harm() {
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    let (texts, mut random, mut accepted) = (sources(), Random::new(1), 0);
    for case in 0..20_000 {
        let text = random.pick(&texts).clone();
        let text = if case % 4 == 0 { text } else { window(&mut random, &text) };
        let mut pieces = pieces(&text);
        for _ in 0..1 + random.below(4) {
            mutate_pieces(&mut random, &mut pieces);
            if pieces.is_empty() {
                pieces.push(";".to_owned());
            }
        }
        let text = pieces.concat();
        let target = (*random.pick(&Target::PRESETS)).clone();
        if let Ok(unit) = assay_read::read_here(&text, target, 100) {
            accepted += 1;
            let violations = validate_with(&unit.program, rules);
            let ours = violations.iter().find(|v| !LEFT_TO_VALIDATOR.contains(&v.kind));
            assert!(ours.is_none(), "{ours:?} in\n{text}");
        }
    }
    assert!(accepted > 500, "{accepted} accepted: mutations should often be harmless");
}

#[test]
fn mutated_bytes_do_no_harm() {
    let (texts, mut random) = (sources(), Random::new(2));
    for _ in 0..4_000 {
        let mut bytes = random.pick(&texts).clone().into_bytes();
        for _ in 0..1 + random.below(5) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.word() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, random.word() as u8),
            }
        }
        let _ = assay_read::read_here(&String::from_utf8_lossy(&bytes), Target::LP64, 100);
    }
}

#[test]
fn noise_is_refused_with_a_position() {
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.word() as u8).collect();
        if let Err(error) = assay_read::read_here(&String::from_utf8_lossy(&bytes), Target::LP64, 100) {
            assert!(error.position.line >= 1 && error.position.column >= 1 && !error.to_string().is_empty());
        }
    }
}

#[test]
fn large_files() {
    const LARGE: usize = 50 << 20;
    const REPEATED: usize = 4 << 20;
    let refused = [
        "\0".repeat(LARGE),
        format!("char *s = \"{}", "x".repeat(LARGE)),
        "(".repeat(REPEATED),
        "{".repeat(REPEATED),
        "a ".repeat(REPEATED),
        "struct ".repeat(REPEATED),
        format!("int x = {}", "1 + ".repeat(REPEATED)),
        format!("# 1 \"a.c\"\n# 1 \"a.h\" 1 3\n{}", "struct __attribute__((".repeat(REPEATED / 8)),
    ];
    for text in refused {
        assert!(read(&text, Target::LP64).is_err(), "{}", &text[..20]);
    }
    let fine = "/* nothing */\n".repeat(LARGE / 14);
    assert!(read(&fine, Target::LP64).is_ok());
}
