//! Who has left, and what becomes of their games (18.3, 19.2, 19.3).
use super::super::format::round_robin::{self, Fate};
use super::super::model::{Event, Format, Number};

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
    let after = event.last_round_taken_part_in(stage, number)?;
    if after > after_round {
        return None;
    }
    let annulled = event.stages[stage].format == Format::RoundRobin
        && round_robin::fate(event, stage, number) == Some(Fate::Annulled);
    Some(if annulled {
        Departure::Annulled
    } else {
        Departure::Stands { after }
    })
}
