//! Commands on games. Each continues the game's log ([`journal`]), from which everything else follows.
//!
//! * [`enter`]: one entry of any kind; [`wishes`]: offers, claims, rulings, fouls, clocks, take-backs as
//!   they are asked for; [`moves`]: moves, live or from a sheet; [`record`]: a record as a file.
//! * [`result`], `slip`, [`board`], [`team_match`]: results of games and of team matches; [`confirm`],
//!   `confirm_match`: their signatures (9); [`preview`]: what a correction would change.
//! * [`play`]: moves held against the rules of play; [`refusals`]: refusals of the conduct as errors.

pub mod board;
pub mod confirm;
mod confirm_match;
pub mod enter;
pub(crate) mod journal;
pub mod moves;
pub mod play;
pub mod preview;
pub mod record;
pub(crate) mod refusals;
pub mod result;
pub(crate) mod signed;
mod slip;
pub mod team_match;
pub mod wishes;

use super::command::{Command, Opened};
use super::views::{GameView, Warning};
use super::{Actor, Caller, Error, Office, Permission, Result};
use crate::store::games::{self, Placed};
use crate::tournament::dossier::{Change, GameFacts, GameState, RoundState};
use crate::tournament::model::{Game, Kind};
use crate::tournament::regulations::Regulations;
use futures::future::BoxFuture;
use journal::Journal;
use serde::Serialize;
use serde_json::Value;
use signed::{waiting_match, with_what_waits};
use utoipa::ToSchema;
use uuid::Uuid;

/// A game after a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameChanged {
    /// The game now.
    #[serde(flatten)]
    pub game: GameView,
    /// A result that waits for its second person; of a team match, by board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub proposed: Option<Value>,
    /// What to know about the change.
    pub warnings: Vec<Warning>,
    /// The tournament's revision.
    pub revision: i64,
}

impl Office {
    /// Opens a command on a game's tournament. A game of a draft is not there for those who may not
    /// see drafts.
    ///
    /// # Errors
    /// As [`Office::on_tournament`].
    pub(crate) fn on_game<'a>(
        &'a self,
        caller: &'a Caller,
        permission: Permission,
        game: Uuid,
    ) -> BoxFuture<'a, Result<Opened>> {
        Box::pin(async move {
            let tournament = self.tournament_of(caller, game).await?;
            self.on_tournament(caller, permission, tournament).await
        })
    }

    /// The tournament of a game. One of a draft is not there for those who may not see drafts.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Unauthenticated`].
    pub(crate) async fn tournament_of(&self, caller: &Caller, game: Uuid) -> Result<Uuid> {
        let mut conn = self.store.primary().await?;
        let known = games::tournament_of(&mut conn, game).await?;
        drop(conn);
        let (tournament, public) = known.ok_or(Error::NotFound)?;
        if !public && !caller.actor.may(Permission::SeeDrafts, Some(tournament)) {
            return match caller.actor {
                Actor::Nobody => Err(Error::Unauthenticated),
                _ => Err(Error::NotFound),
            };
        }
        Ok(tournament)
    }
}

/// A game under its tournament's lock, in a round that takes results.
pub(crate) async fn load(command: &mut Command, id: Uuid) -> Result<Placed> {
    let placed = load_late(command, id).await?;
    unlocked(&placed)?;
    Ok(placed)
}

/// A game whose round may be locked already: a sheet of moves, an appeal, the outcome of a penalty
/// come late, and change no result.
pub(crate) async fn load_late(command: &mut Command, id: Uuid) -> Result<Placed> {
    let placed = games::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    match placed.round.2 {
        RoundState::Published | RoundState::Locked => Ok(placed),
        RoundState::Draft => Err(Error::refused(
            "round_not_published",
            "该轮尚未公布",
            "this round is not published yet",
        )),
    }
}

/// The round is not locked.
pub(crate) fn unlocked(placed: &Placed) -> Result<()> {
    if placed.round.2 == RoundState::Locked {
        return Err(Error::refused(
            "round_locked",
            "该轮已锁定, 请先解锁",
            "this round is locked: reopen it first",
        ));
    }
    Ok(())
}

/// The settings that bear on a game.
pub(crate) async fn regulations(command: &mut Command, placed: &Placed) -> Result<Regulations> {
    let frame = command.tournament()?.frame.clone();
    let stages = crate::store::stages::of_tournament(command.conn(), placed.tournament).await?;
    let patch = stages
        .iter()
        .find(|s| s.id == placed.stage.0)
        .map(|s| &s.stage.regulations);
    Ok(Regulations::resolve(&frame.tournament, patch))
}

