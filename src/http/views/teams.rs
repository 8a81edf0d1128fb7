//! `GET /tournaments/{tournament}/teams/standings`
use super::AtQuery;
use crate::exchange::tables::{self, Sheet};
use crate::http::download::{Made, Medium, MediumQuery};
use crate::http::express::Fresh;
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::live::{Snapshot, Wish};
use crate::service::views::standings::{StandingsView, refusal};
use crate::service::{Error, Result};
use crate::tournament::model::{Event, Kind};
use crate::tournament::regulations::TeamMode;
use crate::tournament::standings;
use crate::tournament::standings::views::players::{self, BoardTable, PlayerRow};
use crate::tournament::standings::views::units::{UnitTable, teams as members_teams, units};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
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

/// Which table of a team event goes into a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TeamPart)]
pub enum Part {
    /// The teams.
    #[default]
    Table,
    /// Board by board.
    Boards,
    /// The players.
    Players,
}

/// Which table.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// For a file, which table of a team event: `table`, `boards` or `players`.
    #[serde(default)]
    #[param(inline)]
    part: Part,
}

/// The table of a team event, or of units, for a file.
fn sheet(event: &Event, place: usize, after_round: Option<u32>, part: Part) -> Result<Sheet> {
    let boards = || players::boards(event, place, after_round).map_err(refusal);
    let players = || players::players(event, place, after_round).map_err(refusal);
    let table = || standings::compute(event, place, after_round).map_err(refusal);
    Ok(match (event.tournament.kind, part) {
        (Kind::Individual, _) => tables::units(&units(event, &table()?)),
        (Kind::Team, Part::Table) => tables::standings(event, &table()?),
        (Kind::Team, Part::Boards) => tables::boards(&boards()?),
        (Kind::Team, Part::Players) => tables::players(&players()?),
    })
}

/// The individual event whose places rank the teams.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IndividualQuery {
    /// 11.5, a team event of mode `members_places`: the tournament its members play in, each under the
    /// number that the roster names. `stage` and `after_round` are that tournament's then.
    individual: Option<Uuid>,
}

/// The teams of a team event by the places of their members in another one (11.5).
///
/// # Errors
/// [`Error::Invalid`] where the event is no such team event, or the other no individual one.
fn by_members(teams: &Event, other: &Snapshot, at: AtQuery) -> Result<UnitTable> {
    let wrong = |zh: &str, en: &str| Error::invalid("/individual", zh, en);
    if other.event.tournament.kind != Kind::Individual {
        return Err(wrong("应为个人赛", "must be an individual event"));
    }
    let place = at.stage(&other.dossier)? as usize - 1;
    let table = standings::compute(&other.event, place, at.after_round).map_err(refusal)?;
    members_teams(teams, &table).map_err(|error| wrong(&error.zh(), &error.en()))
}

/// How the teams stand: of a team event, or units by their members' places (11.5)
#[utoipa::path(get, path = "/tournaments/{tournament}/teams/standings", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), AtQuery, PartQuery, IndividualQuery, MediumQuery),
    responses((status = 200, description = "The teams", body = TeamStandings)))]
pub async fn teams(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(at): Query<AtQuery>,
    Query(PartQuery { part }): Query<PartQuery>,
    Query(IndividualQuery { individual }): Query<IndividualQuery>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    if let Some(individual) = individual {
        return members(&app, id, individual, at, medium, &reading).await;
    }
    let view = format!("teams/standings?{}&part={part:?}", at.key());
    app.show_table(id, &reading, medium, "teams", &view, move |s| {
        let stage = at.stage(&s.dossier)?;
        let place = stage as usize - 1;
        if medium != Medium::Json {
            return sheet(&s.event, place, at.after_round, part).map(Made::Sheet);
        }
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
            // 11.4: where all play all, a board's number says nothing about who sits there.
            if s.event.regulations(place).team_mode != TeamMode::AllPlayAll {
                answer.boards =
                    players::boards(&s.event, place, at.after_round).map_err(refusal)?;
            }
            answer.players = players::players(&s.event, place, at.after_round).map_err(refusal)?;
        } else {
            let table = standings::compute(&s.event, place, at.after_round).map_err(refusal)?;
            answer.units = Some(units(&s.event, &table));
        }
        Ok(Made::View(answer))
    })
    .await
}

/// Teams by their members' places in another tournament: a view of a revision of each.
async fn members(
    app: &App,
    id: Uuid,
    individual: Uuid,
    at: AtQuery,
    medium: Medium,
    reading: &Reading,
) -> Handled {
    let other = app.live.at(individual, Wish::default()).await?;
    let Some(other) = other else {
        let (zh, en) = ("没有这个赛事", "there is no such tournament");
        return Err(Error::invalid("/individual", zh, en).into());
    };
    let revision = other.dossier.revision;
    let view = format!(
        "teams/standings?{}&individual={individual}@{revision}",
        at.key()
    );
    let made = app.show_table(id, reading, medium, "teams", &view, move |s| {
        let table = by_members(&s.event, &other, at)?;
        if medium != Medium::Json {
            return Ok(Made::Sheet(tables::units(&table)));
        }
        Ok(Made::View(TeamStandings {
            revision: s.dossier.revision,
            table: None,
            boards: Vec::new(),
            players: Vec::new(),
            units: Some(table),
        }))
    });
    let mut answer = made.await?;
    // Whoever keeps answers looks at the revision of one tournament only.
    answer.extensions_mut().remove::<Fresh>();
    Ok(answer)
}
