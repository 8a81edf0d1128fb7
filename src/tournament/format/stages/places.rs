//! The places of one stage: from its table or its bracket, with recorded ways out of ties.
use super::StageError;
use super::sitting_out::{self, Why};
use crate::tournament::format::knockout::{self, Place};
use crate::tournament::format::{Warning, playoff, round_robin};
use crate::tournament::model::{Event, Format, Number};
use crate::tournament::standings;
use serde::Serialize;
use utoipa::ToSchema;

/// The places of a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct StagePlaces {
    /// Whether the stage is over, so that these are final.
    pub finished: bool,
    /// Best first; those who share a place by number. Annulled entries have none (19.2).
    pub places: Vec<Place>,
    /// Ties and how they were resolved.
    pub notes: Vec<Warning>,
}

impl StagePlaces {
    /// The groups of level entries, best first.
    pub fn groups(&self) -> Vec<Vec<Number>> {
        self.places
            .chunk_by(|a, b| a.from == b.from)
            .map(|group| group.iter().map(|p| p.number).collect())
            .collect()
    }
}

/// Whether the places of a stage come from a bracket.
pub fn has_bracket(event: &Event, stage: usize) -> bool {
    event.stages.get(stage).is_some_and(|s| match s.format {
        Format::SingleElimination | Format::DoubleElimination => true,
        Format::Playoff => playoff::is_match(event.field(stage).len()),
        Format::RoundRobin | Format::Swiss => false,
    })
}

/// The places of a stage (counted from 0), by default as it stands now.
///
/// Groups whom the chain leaves level are split by the stage's `tie_orders`, otherwise by a
/// finished play-off stage among them.
///
/// # Errors
/// No such stage, or no table or bracket can be made.
pub fn stage_places(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
) -> Result<StagePlaces, StageError> {
    let this = event
        .stages
        .get(stage)
        .ok_or(StageError::NoSuchStage(stage))?;
    let mut notes = Vec::new();
    let (finished, mut groups) = if has_bracket(event, stage) {
        let bracket = knockout::bracket_of(event, stage)?;
        let groups = bracket
            .places
            .chunk_by(|a, b| a.from == b.from)
            .map(|group| group.iter().map(|p| p.number).collect())
            .collect();
        (bracket.finished && bracket.conflicts.is_empty(), groups)
    } else {
        let table = standings::compute(event, stage, after_round)?;
        let ranked: Vec<_> = table.rows.iter().filter(|row| row.rank.is_some()).collect();
        let groups: Vec<Vec<Number>> = ranked
            .chunk_by(|a, b| a.rank == b.rank)
            .map(|group| group.iter().map(|row| row.number).collect())
            .collect();
        let over = match after_round {
            Some(_) => true,
            None => all_rounds_paired(event, stage),
        };
        let round = table.after_round;
        (
            over && table.open == 0 && round > 0,
            behind_those_who_stayed(event, stage, round, groups),
        )
    };
    if let Some(orders) = Some(&this.tie_orders).filter(|o| !o.is_empty()) {
        groups = split_by(groups, orders, &mut notes, |numbers| {
            Warning::new(
                "tie_order",
                format!("序号 {numbers} 并列, 按记录的次序区分"),
                format!("numbers {numbers} are level: in the order recorded"),
            )
        });
    }
    for (later, order) in playoffs_among(event, stage, &groups)? {
        groups = split_by(groups, &[order], &mut notes, |numbers| {
            Warning::new(
                "tie_playoff",
                format!("序号 {numbers} 并列, 由第 {} 阶段附加赛区分", later + 1),
                format!(
                    "numbers {numbers} are level: by the play-off of stage {}",
                    later + 1
                ),
            )
        });
    }
    let mut from = 1;
    let mut places = Vec::new();
    for mut group in groups {
        group.sort_unstable();
        let to = from + group.len() as u32 - 1;
        places.extend(group.into_iter().map(|number| Place { from, to, number }));
        from = to + 1;
    }
    Ok(StagePlaces {
        finished,
        places,
        notes,
    })
}

/// The stage being played (counted from 0): the first that still has rounds to pair, otherwise the
/// last.
pub fn stage_being_played(event: &Event) -> usize {
    (0..event.stages.len())
        .find(|&s| !is_paired_out(event, s))
        .unwrap_or(event.stages.len().saturating_sub(1))
}

