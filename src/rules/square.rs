//! The ninety points of the board (article 1.1) and moves between two of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Number of files (竖线), counted from Red's left, `a` to `i`.
pub const FILES: u8 = 9;
/// Number of ranks (横线), counted from Red's side, 0 to 9.
pub const RANKS: u8 = 10;

/// A point of the board: `rank * 9 + file`, always below 90.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

impl Square {
    /// Number of points.
    pub const COUNT: usize = 90;

    /// The point on `file` (0..9, Red's left first) and `rank` (0..10, Red's side first).
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && rank < RANKS {
            Some(Square(rank * FILES + file))
        } else {
            None
        }
    }

    /// The point with this index (`rank * 9 + file`).
    pub const fn from_index(index: u8) -> Option<Square> {
        if (index as usize) < Square::COUNT {
            Some(Square(index))
        } else {
            None
        }
    }

    /// For tables and bit sets inside the rules, whose indices are below 90 by construction.
    pub(in crate::rules) const fn from_index_unchecked(index: u8) -> Square {
        debug_assert!((index as usize) < Square::COUNT);
        Square(index)
    }

    /// `rank * 9 + file`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 (`a`, Red's left) to 8 (`i`).
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 (Red's back rank) to 9 (Black's back rank).
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The point on the same rank, left and right exchanged.
    #[must_use]
    pub const fn mirror(self) -> Square {
        Square(self.rank() * FILES + FILES - 1 - self.file())
    }

    /// The point on the same file as the other side sees it (ranks exchanged): what goes with a
    /// swap of the colours.
    #[must_use]
    pub const fn flip(self) -> Square {
        Square((RANKS - 1 - self.rank()) * FILES + self.file())
    }

    /// The neighbour `files` to the right and `ranks` towards Black, when it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            return None;
        }
        Square::new(file as u8, rank as u8)
    }

    /// All points, from `a0` to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// A text that is no point of the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no square: a file a to i and a rank 0 to 9 are needed")]
pub struct SquareError(pub String);

impl SquareError {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        format!("“{}”不是棋盘上的点：应为纵线 a–i 加横线 0–9", self.0)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match text.as_bytes() {
            &[file, rank] if rank.is_ascii_digit() => {
                let file = file.to_ascii_lowercase().wrapping_sub(b'a');
                Square::new(file, rank - b'0')
            }
            _ => None,
        }
        .ok_or_else(|| SquareError(excerpt(text)))
    }
}

impl TryFrom<String> for Square {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Square, SquareError> {
        text.parse()
    }
}

/// One side's move (着): from one point to another. Says nothing of its legality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Move {
    /// Where the piece stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// A move from one point to another.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The move left and right exchanged.
    #[must_use]
    pub const fn mirror(self) -> Move {
        Move::new(self.from.mirror(), self.to.mirror())
    }

    /// The move as it is when the colours are swapped.
    #[must_use]
    pub const fn flip(self) -> Move {
        Move::new(self.from.flip(), self.to.flip())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

/// A text that does not name two points.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no move: two squares are needed, as h2e2 or H2-E2")]
pub struct MoveError(pub String);

impl MoveError {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        format!("“{}”不是着法：应为两个点，如 h2e2 或 H2-E2", self.0)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads `h2e2` and `H2-E2` (ranks 0 to 9).
    fn from_str(text: &str) -> Result<Move, MoveError> {
        let error = || MoveError(excerpt(text));
        let (from, to) = match text.len() {
            4 => (text.get(..2), text.get(2..)),
            5 if text.as_bytes()[2] == b'-' => (text.get(..2), text.get(3..)),
            _ => return Err(error()),
        };
        match (from.map(str::parse), to.map(str::parse)) {
            (Some(Ok(from)), Some(Ok(to))) => Ok(Move::new(from, to)),
            _ => Err(error()),
        }
    }
}

impl TryFrom<String> for Move {
    type Error = MoveError;

    fn try_from(text: String) -> Result<Move, MoveError> {
        text.parse()
    }
}

/// The beginning of a text from outside, short enough for a message.
pub(in crate::rules) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
