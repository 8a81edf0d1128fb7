//! Makes or updates the entry another system knows by a number.
use super::{EntryChanged, NewEntry, load, new, roster, save};
use crate::open;
use crate::service::views::EntryView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::entries;
use crate::store::players::ExternalId;
use crate::tournament::dossier::Status;
use serde_json::json;
use uuid::Uuid;

/// Makes the entry (created) or updates it (changed); the same wish twice changes nothing.
///
/// # Errors
/// Those of [`new::enter`] and of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    external: ExternalId,
    mut wish: NewEntry,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditEntries, tournament)
            .await?
    );
    wish.external_id = Some(external.clone());
    let known = entries::by_external_id(command.conn(), tournament, &external).await?;
    let Some(id) = known else {
        let facts = new::enter(&mut command, wish).await?;
        let answer = EntryChanged {
            entry: EntryView::from(&facts),
            revision: command.revision(),
        };
        let location = format!("/tournaments/{tournament}/entries/{}", facts.id);
        let reply = Reply::created(location, 1, &answer)?;
        let subject = json!({"entry": facts.id, "number": facts.entry.number});
        return command.finish("entry.create", subject, None, reply).await;
    };
    let before = load(&mut command, id).await?;
    wish.faults(&command.tournament()?.frame.tournament)
        .done()?;
    let mut after = before.clone();
    let e = &mut after.entry;
    if let Some(name) = wish.name {
        e.name = name.trim().to_owned();
    }
    e.unit = wish.unit.or_else(|| e.unit.take());
    e.rating = wish.rating.or(e.rating);
    e.title = wish.title.or_else(|| e.title.take());
    e.sex = wish.sex.or(e.sex);
    e.birth_year = wish.birth_year.or(e.birth_year);
    e.seed = wish.seed.or(e.seed);
    if !wish.members.is_empty() {
        e.members = wish.members;
    }
    if let Some(number) = wish.number.filter(|n| *n != e.number) {
        let started = command.tournament()?.frame.status != Status::Scheduled;
        let taken = entries::ids_by_number(command.conn(), tournament).await?;
        if started || taken.contains_key(&number) {
            return Err(Error::refused(
                "number_taken",
                "该序号已被占用或已开赛",
                "this number is taken, or play has started",
            ));
        }
        after.entry.number = number;
    }
    let subject = json!({"entry": id, "number": after.entry.number});
    if after == before {
        let answer = EntryChanged {
            entry: EntryView::from(&before),
            revision: command.revision(),
        };
        let reply = Reply::changed(before.version, &answer)?;
        return command.finish("entry.edit", subject, None, reply).await;
    }
    after.version += 1;
    roster::record(&mut command, &before, &mut after, None).await?;
    let version = after.version;
    let answer = save(&mut command, before, after).await?;
    command
        .finish(
            "entry.edit",
            subject,
            None,
            Reply::changed(version, &answer)?,
        )
        .await
}
