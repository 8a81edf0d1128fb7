//! 兑 (24.4, A 26.9–26.10, B 26.10–26.11): offers to exchange like for like.

use super::arena::{Id, Ids, Kind, Ply, bit, each};
use super::chase::{Chased, Fresh};
use super::demonstration::accepted;
use super::ground::Ground;
use super::quality::rooted;
use super::scene::Scene;
use super::terms::{FULL, Terms};
use super::worth::WON;

/// One offer made by a move.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// The offering piece takes the piece it offers to exchange.
    pub(super) taking: Ply,
    /// What accepting it brings the offering side.
    pub(super) accepted: i32,
    /// The acceptance and the answer to it.
    pub(super) line: Vec<Ply>,
    /// The two pieces could not take each other before, or the offering piece moved.
    pub(super) fresh: bool,
}

impl Offer {
    /// The other side may accept without loss: a true offer, no chase.
    pub(super) fn stands(&self) -> bool {
        self.accepted <= 0
    }

    /// Accepting it is answered by mate.
    pub(super) fn accepting_is_mated(&self) -> bool {
        self.accepted >= WON / 2
    }
}

/// The offers the move of `scene` makes.
pub(super) fn offers(scene: &mut Scene) -> Vec<Offer> {
    let side = scene.side;
    let mut found = Vec::new();
    let arena = scene.after.arena.clone();
    for own in each(arena.pieces(side)) {
        for other in each(scene.after.takes[own as usize]) {
            let mutual = |ground: &Ground| {
                ground.takes[own as usize] & bit(other) != 0
                    && ground.takes[other as usize] & bit(own) != 0
            };
            let alike = scene.alike(arena.kind(own), arena.kind(other));
            if !alike || !mutual(&scene.after) {
                continue;
            }
            let old = own != scene.ply.id && mutual(&scene.before);
            if old && !joins_contact(scene, own, other) {
                continue;
            }
            let accept = arena.ply(other, arena.square(own));
            let terms = Terms {
                budget: FULL,
                equal: false,
                ..scene.terms(super::arena::NONE)
            };
            let (accepted, line) = accepted(&mut scene.after, terms, accept, &mut scene.effort);
            found.push(Offer {
                taking: arena.ply(own, arena.square(other)),
                accepted,
                line,
                fresh: !old,
            });
        }
    }
    found
}

/// 26.11: the moved piece newly touches the piece its own side already offers to exchange, so
/// the contact of both is made by this move.
fn joins_contact(scene: &Scene, own: Id, other: Id) -> bool {
    let moved = scene.ply.id;
    moved != own
        && scene.after.takes[moved as usize] & bit(other) != 0
        && scene.before.takes[moved as usize] & bit(other) == 0
        && scene.after.arena.kind(moved) == Kind::Rook
        && scene.after.arena.kind(own) != Kind::Rook
        || moved != own
            && scene.after.takes[moved as usize] & bit(other) != 0
            && scene.before.takes[moved as usize] & bit(other) == 0
            && scene.after.arena.kind(own) == Kind::Rook
}

/// 26.11.2: victims that two pieces touch at once, one of them offering itself for exchange, the
/// touched piece rooted, accepting harmless, and nobody else attacking it: the move is 兑, so they
/// are looked at no further. With a further attacker only the exchanging pair is left out.
pub(super) fn left_out(scene: &mut Scene, offers: &[Offer]) -> Ids {
    let mut left = 0;
    for offer in offers.iter().filter(|offer| offer.stands()) {
        let (own, other) = (offer.taking.id, offer.taking.victim);
        let attackers: Vec<Id> = each(scene.after.arena.pieces(scene.side))
            .filter(|&id| id != own && scene.after.takes[id as usize] & bit(other) != 0)
            .collect();
        let [helper] = attackers[..] else { continue };
        let kinds = [scene.after.arena.kind(own), scene.after.arena.kind(helper)];
        if kinds.contains(&Kind::Rook) && rooted(scene, helper, other) {
            left |= bit(other);
        }
    }
    left
}

/// 26.10: offers made by this move which it costs the other side to accept are chases of the
/// piece offered for exchange.
pub(super) fn losing_to_accept(scene: &mut Scene, offers: &[Offer]) -> Vec<Chased> {
    let mut found: Vec<Chased> = Vec::new();
    for offer in offers.iter().filter(|offer| offer.fresh && !offer.stands()) {
        let victim = offer.taking.victim;
        if found.iter().any(|chase| chase.victim == victim) {
            continue;
        }
        let terms = scene.terms(victim);
        let gain = scene.gain_after(terms, &[], 0, WON + 1);
        let (gain, line) = if gain > 0 {
            (gain, scene.demonstrate(terms, &[], gain))
        } else {
            (offer.accepted, offer.line.clone())
        };
        found.push(Chased {
            victim,
            gain,
            fresh: Fresh::Offered,
            line,
        });
    }
    found
}

/// Whether two kinds are strong pieces of the same kind (A also: of the same worth).
pub(super) fn same_kind(a: Kind, b: Kind, equal_worth: bool) -> bool {
    let strong = |kind| matches!(kind, Kind::Rook | Kind::Horse | Kind::Cannon);
    let light = |kind| matches!(kind, Kind::Horse | Kind::Cannon);
    strong(a) && a == b || equal_worth && light(a) && light(b)
}
