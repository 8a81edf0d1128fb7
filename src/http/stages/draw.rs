//! `POST /tournaments/{tournament}/stages/{stage}/draw`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::stages::draw as command;
use axum::extract::State;
use uuid::Uuid;

/// Draw the numbers
///
/// From a seed that is recorded, so that anyone can run the draw again; or as drawn by hand.
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/draw", tag = "stages",
    request_body = command::DrawWish, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "Drawn", body = command::DrawDone)))]
pub async fn draw(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    wish: Wish<command::DrawWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, stage, wish.body).await?)
        .await
}
