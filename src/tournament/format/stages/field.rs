//! The field of a stage from places of earlier stages: who moves on, in which position, with which
//! points. Nothing is settled silently: every tie at the line and how it was resolved is noted.
use super::places::{StagePlaces, stage_places};
use super::{StageError, carry};
use crate::tournament::field_source::{
    Apart, Carried, CutRule, Divide, DivideBy, FieldOrder, FieldSource, Pick,
};
use crate::tournament::format::Warning;
use crate::tournament::lots::{Lots, LotsMethod, Seed, bracket};
use crate::tournament::model::{Event, Format, Number};
use crate::tournament::standings::{self, Row};
use serde::Serialize;
use std::cmp::Ordering;
use utoipa::ToSchema;

/// A settled field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct SettledField {
    /// Who plays, by position (number of the order table, position of the bracket).
    pub entries: Vec<Number>,
    /// Points brought along.
    pub carried: Vec<Carried>,
    /// Lots drawn on the way, with everything to run them again.
    pub lots: Vec<Lots>,
    /// Ties and how they were resolved; places that could not be filled.
    pub notes: Vec<Warning>,
}

/// One who moves on.
#[derive(Clone, Debug)]
struct Qualified {
    number: Number,
    /// The stage it comes from; none: from the entries of the event.
    origin: Option<usize>,
    /// Its tier: all winners, all seconds …
    tier: usize,
}

/// Settles the field of a stage (counted from 0): sets its `entries` and `carried`, and puts the
/// lots drawn on record.
///
/// # Errors
/// As [`resolve`]; the event is then unchanged.
pub fn settle(event: &mut Event, stage: usize) -> Result<SettledField, StageError> {
    let field = resolve(event, stage)?;
    event.stages[stage].entries = Some(field.entries.clone());
    event.stages[stage].carried = field.carried.clone();
    let index = Some(stage as u32 + 1);
    event
        .draws
        .retain(|lots| lots.stage != index || lots.drawn_at.is_some());
    event.draws.extend(field.lots.iter().cloned());
    Ok(field)
}

/// The field of a stage (counted from 0) from its `source` as things stand now.
///
/// # Errors
/// [`StageError::NoSource`] where the field is given by hand, [`StageError::NotFinished`] while a
/// stage it depends on is played, [`StageError::CutTie`] where the line cannot be drawn,
/// [`StageError::NeedsSeed`] where lots are needed.
pub fn resolve(event: &Event, stage: usize) -> Result<SettledField, StageError> {
    let this = event
        .stages
        .get(stage)
        .ok_or(StageError::NoSuchStage(stage))?;
    let source = this.source.as_ref().ok_or(StageError::NoSource(stage))?;
    let mut field = SettledField::default();
    let mut picker = Picker {
        event,
        stage,
        source,
        notes: &mut field.notes,
    };
    let mut qualified = if source.picks.is_empty() {
        picker.all_entries()
    } else {
        picker.picked()?
    };
    if let Some(divide) = &source.divide {
        let (mine, lots) = group(event, stage, source, divide, &qualified)?;
        qualified = mine;
        field.lots.extend(lots);
    }
    let origins: Vec<(Number, usize)> = qualified
        .iter()
        .filter_map(|q| Some((q.number, q.origin?)))
        .collect();
    field.carried = carry::carried(event, source.carry, &origins)?;
    let (entries, lots) = positions(event, stage, source, &qualified)?;
    field.entries = entries;
    field.lots.extend(lots);
    Ok(field)
}

struct Picker<'a> {
    event: &'a Event,
    stage: usize,
    source: &'a FieldSource,
    notes: &'a mut Vec<Warning>,
}

