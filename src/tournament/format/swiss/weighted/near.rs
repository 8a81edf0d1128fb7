//! Lists of neighbours, where there are few. A graph is given by a question; to ask it of everybody is
//! fast where nearly all are neighbours. Where most have met, a search is much shorter over lists, once
//! it is clear that there will be many searches.
use super::{Costs, Matcher, Weight};

/// Lists are made when as many vertices were scanned as there are, and only if not more than one in
/// so many pairs is an edge.
const SPARSE: usize = 4;

/// The neighbours of each vertex, or not known.
#[derive(Default)]
pub(super) struct Near {
    scans: usize,
    tried: bool,
    lists: Option<Vec<Vec<usize>>>,
}

impl<'g, W: Weight, G: Costs<W>> Matcher<'g, W, G> {
    /// Counts a scan, and makes the lists when they are worth it.
    pub(super) fn count_scan(&mut self) {
        self.near.scans += 1;
        if self.near.tried || self.near.scans <= self.n {
            return;
        }
        self.near.tried = true;
        let most = self.alive.len() * self.alive.len() / SPARSE;
        let mut lists = vec![Vec::new(); self.n];
        let mut found = 0;
        for (k, &a) in self.alive.iter().enumerate() {
            for &b in &self.alive[..k] {
                if self.graph.cost(a, b).is_some() {
                    lists[a].push(b);
                    lists[b].push(a);
                    found += 2;
                }
            }
            if found > most {
                return;
            }
        }
        self.near.lists = Some(lists);
    }

    /// Everyone who may be a neighbour.
    pub(super) fn around(&self, v: usize) -> &[usize] {
        match &self.near.lists {
            Some(lists) => &lists[v],
            None => &self.alive,
        }
    }

    /// The same, lent out while the forest changes, which asks for the list of nobody.
    pub(super) fn lend_around(&mut self, v: usize) -> Vec<usize> {
        std::mem::take(match &mut self.near.lists {
            Some(lists) => &mut lists[v],
            None => &mut self.alive,
        })
    }

    /// Takes back what was lent.
    pub(super) fn take_back_around(&mut self, v: usize, list: Vec<usize>) {
        match &mut self.near.lists {
            Some(lists) => lists[v] = list,
            None => self.alive = list,
        }
    }
}
