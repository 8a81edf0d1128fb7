//! `POST /tournaments/{tournament}/stages/{stage}/rounds/{round}/reopen`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::rounds::{Reason, RoundChanged, reopen as command};
use axum::extract::State;
use uuid::Uuid;

/// Open a locked round again, with a reason
#[utoipa::path(post, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}/reopen", tag = "rounds",
    request_body = Reason, params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage")),
    responses((status = 200, description = "Done", body = RoundChanged)))]
pub async fn reopen(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    wish: Wish<Reason>,
) -> Handled {
    let place = (stage, round);
    app.answer(command::run(&app.office, &wish.caller, id, place, wish.seen, wish.body).await?)
        .await
}
