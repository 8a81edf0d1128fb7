//! `GET /tournaments/{tournament}/stages/{stage}`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::live::Snapshot;
use crate::service::Error;
use crate::service::views::StageView;
use axum::extract::State;
use uuid::Uuid;

/// Read a stage
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "The stage", body = StageView)))]
pub async fn get(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    let version =
        move |s: &Snapshot| Ok(Some(s.dossier.stage(stage).ok_or(Error::NotFound)?.version));
    let view = move |s: &Snapshot| {
        Ok(
            StageView::new(stage, s.dossier.stage(stage).ok_or(Error::NotFound)?)
                .looking_ahead(&s.event),
        )
    };
    app.show_one(id, &reading, format!("stages/{stage}"), version, view)
        .await
}
