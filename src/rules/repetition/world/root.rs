//! Is a piece really protected? A root is real when it can take back at once (真根), and false when
//! it cannot because its general would stand in check (假根).

use super::super::arena::{Arena, Ply, each};

/// What protects a piece that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Roots {
    /// Nothing.
    None,
    /// Pieces that reach the point but may not go there.
    False {
        /// One of them might have gone there had the capture not opened a line.
        opened: bool,
    },
    /// A piece that takes back.
    Real,
}

/// What protects the victim of a capture.
pub(super) fn roots(board: &mut Arena, capture: Ply) -> Roots {
    let owner = board.side(capture.victim);
    let undo = board.make(capture);
    let protectors: Vec<_> = each(board.pieces(owner))
        .filter(|&id| board.reaches(id, capture.to))
        .collect();
    let real = protectors.iter().any(|&id| {
        let back = board.ply(id, capture.to);
        board.safe(back, owner)
    });
    board.unmake(capture, undo);
    if real {
        return Roots::Real;
    }
    if protectors.is_empty() {
        return Roots::None;
    }
    let mut before = board.clone();
    before.remove(capture.victim);
    let opened = protectors.into_iter().any(|id| {
        let step = before.ply(id, capture.to);
        before.safe(step, owner)
    });
    Roots::False { opened }
}
