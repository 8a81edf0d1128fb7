//! `GET POST /games/{game}/clock`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::ClockWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read the clocks
#[utoipa::path(get, path = "/games/{game}/clock", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn read_clock(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::Clock)
        .await
}

/// Enter clocks as read, set one, or claim a flag (6, 21)
///
/// A flag is held against what is on record: time left, or the moves of the period made, refuses it.
#[utoipa::path(post, path = "/games/{game}/clock", tag = "games", request_body = ClockWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn clock(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<ClockWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = wish.body.ply;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
