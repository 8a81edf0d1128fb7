//! `POST /keys/{key}/rotate`
use crate::http::answer::with_secret;
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::keys::{KeyMade, rotate as command};
use axum::extract::State;
use uuid::Uuid;

/// Put a new key in an old one's place
#[utoipa::path(post, path = "/keys/{key}/rotate", tag = "office", request_body = command::Rotation,
    params(("key" = Uuid, Path, description = "The key's id")),
    responses((status = 201, description = "The new key", body = KeyMade)))]
pub async fn rotate(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::Rotation>,
) -> Handled {
    let (answer, secret) = command::run(&app.office, &wish.caller, id, wish.body).await?;
    app.answer(with_secret(answer, secret)?).await
}
