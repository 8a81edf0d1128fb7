//! `GET /tournaments/{tournament}/progress`
use super::AtQuery;
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::{WithRevision, refusal};
use crate::tournament::standings;
use crate::tournament::standings::views::progress;
use axum::extract::State;
use uuid::Uuid;

/// Round by round: opponent, colour, running total
#[utoipa::path(get, path = "/tournaments/{tournament}/progress", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery),
    responses((status = 200, description = "The table", body = WithRevision<progress::Progress>)))]
pub async fn progress(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    reading: Reading,
) -> Handled {
    app.show(id, &reading, format!("progress?{}", at.key()), move |s| {
        let stage = at.stage(&s.dossier)? as usize - 1;
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        let view = progress::progress(&s.event, stage, &table).map_err(refusal)?;
        Ok(WithRevision {
            revision: s.dossier.revision,
            view,
        })
    })
    .await
}
