//! Leaving a round robin: before the start (14.4), or in the middle of it (19.2).
use crate::tournament::model::{Event, Number};
use std::collections::BTreeSet;

/// What becomes of the results of an entry that left a round robin (19.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Fewer than half of its opponents met: everything is annulled.
    Annulled,
    /// Half or more: results stand, the rest are forfeits won by the opponents.
    Stands,
}

/// The fate of an entry in a stage (counted from 0); none while it plays.
///
/// "Half" is 2·met ≥ opponents; a forfeit given or received counts as met; opponents are counted
/// before any annulment.
pub fn fate(event: &Event, stage: usize, number: Number) -> Option<Fate> {
    let last = event.last_round_taken_part_in(stage, number)?;
    let field = event.field(stage);
    let gone = gone_before_start(event, stage, &field);
    let opponents = field
        .iter()
        .filter(|n| **n != number && !gone.contains(n))
        .count();
    let met: BTreeSet<Number> = event.stages[stage]
        .rounds
        .iter()
        .filter(|round| round.number <= last)
        .flat_map(|round| &round.games)
        .filter(|game| game.result.is_some() || !game.boards.is_empty())
        .filter_map(|game| game.opponent_of(number))
        .collect();
    Some(if 2 * met.len() >= opponents && !met.is_empty() {
        Fate::Stands
    } else {
        Fate::Annulled
    })
}

/// Entries of the field that left before the start: withdrawn after round 0 and in no round.
pub fn gone_before_start(event: &Event, stage: usize, field: &[Number]) -> Vec<Number> {
    field
        .iter()
        .copied()
        .filter(|&number| {
            event.last_round_taken_part_in(stage, number) == Some(0)
                && event.stages[stage]
                    .rounds
                    .iter()
                    .flat_map(|round| &round.games)
                    .all(|game| game.opponent_of(number).is_none())
        })
        .collect()
}
