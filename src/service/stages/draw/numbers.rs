//! The numbers (序号) of everyone in a stage, before anything is paired.
use super::{DrawWish, record, started, store};
use crate::service::check::Faults;
use crate::service::stages::find;
use crate::service::{Command, Error, Result};
use crate::store::{entries, facts};
use crate::tournament::dossier::{Dossier, EntryFacts};
use crate::tournament::lots::{Lots, LotsMethod};
use crate::tournament::model::Number;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub(super) async fn draw(
    command: &mut Command,
    before: &Dossier,
    number: u32,
    wish: &DrawWish,
) -> Result<Lots> {
    if before.stages.iter().any(|s| !s.rounds.is_empty()) {
        return Err(started());
    }
    let known = matches!(
        record::method(wish),
        LotsMethod::Numbers | LotsMethod::SeededHalves { .. } | LotsMethod::ByHand
    );
    if !known {
        let mut faults = Faults::default();
        faults.add(
            "/method",
            "序号抽签只有 numbers、seeded_halves、by_hand",
            "numbers are drawn by numbers, seeded_halves or by_hand",
        );
        faults.done()?;
    }
    let field = by_strength(before, number);
    let stage = find(before, number)?;
    let lots = record::draw(command, stage, number, wish, &field, Vec::new()).await?;
    let given: HashMap<Uuid, Number> = field
        .iter()
        .zip(&lots.result)
        .map(|(e, n)| (e.id, *n))
        .collect();
    renumber(command, before, &given).await?;
    // Stages name their fields by the new numbers now.
    let now = facts::load(command.conn(), before.id).await?;
    let stage = find(now.as_ref().ok_or(Error::NotFound)?, number)?.clone();
    store(command, before, number, stage, lots.seed).await?;
    Ok(lots)
}

/// Who draws, in order of strength: seeds, then rating, then the number so far.
pub(super) fn by_strength(dossier: &Dossier, number: u32) -> Vec<EntryFacts> {
    let named = dossier.stage(number).and_then(|s| s.stage.entries.clone());
    let mut field: Vec<EntryFacts> = dossier
        .entries
        .iter()
        .filter(|e| named.as_ref().is_none_or(|n| n.contains(&e.entry.number)))
        .filter(|e| !e.entry.status.has_left())
        .cloned()
        .collect();
    field.sort_by_key(|e| {
        let e = &e.entry;
        (
            e.seed.unwrap_or(u32::MAX),
            std::cmp::Reverse(e.rating.unwrap_or(i32::MIN)),
            e.number,
        )
    });
    field
}

/// Gives the drawn numbers; whoever did not draw and holds one of them moves behind everyone.
async fn renumber(
    command: &mut Command,
    dossier: &Dossier,
    given: &HashMap<Uuid, Number>,
) -> Result<()> {
    let mut next = given
        .values()
        .chain(dossier.entries.iter().map(|e| &e.entry.number))
        .max()
        .copied()
        .unwrap_or(0);
    let drawn: HashSet<Number> = given.values().copied().collect();
    let now = command.now();
    for before in &dossier.entries {
        let mut after = before.clone();
        after.entry.number = match given.get(&before.id) {
            Some(number) => *number,
            None if drawn.contains(&before.entry.number) => {
                next += 1;
                next
            }
            None => continue,
        };
        if after != *before {
            after.version += 1;
            entries::update(command.conn(), before, &after, now).await?;
        }
    }
    Ok(())
}
