//! What a position is: whose move, check, mate, the legal moves.

use serde::{Deserialize, Serialize};

use super::{Kind, QueryError, position_of};
use crate::rules::{Color, Outcome, Position};

/// A position, given outright or by the moves that lead to it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionQuestion {
    /// Anything; the answer carries it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// Where the moves start; the starting position when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The notation of the moves.
    #[serde(default)]
    pub notation: Kind,
}

/// Whether the game goes on, by the board alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PositionStatus)]
pub enum Status {
    /// There are legal moves.
    Playing,
    /// 将死 (4.1.1).
    Checkmate,
    /// 困毙 (4.1.2), a loss for the side to move.
    Stalemate,
}

/// What the position is.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct PositionAnswer {
    /// As in the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The position after the moves.
    pub fen: String,
    /// Whose move it is.
    #[schema(value_type = String)]
    pub side_to_move: Color,
    /// Whether that side is in check.
    pub in_check: bool,
    /// Whether the game goes on.
    pub status: Status,
    /// The winner, when it does not.
    #[schema(value_type = Option<String>)]
    pub winner: Option<Color>,
    /// Every legal move, as `h2e2`.
    pub legal_moves: Vec<String>,
}

impl PositionQuestion {
    /// Plays the moves and describes the position they lead to.
    ///
    /// # Errors
    /// The position is impossible (`/fen`), or a move is none (`/moves/4` is the fifth ply).
    pub fn answer(&self) -> Result<PositionAnswer, QueryError> {
        let mut position = match &self.fen {
            Some(fen) => position_of(fen)?,
            None => Position::startpos(),
        };
        let reader = self.notation.reader();
        for (ply, text) in self.moves.iter().enumerate() {
            let mv = reader
                .read(&position, text)
                .map_err(|error| QueryError::unread(&error, format!("/moves/{ply}")))?;
            position = position.play_unchecked(mv);
        }
        let outcome = position.outcome();
        Ok(PositionAnswer {
            id: self.id.clone(),
            fen: position.to_fen(),
            side_to_move: position.side_to_move(),
            in_check: position.in_check(),
            status: match outcome {
                None => Status::Playing,
                Some(Outcome::Checkmate { .. }) => Status::Checkmate,
                Some(Outcome::Stalemate { .. }) => Status::Stalemate,
            },
            winner: outcome.map(Outcome::winner),
            legal_moves: position
                .legal_moves()
                .iter()
                .map(ToString::to_string)
                .collect(),
        })
    }
}