impl Picker<'_> {
    /// All entries that have not left, by seed, then rating, then number.
    fn all_entries(&self) -> Vec<Qualified> {
        let mut entries: Vec<_> = self
            .event
            .entries
            .iter()
            .filter(|e| !e.status.has_left())
            .collect();
        entries.sort_by_key(|e| {
            (
                e.seed.unwrap_or(u32::MAX),
                std::cmp::Reverse(e.rating.unwrap_or(i32::MIN)),
                e.number,
            )
        });
        entries
            .into_iter()
            .enumerate()
            .map(|(tier, e)| Qualified {
                number: e.number,
                origin: None,
                tier,
            })
            .collect()
    }

    fn picked(&mut self) -> Result<Vec<Qualified>, StageError> {
        let mut all: Vec<Qualified> = Vec::new();
        for (p, pick) in self.source.picks.iter().enumerate() {
            let pointer = format!("/stages/{}/source/picks/{p}", self.stage);
            let offset = all.iter().map(|q| q.tier + 1).max().unwrap_or(0);
            let mut of_pick = Vec::new();
            for &from_one in &pick.stages {
                let earlier = (from_one as usize)
                    .checked_sub(1)
                    .filter(|s| *s < self.stage)
                    .ok_or_else(|| StageError::Setting {
                        pointer: format!("{pointer}/stages"),
                        zh: format!("只能取自之前的阶段, 而不是第 {from_one} 阶段"),
                        en: format!("places come from earlier stages, not from stage {from_one}"),
                    })?;
                let taken = self.places_of(earlier, pick)?;
                of_pick.extend(taken.into_iter().enumerate().map(|(i, number)| Qualified {
                    number,
                    origin: Some(earlier),
                    tier: offset + i,
                }));
            }
            // The first place of each stage, then the second of each.
            of_pick.sort_by_key(|q| q.tier);
            if let Some(best) = pick.best {
                of_pick = self.best_of(of_pick, best as usize)?;
            }
            for q in of_pick {
                if let Some(twice) = all.iter().find(|other| other.number == q.number) {
                    return Err(StageError::Setting {
                        pointer,
                        zh: format!("序号 {} 被选取两次", twice.number),
                        en: format!("number {} is picked twice", twice.number),
                    });
                }
                all.push(q);
            }
        }
        Ok(all)
    }

    /// The numbers on places `from` … `to` of a stage, best first.
    fn places_of(&mut self, earlier: usize, pick: &Pick) -> Result<Vec<Number>, StageError> {
        let places = stage_places(self.event, earlier, pick.after_round)?;
        if !places.finished {
            return Err(StageError::NotFinished(earlier));
        }
        self.notes.extend(places.notes.iter().cloned());
        // Entries that left the event do not move on; those behind them move up.
        let places = without_those_who_left(self.event, places);
        let mut taken = Vec::new();
        let mut position = 0u32;
        for group in places.groups() {
            let (first, last) = (position + 1, position + group.len() as u32);
            position = last;
            if last < pick.from || first > pick.to {
                continue;
            }
            let outside = first < pick.from || last > pick.to;
            let group = if group.len() > 1 {
                let skip = pick.from.saturating_sub(first);
                let wanted = pick.to.min(last) - pick.from.max(first) + 1;
                let order = self.order_of_level(earlier, group, outside.then_some(wanted))?;
                order
                    .into_iter()
                    .skip(skip as usize)
                    .take(wanted as usize)
                    .collect()
            } else {
                group
            };
            taken.extend(group);
        }
        let wanted = (pick.to + 1).saturating_sub(pick.from);
        if (taken.len() as u32) < wanted {
            self.notes.push(Warning::new(
                "places_missing",
                format!(
                    "第 {} 阶段第 {}–{} 名只有 {} 人(队)",
                    earlier + 1,
                    pick.from,
                    pick.to,
                    taken.len()
                ),
                format!(
                    "stage {} has only {} on places {} to {}",
                    earlier + 1,
                    taken.len(),
                    pick.from,
                    pick.to
                ),
            ));
        }
        Ok(taken)
    }

    /// The order of a group that the chain leaves level. Inside the places taken it only decides
    /// positions; across the line (`taken` of them move on) it needs a play-off or lots.
    fn order_of_level(
        &mut self,
        earlier: usize,
        mut group: Vec<Number>,
        taken: Option<u32>,
    ) -> Result<Vec<Number>, StageError> {
        group.sort_unstable();
        let seed = seed(self.event, self.stage);
        if let Some(taken) = taken
            && self.source.cut == CutRule::Wait
        {
            return Err(StageError::CutTie {
                stage: earlier,
                numbers: group,
                taken,
            });
        }
        let numbers = super::list(&group);
        match (seed, taken) {
            (Some(seed), _) => {
                let purpose = format!("level/{}/{numbers}", earlier + 1);
                seed.derive(&purpose).sequence().shuffle(&mut group);
                self.notes.push(Warning::new(
                    "tie_lots",
                    format!(
                        "第 {} 阶段序号 {numbers} 并列, 抽签次序 {}",
                        earlier + 1,
                        super::list(&group)
                    ),
                    format!(
                        "numbers {numbers} of stage {} are level: by lots {}",
                        earlier + 1,
                        super::list(&group)
                    ),
                ));
                Ok(group)
            }
            (None, Some(_)) => Err(StageError::NeedsSeed { stage: self.stage }),
            (None, None) => {
                self.notes.push(Warning::new(
                    "level_by_number",
                    format!("第 {} 阶段序号 {numbers} 并列且均晋级, 位置按序号先后", earlier + 1),
                    format!("numbers {numbers} of stage {} are level and all move on: positions by number", earlier + 1),
                ));
                Ok(group)
            }
        }
    }

    /// The best so many of several, compared across their stages.
    fn best_of(&mut self, all: Vec<Qualified>, best: usize) -> Result<Vec<Qualified>, StageError> {
        if all.len() <= best {
            return Ok(all);
        }
        let mut rated: Vec<(Qualified, Option<Row>, i64)> = Vec::new();
        for q in all {
            let origin = q.origin.unwrap_or_default();
            let table = standings::compute(self.event, origin, None)?;
            let opponents = table.rows.iter().filter(|r| r.rank.is_some()).count() as i64 - 1;
            let row = table.row(q.number).cloned();
            rated.push((q, row, opponents.max(1)));
        }
        rated.sort_by(|a, b| {
            across((&a.1, a.2), (&b.1, b.2))
                .reverse()
                .then(a.0.number.cmp(&b.0.number))
        });
        let level: Vec<Number> = rated
            .iter()
            .filter(|r| {
                across((&r.1, r.2), (&rated[best - 1].1, rated[best - 1].2)) == Ordering::Equal
            })
            .map(|r| r.0.number)
            .collect();
        let before = rated
            .iter()
            .take(best)
            .filter(|r| !level.contains(&r.0.number))
            .count();
        let taken = best - before;
        let order = if level.len() > taken {
            let stage = rated[best - 1].0.origin.unwrap_or_default();
            self.order_of_level(stage, level.clone(), Some(taken as u32))?
        } else {
            level
        };
        let mut chosen: Vec<Qualified> = rated.iter().take(before).map(|r| r.0.clone()).collect();
        chosen.extend(
            order
                .into_iter()
                .take(taken)
                .filter_map(|n| rated.iter().find(|r| r.0.number == n).map(|r| r.0.clone())),
        );
        let tier = chosen.iter().map(|q| q.tier).min().unwrap_or(0);
        for q in &mut chosen {
            q.tier = tier;
        }
        self.notes.push(Warning::new(
            "best_across",
            format!(
                "跨组比较取 {best} 名: {}",
                super::list(&chosen.iter().map(|q| q.number).collect::<Vec<_>>())
            ),
            format!(
                "the best {best} across the stages: {}",
                super::list(&chosen.iter().map(|q| q.number).collect::<Vec<_>>())
            ),
        ));
        Ok(chosen)
    }
}

