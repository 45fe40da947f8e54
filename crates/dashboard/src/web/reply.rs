//! Answers that all have in common.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use serde::Serialize;

use crate::source::SourceError;

/// Words for whoever asked, as plain text.
pub fn failed(status: StatusCode, words: &str) -> Response {
    (status, format!("{words}\n")).into_response()
}

/// The same for programs.
pub fn refused(status: StatusCode, words: &str) -> Response {
    (status, Json(serde_json::json!({ "error": words }))).into_response()
}

pub async fn nothing_here(uri: Uri) -> Response {
    match uri.path().starts_with("/api/") {
        true => refused(StatusCode::NOT_FOUND, "there is no such path; see /api/openapi.json"),
        false => failed(StatusCode::NOT_FOUND, "there is no such page; begin at /"),
    }
}

pub fn page(markup: Markup) -> Response {
    Html(markup.into_string()).into_response()
}

/// Files of findings are others' words: shown, and never obeyed.
pub fn text(bytes: impl Into<axum::body::Body>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], bytes.into()).into_response()
}

pub fn typed(kind: &'static str, body: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

pub fn json(value: &impl Serialize) -> Response {
    Json(value).into_response()
}

/// Why there is no answer.
pub enum Trouble {
    Missing(String),
    Wrong(String),
    Forbidden,
    Source(SourceError),
    /// A task of ours ended without a result.
    Lost,
}

impl Trouble {
    pub fn status(&self) -> StatusCode {
        match self {
            Trouble::Missing(_) => StatusCode::NOT_FOUND,
            Trouble::Wrong(_) => StatusCode::BAD_REQUEST,
            Trouble::Forbidden => StatusCode::FORBIDDEN,
            Trouble::Source(_) | Trouble::Lost => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub fn words(&self) -> String {
        match self {
            Trouble::Missing(words) | Trouble::Wrong(words) => words.clone(),
            Trouble::Forbidden => {
                "changing something needs the token, or a page that is open on this machine".to_owned()
            }
            Trouble::Source(error) => error.to_string(),
            Trouble::Lost => "it was not answered; try again".to_owned(),
        }
    }
}

impl From<SourceError> for Trouble {
    fn from(error: SourceError) -> Trouble {
        Trouble::Source(error)
    }
}

/// For people; the API has [`refused`].
impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        failed(self.status(), &self.words())
    }
}

/// Whether JSON was sent.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
}
