//! Gives a penalty (article 18); an expulsion is a withdrawal (18.3).
use super::{load, now_playing_of, save};
use crate::open;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::tournament::dossier::EntryFacts;
use crate::tournament::model::{EntryStatus, Penalty, PenaltyClause};
use serde_json::json;
use uuid::Uuid;

/// Who may give it: 18.1 an arbiter, 18.2 the chief arbiter, 18.3 and 18.4 the organiser.
pub const fn permission(clause: PenaltyClause) -> Permission {
    match clause {
        PenaltyClause::Warning => Permission::Warn,
        PenaltyClause::RoundDisqualification => Permission::Disqualify,
        PenaltyClause::Expulsion | PenaltyClause::RecommendedBan => Permission::Expel,
    }
}

/// Gives a penalty.
///
/// # Errors
/// Faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    id: Uuid,
    mut wish: Penalty,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, permission(wish.clause), tournament)
            .await?
    );
    let before = load(&mut command, id).await?;
    let dossier = command.dossier().await?;
    let (stage_now, round_now) = now_playing_of(&dossier, before.entry.number);
    if let Some(member) = wish.member
        && (member == 0 || member as usize > before.entry.members.len())
    {
        return Err(Error::invalid(
            "/member",
            "名单中没有该队员",
            "there is no such member in the roster",
        ));
    }
    if let Some(stage) = wish.stage
        && dossier.stage(stage).is_none()
    {
        return Err(Error::invalid(
            "/stage",
            "没有该阶段",
            "there is no such stage",
        ));
    }
    if wish.note.as_ref().is_some_and(|n| n.chars().count() > 2000) {
        return Err(Error::invalid(
            "/note",
            "至多 2000 个字符",
            "must have at most 2000 characters",
        ));
    }
    if wish.round.is_none() && round_now > 0 {
        wish.round = Some(round_now);
        wish.stage = wish.stage.or((stage_now > 1).then_some(stage_now));
    }
    let after = penalised(&before, &wish, (stage_now, round_now))?;
    let reason = wish.note.clone();
    let subject = json!({"entry": id, "number": after.entry.number, "clause": wish.clause});
    let version = after.version;
    let answer = save(&mut command, before, after).await?;
    command
        .finish(
            "entry.penalise",
            subject,
            reason,
            Reply::changed(version, &answer)?,
        )
        .await
}

/// The entry once a penalty is given; an expulsion is a withdrawal (18.3).
pub(crate) fn penalised(
    before: &EntryFacts,
    penalty: &Penalty,
    (stage_now, round_now): (u32, u32),
) -> Result<EntryFacts> {
    let mut after = before.clone();
    after.version += 1;
    // A member's expulsion removes the member, not the team.
    if penalty.clause == PenaltyClause::Expulsion && penalty.member.is_none() {
        if before.entry.status == EntryStatus::Expelled {
            return Err(Error::Refused(
                Refusal::new(
                    "already_expelled",
                    "已除名",
                    "this entry is expelled already",
                )
                .clause("18.3"),
            ));
        }
        if before.entry.status == EntryStatus::Active {
            after.entry.withdrawn_after = Some(penalty.round.unwrap_or(round_now));
            after.entry.withdrawn_in_stage = (stage_now > 1).then_some(stage_now);
        }
        after.entry.status = EntryStatus::Expelled;
    }
    after.entry.penalties.push(penalty.clone());
    Ok(after)
}

/// The entry once a penalty that was entered by mistake is taken back; none where it does not stand
/// there. Who was expelled by it alone plays on.
pub(crate) fn unpenalised(before: &EntryFacts, penalty: &Penalty) -> Option<EntryFacts> {
    let mut after = before.clone();
    after.version += 1;
    let place = after.entry.penalties.iter().rposition(|p| p == penalty)?;
    after.entry.penalties.remove(place);
    let expels = |p: &Penalty| p.clause == PenaltyClause::Expulsion && p.member.is_none();
    if expels(penalty)
        && before.entry.status == EntryStatus::Expelled
        && !after.entry.penalties.iter().any(expels)
    {
        after.entry.status = EntryStatus::Active;
        after.entry.withdrawn_after = None;
        after.entry.withdrawn_in_stage = None;
    }
    Some(after)
}
