//! News for feed readers: an Atom feed (RFC 4287) of bugs, the newest first. Addresses are ids only, since a feed does not know by which
//! name it is read.

use campaign::report::Bug;
use maud::{PreEscaped, Render, html};

use campaign::report::markup::Text;

use crate::keeper::Snapshot;
use crate::model::bug::{Row, State};
use crate::page::words::moment;

/// So many entries, the newest.
const MOST: usize = 50;

pub fn feed(snapshot: &Snapshot) -> String {
    let mut bugs: Vec<(&Bug, Row)> = snapshot.data.bugs.iter().map(|bug| (bug, Row::of(bug))).collect();
    bugs.retain(|(_, row)| row.state == State::New);
    bugs.sort_by_key(|(_, row)| std::cmp::Reverse((row.first_found, row.id.to_owned())));
    bugs.truncate(MOST);
    let seed = snapshot.data.campaign.get("seed").map_or("0", String::as_str);
    let updated = bugs.first().map_or(snapshot.taken / 1000, |(_, row)| row.first_found as i64);
    let body = html! {
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { "urn:assay:campaign:" (Text(seed)) }
            title { "Bugs of " (Text(&snapshot.name)) }
            updated { (moment(updated * 1000)) }
            author { name { "assay " (snapshot.data.version) } }
            @for (bug, row) in &bugs {
                entry {
                    id { "urn:assay:campaign:" (Text(seed)) ":" (Text(row.id)) }
                    title { (Text(row.title)) }
                    updated { (moment(row.first_found as i64 * 1000)) }
                    (PreEscaped(format!("<link href=\"/bugs/{}\"/>", Text(row.id).render().into_string())))
                    category term=(row.kind) {}
                    summary { (Text(row.bucket)) }
                    content type="text" { (Text(&bug.report(bug.recipient()))) }
                }
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{}\n", body.into_string())
}
