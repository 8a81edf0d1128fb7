//! The setting `plan_ahead`, literally: every way to pair the rest of this round, each followed by every
//! way to pair the later ones.
use super::Round;

impl Round<'_> {
    /// Whether a set can be paired; where later rounds are planned ahead, also so that they can be
    /// completed after the pairs made and those of the sequence.
    pub(super) fn good_rest(&mut self, more: &[(usize, usize)], rest: &[usize]) -> bool {
        if self.later.is_empty() {
            return self.can_pair(rest);
        }
        let mut now: Vec<(usize, usize)> = self.made.iter().chain(more).copied().collect();
        self.pair_rest(rest, &mut now)
    }

    /// Every pairing of the rest of this round, each followed by the later rounds.
    fn pair_rest(&mut self, rest: &[usize], now: &mut Vec<(usize, usize)>) -> bool {
        if rest.len() % 2 == 1 {
            return false;
        }
        let Some(&first) = rest.first() else {
            return self.later_rounds(0, now);
        };
        for k in 1..rest.len() {
            if !self.may(first, rest[k]) {
                continue;
            }
            let others: Vec<usize> = (1..rest.len())
                .filter(|j| *j != k)
                .map(|j| rest[j])
                .collect();
            now.push((first, rest[k]));
            let found = self.pair_rest(&others, now);
            now.pop();
            if found {
                return true;
            }
        }
        false
    }

    fn later_rounds(&mut self, at: usize, used: &[(usize, usize)]) -> bool {
        if at == self.later.len() {
            return true;
        }
        let mut key: Vec<(usize, usize)> =
            used.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        key.sort_unstable();
        if let Some(known) = self.completable.get(&(at, key.clone())) {
            return *known;
        }
        let (apart, pool) = self.later[at].clone();
        let mut ways: Vec<Vec<usize>> = vec![pool.clone()];
        if pool.len() % 2 == 1 {
            ways = (0..pool.len())
                .map(|k| {
                    let mut rest = pool.clone();
                    rest.remove(k);
                    rest
                })
                .collect();
        }
        let mut used_now = key.clone();
        let found = ways
            .iter()
            .any(|rest| self.later_round(at, apart, rest, &mut used_now));
        self.completable.insert((at, key), found);
        found
    }

    fn later_round(
        &mut self,
        at: usize,
        apart: bool,
        rest: &[usize],
        used: &mut Vec<(usize, usize)>,
    ) -> bool {
        let Some(&first) = rest.first() else {
            return self.later_rounds(at + 1, used);
        };
        for k in 1..rest.len() {
            let (x, y) = (&self.who[first], &self.who[rest[k]]);
            let mates = apart && x.unit.is_some() && x.unit == y.unit;
            let pair = (first.min(rest[k]), first.max(rest[k]));
            let used_before = used.iter().any(|&(a, b)| (a.min(b), a.max(b)) == pair);
            if mates || used_before || x.met.contains(&y.number) {
                continue;
            }
            let others: Vec<usize> = (1..rest.len())
                .filter(|j| *j != k)
                .map(|j| rest[j])
                .collect();
            used.push(pair);
            let found = self.later_round(at, apart, &others, used);
            used.pop();
            if found {
                return true;
            }
        }
        false
    }
}
