//! Enters or corrects the result of one board of a team match. Boards have versions of their own, so
//! that two arbiters at two boards never conflict.
use super::result::{self, BoardResult, Claim, ResultWish};
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Result};
use crate::tournament::conduct::facts::TimesUsed;
use crate::tournament::model::{Fouls, GameResult, MemberRef};
use crate::tournament::reason::ResultReason;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The result of one board.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BoardWish {
    /// By the colours on this board; an absent player forfeits it; null takes a result away.
    pub result: Option<GameResult>,
    /// Why it ended so.
    pub reason: Option<ResultReason>,
    /// Fouls on record.
    pub fouls: Option<Fouls>,
    /// Seconds used (9).
    pub times: Option<TimesUsed>,
    /// Who has red: place in the roster, or name; known already where line-ups were handed in.
    pub red: Option<MemberRef>,
    /// Who has black.
    pub black: Option<MemberRef>,
    /// An arbiter's word against the moves on record: recorded as such.
    pub against_record: bool,
    /// Why it is entered or corrected so; needed for a correction, recorded.
    pub note: Option<String>,
    /// Report only what would change.
    pub dry_run: bool,
}

/// Enters or corrects the result of a board.
///
/// # Errors
/// As [`result::run`]; the version is the board's.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    board: u32,
    seen: Seen,
    wish: BoardWish,
) -> Result<Answer> {
    let whole = ResultWish {
        boards: vec![BoardResult {
            board,
            red: wish.red,
            black: wish.black,
            result: wish.result,
            reason: wish.reason,
            fouls: wish.fouls,
            times: wish.times,
        }],
        against_record: wish.against_record,
        note: wish.note,
        dry_run: wish.dry_run,
        ..ResultWish::default()
    };
    result::enter(office, caller, id, Claim::Board(board, seen), whole)
        .await
        .map_err(in_this_wish)
}

/// Faults of the only board point into this wish, which is about it alone.
fn in_this_wish(mut error: Error) -> Error {
    let faults = match &mut error {
        Error::Invalid(faults) => faults,
        Error::AgainstRules(refusal) => &mut refusal.faults,
        _ => return error,
    };
    for fault in faults {
        if let Some(rest) = fault.pointer.strip_prefix("/boards/0") {
            fault.pointer = rest.to_owned();
        }
    }
    error
}
