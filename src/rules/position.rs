//! Positions: an unchecked [`Setup`], and a [`Position`] known to be possible, in which moves are
//! made and taken back.

use super::attacks;
use super::board::Board;
use super::illegal::IllegalMove;
use super::outcome::Outcome;
use super::piece::{Color, Piece};
use super::square::{Move, Square};
use super::{bits::Bits, zobrist};

pub use super::validity::PositionError;

/// A position as someone wrote it down: nothing is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who moves next.
    pub side_to_move: Color,
    /// Plies since the last capture (FEN field 5).
    pub halfmove: u32,
    /// Number of the full move, from 1; it grows after Black's move (FEN field 6).
    pub fullmove: u32,
}

/// A position that can be played on: one general a side in its palace, every piece on a point it
/// can reach, the generals not facing, and the side that has moved not in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    board: Board,
    side_to_move: Color,
    halfmove: u32,
    fullmove: u32,
    hash: u64,
}

/// What [`Position::make`] needs to be taken back.
#[derive(Debug, Clone, Copy)]
#[must_use = "a move made without keeping this cannot be taken back"]
pub struct Undo {
    mv: Move,
    captured: Option<Piece>,
    halfmove: u32,
    hash: u64,
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        super::validity::check(&setup)?;
        Ok(Position::of(setup))
    }
}

impl Position {
    /// A set-up in which single moves can be read, although an advisor, elephant or soldier may stand
    /// where none can have come.
    ///
    /// # Errors
    /// A general is missing, outside its palace, exposed to the other or to a capture, or there are
    /// more pieces than the set has.
    pub fn for_reading(setup: Setup) -> Result<Position, PositionError> {
        super::validity::check_for_reading(&setup)?;
        Ok(Position::of(setup))
    }

    fn of(setup: Setup) -> Position {
        let hash = setup.board.pieces().fold(
            zobrist::side(setup.side_to_move),
            |hash, (square, piece)| hash ^ zobrist::piece(piece, square),
        );
        Position {
            board: setup.board,
            side_to_move: setup.side_to_move,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            hash,
        }
    }

    /// The position before Red's first move (1.3).
    pub fn startpos() -> Position {
        Position::from_fen(super::fen::START_FEN)
            .expect("the starting position is a valid FEN, kept by a test")
    }

    /// The position as plain data.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
        }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Plies since the last capture or the start of the record.
    pub fn plies_since_capture(&self) -> u32 {
        self.halfmove
    }

    /// The number of the full move, from 1.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Zobrist hash of board and side to move, kept incrementally.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The point of a side's general.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board
            .king(color)
            .expect("a validated position has both generals")
    }

    /// The pieces that give check to the side to move (3.1).
    pub fn checkers(&self) -> Bits {
        self.board
            .attackers(self.king(self.side_to_move), self.side_to_move.other())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// How the game stands by the rules of play alone: mate and stalemate end it.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_legal_move() {
            return None;
        }
        let winner = self.side_to_move.other();
        Some(if self.in_check() {
            Outcome::Checkmate { winner }
        } else {
            Outcome::Stalemate { winner }
        })
    }

    /// What a move takes, were it played.
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        self.board.piece_at(mv.to)
    }

    /// The position after a legal move; the reason when it is none.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        match self.why_illegal(mv) {
            Some(reason) => Err(IllegalMove { mv, reason }),
            None => Ok(self.play_unchecked(mv)),
        }
    }

    /// The position after a move known to be legal (one of [`Position::legal_moves`]). Any other
    /// move gives a position of no meaning.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let mut next = *self;
        let _ = next.make(mv);
        next
    }

    /// Plays a move known to be legal in place.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) -> Undo {
        let Some(piece) = self.board.piece_at(mv.from) else {
            debug_assert!(false, "a move from an empty point");
            return Undo {
                mv,
                captured: None,
                halfmove: self.halfmove,
                hash: self.hash,
            };
        };
        let captured = self.board.move_piece(mv);
        let undo = Undo {
            mv,
            captured,
            halfmove: self.halfmove,
            hash: self.hash,
        };
        self.hash ^=
            zobrist::piece(piece, mv.from) ^ zobrist::piece(piece, mv.to) ^ zobrist::BLACK_TO_MOVE;
        self.halfmove += 1;
        if let Some(captured) = captured {
            self.hash ^= zobrist::piece(captured, mv.to);
            self.halfmove = 0;
        }
        self.fullmove += self.side_to_move.index() as u32;
        self.side_to_move = self.side_to_move.other();
        undo
    }

    /// Takes back the last move made.
    #[inline(always)]
    pub fn unmake(&mut self, undo: Undo) {
        self.board.unmove_piece(undo.mv, undo.captured);
        self.side_to_move = self.side_to_move.other();
        self.fullmove -= self.side_to_move.index() as u32;
        self.halfmove = undo.halfmove;
        self.hash = undo.hash;
    }

    /// The position with the other side to move and nothing played, as the questions about threats
    /// ask for; `None` when the side to move is in check. No move of the rules, so no counter
    /// changes.
    pub fn pass(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let mut passed = *self;
        passed.side_to_move = self.side_to_move.other();
        passed.hash ^= zobrist::BLACK_TO_MOVE;
        Some(passed)
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Position {
        self.transformed(self.board.mirror(), self.side_to_move)
    }

    /// Colours swapped, the other side to move, each seeing what the other saw.
    #[must_use]
    pub fn swap_colors(&self) -> Position {
        self.transformed(self.board.swap_colors(), self.side_to_move.other())
    }

    fn transformed(&self, board: Board, side_to_move: Color) -> Position {
        Position::try_from(Setup {
            board,
            side_to_move,
            ..self.setup()
        })
        .expect("the rules are the same for both sides and both wings")
    }

    /// The points between two on one line, for explanations and the judge of repetition.
    pub fn between(a: Square, b: Square) -> Bits {
        attacks::between(a, b)
    }
}
