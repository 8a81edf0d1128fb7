//! Between a game's log and what a tournament keeps of the game: moves, result, reason, fouls, times.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::Move;
use crate::tournament::model::{BoardGame, Fouls, Game, GameResult};
use crate::tournament::reason::ResultReason;

use super::entry::Act;
use super::state::{GameState, PerSide, Phase};

/// Seconds used by each side, as far as they are known (9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimesUsed {
    /// Red's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<u32>,
    /// Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
}

impl TimesUsed {
    /// Nothing is known.
    pub fn is_unknown(&self) -> bool {
        *self == TimesUsed::default()
    }
}

/// What a tournament keeps of a game. Sides are those of the pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The result.
    pub result: Option<GameResult>,
    /// Its reason.
    pub reason: Option<ResultReason>,
    /// Fouls that count.
    pub fouls: Fouls,
    /// Seconds used.
    pub times: TimesUsed,
    /// Played with other colours than paired.
    pub colours_swapped: bool,
    /// The moves, as `h2e2`.
    pub moves: Vec<String>,
    /// The start position, when it is not the usual one.
    pub fen: Option<String>,
}

impl Facts {
    /// Those of a game.
    pub fn of_game(game: &Game) -> Facts {
        Facts {
            result: game.result,
            reason: game.reason,
            fouls: game.fouls,
            times: game.times,
            colours_swapped: game.colours_swapped,
            moves: game.moves.clone(),
            fen: game.fen.clone(),
        }
    }

    /// Those of a board of a team match.
    pub fn of_board(board: &BoardGame) -> Facts {
        Facts {
            result: board.result,
            reason: board.reason,
            fouls: board.fouls,
            times: board.times,
            colours_swapped: board.colours_swapped,
            moves: board.moves.clone(),
            fen: None,
        }
    }

    /// Writes them into a game.
    pub fn into_game(self, game: &mut Game) {
        game.result = self.result;
        game.reason = self.reason;
        game.fouls = self.fouls;
        game.times = self.times;
        game.colours_swapped = self.colours_swapped;
        game.moves = self.moves;
        game.fen = self.fen;
    }

    /// Writes them into a board.
    pub fn into_board(self, board: &mut BoardGame) {
        board.result = self.result;
        board.reason = self.reason;
        board.fouls = self.fouls;
        board.times = self.times;
        board.colours_swapped = self.colours_swapped;
        board.moves = self.moves;
    }

    /// The log that stands for a game of which nothing else is known: it was entered before the log
    /// was kept, or came in a file. Moves that do not read are left out.
    pub fn log(&self) -> Vec<Act> {
        let mut acts = Vec::new();
        let moves: Vec<Move> = self.moves.iter().map_while(|mv| mv.parse().ok()).collect();
        if !moves.is_empty() {
            acts.push(Act::Sheet {
                from_ply: 0,
                moves,
                text: None,
                reason: None,
            });
        }
        if self.colours_swapped {
            acts.push(Act::ColoursSwapped {
                minutes: None,
                as_paired: false,
                note: None,
            });
        }
        let swap = self.colours_swapped;
        if !self.fouls.is_none() {
            acts.push(Act::FoulCount {
                fouls: by_other_colours(self.fouls, swap),
            });
        }
        if !self.times.is_unknown() {
            let TimesUsed { red, black } = self.times;
            let (red, black) = if swap { (black, red) } else { (red, black) };
            acts.push(Act::TimesUsed { red, black });
        }
        if let Some(result) = self.result {
            acts.push(Act::Result {
                result: if swap { result.swapped() } else { result },
                reason: self.reason,
                word: None,
                settled: true,
            });
        }
        acts
    }
}

/// Fouls seen from the other colours, when `swap`.
pub const fn by_other_colours(fouls: Fouls, swap: bool) -> Fouls {
    if swap {
        Fouls {
            red: fouls.black,
            black: fouls.red,
        }
    } else {
        fouls
    }
}

impl GameState {
    /// What the tournament keeps of this game. A result that waits for its second person is not
    /// among it.
    pub fn facts(&self) -> Facts {
        let ending = self.ending().filter(|_| self.is_settled());
        let swap = self.colours_swapped();
        let PerSide { red, black } = self.times_used();
        let (red, black) = if swap { (black, red) } else { (red, black) };
        Facts {
            result: ending.and_then(|_| self.paired_result()),
            reason: ending.and_then(|ending| ending.reason),
            fouls: by_other_colours(self.fouls().counts(), swap),
            times: TimesUsed { red, black },
            colours_swapped: swap,
            moves: self.moves().iter().map(ToString::to_string).collect(),
            fen: self.settings().fen.clone(),
        }
    }

    /// How far it is for everyone else: a game whose result waits for its second person is still
    /// being played.
    pub fn public_phase(&self) -> Phase {
        match self.phase() {
            Phase::Finished if !self.is_settled() && self.moves().is_empty() => Phase::Scheduled,
            Phase::Finished if !self.is_settled() => Phase::Playing,
            phase => phase,
        }
    }
}
