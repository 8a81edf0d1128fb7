//! How a game ends: the result, its reason and clause (4, 20, 21.6, appendix 3).

use crate::rules::{Color, Outcome, Position};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::{Author, Entry};
use super::error::ConductError;
use super::proposal::neither_can_win;
use super::state::{Ending, GameState, Phase};

const fn won_by(side: Color) -> GameResult {
    match side {
        Color::Red => GameResult::Red,
        Color::Black => GameResult::Black,
    }
}

/// A reason, when there is one, goes with its result.
pub(super) fn fits(result: GameResult, reason: Option<ResultReason>) -> Result<(), ConductError> {
    match reason {
        Some(reason) if !reason.fits(result) => {
            Err(ConductError::ReasonDoesNotFit { result, reason })
        }
        _ => Ok(()),
    }
}

impl GameState {
    /// The game is lost for a side.
    pub(super) fn lost(&mut self, side: Color, reason: ResultReason) {
        self.end(won_by(side.other()), Some(reason), false);
    }

    /// The game is drawn, unless the regulations make something else of a draw: in an extra game
    /// Black has won; in a rapid game of a final the one side with a foul on record has lost, and
    /// when both have one it stays a draw (appendix 3 note 5).
    pub(super) fn drawn(&mut self, reason: Option<ResultReason>) {
        let black_wins = self
            .settings
            .time_control
            .as_ref()
            .is_some_and(|control| control.draw_is_black_win);
        if black_wins {
            return self.end(GameResult::Black, Some(ResultReason::DrawIsBlackWin), false);
        }
        let fouls = self.fouls.counts();
        match (
            self.settings.fouls_lose_draws,
            fouls.red > 0,
            fouls.black > 0,
        ) {
            (true, true, false) => self.lost(Color::Red, ResultReason::RapidFoulDraw),
            (true, false, true) => self.lost(Color::Black, ResultReason::RapidFoulDraw),
            _ => self.end(GameResult::Draw, reason, false),
        }
    }

    fn end(&mut self, result: GameResult, reason: Option<ResultReason>, by_word: bool) {
        if self.ending.is_some() {
            return;
        }
        let clause = ResultReason::clause_of(reason, result);
        let entry = self.current();
        self.ending = Some(Ending {
            result,
            reason,
            clause,
            by_word,
            entry,
        });
        self.phase = Phase::Finished;
        self.offer = None;
        self.compelled = None;
        self.simple_claim = None;
        self.effect(clause, What::Ended { result, reason });
    }

    /// Takes an ending back, for what goes before it or undoes it. Signatures fall with it.
    pub(super) fn reopen(&mut self) {
        if self.ending.take().is_some() {
            self.phase = Phase::Playing;
            self.signing.clear();
        }
    }

    /// Who has lost the game.
    pub(super) fn loser(&self) -> Option<Color> {
        match self.ending?.result {
            GameResult::Red => Some(Color::Black),
            GameResult::Black => Some(Color::Red),
            _ => None,
        }
    }

    /// 4.1.7, 20.1, 20.2: not there when the limit has passed, and no move made.
    pub(super) fn absent(
        &mut self,
        red: bool,
        black: bool,
        minutes: u32,
        appeared: bool,
    ) -> Result<(), ConductError> {
        let limit = self.settings.late_minutes;
        if minutes <= limit {
            return Err(ConductError::NotLate { minutes, limit });
        }
        let result = match (red, black) {
            (true, true) => GameResult::DoubleForfeit,
            (true, false) => GameResult::RedForfeit,
            (false, true) => GameResult::BlackForfeit,
            (false, false) => return Err(ConductError::NotLate { minutes: 0, limit }),
        };
        let reason = match (result, appeared) {
            (GameResult::DoubleForfeit, _) => ResultReason::BothAbsent,
            (_, true) => ResultReason::Late,
            (_, false) => ResultReason::Absence,
        };
        let reason = Some(reason);
        if self.contradicts_moves(result, reason) {
            return Err(ConductError::ContradictsMoves { reason });
        }
        self.end(result, reason, false);
        Ok(())
    }

    /// 4.1.12. Right after a foul of one's own, the foul is not judged (8.2), even the one that had
    /// lost the game.
    pub(super) fn resign(&mut self, side: Color) -> Result<(), ConductError> {
        if let Some(ending) = self.ending {
            let by_foul = matches!(
                ending.reason,
                Some(ResultReason::Fouls | ResultReason::ClockBeforeMove)
            );
            let at_once = ending.entry + 1 == self.current();
            if !by_foul || !at_once || self.loser() != Some(side) {
                return Err(ConductError::WrongPhase { phase: self.phase });
            }
            self.reopen();
        }
        self.waive_last_fouls(side);
        self.lost(side, ResultReason::Resignation);
        Ok(())
    }

