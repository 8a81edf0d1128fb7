//! The entries of a game's log.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::rules::repetition::Ruling;
use crate::rules::{Color, Move};
use crate::tournament::model::{Fouls, GameResult, PenaltyClause};
use crate::tournament::reason::ResultReason;

use super::claims::JudgeOpinion;

pub use super::terms::{
    AdjustmentClause, ClaimKind, DecidingBody, FairCopy, FoulKind, Reading, Signature,
    TakeBackCause, TouchedPiece,
};

/// One entry of a game's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameEntry)]
pub struct Entry {
    /// When it happened.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who entered it.
    pub by: Author,
    /// Plies on record when it happened. An entry for another ply than the present one is refused,
    /// so two people cannot enter the same move; only a claim may name an earlier one (B 22.4).
    pub ply: u32,
    /// What happened.
    pub act: Act,
}

/// Who entered something: a role, and the person or key that filled it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// In which role.
    pub role: Role,
    /// The person or key, for two-person confirmation and the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The roles from which a game's log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ConductRole)]
pub enum Role {
    /// The player with red.
    Red,
    /// The player with black.
    Black,
    /// 记录员: writes down moves and clocks, and rules over nothing.
    Recorder,
    /// 监局裁判: an arbiter at the boards.
    Arbiter,
    /// 裁判长.
    ChiefArbiter,
    /// 竞赛组织机构.
    Organizer,
}

