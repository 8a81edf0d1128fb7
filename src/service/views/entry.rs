//! An entry as answers show it.
use crate::tournament::dossier::EntryFacts;
use crate::tournament::model::Entry;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntryView {
    /// Its id.
    pub id: Uuid,
    /// What If-Match takes.
    pub version: i64,
    /// The player it was copied from.
    pub player_id: Option<Uuid>,
    /// Number, name, unit, rating, status, roster, penalties.
    #[serde(flatten)]
    pub entry: Entry,
}

impl From<&EntryFacts> for EntryView {
    fn from(facts: &EntryFacts) -> EntryView {
        EntryView {
            id: facts.id,
            version: facts.version,
            player_id: facts.player_id,
            entry: facts.entry.clone(),
        }
    }
}
