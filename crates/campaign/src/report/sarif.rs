//! SARIF 2.1.0, the form in which code hosts take findings of tools. A kind of finding is a rule, a bug is a result.

use serde_json::{Value, json};

use super::data::{Bug, Data};
use crate::finding::Kind;

pub(super) fn document(data: &Data) -> String {
    let rules: Vec<Value> = Kind::ALL.iter().map(|kind| rule(*kind)).collect();
    let results: Vec<Value> = data.bugs.iter().map(result).collect();
    let document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "assay", "version": data.version, "rules": rules } },
            "invocations": [{ "executionSuccessful": true }],
            "originalUriBaseIds": { "CAMPAIGN": { "uri": folder_uri(data) } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }]
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn rule(kind: Kind) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": about(kind) },
        "defaultConfiguration": { "level": level(kind) },
    })
}

fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongResult => "The compiled program prints something else than it should.",
        Kind::CompilerCrash => "The compiler crashes on a valid program.",
        Kind::CompilerHang => "The compiler does not end on a valid program.",
        Kind::CompilerReject => "The compiler rejects a valid program.",
        Kind::BadOutput => "The compiler reports success, and what it wrote is no program.",
        Kind::ProgramCrash => "The compiled program crashes, and should not.",
        Kind::ProgramHang => "The compiled program does not end, and should.",
        Kind::Disagreement => "Compilers disagree about a program, and none has a majority.",
        Kind::OracleSuspect => "All compilers agree with each other and not with assay.",
    }
}

fn level(kind: Kind) -> &'static str {
    match kind {
        Kind::Disagreement | Kind::OracleSuspect => "warning",
        _ => "error",
    }
}

fn result(bug: &Bug) -> Value {
    let kind = bug.example.kind;
    let index = Kind::ALL.iter().position(|one| *one == kind);
    let uri = encoded(&format!("findings/{}/{}", bug.example.id, bug.program.file));
    let suppressions: Vec<Value> =
        bug.known.iter().map(|note| json!({ "kind": "external", "justification": note })).collect();
    json!({
        "ruleId": kind.name(),
        "ruleIndex": index,
        "level": level(kind),
        "message": { "text": format!("{}\n{}", bug.title(), bug.bucket) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri, "uriBaseId": "CAMPAIGN" },
            "region": { "startLine": 1 },
        } }],
        "occurrenceCount": bug.count,
        "partialFingerprints": { "assayBucket/v1": bug.bucket },
        "suppressions": suppressions,
        "properties": { "compiler": bug.example.compiler, "command": bug.command(), "example": bug.example.id },
    })
}

/// Base addresses end in a slash.
fn folder_uri(data: &Data) -> String {
    let dir = data.dir.canonicalize().unwrap_or_else(|_| data.dir.clone());
    format!("file://{}/", encoded(dir.to_string_lossy().trim_end_matches('/')))
}

/// Percent encoding of what may not stand in the path of a URI (RFC 3986).
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn addresses_are_encoded() {
        assert_eq!(encoded("/a b/c++/ä"), "/a%20b/c++/%C3%A4");
    }
}
