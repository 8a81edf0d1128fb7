//! The end of a game (9): three signatures under the result, and corrections.

use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::{Author, Entry, Role, Signature};
use super::error::ConductError;
use super::state::{Ending, GameState, Phase};

/// A result that was corrected, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Corrected {
    /// The ending as it was.
    pub old: Ending,
    /// The ending as it is.
    pub new: Ending,
    /// Why.
    pub why: String,
    /// Who.
    pub by: Author,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// Signatures and corrections.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct SigningState {
    /// Who signed for Red.
    pub red: Option<Author>,
    /// Who signed for Black.
    pub black: Option<Author>,
    /// Who signed for the arbiters.
    pub arbiter: Option<Author>,
    /// A player did not agree: the chief arbiter decides.
    pub disputed: bool,
    /// Who reported the result, when it was reported.
    pub reported_by: Option<Author>,
    /// Results corrected, in order.
    pub corrections: Vec<Corrected>,
}

impl SigningState {
    /// The ending has fallen; what was corrected stays on record.
    pub(super) fn clear(&mut self) {
        let corrections = std::mem::take(&mut self.corrections);
        *self = SigningState {
            corrections,
            ..SigningState::default()
        };
    }
}

impl GameState {
    /// A signature, or the refusal of one. The result is confirmed when all three stand, or when the
    /// chief arbiter signs a disputed one.
    pub(super) fn sign(
        &mut self,
        signature: Signature,
        agree: bool,
        by: &Author,
    ) -> Result<(), ConductError> {
        let clause = "9";
        if !agree {
            if signature == Signature::Arbiter {
                return Err(ConductError::MayNot {
                    role: by.role,
                    clause,
                });
            }
            self.signing.disputed = true;
            return Ok(());
        }
        let signing = &mut self.signing;
        match signature {
            Signature::Red => signing.red = Some(by.clone()),
            Signature::Black => signing.black = Some(by.clone()),
            Signature::Arbiter => {
                if signing.disputed && by.role != Role::ChiefArbiter {
                    return Err(ConductError::Disputed);
                }
                let entered_by = match &signing.reported_by {
                    Some(author) => Some(author),
                    None => self
                        .ending
                        .and_then(|ending| self.log.get(ending.entry as usize))
                        .map(|entry| &entry.by),
                };
                let other_person = match (entered_by.and_then(|author| author.id.as_ref()), &by.id)
                {
                    (Some(entered), Some(confirms)) => entered != confirms,
                    _ => false,
                };
                if self.settings.double_confirmation && !other_person {
                    return Err(ConductError::SamePerson);
                }
                signing.arbiter = Some(by.clone());
            }
        }
        let players = signing.red.is_some() && signing.black.is_some();
        if signing.arbiter.is_some() && (players || signing.disputed) {
            self.phase = Phase::Confirmed;
        }
        Ok(())
    }

    /// A correction by the chief arbiter: the only way to change a result that is confirmed. The old
    /// one stays on record.
    pub(super) fn correct(
        &mut self,
        result: GameResult,
        reason: ResultReason,
        why: &str,
        entry: &Entry,
    ) -> Result<(), ConductError> {
        if entry.by.role != Role::ChiefArbiter {
            return Err(ConductError::MayNot {
                role: entry.by.role,
                clause: "9",
            });
        }
        if why.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "9" });
        }
        if !reason.fits(result) {
            return Err(ConductError::ReasonDoesNotFit { result, reason });
        }
        let Some(old) = self.ending else {
            return Err(ConductError::WrongPhase { phase: self.phase });
        };
        let clause = reason.clause();
        let by_word = self.contradicts_moves(result, reason) && !self.ended_so(result, reason);
        let new = Ending {
            result,
            reason,
            clause,
            by_word,
            entry: self.current(),
        };
        self.ending = Some(new);
        self.effect(clause, What::Ended { result, reason });
        let (why, by, at) = (why.to_owned(), entry.by.clone(), entry.at);
        self.signing.corrections.push(Corrected {
            old,
            new,
            why,
            by,
            at,
        });
        Ok(())
    }

    /// Whether the board itself ended the game so.
    fn ended_so(&self, result: GameResult, reason: ResultReason) -> bool {
        let board = self.position().outcome();
        let reasons = match board {
            Some(crate::rules::Outcome::Checkmate { .. }) => Some(ResultReason::Checkmate),
            Some(crate::rules::Outcome::Stalemate { .. }) => Some(ResultReason::Stalemate),
            None => None,
        };
        let winner = match board.map(crate::rules::Outcome::winner) {
            Some(crate::rules::Color::Red) => Some(GameResult::Red),
            Some(crate::rules::Color::Black) => Some(GameResult::Black),
            None => None,
        };
        reasons == Some(reason) && winner == Some(result)
    }
}
