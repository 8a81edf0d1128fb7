//! What a correction would change downstream: the event before and after, compared. Nothing is
//! written; the caller shows this, asks for a reason, and then writes or not.
use super::places::{has_bracket, stage_places};
use super::sitting_out::{self, Why};
use super::{field, final_places};
use crate::tournament::format::knockout;
use crate::tournament::model::{Event, Number};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One thing that would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Consequence {
    /// The stage, counted from 1; none: the places of the whole event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// Stable name for programs.
    pub kind: ConsequenceKind,
    /// Who is concerned.
    pub numbers: Vec<Number>,
    /// How grave it is.
    pub weight: Weight,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// What would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConsequenceKind {
    /// The place of an entry in a stage.
    Place,
    /// Who meets in a match of a bracket.
    Match,
    /// Games on record that would stand in no match any more.
    GamesWithoutMatch,
    /// Who plays in a later stage.
    Field,
    /// Positions in a later stage, or points brought along.
    Positions,
    /// Who was dropped, or plays the final.
    SittingOut,
    /// Rounds paired from the old result; they stand.
    PairedRounds,
    /// The place of an entry in the whole event.
    FinalPlace,
}

/// How grave a consequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// To know.
    Note,
    /// Somebody who moved on would not have: a reason is needed.
    NeedsReason,
    /// Games already played lose their place: they must be dealt with first.
    Conflict,
}

/// Everything that differs downstream between two states of one event.
pub fn consequences(before: &Event, after: &Event) -> Vec<Consequence> {
    let mut found = Vec::new();
    let stages = before.stages.len().min(after.stages.len());
    for stage in 0..stages {
        places(before, after, stage, &mut found);
        paired_rounds(before, after, stage, &mut found);
        if has_bracket(before, stage) && has_bracket(after, stage) {
            bracket(before, after, stage, &mut found);
        }
        dropped(before, after, stage, &mut found);
        fields(before, after, stage, &mut found);
    }
    if stages > 1 {
        whole_event(before, after, &mut found);
    }
    found
}

/// The gravest of all; none where nothing changes.
pub fn gravest(consequences: &[Consequence]) -> Option<Weight> {
    consequences.iter().map(|c| c.weight).max()
}

fn places(before: &Event, after: &Event, stage: usize, found: &mut Vec<Consequence>) {
    let of = |event: &Event| -> BTreeMap<Number, (u32, u32)> {
        stage_places(event, stage, None)
            .map(|p| {
                p.places
                    .iter()
                    .map(|p| (p.number, (p.from, p.to)))
                    .collect()
            })
            .unwrap_or_default()
    };
    let (old, new) = (of(before), of(after));
    let mut numbers: Vec<Number> = old.keys().chain(new.keys()).copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let (was, is) = (old.get(&number), new.get(&number));
        if was != is {
            let (zh_was, zh_is) = (range(was), range(is));
            found.push(Consequence {
                stage: Some(stage as u32 + 1),
                kind: ConsequenceKind::Place,
                numbers: vec![number],
                weight: Weight::Note,
                zh: format!(
                    "第 {} 阶段序号 {number}: 名次 {zh_was} → {zh_is}",
                    stage + 1
                ),
                en: format!(
                    "stage {}, number {number}: place {zh_was} → {zh_is}",
                    stage + 1
                ),
            });
        }
    }
}

fn range(place: Option<&(u32, u32)>) -> String {
    match place {
        None => "–".to_owned(),
        Some((from, to)) if from == to => from.to_string(),
        Some((from, to)) => format!("{from}–{to}"),
    }
}

