//! Withdraws an entry (article 19).
use super::{load, now_playing_of, save};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::tournament::model::EntryStatus;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// When an entry withdraws, and why.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Withdrawal {
    /// Last round of the stage it takes part in; the last published one when absent.
    pub after_round: Option<u32>,
    /// The stage, from 1; the one being played when absent.
    pub stage: Option<u32>,
    /// Why.
    pub reason: Option<String>,
}

/// Withdraws an entry.
///
/// # Errors
/// `already_withdrawn`, faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    id: Uuid,
    seen: Seen,
    wish: Withdrawal,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::Withdraw, tournament)
            .await?
    );
    let before = load(&mut command, id).await?;
    // A withdrawal may be sent without a version: it is a POST of its own, not an edit.
    if seen != Seen::Unsaid {
        command.expect(seen, before.version)?;
    }
    if before.entry.status.has_left() {
        return Err(Error::refused(
            "already_withdrawn",
            "已退赛或除名",
            "this entry has left already",
        ));
    }
    let dossier = command.dossier().await?;
    let (stage_now, round_now) = now_playing_of(&dossier, before.entry.number);
    let stage = wish.stage.unwrap_or(stage_now);
    if dossier.stage(stage).is_none() && !(stage == 1 && dossier.stages.is_empty()) {
        return Err(Error::invalid(
            "/stage",
            "没有该阶段",
            "there is no such stage",
        ));
    }
    let round = if stage == stage_now { round_now } else { 0 };
    let after_round = wish.after_round.unwrap_or(round);
    if after_round > round {
        return Err(Error::invalid(
            "/after_round",
            format!("已公布至第 {round} 轮"),
            format!("rounds are published up to {round}"),
        ));
    }
    let mut after = before.clone();
    after.version += 1;
    after.entry.status = EntryStatus::Withdrawn;
    after.entry.withdrawn_after = Some(after_round);
    after.entry.withdrawn_in_stage = (stage > 1).then_some(stage);
    let version = after.version;
    let subject = json!({"entry": id, "number": after.entry.number, "after_round": after_round});
    let answer = save(&mut command, before, after).await?;
    command
        .finish(
            "entry.withdraw",
            subject,
            wish.reason,
            Reply::changed(version, &answer)?,
        )
        .await
}
