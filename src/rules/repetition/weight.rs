//! How heavy a chase is when both sides are forbidden (26.9.1–26.9.4).

use super::chase::{Chased, Fresh, has_share};
use super::doubt::Doubt;
use super::joint;
use super::quality::{Quality, quality};
use super::verdict::Verdict;

/// The weight of one chasing move.
#[derive(Clone, Debug)]
pub(super) struct Weight {
    /// The heaviest quality among its victims.
    pub(super) quality: Quality,
    /// No victim that makes it heavy is chased by one piece.
    pub(super) joint: bool,
    /// 捉车 or 捉无根子, and not joint.
    pub(super) heavy: bool,
    /// Why that may be seen otherwise.
    pub(super) doubts: Vec<Doubt>,
}

/// Weighs a move labelled 捉.
pub(super) fn weigh(verdict: &mut Verdict) -> Weight {
    let Verdict {
        scene,
        chased,
        excluded,
        ..
    } = verdict;
    scene.effort.refill();
    let shares: Vec<bool> = chased
        .iter()
        .map(|chase| share(scene, chase, excluded))
        .collect();
    let any = shares.contains(&true);
    let mut weight = Weight {
        quality: Quality::UnderProtected,
        joint: false,
        heavy: false,
        doubts: Vec::new(),
    };
    let mut best = 0;
    for (chase, &share) in chased.iter().zip(&shares) {
        // A victim the mover only stopped hindering itself from taking is not what it chases,
        // as long as there is one it does chase (26.3).
        if any && !share {
            continue;
        }
        let quality = quality(scene, chase, excluded);
        let found = joint::is_joint(scene, chase, excluded);
        let heavy = !found.joint && quality != Quality::UnderProtected;
        if found.by_mount && quality != Quality::UnderProtected {
            weight.doubts.push(Doubt::Mount);
        }
        let rank = match (heavy, quality) {
            (true, Quality::Rook) => 5,
            (true, _) => 4,
            (false, Quality::Rook) => 3,
            (false, Quality::Unprotected) => 2,
            (false, Quality::UnderProtected) => 1,
        };
        if rank > best {
            best = rank;
            weight.quality = quality;
            weight.joint = found.joint;
            weight.heavy = heavy;
        }
    }
    if weight.heavy {
        weight.doubts.clear();
    }
    if scene.effort.capped {
        weight.doubts.push(Doubt::Cap);
    }
    if !any && weight.heavy {
        weight.doubts.push(Doubt::OtherVictim);
    }
    weight
}

fn share(scene: &mut super::scene::Scene, chase: &Chased, excluded: &[super::arena::Ply]) -> bool {
    match chase.fresh {
        Fresh::Offered => true,
        Fresh::Fork => false,
        Fresh::More | Fresh::Direct | Fresh::Fled => has_share(scene, chase, excluded),
    }
}
