//! The best pairing of a segment: objectives 1 to 5 as a matching of least cost, item 6 by fixing
//! the choosers one after another.
use super::graph::{Ahead, Graph, Scale};
use super::reasons::{Objective, SKIPPED_SHOWN};
use super::segment::{Choice, Segment};
use super::start::{Start, start};
use super::weighted::{Matcher, Weight};

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

fn run<W: Weight>(
    segment: &Segment,
    ahead: &Ahead,
    scale: &Scale,
    guide: &[(usize, usize)],
) -> Option<Chosen> {
    let m = segment.len();
    let graph = Graph::<W>::new(segment, ahead, scale);
    let Start { mate, y } = start(&graph, guide);
    let mut matcher = Matcher::new(&graph, mate, y);
    if !matcher.solve() {
        return None;
    }
    let best = matcher.total();
    let mut unpaired = Unpaired::new(segment);
    let mut choices = Vec::new();
    for chooser in 0..m {
        if !unpaired.is_open[chooser] {
            continue;
        }
        let broken = broken(chooser, &matcher, &unpaired, scale, best);
        let partner = matcher.fix_first(chooser, unpaired.candidates(chooser));
        choices.push(Choice::new(
            segment,
            chooser,
            partner,
            unpaired.candidates(chooser),
            |candidate| broken.iter().find(|b| b.0 == candidate)?.1,
        ));
        for place in partner.into_iter().chain([chooser]) {
            unpaired.remove(place);
        }
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

/// Which objective each of the first candidates would break, as far as the matching before the choice
/// shows it: afterwards the chooser is not in the graph any more.
fn broken<W: Weight>(
    chooser: usize,
    matcher: &Matcher<W, Graph<W>>,
    unpaired: &Unpaired,
    scale: &Scale,
    best: i128,
) -> Vec<(usize, Option<Objective>)> {
    let mut candidates = unpaired.candidates(chooser).take(SKIPPED_SHOWN).peekable();
    if candidates.peek() == Some(&matcher.mate(chooser)) {
        return Vec::new();
    }
    candidates
        .map(|candidate| {
            let excess = matcher.excess(chooser, candidate);
            (candidate, excess.and_then(|e| scale.broken(best, e)))
        })
        .collect()
}

/// Those of a segment who are still to be paired, by column in order.
struct Unpaired {
    column_of: Vec<usize>,
    is_open: Vec<bool>,
    columns: [Vec<usize>; 2],
    /// How many in each list are not open any more.
    gone: [usize; 2],
}

impl Unpaired {
    fn new(segment: &Segment) -> Unpaired {
        let column_of: Vec<usize> = segment.order.columns.iter().map(|&c| c as usize).collect();
        let in_column = |column| {
            (0..segment.len())
                .filter(|&p| column_of[p] == column)
                .collect()
        };
        Unpaired {
            columns: [in_column(0), in_column(1)],
            is_open: vec![true; segment.len()],
            gone: [0; 2],
            column_of,
        }
    }

    /// The candidates of a chooser in order: the other column, then his own.
    fn candidates(&self, chooser: usize) -> impl Iterator<Item = usize> {
        let own = self.column_of[chooser];
        self.columns[1 - own]
            .iter()
            .chain(&self.columns[own])
            .copied()
            .filter(move |&p| p != chooser && self.is_open[p])
    }

    fn remove(&mut self, place: usize) {
        self.is_open[place] = false;
        let column = self.column_of[place];
        self.gone[column] += 1;
        // Whoever has gone is passed over, until it is half the list.
        if self.gone[column] * 2 > self.columns[column].len() {
            let is_open = &self.is_open;
            self.columns[column].retain(|&p| is_open[p]);
            self.gone[column] = 0;
        }
    }
}
