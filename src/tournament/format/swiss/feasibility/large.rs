//! Fields too large to be searched to the end: a sufficient condition, a necessary one, and an
//! attempt.
use super::{Feasibility, Method, Verdict};
use crate::tournament::format::swiss::bye;
use crate::tournament::format::swiss::matching::{Matching, NONE};
use crate::tournament::format::swiss::state::State;
use crate::tournament::model::Number;
use std::collections::HashMap;

/// A way is looked for in fields up to this size: each round of it is a matching of the whole field.
const TRIED: usize = 400;

/// The answer for the rounds of a span.
pub(super) fn answer(state: &State, span: (u32, u32)) -> Feasibility {
    if (span.0..=span.1).all(|round| surely(state, round)) {
        return Feasibility::new(span, Verdict::Yes, Method::Sufficient);
    }
    let pool = state.pool();
    let next = bye::largest(state, &pool);
    if next.singles().len() > pool.len() % 2 {
        let numbers = next
            .left_out_by_some(|a, b| state.may_meet(pool[a], pool[b]))
            .into_iter()
            .map(|v| state.players[pool[v]].number)
            .collect();
        return Feasibility::no(span, Method::Counted, span.0, numbers);
    }
    if let Some((round, numbers)) = too_few_opponents(state, span) {
        return Feasibility::no(span, Method::Counted, round, numbers);
    }
    if span.0 == span.1 || (pool.len() <= TRIED && a_way_is_found(state, span)) {
        return Feasibility::new(span, Verdict::Yes, Method::Constructed);
    }
    Feasibility::new(span, Verdict::Unknown, Method::Undecided)
}

fn plays(state: &State, i: usize, round: u32) -> bool {
    if round == state.round {
        state.players[i].plays
    } else {
        state.players[i].takes_part_in(round)
    }
}

/// By Dirac's theorem a round can be paired when each of an even number of players may meet at
/// least half of them; by then nobody has met more than so many, whatever was paired.
fn surely(state: &State, round: u32) -> bool {
    let apart = state.regulations.avoid_unit_rounds.contains(&round);
    let mut of_unit: HashMap<u32, usize> = HashMap::new();
    let mut size = 0;
    for i in 0..state.players.len() {
        if plays(state, i, round) {
            size += 1;
            if let Some(unit) = state.players[i].unit.filter(|_| apart) {
                *of_unit.entry(unit).or_default() += 1;
            }
        }
    }
    let unit_mates = of_unit.values().max().map_or(0, |most| most - 1);
    let met = state.met_at_most + (round - state.round) as usize;
    size / 2 * 2 >= 2 * (met + unit_mates + 1)
}

/// The first round by which somebody has had every possible opponent, in fields without byes.
fn too_few_opponents(state: &State, span: (u32, u32)) -> Option<(u32, Vec<Number>)> {
    let rounds = span.0..=span.1;
    let sizes_are_odd = rounds.clone().any(|round| {
        let size = (0..state.players.len())
            .filter(|&i| plays(state, i, round))
            .count();
        size % 2 == 1
    });
    if sizes_are_odd {
        return None;
    }
    let mut first: Option<(u32, Vec<Number>)> = None;
    for i in 0..state.players.len() {
        let own: Vec<u32> = rounds.clone().filter(|&r| plays(state, i, r)).collect();
        let reach = (0..state.players.len())
            .filter(|&j| {
                i != j
                    && !state.met.contains(i, j)
                    && own.iter().any(|&round| {
                        let apart = state.regulations.avoid_unit_rounds.contains(&round);
                        plays(state, j, round) && !(apart && state.same_unit(i, j))
                    })
            })
            .count();
        let Some(&round) = own.get(reach) else {
            continue;
        };
        let number = state.players[i].number;
        match &mut first {
            Some((known, numbers)) if *known == round => numbers.push(number),
            Some((known, _)) if *known < round => {}
            _ => first = Some((round, vec![number])),
        }
    }
    first
}

/// Pairs one round after the other by any largest pairing.
fn a_way_is_found(state: &State, span: (u32, u32)) -> bool {
    let mut state = state.clone();
    for round in span.0..=span.1 {
        let pool: Vec<usize> = (0..state.players.len())
            .filter(|&i| plays(&state, i, round))
            .collect();
        let apart = state.regulations.avoid_unit_rounds.contains(&round);
        let matching = Matching::largest(pool.len(), |a, b| {
            let (i, j) = (pool[a], pool[b]);
            i != j && !state.met.contains(i, j) && !(apart && state.same_unit(i, j))
        });
        if matching.singles().len() > pool.len() % 2 {
            return false;
        }
        for (a, &b) in matching.mate.iter().enumerate() {
            if b != NONE && a < b {
                state.met.insert(pool[a], pool[b]);
            }
        }
    }
    true
}
