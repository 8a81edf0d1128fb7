//! `GET /tournaments/{tournament}/draws`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::Listing;
use crate::tournament::lots::Lots;
use axum::extract::State;
use uuid::Uuid;

/// The draws of lots on record: method, participants, seed, result
#[utoipa::path(get, path = "/tournaments/{tournament}/draws", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The draws, oldest first", body = Listing<Lots>)))]
pub async fn draws(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    let view = |s: &crate::live::Snapshot| {
        Ok(Listing {
            items: s.dossier.draws.clone(),
            next: None,
        })
    };
    app.show(id, &reading, "draws", view).await
}
