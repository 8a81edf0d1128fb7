//! `POST /tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups/deadline`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::lineups::{MatchesChanged, deadline as command};
use axum::extract::State;
use uuid::Uuid;

/// Set until when line-ups of a round are handed in
///
/// A time that has passed opens them at once; who has handed in none plays in registered order.
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups/deadline", tag = "lineups",
    request_body = command::DeadlineWish, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "The matches that changed", body = MatchesChanged)))]
pub async fn deadline(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<command::DeadlineWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, (stage, round), wish.body).await?)
        .await
}
