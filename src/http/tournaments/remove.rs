//! `DELETE /tournaments/{tournament}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::tournaments::remove as command;
use axum::extract::State;
use serde_json::Value;
use uuid::Uuid;

/// Delete a tournament nobody has played in
#[utoipa::path(delete, path = "/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "Deleted", body = Object)))]
pub async fn remove(State(app): State<App>, Path(id): Path<Uuid>, wish: Wish<Value>) -> Handled {
    let answer = command::run(&app.office, &wish.caller, id, wish.seen).await?;
    let response = app.answer(answer).await;
    app.live.gone(id).await;
    response
}
