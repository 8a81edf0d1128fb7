//! Pairings other than the engine's: at random, or the engine's with a known deviation.
use super::Made;
use super::dice::Dice;
use crate::tournament::format::swiss::PairingError;
use crate::tournament::format::swiss::matching::{Matching, NONE};
use crate::tournament::format::swiss::state;
use crate::tournament::model::{Event, Number};

/// The pairs of a round in the order of their tables.
pub(super) struct Paired {
    pub games: Vec<(Number, Number)>,
    pub byes: Vec<Number>,
    pub provisional: Vec<Number>,
}

/// Any pairing of those who play without a rematch.
pub(super) fn random(event: &Event, dice: &mut Dice) -> Result<Paired, PairingError> {
    let round = event.stages[0].rounds.len() as u32 + 1;
    let state = state::before_round(event, 0, round)?;
    let mut pool = state.pool();
    if pool.is_empty() {
        return Err(PairingError::NobodyLeft { round });
    }
    dice.shuffle(&mut pool);
    let may = |pool: &[usize], a: usize, b: usize| state.may_meet(pool[a], pool[b]);
    let matching = Matching::largest(pool.len(), |a, b| may(&pool, a, b));
    let singles = matching.singles();
    if singles.len() != pool.len() % 2 {
        let mut numbers: Vec<Number> = matching
            .left_out_by_some(|a, b| may(&pool, a, b))
            .into_iter()
            .map(|v| state.players[pool[v]].number)
            .collect();
        numbers.sort_unstable();
        return Err(PairingError::Infeasible { round, numbers });
    }
    let number = |v: usize| state.players[pool[v]].number;
    let mut games = Vec::with_capacity(pool.len() / 2);
    for v in 0..pool.len() {
        let w = matching.mate[v];
        if w != NONE && v < w {
            games.push(if dice.chance(500) {
                (number(v), number(w))
            } else {
                (number(w), number(v))
            });
        }
    }
    dice.shuffle(&mut games);
    Ok(Paired {
        games,
        byes: singles.into_iter().map(number).collect(),
        provisional: state.provisional.clone(),
    })
}

/// Spoils a round by one deviation.
pub(super) fn spoil(
    event: &Event,
    round: u32,
    paired: &mut Paired,
    dice: &mut Dice,
) -> Option<Made> {
    let games = paired.games.len();
    if games == 0 {
        return None;
    }
    let made = |what, numbers: Vec<Number>| {
        Some(Made {
            round,
            what,
            numbers,
        })
    };
    let k = dice.below(games as u64) as usize;
    let other = (k + 1 + dice.below(games.max(2) as u64 - 1) as usize) % games;
    match dice.below(5) {
        0 if !paired.byes.is_empty() => {
            let rests = paired.byes[0];
            let (red, _) = paired.games[k];
            paired.byes[0] = red;
            paired.games[k].0 = rests;
            made("bye_exchanged", vec![rests, red])
        }
        1 if games > 1 => {
            paired.games.swap(k, other);
            let (a, b) = (paired.games[k], paired.games[other]);
            made("tables_exchanged", vec![a.0, a.1, b.0, b.1])
        }
        2 if games > 1 => {
            let moved = (paired.games[k].1, paired.games[other].1);
            paired.games[k].1 = moved.1;
            paired.games[other].1 = moved.0;
            made("opponents_exchanged", vec![moved.0, moved.1])
        }
        3 if games > 1 => rematch(event, round, paired, k),
        _ => {
            let (red, black) = paired.games[k];
            paired.games[k] = (black, red);
            made("colours_exchanged", vec![red, black])
        }
    }
}

/// Brings two together who met in an earlier round; without one, exchanges colours.
fn rematch(event: &Event, round: u32, paired: &mut Paired, k: usize) -> Option<Made> {
    let (red, black) = paired.games[k];
    let met = event.stages[0]
        .rounds
        .iter()
        .flat_map(|r| &r.games)
        .find_map(|g| match (g.red == red, g.black == red) {
            (true, _) => Some(g.black),
            (_, true) => Some(g.red),
            _ => None,
        });
    let place = met.and_then(|old| {
        paired
            .games
            .iter()
            .position(|g| g.0 == old || g.1 == old)
            .map(|at| (old, at))
    });
    match place {
        Some((old, at)) if at != k => {
            if paired.games[at].0 == old {
                paired.games[at].0 = black;
            } else {
                paired.games[at].1 = black;
            }
            paired.games[k].1 = old;
            Some(Made {
                round,
                what: "rematch",
                numbers: vec![red, old],
            })
        }
        _ => {
            paired.games[k] = (black, red);
            Some(Made {
                round,
                what: "colours_exchanged",
                numbers: vec![red, black],
            })
        }
    }
}
