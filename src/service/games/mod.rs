//! Commands on games: results, confirmations, moves.

pub mod board;
pub mod confirm;
pub mod moves;
pub mod play;
pub mod preview;
pub mod result;
pub mod team_match;

use super::command::{Command, Opened};
use super::views::{GameView, Warning};
use super::{Actor, Caller, Error, Office, Permission, Result};
use crate::store::games::{self, Placed};
use crate::tournament::dossier::{Change, GameFacts, RoundState};
use crate::tournament::regulations::Regulations;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// A game after a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameChanged {
    /// The game now.
    #[serde(flatten)]
    pub game: GameView,
    /// A result that waits for its second person.
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
    pub(crate) async fn on_game(
        &self,
        caller: &Caller,
        permission: Permission,
        game: Uuid,
    ) -> Result<Opened> {
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
        self.on_tournament(caller, permission, tournament).await
    }
}

/// A game under its tournament's lock, in a round that takes results.
pub(crate) async fn load(command: &mut Command, id: Uuid) -> Result<Placed> {
    let placed = games::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    match placed.round.2 {
        RoundState::Published => Ok(placed),
        RoundState::Draft => Err(Error::refused(
            "round_not_published",
            "该轮尚未公布",
            "this round is not published yet",
        )),
        RoundState::Locked => Err(Error::refused(
            "round_locked",
            "该轮已锁定, 请先解锁",
            "this round is locked: reopen it first",
        )),
    }
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
