//! Confirms a result (9): Red, Black and an arbiter; and the second person where two enter it.
use super::result::Proposed;
use super::{GameChanged, load, save};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::games::{self, Confirmation};
use crate::tournament::dossier::GameState;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// Who confirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confirmer {
    /// Red has signed.
    Red,
    /// Black has signed.
    Black,
    /// An arbiter: where two enter a result, the second one.
    Arbiter,
}

/// A confirmation.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmWish {
    /// Who.
    pub side: Confirmer,
    /// Agrees; false disputes the result, which then waits for the chief arbiter.
    #[serde(default = "yes")]
    pub agrees: bool,
    /// What is said.
    #[serde(default)]
    pub note: Option<String>,
}

fn yes() -> bool {
    true
}

/// Confirms or disputes a result.
///
/// # Errors
/// `no_result`, `same_person`, `already_confirmed`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: ConfirmWish,
) -> Result<Answer> {
    let mut command = open!(office.on_game(caller, Permission::Confirm, id).await?);
    let placed = load(&mut command, id).await?;
    if seen != Seen::Unsaid {
        command.expect(seen, placed.facts.version)?;
    }
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
    let role = crate::store::shape::name(wish.side)?;
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
    if !after.is_open() && all.iter().filter(|c| c.agrees).count() == 3 {
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
