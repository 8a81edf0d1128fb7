//! The setting `plan_ahead`: only pairings after which all remaining rounds can be completed, in
//! fields of up to 14.
//!
//! The definition of a segment stays; what changes is its first condition: the left-over and
//! everybody below must be pairable in such a way that the rounds to come can be completed. Fields
//! this small are searched to the end.
use super::feasibility::exact::{Found, complete};
use super::feasibility::{Feasibility, Small, Verdict};
use super::reasons::ByeReason;
use super::segment::{Choice, Cost, Segment};
use super::state::State;
use super::{PairingError, bye};

/// The rounds to come, of a small field.
pub struct Plan<'s> {
    state: &'s State,
    small: Small<'s>,
}

impl<'s> Plan<'s> {
    /// None where the setting is off, no round follows, or the field is too large.
    pub fn of(state: &'s State) -> Option<Plan<'s>> {
        let last = state.planned.filter(|&t| t > state.round)?;
        if !state.regulations.plan_ahead {
            return None;
        }
        let small = Small::of(state, (state.round, last))?;
        Some(Plan { state, small })
    }

    /// Whether these can be paired in this round so that, with the pairs made already, the rounds
    /// to come can be completed.
    pub fn completes(&self, pairs: &[(usize, usize)], rest: &[usize]) -> bool {
        if rest.len() % 2 == 1 {
            return false;
        }
        let place = |i: usize| self.small.players.iter().position(|&p| p == i);
        let mut free = self.small.free;
        for &(a, b) in pairs {
            if let (Some(v), Some(u)) = (place(a), place(b)) {
                free[v] &= !(1 << u);
                free[u] &= !(1 << v);
            }
        }
        let mut tasks = self.small.tasks.clone();
        tasks[0].pool = rest
            .iter()
            .filter_map(|&i| place(i))
            .fold(0, |set, v| set | 1 << v);
        matches!(complete(free, &tasks), Found::Way(_))
    }

    /// Why there is no such pairing.
    pub fn refusal(&self, pool: &[usize]) -> PairingError {
        match self.small.answer() {
            Feasibility {
                verdict: Verdict::No,
                first_round: Some(round),
                numbers,
                ..
            } => PairingError::Infeasible { round, numbers },
            _ => bye::infeasible(self.state, pool, &bye::largest(self.state, pool)),
        }
    }

    /// The bye, as [`bye::choose`], with the rounds to come in view.
    ///
    /// # Errors
    /// [`PairingError::Infeasible`].
    pub fn bye(&self, pool: &mut Vec<usize>) -> Result<Option<ByeReason>, PairingError> {
        if pool.len().is_multiple_of(2) {
            return if self.completes(&[], pool) {
                Ok(None)
            } else {
                Err(self.refusal(pool))
            };
        }
        let candidates = bye::candidates(self.state, pool);
        let without =
            |c: usize| -> Vec<usize> { pool.iter().copied().filter(|&i| i != c).collect() };
        let taken = candidates
            .iter()
            .position(|&c| self.completes(&[], &without(c)))
            .ok_or_else(|| self.refusal(pool))?;
        *pool = without(candidates[taken]);
        Ok(Some(bye::reason(self.state, &candidates, taken)))
    }

    /// The best pairing of a segment; `pairs` are those of the segments above.
    pub fn choose(&self, segment: &Segment, pairs: &[(usize, usize)]) -> Option<Vec<Choice>> {
        let mut search = Search {
            plan: self,
            segment,
            unpaired: vec![true; segment.len()],
            pairs: pairs.to_vec(),
            left: Vec::new(),
            sequence: Vec::new(),
            best: None,
        };
        search.go([0; 5]);
        let (_, sequence) = search.best?;
        let mut unpaired = vec![true; segment.len()];
        let choices = sequence
            .into_iter()
            .map(|(chooser, partner)| {
                let candidates = segment.candidates(chooser, &unpaired);
                let choice =
                    Choice::new(segment, chooser, partner, candidates.into_iter(), |_| None);
                for place in partner.into_iter().chain([chooser]) {
                    unpaired[place] = false;
                }
                choice
            })
            .collect();
        Some(choices)
    }
}

type Sequence = Vec<(usize, Option<usize>)>;

struct Search<'a, 's> {
    plan: &'a Plan<'s>,
    segment: &'a Segment<'a>,
    unpaired: Vec<bool>,
    /// Pairs of players made in this round, those above first.
    pairs: Vec<(usize, usize)>,
    left: Vec<usize>,
    sequence: Sequence,
    best: Option<(Cost, Sequence)>,
}

impl Search<'_, '_> {
    fn go(&mut self, cost: Cost) {
        if self.best.as_ref().is_some_and(|(best, _)| cost >= *best) {
            return;
        }
        let Some(chooser) = self.unpaired.iter().position(|&open| open) else {
            let rest: Vec<usize> = self
                .left
                .iter()
                .chain(&self.segment.below)
                .copied()
                .collect();
            if self.plan.completes(&self.pairs, &rest) {
                self.best = Some((cost, self.sequence.clone()));
            }
            return;
        };
        let player = |place: usize| self.segment.order.players[place];
        let chooser_player = player(chooser);
        self.unpaired[chooser] = false;
        let mut candidates = self.segment.candidates(chooser, &self.unpaired);
        candidates.retain(|&c| self.segment.may_meet(chooser, c));
        for c in candidates {
            let partner = self.segment.order.players[c];
            self.unpaired[c] = false;
            self.pairs.push((chooser_player, partner));
            self.sequence.push((chooser, Some(c)));
            self.go(plus(cost, self.segment.pair_cost(chooser, c)));
            self.sequence.pop();
            self.pairs.pop();
            self.unpaired[c] = true;
        }
        self.left.push(chooser_player);
        self.sequence.push((chooser, None));
        self.go(plus(cost, self.segment.left_cost(chooser)));
        self.sequence.pop();
        self.left.pop();
        self.unpaired[chooser] = true;
    }
}

fn plus(a: Cost, b: Cost) -> Cost {
    std::array::from_fn(|k| a[k] + b[k])
}
