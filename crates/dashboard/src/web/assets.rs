//! Style and script, which are part of the binary.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use super::App;

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/live.js");
const ICON: &str = include_str!("../assets/icon.svg");

pub fn routes() -> Router<App> {
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move {
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], text).into_response()
        })
    };
    Router::new()
        .route("/assets/style.css", file("text/css; charset=utf-8", STYLE))
        .route("/assets/live.js", file("text/javascript; charset=utf-8", SCRIPT))
        .route("/assets/icon.svg", file("image/svg+xml", ICON))
}
