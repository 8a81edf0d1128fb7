//! What a correction would change: a dry run.
use crate::service::{Result, downstream};
use crate::tournament::dossier::{Change, Direction, Dossier, GameFacts};
use crate::tournament::format::stages::{Consequence, consequences};
use crate::tournament::model::Number;
use crate::tournament::points::Points;
use crate::tournament::standings;
use serde::Serialize;
use utoipa::ToSchema;

/// What would change.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Preview {
    /// Nothing was stored.
    pub dry_run: bool,
    /// Entries whose place or points would change in the stage's table.
    pub standings: Vec<Moved>,
    /// Later rounds of the stage that were paired by the result as it is.
    pub rounds_paired_since: Vec<u32>,
    /// What would change downstream: places, matches of a bracket, fields of later stages.
    pub consequences: Vec<Consequence>,
}

/// One entry whose place or points would change.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Moved {
    /// The entry.
    pub number: Number,
    /// Its place now.
    pub rank_before: Option<u32>,
    /// Its place then.
    pub rank_after: Option<u32>,
    /// Its points now.
    pub points_before: Points,
    /// Its points then.
    pub points_after: Points,
}

/// What the changed game would change.
///
/// # Errors
/// Never in practice.
pub fn of(dossier: Dossier, stage: u32, after: GameFacts) -> Result<Preview> {
    let place = stage as usize - 1;
    // Of the later rounds a draft is one too; who corrects may see it.
    let paired: Vec<u32> = dossier.stages[place]
        .rounds
        .iter()
        .map(|r| r.round.number)
        .collect();
    let dossier = dossier.published();
    let event = dossier.event();
    let table = |d: &Dossier| standings::compute(&d.event(), place, None).ok();
    let mut then = dossier.clone();
    let mut rounds_paired_since = Vec::new();
    if let Some((_, round, before)) = dossier.game(after.id) {
        let change = Change::Game {
            before: Box::new(before.clone()),
            after: Box::new(after),
        };
        then.apply(&change, Direction::Forward);
        rounds_paired_since = paired.into_iter().filter(|n| *n > round).collect();
    }
    let downstream = match downstream::possible(&event, place) {
        true => consequences(&event, &then.event()),
        false => Vec::new(),
    };
    let mut moved = Vec::new();
    // A knock-out has no table.
    if let (Some(now), Some(then)) = (table(&dossier), table(&then)) {
        for row in &then.rows {
            if let Some(old) = now.row(row.number)
                && (old.rank, old.points) != (row.rank, row.points)
            {
                moved.push(Moved {
                    number: row.number,
                    rank_before: old.rank,
                    rank_after: row.rank,
                    points_before: old.points,
                    points_after: row.points,
                });
            }
        }
    }
    Ok(Preview {
        dry_run: true,
        standings: moved,
        rounds_paired_since,
        consequences: downstream,
    })
}
