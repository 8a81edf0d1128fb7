//! The demonstration game: can S win the piece T, and what does it net? (24.3)
//!
//! A chase is a claim about what would follow, so it is decided by a small game in which the
//! attacker may take, take back and give a few checks, and the defender may answer in kind.
//! Its value is a minimax value, never "the first line found"; so it cannot depend on the side
//! of the board or the colour of the pieces.

use super::arena::{Arena, Id, KeyMap, NONE, Ply, Side, bit, mix};
use super::effort::Effort;
use super::ground::{Ground, simple_exchange};
use super::hanging::hangs;
use super::terms::{Line, Soldier, Terms};
use super::worth::{PAWN, STRONG, WON, worth};

/// Longest line, in plies; only mutual checks without end would reach it.
const LONGEST: u8 = 40;

/// A demonstration from one starting position.
struct Game<'g> {
    ground: &'g mut Ground,
    arena: Arena,
    terms: Terms,
    excluded: &'g [Ply],
    list: Vec<Ply>,
    nodes: u32,
    cap: u32,
    /// The cap was reached: the value is only what was seen.
    capped: bool,
    simple: bool,
    /// Bounds found for states of play: at least, at most.
    bounds: KeyMap<(i32, i32)>,
    /// The best lines by length so far, kept only when a line is asked for.
    best_lines: Option<Vec<Vec<Ply>>>,
}

impl<'g> Game<'g> {
    /// A game on `ground`. `excluded`: captures left out while both pieces stand still
    /// (standing exchange offers, 26.10).
    fn new(ground: &'g mut Ground, terms: Terms, excluded: &'g [Ply], cap: u32) -> Self {
        let arena = ground.arena.clone();
        Game {
            ground,
            arena,
            terms,
            excluded,
            list: Vec::with_capacity(256),
            nodes: 0,
            cap,
            capped: false,
            simple: false,
            bounds: KeyMap::default(),
            best_lines: None,
        }
    }

    /// The value for S, moving first: above zero = a gain; never below zero.
    /// Exact inside `(floor, ceiling)`.
    fn gain(&mut self, floor: i32, ceiling: i32) -> i32 {
        let line = Line::new(&self.terms);
        self.attack(line, floor, ceiling, true).max(0)
    }

    /// The value for S after O has just played `ply` (an accepted offer), S to answer, and the
    /// line that shows it, the acceptance first.
    fn answer(&mut self, ply: Ply) -> (i32, Vec<Ply>) {
        self.best_lines = Some(vec![Vec::new(); usize::from(LONGEST) + 2]);
        let mut line = Line::new(&self.terms);
        line.balance = -worth(&self.arena, ply.victim, self.ground.crossed);
        line.moved = bit(ply.id) | bit(ply.victim);
        line.exchange = 1 << ply.to;
        let undo = self.arena.make(ply);
        let value = self.attack(line, 0, WON, false);
        self.arena.unmake(ply, undo);
        let mut shown = vec![ply];
        shown.extend(
            self.best_lines
                .take()
                .and_then(|mut lines| lines.drain(..1).next())
                .unwrap_or_default(),
        );
        (value, shown)
    }

    /// The line that shows a value known to be right, S moving first.
    fn demonstrate(&mut self, value: i32) -> Vec<Ply> {
        self.best_lines = Some(vec![Vec::new(); usize::from(LONGEST) + 2]);
        self.gain(value - 1, value + 1);
        let line = self
            .best_lines
            .take()
            .and_then(|mut lines| lines.drain(..1).next());
        line.unwrap_or_default()
    }

    /// The line so far ends here: nothing better follows.
    fn line_stops(&mut self, length: u8) {
        if let Some(lines) = &mut self.best_lines {
            lines[usize::from(length)].clear();
        }
    }

