//! Moves: legal ones go on record, illegal ones are refused, or are incidents on an arbiter's word.

use crate::rules::{IllegalReason, Move, Outcome};
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::{FoulKind, Reading};
use super::error::ConductError;
use super::state::GameState;

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
                return Err(crate::rules::IllegalMove { mv, reason }.into());
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

    fn put_on_record(&mut self, mv: Move) {
        let before = *self.position();
        let mover = before.side_to_move();
        let after = before.play_unchecked(mv);
        let stretch = self.stretches.last().copied().unwrap_or_default();
        self.stretches
            .push(stretch.then(mover, before.captured(mv).is_some(), &after));
        self.positions.push(after);
        self.moves.push(mv);
        self.compelled = None;
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
