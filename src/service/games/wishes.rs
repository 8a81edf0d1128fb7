//! What is asked for at the board, in the words of the requests; each becomes an entry of the log.
use super::enter::Wanted;
use crate::rules::Color;
use crate::rules::repetition::Ruling;
use crate::service::{Error, Permission};
use crate::tournament::conduct::entry::{
    AdjustmentClause, ClaimKind, DecidingBody, FairCopy, Reading, TakeBackCause,
};
use crate::tournament::conduct::{Act, FoulKind};
use serde::Deserialize;
use utoipa::ToSchema;

/// A draw offer, or the answer to one (22.1).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferWish {
    /// Whose word it is.
    #[schema(value_type = String)]
    pub side: Color,
    /// What it is.
    #[serde(default)]
    pub action: OfferAction,
    /// Plies on record when it was said.
    #[serde(default)]
    pub ply: Option<u32>,
}

/// What can be said of a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferAction {
    /// A draw is offered.
    #[default]
    Offer,
    /// The opponent's offer is accepted.
    Accept,
    /// It is refused; playing on refuses it too.
    Refuse,
}

impl OfferWish {
    /// The entry.
    pub fn wanted(&self) -> Wanted {
        let side = self.side;
        Wanted::Act(match self.action {
            OfferAction::Offer => Act::DrawOffer { side },
            OfferAction::Accept => Act::DrawAnswer { side, accept: true },
            OfferAction::Refuse => Act::DrawAnswer {
                side,
                accept: false,
            },
        })
    }
}

/// A claim (4.2.2, 22.2, 23).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimWish {
    /// Who claims.
    #[schema(value_type = String)]
    pub side: Color,
    /// What.
    pub claim: ClaimKind,
    /// Plies on record when it was made; an earlier one than now where moves followed at once
    /// (B 22.4).
    #[serde(default)]
    pub ply: Option<u32>,
}

impl ClaimWish {
    /// The entry.
    pub fn wanted(&self) -> Wanted {
        Wanted::Act(Act::Claim {
            side: self.side,
            claim: self.claim,
        })
    }
}

/// A ruling of the arbiter's.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "on", rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingWish {
    /// On the repetition claimed (23.5): the judge's ruling, or another one with a reason.
    Repetition {
        /// The ruling; absent: the judge's.
        #[serde(default)]
        ruling: Option<Ruling>,
        /// Why, where the judge says otherwise.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Whether the last move changed the repetition, against the positions (23.5.2).
    Change {
        /// It did.
        changed: bool,
        /// Why.
        reason: String,
    },
    /// On a position that neither side can win (4.2.2).
    NeitherCanWin {
        /// The game is drawn.
        accept: bool,
        /// Why, where it is not certain.
        #[serde(default)]
        reason: Option<String>,
    },
    /// A player refuses the rules or breaks discipline gravely (4.1.13, 7.4).
    Misconduct {
        /// Whose.
        #[schema(value_type = String)]
        side: Color,
        /// Which clause was refused or broken.
        clause: String,
        /// What happened.
        reason: String,
    },
    /// One side or both have not come within the limit (4.1.7, 20.1, 20.2).
    Absence {
        /// Red is absent.
        #[serde(default)]
        red: bool,
        /// Black is absent.
        #[serde(default)]
        black: bool,
        /// Minutes after the start.
        minutes: u32,
        /// The player came after the limit (4.1.7).
        #[serde(default)]
        appeared: bool,
    },
    /// A player came late, but within the limit (20.1).
    Late {
        /// Who.
        #[schema(value_type = String)]
        side: Color,
        /// Minutes after the start.
        minutes: u32,
    },
    /// The sides sit at the wrong colours (5.8.1): within twenty minutes the game begins anew, later
    /// it stands as played.
    Colours {
        /// Minutes after the start; none: found after the game.
        #[serde(default)]
        minutes: Option<u32>,
        /// They sit as paired after all.
        #[serde(default)]
        as_paired: bool,
        /// What was done.
        #[serde(default)]
        note: Option<String>,
    },
    /// On a dispute (16.3) or an appeal (15).
    Dispute {
        /// The entry of the dispute.
        entry: u32,
        /// Who decided.
        body: DecidingBody,
        /// What.
        decision: String,
    },
}

impl RulingWish {
    /// The entry.
    pub fn wanted(self) -> Wanted {
        Wanted::Act(match self {
            RulingWish::Repetition { ruling, reason } => {
                return Wanted::Ruling { ruling, reason };
            }
            RulingWish::Change { changed, reason } => Act::ChangeRuling { changed, reason },
            RulingWish::NeitherCanWin { accept, reason } => Act::DrawRuling { accept, reason },
            RulingWish::Misconduct {
                side,
                clause,
                reason,
            } => Act::Misconduct {
                side,
                clause,
                reason,
            },
            RulingWish::Absence {
                red,
                black,
                minutes,
                appeared,
            } => Act::Absent {
                red,
                black,
                minutes,
                appeared,
            },
            RulingWish::Late { side, minutes } => Act::Late { side, minutes },
            RulingWish::Colours {
                minutes,
                as_paired,
                note,
            } => Act::ColoursSwapped {
                minutes,
                as_paired,
                note,
            },
            RulingWish::Dispute {
                entry,
                body,
                decision,
            } => Act::Decision {
                entry,
                body,
                decision,
            },
        })
    }
}

