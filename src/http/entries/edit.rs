//! `PATCH /tournaments/{tournament}/entries/{entry}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::entries::{EntryChanged, EntryPatch, edit as command};
use axum::extract::State;
use uuid::Uuid;

/// Change an entry
#[utoipa::path(patch, path = "/tournaments/{tournament}/entries/{entry}", tag = "entries",
    request_body = EntryPatch,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id")),
    responses((status = 200, description = "Changed", body = EntryChanged)))]
pub async fn edit(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    wish: Wish<EntryPatch>,
) -> Handled {
    let answer = command::run(
        &app.office,
        &wish.caller,
        tournament,
        id,
        wish.seen,
        &wish.raw,
    )
    .await?;
    app.answer(answer).await
}
