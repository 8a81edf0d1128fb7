//! Positions as FEN: placement, side to move, two unused fields, plies since the last capture,
//! number of the full move.

use std::fmt::Write;

use super::board::Board;
use super::piece::{Color, Piece};
use super::position::{Position, PositionError, Setup};
use super::square::{FILES, RANKS, Square, excerpt};

/// The starting position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A FEN that cannot be read, or describes a position that cannot arise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not two to six fields.
    #[error("a FEN has two to six fields, this one has {0}")]
    Fields(usize),
    /// Not ten ranks.
    #[error("the placement has {0} ranks instead of 10")]
    RankCount(usize),
    /// A rank that does not fill nine points.
    #[error("rank {rank} of the placement (9 is Black's back rank) does not fill exactly 9 points")]
    RankLength {
        /// The rank, 0 to 9, Red's back rank being 0.
        rank: u8,
    },
    /// A character that is neither piece nor number.
    #[error("{found:?} in rank {rank} of the placement is no piece and no number from 1 to 9")]
    Character {
        /// The rank, 0 to 9, Red's back rank being 0.
        rank: u8,
        /// What stands there.
        found: char,
    },
    /// A side to move other than `w`, `r` or `b`.
    #[error("the side to move is {0:?} instead of w (or r) or b")]
    Side(String),
    /// A counter that is no number, or too large a one.
    #[error("field {field} of the FEN is {found:?} instead of a number up to {MAX_COUNTER}")]
    Counter {
        /// 5 (plies since the last capture) or 6 (full move).
        field: u8,
        /// What stands there.
        found: String,
    },
    /// Readable, but no position of play.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The largest counter a FEN may carry: far beyond any game, small enough to count on from.
pub const MAX_COUNTER: u32 = 1_000_000;

impl FenError {
    /// A stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            FenError::Fields(_) => "fen_fields",
            FenError::RankCount(_) => "fen_rank_count",
            FenError::RankLength { .. } => "fen_rank_length",
            FenError::Character { .. } => "fen_character",
            FenError::Side(_) => "fen_side",
            FenError::Counter { .. } => "fen_counter",
            FenError::Position(error) => error.code(),
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            FenError::Fields(count) => format!("FEN 应有二至六个字段，此处有 {count} 个"),
            FenError::RankCount(count) => format!("FEN 的棋盘应有 10 道横线，此处有 {count} 道"),
            FenError::RankLength { rank } => {
                format!("FEN 第 {rank} 道横线（9 为黑方底线）不是恰好 9 个点")
            }
            FenError::Character { rank, found } => {
                format!("FEN 第 {rank} 道横线中的“{found}”既不是棋子，也不是 1–9 的数字")
            }
            FenError::Side(found) => format!("FEN 的走棋方“{found}”应为 w（或 r）或 b"),
            FenError::Counter { field, found } => {
                format!("FEN 第 {field} 个字段“{found}”应为不超过 {MAX_COUNTER} 的数")
            }
            FenError::Position(error) => error.zh(),
        }
    }
}

impl Board {
    /// Reads the first field of a FEN. `h` is read as `n` and `e` as `b`.
    pub fn from_fen_placement(text: &str) -> Result<Board, FenError> {
        let count = text.split('/').count();
        if count != RANKS as usize {
            return Err(FenError::RankCount(count));
        }
        let mut board = Board::empty();
        for (rank, row) in (0..RANKS).rev().zip(text.split('/')) {
            let mut file = 0;
            for found in row.chars() {
                match found.to_digit(10) {
                    Some(empty @ 1..) => file += empty as u8,
                    _ => {
                        let piece = Piece::from_fen_char(found)
                            .ok_or(FenError::Character { rank, found })?;
                        let square =
                            Square::new(file, rank).ok_or(FenError::RankLength { rank })?;
                        board.set(square, Some(piece));
                        file += 1;
                    }
                }
                if file > FILES {
                    return Err(FenError::RankLength { rank });
                }
            }
            if file != FILES {
                return Err(FenError::RankLength { rank });
            }
        }
        Ok(board)
    }

    /// The first field of a FEN.
    pub fn to_fen_placement(&self) -> String {
        placement(self)
    }
}

pub(in crate::rules) fn placement(board: &Board) -> String {
    let mut text = String::with_capacity(Square::COUNT);
    for rank in (0..RANKS).rev() {
        let mut empty = 0u8;
        for file in 0..FILES {
            match Square::new(file, rank).and_then(|square| board.piece_at(square)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    text.push(piece.fen_char());
                }
            }
        }
        if empty > 0 {
            text.push((b'0' + empty) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

impl Setup {
    /// Reads a FEN of two to six fields without asking whether the position can arise. Missing
    /// counters are 0 and 1; a full move 0, which some programs write, is read as 1.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let count = fields.clone().count();
        if !(2..=6).contains(&count) {
            return Err(FenError::Fields(count));
        }
        let board = Board::from_fen_placement(fields.next().unwrap_or_default())?;
        let side_to_move = match fields.next().unwrap_or_default() {
            "w" | "W" | "r" | "R" => Color::Red,
            "b" | "B" => Color::Black,
            other => return Err(FenError::Side(excerpt(other))),
        };
        // Fields 3 and 4 belong to chess (castling, en passant) and are always "-".
        let mut counters = fields.skip(2);
        let mut counter = |field: u8, missing: u32| match counters.next() {
            None | Some("-") => Ok(missing),
            Some(text) => match text.parse::<u32>() {
                Ok(value) if value <= MAX_COUNTER => Ok(value),
                _ => Err(FenError::Counter {
                    field,
                    found: excerpt(text),
                }),
            },
        };
        let halfmove = counter(5, 0)?;
        let fullmove = counter(6, 1)?.max(1);
        Ok(Setup {
            board,
            side_to_move,
            halfmove,
            fullmove,
        })
    }

    /// The FEN, six fields.
    pub fn to_fen(&self) -> String {
        let mut text = placement(&self.board);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            " {} - - {} {}",
            self.side_to_move.fen_char(),
            self.halfmove,
            self.fullmove
        );
        text
    }
}

impl Position {
    /// Reads a FEN and refuses what cannot arise in play, by name.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(Setup::from_fen(fen)?)?)
    }

    /// The FEN, six fields.
    pub fn to_fen(&self) -> String {
        self.setup().to_fen()
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}
