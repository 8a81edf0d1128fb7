//! Changes an entry.
use super::{load, roster, save};
use crate::open;
use crate::service::check::Faults;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result, patch};
use crate::store::entries;
use crate::tournament::dossier::Status;
use crate::tournament::model::EntryStatus;
use serde_json::{Value, json};
use uuid::Uuid;

/// Changes an entry.
///
/// # Errors
/// Faults of the patch, `number_taken`, `number_fixed`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    id: Uuid,
    seen: Seen,
    wish: &Value,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditEntries, tournament)
            .await?
    );
    let before = load(&mut command, id).await?;
    command.expect(seen, before.version)?;
    let mut wish = wish.clone();
    let reason = wish
        .as_object_mut()
        .and_then(|fields| fields.remove("reason"))
        .and_then(|r| r.as_str().map(str::to_owned));
    let mut after = before.clone();
    after.version += 1;
    after.entry = patch::merge(&before.entry, &wish)?;
    if after.entry.status == EntryStatus::Active {
        after.entry.withdrawn_after = None;
        after.entry.withdrawn_in_stage = None;
    }
    let e = &after.entry;
    let mut faults = Faults::default();
    faults.name("/name", &e.name, 200);
    faults.length("/unit", e.unit.as_deref(), 200);
    faults.length("/title", e.title.as_deref(), 100);
    faults.range("/rating", e.rating.map(i64::from), 0, 10_000);
    faults.range("/birth_year", e.birth_year.map(i64::from), 1850, 2200);
    faults.range("/number", Some(i64::from(e.number)), 1, 1_000_000);
    faults.range("/seed", e.seed.map(i64::from), 1, 1_000_000);
    faults.range("/first_round", e.first_round.map(i64::from), 1, 1000);
    if e.status != before.entry.status && e.status != EntryStatus::Active {
        faults.add(
            "/status",
            "退赛请用 /withdraw",
            "use /withdraw to withdraw an entry",
        );
    }
    if e.members != before.entry.members {
        let frame = &command.tournament()?.frame;
        roster::faults(&mut faults, &frame.tournament, &e.members);
        let unexplained = reason.as_deref().is_none_or(|r| r.trim().is_empty());
        if frame.status != Status::Scheduled && unexplained {
            faults.add(
                "/reason",
                "开赛后更改名单须说明理由",
                "a change of the roster after the start needs a reason",
            );
        }
    }
    faults.done()?;
    if e.number != before.entry.number {
        if command.tournament()?.frame.status != Status::Scheduled {
            return Err(Error::refused(
                "number_fixed",
                "开赛后序号不能再改",
                "numbers are fixed once play has started",
            ));
        }
        if entries::ids_by_number(command.conn(), tournament)
            .await?
            .contains_key(&e.number)
        {
            return Err(Error::refused(
                "number_taken",
                "该序号已被占用",
                "this number is taken",
            ));
        }
    }
    roster::record(&mut command, &before, &mut after, reason.as_deref()).await?;
    let version = after.version;
    let subject = json!({"entry": id, "number": after.entry.number});
    let answer = save(&mut command, before, after).await?;
    command
        .finish(
            "entry.edit",
            subject,
            reason,
            Reply::changed(version, &answer)?,
        )
        .await
}
