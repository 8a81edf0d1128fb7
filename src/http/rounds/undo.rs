//! `DELETE /tournaments/{tournament}/stages/{stage}/rounds/{round}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::rounds::undo as command;
use axum::extract::State;
use uuid::Uuid;

/// Undo the last round of a stage
///
/// A draft goes at once; a published round needs a reason, and one with results `discard_results`.
#[utoipa::path(delete, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}", tag = "rounds",
    request_body = command::Undo, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "Undone", body = Object)))]
pub async fn undo(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<command::Undo>,
) -> Handled {
    let place = (stage, round);
    let answer = command::run(&app.office, &wish.caller, id, place, wish.seen, wish.body).await?;
    app.answer(answer).await
}
