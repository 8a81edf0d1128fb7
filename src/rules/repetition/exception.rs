//! 26.2: the side that holds the draw with a single attacking piece takes up the point the defence
//! needs; an advisor or elephant attacked by the way does not make the move a chase.

use super::arena::{Kind, NONE, each};
use super::chase::Chased;
use super::kill::{CAP, DEPTH, Search};
use super::scene::Scene;

/// Whether 26.2 excuses the chases found: one attacker left (rook, horse, cannon or crossed
/// soldier), every victim an advisor or elephant, and a kill by the other side stood before the
/// move and stands no more.
pub(super) fn holds_the_draw(scene: &mut Scene, chased: &[Chased]) -> bool {
    let arena = &scene.after.arena;
    let attackers = each(arena.pieces(scene.side))
        .filter(|&id| match arena.kind(id) {
            Kind::Rook | Kind::Horse | Kind::Cannon => true,
            Kind::Soldier => arena.crossed(id),
            Kind::General | Kind::Advisor | Kind::Elephant => false,
        })
        .count();
    let weak = chased.iter().all(|chase| {
        chase.victim != NONE && matches!(arena.kind(chase.victim), Kind::Advisor | Kind::Elephant)
    });
    if attackers != 1 || !weak {
        return false;
    }
    let enemy = scene.side ^ 1;
    let kill = |ground: &super::ground::Ground| {
        !Search::new(&ground.arena, enemy, &[], CAP)
            .first_moves(DEPTH)
            .first
            .is_empty()
    };
    kill(&scene.before) && !kill(&scene.after)
}
