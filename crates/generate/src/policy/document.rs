//! docs/policy.md: every knob with its default, made from the rows.

use super::Policy;
use super::knob::{Kind, Moved, Row, Slot, Visitor};
use super::text::shown;
use std::fmt::Write as _;

const HEAD: &str = "\
# The policy: every knob of the generator

<!-- Made from crates/generate/src/policy/sections by `ASSAY_BLESS=1 cargo test -p assay --test book`. -->

`assay gen --print-policy` prints the policy of a program as TOML, and `assay gen --policy FILE` takes one. A file changes what it names,
and leaves the rest as the profile has it:

```toml
[statements]
goto_back = 20

[loops.forms]
while = 10
```

A **weight** says how often something is drawn beside the others of its table, a **percentage** how likely it is at all. Defaults are
those of no profile in particular; `assay gen --profile P --no-swarm --print-policy` shows those of one. With a star: each program
draws its own value around this one (swarm), in the profiles that do so.
";

const TABLE: &str = "\n| knob | kind | default | |\n|---|---|--:|---|\n";

/// The text of docs/policy.md.
pub fn document() -> String {
    let mut page = Page { sections: Vec::new() };
    Policy::default().visit(&mut page);
    let sections: String = page.sections.into_iter().map(|(_, text)| text).collect();
    format!("{HEAD}{sections}")
}

struct Page {
    sections: Vec<(String, String)>,
}

impl Visitor for Page {
    fn section(&mut self, path: &str, row: &Row) {
        let text = format!("\n## `{path}`\n\n{}\n", row.doc());
        self.sections.push((path.to_owned(), text));
    }

    fn knob(&mut self, section: &str, row: &Row, slot: Slot) {
        let Some((_, text)) = self.sections.iter_mut().find(|(path, _)| path == section) else { return };
        if !text.contains(TABLE) {
            text.push_str(TABLE);
        }
        let star = if row.moved == Moved::BySwarm { " *" } else { "" };
        let doc = row.doc().replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {}{star} | {} | {doc} |", row.name, kind(row.kind), shown(&slot));
    }
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Weight => "weight".to_owned(),
        Kind::Percent => "%".to_owned(),
        Kind::Number(None) => "number".to_owned(),
        Kind::Number(Some(most)) => format!("number, at most {most}"),
        Kind::Range => "least, most".to_owned(),
        Kind::Switch => "switch".to_owned(),
        Kind::Table => "table".to_owned(),
    }
}
