//! `GET POST /games/{game}/offers`
use super::log::{BoardOf, about};
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::games::enter::{Entered, run};
use crate::service::games::wishes::OfferWish;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use axum::extract::State;
use uuid::Uuid;

/// Read the draw offers
#[utoipa::path(get, path = "/games/{game}/offers", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "Part of the log", body = LogView)))]
pub async fn list_offers(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::Offers)
        .await
}

/// Offer a draw, or answer an offer (22.1)
///
/// In one’s own time, not to be taken back; refused by word or by moving. The offer that makes two more than the opponent’s is a foul (8.1.3).
#[utoipa::path(post, path = "/games/{game}/offers", tag = "games", request_body = OfferWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn offer(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<OfferWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let ply = wish.body.ply;
    let answer = run(&app.office, &wish.caller, about, ply, wish.body.wanted()).await?;
    app.answer(answer).await
}
