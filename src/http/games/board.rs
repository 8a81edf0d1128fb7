//! `PUT /games/{game}/boards/{board}/result`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::games::{GameChanged, board as command};
use axum::extract::State;
use uuid::Uuid;

/// Enter or correct the result of one board of a team match
///
/// If-Match takes the board's own version, so that two arbiters at two boards never conflict. The ETag
/// of the answer is the board's new version.
#[utoipa::path(put, path = "/games/{game}/boards/{board}/result", tag = "games", request_body = command::BoardWish,
    params(("game" = Uuid, Path, description = "The match"), ("board" = u32, Path, description = "The board, from 1")),
    responses((status = 200, description = "The match now", body = GameChanged)))]
pub async fn board(
    State(app): State<App>,
    Path((id, board)): Path<(Uuid, u32)>,
    wish: Wish<command::BoardWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, board, wish.seen, wish.body).await?)
        .await
}
