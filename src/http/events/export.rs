//! `GET /tournaments/{tournament}/export`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::tournament::model::Event;
use axum::extract::State;
use uuid::Uuid;

/// The whole tournament as one event file
#[utoipa::path(get, path = "/tournaments/{tournament}/export", tag = "tournaments", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "A `saiwu-event/1` file", body = Event)))]
pub async fn export(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    app.show(id, &reading, "export", |s| Ok(s.event.clone()))
        .await
}
