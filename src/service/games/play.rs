//! Moves held against the rules of play: pure functions on a game's record.
use crate::rules::{Move, Position};
use crate::service::check::Faults;
use crate::service::{Error, Refusal, Result};

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
        let mv = parse(text, ply, &place)?;
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

/// A move as it is written, `h2e2`.
///
/// # Errors
/// [`Error::Invalid`] at the place, naming the ply.
pub fn parse(text: &str, ply: usize, place: &str) -> Result<Move> {
    text.trim().parse().map_err(|_| {
        let mut faults = Faults::default();
        faults.add(
            place,
            format!("第 {ply} 着“{text}”不是着法, 应如 h2e2"),
            format!("ply {ply}, “{text}”, is no move; one is written h2e2"),
        );
        Error::Invalid(faults.0)
    })
}

/// Moves as they are kept, as moves.
///
/// # Errors
/// As [`parse`].
pub fn moves(kept: &[String], pointer: &str) -> Result<Vec<Move>> {
    let each = kept.iter().enumerate();
    each.map(|(i, text)| parse(text, i + 1, &format!("{pointer}/{i}")))
        .collect()
}

fn refused(place: String, code: &'static str, clause: &str, zh: String, en: String) -> Error {
    Error::AgainstRules(Refusal::new(code, zh, en).clause(clause).at(place))
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
}
