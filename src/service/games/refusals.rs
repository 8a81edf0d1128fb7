//! Refusals of the conduct of a game as errors of a command.
use crate::service::{Error, Refusal};
use crate::tournament::conduct::ConductError;

/// Why an entry was refused. Without a pointer of its own the refusal is about the whole request.
pub(crate) fn refused(error: &ConductError, pointer: &str) -> Error {
    let code = match error {
        ConductError::IllegalMove(_) => "illegal_move",
        ConductError::WrongPly { .. } => "ply_mismatch",
        ConductError::ContradictsMoves { .. } => "contradicts_record",
        other => other.code(),
    };
    let mut refusal = Refusal::new(code, error.zh(), error.to_string());
    if let Some(clause) = error.clause() {
        refusal = refusal.clause(clause);
    }
    match error {
        ConductError::MayNot { .. } => Error::NotEntitled(refusal),
        // As things stand: another moment, or another person, and it could be entered.
        ConductError::WrongPly { .. }
        | ConductError::WrongPhase { .. }
        | ConductError::NoOffer
        | ConductError::OfferStands
        | ConductError::NoClaim
        | ConductError::ClaimPending
        | ConductError::SamePerson
        | ConductError::Disputed
        | ConductError::CannotVoid { .. } => Error::Refused(refusal),
        _ => Error::AgainstRules(refusal.at(pointer)),
    }
}
