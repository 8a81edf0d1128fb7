//! What the rules leave open, and how else it could be read.
//!
//! Every ruling is made by [`Reading::TEXT`]; when another reading would rule otherwise, the
//! arbiter has to decide.

use super::attack::{Attack, Why};

/// How the open points are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// A root is false also when only the capture itself opens the line that pins it.
    opened_roots_are_false: bool,
    /// A protected rook is chased by advisors and elephants too, not only by horses and cannons.
    any_lesser_chases_rooks: bool,
    /// A move that checks and attacks the chased piece continues the chase.
    checks_chase: bool,
    /// A side that answers every chase by chasing the chaser chases perpetually, whichever of
    /// several chasers it is.
    counter_chases_join: bool,
}

/// A point on which the ruling hangs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doubt {
    OpenedRoot,
    LesserAttacker,
    CheckAndChase,
    CounterChase,
}

impl Reading {
    /// The reading by which rulings are made.
    pub(super) const TEXT: Reading = Reading {
        opened_roots_are_false: true,
        any_lesser_chases_rooks: true,
        checks_chase: true,
        counter_chases_join: true,
    };

    /// The other readings, one point at a time.
    pub(super) const OTHERS: [(Doubt, Reading); 4] = [
        (
            Doubt::OpenedRoot,
            Reading {
                opened_roots_are_false: false,
                ..Self::TEXT
            },
        ),
        (
            Doubt::LesserAttacker,
            Reading {
                any_lesser_chases_rooks: false,
                ..Self::TEXT
            },
        ),
        (
            Doubt::CheckAndChase,
            Reading {
                checks_chase: false,
                ..Self::TEXT
            },
        ),
        (
            Doubt::CounterChase,
            Reading {
                counter_chases_join: false,
                ..Self::TEXT
            },
        ),
    ];

    /// Whether an attack counts as one.
    pub(super) fn counts(self, attack: &Attack) -> bool {
        match attack.why {
            Why::Unprotected | Why::LesserAttacker { named: true } => true,
            Why::FalseRoot { opened } => !opened || self.opened_roots_are_false,
            Why::LesserAttacker { named: false } => self.any_lesser_chases_rooks,
        }
    }

    /// Whether a move that gives check may also chase.
    pub(super) fn checks_chase(self) -> bool {
        self.checks_chase
    }

    /// Whether counter-chases of several chasers are one perpetual chase.
    pub(super) fn counter_chases_join(self) -> bool {
        self.counter_chases_join
    }
}