    pub(super) fn misconduct(&mut self, side: Color, reason: &str) -> Result<(), ConductError> {
        if reason.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "4.1.13" });
        }
        self.lost(side, ResultReason::Misconduct);
        Ok(())
    }

    /// A result as an arbiter reports it. The moves on record must not contradict its reason, unless he
    /// gives his word against them.
    pub(super) fn report_result(
        &mut self,
        result: GameResult,
        reason: Option<ResultReason>,
        word: Option<&str>,
        settled: bool,
        by: &Author,
    ) -> Result<(), ConductError> {
        fits(result, reason)?;
        if let Some(ending) = self.ending {
            // The board has ended the game already; a report that says the same adds its author.
            if ending.result == result && (reason.is_none() || reason == ending.reason) {
                self.signing.reported_by = Some(by.clone());
                self.signing.settled |= settled;
                return Ok(());
            }
            if !settled {
                return Err(ConductError::ContradictsMoves { reason });
            }
            self.reopen();
        }
        let contradicts = self.contradicts_moves(result, reason);
        let word = word.filter(|word| !word.trim().is_empty());
        if contradicts && word.is_none() && !settled {
            return Err(ConductError::ContradictsMoves { reason });
        }
        self.signing.reported_by = Some(by.clone());
        self.signing.settled = settled;
        if contradicts {
            let clause = ResultReason::clause_of(reason, result);
            self.effect(clause, What::AgainstTheMoves);
            self.end(result, reason, true);
        } else if result == GameResult::Draw && !settled {
            self.drawn(reason);
        } else {
            self.end(result, reason, false);
        }
        Ok(())
    }

    /// Takes a result away. One that stands on the board cannot be.
    pub(super) fn remove_result(&mut self, why: &str, entry: &Entry) -> Result<(), ConductError> {
        if why.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "9" });
        }
        self.chief_when_confirmed(entry.by.role)?;
        let Some(old) = self.ending else {
            return Err(ConductError::WrongPhase { phase: self.phase });
        };
        if self.board_ending().is_some() {
            return Err(ConductError::ContradictsMoves { reason: None });
        }
        self.reopen();
        if self.moves.is_empty() {
            self.phase = Phase::Scheduled;
        }
        self.effect("9", What::ResultRemoved);
        self.note_correction(old, None, why, entry);
        Ok(())
    }

    /// 4.2.2: the arbiter gives the draw, or does not. Where it is not certain he says why.
    pub(super) fn rule_on_simple_draw(
        &mut self,
        accept: bool,
        reason: Option<&str>,
    ) -> Result<(), ConductError> {
        let certain = neither_can_win(self.position()).is_some();
        let silent = reason.is_none_or(|reason| reason.trim().is_empty());
        if !accept && self.simple_claim.is_none() {
            return Err(ConductError::NoClaim);
        }
        if silent && accept != certain {
            return Err(ConductError::ReasonNeeded { clause: "4.2.2" });
        }
        self.simple_claim = None;
        if accept {
            self.drawn(Some(ResultReason::NeitherCanWin));
        }
        Ok(())
    }

    /// How the board itself ends the game, when it does.
    pub fn board_ending(&self) -> Option<(GameResult, ResultReason)> {
        let outcome = self.position().outcome()?;
        let reason = match outcome {
            Outcome::Checkmate { .. } => ResultReason::Checkmate,
            Outcome::Stalemate { .. } => ResultReason::Stalemate,
        };
        Some((won_by(outcome.winner()), reason))
    }

    /// Whether the moves on record say that a result, or its reason, cannot be. Without moves nothing
    /// does. By the colours as played.
    pub fn contradicts_moves(&self, result: GameResult, reason: Option<ResultReason>) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        if let Some((winner, why)) = self.board_ending() {
            return result != winner || reason.is_some_and(|reason| reason != why);
        }
        match reason {
            // They stand on the board or not at all.
            Some(ResultReason::Checkmate | ResultReason::Stalemate | ResultReason::Suicide) => true,
            Some(
                ResultReason::PerpetualCheck
                | ResultReason::Repetition
                | ResultReason::RepetitionUnchanged,
            ) => !self.has_repeated(),
            Some(ResultReason::NaturalLimit) => {
                let limit = self.settings.natural_limit;
                let stretch = self.stretches.last().copied().unwrap_or_default();
                !Color::ALL.iter().any(|&side| {
                    stretch
                        .audit(side, limit.full_moves, limit.check_cap)
                        .claim_holds
                })
            }
            // Who has moved was there.
            Some(ResultReason::Absence | ResultReason::Late | ResultReason::BothAbsent) => {
                let moved = |side| self.moves_made(side) > 0;
                match result {
                    GameResult::RedForfeit => moved(Color::Red),
                    GameResult::BlackForfeit => moved(Color::Black),
                    _ => true,
                }
            }
            _ => false,
        }
    }

    /// Whether some position since the last capture has stood before.
    fn has_repeated(&self) -> bool {
        let stretch = self.stretches.last().copied().unwrap_or_default();
        let from = self.moves.len().saturating_sub(stretch.plies() as usize);
        let mut seen: Vec<u64> = self
            .positions
            .iter()
            .skip(from)
            .map(Position::hash)
            .collect();
        seen.sort_unstable();
        seen.windows(2).any(|pair| pair[0] == pair[1])
    }
}