impl Role {
    /// The side of a player.
    pub const fn side(self) -> Option<Color> {
        match self {
            Role::Red => Some(Color::Red),
            Role::Black => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether the role rules over a game (17.1).
    pub const fn is_arbiter(self) -> bool {
        matches!(self, Role::Arbiter | Role::ChiefArbiter)
    }

    /// 红方 黑方 裁判 裁判长 竞赛组织机构.
    pub const fn zh(self) -> &'static str {
        match self {
            Role::Red => "红方",
            Role::Black => "黑方",
            Role::Recorder => "记录员",
            Role::Arbiter => "裁判",
            Role::ChiefArbiter => "裁判长",
            Role::Organizer => "竞赛组织机构",
        }
    }

    /// The English name.
    pub const fn en(self) -> &'static str {
        match self {
            Role::Red => "Red",
            Role::Black => "Black",
            Role::Recorder => "a recorder",
            Role::Arbiter => "an arbiter",
            Role::ChiefArbiter => "the chief arbiter",
            Role::Organizer => "the organizer",
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// The game begins. A first move begins it too.
    Start {},
    /// A player came late, but within the limit (20.1).
    Late {
        /// Who.
        #[schema(value_type = String)]
        side: Color,
        /// Minutes after the start.
        minutes: u32,
    },
    /// One side or both have not come within the limit (4.1.7, 20.1, 20.2).
    Absent {
        /// Red is absent.
        #[serde(default)]
        red: bool,
        /// Black is absent.
        #[serde(default)]
        black: bool,
        /// Minutes after the start.
        minutes: u32,
        /// The player came after the limit (4.1.7), rather than not at all (20.1).
        #[serde(default)]
        appeared: bool,
    },
    /// A move.
    Move {
        /// The move, as `h2e2`.
        #[serde(rename = "move")]
        #[schema(value_type = String)]
        mv: Move,
        /// The mover's clock after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Reading>,
        /// The arbiter's word that this was played, although it is illegal: an incident (4.1.3,
        /// 4.1.8, 8.1.8); or although a touched piece compelled another.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_played: bool,
    },
    /// The record as a sheet gives it from a ply on: one that came after the game, or a correction
    /// of what was entered. An end that is on record stands, and must not contradict it.
    Sheet {
        /// Plies on record that stay.
        from_ply: u32,
        /// The moves after them, as `h2e2`.
        #[schema(value_type = Vec<String>)]
        moves: Vec<Move>,
        /// The record with its comments and variations, as PGN.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Why moves on record are replaced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Clocks as read.
    Clock {
        /// Red's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        red: Option<Reading>,
        /// Black's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<Reading>,
    },
    /// An arbiter sets a clock forward or back (21.4, 21.5, 6.5).
    Adjust {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Seconds given; negative: taken.
        seconds: i64,
        /// Under which clause.
        clause: AdjustmentClause,
        /// Both sides have agreed (21.4).
        #[serde(default)]
        agreed: bool,
        /// Why.
        reason: String,
    },
    /// A side's time is said to be used up (4.1.6, 21).
    Flag {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Its clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Reading>,
    },
    /// A draw is offered, in one's own time (22.1).
    DrawOffer {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
    },
    /// The answer to a draw offer. Playing on refuses it too.
    DrawAnswer {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
        /// Whether the game is drawn.
        accept: bool,
    },
    /// A claim, in one's own time (22.2, 23).
    Claim {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
        /// Of what.
        claim: ClaimKind,
    },
    /// The ruling on a repetition claim.
    RepetitionRuling {
        /// What is ruled.
        ruling: Ruling,
        /// What the judge of repetition said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        judge: Option<JudgeOpinion>,
        /// Why, when the judge said otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The arbiter decides whether the last move changed the repetition, against the positions
    /// (23.5.2).
    ChangeRuling {
        /// Whether it did.
        changed: bool,
        /// Why.
        reason: String,
    },
    /// The arbiter's word on a position that neither side can win (4.2.2).
    DrawRuling {
        /// Whether the game is drawn.
        accept: bool,
        /// Why; needed where it is not certain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A foul, announced at once (8.1, 8.2).
    Foul {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Which.
        foul: FoulKind,
        /// What happened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Fouls as the result slip counts them (9), whatever the log lists.
    FoulCount {
        /// How many, by the colours as played.
        fouls: Fouls,
    },
    /// Times used, in seconds, as the result slip says (9).
    TimesUsed {
        /// Red's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        red: Option<u32>,
        /// Black's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<u32>,
    },
    /// Gaps found in a side's record (7.1), or that it cannot be read (7.2).
    RecordFault {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Missed plies, beside those found before.
        missed_plies: u32,
        /// Unreadable: confirmed by the chief arbiter, counted as missed.
        #[serde(default)]
        unreadable: bool,
    },
    /// A fair copy of the record (7.3).
    FairCopy {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Where it stands.
        state: FairCopy,
    },
    /// The side to move has touched pieces (5.1 to 5.7).
    Touch {
        /// The pieces, in order.
        touched: Vec<TouchedPiece>,
        /// Announced adjusting (5.6).
        #[serde(default)]
        announced: bool,
        /// Obviously accidental (5.6).
        #[serde(default)]
        accidental: bool,
        /// Slipped from the hand (5.7).
        #[serde(default)]
        dropped: bool,
    },
    /// Play goes back (5.8).
    TakeBack {
        /// Plies that stay on record.
        to_ply: u32,
        /// Why, by the rules.
        cause: TakeBackCause,
        /// Why, in words.
        reason: String,
    },
    /// The sides sit at the wrong colours (5.8.1).
    ColoursSwapped {
        /// Minutes after the start; none: it was found after the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u32>,
        /// They sit as paired after all: an earlier such entry was wrong.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_paired: bool,
        /// What was done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Pieces were upset and put back in the upsetter's own time (5.9).
    UpsetPieces {
        /// Who upset them.
        #[schema(value_type = String)]
        side: Color,
    },
    /// A piece was left between two points: the opponent names one (5.10).
    PointNamed {
        /// Who names it.
        #[schema(value_type = String)]
        side: Color,
        /// The move to the point he names.
        #[serde(rename = "move")]
        #[schema(value_type = String)]
        mv: Move,
    },
    /// 认负 (4.1.12).
    Resign {
        /// Who.
        #[schema(value_type = String)]
        side: Color,
    },
    /// 4.1.13, 7.4: refusing the rules, or a serious breach of discipline.
    Misconduct {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Which clause was refused or broken.
        clause: String,
        /// What happened.
        reason: String,
    },
    /// A result as reported, with or without moves.
    Result {
        /// By the colours as played.
        result: GameResult,
        /// Why, when it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<ResultReason>,
        /// The arbiter's word, where the moves on record say otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
        /// It was settled before this log began (an event file): nothing is made of it any more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        settled: bool,
    },
    /// A result is taken away: it was entered for the wrong game, or too early.
    ResultRemoved {
        /// Why.
        why: String,
    },
    /// A penalty of article 18.
    Penalty {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Which.
        clause: PenaltyClause,
        /// Why.
        reason: String,
    },
    /// What became of a recommended ban (18.4).
    PenaltyOutcome {
        /// The entry of the penalty, counted from 0.
        entry: u32,
        /// What became of it.
        outcome: String,
    },
    /// A dispute, raised in one's own time (16.3), or an appeal (15).
    Dispute {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
        /// About what.
        subject: String,
        /// An appeal against a decision.
        #[serde(default)]
        appeal: bool,
    },
    /// The decision of a dispute or an appeal.
    Decision {
        /// The entry of the dispute, counted from 0.
        entry: u32,
        /// Who decided.
        body: DecidingBody,
        /// What.
        decision: String,
    },
    /// A signature under the result (9), or the refusal of one.
    Confirm {
        /// Whose.
        signature: Signature,
        /// `false`: the result is disputed and waits for the chief arbiter.
        #[serde(default = "yes")]
        agree: bool,
        /// What is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The result is corrected; the old one stays on record.
    Correction {
        /// The right result, by the colours as played.
        result: GameResult,
        /// Its reason, when it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<ResultReason>,
        /// Why it is corrected.
        why: String,
    },
    /// An entry was made by mistake and is left out.
    Void {
        /// Which, counted from 0.
        entry: u32,
        /// Why.
        reason: String,
    },
    /// The last command was undone: its entries are left out.
    Undone {
        /// The first of them, counted from 0.
        from: u32,
        /// Why.
        reason: String,
    },
}

const fn yes() -> bool {
    true
}

impl Act {
    /// The side whose doing this is, when it is a player's.
    pub(super) const fn players_side(&self) -> Option<Color> {
        match self {
            Act::DrawOffer { side }
            | Act::DrawAnswer { side, .. }
            | Act::Claim { side, .. }
            | Act::Resign { side }
            | Act::Dispute { side, .. }
            | Act::PointNamed { side, .. } => Some(*side),
            Act::Confirm {
                signature: Signature::Red,
                ..
            } => Some(Color::Red),
            Act::Confirm {
                signature: Signature::Black,
                ..
            } => Some(Color::Black),
            _ => None,
        }
    }

    /// The side it is about, when it is about one.
    pub const fn side(&self) -> Option<Color> {
        match self {
            Act::Late { side, .. }
            | Act::Adjust { side, .. }
            | Act::Flag { side, .. }
            | Act::Foul { side, .. }
            | Act::RecordFault { side, .. }
            | Act::FairCopy { side, .. }
            | Act::UpsetPieces { side }
            | Act::Misconduct { side, .. }
            | Act::Penalty { side, .. } => Some(*side),
            other => other.players_side(),
        }
    }

    /// Whether a recorder may enter it: what happened, and no ruling on it.
    pub(super) const fn is_recorders(&self) -> bool {
        matches!(
            self,
            Act::Start {}
                | Act::Move {
                    as_played: false,
                    ..
                }
                | Act::Sheet { .. }
                | Act::Clock { .. }
        )
    }

    /// Whether a player may enter it for himself.
    pub(super) const fn is_players_own(&self) -> bool {
        matches!(
            self,
            Act::Move {
                as_played: false,
                ..
            }
        ) || self.players_side().is_some()
    }

    /// The clause that decides what follows from it.
    pub const fn clause(&self) -> &'static str {
        match self {
            Act::Start {} => "2.1",
            Act::Late { .. } => "20.1",
            Act::Absent {
                red: true,
                black: true,
                ..
            } => "20.2",
            Act::Absent { appeared: true, .. } => "4.1.7",
            Act::Absent { .. } => "20.1",
            Act::Move { .. } => "2.3",
            Act::Sheet { .. } => "7",
            Act::Clock { .. } => "6",
            Act::Adjust { clause, .. } => match clause {
                AdjustmentClause::FaultyClock => "21.4",
                AdjustmentClause::MissedPress => "21.5",
                AdjustmentClause::Odds => "6.5",
            },
            Act::Flag { .. } => "4.1.6",
            Act::DrawOffer { .. } | Act::DrawAnswer { .. } => "22.1",
            Act::Claim {
                claim: ClaimKind::NaturalLimit,
                ..
            } => "22.2",
            Act::Claim {
                claim: ClaimKind::NeitherCanWin,
                ..
            }
            | Act::DrawRuling { .. } => "4.2.2",
            Act::Claim { .. } => "23.1",
            Act::RepetitionRuling { .. } => "23.5",
            Act::ChangeRuling { .. } => "23.5.2",
            Act::Foul { foul, .. } => foul.clause(),
            Act::FoulCount { .. } | Act::TimesUsed { .. } | Act::ResultRemoved { .. } => "9",
            Act::RecordFault {
                unreadable: true, ..
            } => "7.2",
            Act::RecordFault { .. } => "7.1",
            Act::FairCopy { .. } => "7.3",
            Act::Touch { .. } => "5",
            Act::TakeBack {
                cause: TakeBackCause::Displaced,
                ..
            } => "5.8.2",
            Act::TakeBack {
                cause: TakeBackCause::Illegal,
                ..
            } => "5.8.3",
            Act::TakeBack { .. } => "5.8",
            Act::ColoursSwapped { .. } => "5.8.1",
            Act::UpsetPieces { .. } => "5.9",
            Act::PointNamed { .. } => "5.10",
            Act::Resign { .. } => "4.1.12",
            Act::Misconduct { .. } => "4.1.13",
            Act::Result { result, reason, .. } | Act::Correction { result, reason, .. } => {
                ResultReason::clause_of(*reason, *result)
            }
            Act::Penalty { clause, .. } => match clause {
                PenaltyClause::Warning => "18.1",
                PenaltyClause::RoundDisqualification => "18.2",
                PenaltyClause::Expulsion => "18.3",
                PenaltyClause::RecommendedBan => "18.4",
            },
            Act::PenaltyOutcome { .. } => "18.4",
            Act::Dispute { appeal: true, .. } => "15",
            Act::Dispute { .. } | Act::Decision { .. } => "16.3",
            Act::Confirm { .. } => "9",
            Act::Void { .. } | Act::Undone { .. } => "5.8",
        }
    }
}