    /// `ply` is now the best continuation at `length`.
    fn line_goes(&mut self, length: u8, ply: Ply) {
        if let Some(lines) = &mut self.best_lines {
            let rest = std::mem::take(&mut lines[usize::from(length) + 1]);
            let line = &mut lines[usize::from(length)];
            line.clear();
            line.push(ply);
            line.extend_from_slice(&rest);
        }
    }

    /// Whether the piece counts nothing when O takes it where it stood.
    fn is_immune(&self, id: Id, line: &Line) -> bool {
        id == self.terms.immune && line.moved & bit(id) == 0
    }

    fn connected(&mut self, ply: Ply, line: &Line) -> bool {
        if line.moved & bit(ply.victim) != 0 || ply.victim == self.terms.exposed {
            return true;
        }
        if self.ground.takes[ply.id as usize] & bit(ply.victim) == 0 {
            return true;
        }
        if line.moved & bit(ply.id) != 0 {
            return true;
        }
        if self.hangs(ply.victim) {
            return false;
        }
        self.ground.simple(ply.victim) > 0
            || simple_exchange(&mut self.arena, ply.victim, self.ground.crossed)
                > self.ground.simple(ply.victim)
    }

    /// Whether a piece was hanging at the start (in the hanging game itself nothing is).
    fn hangs(&mut self, id: Id) -> bool {
        if self.simple {
            return false;
        }
        let spent = self.ground.spent;
        let hangs = hangs(self.ground, id);
        self.nodes += self.ground.spent - spent;
        hangs
    }

    fn is_excluded(&self, ply: Ply, line: &Line) -> bool {
        self.excluded.iter().any(|pair| {
            pair.id == ply.id
                && pair.victim == ply.victim
                && line.moved & (bit(ply.id) | bit(ply.victim)) == 0
        })
    }

    /// Whether a capture by S counts in this line (26.1, 26.8). The move has been made.
    fn counts_for_attacker(&mut self, ply: Ply, line: &Line, first: bool, connected: bool) -> bool {
        let in_game = ply.victim == self.terms.target
            || line.exchange & 1 << ply.to != 0
            || connected
            || self.terms.generous && !self.hangs(ply.victim);
        if !in_game {
            return false;
        }
        if ply.victim == self.terms.target && self.terms.taker != NONE && ply.id != self.terms.taker
        {
            return false;
        }
        let humble = matches!(
            self.arena.kind(ply.id),
            super::arena::Kind::General | super::arena::Kind::Soldier
        );
        if !humble || self.terms.humble_take {
            return true;
        }
        let opens = self.arena.checkers(self.terms.side ^ 1) & !bit(ply.id) != 0;
        opens
            || !first
                && line.balance != 0
                && self.ground.takes[ply.id as usize] & bit(ply.victim) == 0
    }

