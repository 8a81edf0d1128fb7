//! `POST /tournaments/{tournament}/stages`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::stages::{StageChanged, create as command};
use crate::tournament::model::Stage;
use axum::extract::State;
use uuid::Uuid;

/// Add a stage as the last one
#[utoipa::path(post, path = "/tournaments/{tournament}/stages", tag = "stages", request_body = Stage,
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 201, description = "Added", body = StageChanged)))]
pub async fn create(State(app): State<App>, Path(id): Path<Uuid>, wish: Wish<Stage>) -> Handled {
    app.answer(command::run(&app.office, &wish.caller, id, wish.body).await?)
        .await
}
