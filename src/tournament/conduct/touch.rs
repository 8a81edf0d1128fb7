//! Touched pieces inside a game (5.1 to 5.7, 5.10).

use crate::rules::touch_move::{self, Circumstances, Touch};
use crate::rules::{Color, IllegalMove, Move, Square};

use super::effect::What;
use super::entry::{FoulKind, TouchedPiece};
use super::error::ConductError;
use super::state::GameState;

/// The moves of which the side to move must play one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compelled {
    pub moves: Vec<Move>,
}

impl GameState {
    pub(super) fn touch(
        &mut self,
        touched: &[TouchedPiece],
        announced: bool,
        accidental: bool,
        dropped: bool,
    ) -> Result<(), ConductError> {
        let touches: Vec<Touch> = touched
            .iter()
            .map(|piece| Touch {
                square: piece.square,
                together: piece.together,
            })
            .collect();
        let circumstances = Circumstances {
            announced,
            accidental,
            dropped,
        };
        let ruling = touch_move::rule(self.position(), &touches, circumstances)?;
        if let Some(moves) = ruling.compelled {
            self.compel(moves, ruling.clause);
        }
        let side = self.side_to_move();
        for _ in ruling.fouls {
            self.foul(side, FoulKind::Touch);
        }
        Ok(())
    }

    /// The piece of the side to move on a point counts as touched (5.1): no foul, and no compulsion
    /// when it cannot move.
    pub(super) fn compel_piece(&mut self, square: Square) {
        let moves: Vec<Move> = self
            .position()
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.from == square)
            .collect();
        if !moves.is_empty() {
            self.compel(moves, "5.1");
        }
    }

    fn compel(&mut self, moves: Vec<Move>, clause: &'static str) {
        // What was touched first binds: a later touch cannot widen it.
        if self.compelled.is_none() {
            self.effect(
                clause,
                What::Compelled {
                    moves: moves.clone(),
                },
            );
            self.compelled = Some(Compelled { moves });
        }
    }

    /// 5.10: the opponent names the point of a piece left between two. The move is not on record yet,
    /// so the side to move is the one that has moved.
    pub(super) fn name_point(&mut self, side: Color, mv: Move) -> Result<(), ConductError> {
        if side == self.side_to_move() {
            return Err(ConductError::NotOwnTime {
                side: side.other(),
                clause: "5.10",
            });
        }
        if let Some(reason) = self.position().why_illegal(mv) {
            return Err(IllegalMove { mv, reason }.into());
        }
        self.compelled = None;
        self.compel(vec![mv], "5.10");
        Ok(())
    }
}
