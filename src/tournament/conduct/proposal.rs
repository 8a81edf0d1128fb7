//! Positions that neither side can win (4.2.2): proposed to the arbiter, never decided.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{PieceKind, Position};

/// A draw that the arbiter may give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Proposal {
    /// `4.2.2`.
    pub clause: &'static str,
    /// Why, in Chinese.
    pub zh: &'static str,
    /// Why, in English.
    pub en: &'static str,
}

/// Proposes a draw where it is certain: no piece is left that can cross the river, so no general can
/// ever be attacked, and generals, advisors and elephants cannot shut each other in.
pub fn neither_can_win(position: &Position) -> Option<Proposal> {
    let crossing = [
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];
    let board = position.board();
    let none_left = crossing.iter().all(|&kind| board.by_kind(kind).is_empty());
    (none_left && position.outcome().is_none()).then_some(Proposal {
        clause: "4.2.2",
        zh: "双方均无可以过河的子力（车、马、炮、兵卒），任何一方都不可能取胜",
        en: "neither side has a piece that can cross the river (rook, horse, cannon or soldier) left: neither can win",
    })
}
