//! Who does not play a round of a Swiss though still in the event: the lowest dropped (10.6,
//! B 10.4.2), and the two who lead before the last round where a final of their own is played.
use super::StageError;
use crate::tournament::field_source::CutRule;
use crate::tournament::lots::Seed;
use crate::tournament::model::{Edition, Event, Format, Number, Round};
use crate::tournament::regulations::DropRule;
use crate::tournament::standings;
use serde::Serialize;
use utoipa::ToSchema;

/// An entry that sits out from a round on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SittingOut {
    /// The entry.
    pub number: Number,
    /// The last round it played.
    pub after_round: u32,
    /// Why.
    pub why: Why,
}

/// Why an entry sits out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Dropped as one of the lowest.
    Dropped,
    /// Plays the final instead.
    Final,
}

/// The round after which the first are dropped: as set, otherwise half of the planned rounds,
/// rounded down in edition A (将过半) and up in edition B (过半).
pub fn first_dropping_round(
    rule: &DropRule,
    planned: Option<u32>,
    edition: Edition,
) -> Option<u32> {
    rule.from_round.or_else(|| {
        let planned = planned?;
        Some(match edition {
            Edition::Trial => (planned / 2).max(1),
            Edition::Approved => planned.div_ceil(2).max(1),
        })
    })
}

/// How many are in the field after each round 1…T of a Swiss with `entries`: the numbers announced
/// beforehand.
pub fn announced(rule: &DropRule, entries: u32, planned: u32, edition: Edition) -> Vec<u32> {
    let first = first_dropping_round(rule, Some(planned), edition).unwrap_or(1);
    let mut left = entries;
    (1..=planned)
        .map(|round| {
            if round >= first && round < planned {
                left -= rule.per_round.min(left.saturating_sub(rule.keep));
            }
            left
        })
        .collect()
}

/// Who sits out in a round that has been played, or is to be paired next: read from the rounds on
/// file where there are such, computed from the table for the next one.
///
/// # Errors
/// [`StageError::NotFinished`] while games of the round before are open, [`StageError::CutTie`]
/// where the chain leaves entries level across the line.
pub fn sitting_out(event: &Event, stage: usize, round: u32) -> Result<Vec<SittingOut>, StageError> {
    let mut out = as_played(
        event,
        stage,
        round.min(event.stages[stage].rounds.len() as u32),
    );
    if round as usize != event.stages[stage].rounds.len() + 1 {
        return Ok(out);
    }
    let regulations = event.regulations(stage);
    let planned = event.stages[stage].rounds_planned;
    let before = round - 1;
    if before == 0 || event.stages[stage].format != Format::Swiss {
        return Ok(out);
    }
    if let Some(rule) = &regulations.drop {
        let first = first_dropping_round(rule, planned, regulations.edition);
        if first.is_some_and(|first| before >= first) && planned.is_none_or(|t| round <= t) {
            out.extend(lowest(event, stage, before, rule, &out)?);
        }
    }
    if regulations.final_for_top_two && planned == Some(round) {
        out.extend(top_two(event, stage, before, &out)?);
    }
    Ok(out)
}

/// Who sat out in rounds up to this one, read from the rounds on file alone.
pub(super) fn as_played(event: &Event, stage: usize, round: u32) -> Vec<SittingOut> {
    let regulations = event.regulations(stage);
    let this = &event.stages[stage];
    if this.format != Format::Swiss
        || (regulations.drop.is_none() && !regulations.final_for_top_two)
    {
        return Vec::new();
    }
    let first = regulations
        .drop
        .as_ref()
        .and_then(|rule| first_dropping_round(rule, this.rounds_planned, regulations.edition));
    let mut out: Vec<SittingOut> = Vec::new();
    for played in this
        .rounds
        .iter()
        .filter(|r| r.number <= round && r.number > 1)
    {
        let before = played.number - 1;
        let dropping = first.is_some_and(|first| before >= first);
        let last = regulations.final_for_top_two && this.rounds_planned == Some(played.number);
        if !dropping && !last {
            continue;
        }
        let absent: Vec<Number> = playing(event, stage, played.number)
            .into_iter()
            .filter(|n| !appears(played, *n) && out.iter().all(|o| o.number != *n))
            .collect();
        // In the last round the leaders among the absent play the final.
        let finalists: Vec<Number> = if last {
            leaders(event, stage, before, &absent)
        } else {
            Vec::new()
        };
        out.extend(absent.into_iter().map(|number| SittingOut {
            number,
            after_round: before,
            why: if finalists.contains(&number) {
                Why::Final
            } else {
                Why::Dropped
            },
        }));
    }
    out
}

