//! Moves held against the rules of play: pure functions on a game's record.
use crate::rules::{Color, Move, Outcome, Position};
use crate::service::check::Faults;
use crate::service::{Error, Refusal, Result};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

/// The position after a record; the pointer of the first move that is none.
///
/// # Errors
/// [`Error::AgainstRules`] names the ply and the reason.
pub fn replay(fen: Option<&str>, moves: &[String], pointer: &str) -> Result<Position> {
    let start = start(fen)?;
    extend(start, moves, pointer, 0).map(|(position, _)| position)
}

/// The start position of a game.
///
/// # Errors
/// [`Error::Invalid`] at `/fen`.
pub fn start(fen: Option<&str>) -> Result<Position> {
    match fen {
        None => Ok(Position::startpos()),
        Some(fen) => {
            Position::from_fen(fen).map_err(|e| Error::invalid("/fen", e.zh(), e.to_string()))
        }
    }
}

/// Plays moves from a position: the position reached, and the moves as they are kept (`h2e2`).
/// `plies` have been played before; the pointer of a refused move counts within these moves.
///
/// # Errors
/// [`Error::AgainstRules`] names the ply and the reason.
pub fn extend(
    mut position: Position,
    moves: &[String],
    pointer: &str,
    plies: usize,
) -> Result<(Position, Vec<String>)> {
    let mut kept = Vec::with_capacity(moves.len());
    for (i, text) in moves.iter().enumerate() {
        let ply = plies + i + 1;
        let place = format!("{pointer}/{i}");
        let mv: Move = text.trim().parse().map_err(|_| {
            let mut faults = Faults::default();
            faults.add(
                place.clone(),
                format!("第 {ply} 着“{text}”不是着法, 应如 h2e2"),
                format!("ply {ply}, “{text}”, is no move; one is written h2e2"),
            );
            Error::Invalid(faults.0)
        })?;
        if let Some(over) = position.outcome() {
            return Err(refused(
                place,
                "game_over",
                over.clause(),
                format!("第 {ply} 着之前对局已结束"),
                format!("the game ended before ply {ply}"),
            ));
        }
        position = position.play(mv).map_err(|illegal| {
            refused(
                place,
                "illegal_move",
                "4.1.8",
                format!("第 {ply} 着 {mv}: {}", illegal.zh()),
                format!("ply {ply}, {mv}: {illegal}"),
            )
        })?;
        kept.push(mv.to_string());
    }
    Ok((position, kept))
}

fn refused(place: String, code: &'static str, clause: &str, zh: String, en: String) -> Error {
    Error::AgainstRules(Refusal::new(code, zh, en).clause(clause).at(place))
}

/// The result that mate or stalemate gives: both win the game for the side that moved.
pub fn result(position: &Position) -> Option<(GameResult, ResultReason)> {
    let outcome = position.outcome()?;
    let result = match outcome.winner() {
        Color::Red => GameResult::Red,
        Color::Black => GameResult::Black,
    };
    let reason = match outcome {
        Outcome::Checkmate { .. } => ResultReason::Checkmate,
        Outcome::Stalemate { .. } => ResultReason::Stalemate,
    };
    Some((result, reason))
}

/// What of a result contradicts the moves on record; nothing where there are none.
pub fn contradiction(
    position: &Position,
    result: GameResult,
    reason: Option<ResultReason>,
) -> Option<(String, String)> {
    let by_moves = self::result(position);
    if let Some((winner, why)) = by_moves {
        if (result, reason.unwrap_or(why)) != (winner, why) {
            return Some((
                format!(
                    "着法记录以{}结束",
                    if why == ResultReason::Checkmate {
                        "将死"
                    } else {
                        "困毙"
                    }
                ),
                format!(
                    "the record ends with {}",
                    if why == ResultReason::Checkmate {
                        "checkmate"
                    } else {
                        "stalemate"
                    }
                ),
            ));
        }
        return None;
    }
    matches!(
        reason,
        Some(ResultReason::Checkmate | ResultReason::Stalemate)
    )
    .then(|| {
        (
            "着法记录的终局并非将死或困毙".to_owned(),
            "the record does not end in mate or stalemate".to_owned(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn an_illegal_move_is_named_by_ply_and_reason() {
        let error = replay(None, &list("h2e2 h9g7 e2e6 a9a9"), "/moves").unwrap_err();
        let Error::Invalid(faults) = error else {
            // a9a9 reads as a move from a point to itself and is refused by the rules.
            let Error::AgainstRules(refusal) = error else {
                panic!("{error:?}")
            };
            assert_eq!(refusal.faults[0].pointer, "/moves/3");
            return;
        };
        assert_eq!(faults[0].pointer, "/moves/3");
    }

    #[test]
    fn mate_gives_the_result_and_nothing_else_is_believed() {
        // Red's rook mates on the back rank.
        let fen = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 w - - 0 1";
        let position = replay(Some(fen), &list("e8e9"), "/moves");
        // Whether this very move mates is the rules' affair; the point here is consistency.
        if let Ok(position) = position
            && let Some((result, reason)) = self::result(&position)
        {
            assert_eq!(contradiction(&position, result, Some(reason)), None);
            assert!(contradiction(&position, result.swapped(), Some(reason)).is_some());
            assert!(contradiction(&position, GameResult::Draw, None).is_some());
        }
        let start = Position::startpos();
        assert!(contradiction(&start, GameResult::Red, Some(ResultReason::Checkmate)).is_some());
        assert_eq!(
            contradiction(&start, GameResult::Red, Some(ResultReason::Resignation)),
            None
        );
    }
}
