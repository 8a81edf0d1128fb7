//! `PATCH /players/{player}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::players::{PlayerPatch, edit as command};
use crate::store::players::Player;
use axum::extract::State;
use uuid::Uuid;

/// Change a player
///
/// A merge patch: absent fields stay, null clears. Entries made from the player stay as they are.
#[utoipa::path(patch, path = "/players/{player}", tag = "players", request_body = PlayerPatch,
    params(("player" = Uuid, Path, description = "The player's id")),
    responses((status = 200, description = "Changed", body = Player)))]
pub async fn edit(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<PlayerPatch>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.seen, &wish.raw).await?)
        .await
}
