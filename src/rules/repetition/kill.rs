//! 杀 (24.2): were it S's turn again, S would mate by an unbroken series of checks.

use super::arena::{Arena, KeyMap, Ply, Side};

/// Moves of the attacker a mating series may have.
pub(super) const DEPTH: u8 = 8;
/// Positions looked at before the search gives up.
pub(super) const CAP: u32 = 15_000;

/// What a search for a kill found.
#[derive(Clone, Debug, Default)]
pub(super) struct Kill {
    /// First moves that mate by force.
    pub(super) first: Vec<Ply>,
    /// The cap was reached before the search was complete.
    pub(super) capped: bool,
}

/// A search for series of checks that mate.
pub(super) struct Search<'a> {
    arena: Arena,
    side: Side,
    /// Captures left out while both pieces stand where they stood (26.10).
    excluded: &'a [Ply],
    list: Vec<Ply>,
    /// By position: the depth up to which no mate exists, and whether one does.
    seen: KeyMap<(u8, bool)>,
    /// Positions looked at so far.
    pub(super) nodes: u32,
    cap: u32,
}

impl<'a> Search<'a> {
    /// A search for `side`, which is to move in `arena`.
    pub(super) fn new(arena: &Arena, side: Side, excluded: &'a [Ply], cap: u32) -> Self {
        Search {
            arena: arena.clone(),
            side,
            excluded,
            list: Vec::with_capacity(128),
            seen: KeyMap::default(),
            nodes: 0,
            cap,
        }
    }

    fn checking_moves(&mut self) -> (usize, usize) {
        let start = self.list.len();
        let mut list = std::mem::take(&mut self.list);
        self.arena.moves(self.side, false, &mut list);
        let mut keep = start;
        for i in start..list.len() {
            let ply = list[i];
            if self.excluded.contains(&ply) || !self.arena.may_check(ply, self.side) {
                continue;
            }
            let undo = self.arena.make(ply);
            let good = self.arena.in_check(self.side ^ 1) && !self.arena.in_check(self.side);
            self.arena.unmake(ply, undo);
            if good {
                list[keep] = ply;
                keep += 1;
            }
        }
        list.truncate(keep);
        self.list = list;
        (start, keep)
    }

    /// All first moves that mate within `depth` moves of the attacker, found by deepening so that
    /// the shortest series come first; deeper ones are not looked for once some are found.
    pub(super) fn first_moves(&mut self, depth: u8) -> Kill {
        let (start, end) = self.checking_moves();
        let candidates = self.list[start..end].to_vec();
        self.list.truncate(start);
        let mut kill = Kill::default();
        for limit in 1..=depth {
            for &ply in &candidates {
                if self.mates_with(ply, limit) {
                    kill.first.push(ply);
                }
            }
            if !kill.first.is_empty() || self.nodes > self.cap {
                break;
            }
        }
        kill.capped = self.nodes > self.cap;
        kill
    }

    /// Whether the same piece can go to the same point in this position and mate with it.
    pub(super) fn repeats(&mut self, ply: Ply, depth: u8) -> bool {
        let here = self.arena.ply(ply.id, ply.to);
        let start = self.list.len();
        let mut list = std::mem::take(&mut self.list);
        self.arena.moves(self.side, false, &mut list);
        let possible = list[start..].contains(&here) && !self.excluded.contains(&here);
        list.truncate(start);
        self.list = list;
        possible && self.mates_with(here, depth)
    }

    /// The mating series that begins with `ply`, which is known to mate within `depth` moves: the
    /// shortest one against the longest defence.
    pub(super) fn line(&mut self, ply: Ply, depth: u8) -> Vec<Ply> {
        let mut line = vec![ply];
        let Some(limit) = (1..=depth).find(|&limit| self.mates_with(ply, limit)) else {
            return line;
        };
        let mut undo = vec![self.arena.make(ply)];
        let mut limit = limit;
        while limit > 1 {
            limit -= 1;
            let Some((reply, answer)) = self.longest_defence(limit) else {
                break;
            };
            for ply in [reply, answer] {
                undo.push(self.arena.make(ply));
                line.push(ply);
            }
        }
        for (&ply, undo) in line.iter().zip(undo).rev() {
            self.arena.unmake(ply, undo);
        }
        line
    }

    /// A reply that is not mated in fewer than `limit` moves, and the move that mates it.
    fn longest_defence(&mut self, limit: u8) -> Option<(Ply, Ply)> {
        let enemy = self.side ^ 1;
        let mut replies = Vec::new();
        self.arena.moves(enemy, false, &mut replies);
        for exact in [true, false] {
            for &reply in &replies {
                let undo = self.arena.make(reply);
                let mut answer = None;
                if !self.arena.in_check(enemy) && (!exact || !self.mate(limit - 1)) {
                    let (start, end) = self.checking_moves();
                    let answers = self.list[start..end].to_vec();
                    self.list.truncate(start);
                    answer = answers.into_iter().find(|&ply| self.mates_with(ply, limit));
                }
                self.arena.unmake(reply, undo);
                if let Some(answer) = answer {
                    return Some((reply, answer));
                }
            }
        }
        None
    }

    /// Whether playing `ply` mates within `depth` moves of the attacker, this one included.
    pub(super) fn mates_with(&mut self, ply: Ply, depth: u8) -> bool {
        let undo = self.arena.make(ply);
        let mates = self.arena.in_check(self.side ^ 1)
            && !self.arena.in_check(self.side)
            && self.all_replies_lose(depth);
        self.arena.unmake(ply, undo);
        mates
    }

    fn all_replies_lose(&mut self, depth: u8) -> bool {
        self.nodes += 1;
        let enemy = self.side ^ 1;
        let start = self.list.len();
        let mut list = std::mem::take(&mut self.list);
        self.arena.moves(enemy, false, &mut list);
        self.list = list;
        let end = self.list.len();
        // A reply that takes something is the likeliest to refute, and one refutation is enough.
        self.list[start..end].sort_by_key(|ply| !ply.takes());
        let mut lose = true;
        for i in start..end {
            let ply = self.list[i];
            let undo = self.arena.make(ply);
            let legal = !self.arena.in_check(enemy);
            // A reply that gives check must itself be answered by a checking move.
            let escapes = legal && (depth <= 1 || !self.mate(depth - 1));
            self.arena.unmake(ply, undo);
            if escapes {
                lose = false;
                break;
            }
        }
        self.list.truncate(start);
        lose
    }

    fn mate(&mut self, depth: u8) -> bool {
        if depth == 0 || self.nodes > self.cap {
            return false;
        }
        self.nodes += 1;
        let key = self.arena.hash();
        if let Some(&(seen, mates)) = self.seen.get(&key) {
            if mates {
                return true;
            }
            if seen >= depth {
                return false;
            }
        }
        let (start, end) = self.checking_moves();
        let mut mates = false;
        for i in start..end {
            let ply = self.list[i];
            if self.mates_with(ply, depth) {
                mates = true;
                break;
            }
        }
        self.list.truncate(start);
        if mates || self.nodes <= self.cap {
            self.seen.insert(key, (depth, mates));
        }
        mates
    }
}
