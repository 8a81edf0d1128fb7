//! The record of a draw: who drew, how, from which seed, with which result.
use super::DrawWish;
use crate::service::check::Faults;
use crate::service::{Command, Error, Refusal, Result};
use crate::store::commitments;
use crate::store::rounds::rfc3339;
use crate::tournament::dossier::{EntryFacts, StageFacts};
use crate::tournament::lots::{Lots, LotsMethod, Seed};
use crate::tournament::model::Number;
use std::collections::HashMap;

/// 256 bits from the operating system.
pub(crate) fn fresh_seed() -> Result<Seed> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| Error::Fault(format!("no random bytes: {e}")))?;
    Ok(Seed(bytes))
}

/// Draws: `field` in order of strength, `apart` a mark for each where mates are kept apart.
///
/// # Errors
/// Faults of the wish by pointer, `seed_not_committed`.
pub async fn draw(
    command: &mut Command,
    stage: &StageFacts,
    number: u32,
    wish: &DrawWish,
    field: &[EntryFacts],
    apart: Vec<Option<String>>,
) -> Result<Lots> {
    if field.is_empty() {
        return Err(Error::refused(
            "nobody_to_draw",
            "没有参赛者",
            "nobody has entered",
        ));
    }
    let method = method(wish);
    let by_hand = method == LotsMethod::ByHand;
    let result = drawn(wish, by_hand, field)?;
    let seed = match by_hand || matches!(method, LotsMethod::Snake { .. }) {
        true => None,
        false => Some(seed(command, stage, wish).await?),
    };
    let promise = stage.stage.commitment.as_ref().filter(|_| seed.is_some());
    let lots = Lots {
        method,
        stage: Some(number),
        purpose: None,
        participants: labels(field),
        apart,
        seed,
        commitment: promise.map(|c| c.sha256.clone()),
        committed_at: promise.map(|c| c.committed_at.clone()),
        drawn_at: Some(rfc3339(command.now())),
        result,
    };
    lots.drawn().map_err(Error::Invalid)
}

/// How the wish draws.
pub fn method(wish: &DrawWish) -> LotsMethod {
    match &wish.method {
        Some(method) => method.clone(),
        None if !wish.drawn.is_empty() => LotsMethod::ByHand,
        None => LotsMethod::Numbers,
    }
}

/// Names; who shares one is told apart by number.
fn labels(field: &[EntryFacts]) -> Vec<String> {
    let name = |e: &EntryFacts| e.entry.name.trim().to_owned();
    let mut seen: HashMap<String, u32> = HashMap::new();
    for entry in field {
        *seen.entry(name(entry)).or_default() += 1;
    }
    field
        .iter()
        .map(|e| match seen[&name(e)] {
            1 => name(e),
            _ => format!("{} ({})", name(e), e.entry.number),
        })
        .collect()
}

/// Numbers drawn in the hall, in the order of the field.
fn drawn(wish: &DrawWish, by_hand: bool, field: &[EntryFacts]) -> Result<Vec<Number>> {
    let mut faults = Faults::default();
    if by_hand == wish.drawn.is_empty() {
        faults.add(
            "/drawn",
            "by_hand 须给出 drawn, 其他方法不给",
            "by_hand needs drawn, other methods take none",
        );
    }
    if !by_hand {
        faults.done()?;
        return Ok(Vec::new());
    }
    for (i, drawn) in wish.drawn.iter().enumerate() {
        if !field.iter().any(|e| e.id == drawn.entry_id) {
            faults.add(
                format!("/drawn/{i}/entry_id"),
                "不在本阶段",
                "is not in this stage",
            );
        }
        if wish.drawn[..i].iter().any(|d| d.entry_id == drawn.entry_id) {
            faults.add(
                format!("/drawn/{i}/entry_id"),
                "列出两次",
                "is listed twice",
            );
        }
    }
    let given: HashMap<_, _> = wish.drawn.iter().map(|d| (d.entry_id, d.number)).collect();
    let mut result = Vec::new();
    for entry in field {
        match given.get(&entry.id) {
            Some(number) => result.push(*number),
            None => faults.add(
                "/drawn",
                format!("缺少 {}", entry.entry.name),
                format!("{} is missing", entry.entry.name),
            ),
        }
    }
    faults.done()?;
    Ok(result)
}

/// The seed: as sent, as promised, or from the operating system. After a promise only the promised
/// one will do.
async fn seed(command: &mut Command, stage: &StageFacts, wish: &DrawWish) -> Result<Seed> {
    let kept = commitments::take(command.conn(), stage.id).await?;
    let promise = stage.stage.commitment.as_ref();
    let seed = match (wish.seed.or(kept), promise) {
        (Some(seed), _) => seed,
        (None, None) => fresh_seed()?,
        (None, Some(_)) => {
            return Err(Error::invalid(
                "/seed",
                "已公布承诺值, 须给出其种子",
                "a commitment is published: its seed is needed",
            ));
        }
    };
    match promise {
        Some(promise) if !seed.commitment().eq_ignore_ascii_case(&promise.sha256) => {
            Err(Error::Refused(
                Refusal::new(
                    "seed_not_committed",
                    "种子与事先公布的承诺值不符",
                    "the seed is not the one that was committed to",
                )
                .at("/seed"),
            ))
        }
        _ => Ok(seed),
    }
}
