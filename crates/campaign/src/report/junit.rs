//! A campaign as a test suite, for build servers: a case for each bug, which failed, or was skipped because the bug is
//! known; and one for all tests that found nothing.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::data::{Bug, Data};
use super::markup::cleaned;

pub(super) fn document(data: &Data) -> String {
    let time = Duration::from_secs_f64(data.active_seconds());
    let mut suite = TestSuite::new(cleaned(&data.name));
    suite.set_time(time);
    for (name, value) in &data.campaign {
        suite.add_property((cleaned(name), cleaned(value)));
    }
    let clean = format!("{} tests, {} findings", data.totals.tests, data.totals.findings + data.totals.known);
    let mut all = TestCase::new(clean, TestCaseStatus::success());
    all.set_classname("assay").set_time(time);
    suite.add_test_case(all);
    suite.add_test_cases(data.bugs.iter().map(case));
    let mut report = Report::new("assay");
    report.set_time(time).add_test_suite(suite);
    // Only writing could fail, and it is written to memory.
    report.to_string().unwrap_or_default()
}

fn case(bug: &Bug) -> TestCase {
    let status = bug.known.as_ref().map_or_else(|| failure(bug), |note| skipped(note));
    let mut case = TestCase::new(cleaned(&bug.bucket.to_string()), status);
    case.set_classname(cleaned(&format!("assay.{}", bug.example.compiler.replace(['.', ' '], "_"))));
    case
}

fn skipped(note: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(cleaned(&format!("known: {note}")));
    status
}

fn failure(bug: &Bug) -> TestCaseStatus {
    let (expected, actual) = bug.contrast();
    let body = format!(
        "{}\n\nexpected:\n{expected}\n\nactual:\n{actual}\n\nseen {} times; example: {}\n",
        bug.command(),
        bug.count,
        bug.example.id
    );
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status
        .set_type(bug.example.kind.name())
        .set_message(cleaned(bug.title()))
        .set_description(cleaned(&body));
    status
}
