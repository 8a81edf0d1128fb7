//! `POST /tournaments/{tournament}/webhooks`
use crate::http::answer::with_secret;
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::webhooks::{NewWebhook, WebhookMade, create as command};
use axum::extract::State;
use uuid::Uuid;

/// Make a webhook
///
/// The secret is in this answer and nowhere else. Messages are signed by Standard Webhooks.
#[utoipa::path(post, path = "/tournaments/{tournament}/webhooks", tag = "webhooks", request_body = NewWebhook,
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 201, description = "Made", body = WebhookMade)))]
pub async fn create(
    State(app): State<App>,
    Path(tournament): Path<Uuid>,
    wish: Wish<NewWebhook>,
) -> Handled {
    let private = app.webhooks.private();
    let made = command::run(&app.office, &wish.caller, tournament, wish.body, private);
    let (answer, secret) = made.await?;
    app.answer(with_secret(answer, secret)?).await
}
