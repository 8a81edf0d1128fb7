//! How much may be searched. Every search of one move draws on one account, so that a position
//! full of checks and captures ends too, with less certainty instead of no answer.

/// Most states of play one demonstration may look at. The federation's figures need a sixth of it at
/// most, and a tenth of what a ruling may cost.
const GAME: u32 = 40_000;
/// The same for all demonstrations that say what a move is.
const MOVE: u32 = 60_000;
/// For those that say how heavy a chase is, and what is in doubt.
const WEIGHT: u32 = 40_000;
/// The least of that when the moves to be judged are many.
const LEAST: u32 = 2_000;
/// The least a search for a kill may look at.
const SHORT_KILL: u32 = 500;
/// For all moves of a ruling.
const RULING: u32 = 250_000;

/// What may still be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    left: u32,
    /// What [`refill`](Effort::refill) gives.
    second: u32,
    /// A search ended by its cap: what it said is only what it saw.
    pub(super) capped: bool,
}

impl Effort {
    /// The account of a whole ruling.
    pub(super) const fn ruling() -> Effort {
        Effort {
            left: RULING,
            second: 0,
            capped: false,
        }
    }

    /// The account of one move of `moves`, out of that of the ruling.
    pub(super) fn of_move(ruling: Effort, moves: usize) -> Effort {
        let share = RULING / u32::try_from(moves.max(1)).unwrap_or(RULING);
        Effort {
            left: ruling.left.min(MOVE),
            second: share.clamp(LEAST, WEIGHT),
            capped: false,
        }
    }

    /// An account of its own for the second questions about a move.
    pub(super) fn refill(&mut self) {
        self.left = self.second;
        self.capped = false;
    }

    /// How many states the next demonstration may look at.
    pub(super) fn cap(self) -> u32 {
        self.left.min(GAME)
    }

    /// How many positions the next search for a kill may look at; even the last moves of a long
    /// cycle get a short one.
    pub(super) fn kill_cap(self) -> u32 {
        self.left.clamp(SHORT_KILL, super::kill::CAP)
    }

    /// Books what a search looked at.
    pub(super) fn spend(&mut self, states: u32, capped: bool) {
        self.left = self.left.saturating_sub(states);
        self.capped |= capped;
    }

    /// What has been spent of an account that was `whole`.
    pub(super) fn spent_of(self, whole: Effort) -> u32 {
        whole.left - self.left
    }
}