/// Stores what logs have come to: the facts that follow from them, and their new entries.
pub(crate) async fn keep(
    command: &mut Command,
    placed: &Placed,
    regulations: &Regulations,
    journals: &mut [Journal],
    warnings: Vec<Warning>,
) -> Result<GameChanged> {
    let boards = boards_of(command, placed, regulations).await?;
    let known = with_what_waits(placed)?;
    let after = followed(&known, regulations, journals, boards);
    let (after, proposed) = match regulations.kind {
        Kind::Individual => (after, waiting(journals)?),
        Kind::Team => {
            signed::fall(command, placed.facts.id, &known.facts.game, &after.game).await?;
            waiting_match(command.caller(), placed, &known, after, regulations)?
        }
    };
    let answer = save(command, placed, after, proposed, warnings).await?;
    let revision = command.revision();
    for journal in journals {
        journal.store(command, placed.facts.id, revision).await?;
    }
    Ok(answer)
}

/// How many boards a match has; none in an individual event.
pub(crate) async fn boards_of(
    command: &mut Command,
    placed: &Placed,
    regulations: &Regulations,
) -> Result<u32> {
    if regulations.kind == Kind::Individual {
        return Ok(0);
    }
    let event = command.dossier().await?.event();
    let stage = placed.stage.1 as usize - 1;
    Ok(team_match::board_count(&event, stage, &placed.facts.game))
}

/// The game as it follows from logs; `boards` of a team match.
pub(crate) fn followed(
    placed: &Placed,
    regulations: &Regulations,
    journals: &[Journal],
    boards: u32,
) -> GameFacts {
    let mut after = placed.facts.clone();
    after.version += 1;
    for journal in journals {
        journal.write(&mut after.game);
    }
    let own = journals.iter().find(|journal| journal.board == 0);
    after.state = match own {
        Some(journal) if regulations.kind == Kind::Individual => journal.phase(),
        _ => of_match(&placed.facts, &after.game, journals, boards),
    };
    after
}

/// How far a team match is: over when all its boards are; it is signed as a whole.
fn of_match(before: &GameFacts, game: &Game, journals: &[Journal], boards: u32) -> GameState {
    let done = game.result.is_some() || team_match::boards_done(game, boards);
    let begun = before.state == GameState::Playing
        || game.boards.iter().any(|board| !board.moves.is_empty())
        || journals
            .iter()
            .any(|journal| journal.phase() != GameState::Scheduled);
    match (done, begun) {
        (true, _) if before.state == GameState::Confirmed => GameState::Confirmed,
        (true, _) => GameState::Finished,
        (false, true) => GameState::Playing,
        (false, false) => GameState::Scheduled,
    }
}

/// The result of a single game that waits for a second person.
fn waiting(journals: &[Journal]) -> Result<Option<Value>> {
    let own = journals.iter().find(|journal| journal.board == 0);
    let waiting = own.and_then(Journal::proposed);
    Ok(waiting.map(serde_json::to_value).transpose()?)
}

/// Stores a changed game, tells the command, and makes the answer.
pub(crate) async fn save(
    command: &mut Command,
    placed: &Placed,
    mut after: GameFacts,
    proposed: Option<Value>,
    warnings: Vec<Warning>,
) -> Result<GameChanged> {
    let now = command.now();
    after.raise_boards(&placed.facts);
    games::update(
        command.conn(),
        &placed.facts,
        &after,
        proposed.as_ref(),
        now,
    )
    .await?;
    let mut view = view(command, placed, &after).await?;
    view.game.moves.clear();
    if after.game == placed.facts.game && after.state == placed.facts.state {
        // Only what waits for a second person changed: nothing public but the version.
        command.private(serde_json::json!({"game": after.id, "proposed": proposed}));
    }
    command.public(Change::Game {
        before: Box::new(placed.facts.clone()),
        after: Box::new(after),
    });
    Ok(GameChanged {
        game: view,
        proposed,
        warnings,
        revision: command.revision(),
    })
}

/// The view of a game without a whole dossier.
async fn view(command: &mut Command, placed: &Placed, facts: &GameFacts) -> Result<GameView> {
    let tournament = placed.tournament;
    let entries = crate::store::entries::of_numbers(
        command.conn(),
        tournament,
        &[facts.game.red, facts.game.black],
    )
    .await?;
    Ok(GameView::of_entries(
        &entries,
        placed.stage.1,
        placed.round.1,
        facts,
    ))
}
