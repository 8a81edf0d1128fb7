//! `GET /tournaments/{tournament}/webhooks/{webhook}`
use super::may_see;
use crate::http::extract::{Asking, Path};
use crate::http::{App, Handled, answer};
use crate::service::Error;
use crate::store::webhooks::{self, Webhook};
use axum::extract::State;
use uuid::Uuid;

/// Read a webhook
#[utoipa::path(get, path = "/tournaments/{tournament}/webhooks/{webhook}", tag = "webhooks",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id")),
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub async fn get(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    caller: Asking,
) -> Handled {
    may_see(&caller, tournament)?;
    let mut conn = app.store().primary().await?;
    let webhook = webhooks::get(&mut conn, tournament, id).await?;
    let webhook = webhook.ok_or(Error::NotFound)?;
    answer::private(&webhook, Some(webhook.version))
}
