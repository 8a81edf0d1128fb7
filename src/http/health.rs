//! Whether the server lives, is ready, and its counters.
use super::{App, Handled, Problem};
use crate::service::Error;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// The process lives.
pub async fn live() -> &'static str {
    "ok\n"
}

/// The database answers and has the schema of this program.
pub async fn ready(State(app): State<App>) -> Handled {
    if app.store().ready().await.map_err(Problem::from)? {
        Ok("ready\n".into_response())
    } else {
        Err(Error::Busy("the schema is older than this program".into()).into())
    }
}

/// Counters for Prometheus.
pub async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    (kind, app.metrics.render())
}
