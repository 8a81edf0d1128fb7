//! `GET /tournaments/{tournament}/standings`
use super::AtQuery;
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::StandingsView;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// With or without reasons.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Explain {
    /// Adds what separates neighbours and what every value is made of.
    #[serde(default)]
    explain: bool,
}

/// The standings after any round
#[utoipa::path(get, path = "/tournaments/{tournament}/standings", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery, Explain),
    responses((status = 200, description = "The table", body = StandingsView)))]
pub async fn standings(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    Query(Explain { explain }): Query<Explain>,
    reading: Reading,
) -> Handled {
    let view = format!("standings?{}&explain={explain}", at.key());
    app.show(id, &reading, view, move |s| {
        let stage = at.stage(&s.dossier)?;
        StandingsView::new(&s.dossier, &s.event, stage, at.after_round, explain)
    })
    .await
}
