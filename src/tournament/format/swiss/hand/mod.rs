//! Pairings changed by hand: what differs from the engine's pairing and which rule it breaks.
//!
//! * [`compare`]: any pairing against the engine's; the checker uses it for rounds of a file;
//! * [`arrange`]: fixed tables, forbidden pairs, a given bye, swaps: the rest is paired around them.
//!
//! Two things may never be: somebody twice, somebody missing. They are refused. All else is
//! recorded with the round as a deviation.

mod arrange;
mod compare;

pub use arrange::{FixedGame, Wishes, arrange, swapped};
pub use compare::{compare_hand_pairing, deviations};

use super::{Pairing, PairingError};
use crate::tournament::model::Number;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// One game of a pairing made by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SwissHandGame)]
pub struct HandGame {
    /// Table, from 1.
    pub table: u32,
    /// Who has red.
    pub red: Number,
    /// Who has black.
    pub black: Number,
}

/// A whole pairing made by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SwissHandPairing)]
pub struct HandPairing {
    /// The games.
    pub games: Vec<HandGame>,
    /// Who rests.
    #[serde(default)]
    pub byes: Vec<Number>,
}

/// What is recorded with a round whose pairing was changed by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ByHand {
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Swiss: in what it differed from the engine's pairing when it was changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
}

impl ByHand {
    /// Whether a deviation is one of those recorded.
    pub fn records(&self, deviation: &Deviation) -> bool {
        self.deviations
            .iter()
            .any(|d| d.kind == deviation.kind && d.numbers == deviation.numbers)
    }
}

/// One way in which a pairing differs from the engine's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Deviation {
    /// What kind.
    pub kind: DeviationKind,
    /// The table it concerns.
    pub table: Option<u32>,
    /// The numbers it concerns.
    pub numbers: Vec<Number>,
    /// The clause it goes against.
    pub clause: String,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// Kinds of deviations.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DeviationKind {
    /// They have met (principle 6).
    Rematch,
    /// Of one unit in a round that keeps units apart (principle 7).
    SameUnit,
    /// Who should be paired is not (principle 3).
    Missing,
    /// Who should not be paired is.
    NotPlaying,
    /// Twice in one round.
    Twice,
    /// Another bye than the rules give (principle 5).
    Bye,
    /// A further bye for one who had one.
    SecondBye,
    /// A third surplus colour or three in a row (principle 11 (3)).
    Three,
    /// More floats than the limit (principle 9).
    FloatLimit,
    /// Another opponent than the order of choice gives (part 2.3).
    Pair,
    /// Colours the other way round (part 2.4).
    Colours,
    /// Another table than the order in which pairs are made gives.
    Table,
    /// The rules know no pairing for this round.
    Infeasible,
}

/// A hand pairing beside the engine's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    /// The pairing with the changes; every pair with its reasons.
    pub pairing: Pairing,
    /// The engine's, where there is one.
    pub engine: Option<Pairing>,
    /// What differs.
    pub deviations: Vec<Deviation>,
}

/// Why a change by hand is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandError {
    /// Somebody is paired twice.
    Twice {
        /// Who.
        number: Number,
    },
    /// Somebody who plays has neither game nor bye.
    Missing {
        /// Who, ascending.
        numbers: Vec<Number>,
    },
    /// A number that is not in the field, or does not play in this round.
    NotPlaying {
        /// Who.
        number: Number,
    },
    /// Somebody against himself.
    Itself {
        /// Who.
        number: Number,
    },
    /// A table given twice or not from 1 on.
    Table {
        /// The table.
        table: u32,
    },
    /// Byes that leave an odd number to be paired, or byes in an even field.
    Byes,
    /// The rest cannot be paired, or the round cannot be paired at all.
    Pairing(PairingError),
}

impl HandError {
    /// In Chinese.
    pub fn zh(&self) -> String {
        match self {
            HandError::Twice { number } => format!("序号 {number} 编排两次(附录二.一.3)"),
            HandError::Missing { numbers } => {
                format!("缺序号 {}(附录二.一.3)", super::list(numbers, "、"))
            }
            HandError::NotPlaying { number } => format!("序号 {number} 不参加本轮"),
            HandError::Itself { number } => format!("序号 {number} 不能与自己对局"),
            HandError::Table { table } => format!("台次 {table} 重复或不连续"),
            HandError::Byes => "轮空者至多一人, 且仅当人数逢单(附录二.一.5)".to_owned(),
            HandError::Pairing(error) => error.zh(),
        }
    }

    /// In English.
    pub fn en(&self) -> String {
        match self {
            HandError::Twice { number } => {
                format!("number {number} is paired twice (appendix 2, principle 3)")
            }
            HandError::Missing { numbers } => format!(
                "{} are not paired (appendix 2, principle 3)",
                super::list(numbers, ", ")
            ),
            HandError::NotPlaying { number } => {
                format!("number {number} does not play in this round")
            }
            HandError::Itself { number } => format!("number {number} cannot meet itself"),
            HandError::Table { table } => format!("table {table} is given twice or leaves a gap"),
            HandError::Byes => {
                "there is one bye, and only in an odd field (appendix 2, principle 5)".to_owned()
            }
            HandError::Pairing(error) => error.en(),
        }
    }

    /// Stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            HandError::Twice { .. } => "paired_twice",
            HandError::Missing { .. } => "left_out",
            HandError::NotPlaying { .. } => "not_playing",
            HandError::Itself { .. } => "paired_with_itself",
            HandError::Table { .. } => "table_taken",
            HandError::Byes => "bye_refused",
            HandError::Pairing(_) => "infeasible",
        }
    }

    /// The numbers it is about.
    pub fn numbers(&self) -> Vec<Number> {
        match self {
            HandError::Twice { number }
            | HandError::NotPlaying { number }
            | HandError::Itself { number } => vec![*number],
            HandError::Missing { numbers }
            | HandError::Pairing(PairingError::Infeasible { numbers, .. }) => numbers.clone(),
            _ => Vec::new(),
        }
    }

    /// The clause that refuses it.
    pub fn clause(&self) -> &'static str {
        match self {
            HandError::Byes => "附录二.一.5",
            HandError::Pairing(_) => "附录二.一.6",
            _ => "附录二.一.3",
        }
    }
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.en(), self.zh())
    }
}

impl std::error::Error for HandError {}

impl From<PairingError> for HandError {
    fn from(error: PairingError) -> HandError {
        HandError::Pairing(error)
    }
}
