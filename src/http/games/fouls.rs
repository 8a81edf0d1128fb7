//! `GET POST /games/{game}/fouls`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::FoulWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read the fouls
#[utoipa::path(get, path = "/games/{game}/fouls", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn list_fouls(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::Fouls)
        .await
}

/// Put a foul on record (8.1), or gaps in a player’s record (7.1, 7.2)
///
/// The one that reaches the limit of the regulations loses (4.1.10), and so does the clock pressed before moving for the second time (4.1.9).
#[utoipa::path(post, path = "/games/{game}/fouls", tag = "games", request_body = FoulWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn foul(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<FoulWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = wish.body.ply;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
