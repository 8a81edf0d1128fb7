//! Double knock-out (双败淘汰, 10.4; appendix 3) for 4 to 64 entries: the plan of its two brackets
//! and its final.
//!
//! Losers drop into the losers' bracket so that whoever has met meets again as late as may be:
//! losers of round 1 in natural order, those of later rounds by [`drop_order`].
use super::knockout::bracket::{MatchPlan, Part, Plan, Source};
use super::knockout::layout;

/// Fewest entries of a double knock-out.
pub const MIN_ENTRIES: u32 = 4;
/// Most entries of a double knock-out.
pub const MAX_ENTRIES: u32 = 64;

/// The order in which the `m` losers of a winners' round drop.
#[derive(Clone, Copy)]
enum DropOrder {
    Natural,
    Reversed,
    HalfShifted,
    HalfShiftedReversed,
}

/// For every size the orders of winners' rounds 2, 3, …, chosen by simulation (every game 50:50)
/// for the fewest expected rematches before the last match of the losers: 0.24, 0.40, 0.41 and
/// 0.38 for 8, 16, 32 and 64, where natural order throughout gives 1.0, 2.7, 6.2 and 13.0.
fn drop_order(size: u32, round: u32) -> DropOrder {
    use DropOrder::*;
    let orders: &[DropOrder] = match size {
        8 => &[Reversed],
        16 => &[Reversed, Natural],
        32 => &[Reversed, HalfShiftedReversed, Reversed],
        64 => &[Reversed, HalfShiftedReversed, HalfShifted, Natural],
        _ => &[],
    };
    orders.get(round as usize - 2).copied().unwrap_or(Natural)
}

impl DropOrder {
    const fn index(self, i: usize, m: usize) -> usize {
        match self {
            DropOrder::Natural => i,
            DropOrder::Reversed => m - 1 - i,
            DropOrder::HalfShifted => (i + m / 2) % m,
            DropOrder::HalfShiftedReversed => (m - 1 - i + m / 2) % m,
        }
    }
}

/// The plan for `entries`.
pub fn plan(entries: u32) -> Plan {
    let size = layout::size(entries.max(MIN_ENTRIES));
    let rounds = size.ilog2();
    let mut matches = Vec::new();
    let winners = winners_rounds(size, &mut matches);

    // Losers' rounds: the losers of winners' round 1 among themselves; then for each further
    // winners' round its losers against those left, and those left among themselves.
    let mut builder = Losers {
        matches: &mut matches,
        count: 0,
        round: 0,
        places_left: size,
    };
    let sides = winners[0].iter().cloned().map(Source::Loser).collect();
    let mut left = builder.round_among(sides);
    for round in 2..=rounds {
        let dropping = &winners[round as usize - 1];
        let m = dropping.len();
        let order = drop_order(size, round);
        let sides = left
            .iter()
            .enumerate()
            .flat_map(|(i, a)| {
                let dropped = dropping[order.index(i, m)].clone();
                [Source::Winner(a.clone()), Source::Loser(dropped)]
            })
            .collect();
        left = builder.round_among(sides);
        if m > 1 {
            let sides = left.iter().cloned().map(Source::Winner).collect();
            left = builder.round_among(sides);
        }
    }
    matches.push(MatchPlan {
        code: "F".to_owned(),
        part: Part::Final,
        round: 1,
        a: Source::Winner(winners[rounds as usize - 1][0].clone()),
        b: Source::Winner(left[0].clone()),
        winner_place: Some(1),
        loser_places: Some((2, 2)),
        best_place: 1,
    });
    Plan { size, matches }
}

/// The winners' bracket; codes of its matches by round.
fn winners_rounds(size: u32, matches: &mut Vec<MatchPlan>) -> Vec<Vec<String>> {
    let mut sides: Vec<Source> = layout::positions(size)
        .into_iter()
        .map(Source::Position)
        .collect();
    let mut rounds = Vec::new();
    while sides.len() > 1 {
        let mut codes = Vec::new();
        for pair in sides.chunks_exact(2) {
            let code = format!("W{}", matches.len() + 1);
            codes.push(code.clone());
            matches.push(MatchPlan {
                code,
                part: Part::Winners,
                round: rounds.len() as u32 + 1,
                a: pair[0].clone(),
                b: pair[1].clone(),
                winner_place: None,
                loser_places: None,
                best_place: 1,
            });
        }
        sides = codes.iter().cloned().map(Source::Winner).collect();
        rounds.push(codes);
    }
    rounds
}

struct Losers<'a> {
    matches: &'a mut Vec<MatchPlan>,
    count: u32,
    round: u32,
    /// Places not given yet; those beaten next take the last of them.
    places_left: u32,
}

impl Losers<'_> {
    /// One losers' round; codes of its matches.
    fn round_among(&mut self, sides: Vec<Source>) -> Vec<String> {
        self.round += 1;
        let games = sides.len() as u32 / 2;
        let last = self.places_left;
        self.places_left -= games;
        let mut codes = Vec::new();
        for pair in sides.chunks_exact(2) {
            self.count += 1;
            let code = format!("L{}", self.count);
            codes.push(code.clone());
            self.matches.push(MatchPlan {
                code,
                part: Part::Losers,
                round: self.round,
                a: pair[0].clone(),
                b: pair[1].clone(),
                winner_place: None,
                loser_places: Some((last + 1 - games, last)),
                best_place: 1,
            });
        }
        codes
    }
}