/// Compares rows of different tables: criterion by criterion, as far as both have numbers, each
/// divided by the number of opponents, so that groups of different size compare fairly.
fn across(a: (&Option<Row>, i64), b: (&Option<Row>, i64)) -> Ordering {
    let (Some(row_a), Some(row_b)) = (a.0, b.0) else {
        return a.0.is_some().cmp(&b.0.is_some());
    };
    for (x, y) in row_a.criteria.iter().zip(&row_b.criteria) {
        let (Some(value_x), Some(value_y)) = (number_of(&x.value), number_of(&y.value)) else {
            continue;
        };
        let order = (value_x * b.1).cmp(&(value_y * a.1));
        let fewer_is_better = matches!(
            x.name,
            crate::tournament::regulations::Criterion::Fouls
                | crate::tournament::regulations::Criterion::Places
                | crate::tournament::regulations::Criterion::BestPlace
        );
        // Only criteria every entry has by itself mean something across tables.
        let own = !matches!(
            x.name,
            crate::tournament::regulations::Criterion::Direct
                | crate::tournament::regulations::Criterion::WasBlack
                | crate::tournament::regulations::Criterion::ExtraMatch
                | crate::tournament::regulations::Criterion::Lots
        );
        if own && order != Ordering::Equal {
            return if fewer_is_better {
                order.reverse()
            } else {
                order
            };
        }
    }
    Ordering::Equal
}

