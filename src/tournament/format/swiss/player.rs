//! One player before a round is paired: score, colours, byes, floats.
use crate::tournament::model::Number;
use crate::tournament::points::Points;

/// One player before a round.
#[derive(Clone, Debug)]
pub struct Player {
    /// The drawn number.
    pub number: Number,
    /// Score for this pairing; unfinished games count as draws (principle 8).
    pub score: Points,
    /// Games with red.
    pub reds: u32,
    /// Games with black.
    pub blacks: u32,
    /// +k: the last k games were with black; −k: with red; 0: no game.
    pub run: i32,
    /// Byes so far.
    pub byes: u32,
    /// Rounds in which he was paired with a lower score, forced ones left out (principle 9).
    pub downs: u32,
    /// Rounds in which he was paired with a higher score, forced ones left out.
    pub ups: u32,
    /// His unit, by an index of our own.
    pub unit: Option<u32>,
    /// Whether he is to be paired in this round.
    pub plays: bool,
    /// The first round in which he is to be paired.
    pub from: u32,
    /// The last one, for an entry that has left.
    pub until: Option<u32>,
}

impl Player {
    /// d = reds − blacks.
    pub fn difference(&self) -> i32 {
        self.reds as i32 - self.blacks as i32
    }

    /// Whether he is to be paired in a round: not before his first one, not after he left.
    pub fn takes_part_in(&self, round: u32) -> bool {
        self.from <= round && self.until.is_none_or(|last| round <= last)
    }

    pub(super) fn give_colour(&mut self, red: bool) {
        if red {
            self.reds += 1;
            self.run = if self.run < 0 { self.run - 1 } else { -1 };
        } else {
            self.blacks += 1;
            self.run = if self.run > 0 { self.run + 1 } else { 1 };
        }
    }
}
