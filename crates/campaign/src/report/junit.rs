//! A campaign as a test suite, for build servers: a case for each bug, which failed, or was skipped because the bug is
//! known; and one for all tests that found nothing.

use std::fmt::Write as _;

use super::data::{Bug, Data};
use super::escape;

pub(super) fn document(data: &Data) -> String {
    let known = data.bugs.iter().filter(|bug| bug.known.is_some()).count();
    let failures = data.bugs.len() - known;
    let tests = data.bugs.len() + 1;
    let seconds = data.active_seconds();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{known}\" time=\"{seconds:.3}\""
    );
    let _ = writeln!(text, "<testsuites name=\"assay\" {counts}>");
    let _ = writeln!(text, "  <testsuite name=\"{}\" {counts}>", escape(&data.dir.display().to_string()));
    let _ = writeln!(text, "    <properties>");
    for (name, value) in &data.campaign {
        let _ = writeln!(text, "      <property name=\"{}\" value=\"{}\"/>", escape(name), escape(value));
    }
    let _ = writeln!(text, "    </properties>");
    let clean = format!("{} tests, {} findings", data.totals.tests, data.totals.findings + data.totals.known);
    let _ = writeln!(
        text,
        "    <testcase classname=\"assay\" name=\"{}\" time=\"{seconds:.3}\"/>",
        escape(&clean)
    );
    data.bugs.iter().for_each(|bug| case(&mut text, bug));
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

fn case(text: &mut String, bug: &Bug) {
    let class = format!("assay.{}", bug.example.compiler.replace(['.', ' '], "_"));
    let _ =
        writeln!(text, "    <testcase classname=\"{}\" name=\"{}\">", escape(&class), escape(&bug.bucket));
    match &bug.known {
        Some(note) => {
            let _ = writeln!(text, "      <skipped message=\"known: {}\"/>", escape(note));
        }
        None => {
            let (expected, actual) = bug.contrast();
            let body = format!(
                "{}\n\nexpected:\n{expected}\n\nactual:\n{actual}\n\nseen {} times; example: {}\n",
                bug.command(),
                bug.count,
                bug.example.id
            );
            let _ = writeln!(
                text,
                "      <failure type=\"{}\" message=\"{}\">{}</failure>",
                bug.example.kind,
                escape(bug.title()),
                escape(&body)
            );
        }
    }
    text.push_str("    </testcase>\n");
}
