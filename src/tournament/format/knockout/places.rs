//! Final places of a knock-out: by the round in which one was beaten, or by games for places.
use super::progress::{MatchState, MatchStatus, Seat};
use crate::tournament::model::Number;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The place of an entry; shared places have `to` above `from` (5–8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Place {
    /// Best of the shared places.
    pub from: u32,
    /// Last of the shared places.
    pub to: u32,
    /// The entry.
    pub number: Number,
}

/// The places of all whose last match is decided, best first, those level by number.
///
/// The bracket names places for a full field; with byes fewer are beaten in a round, and everyone
/// moves up, so that the places are always 1…n.
pub(super) fn places(field: &[Number], matches: &[MatchState]) -> Vec<Place> {
    // The place by the plan of everyone who plays no further, and the best one open to the others.
    let mut known: BTreeMap<Number, u32> = BTreeMap::new();
    let mut best: BTreeMap<Number, u32> = field.iter().map(|n| (*n, 1)).collect();
    for m in matches {
        for seat in [m.a.seat, m.b.seat] {
            let Seat::Entry(number) = seat else { continue };
            best.insert(number, m.best_place);
            if m.status != MatchStatus::Decided {
                continue;
            }
            let place = if m.winner == Some(number) {
                m.winner_place
            } else if m.winner.is_none() {
                // Neither appeared (20.2): both are out here, though one could have played on.
                m.loser_places
                    .map(|p| p.0)
                    .or_else(|| places_further_on(m, matches))
            } else {
                m.loser_places.map(|p| p.0)
            };
            if let Some(place) = place {
                known.insert(number, place);
            }
        }
    }
    let mut places: Vec<Place> = known
        .iter()
        .map(|(number, place)| {
            let better = known.values().filter(|p| *p < place).count()
                + best
                    .iter()
                    .filter(|(n, b)| !known.contains_key(n) && *b <= place)
                    .count();
            let level = known.values().filter(|p| *p == place).count();
            Place {
                from: better as u32 + 1,
                to: (better + level) as u32,
                number: *number,
            }
        })
        .collect();
    places.sort_by_key(|p| (p.from, p.number));
    places
}

/// The place of those beaten in the match to which the loser of `m` would have gone.
fn places_further_on(m: &MatchState, matches: &[MatchState]) -> Option<u32> {
    let to = m.loser_to.as_ref()?;
    let next = matches.iter().find(|other| other.code == to.match_code)?;
    next.loser_places
        .map(|p| p.0)
        .or_else(|| places_further_on(next, matches))
}
