//! Changes a stage's settings.
use super::{StageChanged, faults, find};
use crate::open;
use crate::service::command::Seen;
use crate::service::views::StageView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result, downstream, patch};
use crate::store::stages;
use crate::tournament::dossier::Change;
use crate::tournament::model::Stage;
use serde_json::{Value, json};
use uuid::Uuid;

/// Changes a stage's settings.
///
/// # Errors
/// Faults of the patch, `stage_started`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    number: u32,
    seen: Seen,
    wish: &Value,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditStages, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let before = find(&dossier, number)?.settings();
    command.expect(seen, before.version)?;
    let mut wish = wish.clone();
    let reason = wish
        .as_object_mut()
        .and_then(|fields| fields.remove("reason"))
        .and_then(|r| r.as_str().map(str::to_owned));
    let dry_run = wish
        .as_object_mut()
        .and_then(|fields| fields.remove("dry_run"))
        .is_some_and(|d| d == Value::Bool(true));
    let mut after = before.clone();
    after.version += 1;
    after.stage = patch::merge(&before.stage, &wish)?;
    if after.stage.commitment != before.stage.commitment {
        return Err(Error::invalid(
            "/commitment",
            "请用 /draw/commitment",
            "use /draw/commitment",
        ));
    }
    faults(&dossier, number, &after.stage).done()?;
    let started = !find(&dossier, number)?.rounds.is_empty();
    let fixed = |s: &Stage| {
        (
            s.format,
            s.entries.clone(),
            s.source.clone(),
            s.carried.clone(),
        )
    };
    if started && fixed(&before.stage) != fixed(&after.stage) {
        return Err(Error::refused(
            "stage_started",
            "已编排后不能再改赛制与参赛者",
            "format and field are fixed once a round is paired",
        ));
    }
    let found = if downstream::possible(&dossier.event(), number as usize - 1) {
        let mut then = dossier.clone();
        then.stages[number as usize - 1].stage = after.stage.clone();
        downstream::between(dossier.event(), then.event()).await?
    } else {
        Vec::new()
    };
    if dry_run {
        return Answer::unsaved(&json!({"dry_run": true, "consequences": found}));
    }
    downstream::no_conflict(&found)?;
    if downstream::needs_reason(&found) && reason.as_deref().is_none_or(|r| r.trim().is_empty()) {
        return Err(Error::invalid(
            "/reason",
            "此更改影响后续对阵, 须说明理由",
            "this changes who plays downstream: a reason is needed",
        ));
    }
    stages::update(command.conn(), tournament, &after).await?;
    let version = after.version;
    let mut shown = after.clone();
    shown.rounds = find(&dossier, number)?.rounds.clone();
    let view = StageView::new(number, &shown);
    command.public(Change::Stage {
        before: Some(Box::new(before)),
        after: Some(Box::new(after)),
    });
    let answer = StageChanged {
        stage: view,
        consequences: found,
        revision: command.revision(),
    };
    let reply = Reply::changed(version, &answer)?;
    command
        .finish("stage.edit", json!({"stage": number}), reason, reply)
        .await
}
