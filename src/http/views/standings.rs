//! `GET /tournaments/{tournament}/standings`
use super::AtQuery;
use crate::exchange::tables;
use crate::http::download::{Made, Medium, MediumQuery};
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::{StandingsView, refusal};
use crate::tournament::standings;
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
    pub explain: bool,
}

/// The standings after any round
#[utoipa::path(get, path = "/tournaments/{tournament}/standings", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery, Explain, MediumQuery),
    responses((status = 200, description = "The table", body = StandingsView)))]
pub async fn standings(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    Query(Explain { explain }): Query<Explain>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    let view = format!("standings?{}&explain={explain}", at.key());
    app.show_table(id, &reading, medium, "standings", &view, move |s| {
        let stage = at.stage(&s.dossier)?;
        if medium == Medium::Json {
            return StandingsView::new(&s.dossier, &s.event, stage, at.after_round, explain)
                .map(Made::View);
        }
        let table =
            standings::compute(&s.event, stage as usize - 1, at.after_round).map_err(refusal)?;
        Ok(Made::Sheet(tables::standings(&s.event, &table)))
    })
    .await
}
