//! `GET POST /games/{game}/claims`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::ClaimWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read the claims
#[utoipa::path(get, path = "/games/{game}/claims", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn list_claims(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::Claims)
        .await
}

/// Claim a natural limit (22.2), a repetition (23), or that neither side can win (4.2.2)
///
/// A natural limit is audited at once; the others wait for a ruling. With a repetition the judge’s opinion is answered, every move explained.
#[utoipa::path(post, path = "/games/{game}/claims", tag = "games", request_body = ClaimWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn claim(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<ClaimWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = wish.body.ply;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
