//! Keys for hashing positions by Zobrist's method: one random number for each piece on each
//! point and one for the side to move, combined by exclusive or, so that a move changes the hash
//! by a few of them.
//!
//! The numbers are computed at compile time and never change, so a hash means the same in every
//! run. It covers board and side to move (the state of clause 23.1), not the counters.

use super::piece::{Color, Piece};
use super::square::Square;

const PIECES: usize = 14;

/// The next number of the SplitMix64 sequence.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

static KEYS: [[u64; Square::COUNT]; PIECES] = {
    let mut keys = [[0; Square::COUNT]; PIECES];
    let mut state = 0x0073_6169_7775;
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < Square::COUNT {
            (state, keys[piece][square]) = next(state);
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// The key of Black being to move.
pub(in crate::rules) const BLACK_TO_MOVE: u64 = next(0x0062_6c61_636b).1;

/// The key of a piece on a point.
#[inline]
pub(in crate::rules) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS[piece.kind.index() * 2 + piece.color.index()][square.index()]
}

/// The key of the side to move.
pub(in crate::rules) const fn side(to_move: Color) -> u64 {
    match to_move {
        Color::Red => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}
