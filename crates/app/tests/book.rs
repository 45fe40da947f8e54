//! The book is true: its links lead somewhere, its reference is that of the command, and its examples do what they say.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::Place;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn both(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

/// A page that is made from the code. With ASSAY_BLESS it is written anew.
fn same(page: &str, text: &str) {
    let file = root().join(page);
    if std::env::var_os("ASSAY_BLESS").is_some() {
        fs::write(&file, text).expect("the page is written");
    }
    assert!(read(&file) == text, "{page} is out of date: ASSAY_BLESS=1 cargo test -p assay --test book");
}

#[test]
fn the_reference_is_that_of_the_command() {
    let place = Place::new();
    let output = place.assay(&["man", "--markdown"]);
    assert_eq!(output.status.code(), Some(0), "{}", both(&output));
    same("docs/reference/verbs.md", &String::from_utf8_lossy(&output.stdout));
    let config = place.assay(&["hunt", "--write-config"]);
    let text = String::from_utf8_lossy(&config.stdout);
    same(
        "docs/reference/config.md",
        &format!(
            "# assay.toml\n\nWhat `assay hunt --write-config` prints: every key, with its meaning. `assay hunt` reads `./assay.toml` where it \
             stands, and says so; `--config FILE` names another.\n\n```toml\n{}\n```\n",
            text.trim_end()
        ),
    );
}

#[test]
fn every_knob_of_the_policy_is_told() {
    same("docs/policy.md", &generate::document());
}

/// The places that a page of Markdown links to, within the repository.
fn links(text: &str) -> Vec<String> {
    let ends = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    let targets = ends.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned()));
    targets
        .filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '))
        .collect()
}

fn pages(dir: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            into.push(path);
        }
    }
}

#[test]
fn links_lead_somewhere_and_every_page_is_in_the_summary() {
    let mut all = vec![root().join("README.md")];
    pages(&root().join("docs"), &mut all);
    assert!(all.len() > 20, "{all:?}");
    for page in &all {
        for link in links(&read(page)) {
            let file = link.split('#').next().unwrap_or_default();
            let target = page.parent().expect("a folder").join(file);
            assert!(target.exists(), "{} links to {link}", page.display());
        }
    }
    let summary = root().join("docs/SUMMARY.md");
    let listed: Vec<PathBuf> =
        links(&read(&summary)).iter().map(|link| root().join("docs").join(link)).collect();
    let is_apart = |page: &&PathBuf| {
        page.ends_with("README.md")
            || page.ends_with("SUMMARY.md")
            || page.parent().is_some_and(|dir| dir.ends_with("reports"))
    };
    for page in all.iter().filter(|page| !is_apart(page)) {
        assert!(listed.contains(page), "{} is not in SUMMARY.md", page.display());
    }
}

/// Each file, what is done with it, the exit code, and a part of what is said.
const EXAMPLES: [(&str, &[&str], i32, &str); 11] = [
    ("hello.c", &["run", "FILE"], 0, "871 takes longest"),
    ("undefined.c", &["run", "FILE"], 110, "[signed-overflow]"),
    ("order.c", &["run", "FILE"], 110, "[unspecified-order]"),
    ("restrict.c", &["run", "FILE"], 110, "[restrict]"),
    ("endless.c", &["run", "FILE"], 112, "a loop that never ends"),
    ("unsupported.c", &["run", "FILE"], 111, "complex numbers"),
    ("abort.c", &["run", "FILE"], 134, "called abort"),
    ("loops.toml", &["gen", "--policy", "FILE", "--no-swarm", "--seed", "3", "--size", "500"], 0, "for ("),
    (
        "assay.toml",
        &["hunt", "--config", "FILE", "--cc", "gcc -O0", "--tests", "1", "--dir", "a"],
        0,
        "nothing found",
    ),
    (
        "generator.sh",
        &[
            "hunt",
            "--generator",
            "sh FILE {seed}",
            "--cc",
            "gcc -O0",
            "--cc",
            "gcc -O1",
            "--tests",
            "2",
            "--dir",
            "g",
        ],
        0,
        "nothing found",
    ),
    ("hello.c", &["check", "FILE"], 0, "hello.c"),
];

#[test]
fn the_examples_do_what_the_book_says() {
    let place = Place::new();
    for (file, words, code, part) in EXAMPLES {
        let path = root().join("examples").join(file).display().to_string();
        let words: Vec<String> = words.iter().map(|word| word.replace("FILE", &path)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = place.assay(&words);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", both(&output));
        assert!(both(&output).contains(part), "{words:?}: {}", both(&output));
    }
}

/// Enough of YAML to notice a tab, a key without a colon, or an indentation that is off; actionlint does the rest where it is.
#[test]
fn files_for_ci_are_in_order() {
    for file in [
        "action.yml",
        "examples/ci/github.yml",
        "examples/ci/gitlab.yml",
        "deploy/compose.yaml",
        "deploy/kubernetes.yaml",
    ] {
        let text = read(&root().join(file));
        assert!(!text.contains('\t'), "{file} has a tab");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let indent = line.len() - line.trim_start().len();
            assert_eq!(indent % 2, 0, "{file}: {line}");
        }
    }
    let action = read(&root().join("action.yml"));
    for option in ["--cc", "--seed", "--tests", "--for", "--dir", "--format sarif", "--format junit"] {
        assert!(action.contains(option), "{option}");
    }
}
