//! Small fields searched to the end: whether a list of rounds can all be paired, nobody meeting
//! anybody twice.
//!
//! Each round and player is a cell that needs a partner; the cell with the fewest possible partners
//! is filled first. Rounds that ask the same are interchangeable, so one player's partners are
//! taken in ascending order there. Random fields of 10 to 14 at every stage take under 10 ms.

/// No more players than these are searched to the end.
pub const MOST: usize = 14;

/// Steps after which a search is given up; a second or two. No field met in tests comes near it.
const STEPS: u64 = 2_000_000;

/// Steps of the first turns.
const FIRST_STEPS: u64 = 1_000;

/// The bye, as a partner.
const BYE: u8 = 15;

/// One round to be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Who is to be paired, one bit each; an odd number has a bye.
    pub pool: u16,
    /// Per player, whom he may not meet in this round though he may in others.
    pub except: [u16; MOST],
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A way: per round the pairs.
    Way(Vec<Vec<(usize, usize)>>),
    /// There is none.
    None,
    /// Given up.
    Unknown,
}

/// A way to complete all tasks; `free` says per player whom he has not met.
pub fn complete(free: [u16; MOST], tasks: &[Task]) -> Found {
    if Search::new(free, tasks, 0, 0).some_cut_is_too_thin() {
        return Found::None;
    }
    // A search that begins badly goes on badly: it is begun anew with the partners in another
    // order, each time with twice the steps.
    let mut spent = 0;
    let mut limit = FIRST_STEPS;
    for turn in 0.. {
        let mut search = Search::new(free, tasks, turn, limit);
        match search.extend() {
            Some(true) => return Found::Way(search.pairs()),
            Some(false) => return Found::None,
            None => {}
        }
        spent += limit;
        if spent > STEPS {
            break;
        }
        if turn % 8 == 7 {
            limit *= 2;
        }
    }
    Found::Unknown
}

struct Search<'t> {
    tasks: &'t [Task],
    free: [u16; MOST],
    /// Per round who has no partner yet.
    open: Vec<u16>,
    /// Per round whether the bye is still to be given.
    bye: Vec<bool>,
    partner: Vec<[u8; MOST]>,
    /// Whose partners are taken in ascending order.
    first: usize,
    steps: u64,
    limit: u64,
    /// Which turn: it turns the order of partners.
    turn: u64,
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let v = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            v
        })
    })
}

impl<'t> Search<'t> {
    fn new(free: [u16; MOST], tasks: &'t [Task], turn: u64, limit: u64) -> Search<'t> {
        let rounds_of = |v: usize| tasks.iter().filter(|t| t.pool >> v & 1 == 1).count();
        let first = (0..MOST)
            .max_by_key(|&v| (rounds_of(v), std::cmp::Reverse(free[v].count_ones())))
            .unwrap_or(0);
        Search {
            tasks,
            free,
            open: tasks.iter().map(|t| t.pool).collect(),
            bye: tasks.iter().map(|t| t.pool.count_ones() % 2 == 1).collect(),
            partner: vec![[BYE; MOST]; tasks.len()],
            first,
            steps: 0,
            limit,
            turn,
        }
    }

    /// Every pairing of all uses an odd number of the pairs between an odd set and the others, so
    /// there must be one for each round at least.
    fn some_cut_is_too_thin(&self) -> bool {
        let Some(task) = self.tasks.first() else {
            return false;
        };
        let pool = task.pool;
        if self.bye[0] || self.tasks.iter().any(|t| t.pool != pool) {
            return false;
        }
        let lowest = pool & pool.wrapping_neg();
        let others = pool & !lowest;
        let mut part = others;
        loop {
            let set = part | lowest;
            if set.count_ones() % 2 == 1 {
                let across: u32 = bits(set)
                    .map(|v| (self.free[v] & pool & !set).count_ones())
                    .sum();
                if (across as usize) < self.tasks.len() {
                    return true;
                }
            }
            if part == 0 {
                return false;
            }
            part = (part - 1) & others;
        }
    }

    /// Whom a player can still get in a round, the bye left aside.
    fn options(&self, round: usize, v: usize) -> u16 {
        self.free[v] & self.open[round] & !self.tasks[round].except[v]
    }

    /// Whether the open players of a round fall into parts that can be paired by their numbers.
    fn parts_are_even(&self, round: usize) -> bool {
        let mut rest = self.open[round];
        let mut odd = 0;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut grown = 0;
            while part != grown {
                let new = part & !grown;
                grown = part;
                for v in bits(new) {
                    part |= self.options(round, v);
                }
            }
            odd += part.count_ones() % 2;
            rest &= !part;
        }
        odd <= u32::from(self.bye[round])
    }

    /// Whether everyone has enough opponents left for his rounds, and all together enough pairs.
    fn opponents_suffice(&self) -> bool {
        let games: u32 = self.open.iter().map(|open| open.count_ones() / 2).sum();
        let mut pairs = 0;
        let each = (0..MOST).all(|v| {
            let (mut rounds, mut byes, mut reach) = (0, 0, 0u16);
            for k in 0..self.tasks.len() {
                if self.open[k] >> v & 1 == 1 {
                    rounds += 1;
                    byes += u32::from(self.bye[k]);
                    reach |= self.options(k, v);
                }
            }
            pairs += reach.count_ones().min(rounds);
            reach.count_ones() + byes >= rounds
        });
        each && pairs >= 2 * games
    }

