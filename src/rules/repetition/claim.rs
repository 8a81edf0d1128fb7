//! A claim of repetition from its making to its end (23.5), as a pure state machine for the
//! conduct of a game: it is told rulings and moves, and says what has become of the claim.
//!
//! none → claimed → rejected | loss | draw unless changed | must change → changed | final.

use serde::{Deserialize, Serialize};

use super::ruling::Ruling;
use crate::rules::Color;

/// Full moves within which a side may change (23.5.2).
pub const ROUNDS_TO_CHANGE: u32 = 2;

/// What has become of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Claim {
    /// Made and waiting for the arbiter.
    Claimed {
        /// Who claimed.
        #[schema(value_type = String)]
        by: Color,
    },
    /// Not accepted (23.3), or withdrawn by the ruling; the game goes on.
    Rejected,
    /// One side loses at once (25.1, 23.5.1).
    Loss {
        /// Who loses.
        #[schema(value_type = String)]
        side: Color,
    },
    /// A draw unless one side changes (23.5.2.1).
    DrawUnlessChanged {
        /// Plies played since the ruling.
        plies: u32,
    },
    /// A loss unless this side changes (23.5.2.2).
    MustChange {
        /// Who has to change.
        #[schema(value_type = String)]
        side: Color,
        /// Moves of that side since the ruling.
        moves: u32,
    },
    /// Somebody changed; the game goes on.
    Changed {
        /// Who.
        #[schema(value_type = String)]
        by: Color,
    },
    /// Nobody changed: the game is over.
    Final {
        /// Who loses; nobody in a draw.
        #[schema(value_type = Option<String>)]
        loser: Option<Color>,
    },
}

impl Claim {
    /// A claim by a player, made in their own time (16.3, 22.4: it stands even when the opponent
    /// moves or the claimant oversteps afterwards).
    pub const fn made(by: Color) -> Claim {
        Claim::Claimed { by }
    }

    /// Whether the claim still asks for something to happen.
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            Claim::Claimed { .. } | Claim::DrawUnlessChanged { .. } | Claim::MustChange { .. }
        )
    }

    /// The arbiter's ruling. `None` when the claim does not wait for one.
    #[must_use]
    pub const fn ruled(self, ruling: Ruling) -> Option<Claim> {
        if !matches!(self, Claim::Claimed { .. }) {
            return None;
        }
        Some(match ruling {
            Ruling::NotRepeated => Claim::Rejected,
            Ruling::RedLoses => Claim::Loss { side: Color::Red },
            Ruling::BlackLoses => Claim::Loss { side: Color::Black },
            Ruling::RedMustChange => Claim::MustChange {
                side: Color::Red,
                moves: 0,
            },
            Ruling::BlackMustChange => Claim::MustChange {
                side: Color::Black,
                moves: 0,
            },
            Ruling::Draw => Claim::DrawUnlessChanged { plies: 0 },
        })
    }

    /// A move after the ruling. `repeats`: the position after it is one of the cycle's (the
    /// arbiter may decide otherwise).
    #[must_use]
    pub const fn moved(self, by: Color, repeats: bool) -> Claim {
        match self {
            Claim::DrawUnlessChanged { .. } if !repeats => Claim::Changed { by },
            Claim::DrawUnlessChanged { plies } if plies + 1 >= 2 * ROUNDS_TO_CHANGE => {
                Claim::Final { loser: None }
            }
            Claim::DrawUnlessChanged { plies } => Claim::DrawUnlessChanged { plies: plies + 1 },
            // The other side's moves neither help nor harm the one that has to change; when it
            // leaves the cycle itself the repetition is over.
            Claim::MustChange { .. } if !repeats => Claim::Changed { by },
            Claim::MustChange { side, moves }
                if matches!(
                    (side, by),
                    (Color::Red, Color::Red) | (Color::Black, Color::Black)
                ) =>
            {
                if moves + 1 >= ROUNDS_TO_CHANGE {
                    Claim::Final { loser: Some(side) }
                } else {
                    Claim::MustChange {
                        side,
                        moves: moves + 1,
                    }
                }
            }
            other => other,
        }
    }
}
