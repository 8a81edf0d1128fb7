//! Undoes the last round of a stage: a draft at once, a published one with a reason.
use super::find;
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::{rounds, stages, tournaments};
use crate::tournament::dossier::{Change, Dossier, RoundState, StageFacts, Status};
use crate::tournament::format::stages::resolve;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to undo.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Undo {
    /// Why; needed once the round is published.
    pub reason: Option<String>,
    /// Whether results already entered may be lost: they stay in the audit log.
    pub discard_results: bool,
}

/// Undoes the last round of a stage.
///
/// # Errors
/// `not_the_last_round`, `later_stage_started`, `round_locked`, `round_has_results`, a missing
/// reason, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
    wish: Undo,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, round) = find(&command, &dossier, place, Seen::Unsaid)?;
    command.expect(seen, round.version)?;
    if stage.rounds.last().is_none_or(|last| last.id != round.id) {
        return Err(Error::refused(
            "not_the_last_round",
            "只能撤销最后一轮",
            "only the last round can be undone",
        ));
    }
    let subject = json!({"stage": place.0, "round": place.1});
    let reply = Reply::done(&json!({"stage": place.0, "number": place.1, "deleted": true}))?;
    rounds::delete(command.conn(), round.id).await?;
    if round.state == RoundState::Draft {
        command.draft(json!({"before": {"round": round.full()}, "after": null}));
        return command
            .finish("round.undo", subject, wish.reason, reply)
            .await;
    }
    if round.state == RoundState::Locked {
        return Err(Error::refused(
            "round_locked",
            "该轮已锁定, 请先解锁",
            "this round is locked: reopen it first",
        ));
    }
    if wish.reason.as_deref().is_none_or(|r| r.trim().is_empty()) {
        return Err(Error::invalid(
            "/reason",
            "须说明理由",
            "a reason is needed",
        ));
    }
    let later = dossier
        .stages
        .iter()
        .skip(place.0 as usize)
        .any(|s| !s.rounds.is_empty());
    let own_phase = stage.stage.phase.is_none();
    if later && own_phase {
        return Err(Error::refused(
            "later_stage_started",
            "后面的阶段已编排",
            "a later stage is paired already",
        ));
    }
    let played = round.games.iter().any(|g| {
        !g.game.moves.is_empty()
            || g.game.boards.iter().any(|b| b.result.is_some())
            || g.game.result.is_some_and(|r| !r.is_forfeit())
    });
    if played && !wish.discard_results {
        return Err(Error::refused(
            "round_has_results",
            "该轮已有成绩; 确要撤销请给出 discard_results",
            "this round has results; send discard_results to undo it all the same",
        ));
    }
    let nothing_left = dossier
        .stages
        .iter()
        .flat_map(|s| &s.rounds)
        .all(|r| r.id == round.id || r.state == RoundState::Draft);
    if nothing_left && dossier.frame.status == Status::Running {
        let mut frame = dossier.frame.clone();
        frame.status = Status::Scheduled;
        frame.version += 1;
        tournaments::update(command.conn(), tournament, &frame).await?;
        command.public(Change::Frame {
            before: Box::new(dossier.frame.clone()),
            after: Box::new(frame),
        });
    }
    let (stage, settled) = (stage.id, stage.settings());
    command.public(Change::Round {
        stage,
        before: Some(Box::new(round.clone())),
        after: None,
    });
    if place.1 == 1 {
        unsettle(&mut command, &dossier, place.0, settled).await?;
    }
    command
        .finish("round.undo", subject, wish.reason, reply)
        .await
}

/// A field that was settled with the first round is open again with it: places may change before it
/// is paired anew. A field given by hand, or drawn, stays.
async fn unsettle(
    command: &mut Command,
    dossier: &Dossier,
    number: u32,
    before: StageFacts,
) -> Result<()> {
    let Some(entries) = before
        .stage
        .source
        .as_ref()
        .and(before.stage.entries.as_ref())
    else {
        return Ok(());
    };
    let event = dossier.clone().published().event();
    let follows = resolve(&event, number as usize - 1).is_ok_and(|f| f.entries == *entries);
    if !follows {
        return Ok(());
    }
    let mut after = before.clone();
    after.version += 1;
    after.stage.entries = None;
    after.stage.carried.clear();
    stages::update(command.conn(), dossier.id, &after).await?;
    command.public(Change::Stage {
        before: Some(Box::new(before)),
        after: Some(Box::new(after)),
    });
    Ok(())
}
