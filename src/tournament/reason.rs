//! Why a game ended: an enumerated reason with its clause (4.1, 4.2, 20, 21.6, 22.2, appendix 3).
use super::model::GameResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultReason {
    /// 将死
    Checkmate,
    /// 困毙
    Stalemate,
    /// 自杀
    Suicide,
    /// 长将
    PerpetualCheck,
    /// Did not change a forbidden repetition.
    RepetitionUnchanged,
    /// 超时
    Time,
    /// 迟到
    Late,
    /// 违例走子
    IllegalMoves,
    /// Clock pressed before moving, twice.
    ClockBeforeMove,
    /// Three fouls.
    Fouls,
    /// Second untrue natural-limit claim before the next capture.
    NaturalLimitClaims,
    /// 认负
    Resignation,
    /// Misconduct.
    Misconduct,
    /// One side absent beyond the limit.
    Absence,
    /// Both sides absent beyond the limit.
    BothAbsent,
    /// Drawn rapid game of a final with a foul on record.
    RapidFoulDraw,
    /// 提和
    Agreement,
    /// Neither side can win.
    NeitherCanWin,
    /// Repetition, both sides allowed or both forbidden alike.
    Repetition,
    /// 自然限着
    NaturalLimit,
    /// Extra game in which a draw is a Black win.
    DrawIsBlackWin,
}

impl ResultReason {
    /// Every reason.
    pub const ALL: [ResultReason; 21] = {
        use ResultReason::*;
        [
            Checkmate,
            Stalemate,
            Suicide,
            PerpetualCheck,
            RepetitionUnchanged,
            Time,
            Late,
            IllegalMoves,
            ClockBeforeMove,
            Fouls,
            NaturalLimitClaims,
            Resignation,
            Misconduct,
            Absence,
            BothAbsent,
            RapidFoulDraw,
            Agreement,
            NeitherCanWin,
            Repetition,
            NaturalLimit,
            DrawIsBlackWin,
        ]
    };

    /// The clause of the rules.
    pub const fn clause(self) -> &'static str {
        match self {
            ResultReason::Checkmate => "4.1.1",
            ResultReason::Stalemate => "4.1.2",
            ResultReason::Suicide => "4.1.3",
            ResultReason::PerpetualCheck => "4.1.4",
            ResultReason::RepetitionUnchanged => "4.1.5",
            ResultReason::Time => "4.1.6",
            ResultReason::Late => "4.1.7",
            ResultReason::IllegalMoves => "4.1.8",
            ResultReason::ClockBeforeMove => "4.1.9",
            ResultReason::Fouls => "4.1.10",
            ResultReason::NaturalLimitClaims => "4.1.11",
            ResultReason::Resignation => "4.1.12",
            ResultReason::Misconduct => "4.1.13",
            ResultReason::Absence => "20.1",
            ResultReason::BothAbsent => "20.2",
            ResultReason::RapidFoulDraw => "附录三注5",
            ResultReason::Agreement => "4.2.1",
            ResultReason::NeitherCanWin => "4.2.2",
            ResultReason::Repetition => "4.2.3",
            ResultReason::NaturalLimit => "4.2.4",
            ResultReason::DrawIsBlackWin => "附录三",
        }
    }

    /// The clause of an ending: of its reason, or of its kind where none is known.
    pub const fn clause_of(reason: Option<ResultReason>, result: GameResult) -> &'static str {
        match (reason, result) {
            (Some(reason), _) => reason.clause(),
            (None, GameResult::Red | GameResult::Black) => "4.1",
            (None, GameResult::Draw) => "4.2",
            (None, _) => "20",
        }
    }

    /// Whether a game can end with this result for this reason.
    pub const fn fits(self, result: GameResult) -> bool {
        match self {
            ResultReason::Agreement
            | ResultReason::NeitherCanWin
            | ResultReason::Repetition
            | ResultReason::NaturalLimit => matches!(result, GameResult::Draw),
            ResultReason::BothAbsent => matches!(result, GameResult::DoubleForfeit),
            ResultReason::Absence | ResultReason::Late => {
                matches!(result, GameResult::RedForfeit | GameResult::BlackForfeit)
            }
            ResultReason::DrawIsBlackWin => matches!(result, GameResult::Black),
            _ => matches!(result, GameResult::Red | GameResult::Black),
        }
    }
}
