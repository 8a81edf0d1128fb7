//! The whole question: a record in, a ruling with its reasons out.

use std::collections::HashMap;

use super::arena::{Arena, Kind, Ply};
use super::clause::Edition;
use super::cycle::{Count, Counting, Cycle, NINE_ROUNDS, Record};
use super::doubt::Doubt;
use super::effort::Effort;
use super::profile::{Judged, alternatives, other_weight, profile};
use super::ruling::{Profile, Ruling, rule};
use super::scene::Grounds;
use super::verdict;
use crate::rules::{Color, Move, PieceKind, Position};

/// How a record is to be judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The edition that decides.
    pub edition: Edition,
    /// When a claim is early enough.
    pub counting: Counting,
    /// Take the last cycle as repeated three times.
    pub assume_repeated: bool,
}

/// A judged record, before it is put into words.
pub(super) struct Decision {
    pub(super) edition: Edition,
    pub(super) ruling: Ruling,
    /// Empty when the ruling is certain.
    pub(super) doubts: Vec<Doubt>,
    pub(super) cycle: Cycle,
    /// Occurrences of the rarest position, when that is too few.
    pub(super) rarest: Option<usize>,
    /// By colour.
    pub(super) profiles: [Profile; 2],
    /// The judged moves in order, with the board before each.
    pub(super) moves: Vec<Judged>,
}

/// Judges a record of legal moves from `start`.
pub(super) fn decide(start: Position, moves: &[Move], settings: Settings) -> Decision {
    let record = Record::new(start, moves);
    let count = if settings.assume_repeated {
        match record.assume_repeated() {
            Some(cycle) => Count::Repeated(cycle),
            None => Count::TooEarly {
                cycle: Cycle {
                    start: moves.len(),
                    length: 0,
                    occurrences: 1,
                },
                rarest: 1,
            },
        }
    } else {
        record.count(settings.counting)
    };
    let mut boards = Boards::new(&start, moves);
    let trial = settings.edition == Edition::Trial;
    match count {
        Count::Repeated(cycle) => {
            let mut judged = boards.judge(cycle.start, moves.len(), trial);
            let (profiles, ruling, doubts) = settle(&mut judged);
            Decision {
                edition: settings.edition,
                ruling,
                doubts,
                cycle,
                rarest: None,
                profiles,
                moves: judged,
            }
        }
        Count::TooEarly { cycle, rarest } => {
            let mut decision = Decision {
                edition: settings.edition,
                ruling: Ruling::NotRepeated,
                doubts: Vec::new(),
                cycle,
                rarest: Some(rarest),
                profiles: [Profile::Allowed; 2],
                moves: Vec::new(),
            };
            if !settings.assume_repeated && record.quiet_plies() >= NINE_ROUNDS {
                nine_rounds(&mut decision, &mut boards, moves.len(), trial);
            }
            decision
        }
    }
}

/// 23.4: nine rounds of forbidden moves, or of one piece going about aimlessly, on three or more
/// points: an arbiter may judge them without three occurrences.
fn nine_rounds(decision: &mut Decision, boards: &mut Boards, end: usize, trial: bool) {
    let start = end - NINE_ROUNDS;
    // Cheap evidence first: the same piece moved by a side nine times over three points or more,
    // back and forth. Without it a game is simply being played.
    let circling = [0, 1].map(|offset| {
        let own: Vec<Ply> = (start..end)
            .skip(offset)
            .step_by(2)
            .map(|i| boards.plies[i])
            .collect();
        let mut points: Vec<u8> = own.iter().map(|ply| ply.to).collect();
        points.sort_unstable();
        points.dedup();
        own.iter().all(|ply| ply.id == own[0].id) && points.len() >= 3 && points.len() < own.len()
    });
    if circling == [false; 2] {
        return;
    }
    let mut judged = boards.judge(start, end, trial);
    let forbidden = [0, 1].map(|offset| {
        let side = boards.boards[start + offset].side(boards.plies[start + offset].id);
        let mut own = judged
            .iter()
            .filter(|judged| judged.verdict.scene.side == side);
        let labels: Vec<bool> = own
            .by_ref()
            .map(|judged| judged.verdict.label.is_forbidden())
            .collect();
        (
            labels.iter().all(|&forbidden| forbidden),
            labels.contains(&true),
        )
    });
    let all = forbidden.map(|(all, _)| all);
    let aimless = [0, 1].map(|offset| circling[offset] && !forbidden[offset].1);
    if all != [false; 2] || aimless == [true; 2] {
        for side in [Color::Red, Color::Black] {
            decision.profiles[side.index()] = profile(&mut of_side(&mut judged, side));
        }
        decision.doubts = vec![Doubt::NineRounds];
        decision.moves = judged;
    }
}

