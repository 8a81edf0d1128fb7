//! One move read and written in every notation.

use serde::{Deserialize, Serialize};

use super::{Kind, QueryError};
use crate::rules::notation::{self, Notation, Reader, Strictness, WxfDialect};
use crate::rules::{FenError, Move, Position, PositionError, Setup};

/// A text to be read as a move in a position.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotationQuestion {
    /// Anything; the answer carries it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The position.
    pub fen: String,
    /// The move as written.
    pub text: String,
    /// The notation it is written in.
    #[serde(default)]
    pub kind: Kind,
    /// Whether only the book form passes.
    #[serde(default)]
    pub strict: bool,
    /// The dialect of WXF, where it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<WxfDialect>,
}

/// The move and its forms.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct NotationAnswer {
    /// As in the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The move, ranks 0 to 9: `h2e2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the strict form of each notation.
    pub forms: Forms,
}

/// One move in the strict form of each notation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Forms {
    /// The full form of article 7.5: 炮二平五.
    pub chinese: String,
    /// The short form: 炮25, with U+0332 for 进 and U+0305 for 退.
    pub short: String,
    /// `C2.5`.
    pub wxf: String,
    /// `H2-E2`.
    pub iccs: String,
    /// `h2e2`.
    pub uci: String,
}

impl Forms {
    /// The forms of a legal move.
    pub fn of(position: &Position, mv: Move) -> Forms {
        let form = |notation| notation::write(position, mv, notation);
        Forms {
            chinese: form(Notation::Chinese),
            short: form(Notation::Short),
            wxf: form(Notation::Wxf),
            iccs: form(Notation::Iccs),
            uci: form(Notation::Uci),
        }
    }
}

/// A position to read one move in: pieces where none can have come do not hinder. Without its
/// general a side has no legal move, whatever the text says.
fn readable(fen: &str) -> Result<Position, QueryError> {
    let bad = |error: FenError| QueryError::bad_position(&error);
    let setup = Setup::from_fen(fen).map_err(bad)?;
    Position::for_reading(setup).map_err(|error| {
        let code = match error {
            PositionError::GeneralMissing(_) => "illegal",
            _ => "bad_position",
        };
        QueryError {
            code,
            ..bad(FenError::Position(error))
        }
    })
}

impl NotationQuestion {
    /// Reads the text.
    ///
    /// # Errors
    /// The position is impossible (`/fen`), or the text gives no single legal move (`/text`).
    pub fn answer(&self) -> Result<NotationAnswer, QueryError> {
        let position = readable(&self.fen)?;
        let strictness = if self.strict {
            Strictness::Strict
        } else {
            Strictness::Tolerant
        };
        let reader = Reader {
            notation: self.kind.notation(),
            dialect: self.dialect,
            strictness,
        };
        let mv = reader
            .read(&position, &self.text)
            .map_err(|error| QueryError::unread(&error, "/text".to_owned()))?;
        Ok(NotationAnswer {
            id: self.id.clone(),
            mv: mv.to_string(),
            forms: Forms::of(&position, mv),
        })
    }
}
