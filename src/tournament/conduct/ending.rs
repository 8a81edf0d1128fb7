//! How a game ends: the result, its reason and clause (4, 20, 21.6, appendix 3).

use crate::rules::{Color, Position};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

use super::effect::What;
use super::entry::Author;
use super::error::ConductError;
use super::state::{Ending, GameState, Phase};

const fn won_by(side: Color) -> GameResult {
    match side {
        Color::Red => GameResult::Red,
        Color::Black => GameResult::Black,
    }
}

impl GameState {
    /// The game is lost for a side.
    pub(super) fn lost(&mut self, side: Color, reason: ResultReason) {
        self.end(won_by(side.other()), reason, false);
    }

    /// The game is drawn, unless the regulations make something else of a draw: in an extra game
    /// Black has won; in a rapid game of a final the one side with a foul on record has lost, and
    /// when both have one it stays a draw (appendix 3 note 5).
    pub(super) fn drawn(&mut self, reason: ResultReason) {
        let black_wins = self
            .settings
            .time_control
            .as_ref()
            .is_some_and(|control| control.draw_is_black_win);
        if black_wins {
            return self.end(GameResult::Black, ResultReason::DrawIsBlackWin, false);
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

    fn end(&mut self, result: GameResult, reason: ResultReason, by_word: bool) {
        if self.ending.is_some() {
            return;
        }
        let (clause, entry) = (reason.clause(), self.current());
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
                ResultReason::Fouls | ResultReason::ClockBeforeMove
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
        reason: ResultReason,
        word: Option<&str>,
        by: &Author,
    ) -> Result<(), ConductError> {
        if !reason.fits(result) {
            return Err(ConductError::ReasonDoesNotFit { result, reason });
        }
        if let Some(ending) = self.ending {
            // The board has ended the game already; a report that says the same adds its author.
            if (ending.result, ending.reason) == (result, reason) {
                self.signing.reported_by = Some(by.clone());
                return Ok(());
            }
            return Err(ConductError::ContradictsMoves { reason });
        }
        let contradicts = self.contradicts_moves(result, reason);
        let word = word.filter(|word| !word.trim().is_empty());
        if contradicts && word.is_none() {
            return Err(ConductError::ContradictsMoves { reason });
        }
        self.signing.reported_by = Some(by.clone());
        if contradicts {
            self.effect(reason.clause(), What::AgainstTheMoves);
            self.end(result, reason, true);
        } else if result == GameResult::Draw {
            self.drawn(reason);
        } else {
            self.end(result, reason, false);
        }
        Ok(())
    }

    /// Whether the moves on record say that a reason cannot be. Without moves nothing does.
    pub(super) fn contradicts_moves(&self, result: GameResult, reason: ResultReason) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        match reason {
            // Mate, stalemate and suicide end the game by themselves when they stand on the board.
            ResultReason::Checkmate | ResultReason::Stalemate | ResultReason::Suicide => true,
            ResultReason::PerpetualCheck
            | ResultReason::Repetition
            | ResultReason::RepetitionUnchanged => !self.has_repeated(),
            ResultReason::NaturalLimit => {
                let limit = self.settings.natural_limit;
                let stretch = self.stretches.last().copied().unwrap_or_default();
                !Color::ALL.iter().any(|&side| {
                    stretch
                        .audit(side, limit.full_moves, limit.check_cap)
                        .claim_holds
                })
            }
            // Who has moved was there.
            ResultReason::Absence | ResultReason::Late | ResultReason::BothAbsent => {
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
