//! `POST /games/{game}/confirmations`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::games::{GameChanged, confirm as command};
use axum::extract::State;
use uuid::Uuid;

/// Confirm or dispute a result (9)
#[utoipa::path(post, path = "/games/{game}/confirmations", tag = "games", request_body = command::ConfirmWish, params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The game now", body = GameChanged)))]
pub async fn confirm(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::ConfirmWish>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.seen, wish.body).await?)
        .await
}
