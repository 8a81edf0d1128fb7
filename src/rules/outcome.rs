//! How a game ends by what stands on the board.

use super::piece::Color;

/// An end that the moves alone bring about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// 将死: the side to move is in check and has no answer (4.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// 困毙: the side to move is not in check and has no move; a loss too (4.1.2).
    Stalemate {
        /// The side that has moved last.
        winner: Color,
    },
}

impl Outcome {
    /// Who has won.
    pub fn winner(self) -> Color {
        match self {
            Outcome::Checkmate { winner } | Outcome::Stalemate { winner } => winner,
        }
    }

    /// The clause of the rules.
    pub fn clause(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "4.1.1",
            Outcome::Stalemate { .. } => "4.1.2",
        }
    }

    /// `checkmate` or `stalemate`, as answers write it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate { .. } => "stalemate",
        }
    }

    /// 将死 or 困毙.
    pub fn zh(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "将死",
            Outcome::Stalemate { .. } => "困毙",
        }
    }
}
