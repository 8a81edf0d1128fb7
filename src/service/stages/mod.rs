//! Commands on stages: formats in sequence, draws of lots.

pub mod create;
pub mod draw;
pub mod edit;
pub mod remove;

use super::check::Faults;
use super::views::StageView;
use super::{Error, Result};
use crate::tournament::dossier::{Dossier, StageFacts};
use crate::tournament::event_file;
use crate::tournament::field_source::{Carried, FieldSource, MatchDecision};
use crate::tournament::format::stages::Consequence;
use crate::tournament::model::{FinalRow, Format, Number, Stage};
use crate::tournament::regulations::RegulationsPatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A stage after a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageChanged {
    /// The stage now.
    #[serde(flatten)]
    pub stage: StageView,
    /// What the change means downstream: fields, matches of a bracket, places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// The tournament's revision.
    pub revision: i64,
}

/// What to change of a stage; absent fields stay, null clears.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "the shape of a patch; the patch itself is merged as JSON"
)]
pub struct StagePatch {
    /// Its format, before the first round is paired.
    format: Option<Format>,
    /// Name as printed.
    name: Option<String>,
    /// Rounds announced beforehand.
    rounds_planned: Option<u32>,
    /// Who plays.
    entries: Option<Vec<Number>>,
    /// Settings of this stage.
    regulations: Option<RegulationsPatch>,
    /// Stages of one phase are played side by side.
    phase: Option<u32>,
    /// Name of the group this stage is.
    group: Option<String>,
    /// Where its field comes from, before the first round is paired.
    source: Option<FieldSource>,
    /// Points brought along, before the first round is paired.
    carried: Option<Vec<Carried>>,
    /// Knock-out: matches decided otherwise than by their games.
    decisions: Option<Vec<MatchDecision>>,
    /// Entries whom the chain leaves level, in the order found for them.
    tie_orders: Option<Vec<Vec<Number>>>,
    /// The final table as it was announced.
    final_table: Option<Vec<FinalRow>>,
    /// Why; recorded, and needed where somebody who moved on would not have.
    reason: Option<String>,
    /// Report only what would change.
    dry_run: Option<bool>,
}

/// The stage with this number and its place.
pub(crate) fn find(dossier: &Dossier, number: u32) -> Result<&StageFacts> {
    dossier.stage(number).ok_or(Error::NotFound)
}

/// Everything wrong with a stage as the one with this number; pointers are into the stage.
pub(crate) fn faults(dossier: &Dossier, number: u32, stage: &Stage) -> Faults {
    let mut event = dossier.event();
    let place = number as usize - 1;
    let mut faults = Faults::default();
    if !stage.rounds.is_empty() {
        faults.add("/rounds", "轮次由编排产生", "rounds are made by pairing");
    }
    if stage.rounds_planned.is_some_and(|n| n == 0 || n > 1000) {
        faults.add(
            "/rounds_planned",
            "须在 1 与 1000 之间",
            "must be between 1 and 1000",
        );
    }
    faults.length("/name", stage.name.as_deref(), 200);
    if place < event.stages.len() {
        let mut stage = stage.clone();
        stage.rounds = std::mem::take(&mut event.stages[place].rounds);
        event.stages[place] = stage;
    } else {
        event.stages.push(stage.clone());
    }
    let prefix = format!("/stages/{place}");
    faults.0.extend(
        event_file::check(&event)
            .into_iter()
            .filter_map(|mut fault| {
                fault.pointer = fault.pointer.strip_prefix(&prefix)?.to_owned();
                Some(fault)
            }),
    );
    faults
}
