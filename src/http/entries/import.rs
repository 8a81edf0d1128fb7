//! `POST /tournaments/{tournament}/entries/import`
use crate::http::extract::{FileBytes, Path, Query, Upload};
use crate::http::{App, Handled};
use crate::service::entries::import as command;
use crate::service::entries::new::NewEntry;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// How to import.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Mode {
    /// Report only; nothing is stored.
    #[serde(default)]
    dry_run: bool,
    /// Enter the good rows even where others are faulty.
    #[serde(default)]
    best_effort: bool,
}

/// Enter everyone on a list
///
/// CSV (comma, semicolon, tab, full-width separators; UTF-8, GB18030, Big5), XLSX or a JSON list.
#[utoipa::path(post, path = "/tournaments/{tournament}/entries/import", tag = "entries",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), Mode),
    request_body(description = "The file, whatever type it is declared as", content(
        (Vec<NewEntry> = "application/json"), (String = "text/csv"), (FileBytes = "application/octet-stream"))),
    responses((status = 201, description = "Entered", body = command::ImportReport),
        (status = 200, description = "What would be entered", body = command::ImportReport)))]
pub async fn import(
    State(app): State<App>,
    Path(tournament): Path<Uuid>,
    Query(mode): Query<Mode>,
    file: Upload,
) -> Handled {
    let mode = command::Mode {
        dry_run: mode.dry_run,
        best_effort: mode.best_effort,
    };
    let answer = command::run(&app.office, &file.caller, tournament, &file.bytes, mode).await?;
    app.answer(answer).await
}
