//! Whether the remaining rounds can be completed at all (principles 3, 5, 6, 7).
//!
//! Up to 14 players the answer is exact ([`exact`]). Above, "no" is said where the next round has no
//! pairing or somebody has too few opponents left; "yes" where everyone may meet at least half of
//! the field in every round to come, whatever is paired before, or where a way is found; otherwise
//! "not known". Byes may repeat here: principle 5 and the setting `avoid_second_bye` only prefer.

pub mod exact;
mod large;

use super::state::State;
use super::{Pairing, PairingError, list, state};
use crate::tournament::model::{Event, Number};
use exact::{Found, MOST, Task};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FeasibilityVerdict)]
pub enum Verdict {
    /// The rounds can be completed.
    Yes,
    /// They cannot.
    No,
    /// Not known.
    Unknown,
}

/// How the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FeasibilityMethod)]
pub enum Method {
    /// By a search to the end: at most 14 players.
    Exact,
    /// In every round to come everyone may meet at least half of the others: any way works.
    Sufficient,
    /// A way was found.
    Constructed,
    /// By counting opponents, or by a largest pairing of the next round.
    Counted,
    /// No such means decides it.
    Undecided,
}

/// Whether the remaining rounds can be completed, and if not, where it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Feasibility {
    /// The first round asked about.
    pub from_round: u32,
    /// The last one: the planned number of rounds, or `from_round` where none is planned.
    pub to_round: u32,
    /// The answer.
    pub verdict: Verdict,
    /// How it was found.
    pub method: Method,
    /// The first round that cannot be paired any more, whatever is paired before it.
    pub first_round: Option<u32>,
    /// Who cannot be paired there: those with fewer opponents left than rounds; otherwise those
    /// whom some largest pairing of that round leaves out.
    pub numbers: Vec<Number>,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

impl Feasibility {
    fn new(span: (u32, u32), verdict: Verdict, method: Method) -> Feasibility {
        let (from, to) = span;
        let (zh, en) = match verdict {
            Verdict::Yes if from > to => ("已无待编轮次".to_owned(), "no rounds remain".to_owned()),
            Verdict::Yes => (
                format!("第 {from} 至 {to} 轮可以排通"),
                format!("rounds {from} to {to} can be completed"),
            ),
            _ => (
                format!("第 {from} 至 {to} 轮能否排通: 未知"),
                format!("whether rounds {from} to {to} can be completed is not known"),
            ),
        };
        Feasibility {
            from_round: from,
            to_round: to,
            verdict,
            method,
            first_round: None,
            numbers: Vec::new(),
            zh,
            en,
        }
    }

    fn no(span: (u32, u32), method: Method, first: u32, numbers: Vec<Number>) -> Feasibility {
        Feasibility {
            first_round: Some(first),
            zh: format!(
                "第 {first} 轮将无法排通(附录二.一.3、6、7): {}",
                list(&numbers, "、")
            ),
            en: format!(
                "round {first} cannot be paired whatever is paired before it (appendix 2, principles 3, 6, 7): {}",
                list(&numbers, ", ")
            ),
            numbers,
            ..Feasibility::new(span, Verdict::No, method)
        }
    }
}

/// Before a round that stands in the file, or before the next one.
///
/// # Errors
/// As [`state::before_round`].
pub fn before_round(event: &Event, stage: usize, round: u32) -> Result<Feasibility, PairingError> {
    Ok(of_state(&state::before_round(event, stage, round)?))
}

/// From a state: its round and those after it.
pub fn of_state(state: &State) -> Feasibility {
    let span = (state.round, state.planned.unwrap_or(state.round));
    if span.0 > span.1 {
        return Feasibility::new(span, Verdict::Yes, Method::Exact);
    }
    // Who is dropped, or who plays the final, is known from round to round only (10.6).
    let changing = state.regulations.drop.is_some() || state.regulations.final_for_top_two;
    if changing && span.1 > span.0 {
        let mut only = state.clone();
        only.planned = Some(span.0);
        let next = of_state(&only);
        return match next.verdict {
            Verdict::No => next,
            _ => Feasibility::new(span, Verdict::Unknown, Method::Undecided),
        };
    }
    match Small::of(state, span) {
        Some(small) => small.answer(),
        None => large::answer(state, span),
    }
}

/// The rounds that remain once a pairing stands; none where it is the last one.
pub fn after(state: &State, pairing: &Pairing) -> Option<Feasibility> {
    state.planned.filter(|&t| state.round < t)?;
    let mut next = state.clone();
    for game in &pairing.games {
        if let (Some(a), Some(b)) = (state.index_of(game.red), state.index_of(game.black)) {
            next.met.insert(a, b);
        }
    }
    next.met_at_most += 1;
    next.round += 1;
    next.forbidden.clear();
    for player in &mut next.players {
        player.plays = player.takes_part_in(next.round);
    }
    Some(of_state(&next))
}

