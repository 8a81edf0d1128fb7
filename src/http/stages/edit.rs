//! `PATCH /tournaments/{tournament}/stages/{stage}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::stages::{StageChanged, StagePatch, edit as command};
use axum::extract::State;
use uuid::Uuid;

/// Change a stage's settings
///
/// A merge patch: absent fields stay, null clears. Format and field are fixed once a round is paired.
#[utoipa::path(patch, path = "/tournaments/{tournament}/stages/{stage}", tag = "stages",
    request_body = StagePatch, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "Changed", body = StageChanged)))]
pub async fn edit(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    wish: Wish<StagePatch>,
) -> Handled {
    let answer = command::run(&app.office, &wish.caller, id, stage, wish.seen, &wish.raw).await?;
    app.answer(answer).await
}
