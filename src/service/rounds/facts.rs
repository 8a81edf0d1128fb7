//! A paired round as facts to be stored.
use crate::tournament::dossier::{GameFacts, GameState, RoundFacts, RoundState};
use crate::tournament::model::{Game, Round};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// A round as a draft; games whose result is known beforehand (an opponent who has left) are over.
pub fn draft(mut round: Round, pairing: Value) -> RoundFacts {
    let games = std::mem::take(&mut round.games)
        .into_iter()
        .map(game)
        .collect();
    RoundFacts {
        id: Uuid::now_v7(),
        version: 1,
        state: RoundState::Draft,
        published_at: None,
        round,
        pairing: Some(Arc::new(pairing)),
        games,
    }
}

/// How far a game is by what it holds: a team match is over with its boards.
pub fn state(game: &Game) -> GameState {
    let over = game.result.is_some()
        || (!game.boards.is_empty() && game.boards.iter().all(|b| b.result.is_some()));
    match (over, game.moves.is_empty()) {
        (true, _) => GameState::Finished,
        (false, false) => GameState::Playing,
        (false, true) => GameState::Scheduled,
    }
}

/// A game with an identity of its own.
pub fn game(game: Game) -> GameFacts {
    GameFacts {
        id: Uuid::now_v7(),
        version: 1,
        state: state(&game),
        board_versions: Default::default(),
        game,
    }
}
