//! Formats (比赛办法, article 10): who meets whom in the next round of a stage.
//!
//! Every format answers one question, [`next_round`], from the facts of the event alone; the same
//! facts always give the same pairing. A pairing comes with its reasons.
pub mod double_elimination;
pub mod knockout;
pub mod paired;
pub mod playoff;
pub mod round_robin;
pub mod swiss;

pub use paired::{PairReason, PairedGame, PairedRound, PairingError, Warning};

use super::model::{Event, Format};

/// The next round of a stage (counted from 0), paired from everything that is recorded.
///
/// # Errors
/// [`PairingError`]: the stage is over, waits for results, or no pairing exists.
pub fn next_round(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let format = event
        .stages
        .get(stage)
        .ok_or(PairingError::NoSuchStage(stage))?
        .format;
    match format {
        Format::RoundRobin => round_robin::pair_next(event, stage),
        Format::Swiss => swiss::bridge::next_round(event, stage),
        Format::SingleElimination | Format::DoubleElimination => knockout::pair_next(event, stage),
        Format::Playoff => playoff::pair_next(event, stage),
    }
}
