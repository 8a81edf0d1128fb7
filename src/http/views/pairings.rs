//! `GET /tournaments/{tournament}/pairings`
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::rounds::ExplainRound;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::service::entries::now_playing;
use crate::service::views::RoundView;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// Which round.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// The stage, from 1; the one being played when absent.
    stage: Option<u32>,
    /// The round; the last one published when absent.
    round: Option<u32>,
}

/// Who meets whom: the last published round, or another one
#[utoipa::path(get, path = "/tournaments/{tournament}/pairings", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), Which, ExplainRound),
    responses((status = 200, description = "The round", body = RoundView)))]
pub async fn pairings(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(which): Query<Which>,
    Query(how): Query<ExplainRound>,
    reading: Reading,
) -> Handled {
    app.show(
        id,
        &reading,
        format!(
            "pairings?{:?}&{:?}&{}",
            which.stage, which.round, how.explain
        ),
        move |s| {
            let stage = which.stage.unwrap_or_else(|| now_playing(&s.dossier).0);
            let facts = s.dossier.stage(stage).ok_or(Error::NotFound)?;
            let round = match which.round {
                Some(round) => facts.round(round),
                None => facts.rounds.last(),
            };
            Ok(how.view(&s.dossier, stage, round.ok_or(Error::NotFound)?))
        },
    )
    .await
}