const fn number_of(value: &standings::Value) -> Option<i64> {
    match value {
        standings::Value::Points(points) => Some(points.as_quarters()),
        standings::Value::Count(count) => Some(*count),
        _ => None,
    }
}

fn without_those_who_left(event: &Event, places: StagePlaces) -> StagePlaces {
    let stays = |n: Number| event.entry(n).is_some_and(|e| !e.status.has_left());
    // Ranges are kept, so that level entries stay level; positions are counted anew by the caller.
    StagePlaces {
        places: places
            .places
            .into_iter()
            .filter(|p| stays(p.number))
            .collect(),
        ..places
    }
}

/// The seed of a stage's lots.
fn seed(event: &Event, stage: usize) -> Option<Seed> {
    event.regulations(stage).lots_seed?.parse().ok()
}

/// Mates that are kept apart: units, or the stages they come from.
fn apart(event: &Event, rule: Option<Apart>, qualified: &[Qualified]) -> Vec<Option<String>> {
    qualified
        .iter()
        .map(|q| match rule? {
            Apart::Units => event.entry(q.number)?.unit.clone(),
            Apart::Groups => q.origin.map(|s| (s + 1).to_string()),
        })
        .collect()
}

/// The members of one group of several. All groups of a division draw from the tournament's own
/// seed and the same list, so each finds the same division.
fn group(
    event: &Event,
    stage: usize,
    source: &FieldSource,
    divide: &Divide,
    qualified: &[Qualified],
) -> Result<(Vec<Qualified>, Option<Lots>), StageError> {
    let bad = |zh: String, en: String| StageError::Setting {
        pointer: format!("/stages/{stage}/source/divide"),
        zh,
        en,
    };
    let n = qualified.len() as u32;
    if divide.groups == 0 || divide.groups > n || !(1..=divide.groups).contains(&divide.this) {
        return Err(bad(
            format!(
                "{n} 人(队)不能分为 {} 组并取第 {} 组",
                divide.groups, divide.this
            ),
            format!(
                "{n} entries have no group {} of {}",
                divide.this, divide.groups
            ),
        ));
    }
    let outer = event.tournament.regulations.lots_seed.as_ref();
    let seed = match divide.by {
        DivideBy::Snake => None,
        DivideBy::Pots => Some(
            outer
                .and_then(|s| s.parse::<Seed>().ok())
                .or_else(|| seed(event, stage))
                .ok_or(StageError::NeedsSeed { stage })?
                .derive(&format!(
                    "groups/{}/{}",
                    divide.groups,
                    super::list(&numbers(qualified))
                )),
        ),
    };
    let lots = Lots {
        method: match divide.by {
            DivideBy::Snake => LotsMethod::Snake {
                groups: divide.groups,
            },
            DivideBy::Pots => LotsMethod::Pots {
                groups: divide.groups,
                seeds_fixed: true,
            },
        },
        stage: Some(stage as u32 + 1),
        participants: qualified.iter().map(|q| q.number.to_string()).collect(),
        apart: apart(event, source.apart, qualified),
        seed,
        purpose: None,
        commitment: None,
        committed_at: None,
        drawn_at: None,
        result: Vec::new(),
    };
    let lots = drawn(lots, stage)?;
    let mine = qualified
        .iter()
        .zip(&lots.result)
        .filter(|(_, group)| **group == divide.this)
        .map(|(q, _)| q.clone())
        .collect();
    Ok((mine, (divide.by == DivideBy::Pots).then_some(lots)))
}

