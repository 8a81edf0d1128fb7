//! `GET /tournaments/{tournament}/entries/{entry}/lineups`
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::service::entries::now_playing;
use crate::tournament::model::{Kind, Member};
use crate::tournament::regulations::TeamMode;
use crate::tournament::teams::allowed::{Allowed, allowed as of};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Most line-ups listed.
const MOST: usize = 5000;

/// Which stage.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// The stage, from 1; the one being played when absent.
    stage: Option<u32>,
}

/// The line-ups a team may choose from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AllowedLineUps {
    /// The revision.
    pub revision: i64,
    /// The team's number.
    pub number: u32,
    /// How players come to their boards.
    pub mode: TeamMode,
    /// Boards of a match.
    pub boards: u32,
    /// The roster in registered order.
    pub members: Vec<Member>,
    /// The line-ups, by place in the roster.
    #[serde(flatten)]
    pub allowed: Allowed,
}

/// List the line-ups a team may choose from (11.1–11.3): four boards of six members have fifteen
#[utoipa::path(get, path = "/tournaments/{tournament}/entries/{entry}/lineups", tag = "lineups",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id"), Which),
    responses((status = 200, description = "The line-ups", body = AllowedLineUps)))]
pub async fn allowed(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    Query(which): Query<Which>,
    reading: Reading,
) -> Handled {
    let key = format!("entry/{id}/lineups?{:?}", which.stage);
    app.show(tournament, &reading, key, move |s| {
        if s.event.tournament.kind != Kind::Team {
            return Err(Error::NotFound);
        }
        let facts = s.dossier.entries.iter().find(|e| e.id == id);
        let team = &facts.ok_or(Error::NotFound)?.entry;
        let stage = which.stage.unwrap_or_else(|| now_playing(&s.dossier).0);
        if which.stage.is_some() && s.dossier.stage(stage).is_none() {
            return Err(Error::NotFound);
        }
        let place = (stage as usize).checked_sub(1).ok_or(Error::NotFound)?;
        let regulations = s.event.regulations(place);
        let members = team.members.len() as u32;
        Ok(AllowedLineUps {
            revision: s.dossier.revision,
            number: team.number,
            mode: regulations.team_mode,
            boards: regulations.boards,
            members: team.members.clone(),
            allowed: of(members, regulations.boards, regulations.team_mode, MOST),
        })
    })
    .await
}
