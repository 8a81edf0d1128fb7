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
use super::teams::with_boards;
use stages::SettledField;
use std::borrow::Cow;

/// The next round of a stage (counted from 0), paired from everything that is recorded.
///
/// A stage whose field comes from earlier stages and is not settled yet is settled on the way; the
/// field is then part of the answer, and to be stored with the round.
///
/// # Errors
/// [`PairingError`]: the stage is over, waits for results, or no pairing exists.
pub fn next_round(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let (event, field) = prepared(event, stage)?;
    let mut round = pair(&event, stage)?;
    if let Some(field) = field {
        round.warnings.extend(field.notes.iter().cloned());
        round.field = Some(field);
    }
    Ok(round)
}

/// The event as the next round of a stage is paired from it: with the field settled, where it
/// comes from earlier stages and is not yet; and with the line drawn, where a Swiss drops entries.
///
/// # Errors
/// [`PairingError::Stages`] where that is not possible yet.
pub fn prepared(
    event: &Event,
    stage: usize,
) -> Result<(Cow<'_, Event>, Option<SettledField>), PairingError> {
    let this = event
        .stages
        .get(stage)
        .ok_or(PairingError::NoSuchStage(stage))?;
    let (event, field) = if this.source.is_some() && this.entries.is_none() {
        let mut settled = event.clone();
        let field = stages::settle(&mut settled, stage).map_err(PairingError::Stages)?;
        (Cow::Owned(settled), Some(field))
    } else {
        (Cow::Borrowed(event), None)
    };
    // Asked here so that a tie at the line is told, not paired over.
    let next = this.rounds.len() as u32 + 1;
    stages::sitting_out(&event, stage, next).map_err(PairingError::Stages)?;
    Ok((event, field))
}

fn pair(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let round = match event.stages[stage].format {
        Format::RoundRobin => round_robin::pair_next(event, stage)?,
        Format::Swiss => swiss::bridge::next_round(event, stage)?,
        Format::SingleElimination | Format::DoubleElimination => knockout::pair_next(event, stage)?,
        Format::Playoff => playoff::pair_next(event, stage)?,
    };
    Ok(with_boards(event, stage, round))
}
