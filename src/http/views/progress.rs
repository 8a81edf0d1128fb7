//! `GET /tournaments/{tournament}/progress`, `GET /tournaments/{tournament}/entries/{entry}/progress`
use super::AtQuery;
use crate::exchange::tables;
use crate::http::download::{Made, Medium, MediumQuery};
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::service::views::standings::{WithRevision, refusal};
use crate::tournament::standings;
use crate::tournament::standings::views::progress;
use axum::extract::State;
use uuid::Uuid;

/// Round by round: opponent, colour, running total
#[utoipa::path(get, path = "/tournaments/{tournament}/progress", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery, MediumQuery),
    responses((status = 200, description = "The table", body = WithRevision<progress::Progress>)))]
pub async fn progress(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    let view = format!("progress?{}", at.key());
    app.show_table(id, &reading, medium, "progress", &view, move |s| {
        let stage = at.stage(&s.dossier)? as usize - 1;
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        let view = progress::progress(&s.event, stage, &table).map_err(refusal)?;
        if medium != Medium::Json {
            return Ok(Made::Sheet(tables::progress(&view)));
        }
        Ok(Made::View(WithRevision {
            revision: s.dossier.revision,
            view,
        }))
    })
    .await
}

/// One entry round by round, with its place after each
#[utoipa::path(get, path = "/tournaments/{tournament}/entries/{entry}/progress", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id"), AtQuery, MediumQuery),
    responses((status = 200, description = "Its way", body = WithRevision<progress::EntryProgress>)))]
pub async fn entry(
    State(app): State<App>,
    Path((id, entry)): Path<(Uuid, Uuid)>,
    Query(at): Query<AtQuery>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    let view = format!("entry/{entry}/progress?{}", at.key());
    app.show_table(id, &reading, medium, "progress", &view, move |s| {
        let facts = s.dossier.entries.iter().find(|e| e.id == entry);
        let number = facts.ok_or(Error::NotFound)?.entry.number;
        let stage = at.stage(&s.dossier)? as usize - 1;
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        // An entry that does not play in this stage has no way through it.
        let view = progress::of_entry(&s.event, stage, &table, number)
            .map_err(refusal)?
            .ok_or(Error::NotFound)?;
        if medium != Medium::Json {
            return Ok(Made::Sheet(tables::entry(&view)));
        }
        Ok(Made::View(WithRevision {
            revision: s.dossier.revision,
            view,
        }))
    })
    .await
}
