//! Programs that are large in one direction take time in proportion: each of these would take minutes if any part of the way
//! were quadratic, and ends in a second.

mod support;

use std::fmt::Write;
use std::time::{Duration, Instant};
use support::Place;

const MANY: usize = 50_000;
const PATIENCE: Duration = Duration::from_secs(30);

/// A text for each number.
fn each(text: impl Fn(usize) -> String) -> String {
    (0..MANY).fold(String::new(), |mut all, i| {
        writeln!(all, "{}", text(i)).expect("memory");
        all
    })
}

fn main_of(body: &str) -> String {
    format!("int main(void) {{ int s = 0;\n{body}\nreturn s & 7; }}\n")
}

#[test]
fn many_of_one_kind_take_time_in_proportion() {
    let sum = |s: usize| (s & 7) as i32;
    let thirds: usize = (0..MANY).map(|i| i % 3).sum();
    let cases = each(|i| format!("case {i}: s += {};", i % 3));
    let rows = [
        ("cases", main_of(&format!("switch (0) {{\n{cases}\n}}")), sum(thirds)),
        ("dimensions", format!("int a{};\n{}", "[1]".repeat(MANY), main_of("s = sizeof a;")), 4),
        (
            "labels",
            main_of(&each(|i| format!("l{i}: s += {}; if (s < 0) goto l{};", i % 3, MANY - 1 - i))),
            sum(thirds),
        ),
        ("locals", main_of(&each(|i| format!("int v{i} = {}; s += v{i};", i % 3))), sum(thirds)),
        (
            "locals and labels",
            main_of(&each(|i| {
                format!("int v{i} = {}; s += v{i}; l{i}: if (s < 0) goto l{};", i % 3, i * 7 % MANY)
            })),
            sum(thirds),
        ),
        (
            "jumps past declarations",
            main_of(&format!(
                "goto l0;\n{}l{MANY}:;",
                each(|i| format!("int v{i}; l{i}: v{i} = 1; s += v{i}; goto l{};", i + 1))
            )),
            sum(MANY),
        ),
        (
            "members",
            format!(
                "struct {{ {} }} r;\n{}",
                each(|i| format!("int m{i};")),
                main_of(&each(|i| format!("r.m{i} = 1; s += r.m{i};")))
            ),
            sum(MANY),
        ),
        ("enumerators", format!("enum {{ {} }};\n{}", each(|i| format!("e{i},")), main_of("s = e5;")), 5),
        ("operands", main_of(&format!("int x = 1; s = {}0;", each(|_| "x +".to_owned()))), sum(MANY)),
    ];
    let place = Place::new();
    for (what, text, code) in rows {
        place.write("large.c", &text);
        let start = Instant::now();
        let output = place.assay(&["run", "large.c"]);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{what}: {words}");
        assert!(start.elapsed() < PATIENCE, "{what} took {:?}", start.elapsed());
    }
}

/// What is nested that deeply is refused, at once, and in a sentence.
#[test]
fn chains_that_are_too_deep_are_refused_at_once() {
    let place = Place::new();
    let chain = each(|i| format!("else if (s == {}) s = {i};", i + 1));
    place.write("large.c", &main_of(&format!("if (s) s = 1; {chain}")));
    let start = Instant::now();
    let output = place.assay(&["run", "large.c"]);
    assert_eq!(output.status.code(), Some(111));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nested too deeply"));
    assert!(start.elapsed() < PATIENCE);
}
