//! `POST /tournaments/{tournament}/stages/{stage}/rounds/{round}/publish`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::rounds::{RoundChanged, publish as command};
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Publish a draft: from here on everyone sees it
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/publish", tag = "rounds",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "Done", body = RoundChanged)))]
pub async fn publish(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<Value>,
) -> Handled {
    let place = (stage, round);
    app.answer(command::run(&app.office, &wish.caller, id, place, wish.seen).await?)
        .await
}