fn appears(round: &Round, number: Number) -> bool {
    round.byes.contains(&number) || round.games.iter().any(|g| g.opponent_of(number).is_some())
}

/// The field of a round without those who have left or come later.
fn playing(event: &Event, stage: usize, round: u32) -> Vec<Number> {
    event
        .field(stage)
        .into_iter()
        .filter(|n| {
            let late = event
                .entry(*n)
                .and_then(|e| e.first_round)
                .is_some_and(|first| first > round);
            let left = event
                .last_round_taken_part_in(stage, *n)
                .is_some_and(|last| last < round);
            !late && !left
        })
        .collect()
}

/// The best two of a list by the table after a round.
fn leaders(event: &Event, stage: usize, round: u32, among: &[Number]) -> Vec<Number> {
    let Ok(table) = standings::compute(event, stage, Some(round)) else {
        return Vec::new();
    };
    table
        .rows
        .iter()
        .map(|row| row.number)
        .filter(|n| among.contains(n))
        .take(2)
        .collect()
}

/// Those in the field after a round in the order of the table: groups of level entries.
fn groups(
    event: &Event,
    stage: usize,
    round: u32,
    out: &[SittingOut],
) -> Result<Vec<Vec<Number>>, StageError> {
    let places = super::stage_places(event, stage, Some(round))?;
    if !places.finished {
        return Err(StageError::NotFinished(stage));
    }
    let playing = playing(event, stage, round + 1);
    Ok(places
        .groups()
        .into_iter()
        .map(|group| {
            group
                .into_iter()
                .filter(|n| playing.contains(n) && out.iter().all(|o| o.number != *n))
                .collect::<Vec<_>>()
        })
        .filter(|group| !group.is_empty())
        .collect())
}

fn lowest(
    event: &Event,
    stage: usize,
    round: u32,
    rule: &DropRule,
    out: &[SittingOut],
) -> Result<Vec<SittingOut>, StageError> {
    let groups = groups(event, stage, round, out)?;
    let left: usize = groups.iter().map(Vec::len).sum();
    let mut to_drop = (rule.per_round as usize).min(left.saturating_sub(rule.keep as usize));
    let mut dropped = Vec::new();
    for group in groups.into_iter().rev() {
        if to_drop == 0 {
            break;
        }
        let mut group = group;
        if group.len() > to_drop {
            let stays = (group.len() - to_drop) as u32;
            group = in_drawn_order(event, stage, round, rule.cut, group, stays)?
                .split_off(stays as usize);
        }
        to_drop -= group.len();
        dropped.extend(group);
    }
    dropped.sort_unstable();
    Ok(dropped
        .into_iter()
        .map(|number| SittingOut {
            number,
            after_round: round,
            why: Why::Dropped,
        })
        .collect())
}

fn top_two(
    event: &Event,
    stage: usize,
    round: u32,
    out: &[SittingOut],
) -> Result<Vec<SittingOut>, StageError> {
    let cut = event
        .regulations(stage)
        .drop
        .map_or(CutRule::Wait, |rule| rule.cut);
    let mut top = Vec::new();
    for group in groups(event, stage, round, out)? {
        let wanted = 2 - top.len();
        if wanted == 0 {
            break;
        }
        let mut group = group;
        if group.len() > wanted {
            group = in_drawn_order(event, stage, round, cut, group, wanted as u32)?;
            group.truncate(wanted);
        }
        top.extend(group);
    }
    Ok(top
        .into_iter()
        .map(|number| SittingOut {
            number,
            after_round: round,
            why: Why::Final,
        })
        .collect())
}

/// A group that is level across a line, in the order of lots where the rule says so.
fn in_drawn_order(
    event: &Event,
    stage: usize,
    round: u32,
    cut: CutRule,
    mut group: Vec<Number>,
    taken: u32,
) -> Result<Vec<Number>, StageError> {
    group.sort_unstable();
    if cut == CutRule::Wait {
        return Err(StageError::CutTie {
            stage,
            numbers: group,
            taken,
        });
    }
    let seed: Seed = event
        .regulations(stage)
        .lots_seed
        .and_then(|seed| seed.parse().ok())
        .ok_or(StageError::NeedsSeed { stage })?;
    let purpose = format!("line/{}/{round}/{taken}", stage + 1);
    seed.derive(&purpose).sequence().shuffle(&mut group);
    Ok(group)
}
