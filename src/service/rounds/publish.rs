//! Publishes a draft: from here on everyone sees it.
use super::{RoundChanged, find};
use crate::open;
use crate::service::command::Seen;
use crate::service::views::{RoundView, Warning};
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::rounds::{self, rfc3339};
use crate::store::{stages, tournaments};
use crate::tournament::dossier::{Change, Dossier, RoundState, Status};
use crate::tournament::format::PairingError;
use crate::tournament::format::stages::settle as settle_field;
use serde_json::{Value, json};
use uuid::Uuid;

/// Publishes a draft. The first round that is published starts the tournament.
///
/// # Errors
/// `not_a_draft`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, before) = find(&command, &dossier, place, seen)?;
    if before.state != RoundState::Draft {
        return Err(Error::refused(
            "not_a_draft",
            "该轮已公布",
            "this round is published already",
        ));
    }
    let now = command.now();
    let mut after = before.clone();
    after.version += 1;
    after.state = RoundState::Published;
    after.published_at = Some(rfc3339(now));
    rounds::update(command.conn(), &after, Some(now)).await?;
    let stage_id = stage.id;
    if dossier.frame.status == Status::Scheduled {
        let mut frame = dossier.frame.clone();
        frame.status = Status::Running;
        frame.version += 1;
        tournaments::update(command.conn(), tournament, &frame).await?;
        command.public(Change::Frame {
            before: Box::new(dossier.frame.clone()),
            after: Box::new(frame),
        });
    }
    settle(&mut command, &dossier, place.0).await?;
    let mut view = RoundView::new(&dossier, place.0, &after);
    let paired_at = before
        .pairing
        .as_ref()
        .and_then(|p| p.get("paired_at_revision"))
        .and_then(Value::as_i64);
    if paired_at.is_some_and(|revision| revision != dossier.revision) {
        view.warnings.push(Warning::new(
            "facts_changed_since_paired",
            "编排之后成绩或名单有变动",
            "results or entries changed after this round was paired",
        ));
    }
    let version = after.version;
    command.public(Change::Round {
        stage: stage_id,
        before: None,
        after: Some(Box::new(after)),
    });
    let answer = RoundChanged {
        round: view,
        revision: command.revision(),
    };
    let subject = json!({"stage": place.0, "round": place.1});
    command
        .finish(
            "round.publish",
            subject,
            None,
            Reply::changed(version, &answer)?,
        )
        .await
}

/// A field that comes from earlier stages is settled when the stage's first round is published: it
/// is the same one the draft was paired from, and becomes public with it.
async fn settle(command: &mut Command, dossier: &Dossier, stage: u32) -> Result<()> {
    let facts = dossier.stage(stage).ok_or(Error::NotFound)?;
    if facts.stage.source.is_none() || facts.stage.entries.is_some() {
        return Ok(());
    }
    let mut event = dossier.clone().published().event();
    let place = stage as usize - 1;
    let field = settle_field(&mut event, place)
        .map_err(|e| super::pair::refusal(PairingError::Stages(e)))?;
    let draft = facts.round(1).and_then(|r| r.pairing.as_ref());
    let paired_from = draft.and_then(|p| p.pointer("/field/entries"));
    if paired_from.is_some_and(|entries| *entries != json!(field.entries)) {
        return Err(Error::refused(
            "field_changed",
            "编排之后来源阶段的名次有变动: 请撤销草案, 重新编排",
            "places of earlier stages changed after this round was paired: undo the draft and pair again",
        ));
    }
    let before = facts.settings();
    let mut after = before.clone();
    after.version += 1;
    after.stage.entries = Some(field.entries);
    after.stage.carried = field.carried;
    let (tournament, now) = (dossier.id, command.now());
    stages::update(command.conn(), tournament, &after).await?;
    command.public(Change::Stage {
        before: Some(Box::new(before)),
        after: Some(Box::new(after)),
    });
    for lots in field.lots {
        stages::insert_draw(command.conn(), tournament, &lots, now).await?;
        command.public(Change::Draw {
            draw: Box::new(lots),
        });
    }
    Ok(())
}