/// Whether every round of a stage has been paired. A Swiss without a planned number of rounds goes
/// on until a later stage has begun.
fn is_paired_out(event: &Event, stage: usize) -> bool {
    let this = &event.stages[stage];
    if this.rounds.is_empty() {
        return false;
    }
    if has_bracket(event, stage) {
        return knockout::bracket_of(event, stage).is_ok_and(|b| b.finished);
    }
    let later_begun = || {
        event.stages[stage + 1..]
            .iter()
            .any(|s| !s.rounds.is_empty())
    };
    let endless = this.format == Format::Swiss && this.rounds_planned.is_none();
    all_rounds_paired(event, stage) && (!endless || later_begun())
}

/// Whether a stage with a table has all its rounds. A Swiss without a planned number of rounds
/// counts as over whenever no game is open.
fn all_rounds_paired(event: &Event, stage: usize) -> bool {
    let this = &event.stages[stage];
    let paired = this.rounds.len() as u32;
    match this.format {
        Format::Swiss => this.rounds_planned.is_none_or(|planned| paired >= planned),
        _ => round_robin::rounds_of(event, stage).is_some_and(|all| paired >= all),
    }
}

/// The Swiss with the lowest dropped: who stayed longer stands before who was dropped earlier,
/// whatever the points; the two of the final stand before everyone.
fn behind_those_who_stayed(
    event: &Event,
    stage: usize,
    round: u32,
    groups: Vec<Vec<Number>>,
) -> Vec<Vec<Number>> {
    let out = sitting_out::as_played(event, stage, round);
    if out.is_empty() {
        return groups;
    }
    let rank = |number: Number| match out.iter().find(|o| o.number == number) {
        None => 1,
        Some(o) if o.why == Why::Final => 0,
        // Dropped after a later round: better.
        Some(o) => u32::MAX - o.after_round,
    };
    let mut keyed: Vec<(u32, usize, Number)> = groups
        .iter()
        .enumerate()
        .flat_map(|(g, group)| group.iter().map(move |number| (rank(*number), g, *number)))
        .collect();
    keyed.sort_by_key(|&(rank, g, _)| (rank, g));
    keyed
        .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .map(|group| group.iter().map(|k| k.2).collect())
        .collect()
}

/// Splits groups by lists of numbers, best first. Members a list does not name stay level behind
/// those it names; a list that names fewer than two of a group says nothing about it.
fn split_by(
    groups: Vec<Vec<Number>>,
    orders: &[Vec<Number>],
    notes: &mut Vec<Warning>,
    note: impl Fn(&str) -> Warning,
) -> Vec<Vec<Number>> {
    let mut result = Vec::new();
    for group in groups {
        let order = orders
            .iter()
            .find(|order| order.iter().filter(|n| group.contains(n)).count() >= 2);
        let Some(order) = order.filter(|_| group.len() > 1) else {
            result.push(group);
            continue;
        };
        let named: Vec<Number> = order
            .iter()
            .copied()
            .filter(|n| group.contains(n))
            .collect();
        notes.push(note(&super::list(&named)));
        let rest: Vec<Number> = group
            .iter()
            .copied()
            .filter(|n| !named.contains(n))
            .collect();
        result.extend(named.into_iter().map(|n| vec![n]));
        if !rest.is_empty() {
            result.push(rest);
        }
    }
    result
}

/// Finished play-offs of later stages, given by hand, among entries that are level in this one:
/// the stage and its order. A play-off that leaves some level itself is no order.
fn playoffs_among(
    event: &Event,
    stage: usize,
    groups: &[Vec<Number>],
) -> Result<Vec<(usize, Vec<Number>)>, StageError> {
    let mut found = Vec::new();
    for (later, other) in event.stages.iter().enumerate().skip(stage + 1) {
        if other.format != Format::Playoff || other.rounds.is_empty() {
            continue;
        }
        let field = event.field(later);
        let level = groups
            .iter()
            .any(|group| group.len() > 1 && field.iter().all(|n| group.contains(n)));
        if !level {
            continue;
        }
        let places = stage_places(event, later, None)?;
        if places.finished && places.places.iter().all(|p| p.from == p.to) {
            found.push((later, places.places.iter().map(|p| p.number).collect()));
        }
    }
    Ok(found)
}
