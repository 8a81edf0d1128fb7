//! `POST /tournaments/{tournament}/webhooks/{webhook}/replay`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::webhooks::replay as command;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What is sent again.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Replayed {
    /// The webhook.
    pub id: Uuid,
    /// How many deliveries.
    pub deliveries: u64,
    /// The tournament's revision.
    pub revision: i64,
}

/// Send again, under the same ids
#[utoipa::path(post, path = "/tournaments/{tournament}/webhooks/{webhook}/replay", tag = "webhooks", request_body = command::Replay,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id")),
    responses((status = 200, description = "Will be sent", body = Replayed)))]
pub async fn replay(
    State(app): State<App>,
    Path(place): Path<(Uuid, Uuid)>,
    wish: Wish<command::Replay>,
) -> Handled {
    let answer = command::run(&app.office, &wish.caller, place, wish.body).await?;
    app.webhooks.wake();
    app.answer(answer).await
}
