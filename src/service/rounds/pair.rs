//! Pairs the next round of a stage as a draft with its reasons.
use super::{RoundChanged, facts};
use crate::open;
use crate::service::views::RoundView;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::store::{entries, rounds};
use crate::tournament::dossier::{RoundState, Status};
use crate::tournament::event_file::Fault;
use crate::tournament::format::{PairingError, next_round};
use serde_json::{Value, json};
use uuid::Uuid;

/// Pairs the next round.
///
/// # Errors
/// `draft_exists`, the pairing's own refusals (`waiting_for_results`, `stage_over`, `infeasible` …),
/// and those of every command.
pub async fn run(office: &Office, caller: &Caller, tournament: Uuid, stage: u32) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let mut dossier = command.dossier().await?;
    let place = (stage as usize).checked_sub(1).ok_or(Error::NotFound)?;
    let stage_facts = dossier.stage(stage).ok_or(Error::NotFound)?;
    if dossier.frame.status == Status::Finished {
        return Err(Error::refused(
            "tournament_finished",
            "赛事已结束",
            "the tournament is over",
        ));
    }
    if let Some(draft) = stage_facts
        .rounds
        .iter()
        .find(|r| r.state == RoundState::Draft)
    {
        let n = draft.round.number;
        return Err(Error::refused(
            "draft_exists",
            format!("第 {n} 轮仍为草案"),
            format!("round {n} is still a draft"),
        ));
    }
    let stage_id = stage_facts.id;
    let event = dossier.event();
    // A large field is paired beside the runtime, under the tournament's lock.
    let paired = tokio::task::spawn_blocking(move || next_round(&event, place))
        .await
        .map_err(|e| Error::Fault(format!("pairing failed: {e}")))?
        .map_err(refusal)?;
    let mut pairing = serde_json::to_value(&paired)?;
    pairing["paired_at_revision"] = json!(dossier.revision);
    let round = facts::draft(paired.to_round(), pairing);
    let ids = entries::ids_by_number(command.conn(), tournament).await?;
    let now = command.now();
    rounds::insert(command.conn(), tournament, stage_id, &round, &ids, now).await?;
    command.draft(json!({"before": null, "after": {"round": round.full()}}));
    let number = round.round.number;
    let view = RoundView::new(&dossier, stage, &round).explained(&round);
    dossier.revision = command.revision();
    let answer = RoundChanged {
        round: view,
        revision: dossier.revision,
    };
    let location = format!("/tournaments/{tournament}/stages/{stage}/rounds/{number}");
    let reply = Reply::created(location, round.version, &answer)?;
    command
        .finish(
            "round.pair",
            json!({"stage": stage, "round": number}),
            None,
            reply,
        )
        .await
}

/// Why there is no next round, as a refusal.
pub(crate) fn refusal(error: PairingError) -> Error {
    let code = match &error {
        PairingError::NoSuchStage(_) => return Error::NotFound,
        PairingError::NotOffered(_) => "format_not_offered",
        PairingError::Finished { .. } => "stage_over",
        PairingError::TooFewEntries { .. } => "too_few_entries",
        PairingError::Waiting { .. } => "waiting_for_results",
        PairingError::Infeasible { .. } => "infeasible",
        PairingError::Stages(_) => "field_not_settled",
        PairingError::Invalid(_) => "facts_contradict_format",
    };
    let mut refusal = Refusal::new(code, error.zh(), error.en());
    match error {
        PairingError::Infeasible { numbers } => {
            refusal.faults = numbers
                .iter()
                .map(|n| Fault {
                    pointer: format!("/infeasible/{n}"),
                    en: format!("number {n} is left out by a largest pairing"),
                    zh: format!("某一最大编排中序号 {n} 无对手"),
                })
                .collect();
        }
        PairingError::Invalid(faults) => refusal.faults = faults,
        _ => {}
    }
    Error::Refused(refusal)
}

/// The engine's pairing kept beside one made by hand.
pub(crate) fn by_hand(engine: Option<&Value>, warnings: &Value) -> Value {
    let engine = match engine {
        Some(known) if known.get("by_hand") == Some(&Value::Bool(true)) => {
            known.get("engine").cloned().unwrap_or(Value::Null)
        }
        Some(engine) => engine.clone(),
        None => Value::Null,
    };
    json!({"by_hand": true, "engine": engine, "warnings": warnings})
}
