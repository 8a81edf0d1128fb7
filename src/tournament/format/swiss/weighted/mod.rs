//! Minimum-cost perfect matching on a general graph, and the question behind item 6 of the
//! objectives: which partners a vertex can have in some best matching.
//!
//! The primal-dual method of Edmonds with two particularities. The graph is given by a question
//! (`cost`), so that nothing quadratic is stored. And a vertex can be *fixed*: given candidates in
//! order of preference, [`Matcher::fix_first`] takes the first with whom some best matching exists,
//! by one search from the kept optimum instead of a new matching for each candidate.
//!
//! * `weight`: integers of two widths; `blossom`: the nested odd sets;
//! * `search`: the alternating forest with its dual changes; `tight`: without them; `near`: lists of
//!   neighbours where there are few; here: what is asked from outside.
//!
//! Why one search answers for all candidates: let x be fixed, and hang a new leaf p on x and a new
//! leaf q on a candidate c, at no cost. The best matching that uses x–c costs cost(x, c) more than
//! the best matching of the rest, which is what remains when p takes x and q takes c. The search
//! from p reaches q after a dual change of Δ, and the rest then costs Δ − y(x) − y(c) more than the
//! optimum; so x–c is in some optimum exactly when Δ = y(x) + y(c) − cost(x, c).

mod blossom;
mod near;
mod search;
mod tight;
mod weight;

pub use weight::Weight;

use blossom::Blossoms;
use near::Near;
use search::Wanted;
use tight::Open;

/// No vertex, no partner.
pub const NONE: usize = usize::MAX;

/// A graph with costs: `cost` is none where there is no edge. Costs are even and not negative.
pub trait Costs<W> {
    /// Number of vertices.
    fn vertices(&self) -> usize;
    /// Cost of an edge, the same both ways.
    fn cost(&self, a: usize, b: usize) -> Option<W>;
    /// Number of kinds into which the vertices fall.
    fn kinds(&self) -> usize {
        1
    }
    /// The kind of a vertex.
    fn kind(&self, _: usize) -> usize {
        0
    }
    /// No edge between these two kinds costs less.
    fn at_least(&self, kind: usize, other: usize) -> W;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    Free,
    /// Reached by an even alternating path.
    Outer,
    /// Reached by an odd one.
    Inner,
}

/// A matching with the dual values that prove it best.
pub struct Matcher<'g, W, G> {
    graph: &'g G,
    /// Real vertices.
    n: usize,
    /// Real vertices and leaves.
    cap: usize,
    mate: Vec<usize>,
    y: Vec<W>,
    b: Blossoms<W>,
    /// Vertices that still take part in searches.
    alive: Vec<usize>,
    is_gone: Vec<bool>,
    gone: usize,
    leaves: Vec<usize>,
    // One search.
    label: Vec<Label>,
    /// Of an inner node: the edge (outer vertex, own vertex) by which it was reached.
    entry: Vec<(usize, usize)>,
    queue: Vec<usize>,
    delta: W,
    /// Of a free vertex: least slack + Δ from an outer vertex, and that vertex.
    free_key: Vec<W>,
    free_from: Vec<usize>,
    /// Of an outer vertex: least slack + 2Δ to an outer vertex of another node, and that vertex.
    outer_key: Vec<W>,
    outer_to: Vec<usize>,
    mark: Vec<u32>,
    time: u32,
    open: Open<W>,
    near: Near,
}

