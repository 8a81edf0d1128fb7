//! `GET POST /games/{game}/take-back`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::TakeBackWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read which moves were taken back
#[utoipa::path(get, path = "/games/{game}/take-back", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn list_take_backs(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::TakeBacks)
        .await
}

/// Take moves back (5.8)
///
/// Displaced pieces are put right within five full moves (5.8.2); an illegal move found later counts as one, and its piece as touched (5.8.3); a record entered wrongly is entered again.
#[utoipa::path(post, path = "/games/{game}/take-back", tag = "games", request_body = TakeBackWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn take_back(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<TakeBackWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = wish.body.ply;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
