//! `PUT /games/{game}/result`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::games::{GameChanged, result as command};
use axum::extract::State;
use uuid::Uuid;

/// Enter or correct a result
///
/// `dry_run` reports what a correction would change and stores nothing.
#[utoipa::path(put, path = "/games/{game}/result", tag = "games", request_body = command::ResultWish, params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The game now", body = GameChanged)))]
pub async fn result(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::ResultWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.seen, wish.body).await?)
        .await
}
