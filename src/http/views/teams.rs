//! `GET /tournaments/{tournament}/teams/standings`
use super::AtQuery;
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::standings::{StandingsView, refusal};
use crate::tournament::model::Kind;
use crate::tournament::standings;
use crate::tournament::standings::views::players::{self, BoardTable, PlayerRow};
use crate::tournament::standings::views::units::{UnitTable, units};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// How the teams stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamStandings {
    /// The revision.
    pub revision: i64,
    /// A team event: its table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<StandingsView>,
    /// A team event: board by board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardTable>,
    /// A team event: the players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerRow>,
    /// An individual event: units by the places of their members (11.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<UnitTable>,
}

/// How the teams stand: of a team event, or units by their members' places (11.5)
#[utoipa::path(get, path = "/tournaments/{tournament}/teams/standings", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery),
    responses((status = 200, description = "The teams", body = TeamStandings)))]
pub async fn teams(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    reading: Reading,
) -> Handled {
    app.show(
        id,
        &reading,
        format!("teams/standings?{}", at.key()),
        move |s| {
            let stage = at.stage(&s.dossier)?;
            let place = stage as usize - 1;
            let mut answer = TeamStandings {
                revision: s.dossier.revision,
                table: None,
                boards: Vec::new(),
                players: Vec::new(),
                units: None,
            };
            if s.event.tournament.kind == Kind::Team {
                let table = StandingsView::new(&s.dossier, &s.event, stage, at.after_round, false)?;
                answer.table = Some(table);
                answer.boards =
                    players::boards(&s.event, place, at.after_round).map_err(refusal)?;
                answer.players =
                    players::players(&s.event, place, at.after_round).map_err(refusal)?;
            } else {
                let table = standings::compute(&s.event, place, at.after_round).map_err(refusal)?;
                answer.units = Some(units(&s.event, &table));
            }
            Ok(answer)
        },
    )
    .await
}
