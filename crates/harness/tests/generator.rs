//! Programs of foreign generators, which are scripts here.

mod common;

use harness::generator::{GeneratorError, generate};
use harness::{Setup, Template};

fn generated(line: &str) -> Result<Vec<(String, String)>, GeneratorError> {
    let sources = generate(&Setup::default(), &Template::parse(line).unwrap(), 42)?;
    Ok(sources.into_iter().map(|source| (source.name, source.text)).collect())
}

fn owned(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}

#[test]
fn a_program_on_standard_output() {
    assert_eq!(generated("echo int x = {seed};").unwrap(), owned(&[("test.c", "int x = 42;\n")]));
}

#[test]
fn a_program_in_files() {
    let found = generated(
        "sh -c 'cd \"$1\"; echo b > b.c; echo a > a.c; echo h > h.h; echo log; echo x > x.log' sh {dir}",
    );
    assert_eq!(found.unwrap(), owned(&[("a.c", "a\n"), ("b.c", "b\n"), ("h.h", "h\n")]));
}

#[test]
fn no_program_is_explained() {
    let rows = [
        ("sh -c 'echo oh >&2; exit 3'", "the generator failed on seed 42: exit code 3: oh"),
        ("sh -c 'kill -SEGV $$'", "the generator failed on seed 42: SIGSEGV"),
        ("true", "the generator said nothing on seed 42, and wrote no C file into {dir}"),
        ("no-such-generator", "`no-such-generator` was not found; install it, or give its full path"),
    ];
    for (line, words) in rows {
        assert_eq!(generated(line).unwrap_err().to_string(), words);
    }
}
