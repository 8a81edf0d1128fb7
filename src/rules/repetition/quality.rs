//! The quality of a chase (24.15, 24.16, 26.9): a rook, an unprotected piece, or less.

use super::arena::{Id, Kind, NONE, Ply, each};
use super::chase::{Chased, takers};
use super::scene::Scene;
use super::terms::Terms;
use super::worth::worth;

/// What sort of piece is chased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quality {
    /// 捉车.
    Rook,
    /// 捉无根子.
    Unprotected,
    /// 少根子, or an exchange.
    UnderProtected,
}

/// The quality of one chase of `scene`.
pub(super) fn quality(scene: &mut Scene, chased: &Chased, excluded: &[Ply]) -> Quality {
    if chased.victim == NONE {
        return Quality::UnderProtected;
    }
    let kind = scene.after.arena.kind(chased.victim);
    if kind == Kind::Rook {
        return Quality::Rook;
    }
    let full = worth(&scene.after.arena, chased.victim, scene.after.crossed);
    if chased.gain >= full || taken_for_good(scene, chased, excluded) {
        return Quality::Unprotected;
    }
    Quality::UnderProtected
}

/// Whether a capture that opens a best line cannot be answered on the victim's square: what is
/// lost elsewhere is not a root.
fn taken_for_good(scene: &mut Scene, chased: &Chased, excluded: &[Ply]) -> bool {
    takers(scene, chased.victim).into_iter().any(|taker| {
        let terms = Terms {
            taker,
            direct: true,
            ..scene.terms(chased.victim)
        };
        !rooted(scene, taker, chased.victim)
            && scene.gain_after(terms, excluded, chased.gain - 1, chased.gain) >= chased.gain
    })
}

/// Whether taking `victim` with `taker` can legally be answered on its square.
pub(super) fn rooted(scene: &Scene, taker: Id, victim: Id) -> bool {
    let mut arena = scene.after.arena.clone();
    let square = arena.square(victim);
    let ply = arena.ply(taker, square);
    arena.make(ply);
    let enemy = scene.side ^ 1;
    each(arena.pieces(enemy)).any(|id| {
        arena.reaches(id, square) && {
            let back = arena.ply(id, square);
            arena.clone().safe(back, enemy)
        }
    })
}
