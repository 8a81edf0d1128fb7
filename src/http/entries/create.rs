//! `POST /tournaments/{tournament}/entries`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::entries::{EntryChanged, NewEntry, create as command};
use axum::extract::State;
use uuid::Uuid;

/// Enter a player or a team
#[utoipa::path(post, path = "/tournaments/{tournament}/entries", tag = "entries", request_body = NewEntry,
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 201, description = "Entered", body = EntryChanged)))]
pub async fn create(State(app): State<App>, Path(id): Path<Uuid>, wish: Wish<NewEntry>) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.body).await?)
        .await
}
