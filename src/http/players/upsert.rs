//! `PUT /players/by-external-id/{system}/{id}`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::players::{NewPlayer, upsert as command};
use crate::store::players::{ExternalId, Player};
use axum::extract::State;

/// Make or update the player another system knows by a number
#[utoipa::path(put, path = "/players/by-external-id/{system}/{id}", tag = "players", request_body = NewPlayer,
    params(("system" = String, Path, description = "The other system"), ("id" = String, Path, description = "Its number")),
    responses((status = 200, description = "Updated", body = Player), (status = 201, description = "Registered", body = Player)))]
pub async fn upsert(
    State(app): State<App>,
    Path((system, id)): Path<(String, String)>,
    wish: Wish<NewPlayer>,
) -> Handled {
    let external = ExternalId { system, id };
    app.answer(command::run(&app.office, &wish.caller, external, wish.body).await?)
        .await
}
