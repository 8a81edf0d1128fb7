//! A stage as answers show it.
use crate::service::views::Warning;
use crate::tournament::dossier::{RoundState, StageFacts};
use crate::tournament::format::swiss::feasibility::{self, Feasibility};
use crate::tournament::format::swiss::warnings;
use crate::tournament::model::{Event, Format, Stage};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A stage.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageView {
    /// Its id.
    pub id: Uuid,
    /// Its number in the path, from 1.
    pub number: u32,
    /// What If-Match takes.
    pub version: i64,
    /// The rounds that are out.
    pub published: Vec<RoundLine>,
    /// Swiss: whether its remaining rounds can be completed; in the answer about one stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feasibility: Option<Feasibility>,
    /// What should be known of its size, its number of rounds and its remaining rounds (appendix 2,
    /// principles 1 and 2); in the answer about one stage.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Format, field, settings.
    #[serde(flatten)]
    pub stage: Stage,
}

/// A round in a list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RoundLine {
    /// Its number.
    pub number: u32,
    /// What If-Match takes.
    pub version: i64,
    /// How far it is.
    pub state: RoundState,
    /// Games without a result.
    pub open: u32,
}

impl StageView {
    /// The view of a stage; drafts are left out.
    pub fn new(number: u32, facts: &StageFacts) -> StageView {
        let published = facts.rounds.iter().filter(|r| r.state != RoundState::Draft);
        StageView {
            id: facts.id,
            number,
            version: facts.version,
            published: published
                .map(|r| RoundLine {
                    number: r.round.number,
                    version: r.version,
                    state: r.state,
                    open: r.games.iter().filter(|g| g.is_open()).count() as u32,
                })
                .collect(),
            feasibility: None,
            warnings: Vec::new(),
            stage: facts.stage.clone(),
        }
    }

    /// With what is ahead of it, as the event stands.
    #[must_use]
    pub fn looking_ahead(mut self, event: &Event) -> StageView {
        let place = (self.number as usize).saturating_sub(1);
        if self.stage.format == Format::Swiss {
            self.feasibility = outlook(event, place);
            self.warnings = warnings::of_stage(event, place);
        }
        self
    }
}

/// Whether the remaining rounds of a Swiss stage (counted from 0) can be completed; none where no
/// round remains or its field is not settled.
pub fn outlook(event: &Event, stage: usize) -> Option<Feasibility> {
    let facts = event.stages.get(stage)?;
    if facts.source.is_some() && facts.entries.is_none() {
        return None;
    }
    let next = facts.rounds.len() as u32 + 1;
    feasibility::before_round(event, stage, next).ok()
}
