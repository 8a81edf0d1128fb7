//! `GET /players/{player}`
use crate::http::extract::Path;
use crate::http::{App, Handled, answer};
use crate::service::Error;
use crate::store::players::{self, Player};
use axum::extract::State;
use axum::http::HeaderMap;
use uuid::Uuid;

/// Read a player
#[utoipa::path(get, path = "/players/{player}", tag = "players",
    params(("player" = Uuid, Path, description = "The player's id")),
    responses((status = 200, description = "The player", body = Player)))]
pub async fn get(State(app): State<App>, Path(id): Path<Uuid>, headers: HeaderMap) -> Handled {
    // Of the primary: a version read here is what the next change names.
    let mut conn = app.store().primary().await?;
    let player = players::get(&mut conn, id).await?.ok_or(Error::NotFound)?;
    answer::public(&player, Some(player.version), &headers)
}
