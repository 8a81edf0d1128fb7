//! `POST /tournaments/{tournament}/undo`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::tournaments::undo as command;
use axum::extract::State;
use uuid::Uuid;

/// Undo the last public change, where that is safe
#[utoipa::path(post, path = "/tournaments/{tournament}/undo", tag = "office", request_body = command::UndoWish,
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "Undone", body = command::Undone)))]
pub async fn undo(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::UndoWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.body).await?)
        .await
}
