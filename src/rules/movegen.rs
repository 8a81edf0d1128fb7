//! Legal moves, generated without making any of them.
//!
//! A move of any piece but the general is legal when it leaves no enemy piece able to take the
//! general. Only a few enemy pieces can matter: rooks, cannons and the general on the general's
//! lines, horses a horse's move away, soldiers beside it. Each of them yields one [`Constraint`]
//! on where pieces may go, different for the pieces that stand in its way (or carry its jump) and
//! for all others. The general's own steps are tried one by one.

use std::fmt;

use super::attacks;
use super::bits::Bits;
use super::board::Board;
use super::piece::{Color, PieceKind};
use super::position::Position;
use super::square::{Move, Square};

/// No position has more legal moves than this: the pieces of one side reach at most
/// 4 (general) + 5 (advisors) + 8 (elephants) + 16 (horses) + 34 (rooks) + 34 (cannons) +
/// 15 (soldiers) points.
pub const MAX_MOVES: usize = 120;

/// The legal moves of a position, kind of piece by kind of piece, in an order that depends on the
/// position alone.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    length: usize,
}

impl MoveList {
    const NOTHING: Move = Move::new(
        Square::from_index_unchecked(0),
        Square::from_index_unchecked(0),
    );

    fn new() -> MoveList {
        MoveList {
            moves: [MoveList::NOTHING; MAX_MOVES],
            length: 0,
        }
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, MAX_MOVES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.length)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What takes the moves as they are found, a piece at a time.
trait Sink {
    fn take(&mut self, from: Square, to: Bits);

    /// Whether no more moves are wanted.
    fn is_satisfied(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    #[inline]
    fn take(&mut self, from: Square, to: Bits) {
        to.for_each(|to| {
            // No position has more moves than the list has places.
            if let Some(place) = self.moves.get_mut(self.length) {
                *place = Move::new(from, to);
                self.length += 1;
            }
        });
    }
}

/// Counts moves without writing them down.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn take(&mut self, _from: Square, to: Bits) {
        self.0 += to.count();
    }
}

/// Asks only whether there is a move.
struct Any(bool);

impl Sink for Any {
    #[inline]
    fn take(&mut self, _from: Square, to: Bits) {
        self.0 |= !to.is_empty();
    }

    fn is_satisfied(&self) -> bool {
        self.0
    }
}

/// Where pieces may go so that one enemy piece cannot take the general.
struct Constraint {
    /// Own pieces that stand in the enemy piece's way or carry its jump.
    special: Bits,
    /// Where those may go.
    special_to: Bits,
    /// Where all others may go.
    others_to: Bits,
}

/// Calls `found` with the constraint of each enemy piece that can matter.
#[inline(always)]
fn each_constraint(board: &Board, us: Color, king: Square, mut found: impl FnMut(Constraint)) {
    let them = us.other();
    let theirs = board.by_color(them);
    let occupied = board.occupied();
    let mut found = |special: Bits, special_to: Bits, others_to: Bits| {
        found(Constraint {
            special,
            special_to,
            others_to,
        });
    };
    let lines = attacks::cross(king) & theirs;
    let straight = board.by_kind(PieceKind::Rook) | board.by_kind(PieceKind::General);
    for by in lines & straight {
        let way = attacks::between(king, by);
        let inside = way & occupied;
        let line = way.with(by);
        if inside.is_empty() {
            // Check: step in, or take the piece. (The generals never face here.)
            found(Bits::EMPTY, Bits::ALL, line);
        } else if inside.is_single() && (inside & theirs).is_empty() {
            // A single own piece must stay on the line.
            found(inside, line, Bits::ALL);
        }
    }
    for by in lines & board.by_kind(PieceKind::Cannon) {
        let way = attacks::between(king, by);
        let inside = way & occupied;
        match inside.count() {
            // An empty way: nothing may step into it and carry the jump.
            0 => found(Bits::EMPTY, Bits::ALL, !way),
            // Check: step in as a second piece, take the cannon, or take the mount away.
            1 => found(inside & !theirs, !way, (way & !inside).with(by)),
            // Two pieces: neither may leave the way, nor take the other.
            2 => found(inside & !theirs, (way & !inside).with(by), Bits::ALL),
            _ => {}
        }
    }
    for by in attacks::horse_shape(king) & theirs & board.by_kind(PieceKind::Horse) {
        let leg = attacks::horse_leg(by, king);
        if !occupied.contains(leg) {
            // Check: block the leg, or take the horse.
            found(Bits::EMPTY, Bits::ALL, Bits::of(by).with(leg));
        } else if !theirs.contains(leg) {
            // The piece on the leg may only take the horse.
            found(Bits::of(leg), Bits::of(by), Bits::ALL);
        }
    }
    for by in attacks::soldier_reversed(them, king) & theirs & board.by_kind(PieceKind::Soldier) {
        found(Bits::EMPTY, Bits::ALL, Bits::of(by));
    }
}

