//! 捉 (24.3, 26.1–26.8): which pieces can S win after the move that it could not win before?

use super::arena::{Id, NONE, Ply, bit, each};
use super::demonstration::gain;
use super::hanging::victims;
use super::scene::Scene;
use super::terms::{Budget, Terms};
use super::worth::WON;

/// Why a gain is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fresh {
    /// More can be won than before.
    More,
    /// The direct attack is new; by checks it could be won before.
    Direct,
    /// The piece that fled takes part in it; while it hung the attack was not real.
    Fled,
    /// Some series of checks gains something whatever the answer.
    Fork,
    /// An offer to exchange which it costs the other side to accept (26.10).
    Offered,
}

/// A piece S chases with the move.
#[derive(Clone, Debug)]
pub(super) struct Chased {
    /// The victim; [`NONE`] for a fork.
    pub(super) victim: Id,
    /// What S nets.
    pub(super) gain: i32,
    /// Why it counts.
    pub(super) fresh: Fresh,
    /// The line that shows it, from the position after the move.
    pub(super) line: Vec<Ply>,
}

/// The pieces newly chased by the move of `scene`. `left_out` are not looked at (26.11.2).
pub(super) fn chased(scene: &mut Scene, excluded: &[Ply], left_out: u32) -> Vec<Chased> {
    let mut found = Vec::new();
    let candidates: Vec<Id> = victims(&scene.after.arena, scene.side ^ 1, scene.after.crossed)
        .filter(|&id| left_out & bit(id) == 0)
        .collect();
    // No line that begins with a check gains anything: then only what is attacked directly, or was
    // hanging already, need be looked at further.
    let generous = Terms {
        equal: false,
        generous: true,
        ..scene.terms(NONE)
    };
    let by_checks = scene.budget.attacker > 0 && scene.gain_after(generous, excluded, 0, 1) > 0;
    for victim in candidates {
        let attacked = scene.after.attacked & bit(victim) != 0;
        let by_checks = by_checks || scene.hangs_after(victim);
        if !attacked && !by_checks {
            continue;
        }
        let terms = scene.terms(victim);
        let full = Terms {
            direct: !by_checks,
            ..terms
        };
        let gain = scene.gain_after(full, excluded, 0, WON + 1);
        if gain <= 0 {
            continue;
        }
        if let Some(fresh) = fresh(scene, terms, excluded, gain) {
            let line = scene.demonstrate(full, excluded, gain);
            found.push(Chased {
                victim,
                gain,
                fresh,
                line,
            });
        }
    }
    if found.is_empty() && by_checks {
        let terms = Terms {
            equal: false,
            ..scene.terms(NONE)
        };
        let gain = scene.gain_after(terms, excluded, 0, 1);
        if gain > 0 && scene.gain_before(terms, excluded, 0, 1) <= 0 {
            let gain = scene.gain_after(terms, excluded, 0, WON + 1);
            let line = scene.demonstrate(terms, excluded, gain);
            found.push(Chased {
                victim: NONE,
                gain,
                fresh: Fresh::Fork,
                line,
            });
        }
    }
    found
}

/// Whether the moved piece has a share in the chase: it takes part in the attack, or more can be
/// won than before even when what it escaped from is left out of account (26.3). A chase without
/// a share is one the mover only made possible by stepping out of attack.
pub(super) fn has_share(scene: &mut Scene, chased: &Chased, excluded: &[Ply]) -> bool {
    let loose = Terms {
        immune: scene.ply.id,
        ..scene.terms(chased.victim)
    };
    scene.gain_before(loose, excluded, chased.gain - 1, chased.gain) < chased.gain
        || takes_part(scene, chased.victim)
}

fn fresh(scene: &mut Scene, terms: Terms, excluded: &[Ply], gain: i32) -> Option<Fresh> {
    if scene.gain_before(terms, excluded, gain - 1, gain) < gain {
        return Some(Fresh::More);
    }
    let direct = direct(terms);
    let now = scene.gain_after(direct, excluded, 0, WON + 1);
    if now > 0 && scene.gain_before(direct, excluded, now - 1, now) < now {
        return Some(Fresh::Direct);
    }
    let strict = Terms {
        exposed: scene.ply.id,
        ..terms
    };
    if takes_part(scene, terms.target) && scene.gain_before(strict, excluded, gain - 1, gain) < gain
    {
        return Some(Fresh::Fled);
    }
    None
}

/// Whether the moved piece takes part in the attack on `victim`: it attacks it, or with the piece
/// out of play, or with the point it left filled again, the direct gain falls (it is the mount,
/// pins or cuts a root, supports the taker, or opened the line).
pub(super) fn takes_part(scene: &mut Scene, victim: Id) -> bool {
    let ply = scene.ply;
    if scene.after.takes[ply.id as usize] & bit(victim) != 0 {
        return true;
    }
    let direct = direct(scene.terms(victim));
    let with = scene.gain_after(direct, &[], 0, WON + 1);
    if with <= 0 {
        return false;
    }
    let mut changed = Vec::new();
    if ply.id != scene.after.arena.general(scene.side) {
        let mut removed = scene.after.arena.clone();
        removed.remove(ply.id);
        let mut blocked = removed.clone();
        blocked.block(ply.to);
        changed.extend([blocked, removed]);
    }
    if scene.after.arena.piece_at(ply.from) == NONE {
        let mut refilled = scene.after.arena.clone();
        refilled.block(ply.from);
        changed.push(refilled);
    }
    changed.into_iter().any(|arena| {
        if arena.in_check(0) || arena.in_check(1) {
            return false;
        }
        let mut ground = super::ground::Ground::new(arena);
        gain(
            &mut ground,
            direct,
            &[],
            (with - 1, with),
            &mut scene.effort,
        ) < with
    })
}

/// The terms of a direct attack: the line begins with taking T, no checks that take nothing.
pub(super) fn direct(terms: Terms) -> Terms {
    Terms {
        direct: true,
        budget: Budget {
            attacker: 0,
            ..terms.budget
        },
        ..terms
    }
}

/// Pieces of S that can legally take `victim` after the move.
pub(super) fn takers(scene: &Scene, victim: Id) -> Vec<Id> {
    each(scene.after.arena.pieces(scene.side))
        .filter(|&id| scene.after.takes[id as usize] & bit(victim) != 0)
        .collect()
}
