//! Positions in a stage: in its bracket, or numbers of its order table.
use super::{DrawWish, numbers, record, started, store};
use crate::service::check::Faults;
use crate::service::rounds::pair::refusal;
use crate::service::stages::find;
use crate::service::{Command, Error, Result};
use crate::tournament::dossier::{Dossier, EntryFacts, StageFacts};
use crate::tournament::field_source::{Apart, Carried};
use crate::tournament::format::PairingError;
use crate::tournament::format::stages::resolve;
use crate::tournament::lots::{Lots, LotsMethod};
use crate::tournament::model::{Event, Number};

pub(super) async fn draw(
    command: &mut Command,
    before: &Dossier,
    number: u32,
    wish: &DrawWish,
) -> Result<Lots> {
    let stage = find(before, number)?;
    if !stage.rounds.is_empty() {
        return Err(started());
    }
    let method = record::method(wish);
    let mut faults = Faults::default();
    if matches!(
        method,
        LotsMethod::Snake { .. } | LotsMethod::Pots { .. } | LotsMethod::Colours
    ) {
        faults.add(
            "/method",
            "位置抽签只有 numbers、seeded_halves、bracket、ranks、by_hand",
            "positions are drawn by numbers, seeded_halves, bracket, ranks or by_hand",
        );
    }
    let (field, carried) = field(before, number, stage)?;
    for (i, drawn) in wish.drawn.iter().enumerate() {
        if drawn.number as usize > field.len() {
            faults.add(
                format!("/drawn/{i}/number"),
                format!("位置为 1 至 {}", field.len()),
                format!("positions are 1 to {}", field.len()),
            );
        }
    }
    faults.done()?;
    let apart = apart(wish.apart, &before.event(), stage, &field);
    let lots = record::draw(command, stage, number, wish, &field, apart).await?;
    let mut order: Vec<(u32, Number)> = lots
        .result
        .iter()
        .copied()
        .zip(field.iter().map(|e| e.entry.number))
        .collect();
    order.sort_unstable();
    let mut after = stage.clone();
    after.stage.entries = Some(order.into_iter().map(|(_, number)| number).collect());
    after.stage.carried = carried;
    store(command, before, number, after, lots.seed).await?;
    Ok(lots)
}

/// Who draws, in order of strength, with the points they bring along: those who qualified in the
/// order in which they did, otherwise by seed and rating.
fn field(
    dossier: &Dossier,
    number: u32,
    stage: &StageFacts,
) -> Result<(Vec<EntryFacts>, Vec<Carried>)> {
    let source = stage.stage.source.as_ref();
    let drawn_in_groups =
        stage.stage.entries.is_some() && source.is_some_and(|s| s.divide.is_some());
    if source.is_none() || drawn_in_groups {
        let field = numbers::by_strength(dossier, number);
        return Ok((field, stage.stage.carried.clone()));
    }
    let event = dossier.clone().published().event();
    let settled =
        resolve(&event, number as usize - 1).map_err(|e| refusal(PairingError::Stages(e)))?;
    let facts = |n: &Number| dossier.entry(*n).cloned().ok_or(Error::NotFound);
    let field = settled.entries.iter().map(facts).collect::<Result<_>>()?;
    Ok((field, settled.carried))
}

/// The unit of each, or the stage each comes from.
pub(super) fn apart(
    by: Option<Apart>,
    event: &Event,
    stage: &StageFacts,
    field: &[EntryFacts],
) -> Vec<Option<String>> {
    let source = stage.stage.source.as_ref();
    let earlier: Vec<u32> = source
        .into_iter()
        .flat_map(|s| &s.picks)
        .flat_map(|pick| pick.stages.iter().copied())
        .collect();
    let mark = |facts: &EntryFacts| match by {
        None => None,
        Some(Apart::Units) => facts.entry.unit.clone(),
        Some(Apart::Groups) => earlier
            .iter()
            .find(|s| event.field(**s as usize - 1).contains(&facts.entry.number))
            .map(u32::to_string),
    };
    match by {
        None => Vec::new(),
        Some(_) => field.iter().map(mark).collect(),
    }
}
