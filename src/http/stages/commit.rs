//! `POST /tournaments/{tournament}/stages/{stage}/draw/commitment`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::stages::StageChanged;
use crate::service::stages::draw::commit as command;
use axum::extract::State;
use uuid::Uuid;

/// Promise the seed of a stage's draw beforehand
///
/// Its SHA-256 is public from here on, and the draw can only be made from this seed.
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/draw/commitment", tag = "stages",
    request_body = command::CommitWish, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "Published", body = StageChanged)))]
pub async fn commit(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    wish: Wish<command::CommitWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, stage, wish.body).await?)
        .await
}
