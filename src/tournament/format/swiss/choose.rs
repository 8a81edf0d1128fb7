//! The best pairing of a segment: objectives 1 to 5 as a matching of least cost, item 6 by fixing
//! the choosers one after another.
use super::matching::Matching;
use super::reasons::SkipReason;
use super::segment::{Choice, Cost, Segment};
use super::weighted::{Costs, Matcher, NONE, Weight};
use std::collections::HashMap;

/// The choices in a segment, and how everybody of a lower score and the left-over can be paired.
pub struct Chosen {
    /// In the order in which they were made.
    pub choices: Vec<Choice>,
    /// Pairs of players (by index in the state) that complete the round; a start for the next
    /// segment. Empty where the rest is so large that it can be paired anyhow.
    pub guide: Vec<(usize, usize)>,
}

/// The best pairing of a segment as the sequence of choices that makes it; none when its players
/// and everybody below cannot all be paired.
pub fn choose(segment: &Segment, guide: &[(usize, usize)]) -> Option<Chosen> {
    let ahead = Ahead::of(segment);
    let scale = Scale::new(segment, &ahead);
    if scale.fits_in(i64::MAX as u128) {
        run::<i64>(segment, &ahead, &scale, guide)
    } else {
        run::<i128>(segment, &ahead, &scale, guide)
    }
}

/// What stands for everybody below in the graph of a segment.
enum Ahead {
    /// So many that any left-over can be paired with them: one vertex for each left-over.
    Free {
        /// Players that any pairing leaves over at least.
        left: usize,
    },
    /// The players below themselves.
    Players,
}

impl Ahead {
    fn of(segment: &Segment) -> Ahead {
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
struct Scale {
    unit: [u128; 5],
    /// No matching and no dual value is larger than this.
    most: u128,
}

impl Scale {
    fn new(segment: &Segment, ahead: &Ahead) -> Scale {
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
        // Costs are even, so that halves never occur.
        let mut next = 2u128;
        for k in (0..5).rev() {
            unit[k] = next;
            next = next.saturating_mul(most[k] + 1);
        }
        Scale {
            unit,
            most: next.saturating_mul(vertices as u128),
        }
    }

    fn fits_in(&self, most: u128) -> bool {
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

/// The graph of a segment: its players by place, then what stands for those below.
struct Graph<'s, W> {
    segment: &'s Segment<'s>,
    class: Vec<u32>,
    classes: usize,
    /// Cost of a pair by the classes of the two; none where the numbers decide.
    table: Vec<Option<W>>,
    left: Vec<W>,
    scale: &'s Scale,
    /// The players below, or nothing.
    below: &'s [usize],
    vertices: usize,
}

impl<'s, W: Weight> Graph<'s, W> {
    fn new(segment: &'s Segment<'s>, ahead: &Ahead, scale: &'s Scale) -> Graph<'s, W> {
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

    fn player(&self, v: usize) -> usize {
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
}

fn run<W: Weight>(
    segment: &Segment,
    ahead: &Ahead,
    scale: &Scale,
    guide: &[(usize, usize)],
) -> Option<Chosen> {
    let m = segment.len();
    let graph = Graph::<W>::new(segment, ahead, scale);
    let mut matcher = Matcher::new(&graph, start(segment, &graph, guide));
    if !matcher.solve() {
        return None;
    }
    let mut unpaired = vec![true; m];
    let mut choices = Vec::new();
    for chooser in 0..m {
        if !unpaired[chooser] {
            continue;
        }
        let candidates = segment.candidates(chooser, &unpaired);
        let partner = matcher.fix_first(chooser, &candidates);
        let before = match partner {
            Some(p) => candidates.iter().position(|&c| c == p).unwrap_or(0),
            None => candidates.len(),
        };
        let skipped = candidates[..before]
            .iter()
            .map(|&c| {
                let why = segment
                    .obstacle(chooser, c)
                    .unwrap_or(SkipReason::Objective);
                (c, why)
            })
            .collect();
        unpaired[chooser] = false;
        if let Some(partner) = partner {
            unpaired[partner] = false;
        }
        choices.push(Choice {
            chooser,
            partner,
            skipped,
        });
    }
    let left: Vec<usize> = choices
        .iter()
        .filter(|c| c.partner.is_none())
        .map(|c| c.chooser)
        .collect();
    let guide = if graph.below.is_empty() {
        Vec::new()
    } else {
        (m..graph.vertices)
            .chain(left)
            .map(|v| (v, matcher.mate(v)))
            .filter(|&(v, w)| w < graph.vertices && (v < w || w < m))
            .map(|(v, w)| (graph.player(v), graph.player(w)))
            .collect()
    };
    Some(Chosen { choices, guide })
}

/// Pairs that cost nothing, taken in the order of choice; those below as the guide has them.
fn start<W: Weight>(segment: &Segment, graph: &Graph<W>, guide: &[(usize, usize)]) -> Vec<usize> {
    let m = segment.len();
    let mut mate = vec![NONE; graph.vertices];
    let mut columns: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for place in (0..m).rev() {
        columns[segment.order.columns[place] as usize].push(place);
    }
    for chooser in 0..m {
        if mate[chooser] != NONE {
            continue;
        }
        let other = &mut columns[1 - segment.order.columns[chooser] as usize];
        while other.last().is_some_and(|&p| mate[p] != NONE) {
            other.pop();
        }
        // Those at the end of the list are the first; a few steps are enough for a start.
        let found = other
            .iter()
            .rev()
            .filter(|&&p| mate[p] == NONE)
            .take(32)
            .copied()
            .find(|&p| graph.cost(chooser, p) == Some(W::ZERO));
        if let Some(partner) = found {
            mate[chooser] = partner;
            mate[partner] = chooser;
        }
    }
    let place_below: HashMap<usize, usize> = graph
        .below
        .iter()
        .enumerate()
        .map(|(k, &i)| (i, m + k))
        .collect();
    for (a, b) in guide {
        if let (Some(&a), Some(&b)) = (place_below.get(a), place_below.get(b)) {
            mate[a] = b;
            mate[b] = a;
        }
    }
    let mut open: Vec<usize> = (m..graph.vertices).filter(|&v| mate[v] == NONE).collect();
    if !graph.below.is_empty() {
        open.reverse();
        while let Some(a) = open.pop() {
            if let Some(at) = open.iter().rposition(|&b| graph.cost(a, b).is_some()) {
                let b = open.remove(at);
                mate[a] = b;
                mate[b] = a;
            }
        }
    }
    mate
}
