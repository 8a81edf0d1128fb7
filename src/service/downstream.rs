//! What a correction changes downstream: told before it is made, and refused where games already
//! played would lose their place.
use super::views::Warning;
use super::{Error, Refusal, Result};
use crate::tournament::event_file::Fault;
use crate::tournament::format::stages::consequences::{Weight, consequences};
use crate::tournament::format::stages::{Consequence, places::has_bracket};
use crate::tournament::model::Event;

/// Whether anything can stand downstream of a stage (counted from 0).
pub fn possible(event: &Event, stage: usize) -> bool {
    let regulations = event.regulations(stage);
    event.stages.len() > 1
        || has_bracket(event, stage)
        || regulations.drop.is_some()
        || regulations.final_for_top_two
}

/// Everything that differs downstream, worked out beside the runtime.
///
/// # Errors
/// Only where working it out fails.
pub async fn between(before: Event, after: Event) -> Result<Vec<Consequence>> {
    tokio::task::spawn_blocking(move || consequences(&before, &after))
        .await
        .map_err(|e| Error::Fault(format!("comparing failed: {e}")))
}

/// Refuses a change by which games already played would stand nowhere.
///
/// # Errors
/// `games_downstream`, with each conflict.
pub fn no_conflict(found: &[Consequence]) -> Result<()> {
    let conflicts: Vec<&Consequence> = found
        .iter()
        .filter(|c| c.weight == Weight::Conflict)
        .collect();
    let Some(first) = conflicts.first() else {
        return Ok(());
    };
    let mut refusal = Refusal::new("games_downstream", first.zh.clone(), first.en.clone());
    refusal.faults = conflicts
        .iter()
        .map(|c| Fault {
            pointer: c
                .stage
                .map_or(String::new(), |s| format!("/stages/{}", s - 1)),
            zh: c.zh.clone(),
            en: c.en.clone(),
        })
        .collect();
    Err(Error::Refused(refusal))
}

/// Whether somebody who moved on would not have: a change of that kind needs a reason.
pub fn needs_reason(found: &[Consequence]) -> bool {
    found.iter().any(|c| c.weight >= Weight::NeedsReason)
}

/// What whoever makes the change should know.
pub fn warnings(found: &[Consequence]) -> Vec<Warning> {
    found
        .iter()
        .filter(|c| c.weight == Weight::NeedsReason)
        .map(|c| Warning::new("downstream", c.zh.clone(), c.en.clone()))
        .collect()
}
