//! Who has left, and what becomes of their games (18.3, 19.2, 19.3).
use super::super::model::{Event, Format, Number};
use std::collections::BTreeSet;

/// What the departure of an entry does to a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Results stand; games of later rounds that were not played are forfeits (19.2, 19.3).
    Stands {
        /// Last round taken part in.
        after: u32,
    },
    /// Every result vanishes, for the opponents too (19.2).
    Annulled,
}

/// The departure of an entry as a stage (counted from 0) sees it after a round, or none while it
/// plays. An expelled entry (18.3) is one that withdrew. A departure later than the round asked
/// for has not happened yet.
pub fn departure(
    event: &Event,
    stage: usize,
    number: Number,
    after_round: u32,
) -> Option<Departure> {
    let entry = event.entry(number)?;
    if !entry.status.has_left() {
        return None;
    }
    let left_in = match entry.withdrawn_in_stage {
        Some(counted_from_one) => (counted_from_one as usize).saturating_sub(1),
        None => last_stage_of(event, number).unwrap_or(stage),
    };
    let after = match left_in.cmp(&stage) {
        std::cmp::Ordering::Greater => return None,
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => entry
            .withdrawn_after
            .unwrap_or_else(|| last_appearance(event, stage, number)),
    };
    if after > after_round {
        return None;
    }
    let annulled = event.stages[stage].format == Format::RoundRobin
        && 2 * opponents_met(event, stage, number, after) < opponents(event, stage, number);
    Some(if annulled {
        Departure::Annulled
    } else {
        Departure::Stands { after }
    })
}

/// The stage being played when nothing else is said: the last one whose field holds the entry.
fn last_stage_of(event: &Event, number: Number) -> Option<usize> {
    (0..event.stages.len())
        .rev()
        .find(|s| match &event.stages[*s].entries {
            Some(list) => list.contains(&number),
            None => true,
        })
}

/// The last round in which the entry was there: had a result that was not its own absence.
fn last_appearance(event: &Event, stage: usize, number: Number) -> u32 {
    use super::super::model::GameResult::{BlackForfeit, DoubleForfeit, RedForfeit};
    event.stages[stage]
        .rounds
        .iter()
        .filter(|round| {
            round.byes.contains(&number)
                || round.games.iter().any(|game| match game.result {
                    None => !game.boards.is_empty() && (game.red == number || game.black == number),
                    Some(DoubleForfeit) => false,
                    Some(RedForfeit) => game.black == number,
                    Some(BlackForfeit) => game.red == number,
                    Some(_) => game.red == number || game.black == number,
                })
        })
        .map(|round| round.number)
        .max()
        .unwrap_or(0)
}

/// Opponents met at least once up to its last round, forfeits given and received included,
/// counted before any annulment.
fn opponents_met(event: &Event, stage: usize, number: Number, after: u32) -> usize {
    let mut met = BTreeSet::new();
    for round in &event.stages[stage].rounds {
        if round.number > after {
            continue;
        }
        for game in &round.games {
            let decided =
                game.result.is_some() || game.boards.iter().any(|board| board.result.is_some());
            if !decided {
                continue;
            }
            if game.red == number {
                met.insert(game.black);
            } else if game.black == number {
                met.insert(game.red);
            }
        }
    }
    met.len()
}

/// How many opponents it has in a round robin.
fn opponents(event: &Event, stage: usize, number: Number) -> usize {
    event
        .field(stage)
        .iter()
        .filter(|other| **other != number)
        .count()
}
