//! Counting (23.1–23.4): has the game repeated often enough, and which moves are judged?

use serde::{Deserialize, Serialize};

use crate::rules::{Move, Position};

/// When a claim is early enough to be accepted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// The text: every position of the cycle three times (23.1–23.4).
    #[default]
    Cycles,
    /// As many events play: the present position for the third time.
    Occurrences,
}

/// Plies of nine rounds (23.4).
pub(super) const NINE_ROUNDS: usize = 18;

/// A repetition found at the end of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cycle {
    /// First ply judged, zero-based.
    pub(super) start: usize,
    /// Plies from one occurrence of the present position to the next.
    pub(super) length: usize,
    /// How often the present position has occurred.
    pub(super) occurrences: usize,
}

/// What counting says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// A ruling can be asked for.
    Repeated(Cycle),
    /// Not yet: the present position has occurred this often, and the rarest position of its
    /// cycle this often (both count the present one).
    TooEarly {
        /// The cycle as far as it goes; its length is 0 when the position is new.
        cycle: Cycle,
        /// Occurrences of the rarest position of the cycle.
        rarest: usize,
    },
}

/// The positions of a record, the starting one first.
pub(super) struct Record {
    /// `positions[i]` stands after `i` plies.
    pub(super) positions: Vec<Position>,
    /// The first position since the last capture, by index.
    since: usize,
    /// The position at `since` was reached by a capture, or by no move the record tells of.
    uncounted: bool,
}

impl Record {
    /// The record of legal moves from a position.
    pub(super) fn new(start: Position, moves: &[Move]) -> Self {
        let mut positions = Vec::with_capacity(moves.len() + 1);
        positions.push(start);
        let mut since = 0;
        for (i, &mv) in moves.iter().enumerate() {
            let last = positions[i];
            if last.captured(mv).is_some() {
                since = i + 1;
            }
            positions.push(last.play_unchecked(mv));
        }
        // The start of a record has no entering move, and one reached by a capture does not
        // count either (23.2): in both cases the first counted position is the next one.
        Record {
            positions,
            since,
            uncounted: true,
        }
    }

    fn same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.positions[a], &self.positions[b]);
        a.hash() == b.hash() && a.board() == b.board() && a.side_to_move() == b.side_to_move()
    }

    /// Indices at which the position at `index` has stood since the last capture, up to `end`.
    fn occurrences(&self, index: usize, end: usize) -> Vec<usize> {
        (self.since + usize::from(self.uncounted)..=end)
            .filter(|&i| self.same(i, index))
            .collect()
    }

    /// Counts at the end of the record.
    pub(super) fn count(&self, counting: Counting) -> Count {
        let end = self.positions.len() - 1;
        let seen = self.occurrences(end, end);
        let occurrences = seen.len();
        if occurrences < 2 {
            let cycle = Cycle {
                start: end,
                length: 0,
                occurrences,
            };
            return Count::TooEarly {
                cycle,
                rarest: occurrences,
            };
        }
        let length = end - seen[occurrences - 2];
        let first = seen[occurrences.saturating_sub(3)];
        let cycle = Cycle {
            start: first,
            length,
            occurrences,
        };
        let rarest = (end + 1 - length..=end)
            .map(|i| self.occurrences(i, end).len())
            .min()
            .unwrap_or(0);
        let enough = match counting {
            Counting::Cycles => rarest >= 3,
            Counting::Occurrences => occurrences >= 3,
        };
        if enough {
            Count::Repeated(cycle)
        } else {
            Count::TooEarly { cycle, rarest }
        }
    }

    /// The cycle at the end of the record taken as if it had been repeated: from the earliest
    /// occurrence of the present position since the last capture, the start included, from which
    /// on the moves are not just a shorter cycle over again. `None` when the position is new.
    pub(super) fn assume_repeated(&self) -> Option<Cycle> {
        let end = self.positions.len() - 1;
        let seen: Vec<usize> = (self.since..end).filter(|&i| self.same(i, end)).collect();
        let repeats =
            |start: usize, period: usize| (start..end - period).all(|i| self.same(i, i + period));
        let start = seen.iter().copied().find(|&start| {
            let shorter = seen
                .iter()
                .filter(|&&later| later > start)
                .map(|&later| end - later);
            shorter
                .into_iter()
                .all(|period| !(end - start).is_multiple_of(period) || !repeats(start, period))
        })?;
        Some(Cycle {
            start,
            length: end - start,
            occurrences: 3,
        })
    }

    /// Plies since the last capture.
    pub(super) fn quiet_plies(&self) -> usize {
        self.positions.len() - 1 - self.since
    }
}
