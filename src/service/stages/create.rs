//! Adds a stage as the last one.
use super::{StageChanged, faults};
use crate::open;
use crate::service::views::StageView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::stages;
use crate::tournament::dossier::{Change, StageFacts, Status};
use crate::tournament::model::Stage;
use serde_json::json;
use uuid::Uuid;

/// Adds a stage.
///
/// # Errors
/// Faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    wish: Stage,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditStages, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    if dossier.frame.status == Status::Finished {
        return Err(Error::refused(
            "tournament_finished",
            "赛事已结束",
            "the tournament is over",
        ));
    }
    let number = dossier.stages.len() as u32 + 1;
    faults(&dossier, number, &wish).done()?;
    let facts = StageFacts {
        id: Uuid::now_v7(),
        version: 1,
        stage: wish,
        rounds: Vec::new(),
    };
    let now = command.now();
    stages::insert(command.conn(), tournament, number, &facts, now).await?;
    let view = StageView::new(number, &facts);
    command.public(Change::Stage {
        before: None,
        after: Some(Box::new(facts)),
    });
    let answer = StageChanged {
        stage: view,
        consequences: Vec::new(),
        revision: command.revision(),
    };
    let reply = Reply::created(
        format!("/tournaments/{tournament}/stages/{number}"),
        1,
        &answer,
    )?;
    command
        .finish("stage.create", json!({"stage": number}), None, reply)
        .await
}
