//! Stages in a chain (10.2, 10.5, 10.6, B 10.4): whose places feed whose field.
//!
//! * [`places`]: places of one stage, whatever its format, ties resolved as recorded;
//! * [`field`](mod@field): the field of a stage from places of earlier ones; [`carry`]: points brought along;
//! * [`sitting_out`](mod@sitting_out): the Swiss with the lowest dropped, and the final for the top two;
//! * [`final_places`](mod@final_places): places across all stages;
//! * [`consequences`](mod@consequences): what a correction upstream would change downstream;
//! * [`presets`]: chains in common use; [`check`](mod@check): settings that make no sense.
pub mod carry;
pub mod check;
pub mod consequences;
pub mod field;
pub mod final_places;
pub mod places;
pub mod presets;
pub mod sitting_out;

pub use consequences::{Consequence, consequences};
pub use field::{SettledField, resolve, settle};
pub use final_places::{FinalPlace, final_places};
pub use places::{StagePlaces, stage_being_played, stage_places};
pub use sitting_out::{SittingOut, sitting_out};

use super::paired::PairingError;
use crate::tournament::model::Number;
use crate::tournament::standings::StandingsError;
use std::fmt;

/// Why places, or the field that follows from them, are not settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageError {
    /// There is no such stage (counted from 0).
    NoSuchStage(usize),
    /// The stage has no `source`: its field is given by hand.
    NoSource(usize),
    /// An earlier stage (counted from 0) is not over.
    NotFinished(usize),
    /// The chain leaves entries of a stage (counted from 0) level across the cut line.
    CutTie {
        /// The stage whose places are level.
        stage: usize,
        /// Those who are level, ascending.
        numbers: Vec<Number>,
        /// How many of them move on (or stay in).
        taken: u32,
    },
    /// Lots are to be drawn and no seed is recorded.
    NeedsSeed {
        /// The stage (counted from 0) whose regulations should have it.
        stage: usize,
    },
    /// There is no table.
    Standings(StandingsError),
    /// The bracket contradicts the recorded games, or cannot be made.
    Bracket(Box<PairingError>),
    /// A setting makes no sense.
    Setting {
        /// JSON pointer into the event.
        pointer: String,
        /// In Chinese.
        zh: String,
        /// In English.
        en: String,
    },
}

impl StageError {
    /// In Chinese.
    pub fn zh(&self) -> String {
        match self {
            StageError::NoSuchStage(s) => format!("没有第 {} 阶段", s + 1),
            StageError::NoSource(s) => {
                format!("第 {} 阶段的名单由人工给定, 没有来源(source)", s + 1)
            }
            StageError::NotFinished(s) => format!("第 {} 阶段尚未结束", s + 1),
            StageError::CutTie {
                stage,
                numbers,
                taken,
            } => format!(
                "第 {} 阶段中序号 {} 按区分办法仍并列, 其中只取 {taken} 名: 请安排附加赛, 或抽签后记入 tie_orders",
                stage + 1,
                list(numbers)
            ),
            StageError::NeedsSeed { stage } => {
                format!("第 {} 阶段须抽签: 请在规程中给出种子 lots_seed", stage + 1)
            }
            StageError::Standings(error) => error.zh(),
            StageError::Bracket(error) => error.zh(),
            StageError::Setting { pointer, zh, .. } => format!("{pointer}: {zh}"),
        }
    }

    /// In English.
    pub fn en(&self) -> String {
        match self {
            StageError::NoSuchStage(s) => format!("there is no stage {}", s + 1),
            StageError::NoSource(s) => {
                format!("stage {} has no source: its field is given by hand", s + 1)
            }
            StageError::NotFinished(s) => format!("stage {} is not over", s + 1),
            StageError::CutTie {
                stage,
                numbers,
                taken,
            } => format!(
                "numbers {} of stage {} are level after the whole chain and only {taken} of them can be taken: play a play-off, or draw lots and record tie_orders",
                list(numbers),
                stage + 1
            ),
            StageError::NeedsSeed { stage } => format!(
                "stage {} draws lots: its regulations need a seed (lots_seed)",
                stage + 1
            ),
            StageError::Standings(error) => error.en(),
            StageError::Bracket(error) => error.en(),
            StageError::Setting { pointer, en, .. } => format!("{pointer}: {en}"),
        }
    }
}

fn list(numbers: &[Number]) -> String {
    numbers
        .iter()
        .map(Number::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.en(), self.zh())
    }
}

impl std::error::Error for StageError {}

impl From<StandingsError> for StageError {
    fn from(error: StandingsError) -> StageError {
        StageError::Standings(error)
    }
}

impl From<PairingError> for StageError {
    fn from(error: PairingError) -> StageError {
        StageError::Bracket(Box::new(error))
    }
}
