//! `POST /tournaments/{tournament}/entries/{entry}/penalties`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::entries::{EntryChanged, penalise as command};
use crate::tournament::model::Penalty;
use axum::extract::State;
use uuid::Uuid;

/// Give a penalty (18.1–18.4)
#[utoipa::path(post, path = "/tournaments/{tournament}/entries/{entry}/penalties", tag = "entries",
    request_body = Penalty,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id")),
    responses((status = 200, description = "Given", body = EntryChanged)))]
pub async fn penalise(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    wish: Wish<Penalty>,
) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, tournament, id, wish.body).await?)
        .await
}
