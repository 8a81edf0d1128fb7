//! A natural-limit claim audited from a record.

use serde::{Deserialize, Serialize};

use super::{Kind, QueryError, position_of};
use crate::rules::natural_limit::{self, Audit};
use crate::rules::{Color, Position};

/// A claim at the end of a record (4.2.4, 22.2).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalLimitQuestion {
    /// Anything; the answer carries it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// Where the record starts; the starting position when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves of the record.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who claims.
    #[schema(value_type = String)]
    pub claimant: Color,
    /// Full moves without a capture that make a draw; 60 by the text.
    #[serde(default = "sixty")]
    pub limit: u32,
    /// How many of the claimant's checks count at most; 10 by the text, null for all.
    #[serde(default = "ten")]
    pub check_cap: Option<u32>,
}

fn sixty() -> u32 {
    60
}

fn ten() -> Option<u32> {
    Some(10)
}

/// What the audit found.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct NaturalLimitAnswer {
    /// As in the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The counts and whether the claim holds.
    #[serde(flatten)]
    pub audit: Audit,
}

impl NaturalLimitQuestion {
    /// Reads the record and audits the claim.
    ///
    /// # Errors
    /// The position is impossible (`/fen`), or a move is none (`/moves/4` is the fifth ply).
    pub fn answer(&self) -> Result<NaturalLimitAnswer, QueryError> {
        let start = match &self.fen {
            Some(fen) => position_of(fen)?,
            None => Position::startpos(),
        };
        let reader = Kind::Auto.reader();
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, text) in self.moves.iter().enumerate() {
            let mv = reader
                .read(&position, text)
                .map_err(|error| QueryError::unread(&error, format!("/moves/{ply}")))?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        natural_limit::audit(&start, &moves, self.claimant, self.limit, self.check_cap)
            .map(|audit| NaturalLimitAnswer {
                id: self.id.clone(),
                audit,
            })
            .map_err(|error| QueryError {
                code: "illegal",
                zh: error.error.zh(),
                en: error.error.to_string(),
                pointer: format!("/moves/{}", error.ply),
                readings: Vec::new(),
            })
    }
}
