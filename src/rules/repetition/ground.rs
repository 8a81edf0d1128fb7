//! The position a demonstration starts from: what could be taken already, what was hanging
//! already, and the simple exchange on a square (24.15, 24.16).
//!
//! A capture counts in a demonstration only when it is *connected* with it; this is the memory
//! that question needs.

use super::arena::{Arena, Id, Ids, MAX_PIECES, NONE, Ply, Side, bit, each};
use super::worth::worth;

/// A starting position with lazily found facts about it.
#[derive(Clone)]
pub(super) struct Ground {
    /// The board as it stood.
    pub(super) arena: Arena,
    /// Soldiers that had crossed the river.
    pub(super) crossed: Ids,
    /// For each piece, the enemy pieces it could legally take.
    pub(super) takes: [Ids; MAX_PIECES],
    /// Pieces some enemy piece could legally take.
    pub(super) attacked: Ids,
    simple: [Option<i32>; MAX_PIECES],
    /// Pieces asked about, and those found hanging.
    hanging_known: Ids,
    hanging: Ids,
    /// By side: whether some series of checks could gain anything, in the game of hanging.
    pub(super) checks_gain: [Option<bool>; 2],
    /// States looked at to find out what hangs, and whether that ended by a cap.
    pub(super) spent: u32,
    pub(super) capped: bool,
}

impl Ground {
    /// Looks at a position; both sides' captures are taken into account, whoever is to move.
    pub(super) fn new(arena: Arena) -> Self {
        let mut takes = [0; MAX_PIECES];
        let mut attacked = 0;
        let mut list = Vec::with_capacity(32);
        let mut board = arena.clone();
        let mut crossed = 0;
        for side in [0, 1] {
            crossed |= each(arena.pieces(side))
                .filter(|&id| arena.crossed(id))
                .map(bit)
                .sum::<u32>();
            list.clear();
            board.moves(side, true, &mut list);
            for &ply in &list {
                if board.safe(ply, side) {
                    takes[ply.id as usize] |= bit(ply.victim);
                    attacked |= bit(ply.victim);
                }
            }
        }
        Ground {
            arena,
            crossed,
            takes,
            attacked,
            simple: [None; MAX_PIECES],
            hanging_known: 0,
            hanging: 0,
            checks_gain: [None; 2],
            spent: 0,
            capped: false,
        }
    }

    /// The simple exchange on the square of `id` at the start: what its enemy nets there.
    pub(super) fn simple(&mut self, id: Id) -> i32 {
        if let Some(value) = self.simple[id as usize] {
            return value;
        }
        let value = if self.attacked & bit(id) == 0 {
            0
        } else {
            simple_exchange(&mut self.arena.clone(), id, self.crossed)
        };
        self.simple[id as usize] = Some(value);
        value
    }

    /// Whether `id` is known to be hanging or not; `None` before anyone asked.
    pub(super) fn hanging(&self, id: Id) -> Option<bool> {
        (self.hanging_known & bit(id) != 0).then_some(self.hanging & bit(id) != 0)
    }

    /// Remember whether `id` hangs.
    pub(super) fn set_hanging(&mut self, id: Id, hangs: bool) {
        self.hanging_known |= bit(id);
        if hangs {
            self.hanging |= bit(id);
        }
    }
}

/// The balance of the exchange on the square of `id`, its enemy taking first; each side may stop
/// when it likes, so never below zero.
pub(super) fn simple_exchange(arena: &mut Arena, id: Id, crossed: Ids) -> i32 {
    let side = arena.side(id) ^ 1;
    take_on(arena, arena.square(id), side, crossed)
}

fn take_on(arena: &mut Arena, square: u8, side: Side, crossed: Ids) -> i32 {
    let victim = arena.piece_at(square);
    if victim == NONE || victim == arena.general(side ^ 1) {
        return 0;
    }
    let value = worth(arena, victim, crossed);
    let mut best = 0;
    for id in each(arena.pieces(side)) {
        if !arena.reaches(id, square) {
            continue;
        }
        let ply = Ply {
            id,
            from: arena.square(id),
            to: square,
            victim,
        };
        let undo = arena.make(ply);
        if !arena.in_check(side) {
            best = best.max(value - take_on(arena, square, side ^ 1, crossed));
        }
        arena.unmake(ply, undo);
    }
    best
}
