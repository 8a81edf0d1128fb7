//! Standings as answers show them.
use crate::service::{Error, Result};
use crate::tournament::dossier::Dossier;
use crate::tournament::model::Event;
use crate::tournament::standings::chain::Link;
use crate::tournament::standings::explain::{Explanation, explain};
use crate::tournament::standings::{Row, StandingsError, compute};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// The standings of one stage after one round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingsView {
    /// The revision they were computed from.
    pub revision: i64,
    /// The stage, from 1.
    pub stage: u32,
    /// After which round.
    pub after_round: u32,
    /// Games (team events: boards) of these rounds that are not finished.
    pub open: u32,
    /// The chain by which they are ordered.
    pub chain: Vec<Link>,
    /// Best first.
    pub rows: Vec<StandingsRow>,
    /// What separates neighbours and what every value is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// One entry of the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingsRow {
    /// The entry's id.
    pub entry_id: Option<Uuid>,
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: Option<String>,
    /// Rank, number, points, criteria.
    #[serde(flatten)]
    pub row: Row,
}

/// A view with the revision it was made from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithRevision<T> {
    /// The revision.
    pub revision: i64,
    /// The view.
    #[serde(flatten)]
    pub view: T,
}

/// Why there is no table.
pub fn refusal(error: StandingsError) -> Error {
    match error {
        StandingsError::NoStage { .. } => Error::NotFound,
        other => Error::refused("no_table", other.zh(), other.en()),
    }
}

impl StandingsView {
    /// The table of a stage (from 1) after a round.
    ///
    /// # Errors
    /// 404 for a stage that is not there, `no_table` for one without a table or round.
    pub fn new(
        dossier: &Dossier,
        event: &Event,
        stage: u32,
        after_round: Option<u32>,
        with_reasons: bool,
    ) -> Result<StandingsView> {
        let place = (stage as usize).checked_sub(1).ok_or(Error::NotFound)?;
        let table = compute(event, place, after_round).map_err(refusal)?;
        let explanation = if with_reasons {
            Some(explain(event, place, &table).map_err(refusal)?)
        } else {
            None
        };
        let entries: HashMap<_, _> = dossier
            .entries
            .iter()
            .map(|e| (e.entry.number, e))
            .collect();
        let rows = table.rows.into_iter().map(|row| {
            let facts = entries.get(&row.number);
            StandingsRow {
                entry_id: facts.map(|e| e.id),
                name: facts.map_or_else(|| row.number.to_string(), |e| e.entry.name.clone()),
                unit: facts.and_then(|e| e.entry.unit.clone()),
                row,
            }
        });
        Ok(StandingsView {
            revision: dossier.revision,
            stage: table.stage,
            after_round: table.after_round,
            open: table.open,
            chain: table.chain,
            rows: rows.collect(),
            explanation,
        })
    }
}
