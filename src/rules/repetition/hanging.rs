//! What was hanging already: such a piece counts nothing for either side when it is taken later in a
//! demonstration.

use super::arena::{Arena, Id, Ids, NONE, Side, bit, each};
use super::demonstration::gains;
use super::ground::Ground;
use super::terms::{SMALL, Terms};
use super::worth::worth;

/// Whether a piece hung at the start: its enemy gains by the same game with a smaller budget,
/// generals and soldiers taking too, nothing else held to be hanging.
pub(super) fn hangs(ground: &mut Ground, id: Id) -> bool {
    if let Some(known) = ground.hanging(id) {
        return known;
    }
    let side = ground.arena.side(id) ^ 1;
    let attacked = ground.attacked & bit(id) != 0;
    let terms = Terms {
        side,
        target: id,
        budget: SMALL,
        direct: false,
        taker: NONE,
        humble_take: true,
        exposed: NONE,
        immune: NONE,
        generous: false,
        equal: false,
        mover: NONE,
        soldier_for_rook: false,
    };
    // The direct attack first, then the bound for all lines that begin with a check: most
    // questions end here.
    let mut hangs = attacked
        && gains(
            ground,
            Terms {
                direct: true,
                ..terms
            },
        );
    if !hangs {
        let by_checks = ground.checks_gain[side].unwrap_or_else(|| {
            gains(
                ground,
                Terms {
                    target: NONE,
                    generous: true,
                    ..terms
                },
            )
        });
        ground.checks_gain[side] = Some(by_checks);
        hangs = by_checks && gains(ground, terms);
    }
    ground.set_hanging(id, hangs);
    hangs
}

/// Pieces in a set that are worth chasing: no general, no soldier on its own half.
pub(super) fn victims(arena: &Arena, side: Side, crossed: Ids) -> impl Iterator<Item = Id> {
    let king = arena.general(side);
    let ids: Ids = each(arena.pieces(side))
        .filter(|&id| id != king && worth(arena, id, crossed) > 0)
        .map(bit)
        .sum();
    each(ids)
}
