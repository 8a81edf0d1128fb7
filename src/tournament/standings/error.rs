//! Why there is no table.
use super::super::model::{Format, Number};
use super::super::regulations::Criterion;
use super::text;
use std::fmt;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingsError {
    /// There is no such stage (counted from 0).
    NoStage {
        /// The stage asked for.
        stage: usize,
    },
    /// The stage's places come from its bracket, not from a table.
    NoTable {
        /// The format of the stage.
        format: Format,
    },
    /// The round asked for has not been paired.
    NoRound {
        /// The round asked for.
        asked: u32,
        /// How many rounds there are.
        paired: u32,
    },
    /// The facts name someone who is not in the stage's field.
    NotInField {
        /// The number named.
        number: Number,
        /// The round in which it is named.
        round: u32,
    },
    /// A criterion of the chain makes no sense here.
    Criterion {
        /// Which one.
        criterion: Criterion,
        /// Why, in Chinese.
        zh: String,
        /// Why, in English.
        en: String,
    },
    /// The ranking method of the Swiss does not go with the kind of event.
    Method {
        /// Why, in Chinese.
        zh: String,
        /// Why, in English.
        en: String,
    },
}

impl StandingsError {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            StandingsError::NoStage { stage } => format!("没有第 {} 阶段", stage + 1),
            StandingsError::NoTable { .. } => "淘汰制阶段的名次由对阵表决定, 没有积分表".to_owned(),
            StandingsError::NoRound { asked, paired } => {
                format!("第 {asked} 轮尚未编排(已编排 {paired} 轮)")
            }
            StandingsError::NotInField { number, round } => {
                format!("第 {round} 轮中的序号 {number} 不在本阶段名单中")
            }
            StandingsError::Criterion { criterion, zh, .. } => {
                format!(
                    "区分办法“{}”({})不适用: {zh}",
                    text::zh(*criterion),
                    text::name(*criterion)
                )
            }
            StandingsError::Method { zh, .. } => zh.clone(),
        }
    }

    /// The message in English.
    pub fn en(&self) -> String {
        match self {
            StandingsError::NoStage { stage } => format!("there is no stage {}", stage + 1),
            StandingsError::NoTable { .. } => {
                "the places of a knock-out stage come from its bracket; it has no table".to_owned()
            }
            StandingsError::NoRound { asked, paired } => {
                format!("round {asked} is not paired yet ({paired} are)")
            }
            StandingsError::NotInField { number, round } => {
                format!(
                    "number {number}, named in round {round}, is not in the field of this stage"
                )
            }
            StandingsError::Criterion { criterion, en, .. } => {
                format!(
                    "criterion \"{}\" cannot be used: {en}",
                    text::name(*criterion)
                )
            }
            StandingsError::Method { en, .. } => en.clone(),
        }
    }
}

impl fmt::Display for StandingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.en(), self.zh())
    }
}

impl std::error::Error for StandingsError {}
