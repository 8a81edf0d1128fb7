//! Formats (比赛办法, article 10): who meets whom in the next round of a stage.
//!
//! Every format answers one question, [`next_round`], from the facts of the event alone; the same
//! facts always give the same pairing. A pairing comes with its reasons.
pub mod double_elimination;
pub mod knockout;
pub mod paired;
pub mod playoff;
pub mod round_robin;
pub mod stages;
pub mod swiss;

pub use paired::{PairReason, PairedGame, PairedRound, PairingError, Warning};

use super::model::{Event, Format};

/// The next round of a stage (counted from 0), paired from everything that is recorded.
///
/// A stage whose field comes from earlier stages and is not settled yet is settled on the way; the
/// field is then part of the answer, and to be stored with the round.
///
/// # Errors
/// [`PairingError`]: the stage is over, waits for results, or no pairing exists.
pub fn next_round(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let this = event
        .stages
        .get(stage)
        .ok_or(PairingError::NoSuchStage(stage))?;
    if this.source.is_some() && this.entries.is_none() {
        let mut settled = event.clone();
        let field = stages::settle(&mut settled, stage).map_err(PairingError::Stages)?;
        let mut round = pair(&settled, stage)?;
        round.warnings.extend(field.notes.iter().cloned());
        round.field = Some(field);
        return Ok(round);
    }
    pair(event, stage)
}

fn pair(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let format = event.stages[stage].format;
    match format {
        Format::RoundRobin => round_robin::pair_next(event, stage),
        Format::Swiss => {
            // Asked here so that a tie at the line is told, not paired over.
            let next = event.stages[stage].rounds.len() as u32 + 1;
            stages::sitting_out(event, stage, next).map_err(PairingError::Stages)?;
            swiss::bridge::next_round(event, stage)
        }
        Format::SingleElimination | Format::DoubleElimination => knockout::pair_next(event, stage),
        Format::Playoff => playoff::pair_next(event, stage),
    }
}
