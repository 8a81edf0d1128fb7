//! What a side did over the cycle (24.13, 24.14, 26.9), and what it might be held to have done.

use super::doubt::{Doubt, chase_doubts, idle_doubts};
use super::label::Label;
use super::ruling::Profile;
use super::verdict::Verdict;
use super::weight::{Weight, weigh};

/// One move of the cycle, judged once however often it was played, with its weight when that was
/// asked for.
pub(super) struct Judged {
    /// The plies of the record at which it was played, zero-based.
    pub(super) plies: Vec<usize>,
    /// What the move is.
    pub(super) verdict: Verdict,
    /// How heavy a chase it is.
    pub(super) weight: Option<Weight>,
}

impl Judged {
    /// The weight of a chase, found when first asked for.
    pub(super) fn weight(&mut self) -> &Weight {
        let verdict = &mut self.verdict;
        self.weight.get_or_insert_with(|| weigh(verdict))
    }
}

/// The profile of a side that made `moves`.
pub(super) fn profile(moves: &mut [&mut Judged]) -> Profile {
    if moves.is_empty()
        || moves
            .iter()
            .any(|judged| !judged.verdict.label.is_forbidden())
    {
        return Profile::Allowed;
    }
    if moves
        .iter()
        .all(|judged| judged.verdict.label == Label::Check)
    {
        return Profile::PerpetualCheck;
    }
    let heavy = moves
        .iter_mut()
        .all(|judged| judged.verdict.label != Label::Chase || judged.weight().heavy);
    if heavy {
        Profile::Heavy
    } else {
        Profile::Light
    }
}

/// Other profiles a side might be given, each with the reasons.
pub(super) fn alternatives(
    profile: Profile,
    moves: &mut [&mut Judged],
) -> Vec<(Profile, Vec<Doubt>)> {
    let mut found = Vec::new();
    match profile {
        Profile::PerpetualCheck => {}
        Profile::Allowed => {
            let mut doubts = Vec::new();
            for judged in moves.iter_mut() {
                if judged.verdict.label.is_forbidden() {
                    continue;
                }
                let why = idle_doubts(&mut judged.verdict);
                if why.is_empty() {
                    return Vec::new();
                }
                doubts.extend(why);
            }
            if !moves.is_empty() {
                found.push((Profile::Light, doubts.clone()));
                found.push((Profile::Heavy, doubts));
            }
        }
        Profile::Light | Profile::Heavy => {
            let mut to_allowed = Vec::new();
            for judged in moves
                .iter_mut()
                .filter(|judged| judged.verdict.label == Label::Chase)
            {
                to_allowed.extend(chase_doubts(&mut judged.verdict));
            }
            if !to_allowed.is_empty() {
                found.push((Profile::Allowed, to_allowed));
            }
        }
    }
    found
}

/// The other weight a forbidden side might be given when both are forbidden.
pub(super) fn other_weight(
    profile: Profile,
    moves: &mut [&mut Judged],
) -> Option<(Profile, Vec<Doubt>)> {
    let mut doubts = Vec::new();
    for judged in moves
        .iter_mut()
        .filter(|judged| judged.verdict.label == Label::Chase)
    {
        let weight = judged.weight();
        match profile {
            // One light move keeps the side light, so each must be doubtful.
            Profile::Light if !weight.heavy && weight.doubts.is_empty() => return None,
            Profile::Light | Profile::Heavy => doubts.extend(weight.doubts.iter().copied()),
            Profile::Allowed | Profile::PerpetualCheck => return None,
        }
    }
    let other = if profile == Profile::Light {
        Profile::Heavy
    } else {
        Profile::Light
    };
    (!doubts.is_empty()).then_some((other, doubts))
}