    /// The cell to be filled next: none when all are; `Some(None)` when one cannot be.
    fn next_cell(&self) -> Option<Option<(usize, usize)>> {
        let mut best: Option<(u32, usize, usize)> = None;
        let mut of_first = None;
        for k in 0..self.tasks.len() {
            for v in bits(self.open[k]) {
                let count = self.options(k, v).count_ones() + u32::from(self.bye[k]);
                if count == 0 {
                    return Some(None);
                }
                if v == self.first && of_first.is_none() {
                    of_first = Some((k, v));
                }
                if best.is_none_or(|(least, ..)| count < least) {
                    best = Some((count, k, v));
                }
            }
        }
        best.map(|(_, k, v)| Some(of_first.unwrap_or((k, v))))
    }

    /// True: completed; false: impossible from here; none: given up.
    fn extend(&mut self) -> Option<bool> {
        self.steps += 1;
        if self.steps > self.limit {
            return None;
        }
        let Some(cell) = self.next_cell() else {
            return Some(true);
        };
        let Some((k, v)) = cell else {
            return Some(false);
        };
        if !self.opponents_suffice() || !(0..self.tasks.len()).all(|k| self.parts_are_even(k)) {
            return Some(false);
        }
        // Among interchangeable rounds the first player's partners ascend, byes last.
        let least = if v == self.first && k > 0 && self.tasks[k - 1] == self.tasks[k] {
            self.partner[k - 1][v]
        } else {
            0
        };
        for u in self.partners_in_turn(k, v) {
            if (u as u8) < least {
                continue;
            }
            self.take(k, v, u);
            let found = self.extend();
            if found != Some(false) {
                return found;
            }
            self.give_back(k, v, u);
        }
        Some(false)
    }

    /// Partners in the order of this turn: ascending, the bye last, the first time and where they
    /// have to ascend; then mixed.
    fn partners_in_turn(&self, k: usize, v: usize) -> Vec<usize> {
        let mut list: Vec<usize> = bits(self.options(k, v)).collect();
        if self.bye[k] {
            list.push(BYE as usize);
        }
        if self.turn > 0 && v != self.first {
            list.sort_by_key(|&u| {
                let cell = (self.turn << 24) ^ ((k as u64) << 16) ^ ((v as u64) << 8) ^ u as u64;
                let mixed = cell.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
                mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
            });
        }
        list
    }

    fn take(&mut self, k: usize, v: usize, u: usize) {
        self.open[k] &= !(1 << v);
        self.partner[k][v] = u as u8;
        if u == BYE as usize {
            self.bye[k] = false;
            return;
        }
        self.open[k] &= !(1 << u);
        self.free[v] &= !(1 << u);
        self.free[u] &= !(1 << v);
        self.partner[k][u] = v as u8;
    }

    fn give_back(&mut self, k: usize, v: usize, u: usize) {
        self.open[k] |= 1 << v;
        if u == BYE as usize {
            self.bye[k] = true;
            return;
        }
        self.open[k] |= 1 << u;
        self.free[v] |= 1 << u;
        self.free[u] |= 1 << v;
    }

    fn pairs(&self) -> Vec<Vec<(usize, usize)>> {
        self.tasks
            .iter()
            .zip(&self.partner)
            .map(|(task, partner)| {
                bits(task.pool)
                    .map(|v| (v, partner[v] as usize))
                    .filter(|&(v, u)| v < u && u != BYE as usize)
                    .collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(n: usize) -> [u16; MOST] {
        let everyone = (1u16 << n) - 1;
        std::array::from_fn(|v| if v < n { everyone & !(1 << v) } else { 0 })
    }

    fn rounds(n: usize, count: usize) -> Vec<Task> {
        let task = Task {
            pool: (1u16 << n) - 1,
            except: [0; MOST],
        };
        vec![task; count]
    }

    #[test]
    fn everybody_can_meet_everybody_in_one_round_less_than_there_are_players() {
        for n in 2..=MOST {
            let most = if n % 2 == 0 { n - 1 } else { n };
            let Found::Way(way) = complete(all(n), &rounds(n, most)) else {
                panic!("{n} players, {most} rounds");
            };
            let mut met = std::collections::BTreeSet::new();
            for round in &way {
                assert_eq!(round.len(), n / 2);
                assert!(round.iter().all(|pair| met.insert(*pair)));
            }
            assert_eq!(complete(all(n), &rounds(n, most + 1)), Found::None, "{n}");
        }
    }

    #[test]
    fn two_triangles_have_no_round() {
        let mut free = all(6);
        for (v, others) in free.iter_mut().enumerate().take(6) {
            *others &= if v < 3 { 0b000_111 } else { 0b111_000 };
        }
        assert_eq!(complete(free, &rounds(6, 1)), Found::None);
    }

    #[test]
    fn the_graph_of_petersen_has_one_round_but_not_three() {
        let edges = [
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 4),
            (4, 0),
            (5, 7),
            (7, 9),
            (9, 6),
            (6, 8),
            (8, 5),
            (0, 5),
            (1, 6),
            (2, 7),
            (3, 8),
            (4, 9),
        ];
        let mut free = [0u16; MOST];
        for (a, b) in edges {
            free[a] |= 1 << b;
            free[b] |= 1 << a;
        }
        assert!(matches!(complete(free, &rounds(10, 1)), Found::Way(_)));
        assert_eq!(complete(free, &rounds(10, 2)), Found::None);
    }
}