/// Rounds paired after a round whose results changed stand as they are (appendix 2, principle 8).
fn paired_rounds(before: &Event, after: &Event, stage: usize, found: &mut Vec<Consequence>) {
    if has_bracket(after, stage) {
        return;
    }
    let (old, new) = (&before.stages[stage].rounds, &after.stages[stage].rounds);
    let changed = old.iter().zip(new).find(|(a, b)| {
        a.games.len() != b.games.len()
            || a.games.iter().zip(&b.games).any(|(x, y)| {
                x.result != y.result
                    || x.boards
                        .iter()
                        .map(|b| b.result)
                        .ne(y.boards.iter().map(|b| b.result))
            })
    });
    let Some((round, _)) = changed.filter(|(round, _)| (round.number as usize) < new.len()) else {
        return;
    };
    let (first, last) = (round.number + 1, new.len());
    found.push(Consequence {
        stage: Some(stage as u32 + 1),
        kind: ConsequenceKind::PairedRounds,
        numbers: Vec::new(),
        weight: Weight::Note,
        zh: format!(
            "第 {} 阶段第 {first}–{last} 轮已按原成绩编排, 编排仍有效",
            stage + 1
        ),
        en: format!(
            "stage {}: rounds {first} to {last} were paired from the old result and stand",
            stage + 1
        ),
    });
}

fn bracket(before: &Event, after: &Event, stage: usize, found: &mut Vec<Consequence>) {
    let (Ok(old), Ok(new)) = (
        knockout::bracket_of(before, stage),
        knockout::bracket_of(after, stage),
    ) else {
        return;
    };
    for m in &new.matches {
        let Some(was) = old.matches.iter().find(|o| o.code == m.code) else {
            continue;
        };
        let sides = |m: &knockout::MatchState| (m.a.seat.number(), m.b.seat.number());
        if sides(was) == sides(m) {
            continue;
        }
        let name = |n: Option<Number>| n.map_or("–".to_owned(), |n| n.to_string());
        let pair = |(a, b): (Option<Number>, Option<Number>)| format!("{} – {}", name(a), name(b));
        let (old_pair, new_pair) = (pair(sides(was)), pair(sides(m)));
        let mut numbers: Vec<Number> = [sides(was), sides(m)]
            .into_iter()
            .flat_map(|(a, b)| [a, b])
            .flatten()
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        found.push(Consequence {
            stage: Some(stage as u32 + 1),
            kind: ConsequenceKind::Match,
            numbers: numbers.clone(),
            weight: Weight::NeedsReason,
            zh: format!(
                "第 {} 阶段场次 {}: {old_pair} → {new_pair}",
                stage + 1,
                m.code
            ),
            en: format!(
                "stage {}, match {}: {old_pair} → {new_pair}",
                stage + 1,
                m.code
            ),
        });
        if !was.games.is_empty() && m.games.len() < was.games.len() {
            found.push(Consequence {
                stage: Some(stage as u32 + 1),
                kind: ConsequenceKind::GamesWithoutMatch,
                numbers,
                weight: Weight::Conflict,
                zh: format!(
                    "第 {} 阶段场次 {} 已有 {} 局({old_pair}), 更改后不属于任何场次: 请先处理, 或记录裁定(decisions)",
                    stage + 1, m.code, was.games.len()
                ),
                en: format!(
                    "stage {}, match {}: {} games on record ({old_pair}) would stand in no match: deal with them first, or record a decision",
                    stage + 1, m.code, was.games.len()
                ),
            });
        }
    }
}

