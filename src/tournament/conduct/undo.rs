//! What is undone: moves taken back and colours put right (5.8), entries made by mistake.

use crate::rules::natural_limit::Stretch;

use super::effect::What;
use super::entry::{Act, Entry, TakeBackCause};
use super::error::ConductError;
use super::state::{GameState, PerSide, Phase};

/// Full moves within which a displaced piece is put right (5.8.2).
const DISPLACED_FULL_MOVES: u32 = 5;

/// Minutes within which a game at the wrong colours is begun anew (5.8.1).
const SWAPPED_MINUTES: u32 = 20;

impl GameState {
    /// Play goes back to a ply. What hung on the moves taken back (an offer, a touch, a repetition,
    /// an end on the board) is gone with them; fouls and offers made stay counted.
    pub(super) fn take_back(
        &mut self,
        to_ply: u32,
        cause: TakeBackCause,
        reason: &str,
    ) -> Result<(), ConductError> {
        if reason.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "5.8" });
        }
        let Some(&first_back) = self.moves.get(to_ply as usize) else {
            return Err(ConductError::Nothing {
                what: "ply",
                number: to_ply,
            });
        };
        if cause == TakeBackCause::Displaced && self.ply() - to_ply > 2 * DISPLACED_FULL_MOVES {
            return Err(ConductError::TooLate { clause: "5.8.2" });
        }
        if let Some(ending) = self.ending {
            // Only an end that the moves brought about goes back with them.
            let by_moves = self.log.get(ending.entry as usize).is_some_and(|entry| {
                matches!(
                    entry.act,
                    Act::Move {
                        as_played: false,
                        ..
                    }
                )
            });
            if !by_moves {
                return Err(ConductError::WrongPhase { phase: self.phase });
            }
            self.reopen();
        }
        self.moves.truncate(to_ply as usize);
        self.positions.truncate(to_ply as usize + 1);
        self.stretches.truncate(to_ply as usize + 1);
        self.untrue_claims.retain(|&(_, at)| at <= to_ply);
        self.offer = None;
        self.compelled = None;
        self.repetition = None;
        if cause == TakeBackCause::Illegal {
            self.count_illegal_move(first_back, "found_later");
            if self.ending.is_none() {
                self.compel_piece(first_back.from);
            }
        }
        Ok(())
    }

    /// 5.8.1: found within twenty minutes, the game begins anew with the colours as paired; later, or
    /// after its end, it stands with the colours as played.
    pub(super) fn swap_colours(&mut self, minutes: u32) {
        if minutes > SWAPPED_MINUTES || self.phase == Phase::Finished {
            self.colours_swapped = true;
            self.effect("5.8.1", What::ColoursStand);
            return;
        }
        self.moves.clear();
        self.positions = vec![self.start];
        self.stretches = vec![Stretch::at_start_of(&self.start)];
        self.fouls = Default::default();
        self.illegal_moves = PerSide::default();
        self.offers = PerSide::default();
        self.offer = None;
        self.untrue_claims.clear();
        self.repetition = None;
        self.compelled = None;
        self.clock = Default::default();
        self.colours_swapped = false;
        self.phase = Phase::Playing;
        self.effect("5.8.1", What::Restarted);
    }

    /// Leaves an entry out: the log is played again without it. Moves and results have ways of their
    /// own (a take-back, a correction).
    pub(super) fn make_void(&mut self, number: u32, entry: Entry) -> Result<(), ConductError> {
        if self.phase == Phase::Confirmed {
            return Err(ConductError::WrongPhase { phase: self.phase });
        }
        if let Act::Void { reason, .. } = &entry.act
            && reason.trim().is_empty()
        {
            return Err(ConductError::ReasonNeeded { clause: "5.8" });
        }
        let target = self.log.get(number as usize).ok_or(ConductError::Nothing {
            what: "entry",
            number,
        })?;
        let cannot = ConductError::CannotVoid { entry: number };
        let own_way = matches!(
            target.act,
            Act::Move { .. }
                | Act::TakeBack { .. }
                | Act::ColoursSwapped { .. }
                | Act::Correction { .. }
                | Act::Void { .. }
        );
        if own_way || self.void.contains(&number) {
            return Err(cannot);
        }
        let mut next = GameState::new(self.settings.clone())?;
        next.void = self.void.clone();
        next.void.push(number);
        let log = self.log.iter().cloned().chain([entry]);
        for (index, entry) in (0u32..).zip(log) {
            let left_out = next.void.contains(&index) || matches!(entry.act, Act::Void { .. });
            if !left_out {
                next.check_ply(&entry).map_err(|_| cannot.clone())?;
                next.check_phase(&entry.act).map_err(|_| cannot.clone())?;
            }
            next.log.push(entry.clone());
            if !left_out {
                next.act(&entry).map_err(|_| cannot.clone())?;
            }
        }
        *self = next;
        Ok(())
    }
}
