//! One move judged for itself: is it legal, and if not, what is wrong with it.
//!
//! Written apart from the generator, from the words of article 2 and on the bare points of the
//! board, so that the two can be held against each other.

use super::bits::Bits;
use super::board::Board;
use super::illegal::{IllegalReason, Suicide};
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::{Move, Square};

impl Position {
    /// Whether the move is legal, judged for itself.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.why_illegal(mv).is_none()
    }

    /// What makes the move illegal; `None` when it is legal.
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        let us = self.side_to_move();
        way_of_moving(self.board(), us, mv)
            .err()
            .or_else(|| suicide(self, mv).map(IllegalReason::Suicide))
    }
}

/// Whether the piece can go there by articles 2.1 to 2.3, the general's safety apart.
fn way_of_moving(board: &Board, us: Color, mv: Move) -> Result<(), IllegalReason> {
    let Move { from, to } = mv;
    let piece = board
        .piece_at(from)
        .ok_or(IllegalReason::EmptySquare { from })?;
    if piece.color != us {
        return Err(IllegalReason::NotYourPiece { from, piece });
    }
    if from == to {
        return Err(IllegalReason::NoMovement { piece, at: from });
    }
    let files = to.file() as i8 - from.file() as i8;
    let ranks = (to.rank() as i8 - from.rank() as i8) * us.forward();
    let shape = (files.abs(), ranks.abs());
    let wrong_shape = Err(IllegalReason::WrongShape { piece, from, to });
    match piece.kind {
        PieceKind::General | PieceKind::Advisor => {
            let step = if piece.kind == PieceKind::General {
                matches!(shape, (0, 1) | (1, 0))
            } else {
                shape == (1, 1)
            };
            if !step {
                return wrong_shape;
            }
            if !us.is_in_palace(to) {
                return Err(IllegalReason::LeavesPalace { piece, to });
            }
        }
        PieceKind::Elephant => {
            if shape != (2, 2) {
                return wrong_shape;
            }
            if us.is_across_river(to) {
                return Err(IllegalReason::CrossesRiver { piece, to });
            }
            let eye = from.offset(files / 2, ranks / 2 * us.forward());
            if let Some((at, by)) = standing(board, eye) {
                return Err(IllegalReason::EyeBlocked { piece, at, by });
            }
        }
        PieceKind::Horse => {
            let leg = match shape {
                (1, 2) => from.offset(0, ranks / 2 * us.forward()),
                (2, 1) => from.offset(files / 2, 0),
                _ => return wrong_shape,
            };
            if let Some((at, by)) = standing(board, leg) {
                return Err(IllegalReason::LegBlocked { piece, at, by });
            }
        }
        PieceKind::Rook | PieceKind::Cannon => {
            if files != 0 && ranks != 0 {
                return wrong_shape;
            }
            straight(
                board,
                piece,
                mv,
                (files.signum(), ranks.signum() * us.forward()),
            )?;
        }
        PieceKind::Soldier => match (shape, ranks) {
            ((0, 1), 1) => {}
            ((0, 1), _) => return Err(IllegalReason::SoldierBackward { piece, to }),
            ((1, 0), _) if us.is_across_river(from) => {}
            ((1, 0), _) => return Err(IllegalReason::SoldierSideways { piece, to }),
            _ => return wrong_shape,
        },
    }
    match board.piece_at(to) {
        Some(by) if by.color == us => Err(IllegalReason::OwnPieceOnTarget { piece, to, by }),
        _ => Ok(()),
    }
}

fn standing(board: &Board, at: Option<Square>) -> Option<(Square, Piece)> {
    let at = at?;
    Some((at, board.piece_at(at)?))
}

/// A rook's or cannon's way: free, or with exactly one piece under a capturing cannon.
fn straight(board: &Board, piece: Piece, mv: Move, step: (i8, i8)) -> Result<(), IllegalReason> {
    let mut in_the_way = Bits::EMPTY;
    let mut first = None;
    let mut second = None;
    let mut point = mv.from.offset(step.0, step.1);
    while let Some(at) = point.filter(|&at| at != mv.to) {
        if let Some(by) = board.piece_at(at) {
            in_the_way = in_the_way.with(at);
            match first {
                None => first = Some((at, by)),
                Some(_) => second = second.or(Some(at)),
            }
        }
        point = at.offset(step.0, step.1);
    }
    let captures = board
        .piece_at(mv.to)
        .is_some_and(|target| target.color != piece.color);
    if piece.kind == PieceKind::Cannon && captures {
        return match (first, second) {
            (None, _) => Err(IllegalReason::CannonWithoutMount { piece, to: mv.to }),
            (Some(_), None) => Ok(()),
            (Some(_), Some(at)) => Err(IllegalReason::CannonOverSeveral {
                piece,
                to: mv.to,
                at,
                count: in_the_way.count(),
            }),
        };
    }
    match first {
        Some((at, by)) => Err(IllegalReason::PathBlocked { piece, at, by }),
        None => Ok(()),
    }
}

/// What the move offers its own general to, if anything (3.4).
fn suicide(position: &Position, mv: Move) -> Option<Suicide> {
    let us = position.side_to_move();
    let mut after = *position.board();
    after.move_piece(mv);
    let king = after.king(us)?;
    if after.generals_face() {
        return Some(Suicide::FacingKings {
            own: king,
            other: after.king(us.other())?,
        });
    }
    let attackers = after.attackers(king, us.other());
    let attacker = attackers.first()?;
    // A check stands unanswered when one that gave it still does; any other attack is new, or was
    // walked into.
    let standing = position.checkers() & attackers;
    let stayed = king == position.king(us);
    let (by, unanswered) = match standing.first() {
        Some(by) if stayed => (by, true),
        _ => (attacker, false),
    };
    let piece = after.piece_at(by)?;
    Some(if unanswered {
        Suicide::CheckUnanswered { king, by, piece }
    } else {
        Suicide::KingOffered { king, by, piece }
    })
}
