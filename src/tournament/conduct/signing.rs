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
    /// The ending as it is; none: the result was taken away.
    pub new: Option<Ending>,
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
    /// The result was settled before the log began.
    #[serde(skip)]
    pub(super) settled: bool,
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

    /// A correction: the only way to change a result that is confirmed, and then the chief arbiter's.
    /// The old one stays on record.
    pub(super) fn correct(
        &mut self,
        result: GameResult,
        reason: Option<ResultReason>,
        why: &str,
        entry: &Entry,
    ) -> Result<(), ConductError> {
        self.chief_when_confirmed(entry.by.role)?;
        if why.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "9" });
        }
        super::ending::fits(result, reason)?;
        let Some(old) = self.ending else {
            return Err(ConductError::WrongPhase { phase: self.phase });
        };
        let clause = ResultReason::clause_of(reason, result);
        let by_word = self.contradicts_moves(result, reason);
        let new = Ending {
            result,
            reason,
            clause,
            by_word,
            entry: self.current(),
        };
        self.ending = Some(new);
        self.effect(clause, What::Ended { result, reason });
        self.note_correction(old, Some(new), why, entry);
        Ok(())
    }

    /// What is confirmed is changed by the chief arbiter only.
    pub(super) fn chief_when_confirmed(&self, role: Role) -> Result<(), ConductError> {
        if self.phase == Phase::Confirmed && role != Role::ChiefArbiter {
            return Err(ConductError::MayNot { role, clause: "9" });
        }
        Ok(())
    }

    pub(super) fn note_correction(
        &mut self,
        old: Ending,
        new: Option<Ending>,
        why: &str,
        entry: &Entry,
    ) {
        self.signing.corrections.push(Corrected {
            old,
            new,
            why: why.to_owned(),
            by: entry.by.clone(),
            at: entry.at,
        });
    }

    /// Whether the ending counts: where two persons are needed, once the second has signed for the
    /// arbiters.
    pub fn is_settled(&self) -> bool {
        let signing = &self.signing;
        let corrected = signing.corrections.last().is_some_and(|c| c.new.is_some());
        self.ending.is_none()
            || !self.settings.double_confirmation
            || signing.arbiter.is_some()
            || signing.settled
            || corrected
    }
}
