//! `GET /tournaments/{tournament}/current`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::entries::now_playing;
use crate::service::views::{RoundView, TournamentView};
use crate::tournament::dossier::RoundFacts;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What is going on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Current {
    /// The revision.
    pub revision: i64,
    /// The tournament.
    pub tournament: TournamentView,
    /// The stage being played, from 1.
    pub stage: Option<u32>,
    /// Its last published round.
    pub round: Option<RoundView>,
    /// Games of that round without a result.
    pub open: u32,
    /// Last published rounds of other stages that are being played at the same time: groups beside
    /// each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<RoundView>,
}

/// Games without a result.
fn open(round: &RoundFacts) -> u32 {
    round.games.iter().filter(|game| game.is_open()).count() as u32
}

/// What is going on: the round being played
#[utoipa::path(get, path = "/tournaments/{tournament}/current", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The round being played", body = Current)))]
pub async fn current(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    app.show(id, &reading, "current", |s| {
        let (stage, number) = now_playing(&s.dossier);
        let round = s.dossier.stage(stage).and_then(|s| s.round(number));
        Ok(Current {
            revision: s.dossier.revision,
            tournament: TournamentView::of(&s.dossier),
            stage: s.dossier.stage(stage).map(|_| stage),
            round: round.map(|r| RoundView::new(&s.dossier, stage, r)),
            open: round.map_or(0, open),
            beside: (1u32..)
                .zip(&s.dossier.stages)
                .filter(|(other, _)| *other != stage)
                .filter_map(|(other, facts)| Some((other, facts.rounds.last()?)))
                .filter(|(_, round)| open(round) > 0)
                .map(|(other, round)| RoundView::new(&s.dossier, other, round))
                .collect(),
        })
    })
    .await
}
