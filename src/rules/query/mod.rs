//! The stateless questions of the API about positions, notation, the natural limit and touched
//! pieces, and their answers: one shape over HTTP (`POST /rules/position`, `/rules/notation` …) and
//! as JSON lines on the command line.

mod natural_limit;
mod notation;
mod position;
mod touch;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::notation::{Notation, ReadError, Reader};
use super::{FenError, Position};

pub use natural_limit::{NaturalLimitAnswer, NaturalLimitQuestion};
pub use notation::{Forms, NotationAnswer, NotationQuestion};
pub use position::{PositionAnswer, PositionQuestion, Status};
pub use touch::{TouchAnswer, TouchFoul, TouchQuestion, Touched};

/// A notation by name, or `auto`: told from the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotationKind)]
pub enum Kind {
    /// Told from the characters of each text.
    #[default]
    Auto,
    /// 炮二平五.
    Chinese,
    /// 炮25 with a line under or above the last digit.
    Short,
    /// `C2.5`.
    Wxf,
    /// `H2-E2`.
    Iccs,
    /// `h2e2`, ranks 0 to 9.
    Uci,
    /// `h3e3`, ranks 1 to 10.
    Uci10,
}

impl Kind {
    /// The notation named, `None` for `auto`.
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Kind::Auto => None,
            Kind::Chinese => Some(Notation::Chinese),
            Kind::Short => Some(Notation::Short),
            Kind::Wxf => Some(Notation::Wxf),
            Kind::Iccs => Some(Notation::Iccs),
            Kind::Uci => Some(Notation::Uci),
            Kind::Uci10 => Some(Notation::Uci10),
        }
    }

    const fn reader(self) -> Reader {
        let notation = self.notation();
        Reader {
            notation,
            dialect: None,
            strictness: super::notation::Strictness::Tolerant,
        }
    }
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// `bad_position`, `bad_square`, `illegal`, `ambiguous` or `unreadable`.
    pub code: &'static str,
    /// The message in Chinese.
    pub zh: String,
    /// The message in English.
    pub en: String,
    /// A JSON pointer into the question: `/fen`, `/text`, `/moves/4`.
    pub pointer: String,
    /// What an ambiguous text can mean, as `h2e2`.
    pub readings: Vec<String>,
}

impl QueryError {
    fn bad_position(error: &FenError) -> QueryError {
        QueryError {
            code: "bad_position",
            zh: error.zh(),
            en: error.to_string(),
            pointer: "/fen".to_owned(),
            readings: Vec::new(),
        }
    }

    fn unread(error: &ReadError, pointer: String) -> QueryError {
        QueryError {
            code: error.code(),
            zh: error.zh(),
            en: error.to_string(),
            pointer,
            readings: error.readings().iter().map(ToString::to_string).collect(),
        }
    }
}

impl std::fmt::Display for QueryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.pointer, self.en)
    }
}

impl std::error::Error for QueryError {}

fn position_of(fen: &str) -> Result<Position, QueryError> {
    Position::from_fen(fen).map_err(|error| QueryError::bad_position(&error))
}
