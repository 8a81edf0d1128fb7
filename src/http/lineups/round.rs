//! `GET /tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups`
use crate::http::extract::{Asking, Path};
use crate::http::{App, Handled, answer};
use crate::service::lineups::read as query;
use axum::extract::State;
use uuid::Uuid;

/// Read the line-ups of a round, as far as the caller may see them
///
/// The office sees all, a captain his team's, everybody those of matches whose line-ups are open: both
/// are in, or the deadline has passed (11.2, 11.3). Never kept by anyone.
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/lineups", tag = "lineups",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "The line-ups", body = query::RoundLineUps)))]
pub async fn round(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    Asking(caller): Asking,
) -> Handled {
    let (view, opened) = query::run(&app.office, &caller, id, (stage, round)).await?;
    if let Some((tournament, revision)) = opened.and_then(|a| a.head.revision) {
        app.live.heard(tournament, revision).await;
    }
    answer::private(&view, None)
}