    /// Puts the moves worth trying on the list: all when in check, else captures and, when `quiet`,
    /// moves that may give check. The dearest captures come first; the value does not depend on
    /// the order.
    fn candidates(&mut self, side: Side, quiet: bool, checked: bool) {
        let start = self.list.len();
        let mut list = std::mem::take(&mut self.list);
        self.arena.moves(side, !quiet, &mut list);
        if !checked {
            let mut keep = start;
            for i in start..list.len() {
                let ply = list[i];
                if ply.takes() || self.arena.may_check(ply, side) {
                    list[keep] = ply;
                    keep += 1;
                }
            }
            list.truncate(keep);
        }
        // An insertion sort of the captures to the front: they are few.
        let mut front = start;
        for i in start..list.len() {
            if !list[i].takes() {
                continue;
            }
            let ply = list[i];
            list[i] = list[front];
            let dear = |ply: Ply| worth(&self.arena, ply.victim, self.ground.crossed);
            let mut at = front;
            while at > start && dear(list[at - 1]) < dear(ply) {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = ply;
            front += 1;
        }
        self.list = list;
    }

    /// Key of a state of play: the position and everything a line remembers.
    fn state(&self, line: &Line, mark: u64) -> u64 {
        let flags = u64::from(line.taken)
            | u64::from(line.opener_lost) << 1
            | u64::from(line.lost) << 2
            | u64::from(line.lost_free) << 3
            | (line.soldier as u64) << 4
            | u64::from(line.checks[0]) << 6
            | u64::from(line.checks[1]) << 9
            | u64::from(line.opener) << 12
            | u64::from(line.floats) << 18
            | mark << 19;
        let mut key = self.arena.hash();
        for part in [
            u64::from(line.moved) | (line.balance as u32 as u64) << 32,
            line.exchange as u64,
            (line.exchange >> 64) as u64,
            flags,
        ] {
            key = mix(key.rotate_left(23) ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        key
    }

    /// A bound known for a state that settles the window, if any.
    fn known(&self, key: u64, alpha: i32, beta: i32) -> Option<i32> {
        let &(low, high) = self.bounds.get(&key)?;
        if low >= beta || low == high {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// Remembers what a search in a window found.
    fn remember(&mut self, key: u64, value: i32, alpha: i32, beta: i32) {
        if self.capped {
            return;
        }
        let bounds = self.bounds.entry(key).or_insert((i32::MIN, i32::MAX));
        if value > alpha {
            bounds.0 = bounds.0.max(value);
        }
        if value < beta {
            bounds.1 = bounds.1.min(value);
        }
    }

    fn attack(&mut self, line: Line, alpha: i32, beta: i32, first: bool) -> i32 {
        if first || self.best_lines.is_some() || line.checks[0] == 0 {
            return self.attack_search(line, alpha, beta, first);
        }
        let key = self.state(&line, 0);
        if let Some(value) = self.known(key, alpha, beta) {
            return value;
        }
        let value = self.attack_search(line, alpha, beta, first);
        self.remember(key, value, alpha, beta);
        value
    }

    fn attack_search(&mut self, line: Line, mut alpha: i32, beta: i32, first: bool) -> i32 {
        self.nodes += 1;
        self.line_stops(line.length);
        let side = self.terms.side;
        if self.nodes > self.cap {
            self.capped = true;
            return line.worth_now(&self.terms);
        }
        let checked = self.arena.in_check(side);
        if line.length >= LONGEST {
            return line.worth_now(&self.terms);
        }
        let mut best = if first {
            0
        } else if checked {
            -WON
        } else {
            line.worth_now(&self.terms)
        };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let quiet = checked || (line.checks[0] > 0 && !(first && self.terms.direct));
        let start = self.list.len();
        self.candidates(side, quiet, checked);
        let end = self.list.len();
        for i in start..end {
            let ply = self.list[i];
            if self.is_excluded(ply, &line) {
                continue;
            }
            if first && self.terms.direct && ply.victim != self.terms.target {
                continue;
            }
            let connected = ply.takes() && self.connected(ply, &line);
            let exposes = checked || self.arena.may_expose(ply, side);
            let checks = self.arena.may_check(ply, side);
            let undo = self.arena.make(ply);
            if exposes && self.arena.in_check(side) {
                self.arena.unmake(ply, undo);
                continue;
            }
            let gives_check = checks && self.arena.in_check(side ^ 1);
            let counts = ply.takes() && self.counts_for_attacker(ply, &line, first, connected);
            let allowed = if first {
                counts && ply.victim == self.terms.target || gives_check
            } else {
                checked || counts || gives_check
            };
            let charged = gives_check && !ply.takes();
            if !allowed || charged && line.checks[0] == 0 && (!checked || first) {
                self.arena.unmake(ply, undo);
                continue;
            }
            let mut next = line;
            next.length += 1;
            next.moved |= bit(ply.id);
            if charged {
                next.checks[0] = next.checks[0].saturating_sub(1);
            }
            if counts {
                let value = worth(&self.arena, ply.victim, self.ground.crossed);
                next.balance += value;
                next.floats &= value <= PAWN;
                next.exchange |= 1 << ply.to;
                if ply.victim == self.terms.target {
                    next.taken = true;
                    if first {
                        next.opener = ply.id;
                    }
                }
                if next.soldier == Soldier::Offered
                    && self.arena.kind(ply.victim) == super::arena::Kind::Rook
                {
                    next.soldier = Soldier::Repaid;
                }
            }
            let value = self.defend(next, ply.id, gives_check, alpha, beta);
            self.arena.unmake(ply, undo);
            if value > best {
                self.line_goes(line.length, ply);
                best = value;
                alpha = alpha.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        self.list.truncate(start);
        best
    }

    fn defend(&mut self, line: Line, last: Id, checked: bool, alpha: i32, beta: i32) -> i32 {
        if self.best_lines.is_some() || line.checks[0] == 0 {
            return self.defend_search(line, last, checked, alpha, beta);
        }
        // Who gave the check matters only for a soldier that may be taken for it (26.7).
        let soldier = checked && self.arena.kind(last) == super::arena::Kind::Soldier;
        let mark = 1 | if soldier { 2 + u64::from(last) * 4 } else { 0 };
        let key = self.state(&line, mark);
        if let Some(value) = self.known(key, alpha, beta) {
            return value;
        }
        let value = self.defend_search(line, last, checked, alpha, beta);
        self.remember(key, value, alpha, beta);
        value
    }

    fn defend_search(
        &mut self,
        line: Line,
        last: Id,
        checked: bool,
        alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes += 1;
        self.line_stops(line.length);
        let side = self.terms.side ^ 1;
        let mut best = if checked {
            WON
        } else {
            line.worth_now(&self.terms)
        };
        if best <= alpha {
            return best;
        }
        beta = beta.min(best);
        let quiet = checked || line.checks[1] > 0;
        let start = self.list.len();
        self.candidates(side, quiet, checked);
        let end = self.list.len();
        for i in start..end {
            let ply = self.list[i];
            let counts = ply.takes()
                && !self.is_immune(ply.victim, &line)
                && (checked || line.exchange & 1 << ply.to != 0 || self.connected(ply, &line));
            if ply.takes() && !counts && !checked {
                continue;
            }
            let exposes = checked || self.arena.may_expose(ply, side);
            let checks = !ply.takes() && self.arena.may_check(ply, side);
            let undo = self.arena.make(ply);
            if exposes && self.arena.in_check(side) {
                self.arena.unmake(ply, undo);
                continue;
            }
            let mut next = line;
            if !ply.takes() {
                let gives_check = checks && self.arena.in_check(side ^ 1);
                if !checked && !gives_check {
                    self.arena.unmake(ply, undo);
                    continue;
                }
                if gives_check {
                    next.checks[1] = next.checks[1].saturating_sub(1);
                }
            }
            next.length += 1;
            next.moved |= bit(ply.id);
            if counts {
                self.lose(&mut next, ply, last, checked);
            }
            let value = self.attack(next, alpha, beta, false);
            self.arena.unmake(ply, undo);
            if value < best {
                self.line_goes(line.length, ply);
                best = value;
                beta = beta.min(best);
                if best <= alpha {
                    break;
                }
            }
        }
        self.list.truncate(start);
        if !checked && best > 0 && self.mates_at_once(side) {
            best = 0;
        }
        best
    }

    /// Books a capture by O.
    fn lose(&mut self, line: &mut Line, ply: Ply, last: Id, checked: bool) {
        let value = worth(&self.arena, ply.victim, self.ground.crossed);
        let ahead = line.balance > 0;
        let elsewhere = line.exchange & 1 << ply.to == 0;
        if value == PAWN {
            if ahead && elsewhere {
                return;
            }
            let offered = last == ply.victim && checked || self.terms.soldier_for_rook;
            line.soldier = match line.soldier {
                Soldier::Paid => Soldier::Paid,
                _ if offered => Soldier::Offered,
                _ => Soldier::Paid,
            };
        }
        line.balance -= value;
        line.exchange |= 1 << ply.to;
        line.lost |= value > 0;
        line.floats &= value <= STRONG;
        if ply.victim == line.opener {
            line.opener_lost = true;
        } else if line.opener != NONE && value > 0 {
            line.lost_free |= !self.kept_by(line.opener, ply);
        }
    }

    /// Whether the piece just taken by `ply` had been rooted or shielded by `keeper` at the start.
    fn kept_by(&self, keeper: Id, ply: Ply) -> bool {
        let start = &self.ground.arena;
        if self.ground.takes[ply.id as usize] & bit(ply.victim) == 0 {
            return true;
        }
        start.alive(keeper)
            && start.alive(ply.victim)
            && start.reaches(keeper, start.square(ply.victim))
    }

    /// Whether `side`, to move and not in check, has a mating move.
    fn mates_at_once(&mut self, side: Side) -> bool {
        let start = self.list.len();
        let mut list = std::mem::take(&mut self.list);
        self.arena.moves(side, false, &mut list);
        let mut mates = false;
        for i in start..list.len() {
            let ply = list[i];
            if !self.arena.may_check(ply, side) {
                continue;
            }
            let undo = self.arena.make(ply);
            mates = self.arena.in_check(side ^ 1)
                && !self.arena.in_check(side)
                && !self.arena.can_move(side ^ 1, &mut list);
            self.arena.unmake(ply, undo);
            if mates {
                break;
            }
        }
        list.truncate(start);
        self.list = list;
        mates
    }
}

/// Plays one game and books what it cost.
fn play<T>(
    ground: &mut Ground,
    terms: Terms,
    excluded: &[Ply],
    effort: &mut Effort,
    ask: impl FnOnce(&mut Game) -> T,
) -> T {
    let mut game = Game::new(ground, terms, excluded, effort.cap());
    let answer = ask(&mut game);
    let (nodes, capped) = (game.nodes, game.capped || game.ground.capped);
    effort.spend(nodes, capped);
    answer
}

/// What S gains, moving first: above zero = a gain; never below zero. Exact inside
/// `(floor, ceiling)`. `excluded`: captures left out while both pieces stand still (standing
/// exchange offers, 26.10).
pub(super) fn gain(
    ground: &mut Ground,
    terms: Terms,
    excluded: &[Ply],
    (floor, ceiling): (i32, i32),
    effort: &mut Effort,
) -> i32 {
    play(ground, terms, excluded, effort, |game| {
        game.gain(floor, ceiling)
    })
}

/// The line that shows a gain known to be right, S moving first.
pub(super) fn demonstrate(
    ground: &mut Ground,
    terms: Terms,
    excluded: &[Ply],
    gain: i32,
    effort: &mut Effort,
) -> Vec<Ply> {
    play(ground, terms, excluded, effort, |game| {
        game.demonstrate(gain)
    })
}

/// What S gains after O has played `ply` (an accepted offer), and the line that shows it, the
/// acceptance first.
pub(super) fn accepted(
    ground: &mut Ground,
    terms: Terms,
    ply: Ply,
    effort: &mut Effort,
) -> (i32, Vec<Ply>) {
    play(ground, terms, &[], effort, |game| game.answer(ply))
}

/// Whether S gains anything in the game that decides what hangs, in which nothing is held to be
/// hanging. What it costs is booked on the ground.
pub(super) fn gains(ground: &mut Ground, terms: Terms) -> bool {
    let mut game = Game::new(ground, terms, &[], HANGING_CAP);
    game.simple = true;
    let gains = game.gain(0, 1) > 0;
    let (nodes, capped) = (game.nodes, game.capped);
    ground.spent += nodes;
    ground.capped |= capped;
    gains
}

/// Most states of play one question about hanging may look at.
const HANGING_CAP: u32 = 3_000;
