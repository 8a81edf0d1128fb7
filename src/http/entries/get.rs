//! `GET /tournaments/{tournament}/entries/{entry}`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::live::Snapshot;
use crate::service::views::EntryView;
use crate::service::{Error, Result};
use crate::tournament::dossier::EntryFacts;
use axum::extract::State;
use uuid::Uuid;

/// Read an entry
#[utoipa::path(get, path = "/tournaments/{tournament}/entries/{entry}", tag = "entries",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id")),
    responses((status = 200, description = "The entry", body = EntryView)))]
pub async fn get(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    reading: Reading,
) -> Handled {
    let version = move |s: &Snapshot| Ok(Some(find(s, id)?.version));
    let view = move |s: &Snapshot| Ok(EntryView::from(find(s, id)?));
    app.show_one(tournament, &reading, format!("entry/{id}"), version, view)
        .await
}

fn find(snapshot: &Snapshot, id: Uuid) -> Result<&EntryFacts> {
    snapshot
        .dossier
        .entries
        .iter()
        .find(|e| e.id == id)
        .ok_or(Error::NotFound)
}
