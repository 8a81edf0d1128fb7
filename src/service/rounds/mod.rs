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
use super::{Answer, Error, Reply, Result};
use crate::store::rounds;
use crate::tournament::dossier::{Change, Dossier, RoundFacts, RoundState, StageFacts};
use serde::{Deserialize, Serialize};
use serde_json::json;
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

/// Puts a public round into another state; the round stands in the stage with the number given.
pub(crate) async fn restate(
    mut command: Box<Command>,
    dossier: &Dossier,
    (stage, before, stage_number): (&StageFacts, &RoundFacts, u32),
    state: RoundState,
    action: &str,
    reason: Option<String>,
) -> Result<Answer> {
    let mut after = before.clone();
    after.version += 1;
    after.state = state;
    rounds::update(command.conn(), &after, None).await?;
    let view = RoundView::new(dossier, stage_number, &after);
    let version = after.version;
    command.public(Change::Round {
        stage: stage.id,
        before: Some(Box::new(before.clone())),
        after: Some(Box::new(after)),
    });
    let answer = RoundChanged {
        round: view,
        revision: command.revision(),
    };
    let subject = json!({"stage": stage_number, "round": before.round.number});
    let reply = Reply::changed(version, &answer)?;
    command.finish(action, subject, reason, reply).await
}
