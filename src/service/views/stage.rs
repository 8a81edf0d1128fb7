//! A stage as answers show it.
use crate::tournament::dossier::{RoundState, StageFacts};
use crate::tournament::model::Stage;
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
            stage: facts.stage.clone(),
        }
    }
}
