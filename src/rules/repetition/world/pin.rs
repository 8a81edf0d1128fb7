//! May a rook not leave because a horse would give check? Such a rook may not be chased, whatever
//! it attacks itself.

use super::super::arena::{Arena, Id, Kind, each};

/// Whether the piece is a rook that blocks the leg of a horse which would otherwise give check.
pub(super) fn held_by_horse(arena: &Arena, id: Id) -> bool {
    if arena.kind(id) != Kind::Rook {
        return false;
    }
    let owner = arena.side(id);
    let mut without = arena.clone();
    without.remove(id);
    let opened = without.checkers(owner) & !arena.checkers(owner);
    each(opened).any(|checker| arena.kind(checker) == Kind::Horse)
}
