//! `DELETE /tournaments/{tournament}/stages/{stage}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::stages::remove as command;
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Take out the last stage while nothing is paired in it
#[utoipa::path(delete, path = "/tournaments/{tournament}/stages/{stage}", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "Taken out", body = Object)))]
pub async fn remove(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    wish: Wish<Value>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, stage, wish.seen).await?)
        .await
}
