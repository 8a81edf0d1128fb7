//! Largest matchings of a general graph (Edmonds), the graph given by a question, not by a list:
//! whether a field can be paired at all, and who is left out of some largest pairing.
use std::collections::VecDeque;

/// No partner.
pub const NONE: usize = usize::MAX;

/// A matching of the vertices 0..n; `mate[v]` is [`NONE`] for a single one.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The partner of each vertex.
    pub mate: Vec<usize>,
}

impl Matching {
    /// A largest matching of the graph on 0..n.
    pub fn largest(n: usize, edge: impl Fn(usize, usize) -> bool) -> Matching {
        let mut matching = Matching {
            mate: vec![NONE; n],
        };
        matching.start(&edge);
        for v in 0..n {
            if matching.mate[v] == NONE {
                let mut search = Search::new(n);
                search.grow(&mut matching.mate, &[v], &edge, true);
            }
        }
        matching
    }

    /// Takes every edge that is free, first come, first served.
    fn start(&mut self, edge: &impl Fn(usize, usize) -> bool) {
        let n = self.mate.len();
        let mut single: Vec<usize> = (0..n).filter(|&v| self.mate[v] == NONE).collect();
        single.reverse();
        while let Some(v) = single.pop() {
            if let Some(at) = single.iter().rposition(|&w| edge(v, w)) {
                let w = single.remove(at);
                self.mate[v] = w;
                self.mate[w] = v;
            }
        }
    }

    /// Vertices without a partner.
    pub fn singles(&self) -> Vec<usize> {
        (0..self.mate.len())
            .filter(|&v| self.mate[v] == NONE)
            .collect()
    }

    /// Everyone whom some largest matching leaves single (the set D of Gallai and Edmonds);
    /// the matching must be a largest one.
    pub fn left_out_by_some(&self, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let roots = self.singles();
        let mut mate = self.mate.clone();
        let mut search = Search::new(mate.len());
        search.grow(&mut mate, &roots, &edge, false);
        (0..mate.len())
            .filter(|&v| search.label[v] == Label::Outer)
            .collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    Outer,
    Inner,
}

/// One alternating forest.
struct Search {
    label: Vec<Label>,
    parent: Vec<usize>,
    base: Vec<usize>,
    mark: Vec<u32>,
    time: u32,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(n: usize) -> Search {
        Search {
            label: vec![Label::None; n],
            parent: vec![NONE; n],
            base: (0..n).collect(),
            mark: vec![0; n],
            time: 0,
            queue: VecDeque::new(),
        }
    }

    /// Grows the forest from the roots; with `augment` it stops at the first augmenting path and
    /// turns it over.
    fn grow(
        &mut self,
        mate: &mut [usize],
        roots: &[usize],
        edge: &impl Fn(usize, usize) -> bool,
        augment: bool,
    ) -> bool {
        let n = mate.len();
        for &root in roots {
            self.label[root] = Label::Outer;
            self.queue.push_back(root);
        }
        while let Some(u) = self.queue.pop_front() {
            for v in 0..n {
                if v == u || self.label[v] == Label::Inner || !edge(u, v) {
                    continue;
                }
                if self.label[v] == Label::Outer {
                    if self.find(u) != self.find(v)
                        && let Some(ancestor) = self.common_ancestor(mate, u, v)
                    {
                        self.shrink(mate, u, v, ancestor);
                        self.shrink(mate, v, u, ancestor);
                    }
                    continue;
                }
                self.parent[v] = u;
                if mate[v] == NONE {
                    if augment {
                        self.turn_over(mate, v);
                        return true;
                    }
                    // A largest matching has no augmenting path; nothing to follow.
                    continue;
                }
                self.label[v] = Label::Inner;
                let next = mate[v];
                self.label[next] = Label::Outer;
                self.queue.push_back(next);
            }
        }
        false
    }

    fn find(&mut self, mut v: usize) -> usize {
        while self.base[v] != v {
            self.base[v] = self.base[self.base[v]];
            v = self.base[v];
        }
        v
    }

    /// The nearest common ancestor of two outer vertices; none when they stand in different trees.
    fn common_ancestor(&mut self, mate: &[usize], u: usize, v: usize) -> Option<usize> {
        self.time += 1;
        let (mut a, mut b) = (self.find(u), self.find(v));
        loop {
            if a != NONE {
                if self.mark[a] == self.time {
                    return Some(a);
                }
                self.mark[a] = self.time;
                a = if mate[a] == NONE {
                    NONE
                } else {
                    let up = self.parent[mate[a]];
                    self.find(up)
                };
            }
            if a == NONE && b == NONE {
                return None;
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    fn shrink(&mut self, mate: &[usize], mut u: usize, mut v: usize, ancestor: usize) {
        while self.find(u) != ancestor {
            self.parent[u] = v;
            v = mate[u];
            if self.label[v] == Label::Inner {
                self.label[v] = Label::Outer;
                self.queue.push_back(v);
            }
            if self.base[u] == u {
                self.base[u] = ancestor;
            }
            if self.base[v] == v {
                self.base[v] = ancestor;
            }
            u = self.parent[v];
        }
    }

    fn turn_over(&self, mate: &mut [usize], mut v: usize) {
        while v != NONE {
            let u = self.parent[v];
            let next = mate[u];
            mate[u] = v;
            mate[v] = u;
            v = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)]) -> impl Fn(usize, usize) -> bool + '_ {
        move |a, b| edges.contains(&(a.min(b), a.max(b)))
    }

    #[test]
    fn two_odd_cycles_joined_by_a_bridge_are_perfectly_matched() {
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        assert!(Matching::largest(6, graph(&edges)).singles().is_empty());
    }

    #[test]
    fn without_the_bridge_everyone_may_be_left_out() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)];
        let matching = Matching::largest(6, graph(&edges));
        assert_eq!(matching.singles().len(), 2);
        assert_eq!(
            matching.left_out_by_some(graph(&edges)),
            vec![0, 1, 2, 3, 4, 5]
        );
    }

    #[test]
    fn the_hub_of_a_star_is_never_left_out() {
        let edges = [(0, 1), (0, 2), (0, 3)];
        let matching = Matching::largest(4, graph(&edges));
        assert_eq!(matching.left_out_by_some(graph(&edges)), vec![1, 2, 3]);
    }
}
