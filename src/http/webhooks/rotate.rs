//! `POST /tournaments/{tournament}/webhooks/{webhook}/rotate`
use crate::http::answer::with_secret;
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::webhooks::WebhookMade;
use crate::service::webhooks::rotate as command;
use axum::extract::State;
use uuid::Uuid;

/// Change a webhook's secret
///
/// Both secrets sign for a while, so that the receiver can change over.
#[utoipa::path(post, path = "/tournaments/{tournament}/webhooks/{webhook}/rotate", tag = "webhooks", request_body = command::SecretRotation,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id")),
    responses((status = 200, description = "Changed", body = WebhookMade)))]
pub async fn rotate(
    State(app): State<App>,
    Path(place): Path<(Uuid, Uuid)>,
    wish: Wish<command::SecretRotation>,
) -> Handled {
    let (answer, secret) = command::run(&app.office, &wish.caller, place, wish.body).await?;
    app.answer(with_secret(answer, secret)?).await
}
