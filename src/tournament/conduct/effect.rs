//! What the rules make of an entry.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::natural_limit::Audit;
use crate::rules::{Color, Move, Suicide};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

/// One consequence of an entry, with its clause.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Effect {
    /// The entry it follows from, counted from 0.
    pub entry: u32,
    /// The clause.
    pub clause: &'static str,
    /// What follows.
    pub what: What,
}

/// What can follow from an entry.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum What {
    /// A foul goes on record.
    Foul {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// How many that side has now.
        total: u32,
    },
    /// A foul is not judged: the offender resigned at once (8.2).
    FoulWaived {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
    },
    /// Minutes are taken from a clock, to be done on the clock itself.
    TimeDeducted {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// How many seconds.
        seconds: u32,
    },
    /// A natural-limit claim was audited.
    Audited {
        /// What was counted.
        audit: Audit,
    },
    /// An illegal move was played: it is not on record, play goes back to it.
    IllegalMove {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
        /// Which.
        #[serde(rename = "move")]
        #[schema(value_type = String)]
        mv: Move,
        /// What was wrong with it.
        reason: &'static str,
        /// How many that side has played now.
        total: u32,
    },
    /// A suicide (3.4).
    Suicide {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Which move.
        #[serde(rename = "move")]
        #[schema(value_type = String)]
        mv: Move,
        /// `facing_kings`, `king_offered` or `check_unanswered`.
        suicide: &'static str,
    },
    /// A touched piece compels one of these moves.
    Compelled {
        /// The moves.
        #[schema(value_type = Vec<String>)]
        moves: Vec<Move>,
    },
    /// A draw offer is refused by playing on.
    OfferRefused {
        /// Who had offered.
        #[schema(value_type = String)]
        side: Color,
    },
    /// The repetition was changed; the game goes on.
    RepetitionChanged {
        /// By whom.
        #[schema(value_type = String)]
        side: Color,
    },
    /// A result was taken away.
    ResultRemoved,
    /// Play begins again with the right colours.
    Restarted,
    /// The colours as played stand, although paired otherwise.
    ColoursStand,
    /// A word of the arbiter stands against the moves on record.
    AgainstTheMoves,
    /// The clock of the late side starts only at its turn (A 20.1), or ran from the start (B 20.1).
    LateClock {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Starts at its turn.
        starts_at_turn: bool,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// Why, when it is known.
        reason: Option<ResultReason>,
    },
}

impl What {
    /// The name of a suicide.
    pub(super) fn suicide(side: Color, mv: Move, suicide: Suicide) -> What {
        What::Suicide {
            side,
            mv,
            suicide: suicide.code(),
        }
    }
}
