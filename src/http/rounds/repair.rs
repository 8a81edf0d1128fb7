//! `PUT /tournaments/{tournament}/stages/{stage}/rounds/{round}/pairings`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::rounds::{RoundChanged, repair as command};
use axum::extract::State;
use uuid::Uuid;

/// Change the pairing of a draft by hand
///
/// Either the whole pairing (`games`, `byes`), or, in a Swiss, wishes around which the rest is paired:
/// `fix` tables, `forbid` pairs, give the `bye`, `swap` players. Somebody twice or missing is refused.
/// The answer warns of rematches, second byes and colours, shows the engine's pairing, and lists in
/// `by_hand` what differs from it and which clause that breaks; this stays with the round.
#[utoipa::path(put, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/pairings", tag = "rounds",
    request_body = command::HandPairing, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "The draft now", body = RoundChanged)))]
pub async fn repair(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<command::HandPairing>,
) -> Handled {
    let place = (stage, round);
    let answer = command::run(&app.office, &wish.caller, id, place, wish.seen, wish.body).await?;
    app.answer(answer).await
}
