//! `GET /tournaments/{tournament}/stages`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::{Listing, StageView};
use axum::extract::State;
use uuid::Uuid;

/// List the stages in sequence
#[utoipa::path(get, path = "/tournaments/{tournament}/stages", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The stages", body = Listing<StageView>)))]
pub async fn list(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    let view = |s: &crate::live::Snapshot| {
        let stages = s.dossier.stages.iter().zip(1..);
        let items = stages.map(|(stage, n)| StageView::new(n, stage)).collect();
        Ok(Listing { items, next: None })
    };
    app.show(id, &reading, "stages", view).await
}
