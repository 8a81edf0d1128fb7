//! The graph of a segment for the matcher: its players, what stands for everybody below, and what
//! each edge costs.
use super::matching::Matching;
use super::reasons::Objective;
use super::segment::{Cost, Segment};
use super::weighted::{Costs, Weight};
use std::collections::{BTreeMap, HashMap};

/// What stands for everybody below in the graph of a segment.
pub(super) enum Ahead {
    /// So many that any left-over can be paired with them: one vertex for each left-over.
    Free {
        /// Players that any pairing leaves over at least.
        left: usize,
    },
    /// The players below themselves.
    Players,
}

impl Ahead {
    pub(super) fn of(segment: &Segment) -> Ahead {
        let state = segment.state;
        let m = segment.len();
        let conflicts = state.most_conflicts();
        // Dirac: an even number of players each of whom may meet at least half of the others.
        if segment.below.len() < 2 * (conflicts + 1) && !segment.below.is_empty() {
            return Ahead::Players;
        }
        if segment.below.is_empty() {
            return Ahead::Free { left: 0 };
        }
        if m >= 2 * (conflicts + 1) {
            return Ahead::Free { left: m % 2 };
        }
        let largest = Matching::largest(m, |a, b| segment.may_meet(a, b));
        Ahead::Free {
            left: largest.singles().len(),
        }
    }
}

/// How the objectives are stacked into one number.
pub(super) struct Scale {
    unit: [u128; 5],
    /// No matching and no dual value is larger than this.
    most: u128,
}

impl Scale {
    pub(super) fn new(segment: &Segment, ahead: &Ahead) -> Scale {
        let mut most = [0u128; 5];
        for place in 0..segment.len() {
            let bound = segment.bound(place);
            for k in 0..5 {
                most[k] += u128::from(bound[k]);
            }
        }
        let vertices = match ahead {
            Ahead::Free { .. } => {
                // The number of left-over is settled.
                most[0] = 0;
                2 * segment.len() + 2
            }
            Ahead::Players => segment.len() + segment.below.len(),
        };
        let mut unit = [0u128; 5];
        // Costs are multiples of four and dual values even at the start, so that halves never occur.
        let mut next = 4u128;
        for k in (0..5).rev() {
            unit[k] = next;
            next = next.saturating_mul(most[k] + 1);
        }
        Scale {
            unit,
            most: next.saturating_mul(vertices as u128),
        }
    }

    /// The first objective that is worse when so much is added to the value of the best pairing,
    /// between at least and at most; none where the two do not agree.
    pub(super) fn broken(
        &self,
        best: i128,
        (at_least, at_most): (i128, i128),
    ) -> Option<Objective> {
        let best = u128::try_from(best).ok()?;
        // Whoever was passed over costs something, though the dual values may not show it.
        let least = u128::try_from(at_least).ok()?.max(self.unit[4]);
        let first_worse = |more: u128| {
            let value = best + more;
            (0..5).find(|&k| value / self.unit[k] > best / self.unit[k])
        };
        let first = first_worse(least)?;
        (first_worse(u128::try_from(at_most).ok()?) == Some(first)).then(|| Objective::ALL[first])
    }

    pub(super) fn fits_in(&self, most: u128) -> bool {
        self.most < most / 16
    }

    fn weigh<W: Weight>(&self, cost: &Cost) -> W {
        let sum: u128 = cost
            .iter()
            .zip(self.unit)
            .map(|(c, unit)| u128::from(*c) * unit)
            .sum();
        W::of(sum as i128)
    }
}

/// Kinds of vertices, all of one kind of the same costs.
#[derive(Default)]
pub(super) struct Kinds {
    /// The kind of each vertex.
    pub of: Vec<usize>,
    /// The first vertex of each kind.
    pub first: Vec<usize>,
    /// The number of vertices of each kind.
    pub sizes: Vec<usize>,
}

/// The graph of a segment: its players by place, then what stands for those below.
pub(super) struct Graph<'s, W> {
    pub(super) segment: &'s Segment<'s>,
    class: Vec<u32>,
    classes: usize,
    /// Cost of a pair by the classes of the two; none where the numbers decide.
    table: Vec<Option<W>>,
    left: Vec<W>,
    scale: &'s Scale,
    /// The players below, or nothing.
    pub(super) below: &'s [usize],
    pub(super) vertices: usize,
}

