//! 积分编排制: the Swiss by the method 定位编排法 (appendix 2), exact and explained.
//!
//! * [`state`]: what is known of every player before a round;
//! * [`orders`]: the columns 要先 and 要后 and the order of choice;
//! * [`colours`]: who gets red;
//! * [`bye`]: who rests in an odd field;
//! * [`first_round`]: round 1, by the drawn numbers;
//! * [`segment`]: one segment and what each pair costs; [`choose`]: the choices in it;
//! * `graph`: the segment as a graph; `relaxed`, `start`: a start close to its best matching;
//! * [`matching`]: largest matchings; [`weighted`]: matchings of least cost;
//! * [`plan_ahead`]: a setting for small fields: no pairing that spoils a later round;
//! * [`feasibility`]: whether the remaining rounds can be completed; [`warnings`]: what the arbiter
//!   should know before the event and before a round;
//! * [`hand`]: changes by the arbiter, compared with the rules;
//! * [`reasons`]: why, in Chinese and English; [`bridge`]: in the form all formats share.
//!
//! The pairing is the unique one that the rules define: the same input gives the same pairing on
//! every machine.

pub mod bridge;
pub mod bye;
pub mod choose;
pub mod colours;
pub mod feasibility;
pub mod first_round;
mod graph;
pub mod hand;
pub mod matching;
pub mod orders;
pub mod pair_set;
pub mod plan_ahead;
pub mod player;
pub mod reasons;
mod relaxed;
pub mod segment;
mod start;
pub mod state;
pub mod warnings;
pub mod weighted;

use crate::tournament::model::{Event, Number};
use crate::tournament::points::Points;
use orders::Column;
use reasons::{
    ByeReason, FloatMark, Form, PairReasons, SKIPPED_SHOWN, SegmentReport, SkipReason, Skipped,
};
use segment::{Choice, Segment};
use serde::{Deserialize, Serialize};
use state::State;
use std::collections::HashMap;
use std::fmt;
use utoipa::ToSchema;

/// One round, paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The games, tables in the order in which the pairs were made.
    pub games: Vec<PairedGame>,
    /// Who rests: nobody or one.
    pub byes: Vec<Number>,
    /// Whose previous game is not finished and counts as a draw here (principle 8).
    pub provisional: Vec<Number>,
    /// How each segment was paired; empty in round 1.
    pub segments: Vec<SegmentReport>,
    /// Why the bye.
    pub bye_reasons: Vec<ByeReason>,
}

/// One game of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SwissGame)]
pub struct PairedGame {
    /// Table (台次), from 1.
    pub table: u32,
    /// Who has red.
    pub red: Number,
    /// Who has black.
    pub black: Number,
    /// Why.
    pub reasons: PairReasons,
}

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingError {
    /// No stage with this index.
    NoSuchStage {
        /// Counted from 0.
        stage: usize,
    },
    /// The stage is of another format.
    NotSwiss {
        /// Counted from 0.
        stage: usize,
    },
    /// A round that is neither in the file nor the next one.
    NoSuchRound {
        /// The round asked for.
        round: u32,
    },
    /// A number that is not in the field.
    UnknownNumber {
        /// The number.
        number: Number,
    },
    /// A late entry where the regulations allow none.
    LateEntry {
        /// The number.
        number: Number,
    },
    /// Nobody is left to be paired.
    NobodyLeft {
        /// The round.
        round: u32,
    },
    /// No pairing exists: everybody who could meet has met, or units cannot be kept apart.
    Infeasible {
        /// The round.
        round: u32,
        /// Every player whom some largest pairing leaves out, ascending.
        numbers: Vec<Number>,
    },
}

impl PairingError {
    /// In Chinese.
    pub fn zh(&self) -> String {
        match self {
            PairingError::NoSuchStage { stage } => format!("没有第 {} 阶段", stage + 1),
            PairingError::NotSwiss { stage } => {
                format!("第 {} 阶段不是积分编排制", stage + 1)
            }
            PairingError::NoSuchRound { round } => format!("没有第 {round} 轮可编排"),
            PairingError::UnknownNumber { number } => format!("本阶段没有序号 {number}"),
            PairingError::LateEntry { number } => {
                format!("序号 {number} 迟到参赛, 而规程不允许")
            }
            PairingError::NobodyLeft { round } => format!("第 {round} 轮已无人可编排"),
            PairingError::Infeasible { round, numbers } => format!(
                "第 {round} 轮无法排通(附录二.一.3、6、7): 可能落单者 {}",
                list(numbers, "、")
            ),
        }
    }