fn numbers(qualified: &[Qualified]) -> Vec<Number> {
    qualified.iter().map(|q| q.number).collect()
}

fn drawn(lots: Lots, stage: usize) -> Result<Lots, StageError> {
    lots.drawn().map_err(|faults| StageError::Setting {
        pointer: format!("/stages/{stage}/source"),
        zh: faults
            .iter()
            .map(|f| f.zh.clone())
            .collect::<Vec<_>>()
            .join("; "),
        en: faults
            .iter()
            .map(|f| f.en.clone())
            .collect::<Vec<_>>()
            .join("; "),
    })
}

/// Positions in the new stage.
fn positions(
    event: &Event,
    stage: usize,
    source: &FieldSource,
    qualified: &[Qualified],
) -> Result<(Vec<Number>, Option<Lots>), StageError> {
    let n = qualified.len();
    let in_bracket = matches!(
        event.stages[stage].format,
        Format::SingleElimination | Format::DoubleElimination
    );
    let apart = match in_bracket {
        true => apart(event, source.apart, qualified),
        false => Vec::new(),
    };
    if source.order == FieldOrder::Picked {
        let mut positions: Vec<u32> = (1..=n as u32).collect();
        let tiers: Vec<usize> = qualified.iter().map(|q| q.tier).collect();
        let first = tiers.iter().copied().min().unwrap_or(0);
        // The first of each group keep their order; the others may change places in their tier.
        bracket::keep_apart(&mut positions, &tiers, |i| tiers[i] > first, &apart);
        return Ok((by_position(qualified, &positions), None));
    }
    let mut sizes: Vec<u32> = Vec::new();
    if source.order == FieldOrder::DrawnByRank {
        let mut last = None;
        for q in qualified {
            if last == Some(q.tier) {
                *sizes
                    .last_mut()
                    .expect("a tier that repeats has been counted") += 1;
            } else {
                sizes.push(1);
                last = Some(q.tier);
            }
        }
    } else {
        sizes.push(n as u32);
    }
    let lots = Lots {
        method: LotsMethod::Ranks { sizes },
        stage: Some(stage as u32 + 1),
        participants: qualified.iter().map(|q| q.number.to_string()).collect(),
        apart,
        seed: Some(
            seed(event, stage)
                .ok_or(StageError::NeedsSeed { stage })?
                .derive(&format!("positions/{}", stage + 1)),
        ),
        purpose: None,
        commitment: None,
        committed_at: None,
        drawn_at: None,
        result: Vec::new(),
    };
    let lots = drawn(lots, stage)?;
    Ok((by_position(qualified, &lots.result), Some(lots)))
}

fn by_position(qualified: &[Qualified], positions: &[u32]) -> Vec<Number> {
    let mut order: Vec<(u32, Number)> = positions
        .iter()
        .copied()
        .zip(qualified.iter().map(|q| q.number))
        .collect();
    order.sort_unstable();
    order.into_iter().map(|o| o.1).collect()
}
