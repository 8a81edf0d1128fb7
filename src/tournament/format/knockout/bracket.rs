//! The plan of a bracket: which match takes its two sides from where, before anyone has played.
use super::layout;
use serde::Serialize;
use utoipa::ToSchema;

/// Where a side of a match comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A position of the draw, from 1.
    Position(u32),
    /// The winner of a match.
    Winner(String),
    /// The loser of a match.
    Loser(String),
}

/// Which part of a knock-out a match belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BracketPart)]
pub enum Part {
    /// Single knock-out.
    Main,
    /// Double knock-out: the unbeaten.
    Winners,
    /// Double knock-out: the once beaten.
    Losers,
    /// Double knock-out: unbeaten against once beaten, at most four games.
    Final,
    /// Further games for places.
    Places,
}

/// One match of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlan {
    /// Its code, unique in the bracket.
    pub code: String,
    /// Its part.
    pub part: Part,
    /// Round within the part, from 1.
    pub round: u32,
    /// First side: the upper one; in a final of the double knock-out the unbeaten.
    pub a: Source,
    /// Second side.
    pub b: Source,
    /// Place of the winner, where the match is the last of its part.
    pub winner_place: Option<u32>,
    /// First and last place of its losers, where they play no further.
    pub loser_places: Option<(u32, u32)>,
    /// Best place that whoever plays this match can still reach.
    pub best_place: u32,
}

/// All matches; whoever feeds a match stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Positions: a power of two.
    pub size: u32,
    /// The matches.
    pub matches: Vec<MatchPlan>,
}

/// The plan of a single knock-out of `entries`, with games for all places up to
/// `places_decided` (2: only the final; 4: third place too; 8; …).
pub fn single(entries: u32, places_decided: u32) -> Plan {
    let size = layout::size(entries);
    let mut matches = Vec::new();
    let mut sides: Vec<Source> = layout::positions(size)
        .into_iter()
        .map(Source::Position)
        .collect();
    let mut losers_of_rounds = Vec::new();
    let mut round = 0;
    while sides.len() > 1 {
        round += 1;
        let left = sides.len() as u32 / 2;
        let played_on = left > 1 && left < entries && 2 * left <= places_decided.max(2);
        let mut winners = Vec::new();
        let mut losers = Vec::new();
        for pair in sides.chunks_exact(2) {
            let code = format!("M{}", matches.len() + 1);
            winners.push(Source::Winner(code.clone()));
            losers.push(Source::Loser(code.clone()));
            matches.push(MatchPlan {
                code,
                part: Part::Main,
                round,
                a: pair[0].clone(),
                b: pair[1].clone(),
                winner_place: (left == 1).then_some(1),
                loser_places: (!played_on).then_some((left + 1, 2 * left)),
                best_place: 1,
            });
        }
        if played_on {
            losers_of_rounds.push((left + 1, losers));
        }
        sides = winners;
    }
    // The games for the best places come first.
    for (first_place, losers) in losers_of_rounds.into_iter().rev() {
        games_for_places(first_place, 1, &mut 0, first_place, losers, &mut matches);
    }
    Plan { size, matches }
}

/// A bracket for the places from `best` on, all played out. `label` names it, `count` numbers its
/// matches; losers of each round play for the lower half of the places.
fn games_for_places(
    label: u32,
    round: u32,
    count: &mut u32,
    best: u32,
    sides: Vec<Source>,
    matches: &mut Vec<MatchPlan>,
) {
    let half = sides.len() as u32 / 2;
    let mut winners = Vec::new();
    let mut losers = Vec::new();
    for pair in sides.chunks_exact(2) {
        *count += 1;
        let code = if half == 1 {
            format!("P{best}")
        } else {
            format!("P{label}.{count}")
        };
        winners.push(Source::Winner(code.clone()));
        losers.push(Source::Loser(code.clone()));
        matches.push(MatchPlan {
            code,
            part: Part::Places,
            round,
            a: pair[0].clone(),
            b: pair[1].clone(),
            winner_place: (half == 1).then_some(best),
            loser_places: (half == 1).then_some((best + 1, best + 1)),
            best_place: best,
        });
    }
    if half > 1 {
        games_for_places(label, round + 1, count, best, winners, matches);
        games_for_places(best + half, round + 1, &mut 0, best + half, losers, matches);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_side_comes_from_an_earlier_match_and_every_place_is_given_once() {
        for entries in 2..=64 {
            for decided in [2, 4, 8, 16, 64] {
                let plan = single(entries, decided);
                let mut known = BTreeSet::new();
                let mut used = BTreeSet::new();
                let mut places = vec![0; plan.size as usize + 1];
                for m in &plan.matches {
                    for side in [&m.a, &m.b] {
                        if let Source::Winner(code) | Source::Loser(code) = side {
                            assert!(known.contains(code), "{code} before {}", m.code);
                        }
                        assert!(used.insert(side.clone()), "{side:?} used twice");
                    }
                    assert!(known.insert(m.code.clone()), "{} twice", m.code);
                    if let Some(place) = m.winner_place {
                        places[place as usize] += 1;
                    }
                    if let Some((from, to)) = m.loser_places
                        && from == to
                    {
                        places[from as usize] += 1;
                    }
                }
                let games = plan.matches.iter().filter(|m| m.part == Part::Main).count();
                assert_eq!(games as u32, plan.size - 1);
                if decided >= plan.size && entries > plan.size / 2 {
                    // Losers of a first round with byes may be few, but all are played out.
                    assert!(places[1..].iter().all(|&n| n == 1), "{entries} {places:?}");
                }
            }
        }
    }
}
