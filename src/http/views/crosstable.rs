//! `GET /tournaments/{tournament}/crosstable`
use super::AtQuery;
use crate::exchange::tables;
use crate::http::download::{Made, Medium, MediumQuery};
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::{WithRevision, refusal};
use crate::tournament::standings;
use crate::tournament::standings::views::crosstable;
use axum::extract::State;
use uuid::Uuid;

/// Everybody against everybody
#[utoipa::path(get, path = "/tournaments/{tournament}/crosstable", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery, MediumQuery),
    responses((status = 200, description = "The table", body = WithRevision<crosstable::CrossTable>)))]
pub async fn crosstable(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    let view = format!("crosstable?{}", at.key());
    app.show_table(id, &reading, medium, "crosstable", &view, move |s| {
        let stage = at.stage(&s.dossier)? as usize - 1;
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        let view = crosstable::crosstable(&s.event, stage, &table).map_err(refusal)?;
        if medium != Medium::Json {
            return Ok(Made::Sheet(tables::crosstable(&view, &table)));
        }
        Ok(Made::View(WithRevision {
            revision: s.dossier.revision,
            view,
        }))
    })
    .await
}
