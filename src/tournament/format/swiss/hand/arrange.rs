//! Changes asked of the engine: the rest is paired around what is fixed.
use super::compare::compare;
use super::{Comparison, HandError, HandGame, HandPairing};
use crate::tournament::format::swiss::state::{self, State};
use crate::tournament::format::swiss::{Pairing, pair_state};
use crate::tournament::model::{Event, Number};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use utoipa::ToSchema;

/// A game that stands, whatever the engine would say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FixedGame {
    /// Its table; by default it comes after the games the engine pairs.
    #[serde(default)]
    pub table: Option<u32>,
    /// Who has red.
    pub red: Number,
    /// Who has black.
    pub black: Number,
}

/// What the arbiter asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    /// Games that stand; the rest is paired around them.
    pub fix: Vec<FixedGame>,
    /// Pairs that shall not be.
    pub forbid: Vec<(Number, Number)>,
    /// Who has the bye.
    pub bye: Option<Number>,
    /// Afterwards these two change places (opponent, colour, bye).
    pub swap: Vec<(Number, Number)>,
}

/// Pairs a round with the wishes of the arbiter and says what differs from the rules.
///
/// # Errors
/// [`HandError`]: somebody twice or not playing, a bye in an even field, a rest that cannot be
/// paired.
pub fn arrange(
    event: &Event,
    stage: usize,
    round: u32,
    wishes: &Wishes,
) -> Result<Comparison, HandError> {
    let state = state::before_round(event, stage, round)?;
    let mut hand = paired_around(&state, wishes)?;
    for &(a, b) in &wishes.swap {
        swap(&state, &mut hand, a, b)?;
    }
    compare(&state, &hand)
}

/// Exchanges players in a pairing that stands, and says what differs from the rules.
///
/// # Errors
/// [`HandError`]: somebody who does not play.
pub fn swapped(
    event: &Event,
    stage: usize,
    round: u32,
    mut hand: HandPairing,
    swaps: &[(Number, Number)],
) -> Result<Comparison, HandError> {
    let state = state::before_round(event, stage, round)?;
    for &(a, b) in swaps {
        swap(&state, &mut hand, a, b)?;
    }
    compare(&state, &hand)
}

fn paired_around(state: &State, wishes: &Wishes) -> Result<HandPairing, HandError> {
    let mut rest = state.clone();
    let mut settled = BTreeSet::new();
    let mut settle = |rest: &mut State, number: Number| {
        let i = rest
            .index_of(number)
            .filter(|&i| state.players[i].plays)
            .ok_or(HandError::NotPlaying { number })?;
        if !settled.insert(number) {
            return Err(HandError::Twice { number });
        }
        rest.players[i].plays = false;
        Ok(i)
    };
    for game in &wishes.fix {
        if game.red == game.black {
            return Err(HandError::Itself { number: game.red });
        }
        let red = settle(&mut rest, game.red)?;
        let black = settle(&mut rest, game.black)?;
        // For the rounds to come, should they be planned ahead.
        rest.met.insert(red, black);
    }
    if let Some(number) = wishes.bye {
        settle(&mut rest, number)?;
        if rest.pool().len() % 2 == 1 {
            return Err(HandError::Byes);
        }
    }
    for &(a, b) in &wishes.forbid {
        let find = |number: Number| {
            state
                .index_of(number)
                .ok_or(HandError::NotPlaying { number })
        };
        let (a, b) = (find(a)?, find(b)?);
        if a == b {
            return Err(HandError::Itself {
                number: state.players[a].number,
            });
        }
        rest.forbid(a, b);
    }
    let engine = if rest.pool().is_empty() {
        None
    } else {
        Some(pair_state(&rest)?)
    };
    laid_out(engine, wishes)
}

/// Gives the fixed games their tables and the others those between, in order.
fn laid_out(engine: Option<Pairing>, wishes: &Wishes) -> Result<HandPairing, HandError> {
    let paired = engine.as_ref().map_or(0, |p| p.games.len());
    let total = paired + wishes.fix.len();
    let mut places: Vec<Option<(Number, Number)>> = vec![None; total];
    let mut unplaced = VecDeque::new();
    for game in &wishes.fix {
        match game.table {
            Some(table) => {
                let place = (table as usize)
                    .checked_sub(1)
                    .and_then(|k| places.get_mut(k))
                    .filter(|p| p.is_none())
                    .ok_or(HandError::Table { table })?;
                *place = Some((game.red, game.black));
            }
            None => unplaced.push_back((game.red, game.black)),
        }
    }
    let mut others = engine
        .iter()
        .flat_map(|p| &p.games)
        .map(|g| (g.red, g.black))
        .chain(unplaced);
    let games = places
        .into_iter()
        .enumerate()
        .filter_map(|(k, place)| {
            let (red, black) = place.or_else(|| others.next())?;
            Some(HandGame {
                table: k as u32 + 1,
                red,
                black,
            })
        })
        .collect();
    let byes = wishes
        .bye
        .into_iter()
        .chain(engine.iter().flat_map(|p| p.byes.clone()))
        .collect();
    Ok(HandPairing { games, byes })
}

fn swap(state: &State, hand: &mut HandPairing, a: Number, b: Number) -> Result<(), HandError> {
    for number in [a, b] {
        let plays = state
            .index_of(number)
            .is_some_and(|i| state.players[i].plays);
        if !plays {
            return Err(HandError::NotPlaying { number });
        }
    }
    let exchange = |number: &mut Number| {
        if *number == a {
            *number = b;
        } else if *number == b {
            *number = a;
        }
    };
    for game in &mut hand.games {
        exchange(&mut game.red);
        exchange(&mut game.black);
    }
    hand.byes.iter_mut().for_each(exchange);
    Ok(())
}
