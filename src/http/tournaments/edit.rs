//! `PATCH /tournaments/{tournament}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::tournaments::edit as command;
use axum::extract::State;
use uuid::Uuid;

/// Change a tournament
///
/// A merge patch: absent fields stay, null clears. Regulations changed after the start are recorded
/// and warned about.
#[utoipa::path(patch, path = "/tournaments/{tournament}", tag = "tournaments",
    request_body = command::TournamentPatch,
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "Changed", body = command::TournamentChanged)))]
pub async fn edit(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::TournamentPatch>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.seen, &wish.raw).await?)
        .await
}
