//! What signatures under a team match stand for (9), and what waits for them: a match is signed as a
//! whole, and where two persons enter a result it waits as a whole.
use super::journal;
use super::refusals::refused;
use super::result::{Proposed, ProposedGame};
use crate::service::{Caller, Command, Result};
use crate::store::games::{self, Placed};
use crate::tournament::conduct::entry::Signature;
use crate::tournament::conduct::facts::TimesUsed;
use crate::tournament::conduct::{ConductError, Role};
use crate::tournament::dossier::{GameFacts, GameState};
use crate::tournament::model::{BoardGame, Game};
use crate::tournament::regulations::Regulations;
use serde_json::Value;
use uuid::Uuid;

/// The match with what waits for its second person: its logs have that already.
///
/// # Errors
/// Never in practice.
pub(crate) fn with_what_waits(placed: &Placed) -> Result<Placed> {
    let mut known = placed.clone();
    let proposed = placed.proposed.clone().map(serde_json::from_value);
    if let Some(Proposed { after, .. }) = proposed.transpose()?
        && !after.boards.is_empty()
    {
        let game = &mut known.facts.game;
        game.result = after.result;
        game.reason = after.reason;
        game.fouls = after.fouls;
        game.colours_swapped = after.colours_swapped;
        game.boards = after.boards;
    }
    Ok(known)
}

/// Where two enter a result, a team match waits as a whole once its last board is in: what is stored
/// then, and what waits. Who entered it is who changed it last.
///
/// # Errors
/// Never in practice.
pub(crate) fn waiting_match(
    caller: &Caller,
    placed: &Placed,
    known: &Placed,
    after: GameFacts,
    regulations: &Regulations,
) -> Result<(GameFacts, Option<Value>)> {
    if !regulations.double_confirmation || !placed.facts.is_open() || after.is_open() {
        return Ok((after, None));
    }
    let earlier = placed.proposed.clone().map(serde_json::from_value);
    let earlier: Option<Proposed> = earlier.transpose()?;
    let same = what_is_signed(&after.game) == what_is_signed(&known.facts.game);
    let (by, by_name) = match earlier.filter(|_| same) {
        Some(earlier) => (earlier.by, earlier.by_name),
        None => (caller.actor.key_id(), caller.actor.name().to_owned()),
    };
    let waiting = GameFacts {
        version: after.version,
        ..placed.facts.clone()
    };
    let proposed = Proposed {
        after: ProposedGame {
            result: after.game.result,
            reason: after.game.reason,
            fouls: after.game.fouls,
            colours_swapped: after.game.colours_swapped,
            boards: after.game.boards,
        },
        by,
        by_name,
    };
    Ok((waiting, Some(serde_json::to_value(proposed)?)))
}

/// What signatures under a match stand for (9): results, reasons, fouls, colours.
fn what_is_signed(game: &Game) -> Game {
    let mut signed = game.clone();
    signed.moves.clear();
    for board in &mut signed.boards {
        board.moves.clear();
        board.times = TimesUsed::default();
    }
    let said = |board: &BoardGame| board.result.is_some() || !board.fouls.is_none();
    signed.boards.retain(said);
    signed
}

/// Whether signatures confirm a match: all three stand, or the chief arbiter's word settles what a
/// side has disputed (only he may sign then).
pub(crate) fn confirms(signatures: &[(Signature, bool)]) -> bool {
    let has = |side| signatures.contains(&(side, true));
    let disputed = signatures.iter().any(|(_, agrees)| !agrees);
    has(Signature::Arbiter) && (disputed || has(Signature::Red) && has(Signature::Black))
}

/// Takes the signatures of a match away where what they stand for has changed; tells whether it has.
///
/// # Errors
/// Of the database.
pub(crate) async fn fall(
    command: &mut Command,
    id: Uuid,
    before: &Game,
    after: &Game,
) -> Result<bool> {
    let fall = what_is_signed(before) != what_is_signed(after);
    if fall {
        games::clear_confirmations(command.conn(), id).await?;
    }
    Ok(fall)
}

/// A match that is signed is changed by the chief arbiter only (9).
pub(crate) fn signed_is_the_chiefs(caller: &Caller, facts: &GameFacts) -> Result<()> {
    let role = journal::role(caller);
    if facts.state == GameState::Confirmed && role != Role::ChiefArbiter {
        let error = ConductError::MayNot { role, clause: "9" };
        return Err(refused(&error, ""));
    }
    Ok(())
}