/// The moves of one side.
pub(super) fn of_side(moves: &mut [Judged], side: Color) -> Vec<&mut Judged> {
    moves
        .iter_mut()
        .filter(|judged| judged.verdict.scene.side == side.index())
        .collect()
}

/// The profiles, the ruling, and every doubt that could change it.
fn settle(moves: &mut [Judged]) -> ([Profile; 2], Ruling, Vec<Doubt>) {
    // One allowed move makes a side allowed whatever the weight of its others, so the heavy and
    // the light are told apart only when both sides are forbidden.
    let forbidden = Color::ALL.map(|side| {
        let own = of_side(moves, side);
        !own.is_empty() && own.iter().all(|judged| judged.verdict.label.is_forbidden())
    });
    let profiles = Color::ALL.map(|side| profile(&mut of_side(moves, side)));
    let ruling = rule(profiles[0], profiles[1]);
    let mut doubts = Vec::new();
    for side in Color::ALL {
        let mut own = of_side(moves, side);
        let mut others = alternatives(profiles[side.index()], &mut own);
        if forbidden == [true; 2] {
            others.extend(other_weight(profiles[side.index()], &mut own));
        }
        for (other, why) in others {
            let mut changed = profiles;
            changed[side.index()] = other;
            if rule(changed[0], changed[1]) != ruling {
                doubts.extend(why);
            }
        }
    }
    doubts.sort_unstable();
    doubts.dedup();
    (profiles, ruling, doubts)
}

/// The boards of a record, with the same piece bearing the same number throughout.
struct Boards {
    boards: Vec<Arena>,
    plies: Vec<Ply>,
    hashes: Vec<u64>,
}

impl Boards {
    fn new(start: &Position, moves: &[Move]) -> Self {
        let mut board = arena(start);
        let mut boards = vec![board.clone()];
        let mut plies = Vec::with_capacity(moves.len());
        for mv in moves {
            let ply = board.ply(board.piece_at(mv.from.index() as u8), mv.to.index() as u8);
            plies.push(ply);
            board.make(ply);
            boards.push(board.clone());
        }
        let hashes = boards.iter().map(Arena::hash).collect();
        Boards {
            boards,
            plies,
            hashes,
        }
    }

    /// Judges the moves from ply `start` to ply `end`; the same move in the same position is
    /// judged once.
    fn judge(&mut self, start: usize, end: usize, trial: bool) -> Vec<Judged> {
        let mut seen: HashMap<(u64, u8, u8), usize> = HashMap::new();
        let mut judged: Vec<Judged> = Vec::new();
        let mut known = Grounds::default();
        let mut effort = Effort::ruling();
        for i in start..end {
            let ply = self.plies[i];
            let at = *seen
                .entry((self.hashes[i], ply.id, ply.to))
                .or_insert_with(|| {
                    let own = Effort::of_move(effort, end - start);
                    let verdict = verdict::judge(&self.boards[i], ply, trial, &known, own);
                    effort.spend(verdict.scene.effort.spent_of(own), false);
                    known.learn(&verdict.scene);
                    judged.push(Judged {
                        plies: Vec::new(),
                        verdict,
                        weight: None,
                    });
                    judged.len() - 1
                });
            judged[at].plies.push(i);
        }
        judged
    }
}

/// The judge's board of a position.
pub(super) fn arena(position: &Position) -> Arena {
    let pieces: Vec<_> = position
        .board()
        .pieces()
        .map(|(square, piece)| {
            let kind = match piece.kind {
                PieceKind::General => Kind::General,
                PieceKind::Advisor => Kind::Advisor,
                PieceKind::Elephant => Kind::Elephant,
                PieceKind::Horse => Kind::Horse,
                PieceKind::Rook => Kind::Rook,
                PieceKind::Cannon => Kind::Cannon,
                PieceKind::Soldier => Kind::Soldier,
            };
            (piece.color.index(), kind, square.index() as u8)
        })
        .collect();
    Arena::new(&pieces).expect("a validated position has one general a side and at most 32 pieces")
}
