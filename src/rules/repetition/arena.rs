//! The judge's own board: pieces keep their identity, can be taken off or turned into dead
//! blocks, and a check by given pieces can be ignored (24.18, 26.1.2, 26.3).
//!
//! The rules core's `Position` is the border; inside, every question of articles 24–26 is asked
//! of the *same physical piece* before and after a move, so pieces here are numbered.

use std::hash::{BuildHasherDefault, Hasher};

use super::geometry::{
    ADVISOR, AHEAD, ELEPHANT, GENERAL, HORSE, JUMPS, LINES, SLANTS, SOLDIER, SQUARES, STRAIGHT,
};

/// Number of a piece, kept for the whole cycle.
pub(super) type Id = u8;
/// A set of pieces, one bit a number.
pub(super) type Ids = u32;

/// No piece (an empty point, a move that takes nothing).
pub(super) const NONE: Id = 32;
/// A dead block: fills its point, belongs to nobody, never moves.
const BLOCK: Id = 33;
/// Square of a piece that is off the board.
pub(super) const OFF: u8 = 255;
/// Most pieces a position can have here.
pub(super) const MAX_PIECES: usize = 32;

/// Kinds of pieces, in the order of the arrays below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    General,
    Advisor,
    Elephant,
    Horse,
    Rook,
    Cannon,
    Soldier,
}

/// A side as an index: 0 Red, 1 Black.
pub(super) type Side = usize;

/// The set holding one piece.
pub(super) fn bit(id: Id) -> Ids {
    1u32.checked_shl(u32::from(id)).unwrap_or(0)
}

/// One move of a numbered piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ply {
    pub(super) id: Id,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The piece taken, or [`NONE`].
    pub(super) victim: Id,
}

impl Ply {
    /// Whether it takes something.
    pub(super) fn takes(self) -> bool {
        self.victim != NONE
    }
}

/// What [`Arena::make`] cannot recompute on the way back.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    ignored: Ids,
}

/// The board.
#[derive(Clone)]
pub(super) struct Arena {
    at: [Id; SQUARES],
    square: [u8; MAX_PIECES],
    kind: [Kind; MAX_PIECES],
    /// Pieces of each side, on or off the board.
    of: [Ids; 2],
    alive: Ids,
    king: [Id; 2],
    /// Rooks, cannons and generals of both sides: what attacks along lines.
    liners: Ids,
    horses: Ids,
    /// Pieces whose attack on the enemy general is ignored as long as they stand still.
    ignored: Ids,
    hash: u64,
}

