//! What a pairing is: the games of one round, why they are so, and why there may be none.
use super::stages::{SettledField, StageError};
use super::swiss::feasibility::Feasibility;
use crate::tournament::event_file::Fault;
use crate::tournament::model::{BoardGame, Format, Game, GameResult, Number, Round};
use crate::tournament::regulations::TieStep;
use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

/// One round, paired but not yet part of the event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct PairedRound {
    /// Number of the round in its stage, from 1.
    pub round: u32,
    /// The games (teams: matches), by table.
    pub games: Vec<PairedGame>,
    /// Swiss: who rests and scores as configured.
    pub byes: Vec<Number>,
    /// Whose previous game counted as a draw for this pairing (principle 8).
    pub provisional: Vec<Number>,
    /// Why these have the bye.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bye_reasons: Vec<PairReason>,
    /// Round robin and knock-out: who has no game in this round and scores nothing for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<Number>,
    /// The field of the stage, where it was settled for this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<SettledField>,
    /// What the arbiter should know before publishing; never blocking.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// How the pairing as a whole came about. Swiss: `segments`, each with its columns, the order of
    /// choice, who is left over, and the values of the objectives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<serde_json::Value>,
    /// Swiss: whether the rounds after this one can be completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feasibility: Option<Feasibility>,
}

/// One game (teams: match) of a paired round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct PairedGame {
    /// Table (台次), from 1.
    pub table: u32,
    /// Number of the entry with red.
    pub red: Number,
    /// Number of the entry with black.
    pub black: Number,
    /// Which game of several between the two in this round, from 1.
    #[serde(skip_serializing_if = "is_one")]
    pub game: u32,
    /// The match of a bracket this game belongs to.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_code: Option<String>,
    /// Knock-out: the step of the tie procedure this game belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_step: Option<TieStep>,
    /// Known beforehand: an opponent who has left the event forfeits (19.2, 19.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Teams: the boards with their players, where the line-ups are known already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardGame>,
    /// Why these two meet, with these colours.
    pub reasons: Vec<PairReason>,
}

fn is_one(n: &u32) -> bool {
    *n == 1
}

/// One reason of a pairing, in both languages.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PairReason {
    /// Stable name for programs, for example `order_table` or `C2`.
    pub code: String,
    /// The clause of the rules it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// Parts of the reason for programs: scores, candidates passed over, and the like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<serde_json::Value>,
}

impl PairReason {
    /// A reason without parts.
    pub fn new(
        code: impl Into<String>,
        clause: impl Into<String>,
        zh: impl Into<String>,
        en: impl Into<String>,
    ) -> PairReason {
        PairReason {
            code: code.into(),
            clause: Some(clause.into()),
            zh: zh.into(),
            en: en.into(),
            data: None,
        }
    }
}

/// Something to know before publishing a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// Stable name for programs.
    pub code: String,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

impl Warning {
    /// A warning in both languages.
    pub fn new(code: &str, zh: impl Into<String>, en: impl Into<String>) -> Warning {
        Warning {
            code: code.to_owned(),
            zh: zh.into(),
            en: en.into(),
        }
    }
}

impl PairedRound {
    /// The round as the event file holds it.
    pub fn to_round(&self) -> Round {
        Round {
            number: self.round,
            byes: self.byes.clone(),
            provisional: self.provisional.clone(),
            games: self.games.iter().map(PairedGame::to_game).collect(),
            ..Round::default()
        }
    }
}

impl PairedGame {
    /// The game as the event file holds it.
    pub fn to_game(&self) -> Game {
        Game {
            table: self.table,
            red: self.red,
            black: self.black,
            game: self.game.max(1),
            match_code: self.match_code.clone(),
            tie_step: self.tie_step,
            result: self.result,
            boards: self.boards.clone(),
            ..Game::default()
        }
    }
}

/// Why there is no next round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingError {
    /// The event has no such stage (counted from 0).
    NoSuchStage(usize),
    /// This format is paired elsewhere.
    NotOffered(Format),
    /// Every round of the stage has been paired.
    Finished {
        /// How many there are.
        rounds: u32,
    },
    /// Fewer than two entries take part.
    TooFewEntries {
        /// How many there are.
        entries: usize,
    },
    /// Results are missing that decide who meets whom next.
    Waiting {
        /// The matches or tables without a decision.
        open: Vec<String>,
    },
    /// No pairing exists: rounds too many for the field, or exclusions too strict.
    Infeasible {
        /// Everyone whom some largest pairing leaves out.
        numbers: Vec<Number>,
    },
    /// Places of an earlier stage, or who still plays, are not settled.
    Stages(StageError),
    /// The facts contradict the format (a bracket with a match that cannot be, a field not settled).
    Invalid(Vec<Fault>),
}

impl PairingError {
    /// What happened, in English.
    pub fn en(&self) -> String {
        match self {
            PairingError::NoSuchStage(s) => format!("there is no stage {}", s + 1),
            PairingError::NotOffered(f) => format!("stages of format {f:?} are not paired here"),
            PairingError::Finished { rounds } => {
                format!("the stage is over: all {rounds} rounds have been paired")
            }
            PairingError::TooFewEntries { entries } => {
                format!("a pairing needs two entries, there are {entries}")
            }
            PairingError::Waiting { open } => {
                format!("results are missing first: {}", open.join(", "))
            }
            PairingError::Infeasible { numbers } => format!(
                "no pairing exists; these cannot all be paired: {}",
                join(numbers)
            ),
            PairingError::Stages(error) => error.en(),
            PairingError::Invalid(faults) => faults
                .iter()
                .map(|f| format!("{}: {}", f.pointer, f.en))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }

    /// What happened, in Chinese.
    pub fn zh(&self) -> String {
        match self {
            PairingError::NoSuchStage(s) => format!("没有第 {} 阶段", s + 1),
            PairingError::NotOffered(f) => format!("此赛制不在此处编排: {f:?}"),
            PairingError::Finished { rounds } => format!("本阶段 {rounds} 轮已全部编排"),
            PairingError::TooFewEntries { entries } => {
                format!("编排至少需要两名参赛者, 现有 {entries} 名")
            }
            PairingError::Waiting { open } => format!("尚缺成绩: {}", open.join(", ")),
            PairingError::Infeasible { numbers } => {
                format!("无法编排, 下列序号不能全部配对: {}", join(numbers))
            }
            PairingError::Stages(error) => error.zh(),
            PairingError::Invalid(faults) => faults
                .iter()
                .map(|f| format!("{}: {}", f.pointer, f.zh))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }
}

fn join(numbers: &[Number]) -> String {
    numbers
        .iter()
        .map(Number::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

impl fmt::Display for PairingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en())
    }
}

impl std::error::Error for PairingError {}
