//! Enters a player or a team.
use super::{EntryChanged, NewEntry, new};
use crate::open;
use crate::service::views::EntryView;
use crate::service::{Answer, Caller, Office, Permission, Reply, Result};
use serde_json::json;
use uuid::Uuid;

/// Enters a player or a team.
///
/// # Errors
/// Those of [`new::enter`] and of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    wish: NewEntry,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditEntries, tournament)
            .await?
    );
    let facts = new::enter(&mut command, wish).await?;
    let answer = EntryChanged {
        entry: EntryView::from(&facts),
        revision: command.revision(),
    };
    let reply = Reply::created(
        format!("/tournaments/{tournament}/entries/{}", facts.id),
        1,
        &answer,
    )?;
    let subject = json!({"entry": facts.id, "number": facts.entry.number});
    command.finish("entry.create", subject, None, reply).await
}
