//! `POST /games/{game}/moves`
use super::log::{BoardOf, about};
use crate::http::extract::{Path, Query, Wish};
use crate::http::{App, Handled};
use crate::service::games::{enter::Entered, moves as command};
use axum::extract::State;
use uuid::Uuid;

/// Add moves to a game's record
///
/// An illegal move is refused: the problem names ply and reason. Mate and stalemate end the game. After
/// its end a sheet may still be entered; it must not contradict the result.
#[utoipa::path(post, path = "/games/{game}/moves", tag = "games", request_body = command::MovesWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn moves(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<command::MovesWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    app.answer(command::run(&app.office, &wish.caller, about, wish.body).await?)
        .await
}
