//! Confirms the result of a team match (9): it waits and is signed as a whole.
use super::confirm::{ConfirmWish, Confirmer};
use super::journal;
use super::refusals::refused;
use super::result::Proposed;
use super::signed::confirms;
use super::{GameChanged, save};
use crate::service::{Answer, Caller, Command, Error, Reply, Result};
use crate::store::games::{self, Confirmation, Placed};
use crate::store::shape;
use crate::tournament::conduct::entry::Signature;
use crate::tournament::conduct::{ConductError, Role};
use crate::tournament::dossier::GameState;
use serde_json::json;

/// Confirms or disputes the result of a match.
///
/// # Errors
/// As [`super::confirm::run`].
pub(super) async fn run(
    mut command: Box<Command>,
    caller: &Caller,
    placed: Placed,
    wish: ConfirmWish,
) -> Result<Answer> {
    let id = placed.facts.id;
    let proposed: Option<Proposed> = placed
        .proposed
        .clone()
        .map(serde_json::from_value)
        .transpose()?;
    if placed.facts.is_open() && proposed.is_none() {
        return Err(Error::refused(
            "no_result",
            "尚无成绩",
            "there is no result yet",
        ));
    }
    let second = wish.side == Confirmer::Arbiter;
    if let Some(proposed) = &proposed
        && second
        && proposed.by.is_some()
        && proposed.by == caller.actor.key_id()
    {
        return Err(Error::refused(
            "same_person",
            "录入与确认须为两人",
            "who enters a result is not who confirms it",
        ));
    }
    let all = games::confirmations(command.conn(), id).await?;
    let author = journal::role(caller);
    if second && !wish.agrees {
        let (role, clause) = (author, "9");
        return Err(refused(&ConductError::MayNot { role, clause }, "/side"));
    }
    let disputed = all.iter().any(|c| !c.agrees);
    if second && disputed && author != Role::ChiefArbiter {
        return Err(refused(&ConductError::Disputed, "/side"));
    }
    let role = shape::name(wish.side)?;
    // Who disputed it may sign after all.
    if let Some(said) = all.iter().find(|c| c.role == role) {
        if said.agrees {
            return Err(Error::refused(
                "already_confirmed",
                "该方已确认",
                "this side has confirmed already",
            ));
        }
        games::take_back_confirmation(command.conn(), id, &role).await?;
    }
    let confirmation = Confirmation {
        role,
        agrees: wish.agrees,
        note: wish.note.clone(),
        by_key: caller.actor.key_id(),
        by_name: caller.actor.name().to_owned(),
        at: command.now(),
    };
    games::confirm(command.conn(), id, &confirmation).await?;
    command.private(json!({"game": id, "side": wish.side, "agrees": wish.agrees}));
    let all = games::confirmations(command.conn(), id).await?;
    let signatures = all.iter().map(|c| Ok((shape::named(&c.role)?, c.agrees)));
    let signatures: Vec<(Signature, bool)> = signatures.collect::<Result<_>>()?;
    let mut after = placed.facts.clone();
    let mut waiting = placed.proposed.clone();
    if let Some(proposed) = proposed
        && second
        && wish.agrees
    {
        after.game.result = proposed.after.result;
        after.game.reason = proposed.after.reason;
        after.game.fouls = proposed.after.fouls;
        after.game.colours_swapped = proposed.after.colours_swapped;
        after.game.boards = proposed.after.boards;
        after.state = GameState::Finished;
        waiting = None;
    }
    if !after.is_open() && confirms(&signatures) {
        after.state = GameState::Confirmed;
    }
    let subject = json!({"game": id, "stage": placed.stage.1, "round": placed.round.1,
        "table": placed.facts.game.table, "side": wish.side});
    let answer: GameChanged = if after == placed.facts {
        let game = super::view(&mut command, &placed, &after).await?;
        GameChanged {
            game,
            proposed: waiting,
            warnings: Vec::new(),
            revision: command.revision(),
        }
    } else {
        after.version += 1;
        save(&mut command, &placed, after, waiting, Vec::new()).await?
    };
    let version = answer.game.version;
    command
        .finish(
            "game.confirm",
            subject,
            wish.note,
            Reply::changed(version, &answer)?,
        )
        .await
}