    /// In English.
    pub fn en(&self) -> String {
        match self {
            PairingError::NoSuchStage { stage } => format!("there is no stage {}", stage + 1),
            PairingError::NotSwiss { stage } => format!("stage {} is not a Swiss", stage + 1),
            PairingError::NoSuchRound { round } => format!("round {round} cannot be paired now"),
            PairingError::UnknownNumber { number } => {
                format!("number {number} is not in this stage")
            }
            PairingError::LateEntry { number } => {
                format!("number {number} enters late, which the regulations do not allow")
            }
            PairingError::NobodyLeft { round } => {
                format!("nobody is left to be paired in round {round}")
            }
            PairingError::Infeasible { round, numbers } => format!(
                "round {round} has no pairing (appendix 2, principles 3, 6, 7); some largest pairing leaves out each of {}",
                list(numbers, ", ")
            ),
        }
    }
}

fn list(numbers: &[Number], separator: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

impl fmt::Display for PairingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.en(), self.zh())
    }
}

impl std::error::Error for PairingError {}

/// Pairs the round that follows those in the file. `stage` counts from 0.
///
/// # Errors
/// [`PairingError`]; nothing is guessed where no pairing exists.
pub fn pair_next(event: &Event, stage: usize) -> Result<Pairing, PairingError> {
    let rounds = event.stages.get(stage).map_or(0, |s| s.rounds.len());
    pair_round(event, stage, rounds as u32 + 1)
}

/// Pairs a round anew from the rounds before it, whether or not the file already has it.
///
/// # Errors
/// As [`pair_next`].
pub fn pair_round(event: &Event, stage: usize, round: u32) -> Result<Pairing, PairingError> {
    pair_state(&state::before_round(event, stage, round)?)
}

/// Pairs from a state.
///
/// # Errors
/// [`PairingError::Infeasible`], [`PairingError::NobodyLeft`].
pub fn pair_state(state: &State) -> Result<Pairing, PairingError> {
    let mut pool = state.pool();
    if pool.is_empty() {
        return Err(PairingError::NobodyLeft { round: state.round });
    }
    let plan = plan_ahead::Plan::of(state);
    let bye = match &plan {
        Some(plan) => plan.bye(&mut pool)?,
        None => bye::choose(state, &mut pool)?,
    };
    let mut pairing = Pairing {
        round: state.round,
        games: Vec::with_capacity(pool.len() / 2),
        byes: bye.iter().map(|b| b.number).collect(),
        provisional: state.provisional.clone(),
        segments: Vec::new(),
        bye_reasons: bye.into_iter().collect(),
    };
    if state.round == 1 {
        for (k, (red, black, reasons)) in first_round::pair(state, &pool, plan.as_ref())?
            .into_iter()
            .enumerate()
        {
            pairing.games.push(PairedGame {
                table: k as u32 + 1,
                red,
                black,
                reasons,
            });
        }
    } else {
        pair_segments(state, &pool, plan.as_ref(), &mut pairing)?;
    }
    Ok(pairing)
}

/// Goes through the segments from the highest score down.
fn pair_segments(
    state: &State,
    pool: &[usize],
    plan: Option<&plan_ahead::Plan>,
    pairing: &mut Pairing,
) -> Result<(), PairingError> {
    let mut of_score: HashMap<Points, u32> = HashMap::new();
    for &i in pool {
        *of_score.entry(state.players[i].score).or_default() += 1;
    }
    let alone = |i: usize| of_score[&state.players[i].score] == 1;
    let mut remaining = pool.to_vec();
    remaining.sort_by_key(|&i| (std::cmp::Reverse(state.players[i].score), i));
    let mut floated: Vec<usize> = Vec::new();
    let mut guide = Vec::new();
    let mut made: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < remaining.len() {
        let score = state.players[remaining[at]].score;
        let end = at
            + remaining[at..]
                .iter()
                .take_while(|&&i| state.players[i].score == score)
                .count();
        let mut members = std::mem::take(&mut floated);
        members.extend_from_slice(&remaining[at..end]);
        let segment = Segment::new(state, &members, remaining[end..].to_vec(), alone);
        let choices = match plan {
            Some(plan) => plan
                .choose(&segment, &made)
                .ok_or_else(|| plan.refusal(pool))?,
            None => {
                let chosen = choose::choose(&segment, &guide).ok_or_else(|| {
                    let all = bye::largest(state, pool);
                    bye::infeasible(state, pool, &all)
                })?;
                guide = chosen.guide;
                chosen.choices
            }
        };
        report(&segment, score, &choices, pairing);
        let player = |place: usize| segment.order.players[place];
        floated = Vec::new();
        for choice in &choices {
            match choice.partner {
                Some(partner) => made.push((player(choice.chooser), player(partner))),
                None => floated.push(player(choice.chooser)),
            }
        }
        at = end;
    }
    Ok(())
}

