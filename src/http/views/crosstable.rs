//! `GET /tournaments/{tournament}/crosstable`
use super::AtQuery;
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::{WithRevision, refusal};
use crate::tournament::standings;
use crate::tournament::standings::views::crosstable;
use axum::extract::State;
use uuid::Uuid;

/// Everybody against everybody
#[utoipa::path(get, path = "/tournaments/{tournament}/crosstable", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery),
    responses((status = 200, description = "The table", body = WithRevision<crosstable::CrossTable>)))]
pub async fn crosstable(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    reading: Reading,
) -> Handled {
    app.show(id, &reading, format!("crosstable?{}", at.key()), move |s| {
        let stage = at.stage(&s.dossier)? as usize - 1;
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        let view = crosstable::crosstable(&s.event, stage, &table).map_err(refusal)?;
        Ok(WithRevision {
            revision: s.dossier.revision,
            view,
        })
    })
    .await
}
