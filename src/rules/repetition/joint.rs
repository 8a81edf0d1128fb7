//! 联合捉子 (24.17): two or more pieces chase together, and without any one of them nothing can
//! be taken.

use super::arena::{Arena, Id, Kind, NONE, Ply, each};
use super::chase::Chased;
use super::demonstration::gain;
use super::ground::{Ground, simple_exchange};
use super::scene::Scene;
use super::terms::Terms;

/// What was found about a chase.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joint {
    /// It is joint.
    pub(super) joint: bool,
    /// It is so only because a mount of the same side could take the victim itself.
    pub(super) by_mount: bool,
}

/// Whether the chase is joint: whichever piece takes, there is another without which the gain is
/// gone. A piece that only cuts a line, blocks a leg or serves as a mount can be replaced by any
/// dead block, so it is first turned into one; a piece that only stands in the way is then taken
/// off. Generals are never participants.
pub(super) fn is_joint(scene: &mut Scene, chased: &Chased, excluded: &[Ply]) -> Joint {
    if chased.victim == NONE {
        return Joint::default();
    }
    let direct = super::chase::direct(scene.terms(chased.victim));
    if scene.after.simple(chased.victim) > 0
        && scene.gain_after(direct, excluded, chased.gain - 1, chased.gain) >= chased.gain
    {
        return joint_exchange(scene, chased.victim);
    }
    let side = scene.side;
    let any = scene.terms(chased.victim);
    // The pieces of the line that was shown first: the answer is most often among them.
    let mut pieces: Vec<Id> = Vec::new();
    let shown = chased
        .line
        .iter()
        .map(|ply| ply.id)
        .filter(|&id| scene.after.arena.side(id) == side);
    for id in shown.chain(each(scene.after.arena.pieces(side))) {
        if !pieces.contains(&id) {
            pieces.push(id);
        }
    }
    // A piece nobody can do without helps every other taker, so with two of them the chase is
    // joint, and with one only that piece can still take alone.
    let mut vital: Vec<Id> = Vec::new();
    for &id in &pieces {
        if needed(scene, any, excluded, id) {
            vital.push(id);
            if vital.len() == 2 {
                return Joint {
                    joint: true,
                    by_mount: false,
                };
            }
        }
    }
    let takers = if vital.is_empty() {
        pieces.clone()
    } else {
        vital
    };
    for taker in takers {
        let terms = Terms { taker, ..any };
        if scene.gain_after(terms, excluded, 0, 1) > 0
            && !pieces
                .iter()
                .any(|&other| other != taker && needed(scene, terms, excluded, other))
        {
            return Joint::default();
        }
    }
    Joint {
        joint: true,
        by_mount: false,
    }
}

/// The question asked of the simple exchange on the victim's square: a piece that only guards its
/// own side elsewhere has no part in the taking.
fn joint_exchange(scene: &mut Scene, victim: Id) -> Joint {
    let crossed = scene.after.crossed;
    let board = scene.after.arena.clone();
    let square = board.square(victim);
    let attackers: Vec<Id> = each(board.pieces(scene.side)).collect();
    let mut by_mount = false;
    for &taker in &attackers {
        if exchange_by(&board, taker, square, crossed) <= 0 {
            continue;
        }
        let partners = || {
            attackers
                .iter()
                .filter(|&&id| id != taker && id != board.general(scene.side))
        };
        let helped = partners().any(|&other| {
            let mut removed = board.clone();
            removed.remove(other);
            let mut blocked = removed.clone();
            blocked.block(board.square(other));
            exchange_by(&blocked, taker, square, crossed) <= 0
                && (removed.in_check(0)
                    || removed.in_check(1)
                    || exchange_by(&removed, taker, square, crossed) <= 0)
        });
        let mounted = partners()
            .any(|&other| mounts(&board, taker, other, square) && board.reaches(other, square));
        if !helped && !mounted {
            return Joint::default();
        }
        by_mount |= !helped;
    }
    Joint {
        joint: true,
        by_mount,
    }
}

/// Whether `other` is the mount over which the cannon `taker` attacks the square.
fn mounts(board: &Arena, taker: Id, other: Id, square: u8) -> bool {
    if board.kind(taker) != Kind::Cannon || !board.reaches(taker, square) {
        return false;
    }
    let mut without = board.clone();
    without.remove(other);
    !without.reaches(taker, square)
}

/// What the exchange on a square nets when `taker` takes first.
fn exchange_by(board: &Arena, taker: Id, square: u8, crossed: u32) -> i32 {
    let side = board.side(taker);
    if !board.reaches(taker, square) {
        return 0;
    }
    let mut board = board.clone();
    let ply = board.ply(taker, square);
    let value = super::worth::worth(&board, ply.victim, crossed);
    board.make(ply);
    if board.in_check(side) {
        return 0;
    }
    value - simple_exchange(&mut board, taker, crossed)
}

/// Whether the gain is gone without `other`.
fn needed(scene: &mut Scene, terms: Terms, excluded: &[Ply], other: Id) -> bool {
    let arena = &scene.after.arena;
    if other == arena.general(scene.side) {
        return false;
    }
    let mut removed = arena.clone();
    removed.remove(other);
    let mut blocked = removed.clone();
    blocked.block(arena.square(other));
    let mut survives = |arena: super::arena::Arena| {
        if arena.in_check(0) || arena.in_check(1) {
            return false;
        }
        gain(
            &mut Ground::new(arena),
            terms,
            excluded,
            (0, 1),
            &mut scene.effort,
        ) > 0
    };
    !survives(blocked) && !survives(removed)
}
