//! Which pieces can a side take with profit?

use super::super::arena::{Arena, Id, Kind, Ply, Side, each};
use super::root::{Roots, roots};

/// Why a capture counts as a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// Nothing could take back.
    Unprotected,
    /// What seems to protect the piece could not take back.
    FalseRoot {
        /// Only because the capture itself opens a line to the general.
        opened: bool,
    },
    /// A rook is worth more than what attacks it, protected or not.
    LesserAttacker {
        /// The rules name the attacker: a horse or a cannon.
        named: bool,
    },
}

/// A capture that a side threatens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attack {
    pub(super) attacker: Id,
    pub(super) victim: Id,
    pub(super) why: Why,
}

impl Attack {
    /// Whether the same piece attacks the same piece.
    pub(super) fn same(&self, other: &Attack) -> bool {
        self.attacker == other.attacker && self.victim == other.victim
    }
}

/// What `side` threatens to take, as if it were on the move.
///
/// A check it is giving at this moment is left out of account when the defenders are asked: every
/// defence would have to answer it, and a checking move would seem to attack everything.
pub(super) fn attacks(arena: &Arena, side: Side) -> Vec<Attack> {
    let mut board = arena.clone();
    board.ignore(board.checkers(side ^ 1));
    let mut found = Vec::new();
    for attacker in each(board.pieces(side)) {
        // Generals and soldiers may chase for ever.
        if matches!(board.kind(attacker), Kind::General | Kind::Soldier) {
            continue;
        }
        for victim in each(board.pieces(side ^ 1)) {
            if may_be_chased(&board, victim)
                && let Some(why) = threat(&mut board, attacker, victim)
            {
                found.push(Attack {
                    attacker,
                    victim,
                    why,
                });
            }
        }
    }
    found
}

/// Soldiers that have not crossed the river may be chased for ever; an attack on a general is a
/// check.
fn may_be_chased(board: &Arena, victim: Id) -> bool {
    match board.kind(victim) {
        Kind::General => false,
        Kind::Soldier => board.crossed(victim),
        _ => true,
    }
}

fn threat(board: &mut Arena, attacker: Id, victim: Id) -> Option<Why> {
    let (side, to) = (board.side(attacker), board.square(victim));
    if !board.reaches(attacker, to) {
        return None;
    }
    let capture = board.ply(attacker, to);
    if !board.safe(capture, side) || offers_itself(board, capture) {
        return None;
    }
    let rook = board.kind(victim) == Kind::Rook;
    let roots = roots(board, capture);
    match board.kind(attacker) {
        _ if roots == Roots::None => Some(Why::Unprotected),
        Kind::Horse | Kind::Cannon if rook => Some(Why::LesserAttacker { named: true }),
        _ if let Roots::False { opened } = roots => Some(Why::FalseRoot { opened }),
        Kind::Advisor | Kind::Elephant if rook => Some(Why::LesserAttacker { named: false }),
        _ => None,
    }
}

/// Two pieces of a kind that can take each other: an offer to exchange or a sacrifice, not a chase.
/// A piece that cannot take back, because it is pinned or its leg is blocked, is chased.
fn offers_itself(board: &mut Arena, capture: Ply) -> bool {
    if board.kind(capture.id) != board.kind(capture.victim)
        || !board.reaches(capture.victim, capture.from)
    {
        return false;
    }
    let (back, owner) = (
        board.ply(capture.victim, capture.from),
        board.side(capture.victim),
    );
    board.safe(back, owner)
}
