//! `POST /keys`
use crate::http::answer::with_secret;
use crate::http::extract::Wish;
use crate::http::{App, Handled};
use crate::service::keys::{KeyMade, create as command};
use axum::extract::State;

/// Make a key
///
/// The secret is in this answer and nowhere else; a retry gets the answer without it.
#[utoipa::path(post, path = "/keys", tag = "office", request_body = command::NewKey,
    responses((status = 201, description = "Made", body = KeyMade)))]
pub async fn create(State(app): State<App>, wish: Wish<command::NewKey>) -> Handled {
    let (answer, secret) = command::run(&app.office, &wish.caller, wish.body).await?;
    app.answer(with_secret(answer, secret)?).await
}