/// Key of a piece on a square: a mixed product, so no table has to be stored.
fn key(id: Id, square: u8) -> u64 {
    let x = (u64::from(id) << 8 | u64::from(square)).wrapping_add(1);
    mix(x.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl Arena {
    /// A board from pieces in the order of their numbers: `(side, kind, square)`.
    /// `None` when there are more than 32, two on one square, or not one general a side.
    pub(super) fn new(pieces: &[(Side, Kind, u8)]) -> Option<Self> {
        if pieces.len() > MAX_PIECES {
            return None;
        }
        let mut arena = Arena {
            at: [NONE; SQUARES],
            square: [OFF; MAX_PIECES],
            kind: [Kind::Soldier; MAX_PIECES],
            of: [0; 2],
            alive: 0,
            king: [NONE; 2],
            liners: 0,
            horses: 0,
            ignored: 0,
            hash: 0,
        };
        for (i, &(side, kind, square)) in pieces.iter().enumerate() {
            let id = i as Id;
            if arena.at[square as usize] != NONE {
                return None;
            }
            arena.at[square as usize] = id;
            arena.square[i] = square;
            arena.kind[i] = kind;
            arena.of[side] |= bit(id);
            arena.alive |= bit(id);
            arena.hash ^= key(id, square);
            match kind {
                Kind::Rook | Kind::Cannon | Kind::General => arena.liners |= bit(id),
                Kind::Horse => arena.horses |= bit(id),
                Kind::Advisor | Kind::Elephant | Kind::Soldier => {}
            }
            if kind == Kind::General {
                if arena.king[side] != NONE {
                    return None;
                }
                arena.king[side] = id;
            }
        }
        (arena.king[0] != NONE && arena.king[1] != NONE).then_some(arena)
    }

    /// The piece on a square, or [`NONE`].
    pub(super) fn piece_at(&self, square: u8) -> Id {
        let id = self.at[square as usize];
        if id == BLOCK { NONE } else { id }
    }

    /// Where a piece stands, [`OFF`] when it was taken.
    pub(super) fn square(&self, id: Id) -> u8 {
        self.square[id as usize]
    }

    /// The kind of a piece.
    pub(super) fn kind(&self, id: Id) -> Kind {
        self.kind[id as usize]
    }

    /// The side a piece belongs to.
    pub(super) fn side(&self, id: Id) -> Side {
        usize::from(self.of[1] & bit(id) != 0)
    }

    /// Pieces of a side still on the board.
    pub(super) fn pieces(&self, side: Side) -> Ids {
        self.of[side] & self.alive
    }

    /// Whether a piece is still on the board.
    pub(super) fn alive(&self, id: Id) -> bool {
        self.alive & bit(id) != 0
    }

    /// The general of a side.
    pub(super) fn general(&self, side: Side) -> Id {
        self.king[side]
    }

    /// Key of the placement (not of the side to move).
    pub(super) fn hash(&self) -> u64 {
        self.hash ^ u64::from(self.ignored).wrapping_mul(0xA24B_AED4_963E_E407)
    }

    /// Whether a soldier has crossed the river; false for other pieces.
    pub(super) fn crossed(&self, id: Id) -> bool {
        self.kind(id) == Kind::Soldier
            && self.alive(id)
            && (self.square(id) >= 45) == (self.side(id) == 0)
    }

    /// Ignore the attack of these pieces on the enemy general while they stand still.
    pub(super) fn ignore(&mut self, ids: Ids) {
        self.ignored = ids;
    }

    /// Take a piece off the board.
    pub(super) fn remove(&mut self, id: Id) {
        let square = self.square(id);
        self.at[square as usize] = NONE;
        self.square[id as usize] = OFF;
        self.alive &= !bit(id);
        self.hash ^= key(id, square);
    }

    /// Fill an empty square with a dead block.
    pub(super) fn block(&mut self, square: u8) {
        debug_assert_eq!(self.at[square as usize], NONE);
        self.at[square as usize] = BLOCK;
        self.hash ^= key(BLOCK, square);
    }

    /// The move of the piece `id` to `to`, taking what stands there.
    pub(super) fn ply(&self, id: Id, to: u8) -> Ply {
        Ply {
            id,
            from: self.square(id),
            to,
            victim: self.piece_at(to),
        }
    }

    /// Play a move.
    pub(super) fn make(&mut self, ply: Ply) -> Undo {
        let undo = Undo {
            ignored: self.ignored,
        };
        if ply.victim != NONE {
            self.square[ply.victim as usize] = OFF;
            self.alive &= !bit(ply.victim);
            self.hash ^= key(ply.victim, ply.to);
        }
        self.at[ply.from as usize] = NONE;
        self.at[ply.to as usize] = ply.id;
        self.square[ply.id as usize] = ply.to;
        self.hash ^= key(ply.id, ply.from) ^ key(ply.id, ply.to);
        self.ignored &= !bit(ply.id);
        undo
    }

    /// Take a move back.
    pub(super) fn unmake(&mut self, ply: Ply, undo: Undo) {
        self.at[ply.to as usize] = ply.victim;
        self.at[ply.from as usize] = ply.id;
        self.square[ply.id as usize] = ply.from;
        self.hash ^= key(ply.id, ply.from) ^ key(ply.id, ply.to);
        if ply.victim != NONE {
            self.square[ply.victim as usize] = ply.to;
            self.alive |= bit(ply.victim);
            self.hash ^= key(ply.victim, ply.to);
        }
        self.ignored = undo.ignored;
    }

    /// Whether the general of `side` stands in check (facing generals included).
    pub(super) fn in_check(&self, side: Side) -> bool {
        let mut found = false;
        self.each_checker(side, |_| {
            found = true;
            true
        });
        found
    }

    /// The pieces that give check to the general of `side`.
    pub(super) fn checkers(&self, side: Side) -> Ids {
        let mut ids = 0;
        self.each_checker(side, |id| {
            ids |= bit(id);
            false
        });
        ids
    }

    /// Calls `see` with every piece that attacks the general of `side` until it says stop.
    fn each_checker(&self, side: Side, mut see: impl FnMut(Id) -> bool) {
        let square = self.square(self.king[side]);
        let enemy = self.pieces(side ^ 1) & !self.ignored;
        for id in each(enemy & self.liners) {
            let from = self.square(id);
            if LINES[square as usize] & 1 << from == 0 {
                continue;
            }
            let hits = match self.kind(id) {
                Kind::Rook => self.screens(from, square) == Some(0),
                Kind::Cannon => self.screens(from, square) == Some(1),
                // Facing generals (2.2).
                _ => from % 9 == square % 9 && self.screens(from, square) == Some(0),
            };
            if hits && see(id) {
                return;
            }
        }
        for id in each(enemy & self.horses) {
            let from = self.square(id);
            if JUMPS[square as usize] & 1 << from != 0
                && self.hops(HORSE[from as usize].as_slice(), square)
                && see(id)
            {
                return;
            }
        }
        // A soldier attacks the points its own moves reach: from the point in front of this
        // general, and from the points beside it.
        let (rank, file) = (square / 9, square % 9);
        let front = if side == 0 {
            rank + 1
        } else {
            rank.wrapping_sub(1)
        };
        let front = (front < 10).then_some(front * 9 + file);
        let sides = [file.wrapping_sub(1), file + 1]
            .into_iter()
            .filter(|&f| f < 9)
            .map(|f| rank * 9 + f);
        for at in front.into_iter().chain(sides) {
            let id = self.at[at as usize];
            if id < NONE && enemy & bit(id) != 0 && self.kind(id) == Kind::Soldier && see(id) {
                return;
            }
        }
    }

    /// Whether a move of `side`, which is not in check, could expose its own general; when not,
    /// it need not be tried.
    pub(super) fn may_expose(&self, ply: Ply, side: Side) -> bool {
        let king = self.king[side];
        let square = self.square(king) as usize;
        ply.id == king
            || (LINES[square] | SLANTS[square]) & 1 << ply.from != 0
            || LINES[square] & 1 << ply.to != 0
    }

    /// Whether a move of `side` could give check; when not, it need not be tried.
    pub(super) fn may_check(&self, ply: Ply, side: Side) -> bool {
        let square = self.square(self.king[side ^ 1]) as usize;
        (LINES[square] | SLANTS[square]) & 1 << ply.from != 0
            || LINES[square] & 1 << ply.to != 0
            || self.horses & bit(ply.id) != 0 && JUMPS[square] & 1 << ply.to != 0
    }

    /// Whether the piece reaches the square by its way of taking, kings' safety aside. The
    /// square may be empty: then it says whether it would take there.
    pub(super) fn reaches(&self, id: Id, to: u8) -> bool {
        let from = self.square(id);
        match self.kind(id) {
            Kind::General => GENERAL[from as usize].as_slice().contains(&to),
            Kind::Advisor => ADVISOR[from as usize].as_slice().contains(&to),
            Kind::Soldier => SOLDIER[self.side(id)][from as usize]
                .as_slice()
                .contains(&to),
            Kind::Elephant => self.hops(ELEPHANT[from as usize].as_slice(), to),
            Kind::Horse => self.hops(HORSE[from as usize].as_slice(), to),
            Kind::Rook => self.screens(from, to) == Some(0),
            Kind::Cannon => self.screens(from, to) == Some(1),
        }
    }

    fn hops(&self, hops: &[super::geometry::Hop], to: u8) -> bool {
        hops.iter()
            .any(|hop| hop.to == to && self.at[hop.over as usize] == NONE)
    }

    /// Pieces strictly between two points of one line; `None` off a line or on the same point.
    fn screens(&self, from: u8, to: u8) -> Option<u32> {
        let step: i8 = if from == to {
            return None;
        } else if from % 9 == to % 9 {
            if to > from { 9 } else { -9 }
        } else if from / 9 == to / 9 {
            if to > from { 1 } else { -1 }
        } else {
            return None;
        };
        let mut count = 0;
        let mut at = from.wrapping_add_signed(step);
        while at != to {
            count += u32::from(self.at[at as usize] != NONE);
            at = at.wrapping_add_signed(step);
        }
        Some(count)
    }

    /// Adds the moves of a side to `list` (own general's safety not looked at).
    pub(super) fn moves(&self, side: Side, takes_only: bool, list: &mut Vec<Ply>) {
        let mut rest = self.pieces(side);
        while rest != 0 {
            let id = rest.trailing_zeros() as Id;
            rest &= rest - 1;
            self.moves_of(id, side, takes_only, list);
        }
    }

    fn moves_of(&self, id: Id, side: Side, takes_only: bool, list: &mut Vec<Ply>) {
        let from = self.square(id);
        let own = self.of[side];
        let enemy_king = self.king[side ^ 1];
        let mut push = |to: u8| {
            let victim = self.at[to as usize];
            let free = victim == NONE;
            if free && !takes_only
                || !free && victim != BLOCK && own & bit(victim) == 0 && victim != enemy_king
            {
                list.push(Ply {
                    id,
                    from,
                    to,
                    victim,
                });
            }
        };
        match self.kind(id) {
            Kind::General => GENERAL[from as usize]
                .as_slice()
                .iter()
                .for_each(|&to| push(to)),
            Kind::Advisor => ADVISOR[from as usize]
                .as_slice()
                .iter()
                .for_each(|&to| push(to)),
            Kind::Soldier => SOLDIER[side][from as usize]
                .as_slice()
                .iter()
                .for_each(|&to| push(to)),
            Kind::Elephant | Kind::Horse => {
                let hops = if self.kind(id) == Kind::Horse {
                    HORSE[from as usize].as_slice()
                } else {
                    ELEPHANT[from as usize].as_slice()
                };
                for hop in hops {
                    if self.at[hop.over as usize] == NONE {
                        push(hop.to);
                    }
                }
            }
            Kind::Rook | Kind::Cannon => {
                let cannon = self.kind(id) == Kind::Cannon;
                for (direction, &step) in STRAIGHT.iter().enumerate() {
                    let mut screens = 0;
                    let mut at = from;
                    for _ in 0..AHEAD[from as usize][direction] {
                        at = at.wrapping_add_signed(step);
                        let free = self.at[at as usize] == NONE;
                        if free {
                            if screens == 0 {
                                push(at);
                            }
                            continue;
                        }
                        if screens == u32::from(cannon) {
                            push(at);
                            break;
                        }
                        screens += 1;
                    }
                }
            }
        }
    }

    /// Whether a move of `side` leaves its own general safe.
    pub(super) fn safe(&mut self, ply: Ply, side: Side) -> bool {
        let undo = self.make(ply);
        let safe = !self.in_check(side);
        self.unmake(ply, undo);
        safe
    }

    /// Whether a side has a legal move at all.
    pub(super) fn can_move(&mut self, side: Side, list: &mut Vec<Ply>) -> bool {
        let start = list.len();
        self.moves(side, false, list);
        let mut found = false;
        for &ply in &list[start..] {
            if self.safe(ply, side) {
                found = true;
                break;
            }
        }
        list.truncate(start);
        found
    }
}

/// The numbers in a set, lowest first.
pub(super) fn each(mut ids: Ids) -> impl Iterator<Item = Id> {
    std::iter::from_fn(move || {
        (ids != 0).then(|| {
            let id = ids.trailing_zeros() as Id;
            ids &= ids - 1;
            id
        })
    })
}

/// A map by position keys, which are mixed already.
pub(super) type KeyMap<V> = std::collections::HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Takes a key as it is.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Mixes the bits of a number.
pub(super) fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ x >> 29
}
