//! Round 1: by the drawn numbers alone (part 2.1).
use super::PairingError;
use super::bye;
use super::colours::ColourRule;
use super::matching::NONE;
use super::plan_ahead::Plan;
use super::reasons::{Form, PairReasons, SkipReason, Skipped};
use super::state::State;
use crate::tournament::model::Number;
use crate::tournament::regulations::FirstRound;

/// A pair of round 1: (red, black, reasons).
pub type FirstPair = (Number, Number, PairReasons);

/// Pairs an even pool, by ascending number.
///
/// Units kept apart: the smallest unpaired number takes its table partner, else the nearest larger
/// number that leaves the rest pairable.
///
/// # Errors
/// [`PairingError::Infeasible`] where the units cannot be kept apart.
pub fn pair(
    state: &State,
    pool: &[usize],
    plan: Option<&Plan>,
) -> Result<Vec<FirstPair>, PairingError> {
    let n = pool.len();
    let partner_of: Vec<usize> = match state.regulations.first_round {
        FirstRound::Adjacent => (0..n).map(|k| k ^ 1).collect(),
        FirstRound::Ends => (0..n).map(|k| n - 1 - k).collect(),
        FirstRound::Halves => (0..n)
            .map(|k| if k < n / 2 { k + n / 2 } else { k - n / 2 })
            .collect(),
    };
    let mut unpaired = vec![true; n];
    let mut pairs: Vec<FirstPair> = Vec::with_capacity(n / 2);
    let mut made: Vec<(usize, usize)> = Vec::new();
    let restricted = state.avoids_units() || !state.forbidden.is_empty();
    let mut guide = restricted.then(|| bye::largest(state, pool).mate);
    if guide.as_ref().is_some_and(|mate| mate.contains(&NONE)) {
        return Err(bye::infeasible(state, pool, &bye::largest(state, pool)));
    }
    for first in 0..n {
        if !unpaired[first] {
            continue;
        }
        let table_partner = Some(partner_of[first]).filter(|&p| unpaired[p]);
        let candidates = table_partner
            .into_iter()
            .chain((first + 1..n).filter(|&p| unpaired[p] && Some(p) != table_partner));
        let mut skipped = Vec::new();
        let mut chosen = None;
        for candidate in candidates {
            let why = if !state.may_meet(pool[first], pool[candidate]) {
                if state.same_unit(pool[first], pool[candidate]) {
                    SkipReason::Unit
                } else {
                    SkipReason::Forbidden
                }
            } else if plan.is_some_and(|plan| {
                let rest: Vec<usize> = (0..n)
                    .filter(|&k| unpaired[k] && k != first && k != candidate)
                    .map(|k| pool[k])
                    .collect();
                let with: Vec<(usize, usize)> = made
                    .iter()
                    .copied()
                    .chain([(pool[first], pool[candidate])])
                    .collect();
                !plan.completes(&with, &rest)
            }) {
                SkipReason::Objective
            } else if let Some(mate) = &mut guide {
                if leaves_rest_pairable(state, pool, &unpaired, mate, first, candidate) {
                    chosen = Some(candidate);
                    break;
                }
                SkipReason::Objective
            } else {
                chosen = Some(candidate);
                break;
            };
            skipped.push(Skipped {
                number: state.players[pool[candidate]].number,
                why,
                objective: None,
            });
        }
        let Some(partner) = chosen else {
            return Err(bye::infeasible(state, pool, &bye::largest(state, pool)));
        };
        unpaired[first] = false;
        unpaired[partner] = false;
        made.push((pool[first], pool[partner]));
        let (small, large) = (
            state.players[pool[first]].number,
            state.players[pool[partner]].number,
        );
        let odd_table = pairs.len().is_multiple_of(2);
        let (red, black) = if odd_table {
            (small, large)
        } else {
            (large, small)
        };
        let form = if table_partner == Some(partner) {
            Form::FirstRound
        } else {
            Form::FirstRoundUnit
        };
        pairs.push((
            red,
            black,
            PairReasons::new(state, small, None, form, skipped, ColourRule::Table, false)
                .worded(red, black),
        ));
    }
    Ok(pairs)
}

/// Whether the unpaired players other than these two can all be paired; keeps the guiding
/// matching up to date when they can.
fn leaves_rest_pairable(
    state: &State,
    pool: &[usize],
    unpaired: &[bool],
    mate: &mut [usize],
    first: usize,
    candidate: usize,
) -> bool {
    if mate[first] == candidate {
        return true;
    }
    let (a, b) = (mate[first], mate[candidate]);
    if state.may_meet(pool[a], pool[b]) {
        mate[a] = b;
        mate[b] = a;
        mate[first] = candidate;
        mate[candidate] = first;
        return true;
    }
    let rest: Vec<usize> = (0..pool.len())
        .filter(|&k| unpaired[k] && k != first && k != candidate)
        .collect();
    let matching = super::matching::Matching::largest(rest.len(), |x, y| {
        state.may_meet(pool[rest[x]], pool[rest[y]])
    });
    if matching.mate.contains(&NONE) {
        return false;
    }
    for (x, &k) in rest.iter().enumerate() {
        mate[k] = rest[matching.mate[x]];
    }
    mate[first] = candidate;
    mate[candidate] = first;
    true
}
