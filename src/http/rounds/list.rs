//! `GET /tournaments/{tournament}/stages/{stage}/rounds`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::live::Snapshot;
use crate::service::Error;
use crate::service::views::{Listing, RoundView};
use axum::extract::State;
use uuid::Uuid;

/// List the published rounds of a stage
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/rounds", tag = "rounds", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "The rounds", body = Listing<RoundView>)))]
pub async fn list(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    let view = move |s: &Snapshot| {
        let facts = s.dossier.stage(stage).ok_or(Error::NotFound)?;
        let items = facts
            .rounds
            .iter()
            .map(|r| RoundView::new(&s.dossier, stage, r))
            .collect();
        Ok(Listing { items, next: None })
    };
    app.show(id, &reading, format!("stages/{stage}/rounds"), view)
        .await
}
