//! The JSON API: one function a path. Which paths there are, and what they answer, is in the table of `openapi.rs`.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::reply::{self, Trouble};
use super::{App, pages};
use crate::model::bug::Whole;
use crate::model::compare::Comparison;
use crate::model::corpus::Corpus;
use crate::model::filter::Filter;
use crate::model::now;
use crate::model::overview::Overview;
use crate::model::worker::Worker;

/// Trouble, told in JSON.
pub struct Refusal(Trouble);

impl<T: Into<Trouble>> From<T> for Refusal {
    fn from(trouble: T) -> Refusal {
        Refusal(trouble.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        reply::refused(self.0.status(), &self.0.words())
    }
}

pub type Answer = Result<Response, Refusal>;

pub async fn overview(State(app): State<App>) -> Answer {
    Ok(reply::json(&Overview::of(&app.snapshot(), now())))
}

pub async fn bugs(
    State(app): State<App>,
    filter: Result<Query<Filter>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(filter) = filter.map_err(|error| Trouble::Wrong(error.body_text()))?;
    filter.check().map_err(Trouble::Wrong)?;
    Ok(reply::json(&filter.choose(&app.snapshot().data.bugs)))
}

pub async fn bug(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let snapshot = app.snapshot();
    let bug = snapshot.bug(&id).ok_or_else(|| pages::no_finding(&id))?;
    Ok(reply::json(&Whole::of(bug)))
}

pub async fn finding(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let finding = pages::finding_of(&app, &id).await?;
    Ok(reply::json(&finding))
}

#[derive(Serialize)]
struct Files {
    files: Vec<String>,
}

pub async fn files(State(app): State<App>, Path(id): Path<String>) -> Answer {
    pages::finding_of(&app, &id).await?;
    let files = pages::ask(&app, move |source| source.files(&id)).await?;
    Ok(reply::json(&Files { files }))
}

pub async fn test(State(app): State<App>, Path(number): Path<String>) -> Answer {
    Ok(reply::json(&pages::test_of(&app, &number).await?))
}

#[derive(Serialize)]
struct Workers<'a> {
    workers: Vec<Worker<'a>>,
}

pub async fn workers(State(app): State<App>) -> Answer {
    let snapshot = app.snapshot();
    let workers = snapshot.workers.iter().map(|pulse| Worker::of(pulse, now())).collect();
    Ok(reply::json(&Workers { workers }))
}

pub async fn compare(State(app): State<App>) -> Answer {
    Ok(reply::json(&Comparison::of(&app.all())))
}

pub async fn corpus(State(app): State<App>) -> Answer {
    Ok(reply::json(&Corpus::of(&app.snapshot().data)))
}

/// Whether it works: for those who restart what does not.
pub async fn health(State(app): State<App>) -> Response {
    match &app.snapshot().trouble {
        None => reply::json(&serde_json::json!({ "status": "ok" })),
        Some(words) => reply::refused(StatusCode::SERVICE_UNAVAILABLE, words),
    }
}
