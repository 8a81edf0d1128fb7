//! `PUT /games/{game}/lineups/{entry}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::lineups::submit as command;
use axum::extract::State;
use uuid::Uuid;

/// Hand in a team's line-up for a match (11.2, 11.3)
///
/// It may be replaced while it is hidden. When both are in, they are open and the match has its boards.
/// A captain's key hands in for its own team.
#[utoipa::path(put, path = "/games/{game}/lineups/{entry}", tag = "lineups", request_body = command::LineUpWish,
    params(("game" = Uuid, Path, description = "The match"), ("entry" = Uuid, Path, description = "The team's entry")),
    responses((status = 200, description = "Handed in", body = command::LineUpKept)))]
pub async fn submit(
    State(app): State<App>,
    Path((id, entry)): Path<(Uuid, Uuid)>,
    wish: Wish<command::LineUpWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, entry, wish.body).await?)
        .await
}
