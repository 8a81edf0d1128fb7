//! The two sides and the seven kinds of piece (article 1.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::square::Square;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// 红方, who moves first (2.1).
    Red = 0,
    /// 黑方.
    Black = 1,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }

    /// For tables with one row a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as FEN writes the side to move.
    pub const fn fen_char(self) -> char {
        match self {
            Color::Red => 'w',
            Color::Black => 'b',
        }
    }

    /// 红 or 黑.
    pub const fn zh(self) -> &'static str {
        match self {
            Color::Red => "红",
            Color::Black => "黑",
        }
    }

    /// `red` or `black`.
    pub const fn en(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Black => "black",
        }
    }

    /// The rank as this side counts it, its own back rank being 0.
    pub const fn rank_of(self, square: Square) -> u8 {
        match self {
            Color::Red => square.rank(),
            Color::Black => 9 - square.rank(),
        }
    }

    /// Whether the point is beyond the river (河界) for this side.
    pub const fn is_across_river(self, square: Square) -> bool {
        self.rank_of(square) >= 5
    }

    /// Whether the point is in this side's palace (九宫).
    pub const fn is_in_palace(self, square: Square) -> bool {
        self.rank_of(square) <= 2 && square.file() >= 3 && square.file() <= 5
    }

    /// +1 or −1: the step in ranks that takes this side forward.
    pub const fn forward(self) -> i8 {
        match self {
            Color::Red => 1,
            Color::Black => -1,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.en())
    }
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// 帅 将.
    General = 0,
    /// 仕 士.
    Advisor = 1,
    /// 相 象.
    Elephant = 2,
    /// 马.
    Horse = 3,
    /// 车.
    Rook = 4,
    /// 炮.
    Cannon = 5,
    /// 兵 卒.
    Soldier = 6,
}

impl PieceKind {
    /// The seven kinds.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];

    /// For tables with one row a kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind a side has at the start (1.2), so at most.
    pub const fn full_count(self) -> u32 {
        match self {
            PieceKind::General => 1,
            PieceKind::Soldier => 5,
            _ => 2,
        }
    }

    /// The lower-case FEN letter: `k a b n r c p`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::General => 'k',
            PieceKind::Advisor => 'a',
            PieceKind::Elephant => 'b',
            PieceKind::Horse => 'n',
            PieceKind::Rook => 'r',
            PieceKind::Cannon => 'c',
            PieceKind::Soldier => 'p',
        }
    }

    /// The English name.
    pub const fn en(self) -> &'static str {
        match self {
            PieceKind::General => "general",
            PieceKind::Advisor => "advisor",
            PieceKind::Elephant => "elephant",
            PieceKind::Horse => "horse",
            PieceKind::Rook => "rook",
            PieceKind::Cannon => "cannon",
            PieceKind::Soldier => "soldier",
        }
    }
}

/// A piece: its side and its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of a side and a kind.
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// Reads a FEN letter: upper case is Red; `h` is read as `n` and `e` as `b`, as several
    /// programs write them.
    pub const fn from_fen_char(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_lowercase() {
            'k' => PieceKind::General,
            'a' => PieceKind::Advisor,
            'b' | 'e' => PieceKind::Elephant,
            'n' | 'h' => PieceKind::Horse,
            'r' => PieceKind::Rook,
            'c' => PieceKind::Cannon,
            'p' => PieceKind::Soldier,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() {
            Color::Red
        } else {
            Color::Black
        };
        Some(Piece::new(color, kind))
    }

    /// The FEN letter, upper case for Red.
    pub const fn fen_char(self) -> char {
        match self.color {
            Color::Red => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The name on the piece (1.2), simplified: 帅 仕 相 马 车 炮 兵, 将 士 象 马 车 炮 卒.
    pub const fn zh(self) -> &'static str {
        match (self.kind, self.color) {
            (PieceKind::General, Color::Red) => "帅",
            (PieceKind::General, Color::Black) => "将",
            (PieceKind::Advisor, Color::Red) => "仕",
            (PieceKind::Advisor, Color::Black) => "士",
            (PieceKind::Elephant, Color::Red) => "相",
            (PieceKind::Elephant, Color::Black) => "象",
            (PieceKind::Horse, _) => "马",
            (PieceKind::Rook, _) => "车",
            (PieceKind::Cannon, _) => "炮",
            (PieceKind::Soldier, Color::Red) => "兵",
            (PieceKind::Soldier, Color::Black) => "卒",
        }
    }

    /// The same kind of piece of the other side.
    #[must_use]
    pub const fn swap_color(self) -> Piece {
        Piece::new(self.color.other(), self.kind)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color.en(), self.kind.en())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen_char())
    }
}
