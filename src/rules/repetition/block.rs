//! 拦 (24.6): the move blocks an enemy piece and attacks nothing. Named only where it is certain:
//! the other side had a kill that began along a line the moved piece now closes.

use super::arena::{Kind, Ply};
use super::kill::{DEPTH, Search};
use super::scene::Scene;

/// Whether the move closes the line on which a kill by the other side would have begun, and the
/// kill is gone.
pub(super) fn blocks_a_kill(scene: &mut Scene) -> bool {
    if scene.answered != 0 {
        return false;
    }
    let enemy = scene.side ^ 1;
    let before = &scene.before.arena;
    let mut candidates = Vec::new();
    before.moves(enemy, false, &mut candidates);
    candidates.retain(|ply: &Ply| {
        matches!(before.kind(ply.id), Kind::Rook | Kind::Cannon)
            && between(ply.from, ply.to, scene.ply.to)
    });
    let cap = scene.effort.kill_cap();
    let mut search = Search::new(before, enemy, &[], cap);
    candidates
        .into_iter()
        .any(|ply| search.mates_with(ply, DEPTH))
        && Search::new(&scene.after.arena, enemy, &[], cap)
            .first_moves(DEPTH)
            .first
            .is_empty()
}

/// Whether `at` lies strictly between two points of one line.
fn between(from: u8, to: u8, at: u8) -> bool {
    let (low, high) = (from.min(to), from.max(to));
    low < at
        && at < high
        && (from % 9 == to % 9 && at % 9 == from % 9 || from / 9 == to / 9 && at / 9 == from / 9)
}
