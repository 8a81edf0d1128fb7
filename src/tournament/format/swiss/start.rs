//! Where the matching of a segment starts: valid dual values, and pairs that are tight under them.
//! The better the start, the less is left for the search; the answer does not depend on it.
use super::graph::{Graph, Kinds};
use super::relaxed::{Relaxed, relax};
use super::weighted::{Costs, NONE, Weight};
use std::collections::HashMap;

/// A place to start from.
pub(super) struct Start<W> {
    /// The partner of each vertex.
    pub mate: Vec<usize>,
    /// The dual value of each vertex.
    pub y: Vec<W>,
}

/// More kinds than this are dearer to relax than to match.
const KINDS_AT_MOST: usize = 256;

/// Of how many of one kind to ask whether they may be met, before the search is left to find one.
const ASKED_OF_A_KIND: usize = 32;

/// The start for a segment; those below as the guide, from the segment above, has them.
pub(super) fn start<W: Weight>(graph: &Graph<W>, guide: &[(usize, usize)]) -> Start<W> {
    let kinds = graph.kinds();
    let count = kinds.sizes.len();
    let relaxed = (count <= KINDS_AT_MOST && 2 * count <= graph.vertices)
        .then(|| {
            let cost = (0..count * count)
                .map(|at| graph.kind_cost(&kinds, at / count, at % count))
                .collect();
            relax(&kinds.sizes, cost)
        })
        .flatten();
    let mut start = Start {
        mate: vec![NONE; graph.vertices],
        y: vec![W::ZERO; graph.vertices],
    };
    if let Some(relaxed) = &relaxed {
        for (y, &kind) in start.y.iter_mut().zip(&kinds.of) {
            *y = relaxed.y[kind];
        }
    }
    start.follow(graph, guide);
    match &relaxed {
        Some(relaxed) => start.pair_kinds(graph, &kinds, relaxed),
        None => start.pair_straight(graph),
    }
    start.pair_what_is_left(graph);
    start
}

impl<W: Weight> Start<W> {
    fn is_tight(&self, graph: &Graph<W>, a: usize, b: usize) -> bool {
        graph.cost(a, b) == Some(self.y[a] + self.y[b])
    }

    fn pair(&mut self, a: usize, b: usize) {
        self.mate[a] = b;
        self.mate[b] = a;
    }

    /// Pairs of those below as they were when the segment above was paired.
    fn follow(&mut self, graph: &Graph<W>, guide: &[(usize, usize)]) {
        let m = graph.segment.len();
        let place_below: HashMap<usize, usize> =
            graph.below.iter().zip(m..).map(|(&i, v)| (i, v)).collect();
        for (a, b) in guide {
            if let (Some(&a), Some(&b)) = (place_below.get(a), place_below.get(b))
                && self.is_tight(graph, a, b)
            {
                self.pair(a, b);
            }
        }
    }

    /// Pairs as many of each two kinds as the relaxed answer has, everyone with the first candidate
    /// of those kinds.
    fn pair_kinds(&mut self, graph: &Graph<W>, kinds: &Kinds, relaxed: &Relaxed<W>) {
        let (m, count) = (graph.segment.len(), kinds.sizes.len());
        let mut quota = vec![0; count * count];
        let mut partners: Vec<Vec<usize>> = vec![Vec::new(); count];
        for a in 0..count {
            for b in 0..count {
                quota[a * count + b] = relaxed.pairs(a, b);
                if quota[a * count + b] > 0 {
                    partners[a].push(b);
                }
            }
        }
        let mut open: Vec<Vec<usize>> = vec![Vec::new(); count];
        for v in (0..graph.vertices).rev().filter(|&v| self.mate[v] == NONE) {
            open[kinds.of[v]].push(v);
        }
        let columns = &graph.segment.order.columns;
        for x in 0..graph.vertices {
            if self.mate[x] != NONE {
                continue;
            }
            let a = kinds.of[x];
            let mut first: Option<((bool, bool, usize), usize)> = None;
            for &b in &partners[a] {
                if quota[a * count + b] == 0 {
                    continue;
                }
                // Those at the end of the list are the first.
                while open[b].last().is_some_and(|&c| self.mate[c] != NONE) {
                    open[b].pop();
                }
                let found = open[b]
                    .iter()
                    .rev()
                    .filter(|&&c| c != x && self.mate[c] == NONE)
                    .take(ASKED_OF_A_KIND)
                    .copied()
                    .find(|&c| self.is_tight(graph, x, c));
                if let Some(c) = found {
                    let same_column = x < m && c < m && columns[x] == columns[c];
                    let rank = (c >= m, same_column, c);
                    if first.is_none_or(|(best, _)| rank < best) {
                        first = Some((rank, b));
                    }
                }
            }
            if let Some(((_, _, c), b)) = first {
                self.pair(x, c);
                quota[a * count + b] -= 1;
                if a != b {
                    quota[b * count + a] -= 1;
                }
            }
        }
    }

    /// Pairs that cost nothing, taken in the order of choice.
    fn pair_straight(&mut self, graph: &Graph<W>) {
        let segment = graph.segment;
        let mut columns: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for place in (0..segment.len()).rev() {
            columns[segment.order.columns[place] as usize].push(place);
        }
        for chooser in 0..segment.len() {
            if self.mate[chooser] != NONE {
                continue;
            }
            let other = &mut columns[1 - segment.order.columns[chooser] as usize];
            while other.last().is_some_and(|&p| self.mate[p] != NONE) {
                other.pop();
            }
            let found = other
                .iter()
                .rev()
                .filter(|&&p| self.mate[p] == NONE)
                .take(ASKED_OF_A_KIND)
                .copied()
                .find(|&p| self.is_tight(graph, chooser, p));
            if let Some(partner) = found {
                self.pair(chooser, partner);
            }
        }
    }

    /// Any tight pairs among those still single.
    fn pair_what_is_left(&mut self, graph: &Graph<W>) {
        let mut open: Vec<usize> = (0..graph.vertices)
            .rev()
            .filter(|&v| self.mate[v] == NONE)
            .collect();
        while let Some(a) = open.pop() {
            if let Some(at) = open.iter().rposition(|&b| self.is_tight(graph, a, b)) {
                let b = open.remove(at);
                self.pair(a, b);
            }
        }
    }
}
