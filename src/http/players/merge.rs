//! `POST /players/{player}/merge`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::players::merge as command;
use crate::store::players::Player;
use axum::extract::State;
use uuid::Uuid;

/// Merge a double into a player
#[utoipa::path(post, path = "/players/{player}/merge", tag = "players", request_body = command::Merge,
    params(("player" = Uuid, Path, description = "The player who stays")),
    responses((status = 200, description = "Merged", body = Player)))]
pub async fn merge(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    wish: Wish<command::Merge>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.body).await?)
        .await
}