impl<'g, W: Weight, G: Costs<W>> Matcher<'g, W, G> {
    /// Starts from dual values, all even, none of which makes an edge cheaper than its ends, and a
    /// matching of edges that cost as much as their ends. (Costs are multiples of four unless all
    /// values are 0; then even ones are enough.)
    pub fn new(graph: &'g G, start: Vec<usize>, mut y: Vec<W>) -> Matcher<'g, W, G> {
        let n = graph.vertices();
        // Two leaves for each fixed pair whose ends stay inside a blossom, and two to work with.
        let cap = 2 * n + 2;
        let mut mate = start;
        mate.resize(cap, NONE);
        y.resize(cap, W::ZERO);
        Matcher {
            graph,
            n,
            cap,
            mate,
            y,
            b: Blossoms::new(cap),
            alive: (0..n).collect(),
            is_gone: vec![false; cap],
            gone: 0,
            leaves: (n..cap).rev().collect(),
            label: Vec::new(),
            entry: Vec::new(),
            queue: Vec::new(),
            delta: W::ZERO,
            free_key: vec![W::MAX; cap],
            free_from: vec![NONE; cap],
            outer_key: vec![W::MAX; cap],
            outer_to: vec![NONE; cap],
            mark: vec![0; cap + cap / 2 + 2],
            time: 0,
            open: Open::new(graph.kinds(), cap),
            near: Near::default(),
        }
    }

    /// The partner of a vertex.
    pub fn mate(&self, v: usize) -> usize {
        self.mate[v]
    }

    /// What the matching costs.
    pub fn total(&self) -> i128 {
        (0..self.n)
            .filter(|&v| v < self.mate[v])
            .filter_map(|v| self.graph.cost(v, self.mate[v]))
            .map(Weight::wide)
            .sum()
    }

    /// How much more the best matching would cost with the edge x–c in it: at least, by the dual
    /// values, and at most, by one exchange of partners. None where these do not tell.
    pub fn excess(&self, x: usize, c: usize) -> Option<(i128, i128)> {
        // Inside one blossom the values of two vertices promise too much.
        if self.b.top(x) == self.b.top(c) {
            return None;
        }
        let (u, w) = (self.mate[x], self.mate[c]);
        if u >= self.n || w >= self.n {
            return None;
        }
        let cost = |a: usize, b: usize| Some(self.graph.cost(a, b)?.wide());
        let own = cost(x, c)?;
        let at_least = own - self.y[x].wide() - self.y[c].wide();
        let at_most = own + cost(u, w)? - cost(x, u)? - cost(c, w)?;
        Some((at_least, at_most))
    }

    /// Makes the matching perfect at least cost; false when there is no perfect one.
    pub fn solve(&mut self) -> bool {
        loop {
            let roots: Vec<usize> = (0..self.n).filter(|&v| self.mate[v] == NONE).collect();
            if roots.is_empty() {
                return true;
            }
            if !self.augment_once(&roots) {
                return false;
            }
        }
    }

    /// Fixes the first of the candidates with whom `x` is paired in some best matching, and takes
    /// both out of the graph. None, and nothing changed, when no candidate is.
    pub fn fix_first(
        &mut self,
        x: usize,
        candidates: impl IntoIterator<Item = usize>,
    ) -> Option<usize> {
        let mut wanted: Vec<Wanted<W>> = Vec::new();
        for c in candidates {
            let Some(cost) = self.graph.cost(x, c) else {
                continue;
            };
            let allowed = self.y[x] + self.y[c] - cost;
            if allowed < W::ZERO {
                continue;
            }
            if wanted.is_empty() && self.fix_at_once(x, c, allowed) {
                return Some(c);
            }
            wanted.push(Wanted {
                vertex: c,
                distance: allowed,
                y: self.y[c],
            });
        }
        if wanted.is_empty() {
            return None;
        }
        let p = self
            .leaves
            .pop()
            .expect("two leaves a fixed pair are enough");
        self.y[p] = -self.y[x];
        self.mate[p] = NONE;
        let found = self.reach_first(p, x, &wanted);
        match found {
            Some(c) => {
                let q = self
                    .leaves
                    .pop()
                    .expect("two leaves a fixed pair are enough");
                self.y[q] = -self.y[c];
                self.mate[q] = c;
                self.turn_to_root(c, q);
                self.end_search();
                self.take_out(x, p);
                self.take_out(c, q);
            }
            None => {
                self.end_search();
                self.leaves.push(p);
            }
        }
        found
    }

    /// The cases that need no search: already partners, or partners after one swap.
    fn fix_at_once(&mut self, x: usize, c: usize, allowed: W) -> bool {
        if allowed != W::ZERO {
            return false;
        }
        let (u, w) = (self.mate[x], self.mate[c]);
        let single = |v: usize| self.b.top(v) == v;
        if !single(x) || !single(c) {
            return false;
        }
        if u != c {
            if !single(u) || !single(w) || u >= self.n || w >= self.n {
                return false;
            }
            match self.graph.cost(u, w) {
                Some(cost) if cost == self.y[u] + self.y[w] => {
                    self.mate[u] = w;
                    self.mate[w] = u;
                    self.mate[x] = c;
                    self.mate[c] = x;
                }
                _ => return false,
            }
        }
        self.remove(x);
        self.remove(c);
        true
    }

    /// A fixed vertex leaves the graph; inside a blossom it stays, held by its leaf for good.
    fn take_out(&mut self, v: usize, leaf: usize) {
        if self.b.top(v) == v {
            self.remove(v);
            self.mate[leaf] = NONE;
            self.leaves.push(leaf);
        }
    }

    fn remove(&mut self, v: usize) {
        self.is_gone[v] = true;
        self.gone += 1;
        if self.gone * 2 > self.alive.len() {
            let is_gone = &self.is_gone;
            self.alive.retain(|&v| !is_gone[v]);
            self.gone = 0;
        }
    }
}

#[cfg(test)]
mod tests;
