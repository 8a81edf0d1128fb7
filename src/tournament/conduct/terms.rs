//! The words that entries are made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::Square;

/// A clock as read: what is left to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Milliseconds left; negative where a clock counts on.
    pub remaining_ms: i64,
    /// The period the clock shows, from 1; without it, the one the moves made say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u32>,
}

/// A touched piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TouchedPiece {
    /// Its point.
    #[schema(value_type = String)]
    pub square: Square,
    /// At the same time as the one before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
}

/// What a claim asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// 自然限着 (4.2.4, 22.2): audited at once.
    NaturalLimit,
    /// 待判局面 (23): waits for a ruling.
    Repetition,
    /// 双方均无取胜可能 (4.2.2): waits for a ruling.
    NeitherCanWin,
}

/// The fouls of 8.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FoulKind {
    /// 8.1.1: disturbing the opponent in his time.
    Disturbing,
    /// 8.1.2: stopping or starting the clock.
    ClockStopped,
    /// 8.1.3: two draw offers more than the opponent.
    DrawOffers,
    /// 8.1.4: an untrue natural-limit claim.
    NaturalLimitClaim,
    /// 8.1.5: touching a piece that cannot move, or cannot be taken.
    Touch,
    /// 8.1.6: gaps in the record (7.1, 7.2).
    Record,
    /// 8.1.7: pressing the clock before moving; the second loses (4.1.9).
    ClockBeforeMove,
    /// 8.1.8: an illegal move where the first does not lose.
    IllegalMove,
    /// 8.1.9: minor breaches of the players' duties.
    Duties,
}

impl FoulKind {
    /// The clause.
    pub const fn clause(self) -> &'static str {
        match self {
            FoulKind::Disturbing => "8.1.1",
            FoulKind::ClockStopped => "8.1.2",
            FoulKind::DrawOffers => "8.1.3",
            FoulKind::NaturalLimitClaim => "8.1.4",
            FoulKind::Touch => "8.1.5",
            FoulKind::Record => "8.1.6",
            FoulKind::ClockBeforeMove => "8.1.7",
            FoulKind::IllegalMove => "8.1.8",
            FoulKind::Duties => "8.1.9",
        }
    }
}

/// Why a clock is adjusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum AdjustmentClause {
    /// A faulty clock, agreed by both sides.
    #[serde(rename = "21.4")]
    FaultyClock,
    /// A missed press or an early flag: at most one minute.
    #[serde(rename = "21.5")]
    MissedPress,
    /// Time odds set before the game.
    #[serde(rename = "6.5")]
    Odds,
}

/// Why moves are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakeBackCause {
    /// 5.8.2: a piece had been displaced; found within five full moves. Any piece may be moved.
    Displaced,
    /// 5.8.3: a move was against the rules of play; its piece counts as touched.
    Illegal,
    /// The record was entered wrongly; the game itself is as it was.
    EntryError,
}

/// Where a fair copy of a record stands (7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FairCopy {
    /// The arbiter asks for one.
    Demanded,
    /// It was handed in.
    Delivered,
    /// The player refuses (7.4).
    Refused,
}

/// Who decides a dispute or an appeal (15, 16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecidingBody {
    /// The arbiter at the board.
    Arbiter,
    /// The chief arbiter.
    ChiefArbiter,
    /// 仲裁委员会.
    AppealsCommittee,
    /// 赛风赛纪委员会 or the organizer.
    Organizer,
}

/// Whose signature stands under a result (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Signature {
    /// The player with red.
    Red,
    /// The player with black.
    Black,
    /// The arbiter.
    Arbiter,
}
