//! One segment: its players in order, what each possible pair and each float costs, and the
//! choices that make the best pairing.
use super::colours::{self, ColourChoice};
use super::orders::{self, Column, Order};
use super::reasons::{Objective, SKIPPED_SHOWN, SkipReason};
use super::state::State;
use crate::tournament::points::Points;

/// Values of the first five objectives, most important first (pairing rules: left over, float
/// limit, threes, unwanted colours, balance of floats).
pub type Cost = [u32; 5];

/// One segment to be paired.
pub struct Segment<'s> {
    /// What is known of the players.
    pub state: &'s State,
    /// The players in merged order with their columns; a place is an index in it.
    pub order: Order,
    /// Everybody of a lower score, by index in the state.
    pub below: Vec<usize>,
    /// Per place: the only player of his score in this round; his floats are forced and do not
    /// count (principle 9).
    pub forced: Vec<bool>,
}

/// A candidate who was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Place of the candidate.
    pub place: usize,
    /// Why.
    pub why: SkipReason,
    /// The first objective that would be broken, where that is known.
    pub objective: Option<Objective>,
}

/// What a chooser took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Place of the chooser.
    pub chooser: usize,
    /// Place of the partner; none: 下调.
    pub partner: Option<usize>,
    /// The first candidates before the partner, and why each was not taken.
    pub skipped: Vec<Passed>,
    /// How many more there were.
    pub skipped_more: u32,
    /// One of all these could have been taken, had it not been for the objectives.
    pub undone: bool,
}

impl Choice {
    /// A choice with its reasons; the candidates are those of the chooser, in order. `broken` may
    /// know which objective a candidate would have broken.
    pub fn new(
        segment: &Segment,
        chooser: usize,
        partner: Option<usize>,
        candidates: impl Iterator<Item = usize>,
        broken: impl Fn(usize) -> Option<Objective>,
    ) -> Choice {
        let mut choice = Choice {
            chooser,
            partner,
            skipped: Vec::new(),
            skipped_more: 0,
            undone: false,
        };
        for candidate in candidates.take_while(|&c| Some(c) != partner) {
            let is_named = choice.skipped.len() < SKIPPED_SHOWN;
            if !is_named {
                choice.skipped_more += 1;
                if choice.undone {
                    continue;
                }
            }
            let obstacle = segment.obstacle(chooser, candidate);
            choice.undone |= obstacle.is_none();
            if is_named {
                choice.skipped.push(Passed {
                    place: candidate,
                    why: obstacle.unwrap_or(SkipReason::Objective),
                    objective: match obstacle {
                        Some(_) => None,
                        None => broken(candidate),
                    },
                });
            }
        }
        choice
    }
}

impl<'s> Segment<'s> {
    /// Puts a segment in order. `alone` says who is the only player of his score in this round.
    pub fn new(
        state: &'s State,
        members: &[usize],
        below: Vec<usize>,
        alone: impl Fn(usize) -> bool,
    ) -> Segment<'s> {
        let order = orders::order(state, members);
        let forced = order.players.iter().map(|&i| alone(i)).collect();
        Segment {
            state,
            order,
            below,
            forced,
        }
    }

    /// Number of players.
    pub fn len(&self) -> usize {
        self.order.players.len()
    }

    /// Whether the segment has no players.
    pub fn is_empty(&self) -> bool {
        self.order.players.is_empty()
    }

    /// Whether the players at two places may meet.
    pub fn may_meet(&self, a: usize, b: usize) -> bool {
        self.state
            .may_meet(self.order.players[a], self.order.players[b])
    }

    /// The score of the player at a place.
    pub fn score(&self, place: usize) -> Points {
        self.state.players[self.order.players[place]].score
    }

    /// The colours of a pair.
    pub fn colours(&self, a: usize, b: usize) -> ColourChoice {
        let player = |p: usize| {
            (
                &self.state.players[self.order.players[p]],
                self.order.columns[p],
            )
        };
        colours::decide(self.state, player(a), player(b))
    }

    /// What a pair adds to the objectives.
    pub fn pair_cost(&self, a: usize, b: usize) -> Cost {
        let mut cost = [0; 5];
        let choice = self.colours(a, b);
        for (place, red) in [(a, choice.first_is_red), (b, !choice.first_is_red)] {
            let player = &self.state.players[self.order.players[place]];
            if !self.state.is_last_round() && colours::makes_three(player, red) {
                cost[2] += 1;
            }
            if red != (self.order.columns[place] == Column::WantsRed) {
                cost[3] += 1;
            }
        }
        if self.score(a) != self.score(b) {
            let lower = if self.score(a) < self.score(b) { a } else { b };
            if !self.forced[lower] {
                let ups = self.state.players[self.order.players[lower]].ups;
                cost[1] += u32::from(ups >= self.state.regulations.float_limit);
                cost[4] += ups;
            }
        }
        cost
    }

    /// What leaving a player over adds to the objectives.
    pub fn left_cost(&self, place: usize) -> Cost {
        let mut cost = [1, 0, 0, 0, 0];
        if !self.forced[place] {
            let downs = self.state.players[self.order.players[place]].downs;
            cost[1] = u32::from(downs >= self.state.regulations.float_limit);
            cost[4] = downs;
        }
        cost
    }

    /// Whether the player at a place has no game with a colour yet.
    pub fn has_no_game(&self, place: usize) -> bool {
        self.state.players[self.order.players[place]].run == 0
    }

    /// Two players of one class cost the same with any third one, two without a game excepted, to
    /// whom the numbers give the colours.
    pub fn class(&self, place: usize) -> impl Eq + std::hash::Hash + use<> {
        let player = &self.state.players[self.order.players[place]];
        (
            player.score,
            player.difference(),
            player.run,
            self.order.columns[place],
            self.forced[place],
            if self.forced[place] { 0 } else { player.ups },
        )
    }

    /// The most that a player can add to each objective.
    pub fn bound(&self, place: usize) -> Cost {
        let player = &self.state.players[self.order.players[place]];
        let counted = u32::from(!self.forced[place]);
        let most = player.downs.max(player.ups) * counted;
        let limit = self.state.regulations.float_limit;
        let three = !self.state.is_last_round()
            && (colours::makes_three(player, true) || colours::makes_three(player, false));
        [
            1,
            u32::from(player.downs.max(player.ups) >= limit) * counted,
            u32::from(three),
            1,
            most,
        ]
    }

    /// The candidates of a chooser among those still unpaired, in order: the other column, then
    /// his own downwards.
    pub fn candidates(&self, chooser: usize, unpaired: &[bool]) -> Vec<usize> {
        let own = self.order.columns[chooser];
        let of_column = |same: bool| {
            (0..self.len()).filter(move |&p| {
                p != chooser && unpaired[p] && (self.order.columns[p] == own) == same
            })
        };
        of_column(false).chain(of_column(true)).collect()
    }

    /// Why a pair may not be at all.
    pub fn obstacle(&self, a: usize, b: usize) -> Option<SkipReason> {
        let (a, b) = (self.order.players[a], self.order.players[b]);
        if self.state.met.contains(a, b) {
            Some(SkipReason::Met)
        } else if self.state.avoids_units() && self.state.same_unit(a, b) {
            Some(SkipReason::Unit)
        } else if !self.state.may_meet(a, b) {
            Some(SkipReason::Forbidden)
        } else {
            None
        }
    }
}

/// The first objective in which one value is worse than another.
pub fn worse_in(better: &Cost, worse: &Cost) -> Option<Objective> {
    (0..5)
        .find(|&k| better[k] != worse[k])
        .map(|k| Objective::ALL[k])
}