/// Who should have been dropped, or play the final, where later rounds are on file already.
fn dropped(before: &Event, after: &Event, stage: usize, found: &mut Vec<Consequence>) {
    let rounds = before.stages[stage]
        .rounds
        .len()
        .min(after.stages[stage].rounds.len());
    for round in 2..=rounds {
        let as_of = |event: &Event| -> Option<Vec<(Number, Why)>> {
            let mut cut = event.clone();
            cut.stages[stage].rounds.truncate(round - 1);
            let out = sitting_out::sitting_out(&cut, stage, round as u32).ok()?;
            Some(out.into_iter().map(|o| (o.number, o.why)).collect())
        };
        let (old, new) = (as_of(before), as_of(after));
        if old == new {
            continue;
        }
        let numbers = |list: &Option<Vec<(Number, Why)>>| -> Vec<Number> {
            list.iter().flatten().map(|o| o.0).collect()
        };
        let (was, is) = (numbers(&old), numbers(&new));
        let differ: Vec<Number> = was
            .iter()
            .filter(|n| !is.contains(n))
            .chain(is.iter().filter(|n| !was.contains(n)))
            .copied()
            .collect();
        found.push(Consequence {
            stage: Some(stage as u32 + 1),
            kind: ConsequenceKind::SittingOut,
            numbers: differ,
            weight: Weight::NeedsReason,
            zh: format!(
                "第 {} 阶段第 {round} 轮不参加者: {} → {}",
                stage + 1,
                super::list(&was),
                super::list(&is)
            ),
            en: format!(
                "stage {}, round {round}: sitting out {} → {}",
                stage + 1,
                super::list(&was),
                super::list(&is)
            ),
        });
        return;
    }
}

fn fields(before: &Event, after: &Event, stage: usize, found: &mut Vec<Consequence>) {
    let this = &after.stages[stage];
    let (Some(entries), Some(_)) = (&this.entries, &this.source) else {
        return;
    };
    let new = field::resolve(after, stage);
    // What the recorded field already differs by is not a consequence of this change.
    if new == field::resolve(before, stage) {
        return;
    }
    let push = |kind, numbers, weight, zh: String, en: String, found: &mut Vec<Consequence>| {
        found.push(Consequence {
            stage: Some(stage as u32 + 1),
            kind,
            numbers,
            weight,
            zh: format!("第 {} 阶段{zh}", stage + 1),
            en: format!("stage {}: {en}", stage + 1),
        });
    };
    match new {
        Err(error) => push(
            ConsequenceKind::Field,
            Vec::new(),
            Weight::NeedsReason,
            format!("名单不再能由来源得出: {}", error.zh()),
            format!(
                "its field no longer follows from its source: {}",
                error.en()
            ),
            found,
        ),
        Ok(new) => {
            let comes: Vec<Number> = new
                .entries
                .iter()
                .copied()
                .filter(|n| !entries.contains(n))
                .collect();
            let goes: Vec<Number> = entries
                .iter()
                .copied()
                .filter(|n| !new.entries.contains(n))
                .collect();
            let started = !this.rounds.is_empty();
            if !comes.is_empty() || !goes.is_empty() {
                let weight = if started {
                    Weight::Conflict
                } else {
                    Weight::NeedsReason
                };
                push(
                    ConsequenceKind::Field,
                    goes.iter().chain(&comes).copied().collect(),
                    weight,
                    format!(
                        "名单: 去 {}, 来 {}",
                        super::list(&goes),
                        super::list(&comes)
                    ),
                    format!("out {}, in {}", super::list(&goes), super::list(&comes)),
                    found,
                );
            } else if new.entries != *entries || new.carried != this.carried {
                push(
                    ConsequenceKind::Positions,
                    new.entries.clone(),
                    Weight::NeedsReason,
                    "位置或带入分会改变".to_owned(),
                    "positions or points brought along would change".to_owned(),
                    found,
                );
            }
        }
    }
}

fn whole_event(before: &Event, after: &Event, found: &mut Vec<Consequence>) {
    let (Ok(old), Ok(new)) = (final_places(before), final_places(after)) else {
        return;
    };
    for place in &new {
        let Some(was) = old.iter().find(|p| p.number == place.number) else {
            continue;
        };
        if (was.from, was.to) == (place.from, place.to) {
            continue;
        }
        let (old_range, new_range) = (
            range(Some(&(was.from, was.to))),
            range(Some(&(place.from, place.to))),
        );
        found.push(Consequence {
            stage: None,
            kind: ConsequenceKind::FinalPlace,
            numbers: vec![place.number],
            weight: Weight::Note,
            zh: format!("总名次序号 {}: {old_range} → {new_range}", place.number),
            en: format!(
                "final place of number {}: {old_range} → {new_range}",
                place.number
            ),
        });
    }
}
