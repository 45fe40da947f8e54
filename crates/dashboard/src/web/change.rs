//! Changing what people say of a bug: the only thing here that writes.

use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use campaign::store::BugState;
use serde::{Deserialize, Serialize};

use super::api::Refusal;
use super::guard::{Peer, may_change};
use super::reply::{self, Trouble};
use super::{App, pages};
use crate::source::Change;

/// What is asked for, by a form or as JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wish {
    state: String,
    note: String,
    token: String,
}

/// A campaign is read again in this time, unless it is a very large one.
const SOON: Duration = Duration::from_secs(3);

/// A note is a line or two.
const MOST_NOTE: usize = 2000;

#[derive(Serialize)]
struct Changed {
    bucket: String,
    state: String,
    note: String,
    /// How many findings that are.
    findings: usize,
}

pub async fn state(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let is_json = reply::is_json(&headers);
    match (changed(&app, &peer, &id, &headers, &body).await, is_json) {
        (Ok(changed), true) => reply::json(&changed),
        (Ok(_), false) => Redirect::to(&format!("/bugs/{id}")).into_response(),
        (Err(trouble), true) => Refusal::from(trouble).into_response(),
        (Err(trouble), false) => trouble.into_response(),
    }
}

async fn changed(
    app: &App,
    peer: &Peer,
    id: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Changed, Trouble> {
    let wish = wish(headers, body)?;
    if !may_change(app, &peer.0, headers, &wish.token) {
        return Err(Trouble::Forbidden);
    }
    let change = change(&wish)?;
    let finding = pages::finding_of(app, id).await?;
    let (bucket, note) = (finding.bucket.clone(), change.note.clone());
    let mut now = app.now.clone();
    now.mark_unchanged();
    let findings = pages::ask(app, move |source| source.change(&finding.bucket, &change)).await?;
    // Whoever looks next sees it already, if reading is quick.
    let _ = tokio::time::timeout(SOON, now.changed()).await;
    Ok(Changed { bucket, state: wish.state, note, findings })
}

fn wish(headers: &HeaderMap, body: &[u8]) -> Result<Wish, Trouble> {
    if reply::is_json(headers) {
        return serde_json::from_slice(body).map_err(|error| Trouble::Wrong(error.to_string()));
    }
    let mut wish = Wish::default();
    for (name, value) in form_urlencoded::parse(body) {
        match name.as_ref() {
            "state" => wish.state = value.into_owned(),
            "note" => wish.note = value.into_owned(),
            "token" => wish.token = value.into_owned(),
            other => return Err(Trouble::Wrong(format!("there is no field `{other}`"))),
        }
    }
    Ok(wish)
}

fn change(wish: &Wish) -> Result<Change, Trouble> {
    let wrong = |words: &str| Err(Trouble::Wrong(words.to_owned()));
    let Some(state) = BugState::from_name(&wish.state) else {
        let names = BugState::ALL.map(BugState::name).join(", ");
        return wrong(&format!("give a state: {names}"));
    };
    let note = wish.note.trim();
    if note.is_empty() && state != BugState::New {
        return wrong("say in a note where it is reported, in what it is fixed, or why it is no news");
    }
    if note.len() > MOST_NOTE {
        return wrong("the note is too long");
    }
    Ok(Change { state, note: note.to_owned() })
}
