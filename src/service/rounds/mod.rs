//! Commands on rounds: draft → published → locked.

pub mod facts;
pub mod lock;
pub mod pair;
pub mod publish;
pub mod reopen;
pub mod repair;
pub mod undo;
pub mod warn;

use super::command::{Command, Seen};
use super::views::RoundView;
use super::{Error, Result};
use crate::tournament::dossier::{Dossier, RoundFacts, StageFacts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A round after a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundChanged {
    /// The round now.
    #[serde(flatten)]
    pub round: RoundView,
    /// The tournament's revision: unchanged by drafts.
    pub revision: i64,
}

/// Why a round is reopened or undone.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Reason {
    /// Why; recorded.
    pub reason: Option<String>,
}

/// A round of the locked tournament, in the version the caller saw (when he said one).
pub(crate) fn find<'a>(
    command: &Command,
    dossier: &'a Dossier,
    (stage, number): (u32, u32),
    seen: Seen,
) -> Result<(&'a StageFacts, &'a RoundFacts)> {
    let stage = dossier.stage(stage).ok_or(Error::NotFound)?;
    let round = stage.round(number).ok_or(Error::NotFound)?;
    if seen != Seen::Unsaid {
        command.expect(seen, round.version)?;
    }
    Ok((stage, round))
}
