//! `GET /keys/{key}`
use crate::http::extract::{Asking, Path};
use crate::http::{App, Handled, answer};
use crate::service::{Error, Permission};
use crate::store::keys::{self, Key};
use axum::extract::State;
use uuid::Uuid;

/// Read a key, without its secret
#[utoipa::path(get, path = "/keys/{key}", tag = "office",
    params(("key" = Uuid, Path, description = "The key's id")),
    responses((status = 200, description = "The key", body = Key)))]
pub async fn get(State(app): State<App>, Path(id): Path<Uuid>, Asking(caller): Asking) -> Handled {
    caller.actor.require(Permission::ManageKeys, None)?;
    let mut conn = app.store().primary().await?;
    answer::private(
        &keys::get(&mut conn, id).await?.ok_or(Error::NotFound)?,
        None,
    )
}
