//! What a piece is worth to the judge (text A 1.3; B 26.6, 26.7), on one scale, so that a
//! demonstration is an ordinary minimax value.

use super::arena::{Arena, Id, Kind};

/// A horse or a cannon; a rook is two of them.
pub(super) const STRONG: i32 = 10_000;
/// An advisor or an elephant. Four of them stay below one strong piece: 26.6.
pub(super) const WEAK: i32 = 100;
/// A soldier that has crossed the river. Five of them stay below one weak piece.
pub(super) const PAWN: i32 = 10;
/// An exchange at equal value which 26.5 calls a chase.
pub(super) const EQUAL: i32 = 1;
/// A mate.
pub(super) const WON: i32 = 1_000_000;

/// What a piece is worth. `crossed` holds the soldiers that had crossed at the start: one that
/// crosses during a demonstration has "just crossed" and is still worth nothing (26.7).
pub(super) fn worth(arena: &Arena, id: Id, crossed: u32) -> i32 {
    match arena.kind(id) {
        Kind::General => WON,
        Kind::Rook => 2 * STRONG,
        Kind::Horse | Kind::Cannon => STRONG,
        Kind::Advisor | Kind::Elephant => WEAK,
        Kind::Soldier if crossed & super::arena::bit(id) != 0 => PAWN,
        Kind::Soldier => 0,
    }
}
