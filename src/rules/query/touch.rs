//! Touched pieces, and what must be played.

use serde::{Deserialize, Serialize};

use super::{QueryError, position_of};
use crate::rules::touch_move::{self, Circumstances, FOUL_CLAUSE};
use crate::rules::{Position, Square};

/// What the side to move has touched (5.1 to 5.7).
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TouchQuestion {
    /// Anything; the answer carries it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The position; the starting position when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The pieces touched, in order.
    pub touched: Vec<Touched>,
    /// The player had announced that he adjusts (5.6).
    #[serde(default)]
    pub announced: bool,
    /// The touch was obviously accidental (5.6).
    #[serde(default)]
    pub accidental: bool,
    /// A piece slipped from the hand onto the board (5.7).
    #[serde(default)]
    pub dropped: bool,
}

/// One touched piece.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Touched {
    /// Its point: `h2`.
    pub square: String,
    /// At the same time as the one before (the first: as the one after).
    #[serde(default)]
    pub together: bool,
}

/// What must be played.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct TouchAnswer {
    /// As in the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The moves of which one must be played, as `h2e2`; null when the player is free.
    pub compelled: Option<Vec<String>>,
    /// The touches that are fouls.
    pub fouls: Vec<TouchFoul>,
}

/// A touch that is a foul.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct TouchFoul {
    /// The touched piece.
    pub square: String,
    /// `8.1.5`.
    pub clause: &'static str,
}

impl TouchQuestion {
    /// Rules on the touches.
    ///
    /// # Errors
    /// The position is impossible (`/fen`), or a touched point is none or empty
    /// (`/touched/1/square`).
    pub fn answer(&self) -> Result<TouchAnswer, QueryError> {
        let position = match &self.fen {
            Some(fen) => position_of(fen)?,
            None => Position::startpos(),
        };
        let error = |index: usize, zh: String, en: String| QueryError {
            code: "bad_square",
            zh,
            en,
            pointer: format!("/touched/{index}/square"),
            readings: Vec::new(),
        };
        let mut touches = Vec::with_capacity(self.touched.len());
        for (index, touched) in self.touched.iter().enumerate() {
            let square: Square =
                touched
                    .square
                    .parse()
                    .map_err(|bad: crate::rules::SquareError| {
                        error(index, bad.zh(), bad.to_string())
                    })?;
            touches.push(touch_move::Touch {
                square,
                together: touched.together,
            });
        }
        let circumstances = Circumstances {
            announced: self.announced,
            accidental: self.accidental,
            dropped: self.dropped,
        };
        let ruling = touch_move::rule(&position, &touches, circumstances)
            .map_err(|nothing| error(nothing.index, nothing.zh(), nothing.to_string()))?;
        let strings =
            |moves: Vec<crate::rules::Move>| moves.iter().map(ToString::to_string).collect();
        Ok(TouchAnswer {
            id: self.id.clone(),
            compelled: ruling.compelled.map(strings),
            fouls: ruling
                .fouls
                .into_iter()
                .map(|square| TouchFoul {
                    square: square.to_string(),
                    clause: FOUL_CLAUSE,
                })
                .collect(),
        })
    }
}
