//! Chains of stages in common use, ready to be put into an event.
use crate::tournament::field_source::{
    Apart, Carry, Divide, DivideBy, FieldOrder, FieldSource, Pick,
};
use crate::tournament::model::{Format, Stage};
use crate::tournament::regulations::{DropRule, RegulationsPatch};

/// Groups by seeds (10.2), played side by side as the phase `phase`.
pub fn groups(
    format: Format,
    groups: u32,
    by: DivideBy,
    spread_units: bool,
    phase: u32,
) -> Vec<Stage> {
    (1..=groups)
        .map(|this| Stage {
            format,
            phase: Some(phase),
            group: Some(group_name(this)),
            source: Some(FieldSource {
                divide: Some(Divide { groups, this, by }),
                apart: spread_units.then_some(Apart::Units),
                ..FieldSource::default()
            }),
            ..Stage::default()
        })
        .collect()
}

/// `A`, `B`, … `Z`, then numbers.
fn group_name(n: u32) -> String {
    match u8::try_from(n) {
        Ok(k @ 1..=26) => char::from(b'A' + k - 1).to_string(),
        _ => n.to_string(),
    }
}

/// Finals by equal place (同名次决赛): all firsts of groups `1…groups` play for the first places, all
/// seconds for the next, and so on down to place `depth` of the groups.
pub fn finals_by_place(
    format: Format,
    groups: u32,
    depth: u32,
    carry: Carry,
    phase: u32,
) -> Vec<Stage> {
    (1..=depth)
        .map(|place| Stage {
            format,
            phase: Some(phase),
            source: Some(FieldSource {
                picks: vec![places(1..=groups, place, place)],
                carry,
                ..FieldSource::default()
            }),
            ..Stage::default()
        })
        .collect()
}

/// Crossing finals (交叉决赛): the first `qualifiers` of each group in one bracket, group mates as
/// far apart as may be; `places_decided` places are played out.
pub fn crossing_finals(groups: u32, qualifiers: u32, places_decided: u32) -> Stage {
    Stage {
        format: Format::SingleElimination,
        source: Some(FieldSource {
            picks: vec![places(1..=groups, 1, qualifiers)],
            apart: Some(Apart::Groups),
            ..FieldSource::default()
        }),
        regulations: RegulationsPatch {
            places_decided: Some(places_decided),
            ..RegulationsPatch::default()
        },
        ..Stage::default()
    }
}

/// 积分晋圈淘汰制 (10.5, B 10.4.1): a Swiss, then its first `k` in a single knock-out seeded by place.
pub fn swiss_then_knockout(rounds: u32, k: u32) -> Vec<Stage> {
    vec![
        Stage {
            format: Format::Swiss,
            rounds_planned: Some(rounds),
            ..Stage::default()
        },
        Stage {
            format: Format::SingleElimination,
            source: Some(FieldSource {
                picks: vec![places(1..=1, 1, k)],
                order: FieldOrder::Picked,
                ..FieldSource::default()
            }),
            ..Stage::default()
        },
    ]
}

/// 积分末位淘汰制 (10.6, B 10.4.2).
pub fn swiss_with_drops(rounds: u32, rule: DropRule) -> Stage {
    Stage {
        format: Format::Swiss,
        rounds_planned: Some(rounds),
        regulations: RegulationsPatch {
            drop: Some(rule),
            ..RegulationsPatch::default()
        },
        ..Stage::default()
    }
}

/// A Swiss whose two leaders before the last round play a final instead of it.
pub fn swiss_with_final(rounds: u32) -> Vec<Stage> {
    vec![
        Stage {
            format: Format::Swiss,
            rounds_planned: Some(rounds),
            regulations: RegulationsPatch {
                final_for_top_two: Some(true),
                ..RegulationsPatch::default()
            },
            ..Stage::default()
        },
        Stage {
            format: Format::SingleElimination,
            source: Some(FieldSource {
                picks: vec![Pick {
                    after_round: Some(rounds.saturating_sub(1)),
                    ..places(1..=1, 1, 2)
                }],
                ..FieldSource::default()
            }),
            ..Stage::default()
        },
    ]
}

fn places(stages: std::ops::RangeInclusive<u32>, from: u32, to: u32) -> Pick {
    Pick {
        stages: stages.collect(),
        from,
        to,
        ..Pick::default()
    }
}
