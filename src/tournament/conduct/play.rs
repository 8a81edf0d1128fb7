//! Moves: legal ones go on record, illegal ones are refused, or are incidents on an arbiter's word.

use crate::rules::{IllegalMove, IllegalReason, Move, Outcome, Position};
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::{FoulKind, Reading};
use super::error::ConductError;
use super::state::{GameState, Phase};

impl GameState {
    pub(super) fn play(
        &mut self,
        mv: Move,
        clock: Option<Reading>,
        as_played: bool,
    ) -> Result<(), ConductError> {
        if self.repetition.as_ref().is_some_and(|claim| claim.waits()) {
            return Err(ConductError::ClaimPending);
        }
        if let Some(reason) = self.position().why_illegal(mv) {
            if !as_played {
                return Err(IllegalMove { mv, reason }.into());
            }
            self.read_mover(clock);
            return self.illegal_move(mv, reason);
        }
        if let Some(compelled) = &self.compelled
            && !compelled.moves.contains(&mv)
            && !as_played
        {
            return Err(ConductError::NotCompelled {
                mv,
                compelled: compelled.moves.clone(),
            });
        }
        self.read_mover(clock);
        self.put_on_record(mv);
        Ok(())
    }

    /// A legal move is on record, with nothing made of it yet.
    fn push(&mut self, mv: Move) -> Position {
        let before = *self.position();
        let after = before.play_unchecked(mv);
        let stretch = self.stretches.last().copied().unwrap_or_default();
        let captures = before.captured(mv).is_some();
        self.stretches
            .push(stretch.then(before.side_to_move(), captures, &after));
        self.positions.push(after);
        self.moves.push(mv);
        after
    }

    /// The record as a sheet gives it. In a game that goes on its moves are played; where the end is
    /// on record already it stands, and the moves must not contradict it.
    pub(super) fn sheet(
        &mut self,
        from_ply: u32,
        moves: &[Move],
        reason: Option<&str>,
    ) -> Result<(), ConductError> {
        let replaces = self.ply() > from_ply;
        if replaces && reason.is_none_or(|reason| reason.trim().is_empty()) {
            return Err(ConductError::ReasonNeeded { clause: "7.3" });
        }
        if from_ply > self.ply() {
            return Err(ConductError::Nothing {
                what: "ply",
                number: from_ply,
            });
        }
        if self.repetition.as_ref().is_some_and(|claim| claim.waits()) {
            return Err(ConductError::ClaimPending);
        }
        let stands = self.ending;
        if replaces {
            self.cut_to(from_ply);
        }
        for &mv in moves {
            let over =
                self.position().outcome().is_some() || (stands.is_none() && self.ending.is_some());
            if over {
                return Err(ConductError::WrongPhase {
                    phase: Phase::Finished,
                });
            }
            if let Some(reason) = self.position().why_illegal(mv) {
                return Err(IllegalMove { mv, reason }.into());
            }
            match stands {
                Some(_) => {
                    self.push(mv);
                }
                None => self.put_on_record(mv),
            }
        }
        match stands {
            Some(ending)
                if !ending.by_word && self.contradicts_moves(ending.result, ending.reason) =>
            {
                Err(ConductError::ContradictsMoves {
                    reason: ending.reason,
                })
            }
            _ => Ok(()),
        }
    }

    fn put_on_record(&mut self, mv: Move) {
        let mover = self.side_to_move();
        let after = self.push(mv);
        self.compelled = None;
        self.simple_claim = None;
        if self.offer == Some(mover.other()) {
            self.offer = None;
            self.effect(
                "22.1",
                What::OfferRefused {
                    side: mover.other(),
                },
            );
        }
        match after.outcome() {
            // The end on the board stands before everything else, time included (21.6).
            Some(Outcome::Checkmate { winner }) => {
                self.lost(winner.other(), ResultReason::Checkmate)
            }
            Some(Outcome::Stalemate { winner }) => {
                self.lost(winner.other(), ResultReason::Stalemate)
            }
            None => self.watch_repetition(),
        }
    }

    /// An illegal move that was played: suicide loses at once (4.1.3); another loses or is a foul by
    /// level (4.1.8, 8.1.8), and play goes back to it, its piece counting as touched (5.8.3).
    pub(super) fn illegal_move(
        &mut self,
        mv: Move,
        reason: IllegalReason,
    ) -> Result<(), ConductError> {
        let side = self.side_to_move();
        if let Some(suicide) = reason.suicide() {
            self.effect("4.1.3", What::suicide(side, mv, suicide));
            self.lost(side, ResultReason::Suicide);
            return Ok(());
        }
        self.count_illegal_move(mv, reason.code());
        if self.ending.is_none() {
            self.compel_piece(mv.from);
        }
        Ok(())
    }

    /// One more illegal move of the side to move.
    pub(super) fn count_illegal_move(&mut self, mv: Move, reason: &'static str) {
        let side = self.side_to_move();
        self.illegal_moves[side] += 1;
        let total = self.illegal_moves[side];
        let loses = total >= self.settings.illegal_moves_to_lose;
        let clause = if loses { "4.1.8" } else { "8.1.8" };
        self.effect(
            clause,
            What::IllegalMove {
                side,
                mv,
                reason,
                total,
            },
        );
        if loses {
            self.lost(side, ResultReason::IllegalMoves);
        } else {
            self.foul(side, FoulKind::IllegalMove);
        }
    }
}
