//! `GET /tournaments/{tournament}/places`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::tournament::format::stages::{FinalPlace, final_places};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Places across all stages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Places {
    /// The revision.
    pub revision: i64,
    /// Best first.
    pub places: Vec<FinalPlace>,
}

/// The places of all entries across all stages, as things stand
#[utoipa::path(get, path = "/tournaments/{tournament}/places", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The places", body = Places)))]
pub async fn places(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    app.show(id, &reading, "places", |s| {
        let places =
            final_places(&s.event).map_err(|e| Error::refused("no_table", e.zh(), e.en()))?;
        Ok(Places {
            revision: s.dossier.revision,
            places,
        })
    })
    .await
}
