//! What did each side do over the cycle, and who loses?
//!
//! Profiles in the shape of the answer: perpetual check, `heavy` for the perpetual chase of a rook
//! held by a horse, `light` for any other perpetual chase, `allowed` for the rest.

use super::super::arena::{Ids, Side, bit};
use super::super::cycle::Cycle;
use super::super::ruling::{Profile, Ruling};
use super::reading::{Doubt, Reading};
use super::verdict::Verdict;

/// A judged record, before it is put into words.
pub(super) struct Decision {
    pub(super) ruling: Ruling,
    pub(super) cycle: Cycle,
    /// Occurrences of the rarest position, when that is too few.
    pub(super) rarest: Option<usize>,
    /// By colour.
    pub(super) conduct: [Conduct; 2],
    /// The judged moves in order.
    pub(super) moves: Vec<Verdict>,
    /// Empty when the ruling is certain.
    pub(super) doubts: Vec<Doubt>,
}

/// What one side did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conduct {
    pub(super) profile: Profile,
    /// The pieces it chases on every move.
    pub(super) chased: Ids,
    /// It answers every chase by chasing the chaser.
    pub(super) counter: bool,
}

impl Conduct {
    const NOTHING: Conduct = Conduct {
        profile: Profile::Allowed,
        chased: 0,
        counter: false,
    };
}

impl Decision {
    /// Rules on the moves of a cycle.
    pub(super) fn new(cycle: Cycle, moves: Vec<Verdict>) -> Self {
        let conduct = conducts(&moves, Reading::TEXT);
        let ruling = rule(conduct);
        let doubts = Reading::OTHERS
            .into_iter()
            .filter(|&(_, other)| rule(conducts(&moves, other)) != ruling)
            .map(|(doubt, _)| doubt)
            .collect();
        Decision {
            ruling,
            cycle,
            rarest: None,
            conduct,
            moves,
            doubts,
        }
    }

    /// A claim before the third occurrence.
    pub(super) fn too_early(cycle: Cycle, rarest: usize) -> Self {
        Decision {
            ruling: Ruling::NotRepeated,
            cycle,
            rarest: Some(rarest),
            conduct: [Conduct::NOTHING; 2],
            moves: Vec::new(),
            doubts: Vec::new(),
        }
    }
}

/// The heavier side loses; equals draw.
fn rule([red, black]: [Conduct; 2]) -> Ruling {
    match red.profile.cmp(&black.profile) {
        std::cmp::Ordering::Greater => Ruling::RedLoses,
        std::cmp::Ordering::Less => Ruling::BlackLoses,
        std::cmp::Ordering::Equal => Ruling::Draw,
    }
}

fn conducts(moves: &[Verdict], reading: Reading) -> [Conduct; 2] {
    let mut both = [0, 1].map(|side| conduct(moves, side, reading));
    for side in [0, 1] {
        if both[side].profile == Profile::Light
            && both[side ^ 1].profile == Profile::Allowed
            && reading.counter_chases_join()
            && countered(moves, side, both[side].chased, reading)
        {
            both[side ^ 1] = Conduct {
                profile: Profile::Light,
                counter: true,
                ..both[side ^ 1]
            };
            break;
        }
    }
    both
}

fn conduct(moves: &[Verdict], side: Side, reading: Reading) -> Conduct {
    let mut own = moves
        .iter()
        .filter(|verdict| verdict.side == side)
        .peekable();
    if own.peek().is_none() {
        return Conduct::NOTHING;
    }
    let (mut checks, mut chased, mut held) = (true, Ids::MAX, Ids::MAX);
    for verdict in own {
        checks &= verdict.checks;
        chased &= verdict.victims(reading);
        held &= verdict.held(reading);
    }
    let profile = if checks {
        Profile::PerpetualCheck
    } else if held != 0 {
        Profile::Heavy
    } else if chased != 0 {
        Profile::Light
    } else {
        Profile::Allowed
    };
    Conduct {
        profile,
        chased,
        counter: false,
    }
}

/// Whether every reply to the perpetual chase of `side` chases one of the pieces that chase. With
/// one chaser that is the perpetual chase of one piece anyway; with several it is the same thing
/// done to several.
fn countered(moves: &[Verdict], side: Side, chased: Ids, reading: Reading) -> bool {
    moves
        .iter()
        .enumerate()
        .filter(|(_, verdict)| verdict.side == side)
        .all(|(i, verdict)| {
            let chasers = verdict
                .fresh(reading)
                .filter(|attack| chased & bit(attack.victim) != 0)
                .fold(0, |ids: Ids, attack| ids | bit(attack.attacker));
            // The cycle closes on itself, so the reply to its last move is its first.
            let reply = &moves[(i + 1) % moves.len()];
            reply.victims(reading) & chasers != 0
        })
}
