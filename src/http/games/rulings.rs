//! `GET POST /games/{game}/rulings`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::RulingWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read the rulings
#[utoipa::path(get, path = "/games/{game}/rulings", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn list_rulings(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::Rulings)
        .await
}

/// Rule on what was claimed or has happened
///
/// A repetition by the judge, or otherwise with a reason (23.5), and then watched move by move (23.5.2); a position that neither side can win (4.2.2); absence, lateness, misconduct, colours swapped, disputes.
#[utoipa::path(post, path = "/games/{game}/rulings", tag = "games", request_body = RulingWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn rule(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<RulingWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = None;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
