//! `POST /tournaments/import`, `POST /tournaments/{tournament}/import`
use crate::http::extract::{Path, Query, Upload};
use crate::http::{App, Handled};
use crate::service::events::import as command;
use crate::tournament::model::Event;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// How to import.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Mode {
    /// Check only; nothing is stored.
    #[serde(default)]
    dry_run: bool,
}

/// Make a tournament from an event file
#[utoipa::path(post, path = "/tournaments/import", tag = "tournaments", request_body = Event, params(Mode),
    responses((status = 201, description = "Made", body = command::Imported),
        (status = 200, description = "What would be made", body = command::Imported)))]
pub async fn as_new(State(app): State<App>, Query(mode): Query<Mode>, file: Upload) -> Handled {
    let answer = command::as_new(&app.office, &file.caller, &file.bytes, mode.dry_run).await?;
    app.answer(answer).await
}

/// Fill an empty tournament from an event file
#[utoipa::path(post, path = "/tournaments/{tournament}/import", tag = "tournaments", request_body = Event,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), Mode),
    responses((status = 200, description = "Filled", body = command::Imported)))]
pub async fn into_empty(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(mode): Query<Mode>,
    file: Upload,
) -> Handled {
    let answer =
        command::into_empty(&app.office, &file.caller, id, &file.bytes, mode.dry_run).await?;
    app.answer(answer).await
}
