//! Fouls (8), gaps in the record (7), and when they lose the game (4.1.9, 4.1.10).

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Color;
use crate::tournament::model::Fouls;
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::{FoulKind, Role};
use super::error::ConductError;
use super::state::{GameState, PerSide};

/// Missed plies that are one foul (7.1): 4 one, 8 two, 12 three, and so on.
const MISSED_PLIES_A_FOUL: u32 = 4;

/// Missed plies from which a record has too many gaps to claim by it (22.3 gives no number; this is
/// where 7.1 counts twice).
const TOO_MANY_GAPS: u32 = 8;

/// No record misses more: beyond the longest games, so that a slip of the pen is refused.
const MOST_MISSED_PLIES: u32 = 1_000;

/// Presses of the clock before moving that lose (4.1.9).
const CLOCK_BEFORE_MOVE_LOSES: usize = 2;

/// One foul on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoulRecord {
    /// Whose.
    #[schema(value_type = String)]
    pub side: Color,
    /// Which.
    pub foul: FoulKind,
    /// The clause.
    pub clause: &'static str,
    /// The entry it follows from, counted from 0.
    pub entry: u32,
    /// Not judged, the offender having resigned at once (8.2).
    pub waived: bool,
}

/// Fouls and records of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoulState {
    /// Every foul, waived ones included.
    pub list: Vec<FoulRecord>,
    /// Fouls that the result slip counts beyond those listed; below zero: fewer.
    pub beside: PerSide<i64>,
    /// Missed plies found (7.1).
    pub missed_plies: PerSide<u32>,
    /// Records that cannot be read (7.2).
    pub unreadable: PerSide<bool>,
}

impl FoulState {
    /// Fouls that count, by side.
    pub fn counts(&self) -> Fouls {
        Fouls {
            red: self.count(Color::Red),
            black: self.count(Color::Black),
        }
    }

    /// Fouls of a side that count.
    pub fn count(&self, side: Color) -> u32 {
        let listed = self
            .list
            .iter()
            .filter(|foul| foul.side == side && !foul.waived)
            .count() as i64;
        u32::try_from((listed + self.beside[side]).max(0)).unwrap_or(u32::MAX)
    }

    /// Whether a side's record is good enough to claim by it (22.3).
    pub fn may_claim(&self, side: Color) -> bool {
        !self.unreadable[side] && self.missed_plies[side] < TOO_MANY_GAPS
    }
}

impl GameState {
    /// Puts a foul on record, and ends the game when it is one too many. After the end it is on
    /// record only.
    pub(super) fn foul(&mut self, side: Color, foul: FoulKind) {
        let clause = foul.clause();
        let entry = self.current();
        self.fouls.list.push(FoulRecord {
            side,
            foul,
            clause,
            entry,
            waived: false,
        });
        let total = self.fouls.count(side);
        self.effect(clause, What::Foul { side, total });
        if self.ending.is_some() {
            return;
        }
        let presses = self.fouls.list.iter().filter(|record| {
            record.side == side && record.foul == FoulKind::ClockBeforeMove && !record.waived
        });
        if foul == FoulKind::ClockBeforeMove && presses.count() >= CLOCK_BEFORE_MOVE_LOSES {
            self.lost(side, ResultReason::ClockBeforeMove);
        } else if total >= self.settings.fouls_to_lose {
            self.lost(side, ResultReason::Fouls);
        }
    }

    /// An illegal move of a game whose moves nobody records: it loses or is a foul, by level (4.1.8,
    /// 8.1.8).
    pub(super) fn unrecorded_illegal_move(&mut self, side: Color) {
        self.illegal_moves[side] += 1;
        if self.illegal_moves[side] >= self.settings.illegal_moves_to_lose {
            self.lost(side, ResultReason::IllegalMoves);
        } else {
            self.foul(side, FoulKind::IllegalMove);
        }
    }

    /// The slip's count of fouls stands beside those listed (9). It ends no game: the slip says how
    /// it ended.
    pub(super) fn count_fouls(&mut self, fouls: Fouls, role: Role) -> Result<(), ConductError> {
        self.chief_when_confirmed(role)?;
        for (side, counted) in [(Color::Red, fouls.red), (Color::Black, fouls.black)] {
            let known = i64::from(self.fouls.count(side)) - self.fouls.beside[side];
            self.fouls.beside[side] = i64::from(counted) - known;
        }
        Ok(())
    }

    /// 7.1, 7.2: more missed plies found; the fouls grow with their sum.
    pub(super) fn record_fault(
        &mut self,
        side: Color,
        missed_plies: u32,
        unreadable: bool,
        role: Role,
    ) -> Result<(), ConductError> {
        if !self.settings.record_duty {
            return Err(ConductError::NoRecordDuty);
        }
        if unreadable && role != Role::ChiefArbiter {
            return Err(ConductError::MayNot {
                role,
                clause: "7.2",
            });
        }
        let before = self.fouls.missed_plies[side];
        let after = before.saturating_add(missed_plies);
        if after > MOST_MISSED_PLIES {
            return Err(ConductError::Nothing {
                what: "missed ply",
                number: after,
            });
        }
        self.fouls.missed_plies[side] = after;
        self.fouls.unreadable[side] |= unreadable;
        for _ in before / MISSED_PLIES_A_FOUL..after / MISSED_PLIES_A_FOUL {
            self.foul(side, FoulKind::Record);
        }
        Ok(())
    }

    /// 8.2: the fouls of the entry just before are not judged when the offender resigns at once.
    /// Returns whether there were any.
    pub(super) fn waive_last_fouls(&mut self, side: Color) -> bool {
        let Some(last) = self.current().checked_sub(1) else {
            return false;
        };
        let mut any = false;
        for foul in &mut self.fouls.list {
            if foul.entry == last && foul.side == side && !foul.waived {
                foul.waived = true;
                any = true;
            }
        }
        if any {
            self.effect("8.2", What::FoulWaived { side });
        }
        any
    }
}
