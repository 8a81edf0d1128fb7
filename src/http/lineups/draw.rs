//! `POST /tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups/draw`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::lineups::{MatchesChanged, draw as command};
use axum::extract::State;
use uuid::Uuid;

/// Draw who plays at which board, in every match of a round that waits for its line-ups (11.3)
///
/// Each team's draw is on record and can be run again by anyone.
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups/draw", tag = "lineups",
    request_body = command::OrderDrawWish, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "The matches with their boards", body = MatchesChanged)))]
pub async fn draw(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<command::OrderDrawWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, (stage, round), wish.body).await?)
        .await
}
