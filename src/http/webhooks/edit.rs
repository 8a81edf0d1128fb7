//! `PATCH /tournaments/{tournament}/webhooks/{webhook}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::webhooks::edit as command;
use crate::store::webhooks::Webhook;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What to change of a webhook; absent fields stay, null clears.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "the shape of a patch; the patch itself is merged as JSON"
)]
pub struct WebhookPatch {
    /// Where to.
    url: Option<String>,
    /// What it is for.
    description: Option<String>,
    /// Kinds of change.
    events: Option<Vec<String>>,
    /// Whether anything is sent. Switched on again, it is sent what it missed.
    enabled: Option<bool>,
}

/// Change a webhook, or switch it on or off
#[utoipa::path(patch, path = "/tournaments/{tournament}/webhooks/{webhook}", tag = "webhooks", request_body = WebhookPatch,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id")),
    responses((status = 200, description = "Changed", body = Webhook)))]
pub async fn edit(
    State(app): State<App>,
    Path(place): Path<(Uuid, Uuid)>,
    wish: Wish<WebhookPatch>,
) -> Handled {
    let private = app.webhooks.private();
    let (caller, seen) = (&wish.caller, wish.seen);
    let answer = command::run(&app.office, caller, place, seen, &wish.raw, private).await?;
    app.webhooks.wake();
    app.answer(answer).await
}
