//! The placement of the pieces, whatever it is: nothing here asks whether play could reach it.

use std::fmt;

use super::attacks::{self, Occupancy};
use super::bits::Bits;
use super::piece::{Color, Piece, PieceKind};
use super::square::{Move, Square};

/// A placement of pieces. Holds them by point, by kind and by side, so that every question is a
/// look-up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; Square::COUNT],
    kinds: [Bits; 7],
    colors: [Bits; 2],
    /// The occupied points, file by file (see [`Occupancy`]).
    by_file: u128,
}

impl Default for Board {
    fn default() -> Board {
        Board::empty()
    }
}

impl Board {
    /// A board without pieces.
    pub const fn empty() -> Board {
        Board {
            squares: [None; Square::COUNT],
            kinds: [Bits::EMPTY; 7],
            colors: [Bits::EMPTY; 2],
            by_file: 0,
        }
    }

    /// The piece on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a point, or empties it; what stood there is taken off.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(old) = self.squares[square.index()] {
            self.lift(square, old);
        }
        if let Some(new) = piece {
            self.drop(square, new);
        }
    }

    #[inline]
    fn lift(&mut self, square: Square, piece: Piece) {
        let bit = Bits::of(square);
        self.squares[square.index()] = None;
        self.kinds[piece.kind.index()] ^= bit;
        self.colors[piece.color.index()] ^= bit;
        self.by_file ^= attacks::file_bit(square);
    }

    #[inline]
    fn drop(&mut self, square: Square, piece: Piece) {
        let bit = Bits::of(square);
        self.squares[square.index()] = Some(piece);
        self.kinds[piece.kind.index()] ^= bit;
        self.colors[piece.color.index()] ^= bit;
        self.by_file ^= attacks::file_bit(square);
    }

    /// Moves what stands on `mv.from` (nothing happens when it is empty) and returns what it
    /// takes. Asks nothing about the rules.
    #[inline]
    pub fn move_piece(&mut self, mv: Move) -> Option<Piece> {
        let piece = self.squares[mv.from.index()]?;
        let captured = self.squares[mv.to.index()];
        if let Some(captured) = captured {
            self.lift(mv.to, captured);
        }
        self.shift(mv.from, mv.to, piece);
        captured
    }

    /// Takes back a move: the piece on `mv.to` returns, and `captured` stands on `mv.to` again.
    #[inline]
    pub fn unmove_piece(&mut self, mv: Move, captured: Option<Piece>) {
        if let Some(piece) = self.squares[mv.to.index()] {
            self.shift(mv.to, mv.from, piece);
        }
        if let Some(captured) = captured {
            self.drop(mv.to, captured);
        }
    }

    /// Carries a piece from one point to an empty one.
    #[inline]
    fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let both = Bits::of(from) ^ Bits::of(to);
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        self.kinds[piece.kind.index()] ^= both;
        self.colors[piece.color.index()] ^= both;
        self.by_file ^= attacks::file_bit(from) ^ attacks::file_bit(to);
    }

    /// All pieces with their points, from `a0` to `i9`.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The occupied points.
    #[inline]
    pub fn occupied(&self) -> Bits {
        self.colors[0] | self.colors[1]
    }

    /// The points occupied by a side.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bits {
        self.colors[color.index()]
    }

    /// The points occupied by a kind of piece of either side.
    #[inline]
    pub fn by_kind(&self, kind: PieceKind) -> Bits {
        self.kinds[kind.index()]
    }

    /// The points occupied by one side's pieces of one kind.
    #[inline]
    pub fn by_piece(&self, color: Color, kind: PieceKind) -> Bits {
        self.colors[color.index()] & self.kinds[kind.index()]
    }

    /// The point of a side's general.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(color, PieceKind::General).first()
    }

    #[inline]
    pub(in crate::rules) fn occupancy(&self) -> Occupancy {
        Occupancy {
            by_rank: self.occupied().0,
            by_file: self.by_file,
        }
    }

    /// The points to which the piece on `square` could go by its way of moving (2.2), with its
    /// own side's pieces in its way and its general's safety not asked about. Empty for an empty
    /// point.
    pub fn reach(&self, square: Square) -> Bits {
        match self.piece_at(square) {
            None => Bits::EMPTY,
            Some(piece) => self.reach_of(piece, square) & !self.by_color(piece.color),
        }
    }

    /// As [`Board::reach`] for a given piece, points held by its own side included (what it
    /// protects).
    #[inline]
    pub fn reach_of(&self, piece: Piece, square: Square) -> Bits {
        let occupied = &self.occupancy();
        match piece.kind {
            PieceKind::General => attacks::general(square),
            PieceKind::Advisor => attacks::advisor(square),
            PieceKind::Elephant => attacks::elephant(square, occupied),
            PieceKind::Horse => attacks::horse(square, occupied),
            PieceKind::Rook => attacks::rook(square, occupied),
            PieceKind::Cannon => {
                attacks::rook(square, occupied) & !self.occupied()
                    | attacks::cannon(square, occupied) & self.occupied()
            }
            PieceKind::Soldier => attacks::soldier(piece.color, square),
        }
    }

    /// The pieces of `by` that could take something standing on `square`, by their way of
    /// moving. Generals facing each other are not among them: see [`Board::generals_face`].
    #[inline]
    pub fn attackers(&self, square: Square, by: Color) -> Bits {
        let occupied = &self.occupancy();
        let kind = |kind: PieceKind| self.kinds[kind.index()];
        let attackers = attacks::rook(square, occupied) & kind(PieceKind::Rook)
            | attacks::cannon(square, occupied) & kind(PieceKind::Cannon)
            | attacks::horse_reversed(square, occupied) & kind(PieceKind::Horse)
            | attacks::soldier_reversed(by, square) & kind(PieceKind::Soldier)
            | attacks::elephant(square, occupied) & kind(PieceKind::Elephant)
            | attacks::advisor(square) & kind(PieceKind::Advisor)
            | attacks::general(square) & kind(PieceKind::General);
        attackers & self.by_color(by)
    }

    /// Whether `by` could take a general standing on `square`, or its own general would face it,
    /// were other points occupied. A piece on `square` itself counts as taken.
    #[inline]
    pub(in crate::rules) fn general_attacked_given(
        &self,
        square: Square,
        by: Color,
        occupied: &Occupancy,
    ) -> bool {
        let theirs = self.by_color(by).without(square);
        let kind = |kind: PieceKind| self.kinds[kind.index()];
        let mut attackers = attacks::horse_reversed(square, occupied) & kind(PieceKind::Horse)
            | attacks::soldier_reversed(by, square) & kind(PieceKind::Soldier);
        let long = kind(PieceKind::Rook) | kind(PieceKind::Cannon) | kind(PieceKind::General);
        if !(attacks::cross(square) & theirs & long).is_empty() {
            let (slide, jump) = attacks::cannon_slide_and_jump(square, occupied);
            // The other palace is out of a general's reach: on one line, it faces.
            attackers |= slide & (kind(PieceKind::Rook) | kind(PieceKind::General))
                | jump & kind(PieceKind::Cannon);
        }
        !(attackers & theirs).is_empty()
    }

    /// Whether `by` could take something standing on `square`.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// Whether the generals stand on one file with nothing between (2.2: forbidden).
    pub fn generals_face(&self) -> bool {
        match (self.king(Color::Red), self.king(Color::Black)) {
            (Some(red), Some(black)) if red.file() == black.file() => {
                (attacks::between(red, black) & self.occupied()).is_empty()
            }
            _ => false,
        }
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Board {
        self.pieces()
            .map(|(square, piece)| (square.mirror(), piece))
            .collect()
    }

    /// The colours swapped, each side seeing what the other saw.
    #[must_use]
    pub fn swap_colors(&self) -> Board {
        self.pieces()
            .map(|(square, piece)| (square.flip(), piece.swap_color()))
            .collect()
    }
}

impl FromIterator<(Square, Piece)> for Board {
    /// A later piece on the same point replaces an earlier one.
    fn from_iter<T: IntoIterator<Item = (Square, Piece)>>(pieces: T) -> Board {
        let mut board = Board::empty();
        for (square, piece) in pieces {
            board.set(square, Some(piece));
        }
        board
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::fen::placement(self))
    }
}
