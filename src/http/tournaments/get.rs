//! `GET /tournaments/{tournament}`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::TournamentView;
use axum::extract::State;
use uuid::Uuid;

/// Read a tournament
#[utoipa::path(get, path = "/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The tournament", body = TournamentView)))]
pub async fn get(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    let version = |s: &crate::live::Snapshot| Ok(Some(s.dossier.frame.version));
    app.show_one(id, &reading, "tournament", version, |s| {
        Ok(TournamentView::of(&s.dossier))
    })
    .await
}
