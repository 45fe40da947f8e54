//! What has changed, told as it happens: server-sent events. A listener that is too slow misses the changes between, and gets the
//! newest.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use campaign::report::Figures;

use super::{App, reply};
use crate::keeper::Snapshot;
use crate::model::now;
use crate::model::overview::{in_a_line, is_running};

/// So often a listener hears something, also when there is nothing to tell.
const BEAT: Duration = Duration::from_secs(15);

#[derive(Serialize)]
struct News {
    number: u64,
    taken: i64,
    is_running: bool,
    words: String,
    figures: Figures,
}

pub async fn events(State(app): State<App>) -> Response {
    let Ok(place) = app.listeners.clone().try_acquire_owned() else {
        return reply::failed(StatusCode::SERVICE_UNAVAILABLE, "too many listen already; ask again later");
    };
    let changes = WatchStream::new(app.now.clone()).map(move |snapshot| {
        let _ = &place;
        Ok::<Event, Infallible>(event(&snapshot))
    });
    Sse::new(changes).keep_alive(KeepAlive::new().interval(BEAT)).into_response()
}

fn event(snapshot: &Snapshot) -> Event {
    let figures = snapshot.data.figures();
    let news = News {
        number: snapshot.number,
        taken: snapshot.taken,
        is_running: is_running(snapshot, now()),
        words: in_a_line(&figures),
        figures,
    };
    let event = Event::default().event("change").id(snapshot.number.to_string());
    event.json_data(news).unwrap_or_default()
}
