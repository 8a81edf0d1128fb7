//! One move under judgement: the position before it, the position after it, and the settings.

use std::collections::HashMap;

use super::arena::{Arena, Id, Ids, Kind, NONE, Ply, Side};
use super::demonstration::{demonstrate, gain};
use super::effort::Effort;
use super::exchange::{Offer, same_kind};
use super::ground::Ground;
use super::hanging::hangs;
use super::terms::{Budget, FULL, Terms};

/// A move and its surroundings.
pub(super) struct Scene {
    /// Who moved, S.
    pub(super) side: Side,
    /// The move.
    pub(super) ply: Ply,
    /// The position before it, S to move; checks given to S are ignored in it.
    pub(super) before: Ground,
    /// The position after it, seen as if S were to move again.
    pub(super) after: Ground,
    /// Pieces that gave check to S before the move.
    pub(super) answered: Ids,
    /// Judged by the trial edition (text A).
    pub(super) trial: bool,
    /// Checks allowed in demonstrations.
    pub(super) budget: Budget,
    /// What may still be searched.
    pub(super) effort: Effort,
}

impl Scene {
    /// The scene of `ply` played in `board`.
    pub(super) fn new(
        board: &Arena,
        ply: Ply,
        trial: bool,
        known: &Grounds,
        effort: Effort,
    ) -> Self {
        let side = board.side(ply.id);
        let answered = board.checkers(side);
        let mut before = board.clone();
        before.ignore(answered);
        let mut after = board.clone();
        after.make(ply);
        Scene {
            side,
            ply,
            before: known.of(before),
            after: known.of(after),
            answered,
            trial,
            budget: FULL,
            effort,
        }
    }

    /// The usual terms of a demonstration for one victim.
    pub(super) fn terms(&self, target: Id) -> Terms {
        Terms {
            side: self.side,
            target,
            budget: self.budget,
            direct: false,
            taker: NONE,
            humble_take: false,
            exposed: NONE,
            immune: NONE,
            generous: false,
            equal: true,
            mover: self.ply.id,
            soldier_for_rook: self.trial,
        }
    }

    /// Whether two kinds can be offered for each other in this edition (24.4).
    pub(super) fn alike(&self, a: Kind, b: Kind) -> bool {
        same_kind(a, b, self.trial)
    }

    /// The gain in the position after the move, exact inside the window.
    pub(super) fn gain_after(
        &mut self,
        terms: Terms,
        excluded: &[Ply],
        floor: i32,
        ceiling: i32,
    ) -> i32 {
        gain(
            &mut self.after,
            terms,
            excluded,
            (floor, ceiling),
            &mut self.effort,
        )
    }

    /// The line that shows a gain known to exist after the move, S moving first.
    pub(super) fn demonstrate(&mut self, terms: Terms, excluded: &[Ply], gain: i32) -> Vec<Ply> {
        demonstrate(&mut self.after, terms, excluded, gain, &mut self.effort)
    }

    /// Whether a piece hangs in the position after the move.
    pub(super) fn hangs_after(&mut self, id: Id) -> bool {
        let spent = self.after.spent;
        let hangs = hangs(&mut self.after, id);
        self.effort
            .spend(self.after.spent - spent, self.after.capped);
        hangs
    }

    /// The gain that existed before the move, exact inside the window.
    pub(super) fn gain_before(
        &mut self,
        terms: Terms,
        excluded: &[Ply],
        floor: i32,
        ceiling: i32,
    ) -> i32 {
        gain(
            &mut self.before,
            terms,
            excluded,
            (floor, ceiling),
            &mut self.effort,
        )
    }

    /// Captures left out of every demonstration: those of standing offers.
    pub(super) fn excluded(offers: &[Offer]) -> Vec<Ply> {
        offers
            .iter()
            .filter(|offer| offer.stands())
            .map(|offer| offer.taking)
            .collect()
    }
}

/// What is known of the positions of a cycle: the position after a move is the one before the
/// next, and all of them come back.
#[derive(Default)]
pub(super) struct Grounds(HashMap<u64, Ground>);

impl Grounds {
    /// The ground of a position, with what has been found out about it.
    fn of(&self, arena: Arena) -> Ground {
        self.0
            .get(&arena.hash())
            .cloned()
            .unwrap_or_else(|| Ground::new(arena))
    }

    /// Remember what a scene found out.
    pub(super) fn learn(&mut self, scene: &Scene) {
        for ground in [&scene.before, &scene.after] {
            self.0.insert(ground.arena.hash(), ground.clone());
        }
    }
}
