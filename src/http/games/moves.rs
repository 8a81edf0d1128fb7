//! `POST /games/{game}/moves`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::games::{GameChanged, moves as command};
use axum::extract::State;
use uuid::Uuid;

/// Add moves to a game's record
///
/// An illegal move is refused: the problem names ply and reason. Mate and stalemate end the game.
#[utoipa::path(post, path = "/games/{game}/moves", tag = "games", request_body = command::MovesWish, params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The game now", body = GameChanged)))]
pub async fn moves(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::MovesWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.seen, wish.body).await?)
        .await
}
