//! Where the text leaves the decision to people: what could be seen otherwise, and whether that
//! would change the ruling.

use super::arena::{Ply, bit};
use super::chase::{Chased, Fresh, has_share};
use super::hanging::victims;
use super::label::Label;
use super::scene::Scene;
use super::terms::{Budget, Terms};
use super::verdict::Verdict;
use super::worth::{EQUAL, WEAK};

/// A point on which arbiters may differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Doubt {
    /// The gain needs two checks.
    SecondCheck,
    /// No single piece is lost by force, but some piece is.
    Fork,
    /// An exchange at equal value (26.5).
    Equal,
    /// A crossed soldier decides whether there is a gain (26.7).
    Soldier,
    /// Joint only because a mount could take the victim itself.
    Mount,
    /// The mover made the gain possible only by stepping out of attack.
    OtherVictim,
    /// A search ended by its cap.
    Cap,
    /// Whether the gain is new depends on how the exposed piece is counted.
    Newness,
    /// 26.2 was applied.
    HoldsDraw,
    /// 23.4.
    NineRounds,
}

/// Why a chase might be no chase; empty when it is beyond doubt.
pub(super) fn chase_doubts(verdict: &mut Verdict) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    if verdict.capped {
        return vec![Doubt::Cap];
    }
    for i in 0..verdict.chased.len() {
        let chase = verdict.chased[i].clone();
        let scene = &mut verdict.scene;
        let doubt = match chase.fresh {
            Fresh::Offered => None,
            Fresh::Fork => Some(Doubt::Fork),
            _ if chase.gain == EQUAL => Some(Doubt::Equal),
            _ if chase.gain < WEAK => soldier_doubt(scene, &chase),
            _ if needs_second_check(scene, &chase, &verdict.excluded) => Some(Doubt::SecondCheck),
            Fresh::Fled if scene.after.takes[scene.ply.id as usize] & bit(chase.victim) == 0 => {
                Some(Doubt::Newness)
            }
            Fresh::More if !has_share(scene, &chase, &verdict.excluded) => Some(Doubt::OtherVictim),
            _ => None,
        };
        match doubt {
            Some(doubt) => doubts.push(doubt),
            None => return Vec::new(),
        }
    }
    doubts.sort_unstable();
    doubts.dedup();
    doubts
}

/// A soldier taken for nothing is a plain gain; one won in a longer line is a matter of judgement.
fn soldier_doubt(scene: &mut Scene, chase: &Chased) -> Option<Doubt> {
    (scene.after.simple(chase.victim) <= 0).then_some(Doubt::Soldier)
}

fn needs_second_check(scene: &mut Scene, chase: &Chased, excluded: &[Ply]) -> bool {
    let terms = scene.terms(chase.victim);
    let one = Terms {
        budget: Budget {
            attacker: 1,
            ..terms.budget
        },
        ..terms
    };
    scene.gain_after(one, excluded, 0, 1) <= 0
}

/// Why a move that was found allowed might be a chase after all; empty when it is beyond doubt.
pub(super) fn idle_doubts(verdict: &mut Verdict) -> Vec<Doubt> {
    if verdict.label.is_forbidden() {
        return Vec::new();
    }
    if verdict.excused {
        return vec![Doubt::HoldsDraw];
    }
    if verdict.capped {
        return vec![Doubt::Cap];
    }
    let scene = &mut verdict.scene;
    let mover = scene.ply.id;
    if verdict.label == Label::Exchange
        || scene.answered != 0 && mover == scene.after.arena.general(scene.side)
    {
        return Vec::new();
    }
    let candidates: Vec<_> =
        victims(&scene.after.arena, scene.side ^ 1, scene.after.crossed).collect();
    for victim in candidates {
        let terms = scene.terms(victim);
        let strict = Terms {
            exposed: mover,
            ..terms
        };
        // Only a gain that could not be had while the moved piece hung can be held new; whether
        // it is depends on what that piece does for it.
        let gain = scene.gain_after(terms, &verdict.excluded, 0, super::worth::WON + 1);
        if gain >= WEAK && scene.gain_before(strict, &verdict.excluded, gain - 1, gain) < gain {
            return vec![Doubt::Newness];
        }
    }
    Vec::new()
}
