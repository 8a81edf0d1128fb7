//! Confirms a result (9): Red, Black and an arbiter; and the second person where two enter it.
use super::journal::{self, Journal};
use super::refusals::refused;
use super::{boards_of, confirm_match, keep, load, regulations};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::tournament::conduct::entry::Signature;
use crate::tournament::conduct::{Act, ConductError};
use crate::tournament::model::Kind;
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
    /// One board of a team match; absent: the whole match.
    #[serde(default)]
    pub board: Option<u32>,
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
    let regulations = regulations(&mut command, &placed).await?;
    if regulations.kind == Kind::Team && wish.board.is_none() {
        return confirm_match::run(command, caller, placed, wish).await;
    }
    let signature = match wish.side {
        Confirmer::Red => Signature::Red,
        Confirmer::Black => Signature::Black,
        Confirmer::Arbiter => Signature::Arbiter,
    };
    let boards = boards_of(&mut command, &placed, &regulations).await?;
    let board = journal::board(wish.board, &regulations, boards)?;
    let mut journal = Journal::open(&mut command, &placed, &regulations, board).await?;
    if journal.state.ending().is_none() {
        return Err(Error::refused(
            "no_result",
            "尚无成绩",
            "there is no result yet",
        ));
    }
    sign(&mut journal, &command, signature, &wish)?;
    let mut journals = [journal];
    let subject = json!({"game": id, "stage": placed.stage.1, "round": placed.round.1,
        "table": placed.facts.game.table, "side": wish.side});
    let answer = keep(
        &mut command,
        &placed,
        &regulations,
        &mut journals,
        Vec::new(),
    )
    .await?;
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

fn sign(
    journal: &mut Journal,
    command: &Command,
    signature: Signature,
    wish: &ConfirmWish,
) -> Result<()> {
    let signing = journal.state.signing();
    let signed = match signature {
        Signature::Red => &signing.red,
        Signature::Black => &signing.black,
        Signature::Arbiter => &signing.arbiter,
    };
    if signed.is_some() {
        return Err(Error::refused(
            "already_confirmed",
            "该方已确认",
            "this side has confirmed already",
        ));
    }
    // A file tells by name who entered a result: the same name is the same person.
    let reported = journal.proposed().filter(|proposed| proposed.by.is_none());
    if signature == Signature::Arbiter
        && wish.agrees
        && reported.is_some_and(|proposed| proposed.by_name == command.caller().actor.name())
    {
        return Err(refused(&ConductError::SamePerson, "/side"));
    }
    let act = Act::Confirm {
        signature,
        agree: wish.agrees,
        note: wish.note.clone(),
    };
    journal
        .enter(command, None, act)
        .map_err(|error| refused(&error, "/side"))
}
