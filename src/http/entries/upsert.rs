//! `PUT /tournaments/{tournament}/entries/by-external-id/{system}/{id}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::entries::{EntryChanged, NewEntry, upsert as command};
use crate::store::players::ExternalId;
use axum::extract::State;
use uuid::Uuid;

/// Make or update the entry another system knows by a number
#[utoipa::path(put, path = "/tournaments/{tournament}/entries/by-external-id/{system}/{id}", tag = "entries",
    request_body = NewEntry,
    params(("tournament" = Uuid, Path, description = "The tournament's id"),
        ("system" = String, Path, description = "The other system"), ("id" = String, Path, description = "Its number")),
    responses((status = 200, description = "Updated", body = EntryChanged), (status = 201, description = "Entered", body = EntryChanged)))]
pub async fn upsert(
    State(app): State<App>,
    Path((tournament, system, id)): Path<(Uuid, String, String)>,
    wish: Wish<NewEntry>,
) -> Handled {
    let external = ExternalId { system, id };
    app.answer(command::run(&app.office, &wish.caller, tournament, external, wish.body).await?)
        .await
}