/// A foul (8.1), gaps in a record (7.1, 7.2), or a fair copy (7.3).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FoulWish {
    /// Whose.
    #[schema(value_type = String)]
    pub side: Color,
    /// Which; `record` goes by the missed plies.
    #[serde(default)]
    pub foul: Option<FoulKind>,
    /// Missed plies of the record, beside those found before (7.1).
    #[serde(default)]
    pub missed_plies: Option<u32>,
    /// The record cannot be read, as the chief arbiter confirms (7.2).
    #[serde(default)]
    pub unreadable: bool,
    /// A fair copy of the record is demanded, delivered, refused (7.3).
    #[serde(default)]
    pub fair_copy: Option<FairCopy>,
    /// What was seen.
    #[serde(default)]
    pub note: Option<String>,
    /// Plies on record when it happened.
    #[serde(default)]
    pub ply: Option<u32>,
}

impl FoulWish {
    /// The entry; wrong when it is none of the three, or several.
    pub fn wanted(self) -> Wanted {
        let gaps = self.missed_plies.is_some() || self.unreadable;
        let side = self.side;
        Wanted::Act(match (self.foul, gaps, self.fair_copy) {
            (None | Some(FoulKind::Record), true, None) => Act::RecordFault {
                side,
                missed_plies: self.missed_plies.unwrap_or(0),
                unreadable: self.unreadable,
            },
            (Some(foul), false, None) => Act::Foul {
                side,
                foul,
                note: self.note,
            },
            (None, false, Some(state)) => Act::FairCopy { side, state },
            _ => {
                let error = Error::invalid(
                    "/foul",
                    "须且只须给出 foul、missed_plies/unreadable、fair_copy 之一",
                    "one of foul, missed_plies or unreadable, fair_copy is needed",
                );
                return Wanted::Wrong(Permission::Arbitrate, error);
            }
        })
    }
}

/// Clocks as read, set, or run out (6, 21): one of the three.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    /// Red's clock as read.
    #[serde(default)]
    pub red: Option<Reading>,
    /// Black's clock as read.
    #[serde(default)]
    pub black: Option<Reading>,
    /// The arbiter sets a clock.
    #[serde(default)]
    pub adjust: Option<AdjustWish>,
    /// A side's time is said to be used up.
    #[serde(default)]
    pub flag: Option<FlagWish>,
    /// Plies on record when it was read.
    #[serde(default)]
    pub ply: Option<u32>,
}

/// A clock set forward or back (21.4, 21.5, 6.5).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdjustWish {
    /// Whose.
    #[schema(value_type = String)]
    pub side: Color,
    /// Seconds given; negative: taken.
    pub seconds: i64,
    /// Under which clause.
    pub clause: AdjustmentClause,
    /// Both sides have agreed (21.4).
    #[serde(default)]
    pub agreed: bool,
    /// Why.
    pub reason: String,
}

/// A flag (4.1.6, 21.1 to 21.3).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagWish {
    /// Whose.
    #[schema(value_type = String)]
    pub side: Color,
    /// Its clock.
    #[serde(default)]
    pub clock: Option<Reading>,
}

impl ClockWish {
    /// The entry; wrong when it is none of the three, or several.
    pub fn wanted(self) -> Wanted {
        let read = self.red.is_some() || self.black.is_some();
        Wanted::Act(match (read, self.adjust, self.flag) {
            (true, None, None) => Act::Clock {
                red: self.red,
                black: self.black,
            },
            (false, Some(adjust), None) => Act::Adjust {
                side: adjust.side,
                seconds: adjust.seconds,
                clause: adjust.clause,
                agreed: adjust.agreed,
                reason: adjust.reason,
            },
            (false, None, Some(flag)) => Act::Flag {
                side: flag.side,
                clock: flag.clock,
            },
            _ => {
                let error = Error::invalid(
                    "",
                    "须且只须给出钟面读数 (red, black)、adjust、flag 之一",
                    "one of readings (red, black), adjust, flag is needed",
                );
                return Wanted::Wrong(Permission::EnterMoves, error);
            }
        })
    }
}

/// Moves taken back (5.8).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackWish {
    /// Plies that stay on record.
    pub to_ply: u32,
    /// Why, by the rules.
    #[serde(default = "entry_error")]
    pub cause: TakeBackCause,
    /// Why, in words.
    pub reason: String,
    /// Plies on record now.
    #[serde(default)]
    pub ply: Option<u32>,
}

const fn entry_error() -> TakeBackCause {
    TakeBackCause::EntryError
}

impl TakeBackWish {
    /// The entry.
    pub fn wanted(self) -> Wanted {
        Wanted::Act(Act::TakeBack {
            to_ply: self.to_ply,
            cause: self.cause,
            reason: self.reason,
        })
    }
}
