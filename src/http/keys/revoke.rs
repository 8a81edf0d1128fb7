//! `POST /keys/{key}/revoke`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::keys::revoke as command;
use crate::store::keys::Key;
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Revoke a key at once
#[utoipa::path(post, path = "/keys/{key}/revoke", tag = "office",
    params(("key" = Uuid, Path, description = "The key's id")),
    responses((status = 200, description = "Revoked", body = Key)))]
pub async fn revoke(State(app): State<App>, Path(id): Path<Uuid>, wish: Wish<Value>) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id).await?)
        .await
}
