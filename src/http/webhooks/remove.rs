//! `DELETE /tournaments/{tournament}/webhooks/{webhook}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::webhooks::remove as command;
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Remove a webhook
#[utoipa::path(delete, path = "/tournaments/{tournament}/webhooks/{webhook}", tag = "webhooks",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id")),
    responses((status = 200, description = "Removed", body = Object)))]
pub async fn remove(
    State(app): State<App>,
    Path(place): Path<(Uuid, Uuid)>,
    wish: Wish<Value>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, place, wish.seen).await?)
        .await
}
