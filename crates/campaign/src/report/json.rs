//! Everything, for programs. The form is documented in `docs/report.md`.

use super::data::Data;

pub(super) fn document(data: &Data) -> String {
    // Keys are text, and numbers finite; nothing can fail.
    serde_json::to_string_pretty(data).unwrap_or_default() + "\n"
}
