//! Who plays in which of several stages side by side (10.2): by the snake, or pot by pot.
use super::{DrawWish, numbers, positions, record, started, store};
use crate::service::check::Faults;
use crate::service::rounds::pair::refusal;
use crate::service::stages::find;
use crate::service::{Command, Error, Result};
use crate::tournament::dossier::{Dossier, EntryFacts};
use crate::tournament::format::PairingError;
use crate::tournament::format::stages::resolve;
use crate::tournament::lots::{Lots, LotsMethod};
use crate::tournament::model::Number;

pub(super) async fn draw(
    command: &mut Command,
    before: &Dossier,
    number: u32,
    wish: &DrawWish,
) -> Result<Lots> {
    let stage = find(before, number)?;
    let mut faults = Faults::default();
    let groups = match record::method(wish) {
        LotsMethod::Snake { groups } | LotsMethod::Pots { groups, .. } => groups,
        _ => {
            faults.add(
                "/method",
                "分组抽签只有 snake、pots",
                "groups are drawn by snake or pots",
            );
            0
        }
    };
    let phase = stage.stage.phase;
    let of_phase: Vec<u32> = (1..)
        .zip(&before.stages)
        .filter(|(n, s)| *n == number || (phase.is_some() && s.stage.phase == phase))
        .map(|(n, _)| n)
        .collect();
    if groups > 0 && groups as usize != of_phase.len() {
        faults.add(
            "/method/groups",
            format!("本阶段(phase)有 {} 个并行阶段", of_phase.len()),
            format!("this phase has {} stages side by side", of_phase.len()),
        );
    }
    faults.done()?;
    for n in &of_phase {
        if !find(before, *n)?.rounds.is_empty() {
            return Err(started());
        }
    }
    let field = field(before, &of_phase)?;
    let apart = positions::apart(wish.apart, &before.event(), stage, &field);
    let lots = record::draw(command, stage, number, wish, &field, apart).await?;
    for (n, group) in of_phase.iter().zip(1..) {
        let mut after = find(before, *n)?.clone();
        let members = field.iter().zip(&lots.result).filter(|(_, g)| **g == group);
        after.stage.entries = Some(members.map(|(e, _)| e.entry.number).collect());
        let seed = lots.seed.filter(|_| *n == number);
        store(command, before, *n, after, seed).await?;
    }
    Ok(lots)
}

/// Who is divided, in order of strength: those who qualified, otherwise everyone who has entered.
fn field(dossier: &Dossier, of_phase: &[u32]) -> Result<Vec<EntryFacts>> {
    let first = of_phase[0];
    let source = &find(dossier, first)?.stage.source;
    let qualified = source.as_ref().is_some_and(|s| !s.picks.is_empty());
    let mut all = dossier.clone().published();
    for n in of_phase {
        let stage = &mut all.stages[*n as usize - 1].stage;
        stage.entries = None;
        if let Some(source) = &mut stage.source {
            source.divide = None;
        }
    }
    if !qualified {
        return Ok(numbers::by_strength(&all, first));
    }
    let settled =
        resolve(&all.event(), first as usize - 1).map_err(|e| refusal(PairingError::Stages(e)))?;
    let facts = |n: &Number| dossier.entry(*n).cloned().ok_or(Error::NotFound);
    settled.entries.iter().map(facts).collect()
}