impl<'s, W: Weight> Graph<'s, W> {
    pub(super) fn new(segment: &'s Segment<'s>, ahead: &Ahead, scale: &'s Scale) -> Graph<'s, W> {
        let m = segment.len();
        let mut known = HashMap::new();
        let mut members: Vec<usize> = Vec::new();
        let class = (0..m)
            .map(|place| {
                *known.entry(segment.class(place)).or_insert_with(|| {
                    members.push(place);
                    members.len() as u32 - 1
                })
            })
            .collect();
        let classes = members.len();
        let mut table = vec![None; classes * classes];
        for (i, &a) in members.iter().enumerate() {
            for (j, &b) in members.iter().enumerate() {
                if !(segment.has_no_game(a) && segment.has_no_game(b)) {
                    table[i * classes + j] = Some(scale.weigh(&segment.pair_cost(a, b)));
                }
            }
        }
        let settled = matches!(ahead, Ahead::Free { .. });
        let left = (0..m)
            .map(|place| {
                let mut cost = segment.left_cost(place);
                if settled {
                    cost[0] = 0;
                }
                scale.weigh(&cost)
            })
            .collect();
        let below: &[usize] = if settled { &[] } else { &segment.below };
        let vertices = match ahead {
            Ahead::Free { left } => m + left,
            Ahead::Players => m + below.len(),
        };
        Graph {
            segment,
            class,
            classes,
            table,
            left,
            scale,
            below,
            vertices,
        }
    }

    /// The kinds of vertices: the classes, told apart by what it costs to leave one over, and those
    /// who stand for everybody below.
    pub(super) fn kinds(&self) -> Kinds {
        let m = self.segment.len();
        let somebody_below = self.vertices > m;
        let mut known = BTreeMap::new();
        let mut kinds = Kinds::default();
        for v in 0..self.vertices {
            let key = (v < m).then(|| (self.class[v], somebody_below.then(|| self.left[v])));
            let kind = *known.entry(key).or_insert_with(|| {
                kinds.first.push(v);
                kinds.sizes.push(0);
                kinds.first.len() - 1
            });
            kinds.sizes[kind] += 1;
            kinds.of.push(kind);
        }
        kinds
    }

    /// What a pair of two kinds costs at least.
    pub(super) fn kind_cost(&self, kinds: &Kinds, i: usize, j: usize) -> Option<W> {
        if i == j && kinds.sizes[i] == 1 {
            return None;
        }
        let m = self.segment.len();
        let (a, b) = (kinds.first[i], kinds.first[j]);
        match (a < m, b < m) {
            (true, true) => {
                let at = self.class[a] as usize * self.classes + self.class[b] as usize;
                Some(self.table[at].unwrap_or_else(|| {
                    // Two without a game: the numbers give both the wanted colour or none of both,
                    // if their columns differ, and else one of them.
                    let mut cost = self.segment.pair_cost(a, b);
                    let columns = &self.segment.order.columns;
                    cost[3] = u32::from(columns[a] == columns[b]);
                    self.scale.weigh(&cost)
                }))
            }
            (true, false) => Some(self.left[a]),
            (false, true) => Some(self.left[b]),
            (false, false) => (!self.below.is_empty()).then_some(W::ZERO),
        }
    }

    pub(super) fn player(&self, v: usize) -> usize {
        let m = self.segment.len();
        if v < m {
            self.segment.order.players[v]
        } else {
            self.below[v - m]
        }
    }
}

impl<W: Weight> Costs<W> for Graph<'_, W> {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn cost(&self, a: usize, b: usize) -> Option<W> {
        let m = self.segment.len();
        let (a, b) = (a.min(b), a.max(b));
        if b < m {
            if !self.segment.may_meet(a, b) {
                return None;
            }
            let at = self.class[a] as usize * self.classes + self.class[b] as usize;
            return Some(
                self.table[at].unwrap_or_else(|| self.scale.weigh(&self.segment.pair_cost(a, b))),
            );
        }
        if self.below.is_empty() {
            return (a < m).then(|| self.left[a]);
        }
        if !self.segment.state.may_meet(self.player(a), self.player(b)) {
            return None;
        }
        Some(if a < m { self.left[a] } else { W::ZERO })
    }

    fn kinds(&self) -> usize {
        self.classes + 1
    }

    fn kind(&self, v: usize) -> usize {
        self.class
            .get(v)
            .map_or(self.classes, |&class| class as usize)
    }

    fn at_least(&self, kind: usize, other: usize) -> W {
        if kind == self.classes || other == self.classes {
            return W::ZERO;
        }
        self.table[kind * self.classes + other].unwrap_or(W::ZERO)
    }
}
