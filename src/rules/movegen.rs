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
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::{Move, Square};

/// No position has more legal moves than this: the pieces of one side reach at most
/// 4 (general) + 5 (advisors) + 8 (elephants) + 16 (horses) + 34 (rooks) + 34 (cannons) +
/// 15 (soldiers) points.
pub const MAX_MOVES: usize = 120;

/// The legal moves of a position, in the order of the points they start from and go to.
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

/// What takes the moves as they are found, a piece at a time. Returns whether to go on.
trait Sink {
    fn take(&mut self, from: Square, to: Bits) -> bool;
}

impl Sink for MoveList {
    #[inline]
    fn take(&mut self, from: Square, to: Bits) -> bool {
        for to in to {
            self.moves[self.length] = Move::new(from, to);
            self.length += 1;
        }
        true
    }
}

/// Counts moves without writing them down.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn take(&mut self, _from: Square, to: Bits) -> bool {
        self.0 += to.count();
        true
    }
}

/// Asks only whether there is a move.
struct Any(bool);

impl Sink for Any {
    #[inline]
    fn take(&mut self, _from: Square, to: Bits) -> bool {
        self.0 |= !to.is_empty();
        !self.0
    }
}

/// Where pieces may go so that one enemy piece cannot take the general.
#[derive(Clone, Copy)]
struct Constraint {
    /// Own pieces that stand in the enemy piece's way or carry its jump.
    special: Bits,
    /// Where those may go.
    special_to: Bits,
    /// Where all others may go.
    others_to: Bits,
}

/// The enemy pieces that can matter: two rooks, two cannons, two horses, a general, and soldiers on
/// three points.
const MAX_CONSTRAINTS: usize = 10;

struct Constraints {
    list: [Constraint; MAX_CONSTRAINTS],
    length: usize,
    /// All pieces that are special for one of them.
    special: Bits,
    /// Where a piece that is special for none may go.
    others_to: Bits,
}

impl Constraints {
    #[inline]
    fn new(board: &Board, us: Color, king: Square) -> Constraints {
        let them = us.other();
        let none = Constraint {
            special: Bits::EMPTY,
            special_to: Bits::ALL,
            others_to: Bits::ALL,
        };
        let mut all = Constraints {
            list: [none; MAX_CONSTRAINTS],
            length: 0,
            special: Bits::EMPTY,
            others_to: Bits::ALL,
        };
        let theirs = board.by_color(them);
        let occupied = board.occupied();
        let straight = board.by_kind(PieceKind::Rook) | board.by_kind(PieceKind::General);
        for by in attacks::cross(king) & theirs & straight {
            let way = attacks::between(king, by);
            let inside = way & occupied;
            let line = way.with(by);
            if inside.is_empty() {
                all.add(Bits::EMPTY, Bits::ALL, line);
            } else if inside.count() == 1 && !(inside & theirs).is_empty() {
                continue;
            } else if inside.count() == 1 {
                all.add(inside, line, Bits::ALL);
            }
        }
        for by in attacks::cross(king) & theirs & board.by_kind(PieceKind::Cannon) {
            let way = attacks::between(king, by);
            let inside = way & occupied;
            match inside.count() {
                // An empty way: nothing may step into it and carry the jump.
                0 => all.add(Bits::EMPTY, Bits::ALL, !way),
                // Check: step in as a second piece, take the cannon, or take the mount away.
                1 => all.add(inside & !theirs, !way, (way & !inside).with(by)),
                // Two pieces: neither may leave the way, nor take the other.
                2 => all.add(inside & !theirs, (way & !inside).with(by), Bits::ALL),
                _ => {}
            }
        }
        for by in attacks::horse_shape(king) & theirs & board.by_kind(PieceKind::Horse) {
            // The table is of moves from the general; every point a horse's move away is in it.
            let leg = attacks::horse_leg(by, king);
            let here = Bits::of(by);
            if !occupied.contains(leg) {
                all.add(Bits::EMPTY, Bits::ALL, here.with(leg));
            } else if !theirs.contains(leg) {
                all.add(Bits::of(leg), here, Bits::ALL);
            }
        }
        for by in attacks::soldier_reversed(them, king) & theirs & board.by_kind(PieceKind::Soldier)
        {
            all.add(Bits::EMPTY, Bits::ALL, Bits::of(by));
        }
        all
    }

    #[inline]
    fn add(&mut self, special: Bits, special_to: Bits, others_to: Bits) {
        if let Some(slot) = self.list.get_mut(self.length) {
            *slot = Constraint {
                special,
                special_to,
                others_to,
            };
            self.length += 1;
        }
        self.special |= special;
        self.others_to &= others_to;
    }

    /// Where the piece on `square` may go.
    #[inline]
    fn allowed(&self, square: Square) -> Bits {
        if !self.special.contains(square) {
            return self.others_to;
        }
        self.list[..self.length]
            .iter()
            .fold(Bits::ALL, |allowed, constraint| {
                allowed
                    & if constraint.special.contains(square) {
                        constraint.special_to
                    } else {
                        constraint.others_to
                    }
            })
    }
}

#[inline]
fn generate<S: Sink>(position: &Position, sink: &mut S) {
    let board = position.board();
    let us = position.side_to_move();
    let king = position.king(us);
    let constraints = Constraints::new(board, us, king);
    let ours = board.by_color(us);
    for from in ours {
        let Some(Piece { kind, .. }) = board.piece_at(from) else {
            continue;
        };
        let to = if kind == PieceKind::General {
            safe_steps(board, us, king)
        } else {
            board.reach_of(Piece::new(us, kind), from) & !ours & constraints.allowed(from)
        };
        if !sink.take(from, to) {
            return;
        }
    }
}

/// The general's steps after which nothing can take it and the generals do not face.
#[inline]
fn safe_steps(board: &Board, us: Color, king: Square) -> Bits {
    let them = us.other();
    let their_king = board.king(them);
    let mut steps = attacks::general(king) & !board.by_color(us);
    for to in steps {
        let occupied = board.occupancy().after(king, to);
        let attacked = !(board.attackers_given(to, them, &occupied).without(to)).is_empty();
        let facing = their_king.is_some_and(|their_king| {
            their_king.file() == to.file()
                && (attacks::between(to, their_king) & Bits(occupied.by_rank)).is_empty()
        });
        if attacked || facing {
            steps = steps.without(to);
        }
    }
    steps
}

impl Position {
    /// All legal moves, ordered by the points they start from and go to.
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
