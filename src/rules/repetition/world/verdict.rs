//! What is one move? A check, a chase (an attack that did not stand before the move), or the rest.

use super::super::arena::{Arena, Ids, Ply, Side, bit};
use super::super::label::Label;
use super::attack::{Attack, attacks};
use super::pin::held_by_horse;
use super::reading::Reading;

/// A judged move.
pub(super) struct Verdict {
    pub(super) side: Side,
    /// The board after the move.
    pub(super) after: Arena,
    pub(super) ply: Ply,
    /// It gives check.
    pub(super) checks: bool,
    /// What the side could have taken instead of moving.
    old: Vec<Attack>,
    /// What it could take if it moved again.
    now: Vec<Attack>,
}

impl Verdict {
    /// Judges the move `ply` played on `board`.
    pub(super) fn new(board: &Arena, ply: Ply) -> Self {
        let side = board.side(ply.id);
        let mut after = board.clone();
        after.make(ply);
        Verdict {
            side,
            ply,
            checks: after.in_check(side ^ 1),
            old: attacks(board, side),
            now: attacks(&after, side),
            after,
        }
    }

    /// The attacks that are new. One that stood before the move is none of its making: the other
    /// side has let it stand, and the move repeats no threat. An attack by another piece on the
    /// same victim is new.
    pub(super) fn fresh(&self, reading: Reading) -> impl Iterator<Item = &Attack> {
        let silent = self.checks && !reading.checks_chase();
        self.now.iter().filter(move |attack| {
            !silent
                && reading.counts(attack)
                && !self
                    .old
                    .iter()
                    .any(|old| reading.counts(old) && old.same(attack))
        })
    }

    /// The pieces it chases.
    pub(super) fn victims(&self, reading: Reading) -> Ids {
        self.fresh(reading)
            .fold(0, |ids, attack| ids | bit(attack.victim))
    }

    /// Those of them that are rooks held by a horse.
    pub(super) fn held(&self, reading: Reading) -> Ids {
        self.fresh(reading)
            .filter(|attack| held_by_horse(&self.after, attack.victim))
            .fold(0, |ids, attack| ids | bit(attack.victim))
    }

    /// The class of the move.
    pub(super) fn label(&self) -> Label {
        if self.checks {
            Label::Check
        } else if self.victims(Reading::TEXT) != 0 {
            Label::Chase
        } else {
            Label::Idle
        }
    }
}