/// Where the pieces other than the general may go.
struct Allowed {
    /// Pieces in the way of an enemy piece or under its jump: looked at one by one.
    special: Bits,
    /// Where all others may go.
    others_to: Bits,
}

impl Allowed {
    #[inline(always)]
    fn new(board: &Board, us: Color, king: Square) -> Allowed {
        let mut allowed = Allowed {
            special: Bits::EMPTY,
            others_to: Bits::ALL,
        };
        each_constraint(board, us, king, |constraint| {
            allowed.special |= constraint.special;
            allowed.others_to &= constraint.others_to;
        });
        allowed
    }
}

/// Where the pieces that stand in the way of an enemy piece, or under its jump, may go. Such pieces
/// are few, so the constraints are found anew for each rather than kept.
#[cold]
#[inline(never)]
fn generate_special(board: &Board, us: Color, king: Square, special: Bits, sink: &mut impl Sink) {
    for from in special {
        let mut allowed = board.reach(from);
        each_constraint(board, us, king, |constraint| {
            allowed &= if constraint.special.contains(from) {
                constraint.special_to
            } else {
                constraint.others_to
            };
        });
        sink.take(from, allowed);
    }
}

/// Hands every piece of the side to move to `sink` with the points to which it may legally go.
#[inline(always)]
fn generate(position: &Position, sink: &mut impl Sink) {
    let board = position.board();
    let us = position.side_to_move();
    let king = position.king(us);
    sink.take(king, safe_steps(board, us, king));
    if sink.is_satisfied() {
        return;
    }

    let allowed = Allowed::new(board, us, king);
    let occupied = &board.occupancy();
    let ours = board.by_color(us);
    let theirs = board.by_color(us.other());
    let to = allowed.others_to & !ours;
    let to_empty = to & !theirs;
    let to_capture = to & theirs;
    let plain = ours & !allowed.special;
    // Kind by kind, so that each loop does the same work every time.
    for from in plain & board.by_kind(PieceKind::Rook) {
        sink.take(from, attacks::rook(from, occupied) & to);
    }
    for from in plain & board.by_kind(PieceKind::Cannon) {
        let (slide, jump) = attacks::cannon_slide_and_jump(from, occupied);
        sink.take(from, slide & to_empty | jump & to_capture);
    }
    for from in plain & board.by_kind(PieceKind::Horse) {
        sink.take(from, attacks::horse(from, occupied) & to);
    }
    for from in plain & board.by_kind(PieceKind::Soldier) {
        sink.take(from, attacks::soldier(us, from) & to);
    }
    for from in plain & board.by_kind(PieceKind::Advisor) {
        sink.take(from, attacks::advisor(from) & to);
    }
    for from in plain & board.by_kind(PieceKind::Elephant) {
        sink.take(from, attacks::elephant(from, occupied) & to);
    }
    if !allowed.special.is_empty() {
        generate_special(board, us, king, allowed.special, sink);
    }
}

/// The general's steps after which nothing can take it and the generals do not face.
#[inline(always)]
fn safe_steps(board: &Board, us: Color, king: Square) -> Bits {
    let them = us.other();
    let mut steps = attacks::general(king) & !board.by_color(us);
    for to in steps {
        let occupied = board.occupancy().after(king, to);
        if board.general_attacked_given(to, them, &occupied) {
            steps = steps.without(to);
        }
    }
    steps
}

impl Position {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        generate(self, &mut list);
        list
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        generate(self, &mut counter);
        counter.0
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        generate(self, &mut any);
        any.0
    }
}
