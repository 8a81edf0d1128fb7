//! `POST /tournaments`
use crate::http::extract::Wish;
use crate::http::{App, Handled};
use crate::service::tournaments::create as command;
use crate::service::views::TournamentView;
use crate::tournament::model::Tournament;
use axum::extract::State;

/// Make a tournament
#[utoipa::path(post, path = "/tournaments", tag = "tournaments", request_body = Tournament,
    responses((status = 201, description = "Made", body = TournamentView)))]
pub async fn create(State(app): State<App>, wish: Wish<Tournament>) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, wish.body).await?)
        .await
}
