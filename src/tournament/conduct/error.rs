//! Why an entry is refused.

use crate::rules::touch_move::NothingTouched;
use crate::rules::{Color, FenError, IllegalMove, Move};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

use super::entry::Role;
use super::state::Phase;

/// Why an entry cannot stand in the log. Displays in English; [`ConductError::zh`] is the Chinese.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConductError {
    /// The settings' start position cannot be played from.
    #[error("the start position: {0}")]
    BadStart(#[from] FenError),
    /// The entry is of another ply than the game.
    #[error("the entry is for ply {entry}, the game is at ply {game}")]
    WrongPly {
        /// The entry's.
        entry: u32,
        /// The game's.
        game: u32,
    },
    /// Not at this stage of the game's life.
    #[error("this cannot be entered while the game is {}", phase.en())]
    WrongPhase {
        /// Where the game is.
        phase: Phase,
    },
    /// The role may not enter this.
    #[error("{} may not enter this (clause {clause})", role.en())]
    MayNot {
        /// The role.
        role: Role,
        /// The clause that names who may.
        clause: &'static str,
    },
    /// The move is illegal.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A touched piece compels other moves (5).
    #[error("{mv} is none of the moves that the touched pieces compel")]
    NotCompelled {
        /// The move.
        mv: Move,
        /// The moves of which one must be played.
        compelled: Vec<Move>,
    },
    /// Only in one's own time (16.3, 22.1).
    #[error("{side} may do this only in its own time (clause {clause})")]
    NotOwnTime {
        /// Who.
        side: Color,
        /// The clause.
        clause: &'static str,
    },
    /// No draw offer stands.
    #[error("no draw offer of the opponent stands")]
    NoOffer,
    /// The opponent's offer stands already (22.1).
    #[error("the opponent's draw offer stands: accept or refuse it")]
    OfferStands,
    /// No claim or repetition waits for this.
    #[error("no claim waits for this")]
    NoClaim,
    /// A claim waits for its ruling.
    #[error("a repetition claim waits for its ruling")]
    ClaimPending,
    /// 22.3: the claimant's record has too many gaps or cannot be read.
    #[error("{0} may not claim: its record has too many gaps or cannot be read")]
    MayNotClaim(Color),
    /// Against the judge, the moves or an agreement, only with a reason.
    #[error("a reason is needed (clause {clause})")]
    ReasonNeeded {
        /// The clause.
        clause: &'static str,
    },
    /// The reason cannot have this result.
    #[error("a game cannot end {result:?} for the reason {reason:?}")]
    ReasonDoesNotFit {
        /// The result.
        result: GameResult,
        /// The reason.
        reason: ResultReason,
    },
    /// The moves on record say otherwise.
    #[error("the moves on record contradict this result or its reason")]
    ContradictsMoves {
        /// The reason, when one was given.
        reason: Option<ResultReason>,
    },
    /// The side's time is not used up.
    #[error("the time of {side} is not used up")]
    TimeNotUp {
        /// Whose.
        side: Color,
    },
    /// More than one minute (21.5).
    #[error("a missed press or an early flag is adjusted by at most 60 seconds, not {seconds}")]
    AdjustmentTooLarge {
        /// How much.
        seconds: i64,
    },
    /// 21.4: both sides have to agree.
    #[error("a faulty clock is adjusted when both sides have agreed")]
    NotAgreed,
    /// The limit for being late has not passed.
    #[error("{minutes} minutes are not more than the limit of {limit}")]
    NotLate {
        /// Minutes.
        minutes: u32,
        /// The limit.
        limit: u32,
    },
    /// 5.8: found too late.
    #[error("found too late to be corrected (clause {clause})")]
    TooLate {
        /// The clause.
        clause: &'static str,
    },
    /// There is no such ply, entry, or kind of entry.
    #[error("there is no {what} {number}")]
    Nothing {
        /// What is missing.
        what: &'static str,
        /// Its number.
        number: u32,
    },
    /// No record has to be kept in this game (7.1).
    #[error("the players of this game need not keep a record")]
    NoRecordDuty,
    /// Who enters a result is not who confirms it.
    #[error("the result must be confirmed by another person than the one who entered it")]
    SamePerson,
    /// A disputed result waits for the chief arbiter.
    #[error("the result is disputed and waits for the chief arbiter")]
    Disputed,
    /// A touched point is empty.
    #[error(transparent)]
    NothingTouched(#[from] NothingTouched),
    /// An entry that others rest on cannot be made void.
    #[error("entry {entry} cannot be made void: use a take-back or a correction")]
    CannotVoid {
        /// Which, counted from 0.
        entry: u32,
    },
}

impl ConductError {
    /// A stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            ConductError::BadStart(_) => "bad_position",
            ConductError::WrongPly { .. } => "wrong_ply",
            ConductError::WrongPhase { .. } => "wrong_phase",
            ConductError::MayNot { .. } => "not_entitled",
            ConductError::IllegalMove(_) => "illegal",
            ConductError::NotCompelled { .. } => "not_compelled",
            ConductError::NotOwnTime { .. } => "not_own_time",
            ConductError::NoOffer => "no_offer",
            ConductError::OfferStands => "offer_stands",
            ConductError::NoClaim => "no_claim",
            ConductError::ClaimPending => "claim_pending",
            ConductError::MayNotClaim(_) => "may_not_claim",
            ConductError::ReasonNeeded { .. } => "reason_needed",
            ConductError::ReasonDoesNotFit { .. } => "reason_does_not_fit",
            ConductError::ContradictsMoves { .. } => "contradicts_moves",
            ConductError::TimeNotUp { .. } => "time_not_up",
            ConductError::AdjustmentTooLarge { .. } => "adjustment_too_large",
            ConductError::NotAgreed => "not_agreed",
            ConductError::NotLate { .. } => "not_late",
            ConductError::TooLate { .. } => "too_late",
            ConductError::Nothing { .. } => "nothing_there",
            ConductError::NoRecordDuty => "no_record_duty",
            ConductError::SamePerson => "same_person",
            ConductError::Disputed => "disputed",
            ConductError::NothingTouched(_) => "bad_square",
            ConductError::CannotVoid { .. } => "cannot_void",
        }
    }

    /// The clause of the rules behind the refusal, when it is one of the rules.
    pub fn clause(&self) -> Option<&'static str> {
        match self {
            ConductError::IllegalMove(illegal) => Some(illegal.reason.clause()),
            ConductError::NotCompelled { .. } | ConductError::NothingTouched(_) => Some("5"),
            ConductError::MayNot { clause, .. }
            | ConductError::NotOwnTime { clause, .. }
            | ConductError::ReasonNeeded { clause }
            | ConductError::TooLate { clause } => Some(clause),
            ConductError::NoOffer | ConductError::OfferStands => Some("22.1"),
            ConductError::NoClaim | ConductError::ClaimPending => Some("23.1"),
            ConductError::MayNotClaim(_) => Some("22.3"),
            ConductError::ReasonDoesNotFit { reason, .. } => Some(reason.clause()),
            ConductError::ContradictsMoves { reason } => {
                Some(reason.map_or("4", ResultReason::clause))
            }
            ConductError::TimeNotUp { .. } => Some("21.3"),
            ConductError::AdjustmentTooLarge { .. } => Some("21.5"),
            ConductError::NotAgreed => Some("21.4"),
            ConductError::NotLate { .. } => Some("20.1"),
            ConductError::NoRecordDuty => Some("7.1"),
            ConductError::SamePerson | ConductError::Disputed => Some("9"),
            _ => None,
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            ConductError::BadStart(error) => format!("起始局面：{}", error.zh()),
            ConductError::WrongPly { entry, game } => {
                format!("此项针对第 {entry} 着，而对局已到第 {game} 着")
            }
            ConductError::WrongPhase { phase } => format!("对局{}，不能作此登记", phase.zh()),
            ConductError::MayNot { role, clause } => {
                format!("{}无权作此登记（第 {clause} 款）", role.zh())
            }
            ConductError::IllegalMove(illegal) => illegal.zh(),
            ConductError::NotCompelled { mv, .. } => format!("{mv} 不符合摸子规定应走的着法"),
            ConductError::NotOwnTime { side, clause } => {
                format!("{}方只能在自己的用时内提出（第 {clause} 款）", side.zh())
            }
            ConductError::NoOffer => "对方没有有效的提和".to_owned(),
            ConductError::OfferStands => "对方已提和，请表示同意或不同意".to_owned(),
            ConductError::NoClaim => "没有待处理的审核要求".to_owned(),
            ConductError::ClaimPending => "待判局面正等待裁决".to_owned(),
            ConductError::MayNotClaim(side) => {
                format!("{}方记录漏记过多或无法辨认，其审核要求不予受理", side.zh())
            }
            ConductError::ReasonNeeded { clause } => format!("须说明理由（第 {clause} 款）"),
            ConductError::ReasonDoesNotFit { .. } => "终局原因与结果不符".to_owned(),
            ConductError::ContradictsMoves { .. } => "记录的着法与该结果或其原因不符".to_owned(),
            ConductError::TimeNotUp { side } => format!("{}方时间尚未用尽", side.zh()),
            ConductError::AdjustmentTooLarge { seconds } => {
                format!("少按钟或提前倒旗的调整以一分钟为界，不能为 {seconds} 秒")
            }
            ConductError::NotAgreed => "调整有误差的棋钟须双方取得一致意见".to_owned(),
            ConductError::NotLate { minutes, limit } => {
                format!("迟到 {minutes} 分钟，未超过规定的 {limit} 分钟")
            }
            ConductError::TooLate { clause } => format!("过时不予受理（第 {clause} 款）"),
            ConductError::Nothing { number, .. } => format!("没有编号为 {number} 的登记项"),
            ConductError::NoRecordDuty => "本局不要求棋手记录".to_owned(),
            ConductError::SamePerson => "录入结果者不能同时确认该结果".to_owned(),
            ConductError::Disputed => "结果有争议，等待裁判长处理".to_owned(),
            ConductError::NothingTouched(nothing) => nothing.zh(),
            ConductError::CannotVoid { entry } => {
                format!("第 {entry} 项不能作废，请用退回着法或更正")
            }
        }
    }
}
