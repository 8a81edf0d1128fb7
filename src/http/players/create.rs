//! `POST /players`
use crate::http::extract::Wish;
use crate::http::{App, Handled};
use crate::service::players::{NewPlayer, create as command};
use crate::store::players::Player;
use axum::extract::State;

/// Register a player
#[utoipa::path(post, path = "/players", tag = "players", request_body = NewPlayer,
    responses((status = 201, description = "Registered", body = Player)))]
pub async fn create(State(app): State<App>, wish: Wish<NewPlayer>) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, wish.body).await?)
        .await
}
