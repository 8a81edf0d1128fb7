//! The terms of a demonstration and the account of one line in it: what may be done, and what has been
//! won and lost so far (24.3, 26.5–26.8).

use super::arena::{Id, Ids, NONE, Side};
use super::worth::{EQUAL, WEAK};

/// How many checks that take nothing each side may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    pub(super) attacker: u8,
    pub(super) defender: u8,
}

/// The budget of the text's reading: "a check or a series of checks".
pub(super) const FULL: Budget = Budget {
    attacker: 2,
    defender: 2,
};
/// The budget that decides what was hanging already.
pub(super) const SMALL: Budget = Budget {
    attacker: 1,
    defender: 2,
};

/// The settings of one game.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// The attacking side, S.
    pub(super) side: Side,
    /// The victim T, or [`NONE`] when any gain will do (a fork, an accepted offer).
    pub(super) target: Id,
    /// Checks allowed.
    pub(super) budget: Budget,
    /// The line must begin with taking T.
    pub(super) direct: bool,
    /// Only this piece may take T ([`NONE`] = any).
    pub(super) taker: Id,
    /// Generals and soldiers take like other pieces (hanging sets).
    pub(super) humble_take: bool,
    /// Captures of this piece always count (strict newness), [`NONE`] = no such piece.
    pub(super) exposed: Id,
    /// Captures of this piece count nothing while it stands still: what its own side saves by
    /// stepping away is no attack by it (26.3). [`NONE`] = no such piece.
    pub(super) immune: Id,
    /// Every capture by S counts, except of what was hanging: an upper bound for all victims at
    /// once, good for leaving out lines that begin with a check.
    pub(super) generous: bool,
    /// An equal exchange may count (26.5).
    pub(super) equal: bool,
    /// The piece that moved: what it loses as a root or a pinned piece for a soldier it takes itself
    /// may count as equal, because a soldier's value floats (26.5, 26.7). [`NONE`] = no such piece.
    pub(super) mover: Id,
    /// Text A 26.6: a soldier given for a rook counts even when it did not give check.
    pub(super) soldier_for_rook: bool,
}

/// What a line of play has come to.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// What S has won less what it has lost.
    pub(super) balance: i32,
    /// Pieces that have moved or been offered.
    pub(super) moved: Ids,
    /// Squares on which something has been taken.
    pub(super) exchange: u128,
    /// Checks without a capture still allowed, S and O.
    pub(super) checks: [u8; 2],
    /// Plies so far.
    pub(super) length: u8,
    /// T has been taken.
    pub(super) taken: bool,
    /// The piece that opened the line by taking T.
    pub(super) opener: Id,
    /// That piece has been taken in turn.
    pub(super) opener_lost: bool,
    /// S has lost something.
    pub(super) lost: bool,
    /// Something of it had not been rooted or shielded by the opener.
    pub(super) lost_free: bool,
    /// S has won soldiers only and lost no rook: what is exchanged for a soldier is neither won nor
    /// lost (26.7).
    pub(super) floats: bool,
    /// What became of a soldier of S.
    pub(super) soldier: Soldier,
}

/// Whether S paid with a crossed soldier (26.7).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Soldier {
    Kept,
    /// Given with check; only a rook repays it.
    Offered,
    Repaid,
    Paid,
}

impl Line {
    /// A line nothing has been played in yet.
    pub(super) fn new(terms: &Terms) -> Line {
        Line {
            balance: 0,
            moved: 0,
            exchange: 0,
            checks: [terms.budget.attacker, terms.budget.defender],
            length: 0,
            taken: terms.target == NONE,
            opener: NONE,
            opener_lost: false,
            lost: false,
            lost_free: false,
            floats: true,
            soldier: Soldier::Kept,
        }
    }

    /// What a line is worth when it stops here.
    pub(super) fn worth_now(&self, terms: &Terms) -> i32 {
        let mut value = self.balance;
        if value > 0 && value < WEAK && self.lost {
            // A soldier won on top of an exchange is no gain (26.7).
            value = 0;
        }
        if (value == 0 || value < 0 && self.floats && self.opener == terms.mover)
            && terms.equal
            && self.taken
            && self.opener != NONE
            && !self.opener_lost
            && self.lost
            && !self.lost_free
        {
            value = EQUAL;
        }
        if !self.taken || matches!(self.soldier, Soldier::Offered | Soldier::Paid) {
            value = value.min(0);
        }
        value
    }
}
