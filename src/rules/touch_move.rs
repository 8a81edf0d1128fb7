//! 摸子: what a player must play who has touched pieces (5.1 to 5.7), and which of the touches are
//! fouls (8.1.5).

use super::bits::Bits;
use super::piece::Color;
use super::position::Position;
use super::square::{Move, Square};

/// One touch, in the order they happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// The piece touched, by its point.
    pub square: Square,
    /// At the same time as the touch before it (the first touch: as the one after it).
    pub together: bool,
}

/// What takes the meaning from a touch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The player had announced that he adjusts the pieces, in his own time (5.6).
    pub announced: bool,
    /// The touch was obviously accidental (5.6).
    pub accidental: bool,
    /// A piece slipped from the hand onto the board: the point it fell on binds no one (5.7), but
    /// it was touched.
    pub dropped: bool,
}

/// What follows from the touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchRuling {
    /// The moves of which one must be played, ordered; `None`: the player is free.
    pub compelled: Option<Vec<Move>>,
    /// The branch of article 5 that decided.
    pub clause: &'static str,
    /// The touched pieces that could not move, or could not be taken: a foul (8.1.5) each.
    pub fouls: Vec<Square>,
}

/// The clause under which such touches are fouls.
pub const FOUL_CLAUSE: &str = "8.1.5";

/// There is no piece where one was said to be touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no piece on {square} to be touched")]
pub struct NothingTouched {
    /// Which touch, counted from 0.
    pub index: usize,
    /// The empty point.
    pub square: Square,
}

impl NothingTouched {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        format!("{} 上没有棋子可摸", self.square)
    }
}

/// Rules on the touches of the side to move.
///
/// The first own and the first enemy piece decide what must be played; whether a touch is a foul is
/// judged for each touched piece by itself.
///
/// # Errors
/// A touched point is empty.
pub fn rule(
    position: &Position,
    touches: &[Touch],
    circumstances: Circumstances,
) -> Result<TouchRuling, NothingTouched> {
    let us = position.side_to_move();
    let board = position.board();
    for (index, touch) in touches.iter().enumerate() {
        if board.piece_at(touch.square).is_none() {
            return Err(NothingTouched {
                index,
                square: touch.square,
            });
        }
    }
    if circumstances.announced || circumstances.accidental {
        return Ok(TouchRuling {
            compelled: None,
            clause: "5.6",
            fouls: Vec::new(),
        });
    }

    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    let first = |color: Color| {
        touches
            .iter()
            .position(|touch| board.by_color(color).contains(touch.square))
    };
    let (own, enemy) = (first(us), first(us.other()));
    let own_first = match (own, enemy) {
        (Some(own), Some(enemy)) => own < enemy && !at_once(touches, own, enemy),
        _ => false,
    };
    let square = |index: Option<usize>| index.map(|index| touches[index].square);
    let (clause, compelled) = compelled(&moves, square(own), square(enemy), own_first);

    let mut seen = Bits::EMPTY;
    let mut fouls = Vec::new();
    for &Touch { square, .. } in touches {
        let possible = moves.iter().any(|mv| mv.from == square || mv.to == square);
        if !possible && !seen.contains(square) {
            fouls.push(square);
        }
        seen = seen.with(square);
    }
    Ok(TouchRuling {
        compelled,
        clause,
        fouls,
    })
}

/// Whether two touches happened at the same time.
fn at_once(touches: &[Touch], a: usize, b: usize) -> bool {
    let joined = |later: usize| touches[later].together || (later == 1 && touches[0].together);
    (a.min(b) + 1..=a.max(b)).all(joined)
}

/// The branches of 5.1 to 5.5, each with its clause: the first under which there is a move.
fn compelled(
    moves: &[Move],
    own: Option<Square>,
    enemy: Option<Square>,
    own_first: bool,
) -> (&'static str, Option<Vec<Move>>) {
    let of = |from: Square| move |mv: &Move| mv.from == from;
    let taking = |to: Square| move |mv: &Move| mv.to == to;
    let some = |wanted: &dyn Fn(&Move) -> bool| -> Option<Vec<Move>> {
        let chosen: Vec<Move> = moves.iter().copied().filter(|mv| wanted(mv)).collect();
        (!chosen.is_empty()).then_some(chosen)
    };
    let mut branches: Vec<(&'static str, Option<Vec<Move>>)> = Vec::new();
    let free = match (own, enemy) {
        (None, None) => "5",
        (Some(own), None) => {
            branches.push(("5.1", some(&of(own))));
            "5.1"
        }
        (None, Some(enemy)) => {
            branches.push(("5.2", some(&taking(enemy))));
            "5.2"
        }
        (Some(own), Some(enemy)) if own_first => {
            branches.push(("5.3.1", some(&|mv| *mv == Move::new(own, enemy))));
            branches.push(("5.3.2", some(&of(own))));
            branches.push(("5.3.3", some(&taking(enemy))));
            "5.3.4"
        }
        (Some(own), Some(enemy)) => {
            branches.push(("5.4.1", some(&|mv| *mv == Move::new(own, enemy))));
            branches.push(("5.4.2", some(&taking(enemy))));
            branches.push(("5.4.3", some(&of(own))));
            "5.4.4"
        }
    };
    branches
        .into_iter()
        .find(|(_, moves)| moves.is_some())
        .unwrap_or((free, None))
}
