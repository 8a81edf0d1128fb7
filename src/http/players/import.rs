//! `POST /players/import`
use crate::http::extract::{FileBytes, Query, Upload};
use crate::http::{App, Handled};
use crate::service::players::{NewPlayer, import as command};
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

/// How to import.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Mode {
    /// Report only; nothing is stored.
    #[serde(default)]
    dry_run: bool,
    /// Register the good rows even where others are faulty.
    #[serde(default)]
    best_effort: bool,
    /// What becomes of a row that is surely somebody registered already (same name and year of
    /// birth, or same name and unit): `create` (registered as another person of the name, and
    /// flagged), `skip`, or `merge` (its fields go to the player who is there).
    #[serde(default)]
    #[param(inline)]
    duplicates: command::OnDuplicate,
}

/// Register everyone on a list
///
/// CSV (comma, semicolon, tab, full-width separators; UTF-8, GB18030, Big5), XLSX or a JSON list. A
/// row whose external id is known updates that player; nobody else is changed unless asked for.
#[utoipa::path(post, path = "/players/import", tag = "players", params(Mode),
    request_body(description = "The file, whatever type it is declared as", content(
        (Vec<NewPlayer> = "application/json"), (String = "text/csv"), (FileBytes = "application/octet-stream"))),
    responses((status = 201, description = "Registered", body = command::RegisterReport),
        (status = 200, description = "What would be registered", body = command::RegisterReport)))]
pub async fn import(State(app): State<App>, Query(mode): Query<Mode>, file: Upload) -> Handled {
    let mode = command::Mode {
        dry_run: mode.dry_run,
        best_effort: mode.best_effort,
        duplicates: mode.duplicates,
    };
    let answer = command::run(&app.office, &file.caller, file.bytes, mode).await?;
    app.answer(answer).await
}
