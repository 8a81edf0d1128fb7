//! Commands on line-ups (11.2, 11.3): handed in and hidden, opened when both are in or the time has
//! passed, or drawn by lot.
//!
//! A hidden line-up stands in a table of its own and nowhere else, so that no view, feed or file can
//! show it by mistake. Once open it is part of the match, with the boards that follow from it. No
//! clock opens a match by itself: whoever asks for the line-ups, or enters a result, after the time
//! has passed opens them.

pub mod deadline;
pub mod draw;
pub mod read;
pub mod submit;

use super::games::{GameChanged, save};
use super::rounds::facts::state;
use super::{Command, Error, Result};
use crate::store::games::{self, Placed};
use crate::store::lineups::{self, Kept};
use crate::tournament::dossier::{Dossier, GameFacts};
use crate::tournament::model::{Event, Game, Kind};
use crate::tournament::regulations::{Regulations, TeamMode};
use crate::tournament::teams::{LineUps, boards_of};
use serde::Serialize;
use std::collections::HashMap;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;
use uuid::Uuid;

/// The matches of a round after a command on their line-ups.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchesChanged {
    /// The matches that changed, as they are now.
    pub matches: Vec<GameChanged>,
    /// The tournament's revision.
    pub revision: i64,
}

/// Whether line-ups are handed in for matches of this mode.
pub(crate) fn asked(regulations: &Regulations) -> bool {
    regulations.kind == Kind::Team
        && matches!(
            regulations.team_mode,
            TeamMode::Reserves | TeamMode::OrderPerMatch
        )
}

/// Whether a match still waits for its line-ups.
pub(crate) fn waits(regulations: &Regulations, facts: &GameFacts) -> bool {
    asked(regulations) && facts.is_open() && facts.game.boards.is_empty()
}

/// Whether the time to hand in line-ups has passed.
pub(crate) fn passed(game: &Game, now: OffsetDateTime) -> bool {
    let deadline = game.line_ups.deadline.as_deref();
    deadline
        .and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok())
        .is_some_and(|deadline| deadline <= now)
}

/// What was handed in for a match, with its deadline.
pub(crate) fn together(game: &Game, kept: Option<&Vec<Kept>>) -> LineUps {
    let of = |team| {
        let mut kept = kept.into_iter().flatten();
        kept.find(|k| k.team == team).map(|k| k.line_up.clone())
    };
    LineUps {
        red: of(game.red),
        black: of(game.black),
        deadline: game.line_ups.deadline.clone(),
    }
}

/// A match with its line-ups open and its boards; none where the boards are not known yet.
pub(crate) fn opened(
    event: &Event,
    (stage, round): (u32, u32),
    facts: &GameFacts,
    line_ups: LineUps,
    passed: bool,
) -> Option<GameFacts> {
    let place = (stage as usize - 1, round);
    let boards = boards_of(event, place, &facts.game, &line_ups, passed)?;
    let mut after = facts.clone();
    after.version += 1;
    after.game.boards = boards;
    after.game.line_ups = line_ups;
    after.state = state(&after.game);
    Some(after)
}

/// Opens every match of a round whose line-ups are due.
pub(crate) async fn open_due(
    command: &mut Command,
    dossier: &Dossier,
    (stage, round): (u32, u32),
    only: Option<Uuid>,
) -> Result<Vec<GameChanged>> {
    let event = dossier.event();
    let regulations = event.regulations(stage as usize - 1);
    let facts = dossier.stage(stage).and_then(|s| s.round(round));
    let facts = facts.ok_or(Error::NotFound)?;
    let due: Vec<&GameFacts> = facts
        .games
        .iter()
        .filter(|g| only.is_none_or(|id| id == g.id) && waits(&regulations, g))
        .collect();
    let ids: Vec<Uuid> = due.iter().map(|g| g.id).collect();
    let kept = lineups::of_games(command.conn(), &ids).await?;
    let mut changed = Vec::new();
    for game in due {
        let over = passed(&game.game, command.now());
        let line_ups = together(&game.game, kept.get(&game.id));
        let Some(after) = opened(&event, (stage, round), game, line_ups, over) else {
            continue;
        };
        let placed = placed(command, game.id).await?;
        changed.push(save(command, &placed, after, None, Vec::new()).await?);
    }
    Ok(changed)
}

async fn placed(command: &mut Command, id: Uuid) -> Result<Placed> {
    let placed = games::get(command.conn(), id).await?;
    placed.ok_or(Error::NotFound)
}

/// The line-ups kept for the matches of a round, by match.
async fn kept_of(
    conn: &mut sqlx::PgConnection,
    games: &[GameFacts],
) -> Result<HashMap<Uuid, Vec<Kept>>> {
    let ids: Vec<Uuid> = games.iter().map(|g| g.id).collect();
    Ok(lineups::of_games(conn, &ids).await?)
}