/// Writes the pairs of a segment and its report.
fn report(segment: &Segment, score: Points, choices: &[Choice], pairing: &mut Pairing) {
    let state = segment.state;
    let number = |place: usize| state.players[segment.order.players[place]].number;
    let mut objectives = [0u32; 5];
    let mut left_over = Vec::new();
    for choice in choices {
        let Some(partner) = choice.partner else {
            left_over.push(number(choice.chooser));
            add(&mut objectives, &segment.left_cost(choice.chooser));
            continue;
        };
        add(&mut objectives, &segment.pair_cost(choice.chooser, partner));
        let column = segment.order.columns[choice.chooser];
        let form = if segment.order.columns[partner] == column {
            Form::SameColumn
        } else if !choice.skipped.is_empty() {
            Form::ShiftedPlace
        } else {
            Form::SamePlace
        };
        let colours = segment.colours(choice.chooser, partner);
        let (chooser_number, partner_number) = (number(choice.chooser), number(partner));
        let (red, black) = if colours.first_is_red {
            (chooser_number, partner_number)
        } else {
            (partner_number, chooser_number)
        };
        let skipped = choice
            .skipped
            .iter()
            .map(|passed| Skipped {
                number: number(passed.place),
                why: passed.why,
                objective: passed.objective,
            })
            .collect();
        let mut reasons = PairReasons::new(
            state,
            chooser_number,
            Some(column),
            form,
            skipped,
            colours.rule,
            colours.extension,
        );
        reasons.segment = score;
        reasons.skipped_more = choice.skipped_more;
        reasons.undone = choice.undone;
        let (a, b) = (segment.score(choice.chooser), segment.score(partner));
        if a != b {
            for (place, down) in [(choice.chooser, a > b), (partner, b > a)] {
                reasons.floats.push(FloatMark {
                    number: number(place),
                    down,
                    forced: segment.forced[place],
                });
            }
        }
        pairing.games.push(PairedGame {
            table: pairing.games.len() as u32 + 1,
            red,
            black,
            reasons: reasons.worded(red, black),
        });
    }
    let column = |wanted: Column| {
        (0..segment.len())
            .filter(|&p| segment.order.columns[p] == wanted)
            .map(number)
            .collect()
    };
    let mut scores: Vec<Points> = (0..segment.len()).map(|p| segment.score(p)).collect();
    scores.dedup();
    pairing.segments.push(SegmentReport {
        scores,
        wants_red: column(Column::WantsRed),
        wants_black: column(Column::WantsBlack),
        order: (0..segment.len()).map(number).collect(),
        left_over,
        objectives,
    });
}

fn add(total: &mut [u32; 5], cost: &[u32; 5]) {
    for (t, c) in total.iter_mut().zip(cost) {
        *t += c;
    }
}

impl PairReasons {
    /// Reasons without wording and floats.
    fn new(
        state: &State,
        chooser: Number,
        column: Option<Column>,
        form: Form,
        mut skipped: Vec<Skipped>,
        colour_rule: colours::ColourRule,
        colour_extension: bool,
    ) -> PairReasons {
        let undone = skipped.iter().any(|s| s.why == SkipReason::Objective);
        let skipped_more = skipped.len().saturating_sub(SKIPPED_SHOWN) as u32;
        skipped.truncate(SKIPPED_SHOWN);
        let segment = state
            .index_of(chooser)
            .map_or(Points::ZERO, |i| state.players[i].score);
        PairReasons {
            segment,
            chooser,
            column,
            form,
            skipped,
            skipped_more,
            undone,
            colour_rule,
            colour_clause: colour_rule.clause().to_owned(),
            colour_extension,
            floats: Vec::new(),
            zh: String::new(),
            en: String::new(),
        }
    }
}
