//! What is undone: moves taken back and colours put right (5.8), entries made by mistake.

use crate::rules::natural_limit::Stretch;

use super::effect::What;
use super::entry::{Act, Entry, Role, TakeBackCause};
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
                    } | Act::Sheet { .. }
                )
            });
            if !by_moves {
                return Err(ConductError::WrongPhase { phase: self.phase });
            }
            self.reopen();
        }
        self.cut_to(to_ply);
        if cause == TakeBackCause::Illegal {
            self.count_illegal_move(first_back, "found_later");
            if self.ending.is_none() {
                self.compel_piece(first_back.from);
            }
        }
        Ok(())
    }

    /// The record ends at a ply, and what hung on the moves after it is gone.
    pub(super) fn cut_to(&mut self, ply: u32) {
        self.moves.truncate(ply as usize);
        self.positions.truncate(ply as usize + 1);
        self.stretches.truncate(ply as usize + 1);
        self.untrue_claims.retain(|&(_, at)| at <= ply);
        self.offer = None;
        self.compelled = None;
        self.simple_claim = None;
        self.repetition = None;
    }

    /// 5.8.1: found within twenty minutes, the game begins anew with the colours as paired; later, or
    /// after its end, it stands with the colours as played.
    pub(super) fn swap_colours(
        &mut self,
        minutes: Option<u32>,
        as_paired: bool,
        role: Role,
    ) -> Result<(), ConductError> {
        self.chief_when_confirmed(role)?;
        if as_paired {
            self.colours_swapped = false;
            return Ok(());
        }
        let late = minutes.is_none_or(|minutes| minutes > SWAPPED_MINUTES);
        if late || self.ending.is_some() {
            self.colours_swapped = true;
            self.effect("5.8.1", What::ColoursStand);
            return Ok(());
        }
        self.moves.clear();
        self.positions = vec![self.start];
        self.stretches = vec![Stretch::at_start_of(&self.start)];
        self.fouls = Default::default();
        self.illegal_moves = PerSide::default();
        self.offers = PerSide::default();
        self.offer = None;
        self.untrue_claims.clear();
        self.simple_claim = None;
        self.repetition = None;
        self.compelled = None;
        self.clock = Default::default();
        self.colours_swapped = false;
        self.phase = Phase::Playing;
        self.effect("5.8.1", What::Restarted);
        Ok(())
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
        let own_way = matches!(
            target.act,
            Act::Move { .. }
                | Act::Sheet { .. }
                | Act::TakeBack { .. }
                | Act::ColoursSwapped { .. }
                | Act::Correction { .. }
                | Act::ResultRemoved { .. }
                | Act::Void { .. }
                | Act::Undone { .. }
        );
        if own_way || self.void.contains(&number) {
            return Err(ConductError::CannotVoid { entry: number });
        }
        self.rebuild(entry, number)
    }

    /// The last command is undone: what it entered is left out, whatever it was.
    pub(super) fn undo(&mut self, from: u32, entry: Entry) -> Result<(), ConductError> {
        if from as usize >= self.log.len() {
            return Err(ConductError::Nothing {
                what: "entry",
                number: from,
            });
        }
        self.rebuild(entry, from)
    }

    /// Plays the log again with one more entry that leaves others out.
    fn rebuild(&mut self, entry: Entry, number: u32) -> Result<(), ConductError> {
        let cannot = |_| ConductError::CannotVoid { entry: number };
        let log: Vec<Entry> = self.log.iter().cloned().chain([entry]).collect();
        let mut next = GameState::new(self.settings.clone())?;
        next.void = left_out(&log);
        for (index, entry) in (0u32..).zip(log) {
            let left_out = next.void.contains(&index)
                || matches!(entry.act, Act::Void { .. } | Act::Undone { .. });
            if !left_out {
                next.check_ply(&entry).map_err(cannot)?;
                next.check_phase(&entry.act).map_err(cannot)?;
            }
            next.log.push(entry.clone());
            if !left_out {
                next.act(&entry).map_err(cannot)?;
            }
        }
        *self = next;
        Ok(())
    }
}

/// The entries that others leave out. What is left out itself leaves nothing out any more.
fn left_out(log: &[Entry]) -> Vec<u32> {
    let mut out = vec![false; log.len()];
    for (index, entry) in log.iter().enumerate().rev() {
        if out[index] {
            continue;
        }
        let gone = match entry.act {
            Act::Void { entry, .. } => entry as usize..(entry as usize + 1).min(index),
            Act::Undone { from, .. } => from as usize..index,
            _ => continue,
        };
        for place in gone {
            out[place] = true;
        }
    }
    (0u32..)
        .zip(out)
        .filter(|&(_, out)| out)
        .map(|(index, _)| index)
        .collect()
}
