//! Takes out the last stage while nothing is paired in it.
use super::find;
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::stages;
use crate::tournament::dossier::Change;
use serde_json::json;
use uuid::Uuid;

/// Takes out the last stage.
///
/// # Errors
/// `stage_started`, `not_the_last_stage`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    number: u32,
    seen: Seen,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditStages, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let facts = find(&dossier, number)?;
    command.expect(seen, facts.version)?;
    if !facts.rounds.is_empty() {
        return Err(Error::refused(
            "stage_started",
            "该阶段已编排",
            "a round of this stage is paired",
        ));
    }
    if number as usize != dossier.stages.len() {
        return Err(Error::refused(
            "not_the_last_stage",
            "只能删除最后的阶段",
            "only the last stage can be taken out",
        ));
    }
    stages::delete(command.conn(), facts.id).await?;
    command.public(Change::Stage {
        before: Some(Box::new(facts.settings())),
        after: None,
    });
    let reply = Reply::done(&json!({"number": number, "deleted": true}))?;
    command
        .finish("stage.delete", json!({"stage": number}), None, reply)
        .await
}
