//! `POST /tournaments/{tournament}/stages/{stage}/rounds`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::rounds::{RoundChanged, pair as command};
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Pair the next round as a draft, with reasons
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/rounds", tag = "rounds", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 201, description = "The draft", body = RoundChanged)))]
pub async fn pair(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    wish: Wish<Value>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, stage).await?)
        .await
}
