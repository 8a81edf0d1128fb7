//! Extra games for a tied place (附加赛): two play a match, more a single round robin.
use super::paired::{PairedRound, PairingError};
use super::{knockout, round_robin};
use crate::tournament::model::Event;

/// Whether a play-off of so many is a match with the tie procedure, not a round robin.
pub const fn is_match(entries: usize) -> bool {
    entries <= 2
}

/// The next round: of a match of two, or of the round robin of three and more.
///
/// # Errors
/// As those of the two formats.
pub fn pair_next(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    if is_match(event.field(stage).len()) {
        knockout::pair_next(event, stage)
    } else {
        round_robin::pair_next(event, stage)
    }
}
