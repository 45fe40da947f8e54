//! Pages: one function a path, which finds what is asked for and hands it to what writes it.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use campaign::Finding;
use campaign::report::{Data, Form, write};

use super::reply::{self, Trouble};
use super::{App, change};
use crate::export::{feed, metrics};
use crate::model::bug::RECIPIENTS;
use crate::model::compare::Comparison;
use crate::model::filter::Filter;
use crate::model::now;
use crate::model::test::Test;
use crate::page;
use crate::source::{Source, SourceError};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/", get(overview))
        .route("/bugs", get(bugs))
        .route("/bugs/{id}", get(bug))
        .route("/bugs/{id}/state", post(change::state))
        .route("/bugs/{id}/report", get(report))
        .route("/findings/{id}", get(finding))
        .route("/findings/{id}/files/{name}", get(file))
        .route("/tests", get(find_test))
        .route("/tests/{number}", get(test))
        .route("/workers", get(workers))
        .route("/compare", get(compare))
        .route("/corpus", get(corpus))
        .route("/feed.atom", get(atom))
        .route("/metrics", get(prometheus))
        .route("/report.json", get(|state| document(state, Form::Json)))
        .route("/report.html", get(|state| document(state, Form::Html)))
}

type Answer = Result<Response, Trouble>;

/// Asks the source on a thread that may wait.
pub async fn ask<T: Send + 'static>(
    app: &App,
    question: impl FnOnce(&dyn Source) -> Result<T, SourceError> + Send + 'static,
) -> Result<T, Trouble> {
    let source = app.source.clone();
    let asked = tokio::task::spawn_blocking(move || question(source.as_ref()));
    Ok(asked.await.map_err(|_| Trouble::Lost)??)
}

pub fn no_finding(id: &str) -> Trouble {
    Trouble::Missing(format!("there is no finding {id} in this campaign"))
}

pub async fn finding_of(app: &App, id: &str) -> Result<Finding, Trouble> {
    let name = id.to_owned();
    ask(app, move |source| source.finding(&name)).await?.ok_or_else(|| no_finding(id))
}

pub async fn test_of(app: &App, number: &str) -> Result<Test, Trouble> {
    let parsed: u64 =
        number.trim().parse().map_err(|_| Trouble::Wrong("give the number of a test".to_owned()))?;
    let row = ask(app, move |source| source.test(parsed)).await?;
    let row = row.ok_or_else(|| Trouble::Missing(format!("test {parsed} is not done")))?;
    Ok(Test { row })
}

async fn overview(State(app): State<App>) -> Response {
    reply::page(page::overview::page(&app.snapshot(), now()))
}

async fn bugs(State(app): State<App>, filter: Result<Query<Filter>, QueryRejection>) -> Answer {
    let Query(filter) = filter.map_err(|error| Trouble::Wrong(error.body_text()))?;
    filter.check().map_err(Trouble::Wrong)?;
    Ok(reply::page(page::bugs::page(&app.snapshot(), &filter, now())))
}

async fn bug(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let snapshot = app.snapshot();
    let bug = snapshot.bug(&id).ok_or_else(|| no_finding(&id))?;
    let example = bug.example.id.clone();
    let files = ask(&app, move |source| source.files(&example)).await?;
    Ok(reply::page(page::bug::page(&snapshot, bug, &files, now())))
}

#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default, rename = "for")]
    recipient: String,
}

pub async fn report(
    State(app): State<App>,
    Path(id): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer {
    let Query(wanted) = wanted.map_err(|error| Trouble::Wrong(error.body_text()))?;
    let snapshot = app.snapshot();
    let bug = snapshot.bug(&id).ok_or_else(|| no_finding(&id))?;
    let named = RECIPIENTS.iter().find(|(name, ..)| *name == wanted.recipient);
    let to = match (named, wanted.recipient.is_empty()) {
        (Some((_, _, to)), _) => *to,
        (None, true) => bug.recipient(),
        (None, false) => return Err(Trouble::Wrong("reports are for gcc, llvm or text".to_owned())),
    };
    Ok(reply::text(bug.report(to)))
}

async fn finding(State(app): State<App>, Path(id): Path<String>) -> Answer {
    finding_of(&app, &id).await?;
    let snapshot = app.snapshot();
    let bug = snapshot.bug(&id).ok_or_else(|| no_finding(&id))?;
    Ok(Redirect::to(&format!("/bugs/{}", crate::model::bug::id(bug))).into_response())
}

pub async fn file(State(app): State<App>, Path((id, name)): Path<(String, String)>) -> Answer {
    let missing = Trouble::Missing(format!("finding {id} has no file {name}"));
    let bytes = ask(&app, move |source| source.file(&id, &name)).await?;
    Ok(reply::text(bytes.ok_or(missing)?))
}

#[derive(Deserialize)]
struct Number {
    number: String,
}

async fn find_test(number: Result<Query<Number>, QueryRejection>) -> Answer {
    let Query(Number { number }) = number.map_err(|error| Trouble::Wrong(error.body_text()))?;
    let number: u64 =
        number.trim().parse().map_err(|_| Trouble::Wrong("give the number of a test".to_owned()))?;
    Ok(Redirect::to(&format!("/tests/{number}")).into_response())
}

async fn test(State(app): State<App>, Path(number): Path<String>) -> Answer {
    let test = test_of(&app, &number).await?;
    Ok(reply::page(page::test::page(&app.snapshot(), &test, now())))
}

async fn workers(State(app): State<App>) -> Response {
    reply::page(page::workers::page(&app.snapshot(), now()))
}

async fn compare(State(app): State<App>) -> Response {
    let all = app.all();
    reply::page(page::compare::page(&app.snapshot(), &Comparison::of(&all), now()))
}

async fn corpus(State(app): State<App>) -> Response {
    reply::page(page::corpus::page(&app.snapshot(), now()))
}

async fn atom(State(app): State<App>) -> Response {
    reply::typed("application/atom+xml; charset=utf-8", feed::feed(&app.snapshot()))
}

async fn prometheus(State(app): State<App>) -> Response {
    reply::typed("text/plain; version=0.0.4; charset=utf-8", metrics::metrics(&app.snapshot(), now()))
}

/// The report of `assay report`, with the moment of each test.
async fn document(State(app): State<App>, form: Form) -> Answer {
    let data: Data = ask(&app, |source| source.whole()).await?;
    let kind = if form == Form::Json { "application/json" } else { "text/html; charset=utf-8" };
    Ok(reply::typed(kind, write(&data, form)))
}
