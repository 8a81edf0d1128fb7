//! A segment as if only the classes of its players mattered, not who met whom: so many of each class,
//! and a cost for each two classes. That is a transport problem with a few dozen places instead of
//! thousands of players. Its dual values hold for the players too, and the kinds of pairs it makes
//! are those of nearly every pair in the end, so the matching starts close to its goal.
use super::weighted::Weight;

/// The answer for the classes.
pub(super) struct Relaxed<W> {
    /// Dual value of every player of a class.
    pub y: Vec<W>,
    /// How many pairs of each two classes, counted in both directions.
    flow: Vec<usize>,
}

impl<W> Relaxed<W> {
    /// How many pairs of two classes to make.
    pub fn pairs(&self, a: usize, b: usize) -> usize {
        let k = self.y.len();
        (self.flow[a * k + b] + self.flow[b * k + a]) / if a == b { 4 } else { 2 }
    }
}

/// Pairs the classes at least cost; none where their sizes admit no pairing. Each class appears
/// twice, as those who choose and those who are chosen; the mean of its two dual values is valid for
/// pairs. Costs are multiples of four, so that the mean is even.
pub(super) fn relax<W: Weight>(sizes: &[usize], cost: Vec<Option<W>>) -> Option<Relaxed<W>> {
    let k = sizes.len();
    let mut transport = Transport {
        k,
        cost,
        u: vec![W::ZERO; k],
        v: vec![W::ZERO; k],
        supply: sizes.to_vec(),
        demand: sizes.to_vec(),
        flow: vec![0; k * k],
    };
    transport.push_what_costs_nothing();
    while transport.supply.iter().any(|&s| s > 0) {
        if !transport.augment() {
            return None;
        }
    }
    let y = (0..k)
        .map(|c| (transport.u[c] + transport.v[c]).half())
        .collect();
    Some(Relaxed {
        y,
        flow: transport.flow,
    })
}

/// Choosers on the left, chosen on the right; shortest paths with dual values.
struct Transport<W> {
    k: usize,
    cost: Vec<Option<W>>,
    u: Vec<W>,
    v: Vec<W>,
    supply: Vec<usize>,
    demand: Vec<usize>,
    flow: Vec<usize>,
}

impl<W: Weight> Transport<W> {
    fn push_what_costs_nothing(&mut self) {
        let k = self.k;
        for a in 0..k {
            for b in 0..k {
                if self.cost[a * k + b] == Some(W::ZERO) {
                    let many = self.supply[a].min(self.demand[b]);
                    self.flow[a * k + b] += many;
                    self.supply[a] -= many;
                    self.demand[b] -= many;
                }
            }
        }
    }

    /// Moves as many as possible along one shortest path (Dijkstra on the reduced costs).
    fn augment(&mut self) -> bool {
        const NONE: usize = usize::MAX;
        let k = self.k;
        // Left places are 0..k, right ones k..2k.
        let mut distance = vec![W::MAX; 2 * k];
        let mut from = vec![NONE; 2 * k];
        let mut done = vec![false; 2 * k];
        for a in (0..k).filter(|&a| self.supply[a] > 0) {
            distance[a] = W::ZERO;
        }
        let end = loop {
            let next = (0..2 * k)
                .filter(|&p| !done[p] && distance[p] < W::MAX)
                .min_by_key(|&p| distance[p]);
            let Some(p) = next else {
                return false;
            };
            done[p] = true;
            if p >= k {
                let b = p - k;
                if self.demand[b] > 0 {
                    break b;
                }
                for a in (0..k).filter(|&a| self.flow[a * k + b] > 0) {
                    if distance[p] < distance[a] {
                        distance[a] = distance[p];
                        from[a] = b;
                    }
                }
                continue;
            }
            for b in 0..k {
                if let Some(cost) = self.cost[p * k + b] {
                    let at = distance[p] + cost - self.u[p] - self.v[b];
                    if at < distance[k + b] {
                        distance[k + b] = at;
                        from[k + b] = p;
                    }
                }
            }
        };
        let length = distance[k + end];
        for c in 0..k {
            if distance[c] < length {
                self.u[c] += length - distance[c];
            }
            if distance[k + c] < length {
                self.v[c] -= length - distance[k + c];
            }
        }
        // The path backwards, to see how many it takes, then to move them.
        let mut path = Vec::new();
        let mut b = end;
        let mut many = self.demand[end];
        let start = loop {
            let a = from[k + b];
            path.push((a, b, true));
            if from[a] == NONE {
                break a;
            }
            b = from[a];
            many = many.min(self.flow[a * k + b]);
            path.push((a, b, false));
        };
        many = many.min(self.supply[start]);
        for (a, b, forward) in path {
            if forward {
                self.flow[a * k + b] += many;
            } else {
                self.flow[a * k + b] -= many;
            }
        }
        self.supply[start] -= many;
        self.demand[end] -= many;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
    }

    #[test]
    fn dual_values_are_valid_and_the_pairs_made_are_tight() {
        let mut dice = Dice(5);
        let mut solved = 0;
        for _ in 0..2000 {
            let k = 1 + dice.below(7) as usize;
            let sizes: Vec<usize> = (0..k).map(|_| 1 + dice.below(9) as usize).collect();
            let mut cost = vec![None; k * k];
            for a in 0..k {
                for b in 0..=a {
                    if dice.below(5) > 0 && !(a == b && sizes[a] == 1) {
                        let c = Some(4 * dice.below(6) as i64);
                        cost[a * k + b] = c;
                        cost[b * k + a] = c;
                    }
                }
            }
            let Some(relaxed) = relax(&sizes, cost.clone()) else {
                continue;
            };
            solved += 1;
            for a in 0..k {
                let sent: usize = (0..k).map(|b| relaxed.flow[a * k + b]).sum();
                let met: usize = (0..k).map(|b| relaxed.flow[b * k + a]).sum();
                assert_eq!((sent, met), (sizes[a], sizes[a]));
                assert_eq!(relaxed.y[a] % 2, 0);
                for b in 0..k {
                    if let Some(c) = cost[a * k + b] {
                        assert!(relaxed.y[a] + relaxed.y[b] <= c);
                    }
                    if relaxed.flow[a * k + b] > 0 {
                        assert_eq!(Some(relaxed.y[a] + relaxed.y[b]), cost[a * k + b]);
                    }
                }
            }
        }
        assert!(solved > 1000);
    }
}