/// A field small enough to be searched to the end.
pub struct Small<'s> {
    state: &'s State,
    span: (u32, u32),
    /// Players who take part in some of the rounds, by index in the state.
    pub players: Vec<usize>,
    /// Per player, whom he has not met.
    pub free: [u16; MOST],
    /// The rounds.
    pub tasks: Vec<Task>,
}

impl<'s> Small<'s> {
    /// None where the field is larger.
    pub fn of(state: &'s State, span: (u32, u32)) -> Option<Small<'s>> {
        let plays = |i: usize, round: u32| {
            if round == state.round {
                state.players[i].plays
            } else {
                state.players[i].takes_part_in(round)
            }
        };
        let players: Vec<usize> = (0..state.players.len())
            .filter(|&i| (span.0..=span.1).any(|round| plays(i, round)))
            .take(MOST + 1)
            .collect();
        if players.len() > MOST {
            return None;
        }
        let set = |holds: &dyn Fn(usize) -> bool| {
            (0..players.len())
                .filter(|&v| holds(v))
                .fold(0u16, |set, v| set | 1 << v)
        };
        let mut free = [0; MOST];
        let (mut mates, mut barred) = ([0; MOST], [0; MOST]);
        for (v, &i) in players.iter().enumerate() {
            free[v] = set(&|w| w != v && !state.met.contains(i, players[w]));
            mates[v] = set(&|w| w != v && state.same_unit(i, players[w]));
            barred[v] = set(&|w| {
                let j = players[w];
                state.forbidden.contains(&(i.min(j), i.max(j)))
            });
        }
        let tasks = (span.0..=span.1)
            .map(|round| {
                let apart = state.regulations.avoid_unit_rounds.contains(&round);
                let now = round == state.round;
                Task {
                    pool: set(&|v| plays(players[v], round)),
                    except: std::array::from_fn(|v| {
                        (if apart { mates[v] } else { 0 }) | (if now { barred[v] } else { 0 })
                    }),
                }
            })
            .collect();
        Some(Small {
            state,
            span,
            players,
            free,
            tasks,
        })
    }

    /// The answer for its rounds.
    pub fn answer(&self) -> Feasibility {
        match exact::complete(self.free, &self.tasks) {
            Found::Way(_) => return Feasibility::new(self.span, Verdict::Yes, Method::Exact),
            Found::Unknown => {
                return Feasibility::new(self.span, Verdict::Unknown, Method::Undecided);
            }
            Found::None => {}
        }
        // The first round that makes it impossible, and the way up to it.
        let mut before = Vec::new();
        for count in 1..=self.tasks.len() {
            match exact::complete(self.free, &self.tasks[..count]) {
                Found::Way(way) => before = way,
                Found::Unknown => break,
                Found::None => {
                    let round = self.span.0 + count as u32 - 1;
                    let numbers = self.who(count, &before);
                    return Feasibility::no(self.span, Method::Exact, round, numbers);
                }
            }
        }
        Feasibility::new(self.span, Verdict::Unknown, Method::Undecided)
    }

    /// Who cannot be paired in the last of the first `count` rounds.
    fn who(&self, count: usize, before: &[Vec<(usize, usize)>]) -> Vec<Number> {
        let tasks = &self.tasks[..count];
        let number = |v: usize| self.state.players[self.players[v]].number;
        let short = |v: &usize| {
            let v = *v;
            let own: Vec<&Task> = tasks.iter().filter(|t| t.pool >> v & 1 == 1).collect();
            let reach = own
                .iter()
                .fold(0, |reach, t| reach | (self.free[v] & t.pool & !t.except[v]));
            let byes = own.iter().filter(|t| t.pool.count_ones() % 2 == 1).count();
            (reach.count_ones() as usize) + byes < own.len()
        };
        let few: Vec<Number> = (0..self.players.len()).filter(short).map(number).collect();
        if !few.is_empty() {
            return few;
        }
        let mut free = self.free;
        for &(v, u) in before.iter().flatten() {
            free[v] &= !(1 << u);
            free[u] &= !(1 << v);
        }
        let last = &tasks[count - 1];
        let pool: Vec<usize> = (0..self.players.len())
            .filter(|v| last.pool >> v & 1 == 1)
            .collect();
        let may = |a: usize, b: usize| {
            let (v, u) = (pool[a], pool[b]);
            (free[v] & !last.except[v]) >> u & 1 == 1
        };
        super::matching::Matching::largest(pool.len(), may)
            .left_out_by_some(may)
            .into_iter()
            .map(|a| number(pool[a]))
            .collect()
    }
}
