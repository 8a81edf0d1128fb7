//! 附加赛: the points of an extra match between level entries (B 14.6), played as a later stage of
//! format `playoff` whose field holds the whole group. Without one it says nothing.
use super::{Part, Value};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::{ExtraStage, Ledger};

fn stage_of<'a>(ledger: &'a Ledger, group: &[u32]) -> Option<&'a ExtraStage> {
    ledger.extra.iter().find(|stage| {
        !stage.games.is_empty() && group.iter().all(|entry| stage.field.contains(entry))
    })
}

fn games<'a>(
    stage: &'a ExtraStage,
    entry: u32,
    group: &'a [u32],
) -> impl Iterator<Item = (u32, Points)> + 'a {
    stage.games.iter().filter_map(move |(red, black, points)| {
        if *red == entry && group.contains(black) {
            Some((*black, points.red))
        } else if *black == entry && group.contains(red) {
            Some((*red, points.black))
        } else {
            None
        }
    })
}

pub(super) fn values(ledger: &Ledger, group: &[u32]) -> Vec<Value> {
    let Some(stage) = stage_of(ledger, group) else {
        return vec![Value::None; group.len()];
    };
    group
        .iter()
        .map(|entry| Value::Points(games(stage, *entry, group).map(|(_, points)| points).sum()))
        .collect()
}

pub(super) fn parts(ledger: &Ledger, entry: usize, group: &[u32]) -> Vec<Part> {
    let Some(stage) = stage_of(ledger, group) else {
        return Vec::new();
    };
    games(stage, entry as u32, group)
        .map(|(opponent, points)| {
            Part::new(
                None,
                Some(ledger.numbers[opponent as usize]),
                Value::Points(points),
                "附加赛",
                "extra match",
            )
        })
        .collect()
}
